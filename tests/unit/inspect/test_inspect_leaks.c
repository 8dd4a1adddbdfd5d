/* Actors that were never recycled, and their creators. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../heap.h"
#include "../inspect_scene.h"

SITUATIONS(inspect_leaks);

static unsigned reports;

static void print_end(const char *text, void *arg)
{
    CHECK(arg == &reports);
    CHECK_MISUSE(inside.world, trp_world_destroy(inside.world), TRP_BUSY);
    CHECK(trp_create(inside.pool, NULL) == NULL);
    reports++;
    inspect_scene_print(text, NULL);
}

static uint32_t print(void)
{
    return trp_print_leaks(inside.world, inspect_scene_print, NULL);
}

static void create_as(trp_pool *pool, const char *tag, uint32_t line, uint32_t count)
{
    trp_set_tag(inside.world, tag);
    if (line != 0)
        trp__set_place(inside.world, trp__place_at("game.c", line));
    while (count-- > 0)
        inspect_scene_create(pool);
    trp__set_place(inside.world, trp__place_at(NULL, 0));
    trp_set_tag(inside.world, NULL);
}

static void tick(void)
{
    CHECK_OK(trp_update_all(inside.world, 1));
}

SITUATION("what was never recycled, by pool")
{
    thing outside = {.id = 1};
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK_EQ(print(), 0);
    CHECK_PAGE("never recycled: 0 actors\n");
    inspect_scene_create(inside.pool);
    CHECK_EQ(print(), 1);
    CHECK_PAGE("never recycled: 1 actor in 1 pool\n"
               "  things: 1\n");
    CHECK_EQ(trp_print_leaks(inside.world, NULL, NULL), 1);
    trp_pool *others = inspect_scene_pool("others", 4, TRP_ORDER_NEWEST);
    trp_pool *heroes = stage_pool_as(inside.world, (trp_pool_desc){.name = "heroes",
                                                                   .type = TRP_TYPE(thing, actor),
                                                                   .capacity = 2,
                                                                   .external = TRP_EXTERNAL});
    inspect_scene_create(others);
    inspect_scene_create(others);
    CHECK_OK(trp_deactivate(inside.world, trp_pool_at(others, 1)));
    CHECK(trp_adopt(heroes, &outside.actor) != NULL);
    /* expired actors are no leaks, they only leave later */
    CHECK_OK(trp_expire(inside.world, inspect_scene_create(others)));
    CHECK_OK(trp_expire(inside.world, trp_pool_at(inside.pool, 0)));
    CHECK_EQ(print(), 3);
    CHECK_PAGE("never recycled: 3 actors in 2 pools\n"
               "  others: 2, 1 of them asleep\n"
               "  heroes: 1, in the game's own memory\n");
    CHECK_EQ(trp_print_leaks(NULL, inspect_scene_print, NULL), 0);
    CHECK_PAGE("");
}

/* tags and files are compared as texts */
/* 12 actors in two pools, from several places */
static trp_pool *create_from_places(void)
{
    static char same_tag[] = "wave 1";
    trp_pool *pool;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_create(inside.pool);
    inspect_scene_start(0, true);
    pool = inspect_scene_pool("enemy", 12, TRP_ORDER_MEMORY);
    create_as(pool, "wave 1", 57, 2);
    create_as(pool, "wave 2", 57, 1);
    tick();
    create_as(pool, same_tag, 57, 1);
    create_as(pool, "wave 1", 58, 1);
    tick();
    create_as(pool, NULL, 57, 1);
    create_as(pool, "wave 1", 0, 1);
    create_as(pool, NULL, 0, 1);
    create_as(pool, "wave", 57, 1);
    trp__set_place(inside.world, trp__place_at("game.h", 57));
    inspect_scene_create(pool);
    trp__set_place(inside.world, trp__place_at(NULL, 0));
    create_as(inside.pool, "wave 1", 57, 1);
    CHECK_OK(trp_recycle(inside.world, trp_pool_at(pool, 0)));
    create_as(pool, "wave 3", 57, 1); /* in its slot */
    CHECK_OK(trp_deactivate(inside.world, trp_pool_at(pool, 1)));
    return pool;
}

