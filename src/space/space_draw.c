/*
 * Passes in list order: drawing, and updating a part of the world.
 */
#include "space_list.h"

/* The pool's part of a view. Whether its actors are drawn. */
static bool draw_choose(const trp_space *space, const trp_pool *pool, trp_view *view)
{
    view->pool = pool;
    view->layer = pool->segment->state.layer;
    view->user = pool->desc.user;
    return pool->desc.draw != NULL && space->world->layers[view->layer].state.visible;
}

static void draw_members(const trp_space *space, uint32_t base, uint32_t count, trp_view *view)
{
    const trp_pool *pool = NULL;
    bool is_drawn = false;

    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t member = space->stack[base + i];
        const trp_actor *actor = space->actor[member];
        if (i + TRP__AHEAD < count)
            trp__fetch(space, space->stack[base + i + TRP__AHEAD]);
        if (space->world->pools[space->pool[member]] != pool)
        {
            pool = space->world->pools[space->pool[member]];
            is_drawn = draw_choose(space, pool, view);
        }
        if (is_drawn && trp__list_has(space, pool, member))
            pool->desc.draw(actor, view);
    }
}

/* All members of a pool in memory order. */
static void space_draw_slots(const trp_space *space, const trp__space_pool *entry, trp_view *view)
{
    const trp_pool *pool = entry->pool;

    if (!draw_choose(space, pool, view))
        return;
    for (uint32_t slot = 0, left = entry->count; left > 0; slot++)
    {
        const uint32_t member = entry->members[slot] - 1;
        if (member == TRP__NONE)
            continue;
        left--;
        if (trp__is_active(trp__stamp_at(pool, slot)))
            pool->desc.draw(space->actor[member], view);
    }
}

/* All members in an age-ordered segment. */
static void draw_links(const trp_space *space, trp_pool *segment, trp_view *view)
{
    trp__position position = trp__ages_start(segment->ages);
    const trp_pool *pool = NULL;
    bool is_drawn = false;
    uint32_t member;

    while ((member = trp__list_next(space, &position, segment)) != TRP__NONE)
    {
        if (space->pool[member] != (pool != NULL ? pool->number : TRP__NONE))
        {
            pool = space->world->pools[space->pool[member]];
            is_drawn = draw_choose(space, pool, view);
        }
        if (is_drawn)
            pool->desc.draw(space->actor[member], view);
    }
}

/* Every member: nothing needs to be sorted. */
static void draw_everything(const trp_space *space, trp_view *view)
{
    for (trp_pool *segment = trp__first_segment(space->world); segment != NULL;
         segment = trp__beside_segment(segment, true))
        if (!trp__in_memory_order(segment))
            draw_links(space, segment, view);
        else if (space->by_number[segment->number] != NULL)
            space_draw_slots(space, space->by_number[segment->number], view);
}

static bool draw_is_everything(trp_space *space, const trp__question *question)
{
    trp__search search;

    trp__search_begin(&search, space, question, trp__take_to_count);
    trp__search_run(&search);
    return search.count == space->count - space->hidden;
}

/* Draws the answers to a query. False: no room. */
static bool draw_answers(trp_space *space, const trp__question *question, trp_view *view)
{
    const uint32_t base = space->stack_top;
    uint32_t count;
    bool is_all;
    trp__pass pass;

    if (trp__space_find(space, question, &count))
        is_all = count == space->count - space->hidden;
    else if (draw_is_everything(space, question))
        is_all = true;
    else
        return false;
    if (!is_all)
        count = trp__list_order(space, space->stack + base, count);
    trp__pass_mark(&pass, space);
    space->world->drawing = true;
    if (is_all)
        draw_everything(space, view);
    else
    {
        space->stack_top += count;
        draw_members(space, base, count, view);
    }
    space->world->drawing = false;
    trp__pass_unmark(&pass);
    return true;
}

trp_result trp_space_draw(trp_space *space, trp_area area, void *target, float alpha)
{
    const char *call = TRP__TEXT("trp_space_draw");
    trp_query query = {0};
    trp__question question;
    trp_view view = {0};

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (space->world->ticking || space->world->drawing)
        return trp__space_misuse(space, NULL, NULL, call, TRP_BUSY,
                                 space->world->drawing ? TRP__TEXT("the world is being drawn")
                                                       : TRP__TEXT("a tick is in progress"));
    query.area = area;
    if (!trp__space_ask(space, &query, &question))
        return trp__space_refuse_area(space, call);
    view.world = space->world;
    view.target = target;
    view.alpha = alpha;
    if (draw_answers(space, &question, &view))
        return TRP_OK;
    return trp__space_misuse(space, NULL, NULL, call, TRP_ERR_FULL,
                             TRP__TEXT("no room for the answers beside those of passes in "
                                       "progress. Raise desc.hits of the space"));
}

/* Keeps the active members of one pool: sleepers are not updated, even if they wake meanwhile. */
static uint32_t space_draw_update_keep_active(const trp_space *space, uint32_t count,
                                              const trp_pool *pool)
{
    uint32_t *members = space->stack + space->stack_top;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        if (space->pool[members[i]] == pool->number && trp__list_has(space, pool, members[i]))
            members[kept++] = members[i];
    return kept;
}

static trp_result space_draw_update_check(const trp_space *space, trp_update_fn *update,
                                          const trp_context *in, const char **detail)
{
    *detail = TRP__TEXT("the update or the tick is NULL");
    if (update == NULL || in == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the world is being drawn");
    if (space->world->drawing)
        return TRP_BUSY;
    *detail = TRP__TEXT("the tick's pool is not in this space");
    if (in->world != space->world || in->pool == NULL ||
        space->by_number[in->pool->number] == NULL)
        return TRP_ERR_UNLINKED;
    return TRP_OK;
}

/* The members on top of the stack, which are in list order. */
static uint32_t space_draw_update_members(trp_space *space, uint32_t count, trp_update_fn *update,
                                          const trp_context *in)
{
    const uint32_t base = space->stack_top;
    uint32_t updated = 0;
    trp__pass pass;

    trp__pass_begin(&pass, space);
    space->stack_top += count;
    for (uint32_t i = 0; i < count && !pass.is_stopped; i++)
    {
        const uint32_t member = space->stack[base + i];
        if (!trp__pass_has(&pass, member) || !trp__list_has(space, in->pool, member))
            continue;
        updated++;
        pass.a.current = space->actor[member];
        update(pass.a.current, in);
    }
    trp__pass_end(&pass);
    return updated;
}

uint32_t trp_space_update(trp_space *space, trp_area area, trp_update_fn *update,
                          const trp_context *in)
{
    const char *call = TRP__TEXT("trp_space_update");
    const char *detail;
    trp_query query = {0};
    trp__question question;
    trp_result result;
    uint32_t count;

    if (!trp__has_space(space, call))
        return 0;
    result = space_draw_update_check(space, update, in, &detail);
    query.area = area;
    if (result == TRP_OK && !trp__space_ask(space, &query, &question))
    {
        trp__space_refuse_area(space, call);
        return 0;
    }
    if (result == TRP_OK && !trp__space_find(space, &question, &count))
    {
        detail = TRP__TEXT("no room for the answers beside those of passes in progress. Raise "
                           "desc.hits of the space");
        result = TRP_ERR_FULL;
    }
    if (result != TRP_OK)
    {
        trp__space_misuse(space, NULL, NULL, call, result, detail);
        return 0;
    }
    count = space_draw_update_keep_active(space, count, in->pool);
    count = trp__list_order(space, space->stack + space->stack_top, count);
    return space_draw_update_members(space, count, update, in);
}
