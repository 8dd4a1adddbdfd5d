/*
 * timers depth nested: all sequences of operations on the timers and lifetimes of a pool of two
 * slots, of which up to `nested` have another one in a callback (an on_due, an update). A model of
 * arrays predicts the effects.
 *
 * A pool with two tables: `call` only calls, `wake` wakes. All data that a sequence changes is in
 * `now`, which is copied.
 */
#include "timers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"start 1", "start 2",    "start 17", "repeat 2", "stop",
                                    "sleep 2", "deactivate", "activate", "recycle",  "expire",
                                    "live 2",  "create",     "tick",     "14 ticks"};

typedef struct bare {
    trp_actor actor;
    trp_time until;
} bare;

state now;
static trp_world *world;
static trp_pool *pool;
static trp_timers *tables[TABLES];
static trp_actor *actors[SLOTS];
static state before[DEEPEST];
static size_t arena_used;
static step path[DEEPEST];
step doing;
journal wrote, expected;
static uint32_t depth, nested;
static unsigned long long sequences;

void note(journal *in, uint32_t entry)
{
    if (in->count < WRITTEN)
        in->entry[in->count++] = entry;
}

/* The library */

static void real_do(op what);

static uint32_t number_of(const trp_actor *actor)
{
    return actor == actors[0] ? 0 : actor == actors[1] ? 1 : SLOTS;
}

/* Operations that are excluded at this point in the model are excluded here as well. */
static void called_back(uint32_t entry)
{
    note(&wrote, entry);
    if (++wrote.callbacks == doing.k)
        real_do(doing.nested);
}

static void on_due(trp_actor *actor, const trp_context *in)
{
    called_back(DUE(in->timers == tables[1], number_of(actor)));
}

static void update(trp_actor *actor, const trp_context *in)
{
    (void)in;
    called_back(UPDATE(number_of(actor)));
}

static void on_end(trp_actor *actor, const trp_end_context *in)
{
    (void)in;
    note(&wrote, GONE(number_of(actor)));
}

static bool real_has(op what, bool in_callback)
{
    const trp_state is =
        what.what < CREATE ? trp_state_of(world, actors[what.slot]) : TRP_STATE_FREE;

    if (what.what >= CREATE)
        return what.slot == 0 && (what.what == CREATE || !in_callback);
    if (what.what == ACTIVATE)
        return is == TRP_STATE_ASLEEP;
    return is == TRP_STATE_ACTIVE ||
           (is == TRP_STATE_ASLEEP && what.what != DEACTIVATE && what.what != EXPIRE);
}

static trp_result real_call(op what)
{
    trp_actor *actor = actors[what.slot];

    switch (what.what) {
    case START_1:
    case START_2:
    case START_17:
        return trp_timer_start(tables[0], actor,
                               trp_ticks(what.what == START_17 ? 17 : 1 + (uint32_t)what.what));
    case REPEAT_2:
        return trp_timer_repeat(tables[0], actor, trp_ticks(2));
    case STOP:
        return trp_timer_stop(tables[0], actor) == TRP_ERR_NULL ? TRP_ERR_NULL : TRP_OK;
    case SLEEP_2:
        return trp_timer_sleep(tables[1], actor, trp_ticks(2));
    case DEACTIVATE:
        return trp_deactivate(world, actor);
    case ACTIVATE:
        return trp_activate(world, actor);
    case RECYCLE:
        return trp_recycle(world, actor);
    case EXPIRE:
        return trp_expire(world, actor);
    case LIVE_2:
        return trp_expire_in(world, actor, trp_ticks(2));
    default:
        return TRP_ERR_VALUE;
    }
}

static void real_do(op what)
{
    if (!real_has(what, doing.k != 0 && wrote.callbacks != 0))
        return;
    if (what.what == CREATE) {
        trp_actor *born = trp_create_with(pool, &(trp_birth){.optional = true});
        note(&wrote, CREATED(born != NULL ? number_of(born) : SLOTS));
    } else if (what.what < CREATE) {
        if (real_call(what) != TRP_OK)
            note(&wrote, 999);
    } else
        for (uint32_t ticks = what.what == TICK ? 1 : 14; ticks > 0; ticks--)
            if (trp_update_all(world, 0) != TRP_OK)
                note(&wrote, 998);
}

