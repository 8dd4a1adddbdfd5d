/* Random calls, also in callbacks, with a black box and a list that keeps everything. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../inspect_scene.h"

SITUATIONS(inspect_storm);

#define POOLS 5
#define SLOTS 6
#define LIST_MOST 1200u
#define DEEPEST 3

/* an event in the list */
typedef struct entry {
    trp_record_kind kind;
    trp_reason reason;
    trp_result result;
    trp_pool *pool;
    trp_handle handle; /* null if it is not compared */
    uint64_t tick;
    uint64_t age;
} entry;

/* the actor in a slot, according to the list */
typedef struct tenant {
    trp_handle handle;
    uint64_t since;
    bool lives;
    bool has_expired;
} tenant;

static entry list[LIST_MOST];
static uint32_t listed;
static tenant tenants[POOLS][SLOTS];
static trp_pool *pools[POOLS];
static thing outside[SLOTS];
static uint32_t seed;
static int depth;
static _Alignas(TRP_ALIGNMENT) unsigned char table[TRP_BIRTHS_BYTES(POOLS * SLOTS)];

static void random_call(void);

static entry *add(trp_record_kind kind)
{
    CHECK(listed < LIST_MOST);
    list[listed] = (entry){.kind = kind, .tick = trp_world_ticks(inside.world), .age = TRP_NO_AGE};
    return &list[listed++];
}

static tenant *tenant_of(const trp_actor *actor, trp_pool **pool)
{
    const uint32_t slot = trp_slot_of(inside.world, actor);
    uint32_t number = 0;
    *pool = trp_pool_of(inside.world, actor);
    while (pools[number] != *pool)
        number++;
    CHECK(slot < SLOTS);
    return &tenants[number][slot];
}

static void maybe_nest(void)
{
    if (depth < DEEPEST && stage_random(&seed, 3) == 0)
        random_call();
}

static void on_create(trp_actor *actor, const trp_context *in)
{
    entry *born = add(TRP_RECORD_CREATED);
    tenant *it = tenant_of(actor, &born->pool);
    it->handle = trp_handle_of(in->world, actor);
    it->since = born->tick;
    it->lives = true;
    it->has_expired = false;
    born->handle = it->handle;
    maybe_nest();
}

static void on_end(trp_actor *actor, const trp_end_context *in)
{
    entry *over = add(TRP_RECORD_RECYCLED);
    tenant *it = tenant_of(actor, &over->pool);
    over->reason = in->reason;
    over->handle = it->handle;
    if (it->has_expired)
        over->kind = TRP_RECORD_PRUNED;
    else
        over->age = over->tick - it->since;
    CHECK(it->lives);
    it->lives = false;
    maybe_nest();
}

static void on_misuse(trp_world *world, const trp_misuse *misuse)
{
    entry *wrong = add(TRP_RECORD_MISUSE);
    wrong->pool = misuse->pool;
    wrong->result = misuse->result;
}

static void on_update(trp_actor *self, const trp_context *in)
{
    if (stage_random(&seed, 8) == 0)
        maybe_nest();
}

static trp_actor *any_actor(void)
{
    trp_pool *pool = pools[stage_random(&seed, POOLS)];
    return trp_pool_at(pool, stage_random(&seed, SLOTS));
}

static void random_create(uint32_t number)
{
    trp_pool *pool = pools[number];
    trp_actor *actor = NULL;
    if (number < POOLS - 1)
        actor = trp_create(pool, NULL);
    else {
        const uint32_t which = stage_random(&seed, SLOTS);
        if (trp_state_of(inside.world, &outside[which].actor) > TRP_STATE_FREE)
            return;
        actor = trp_adopt(pool, &outside[which].actor);
    }
    if (actor == NULL && trp_last_result(inside.world) == TRP_ERR_FULL) {
        entry *refused = add(TRP_RECORD_REFUSED);
        refused->pool = pool;
        refused->result = TRP_ERR_FULL;
    }
}

static void random_expire(void)
{
    trp_actor *actor = any_actor();
    if (actor != NULL && trp_state_of(inside.world, actor) == TRP_STATE_ACTIVE) {
        entry *over = add(TRP_RECORD_EXPIRED);
        tenant *it = tenant_of(actor, &over->pool);
        over->reason = TRP_REASON_EXPIRED;
        over->handle = it->handle;
        over->age = over->tick - it->since;
        it->has_expired = true;
    }
    trp_expire(inside.world, actor);
}

static void random_call(void)
{
    const uint32_t what = stage_random(&seed, 100);
    depth++;
    if (what < 50)
        random_create(stage_random(&seed, POOLS));
    else if (what < 65)
        trp_recycle(inside.world, any_actor());
    else if (what < 75)
        random_expire();
    else if (what < 80)
        trp_deactivate(inside.world, any_actor());
    else if (what < 85)
        trp_activate(inside.world, any_actor());
    else if (what < 88)
        trp_pool_clear(pools[stage_random(&seed, POOLS)], NULL);
    else if (what < 92)
        trp_recycle(inside.world, trp_pool_at(pools[stage_random(&seed, POOLS - 1)], 1));
    else
        trp_update_all(inside.world, 1);
    depth--;
}

