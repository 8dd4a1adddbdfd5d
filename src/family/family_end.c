/*
 * Ends of lives together with those of their parents, through all families of the world.
 *
 * A cascade first lists all descendants of its root, each once: to be recycled, children before
 * parents; to expire, parents before children. Then it ends the first of the list, until the list
 * is empty. The families are notified of each of these ends, too, but then there is nothing left to
 * do below. So neither depth nor number of families needs stack or memory. Callbacks may begin a
 * cascade within a cascade; it takes what it has to end out of the lists of the outer ones.
 *
 * The list is linked through the records (trp__kin: after, before). `cascade` of an entry is the
 * list's number times 4, and two bits.
 */
#include "family.h"

enum {
    FAMILY_END_EXPIRES = 1, /* the list's actors will expire; otherwise they will be recycled */
    FAMILY_END_PASSED = 2,  /* its children are in the list */
    FAMILY_END_BITS = 4     /* the number of a list begins here */
};

/* A list of ends. */
typedef struct trp__cascade {
    struct trp__cascade *up;
    trp_world *world;
    uint32_t number; /* FAMILY_END_BITS times its depth, and FAMILY_END_EXPIRES */
    uint32_t first;
    uint32_t now; /* the actor that is ending, if its children are in the list */
} trp__cascade;

/* The entry of a family for the pool of an actor, from this watcher of the pool on, if the actor
 * has a record there and parents take their children along; otherwise NULL. */
static trp__family_pool *family_end_home(const trp_watcher *at, uint32_t index)
{
    for (; at != NULL; at = at->next)
        if (at->function == trp__family_told) {
            trp__family_pool *home = (trp__family_pool *)at->user;
            if (!home->family->orphans && index - home->pool->base < home->room)
                return home;
        }
    return NULL;
}

static trp__family_pool *family_end_first(const trp_world *world, uint32_t index)
{
    return family_end_home(trp__family_place(world, index).pool->watchers, index);
}

static trp__family_pool *family_end_other(const trp__family_pool *home, uint32_t index)
{
    return family_end_home(home->watcher.next, index);
}

/* The entry whose record is in a list of ends, or NULL. */
static trp__family_pool *family_end_listed(const trp_world *world, uint32_t index)
{
    trp__family_pool *home = family_end_first(world, index);

    while (home != NULL && home->kin[index - home->pool->base].cascade == 0)
        home = family_end_other(home, index);
    return home;
}

/* The record of an actor that is in a list of ends, or NULL. */
static trp__kin *family_end_entry(const trp_world *world, uint32_t index)
{
    const trp__family_pool *home = family_end_listed(world, index);

    return home != NULL ? &home->kin[index - home->pool->base] : NULL;
}

bool trp__family_is_doomed(const trp_world *world, uint32_t index)
{
    return world->cascade != NULL && family_end_entry(world, index) != NULL;
}

/* Lists */

static void family_end_begin(trp__cascade *cascade, trp_world *world, bool expires)
{
    cascade->up = world->cascade;
    cascade->world = world;
    cascade->number = (cascade->up != NULL ? cascade->up->number & ~1u : 0) + FAMILY_END_BITS +
                      (expires ? FAMILY_END_EXPIRES : 0);
    cascade->first = TRP_NO_LINK;
    cascade->now = TRP_NO_LINK;
    world->cascade = cascade;
}

/* Where the list goes on after an entry; TRP_NO_LINK: where it begins. */
static uint32_t *family_end_after(trp__cascade *cascade, uint32_t index)
{
    return index == TRP_NO_LINK ? &cascade->first : &family_end_entry(cascade->world, index)->after;
}

/* Takes an actor out of its list. */
static void family_end_remove(trp_world *world, uint32_t index)
{
    const trp__family_pool *home = family_end_listed(world, index);
    trp__kin *kin = &home->kin[index - home->pool->base];
    trp__cascade *cascade = world->cascade;

    while (cascade->number != (kin->cascade & ~(uint32_t)FAMILY_END_PASSED))
        cascade = cascade->up;
    *family_end_after(cascade, kin->before) = kin->after;
    if (kin->after != TRP_NO_LINK)
        family_end_entry(world, kin->after)->before = kin->before;
    kin->cascade = 0;
    home->family->ending--;
}

/* Lists an actor that is in no list, after that entry: by its record in that family. */
static void family_end_insert(trp__cascade *cascade, uint32_t before, uint32_t index,
                              trp_family *family)
{
    trp__kin *kin = trp__kin_of(family, index);
    uint32_t *link = family_end_after(cascade, before);

    kin->before = before;
    kin->after = *link;
    kin->cascade = cascade->number;
    if (kin->after != TRP_NO_LINK)
        family_end_entry(cascade->world, kin->after)->before = index;
    *link = index;
    family->ending++;
}

