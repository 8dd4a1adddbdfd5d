/*
 * Random worlds: boxes of all sizes in all places, circles, static boxes and fast movers; moved, put
 * to sleep, created and recycled. All kinds of space must give the same answers in the same order,
 * equal to those of a plain search. A failure names the world's seed.
 */
#include "../space_stage.h"

SITUATIONS(space_storm);

#ifndef MOST
#define MOST 13u
#endif
enum { KINDS = 3, POOLS = 3, ROUNDS = 2, HITS = 8 };
enum { PLAIN, ROUND, STILL }; /* the pools */

/* The boxes of a world. In an exact one they lie on quarters, so that no square of a distance is
 * rounded; only there some are round. */
typedef struct style {
    bool exact;
    uint32_t places, sizes;
} style;

static uint32_t seed_of_world, seed;
static style like;
static trp_world *world;
static trp_pool *pools[POOLS];
static trp_space *spaces[KINDS];
static bool has_bits; /* some actor has its own category or mask */
static answer reference, got;
static boxed *all[POOLS * MOST]; /* all that can be found, in list order */
static uint32_t count;

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

static float between(float least, float most)
{
    return least + (most - least) * ((float)below(100001) / 100000);
}

static float random_place(void)
{
    if (like.exact)
        return 0.25f * (float)below(401) - 50;
    switch (like.places) {
    case 0: /* on the borders of cells, on both sides of zero */
        return 8.0f * ((float)below(17) - 8);
    case 1: /* all in one cell */
        return between(0, 7);
    case 2:
        return between(-100, 100);
    case 3: /* where floats are far apart */
        return between(-3e8f, 3e8f);
    case 4: /* crowded in the middle */
        return below(10) == 0 ? between(-1000, 1000) : between(-10, 10);
    case 5: /* far away */
        return 1e6f + between(0, 60);
    case 6: /* the largest numbers */
        return below(4) == 0 ? (below(2) == 0 ? INFINITY : -INFINITY)
                             : 2 * between(-1.5e38f, 1.5e38f);
    default:
        return (float)below(5) - 2;
    }
}

static float exact_size(uint32_t pool)
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

static float random_size(uint32_t pool)
{
    if (like.exact)
        return exact_size(pool);
    switch (like.sizes) {
    case 0:
        return 0;
    case 1: /* a cell, exactly */
        return 8;
    case 2:
        return between(0, 20);
    case 3: /* of all doublings */
        return (float)(1u << below(12)) * between(1, 2);
    case 4: /* some larger than the world */
        return below(8) == 0 ? 5000 : between(0, 10);
    case 5:
        return below(8) == 0 ? INFINITY : between(0, 4);
    case 6:
        return between(0, 1e-3f);
    default:
        return (float)below(4) * 8;
    }
}

static trp_box random_box(uint32_t pool)
{
    trp_box box;
    box.x = random_place();
    box.y = random_place();
    box.width = random_size(pool);
    box.height = like.exact && below(2) == 0 ? box.width : random_size(pool);
    return box;
}

static void draw(const trp_actor *self, const trp_view *view)
{
    answer *out = (answer *)view->target;
    CHECK(out->count < SPACE_ANSWERS);
    out->ids[out->count++] = trp_as(boxed, self)->id;
}

static void make_spaces(void)
{
    const uint32_t room = POOLS * MOST;
    const trp_space_desc descs[KINDS] = {
        {.index = TRP_SPACE_BRUTE},
        {0},
        {.hits = like.exact ? 3 : 2 * room + 2}, /* pairs are found in several steps */
    };
    for (uint32_t i = 0; i < KINDS; i++) {
        trp_space_desc desc = descs[i];
        desc.capacity = room;
        desc.sweeps = like.exact;
        spaces[i] = trp_space_create(world, &desc);
        AGREE(spaces[i] != NULL);
        for (uint32_t k = 0; k < POOLS; k++)
            AGREE(trp_space_add_pool(spaces[i], pools[k],
                                     &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box),
                                                            .category = 1u << k,
                                                            .is_round = like.exact && k == ROUND,
                                                            .is_static = k == STILL}) == TRP_OK);
    }
}

