/*
 * Refusals: every call, by the state of its objects and of the world. The same mistake has the same
 * answer, whatever the call is. A wrong call changes nothing, and is reported once, by its name.
 */
#include <string.h>

#include "../stage.h"
#include "troupe/inspect.h"
#include "troupe/mirror.h"

SITUATIONS(matrix);

/* The case that is tried. */
static trp_result (*call)(void);
static const char *call_name;
static trp_result answer;
static unsigned state;
static bool armed, destroyed;

/* The columns of the table. */
enum {
    AT_REST,
    SLEEPS,    /* the actor is asleep */
    EXPIRED,   /* it has expired */
    ENDS,      /* its on_end is running */
    DIED,      /* its slot is free */
    STRANGE,   /* it is no actor: memory of the program */
    WITHIN,    /* it is within a slot */
    ABROAD,    /* it is of another world */
    NO_ACTOR,  /* it is NULL */
    NO_OBJECT, /* the world, pool, group and so on are NULL */
    UPDATED,   /* the actor is being updated */
    DRAWN,     /* ... drawn */
    IN_PART,   /* a part of another pool is being updated */
    IN_PASS,   /* a query of the space is in progress */
    REPORTED,  /* a misuse is being reported */
    SHUT_DOWN, /* the world ends */
    ASKED,     /* the actor is asked whether it matches: nothing may change */
    STATES
};

typedef struct body {
    trp_actor actor;
    uint32_t id;
    float x, y, width, height;
    trp_time until;
} body;

static trp_world *world, *far_world;
static trp_pool *pool;
static trp_space *space;
static trp_group *group;
static trp_family *family;
static trp_timers *timers;
static trp_queue *queue;
static trp_contacts *contacts;
static trp_mirror mirrors[2], *mirror;
static trp_history histories[2], *history;
static trp_black_box boxes[2], *box;
static trp_synctest synctests[2], *synctest;
static trp_actor *actor;

static trp_group groups[2];
static trp_family families[2];
static trp_system system_added, system_there;
static trp_watcher watcher, watcher_there;
static trp_region region, region_there;
static trp_pool *parts;
static body strange;
static body there;
static _Alignas(TRP_ALIGNMENT) unsigned char image[STAGE_BYTES], taken[STAGE_BYTES];
static _Alignas(TRP_ALIGNMENT) unsigned char past[2][STAGE_BYTES];
static uint32_t seen[2][TRP_MIRROR_BYTES(8) / 4];
static trp_record records[2][8];
static unsigned char saved[8192];
static size_t taken_bytes, saved_bytes;
static unsigned told_before;

/* The result of a call that returns what it makes, or how many it has visited. */
static trp_result made(const void *object)
{
    if (object != NULL)
        return TRP_OK;
    return world == NULL ? TRP_ERR_NULL : state == IN_PART ? TRP_BUSY : trp_last_result(world);
}

static trp_result visited(uint32_t number)
{
    if (state == IN_PART)
        return number == 0 ? TRP_BUSY : TRP_OK;
    return told.count == told_before ? TRP_OK : told.result;
}

static const trp_context *tick_of(trp_pool *of)
{
    static trp_context tick;

    tick = (trp_context){.world = world, .pool = of};
    return &tick;
}

static trp_result play_tick(trp_world *of, uint64_t tick, void *user)
{
    return trp_update_all(of, 1);
}

static bool append(const void *bytes, size_t size, void *arg)
{
    memcpy(saved + saved_bytes, bytes, size);
    saved_bytes += size;
    return true;
}

static void meet_nothing(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
}

static void lose(const trp_load_problem *problem, void *user)
{
}

static const trp_field fields[] = {TRP_FIELD(body, x), TRP_FIELD(body, y), TRP_FIELDS_END};
static const trp_fields form = TRP_FIELDS(body, 1, fields);
static const trp_pool_desc another = {.type = TRP_TYPE(body, actor), .capacity = 8};
static const trp_space_pool_desc room = {.box = TRP_BOX(body, x, y, width, height)};
static const trp_contacts_desc touching = {.on_contact = meet_nothing};
static const trp_queue_desc events = {.play = stage_play_nothing, .size = 4, .capacity = 4};
static const trp_load_desc loading = {.game = "matrix", .on_problem = lose};
static const trp_black_box_desc recording[] = {
    {.records = records[0], .records_bytes = sizeof records[0]},
    {.records = records[1], .records_bytes = sizeof records[1]}};
