/* Calls of the modules record their line, too. Each is refused here, so that it leaves a record. */
#ifndef TRP_PLACES
#define TRP_PLACES
#endif
#include "../inspect_scene.h"

static thing stray; /* no actor of any world */

static void check_line(uint32_t line)
{
    const trp_record *record = inspect_scene_last(0);
    CHECK_EQ(record->kind, TRP_RECORD_MISUSE);
    CHECK(record->file != NULL);
    CHECK(situation_text_has(record->file, "test_inspect_place_calls.c"));
    CHECK_EQ(record->line, line);
    CHECK(!record->is_within);
}

/* The call is refused, and its record has its line. */
#define CHECK_PLACED(call)                                                                         \
    do                                                                                             \
    {                                                                                              \
        stage_before(inside.world);                                                                \
        CHECK((call) != TRP_OK);                                                                   \
        CHECK_EQ(told.count, 1);                                                                   \
        check_line(__LINE__);                                                                      \
    } while (0)

static void begin(void)
{
    inspect_scene_begin(TRP_ORDER_OLDEST);
    inspect_scene_start(SCENE_RECORDS, false);
    told.count = 0;
}

static void rosters(void)
{
    static trp_roster roster;
    trp_actor *few[] = {&stray.actor};
    begin();
    CHECK_RESULT(trp_roster_init(&roster, inside.world, NULL), TRP_OK);
    CHECK_PLACED(trp_roster_add(&roster, &stray.actor));
    CHECK_EQ(trp_roster_add_many(&roster, few, 1), 0);
    check_line(__LINE__ - 1);
    CHECK_RESULT(trp_roster_remove(&roster, &stray.actor), TRP_GONE);
    CHECK_RESULT(trp_roster_clear(&roster), TRP_OK);
    CHECK_RESULT((trp_roster_add)(&roster, &stray.actor), TRP_ERR_FOREIGN);
    CHECK(inspect_scene_last(0)->file == NULL);
    CHECK_RESULT(trp_roster_add(NULL, &stray.actor), TRP_ERR_NULL);
    CHECK_RESULT(trp_roster_free(&roster), TRP_OK);
}

static void families(void)
{
    static trp_family family;
    begin();
    CHECK_RESULT(trp_family_init(&family, inside.world, NULL), TRP_OK);
    CHECK_PLACED(trp_family_attach(&family, &stray.actor, &stray.actor));
    CHECK_PLACED(trp_family_detach(&family, &stray.actor));
    CHECK_PLACED(trp_family_clear(&family, &stray.actor));
    CHECK_RESULT(trp_family_clear(NULL, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_family_free(&family), TRP_OK);
}

static void times(void)
{
    begin();
    trp_timers *timers =
        trp_timers_create(inside.world, &(trp_timers_desc){.pool = inside.pool, .name = "fuses"});
    CHECK(timers != NULL);
    CHECK_PLACED(trp_timer_start(timers, &stray.actor, 1));
    CHECK_PLACED(trp_timer_start_ticks(timers, &stray.actor, 1));
    CHECK_PLACED(trp_timer_repeat(timers, &stray.actor, 1));
    CHECK_PLACED(trp_timer_repeat_ticks(timers, &stray.actor, 1));
    CHECK_PLACED(trp_timer_sleep(timers, &stray.actor, 1));
    CHECK_PLACED(trp_timer_sleep_ticks(timers, &stray.actor, 1));
    CHECK_PLACED(trp_timer_stop(timers, &stray.actor));
    CHECK_PLACED(trp_expire_in(inside.world, &stray.actor, 1));
    CHECK_PLACED(trp_expire_in_ticks(inside.world, &stray.actor, 1));
    CHECK_PLACED(trp_mark_changed(inside.world, &stray.actor));
    CHECK_PLACED(trp_pool_forget_all(inside.pool));
}

static void spaces(void)
{
    begin();
    trp_space *space = trp_space_create(inside.world, &(trp_space_desc){.capacity = 4, .cell = 8});
    CHECK(space != NULL);
    CHECK_PLACED(trp_space_add(space, &stray.actor));
    CHECK_PLACED(trp_space_remove(space, &stray.actor));
    CHECK_PLACED(trp_space_moved(space, &stray.actor));
    CHECK_PLACED(trp_space_set_bits(space, &stray.actor, 1, 1));
}

const situation inspect_place_calls_situations[] = {
    {"calls on rosters note their line", rosters},
    {"calls on families note their line", families},
    {"calls on timers and lifetimes note their line", times},
    {"calls on spaces note their line", spaces},
};
const unsigned inspect_place_calls_situation_count =
    sizeof inspect_place_calls_situations / sizeof inspect_place_calls_situations[0];