static void create(uint32_t pool, uint32_t id)
{
    const trp_box box = random_box(pool);
    space_box(pools[pool], 1000 * pool + id, box.x, box.y, box.width, box.height);
}

static void make_world(void)
{
    world = stage_world_as((trp_world_desc){.max_pools = POOLS});
    for (uint32_t k = 0; k < POOLS; k++) {
        trp_pool_desc desc = space_pool_desc(MOST, stage_orders[k]);
        desc.draw = draw;
        pools[k] = stage_pool_as(world, desc);
    }
    has_bits = false;
    make_spaces();
    const uint32_t most = below(4) == 0 ? 2 : MOST;
    for (uint32_t k = 0; k < POOLS; k++)
        for (uint32_t left = below(most); left > 0; left--)
            create(k, left);
}

static uint32_t pool_of(const boxed *it)
{
    return it->id / 1000;
}

static boxed *any_actor(void)
{
    trp_actor *actor = trp_pool_at(pools[below(POOLS)], below(MOST));
    return actor != NULL ? trp_as(boxed, actor) : NULL;
}

static bool is_member(const boxed *it)
{
    return trp_space_member(spaces[0], &it->actor, NULL);
}

static void change_one(boxed *it)
{
    const uint32_t category = 1u << below(3), mask = below(8);
    const bool was_in = is_member(it);

    switch (below(10)) {
    case 0:
        (void)trp_recycle(world, &it->actor);
        break;
    case 1:
        if (trp_state_of(world, &it->actor) == TRP_STATE_ACTIVE)
            (void)trp_deactivate(world, &it->actor);
        else
            (void)trp_activate(world, &it->actor);
        break;
    case 2:
        has_bits = true;
        for (uint32_t i = 0; i < KINDS; i++)
            (void)trp_space_set_bits(spaces[i], &it->actor, category, mask);
        break;
    case 3:
        for (uint32_t i = 0; i < KINDS; i++)
            AGREE((was_in ? trp_space_remove(spaces[i], &it->actor)
                          : trp_space_add(spaces[i], &it->actor)) == TRP_OK);
        break;
    default:
        it->box = random_box(pool_of(it));
        for (uint32_t i = 0; was_in && i < KINDS; i++)
            AGREE(trp_space_moved(spaces[i], &it->actor) == TRP_OK);
    }
}

/* All boxes of the pools move a little: those that lie still only if everything does. */
static void move_all(bool shifts)
{
    for (uint32_t k = 0; k < POOLS; k++)
        for (uint32_t slot = 0; slot < MOST; slot++) {
            trp_actor *actor = trp_pool_at(pools[k], slot);
            boxed *it = trp_as(boxed, actor);
            if (actor == NULL)
                continue;
            if (shifts)
                it->box.x += 4;
            else if (k != STILL && below(2) == 0) {
                it->box.x += 0.25f * (float)below(100) - 12;
                it->box.y += 0.25f * (float)below(100) - 12;
            }
        }
}

static void change(void)
{
    const bool shifts = like.exact && below(8) == 0;
    for (uint32_t left = below(12); left > 0; left--) {
        boxed *it = any_actor();
        if (it != NULL)
            change_one(it);
    }
    if (below(2) == 0 && trp_pool_count(pools[PLAIN]) < MOST)
        create(PLAIN, 100 + below(800));
    if (like.exact)
        move_all(shifts);
    for (uint32_t i = 0; i < KINDS; i++)
        if (shifts)
            AGREE(trp_space_shift(spaces[i], 4, 0) == TRP_OK);
        else if (like.exact || below(2) == 0)
            AGREE(trp_space_moved_all(spaces[i], NULL) == TRP_OK);
}

/* The plain search */

