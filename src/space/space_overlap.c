/*
 * All touching pairs at once, into memory, before the first callback.
 *
 * In a level each box is compared with those after it in its own cell and those in the cell to its
 * right, which form one run, and with those in the three cells below, another run. Boxes in earlier
 * cells have made the compare with it already. Between two levels each box of one searches the
 * other. Boxes in a pile search all levels.
 *
 * The results are *records*: a place, four other places from a place on, and a mask of those that
 * touch. Their members, and whether they accept each other, are determined afterwards, for all
 * records at a time.
 */
#include "space_pairing.h"

typedef struct space_overlap_overlapping
{
    const trp_space *space;
    trp__pairs *out;
    uint64_t *records;
    uint32_t count; /* of these */
    uint32_t room;
    uint64_t candidates;
    uint8_t expects; /* the flags of current members of the two sheets; 0: all copies are current */
    uint8_t others_expect;
} space_overlap_overlapping;

#define OVERLAP_PLACE(record) ((uint32_t)((record) >> 32))
#define OVERLAP_FROM(record) ((uint32_t)(record) >> 4)
#define OVERLAP_BITS(record) ((uint32_t)(record)&15)

static bool overlap_is_current(const trp_space *space, uint32_t member, uint8_t expects)
{
    return expects == 0 || (space->flags[member] & TRP__CURRENT) == expects;
}

/* Turns records into pairs. */
static void overlap_flush(space_overlap_overlapping *at)
{
    const trp_space *space = at->space;
    trp__pairs out = *at->out;

    for (uint32_t i = 0; i < at->count; i++)
    {
        const uint32_t member = space->who[OVERLAP_PLACE(at->records[i])];
        const uint32_t from = OVERLAP_FROM(at->records[i]);
        uint32_t bits = OVERLAP_BITS(at->records[i]);
        if (!overlap_is_current(space, member, at->expects))
            continue;
        do
        {
            const uint32_t other = space->who[from + trp__lowest_bit(bits)];
            if (overlap_is_current(space, other, at->others_expect))
                trp__pairs_take(&out, member, other);
            bits &= bits - 1;
        } while (bits != 0);
    }
    *at->out = out;
    at->count = 0;
}

/* Records which boxes of a run touch the box at `place`. Each record is stored unconditionally, and
 * kept if some touch. There is room. */
TRP__INLINE uint32_t overlap_run(const trp__copies *copies, uint64_t *records, uint32_t count,
                                 uint32_t place, uint32_t from, uint32_t to,
                                 const trp__fours *limits)
{
    uint64_t record = (uint64_t)place << 32 | from << 4;

    for (;;)
    {
        const uint32_t bits = trp__overlaps(copies, from, to, limits);
        records[count] = record | bits;
        count += bits != 0;
        from += 4;
        if (TRP__LIKELY(from >= to))
            return count;
        record += 4 << 4;
    }
}

/* Makes room for the records of runs of this many places. */
TRP__INLINE void overlap_make_room(space_overlap_overlapping *at, uint32_t length)
{
    if (TRP__RARELY(at->room - at->count < length / 4 + 6))
        overlap_flush(at);
}

static void overlap_runs(space_overlap_overlapping *at, uint32_t place, const trp__fours *limits,
                         const trp__runs *runs)
{
    const uint32_t length = runs->to - runs->from + runs->again_to - runs->again_from;

    overlap_make_room(at, length);
    at->count = overlap_run(&at->space->copies, at->records, at->count, place, runs->from, runs->to,
                            limits);
    if (runs->again_to != 0)
        at->count = overlap_run(&at->space->copies, at->records, at->count, place, runs->again_from,
                                runs->again_to, limits);
    at->candidates += length;
}

/* A level all of whose cells have their own numbers. */
static void overlap_dense(space_overlap_overlapping *at, const trp__level *level)
{
    const trp__copies copies = at->space->copies;
    const uint32_t *starts = at->space->starts;
    const uint32_t *cell = at->space->cell;
    const uint32_t stride = level->stride;
    const uint32_t end = level->end;
    uint64_t *records = at->records;
    uint32_t count = at->count;
    uint64_t candidates = 0;

    for (uint32_t place = level->first; place < end; place++)
    {
        const uint32_t *beside = starts + cell[place];
        const uint32_t *below = beside + stride;
        const uint32_t length = beside[2] - place + below[2] - below[-1];
        const trp__edges box = trp__copy_at(&copies, place);
        const trp__fours limits = trp__limits_four(&box);
        if (TRP__RARELY(at->room - count < length / 4 + 6))
        {
            at->count = count;
            overlap_flush(at);
            count = 0;
        }
        count = overlap_run(&copies, records, count, place, place + 1, beside[2], &limits);
        count = overlap_run(&copies, records, count, place, below[-1], below[2], &limits);
        candidates += length;
    }
    at->count = count;
    at->candidates += candidates;
}

/* One whose cells share numbers. */
static void overlap_hashed(space_overlap_overlapping *at, const trp__level *level)
{
    const trp_space *space = at->space;

    for (uint32_t place = level->first; place < level->end; place++)
    {
        const uint32_t cell = space->cell[place] - level->cells;
        const trp__edges box = trp__copy_at(&space->copies, place);
        const trp__fours limits = trp__limits_four(&box);
        trp__runs beside = trp__runs_of(space->starts, level, cell, 2);
        const trp__runs below = trp__runs_of(space->starts, level, cell + level->stride - 1, 3);
        beside.from = place + 1;
        overlap_runs(at, place, &limits, &beside);
        overlap_runs(at, place, &limits, &below);
    }
}

