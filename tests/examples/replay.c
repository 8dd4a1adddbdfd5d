/*
 * Replays recorded games with the library: every addition, removal and walk of a real game's object
 * list. Each tick must visit the same objects in the same order.
 *
 *     replay FILE.trace...
 *
 * Exit status: 0: all ticks agree, 1: some differ, 2: a file cannot be read or is malformed.
 */
#include "stopwatch.h"
#include "trace.h"
#include "troupe/troupe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An object of the recorded game. */
typedef struct thing {
    trp_actor actor;
    uint32_t id;
} thing;

typedef struct replay_state {
    const char *path;
    trp_world *world;
    trp_pool *things;
    trp_handle *handles;           /* by id */
    const trace_event *at;         /* the next line to execute */
    trace_sum visited;             /* the sum of the walk in progress, from thing_update */
    trace_sum pruned;              /* likewise, from thing_gone */
    const trace_event *impossible; /* the first line since the last walk that cannot be executed */
    uint32_t ticks;
    uint32_t agreeing;
    uint64_t visits;
    double seconds; /* in trp_update_all */
} replay_state;

static void note_impossible(replay_state *replay)
{
    if (!replay->impossible)
        replay->impossible = replay->at;
}

static void add_thing(replay_state *replay, uint32_t id)
{
    trp_handle *handle = &replay->handles[id];
    thing *newborn = NULL;
    if (!trp_get(replay->world, *handle))
        newborn = trp_as(thing, trp_create(replay->things, &(thing){.id = id}));
    if (newborn)
        *handle = trp_handle_of(replay->world, &newborn->actor);
    else
        note_impossible(replay);
}

static void expire_thing(replay_state *replay, uint32_t id)
{
    trp_actor *actor = trp_get(replay->world, replay->handles[id]);
    if (trp_expire(replay->world, actor) != TRP_OK)
        note_impossible(replay);
}

/* Executes the lines up to the next T, @, E or the end. */
static void play_changes(replay_state *replay)
{
    for (;; ++replay->at) {
        if (replay->at->letter == TRACE_ADD)
            add_thing(replay, replay->at->id);
        else if (replay->at->letter == TRACE_EXPIRE)
            expire_thing(replay, replay->at->id);
        else if (replay->at->letter == TRACE_LEVEL)
            trp_pool_clear(replay->things, NULL);
        else
            return;
    }
}

static void thing_update(trp_actor *self, const trp_context *in)
{
    replay_state *replay = in->user;
    uint32_t id = trp_as(thing, self)->id;
    trace_sum_add(&replay->visited, id);
    if (replay->at->letter == TRACE_INSIDE && replay->at->id == id) {
        ++replay->at;
        play_changes(replay);
    }
}

static void thing_gone(trp_actor *actor, const trp_end_context *in)
{
    replay_state *replay = trp_world_user(in->world);
    if (in->reason == TRP_REASON_EXPIRED)
        trace_sum_add(&replay->pruned, trp_as(thing, actor)->id);
}

static void tell_sum(const char *what, trace_sum is, trace_sum should_be)
{
    fprintf(stderr,
            "    %s %" PRIu32 " with hash %08" PRIx32 ", in the trace %" PRIu32
            " with hash %08" PRIx32 "\n",
            what, is.count, is.hash, should_be.count, should_be.hash);
}

static void tell_impossible(const replay_state *replay)
{
    const trace_event *event = replay->impossible;
    if (event)
        fprintf(stderr, "%s:%" PRIu32 ": '%c %" PRIu32 "' is impossible: %s\n", replay->path,
                event->line, (char)event->letter, event->id,
                event->letter == TRACE_ADD      ? "the object is already in the list"
                : event->letter == TRACE_EXPIRE ? "the object is not in the list, or has expired"
                                                : "the walk did not update the object");
}

/* Reports only the first tick that differs: after it the two lists are no longer equal. */
static void tell_difference(const replay_state *replay, const trace_event *walk)
{
    if (replay->agreeing + 1 != replay->ticks)
        return;
    fprintf(stderr, "%s:%" PRIu32 ": tick %" PRIu32 " differs:\n", replay->path, walk->line,
            replay->ticks);
    tell_sum("visited", replay->visited, walk->visited);
    tell_sum("pruned", replay->pruned, walk->pruned);
    tell_impossible(replay);
}

