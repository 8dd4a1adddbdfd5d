/*
 * The nearest answers first: along a line, or around a middle.
 *
 * Each answer gets a key: its distance, then its number; the bits of nonnegative distances have the
 * same order as the distances. If a few are wanted, only the best so far are kept; otherwise all
 * are kept, and sorted. Around the middle of a circle the search begins in a small circle, and
 * continues in larger ones until there are enough.
 */
#include "space_answer.h"
#include "space_meet.h"

#define NEAREST_FEW 16 /* answers that are kept in order while searching */

typedef struct space_nearest_ranking
{
    const trp__answering *at;
    trp__core middle;
    uint64_t *keys;
    uint32_t count;
    uint32_t room;
    uint32_t most; /* number of answers kept in order; 0: all */
    uint64_t few[NEAREST_FEW];
} space_nearest_ranking;

/* The middle of an area, as a point. */
trp__core trp__nearest_middle(const trp__question *question)
{
    const trp__core *core = &question->core;
    const float left = core->left * 0.5f;
    const float right = core->right * 0.5f;
    const float top = core->top * 0.5f;
    const float bottom = core->bottom * 0.5f;
    const float x = left + right;
    const float y = top + bottom;
    const trp__core out = {x, y, x, y, 0};

    return out;
}

static trp__core nearest_core(const trp_space *space, uint32_t member, const trp__edges *box)
{
    return trp__core_of_box(box, trp__is_round(space, member));
}

trp_hit trp__hit_of(const trp__answering *at, uint32_t member)
{
    const trp_space *space = at->space;
    const trp__question *question = &at->question;
    const trp__core core = nearest_core(space, member, &space->edges[member]);
    const trp__core middle = trp__nearest_middle(question);
    trp_hit out = {space->actor[member], {0, 0}, space->category[member], 0, 0, 0};

    out.handle = trp_handle_of(space->world, out.actor);
    if (question->is_sweep)
    {
        const trp__impact impact =
            trp__core_sweep(&question->core, question->dx, question->dy, question->is_ray, &core);
        out.at = impact.at;
        out.normal_x = impact.normal_x;
        out.normal_y = impact.normal_y;
        return out;
    }
    if (!(middle.left - middle.left == 0 && middle.top - middle.top == 0))
        return out; /* an infinite rectangle has none */
    out.at = trp__core_distance(&core, &middle, &out.normal_x, &out.normal_y);
    if (out.at > 0)
        return out;
    out.at = out.normal_x = out.normal_y = 0;
    return out;
}

float trp__nearest_distance(const trp_space *space, const trp__question *question,
                            const trp__core *middle, uint32_t member, const trp__edges *box)
{
    const trp__core core = nearest_core(space, member, box);
    float gap_x;
    float gap_y;
    float distance;

    if (question->is_sweep)
        distance =
            trp__core_sweep(&question->core, question->dx, question->dy, question->is_ray, &core)
                .at;
    else
    {
        trp__core_gaps(&core, middle, &gap_x, &gap_y);
        distance = trp__length(gap_x, gap_y) - core.radius;
    }
    return distance > 0 ? distance : 0; /* not -0, whose bits are in no order */
}

/* Inserts a key into the kept ones, which are in order. */
static void nearest_insert(space_nearest_ranking *rank, uint64_t key)
{
    uint32_t at = rank->count;

    if (at == rank->most && rank->keys[at - 1] < key)
        return;
    if (at < rank->most)
        rank->count++;
    else
        at--;
    for (; at > 0 && rank->keys[at - 1] > key; at--)
        rank->keys[at] = rank->keys[at - 1];
    rank->keys[at] = key;
}

static void nearest_take(trp__search *search, uint32_t member, const trp__edges *box)
{
    space_nearest_ranking *rank = (space_nearest_ranking *)search->context;
    const float distance =
        trp__nearest_distance(rank->at->space, &rank->at->question, &rank->middle, member, box);
    uint32_t bits;
    uint64_t key;

    memcpy(&bits, &distance, sizeof bits);
    key = (uint64_t)bits << 24 | member;
    if (rank->most != 0)
        nearest_insert(rank, key);
    else if (rank->count == rank->room)
        search->is_over = true;
    else
        rank->keys[rank->count++] = key;
}

/* Ranks all answers. False: no room. */
static bool nearest_search(space_nearest_ranking *rank, const trp__question *question)
{
    trp_space *space = rank->at->space;
    trp__search search;

    rank->count = 0;
    trp__search_begin(&search, space, question, nearest_take);
    search.context = rank;
    trp__search_run(&search);
    if (rank->most == 0 && !search.is_over)
        trp__order_keys(rank->keys, rank->count);
    return !search.is_over;
}

