/*
 * Queries: what is in an area, in order. trp_space_find() writes only to its caller's memory.
 */
#include "space_search.h"
#include "space_shape.h"

#define FIND_ROOM 64    /* keys at a time in trp_space_find() */
#define FIND_CIRCLES 16 /* before the whole area is searched */

/* A query in progress. */
typedef struct find_asking
{
    const trp_space *space;
    const char *call;
    trp_query query;
    trp__question question;
    trp__core middle;
    trp_context in; /* of callbacks */
    void *user;     /* what they get, unless the query has its own */
    trp__keys keys;
    uint64_t counted;
    bool counts;  /* nothing is collected */
    bool accepts; /* asks query.accept while searching */
} find_asking;

static bool find_is_finite(float value)
{
    return value - value == 0;
}

/* The middle of an area, as a point. */
static trp__core find_middle(const trp__question *question)
{
    const trp__core *core = &question->core;
    const float left = core->left * 0.5f;
    const float right = core->right * 0.5f;
    const float top = core->top * 0.5f;
    const float bottom = core->bottom * 0.5f;
    const float x = left + right;
    const float y = top + bottom;
    const trp__core out = {x, y, x, y, 0};

    return out;
}

/* How far a box is from the middle, or along the query's line. */
static float find_distance(const find_asking *at, const trp__core *core)
{
    const trp__question *question = &at->question;
    float gap_x;
    float gap_y;
    float distance;

    if (question->is_sweep)
        distance =
            trp__core_sweep(&question->core, question->dx, question->dy, question->is_ray, core).at;
    else
    {
        trp__core_gaps(core, &at->middle, &gap_x, &gap_y);
        distance = trp__length(gap_x, gap_y) - core->radius;
    }
    return distance > 0 ? distance : 0; /* not -0, whose bits are in no order */
}

/* The distance, then the number; the bits of nonnegative floats have their order. */
static uint64_t find_key(const find_asking *at, uint32_t number, const trp__edges *box)
{
    float distance;
    uint32_t bits;
    trp__core core;

    if (at->query.order != TRP_SPACE_NEAREST_FIRST)
        return number;
    core = trp__core_of_box(box, trp__is_round(at->space, number));
    distance = find_distance(at, &core);
    memcpy(&bits, &distance, sizeof bits);
    return (uint64_t)bits << 32 | number;
}

static bool find_accepts(find_asking *at, const trp_actor *actor, uint32_t category)
{
    bool accepts;

    at->in.category = category;
    at->in.user = at->query.user != NULL ? at->query.user : at->user;
    accepts = at->query.accept(actor, &at->in);
    at->in.user = at->user;
    return accepts;
}

static trp_actor *find_actor(const trp_space *space, uint32_t number, uint32_t *category)
{
    uint32_t slot;
    const trp__space_pool *entry = trp__entry_at(space, number, &slot);

    *category = entry->category_of[slot];
    return trp__node_at(entry->pool, slot);
}

static void find_take_one(find_asking *at, const trp__sheet *sheet, uint32_t place)
{
    const trp_space *space = at->space;
    const trp__question *question = &at->question;
    const uint32_t number = space->who[place];
    const trp__edges box = trp__copy_at(space, place);

    if (number == question->asker || !trp__is_still_found(space, number) ||
        (sheet->is_mixed && (space->category[place] & question->mask) == 0) ||
        (!question->is_box && !trp__shape_answers(space, question, number, &box)))
        return;
    if (at->accepts)
    {
        uint32_t category;
        const trp_actor *actor = find_actor(space, number, &category);
        if (!find_accepts(at, actor, category))
            return;
    }
    if (at->counts)
        at->counted++;
    else
        trp__keys_take(&at->keys, find_key(at, number, &box));
}

TRP__INLINE void find_take(void *out, const trp__sheet *sheet, uint32_t place, uint32_t bits)
{
    for (; bits != 0; bits &= bits - 1)
        find_take_one((find_asking *)out, sheet, place + trp__lowest_bit(bits));
}

/* Everything that touches these edges. */
static void find_run(find_asking *at, const trp__edges *edges)
{
    const trp_space *space = at->space;

    for (uint32_t i = 0; i < space->sheet_count; i++)
        if (trp__sheet_has(&space->sheets[i], at->question.mask))
            trp__search_sheet(space, &space->sheets[i], edges, find_take, at);
    if (!at->counts)
        trp__keys_end(&at->keys);
}

