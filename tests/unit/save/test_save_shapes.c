/*
 * Saves of a world of one shape are loaded into another one: with other pools, modules and limits.
 */
#include "../heap.h"
#include "../save_small.h"

#include <string.h>

SITUATIONS(save_shapes);

static small_world then;
static small_world now;
static small_shape shape; /* the present one */
static save_file file;

/* Saves a world of the usual shape; the caller then changes the present shape. */
static void begin(void)
{
    shape = small_usual();
    small_save(&shape, &file);
}

static trp_result load(void)
{
    return small_load(&now, &file);
}

/* Loads into a new world of the present shape; then that shape is the usual one again. */
static void loads(void)
{
    small_begin(&now, &shape);
    CHECK_OK(load());
    trp_update_all(now.world, 0.25f);
    CHECK_VALID(now.world);
    CHECK_OK(load());
    shape = small_usual();
}

static void refuses(trp_result result, const char *words)
{
    small_begin(&now, &shape);
    uint64_t hash = trp_hash_world(now.world);
    CHECK_RESULT(load(), result);
    CHECK(situation_text_has(save_problem, words));
    CHECK_EQ(trp_hash_world(now.world), hash);
    small_end(&now);
    shape = small_usual();
}

static uint32_t count_of(unsigned pool)
{
    return trp_pool_info(now.pools[pool]).live;
}

SITUATION("a save is loaded where pools are others")
{
    begin();
    loads();
    CHECK(now.state[1].hero.index == 0 && now.state[1].hero.generation == 0);
    CHECK_EQ(count_of(SMALL_OTHERS), 6);
    CHECK_EQ(count_of(SMALL_ELDERS), 5);
    CHECK_EQ(trp_pool_info(now.pools[SMALL_YOUNG]).retired, 1);
    small_end(&now);
    shape.is_transient[SMALL_YOUNG] = true;
    loads();
    CHECK_EQ(count_of(SMALL_YOUNG), 0);
    small_end(&now);
    shape.pools[SMALL_YOUNG].capacity = 5;
    loads();
    CHECK_EQ(count_of(SMALL_YOUNG), 3);
    small_end(&now);
    shape.pools[SMALL_YOUNG].name = NULL;
    loads();
    small_end(&now);
    shape.pools[SMALL_OTHERS].name = "guests";
    loads();
    CHECK_EQ(count_of(SMALL_OTHERS), 0);
    small_end(&now);
    for (uint32_t capacity = 3; capacity < 5; capacity++) {
        shape.pools[SMALL_YOUNG].capacity = capacity;
        refuses(TRP_ERR_FULL, "pool young: the pool has fewer slots");
    }
}

SITUATION("a save is loaded where orders are others")
{
    begin();
    shape.is_apart = true;
    shape.pools[SMALL_ELDERS].order = TRP_ORDER_MEMORY;
    shape.pools[SMALL_HEIRS].order = TRP_ORDER_MEMORY;
    loads();
    CHECK_EQ(count_of(SMALL_ELDERS), 5);
    small_end(&now);
    for (uint32_t quarantine = 0; quarantine < 2; quarantine++) {
        shape.pools[SMALL_GUARDS].order = TRP_ORDER_OLDEST;
        shape.pools[SMALL_OTHERS].order = TRP_ORDER_NEWEST;
        shape.quarantine[SMALL_GUARDS] = quarantine;
        shape.quarantine[SMALL_ELDERS] = quarantine;
        loads();
        CHECK_EQ(count_of(SMALL_GUARDS), 3);
        CHECK_EQ(count_of(SMALL_OTHERS), 6);
        small_end(&now);
    }
}

/* A small pool, and a large one that shares its order: they take turns in it. */
SITUATION("an order of a save crosses pools")
{
    static const unsigned turns[] = {SMALL_HEIRS, SMALL_ELDERS, SMALL_HEIRS, SMALL_ELDERS};
    const trp_actor *born[4];

    begin();
    shape.pools[SMALL_OTHERS].name = NULL;
    shape.pools[SMALL_ELDERS].capacity = 2;
    shape.pools[SMALL_ELDERS].max_capacity = 2;
    shape.pools[SMALL_HEIRS].capacity = 50;
    shape.quarantine[SMALL_ELDERS] = 0;
    small_begin(&now, &shape);
    for (unsigned i = 0; i < 4; i++)
        born[i] = trp_create(now.pools[turns[i]], NULL);
    save_world(now.world, &file);
    CHECK_OK(load());
    for (unsigned i = 0; i < 4; i++)
        CHECK((i == 0 ? trp_first(now.world) : trp_next(now.world, born[i - 1])) == born[i]);
    small_end(&now);
    shape = small_usual();
}