static void overlap_pile(space_overlap_overlapping *at, const trp__level *pile)
{
    for (uint32_t place = pile->first; place < pile->end; place++)
    {
        const trp__edges box = trp__copy_at(&at->space->copies, place);
        const trp__fours limits = trp__limits_four(&box);
        const trp__runs after = {place + 1, pile->end, 0, 0};
        overlap_runs(at, place, &limits, &after);
    }
}

/* Of the records since `from`, keeps those in this row: other cells share the same numbers. */
static void overlap_keep_row(space_overlap_overlapping *at, const trp__level *level, uint32_t from,
                             int32_t row)
{
    uint32_t count = from;

    for (uint32_t i = from; i < at->count; i++)
    {
        const uint64_t record = at->records[i];
        uint32_t bits = OVERLAP_BITS(record);
        for (uint32_t rest = bits; rest != 0; rest &= rest - 1)
        {
            const uint32_t place = OVERLAP_FROM(record) + trp__lowest_bit(rest);
            if (trp__row_of(level, at->space->copies.top[place]) != row)
                bits ^= rest & (0 - rest);
        }
        at->records[count] = (record & ~(uint64_t)15) | bits;
        count += bits != 0;
    }
    at->count = count;
}

/* The box at `place`, which is elsewhere, with all boxes of a level. */
static void overlap_ask(space_overlap_overlapping *at, uint32_t place, const trp__level *level)
{
    const trp_space *space = at->space;
    const trp__edges box = trp__copy_at(&space->copies, place);
    const trp__fours limits = trp__limits_four(&box);
    trp__rows rows = trp__rows_of(level, &box);

    if (rows.is_whole)
    {
        const trp__runs all = {level->first, level->end, 0, 0};
        overlap_runs(at, place, &limits, &all);
        return;
    }
    while (rows.rows != 0)
    {
        const int32_t row = rows.row;
        const trp__runs runs = trp__next_row(space->starts, level, &rows);
        uint32_t noted;
        overlap_make_room(at, level->end - level->first); /* no flush between the two runs */
        noted = at->count;
        overlap_runs(at, place, &limits, &runs);
        if (level->mask != UINT32_MAX)
            overlap_keep_row(at, level, noted, row);
    }
}

static void overlap_ask_all(space_overlap_overlapping *at, const trp__level *asking,
                            const trp__level *asked)
{
    for (uint32_t place = asking->first; place < asking->end; place++)
        overlap_ask(at, place, asked);
}

/* About the number of rows to read if each box of one level searches another level. */
static uint64_t overlap_cost(const trp__level *asking, const trp__level *asked)
{
    const uint64_t most = (uint64_t)asked->last_y + 1;
    const float share = asking->height / asked->height;
    const uint64_t rows = asking->flat_y ? most : share < 1e6f ? (uint64_t)share + 3 : most;

    return (asking->end - asking->first) * (rows < most ? rows : most);
}

/* Two different levels. */
static void overlap_two(space_overlap_overlapping *at, const trp__level *a, const trp__level *b)
{
    uint8_t expects;

    if (a->first == a->end || b->first == b->end)
        return;
    if (trp__is_pile(a) || (!trp__is_pile(b) && overlap_cost(a, b) <= overlap_cost(b, a)))
    {
        overlap_ask_all(at, a, b);
        overlap_flush(at);
        return;
    }
    expects = at->expects;
    at->expects = at->others_expect;
    at->others_expect = expects;
    overlap_ask_all(at, b, a);
    overlap_flush(at);
    at->others_expect = at->expects;
    at->expects = expects;
}

static void overlap_within(space_overlap_overlapping *at, const trp__sheet *sheet)
{
    for (uint32_t i = 0; i < sheet->level_count; i++)
    {
        const trp__level *level = &sheet->levels[i];
        if (trp__is_pile(level))
            overlap_pile(at, level);
        else if (level->mask == UINT32_MAX)
            overlap_dense(at, level);
        else
            overlap_hashed(at, level);
        overlap_flush(at);
        for (uint32_t k = i + 1; k < sheet->level_count; k++)
            overlap_two(at, level, &sheet->levels[k]);
    }
}

static void overlap_between(space_overlap_overlapping *at, const trp__sheet *sheet,
                            const trp__sheet *other)
{
    for (uint32_t i = 0; i < sheet->level_count; i++)
        for (uint32_t k = 0; k < other->level_count; k++)
            overlap_two(at, &sheet->levels[i], &other->levels[k]);
}

void trp__space_overlap(trp__pairs *out)
{
    trp_space *space = out->space;
    const trp__sheet *settled = &space->sheets[TRP__SETTLED];
    const trp__sheet *moving = &space->sheets[TRP__MOVING];
    space_overlap_overlapping at = {0};

    at.space = space;
    at.out = out;
    at.records = (uint64_t *)(void *)trp__raw(space);
    at.room = 2 * trp__space_found_room(space);
    at.expects = at.others_expect = trp__moving_is_current(space) ? 0 : TRP__IN;
    overlap_within(&at, moving);
    if (space->resting != 0)
    {
        at.others_expect = settled->stale != 0 ? TRP__IN | TRP__RESTS : 0;
        overlap_between(&at, moving, settled);
        at.expects = at.others_expect;
        overlap_within(&at, settled);
    }
    space->candidates += at.candidates;
    space->questions += space->count - space->hidden;
}
