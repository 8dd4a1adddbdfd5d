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

/* Expired actors are no leaks, they only leave later. */
SCRIPT("what was never recycled, by pool",
       "leaks {never recycled: 0 actors\n};"
       "new 1; leaks {never recycled: 1 actor in 1 pool\n"
       "  things: 1\n};"
       "pool called others; pool external called heroes; new b 2 3; sleep 3; new c 4; new b 5; "
       "expire 1 5; leaks {never recycled: 3 actors in 2 pools\n"
       "  others: 2, 1 of them asleep\n"
       "  heroes: 1, in the game's own memory\n}");

/* Tags and files are compared as texts. */
SCRIPT("and by creator",
       "pool 4; new 1; record 0 births; pool 12 called enemy; tag wave 1; line 57 game.c; new b "
       "2 3; tag wave 2; new b 4; tick; tag wave 1; new b 5; line 58 src/game.c; new b 6; tick;"
       "tag; line 57 game.c; new b 7; tag wave 1; line; new b 8; tag; new b 9; tag wave; line 57 "
       "game.c; new b 10; tag; line 57 game.h; new b 11; tag wave 1; line 57 game.c; new a 12;"
       "recycle 2; tag wave 3; new b 13; sleep 3; line; tag;"
       "leaks {never recycled: 12 actors in 2 pools\n"
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
       "    1 created at game.h:57, tick 2\n};"
       "clear; recycle 3 6-11; leaks {never recycled: 3 actors in 1 pool\n"
       "  enemy: 3\n"
       "    1 created by wave 3 at game.c:57, tick 2\n"
       "    1 created by wave 2 at game.c:57, tick 0\n"
       "    1 created by wave 1 at game.c:57, tick 1\n};"
       "unrecord; leaks {never recycled: 3 actors in 1 pool\n"
       "  enemy: 3\n}");

SCRIPT("created there, or within it",
       "pool 4; pool 1 called ship; record 0 births; line 57 game.c; at +1: new a 2; new b 1; new "
       "3; leaks {never recycled: 3 actors in 2 pools\n"
       "  things: 2\n"
       "    1 created within game.c:57, tick 0\n"
       "    1 created at game.c:57, tick 0\n"
       "  ship: 1\n"
       "    1 created at game.c:57, tick 0\n}");

SCRIPT("births are kept in the slots for which there is room",
       "pool 100 called many; record 0 births; new 1-100; age 15 0; age 16 unknown;"
       "leaks {never recycled: 100 actors in 1 pool\n"
       "  many: 100\n"
       "    15 created, tick 0\n"
       "    85 whose birth was not recorded\n};"
       "recycle 1 3 5 7 9 11; tick; new 101-106; leaks {never recycled: 100 actors in 1 pool\n"
       "  many: 100\n"
       "    15 created, ticks 0 to 1\n"
       "    85 whose birth was not recorded\n}");
SCRIPT("a box knows no births of the one that had its memory before",
       "record 8 births; new 1-3; age 1 0; unrecord; record 8 births; new 4; age 1 unknown;"
       "age 2 unknown; age 3 unknown; age 4 0");

SITUATION("memory for the births in n slots has room for them")
{
    for (uint32_t n = 4; n <= 12; n++) {
        inspect_scene_begin(TRP_ORDER_MEMORY);
        const trp_black_box_desc desc = {.births = inside.births,
                                         .births_bytes = TRP_BIRTHS_BYTES(n)};
        CHECK_OK(trp_black_box_start(&inside.box, inside.world, &desc));
        trp_pool *pools[] = {inspect_scene_pool("n", n - n / 8 * 4, TRP_ORDER_MEMORY), inside.pool};
        for (uint32_t i = 0; i < n; i++) {
            trp_pool *pool = pools[i >= n - n / 8 * 4];
            const trp_handle handle = trp_handle_of(inside.world, inspect_scene_create(pool));
            CHECK_EQ(trp_why_gone(inside.world, handle).age, 0);
        }
    }
}

/* Two pools: what the bytes are rounded up by is not enough for both. */
SITUATION("memory for the births in n slots has room for those of pools that grew to them")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char births[TRP_BIRTHS_BYTES(2 * 20)];

    for (uint32_t most = 8; most <= 20; most++)
        for (uint32_t first = 1; first <= most; first++) {
            trp_black_box box = {0};
            trp_world *world = heap_world((trp_world_desc){0});
            const trp_black_box_desc desc = {.births = births,
                                             .births_bytes = TRP_BIRTHS_BYTES(2 * most)};
            CHECK_OK(trp_black_box_start(&box, world, &desc));
            trp_pool_desc grows = {.type = TRP_TYPE(thing, actor), .capacity = first};
            stage_grow(&grows, most);
            trp_pool *pools[] = {stage_pool_as(world, grows), stage_pool_as(world, grows)};
            for (uint32_t i = 0; i < 2 * most; i++) {
                trp_pool *pool = pools[i / most];
                const trp_handle handle = trp_handle_of(world, inspect_scene_create(pool));
                CHECK_EQ(trp_why_gone(world, handle).age, 0);
            }
            CHECK_OK(trp_world_destroy(world));
        }
}

/* Its birth is still known, and the next actor in its slot inherits nothing. */
SCRIPT("births of nodes that were overwritten",
       "in memory; record 0 births; new 1; harm 1 zeros; leaks {never recycled: 1 actor in 1 pool\n"
       "  things: 1\n"
       "    1 created, tick 0\n};"
       "recycle 1 ~CORRUPT; repair; tag wave 1; new 2; leaks {never recycled: 1 actor in 1 pool\n"
       "  things: 1\n"
       "    1 created by wave 1, tick 0\n}");

/* before the last actors end; nothing if there are none */
SCRIPT("the report at the end of the world",
       "record 0 births leaks; new 1 2; recycle 1; expire 2; destroy; page {}");

SCRIPT("the report at the end of a world that has leaks",
       "record 0 births leaks; tag wave 1; line 57 game.c; new 1 2; destroy;"
       "page {never recycled: 2 actors in 1 pool\n"
       "  things: 2\n"
       "    2 created by wave 1 at game.c:57, tick 0\n}");

SITUATION("while the end is reported nothing else happens")
{
    const trp_black_box_desc desc = {.print_leaks = print_end, .user = &reports};
    reports = 0;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK_OK(trp_black_box_start(&inside.box, inside.world, &desc));
    inspect_scene_create(inside.pool);
    CHECK_OK(trp_world_destroy(inside.world));
    CHECK_EQ(reports, 2);
    CHECK(inside.box.world == NULL);
    CHECK_PAGE("never recycled: 1 actor in 1 pool\n"
               "  things: 1\n");
}

SCRIPT("an actor in its on_end is no leak",
       "record 0 births; new 1 2; at -2: leaks {never recycled: 1 actor in 1 pool\n"
       "  things: 1\n"
       "    1 created, tick 0\n};"
       "recycle 2");

SCRIPT("leaks in pools that grew",
       "grows; pool 2 grow 8 called grown; record 0 births; tag first; new 1 2; tag second; new "
       "3-8; recycle 3 4; trim; leaks {never recycled: 6 actors in 1 pool\n"
       "  grown: 6\n"
       "    2 created by first, tick 0\n"
       "    4 created by second, tick 0\n}");

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
        trp_set_tag(inside.world, tags[i % 40]);
        inspect_scene_create(pool);
    }
    pairs = unknown = 0;
    CHECK_EQ(trp_print_leaks(inside.world, count_pairs, &pairs), 80);
    CHECK_EQ(pairs, 40);
    CHECK_EQ(unknown, 0);
}
