/*
 * Questions about an area: visits, answers in an array, drawing and updating. Their orders are keys:
 * numbers, or distances and numbers, or places in lists. trp_space_find() writes only to its
 * caller's memory.
 */
#include "../core/ages.h"
#include "space_keys.h"
#include "space_search.h"
#include "space_shape.h"

#define FIND_ROOM 64    /* keys at a time in trp_space_find() */
#define FIND_CIRCLES 16 /* before the whole area is searched */

/* A query in progress. */
typedef struct find_asking {
    const trp_space *space;
    trp__question question;
    trp__core middle; /* of the area, as a point: distances are to it */
    trp_test_fn *accept;
    void *accept_user; /* NULL: it gets what visits get */
    trp_context in;    /* of callbacks */
    trp__keys keys;
    uint32_t mask;
    uint32_t asker;              /* a number that is left out, or TRP__NONE */
    const trp__space_pool *only; /* listed: members of this pool; NULL: of all */
    bool is_ranked;              /* by distance */
    bool is_listed;              /* what is active, in list order */
    bool is_plain;               /* what touches the edges is taken as it is */
    bool accepts;                /* asks `accept` while searching */
} find_asking;

static trp__core find_middle(const trp__core *core)
{
    const float left = core->left * 0.5f;
    const float right = core->right * 0.5f;
    const float top = core->top * 0.5f;
    const float bottom = core->bottom * 0.5f;
    const float x = left + right;
    const float y = top + bottom;
    const trp__core out = {x, y, x, y, 0};

    return out;
}

/* The distance, then the number; the bits of nonnegative floats have their order. */
static uint64_t find_key(float distance, uint32_t number)
{
    uint32_t bits;

    distance = distance > 0 ? distance : 0; /* not -0, whose bits are in no order */
    memcpy(&bits, &distance, sizeof bits);
    return (uint64_t)bits << 32 | number;
}

static float find_distance_of(uint64_t key)
{
    const uint32_t bits = (uint32_t)(key >> 32);
    float distance;

    memcpy(&distance, &bits, sizeof distance);
    return distance;
}

/* How far a core is from the middle, or along the query's way. A distance that is too large for the
 * keys is not computed. */
static uint64_t find_rank(const find_asking *at, const trp__core *core, uint32_t number)
{
    const trp__question *question = &at->question;
    float gap_x;
    float gap_y;
    uint64_t key;

    if (question->is_sweep)
        return find_key(
            trp__core_sweep(&question->core, question->dx, question->dy, question->is_ray, core).at,
            number);
    trp__core_gaps(core, &at->middle, &gap_x, &gap_y);
    key = find_key((gap_x > gap_y ? gap_x : gap_y) - core->radius, number);
    return key >= at->keys.limit ? key : find_key(trp__length(gap_x, gap_y) - core->radius, number);
}

static bool find_accepts(find_asking *at, const trp_actor *actor, uint32_t category)
{
    void *user = at->in.user;
    bool accepts;

    at->in.category = category;
    if (at->accept_user != NULL)
        at->in.user = at->accept_user;
    accepts = trp__ask(at->accept, actor, &at->in);
    at->in.user = user;
    return accepts;
}

/* In an order by age the places are those of entries, which count downward if the newest are first. */
static uint32_t find_turned(const trp_pool *segment, uint32_t place)
{
    return segment->ages->turn < 0 ? UINT32_MAX - place : place;
}

/* The rank of the segment, then the place in it: in memory order the slot. False: it is not asked
 * for. */
TRP__INLINE bool find_place(const find_asking *at, uint32_t number, uint64_t *key)
{
    uint32_t slot;
    const trp__space_pool *entry = trp__entry_at(at->space, number, &slot);
    const trp_pool *pool = entry->pool;

    if ((at->only != NULL && at->only != entry) || !trp__is_found(entry->flags[slot]) ||
        !trp__is_active(trp__stamp_at(pool, slot)))
        return false;
    if (!trp__in_memory_order(pool))
        slot = find_turned(pool->segment, (uint32_t)trp__entry_of(trp__cell_of(pool, slot)));
    *key = (uint64_t)entry->rank << 32 | slot;
    return true;
}

