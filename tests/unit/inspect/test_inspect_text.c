/* Records as text, character by character. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../inspect_scene.h"

SITUATIONS(inspect_text);

/* what a library without messages prints for a misuse and a result */
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

/* a record of the life that most lines here describe */
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

SITUATION("births and ends as lines of text")
{
    const trp_record born = record_of(TRP_RECORD_CREATED, TRP_REASON_NONE);
    check_line(born, "tick 12: enemy slot 3 (generation 2) created");
    check_line(at(born, "wave 3", "src/game.c", 80),
               "tick 12: enemy slot 3 (generation 2) created by wave 3 at game.c:80");
    trp_record record =
        at(record_of(TRP_RECORD_RECYCLED, TRP_REASON_RECYCLED), NULL, "C:\\game\\a.c", 7);
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
    record = in_turn(record_of(TRP_RECORD_RECYCLED, (trp_reason)TRP_REASON_USER), 1, "gun", 5);
    check_line(at(record, "ui", NULL, 0), "tick 12: enemy slot 3 (generation 2) recycled for "
                                          "reason 64 by ui, in the update of gun slot 5");
}

SITUATION("refusals and mistakes as lines of text")
{
    trp_record record = record_of(TRP_RECORD_REFUSED, TRP_REASON_NONE);
    record.slot = TRP_NO_SLOT;
    check_line(in_turn(record, 1, "gun", TRP_NO_SLOT),
               "tick 12: enemy is full: one more was refused, in the update of gun");
    /* no slot differs from the slot of an update without an actor */
    check_line(in_turn(record, 0, "enemy", TRP_NO_SLOT),
               "tick 12: enemy is full: one more was refused, in the update of enemy");
    record.times = 1;
    check_line(record, "tick 12: enemy is full: one more was refused");
    record.times = 2;
    check_line(record, "tick 12: enemy is full: 2 more were refused");
    record.times = 3;
    record.result = TRP_ERR_MEMORY;
    check_line(record, "tick 12: enemy had no memory to grow: 3 more were refused");
    record = record_of(TRP_RECORD_MISUSE, TRP_REASON_NONE);
    check_line(call(record, "trp_recycle", TRP_ERR_FREE),
               "tick 12: misuse: trp_recycle on enemy slot 3 (generation 2): " ERR_FREE);
    check_line(in_turn(at(call(record, "trp_recycle", TRP_ERR_FREE), "ui", NULL, 0), 1, "gun", 5),
               "tick 12: misuse: trp_recycle on enemy slot 3 (generation 2): " ERR_FREE
               " by ui, in the update of gun slot 5");
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

SITUATION("a text is cut where its memory ends")
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

SCRIPT("the last records are printed, the oldest first",
       "in memory; pool 4; record 3; new 1-4; records 2 {tick 0: things slot 2 (generation 1) "
       "created\n"
       "tick 0: things slot 3 (generation 1) created\n};"
       "records 100 {tick 0: things slot 1 (generation 1) created\n"
       "tick 0: things slot 2 (generation 1) created\n"
       "tick 0: things slot 3 (generation 1) created\n};"
       "records 0 {}");

SITUATION("records are printed by a function, also of a world that has ended")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(3, false);
    CHECK_RESULT(trp_print_records(NULL, 1, inspect_scene_print, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(inside.world, trp_print_records(&inside.box, 1, NULL, NULL), TRP_ERR_NULL);
    CHECK_OK(trp_world_destroy(inside.world));
    CHECK_OK(trp_print_records(&inside.box, 1, inspect_scene_print, NULL));
    CHECK_PAGE("tick 0: misuse" BY_PRINT_RECORDS ": " ERR_NULL "\n");
    CHECK_RESULT(trp_print_records(&inside.box, 1, NULL, NULL), TRP_ERR_NULL);
}

static unsigned longest;

static void measure(const char *line_of_text, void *arg)
{
    unsigned length = 0;
    while (line_of_text[length] != '\0')
        length++;
    longest = length > longest ? length : longest;
    CHECK(length >= 4);
    CHECK(line_of_text[length - 1] == '\n');
    CHECK(situation_text_equal(line_of_text + length - 4, "...\n"));
}

/* names of any length */
SITUATION("lines that are too long end in dots")
{
    static char name[600];
    for (unsigned i = 0; i + 1 < sizeof name; i++)
        name[i] = 'x';
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inside.pool = inspect_scene_pool(name, 1, TRP_ORDER_MEMORY);
    inspect_scene_start(1, true);
    const trp_handle handle = trp_handle_of(inside.world, inspect_scene_create(inside.pool));
    longest = 0;
    CHECK_OK(trp_print_records(&inside.box, 1, measure, NULL));
    CHECK_EQ(longest, 255);
    CHECK(situation_text_has(trp_record_text(text, sizeof text, inspect_scene_last(0)), "xxx"));
    name[20] = '\0';
    CHECK_OK(trp_print_why(inside.world, handle, inspect_scene_print, NULL));
    CHECK_PAGE("xxxxxxxxxxxxxxxxxxxx slot 0 (generation 1) is alive, 0 ticks old\n"
               "  tick 0, created\n");
}