SITUATION("and by creator")
{
    trp_pool *pool = create_from_places();
    CHECK_EQ(print(), 12);
    CHECK_PAGE("never recycled: 12 actors in 2 pools\n"
               "  things: 2\n"
               "    1 created by wave 1 at game.c:57, tick 2\n"
               "    1 whose birth was not recorded\n"
               "  enemy: 10, 1 of them asleep\n"
               "    1 created by wave 3 at game.c:57, tick 2\n"
               "    2 created by wave 1 at game.c:57, ticks 0 to 1\n"
               "    1 created by wave 2 at game.c:57, tick 0\n"
               "    1 created by wave 1 at game.c:58, tick 1\n"
               "    1 created at game.c:57, tick 2\n"
               "    1 created by wave 1, tick 2\n"
               "    1 created, tick 2\n"
               "    1 created by wave at game.c:57, tick 2\n"
               "    1 created at game.h:57, tick 2\n");
    /* again, the same */
    CHECK_OK(trp_pool_clear(inside.pool, NULL));
    CHECK_OK(trp_recycle(inside.world, trp_pool_at(pool, 1)));
    for (uint32_t slot = 4; slot < 10; slot++)
        CHECK_OK(trp_recycle(inside.world, trp_pool_at(pool, slot)));
    CHECK_EQ(print(), 3);
    CHECK_PAGE("never recycled: 3 actors in 1 pool\n"
               "  enemy: 3\n"
               "    1 created by wave 3 at game.c:57, tick 2\n"
               "    1 created by wave 2 at game.c:57, tick 0\n"
               "    1 created by wave 1 at game.c:57, tick 1\n");
    CHECK_OK(trp_black_box_stop(&inside.box));
    CHECK_EQ(print(), 3);
    CHECK_PAGE("never recycled: 3 actors in 1 pool\n"
               "  enemy: 3\n");
}

static void create_within(trp_actor *actor, const trp_context *in)
{
    inspect_scene_create(inside.pool);
}

SITUATION("created there, or within it")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_pool *pool = stage_pool_as(inside.world, (trp_pool_desc){.name = "ship",
                                                                 .type = TRP_TYPE(thing, actor),
                                                                 .capacity = 1,
                                                                 .on_create = create_within});
    inspect_scene_start(0, true);
    create_as(pool, NULL, 57, 1);
    create_as(inside.pool, NULL, 57, 1);
    CHECK_EQ(print(), 3);
    CHECK_PAGE("never recycled: 3 actors in 2 pools\n"
               "  things: 2\n"
               "    1 created within game.c:57, tick 0\n"
               "    1 created at game.c:57, tick 0\n"
               "  ship: 1\n"
               "    1 created at game.c:57, tick 0\n");
}

/* a full table keeps its content */
SITUATION("a table of births that is full keeps what it has")
{
    static trp_handle handles[100];
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(0, true);
    trp_pool *pool = inspect_scene_pool("many", 100, TRP_ORDER_MEMORY);
    for (uint32_t i = 0; i < 100; i++) {
        handles[i] = trp_handle_of(inside.world, inspect_scene_create(pool));
        CHECK_EQ(trp_why_gone(inside.world, handles[i]).age == TRP_NO_AGE, i >= SCENE_BIRTHS);
    }
    CHECK_EQ(print(), 100);
    CHECK_PAGE("never recycled: 100 actors in 1 pool\n"
               "  many: 100\n"
               "    12 created, tick 0\n"
               "    88 whose birth was not recorded\n");
    for (uint32_t i = 0; i < 6; i++) /* room for as many */
        CHECK_OK(trp_recycle(inside.world, trp_get(inside.world, handles[2 * i])));
    for (uint32_t i = 0; i < 6; i++)
        inspect_scene_create(pool);
    CHECK_EQ(print(), 100);
    CHECK_PAGE("never recycled: 100 actors in 1 pool\n"
               "  many: 100\n"
               "    12 created, tick 0\n"
               "    88 whose birth was not recorded\n");
    /* the smallest table */
    for (uint32_t n = 1; n <= 9; n++) {
        const trp_black_box_desc desc = {.births = inside.births,
                                         .births_bytes = TRP_BIRTHS_BYTES(n)};
        CHECK_OK(trp_black_box_stop(&inside.box));
        CHECK_OK(trp_pool_clear(pool, NULL));
        CHECK_OK(trp_black_box_start(&inside.box, inside.world, &desc));
        for (uint32_t i = 0; i < 12; i++) {
            const trp_handle handle = trp_handle_of(inside.world, inspect_scene_create(pool));
            CHECK_EQ(trp_why_gone(inside.world, handle).age == TRP_NO_AGE, i >= n);
        }
    }
}

