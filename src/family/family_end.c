/*
 * Ends of lives together with those of their parents, through all families of the world.
 *
 * The world has one list of what is to end, the next one first. A family that is notified of an end
 * lists the children in front. Then a loop, a cascade, takes the first of the list until these are
 * gone. What is to expire ends, and then lists its own children. What is to be recycled lists its
 * children before it ends. The families are notified of the ends of a cascade as well, but start
 * another one only for what a callback ends. So neither depth nor number of families needs stack;
 * and the list is linked through the records (trp__kin), so it needs no memory.
 *
 * `cascade` of an entry is the depth of its cascade times 4, and two bits. A cascade within a
 * cascade takes what it has to end away from the outer ones.
 */
#include "family.h"

enum {
    FAMILY_END_EXPIRES = 1, /* it will expire; otherwise it will be recycled */
    FAMILY_END_PASSED = 2,  /* what is below it is in front of it */
    FAMILY_END_DEPTH = 4
};

typedef struct trp__cascade {
    struct trp__cascade *up;
    uint32_t depth;      /* times FAMILY_END_DEPTH */
    uint32_t now;        /* the actor that it is ending */
    uint32_t generation; /* the cell's, when families are notified */
    bool expires;
} trp__cascade;

static trp__kin *family_end_kin(const trp__family_pool *home, uint32_t index)
{
    return &home->kin[index - home->pool->base];
}

/* The first family in which an actor has a record, or the one after `home`; NULL: there is none. */
static trp__family_pool *family_end_home(const trp_world *world, uint32_t index,
                                         const trp__family_pool *home)
{
    const trp_watcher *at =
        home != NULL ? home->watcher.next : trp__family_place(world, index).pool->watchers;

    for (; at != NULL; at = at->next)
        if (at->function == trp__family_told) {
            trp__family_pool *found = (trp__family_pool *)at->user;
            if (index - found->pool->base < found->room)
                return found;
        }
    return NULL;
}

/* The parent in a family that ends children with their parents, or TRP_NO_LINK. */
static uint32_t family_end_parent(const trp__family_pool *home, uint32_t index)
{
    return home->family->orphans ? TRP_NO_LINK : family_end_kin(home, index)->parent;
}

/* The list */

/* The family by whose record an actor is in the list, or NULL. */
static trp__family_pool *family_end_listed(const trp_world *world, uint32_t index)
{
    trp__family_pool *home = family_end_home(world, index, NULL);

    while (home != NULL && family_end_kin(home, index)->cascade == 0)
        home = family_end_home(world, index, home);
    return home;
}

static trp__kin *family_end_entry(const trp_world *world, uint32_t index)
{
    const trp__family_pool *home = family_end_listed(world, index);

    return home != NULL ? family_end_kin(home, index) : NULL;
}

/* Removes an actor from the list, if it is there. */
static void family_end_remove(trp_world *world, uint32_t index)
{
    const trp__family_pool *home = family_end_listed(world, index);
    trp__kin *kin;

    if (home == NULL)
        return;
    kin = family_end_kin(home, index);
    if (kin->before != TRP_NO_LINK)
        family_end_entry(world, kin->before)->after = kin->after;
    else
        world->ends = kin->after;
    if (kin->after != TRP_NO_LINK)
        family_end_entry(world, kin->after)->before = kin->before;
    kin->cascade = 0;
    home->family->ending--;
}

/* Makes an actor that is not in the list the first one, by its record in that family. */
static void family_end_push(trp_world *world, trp_family *family, uint32_t index, uint32_t bits)
{
    trp__kin *kin = trp__kin_of(family, index);

    kin->before = TRP_NO_LINK;
    kin->after = world->ends;
    kin->cascade = world->cascade->depth + bits;
    if (world->ends != TRP_NO_LINK)
        family_end_entry(world, world->ends)->before = index;
    world->ends = index;
    family->ending++;
}

static void family_end_begin(trp__cascade *cascade, trp_world *world)
{
    cascade->up = world->cascade;
    cascade->depth = (cascade->up != NULL ? cascade->up->depth : 0) + FAMILY_END_DEPTH;
    cascade->now = TRP_NO_LINK;
    if (cascade->up == NULL)
        world->ends = TRP_NO_LINK;
    world->cascade = cascade;
}

