/*
 * Random worlds with circles, static boxes and fast movers: all kinds of space must give the same
 * answers in the same order to all forms of queries and pairs, equal to those of a plain search. A
 * failure names the world's seed.
 */
#include "../space_stage.h"

SITUATIONS(space_storm_where);

#ifndef SPACE_WORLDS_WHERE
#define SPACE_WORLDS_WHERE 3000u
#endif

#define MOST 12u
#define KINDS 3u
#define POOLS 3u
#define ROUNDS 4

enum { PLAIN, ROUND, STILL };

static uint32_t seed_of_world;
static uint32_t seed;
static trp_world *world;
static trp_pool *pools[POOLS];
static trp_space *spaces[KINDS];
static bool has_bits;
static answer first, got;

static void disagree(int line, const char *what)
{
    static char text[200];
    situation_text_copy(text, sizeof text, "in the world of seed ");
    situation_text_number(text, sizeof text, seed_of_world);
    situation_text_add(text, sizeof text, ": ");
    situation_text_add(text, sizeof text, what);
    situation_failed(__FILE__, line, text);
}

#define AGREE(condition) ((condition) ? (void)0 : disagree(__LINE__, #condition))

static uint32_t below(uint32_t limit)
{
    return stage_random(&seed, limit);
}

/* Quarters, small enough that no square of a distance is rounded. */
static float place(void)
{
    return 0.25f * (float)below(401) - 50;
}

static float size(uint32_t pool)
{
    switch (below(8)) {
    case 0:
        return 0;
    case 1:
        return pool == PLAIN ? INFINITY : 16;
    case 2:
        return 0.5f * (float)below(200);
    default:
        return 0.5f * (float)below(24);
    }
}

static trp_box random_box(uint32_t pool)
{
    trp_box box;
    box.x = place();
    box.y = place();
    box.width = size(pool);
    box.height = below(2) == 0 ? box.width : size(pool);
    return box;
}

static void make_spaces(void)
{
    const trp_space_desc descs[KINDS] = {
        {.index = TRP_SPACE_BRUTE}, {0}, {.hits = 3}, /* found in several steps */
    };
    for (uint32_t i = 0; i < KINDS; i++) {
        trp_space_desc desc = descs[i];
        desc.capacity = POOLS * MOST;
        desc.sweeps = true; /* the others wait */
        spaces[i] = trp_space_create(world, &desc);
        AGREE(spaces[i] != NULL);
        for (uint32_t k = 0; k < POOLS; k++)
            AGREE(trp_space_add_pool(spaces[i], pools[k],
                                     &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box),
                                                            .category = 1u << k,
                                                            .is_round = k == ROUND,
                                                            .is_static = k == STILL}) == TRP_OK);
    }
}

static void make_world(void)
{
    world = stage_world_as((trp_world_desc){.max_pools = POOLS});
    for (uint32_t k = 0; k < POOLS; k++)
        pools[k] = stage_pool_as(
            world, space_pool_desc(MOST, k == STILL ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY));
    has_bits = false;
    make_spaces();
    for (uint32_t k = 0; k < POOLS; k++)
        for (uint32_t left = below(MOST), id = 0; id < left; id++) {
            const trp_box box = random_box(k);
            space_box(pools[k], 100 * k + id, box.x, box.y, box.width, box.height);
        }
}

static uint32_t kind_of(const boxed *it)
{
    return it->id / 100;
}

static boxed *any_actor(void)
{
    trp_actor *actor = trp_pool_at(pools[below(POOLS)], below(MOST));
    return actor != NULL ? trp_as(boxed, actor) : NULL;
}

static void change_one(boxed *it)
{
    const uint32_t category = 1u << below(3);
    const uint32_t mask = below(8);
    switch (below(10)) {
    case 0:
        (void)trp_recycle(world, &it->actor);
        return;
    case 1:
        if (trp_state_of(world, &it->actor) == TRP_STATE_ACTIVE)
            (void)trp_deactivate(world, &it->actor);
        else
            (void)trp_activate(world, &it->actor);
        return;
    case 2:
        has_bits = true;
        for (uint32_t i = 0; i < KINDS; i++)
            AGREE(trp_space_set_bits(spaces[i], &it->actor, category, mask) == TRP_OK);
        return;
    default:
        it->box.x = place();
        it->box.y = place();
        for (uint32_t i = 0; i < KINDS; i++)
            AGREE(trp_space_moved(spaces[i], &it->actor) == TRP_OK);
    }
}