static const trp_synctest_desc testing[] = {
    {.step = play_tick, .memory = past[0], .bytes = sizeof past[0], .distance = 1},
    {.step = play_tick, .memory = past[1], .bytes = sizeof past[1], .distance = 1}};
static const trp_history_desc keeping[] = {{.memory = past[0], .bytes = sizeof past[0]},
                                           {.memory = past[1], .bytes = sizeof past[1]}};

/* Calls: their answers, a letter for each state ('-': it makes no difference), the name of the
 * function, and what is done. The states are
 * at rest, asleep, expired, ends, died | strange, within, abroad, NULL | object NULL |
 * updated, drawn, in a part, in a pass, misuse reported, shut down | asked */
/* clang-format off */
#define CALLS(X) \
    X("...bFOOOgN.bb.b.b", recycle, trp_recycle(world, actor)) \
    X("...bFOOOgN.bb.b.b", recycle_with, trp_recycle_with(world, actor, NULL)) \
    X("...bFOOOgN.bb.b.b", expire, trp_expire(world, actor)) \
    X("..XbFOOOgN.bb.b.b", expire_in, trp_expire_in(world, actor, trp_seconds(9))) \
    X(".SXbFOOOgN.bb.b.b", deactivate, trp_deactivate(world, actor)) \
    X("A.XbFOOOgNAbbAbAb", activate, trp_activate(world, actor)) \
    X("..XbFOOOgN.bb.b.b", mark_changed, trp_mark_changed(world, actor)) \
    X("..XbFOOOgN.bb.b.b", group_add, trp_group_add(group, actor)) \
    X("gggggggggNgbbgbgb", group_remove, trp_group_remove(group, actor)) \
    X("CCXbFOOOgNCbbCbCb", family_attach, trp_family_attach(family, actor, actor)) \
    X("UUUbFOOOgNUbbUbUb", family_detach, trp_family_detach(family, actor)) \
    X("..XbFOOOgN..b....", family_for_each, \
      trp_family_for_each(family, actor, stage_do_nothing, NULL)) \
    X("..UUUUUUgN.bb.b.b", space_moved, trp_space_moved(space, actor)) \
    X("..UUUUUUgN.bb.b.b", space_set_bits, trp_space_set_bits(space, actor, 1, 1)) \
    X("..XbFOOOgN.bb.b.b", timer_start, trp_timer_start(timers, actor, trp_seconds(1))) \
    X("ggXbFOOOgNgbbgbgb", timer_stop, trp_timer_stop(timers, actor)) \
    X(".--------N.bb.b-b", create, made((trp_create)(pool, NULL))) \
    X(".--------N.bb.b.b", pool_clear, trp_pool_clear(pool, NULL)) \
    X(".--------N.bb.b.b", for_each, trp_for_each(pool, stage_do_nothing, NULL)) \
    X(".--------N.bb.bbb", pool_set_layer, trp_pool_set_layer(pool, 0)) \
    X(".--------N.bb.b.b", pool_set_time_scale, trp_pool_set_time_scale(pool, 1)) \
    X(".--------N.bb.b.b", pool_set_interval, \
      trp_pool_set_interval(pool, 1, TRP_INTERVAL_TOGETHER)) \
    X(".--------Nbbbbbbb", pool_trim, trp_pool_trim(pool)) \
    X(".--------Nbbbbb.b", update_all, trp_update_all(world, 1)) \
    X(".--------Nbbb.b.b", draw_all, trp_draw_all(world, NULL, 1)) \
    X(".--------gbbbbbbb", world_destroy, trp_world_destroy(world)) \
    X(".--------N.bb.b.b", world_set_time_scale, trp_world_set_time_scale(world, 1)) \
    X(".--------N.bb.b.b", layer_clear, trp_layer_clear(world, 0, NULL)) \
    X(".--------N.bb.b.b", layer_set_enabled, trp_layer_set_enabled(world, 0, true)) \
    X(".--------N.bb.bbb", layer_set_place, trp_layer_set_place(world, 0, 0)) \
    X(".--------N.bb.b.b", layer_for_each, trp_layer_for_each(world, 0, stage_do_nothing, NULL)) \
    X(".--------N.bb.bbb", system_add, trp_system_add(world, &system_added)) \
    X(".--------N.bb.b.b", watch, trp_watch(world, &watcher)) \
    X(".--------N.bb.bbb", region_add, trp_region_add(world, &region)) \
    X(".--------Nbbbbbbb", snapshot_save, trp_snapshot_save(world, image, sizeof image, NULL)) \
    X(".--------N.bb.bbb", group_init, trp_group_init(&groups[1], world, NULL)) \
    X(".--------N.bb.b.b", group_clear, trp_group_clear(group)) \
    X(".--------N.bb.b.b", group_prune, trp_group_prune(group)) \
    X(".--------N..b....", group_for_each, trp_group_for_each(group, stage_do_nothing, NULL)) \
    X(".--------N.bb.bbb", family_init, trp_family_init(&families[1], world, NULL)) \
    X(".--------N.bb.b.b", family_remove, trp_family_remove(family, pool)) \
    X(".--------N.bb.b.b", space_moved_all, trp_space_moved_all(space, NULL)) \
    X(".--------N.bb.b.b", queue_post, trp_queue_post(queue, &strange)) \
    X(".--------Nbbbbbbb", queue_flush, trp_queue_flush(queue)) \
    X(".--------N.bb.b-b", create_with, made((trp_create_with)(pool, NULL))) \
    X(".---------.bb...b", create_many, visited(trp_create_many(pool, 1, NULL, NULL))) \
    X(".---------.bb...b", pool_recycle_if, \
      visited(trp_pool_recycle_if(pool, NULL, stage_is_never, NULL))) \
    X(".--------N.bb.bbb", pool_create, made((trp_pool_create)(world, &another))) \
    X("T--------NTbbTbTb", pool_forget_all, trp_pool_forget_all(pool)) \
    X(".--------N.bb.b.b", layer_set_visible, trp_layer_set_visible(world, 0, true)) \
    X(".--------N.bb.b.b", layer_set_time_scale, trp_layer_set_time_scale(world, 0, 1)) \
    X(".--------N.bb.b.b", system_remove, trp_system_remove(world, &system_there)) \
    X(".--------N.bb.b.b", unwatch, trp_unwatch(world, &watcher_there)) \
    X(".--------N.bb.b.b", region_remove, trp_region_remove(world, &region_there)) \
    X(".--------Nbbbbbbb", snapshot_restore, trp_snapshot_restore(world, taken, taken_bytes)) \
    X(".--------Nbbbbbbb", load, trp_load(world, saved, saved_bytes, &loading)) \
    X(".--------N.bb.b.b", history_open, trp_history_open(&histories[1], world, &keeping[1])) \
    X(".--------Nbbbbbbb", history_save, trp_history_save(history)) \
    X(".--------Nbbbbbbb", history_restore, trp_history_restore(history, 0)) \
    X(".--------g.......", history_close, trp_history_close(history)) \
    X(".--------g.bb.b.b", group_free, trp_group_free(group)) \
    X("..XbFOOO.-.bb...b", group_add_many, visited(trp_group_add_many(group, &actor, 1))) \
    X(".---------..-....", group_add_from, visited(trp_group_add_from(group, group, 0, 0))) \
    X(".--------N.bb.b.b", group_reserve, trp_group_reserve(group, 8)) \
    X("L--------NLbbLbbb", family_add, trp_family_add(family, pool)) \
    X(".--------g.bb.b.b", family_free, trp_family_free(family)) \
    X(".--------N.bb.bbb", space_create, \
      made(trp_space_create(world, &(trp_space_desc){.capacity = 1}))) \
    X("LLXbFUUUgNLbbLbLb", space_add, trp_space_add(space, actor)) \
    X("..UUUUUUgN.bb.b.b", space_remove, trp_space_remove(space, actor)) \
    X("..UUUUUUgN.bb.b.b", space_teleported, trp_space_teleported(space, actor)) \
    X("L--------NLbbLbLb", space_add_pool, trp_space_add_pool(space, pool, &room)) \
    X(".--------N.bbbb.b", space_remove_pool, trp_space_remove_pool(space, pool)) \
    X(".--------Nbbb.b.b", space_draw, trp_space_draw(space, (trp_area){0}, NULL, 0)) \
    X(".---------.b-...b", space_update, \
      visited(trp_space_update(space, (trp_area){0}, stage_do_nothing, tick_of(pool)))) \
    X(".--------N.bbbb.b", space_shift, trp_space_shift(space, 1, 0)) \
    X(".--------g.bbbb.b", space_destroy, trp_space_destroy(space)) \
    X(".---------..-....", space_query, \
      visited(trp_space_query(space, NULL, stage_do_nothing, NULL))) \
    X(".---------..-....", space_pairs, visited(trp_space_pairs(space, NULL, NULL, NULL))) \
    X(".--------N.bb.bbb", contacts_create, made(trp_contacts_create(space, &touching))) \
    X(".---------.b-...b", contacts_run, visited(trp_contacts_run(contacts))) \
    X(".--------g.bb.b.b", contacts_destroy, trp_contacts_destroy(contacts)) \
    X(".--------N.bb.bbb", timers_create, made(trp_timers_create(pool, NULL))) \
    X(".--------gbbb.b.b", timers_destroy, trp_timers_destroy(timers)) \
    X("..XbFOOOgN.bb.b.b", timer_repeat, trp_timer_repeat(timers, actor, trp_seconds(1))) \
    X(".--------N.bb.bbb", queue_create, made(trp_queue_create(world, &events))) \
    X("D--------Nbbbbbbb", queue_forget, trp_queue_forget(queue)) \
    X(".--------gbbb.b.b", queue_destroy, trp_queue_destroy(queue)) \
    X(".--------N.....b.", mirror_init, \
      trp_mirror_init(&mirrors[1], pool, seen[1], sizeof seen[1])) \
    X(".--------N.......", mirror_sync, trp_mirror_sync(mirror, NULL, NULL, NULL)) \
    X(".--------N.......", mirror_forget, trp_mirror_forget(mirror)) \
    X(".--------g.......", mirror_free, trp_mirror_free(mirror)) \
    X(".--------N.bb.bbb", black_box_start, trp_black_box_start(&boxes[1], world, &recording[1])) \
    X(".--------N.bb.b.b", black_box_stop, trp_black_box_stop(box)) \
    X(".--------N.bb.b.b", synctest_init, trp_synctest_init(&synctests[1], world, &testing[1])) \
    X(".--------Nbbbbbbb", synctest_step, trp_synctest_step(synctest)) \
    X(".--------g.......", synctest_free, trp_synctest_free(synctest)) \
    X(".--------N.bb.b.b", pool_set_parallel_for, trp_pool_set_parallel_for(parts, NULL, NULL))
