/*
 * `pointers`: slots that never move, a last-in-first-out freelist through them, and an array of
 * pointers to the live ones, oldest first. The walk drops dead entries on its way, and prefetches.
 */
#include "subjects.h"

/* Prefetch distance in entries. */
#define AHEAD 16u

typedef union pointed_head {
    union pointed_head *next_free;
    void *room[NODE_WORDS]; /* as large as the library's node: the same stride */
} pointed_head;

typedef struct pointed {
    pointed_head head; /* first: a pointer to it is one to the slot */
    body body;
} pointed;

typedef struct pointers_state {
    work *w;
    pointed **live;
    uint32_t count;
    pointed_head *free;
} pointers_state;

static pointed *pointers_take(pointers_state *s)
{
    pointed *slot = (pointed *)s->free;
    s->free = s->free->next_free;
    s->live[s->count++] = slot;
    return slot;
}

static void *pointers_open(work *w)
{
    pointers_state *s = bench_room(1, sizeof *s);
    pointed *slots = bench_room(w->capacity, sizeof *slots);
    s->w = w;
    s->live = bench_room(w->capacity + AHEAD, sizeof *s->live);
    for (uint32_t i = w->capacity; i-- > 0;) {
        slots[i].head.next_free = s->free;
        s->free = &slots[i].head;
    }
    while (s->count < w->capacity)
        work_first_birth(w, &pointers_take(s)->body);
    return s;
}

static void pointers_frame(void *state)
{
    pointers_state *s = state;
    pointed **live = s->live;
    uint32_t count = s->count, kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        pointed *slot = live[i];
        __builtin_prefetch(live[i + AHEAD], 1);
        if (body_step(&slot->body, BENCH_DT)) {
            live[kept++] = slot;
            continue;
        }
        slot->head.next_free = s->free;
        s->free = &slot->head;
    }
    s->count = kept;
    for (uint32_t births = work_births(s->w, count - kept); births > 0; births--)
        work_birth(s->w, &pointers_take(s)->body);
}

static tally pointers_count(void *state)
{
    pointers_state *s = state;
    tally t = {0, 0};
    for (uint32_t i = 0; i < s->count; i++)
        tally_add(&t, &s->live[i]->body);
    return t;
}

/* no `exchange`: removed entries stay in the array until a walk drops them */
const subject subject_pointers = {"pointers", pointers_open, pointers_frame, NULL, pointers_count};
