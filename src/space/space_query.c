/*
 * Queries: the members in an area.
 */
#include "space_answer.h"

trp_result trp__space_refuse_area(const trp_space *space, const char *call)
{
    return trp__space_misuse(space, NULL, NULL, call, TRP_ERR_VALUE,
                             TRP__TEXT("the area is not a number, has a negative size, or is "
                                       "infinite where it must not be"));
}

uint32_t trp__answer_full(const trp__answering *at)
{
    trp__space_misuse(at->space, NULL, NULL, at->call, TRP_ERR_FULL,
                      TRP__TEXT("no room for the answers beside those of passes in progress. Raise "
                                "desc.hits of the space"));
    return 0;
}

bool trp__space_find(trp_space *space, const trp__question *question, uint32_t *count)
{
    trp__search search;

    trp__search_begin(&search, space, question, trp__take_to_list);
    search.list = space->stack + space->stack_top;
    search.room = space->stack_size - space->stack_top;
    trp__search_run(&search);
    *count = search.count;
    space->hits += search.count;
    return !search.is_over;
}

static void query_write(trp__answering *at, uint32_t member)
{
    if (at->hits != NULL)
        at->hits[at->count] = trp__hit_of(at, member);
    if (at->actors != NULL)
        at->actors[at->count] = at->space->actor[member];
    at->count++;
}

static bool query_accepts(trp__answering *at, trp_actor *actor)
{
    bool accepts;

    at->in.user = at->query.user != NULL ? at->query.user : at->user;
    accepts = at->query.accept(actor, &at->in);
    at->in.user = at->user;
    return accepts;
}

bool trp__answer(trp__answering *at, uint32_t member)
{
    const trp_space *space = at->space;
    trp_actor *actor;

    if (!trp__pass_has(&at->pass, member))
        return true;
    actor = space->actor[member];
    at->pass.a.current = actor;
    at->in.category = space->category[member];
    if (at->query.accept != NULL &&
        (!query_accepts(at, actor) || !trp__pass_has(&at->pass, member)))
        return !at->pass.is_stopped;
    query_write(at, member);
    if (at->visit != NULL)
        at->visit(actor, &at->in);
    return at->count < at->most && !at->pass.is_stopped;
}

/* Only visits. */
TRP__INLINE bool query_visit(trp__answering *at, uint32_t member)
{
    if (!trp__pass_has(&at->pass, member))
        return true;
    at->pass.a.current = at->space->actor[member];
    at->in.category = at->space->category[member];
    at->count++;
    at->visit(at->pass.a.current, &at->in);
    return !at->pass.is_stopped;
}

static void query_visit_all(trp__answering *at, uint32_t base, uint32_t count)
{
    const trp_space *space = at->space;

    for (uint32_t i = 0; i < count && i < TRP__AHEAD; i++)
        trp__fetch(space, space->stack[base + i]);
    for (uint32_t i = 0; i < count; i++)
    {
        if (i + TRP__AHEAD < count)
            trp__fetch(space, space->stack[base + i + TRP__AHEAD]);
        if (!query_visit(at, space->stack[base + i]))
            break;
    }
}

