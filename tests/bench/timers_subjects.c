/*
 * The subjects of time except the rivals that are libraries: troupe's timers and intervals, and by
 * hand a countdown in the loop, a heap with four children per node, which knows each timer's place
 * so that it can be stopped, and a hashed wheel.
 */
#include "timers_cell.h"

#include <troupe/interval.h>
#include <troupe/troupe.h>

#include <stdlib.h>

typedef struct object {
    trp_actor actor;
    timer_body body;
    uint32_t number;
} object;

/* troupe */

typedef struct timers_state {
    trp_world *world;
    trp_pool *pool;
    trp_timers *timers;
    object *objects; /* adjacent, since the pool has one chunk */
} timers_state;

static void on_due(trp_actor *actor, const trp_context *in)
{
    (void)in;
    timers_fired(trp_as(object, actor)->number);
}

static void update_object(trp_actor *self, const trp_context *in)
{
    timer_body_step(&trp_as(object, self)->body, in->dt);
}

static timers_state *open_pool(uint32_t n, trp_actor_fn *update)
{
    timers_state *s = timers_room(1, sizeof *s);
    s->world = trp_world_create(NULL);
    s->pool = trp_pool_create(
        s->world,
        &(trp_pool_desc){.type = TRP_TYPE(object, actor), .capacity = n, .update = update});
    s->timers =
        trp_timers_create(s->pool, &(trp_timers_desc){.clock = TRP_CLOCK_TICKS, .on_due = on_due});
    for (uint32_t i = 0; i < n; i++) {
        trp_actor *actor = trp_create(s->pool, &(object){.number = i});
        timers_check(actor != NULL, "trp_create gave nothing");
        if (i == 0)
            s->objects = trp_as(object, actor);
        timers_check(actor == &s->objects[i].actor, "slots are not in order");
    }
    timers_check(s->timers != NULL, "trp_timers_create gave nothing");
    return s;
}

static void *timers_open(uint32_t n)
{
    return open_pool(n, NULL);
}

static void timers_start(void *state, uint32_t i, uint32_t ticks)
{
    timers_state *s = state;
    trp_timer_start(s->timers, &s->objects[i].actor, trp_ticks(ticks));
}

static void timers_stop(void *state, uint32_t i)
{
    timers_state *s = state;
    trp_timer_stop(s->timers, &s->objects[i].actor);
}

static void timers_tick(void *state)
{
    trp_update_all(((timers_state *)state)->world, 1.0f / 60);
}

static const timer_subject subject_timers = {"timers",    timers_open, timers_start,
                                             timers_stop, timers_tick, NULL};

static void *full_open(uint32_t n)
{
    return open_pool(n, update_object);
}

static void *staggered_open(uint32_t n)
{
    timers_state *s = open_pool(n, update_object);
    trp_pool_set_interval(s->pool, TIMERS_EVERY, TRP_INTERVAL_STAGGERED);
    return s;
}

static const timer_subject subject_full = {"full", full_open, NULL, NULL, NULL, timers_tick};
static const timer_subject subject_staggered = {"staggered", staggered_open, NULL,
                                                NULL,        NULL,           timers_tick};

/* Tested in each object's own update: whether it is its turn. */
static void update_if_turn(trp_actor *self, const trp_context *in)
{
    object *o = trp_as(object, self);
    if (o->number % TIMERS_EVERY == in->tick % TIMERS_EVERY)
        timer_body_step(&o->body, in->dt * TIMERS_EVERY);
}

static void *tested_open(uint32_t n)
{
    return open_pool(n, update_if_turn);
}

static const timer_subject subject_tested = {"tested", tested_open, NULL, NULL, NULL, timers_tick};

/* A countdown in the loop over an array: 0 does not run */

typedef struct countdown_object {
    void *node[2];
    timer_body body;
    uint32_t left;
} countdown_object;

typedef struct countdown_state {
    countdown_object *objects;
    uint32_t n, updates;
} countdown_state;

