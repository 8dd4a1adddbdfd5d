/*
 * Who is in a space, and where: entering, leaving, moving.
 */
#include "space_internal.h"

static bool is_infinite(float value)
{
    return value - value != 0; /* or not a number */
}

/* A corner plus a size; what begins at minus infinity and is infinite has no other end. */
static float far_edge(float corner, float size)
{
    return is_infinite(size) ? size : corner + size;
}

bool trp__space_edges_of(const trp_box *box, trp__edges *edges)
{
    if (!(box->width >= 0 && box->height >= 0 && box->x == box->x && box->y == box->y))
        return false;
    edges->left = box->x;
    edges->top = box->y;
    edges->right = -far_edge(box->x, box->width);
    edges->bottom = -far_edge(box->y, box->height);
    return true;
}

TRP__INLINE trp_box box_of(const trp__space_pool *entry, const trp_actor *actor)
{
    trp_box box;

    if (entry->bounds != NULL)
        return entry->bounds(actor);
    memcpy(&box, (const unsigned char *)actor + entry->box, sizeof box);
    return box;
}

/* Reads a member's box, and widens the bounds of all corners by it; false, and nothing changed, if it is none. */
TRP__INLINE bool read_box(const trp__space_pool *entry, const trp_actor *actor, trp__edges *out,
                          trp__edges *least, trp__edges *most)
{
    const trp_box box = box_of(entry, actor);
    const float right = box.x + box.width;
    const float bottom = box.y + box.height;

    /* a sum that is finite has two finite parts */
    if (TRP__LIKELY(box.width >= 0 && box.height >= 0 && right - right == 0 &&
                    bottom - bottom == 0))
    {
        out->left = box.x;
        out->top = box.y;
        out->right = -right;
        out->bottom = -bottom;
        trp__include_corner(least, most, out);
        return true;
    }
    return trp__space_edges_of(&box, out);
}

static bool read_member(trp_space *space, const trp__space_pool *entry, uint32_t member)
{
    return read_box(entry, space->actor[member], &space->edges[member], &space->least,
                    &space->most);
}

static void loosen(trp_space *space, uint32_t member)
{
    uint8_t *flags = &space->flags[member];

    if (!space->sorted)
        return;
    if ((*flags & TRP__LISTED) == 0)
        space->loose[space->loose_count++] = member;
    *flags |= TRP__LOOSE | TRP__LISTED;
}

/* A number for a newcomer; TRP__NONE if all are taken. */
static uint32_t take_number(trp_space *space)
{
    uint32_t member;

    if (space->count == space->capacity && !trp__space_grow(space))
        return TRP__NONE;
    member = trp__bitmap_lowest_free(&space->numbers);
    trp__bitmap_remove(&space->numbers, TRP__FREE, member);
    if (member >= space->top)
        space->top = member + 1;
    return member;
}

static void give_number(trp_space *space, uint32_t member)
{
    trp__bitmap_add(&space->numbers, TRP__FREE, member);
    while (space->top > 0 && (space->flags[space->top - 1] & TRP__IN) == 0)
        space->top--;
}

trp_result trp__space_enter(trp_space *space, trp__space_pool *entry, trp_actor *actor,
                            uint32_t slot, const char *call)
{
    trp__edges edges;
    uint32_t member;

    if (!read_box(entry, actor, &edges, &space->least, &space->most))
        return trp__space_misuse(space, entry->pool, actor, call, TRP_ERR_VALUE,
                                 TRP__TEXT("the box is not a number, or its size is negative"));
    member = take_number(space);
    if (member == TRP__NONE)
    {
        space->refused++;
        return TRP_ERR_FULL;
    }
    space->edges[member] = edges;
    space->actor[member] = actor;
    space->since[member] = space->serial;
    space->category[member] = entry->category;
    space->mask[member] = entry->mask;
    space->at[member] = TRP__NONE;
    space->pool[member] = (uint16_t)entry->pool->number;
    space->flags[member] = (uint8_t)(TRP__IN | (space->flags[member] & TRP__LISTED));
    entry->members[slot] = member + 1;
    entry->entries++;
    space->changes++;
    if (++space->count > space->peak)
        space->peak = space->count;
    loosen(space, member);
    if (!trp__is_active(trp__cell_of(entry->pool, slot)->stamp) &&
        space->desc.sleepers == TRP_SLEEPERS_HIDE)
        trp__space_hide(space, member);
    return TRP_OK;
}

