/*
 * Queries of a space from parts. They write nothing but their answers: they use no memory of the
 * space, sort nothing and count nothing. Answers are kept sorted in the caller's array, each with
 * its key in the place of the normal.
 */
#include "../space/space_answer.h"
#include "parallel.h"

typedef struct parallel_find_finding
{
    const trp__answering *at;
    const trp__question *question; /* the area to search: that of the query, or a smaller circle */
    trp__four limits;
    trp__core middle;
    trp_hit *hits;
    uint32_t count;
} parallel_find_finding;

/* Keys: the distance, then the number. By number there is no distance. */
static void find_note(trp_hit *hit, uint64_t key)
{
    const uint32_t words[2] = {(uint32_t)(key >> 32), (uint32_t)key};

    memcpy(&hit->normal_x, &words[0], sizeof hit->normal_x);
    memcpy(&hit->normal_y, &words[1], sizeof hit->normal_y);
}

static uint64_t find_noted(const trp_hit *hit)
{
    uint32_t words[2];

    memcpy(&words[0], &hit->normal_x, sizeof words[0]);
    memcpy(&words[1], &hit->normal_y, sizeof words[1]);
    return (uint64_t)words[0] << 32 | words[1];
}

static uint64_t find_key(const parallel_find_finding *found, uint32_t member, const trp__edges *box)
{
    const trp__answering *at = found->at;
    float distance;
    uint32_t bits;

    if (at->query.order != TRP_SPACE_NEAREST_FIRST)
        return member;
    distance = trp__nearest_distance(at->space, &at->question, &found->middle, member, box);
    memcpy(&bits, &distance, sizeof bits);
    return (uint64_t)bits << 24 | member;
}

static bool find_accepts(const trp__answering *at, uint32_t member)
{
    trp_context in = at->in;

    in.category = at->space->category[member];
    if (at->query.user != NULL)
        in.user = at->query.user;
    return at->query.accept(at->space->actor[member], &in);
}

/* Inserts an answer among the first ones so far. */
static void find_take(parallel_find_finding *found, uint32_t member, const trp__edges *box)
{
    const trp__answering *at = found->at;
    const uint64_t key = find_key(found, member, box);
    uint32_t place = found->count;

    if (place == at->most && find_noted(&found->hits[place - 1]) < key)
        return;
    if (at->query.accept != NULL && !find_accepts(at, member))
        return;
    if (place < at->most)
        found->count++;
    else
        place--;
    for (; place > 0 && find_noted(&found->hits[place - 1]) > key; place--)
        found->hits[place] = found->hits[place - 1];
    find_note(&found->hits[place], key);
}

static void find_box(parallel_find_finding *found, uint32_t member, const trp__edges *box)
{
    if (trp__at_most(box, found->limits) != 0 &&
        trp__question_takes(found->at->space, found->question, member, box))
        find_take(found, member, box);
}

/* The copies in a run of places; `level` is a hashed level whose row is searched, or NULL. */
static void find_run(parallel_find_finding *found, uint32_t from, uint32_t to, uint8_t expects,
                     const trp__level *level, int32_t row)
{
    const trp_space *space = found->at->space;

    for (; from < to; from++)
    {
        const uint32_t member = space->who[from];
        const trp__edges box = trp__copy_at(&space->copies, from);
        if ((expects == 0 || (space->flags[member] & TRP__CURRENT) == expects) &&
            (level == NULL || trp__row_of(level, box.top) == row))
            find_box(found, member, &box);
    }
}

static void find_level(parallel_find_finding *found, const trp__level *level, uint8_t expects)
{
    const uint32_t *starts = found->at->space->starts;
    const trp__level *hashes = level->mask != UINT32_MAX ? level : NULL;
    trp__rows at = trp__rows_of(level, &found->question->edges);

    if (at.is_whole)
    {
        find_run(found, level->first, level->end, expects, NULL, 0);
        return;
    }
    while (at.rows != 0)
    {
        const int32_t row = at.row;
        const trp__runs runs = trp__next_row(starts, level, &at);
        find_run(found, runs.from, runs.to, expects, hashes, row);
        find_run(found, runs.again_from, runs.again_to, expects, hashes, row);
    }
}

static void find_sheet(parallel_find_finding *found, const trp__sheet *sheet, uint8_t expects)
{
    for (uint32_t i = 0; i < sheet->level_count; i++)
        if (sheet->levels[i].first != sheet->levels[i].end)
            find_level(found, &sheet->levels[i], expects);
}