static void find_all(void)
{
    count = 0;
    for (trp_actor *at = trp_first(world); at != NULL; at = trp_next(world, at))
        if (is_member(trp_as(boxed, at)))
            all[count++] = trp_as(boxed, at);
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

static shape shape_of_actor(const boxed *it)
{
    return shape_of(&it->box, pool_of(it) == ROUND);
}

static bool touches_area(const boxed *it, const trp_area *area)
{
    if (!like.exact)
        return area->shape == TRP_SHAPE_CIRCLE
                   ? space_distance(area->box.x, area->box.y, &it->box) <=
                         area->radius * area->radius
                   : space_touches(&area->box, &it->box);
    shape asked = shape_of(&area->box, false);
    const shape own = shape_of_actor(it);
    asked.radius = (double)area->radius;
    return shapes_touch(&asked, &own);
}

static bool is_pair(const boxed *a, const boxed *b)
{
    const shape one = shape_of_actor(a), other = shape_of_actor(b);
    return (pool_of(a) != STILL || pool_of(b) != STILL) &&
           (like.exact ? shapes_touch(&one, &other) : space_touches(&a->box, &b->box));
}

/* Comparisons */

static float is_finite(float value)
{
    return value - value == 0 ? value : 1;
}

static float random_way(void)
{
    const float scale = below(2) == 0 ? 100 : 1000;
    return below(4) == 0 ? 0
           : like.exact  ? 0.25f * (float)below(801) - 100
                         : between(-scale, scale);
}

/* Rectangles and the like that fit the world. */
static trp_area random_area(uint32_t shape_number)
{
    trp_box box = random_box(ROUND);
    const float dx = random_way(), dy = random_way();
    if (!like.exact && below(3) == 0)
        box.width = between(0, 200);
    if (!like.exact && below(3) == 0)
        box.height = between(0, 200);
    if (shape_number == 0)
        return trp_rectangle(box.x, box.y, box.width, box.height);
    box.x = is_finite(box.x) / (like.exact ? 1 : 4);
    box.y = is_finite(box.y) / (like.exact ? 1 : 4);
    box.width = is_finite(box.width);
    box.height = is_finite(box.height);
    switch (shape_number) {
    case 1:
        return trp_circle(box.x, box.y, like.places == 3 ? between(0, 1e8f) : box.width);
    case 2:
        return space_sweep(box, dx, dy);
    case 3:
        return trp_sweep(trp_circle(box.x, box.y, box.width), dx, dy);
    case 4:
        return trp_ray(box.x, box.y, dx == 0 ? 1 : dx, dy);
    default:
        return trp_segment(box.x, box.y, box.x + dx, box.y + dy);
    }
}

/* Where this kind of space notes what it answers. */
static answer *answer_of(uint32_t kind)
{
    answer *const out = kind == 0 ? &reference : &got;

    out->count = 0;
    return out;
}

static void compare_query(void)
{
    trp_query query = {.area = random_area(below(6)), .mask = below(3) == 0 ? 1 + below(7) : 0};
    const boxed *asker = any_actor();
    const bool is_exact = query.area.shape < TRP_SHAPE_SWEEP &&
                          (query.area.shape != TRP_SHAPE_CIRCLE || like.places != 6 || like.exact);
    uint32_t hits = 0;
    if (asker != NULL && below(2) == 0)
        query.asker = &asker->actor;
    for (uint32_t i = 0; i < KINDS; i++) {
        answer *const out = answer_of(i);
        AGREE(trp_space_query(spaces[i], &query, space_note, out) == out->count);
        AGREE(trp_space_query(spaces[i], &query, NULL, NULL) == out->count);
        AGREE(i == 0 || space_same(&reference, &got));
    }
    for (uint32_t i = 0; i < count; i++)
        hits += &all[i]->actor != query.asker && touches_area(all[i], &query.area);
    AGREE(query.mask != 0 || !is_exact || reference.count == hits);
}

/* The nearest, and the first along a way. */
static void compare_find(void)
{
    trp_query query = {.area = random_area(1 + below(5)), .order = TRP_SPACE_NEAREST_FIRST};
    const boxed *asker = any_actor();
    const uint32_t room = 1 + below(HITS);
    trp_hit hits[2][HITS];
    uint32_t first_count = 0;
    if (query.area.shape == TRP_SHAPE_CIRCLE && below(3) == 0)
        query.area.radius = INFINITY;
    if (asker != NULL && below(2) == 0)
        query.asker = &asker->actor;
    for (uint32_t i = 0; i < KINDS; i++) {
        const uint32_t found = trp_space_find(spaces[i], &query, hits[i != 0], room);
        AGREE(i == 0 || found == first_count);
        first_count = found;
        for (uint32_t k = 0; k < found; k++) {
            const trp_hit *hit = &hits[i != 0][k], *same = &hits[0][k];
            AGREE(hit->actor == same->actor && hit->at == same->at);
            AGREE(hit->normal_x == same->normal_x && hit->normal_y == same->normal_y);
            AGREE(hit->actor != query.asker);
            AGREE(k == 0 || hit->at >= hit[-1].at);
        }
    }
}

/* Each pair that touches now does so. */
static void note_touching(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    trp_touch touch;
    AGREE(trp_space_touch(spaces[0], a, b, &touch));
    AGREE(touch.at >= 0 && touch.at <= 1 && touch.depth >= 0);
    space_note_pair(a, b, in);
}

static void compare_pairs(trp_pairing which)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < KINDS; i++) {
        answer *const out = answer_of(i);
        AGREE(trp_space_pairs(spaces[i], &which,
                              i == 0 && like.exact ? note_touching : space_note_pair,
                              out) == out->count / 2);
        AGREE(i == 0 || space_same(&reference, &got));
        AGREE(trp_space_pairs(spaces[i], &which, NULL, NULL) == reference.count / 2);
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            pairs += is_pair(all[i], all[k]);
    AGREE(which.swept || which.a != 0 || which.b != 0 || has_bits || reference.count / 2 == pairs);
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
        answer *const out = answer_of(i);
        AGREE(space_contacts(spaces[i], &which, note_contact, out) == out->count / 3);
        AGREE(i == 0 || space_same(&reference, &got));
    }
}

