/*
 * Type checks of programs compiled with TRP_DEBUG, for pools and groups.
 */
#ifndef TROUPE_SRC_DEBUG_TYPE_CHECK_H
#define TROUPE_SRC_DEBUG_TYPE_CHECK_H

#include "../core/core.h"

enum {
    TRP__TYPE_TEXT = 240 /* bytes of a report */
};

/* Whether the named type is another one of the same size, with its node at the same place. An
 * unknown name matches any type. */
bool trp__is_twin(const trp_type *type, const trp__named_type *named);
/* Writes "its actors are 'rock', not 'bullet'", with `noun` for actors. Returns the text. */
const char *trp__type_words(char text[TRP__TYPE_TEXT], const char *noun, const trp_type *type,
                            const char *own, const trp__named_type *named);
/* Sets the place of the following reports to that of the name, and returns the former one. */
trp_place trp__place_type(trp_world *world, const trp__named_type *named);

#endif
