/*
 * `libev`: its timers (Debian: libev-dev). Without its headers this is a program without subjects.
 *
 * libev asks the C library for the time, so this program has its own clock_gettime, which returns
 * the time of the ticks. A tick is one pass of its loop that does not wait. Each pass asks the
 * system for events, since libev has no other way.
 */
#define _GNU_SOURCE

#include "timers_cell.h"

#if __has_include(<ev.h>)
#include <ev.h>
#include <time.h>

#define START 1000.0

static double fake_now = START;

int clock_gettime(clockid_t id, struct timespec *t)
{
    (void)id;
    t->tv_sec = (time_t)fake_now;
    t->tv_nsec = (long)((fake_now - (double)t->tv_sec) * 1e9);
    return 0;
}

typedef struct object {
    timer_body body;
    uint32_t number;
    ev_timer timer;
} object;

typedef struct libev_state {
    struct ev_loop *loop;
    object *objects;
    uint64_t ticks;
} libev_state;

static void fire(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    timers_fired(((object *)timer->data)->number);
}

static void *libev_open(uint32_t n)
{
    libev_state *s = timers_room(1, sizeof *s);
    s->loop = ev_loop_new(EVFLAG_AUTO);
    timers_check(s->loop != NULL, "ev_loop_new gave nothing");
    s->objects = timers_room(n, sizeof *s->objects);
    for (uint32_t i = 0; i < n; i++) {
        ev_timer_init(&s->objects[i].timer, fire, 0, 0);
        s->objects[i].number = i;
        s->objects[i].timer.data = &s->objects[i];
    }
    return s;
}

/* half a tick earlier: between two ticks */
static void libev_start(void *state, uint32_t i, uint32_t ticks)
{
    libev_state *s = state;
    ev_timer_set(&s->objects[i].timer, ((double)ticks - 0.5) / 60, 0);
    ev_timer_start(s->loop, &s->objects[i].timer);
}

static void libev_stop(void *state, uint32_t i)
{
    libev_state *s = state;
    ev_timer_stop(s->loop, &s->objects[i].timer);
}

static void libev_tick(void *state)
{
    libev_state *s = state;
    fake_now = START + (double)++s->ticks / 60;
    ev_run(s->loop, EVRUN_NOWAIT);
}

static const timer_subject subject_libev = {"libev",    libev_open, libev_start,
                                            libev_stop, libev_tick, NULL};

const timer_subject *const timer_subjects[] = {&subject_libev, NULL};
#else
const timer_subject *const timer_subjects[] = {NULL};
#endif
