/*
 * What is told in list order: drawing, and updating a part of the world.
 *
 * Answers come by number. To put them into list order each gets a key: its segment's place in the list, then its slot
 * in memory order; in age order its rank, which a walk along the segment gives to all. Ranks hold until someone is
 * created or woken there: who leaves does not change the order of the others.
 */
#include "space_internal.h"

/* Numbers the segments in list order. */
static void number_segments(const trp_space *space)
{
    const trp_world *world = space->world;
    uint32_t number = 0;

    for (uint32_t place = 0; place < world->layer_count; place++)
        for (const trp_pool *segment = trp__layer_at(world, place)->first; segment != NULL;
             segment = segment->behind, number++)
            for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
                if (space->by_number[pool->number] != NULL)
                    space->by_number[pool->number]->segment = number;
}

/* How often someone has entered a segment, or more often. The pools' own counts: a watcher may draw before the space is
 * told. */
static uint64_t entries_into(const trp_space *space, const trp_pool *segment)
{
    uint64_t count = 0;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        if (space->by_number[pool->number] != NULL)
            count += pool->created + pool->woken + space->by_number[pool->number]->entries;
    return count;
}

/* Ranks the members in a segment by their place in the list. Those behind one that was overwritten keep the ranks that
 * they had. */
static void rank(const trp_space *space, const trp_pool *segment)
{
    const trp_link *end = &segment->tail.hook.link;
    const trp_link *at = &segment->head.hook.link;
    uint32_t next = 0;

    for (const trp_link *link = at->next; link != end && link != NULL && link->prev == at;
         at = link, link = link->next)
    {
        const trp_actor *actor = (const trp_actor *)(const void *)link;
        const uint32_t number = actor->stamp & TRP__POOL_MASK;
        const trp__space_pool *entry =
            number < space->world->pool_count ? space->by_number[number] : NULL;
        const uint32_t slot = entry != NULL ? trp__slot_of(entry->pool, actor) : TRP__NONE;
        if (slot != TRP__NONE && entry->members[slot] != 0)
            space->rank[entry->members[slot] - 1] = next++;
    }
}

static void rank_if_needed(const trp_space *space, trp__space_pool *entry)
{
    const trp_pool *segment = entry->pool->segment;
    const uint64_t count = entries_into(space, segment);

    if (entry->ranked == count)
        return;
    rank(space, segment);
    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        if (space->by_number[pool->number] != NULL)
            space->by_number[pool->number]->ranked = count;
}

static uint64_t key_of(const trp_space *space, uint32_t member)
{
    trp__space_pool *entry = space->by_number[space->pool[member]];
    uint32_t place;

    if (trp__in_memory_order(entry->pool))
        place = trp__slot_of(entry->pool, space->actor[member]);
    else
    {
        rank_if_needed(space, entry);
        place = space->rank[member];
    }
    return (uint64_t)entry->segment << 48 | (uint64_t)place << 24 | member;
}

static uint32_t member_of(uint64_t key)
{
    return (uint32_t)(key & (TRP_MAX_BOXES - 1));
}

/* Turns `count` members on top of the stack into keys in list order; false: no room. `from`: where they begin now. */
static bool put_in_order(trp_space *space, uint32_t count, uint32_t *from, const char *call)
{
    const uint32_t base = (space->stack_top + 1) / 2 * 2;
    uint64_t *keys = (uint64_t *)(void *)(space->stack + base);

    if (count != 0 && (space->stack_size - base) / 2 < count) /* one fits, so base does */
    {
        trp__space_misuse(space, NULL, NULL, call, TRP_ERR_FULL,
                          TRP__TEXT("desc.hits has no room for the answers, which take 2 here"));
        return false;
    }
    number_segments(space);
    for (uint32_t i = count; i-- > 0;)
        keys[i] = key_of(space, space->stack[space->stack_top + i]);
    trp__order_keys(keys, count);
    *from = base;
    return true;
}

/* The k-th of the members that were put in order. */
static uint32_t ordered(const trp_space *space, uint32_t from, uint32_t k)
{
    uint64_t key;

    memcpy(&key, space->stack + from + 2 * (size_t)k, sizeof key);
    return member_of(key);
}