/* False: a misuse. */
static bool find_begin(find_asking *at, const trp_space *space, const trp_query *query, void *arg,
                       const char *call)
{
    memset(at, 0, sizeof *at);
    at->space = space;
    at->call = call;
    at->in = trp__context(space->world, NULL, NULL, arg);
    at->in.space = (trp_space *)space->watcher.user;
    at->user = at->in.user;
    if (query != NULL)
        at->query = *query;
    if ((unsigned)at->query.order > TRP_SPACE_NEAREST_FIRST)
    {
        trp__space_misuse(space, NULL, NULL, call, TRP_ERR_VALUE,
                          TRP__TEXT("the order must be an enumerator of trp_space_order"));
        return false;
    }
    if (trp__space_ask(space, &at->query, &at->question))
    {
        at->middle = find_middle(&at->question);
        if (at->query.order != TRP_SPACE_NEAREST_FIRST || at->question.is_sweep ||
            (find_is_finite(at->middle.left) && find_is_finite(at->middle.top)))
            return true;
    }
    trp__space_refuse_area(space, call);
    return false;
}

/* Visits */

typedef struct find_visiting
{
    find_asking asking;
    trp_visit_fn *visit; /* may be NULL */
    uint32_t count;
    trp__pass pass;
} find_visiting;

static void find_visit(find_visiting *at, uint32_t number)
{
    uint32_t slot;
    const trp__space_pool *entry = trp__entry_at(at->asking.space, number, &slot);
    const uint32_t category = entry->category_of[slot];

    if (!trp__is_found(entry, slot))
        return;
    at->pass.a.current = trp__node_at(entry->pool, slot);
    if (at->asking.query.accept != NULL &&
        (!find_accepts(&at->asking, at->pass.a.current, category) || !trp__is_found(entry, slot) ||
         at->pass.is_stopped))
        return;
    at->count++;
    at->asking.in.category = category;
    if (at->visit != NULL)
        at->visit(at->pass.a.current, &at->asking.in);
}

static uint32_t find_visit_all(find_visiting *at, trp_space *space)
{
    trp__keys *keys = &at->asking.keys;
    const uint32_t base = space->stack_top;

    if (!trp__keys_begin(keys, space))
    {
        trp__space_refuse_room(space, at->asking.call);
        return 0;
    }
    trp__pass_begin(&at->pass, space);
    for (;;)
    {
        const uint32_t count = (find_run(&at->asking, &at->asking.question.edges), keys->count);
        space->stack_top = base + count;
        for (uint32_t i = 0; i < count && !at->pass.is_stopped; i++)
        {
            if (i + TRP__AHEAD < count)
            {
                uint32_t category;
                TRP__PREFETCH_READ(
                    find_actor(space, (uint32_t)space->stack[base + i + TRP__AHEAD], &category));
            }
            find_visit(at, (uint32_t)space->stack[base + i]);
        }
        space->stack_top = base;
        if (keys->is_last || at->pass.is_stopped)
            break;
        trp__keys_next(keys, space);
    }
    trp__pass_end(&at->pass);
    return at->count;
}

uint32_t trp_space_query(trp_space *space, const trp_query *query, trp_visit_fn *visit, void *arg)
{
    const char *call = TRP__TEXT("trp_space_query");
    find_visiting at;

    if (!trp__has_space(space, call) || space->world->in_parts ||
        !find_begin(&at.asking, space, query, arg, call))
        return 0;
    trp__sheets_owe(space, 1);
    at.visit = visit;
    at.count = 0;
    if (visit != NULL || at.asking.query.accept != NULL)
        return find_visit_all(&at, space);
    at.asking.counts = true;
    find_run(&at.asking, &at.asking.question.edges);
    return (uint32_t)at.asking.counted;
}

/* Answers in an array */