static void *countdown_open(uint32_t n)
{
    countdown_state *s = timers_room(1, sizeof *s);
    s->objects = timers_room(n, sizeof *s->objects);
    s->n = n;
    return s;
}

static void countdown_start(void *state, uint32_t i, uint32_t ticks)
{
    ((countdown_state *)state)->objects[i].left = ticks;
}

static void countdown_stop(void *state, uint32_t i)
{
    ((countdown_state *)state)->objects[i].left = 0;
}

static void countdown_tick(void *state)
{
    countdown_state *s = state;
    for (uint32_t i = 0; i < s->n; i++)
        if (s->objects[i].left != 0 && --s->objects[i].left == 0)
            timers_fired(i);
}

static const timer_subject subject_countdown = {"countdown",    countdown_open, countdown_start,
                                                countdown_stop, countdown_tick, NULL};

/* The same array in a loop by hand: all objects, and every eighth one. */

static void array_update(void *state)
{
    const countdown_state *s = state;
    for (uint32_t i = 0; i < s->n; i++)
        timer_body_step(&s->objects[i].body, 1.0f / 60);
}

static void array_update_staggered(void *state)
{
    countdown_state *s = state;
    for (uint32_t i = s->updates++ % TIMERS_EVERY; i < s->n; i += TIMERS_EVERY)
        timer_body_step(&s->objects[i].body, TIMERS_EVERY / 60.0f);
}

static const timer_subject subject_array_full = {"array_full", countdown_open, NULL,
                                                 NULL,         NULL,           array_update};
static const timer_subject subject_array_staggered = {
    "array_staggered", countdown_open, NULL, NULL, NULL, array_update_staggered};

/* The heap: children of k are 4 k - 2 to 4 k + 1, from 1 on; an object knows its place, 0 if its
 * timer does not run. It keeps the promises of timers: those due in one tick fire in the order of
 * numbers. A timer whose object has ended stays in the heap and is recognised by its generation. */

typedef struct heap_entry {
    uint64_t key; /* when it is due, then the number */
    uint32_t generation;
} heap_entry;

typedef struct heap_object {
    void *node[2];
    timer_body body;
    uint32_t place, generation;
} heap_object;

typedef struct heap_state {
    heap_object *objects;
    heap_entry *heap;
    uint32_t count;
    uint64_t now;
} heap_state;

static void *heap_open(uint32_t n)
{
    heap_state *s = timers_room(1, sizeof *s);
    s->objects = timers_room(n, sizeof *s->objects);
    s->heap =
        (heap_entry *)timers_room(n + 8, sizeof *s->heap) + 2; /* four children in a cache line */
    return s;
}

static void heap_put(heap_state *s, uint32_t at, heap_entry e)
{
    s->heap[at] = e;
    s->objects[(uint32_t)e.key].place = at;
}

static void heap_up(heap_state *s, uint32_t at, heap_entry e)
{
    while (at > 1 && s->heap[(at + 2) / 4].key > e.key) {
        heap_put(s, at, s->heap[(at + 2) / 4]);
        at = (at + 2) / 4;
    }
    heap_put(s, at, e);
}

static void heap_down(heap_state *s, uint32_t at, heap_entry e)
{
    for (;;) {
        uint32_t first = 4 * at - 2, least = first;
        if (first > s->count)
            break;
        for (uint32_t k = first + 1; k < first + 4 && k <= s->count; k++)
            if (s->heap[k].key < s->heap[least].key)
                least = k;
        if (s->heap[least].key >= e.key)
            break;
        heap_put(s, at, s->heap[least]);
        at = least;
    }
    heap_put(s, at, e);
}

static void heap_start(void *state, uint32_t i, uint32_t ticks)
{
    heap_state *s = state;
    heap_up(s, ++s->count, (heap_entry){(s->now + ticks) << 32 | i, s->objects[i].generation});
}

