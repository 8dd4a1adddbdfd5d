/*
 * Ends of lives together with those of their parents, through all families of the world.
 *
 * A cascade goes down from an actor that ends, and has a path: the actors between that one and the
 * one that it is at, the last one on top. What is to expire does so as it enters the path. What is
 * to be recycled ends when nothing is left below it. Each actor of the path stores which child
 * comes next, so neither depth nor number of families needs stack; and the path is linked through
 * the records (trp__kin), so it needs no memory.
 *
 * The families are notified of the ends of a cascade as well, but start another one only for what a
 * callback ends. That one takes what it has to end, and what is above it in a path, away from the
 * outer cascades.
 */
#include "family.h"

/* `cascade` of an actor in a path: the depth of the cascade, and one of these. */
enum {
    FAMILY_END_DESCENDS = 0, /* it will be recycled */
    FAMILY_END_RECYCLES = 1, /* it is being recycled */
    FAMILY_END_EXPIRES = 2,  /* it has expired, or is about to */
    FAMILY_END_SOUGHT = 3,   /* not in a path: see trp__family_is_doomed() */
    FAMILY_END_DEPTH = 4
};

typedef struct trp__cascade {
    struct trp__cascade *up;
    uint32_t depth; /* a multiple of FAMILY_END_DEPTH */
    uint32_t top;   /* of its path, or TRP_NO_LINK */
} trp__cascade;

static uint32_t family_end_way(const trp__kin *entry)
{
    return entry->cascade % FAMILY_END_DEPTH;
}

static trp__kin *family_end_kin(const trp__family_pool *home, uint32_t index)
{
    return &home->kin[index - home->pool->base];
}

/* The first family in which an actor has a record and ends with its parent, or the one after `home`;
 * NULL: there is none. */
static trp__family_pool *family_end_home(const trp_world *world, uint32_t index,
                                         const trp__family_pool *home)
{
    const trp_watcher *at =
        home != NULL ? home->watcher.next : trp__family_place(world, index).pool->watchers;

    for (; at != NULL; at = at->next)
        if (at->function == trp__family_told) {
            trp__family_pool *found = (trp__family_pool *)at->user;
            if (!found->family->orphans && index - found->pool->base < found->room)
                return found;
        }
    return NULL;
}

/* Paths */

/* The family by whose record an actor is in a path, or NULL. */
static trp__family_pool *family_end_entered(const trp_world *world, uint32_t index)
{
    trp__family_pool *home = world->cascade != NULL ? family_end_home(world, index, NULL) : NULL;

    while (home != NULL && family_end_kin(home, index)->cascade == 0)
        home = family_end_home(world, index, home);
    return home;
}

static trp__kin *family_end_entry(const trp_world *world, uint32_t index)
{
    const trp__family_pool *home = family_end_entered(world, index);

    return home != NULL ? family_end_kin(home, index) : NULL;
}

/* Puts an actor that is in no path on top of the innermost one, by its record in that family. */
static void family_end_push(trp_family *family, uint32_t index, uint32_t way)
{
    trp__cascade *cascade = family->world->cascade;
    trp__kin *kin = trp__kin_of(family, index);

    kin->after = cascade->top;
    kin->cascade = cascade->depth + way;
    cascade->top = index;
    family->ending++;
    for (const trp__family_pool *home = family_end_home(family->world, index, NULL); home != NULL;
         home = family_end_home(family->world, index, home)) {
        kin = family_end_kin(home, index);
        kin->at = kin->first;
    }
}

/* If an actor is in a path, removes it, and what is above it. */
static void family_end_drop(const trp_world *world, uint32_t index)
{
    const trp__kin *entry = family_end_entry(world, index);
    trp__cascade *cascade = world->cascade;
    uint32_t dropped;

    if (entry == NULL)
        return;
    while (cascade->depth > entry->cascade)
        cascade = cascade->up;
    do {
        trp__family_pool *home = family_end_entered(world, cascade->top);
        trp__kin *kin = family_end_kin(home, cascade->top);
        dropped = cascade->top;
        cascade->top = kin->after;
        kin->cascade = 0;
        home->family->ending--;
    } while (dropped != index);
}