static void find_rank_segments(const trp_space *space)
{
    uint32_t rank = 0;

    for (trp_pool *segment = trp__first_segment(space->world); segment != NULL;
         segment = trp__beside_segment(segment, true), rank++)
        for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
            if (space->by_number[pool->number] != NULL)
                space->by_number[pool->number]->rank = rank;
}

/* Keys that are places in lists become numbers. */
static void find_unlist(const find_asking *at)
{
    const trp_pool *segment = trp__first_segment(at->space->world);
    uint32_t rank = 0;

    for (uint32_t i = 0; i < at->keys.count; i++) {
        uint64_t *key = &at->keys.keys[i];
        uint32_t place = (uint32_t)*key;
        for (; rank < *key >> 32; rank++)
            segment = trp__beside_segment((trp_pool *)(uintptr_t)segment, true);
        *key = trp__in_memory_order(segment)
                   ? segment->base + place
                   : segment->ages->entries[find_turned(segment, place)].index & TRP__ENTRY_INDEX;
    }
}

/* Whether a copy is not that of one that left during the passes in progress. */
TRP__INLINE bool find_is_there(const trp_space *space, uint32_t number)
{
    return TRP__LIKELY(space->passes == 0) || trp__number_is_found(space, number);
}

static void find_take_one(find_asking *at, const trp__sheet *sheet, uint32_t place)
{
    const trp_space *space = at->space;
    const trp__question *question = &at->question;
    const uint32_t number = space->who[place];
    trp__edges box;
    trp__core core;
    uint64_t key = number;

    if (number == at->asker ||
        !(at->is_listed ? find_place(at, number, &key) : find_is_there(space, number)) ||
        (sheet->is_mixed && (space->category[place] & at->mask) == 0))
        return;
    box = trp__copy_at(space, place);
    core = trp__core_of_box(&box, trp__is_round(space, number));
    if (at->is_ranked) {
        key = find_rank(at, &core, number);
        if (key >= at->keys.limit)
            return;
    }
    if (!question->is_box && !trp__shape_answers(question, &core))
        return;
    if (at->accepts) {
        uint32_t slot;
        const trp__space_pool *entry = trp__entry_at(space, number, &slot);
        if (!find_accepts(at, trp__node_at(entry->pool, slot), entry->members[slot].category))
            return;
    }
    trp__keys_take(&at->keys, key);
}

/* All four, of which those that touch stay: no branch has to be predicted. */
TRP__INLINE void find_take_four(trp__keys *keys, const uint32_t *who, uint32_t bits)
{
    uint64_t *to = keys->keys + keys->count;
    const uint32_t one = bits & 1;
    const uint32_t two = one + (bits >> 1 & 1);
    const uint32_t three = two + (bits >> 2 & 1);

    to[0] = who[0];
    to[one] = who[1];
    to[two] = who[2];
    to[three] = who[3];
    keys->count += three + (bits >> 3 & 1);
}

TRP__INLINE void find_take(void *out, const trp__sheet *sheet, uint32_t place, uint32_t bits)
{
    find_asking *at = (find_asking *)out;
    trp__keys *keys = &at->keys;

    if (at->is_plain && keys->count + 8 <= keys->room && keys->is_last && !sheet->is_mixed) {
        find_take_four(keys, at->space->who + place, bits);
        find_take_four(keys, at->space->who + place + 4, bits >> 4);
        return;
    }
    for (; bits != 0; bits &= bits - 1)
        find_take_one(at, sheet, place + trp__lowest_bit(bits));
}

/* Everything that touches these edges. */
static void find_run(find_asking *at, const trp__edges *edges)
{
    const trp_space *space = at->space;

    for (uint32_t i = 0; i < space->sheets_used; i++) {
        const trp__sheet *sheet = &space->sheets[i];
        if ((sheet->category & at->mask) != 0)
            trp__search_sheet(space, sheet, edges, find_take, at);
    }
    trp__keys_end(&at->keys);
    if (at->is_listed)
        find_unlist(at);
}

