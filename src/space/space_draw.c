/*
 * Passes in list order: drawing, and updating a part of the world.
 *
 * The answers to a query are put in list order by keys: the rank of the segment, and the place in
 * it. In memory order that place is the slot, in an age order the index of the entry.
 */
#include "../core/ages.h"
#include "space_keys.h"
#include "space_search.h"
#include "space_shape.h"

typedef struct draw_finding {
    const trp_space *space;
    trp__question question;
    const trp__space_pool *entry; /* only members of this pool; NULL: of all */
    trp__keys keys;
} draw_finding;

/* Newest first: entries count downward. */
static uint32_t draw_place(const trp_pool *segment, uint32_t place)
{
    return !trp__in_memory_order(segment) && segment->ages->turn < 0 ? UINT32_MAX - place : place;
}

/* Adds the key of an active member. */
static void draw_take_one(draw_finding *at, uint32_t place)
{
    const trp_space *space = at->space;
    const uint32_t number = space->who[place];
    const trp__edges box = trp__copy_at(space, place);
    uint32_t slot;
    const trp__space_pool *entry = trp__entry_at(space, number, &slot);
    const trp__core core = trp__core_of_box(&box, entry->is_round);

    if ((at->entry != NULL && at->entry != entry) || !trp__is_found(entry->flags[slot]) ||
        !trp__is_active(trp__stamp_at(entry->pool, slot)) ||
        (!at->question.is_box && !trp__shape_answers(&at->question, &core)))
        return;
    if (!trp__in_memory_order(entry->pool))
        slot = draw_place(entry->pool->segment,
                          (uint32_t)trp__entry_of(trp__cell_of(entry->pool, slot)));
    trp__keys_take(&at->keys, (uint64_t)entry->rank << 32 | slot);
}

TRP__INLINE void draw_take(void *out, const trp__sheet *sheet, uint32_t place, uint32_t bits)
{
    (void)sheet;
    for (; bits != 0; bits &= bits - 1)
        draw_take_one((draw_finding *)out, place + trp__lowest_bit(bits));
}

static void draw_rank(const trp_space *space)
{
    uint32_t rank = 0;

    for (trp_pool *segment = trp__first_segment(space->world); segment != NULL;
         segment = trp__beside_segment(segment, true), rank++)
        for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
            if (space->by_number[pool->number] != NULL)
                space->by_number[pool->number]->rank = rank;
}

/* The numbers of the next answers, in list order. */
static uint32_t draw_find(draw_finding *at)
{
    const trp_space *space = at->space;
    const trp_pool *segment = trp__first_segment(space->world);
    uint32_t rank = 0;

    draw_rank(space);
    for (uint32_t i = 0; i < space->sheets_used; i++)
        trp__search_sheet(space, &space->sheets[i], &at->question.edges, draw_take, at);
    trp__keys_end(&at->keys);
    for (uint32_t i = 0; i < at->keys.count; i++) {
        const uint64_t key = at->keys.keys[i];
        uint32_t place = (uint32_t)key;
        for (; rank < key >> 32; rank++)
            segment = trp__beside_segment((trp_pool *)(uintptr_t)segment, true);
        if (trp__in_memory_order(segment))
            place += segment->base;
        else
            place = segment->ages->entries[draw_place(segment, place)].index & TRP__ENTRY_INDEX;
        at->keys.keys[i] = place;
    }
    return at->keys.count;
}

/* False: a misuse. */
static bool draw_begin(draw_finding *at, const trp_space *space, trp_area area, const char *call)
{
    memset(at, 0, sizeof *at);
    at->space = space;
    if (!trp__space_ask(space, &area, &at->question))
        trp__space_refuse_area(space, call);
    else if (!trp__keys_begin(&at->keys, space))
        trp__space_refuse_room(space, call);
    else
        return true;
    return false;
}