static trp_hit find_hit(const find_asking *at, uint32_t number)
{
    const trp__question *question = &at->question;
    uint32_t slot;
    const trp__space_pool *entry = trp__entry_at(at->space, number, &slot);
    const trp__core core = trp__core_of_box(&entry->edges[slot], entry->is_round);
    trp_hit out = {NULL, {0, 0}, 0, 0, 0, 0};

    out.actor = find_actor(at->space, number, &out.category);
    out.handle = trp_handle_of(at->space->world, out.actor);
    if (question->is_sweep)
    {
        const trp__impact impact =
            trp__core_sweep(&question->core, question->dx, question->dy, question->is_ray, &core);
        out.at = impact.at;
        out.normal_x = impact.normal_x;
        out.normal_y = impact.normal_y;
        return out;
    }
    if (!find_is_finite(at->middle.left) || !find_is_finite(at->middle.top))
        return out; /* an infinite rectangle has none */
    out.at = trp__core_distance(&core, &at->middle, &out.normal_x, &out.normal_y);
    if (out.at <= 0)
        out.at = out.normal_x = out.normal_y = 0;
    return out;
}

/* About the height of a cell of the sheet with most boxes; 0: it has none. */
static float find_first_radius(const trp_space *space)
{
    const trp__sheet *most = &space->sheets[0];

    for (uint32_t i = 1; i < space->sheet_count; i++)
        if (space->sheets[i].sorted > most->sorted)
            most = &space->sheets[i];
    return most->level_count != 0 ? most->levels[0].height : 0;
}

static float find_distance_of(uint64_t key)
{
    const uint32_t bits = (uint32_t)(key >> 32);
    float distance;

    memcpy(&distance, &bits, sizeof distance);
    return distance;
}

/* The nearest ones in a circle: of a small circle first, then of larger ones, until there are
 * enough. Boxes around circles are searched, so what is found may be farther than the radius. */
static void find_nearest(find_asking *at)
{
    const trp__edges *whole = &at->question.edges;
    const trp__core *middle = &at->question.core;
    float radius = find_first_radius(at->space);

    for (uint32_t i = 0;
         i < FIND_CIRCLES && radius > 0 && radius < middle->radius / 2 && at->keys.has_after == 0;
         i++)
    {
        const trp__edges narrow = {middle->left - radius, middle->top - radius,
                                   -(middle->right + radius), -(middle->bottom + radius)};
        float next = 2 * radius;
        find_run(at, &narrow);
        if (at->keys.count >= at->keys.most)
        {
            next = find_distance_of(at->keys.keys[at->keys.most - 1]);
            if (next <= radius * 0.99f)
                return;
            next *= 1.02f;
        }
        at->keys.count = 0;
        at->keys.limit = UINT64_MAX;
        at->keys.is_last = true;
        radius = next;
    }
    find_run(at, whole);
}

uint32_t trp_space_find(const trp_space *space, const trp_query *query, trp_hit *hits,
                        uint32_t room)
{
    const char *call = TRP__TEXT("trp_space_find");
    uint64_t keys[FIND_ROOM];
    find_asking at;
    uint32_t count = 0;

    if (!trp__has_space(space, call) || hits == NULL || room == 0 ||
        !find_begin(&at, space, query, NULL, call))
        return 0;
    at.accepts = at.query.accept != NULL;
    at.keys.keys = keys;
    at.keys.room = FIND_ROOM;
    at.keys.limit = UINT64_MAX;
    at.keys.is_last = true;
    for (;;)
    {
        at.keys.most = room - count;
        if (at.query.order == TRP_SPACE_NEAREST_FIRST && at.query.area.shape == TRP_SHAPE_CIRCLE)
            find_nearest(&at);
        else
            find_run(&at, &at.question.edges);
        for (uint32_t i = 0; i < at.keys.count && count < room; i++)
            hits[count++] = find_hit(&at, (uint32_t)keys[i]);
        if (at.keys.is_last || count == room)
            return count;
        trp__keys_next(&at.keys, NULL);
    }
}

trp_handle trp_space_nearest(const trp_space *space, float x, float y, float radius, uint32_t mask)
{
    trp_handle none = {0, 0};
    trp_query query = {0};
    trp_hit hit;

    if (!trp__has_space(space, TRP__TEXT("trp_space_nearest")))
        return none;
    query.area = trp_circle(x, y, radius);
    query.mask = mask;
    query.order = TRP_SPACE_NEAREST_FIRST;
    return trp_space_find(space, &query, &hit, 1) != 0 ? hit.handle : none;
}
