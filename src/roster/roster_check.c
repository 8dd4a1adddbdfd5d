/*
 * The type check of a walk over a roster, in programs compiled with TRP_DEBUG. Linked only there.
 */
#include "../core/type_check.h"
#include "roster.h"

const trp_roster *trp__check_roster(const trp_roster *roster, const trp__named_type *named)
{
    char text[TRP__TYPE_TEXT];
    trp_place before;

    if (roster == NULL || roster->world == NULL || roster->world->in_parts ||
        !trp__is_twin(&roster->desc.type, named))
        return roster;
    before = trp__place_type(roster->world, named);
    trp__misuse_named(roster->world, TRP__TEXT("roster"), roster->desc.name,
                      TRP__TEXT("trp_roster_each"), TRP_ERR_TYPE,
                      trp__type_words(text, TRP__NAME("members"), &roster->desc.type,
                                      roster->desc.type.name, named));
    roster->world->place = before;
    return roster;
}
