/*
 * The families of a file: parents before their children, siblings in order.
 */
#include "../family/family.h"
#include "load.h"

enum {
    LOAD_FAMILY_LINK = 8 /* bytes of a link: child, parent */
};

static trp_family *load_family_of(const trp__part *part)
{
    return (trp_family *)((uintptr_t)part - offsetof(trp_family, part));
}

trp_result trp__check_family(trp__loading *loading, trp__reader reader)
{
    const size_t begin = reader.at;
    uint32_t count;
    const unsigned char *links = trp__read_rows(&reader, LOAD_FAMILY_LINK, &count);
    bool is_fine = links != NULL;

    for (uint32_t i = 0; is_fine && i < 2 * count; i++)
        is_fine = trp__state_of(loading, trp__get32(links + (size_t)i * 4)) >= TRP__SAVED_ASLEEP;
    return is_fine ? TRP_OK
                   : trp__load_refuse(loading, TRP_ERR_DAMAGED, begin, NULL,
                                      TRP__TEXT("its parents and children are impossible"));
}

/* Records for the slots that its pools will have. */
trp_result trp__make_family_room(trp__loading *loading, trp__part *part)
{
    for (trp__family_pool *home = load_family_of(part)->pools; home != NULL; home = home->next) {
        trp_pool *pool = home->pool;
        const uint32_t now = pool->state.capacity;
        const trp__saved_pool *saved = trp__saved_for(loading, pool);
        bool has_room;
        if (saved == NULL)
            continue;
        if (trp__capacity_for(pool, saved->used) > now)
            pool->state.capacity = trp__capacity_for(pool, saved->used);
        has_room = trp__family_has_room(home);
        pool->state.capacity = now;
        if (!has_room)
            return TRP_ERR_MEMORY;
    }
    return TRP_OK;
}

static void load_family_forget_kin(const trp_family *family)
{
    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next)
        for (uint32_t slot = 0; slot < home->room; slot++)
            home->kin[slot] = trp__no_kin;
}

/* The world's index of an actor that can be in the family; otherwise TRP_NO_LINK. */
static uint32_t load_family_member_for(trp__loading *loading, const trp_family *family,
                                       uint32_t index)
{
    trp__place place;

    if (!trp__place_of(loading, index, &place) || trp__family_find(family, place.pool) == NULL)
        return TRP_NO_LINK;
    return trp__index(place.pool, place.slot);
}

/* Without a parent and children of its own: so it closes no circle. */
static bool load_family_is_single(const trp_family *family, uint32_t index)
{
    const trp__kin *kin = trp__kin_of(family, index);

    return kin->parent == TRP_NO_LINK && kin->first == TRP_NO_LINK;
}

void trp__fill_family(trp__loading *loading, trp__part *part, trp__reader *reader)
{
    trp_family *family = load_family_of(part);
    const unsigned char *links;
    uint32_t count = 0;

    load_family_forget_kin(family);
    links = reader != NULL ? trp__read_rows(reader, LOAD_FAMILY_LINK, &count) : NULL;
    for (; count > 0; count--, links += LOAD_FAMILY_LINK) {
        const uint32_t child = load_family_member_for(loading, family, trp__get32(links));
        const uint32_t parent = load_family_member_for(loading, family, trp__get32(links + 4));
        if (child != TRP_NO_LINK && parent != TRP_NO_LINK && child != parent &&
            load_family_is_single(family, child))
            trp__family_link(family, parent, child);
    }
}
