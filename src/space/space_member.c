/*
 * Members of a space: entering, leaving, falling asleep, waking.
 */
#include "space_pairing.h"

/* A number for a new member; TRP__NONE if all are taken. */
static uint32_t member_take_number(trp_space *space)
{
    uint32_t member;

    if (space->count == space->capacity && !trp__space_make_room(space, 1))
        return TRP__NONE;
    member = trp__bitmap_lowest_free(&space->numbers);
    trp__bitmap_remove(&space->numbers, TRP__FREE, member);
    trp__bitmap_add(&space->numbers, TRP__ACTIVE, member);
    if (member >= space->top)
        space->top = member + 1;
    return member;
}

static void member_give_number(trp_space *space, uint32_t member)
{
    trp__bitmap_add(&space->numbers, TRP__FREE, member);
    trp__bitmap_remove(&space->numbers, TRP__ACTIVE, member);
    if (member + 1 == space->top) /* TRP__NONE + 1 is 0 */
        space->top = trp__bitmap_before(&space->numbers, TRP__ACTIVE, member) + 1;
}

trp_result trp__space_enter(trp_space *space, trp__space_pool *entry, trp_actor *actor,
                            uint32_t slot, const char *call)
{
    const uint8_t kept = TRP__LISTED | TRP__PLACED;
    trp__edges edges;
    uint32_t member;

    if (!trp__read_box(entry, actor, &edges))
        return trp__space_misuse(
            space, entry->pool, actor, call, TRP_ERR_VALUE,
            TRP__TEXT(
                "the box is not a number, or its size is negative; the actor is outside until "
                "trp_space_add(). " TRP__BOX_ADVICE));
    member = member_take_number(space);
    if (member == TRP__NONE)
    {
        space->refused++;
        return TRP_ERR_FULL;
    }
    space->edges[member] = edges;
    space->actor[member] = actor;
    space->since[member] = space->serial;
    space->rank[member] = slot;
    space->pool[member] = (uint16_t)entry->pool->number;
    space->flags[member] =
        (uint8_t)(TRP__IN | (entry->is_static ? TRP__STATIC : 0) | (space->flags[member] & kept));
    trp__swept_forget(space, member);
    trp__space_set_class(space, member, entry->category, entry->mask);
    entry->members[slot] = member + 1;
    entry->entries++;
    entry->count++;
    space->changes++;
    if (++space->count > space->peak)
        space->peak = space->count;
    trp__space_loosen(space, member);
    if (space->desc.sleepers == TRP_SLEEPERS_HIDE &&
        !trp__is_active(trp__stamp_at(entry->pool, slot)))
        trp__space_hide(space, member);
    return TRP_OK;
}

void trp__space_leave(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    const uint32_t member = entry->members[slot] - 1;

    trp__space_unsettle(space, member);
    trp__space_leave_class(space, member);
    if ((space->flags[member] & TRP__HIDDEN) != 0)
        space->hidden--;
    space->flags[member] &= TRP__LISTED | TRP__PLACED;
    entry->members[slot] = 0;
    entry->count--;
    space->count--;
    space->changes++;
    member_give_number(space, member);
}

void trp__space_hide(trp_space *space, uint32_t member)
{
    if ((space->flags[member] & TRP__HIDDEN) != 0)
        return;
    trp__space_unsettle(space, member);
    space->flags[member] |= TRP__HIDDEN;
    space->hidden++;
    space->changes++;
}

void trp__space_show(trp_space *space, trp__space_pool *entry, uint32_t member)
{
    trp__edges edges;
    bool is_box;

    space->changes++;
    if ((space->flags[member] & TRP__HIDDEN) == 0)
        return;
    is_box = trp__read_box(entry, space->actor[member], &edges);
    if (is_box)
        space->edges[member] = edges;
    trp__swept_forget(space, member);
    space->flags[member] &= (uint8_t)~TRP__HIDDEN;
    space->since[member] = space->serial;
    space->hidden--;
    trp__space_loosen(space, member);
    if (!is_box) /* last step: the hook may remove the pool from the space */
        trp__space_misuse(
            space, entry->pool, space->actor[member], TRP__TEXT("trp_activate"), TRP_ERR_VALUE,
            TRP__TEXT(
                "its box in a space is not a number, or its size is negative. " TRP__BOX_ADVICE));
}

/* The place of an actor that is, or could be, in the space. */
typedef struct member_place
{
    trp__space_pool *entry;
    uint32_t slot;
    uint32_t member; /* may be TRP__NONE */
} member_place;

