/* Records, worlds and pools as text, to the letter. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../heap.h"
#include "../inspect_scene.h"

/* what a library without messages prints for a wrong call and a result */
#if !defined(TRP_NO_MESSAGES)
#define BY_PRINT_RECORDS ": trp_print_records"
#define BUSY "TRP_BUSY"
#define ERR_FREE "TRP_ERR_FREE"
#define ERR_LINKED "TRP_ERR_LINKED"
#define ERR_NULL "TRP_ERR_NULL"
#else
#define BY_PRINT_RECORDS ""
#define BUSY "result 2"
#define ERR_FREE "result 4"
#define ERR_LINKED "result 18"
#define ERR_NULL "result 10"
#endif

static char text[200];

/* a record of the life that most lines here are about */
static trp_record record_of(trp_record_kind kind, trp_reason reason)
{
    return (trp_record){.kind = kind,
                        .reason = reason,
                        .tick = 12,
                        .pool_name = "enemy",
                        .slot = 3,
                        .handle = {3, 2},
                        .in_pool = TRP_NO_POOL,
                        .in_slot = TRP_NO_SLOT};
}

static trp_record in_turn(trp_record record, uint32_t pool, const char *name, uint32_t slot)
{
    record.in_pool = pool;
    record.in_pool_name = name;
    record.in_slot = slot;
    return record;
}

static trp_record at(trp_record record, const char *tag, const char *file, uint32_t line)
{
    record.tag = tag;
    record.file = file;
    record.line = line;
    return record;
}

static trp_record call(trp_record record, const char *name, trp_result result)
{
    record.call = name;
    record.result = result;
    return record;
}

static void check_line(trp_record record, const char *expected)
{
    trp_record_text(text, sizeof text, &record);
    if (!situation_text_equal(text, expected))
        situation_failed(__FILE__, __LINE__, text);
}

static void births_and_ends_as_text(void)
{
    const trp_record born = record_of(TRP_RECORD_CREATED, TRP_REASON_NONE);
    trp_record record;
    check_line(born, "tick 12: enemy slot 3 (generation 2) created");
    check_line(at(born, "wave 3", "src/game.c", 80),
               "tick 12: enemy slot 3 (generation 2) created by wave 3 at game.c:80");
    record = at(record_of(TRP_RECORD_RECYCLED, TRP_REASON_RECYCLED), NULL, "C:\\game\\a.c", 7);
    record.is_within = true;
    check_line(record, "tick 12: enemy slot 3 (generation 2) recycled within a.c:7");
    record = record_of(TRP_RECORD_RECYCLED, TRP_REASON_EXPIRED);
    check_line(in_turn(record, 0, "enemy", 3),
               "tick 12: enemy slot 3 (generation 2) expired, in its own update");
    record = in_turn(record_of(TRP_RECORD_RECYCLED, TRP_REASON_STOLEN), 0, "enemy", 4);
    record.in_visit = true;
    check_line(record, "tick 12: enemy slot 3 (generation 2) stolen, in the visit of enemy slot 4");
    record = record_of(TRP_RECORD_RECYCLED, TRP_REASON_CLEARED);
    check_line(in_turn(record, 1, "hero", 3),
               "tick 12: enemy slot 3 (generation 2) cleared, in the update of hero slot 3");
    record = record_of(TRP_RECORD_RECYCLED, TRP_REASON_PARENT);
    check_line(
        in_turn(record, 0, "enemy", TRP_NO_SLOT),
        "tick 12: enemy slot 3 (generation 2) recycled with its parent, in the update of enemy");
    record = record_of(TRP_RECORD_EXPIRED, TRP_REASON_EXPIRED);
    check_line(at(record, "boss", NULL, 0), "tick 12: enemy slot 3 (generation 2) expired by boss");
    check_line(in_turn(record_of(TRP_RECORD_PRUNED, TRP_REASON_EXPIRED), 0, "enemy", 4),
               "tick 12: enemy slot 3 (generation 2) pruned");
    record = born;
    record.tick = UINT64_MAX;
    record.slot = 16777215;
    record.handle.generation = UINT32_MAX;
    check_line(record,
               "tick 18446744073709551615: enemy slot 16777215 (generation 4294967295) created");
    check_line((trp_record){0}, "");
}