/* Ending */

/* How a child of the top enters the path, or TRP_NO_LINK: it does not. What is being recycled does,
 * for the sake of what is below it. A sleeper cannot expire. */
static uint32_t family_end_way_of(const trp_world *world, uint32_t child, const trp__kin *entry,
                                  bool expires)
{
    const uint32_t stamp = trp__family_stamp(world, child);

    if (entry != NULL && (expires || entry->cascade >= world->cascade->depth))
        return TRP_NO_LINK;
    if (expires && !trp__is_alive(stamp))
        return TRP_NO_LINK;
    if (expires && !trp__is_asleep(stamp))
        return FAMILY_END_EXPIRES;
    return stamp == TRP__STAMP_LEAVING ? FAMILY_END_RECYCLES : FAMILY_END_DESCENDS;
}

/* Puts the next child of the top on top. Returns its way, or TRP_NO_LINK: there is none. */
static uint32_t family_end_descend(const trp_world *world, bool expires)
{
    const uint32_t top = world->cascade->top;

    for (const trp__family_pool *home = family_end_home(world, top, NULL); home != NULL;
         home = family_end_home(world, top, home)) {
        trp__kin *kin = family_end_kin(home, top);
        while (kin->at != TRP_NO_LINK) {
            const uint32_t child = kin->at;
            const trp__kin *entry = family_end_entry(world, child);
            const uint32_t way = family_end_way_of(world, child, entry, expires);
            kin->at = trp__kin_of(home->family, child)->next;
            if (way == TRP_NO_LINK)
                continue;
            if (entry != NULL) /* in the path of an outer cascade */
                family_end_drop(world, child);
            family_end_push(home->family, child, way);
            return way;
        }
    }
    return TRP_NO_LINK;
}

/* Ends the top, with the cause of the end of the first one in its path. */
static void family_end_top(trp_world *world, bool expires)
{
    trp__place place = trp__family_place(world, world->cascade->top);
    trp_ending ending = {0};

    (void)trp__enter(world, trp__node_at(place.pool, place.slot), TRP__TEXT("(the family)"),
                     &place); /* repairs an overwritten node */
    ending.reason = trp__is_expired(trp__cell_of(place.pool, place.slot)->stamp)
                        ? TRP_REASON_EXPIRED
                        : TRP_REASON_PARENT;
    ending.cause = world->culprit;
    ending.later = expires;
    trp__end_life(place.pool, place.slot, &ending, TRP_REASON_PARENT);
}

/* Goes on with the innermost cascade: down, or back from the top. */
static void family_end_next(trp_world *world)
{
    const uint32_t top = world->cascade->top;
    trp__kin *entry = family_end_entry(world, top);
    const uint32_t way = family_end_way(entry);
    const uint32_t below = family_end_descend(world, way == FAMILY_END_EXPIRES);

    if (below == FAMILY_END_EXPIRES)
        family_end_top(world, true);
    if (below != TRP_NO_LINK)
        return;
    if (way == FAMILY_END_DESCENDS) {
        entry->cascade += FAMILY_END_RECYCLES;
        family_end_top(world, false);
    }
    family_end_drop(world, top);
}

/* Ends all lives below an actor that has expired, or is being recycled. */
static void family_end_below(const trp__family_pool *home, uint32_t index, bool expires)
{
    trp_world *world = home->pool->world;
    trp__cascade cascade = {world->cascade, FAMILY_END_DEPTH, TRP_NO_LINK};

    if (family_end_kin(home, index)->first == TRP_NO_LINK)
        return;
    if (cascade.up != NULL)
        cascade.depth += cascade.up->depth;
    world->cascade = &cascade;
    home->family->ending++;
    family_end_push(home->family, index, expires ? FAMILY_END_EXPIRES : FAMILY_END_RECYCLES);
    while (cascade.top != TRP_NO_LINK)
        family_end_next(world);
    home->family->ending--;
    world->cascade = cascade.up;
}