void trp__space_leave(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    const uint32_t member = entry->members[slot] - 1;

    if ((space->flags[member] & TRP__HIDDEN) != 0)
        space->hidden--;
    space->flags[member] &= TRP__LISTED;
    space->at[member] = TRP__NONE;
    entry->members[slot] = 0;
    space->count--;
    space->changes++;
    give_number(space, member);
}

void trp__space_hide(trp_space *space, uint32_t member)
{
    if ((space->flags[member] & TRP__HIDDEN) != 0)
        return;
    space->flags[member] |= TRP__HIDDEN;
    space->at[member] = TRP__NONE;
    space->hidden++;
    space->changes++;
}

void trp__space_show(trp_space *space, trp__space_pool *entry, uint32_t member)
{
    space->changes++;
    if ((space->flags[member] & TRP__HIDDEN) == 0)
        return;
    space->flags[member] &= (uint8_t)~TRP__HIDDEN;
    space->since[member] = space->serial;
    space->hidden--;
    if (!read_member(space, entry, member))
        trp__space_misuse(space, entry->pool, space->actor[member], TRP__TEXT("trp_activate"),
                          TRP_ERR_VALUE,
                          TRP__TEXT("its box in a space is not a number, or its size is negative"));
    loosen(space, member);
}

/* Where an actor is that is, or could be, in the space. */
typedef struct where
{
    trp__space_pool *entry;
    uint32_t slot;
    uint32_t member; /* or TRP__NONE */
} where;

/* False: not an actor of a pool that is in the space. */
static bool look_up(const trp_space *space, const trp_actor *actor, where *out)
{
    trp__place place;

    if (trp__locate(space->world, actor, &place) != TRP_OK)
        return false;
    out->entry = space->by_number[place.pool->number];
    out->slot = place.slot;
    if (out->entry == NULL)
        return false;
    out->member = out->entry->members[place.slot] - 1;
    return true;
}

/* TRP_OK: it is a member. */
static trp_result find(const trp_space *space, trp_actor *actor, const char *call, where *out)
{
    out->entry = NULL;
    out->slot = TRP__NONE;
    out->member = TRP__NONE;
    if (space == NULL)
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (actor == NULL)
        return TRP_GONE;
    if (!look_up(space, actor, out) || out->member == TRP__NONE)
        return trp__space_misuse(space, NULL, actor, call, TRP_ERR_UNLINKED,
                                 TRP__TEXT("the actor is not in this space"));
    return TRP_OK;
}

trp_result trp_space_add(trp_space *space, trp_actor *actor)
{
    const char *call = TRP__TEXT("trp_space_add");
    uint32_t stamp;
    where at;

    if (space == NULL)
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (actor == NULL)
        return TRP_GONE;
    if (!look_up(space, actor, &at))
        return trp__space_misuse(space, NULL, actor, call, TRP_ERR_UNLINKED,
                                 TRP__TEXT("the actor's pool is not in this space"));
    if (at.member != TRP__NONE)
        return trp__space_misuse(space, at.entry->pool, actor, call, TRP_ERR_LINKED,
                                 TRP__TEXT("the actor is in this space"));
    stamp = trp__cell_of(at.entry->pool, at.slot)->stamp;
    if (!trp__is_alive(stamp))
        return trp__space_misuse(space, at.entry->pool, actor, call,
                                 trp__is_free(stamp) ? TRP_ERR_FREE : TRP_ERR_EXPIRED, NULL);
    return trp__space_enter(space, at.entry, actor, at.slot, call);
}