static void refusals_and_mistakes_as_text(void)
{
    trp_record record = record_of(TRP_RECORD_REFUSED, TRP_REASON_NONE);
    record.slot = TRP_NO_SLOT;
    check_line(in_turn(record, 1, "gun", TRP_NO_SLOT),
               "tick 12: enemy is full: one more was refused, in the update of gun");
    /* no slot is not the slot of nobody's turn */
    check_line(in_turn(record, 0, "enemy", TRP_NO_SLOT),
               "tick 12: enemy is full: one more was refused, in the update of enemy");
    record.times = 3;
    record.result = TRP_ERR_MEMORY;
    check_line(record, "tick 12: enemy had no memory to grow: 3 more were refused");
    record = record_of(TRP_RECORD_MISUSE, TRP_REASON_NONE);
    check_line(call(record, "trp_recycle", TRP_ERR_FREE),
               "tick 12: misuse: trp_recycle on enemy slot 3 (generation 2): " ERR_FREE);
    record.slot = TRP_NO_SLOT;
    check_line(at(call(record, "trp_create", TRP_BUSY), "ui", NULL, 0),
               "tick 12: misuse: trp_create on enemy: " BUSY " by ui");
    record.pool_name = NULL;
    check_line(call(record, "trp_system_add", TRP_ERR_LINKED),
               "tick 12: misuse: trp_system_add: " ERR_LINKED);
    check_line(call(record, "", TRP_ERR_LINKED), "tick 12: misuse: " ERR_LINKED);
    record = record_of(TRP_RECORD_MISUSE, TRP_REASON_NONE);
    check_line(call(record, "", TRP_ERR_FREE),
               "tick 12: misuse on enemy slot 3 (generation 2): " ERR_FREE);
}

static void cut_where_it_must_be(void)
{
    const trp_record record = record_of(TRP_RECORD_CREATED, TRP_REASON_NONE);
    CHECK(situation_text_equal(trp_record_text(text, 8, &record), "tick 12"));
    CHECK(situation_text_equal(trp_record_text(text, 1, &record), ""));
    text[0] = 'x';
    CHECK(situation_text_equal(trp_record_text(text, 0, &record), ""));
    CHECK_EQ(text[0], 'x');
    CHECK(situation_text_equal(trp_record_text(NULL, 8, &record), ""));
    CHECK(situation_text_equal(trp_record_text(text, 8, NULL), ""));
}

