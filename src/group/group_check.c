/*
 * The type check of a walk over a group, in programs compiled with TRP_DEBUG. Linked only there.
 */
#include "../debug/type_check.h"
#include "group.h"

const trp_group *trp__check_group(const trp_group *group, const trp__named_type *named)
{
    char text[TRP__TYPE_TEXT];
    trp_place before;

    if (group == NULL || group->world == NULL || group->world->in_parts ||
        !trp__is_twin(&group->desc.type, named))
        return group;
    before = trp__place_type(group->world, named);
    trp__misuse_named(group->world, TRP__TEXT("group"), group->desc.name,
                      TRP__TEXT("trp_group_each"), TRP_ERR_TYPE,
                      trp__type_words(text, TRP__NAME("members"), &group->desc.type,
                                      group->desc.type.name, named));
    group->world->place = before;
    return group;
}