/* The handle of a life that will end, or whose end is being notified, or that has expired. */
static trp_handle family_end_handle(const trp_world *world, uint32_t index)
{
    const trp__place place = trp__family_place(world, index);
    const trp_handle handle = {trp__handle_index(place.pool, place.slot),
                               trp__life_of(place.pool, place.slot)};

    return handle;
}

void trp__family_told(trp_actor *actor, const trp_event_context *in)
{
    trp__family_pool *home = (trp__family_pool *)in->user;
    const uint32_t index = trp__index(in->pool, trp__slot_of(in->pool, actor));
    const bool expires = in->event == TRP_EVENT_EXPIRED;
    const trp__kin *entry;
    uint32_t parent;

    if (index - in->pool->base >= home->room)
        return;
    entry = family_end_entry(in->world, index);
    /* a cascade ends it, or will: that one takes along what is below it */
    if (!home->family->orphans &&
        (entry == NULL || (!expires && family_end_way(entry) != FAMILY_END_RECYCLES))) {
        family_end_drop(in->world, index);
        family_end_below(home, index, expires);
    }
    if (!expires || home->family->orphans)
        trp__family_orphan(home->family, index); /* children whose ends are in progress; circles */
    parent = family_end_kin(home, index)->parent;
    if (expires || parent == TRP_NO_LINK)
        return;
    if (!trp__is_alive(trp__family_stamp(in->world, parent)) ||
        family_end_entry(in->world, parent) != NULL)
        in->world->parent = family_end_handle(in->world, parent); /* for on_end */
    trp__family_unlink(home->family, index);
}

/* Sparing */

static void family_end_seek(trp__kin *kin)
{
    kin->cascade = FAMILY_END_SOUGHT;
    kin->after = TRP_NO_LINK;
}

/* Looks at the ancestors, which are linked by `after`, from the nearest on. */
bool trp__family_is_doomed(const trp_world *world, uint32_t index)
{
    const trp__family_pool *first =
        world->cascade != NULL ? family_end_home(world, index, NULL) : NULL;
    bool is_doomed = false;
    uint32_t last = index;

    if (first == NULL)
        return false;
    if (family_end_entry(world, index) != NULL)
        return true;
    family_end_seek(family_end_kin(first, index));
    for (uint32_t at = index; at != TRP_NO_LINK; at = family_end_entry(world, at)->after)
        for (const trp__family_pool *home = family_end_home(world, at, NULL); home != NULL;
             home = family_end_home(world, at, home)) {
            const uint32_t parent = family_end_kin(home, at)->parent;
            const trp__kin *entry = parent != TRP_NO_LINK ? family_end_entry(world, parent) : NULL;
            if (entry != NULL)
                is_doomed |= entry->cascade != FAMILY_END_SOUGHT;
            else if (parent != TRP_NO_LINK) {
                family_end_seek(trp__kin_of(home->family, parent));
                family_end_entry(world, last)->after = parent;
                last = parent;
            }
        }
    while (index != TRP_NO_LINK) {
        trp__kin *sought = family_end_entry(world, index);
        index = sought->after;
        sought->cascade = 0;
    }
    return is_doomed;
}

void trp__family_spare(const trp__family_pool *home, uint32_t index)
{
    const trp__kin *kin = family_end_kin(home, index);
    const uint32_t cascade = kin->cascade;

    if (cascade == 0 || kin->after == TRP_NO_LINK)
        return;
    family_end_drop(home->pool->world, index);
    if (cascade % FAMILY_END_DEPTH == FAMILY_END_EXPIRES)
        family_end_below(home, index, true); /* it has expired: what is below it does so, too */
}