/* With a context if anything is called. False: a misuse. */
static bool find_begin(find_asking *at, const trp_space *space, const trp_query *query, bool visits,
                       void *arg, trp__call *call)
{
    static const trp_query everything = {0};

    query = query != NULL ? query : &everything;
    if (trp__refuses(call, (unsigned)query->order > TRP_SPACE_NEAREST_FIRST, TRP_ERR_VALUE,
                     TRP__TEXT("the order must be an enumerator of trp_space_order")))
        return false;
    at->space = space;
    at->accept = query->accept;
    at->accept_user = query->user;
    at->mask = query->mask != 0 ? query->mask : UINT32_MAX;
    at->asker = query->asker != NULL ? trp__space_number_of(space, query->asker) : TRP__NONE;
    at->only = NULL;
    at->is_ranked = query->order == TRP_SPACE_NEAREST_FIRST;
    at->is_listed = at->is_plain = at->accepts = false;
    if (trp__space_ask(space, &query->area, &at->question)) {
        at->middle = find_middle(&at->question.core);
        if (visits || at->accept != NULL) {
            at->in = trp__context(space->world, NULL, NULL, arg);
            at->in.space = (trp_space *)(uintptr_t)space;
        }
        if (!at->is_ranked || at->question.is_sweep ||
            (trp__is_finite(at->middle.left) && trp__is_finite(at->middle.top)))
            return true;
    }
    trp__refuse(call, TRP_ERR_VALUE,
                TRP__TEXT("the area is not a number, has a negative size, or is infinite where it "
                          "must not be"));
    return false;
}

/* Visits */

typedef struct find_visiting {
    find_asking asking;
    trp_actor_fn *visit;   /* may be NULL */
    const trp_context *in; /* of the visits */
    bool is_whole;         /* answers that have no room together are refused */
    bool is_refused;
    uint32_t count;
    trp__pass pass;
} find_visiting;

static void find_some(void *to)
{
    find_visiting *at = (find_visiting *)to;

    find_run(&at->asking, &at->asking.question.edges);
    at->is_refused = at->is_whole && !at->asking.keys.is_last;
    at->pass.is_stopped = at->is_refused;
    at->asking.is_plain = false;
}

TRP__INLINE void find_visit(void *to, uint64_t key)
{
    find_visiting *at = (find_visiting *)to;
    uint32_t slot;
    const trp__space_pool *entry =
        trp__entry_near(at->asking.space, &at->pass.entries[0], (uint32_t)key, &slot);
    const uint32_t category = entry->members[slot].category;

    if (!trp__is_found(entry->flags[slot]) || key == at->asking.asker ||
        (at->asking.is_listed && !trp__is_active(trp__stamp_at(entry->pool, slot))))
        return;
    at->pass.a.current = trp__node_at(entry->pool, slot);
    if (at->asking.accept != NULL &&
        (!find_accepts(&at->asking, at->pass.a.current, category) || at->pass.is_stopped))
        return;
    at->count++;
    at->asking.in.category = category;
    if (at->visit != NULL)
        at->visit(at->pass.a.current, at->in);
}

/* False: a misuse. */
static bool find_begin_visits(find_visiting *at, trp_space *space, const trp_query *query,
                              void *arg, trp__call *call)
{
    at->visit = NULL;
    at->in = &at->asking.in;
    at->is_whole = at->is_refused = false;
    at->count = 0;
    return find_begin(&at->asking, space, query, true, arg, call);
}

uint32_t trp_space_query(trp_space *space, const trp_query *query, trp_actor_fn *visit, void *arg)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_query"));
    find_visiting at;

    if (!trp__has_space(space, call.name) || space->world->in_parts ||
        !find_begin_visits(&at, space, query, arg, &call) ||
        !trp__pass_begin(&at.pass, space, &at.asking.keys, 1, &call))
        return 0;
    at.visit = visit;
    /* who has left, or asks, is seen when it would be visited */
    at.asking.is_plain = at.asking.question.is_box && !at.asking.is_ranked;
    trp__pass_run(&at.pass, find_some, find_visit, &at);
    trp__pass_end(&at.pass);
    return at.count;
}