/* The answers on top of the stack. */
static void draw_members(const trp_space *space, uint32_t base, uint32_t count, trp_view *view)
{
    bool is_drawn = false;

    view->pool = NULL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot;
        const trp__space_pool *entry =
            trp__entry_at(space, (uint32_t)space->stack[base + i], &slot);
        const trp_pool *pool = entry->pool;
        if (view->pool != pool) {
            view->pool = pool;
            view->layer = pool->segment->state.layer;
            view->user = pool->desc.user;
            is_drawn = pool->desc.draw != NULL && space->world->layers[view->layer].state.visible;
        }
        if (is_drawn)
            pool->desc.draw(trp__node_at(pool, slot), view);
    }
}

trp_result trp_space_draw(trp_space *space, trp_area area, void *target, float alpha)
{
    const char *call = TRP__TEXT("trp_space_draw");
    draw_finding at;
    trp__pass pass;
    trp_view view = {0};

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (space->world->ticking || space->world->drawing)
        return trp__space_misuse(space, NULL, NULL, call, TRP_BUSY,
                                 space->world->drawing ? TRP__TEXT("the world is being drawn")
                                                       : TRP__TEXT("a tick is in progress"));
    if (!draw_begin(&at, space, area, call))
        return at.keys.keys == NULL ? TRP_ERR_VALUE : TRP_ERR_FULL;
    trp__sheets_owe(space, 1);
    view.world = space->world;
    view.target = target;
    view.alpha = alpha;
    trp__pass_begin(&pass, space);
    pass.can_stop = false;
    space->world->drawing = true;
    do {
        const uint32_t base = space->stack_top;
        const uint32_t count = draw_find(&at);
        space->stack_top += count;
        draw_members(space, base, count, &view);
        space->stack_top = base;
    } while (trp__keys_next(&at.keys, space));
    space->world->drawing = false;
    trp__pass_end(&pass);
    return TRP_OK;
}

static trp_result draw_check_update(const trp_space *space, trp_actor_fn *update,
                                    const trp_context *in, const char **detail)
{
    *detail = TRP__TEXT("the update or the tick is NULL");
    if (update == NULL || in == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the world is being drawn");
    if (space->world->drawing)
        return TRP_BUSY;
    *detail = TRP__TEXT("the tick's pool is not in this space");
    if (in->world != space->world || in->pool == NULL || space->by_number[in->pool->number] == NULL)
        return TRP_ERR_UNLINKED;
    return TRP_OK;
}

/* The answers on top of the stack. What has left, fallen asleep or woken meanwhile is left out. */
static uint32_t draw_update(trp_space *space, uint32_t count, trp_actor_fn *update,
                            const trp_context *in)
{
    const uint32_t base = space->stack_top;
    const trp__space_pool *entry = space->by_number[in->pool->number];
    uint32_t updated = 0;
    trp__pass pass;

    trp__pass_begin(&pass, space);
    space->stack_top += count;
    for (uint32_t i = 0; i < count && !pass.is_stopped; i++) {
        const uint32_t slot = (uint32_t)space->stack[base + i] - in->pool->base;
        if (!trp__is_found(entry->flags[slot]) || !trp__is_active(trp__stamp_at(in->pool, slot)))
            continue;
        updated++;
        pass.a.current = trp__node_at(in->pool, slot);
        update(pass.a.current, in);
    }
    trp__pass_end(&pass);
    return updated;
}

uint32_t trp_space_update(trp_space *space, trp_area area, trp_actor_fn *update,
                          const trp_context *in)
{
    const char *call = TRP__TEXT("trp_space_update");
    const char *detail;
    draw_finding at;
    trp_result result;
    uint32_t count;

    if (!trp__has_space(space, call))
        return 0;
    result = draw_check_update(space, update, in, &detail);
    if (result != TRP_OK) {
        trp__space_misuse(space, NULL, NULL, call, result, detail);
        return 0;
    }
    if (!draw_begin(&at, space, area, call))
        return 0;
    trp__sheets_owe(space, 1);
    at.entry = space->by_number[in->pool->number];
    count = draw_find(&at);
    if (at.keys.is_last)
        return draw_update(space, count, update, in);
    trp__space_refuse_room(space, call);
    return 0;
}
