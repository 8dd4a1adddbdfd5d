/*
 * Declarations shared by the files of fields.
 */
#ifndef TROUPE_SRC_STATE_FIELDS_H
#define TROUPE_SRC_STATE_FIELDS_H

#include "../../include/troupe/fields.h"
#include "../core/core.h"

/* Moves on to the next gap; from zeros, to the first one. */
bool trp__next_gap(const trp_fields *fields, size_t node, trp_gap *gap);
/* The value of an element as a number, without addresses; for all kinds except TEXT, BYTES, STRUCT
 * and IGNORED. */
uint64_t trp__field_value(const trp_world *world, const trp_field *field,
                          const unsigned char *element);

/* The entry of this number in an enum's table; the table's end, without a name: there is none. */
const trp_choice *trp__enumerator(const trp_field *field, int64_t number);

/* The slot of the first live actor with a nonzero byte in a gap, and the offset of that byte;
 * TRP_NO_SLOT: there is none. A gap at the end that is shorter than `tail` is passed over.
 * O(slots times size). */
uint32_t trp__pool_stray(const trp_pool *pool, size_t tail, size_t *first);

#endif