/* All that is found, by number. */
static uint32_t all_found(boxed **found)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < POOLS; k++)
        for (uint32_t slot = 0; slot < MOST; slot++) {
            trp_actor *actor = trp_pool_at(pools[k], slot);
            if (actor != NULL && trp_state_of(world, actor) == TRP_STATE_ACTIVE)
                found[count++] = trp_as(boxed, actor);
        }
    return count;
}

static void change(void)
{
    boxed *all[POOLS * MOST];
    const bool shifts = below(8) == 0;
    for (uint32_t left = below(8); left > 0; left--) {
        boxed *it = any_actor();
        if (it != NULL)
            change_one(it);
    }
    uint32_t count = all_found(all);
    if (shifts) {
        for (uint32_t k = 0; k < POOLS; k++)
            for (uint32_t slot = 0; slot < MOST; slot++)
                if (trp_pool_at(pools[k], slot) != NULL)
                    trp_as(boxed, trp_pool_at(pools[k], slot))->box.x += 4;
        for (uint32_t i = 0; i < KINDS; i++)
            AGREE(trp_space_shift(spaces[i], 4, 0) == TRP_OK);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (kind_of(all[i]) != STILL && below(2) == 0) {
            all[i]->box.x += 0.25f * (float)below(100) - 12;
            all[i]->box.y += 0.25f * (float)below(100) - 12;
        }
    for (uint32_t i = 0; i < KINDS; i++)
        AGREE(trp_space_moved_all(spaces[i], NULL) == TRP_OK);
}

/* A box as a core with a radius. */
typedef struct shape {
    double left, top, right, bottom, radius;
} shape;

static shape shape_of(const trp_box *box, bool is_round)
{
    const double radius = (double)(box->width < box->height ? box->width : box->height) / 2;
    shape out = {(double)box->x, (double)box->y, (double)box->x + (double)box->width,
                 (double)box->y + (double)box->height, 0};
    if (!is_round)
        return out;
    out.left = out.right = (out.left + out.right) / 2;
    out.top = out.bottom = (out.top + out.bottom) / 2;
    out.radius = radius;
    return out;
}

static double gap(double low, double high, double other_low, double other_high)
{
    return other_low > high ? other_low - high : low > other_high ? low - other_high : 0;
}

static bool shapes_touch(const shape *a, const shape *b)
{
    const double x = gap(a->left, a->right, b->left, b->right);
    const double y = gap(a->top, a->bottom, b->top, b->bottom);
    const double radius = a->radius + b->radius;
    return x * x + y * y <= radius * radius;
}

static bool is_there(const boxed *a, const boxed *b)
{
    const shape one = shape_of(&a->box, kind_of(a) == ROUND);
    const shape other = shape_of(&b->box, kind_of(b) == ROUND);
    return shapes_touch(&one, &other);
}

static trp_area random_area(void)
{
    const trp_box box = random_box(ROUND);
    const float dx = 0.25f * (float)below(801) - 100;
    const float dy = below(4) == 0 ? 0 : 0.25f * (float)below(801) - 100;
    switch (below(6)) {
    case 0:
        return trp_circle(box.x, box.y, box.width);
    case 1:
        return space_sweep(box, dx, dy);
    case 2:
        return trp_sweep(trp_circle(box.x, box.y, box.width), dx, dy);
    case 3:
        return trp_ray(box.x, box.y, dx == 0 ? 1 : dx, dy);
    case 4:
        return trp_segment(box.x, box.y, box.x + dx, box.y + dy);
    default:
        return trp_rectangle(box.x, box.y, box.width, box.height);
    }
}

static uint64_t plain_sum(const answer *all)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < all->count; i++)
        sum += (uint64_t)all->ids[i] * all->ids[i] + 1;
    return sum;
}

static uint32_t plain_query(const trp_query *query)
{
    boxed *all[POOLS * MOST];
    const uint32_t count = all_found(all);
    shape area = shape_of(&query->area.box, false);
    uint32_t hits = 0;
    area.radius = (double)query->area.radius;
    for (uint32_t i = 0; i < count; i++) {
        const shape it = shape_of(&all[i]->box, kind_of(all[i]) == ROUND);
        hits += &all[i]->actor != query->asker && shapes_touch(&area, &it);
    }
    return hits;
}

