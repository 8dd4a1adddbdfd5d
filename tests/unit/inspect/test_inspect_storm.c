/* Random calls to all modules, also in callbacks, with a black box and a list of all that watchers
 * hear. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../inspect_scene.h"
#include "../twin_scene.h"
#include <stdio.h>

SITUATIONS(inspect_storm);

enum { ENOUGH = 900, LIST_MOST = ENOUGH + 1500, SLOTS = 256, DEEPEST = 3 };

/* an event in the list */
typedef struct entry {
    trp_record_kind kind;
    trp_reason reason;
    trp_result result;
    const trp_pool *pool;
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
static tenant tenants[TWIN_POOLS][SLOTS];
static trp_watcher watchers[TWIN_POOLS];
static uint32_t seed;
static int depth;
static _Alignas(TRP_ALIGNMENT) unsigned char table[TRP_BIRTHS_BYTES(2 * TWIN_POOLS * SLOTS)];

static entry *add(trp_record_kind kind, const trp_pool *pool)
{
    CHECK(listed < LIST_MOST);
    list[listed] =
        (entry){.kind = kind, .pool = pool, .tick = trp_world_ticks(twin.world), .age = TRP_NO_AGE};
    return &list[listed++];
}

static tenant *tenant_of(const trp_pool *pool, const trp_actor *actor)
{
    const uint32_t slot = trp_slot_of(twin.world, actor);
    uint32_t number = 0;

    while (twin.pools[number] != pool)
        number++;
    CHECK(slot < SLOTS);
    return &tenants[number][slot];
}

static void add_end(trp_record_kind kind, tenant *it, const trp_event_context *in)
{
    entry *const over = add(it->has_expired ? TRP_RECORD_PRUNED : kind, in->pool);

    CHECK(it->lives);
    over->reason = in->reason;
    over->handle = it->handle;
    if (!it->has_expired)
        over->age = over->tick - it->since;
    it->has_expired = true;
    it->lives = kind == TRP_RECORD_EXPIRED;
}

static void hear(trp_actor *actor, const trp_event_context *in)
{
    if (in->event == TRP_EVENT_REFUSED)
        add(TRP_RECORD_REFUSED, in->pool)->result = TRP_ERR_FULL;
    else
        add_end(in->event == TRP_EVENT_EXPIRED ? TRP_RECORD_EXPIRED : TRP_RECORD_RECYCLED,
                tenant_of(in->pool, actor), in);
}

static void when_misused(const trp_misuse *misuse)
{
    add(TRP_RECORD_MISUSE, misuse->pool)->result = misuse->result;
}

/* One of the game, a tick, or births in a pool until it is full, and a few more. */
static void random_call(void)
{
    const uint32_t what = stage_random(&seed, 24);
    depth++;
    if (what > 2)
        twins_stir(1);
    else if (what > 0)
        (void)trp_update_all(twin.world, 1.0f / 16);
    else
        for (uint32_t more = 3; more > 0 && listed < ENOUGH;)
            more -= trp_create(twin.pools[7], NULL) == NULL;
    depth--;
}

/* Watchers hear of a birth after this. */
static void when_called(twin_call what, trp_actor *actor, const trp_pool *pool)
{
    if (what == TWIN_BORN) {
        tenant *const it = tenant_of(pool, actor);
        *it = (tenant){trp_handle_of(twin.world, actor), trp_world_ticks(twin.world), true, false};
        add(TRP_RECORD_CREATED, pool)->handle = it->handle;
    }
    if (depth < DEEPEST && stage_random(&seed, what == TWIN_UPDATED ? 24 : 3) == 0)
        random_call();
}

static void check_record(const trp_record *record, const entry *expected)
{
    CHECK_EQ(record->kind, expected->kind);
    CHECK_EQ(record->reason, expected->reason);
    CHECK_EQ(record->result, expected->result);
    CHECK_EQ(record->tick, expected->tick);
    CHECK_EQ(record->age, expected->age);
    CHECK(expected->pool ==
          (record->pool == TRP_NO_POOL ? NULL : trp_world_pool(twin.world, record->pool)));
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
    const trp_why why = trp_why_gone(twin.world, handle);
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
    if (trp_get(twin.world, handle) != NULL)
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
    for (uint32_t number = 0; number < TWIN_POOLS; number++)
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            const tenant *it = &tenants[number][slot];
            if (!it->lives || it->has_expired)
                continue;
            living++;
            CHECK_EQ(trp_why_gone(twin.world, it->handle).age,
                     trp_world_ticks(twin.world) - it->since);
        }
    CHECK_EQ(trp_print_leaks(twin.world, NULL, NULL), living);
}

static void begin(uint32_t room)
{
    inside.box = (trp_black_box){0};
    CHECK_OK(trp_black_box_start(&inside.box, twin.world,
                                 &(trp_black_box_desc){.records = inside.records,
                                                       .records_bytes = room * sizeof(trp_record),
                                                       .births = table,
                                                       .births_bytes = sizeof table}));
    listed = 0;
    for (uint32_t i = 0; i < TWIN_POOLS; i++) {
        for (uint32_t slot = 0; slot < SLOTS; slot++)
            tenants[i][slot] = (tenant){.since = 0};
        watchers[i] =
            (trp_watcher){.function = hear,
                          .events = TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED | TRP_EVENT_REFUSED,
                          .pool = twin.pools[i]};
        CHECK_OK(trp_watch(twin.world, &watchers[i]));
    }
    twin_when_called = when_called;
    twin_when_misused = when_misused;
}

SITUATION("random calls and callbacks, against a list of everything, in rings of 1 to 16 records")
{
    unsigned long all = 0;
    for (uint32_t round = 0; round < 4 * SCENE_RECORDS; round++, all += listed) {
        const uint32_t room = 1 + round / 4;
        seed = 2463534242u + round;
        twins_begin(1 + round, round % 2 == 0);
        begin(room);
        for (uint32_t step = 0; listed < ENOUGH; step++) {
            random_call();
            const uint32_t first = check_ring(room);
            if (listed != 0)
                check_why(first);
            if (step % 8 == 0)
                check_leaks();
        }
        CHECK(listed > room);
        CHECK_VALID(twin.world);
    }
    situation_cases("records of storms against a list", all);
}