/* The record of the first of the list, if it belongs to the innermost cascade; otherwise NULL. */
static trp__kin *family_end_first(const trp_world *world)
{
    trp__kin *kin = world->ends != TRP_NO_LINK ? family_end_entry(world, world->ends) : NULL;

    return kin != NULL && kin->cascade >= world->cascade->depth ? kin : NULL;
}

/* Ending */

/*
 * Lists the children of an actor in a family, in order, unless they are where they must be. Those
 * whose end is in progress are listed for the sake of what is below them, but not `again`. Whether
 * one was listed.
 */
static bool family_end_list_children(const trp__family_pool *home, uint32_t index, uint32_t bits,
                                     bool again)
{
    trp_world *world = home->pool->world;
    uint32_t child = home->family->orphans ? TRP_NO_LINK : family_end_kin(home, index)->last;
    bool is_listed = false;

    for (; child != TRP_NO_LINK; child = trp__kin_of(home->family, child)->prev) {
        const trp__kin *entry = family_end_entry(world, child);
        if (entry != NULL ? entry->cascade == (world->cascade->depth | FAMILY_END_PASSED) ||
                                bits > (entry->cascade & FAMILY_END_EXPIRES)
                          : again && trp__family_stamp(world, child) == TRP__STAMP_LEAVING)
            continue;
        if (entry != NULL)
            family_end_remove(world, child);
        family_end_push(world, home->family, child, bits);
        is_listed = true;
    }
    return is_listed;
}

/* Lists what is below the first of the list, which will be recycled. Whether there is something. */
static bool family_end_pass(trp_world *world, trp__kin *kin)
{
    const uint32_t index = world->ends;
    const bool again = (kin->cascade & FAMILY_END_PASSED) != 0;
    bool is_listed = false;

    kin->cascade = world->cascade->depth | FAMILY_END_PASSED;
    for (const trp__family_pool *home = family_end_home(world, index, NULL); home != NULL;
         home = family_end_home(world, index, home))
        is_listed |= family_end_list_children(home, index, 0, again);
    return is_listed;
}

/* Ends the first life of the list, with the cause of the root's end. */
static void family_end_next(trp_world *world, trp__kin *kin)
{
    const uint32_t index = world->ends;
    trp__place place = trp__family_place(world, index);
    const trp__cell *cell = trp__cell_of(place.pool, place.slot);
    const uint32_t stamp = cell->stamp;
    const bool expires = (kin->cascade & FAMILY_END_EXPIRES) != 0 && !trp__is_asleep(stamp);
    trp_ending ending = {0};

    if (!expires && family_end_pass(world, kin))
        return;
    family_end_remove(world, index);
    if (expires ? !trp__is_alive(stamp) : stamp == TRP__STAMP_LEAVING)
        return; /* its end is in progress */
    (void)trp__enter(world, trp__node_at(place.pool, place.slot), TRP__TEXT("(the family)"),
                     &place); /* repairs an overwritten node */
    world->cascade->now = index;
    world->cascade->generation = cell->generation + trp__is_alive(stamp);
    world->cascade->expires = expires;
    ending.reason = trp__is_expired(stamp) ? TRP_REASON_EXPIRED : TRP_REASON_PARENT;
    ending.cause = world->culprit;
    ending.later = expires;
    trp__end_life(place.pool, place.slot, &ending, TRP_REASON_PARENT);
}

/* Whether the innermost cascade is ending this life, in this way. */
static bool family_end_is_now(const trp_world *world, const trp__place *place, bool expires)
{
    const trp__cascade *cascade = world->cascade;

    return cascade != NULL && cascade->now == trp__index(place->pool, place->slot) &&
           cascade->generation == trp__cell_of(place->pool, place->slot)->generation &&
           cascade->expires == expires;
}

