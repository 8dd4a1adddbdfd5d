/*
 * A dense array of DENSE_SLOT with swap-remove, as the subject DENSE_NAME. Included once for the
 * slot with the library's node and once for the one without: they differ in the type only.
 */
#define DENSE_JOIN2(a, b) a##b
#define DENSE_JOIN(a, b) DENSE_JOIN2(a, b)
#define DENSE(name) DENSE_JOIN(DENSE_NAME, name)

typedef struct DENSE(_state) {
    work *w;
    DENSE_SLOT *slots;
    uint32_t count;
} DENSE(_state);

static void *DENSE(_open)(work *w)
{
    DENSE(_state) *s = bench_room(1, sizeof *s);
    s->w = w;
    s->slots = bench_room(w->capacity, sizeof *s->slots);
    while (s->count < w->capacity)
        work_first_birth(w, &s->slots[s->count++].body);
    return s;
}

static void DENSE(_frame)(void *state)
{
    DENSE(_state) *s = state;
    DENSE_SLOT *end = s->slots + s->count;
    for (DENSE_SLOT *it = s->slots; it != end;) {
        if (body_step(&it->body, BENCH_DT))
            it++;
        else
            *it = *--end;
    }
    uint32_t count = (uint32_t)(end - s->slots);
    for (uint32_t births = work_births(s->w, s->count - count); births > 0; births--)
        work_birth(s->w, &s->slots[count++].body);
    s->count = count;
}

static void DENSE(_exchange)(void *state, uint32_t times, uint32_t batch)
{
    DENSE(_state) *s = state;
    DENSE_SLOT *slots = s->slots;
    for (; times > 0; times--) {
        for (uint32_t i = 0; i < batch; i++)
            slots[work_pick(s->w, s->count)] = slots[s->count - 1], s->count--;
        for (uint32_t i = 0; i < batch; i++)
            work_birth(s->w, &slots[s->count++].body);
        s->w->destroyed += batch;
    }
}

static tally DENSE(_count)(void *state)
{
    DENSE(_state) *s = state;
    tally t = {0, 0};
    for (uint32_t i = 0; i < s->count; i++)
        tally_add(&t, &s->slots[i].body);
    return t;
}

#undef DENSE
#undef DENSE_JOIN
#undef DENSE_JOIN2
