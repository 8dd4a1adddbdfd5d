/*
 * The families of a file: links between siblings and to parents, by index. Children are sorted by
 * index, so each can be found. A parent has a smaller depth than its child, so there is no cycle. A
 * chain of siblings has one link to each, so none occurs twice.
 */
#include "../family/family.h"
#include "load.h"

enum {
    LOAD_FAMILY_CHILD, /* words of a link */
    LOAD_FAMILY_PARENT,
    LOAD_FAMILY_PREV,
    LOAD_FAMILY_NEXT,
    LOAD_FAMILY_DEPTH,
    LOAD_FAMILY_WORDS
};

typedef struct saved_family {
    const unsigned char *links;
    uint32_t count;
} saved_family;

static trp_family *load_family_of(const trp__part *part)
{
    return (trp_family *)((uintptr_t)part - offsetof(trp_family, part));
}

static saved_family read_family(trp__reader *reader)
{
    saved_family saved;

    saved.count = trp__read_32(reader);
    saved.links = trp__read_bytes(reader, (uint64_t)saved.count * LOAD_FAMILY_WORDS * 4);
    return saved;
}

static uint32_t load_family_word_of(const saved_family *saved, uint32_t link, unsigned word)
{
    return trp__get32(saved->links + ((size_t)link * LOAD_FAMILY_WORDS + word) * 4);
}

/* The link of a child, or TRP__NONE. */
static uint32_t load_family_find_link(const saved_family *saved, uint32_t child)
{
    uint32_t low = 0;
    uint32_t high = saved->count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (load_family_word_of(saved, middle, LOAD_FAMILY_CHILD) < child)
            low = middle + 1;
        else
            high = middle;
    }
    return low < saved->count && load_family_word_of(saved, low, LOAD_FAMILY_CHILD) == child
               ? low
               : TRP__NONE;
}

/* Whether the neighbour on one side is a sibling, and agrees. */
static bool load_family_has_sibling(const saved_family *saved, uint32_t link, unsigned to,
                                    unsigned back)
{
    const uint32_t sibling = load_family_word_of(saved, link, to);
    const uint32_t other = load_family_find_link(saved, sibling);

    if (sibling == TRP__NONE)
        return true;
    return other != TRP__NONE &&
           load_family_word_of(saved, other, back) ==
               load_family_word_of(saved, link, LOAD_FAMILY_CHILD) &&
           load_family_word_of(saved, other, LOAD_FAMILY_PARENT) ==
               load_family_word_of(saved, link, LOAD_FAMILY_PARENT);
}

static bool load_family_is_link(trp__loading *loading, const saved_family *saved, uint32_t link)
{
    const uint32_t child = load_family_word_of(saved, link, LOAD_FAMILY_CHILD);
    const uint32_t parent = load_family_word_of(saved, link, LOAD_FAMILY_PARENT);
    const uint32_t above = load_family_find_link(saved, parent);
    const uint32_t depth =
        above != TRP__NONE ? load_family_word_of(saved, above, LOAD_FAMILY_DEPTH) : 0;

    return (link == 0 || child > load_family_word_of(saved, link - 1, LOAD_FAMILY_CHILD)) &&
           trp__is_saved_actor(loading, child) && trp__is_saved_actor(loading, parent) &&
           depth < load_family_word_of(saved, link, LOAD_FAMILY_DEPTH) &&
           load_family_has_sibling(saved, link, LOAD_FAMILY_PREV, LOAD_FAMILY_NEXT) &&
           load_family_has_sibling(saved, link, LOAD_FAMILY_NEXT, LOAD_FAMILY_PREV);
}

/* Every chain of siblings has a start. */
static bool load_family_has_beginnings(const saved_family *saved)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < saved->count; i++)
        if (load_family_word_of(saved, i, LOAD_FAMILY_PREV) == TRP__NONE)
            for (uint32_t link = i; link != TRP__NONE;
                 link = load_family_find_link(saved,
                                              load_family_word_of(saved, link, LOAD_FAMILY_NEXT)))
                count++;
    return count == saved->count;
}

trp_result trp__check_family(trp__loading *loading, trp__reader reader)
{
    const size_t begin = reader.at;
    const saved_family saved = read_family(&reader);
    bool is_fine = !reader.is_short && reader.at == reader.end;

    for (uint32_t i = 0; is_fine && i < saved.count; i++)
        is_fine = load_family_is_link(loading, &saved, i);
    if (is_fine && load_family_has_beginnings(&saved))
        return TRP_OK;
    return trp__load_refuse(loading, TRP_ERR_DAMAGED, begin, NULL,
                            TRP__TEXT("its parents and children are impossible"));
}

/* Records for the slots that its pools will have. */
trp_result trp__make_family_room(trp__loading *loading, trp__part *part)
{
    for (trp__family_pool *home = load_family_of(part)->pools; home != NULL; home = home->next) {
        trp_pool *pool = home->pool;
        const uint32_t now = pool->state.capacity;
        trp__saved_pool saved;
        bool has_room;
        if (!trp__saved_for(loading, pool, &saved))
            continue;
        if (trp__capacity_for(pool, saved.used) > now)
            pool->state.capacity = trp__capacity_for(pool, saved.used);
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

void trp__fill_family(trp__loading *loading, trp__part *part, const trp__reader *reader)
{
    trp_family *family = load_family_of(part);
    trp__reader again;
    saved_family saved;

    load_family_forget_kin(family);
    if (reader == NULL)
        return;
    again = *reader;
    saved = read_family(&again);
    for (uint32_t i = 0; i < saved.count; i++)
        for (uint32_t link =
                 load_family_word_of(&saved, i, LOAD_FAMILY_PREV) == TRP__NONE ? i : TRP__NONE;
             link != TRP__NONE; link = load_family_find_link(
                                    &saved, load_family_word_of(&saved, link, LOAD_FAMILY_NEXT))) {
            const uint32_t child = load_family_member_for(
                loading, family, load_family_word_of(&saved, link, LOAD_FAMILY_CHILD));
            const uint32_t parent = load_family_member_for(
                loading, family, load_family_word_of(&saved, link, LOAD_FAMILY_PARENT));
            if (child != TRP_NO_LINK && parent != TRP_NO_LINK)
                trp__family_link(family, parent, child);
        }
}