/* The members on top of the stack. */
static void query_answer_all(trp__answering *at, uint32_t count)
{
    trp_space *space = at->space;
    const uint32_t base = space->stack_top;

    space->stack_top += count;
    if (at->visit != NULL && at->query.accept == NULL)
    {
        query_visit_all(at, base, count);
        space->stack_top = base;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
    {
        if (i + TRP__AHEAD < count)
            trp__fetch(space, space->stack[base + i + TRP__AHEAD]);
        if (!trp__answer(at, space->stack[base + i]))
            break;
    }
    space->stack_top = base;
}

void trp__answer_quietly(trp__answering *at, const uint32_t *members, uint32_t count)
{
    for (uint32_t i = 0; i < count && i < at->most; i++)
        query_write(at, members[i]);
}

/* More answers than there is room for. */
static uint32_t query_answer_slowly(trp__answering *at)
{
    trp_space *space = at->space;
    trp__held held = {0};

    if (!trp__held_begin(&held, space))
        return trp__answer_full(at);
    held.asker = TRP__NONE;
    held.after = TRP__NONE;
    held.mask = at->question.mask;
    at->question.mask = UINT32_MAX; /* the categories of the beginning count */
    trp__pass_begin(&at->pass, space);
    do
    {
        const uint32_t count = trp__held_find(&held, &at->question);
        for (uint32_t i = 0; i < count; i++)
            space->stack[space->stack_top + i] >>= 1;
        query_answer_all(at, count);
    } while (!held.is_last && at->count < at->most && !at->pass.is_stopped);
    trp__pass_end(&at->pass);
    trp__held_end(&held);
    return at->count;
}

/* Without a callback only the number of answers. */
static uint32_t query_count(trp__answering *at)
{
    trp__search search;

    trp__search_begin(&search, at->space, &at->question, trp__take_to_count);
    trp__search_run(&search);
    at->space->hits += search.count;
    return search.count;
}

static uint32_t query_answer(trp__answering *at)
{
    trp_space *space = at->space;
    const bool is_unordered = at->query.order == TRP_SPACE_ANY_ORDER;
    uint32_t count;

    if (at->visit == NULL && at->hits == NULL && at->actors == NULL && at->query.accept == NULL)
        return query_count(at);
    if (at->query.order == TRP_SPACE_NEAREST_FIRST)
        return trp__answer_nearest(at);
    if (!trp__space_find(space, &at->question, &count) &&
        !(is_unordered && at->query.accept == NULL && count >= at->most))
        return query_answer_slowly(at);
    if (count == 0)
        return 0;
    if (!is_unordered)
        trp__order_numbers(space, space->stack + space->stack_top, count);
    if (at->visit == NULL && at->query.accept == NULL)
    {
        trp__answer_quietly(at, space->stack + space->stack_top, count);
        return at->count;
    }
    trp__pass_begin(&at->pass, space);
    query_answer_all(at, count);
    trp__pass_end(&at->pass);
    return at->count;
}

/* False: a misuse. */
static bool query_begin(trp__answering *at, trp_space *space, const trp_query *query,
                        const char *call)
{
    if (space->world->in_parts)
        return false;
    at->space = space;
    at->in = trp__context(space->world, NULL, NULL, at->in.arg);
    at->in.space = space;
    at->user = at->in.user;
    at->call = call;
    at->most = UINT32_MAX;
    if (query != NULL)
        at->query = *query;
    if ((unsigned)at->query.order > TRP_SPACE_NEAREST_FIRST)
    {
        trp__space_misuse(space, NULL, NULL, call, TRP_ERR_VALUE,
                          TRP__TEXT("the order must be an enumerator of trp_space_order"));
        return false;
    }
    if (trp__space_ask(space, &at->query, &at->question))
        return true;
    trp__space_refuse_area(space, call);
    return false;
}

static uint32_t query_all(trp_space *space, const trp_query *query, trp_visit_fn *visit, void *arg,
                          const char *call)
{
    trp__answering at = {0};

    at.in.arg = arg;
    if (!trp__has_space(space, call) || !query_begin(&at, space, query, call))
        return 0;
    at.visit = visit;
    return query_answer(&at);
}

uint32_t trp_space_query(trp_space *space, trp_area area, uint32_t mask, trp_visit_fn *visit,
                         void *arg)
{
    trp_query query = {0};

    query.area = area;
    query.mask = mask;
    return query_all(space, &query, visit, arg, TRP__TEXT("trp_space_query"));
}

uint32_t trp_space_query_where(trp_space *space, const trp_query *query, trp_visit_fn *visit,
                               void *arg)
{
    return query_all(space, query, visit, arg, TRP__TEXT("trp_space_query_where"));
}

uint32_t trp_space_find(trp_space *space, const trp_query *query, trp_hit *hits, uint32_t room)
{
    trp__answering at = {0};

    if (!trp__has_space(space, TRP__TEXT("trp_space_find")) || hits == NULL || room == 0 ||
        !query_begin(&at, space, query, TRP__TEXT("trp_space_find")))
        return 0;
    at.hits = hits;
    at.most = room;
    return query_answer(&at);
}

uint32_t trp_space_nearest(trp_space *space, float x, float y, float radius, uint32_t mask,
                           trp_actor **found, uint32_t most)
{
    trp__answering at = {0};
    trp_query query = {0};

    query.area = trp_circle(x, y, radius);
    query.mask = mask;
    query.order = TRP_SPACE_NEAREST_FIRST;
    if (!trp__has_space(space, TRP__TEXT("trp_space_nearest")) || found == NULL || most == 0 ||
        !query_begin(&at, space, &query, TRP__TEXT("trp_space_nearest")))
        return 0;
    at.actors = found;
    at.most = most;
    return query_answer(&at);
}

trp_actor *trp_space_first(trp_space *space, trp_area sweep, uint32_t mask, float *at)
{
    const char *call = TRP__TEXT("trp_space_first");
    trp__answering answering = {0};
    trp_query query = {0};
    trp_hit hit = {NULL, {0, 0}, 0, 1, 0, 0};

    query.area = sweep;
    query.mask = mask;
    query.order = TRP_SPACE_NEAREST_FIRST;
    if (trp__has_space(space, call))
    {
        if (sweep.shape < TRP_SHAPE_SWEEP)
            trp__space_refuse_area(space, call);
        else if (query_begin(&answering, space, &query, call))
        {
            answering.hits = &hit;
            answering.most = 1;
            query_answer(&answering);
        }
    }
    if (at != NULL)
        *at = hit.at;
    return hit.actor;
}
