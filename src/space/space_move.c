/*
 * Reading many boxes at once: in each tick, after systems' `after`, and on request.
 *
 * If most boxes have changed, they are not compared: the moving sheet counts as not current for
 * all, and only the number of changed boxes is determined. If few have changed, these become loose.
 * The last call predicts which case applies.
 */
#include "space_box.h"

typedef struct space_move_moving
{
    trp_space *space;
    const trp__space_pool *entry; /* the pool whose boxes are read */
    uint32_t changed;
    uint32_t refused;
    bool one_by_one; /* changed boxes become loose */
} space_move_moving;

trp_result trp__space_refuse_box(trp_space *space, const char *call, uint32_t member)
{
    return trp__space_misuse(space, space->world->pools[space->pool[member]], space->actor[member],
                             call, TRP_ERR_VALUE,
                             TRP__TEXT("the box is not a number, or its size is negative; it stays "
                                       "as it was. " TRP__BOX_ADVICE));
}

bool trp__space_place(trp_space *space, uint32_t member, const trp__edges *edges)
{
    if (trp__same_edges(edges, &space->edges[member]))
        return false;
    space->edges[member] = *edges;
    if ((space->flags[member] & TRP__HIDDEN) == 0)
        trp__space_loosen(space, member);
    return true;
}

TRP__INLINE void move_member(space_move_moving *at, const trp_actor *actor, uint32_t member)
{
    trp_space *space = at->space;
    trp__edges edges;

    if (!TRP__LIKELY(trp__read_box(at->entry, actor, &edges)))
    {
        space->flags[member] |= TRP__REFUSED;
        at->refused++;
        return;
    }
    if (trp__same_edges(&edges, &space->edges[member]))
        return;
    at->changed++;
    if (TRP__RARELY(((unsigned)at->one_by_one | (space->flags[member] & TRP__RESTS)) != 0))
        trp__space_place(space, member, &edges);
    else
        space->edges[member] = edges;
}

/* By slot; hidden members too. */
static void move_pool(space_move_moving *at, const trp__space_pool *entry)
{
    at->entry = entry;
    for (uint32_t slot = 0; slot < entry->slots; slot++)
        if (entry->members[slot] != 0)
            move_member(at, at->space->actor[entry->members[slot] - 1], entry->members[slot] - 1);
}

/* By number: no pool is static. */
static void move_numbers(space_move_moving *at)
{
    const trp_space *space = at->space;
    uint32_t pool = TRP__NONE;

    for (uint32_t i = 0; i < space->top; i++)
    {
        if ((space->flags[i] & TRP__IN) == 0)
            continue;
        if (space->pool[i] != pool)
        {
            pool = space->pool[i];
            at->entry = space->by_number[pool];
        }
        move_member(at, space->actor[i], i);
    }
}

/* Reports refused boxes. Hooks may do anything, except end the space. */
TRP__COLD static trp_result move_report(trp_space *space, const char *call)
{
    trp__space_keep(space);
    for (uint32_t i = 0; i < space->top; i++)
    {
        if ((space->flags[i] & TRP__REFUSED) == 0)
            continue;
        space->flags[i] &= (uint8_t)~TRP__REFUSED;
        trp__space_refuse_box(space, call, i);
    }
    trp__space_keep_no_longer(space);
    return TRP_ERR_VALUE;
}

static space_move_moving move_begin(trp_space *space)
{
    space_move_moving at = {0};

    at.space = space;
    at.one_by_one = space->sorted && !space->all_move;
    return at;
}

static trp_result move_end(const space_move_moving *at, const char *call)
{
    trp_space *space = at->space;

    if (!at->one_by_one && at->changed != 0)
        space->sorted = false;
    space->all_move = at->changed > (space->count - space->hidden - space->resting) / 2;
    return at->refused != 0 ? move_report(space, call) : TRP_OK;
}

/* Reads the boxes of all pools that are not static. */
static trp_result move_all(trp_space *space, const char *call)
{
    space_move_moving at = move_begin(space);

    if (space->static_pools == 0)
        move_numbers(&at);
    else
        for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
            if (!entry->is_static)
                move_pool(&at, entry);
    return move_end(&at, call);
}

/* The reading of a tick. */
static void move_tick(trp__tick_hook *reader, const trp_context *in)
{
    trp_space *space = (trp_space *)((uintptr_t)reader - offsetof(trp_space, reader));

    (void)in;
    move_all(space, TRP__TEXT("trp_update_all"));
    trp__swept_read(space);
}

void trp__space_add_reader(trp_space *space)
{
    trp__tick_hook **at = &space->world->readers;

    if (space->desc.manual_moves)
        return;
    while (*at != NULL)
        at = &(*at)->next;
    space->reader.over = move_tick;
    *at = &space->reader;
}

void trp__space_remove_reader(trp_space *space)
{
    trp__tick_hook **at = &space->world->readers;

    if (space->desc.manual_moves)
        return;
    while (*at != &space->reader)
        at = &(*at)->next;
    *at = space->reader.next;
}

void trp__space_read_loaded(trp_space *space)
{
    uint32_t refused = 0;

    for (uint32_t i = 0; i < space->top && !space->desc.manual_moves; i++)
    {
        trp__edges edges;
        if ((space->flags[i] & TRP__IN) == 0)
            continue;
        if (!trp__read_box(space->by_number[space->pool[i]], space->actor[i], &edges))
        {
            space->flags[i] |= TRP__REFUSED;
            refused++;
        }
        else if (trp__space_place(space, i, &edges))
            trp__swept_teleport(space, i);
    }
    if (refused != 0)
        move_report(space, TRP__TEXT("trp_load"));
}

trp_result trp_space_moved_all(trp_space *space, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_space_moved_all");
    space_move_moving at;
    trp_result result;

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (pool == NULL)
    {
        result = move_all(space, call);
        if (space->desc.manual_moves)
            trp__swept_read(space);
        return result;
    }
    if (trp__space_entry_of(space, pool) == NULL)
        return trp__space_not_in(space, pool, call);
    at = move_begin(space);
    move_pool(&at, space->by_number[pool->number]);
    return move_end(&at, call);
}

/* Translates the stored former boxes. */
static void move_remembered(const trp_space *space, float dx, float dy)
{
    trp__edges *both[2];

    both[0] = space->swept_from;
    both[1] = space->swept_to;
    for (uint32_t i = 0; i < 2 && space->desc.sweeps; i++)
        for (uint32_t member = 0; member < space->top; member++)
        {
            trp__edges *edges = &both[i][member]; /* infinite ones stay as they are */
            edges->left += dx;
            edges->top += dy;
            edges->right -= dx;
            edges->bottom -= dy;
        }
}

trp_result trp_space_shift(trp_space *space, float dx, float dy)
{
    const char *call = TRP__TEXT("trp_space_shift");
    space_move_moving at;

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (dx - dx != 0 || dy - dy != 0)
        return trp__space_misuse(space, NULL, NULL, call, TRP_ERR_VALUE,
                                 TRP__TEXT("dx and dy must be finite"));
    move_remembered(space, dx, dy);
    at = move_begin(space);
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        move_pool(&at, entry);
    return move_end(&at, call);
}