/* clang-format on */

#define X(answers, name, call)                                                                     \
    static trp_result do_##name(void)                                                              \
    {                                                                                              \
        return (call);                                                                             \
    }
CALLS(X)
#undef X

/* Letters of results; what a letter means is the same in all rows. */
static const struct {
    char letter;
    trp_result result;
} letters[] = {
    {'.', TRP_OK},         {'b', TRP_BUSY},         {'g', TRP_GONE},        {'N', TRP_ERR_NULL},
    {'F', TRP_ERR_FREE},   {'O', TRP_ERR_FOREIGN},  {'X', TRP_ERR_EXPIRED}, {'A', TRP_ERR_ACTIVE},
    {'S', TRP_ERR_ASLEEP}, {'U', TRP_ERR_UNLINKED}, {'L', TRP_ERR_LINKED},  {'C', TRP_ERR_CYCLE},
    {'D', TRP_ERR_DESC},   {'M', TRP_ERR_MEMORY},   {'V', TRP_ERR_VALUE},   {'T', TRP_ERR_TYPE}};

static char letter_of(trp_result result)
{
    for (unsigned i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (letters[i].result == result)
            return letters[i].letter;
    return '?';
}

typedef struct row {
    const char *name;
    trp_result (*call)(void);
    const char *answers;
} row;

#define X(answers, name, call) {"trp_" #name, do_##name, answers},
static const row rows[] = {CALLS(X)};
#undef X

/* The scene */

/* Makes the call, once. What it refuses changes nothing; in a part it writes nothing. */
static void fire(unsigned in_state)
{
    uint64_t sum = 0;

    if (!armed || state != in_state)
        return;
    armed = false;
    uint64_t before = trp_hash_world(world);
    told_before = state == REPORTED ? told.count : 0;
    if (state == IN_PART)
        sum = stage_sum(world);
    if (state == REPORTED)
        answer = call();
    else {
        stage_forget();
        answer = call();
        if (world != NULL && state != IN_PART)
            CHECK_EQ(told.count, answer != TRP_OK && answer != TRP_GONE && state != NO_OBJECT);
    }
    destroyed = call == do_world_destroy && answer == TRP_OK;
    if (state == IN_PART && answer != TRP_OK)
        CHECK(stage_sum(world) == sum);
    if (answer != TRP_OK && state != ENDS)
        CHECK(trp_hash_world(world) == before);
}

static void update_body(trp_actor *self, const trp_context *in)
{
    fire(UPDATED);
}

static void update_part(trp_part *part, const trp_context *in)
{
    fire(IN_PART);
}

static void draw_body(const trp_actor *self, const trp_view *view)
{
    fire(DRAWN);
}

static void end_body(trp_actor *self, const trp_end_context *in)
{
    if (in->world == world && self == actor)
        fire(ENDS);
}

static bool ask_body(const trp_actor *self, const trp_context *in)
{
    fire(ASKED);
    return false;
}

static void end_first(trp_actor *self, const trp_end_context *in)
{
    fire(SHUT_DOWN);
}

static void find_body(trp_actor *self, const trp_context *in)
{
    fire(IN_PASS);
}

static void report(trp_world *of, const trp_misuse *misuse)
{
    stage_on_misuse(of, misuse);
    fire(REPORTED);
}

static void make_modules(void)
{
    space = trp_space_create(world, &(trp_space_desc){.capacity = 8, .hits = 16});
    CHECK_OK(trp_space_add_pool(space, pool, &room));
    contacts = MADE(trp_contacts_create(space, &touching));
    for (unsigned i = 0; i < 2; i++) {
        groups[i] = (trp_group){0};
        families[i] = (trp_family){0};
    }
    group = &groups[0];
    family = &families[0];
    CHECK_OK(trp_group_init(group, world, NULL));
    CHECK_OK(trp_family_init(family, world, NULL));
    CHECK_OK(trp_family_add(family, pool));
    timers = trp_timers_create(pool, &(trp_timers_desc){.name = "timers"});
    queue = trp_queue_create(world, &events);
    CHECK(space != NULL && timers != NULL && queue != NULL);
    system_added = system_there = (trp_system){0};
    CHECK_OK(trp_system_add(world, &system_there));
    watcher = watcher_there = (trp_watcher){.function = stage_hear_nothing};
    CHECK_OK(trp_watch(world, &watcher_there));
    region = (trp_region){.start = &strange, .bytes = sizeof strange};
    region_there = (trp_region){.start = &there, .bytes = sizeof there, .fields = &form};
    CHECK_OK(trp_region_add(world, &region_there));
    for (unsigned i = 0; i < 2; i++) {
        mirrors[i] = (trp_mirror){0};
        histories[i] = (trp_history){0};
        boxes[i] = (trp_black_box){0};
        synctests[i] = (trp_synctest){0};
    }
    mirror = &mirrors[0];
    history = &histories[0];
    box = &boxes[0];
    synctest = &synctests[0];
    CHECK_OK(trp_mirror_init(mirror, pool, seen[0], sizeof seen[0]));
    if (call == do_black_box_stop)
        CHECK_OK(trp_black_box_start(box, world, &recording[0]));
}

/* What is there is kept in all ways: for calls that bring it back. */
static void keep(void)
{
    CHECK_OK(trp_snapshot_save(world, taken, sizeof taken, &taken_bytes));
    saved_bytes = 0;
    if (call == do_load)
        CHECK_OK(trp_save(world, &(trp_save_desc){.game = "matrix"}, append, NULL));
    if (call == do_synctest_step || call == do_synctest_free)
        CHECK_OK(trp_synctest_init(synctest, world, &testing[0]));
    if (call == do_history_save || call == do_history_restore || call == do_history_close) {
        CHECK_OK(trp_history_open(history, world, &keeping[0]));
        CHECK_OK(trp_history_save(history));
    }
}

static void make_world(void)
{
    static const trp_pool_desc desc = {
        .name = "first", .type = TRP_TYPE(body, actor), .capacity = 8, .fields = &form};
    trp_pool_desc other = desc;

    world = stage_world_as((trp_world_desc){.on_misuse = report});
    other.on_end = end_first;
    CHECK(trp_create(stage_pool_as(world, other), NULL) != NULL);
    other = desc;
    other.name = "bodies";
    other.update = update_body;
    other.draw = draw_body;
    other.on_end = end_body;
    other.lifetime = (trp_lifetime)TRP_LIFETIME(body, until);
    pool = stage_pool_as(world, other);
    other = desc;
    other.name = "parts";
    other.parallel = (trp_parallel)TRP_PARALLEL(&(trp_parallel_desc){.update = update_part});
    parts = stage_pool_as(world, other);
    CHECK(trp_create(parts, NULL) != NULL);
    make_modules();
    actor = MADE(trp_create(pool, &(body){.width = 1, .height = 1}));
    keep();
}

/* Brings the scene into a state, in which the call is made. */
static void enter(void)
{
    trp_world *const home = world;

    if (state == SLEEPS)
        CHECK_OK(trp_deactivate(world, actor));
    if (state == EXPIRED)
        CHECK_OK(trp_expire(world, actor));
    if (state == DIED)
        CHECK_OK(trp_recycle(world, actor));
    if (state == STRANGE)
        actor = &strange.actor;
    if (state == WITHIN)
        actor = (trp_actor *)(void *)&trp_as(body, actor)->x;
    if (state == ABROAD) {
        far_world = stage_second_world(9);
        actor = trp_create(stage_pool(far_world, 2, TRP_ORDER_MEMORY), NULL);
    }
    if (state == NO_ACTOR)
        actor = NULL;
    if (state == NO_OBJECT) {
        world = NULL;
        pool = NULL;
        group = NULL;
        family = NULL;
        space = NULL;
        timers = NULL;
        queue = NULL;
        contacts = NULL;
        mirror = NULL;
        history = NULL;
        box = NULL;
        synctest = NULL;
        parts = NULL;
    }
    armed = true;
    fire(state < UPDATED && state != ENDS ? state : STATES);
    if (state == ENDS)
        CHECK_OK(trp_recycle(world, actor));
    if (state == UPDATED || state == IN_PART)
        CHECK_OK(trp_update_all(world, 1));
    if (state == DRAWN)
        CHECK_OK(trp_draw_all(world, NULL, 1));
    if (state == IN_PASS)
        (void)trp_space_query(space, NULL, find_body, NULL);
    if (state == ASKED)
        (void)trp_pool_recycle_if(pool, NULL, ask_body, NULL);
    if (state == REPORTED)
        CHECK_RESULT(trp_recycle(world, &strange.actor), TRP_ERR_FOREIGN);
    world = home;
    if (state == SHUT_DOWN)
        destroyed = trp_world_destroy(world) == TRP_OK;
    CHECK(!armed);
}

static char answer_in(const row *of, unsigned in_state)
{
    state = in_state;
    call = of->call;
    call_name = of->name;
    armed = false;
    destroyed = false;
    make_world();
    enter();
    if (state == IN_PART && answer != TRP_OK && answer != TRP_GONE)
        CHECK_EQ(told.count, 1);                                           /* after the parts */
    if (state < REPORTED && told.count == 1 && call != do_synctest_init && /* a history reports */
        call != do_synctest_step)
        CHECK(told.call[0] == '\0' || situation_text_equal(told.call, call_name));
    if (!destroyed) {
        CHECK_VALID(world);
        CHECK_OK(trp_world_destroy(world));
    }
    return letter_of(answer);
}

SITUATION("the same mistake has the same answer, whatever the call")
{
    unsigned long cases = 0;

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char found[STATES + 1] = {0};
        for (unsigned column = 0; column < STATES; column++, cases++)
            found[column] = rows[i].answers[column] == '-' ? '-' : answer_in(&rows[i], column);
        if (!situation_text_equal(found, rows[i].answers)) {
            char text[120];
            situation_text_copy(text, sizeof text, rows[i].name);
            situation_text_add(text, sizeof text, ": ");
            situation_text_add(text, sizeof text, found);
            situation_text_add(text, sizeof text, ", not ");
            situation_text_add(text, sizeof text, rows[i].answers);
            situation_failed(__FILE__, __LINE__, text);
        }
    }
    situation_cases("calls by state", cases);
}
