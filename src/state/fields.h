/*
 * What the files of fields share.
 */
#ifndef TROUPE_SRC_STATE_FIELDS_H
#define TROUPE_SRC_STATE_FIELDS_H

#include "../../include/troupe/fields.h"
#include "../core/core.h"

/* The size of the struct that they are of. */
size_t trp__fields_size(const trp_fields *fields);
/* The next gap, from .. to - 1; begins where the last one ended, first with 0, 0. */
bool trp__next_gap(const trp_fields *fields, size_t node, size_t *from, size_t *to);
/* What an element of a field comes to: its value, without addresses; all kinds but TEXT, BYTES, STRUCT and IGNORED. */
uint64_t trp__field_value(const trp_world *world, const trp_field *field,
                          const unsigned char *element);

#endif
