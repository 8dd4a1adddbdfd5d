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
    shape.pools[SMALL_YOUNG].capacity = 4;
    loads();
    CHECK_EQ(count_of(SMALL_YOUNG), 3);
    small_end(&now);
    shape.pools[SMALL_YOUNG].capacity = 3;
    refuses(TRP_ERR_FULL, "pool young: the pool has room for fewer actors");
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
SCRIPT(
    "an order of a save crosses pools",
    "in oldest; grows; pool described 2; pool described 50 joins a; new b 1; new a 2; new b 3; new "
    "a 4; "
    "file; load; list 1 2 3 4; another; pool described 2; pool described 50 joins a; load; list 1 "
    "2 3 4");

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

/* The file has no reasons, and the slot had one in its former life. */
SCRIPT(
    "reasons that are not in a save are unknown",
    "pool described; new 1; expire 1; file; another; pool described ends; new 11; later 11; load; "
    "go; tick; = -1e");

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

/* A layer is known by its name, wherever it is; if none has it, by its number. */
SCRIPT(
    "a save is loaded where layers are others",
    "layers 2; pool described layer 1; title 1 top; new 1; file; another; layers 2; pool described "
    "layer 1; title 1; title 0 top; load; inlayer 0; title 0 bottom; load; inlayer 1");

/* In the last slot, which the save has not used. */
SCRIPT(
    "relations of the world end when a save is loaded",
    "pool described 3; family; new 1 2; file; another; pool described 3; family; new 11-13; attach "
    "11 13; load; new 14; slot 14 2; parent 14 0; children 14; children 1; children 2");

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

SCRIPT("sleepers of a space that is loaded stay where they may",
       "pool described; space stays; new 1 2; sleep 1; file; load; inside 1 2; hidden 0");

/* The youngest one first. */
SCRIPT(
    "members of a space that is loaded are in list order",
    "in newest; pool described; space; put 1 1; put 2 2; put 3 3; file; another; pool described; "
    "space; load; go; drawspace -9 -9 99 99; = d3 d2 d1");

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
