/* `scan`: a fixed array with alive flags, which each frame reads completely. A cursor finds the
 * lowest free slot: it moves up, and falls back to slots that are freed below it. */
#include "subjects.h"

typedef union flag {
    bool alive;
    void *room[NODE_WORDS]; /* as large as the library's node: the same stride */
} flag;

typedef struct scanned {
    flag flag;
    body body;
} scanned;

typedef struct scan_state {
    work *w;
    scanned *slots;
    uint32_t cursor; /* no free slot is below it */
} scan_state;

static void *scan_open(work *w)
{
    scan_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->slots = bench_room(w->capacity, sizeof *s->slots);
    for (; s->cursor < w->capacity; s->cursor++) {
        s->slots[s->cursor].flag.alive = true;
        work_first_birth(w, &s->slots[s->cursor].body);
    }
    return s;
}

static void scan_create(scan_state *s)
{
    while (s->slots[s->cursor].flag.alive)
        s->cursor++;
    s->slots[s->cursor].flag.alive = true;
    work_birth(s->w, &s->slots[s->cursor++].body);
}

static void scan_frame(void *state)
{
    scan_state *s = state;
    uint32_t destroyed = 0;
    scanned *end = s->slots + s->w->capacity;
    scanned *lowest = NULL;
    for (scanned *it = s->slots; it != end; it++) {
        if (!it->flag.alive || body_step(&it->body, BENCH_DT))
            continue;
        it->flag.alive = false;
        lowest = lowest ? lowest : it;
        destroyed++;
    }
    if (lowest && (uint32_t)(lowest - s->slots) < s->cursor)
        s->cursor = (uint32_t)(lowest - s->slots);
    for (uint32_t births = work_births(s->w, destroyed); births > 0; births--)
        scan_create(s);
}

static tally scan_count(void *state)
{
    scan_state *s = state;
    tally t = {0, 0};
    for (uint32_t i = 0; i < s->w->capacity; i++)
        if (s->slots[i].flag.alive)
            tally_add(&t, &s->slots[i].body);
    return t;
}

/* no `exchange`: it has no links or holes to keep, only the walk is its rival */
const subject subject_scan = {"scan", scan_open, scan_frame, NULL, scan_count};
