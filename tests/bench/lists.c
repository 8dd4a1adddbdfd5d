/*
 * `textbook`: the list of textbooks: doubly linked through slots of a pool with a last-in-first-out
 * freelist, new ones pushed at the head. `aged`: the same list, new ones at the tail: walked in
 * order of age. `malloc`: the first list, with nodes from malloc. A sentinel closes the ring, so
 * that linking and unlinking have no branches.
 */
#include "subjects.h"

#include <stdlib.h>

typedef struct item item;
typedef struct ring {
    item *next, *prev;
    void *spare; /* as large as the library's node: the same stride */
} ring;

struct item {
    ring ring;
    body body;
};

typedef struct list_state {
    item head;
    work *w;
    item *free;  /* textbook only */
    item **live; /* pair and burst: for choosing at random */
    uint32_t count;
} list_state;

static void list_push(list_state *s, item *it)
{
    it->ring.next = s->head.ring.next;
    it->ring.prev = &s->head;
    it->ring.next->ring.prev = it;
    s->head.ring.next = it;
}

static void list_push_back(list_state *s, item *it)
{
    it->ring.next = &s->head;
    it->ring.prev = s->head.ring.prev;
    it->ring.prev->ring.next = it;
    s->head.ring.prev = it;
}

static void list_unlink(item *it)
{
    it->ring.prev->ring.next = it->ring.next;
    it->ring.next->ring.prev = it->ring.prev;
}

static item *textbook_take(list_state *s)
{
    item *it = s->free;
    s->free = it->ring.next;
    list_push(s, it);
    return it;
}

static item *aged_take(list_state *s)
{
    item *it = s->free;
    s->free = it->ring.next;
    list_push_back(s, it);
    return it;
}

static void textbook_drop(list_state *s, item *it)
{
    list_unlink(it);
    it->ring.next = s->free;
    s->free = it;
}

static item *malloc_take(list_state *s)
{
    item *it = malloc(sizeof *it);
    bench_check(it != NULL, "out of memory");
    list_push(s, it);
    return it;
}

static void malloc_drop(list_state *s, item *it)
{
    (void)s;
    list_unlink(it);
    free(it);
}

typedef item *take_fn(list_state *s);
typedef void drop_fn(list_state *s, item *it);

/* The functions below are compiled once for each list, with `take` and `drop` inlined. */

static inline void list_fill(list_state *s, take_fn *take)
{
    for (uint32_t i = 0; i < s->w->capacity; i++) {
        item *it = take(s);
        work_first_birth(s->w, &it->body);
        if (s->live)
            s->live[s->count++] = it;
    }
}

static inline void list_frame(list_state *s, take_fn *take, drop_fn *drop)
{
    uint32_t destroyed = 0;
    for (item *it = s->head.ring.next, *next; it != &s->head; it = next) {
        next = it->ring.next;
        if (body_step(&it->body, BENCH_DT))
            continue;
        drop(s, it);
        destroyed++;
    }
    for (uint32_t births = work_births(s->w, destroyed); births > 0; births--)
        work_birth(s->w, &take(s)->body);
}

static inline void list_exchange(list_state *s, uint32_t times, uint32_t batch, take_fn *take,
                                 drop_fn *drop)
{
    for (; times > 0; times--) {
        for (uint32_t i = 0; i < batch; i++) {
            uint32_t at = work_pick(s->w, s->count);
            item *victim = s->live[at];
            s->live[at] = s->live[--s->count];
            drop(s, victim);
        }
        for (uint32_t i = 0; i < batch; i++) {
            item *it = take(s);
            work_birth(s->w, &it->body);
            s->live[s->count++] = it;
        }
        s->w->destroyed += batch;
    }
}

static list_state *list_open(work *w)
{
    list_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->head.ring.next = &s->head;
    s->head.ring.prev = &s->head;
    s->head.ring.prev = &s->head;
    if (w->kind == WORKLOAD_PAIR || w->kind == WORKLOAD_BURST)
        s->live = bench_room(w->capacity, sizeof *s->live);
    return s;
}

static tally list_count(void *state)
{
    list_state *s = state;
    tally t = {0, 0};
    for (item *it = s->head.ring.next; it != &s->head; it = it->ring.next)
        tally_add(&t, &it->body);
    return t;
}

static list_state *list_open_slots(work *w)
{
    list_state *s = list_open(w);
    item *slots = bench_room(w->capacity, sizeof *slots);
    for (uint32_t i = w->capacity; i-- > 0;) {
        slots[i].ring.next = s->free;
        s->free = &slots[i];
    }
    return s;
}

static void *textbook_open(work *w)
{
    list_state *s = list_open_slots(w);
    list_fill(s, textbook_take);
    return s;
}

static void *aged_open(work *w)
{
    list_state *s = list_open_slots(w);
    list_fill(s, aged_take);
    return s;
}

static void textbook_frame(void *state)
{
    list_frame(state, textbook_take, textbook_drop);
}

static void aged_frame(void *state)
{
    list_frame(state, aged_take, textbook_drop);
}

static void textbook_exchange(void *state, uint32_t times, uint32_t batch)
{
    list_exchange(state, times, batch, textbook_take, textbook_drop);
}

static void *malloc_open(work *w)
{
    list_state *s = list_open(w);
    list_fill(s, malloc_take);
    return s;
}

static void malloc_frame(void *state)
{
    list_frame(state, malloc_take, malloc_drop);
}

static void malloc_exchange(void *state, uint32_t times, uint32_t batch)
{
    list_exchange(state, times, batch, malloc_take, malloc_drop);
}

const subject subject_textbook = {"textbook", textbook_open, textbook_frame, textbook_exchange,
                                  list_count};
const subject subject_aged = {"aged", aged_open, aged_frame, NULL, list_count};
const subject subject_malloc = {"malloc", malloc_open, malloc_frame, malloc_exchange, list_count};