static void the_last_records(void)
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(3, false);
    for (int i = 0; i < 4; i++)
        inspect_scene_create(inside.pool);
    CHECK_RESULT(trp_print_records(&inside.box, 2, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("tick 0: things slot 2 (generation 1) created\n"
               "tick 0: things slot 3 (generation 1) created\n");
    CHECK_RESULT(trp_print_records(&inside.box, 100, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("tick 0: things slot 1 (generation 1) created\n"
               "tick 0: things slot 2 (generation 1) created\n"
               "tick 0: things slot 3 (generation 1) created\n");
    CHECK_RESULT(trp_print_records(&inside.box, 0, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("");
    CHECK_RESULT(trp_print_records(NULL, 1, inspect_scene_print, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(inside.world, trp_print_records(&inside.box, 1, NULL, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_world_destroy(inside.world), TRP_OK);
    CHECK_RESULT(trp_print_records(&inside.box, 1, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("tick 0: misuse" BY_PRINT_RECORDS ": " ERR_NULL "\n");
    CHECK_RESULT(trp_print_records(&inside.box, 1, NULL, NULL), TRP_ERR_NULL);
}

static unsigned longest;

static void measure(const char *line_of_text, void *context)
{
    unsigned length = 0;
    (void)context;
    while (line_of_text[length] != '\0')
        length++;
    longest = length > longest ? length : longest;
    CHECK(length >= 4);
    CHECK(line_of_text[length - 1] == '\n');
    CHECK(situation_text_equal(line_of_text + length - 4, "...\n"));
}

/* names of any length */
static void lines_that_are_too_long(void)
{
    static char name[600];
    for (unsigned i = 0; i + 1 < sizeof name; i++)
        name[i] = 'x';
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inside.pool = inspect_scene_pool(name, 1, TRP_ORDER_MEMORY);
    inspect_scene_start(1, true);
    const trp_handle handle = trp_handle_of(inside.world, inspect_scene_create(inside.pool));
    longest = 0;
    CHECK_RESULT(trp_print_records(&inside.box, 1, measure, NULL), TRP_OK);
    CHECK_EQ(longest, 255);
    CHECK(situation_text_has(trp_record_text(text, sizeof text, inspect_scene_last(0)), "xxx"));
    name[20] = '\0';
    CHECK_RESULT(trp_print_why(inside.world, handle, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("xxxxxxxxxxxxxxxxxxxx slot 0 (generation 1) is alive, 0 ticks old\n"
               "  tick 0, created\n");
}

static void a_whole_world(void)
{
    thing outside = {.id = 1};
    trp_pool *bullets;
    trp_pool *sparks;
    trp_pool *heroes;
    trp_actor *sleeper;
    inside.world = stage_world_as((trp_world_desc){.id = 3, .layers = 3});
    CHECK_RESULT(trp_layer_set_name(inside.world, 0, "ground"), TRP_OK);
    CHECK_RESULT(trp_layer_set_enabled(inside.world, 1, false), TRP_OK);
    CHECK_RESULT(trp_layer_set_visible(inside.world, 1, false), TRP_OK);
    CHECK_RESULT(trp_layer_set_time_scale(inside.world, 0, 0.25f), TRP_OK);
    CHECK_RESULT(trp_layer_set_place(inside.world, 2, 0), TRP_OK);
    stage_pool_as(inside.world, (trp_pool_desc){.name = "empty",
                                                .type = TRP_TYPE(thing, actor),
                                                .capacity = 1,
                                                .layer = 1,
                                                .when_full = TRP_FULL_STEAL_NEXT});
    bullets = stage_pool_as(inside.world, (trp_pool_desc){.name = "bullet",
                                                          .type = TRP_TYPE(thing, actor),
                                                          .capacity = 4,
                                                          .order = TRP_ORDER_OLDEST,
                                                          .newborns = TRP_NEWBORNS_SAME_WALK});
    sparks = stage_pool_as(inside.world, (trp_pool_desc){.name = "spark",
                                                         .type = TRP_TYPE(thing, actor),
                                                         .capacity = 2,
                                                         .when_full = TRP_FULL_STEAL_OLDEST,
                                                         .joins = bullets});
    heroes = stage_pool_as(inside.world, (trp_pool_desc){.name = "hero",
                                                         .type = TRP_TYPE(thing, actor),
                                                         .capacity = 1,
                                                         .order = TRP_ORDER_NEWEST,
                                                         .layer = 2,
                                                         .external = true});
    CHECK_RESULT(trp_pool_set_time_scale(sparks, 1.5f), TRP_OK);
    CHECK_RESULT(trp_pool_set_time_scale(bullets, 0.5f), TRP_OK);
    CHECK(trp_adopt(heroes, &outside.actor) != NULL);
    inspect_scene_create(bullets);
    CHECK_RESULT(trp_recycle(inside.world, inspect_scene_create(bullets)), TRP_OK);
    sleeper = inspect_scene_create(bullets);
    CHECK_RESULT(trp_deactivate(inside.world, sleeper), TRP_OK);
    CHECK_RESULT(trp_expire(inside.world, inspect_scene_create(sparks)), TRP_OK);
    CHECK_RESULT(trp_deactivate(inside.world, sleeper), TRP_ERR_ASLEEP);
    CHECK_RESULT(trp_print_world(inside.world, TRP_DETAIL_ACTORS, inspect_scene_print, NULL),
                 TRP_OK);
    CHECK_PAGE(
        "world 3: tick 0, time scale 1, 3 layers, 4 pools, 4 actors, 1 misuse\n"
        "layer 2: enabled, visible, time scale 1\n"
        "  pool 'hero': 1 of 1 slot taken (1 active, 0 asleep, 0 expired), at most 1; newest "
        "first, in the game's own memory; when full, refuses\n"
        "    slot 0 (generation 1): active\n"
        "layer 0 'ground': enabled, visible, time scale 0.25\n"
        "  pool 'bullet': 2 of 4 slots taken (1 active, 1 asleep, 0 expired), at most 2; "
        "oldest first, newborns in the same walk; when full, refuses; time scale 0.5\n"
        "    slot 0 (generation 1): active\n"
        "    slot 1 (generation 2): asleep\n"
        "  pool 'spark': 1 of 2 slots taken (0 active, 0 asleep, 1 expired), at most 1; oldest "
        "first, among 'bullet'; when full, steals the oldest; time scale 1.5\n"
        "    slot 0 (generation 1): expired\n"
        "layer 1: disabled, hidden, time scale 1\n"
        "  pool 'empty': 0 of 1 slot taken (0 active, 0 asleep, 0 expired), at most 0; memory "
        "order; when full, steals the next\n");
    CHECK_RESULT(trp_pool_clear(bullets), TRP_OK);
    CHECK_RESULT(trp_world_set_time_scale(inside.world, 2), TRP_OK);
    CHECK_RESULT(trp_print_world(inside.world, TRP_DETAIL_POOLS, inspect_scene_print, NULL),
                 TRP_OK);
    CHECK_PAGE(
        "world 3: tick 0, time scale 2, 3 layers, 4 pools, 2 actors, 1 misuse\n"
        "layer 2: enabled, visible, time scale 1\n"
        "  pool 'hero': 1 of 1 slot taken (1 active, 0 asleep, 0 expired), at most 1; newest "
        "first, in the game's own memory; when full, refuses\n"
        "layer 0 'ground': enabled, visible, time scale 0.25\n"
        "  pool 'bullet': 0 of 4 slots taken (0 active, 0 asleep, 0 expired), at most 2; "
        "oldest first, newborns in the same walk; when full, refuses; time scale 0.5\n"
        "  pool 'spark': 1 of 2 slots taken (0 active, 0 asleep, 1 expired), at most 1; oldest "
        "first, among 'bullet'; when full, steals the oldest; time scale 1.5\n"
        "layer 1: disabled, hidden, time scale 1\n"
        "  pool 'empty': 0 of 1 slot taken (0 active, 0 asleep, 0 expired), at most 0; memory "
        "order; when full, steals the next\n");
    CHECK_RESULT(trp_print_world(NULL, TRP_DETAIL_POOLS, inspect_scene_print, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(inside.world, trp_print_world(inside.world, TRP_DETAIL_POOLS, NULL, NULL),
                 TRP_ERR_NULL);
}

static void time_scales(void)
{
    static const struct
    {
        float scale;
        const char *expected;
    } cases[] = {
        {0, "0"},           {0.5f, "0.5"},        {1, "1"},
        {0.125f, "0.125"},  {0.0625f, "0.063"},   {0.001f, "0.001"},
        {0.0001f, "0"},     {0.9999f, "1"},       {1.9999f, "2"},
        {1.0625f, "1.063"}, {2.046875f, "2.047"}, {12.25f, "12.25"},
        {1e6f, "1000000"},  {3e9f, "3000000000"}, {3.3e38f, "4000000000 or more"},
    };
    inspect_scene_begin(TRP_ORDER_MEMORY);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        static char expected[300];
        CHECK_RESULT(trp_layer_set_time_scale(inside.world, 0, cases[i].scale), TRP_OK);
        CHECK_RESULT(trp_print_world(inside.world, TRP_DETAIL_POOLS, inspect_scene_print, NULL),
                     TRP_OK);
        situation_text_copy(expected, sizeof expected,
                            "world 0: tick 0, time scale 1, 1 layer, 1 pool, 0 actors, 0 misuses\n"
                            "layer 0: enabled, visible, time scale ");
        situation_text_add(expected, sizeof expected, cases[i].expected);
        situation_text_add(
            expected, sizeof expected,
            "\n  pool 'things': 0 of 4 slots taken (0 active, 0 asleep, 0 expired), ");
        situation_text_add(expected, sizeof expected,
                           "at most 0; memory order; when full, refuses\n");
        CHECK_PAGE(expected);
    }
}

static trp_pool *pool_of(uint32_t capacity)
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    return inspect_scene_pool("bullet", capacity, TRP_ORDER_MEMORY);
}

static void how_full(void)
{
    trp_pool *pool = pool_of(100);
    for (uint32_t i = 0; i < 100; i++)
        inspect_scene_create(pool);
    for (uint32_t i = 25; i < 100; i++)
        if (i < 50 ? i >= 37 : i < 75 ? i != 60 : i == 80)
            CHECK_RESULT(trp_recycle(inside.world, trp_pool_at(pool, i)), TRP_OK);
    CHECK_RESULT(trp_print_fill(pool, 4, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("pool 'bullet': 62 of 100 slots taken\n"
               "   0 to 24 |################################| 25\n"
               "  25 to 49 |###############                 | 12\n"
               "  50 to 74 |#                               | 1\n"
               "  75 to 99 |##############################  | 24\n");
    CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
    inspect_scene_create(pool);
    CHECK_RESULT(trp_print_fill(pool, 1, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("pool 'bullet': 1 of 100 slots taken\n"
               "   0 to 99 |#                               | 1\n");
    CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
    CHECK_RESULT(trp_print_fill(pool, 1, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("pool 'bullet': 0 of 100 slots taken\n"
               "   0 to 99 |                                | 0\n");
    pool = pool_of(11);
    CHECK_RESULT(trp_expire(inside.world, inspect_scene_create(pool)), TRP_OK);
    CHECK_RESULT(trp_print_fill(pool, 3, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("pool 'bullet': 1 of 11 slots taken\n"
               "   0 to  3 |########                        | 1\n"
               "   4 to  7 |                                | 0\n"
               "   8 to 10 |                                | 0\n");
    pool = pool_of(2);
    inspect_scene_create(pool);
    CHECK_RESULT(trp_print_fill(pool, UINT32_MAX, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("pool 'bullet': 1 of 2 slots taken\n"
               "  0 to 0 |################################| 1\n"
               "  1 to 1 |                                | 0\n");
    CHECK_RESULT(trp_print_fill(NULL, 1, inspect_scene_print, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(inside.world, trp_print_fill(pool, 1, NULL, NULL), TRP_ERR_NULL);
}

static unsigned lines;

static void count_lines(const char *line_of_text, void *context)
{
    (void)line_of_text;
    (void)context;
    lines++;
}

static void sixteen_rows_by_default(void)
{
    trp_pool *pool = pool_of(33);
    lines = 0;
    CHECK_RESULT(trp_print_fill(pool, 0, count_lines, NULL), TRP_OK);
    CHECK_EQ(lines, 1 + 11); /* three slots each */
    pool = pool_of(160);
    lines = 0;
    CHECK_RESULT(trp_print_fill(pool, 0, count_lines, NULL), TRP_OK);
    CHECK_EQ(lines, 1 + 16);
}

static void chunks_and_adopted_ones(void)
{
    thing outside = {.id = 1};
    trp_pool *pool;
    heap_reset();
    inside.world =
        trp_world_create(&(trp_world_desc){.id = 9, .allocator = {heap_take, heap_give, NULL}});
    CHECK(inside.world != NULL);
    pool = stage_pool_as(inside.world, (trp_pool_desc){.name = "grown",
                                                       .type = TRP_TYPE(thing, actor),
                                                       .capacity = 4,
                                                       .max_capacity = 16,
                                                       .when_full = TRP_FULL_GROW});
    for (int i = 0; i < 16; i++)
        inspect_scene_create(pool);
    for (uint32_t i = 4; i < 9; i++)
        CHECK_RESULT(trp_recycle(inside.world, trp_pool_at(pool, i)), TRP_OK);
    CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
    CHECK_RESULT(trp_print_fill(pool, 4, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("pool 'grown': 11 of 12 slots taken\n"
               "   0 to  3 |################################| 4\n"
               "   4 to  7 |                                | given back\n"
               "   8 to 11 |########################        | 3\n"
               "  12 to 15 |################################| 4\n");
    CHECK_RESULT(trp_print_fill(pool, 2, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("pool 'grown': 11 of 12 slots taken\n"
               "   0 to  7 |################################| 4\n"
               "   8 to 15 |############################    | 7\n");
    CHECK_RESULT(trp_print_world(inside.world, TRP_DETAIL_POOLS, inspect_scene_print, NULL),
                 TRP_OK);
    CHECK_PAGE("world 9: tick 0, time scale 1, 1 layer, 1 pool, 11 actors, 0 misuses\n"
               "layer 0: enabled, visible, time scale 1\n"
               "  pool 'grown': 11 of 12 slots taken (11 active, 0 asleep, 0 expired), at most 16; "
               "memory order; when full, grows to 16\n");
    CHECK_RESULT(trp_world_destroy(inside.world), TRP_OK);
    inspect_scene_begin(TRP_ORDER_MEMORY);
    pool = stage_pool_as(inside.world, (trp_pool_desc){.name = "adopted",
                                                       .type = TRP_TYPE(thing, actor),
                                                       .capacity = 2,
                                                       .external = true});
    CHECK(trp_adopt(pool, &outside.actor) != NULL);
    CHECK_RESULT(trp_print_fill(pool, 1, inspect_scene_print, NULL), TRP_OK);
    CHECK_PAGE("pool 'adopted': 1 of 2 slots taken\n"
               "  0 to 1 |################                | 1\n");
}

static void print_while(const trp_actor *self, const trp_view *view)
{
    (void)self;
    CHECK_RESULT(trp_print_world(view->world, TRP_DETAIL_ACTORS, count_lines, NULL), TRP_OK);
    CHECK_RESULT(trp_print_fill(view->pool, 2, count_lines, NULL), TRP_OK);
    CHECK_EQ(trp_print_leaks(view->world, count_lines, NULL), 1);
    CHECK_RESULT(trp_print_why(view->world, trp_handle_of(view->world, self), count_lines, NULL),
                 TRP_OK);
    CHECK_RESULT(trp_print_records(&inside.box, 1, count_lines, NULL), TRP_OK);
    CHECK_EQ(trp_world_usage(view->world).live, 1);
}

/* in a tick, and while drawing */
static void whenever_you_like(void)
{
    trp_pool *pool;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    pool = stage_pool_as(inside.world, (trp_pool_desc){.name = "drawn",
                                                       .type = TRP_TYPE(thing, actor),
                                                       .capacity = 2,
                                                       .draw = print_while});
    inspect_scene_start(4, true);
    inspect_scene_create(pool);
    lines = 0;
    CHECK_QUIET(inside.world, trp_draw_all(inside.world, NULL, 0), TRP_OK);
    CHECK_EQ(lines, 5 + 3 + 3 + 2 + 1);
    CHECK_VALID(inside.world);
}

const situation inspect_text_situations[] = {
    {"births and ends as lines of text", births_and_ends_as_text},
    {"refusals and mistakes as lines of text", refusals_and_mistakes_as_text},
    {"a text is cut where its memory ends", cut_where_it_must_be},
    {"the last records are printed, the oldest first", the_last_records},
    {"lines that are too long end in dots", lines_that_are_too_long},
    {"a whole world as text", a_whole_world},
    {"time scales as text", time_scales},
    {"how full each stretch of a pool is", how_full},
    {"16 rows are the default", sixteen_rows_by_default},
    {"chunks that were given back, and adopted actors", chunks_and_adopted_ones},
    {"reports may be asked for while drawing", whenever_you_like},
};
const unsigned inspect_text_situation_count =
    sizeof inspect_text_situations / sizeof inspect_text_situations[0];