SITUATION("a save is loaded where memory is divided otherwise")
{
    begin();
    shape.pools[SMALL_OTHERS].capacity = 12;
    shape.pools[SMALL_ELDERS].capacity = 4;
    loads();
    CHECK_EQ(count_of(SMALL_OTHERS), 6);
    small_end(&now);
    shape.pools[SMALL_OTHERS].max_capacity = 16;
    shape.pools[SMALL_HEIRS].capacity = 2;
    loads();
    CHECK_EQ(count_of(SMALL_OTHERS), 6);
    small_end(&now);
    shape.pools[SMALL_OTHERS].order = TRP_ORDER_OLDEST;
    shape.pools[SMALL_OTHERS].max_capacity = 16;
    loads();
    CHECK_EQ(count_of(SMALL_OTHERS), 6);
    small_end(&now);
}

SITUATION("a save is loaded where reasons and updates are others")
{
    begin();
    shape.pools[SMALL_GUARDS].ends = false;
    shape.pools[SMALL_ELDERS].ends = true;
    loads();
    CHECK_EQ(trp_pool_info(now.pools[SMALL_ELDERS]).live, 5);
    small_end(&now);
    shape.pools[SMALL_OTHERS].update_pool = stage_update_nothing;
    loads();
    small_end(&now);
}

static trp_reason reason_seen;
static trp_handle culprit_seen;

static void note_reason(trp_actor *actor, const trp_end_context *in)
{
    reason_seen = in->reason;
    culprit_seen = in->cause;
}

/* The file has no reasons, and the slot had one in its former life. */
SITUATION("reasons that are not in a save are unknown")
{
    trp_actor *actor;

    begin();
    shape.pools[SMALL_ELDERS].ends = true;
    shape.pools[SMALL_ELDERS].on_end = note_reason;
    small_begin(&now, &shape);
    for (uint32_t i = 0; i < 3; i++) {
        actor = trp_create(now.pools[SMALL_ELDERS], NULL);
        CHECK_OK(trp_recycle_with(now.world, actor,
                                  &(trp_ending){.reason = TRP_REASON_OWN(3),
                                                .cause = trp_handle_of(now.world, actor),
                                                .later = true}));
    }
    CHECK_OK(load());
    reason_seen = TRP_REASON_OWN(2);
    trp_update_all(now.world, 0.25f);
    CHECK_EQ(reason_seen, TRP_REASON_EXPIRED);
    CHECK_EQ(culprit_seen.generation, 0);
    small_end(&now);
    shape = small_usual();
}

SITUATION("a save is loaded where groups are others")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char array[TRP_GROUP_BYTES(8)];

    begin();
    shape.groups[0] = (trp_group_desc){.array = array, .array_bytes = sizeof array};
    shape.groups[1].type = (trp_type)TRP_TYPE(small_actor, actor);
    loads();
    CHECK_EQ(trp_group_measure(&now.groups[1]), 2);
    small_end(&now);
    shape.groups[1].type = (trp_type)TRP_TYPE(small_actor, actor);
    shape.groups[1].type.offset += TRP_ALIGNMENT;
    loads();
    CHECK_EQ(trp_group_measure(&now.groups[1]), 0);
    small_end(&now);
    shape.groups[1].type = (trp_type)TRP_TYPE(thing, actor);
    loads();
    CHECK_EQ(trp_group_measure(&now.groups[1]), 0);
    small_end(&now);
    shape.groups[1].capacity = 1;
    shape.groups[1].max = 1;
    refuses(TRP_ERR_FULL, "group list: it has room for fewer rows");
}

/* A layer is known by its name, wherever it is. */
SITUATION("a save is loaded where layers are others")
{
    begin();
    small_begin(&now, &shape);
    stage_name_layer(now.world, 1, NULL);
    stage_name_layer(now.world, 0, "top");
    CHECK_OK(load());
    CHECK_EQ(trp_pool_info(now.pools[SMALL_YOUNG]).layer, 0);
    stage_name_layer(now.world, 0, "bottom"); /* none has it: by number */
    CHECK_OK(load());
    CHECK_EQ(trp_pool_info(now.pools[SMALL_YOUNG]).layer, 1);
    small_end(&now);
}