/* Counting starts before the changes between walks. Nothing is pruned there; if it is, the sum
 * shows it. */
static void begin_walk(replay_state *replay)
{
    replay->visited = trace_sum_empty();
    replay->pruned = trace_sum_empty();
    replay->impossible = NULL;
}

/* Skips the lines of @ that no update has reached. */
static void end_walk(replay_state *replay)
{
    if (replay->at->letter != TRACE_WALK_END)
        note_impossible(replay);
    while (replay->at->letter != TRACE_WALK_END)
        ++replay->at;
    ++replay->at;
}

static void play_walk(replay_state *replay)
{
    const trace_event *walk = replay->at++;
    double start = stopwatch_seconds();
    trp_update_all(replay->world, 1.0f / 35);
    replay->seconds += stopwatch_seconds() - start;
    replay->visits += replay->visited.count;
    end_walk(replay);
    ++replay->ticks;
    if (trace_sum_equal(replay->visited, walk->visited) &&
        trace_sum_equal(replay->pruned, walk->pruned) && !replay->impossible)
        ++replay->agreeing;
    else
        tell_difference(replay, walk);
    begin_walk(replay);
}

static void play(replay_state *replay, const trace_file *trace)
{
    replay->at = trace->events;
    begin_walk(replay);
    for (;;) {
        play_changes(replay);
        if (replay->at->letter == TRACE_END_OF_FILE)
            break;
        play_walk(replay);
    }
    tell_impossible(replay);
}

static void report(const replay_state *replay)
{
    const char *slash = strrchr(replay->path, '/');
    trp_pool_facts stats = trp_pool_info(replay->things);
    printf("%-22s %6" PRIu32 " %7" PRIu64 " %11" PRIu32 "   %5" PRIu32 " ticks agree%s %13.1f\n",
           slash ? slash + 1 : replay->path, replay->ticks, stats.created, stats.peak,
           replay->agreeing, replay->agreeing == replay->ticks ? " (all)" : "",
           replay->visits ? replay->seconds * 1e9 / (double)replay->visits : 0.0);
}

/* Doom's list: oldest first, and a walk visits objects that are added during it. */
static bool set_up(replay_state *replay, const trace_file *trace)
{
    replay->handles = calloc((size_t)trace->greatest + 1, sizeof *replay->handles);
    replay->world = trp_world_create(&(trp_world_desc){.user = replay});
    replay->things =
        trp_pool_create(replay->world, &(trp_pool_desc){.name = "thing",
                                                        .type = TRP_TYPE(thing, actor),
                                                        .capacity = trace->most ? trace->most : 1,
                                                        .order = TRP_ORDER_OLDEST,
                                                        .newborns = TRP_NEWBORNS_SAME_WALK,
                                                        .user = replay,
                                                        .update = thing_update,
                                                        .on_end = thing_gone});
    return replay->handles && replay->things;
}

static int replay_file(const char *path)
{
    trace_file trace;
    replay_state replay = {.path = path};
    int status = 2;
    if (!trace_read(&trace, path))
        return status;
    if (set_up(&replay, &trace)) {
        play(&replay, &trace);
        report(&replay);
        status = replay.agreeing == replay.ticks && !replay.impossible ? 0 : 1;
    } else
        fprintf(stderr, "%s: not enough memory\n", path);
    trp_world_destroy(replay.world);
    free(replay.handles);
    trace_free(&trace);
    return status;
}

int main(int count, char **arguments)
{
    int status = 0;
    if (count < 2) {
        fprintf(stderr, "usage: %s FILE.trace...\n", arguments[0]);
        return 2;
    }
    printf("%-22s %6s %7s %11s   %-23s %s\n", "recorded game", "ticks", "births", "most alive",
           "order as recorded", "ns per actor");
    for (int i = 1; i < count; ++i) {
        int one = replay_file(arguments[i]);
        status = one > status ? one : status;
    }
    return status;
}
