/*
 * Refusals: every call, by the state of its objects and of the world. The same mistake has the same
 * answer, whatever the call is. A wrong call changes nothing, and is reported once.
 */
#include "../stage.h"

SITUATIONS(matrix);

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
static trp_actor *actor;

static trp_group groups[2];
static trp_family families[2];
static trp_system system_added;
static trp_watcher watcher;
static trp_region region;
static body strange;
static _Alignas(TRP_ALIGNMENT) unsigned char image[STAGE_BYTES];

static trp_result created(void)
{
    if ((trp_create)(pool, NULL) != NULL)
        return TRP_OK;
    return pool == NULL ? TRP_ERR_NULL : TRP_BUSY;
}

/* Calls: what is done, and the name of the function that does it. */
#define CALLS(X)                                                                                   \
    X(recycle, trp_recycle(world, actor))                                                          \
    X(recycle_with, trp_recycle_with(world, actor, NULL))                                          \
    X(expire, trp_expire(world, actor))                                                            \
    X(expire_in, trp_expire_in(world, actor, trp_seconds(9)))                                      \
    X(deactivate, trp_deactivate(world, actor))                                                    \
    X(activate, trp_activate(world, actor))                                                        \
    X(mark_changed, trp_mark_changed(world, actor))                                                \
    X(group_add, trp_group_add(group, actor))                                                      \
    X(group_remove, trp_group_remove(group, actor))                                                \
    X(family_attach, trp_family_attach(family, actor, actor))                                      \
    X(family_detach, trp_family_detach(family, actor))                                             \
    X(family_for_each, trp_family_for_each(family, actor, stage_do_nothing, NULL))                 \
    X(space_moved, trp_space_moved(space, actor))                                                  \
    X(space_set_bits, trp_space_set_bits(space, actor, 1, 1))                                      \
    X(timer_start, trp_timer_start(timers, actor, trp_seconds(1)))                                 \
    X(timer_stop, trp_timer_stop(timers, actor))                                                   \
    X(create, created())                                                                           \
    X(pool_clear, trp_pool_clear(pool, NULL))                                                      \
    X(for_each, trp_for_each(pool, stage_do_nothing, NULL))                                        \
    X(pool_set_layer, trp_pool_set_layer(pool, 0))                                                 \
    X(pool_set_time_scale, trp_pool_set_time_scale(pool, 1))                                       \
    X(pool_set_interval, trp_pool_set_interval(pool, 1, TRP_INTERVAL_TOGETHER))                    \
    X(pool_trim, trp_pool_trim(pool))                                                              \
    X(update_all, trp_update_all(world, 1))                                                        \
    X(draw_all, trp_draw_all(world, NULL, 1))                                                      \
    X(world_destroy, trp_world_destroy(world))                                                     \
    X(world_set_time_scale, trp_world_set_time_scale(world, 1))                                    \
    X(layer_clear, trp_layer_clear(world, 0, NULL))                                                \
    X(layer_set_enabled, trp_layer_set_enabled(world, 0, true))                                    \
    X(layer_set_place, trp_layer_set_place(world, 0, 0))                                           \
    X(layer_for_each, trp_layer_for_each(world, 0, stage_do_nothing, NULL))                        \
    X(system_add, trp_system_add(world, &system_added))                                            \
    X(watch, trp_watch(world, &watcher))                                                           \
    X(region_add, trp_region_add(world, &region))                                                  \
    X(snapshot_save, trp_snapshot_save(world, image, sizeof image, NULL))                          \
    X(group_init, trp_group_init(&groups[1], world, NULL))                                         \
    X(group_clear, trp_group_clear(group))                                                         \
    X(group_prune, trp_group_prune(group))                                                         \
    X(group_for_each, trp_group_for_each(group, stage_do_nothing, NULL))                           \
    X(family_init, trp_family_init(&families[1], world, NULL))                                     \
    X(family_remove, trp_family_remove(family, pool))                                              \
    X(space_moved_all, trp_space_moved_all(space, NULL))                                           \
    X(queue_post, trp_queue_post(queue, &strange))                                                 \
    X(queue_flush, trp_queue_flush(queue))

#define X(name, call)                                                                              \
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
} letters[] = {{'.', TRP_OK},           {'b', TRP_BUSY},       {'g', TRP_GONE},
               {'N', TRP_ERR_NULL},     {'F', TRP_ERR_FREE},   {'O', TRP_ERR_FOREIGN},
               {'X', TRP_ERR_EXPIRED},  {'A', TRP_ERR_ACTIVE}, {'S', TRP_ERR_ASLEEP},
               {'U', TRP_ERR_UNLINKED}, {'L', TRP_ERR_LINKED}, {'C', TRP_ERR_CYCLE},
               {'D', TRP_ERR_DESC},     {'M', TRP_ERR_MEMORY}, {'V', TRP_ERR_VALUE}};

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
    const char *answers; /* one letter per state; '-': makes no difference */
} row;

