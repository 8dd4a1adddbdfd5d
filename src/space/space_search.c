/*
 * Searching: the boxes that touch a query's box, and the answers among them.
 *
 * Touching boxes are recorded as places, many at a time. The other checks are made only for these:
 * whether the copy is current, whether the mask matches, whether the shape itself touches.
 */
#include "space_search.h"

/* Records a place if its bit is set: it is stored unconditionally, and kept if the bit is set. */
TRP__INLINE uint32_t search_note(uint32_t *raw, uint32_t count, uint32_t place, uint32_t bit)
{
    raw[count] = place;
    return count + (bit & 1);
}

/* In steps of four, even if fewer are left: the length of short runs is not predictable, so boxes
 * after the end are compared as well. */
TRP__INLINE uint32_t search_scan(const trp__copies *copies, uint32_t from, uint32_t to,
                                 const trp__fours *limits, uint32_t *raw, uint32_t count)
{
    for (; from < to; from += 4)
    {
        const uint32_t bits = trp__overlaps(copies, from, to, limits);
        count = search_note(raw, count, from, bits);
        count = search_note(raw, count, from + 1, bits >> 1);
        count = search_note(raw, count, from + 2, bits >> 2);
        count = search_note(raw, count, from + 3, bits >> 3);
    }
    return count;
}

/* Passes the remaining places to `take`. */
static void search_flush(trp__search *search)
{
    const trp_space *space = search->space;
    const uint32_t count = search->raw_count;
    const uint8_t expects = search->expects;

    search->raw_count = 0;
    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t place = search->raw[i];
        const uint32_t member = space->who[place];
        trp__edges box;
        if (expects != 0 && (space->flags[member] & TRP__CURRENT) != expects)
            continue;
        box = trp__copy_at(&space->copies, place);
        if (trp__question_takes(space, search->question, member, &box))
            search->take(search, member, &box);
    }
}