/* In the last slot, which the save has not used. */
SITUATION("relations of the world end when a save is loaded")
{
    trp_actor *heirs[3];

    begin();
    small_begin(&now, &shape);
    for (unsigned i = 0; i < 3; i++)
        heirs[i] = trp_create(now.pools[SMALL_HEIRS], NULL);
    CHECK_OK(trp_family_attach(&now.family, heirs[0], heirs[2]));
    CHECK_OK(load());
    CHECK_EQ(count_of(SMALL_HEIRS), 2);
    CHECK(trp_create(now.pools[SMALL_HEIRS], NULL) == heirs[2]);
    CHECK(trp_family_parent(&now.family, heirs[2]) == NULL);
    CHECK(trp_family_next(&now.family, heirs[2]) == NULL);
    for (uint32_t slot = 0; slot < 2; slot++)
        CHECK(trp_family_first(&now.family, trp_pool_at(now.pools[SMALL_HEIRS], slot)) == NULL);
    CHECK_VALID(now.world);
    small_end(&now);
}

SITUATION("a save is loaded where families are others")
{
    begin();
    shape.in_family = 1u << SMALL_GUARDS | 1u << SMALL_ELDERS;
    loads();
    small_end(&now);
    shape.in_family = 1u << SMALL_ELDERS | 1u << SMALL_HEIRS;
    loads();
    small_end(&now);
    shape.pools[SMALL_GUARDS].name = "watch";
    shape.pools[SMALL_OTHERS].name = "guests";
    loads();
    CHECK_EQ(count_of(SMALL_GUARDS), 0);
    small_end(&now);
}

SITUATION("a save is loaded where spaces are others")
{
    begin();
    loads();
    CHECK_EQ(trp_space_info(now.spaces[0]).hidden, 1); /* it sleeps */
    small_end(&now);
    shape.in_space = 1u << SMALL_ELDERS;
    loads();
    CHECK_EQ(trp_space_info(now.spaces[0]).count, 4);
    small_end(&now);
    shape.spaces[0].sweeps = true;
    shape.spaces[1].sweeps = false;
    loads();
    small_end(&now);
    shape.spaces[0].max_capacity = 0;
    refuses(TRP_ERR_FULL, "space field: it has room for fewer rows");
    shape.in_space = 0;
    small_begin(&then, &shape);
    save_world(then.world, &file);
    small_end(&then);
    loads();
    CHECK_EQ(trp_space_info(now.spaces[0]).count, 0);
    small_end(&now);
}

static uint32_t drawn;

/* The youngest one first. */
static void note_drawn(const trp_actor *self, const trp_view *view)
{
    CHECK_EQ(trp_as(small_actor, self)->id, 3 - drawn);
    drawn++;
}

SITUATION("members of a space that is loaded are in list order")
{
    begin();
    shape.in_space = 1u << SMALL_YOUNG;
    shape.pools[SMALL_YOUNG].draw = note_drawn;
    small_begin(&then, &shape);
    for (uint32_t id = 1; id <= 3; id++) {
        const small_actor like = {.id = id, .box = {(float)id, 0, 4, 4}};
        CHECK(trp_create(then.pools[SMALL_YOUNG], &like) != NULL);
    }
    save_world(then.world, &file);
    small_end(&then);
    small_begin(&now, &shape);
    CHECK_OK(load());
    drawn = 0;
    CHECK_OK(trp_space_draw(now.spaces[0], trp_rectangle(-9, -9, 99, 99), NULL, 0));
    CHECK_EQ(drawn, 3);
    small_end(&now);
    shape = small_usual();
}

SITUATION("a save is loaded into a world with other timers")
{
    begin();
    shape.clock = TRP_CLOCK_TICKS;
    refuses(TRP_ERR_VALUE, "counts ticks in the save and seconds in the game");
    shape.timers_name = "fuses";
    loads();
    small_end(&now);
    loads(); /* two tables have one name */
    const trp_actor *first = trp_pool_at(now.pools[SMALL_ELDERS], 0);
    CHECK(trp_timer_is_running(now.fuses[0], first));
    CHECK(!trp_timer_is_running(now.fuses[1], first));
    CHECK(trp_timer_is_running(now.fuses[1], trp_pool_at(now.pools[SMALL_ELDERS], 2)));
    small_end(&now);
    shape.timers = 1;
    loads();
    small_end(&now);
    shape.is_transient[SMALL_GUARDS] = true;
    shape.in_family = 0;
    shape.in_space = 0;
    loads();
    small_end(&now);
    shape.pools[SMALL_ELDERS].name = "seniors";
    loads();
    small_end(&now);
}

SITUATION("a save is loaded into a world with other regions")
{
    begin();
    shape.region_bytes = sizeof(small_state);
    refuses(TRP_ERR_FULL, "region game: it has room for fewer structs");
    shape.ids_first = 11;
    refuses(TRP_ERR_FULL, "ids ids: it has room for fewer rows");
    shape.ids = 4;
    refuses(TRP_ERR_FULL, "ids ids: it has room for fewer rows");
}