/* Members without a current copy: the loose ones, or all except those that have settled. */
static void find_members(parallel_find_finding *found, const uint32_t *members, uint32_t count,
                         uint8_t mask, uint8_t expects)
{
    const trp_space *space = found->at->space;

    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t member = members != NULL ? members[i] : i;
        if ((space->flags[member] & mask) == expects)
            find_box(found, member, &space->edges[member]);
    }
}

static void find_search(parallel_find_finding *found, const trp__question *question)
{
    const trp_space *space = found->at->space;
    const trp__sheet *settled = &space->sheets[TRP__SETTLED];

    found->count = 0;
    found->question = question;
    found->limits = trp__limits(&question->edges);
    if (space->resting != 0)
        find_sheet(found, settled, settled->stale != 0 ? TRP__IN | TRP__RESTS : 0);
    if (space->sorted)
    {
        find_sheet(found, &space->sheets[TRP__MOVING], trp__moving_is_current(space) ? 0 : TRP__IN);
        find_members(found, space->loose, space->loose_count, TRP__CURRENT, TRP__IN | TRP__LOOSE);
    }
    else
        find_members(found, NULL, space->top, TRP__IN | TRP__HIDDEN | TRP__RESTS, TRP__IN);
}

/* In circles, each larger than the last: see space_nearest.c. */
static void find_circles(parallel_find_finding *found)
{
    const trp__answering *at = found->at;
    const trp__question *whole = &at->question;
    float radius = at->space->sorted ? trp__nearest_first_radius(at->space) : 0;
    trp__question narrow;

    for (uint32_t step = 0;
         step < TRP__NEAREST_STEPS && radius > 0 && radius < whole->core.radius / 2; step++)
    {
        float distance = 2 * radius;
        trp__nearest_narrow(whole, radius, &narrow);
        find_search(found, &narrow);
        if (found->count == at->most)
        {
            const uint32_t bits = (uint32_t)(find_noted(&found->hits[at->most - 1]) >> 24);
            memcpy(&distance, &bits, sizeof distance);
            if (distance <= radius * 0.99f)
                return;
            distance *= 1.02f;
        }
        radius = distance;
    }
    find_search(found, whole);
}

static bool find_is_asked_well(const trp__answering *at)
{
    const trp__core middle = trp__nearest_middle(&at->question);

    return at->query.order != TRP_SPACE_NEAREST_FIRST || at->question.is_sweep ||
           (middle.left - middle.left == 0 && middle.top - middle.top == 0);
}

static uint32_t find_answer(const trp__answering *at, trp_hit *hits)
{
    parallel_find_finding found = {0};

    found.at = at;
    found.hits = hits;
    found.middle = trp__nearest_middle(&at->question);
    if (at->query.order == TRP_SPACE_NEAREST_FIRST && at->query.area.shape == TRP_SHAPE_CIRCLE &&
        at->query.accept == NULL)
        find_circles(&found);
    else
        find_search(&found, &at->question);
    for (uint32_t i = 0; i < found.count; i++)
        hits[i] = trp__hit_of(at, (uint32_t)(find_noted(&hits[i]) & (TRP_MAX_BOXES - 1)));
    return found.count;
}

uint32_t trp_part_find(trp_part *part, const trp_space *space, const trp_query *query,
                       trp_hit *hits, uint32_t room)
{
    const char *call = TRP__TEXT("trp_part_find");
    trp__answering at = {0};

    if (trp__part_check(part, call) != TRP_OK || space == NULL || hits == NULL || room == 0)
        return 0;
    if (query != NULL)
        at.query = *query;
    if (space->world != part->pool->world)
        trp__part_misuse(
            part, NULL, call, TRP_ERR_FOREIGN,
            TRP__TEXT("the space belongs to another world. Ask one of the part's world"));
    else if ((unsigned)at.query.order > TRP_SPACE_NEAREST_FIRST ||
             !trp__space_ask(space, &at.query, &at.question) || !find_is_asked_well(&at))
        trp__part_misuse(part, NULL, call, TRP_ERR_VALUE,
                         TRP__TEXT("the order is no enumerator, or the area is not a number, has a "
                                   "negative size, or is infinite where it must not be"));
    else
    {
        at.space = (trp_space *)(uintptr_t)space; /* not written to */
        at.most = room;
        return find_answer(&at, hits);
    }
    return 0;
}

trp_result trp_space_prepare(trp_space *space)
{
    trp_result result;

    if (!trp__has_space(space, TRP__TEXT("trp_space_prepare")))
        return TRP_ERR_NULL;
    result = trp__space_may_change(space, TRP__TEXT("trp_space_prepare"));
    if (result == TRP_OK && !trp__is_clean(space) && space->held == 0)
        trp__space_sort(space);
    return result;
}