/* Births that a full or nearly full table keeps, across its end. The pool is so large that some
 * births share a place. */
enum { CHURNED = 240 };

static bool kept[CHURNED];
static uint32_t kept_count;

static void end_one(trp_pool *pool, uint32_t slot, bool of_the_kept)
{
    while (trp_pool_at(pool, slot) == NULL || (of_the_kept && !kept[slot]))
        slot = (slot + 1) % CHURNED;
    CHECK_OK(trp_recycle(inside.world, trp_pool_at(pool, slot)));
    kept_count -= kept[slot];
    kept[slot] = false;
}

static void begin_one(trp_pool *pool)
{
    const uint32_t slot = trp_slot_of(inside.world, inspect_scene_create(pool));
    kept[slot] = kept_count < SCENE_BIRTHS;
    kept_count += kept[slot];
}

static void check_kept(const trp_pool *pool)
{
    for (uint32_t slot = 0; slot < CHURNED; slot++) {
        const trp_handle handle = trp_handle_of(inside.world, trp_pool_at(pool, slot));
        CHECK_EQ(trp_why_gone(inside.world, handle).age != TRP_NO_AGE, kept[slot]);
    }
}

SITUATION("births that come and go in a small table")
{
    uint32_t seed = 2463534242u;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(0, true);
    trp_pool *pool = inspect_scene_pool("many", CHURNED, TRP_ORDER_MEMORY);
    kept_count = 0;
    for (uint32_t slot = 0; slot < CHURNED; slot++)
        kept[slot] = false;
    for (uint32_t slot = 0; slot < CHURNED; slot++)
        begin_one(pool);
    for (uint32_t step = 0; step < 2000; step++) {
        if (trp_pool_count(pool) > CHURNED - 20)
            end_one(pool, stage_random(&seed, CHURNED), kept_count > 6);
        else
            end_one(pool, stage_random(&seed, CHURNED), false);
        for (uint32_t n = stage_random(&seed, 3); n > 0 && trp_pool_count(pool) < CHURNED; n--)
            begin_one(pool);
        check_kept(pool);
    }
}

/* Its birth is still known, and the next actor in its slot inherits nothing. */
SITUATION("births of nodes that were overwritten")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(0, true);
    trp_actor *actor = inspect_scene_create(inside.pool);
    *actor = (trp_actor){0};
    CHECK_EQ(print(), 1);
    CHECK_PAGE("never recycled: 1 actor in 1 pool\n"
               "  things: 1\n"
               "    1 created, tick 0\n");
    CHECK_OK(trp_recycle(inside.world, actor));
    create_as(inside.pool, "wave 1", 0, 1);
    CHECK_EQ(print(), 1);
    CHECK_PAGE("never recycled: 1 actor in 1 pool\n"
               "  things: 1\n"
               "    1 created by wave 1, tick 0\n");
}

static trp_result start_with_report(void)
{
    const trp_black_box_desc desc = {.births = inside.births,
                                     .births_bytes = sizeof inside.births,
                                     .print_leaks = print_end,
                                     .user = &reports};
    return trp_black_box_start(&inside.box, inside.world, &desc);
}