static const row rows[] = {
#define ROW(name, answers) {"trp_" #name, do_##name, answers},
    /* at rest, asleep, expired, ends, died | strange, within, abroad, NULL | object NULL |
     * updated, drawn, in a part, in a pass, misuse reported, shut down */
    /* clang-format off */
    ROW(recycle,              "...bFOOOgN.bb.b.")
    ROW(recycle_with,         "...bFOOOgN.bb.b.")
    ROW(expire,               "...bFOOOgN.bb.b.")
    ROW(expire_in,            "..XbFOOOgN.bb.b.")
    ROW(deactivate,           ".SXbFOOOgN.bb.b.")
    ROW(activate,             "A.XbFOOOgNAbbAbA")
    ROW(mark_changed,         "..XbFOOOgN.bb.b.")
    ROW(group_add,            "..XbFOOOgN.bb.b.")
    ROW(group_remove,         "gggggggggNgbbgbg")
    ROW(family_attach,        "CCXbFOOOgNCbbCbC")
    ROW(family_detach,        "UUUbFOOOgNUbbUbU")
    ROW(family_for_each,      "..XbFOOOgN..b...")
    ROW(space_moved,          "..UUUUUUgN.bb.b.")
    ROW(space_set_bits,       "..UUUUUUgN.bb.b.")
    ROW(timer_start,          "..XbFOOOgN.bb.b.")
    ROW(timer_stop,           "ggXbFOOOgNgbbgbg")
    ROW(create,               ".--------N.bb.b-")
    ROW(pool_clear,           ".--------N.bb.b.")
    ROW(for_each,             ".--------N.bb.b.")
    ROW(pool_set_layer,       ".--------N.bb.bb")
    ROW(pool_set_time_scale,  ".--------N.bb.b.")
    ROW(pool_set_interval,    ".--------N.bb.b.")
    ROW(pool_trim,            ".--------Nbbbbbb")
    ROW(update_all,           ".--------Nbbbbb.")
    ROW(draw_all,             ".--------Nbbb.b.")
    ROW(world_destroy,        ".--------gbbbbbb")
    ROW(world_set_time_scale, ".--------N.bb.b.")
    ROW(layer_clear,          ".--------N.bb.b.")
    ROW(layer_set_enabled,    ".--------N.bb.b.")
    ROW(layer_set_place,      ".--------N.bb.bb")
    ROW(layer_for_each,       ".--------N.bb.b.")
    ROW(system_add,           ".--------N.bb.bb")
    ROW(watch,                ".--------N.bb.b.")
    ROW(region_add,           ".--------N.bb.bb")
    ROW(snapshot_save,        ".--------Nbbbbbb")
    ROW(group_init,           ".--------N.bb.bb")
    ROW(group_clear,          ".--------N.bb.b.")
    ROW(group_prune,          ".--------N.bb.b.")
    ROW(group_for_each,       ".--------N..b...")
    ROW(family_init,          ".--------N.bb.bb")
    ROW(family_remove,        ".--------N.bb.b.")
    ROW(space_moved_all,      ".--------N.bb.b.")
    ROW(queue_post,           ".--------N.bb.b.")
    ROW(queue_flush,          ".--------Nbbbbbb")
/* clang-format on */
#undef ROW
};

/* The scene */

static trp_result (*call)(void);
static trp_result answer;
static unsigned state;
static bool armed, destroyed;

/* Makes the call, once. What it refuses changes nothing. */
static void fire(unsigned in_state)
{

    if (!armed || state != in_state)
        return;
    armed = false;
    uint64_t before = trp_hash_world(world);
    if (state == REPORTED)
        answer = call();
    else {
        stage_forget();
        answer = call();
        if (world != NULL && state != IN_PART)
            CHECK_EQ(told.count, answer != TRP_OK && answer != TRP_GONE && state != NO_OBJECT);
    }
    destroyed = call == do_world_destroy && answer == TRP_OK;
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
    CHECK_OK(trp_space_add_pool(space, pool,
                                &(trp_space_pool_desc){.box = TRP_BOX(body, x, y, width, height)}));
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
    queue = trp_queue_create(
        world, &(trp_queue_desc){.play = stage_play_nothing, .size = 4, .capacity = 4});
    CHECK(space != NULL && timers != NULL && queue != NULL);
    system_added = (trp_system){0};
    watcher = (trp_watcher){.function = stage_hear_nothing};
    region = (trp_region){.start = &strange, .bytes = sizeof strange};
}

static void make_world(void)
{
    static const trp_pool_desc desc = {.type = TRP_TYPE(body, actor), .capacity = 8};
    trp_pool_desc other = desc;

    world = stage_world_as((trp_world_desc){.on_misuse = report});
    other.on_end = end_first;
    CHECK(trp_create(stage_pool_as(world, other), NULL) != NULL);
    other = desc;
    other.update = update_body;
    other.draw = draw_body;
    other.on_end = end_body;
    other.lifetime = (trp_lifetime)TRP_LIFETIME(body, until);
    pool = stage_pool_as(world, other);
    other = desc;
    other.parallel = (trp_parallel)TRP_PARALLEL(&(trp_parallel_desc){.update = update_part});
    trp_pool *parts = stage_pool_as(world, other);
    CHECK(trp_create(parts, NULL) != NULL);
    make_modules();
    actor = MADE(trp_create(pool, &(body){.width = 1, .height = 1}));
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
    armed = false;
    destroyed = false;
    make_world();
    enter();
    if (state == IN_PART && answer != TRP_OK && answer != TRP_GONE)
        CHECK_EQ(told.count, 1); /* after the parts */
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