/* In list order */

/* False: a misuse. */
static bool find_begin_list(find_visiting *at, trp_space *space, const trp_area *area,
                            trp__call *call)
{
    trp_query query = {0};

    query.area = *area;
    if (!find_begin_visits(at, space, &query, NULL, call))
        return false;
    at->asking.is_listed = true;
    find_rank_segments(space);
    return true;
}

typedef struct find_drawing {
    find_visiting found;
    trp_view view;
    bool is_drawn;
} find_drawing;

/* Nothing changes meanwhile. */
static void find_draw(void *to, uint64_t key)
{
    find_drawing *at = (find_drawing *)to;
    trp_view *view = &at->view;
    uint32_t slot;
    const trp__space_pool *entry =
        trp__entry_near(at->found.asking.space, &at->found.pass.entries[0], (uint32_t)key, &slot);

    if (view->pool != entry->pool) {
        view->pool = entry->pool;
        view->layer = view->pool->segment->state.layer;
        view->user = view->pool->desc.user;
        at->is_drawn =
            view->pool->desc.draw != NULL && view->world->layers[view->layer].state.visible;
    }
    if (at->is_drawn)
        view->pool->desc.draw(trp__node_at(view->pool, slot), view);
}

trp_result trp_space_draw(trp_space *space, trp_area area, void *target, float alpha)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_draw"));
    const trp_view view = {0};
    find_drawing at;

    if (trp__is_shut(&call) ||
        trp__refuses(&call, space->world->ticking, TRP_BUSY, TRP__TEXT("a tick is in progress")) ||
        !find_begin_list(&at.found, space, &area, &call) ||
        !trp__pass_begin(&at.found.pass, space, &at.found.asking.keys, 1, &call))
        return call.result;
    at.view = view;
    at.view.world = space->world;
    at.view.target = target;
    at.view.alpha = alpha;
    at.found.pass.can_stop = false;
    space->world->drawing = true;
    trp__pass_run(&at.found.pass, find_some, find_draw, &at);
    space->world->drawing = false;
    trp__pass_end(&at.found.pass);
    return TRP_OK;
}

uint32_t trp_space_update(trp_space *space, trp_area area, trp_actor_fn *update,
                          const trp_context *in)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_update"));
    find_visiting at;

    if (trp__is_shut(&call) ||
        trp__refuses(&call, update == NULL || in == NULL, TRP_ERR_NULL,
                     TRP__TEXT("the update or the tick is NULL")) ||
        trp__refuses(&call,
                     in->world != space->world || in->pool == NULL ||
                         space->by_number[in->pool->number] == NULL,
                     TRP_ERR_UNLINKED, TRP__TEXT("the tick's pool is not in this space")) ||
        !find_begin_list(&at, space, &area, &call) ||
        !trp__pass_begin(&at.pass, space, &at.asking.keys, 1, &call))
        return 0;
    at.visit = update;
    at.in = in;
    at.is_whole = true; /* visits may change the order */
    at.asking.only = space->by_number[in->pool->number];
    trp__pass_run(&at.pass, find_some, find_visit, &at);
    trp__pass_end(&at.pass);
    trp__space_has_no_room(&call, at.is_refused);
    return at.count;
}

/* Answers in an array */

static trp_hit find_hit(const find_asking *at, uint32_t number)
{
    const trp__question *question = &at->question;
    uint32_t slot;
    const trp__space_pool *entry = trp__entry_at(at->space, number, &slot);
    const trp__core core = trp__core_of_box(&entry->members[slot].edges, entry->is_round);
    trp_hit out = {NULL, {0, 0}, 0, 0, 0, 0};

    out.actor = trp__node_at(entry->pool, slot);
    out.handle = trp__handle_in(entry, slot);
    out.category = entry->members[slot].category;
    if (question->is_sweep) {
        const trp__impact impact =
            trp__core_sweep(&question->core, question->dx, question->dy, question->is_ray, &core);
        out.at = impact.at;
        out.normal_x = impact.normal_x;
        out.normal_y = impact.normal_y;
        return out;
    }
    if (!trp__is_finite(at->middle.left) || !trp__is_finite(at->middle.top))
        return out; /* an infinite rectangle has none */
    out.at = trp__core_distance(&core, &at->middle, &out.normal_x, &out.normal_y);
    if (out.at <= 0)
        out.at = out.normal_x = out.normal_y = 0;
    return out;
}