static const char *real_differs(void)
{
    static const trp_state states[] = {[FREE] = TRP_STATE_FREE,
                                       [ACTIVE] = TRP_STATE_ACTIVE,
                                       [ASLEEP] = TRP_STATE_ASLEEP,
                                       [EXPIRED] = TRP_STATE_EXPIRED};

    if (wrote.count != expected.count ||
        memcmp(wrote.entry, expected.entry, wrote.count * sizeof wrote.entry[0]) != 0)
        return "what happens";
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        if (trp_state_of(world, actors[slot]) != states[now.model.actors[slot].state])
            return "states";
        for (uint32_t table = 0; table < TABLES; table++) {
            const model_timer *timer = model_timer_of(&now.model, table, slot);
            const uint64_t left = timer != NULL ? timer->due - now.model.tables[table].now : 0;
            if (trp_timer_is_running(tables[table], actors[slot]) != (timer != NULL) ||
                trp_timer_left(tables[table], actors[slot]).ticks != left)
                return "what is left of timers";
        }
    }
    return trp_world_validate(world) != TRP_OK ? "the world's order"
           : trp_world_info(world).misuse != 0 ? "misuses"
                                               : NULL;
}

static bool make(void)
{
    world = trp_world_init(now.arena, sizeof now.arena, NULL);
    if (world == NULL)
        return false;
    pool = trp_pool_create(
        world, &(trp_pool_desc){.type = TRP_TYPE(bare, actor),
                                .capacity = SLOTS,
                                .lifetime = TRP_LIFETIME_BY(bare, until, TRP_CLOCK_TICKS),
                                .update = update,
                                .on_end = on_end});
    for (uint32_t i = 0; i < TABLES; i++)
        tables[i] =
            trp_timers_create(pool, &(trp_timers_desc){.clock = TRP_CLOCK_TICKS,
                                                       .due = i == 1 ? TRP_DUE_WAKE : TRP_DUE_CALL,
                                                       .on_due = on_due});
    if (pool == NULL || tables[0] == NULL || tables[1] == NULL)
        return false;
    for (uint32_t i = 0; i < SLOTS; i++)
        actors[i] = trp_create(pool, NULL);
    for (uint32_t i = 0; i < SLOTS; i++)
        trp_recycle(world, actors[i]);
    expect_begin();
    arena_used = sizeof now.arena - trp_world_info(world).free_bytes;
    return true;
}

/* Enumeration */

static void print_op(op what)
{
    printf("%s", names[what.what]);
    if (what.what < CREATE)
        printf(" of slot %u", what.slot);
}

static void print_journal(const char *name, const journal *of)
{
    printf("  %s:", name);
    for (uint32_t i = 0; i < of->count; i++)
        printf(" %u", of->entry[i]);
    printf("\n");
}

static void fail(const char *what, uint32_t level)
{
    printf("FAILED: the library and the model differ in %s\n", what);
    for (uint32_t i = 0; i <= level; i++) {
        printf("  %u. ", i + 1);
        print_op(path[i].first);
        if (path[i].k != 0) {
            printf(", whose callback %u does: ", path[i].k);
            print_op(path[i].nested);
        }
        printf("\n");
    }
    print_journal("model  ", &expected);
    print_journal("library", &wrote);
    exit(1);
}

static uint32_t take_step(uint32_t level, step what)
{
    const char *difference;

    path[level] = doing = what;
    memset(&expected, 0, sizeof expected);
    memset(&wrote, 0, sizeof wrote);
    expect_do(what.first);
    real_do(what.first);
    difference = real_differs();
    if (difference != NULL)
        fail(difference, level);
    sequences++;
    return expected.callbacks;
}

/* Copies take most of the time: the free part of the arena is left out. */
static void copy_state(state *to, const state *from)
{
    memcpy(to->arena, from->arena, arena_used);
    to->model = from->model;
}

static void go_on(uint32_t level, uint32_t used)
{
    step what = {{START_1, 0}, 0, {START_1, 0}};

    if (level == depth)
        return;
    copy_state(&before[level], &now);
    for (uint32_t i = 0; i < SLOTS * KINDS; i++) {
        uint32_t callbacks;
        copy_state(&now, &before[level]);
        what.first = (op){(kind)(i / SLOTS), i % SLOTS};
        what.k = 0;
        if (!expect_has(what.first, false))
            continue;
        callbacks = take_step(level, what);
        go_on(level + 1, used);
        for (what.k = 1; used < nested && what.k <= callbacks && what.k <= 4; what.k++)
            for (uint32_t n = 0; n < SLOTS * (CREATE + 1); n++) {
                copy_state(&now, &before[level]);
                what.nested = (op){(kind)(n / SLOTS), n % SLOTS};
                (void)take_step(level, what);
                go_on(level + 1, used + 1);
            }
    }
}

int main(int count, char **words)
{
    depth = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : 5;
    nested = count > 2 ? (uint32_t)strtoul(words[2], NULL, 10) : 1;
    if (depth > DEEPEST || !make())
        return 2;
    go_on(0, 0);
    printf("timers exhausted: depth %u, up to %u of them with a nested operation: %llu sequences, "
           "all as the model says\n",
           depth, nested, sequences);
    return 0;
}