/* Collecting */

/* Lists a child after that entry, unless it is listed where it must be. One whose end is in progress
 * is listed for the sake of its descendants. */
static void family_end_list(trp__cascade *cascade, uint32_t before, trp_family *family,
                            uint32_t child)
{
    const bool expires = (cascade->number & FAMILY_END_EXPIRES) != 0;
    const trp__kin *entry = family_end_entry(cascade->world, child);

    if (entry != NULL && (entry->cascade == (cascade->number | FAMILY_END_PASSED) ||
                          (expires && (entry->cascade & FAMILY_END_EXPIRES) == 0)))
        return;
    if (entry != NULL)
        family_end_remove(cascade->world, child);
    family_end_insert(cascade, before, child, family);
}

/* Lists the children that an actor has in a family, in order. */
static void family_end_list_children(trp__cascade *cascade, uint32_t before,
                                     const trp__family_pool *home, uint32_t index)
{
    uint32_t child = home->kin[index - home->pool->base].last;

    for (; child != TRP_NO_LINK; child = trp__kin_of(home->family, child)->prev)
        family_end_list(cascade, before, home->family, child);
}

/* Lists the children of the entry `at`, if that was not done. Returns the entry at which to go on.
 */
static uint32_t family_end_pass(trp__cascade *cascade, uint32_t at)
{
    trp__kin *kin = family_end_entry(cascade->world, at);
    const uint32_t before = (cascade->number & FAMILY_END_EXPIRES) != 0 ? at : kin->before;

    if ((kin->cascade & FAMILY_END_PASSED) != 0)
        return kin->after;
    kin->cascade |= FAMILY_END_PASSED;
    for (const trp__family_pool *home = family_end_first(cascade->world, at); home != NULL;
         home = family_end_other(home, at))
        family_end_list_children(cascade, before, home, at);
    return *family_end_after(cascade, before);
}

/*
 * Lists all descendants of an actor in a family, through all families. What is before `at` is in
 * its final place. From `at` on the list is a stack: of actors whose children were not listed yet,
 * and, if children come first, of those above them.
 */
static void family_end_collect(trp__cascade *cascade, const trp__family_pool *home, uint32_t root)
{
    uint32_t at;

    family_end_list_children(cascade, TRP_NO_LINK, home, root);
    at = cascade->first;
    while (at != TRP_NO_LINK)
        at = family_end_pass(cascade, at);
}

/* Ending */

/* Ends the first life of the list, with the cause of the root's end. */
static void family_end_next(trp__cascade *cascade)
{
    trp_world *world = cascade->world;
    const bool expires = (cascade->number & FAMILY_END_EXPIRES) != 0;
    const uint32_t index = cascade->first;
    trp__place place = trp__family_place(world, index);
    uint32_t stamp = trp__cell_of(place.pool, place.slot)->stamp;
    trp_ending ending = {0};

    family_end_remove(world, index);
    if (expires ? !trp__is_alive(stamp) : stamp == TRP__STAMP_LEAVING)
        return; /* its end is in progress */
    (void)trp__enter(world, trp__node_at(place.pool, place.slot), TRP__TEXT("(the family)"),
                     &place); /* repairs an overwritten node */
    cascade->now = expires && trp__is_asleep(stamp) ? TRP_NO_LINK : index;
    ending.reason = trp__is_expired(stamp) ? TRP_REASON_EXPIRED : TRP_REASON_PARENT;
    ending.cause = world->culprit;
    ending.later = expires; /* a sleeper is recycled, and so are those below it */
    trp__end_life(place.pool, place.slot, &ending, TRP_REASON_PARENT);
}

/* Ends all lives below an actor. */
static void family_end_below(trp__family_pool *home, uint32_t root, bool expires)
{
    trp_world *world = home->pool->world;
    trp__cascade cascade;

    family_end_begin(&cascade, world, expires);
    home->family->ending++;
    family_end_collect(&cascade, home, root);
    while (cascade.first != TRP_NO_LINK)
        family_end_next(&cascade);
    home->family->ending--;
    world->cascade = cascade.up;
}

/* Whether the innermost cascade is ending this actor, and has listed what is below it. */
static bool family_end_is_now(const trp_world *world, uint32_t index)
{
    return world->cascade != NULL && world->cascade->now == index;
}

/* Ends the lives below an actor that has expired. */
static void family_end_expired(trp__family_pool *home, uint32_t index)
{
    trp_world *world = home->pool->world;
    const trp__kin *entry = family_end_entry(world, index);

    if (entry != NULL && (entry->cascade & FAMILY_END_EXPIRES) == 0)
        return; /* it will be recycled, and so will those below it */
    if (entry != NULL)
        family_end_remove(world, index);
    if (trp__kin_of(home->family, index)->first != TRP_NO_LINK && !family_end_is_now(world, index))
        family_end_below(home, index, true);
}