/* An actor has expired, or is being recycled: ends all lives below it. */
static void family_end_below(trp__family_pool *home, const trp__place *place, bool expires)
{
    trp_world *world = home->pool->world;
    const uint32_t index = trp__index(place->pool, place->slot);
    const uint32_t bits = expires ? FAMILY_END_EXPIRES : 0;
    trp__kin *entry = family_end_entry(world, index);
    trp__cascade cascade;

    if (entry != NULL && bits > (entry->cascade & FAMILY_END_EXPIRES))
        return; /* it will be recycled, and so will those below it */
    family_end_remove(world, index);
    if (family_end_is_now(world, place, expires)) {
        if (expires)
            family_end_list_children(home, index, bits, false);
        return;
    }
    if (family_end_kin(home, index)->first == TRP_NO_LINK)
        return;
    family_end_begin(&cascade, world);
    home->family->ending++;
    family_end_list_children(home, index, bits, false);
    while ((entry = family_end_first(world)) != NULL)
        family_end_next(world, entry);
    home->family->ending--;
    world->cascade = cascade.up;
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
    const trp__place place = {in->pool, trp__slot_of(in->pool, actor)};
    const uint32_t index = trp__index(place.pool, place.slot);
    const bool expires = in->event == TRP_EVENT_EXPIRED;
    uint32_t parent;

    if (place.slot >= home->room)
        return;
    if (!home->family->orphans)
        family_end_below(home, &place, expires);
    if (!expires || home->family->orphans)
        trp__family_orphan(home->family, index); /* children whose ends are in progress; circles */
    parent = home->kin[place.slot].parent;
    if (expires || parent == TRP_NO_LINK)
        return;
    if (!trp__is_alive(trp__family_stamp(in->world, parent)) ||
        family_end_entry(in->world, parent) != NULL)
        in->world->parent = family_end_handle(in->world, parent); /* for on_end */
    trp__family_unlink(home->family, index);
}

/* Sparing */

bool trp__family_is_doomed(trp_world *world, trp_family *family, uint32_t index)
{
    trp__cascade search; /* lists the ancestors, the later ones in front */
    bool is_doomed;

    if (world->cascade == NULL)
        return false;
    is_doomed = family_end_entry(world, index) != NULL;
    if (is_doomed)
        return true;
    family_end_begin(&search, world);
    family_end_push(world, family, index, 0);
    for (; index != TRP_NO_LINK && !is_doomed; index = family_end_entry(world, index)->before)
        for (const trp__family_pool *home = family_end_home(world, index, NULL);
             home != NULL && !is_doomed; home = family_end_home(world, index, home)) {
            const uint32_t parent = family_end_parent(home, index);
            const trp__kin *entry = parent != TRP_NO_LINK ? family_end_entry(world, parent) : NULL;
            if (parent == TRP_NO_LINK || (entry != NULL && entry->cascade == search.depth))
                continue;
            is_doomed = entry != NULL || !trp__is_alive(trp__family_stamp(world, parent));
            if (!is_doomed)
                family_end_push(world, home->family, parent, 0);
        }
    while (family_end_first(world) != NULL)
        family_end_remove(world, world->ends);
    world->cascade = search.up;
    return is_doomed;
}

/* Whether a parent whose own end has begun takes an actor along. */
static bool family_end_is_taken(const trp_world *world, uint32_t index)
{
    for (const trp__family_pool *home = family_end_home(world, index, NULL); home != NULL;
         home = family_end_home(world, index, home)) {
        const uint32_t parent = family_end_parent(home, index);
        if (parent != TRP_NO_LINK && !trp__is_alive(trp__family_stamp(world, parent)))
            return true;
    }
    return false;
}

/* What is below the actor is in front of it. What another parent takes along is found again when it
 * is that one's turn. */
void trp__family_spare(trp_world *world, uint32_t index)
{
    const trp__kin *entry = world->cascade != NULL ? family_end_entry(world, index) : NULL;
    const uint32_t cascade = entry != NULL ? entry->cascade : 0;

    if (entry == NULL || family_end_is_taken(world, index))
        return;
    do {
        const uint32_t before = entry->before;
        if (!family_end_is_taken(world, index))
            family_end_remove(world, index);
        index = before;
        entry = index != TRP_NO_LINK ? family_end_entry(world, index) : NULL;
    } while (entry != NULL && (cascade & FAMILY_END_PASSED) != 0 &&
             (entry->cascade & ~3u) == (cascade & ~3u));
}