/* before the last actors end; nothing if there are none */
SITUATION("the report at the end of the world")
{
    reports = 0;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK_OK(start_with_report());
    CHECK_OK(trp_recycle(inside.world, inspect_scene_create(inside.pool)));
    CHECK_OK(trp_expire(inside.world, inspect_scene_create(inside.pool)));
    CHECK_OK(trp_world_destroy(inside.world));
    CHECK_EQ(reports, 0);
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK_OK(start_with_report());
    create_as(inside.pool, "wave 1", 57, 2);
    CHECK_OK(trp_world_destroy(inside.world));
    CHECK_EQ(reports, 3);
    CHECK(inside.box.world == NULL);
    CHECK_PAGE("never recycled: 2 actors in 1 pool\n"
               "  things: 2\n"
               "    2 created by wave 1 at game.c:57, tick 0\n");
    /* a report is reason enough to keep births */
    const trp_black_box_desc desc = {.print_leaks = print_end, .user = &reports};
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK_OK(trp_black_box_start(&inside.box, inside.world, &desc));
    inspect_scene_create(inside.pool);
    CHECK_OK(trp_world_destroy(inside.world));
    CHECK_PAGE("never recycled: 1 actor in 1 pool\n"
               "  things: 1\n");
}

static uint32_t seen;

static void look(trp_actor *self, const trp_end_context *in)
{
    seen = trp_print_leaks(in->world, inspect_scene_print, NULL);
}

/* an actor that is leaving is no leak */
SITUATION("an actor in its on_end is no leak")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_pool *pool = stage_pool_as(inside.world, (trp_pool_desc){.name = "things",
                                                                 .type = TRP_TYPE(thing, actor),
                                                                 .capacity = 2,
                                                                 .on_end = look});
    inspect_scene_start(0, true);
    inspect_scene_create(pool);
    CHECK_OK(trp_recycle(inside.world, inspect_scene_create(pool)));
    CHECK_EQ(seen, 1);
    CHECK_PAGE("never recycled: 1 actor in 1 pool\n"
               "  things: 1\n"
               "    1 created, tick 0\n");
}

SITUATION("leaks in pools that grew")
{
    heap_reset();
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inside.world =
        MADE(trp_world_create(&(trp_world_desc){.allocator = {heap_take, heap_give, NULL}}));
    inspect_scene_start(0, true);
    trp_pool *pool = stage_pool_as(inside.world, (trp_pool_desc){.name = "grown",
                                                                 .type = TRP_TYPE(thing, actor),
                                                                 .capacity = 2,
                                                                 .max_capacity = 8,
                                                                 .when_full = TRP_FULL_GROW});
    create_as(pool, "first", 0, 2);
    create_as(pool, "second", 0, 6);
    for (uint32_t i = 2; i < 4; i++)
        CHECK_OK(trp_recycle(inside.world, trp_pool_at(pool, i)));
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(print(), 6);
    CHECK_PAGE("never recycled: 6 actors in 1 pool\n"
               "  grown: 6\n"
               "    2 created by first, tick 0\n"
               "    4 created by second, tick 0\n");
    CHECK_OK(trp_world_destroy(inside.world));
}

static unsigned pairs, unknown;

static void count_pairs(const char *text, void *within)
{
    if (within != NULL) {
        (void)trp_print_leaks(inside.world, count_pairs, NULL);
        pairs += situation_text_has(text, "    2 created by ");
        unknown += situation_text_has(text, "whose birth was not recorded");
    }
}

/* a report in a report, of more creators than a report remembers */
SITUATION("a report in a report")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char births[TRP_BIRTHS_BYTES(80)];
    static char tags[40][2];

    inspect_scene_begin(TRP_ORDER_MEMORY);
    const trp_black_box_desc desc = {.births = births, .births_bytes = sizeof births};
    CHECK_OK(trp_black_box_start(&inside.box, inside.world, &desc));
    trp_pool *pool = inspect_scene_pool("many", 90, TRP_ORDER_MEMORY);
    for (unsigned i = 0; i < 80; i++) {
        tags[i % 40][0] = (char)('0' + i % 40);
        create_as(pool, tags[i % 40], 0, 1);
    }
    pairs = unknown = 0;
    CHECK_EQ(trp_print_leaks(inside.world, count_pairs, &pairs), 80);
    CHECK_EQ(pairs, 40);
    CHECK_EQ(unknown, 0);
}