static void compare_query(void)
{
    trp_query query = {.area = random_area(), .mask = below(3) == 0 ? 1 + below(7) : 0};
    const boxed *asker = any_actor();
    if (asker != NULL && below(2) == 0)
        query.asker = &asker->actor;
    for (uint32_t i = 0; i < KINDS; i++) {
        answer *out = i == 0 ? &first : &got;
        query.order = TRP_SPACE_BY_SLOT;
        out->count = 0;
        AGREE(trp_space_query(spaces[i], &query, space_note, out) == out->count);
        AGREE(trp_space_query(spaces[i], &query, NULL, NULL) == out->count);
        AGREE(i == 0 || space_same(&first, &got));
        got.count = 0;
        AGREE(trp_space_query(spaces[i], &query, space_note, &got) == first.count);
        AGREE(plain_sum(&got) == plain_sum(&first));
    }
    AGREE(query.mask != 0 || query.area.shape >= TRP_SHAPE_SWEEP ||
          first.count == plain_query(&query));
}

static void compare_find(void)
{
    trp_query query = {.area = random_area(), .order = TRP_SPACE_NEAREST_FIRST};
    const boxed *asker = any_actor();
    const uint32_t room = 1 + below(8);
    trp_hit hits[2][8];
    uint32_t count = 0;
    if (asker != NULL && below(2) == 0)
        query.asker = &asker->actor;
    for (uint32_t i = 0; i < KINDS; i++) {
        const uint32_t found = trp_space_find(spaces[i], &query, hits[i != 0], room);
        AGREE(i == 0 || found == count);
        count = found;
        for (uint32_t k = 0; k < found; k++) {
            const trp_hit *hit = &hits[i != 0][k];
            AGREE(hit->actor == hits[0][k].actor && hit->at == hits[0][k].at);
            AGREE(hit->normal_x == hits[0][k].normal_x && hit->normal_y == hits[0][k].normal_y);
            AGREE(hit->actor != query.asker);
            AGREE(k == 0 || hit->at >= hit[-1].at);
        }
    }
}

static uint32_t plain_pairs(void)
{
    boxed *all[POOLS * MOST];
    const uint32_t count = all_found(all);
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            pairs +=
                !(kind_of(all[i]) == STILL && kind_of(all[k]) == STILL) && is_there(all[i], all[k]);
    return pairs;
}

/* Each pair that touches now does so. */
static void note_touching(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    trp_touch touch;
    AGREE(trp_space_touch(spaces[0], a, b, &touch));
    AGREE(touch.at >= 0 && touch.at <= 1 && touch.depth >= 0);
    space_note_pair(a, b, in);
}

static void compare_pairs(void)
{
    trp_pairing which = {.a = below(2) == 0 ? below(8) : 0,
                         .b = below(2) == 0 ? below(8) : 0,
                         .care = (trp_care)below(2),
                         .swept = below(2) == 0};
    for (uint32_t i = 0; i < KINDS; i++) {
        answer *out = i == 0 ? &first : &got;
        out->count = 0;
        AGREE(trp_space_pairs(spaces[i], &which, i == 0 ? note_touching : space_note_pair, out) ==
              out->count / 2);
        AGREE(i == 0 || space_same(&first, &got));
        AGREE(trp_space_pairs(spaces[i], &which, NULL, NULL) == first.count / 2);
    }
    AGREE(which.swept || which.a != 0 || which.b != 0 || has_bits ||
          first.count / 2 == plain_pairs());
}

static void note_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    answer *out = in->user;
    AGREE(out->count + 3 <= SPACE_ANSWERS);
    out->ids[out->count++] = a != NULL ? trp_as(boxed, a)->id : 9999;
    out->ids[out->count++] = b != NULL ? trp_as(boxed, b)->id : 9999;
    out->ids[out->count++] = ((uint32_t)in->phase >> 1) * 64 + in->a_category * 8 + in->b_category;
}

static void compare_contacts(void)
{
    const trp_pairing which = {.care = (trp_care)(seed_of_world % 2)};
    for (uint32_t i = 0; i < KINDS; i++) {
        answer *out = i == 0 ? &first : &got;
        out->count = 0;
        AGREE(space_contacts(spaces[i], &which, note_contact, out) == out->count / 3);
        AGREE(i == 0 || space_same(&first, &got));
    }
}

static void random_world(uint32_t number)
{
    seed_of_world = number;
    seed = number * 2654435761u + 7;
    make_world();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        compare_pairs();
        compare_query();
        compare_find();
        compare_contacts();
        change();
        compare_query(); /* some boxes are loose */
        compare_find();
    }
    AGREE(trp_world_validate(world) == TRP_OK);
}

SITUATION("circles, what lies still and what moves fast: all kinds give the same answers")
{
    const uint32_t worlds = situation_rounds(SPACE_WORLDS_WHERE);
    for (uint32_t number = 1; number <= worlds; number++)
        random_world(number);
    situation_cases("random worlds of circles in which all kinds agree", worlds);
}