/* Less than the height of a cell of the sheet with most boxes; 0: it has none. */
static float find_first_radius(const trp_space *space)
{
    const trp__sheet *most = &space->sheets[0];

    for (uint32_t i = 1; i < space->sheets_used; i++)
        if (space->sheets[i].sorted > most->sorted)
            most = &space->sheets[i];
    return most->level_count != 0 ? 0.75f * most->levels[0].height : 0;
}

/* The nearest ones in a circle: of a small circle first, then of larger ones, until there are
 * enough. Boxes around circles are searched, so what is found may be farther than the radius. */
static void find_nearest(find_asking *at)
{
    const trp__core *middle = &at->question.core;
    trp__keys *keys = &at->keys;
    float radius = keys->least == 0 ? find_first_radius(at->space) : 0;

    for (uint32_t i = 0; i < FIND_CIRCLES && radius > 0 && radius < middle->radius / 2; i++) {
        const trp__edges narrow = {middle->left - radius, middle->top - radius,
                                   -(middle->right + radius), -(middle->bottom + radius)};
        float next = 2 * radius;
        find_run(at, &narrow);
        if (keys->count >= keys->most) {
            next = find_distance_of(keys->keys[keys->most - 1]);
            if (next <= radius * 0.99f)
                return;
            next *= 1.02f;
        }
        trp__keys_clear(keys);
        radius = next;
    }
    find_run(at, &at->question.edges);
}

uint32_t trp_space_find(const trp_space *space, const trp_query *query, trp_hit *hits,
                        uint32_t room)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_find"));
    uint64_t keys[FIND_ROOM];
    find_asking at;
    uint32_t count = 0;
    bool narrows;

    if (!trp__has_space(space, call.name) || !find_begin(&at, space, query, false, NULL, &call) ||
        hits == NULL || room == 0)
        return 0;
    narrows = at.is_ranked && query->area.shape == TRP_SHAPE_CIRCLE;
    at.accepts = at.accept != NULL;
    at.is_plain = at.question.is_box && !at.is_ranked && !at.accepts && space->passes == 0 &&
                  at.asker == TRP__NONE;
    trp__keys_use(&at.keys, keys);
    do {
        at.keys.most = room - count;
        at.keys.room = at.keys.most == 1 ? 1 : FIND_ROOM;
        if (narrows)
            find_nearest(&at);
        else
            find_run(&at, &at.question.edges);
        for (uint32_t i = 0; i < at.keys.count && count < room; i++)
            hits[count++] = find_hit(&at, (uint32_t)keys[i]);
        at.is_plain = false;
    } while (count < room && trp__keys_next(&at.keys, NULL));
    return count;
}

trp_handle trp_space_nearest(const trp_space *space, float x, float y, float radius, uint32_t mask)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_nearest"));
    const trp_handle none = {0, 0};
    trp_query query = {0};
    find_asking at;
    uint64_t key;
    uint32_t slot;
    const trp__space_pool *entry;

    if (!trp__has_space(space, call.name))
        return none;
    query.area = trp_circle(x, y, radius);
    query.mask = mask;
    query.order = TRP_SPACE_NEAREST_FIRST;
    if (!find_begin(&at, space, &query, false, NULL, &call))
        return none;
    trp__keys_use(&at.keys, &key);
    at.keys.most = at.keys.room = 1;
    find_nearest(&at);
    if (at.keys.count == 0)
        return none;
    entry = trp__entry_at(space, (uint32_t)key, &slot);
    return trp__handle_in(entry, slot);
}