/* Ends the lives below an actor that is being recycled. What is left are ends in progress, and
 * circles. */
static void family_end_recycled(trp__family_pool *home, uint32_t index)
{
    trp_world *world = home->pool->world;

    if (family_end_entry(world, index) != NULL)
        family_end_remove(world, index);
    /* its slot may soon have another life, which no cascade is expiring */
    for (trp__cascade *cascade = world->cascade; cascade != NULL; cascade = cascade->up)
        if (cascade->now == index && (cascade->number & FAMILY_END_EXPIRES) != 0)
            cascade->now = TRP_NO_LINK;
    if (trp__kin_of(home->family, index)->first != TRP_NO_LINK && !family_end_is_now(world, index))
        family_end_below(home, index, false);
    trp__family_orphan(home->family, index);
}

/* Whether a life ends, or will end with that of a parent. What is in the list `except` does not. */
static bool family_end_is_ending(const trp_world *world, uint32_t index, const trp__cascade *except)
{
    const trp__kin *entry = family_end_entry(world, index);

    if (entry == NULL)
        return !trp__is_alive(trp__family_stamp(world, index));
    return except == NULL || entry->cascade != except->number;
}

/* The handle of a life that will end, or whose end is being notified, or that has expired. */
static trp_handle family_end_handle(const trp_world *world, uint32_t index)
{
    const trp__place place = trp__family_place(world, index);
    const trp__cell *cell = trp__cell_of(place.pool, place.slot);
    trp_handle handle;

    handle.index = trp__handle_index(place.pool, place.slot);
    handle.generation = cell->generation - !trp__is_alive(cell->stamp);
    return handle;
}

void trp__family_told(trp_actor *actor, const trp_event_context *in)
{
    trp__family_pool *home = (trp__family_pool *)in->user;
    const uint32_t slot = trp__slot_of(in->pool, actor);
    const uint32_t index = trp__index(in->pool, slot);
    uint32_t parent;

    if (slot >= home->room)
        return;
    if (home->family->orphans)
        trp__family_orphan(home->family, index);
    else if (in->event == TRP_EVENT_EXPIRED)
        family_end_expired(home, index);
    else
        family_end_recycled(home, index);
    parent = home->kin[slot].parent;
    if (in->event == TRP_EVENT_EXPIRED || parent == TRP_NO_LINK)
        return;
    if (family_end_is_ending(in->world, parent, NULL))
        in->world->parent = family_end_handle(in->world, parent); /* for on_end */
    trp__family_unlink(home->family, index);
}

/* Sparing */

/* Whether a parent takes an actor along that is not in that list. */
static bool family_end_has_reason(const trp_world *world, uint32_t index,
                                  const trp__cascade *except)
{
    for (const trp__family_pool *home = family_end_first(world, index); home != NULL;
         home = family_end_other(home, index)) {
        const uint32_t parent = home->kin[index - home->pool->base].parent;
        if (parent != TRP_NO_LINK && family_end_is_ending(world, parent, except))
            return true;
    }
    return false;
}

/* Moves the children of the last of the spared to their list, unless another parent takes them
 * along. */
static void family_end_spare_children(trp__cascade *spared, const trp__family_pool *home,
                                      uint32_t index)
{
    uint32_t child = home->kin[index - home->pool->base].first;

    for (; child != TRP_NO_LINK; child = trp__kin_of(home->family, child)->next) {
        const trp__kin *entry = family_end_entry(spared->world, child);
        if (entry == NULL || entry->cascade == spared->number ||
            family_end_has_reason(spared->world, child, spared))
            continue;
        family_end_remove(spared->world, child);
        family_end_insert(spared, index, child, home->family);
    }
}

void trp__family_spare(trp_world *world, uint32_t index)
{
    trp__cascade spared;

    if (!trp__family_is_doomed(world, index) || family_end_has_reason(world, index, NULL))
        return;
    family_end_begin(&spared, world, false);
    family_end_remove(world, index);
    family_end_insert(&spared, TRP_NO_LINK, index, family_end_first(world, index)->family);
    for (; index != TRP_NO_LINK; index = family_end_entry(world, index)->after)
        for (const trp__family_pool *home = family_end_first(world, index); home != NULL;
             home = family_end_other(home, index))
            family_end_spare_children(&spared, home, index);
    while (spared.first != TRP_NO_LINK)
        family_end_remove(world, spared.first);
    world->cascade = spared.up;
}