/* The drawn actors are those that touch, in list order. */
static void compare_drawing(void)
{
    const trp_area area = random_area(0);
    reference.count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (touches_area(all[i], &area))
            reference.ids[reference.count++] = all[i]->id;
    for (uint32_t i = 0; i < KINDS; i++) {
        got.count = 0;
        AGREE(trp_space_draw(spaces[i], area, &got, 0) == TRP_OK);
        AGREE(space_same(&reference, &got));
    }
}

static void compare(void)
{
    compare_query();
    compare_query();
    compare_find();
    compare_drawing();
}

static void random_world(uint32_t number, bool exact)
{
    seed_of_world = number;
    seed = number * 2654435761u + exact;
    like = (style){.exact = exact, .places = below(8), .sizes = below(8)};
    make_world();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        find_all();
        compare_pairs((trp_pairing){0});
        compare();
        compare_contacts();
        change();
        find_all();
        compare(); /* some boxes are loose */
        compare_pairs((trp_pairing){.a = below(2) == 0 ? below(8) : 0,
                                    .b = below(2) == 0 ? below(8) : 0,
                                    .care = (trp_care)below(2),
                                    .swept = like.exact && below(2) == 0});
    }
    AGREE(trp_world_validate(world) == TRP_OK);
}

static void storm(bool exact, uint32_t most)
{
    const uint32_t worlds = situation_rounds(most);
    for (uint32_t number = 1; number <= worlds; number++)
        random_world(number, exact);
    situation_cases("random worlds in which all kinds agree", worlds);
}

SITUATION("all kinds give the answers of a plain search, in the same order")
{
    storm(false, 8000);
}

SITUATION("circles, what lies still and what moves fast: all kinds give the same answers")
{
    storm(true, 3000);
}