/* The same if every place is an answer. */
static void search_flush_all(trp__search *search)
{
    const trp_space *space = search->space;
    const uint32_t count = search->raw_count;
    uint32_t *to = search->list + search->count;

    if (count > search->room - search->count)
    {
        search_flush(search);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
    {
        to[i] = space->who[search->raw[i]];
        TRP__PREFETCH_READ(&space->actor[to[i]]); /* while they are sorted */
    }
    search->count += count;
    search->raw_count = 0;
}

static void search_empty(trp__search *search)
{
    if (search->expects == 0 && search->question->is_plain && search->take == trp__take_to_count)
    {
        search->count += search->raw_count;
        search->raw_count = 0;
        return;
    }
    if (search->expects == 0 && search->question->is_plain && search->take == trp__take_to_list)
        search_flush_all(search);
    else
        search_flush(search);
}

/* There is room: a place is recorded once per sheet, and there is room for all places, also beside
 * the data of a held pass. */
static void search_run(trp__search *search, uint32_t from, uint32_t to)
{
    search->candidates += to - from;
    TRP__PREFETCH_READ(&search->space->who[from]);
    search->raw_count = search_scan(&search->space->copies, from, to, &search->limits_four,
                                    search->raw, search->raw_count);
}

/* Of the records since `from`, keeps those in this row: other cells share the same numbers. */
static void search_keep_row(trp__search *search, const trp__level *level, uint32_t from,
                            int32_t row)
{
    uint32_t count = from;

    for (uint32_t i = from; i < search->raw_count; i++)
    {
        const uint32_t place = search->raw[i];
        search->raw[count] = place;
        count += trp__row_of(level, search->space->copies.top[place]) == row;
    }
    search->raw_count = count;
}

static void search_row(trp__search *search, const trp__level *level, trp__runs runs, int32_t row)
{
    const uint32_t length = runs.to - runs.from + runs.again_to - runs.again_from;
    uint32_t noted;

    /* some records here may belong to other rows, and occur again there; not emptied in between */
    if (search->raw_room - search->raw_count < length + 2 * TRP__SPACE_PAD)
        search_empty(search);
    noted = search->raw_count;
    search_run(search, runs.from, runs.to);
    search_run(search, runs.again_from, runs.again_to);
    search_keep_row(search, level, noted, row);
}

/* A level all of whose cells have their own numbers. */
static void search_dense(trp__search *search, const trp__level *level, const trp__rows *at)
{
    const trp_space *space = search->space;
    const trp__copies copies = space->copies;
    const trp__fours limits = search->limits_four;
    const uint32_t *cells =
        space->starts + level->cells + 1 + (uint32_t)at->column + (uint32_t)at->row * level->stride;
    const uint32_t width = at->width;
    uint32_t *raw = search->raw;
    uint32_t count = search->raw_count;
    uint32_t candidates = 0;

    for (uint32_t left = at->rows; left > 0; left--, cells += level->stride)
    {
        const uint32_t from = cells[0];
        const uint32_t to = cells[width];
        TRP__PREFETCH_READ(&space->who[from]);
        candidates += to - from;
        count = search_scan(&copies, from, to, &limits, raw, count);
    }
    search->raw_count = count;
    search->candidates += candidates;
}

static void search_rows(trp__search *search, const trp__level *level, trp__rows *at)
{
    const uint32_t *starts = search->space->starts;

    if (level->mask == UINT32_MAX)
    {
        search_dense(search, level, at);
        return;
    }
    while (at->rows != 0)
    {
        const int32_t row = at->row;
        const trp__runs runs = trp__next_row(starts, level, at);
        search_row(search, level, runs, row);
    }
}

static void search_sheet(trp__search *search, const trp__sheet *sheet, uint8_t expects)
{
    const trp__edges *edges = &search->question->edges;

    search->expects = expects;
    for (uint32_t i = 0; i < sheet->level_count && !search->is_over; i++)
    {
        const trp__level *level = &sheet->levels[i];
        trp__rows at;
        if (level->first == level->end)
            continue;
        at = trp__rows_of(level, edges);
        if (at.is_whole)
            search_run(search, level->first, level->end);
        else
            search_rows(search, level, &at);
    }
    search_empty(search);
}

/* A member without a current copy. */
TRP__INLINE void search_member(trp__search *search, uint32_t member)
{
    const trp_space *space = search->space;

    if (trp__at_most(&space->edges[member], search->limits) != 0 &&
        trp__question_takes(space, search->question, member, &space->edges[member]))
        search->take(search, member, &space->edges[member]);
}

static void search_loose(trp__search *search)
{
    const trp_space *space = search->space;

    search->candidates += space->loose_count;
    for (uint32_t i = 0; i < space->loose_count && !search->is_over; i++)
    {
        const uint32_t member = space->loose[i];
        if ((space->flags[member] & (TRP__CURRENT)) == (TRP__IN | TRP__LOOSE))
            search_member(search, member);
    }
}

/* All boxes except settled ones, one by one. */
static void search_boxes(trp__search *search)
{
    const trp_space *space = search->space;

    search->candidates += space->top;
    for (uint32_t i = 0; i < space->top && !search->is_over; i++)
        if (trp__at_most(&space->edges[i], search->limits) != 0 &&
            (space->flags[i] & (TRP__IN | TRP__HIDDEN | TRP__RESTS)) == TRP__IN)
            search_member(search, i);
}

void trp__search_begin(trp__search *search, trp_space *space, const trp__question *question,
                       trp__take_fn *take)
{
    search->space = space;
    search->question = question;
    search->limits = trp__limits(&question->edges);
    search->limits_four = trp__limits_four(&question->edges);
    search->take = take;
    search->raw = trp__raw(space);
    search->raw_room = trp__raw_room(space);
    search->raw_count = 0;
    search->candidates = 0;
    search->context = NULL;
    search->list = NULL;
    search->count = 0;
    search->room = 0;
    search->is_over = false;
    search->is_asked = false;
}

static void search_end(const trp__search *search)
{
    search->space->questions++;
    search->space->candidates += search->candidates;
}

void trp__search_run(trp__search *search)
{
    trp_space *space = search->space;
    const trp__sheet *settled = &space->sheets[TRP__SETTLED];
    const bool is_sorted = search->is_asked ? space->sorted : trp__space_refresh(space, 1);

    if (space->resting != 0)
        search_sheet(search, settled, settled->stale != 0 ? TRP__IN | TRP__RESTS : 0);
    if (is_sorted)
    {
        search_sheet(search, &space->sheets[TRP__MOVING],
                     trp__moving_is_current(space) ? 0 : TRP__IN);
        search_loose(search);
    }
    else
        search_boxes(search);
    search_end(search);
}

void trp__search_held(trp__search *search)
{
    const trp_space *space = search->space;

    for (uint32_t i = TRP__SHEETS; i-- > 0;)
        search_sheet(search, &space->sheets[i], 0);
    search_end(search);
}

void trp__take_to_list(trp__search *search, uint32_t member, const trp__edges *box)
{
    (void)box;
    search->is_over = search->count == search->room;
    if (!search->is_over)
        search->list[search->count++] = member;
}

void trp__take_to_count(trp__search *search, uint32_t member, const trp__edges *box)
{
    (void)member;
    (void)box;
    search->count++;
}