static void draw(const trp_space *space, uint32_t member, trp_view *view)
{
    const trp_actor *actor = space->actor[member];
    const trp_pool *pool = space->world->pools[space->pool[member]];

    if (pool->desc.draw == NULL || !trp__is_active(actor) ||
        !space->world->layers[pool->segment->desc.layer].visible)
        return;
    view->pool = pool;
    view->layer = pool->segment->desc.layer;
    view->user = pool->desc.user;
    pool->desc.draw(actor, view);
}

static void draw_all(trp_space *space, uint32_t from, uint32_t count, void *target, float alpha)
{
    const uint32_t stack_top = space->stack_top;
    trp_view view = {0};

    view.world = space->world;
    view.target = target;
    view.alpha = alpha;
    space->world->drawing = true;
    space->passes++;
    space->stack_top = from + 2 * count;
    for (uint32_t i = 0; i < count; i++)
        draw(space, ordered(space, from, i), &view);
    space->stack_top = stack_top;
    space->passes--;
    space->world->drawing = false;
}

trp_result trp_space_draw(trp_space *space, trp_area area, void *target, float alpha)
{
    const char *call = TRP__TEXT("trp_space_draw");
    trp_result result;
    uint32_t count;
    uint32_t from;

    if (space == NULL)
        return TRP_ERR_NULL;
    if (space->world->ticking || space->world->drawing)
        return trp__space_misuse(space, NULL, NULL, call, TRP_BUSY,
                                 space->world->drawing ? TRP__TEXT("the world is being drawn")
                                                       : TRP__TEXT("a tick is in progress"));
    result = trp__space_find(space, area, 0, call, &count);
    if (result != TRP_OK)
        return result;
    if (!put_in_order(space, count, &from, call))
        return TRP_ERR_FULL;
    draw_all(space, from, count, target, alpha);
    return TRP_OK;
}

/* Leaves the members of one pool that are active: sleepers are not updated, be they woken meanwhile. */
static uint32_t keep_active(const trp_space *space, uint32_t count, const trp_pool *pool)
{
    uint32_t *members = space->stack + space->stack_top;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        if (space->pool[members[i]] == pool->number && trp__is_active(space->actor[members[i]]))
            members[kept++] = members[i];
    return kept;
}

static trp_result check_update(const trp_space *space, trp_update_fn *update, const trp_tick *tick,
                               const char **detail)
{
    *detail = TRP__TEXT("the update or the tick is NULL");
    if (update == NULL || tick == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the world is being drawn");
    if (space->world->drawing)
        return TRP_BUSY;
    *detail = TRP__TEXT("the tick's pool is not in this space");
    if (tick->world != space->world || tick->pool == NULL ||
        space->by_number[tick->pool->number] == NULL)
        return TRP_ERR_UNLINKED;
    return TRP_OK;
}

uint32_t trp_space_update(trp_space *space, trp_area area, trp_update_fn *update,
                          const trp_tick *tick)
{
    const char *call = TRP__TEXT("trp_space_update");
    const char *detail;
    trp_result result;
    uint32_t updated = 0;
    uint32_t count;
    uint32_t from;
    trp__pass pass;

    if (space == NULL)
        return 0;
    result = check_update(space, update, tick, &detail);
    if (result != TRP_OK)
    {
        trp__space_misuse(space, NULL, NULL, call, result, detail);
        return 0;
    }
    if (trp__space_find(space, area, 0, call, &count) != TRP_OK)
        return 0;
    count = keep_active(space, count, tick->pool);
    if (!put_in_order(space, count, &from, call))
        return 0;
    trp__pass_begin(&pass, space);
    space->stack_top = from + 2 * count;
    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t member = ordered(space, from, i);
        if (!trp__pass_has(&pass, member) || !trp__is_active(space->actor[member]))
            continue;
        updated++;
        pass.a.current = space->actor[member];
        update(pass.a.current, tick);
    }
    trp__pass_end(&pass);
    return updated;
}
