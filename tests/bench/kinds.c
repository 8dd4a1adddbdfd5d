/* `kinds` for the rivals: `array` switches on a kind in the struct, `textbook` calls a function
 * pointer in the node. */
#include "motions.h"
#include "subjects.h"

typedef union kind_head {
    uint32_t kind;
    trp_actor actor; /* the same struct as the library's */
} kind_head;

typedef struct kind_slot {
    kind_head head;
    body body;
} kind_slot;

typedef struct kinds_array_state {
    work *w;
    kind_slot *slots;
    uint32_t count;
} kinds_array_state;

static void kinds_array_add(kinds_array_state *s, bool first)
{
    kind_slot *slot = &s->slots[s->count++];
    slot->head.kind = work_kind(s->w->born);
    if (first)
        work_first_birth(s->w, &slot->body);
    else
        work_birth(s->w, &slot->body);
}

static void *kinds_array_open(work *w)
{
    kinds_array_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->slots = bench_room(w->capacity, sizeof *s->slots);
    while (s->count < w->capacity)
        kinds_array_add(s, true);
    return s;
}

static bool kinds_array_step(kind_slot *slot)
{
    switch (slot->head.kind) {
#define STEP(k, vx_after, vy_after)                                                                \
    case k:                                                                                        \
        return motion_##k(&slot->body, BENCH_DT);
        MOTIONS(STEP)
#undef STEP
    default:
        return false;
    }
}

static void kinds_array_frame(void *state)
{
    kinds_array_state *s = state;
    kind_slot *slots = s->slots;
    uint32_t count = s->count, destroyed;
    for (uint32_t i = 0; i < count;) {
        if (kinds_array_step(&slots[i]))
            i++;
        else
            slots[i] = slots[--count];
    }
    destroyed = s->count - count;
    s->count = count;
    for (uint32_t births = work_births(s->w, destroyed); births > 0; births--)
        kinds_array_add(s, false);
}

static tally kinds_array_count(void *state)
{
    kinds_array_state *s = state;
    tally t = {0, 0};
    for (uint32_t i = 0; i < s->count; i++)
        tally_add(&t, &s->slots[i].body);
    return t;
}

typedef struct thing thing;
typedef struct kinds_list kinds_list;
typedef void thing_update_fn(thing *self, kinds_list *list);

struct thing {
    thing *next, *prev;
    thing_update_fn *update;
    body body;
};

struct kinds_list {
    thing head;
    work *w;
    thing *free;
    uint32_t destroyed; /* in this frame */
};

static void thing_drop(thing *self, kinds_list *list)
{
    self->prev->next = self->next;
    self->next->prev = self->prev;
    self->next = list->free;
    list->free = self;
    list->destroyed++;
}

#define THING_UPDATE(k, vx_after, vy_after)                                                        \
    static void thing_update_##k(thing *self, kinds_list *list)                                    \
    {                                                                                              \
        if (!motion_##k(&self->body, BENCH_DT))                                                    \
            thing_drop(self, list);                                                                \
    }
MOTIONS(THING_UPDATE)
#undef THING_UPDATE

#define THING_NAME(k, vx_after, vy_after) thing_update_##k,
static thing_update_fn *const thing_updates[MOTION_COUNT] = {MOTIONS(THING_NAME)};
#undef THING_NAME

static thing *thing_take(kinds_list *list)
{
    thing *it = list->free;
    list->free = it->next;
    it->next = list->head.next;
    it->prev = &list->head;
    it->next->prev = it;
    list->head.next = it;
    it->update = thing_updates[work_kind(list->w->born)];
    return it;
}

static void *kinds_list_open(work *w)
{
    kinds_list *s = bench_room(1, sizeof *s);
    thing *slots = bench_room(w->capacity, sizeof *slots);
    s->w = w;
    s->head.next = s->head.prev = &s->head;
    for (uint32_t i = w->capacity; i-- > 0;) {
        slots[i].next = s->free;
        s->free = &slots[i];
    }
    for (uint32_t i = 0; i < w->capacity; i++)
        work_first_birth(w, &thing_take(s)->body);
    return s;
}

static void kinds_list_frame(void *state)
{
    kinds_list *s = state;
    for (thing *it = s->head.next, *next; it != &s->head; it = next) {
        next = it->next;
        it->update(it, s);
    }
    for (uint32_t births = work_births(s->w, s->destroyed); births > 0; births--)
        work_birth(s->w, &thing_take(s)->body);
    s->destroyed = 0;
}

static tally kinds_list_count(void *state)
{
    kinds_list *s = state;
    tally t = {0, 0};
    for (thing *it = s->head.next; it != &s->head; it = it->next)
        tally_add(&t, &it->body);
    return t;
}

const subject kinds_array = {"array", kinds_array_open, kinds_array_frame, NULL, kinds_array_count};
const subject kinds_textbook = {"textbook", kinds_list_open, kinds_list_frame, NULL,
                                kinds_list_count};
