/*
 * Values of fields as text.
 */
#ifndef TROUPE_SRC_STATE_DIFF_TEXT_H
#define TROUPE_SRC_STATE_DIFF_TEXT_H

#include "../base/text.h"
#include "fields.h"

/* A number with enough digits to distinguish it from any other float, or double. */
void trp__put_float(trp__text *text, double value, int digits);
/* An element of a field. */
void trp__put_value(trp__text *text, const trp_world *world, const trp_field *field,
                    const unsigned char *element);

#endif