static void check_record(const trp_record *record, const entry *expected)
{
    CHECK_EQ(record->kind, expected->kind);
    CHECK_EQ(record->reason, expected->reason);
    CHECK_EQ(record->result, expected->result);
    CHECK_EQ(record->tick, expected->tick);
    CHECK_EQ(record->age, expected->age);
    CHECK(expected->pool ==
          (record->pool == TRP_NO_POOL ? NULL : trp_world_pool(inside.world, record->pool)));
    if (record->kind != TRP_RECORD_MISUSE)
        CHECK(trp_handle_equal(record->handle, expected->handle));
}

/* Consecutive refusals are one record. Returns the first entry that is still remembered. */
static uint32_t check_ring(uint32_t room)
{
    const uint32_t count = inspect_scene_count(&inside.box);
    const uint64_t records = count + inspect_scene_overwritten(&inside.box);
    uint32_t left = listed;
    CHECK_EQ(count, records < room ? records : room);
    CHECK(trp_black_box_at(&inside.box, UINT32_MAX) == NULL);
    for (uint32_t i = count; i-- > 0;) {
        const trp_record *record = trp_black_box_at(&inside.box, i);
        CHECK(record->times == 1 || record->kind == TRP_RECORD_REFUSED);
        CHECK(record->times != 0 && left >= record->times);
        for (uint32_t j = 0; j < record->times; j++)
            check_record(record, &list[--left]);
    }
    if (count < room)
        CHECK_EQ(left, 0);
    return left;
}

/* the events of some life in the list */
static void check_why(uint32_t first)
{
    const trp_handle handle = list[stage_random(&seed, listed)].handle;
    const trp_why why = trp_why_gone(inside.world, handle);
    const entry *over = NULL;
    bool is_born = false;
    for (uint32_t i = first; i < listed; i++)
        if (list[i].kind != TRP_RECORD_MISUSE && trp_handle_equal(list[i].handle, handle)) {
            is_born |= list[i].kind == TRP_RECORD_CREATED;
            if (over == NULL && list[i].kind != TRP_RECORD_CREATED)
                over = &list[i];
        }
    if (trp_handle_is_null(handle)) {
        CHECK_EQ(why.fate, TRP_FATE_NONE);
        return;
    }
    CHECK_EQ(why.created != NULL, is_born);
    if (trp_get(inside.world, handle) != NULL)
        CHECK_EQ(why.fate, TRP_FATE_ALIVE);
    else if (over == NULL)
        CHECK_EQ(why.fate, TRP_FATE_FORGOTTEN);
    else {
        CHECK_EQ(why.fate, TRP_FATE_ENDED);
        check_record(why.ended, over);
    }
}

static void check_leaks(void)
{
    uint32_t living = 0;
    for (uint32_t number = 0; number < POOLS; number++)
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            const tenant *it = &tenants[number][slot];
            if (!it->lives || it->has_expired)
                continue;
            living++;
            CHECK_EQ(trp_why_gone(inside.world, it->handle).age,
                     trp_world_ticks(inside.world) - it->since);
        }
    CHECK_EQ(trp_print_leaks(inside.world, NULL, NULL), living);
}

static void make_pools(void)
{
    static const trp_full ways[POOLS] = {TRP_FULL_FAIL, TRP_FULL_STEAL_NEXT, TRP_FULL_STEAL_OLDEST,
                                         TRP_FULL_FAIL, TRP_FULL_FAIL};
    static const trp_order orders[POOLS] = {TRP_ORDER_MEMORY, TRP_ORDER_MEMORY, TRP_ORDER_OLDEST,
                                            TRP_ORDER_NEWEST, TRP_ORDER_OLDEST};
    for (uint32_t i = 0; i < POOLS; i++) {
        pools[i] = stage_pool_as(inside.world,
                                 (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                 .capacity = SLOTS - i % 2,
                                                 .order = orders[i],
                                                 .when_full = ways[i],
                                                 .external = i == POOLS - 1 ? TRP_EXTERNAL : NULL,
                                                 .joins = i == POOLS - 1 ? pools[2] : NULL,
                                                 .update = on_update,
                                                 .on_create = on_create,
                                                 .on_end = on_end});
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            tenants[i][slot] = (tenant){.since = 0};
            outside[slot] = (thing){.id = slot};
        }
    }
}

static uint32_t run(uint32_t room, uint32_t first_seed)
{
    const trp_black_box_desc desc = {.records = inside.records,
                                     .records_bytes = room * sizeof(trp_record),
                                     .births = table,
                                     .births_bytes = sizeof table};
    uint32_t first;
    seed = first_seed;
    listed = 0;
    inside.world = stage_world_as((trp_world_desc){.id = 5, .on_misuse = on_misuse});
    inside.box = (trp_black_box){0};
    CHECK_OK(trp_black_box_start(&inside.box, inside.world, &desc));
    make_pools();
    while (listed < LIST_MOST - 300) {
        random_call();
        first = check_ring(room);
        if (listed != 0)
            check_why(first);
        check_leaks();
    }
    CHECK(listed > room);
    CHECK_VALID(inside.world);
    return listed;
}

SITUATION("random calls and callbacks, against a list of everything, in rings of 1 to 16 records")
{
    uint32_t all = 0;
    for (uint32_t room = 1; room <= SCENE_RECORDS; room++)
        for (uint32_t i = 0; i < 4; i++)
            all += run(room, 2463534242u + 4 * room + i);
    situation_cases("records of storms against a list", all);
}