trp_result trp_space_remove(trp_space *space, trp_actor *actor)
{
    where at;
    const trp_result result = find(space, actor, TRP__TEXT("trp_space_remove"), &at);

    if (result == TRP_OK)
        trp__space_leave(space, at.entry, at.slot);
    return result;
}

bool trp_space_has(const trp_space *space, const trp_actor *actor)
{
    where at;

    return space != NULL && actor != NULL && look_up(space, actor, &at) && at.member != TRP__NONE;
}

trp_result trp_space_set_bits(trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask)
{
    where at;
    const trp_result result = find(space, actor, TRP__TEXT("trp_space_set_bits"), &at);

    if (result != TRP_OK)
        return result;
    space->category[at.member] = category != 0 ? category : at.entry->category;
    space->mask[at.member] = mask != 0 ? mask : at.entry->mask;
    space->has_bits = true;
    return TRP_OK;
}

/* The second edge is negated. */
static float size_between(float near, float negated)
{
    return is_infinite(negated) ? -negated : -negated - near;
}

bool trp_space_box_of(const trp_space *space, const trp_actor *actor, trp_box *box)
{
    const trp__edges *edges;
    where at;

    if (space == NULL || actor == NULL || box == NULL || !look_up(space, actor, &at) ||
        at.member == TRP__NONE)
        return false;
    edges = &space->edges[at.member];
    box->x = edges->left;
    box->y = edges->top;
    box->width = size_between(edges->left, edges->right);
    box->height = size_between(edges->top, edges->bottom);
    return true;
}

TRP__COLD static trp_result refuse_box(trp_space *space, const char *call, uint32_t member)
{
    return trp__space_misuse(
        space, space->world->pools[space->pool[member]], space->actor[member], call, TRP_ERR_VALUE,
        TRP__TEXT("the box is not a number, or its size is negative; it stays as it was"));
}

trp_result trp_space_moved(trp_space *space, trp_actor *actor)
{
    where at;
    const trp_result result = find(space, actor, TRP__TEXT("trp_space_moved"), &at);

    if (result != TRP_OK)
        return result;
    if (!read_member(space, at.entry, at.member))
        return refuse_box(space, TRP__TEXT("trp_space_moved"), at.member);
    if ((space->flags[at.member] & TRP__HIDDEN) == 0)
        loosen(space, at.member);
    return TRP_OK;
}

/* Reads the boxes of all members, or of one pool's. */
static trp_result read_all(trp_space *space, const trp__space_pool *only, const char *call)
{
    trp_result result = TRP_OK;
    const trp__space_pool *entry = only;
    trp__edges least = space->least;
    trp__edges most = space->most;

    for (uint32_t i = 0; i < space->loose_count; i++)
        space->flags[space->loose[i]] &= TRP__IN | TRP__HIDDEN;
    space->loose_count = 0;
    space->sorted = false;
    if (only == NULL)
        trp__no_corners(&least, &most);
    for (uint32_t i = 0; i < space->top; i++)
    {
        if ((space->flags[i] & TRP__IN) == 0)
            continue;
        if (entry == NULL || entry->pool->number != space->pool[i])
        {
            if (only != NULL)
                continue;
            entry = space->by_number[space->pool[i]];
        }
        if (TRP__LIKELY(read_box(entry, space->actor[i], &space->edges[i], &least, &most)))
            continue;
        trp__include_corner(&least, &most, &space->edges[i]); /* the old one */
        result = refuse_box(space, call, i);
    }
    space->least = least;
    space->most = most;
    return result;
}

trp_result trp_space_moved_all(trp_space *space)
{
    if (space == NULL)
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, TRP__TEXT("trp_space_moved_all")) != TRP_OK)
        return TRP_BUSY;
    return read_all(space, NULL, TRP__TEXT("trp_space_moved_all"));
}

trp_result trp_space_moved_pool(trp_space *space, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_space_moved_pool");

    if (space == NULL || pool == NULL)
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (trp__space_entry_of(space, pool) == NULL)
        return trp__space_not_in(space, pool, call);
    return read_all(space, space->by_number[pool->number], call);
}