static void heap_stop(void *state, uint32_t i)
{
    heap_state *s = state;
    uint32_t at = s->objects[i].place;
    heap_entry last = s->heap[s->count--];
    s->objects[i].place = 0;
    if ((uint32_t)last.key == i)
        return;
    if (at > 1 && s->heap[(at + 2) / 4].key > last.key)
        heap_up(s, at, last);
    else
        heap_down(s, at, last);
}

static void heap_tick(void *state)
{
    heap_state *s = state;
    s->now++;
    while (s->count != 0 && s->heap[1].key >> 32 <= s->now) {
        heap_entry e = s->heap[1];
        heap_stop(s, (uint32_t)e.key);
        if (s->objects[(uint32_t)e.key].generation == e.generation)
            timers_fired((uint32_t)e.key);
    }
}

static const timer_subject subject_heap = {"heap4",   heap_open, heap_start,
                                           heap_stop, heap_tick, NULL};

/* A hashed wheel by hand: one list per tick modulo 4096, with indices as links. The due ones of a
 * tick are sorted by number, as in the heap. */

enum {
    WHEEL_LISTS = 4096,
    WHEEL_DUE = 4096 /* the most that are sorted at once */
};

typedef struct wheel_object {
    uint32_t next, prev; /* number + 1; the first one's prev is 0 */
    uint64_t due;        /* 0: it does not run */
    timer_body body;
    uint32_t place, generation;
} wheel_object;

typedef struct wheel_state {
    wheel_object *objects;
    uint64_t now;
    uint32_t first[WHEEL_LISTS]; /* number + 1 */
    uint32_t due[WHEEL_DUE];
} wheel_state;

static void *wheel_open(uint32_t n)
{
    wheel_state *s = timers_room(1, sizeof *s);
    s->objects = timers_room(n, sizeof *s->objects);
    return s;
}

static void wheel_start(void *state, uint32_t i, uint32_t ticks)
{
    wheel_state *s = state;
    wheel_object *o = &s->objects[i];
    uint32_t *first;
    o->due = s->now + ticks;
    first = &s->first[o->due % WHEEL_LISTS];
    o->next = *first;
    o->prev = 0;
    if (*first != 0)
        s->objects[*first - 1].prev = i + 1;
    *first = i + 1;
}

static void wheel_stop(void *state, uint32_t i)
{
    wheel_state *s = state;
    wheel_object *o = &s->objects[i];
    *(o->prev != 0 ? &s->objects[o->prev - 1].next : &s->first[o->due % WHEEL_LISTS]) = o->next;
    if (o->next != 0)
        s->objects[o->next - 1].prev = o->prev;
    o->due = 0;
}

static int wheel_by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void wheel_sort(uint32_t *numbers, uint32_t count)
{
    if (count > 64) {
        qsort(numbers, count, sizeof *numbers, wheel_by_number);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        uint32_t number = numbers[i], at = i;
        for (; at > 0 && numbers[at - 1] > number; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

static void wheel_tick(void *state)
{
    wheel_state *s = state;
    uint32_t count = 0;
    s->now++;
    for (uint32_t at = s->first[s->now % WHEEL_LISTS]; at != 0; at = s->objects[at - 1].next) {
        if (s->objects[at - 1].due != s->now)
            continue;
        timers_check(count < WHEEL_DUE, "too many timers are due");
        s->due[count++] = at - 1;
    }
    wheel_sort(s->due, count);
    for (uint32_t i = 0; i < count; i++) {
        wheel_stop(s, s->due[i]);
        timers_fired(s->due[i]);
    }
}

static const timer_subject subject_wheel = {"wheel",    wheel_open, wheel_start,
                                            wheel_stop, wheel_tick, NULL};

const timer_subject *const timer_subjects[] = {&subject_timers,
                                               &subject_countdown,
                                               &subject_heap,
                                               &subject_wheel,
                                               &subject_full,
                                               &subject_staggered,
                                               &subject_tested,
                                               &subject_array_full,
                                               &subject_array_staggered,
                                               NULL};