/* False: not an actor of a pool that is in the space. */
static bool member_look_up(const trp_space *space, const trp_actor *actor, member_place *out)
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
static trp_result member_find(const trp_space *space, trp_actor *actor, const char *call,
                              member_place *out)
{
    char text[TRP__BYTES_TEXT];

    out->entry = NULL;
    out->slot = TRP__NONE;
    out->member = TRP__NONE;
    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (actor == NULL)
        return TRP_GONE;
    if (!member_look_up(space, actor, out) || out->member == TRP__NONE)
        return trp__space_misuse(space, NULL, actor, call, TRP_ERR_UNLINKED,
                                 trp__named_text(text, TRP__TEXT("space"), space->desc.name,
                                                 TRP__TEXT("does not contain the actor")));
    return TRP_OK;
}

trp_result trp_space_add(trp_space *space, trp_actor *actor)
{
    const char *call = TRP__TEXT("trp_space_add");
    char text[TRP__BYTES_TEXT];
    member_place at;
    uint32_t stamp;

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (actor == NULL)
        return TRP_GONE;
    if (!member_look_up(space, actor, &at))
        return trp__space_misuse(space, NULL, actor, call, TRP_ERR_UNLINKED,
                                 trp__named_text(text, TRP__TEXT("space"), space->desc.name,
                                                 TRP__TEXT("does not contain the actor's pool")));
    if (at.member != TRP__NONE)
        return trp__space_misuse(space, at.entry->pool, actor, call, TRP_ERR_LINKED,
                                 TRP__TEXT("the actor is in this space"));
    stamp = trp__stamp_at(at.entry->pool, at.slot);
    if (!trp__is_alive(stamp))
        return trp__space_misuse(space, at.entry->pool, actor, call,
                                 trp__is_free(stamp) ? TRP_ERR_FREE : TRP_ERR_EXPIRED, NULL);
    return trp__space_enter(space, at.entry, actor, at.slot, call);
}

trp_result trp_space_remove(trp_space *space, trp_actor *actor)
{
    member_place at;
    const trp_result result = member_find(space, actor, TRP__TEXT("trp_space_remove"), &at);

    if (result == TRP_OK)
        trp__space_leave(space, at.entry, at.slot);
    return result;
}

uint32_t trp__space_number_of(const trp_space *space, const trp_actor *actor)
{
    member_place at;

    return member_look_up(space, actor, &at) ? at.member : TRP__NONE;
}

bool trp_space_has(const trp_space *space, const trp_actor *actor)
{
    return space != NULL && actor != NULL && trp__space_number_of(space, actor) != TRP__NONE;
}

trp_result trp_space_set_bits(trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask)
{
    member_place at;
    const trp_result result = member_find(space, actor, TRP__TEXT("trp_space_set_bits"), &at);

    if (result != TRP_OK)
        return result;
    trp__space_leave_class(space, at.member);
    trp__space_set_class(space, at.member, category != 0 ? category : at.entry->category,
                         mask != 0 ? mask : at.entry->mask);
    return TRP_OK;
}

/* The second edge is negated. A box that begins and ends at the same infinity has no size. */
static float member_size(float near, float negated)
{
    if (near == -negated)
        return 0;
    return negated - negated != 0 ? -negated : -negated - near;
}

uint32_t trp_space_category_of(const trp_space *space, const trp_actor *actor)
{
    const uint32_t member =
        space != NULL && actor != NULL ? trp__space_number_of(space, actor) : TRP__NONE;

    return member != TRP__NONE ? space->category[member] : 0;
}

bool trp_space_box_of(const trp_space *space, const trp_actor *actor, trp_box *box)
{
    const trp__edges *edges;
    member_place at;

    if (space == NULL || actor == NULL || box == NULL || !member_look_up(space, actor, &at) ||
        at.member == TRP__NONE)
        return false;
    edges = &space->edges[at.member];
    box->x = edges->left;
    box->y = edges->top;
    box->width = member_size(edges->left, edges->right);
    box->height = member_size(edges->top, edges->bottom);
    return true;
}

/* Reads the box of an actor, whose number is written to `member`. */
static trp_result member_read(trp_space *space, trp_actor *actor, const char *call,
                              uint32_t *member)
{
    trp__edges edges;
    member_place at;
    const trp_result result = member_find(space, actor, call, &at);

    *member = at.member;
    if (result != TRP_OK)
        return result;
    if (!trp__read_box(at.entry, actor, &edges))
        return trp__space_refuse_box(space, call, at.member);
    trp__space_place(space, at.member, &edges);
    return TRP_OK;
}

trp_result trp_space_moved(trp_space *space, trp_actor *actor)
{
    uint32_t member;

    return member_read(space, actor, TRP__TEXT("trp_space_moved"), &member);
}

trp_result trp_space_teleported(trp_space *space, trp_actor *actor)
{
    uint32_t member;
    const trp_result result = member_read(space, actor, TRP__TEXT("trp_space_teleported"), &member);

    if (result == TRP_OK)
        trp__swept_teleport(space, member);
    return result;
}