static float nearest_of_key(uint64_t key)
{
    const uint32_t bits = (uint32_t)(key >> 24);
    float distance;

    memcpy(&distance, &bits, sizeof distance);
    return distance;
}

/* About the cell size of the sheet with most boxes; 0: it has none. */
float trp__nearest_first_radius(const trp_space *space)
{
    const trp__sheet *moving = &space->sheets[TRP__MOVING];
    const trp__sheet *settled = &space->sheets[TRP__SETTLED];
    const bool is_settled = space->resting > moving->end - moving->first;
    const trp__sheet *sheet = is_settled ? settled : moving;

    return sheet->level_count > 1 && !sheet->levels[0].flat_y ? sheet->levels[0].height : 0;
}

/* A query for what touches the box around a smaller circle. */
void trp__nearest_narrow(const trp__question *whole, float radius, trp__question *out)
{
    *out = *whole;
    out->edges.left = whole->core.left - radius;
    out->edges.top = whole->core.top - radius;
    out->edges.right = -(whole->core.right + radius);
    out->edges.bottom = -(whole->core.bottom + radius);
    out->is_box = true;
    out->is_plain = whole->mask == UINT32_MAX && whole->asker == TRP__NONE;
}

/* Searches in circles, each larger than the last, until the kept answers are certainly the nearest
 * of all. Answers in the corners are further away than the radius, but within the whole circle,
 * which is at least twice as wide. */
static bool nearest_search_circles(space_nearest_ranking *rank, uint32_t enough)
{
    const trp__question *whole = &rank->at->question;
    trp_space *space = rank->at->space;
    trp__question narrow;
    float radius = 0;

    if (trp__space_refresh(space, 1))
        radius = trp__nearest_first_radius(space);
    for (uint32_t step = 0; step < TRP__NEAREST_STEPS && radius > 0; step++)
    {
        float distance;
        if (!(radius < whole->core.radius / 2))
            break;
        trp__nearest_narrow(whole, radius, &narrow);
        if (!nearest_search(rank, &narrow))
            return false;
        distance = rank->count < enough ? 2 * radius : nearest_of_key(rank->keys[enough - 1]);
        if (distance <= radius * 0.99f)
            return true;
        radius = rank->count < enough ? distance : distance * 1.02f;
    }
    return nearest_search(rank, whole);
}

/* More than a few answers are, or may be, delivered: their keys are on the stack, and move with it
 * when the space grows. */
static void nearest_answer_all(trp__answering *at, space_nearest_ranking *rank, uint32_t base)
{
    trp_space *space = at->space;

    if (at->visit == NULL && at->query.accept == NULL)
    {
        for (uint32_t i = 0; i < rank->count && at->count < at->most; i++)
        {
            const uint32_t member = (uint32_t)(rank->keys[i] & (TRP_MAX_BOXES - 1));
            trp__answer_quietly(at, &member, 1);
        }
        return;
    }
    trp__pass_begin(&at->pass, space);
    space->stack_top = base + 2 * rank->count;
    for (uint32_t i = 0; i < rank->count; i++)
    {
        rank->keys = (uint64_t *)(void *)(space->stack + base);
        if (!trp__answer(at, (uint32_t)(rank->keys[i] & (TRP_MAX_BOXES - 1))))
            break;
    }
    trp__pass_end(&at->pass);
}

uint32_t trp__answer_nearest(trp__answering *at)
{
    trp_space *space = at->space;
    const bool keeps_few = at->most <= NEAREST_FEW && at->query.accept == NULL;
    const uint32_t base = (space->stack_top + 1) / 2 * 2;
    space_nearest_ranking rank = {0};
    bool is_round;
    bool fits;

    rank.at = at;
    rank.middle = trp__nearest_middle(&at->question);
    rank.keys = keeps_few ? rank.few : (uint64_t *)(void *)(space->stack + base);
    rank.room = space->stack_size > base ? (space->stack_size - base) / 2 : 0;
    rank.most = keeps_few ? at->most : 0;
    if (!at->question.is_sweep &&
        !(rank.middle.left - rank.middle.left == 0 && rank.middle.top - rank.middle.top == 0))
    {
        trp__space_refuse_area(space, at->call);
        return 0;
    }
    is_round = at->query.area.shape == TRP_SHAPE_CIRCLE;
    fits = is_round && at->query.accept == NULL ? nearest_search_circles(&rank, at->most)
                                                : nearest_search(&rank, &at->question);
    if (!fits)
        return trp__answer_full(at);
    space->hits += rank.count;
    nearest_answer_all(at, &rank, base);
    return at->count;
}
