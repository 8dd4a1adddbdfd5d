/*
 * Random worlds: boxes of all sizes in all places, moved, put to sleep, created and recycled. All
 * kinds of space must give the same answers in the same order, equal to those of a plain search. A
 * failure names the world's seed.
 */
#include "../space_stage.h"

SITUATIONS(space_storm);

#ifndef SPACE_WORLDS
#define SPACE_WORLDS 10000u
#endif

#ifndef MOST
#define MOST 40u
#endif
#define KINDS 3u
#define ROUNDS 2

static uint32_t seed_of_world;
static uint32_t seed;
static trp_world *world;
static trp_pool *pools[2];
static trp_space *spaces[KINDS];
static bool has_bits; /* some actor has its own category or mask */
static answer expected, got, reference;

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

/* The boxes of a world. */
typedef struct style {
    uint32_t places, sizes;
} style;

static float random_place(uint32_t places)
{
    switch (places) {
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
    case 6: /* the largest numbers, and NaN */
        return below(4) == 0 ? (below(2) == 0 ? INFINITY : -INFINITY)
                             : 2 * between(-1.5e38f, 1.5e38f);
    default:
        return (float)below(5) - 2;
    }
}

static float random_size(uint32_t sizes)
{
    float scale;
    switch (sizes) {
    case 0:
        return 0;
    case 1: /* a cell, exactly */
        return 8;
    case 2:
        return between(0, 20);
    case 3: /* of all doublings */
        scale = (float)(1u << below(12));
        return scale * between(1, 2);
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

static trp_box random_box(style like)
{
    trp_box box;
    box.x = random_place(like.places);
    box.y = random_place(like.places);
    box.width = random_size(like.sizes);
    box.height = random_size(like.sizes);
    return box;
}

/* Rectangles and the like that fit the world. */
static trp_box random_question(style like)
{
    trp_box box = random_box(like);
    if (below(3) == 0)
        box.width = between(0, 200);
    if (below(3) == 0)
        box.height = between(0, 200);
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
    const trp_space_desc descs[KINDS] = {
        {.index = TRP_SPACE_BRUTE, .capacity = MOST},
        {.capacity = MOST},
        /* without memory for many pairs */
        {.capacity = MOST, .hits = 2 * MOST + 2},
    };
    for (uint32_t i = 0; i < KINDS; i++) {
        spaces[i] = trp_space_create(world, &descs[i]);
        AGREE(spaces[i] != NULL);
        for (uint32_t k = 0; k < 2; k++)
            AGREE(trp_space_add_pool(spaces[i], pools[k],
                                     &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box),
                                                            .category = k + 1}) == TRP_OK);
    }
}

static void make_world(style like)
{
    const uint32_t count = below(4) == 0 ? below(4) : below(MOST - 4);
    world = stage_world_as((trp_world_desc){.max_pools = 2});
    for (uint32_t k = 0; k < 2; k++) {
        trp_pool_desc desc = space_pool_desc(MOST, k == 0 ? TRP_ORDER_MEMORY : TRP_ORDER_NEWEST);
        desc.draw = draw;
        pools[k] = stage_pool_as(world, desc);
    }
    has_bits = false;
    make_spaces();
    for (uint32_t i = 0; i < count; i++) {
        const trp_box box = random_box(like);
        space_box(pools[below(2)], i, box.x, box.y, box.width, box.height);
    }
}

static boxed *any_actor(void)
{
    for (uint32_t tries = 0; tries < 4; tries++) {
        const trp_pool *pool = pools[below(2)];
        trp_actor *actor = trp_pool_at(pool, below(MOST));
        if (actor != NULL)
            return trp_as(boxed, actor);
    }
    return NULL;
}

static void change_one(style like, boxed *it)
{
    const uint32_t category = below(4);
    const uint32_t mask = below(4);
    switch (below(8)) {
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
        if (trp_space_member(spaces[0], &it->actor, NULL))
            for (uint32_t i = 0; i < KINDS; i++)
                AGREE(trp_space_remove(spaces[i], &it->actor) == TRP_OK);
        else
            for (uint32_t i = 0; i < KINDS; i++)
                AGREE(trp_space_add(spaces[i], &it->actor) == TRP_OK);
        break;
    default:
        it->box = random_box(like);
        for (uint32_t i = 0; trp_space_member(spaces[0], &it->actor, NULL) && i < KINDS; i++)
            AGREE(trp_space_moved(spaces[i], &it->actor) == TRP_OK);
    }
}

static void change(style like)
{
    for (uint32_t step = below(12); step > 0; step--) {
        boxed *it = any_actor();
        if (it != NULL)
            change_one(like, it);
    }
    if (below(2) == 0 && trp_world_info(world).live < MOST) {
        const trp_box box = random_box(like);
        space_box(pools[0], 100 + below(1000), box.x, box.y, box.width, box.height);
    }
}

/* All that can be found, in list order. */
static uint32_t all_found(boxed **found)
{
    uint32_t count = 0;
    for (trp_actor *at = trp_first(world); at != NULL; at = trp_next(world, at))
        if (trp_space_member(spaces[0], at, NULL))
            found[count++] = trp_as(boxed, at);
    return count;
}

static uint32_t plain_query(const trp_box *area, bool circle)
{
    boxed *all[2 * MOST];
    const uint32_t count = all_found(all);
    uint32_t hits = 0;
    for (uint32_t i = 0; i < count; i++)
        hits += circle ? space_distance(area->x, area->y, &all[i]->box) <= area->width * area->width
                       : space_touches(area, &all[i]->box);
    return hits;
}

static void compare_query(trp_area area, uint32_t mask)
{
    for (uint32_t i = 0; i < KINDS; i++) {
        answer *out = i == 0 ? &reference : &got;
        out->count = 0;
        AGREE(trp_space_query(spaces[i], &(trp_query){.area = area, .mask = mask}, space_note,
                              out) == out->count);
        AGREE(trp_space_query(spaces[i], &(trp_query){.area = area, .mask = mask}, NULL, NULL) ==
              out->count);
        AGREE(i == 0 || space_same(&reference, &got));
    }
}

static float is_finite(float value)
{
    return value - value == 0 ? value : 1;
}

static void compare_queries(style like)
{
    trp_box box = random_question(like);
    compare_query(trp_rectangle(box.x, box.y, box.width, box.height), 0);
    AGREE(reference.count == plain_query(&box, false));
    compare_query(trp_rectangle(box.x, box.y, box.width, box.height), 1 + below(3));
    compare_query(trp_rectangle(box.x, box.y, 0, 0), 0);
    box.width = 0;
    box.height = 0;
    AGREE(reference.count == plain_query(&box, false));
    box.x = is_finite(box.x);
    box.y = is_finite(box.y);
    box.width = between(0, like.places == 3 ? 1e8f : 60);
    compare_query(trp_circle(box.x, box.y, box.width), 0);
    AGREE(like.places == 6 || reference.count == plain_query(&box, true));
}

static void compare_sweep(style like)
{
    trp_box box = random_question(like);
    const float scale = below(2) == 0 ? 100 : 1000;
    trp_actor *first = NULL;
    float when = 0;
    box.x = is_finite(box.x) / 4;
    box.y = is_finite(box.y) / 4;
    box.width = below(2) == 0 ? 0 : is_finite(box.width);
    box.height = below(2) == 0 ? 0 : is_finite(box.height);
    const float dx = below(5) == 0 ? 0 : between(-scale, scale);
    const float dy = below(5) == 0 ? 0 : between(-scale, scale);
    const trp_area area = space_sweep(box, dx, dy);
    compare_query(area, 0);
    for (uint32_t i = 0; i < KINDS; i++) {
        float at;
        trp_actor *hit = space_first(spaces[i], area, 0, &at);
        AGREE((hit != NULL) == (reference.count != 0));
        AGREE(i == 0 || (hit == first && at == when));
        first = hit;
        when = at;
    }
}

static void compare_nearest(style like)
{
    const float x = is_finite(random_place(like.places)), y = is_finite(random_place(like.places));
    const float radius = below(3) == 0 ? INFINITY : between(0, 300);
    const uint32_t most = 1 + below(6);
    trp_actor *all[KINDS][6];
    uint32_t count = 0;
    for (uint32_t i = 0; i < KINDS; i++) {
        const uint32_t found = space_nearest(spaces[i], x, y, radius, 0, all[i], most);
        AGREE(i == 0 || found == count);
        count = found;
        for (uint32_t k = 0; k < found; k++)
            AGREE(all[i][k] == all[0][k]);
    }
    for (uint32_t k = 1; k < count; k++)
        AGREE(space_distance(x, y, &trp_as(boxed, all[0][k - 1])->box) <=
              space_distance(x, y, &trp_as(boxed, all[0][k])->box));
}

/* Each pair touches, and the number of pairs equals that of a plain search. */
static uint32_t plain_pairs(void)
{
    boxed *all[2 * MOST];
    const uint32_t count = all_found(all);
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            pairs += space_touches(&all[i]->box, &all[k]->box);
    return pairs;
}

static void compare_pairs(void)
{
    for (uint32_t i = 0; i < KINDS; i++) {
        answer *out = i == 0 ? &reference : &got;
        out->count = 0;
        AGREE(trp_space_pairs(spaces[i], NULL, space_note_pair, out) == out->count / 2);
        AGREE(i == 0 || space_same(&reference, &got));
    }
    AGREE(has_bits || reference.count / 2 == plain_pairs());
}

/* The drawn actors are those that touch, in list order. */
static void compare_drawing(style like)
{
    const trp_box box = random_question(like);
    boxed *all[2 * MOST];
    const uint32_t count = all_found(all);
    expected.count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (space_touches(&box, &all[i]->box))
            expected.ids[expected.count++] = all[i]->id;
    for (uint32_t i = 0; i < KINDS; i++) {
        got.count = 0;
        AGREE(trp_space_draw(spaces[i], trp_rectangle(box.x, box.y, box.width, box.height), &got,
                             0) == TRP_OK);
        AGREE(space_same(&expected, &got));
    }
}

static void read_all(void)
{
    for (uint32_t i = 0; i < KINDS; i++)
        AGREE(trp_space_moved_all(spaces[i], NULL) == TRP_OK);
}

static void random_world(uint32_t number)
{
    style like;
    seed_of_world = number;
    seed = number * 2654435761u + 1;
    like.places = below(8);
    like.sizes = below(8);
    make_world(like);
    compare_pairs();
    compare_queries(like);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        change(like);
        if (below(2) == 0)
            read_all();
        if (below(2) == 0) /* which sorts all boxes; otherwise some are loose in the next steps */
            compare_pairs();
        compare_queries(like);
        compare_sweep(like);
        compare_nearest(like);
        compare_drawing(like);
        compare_pairs();
    }
    AGREE(trp_world_validate(world) == TRP_OK);
}

SITUATION("all kinds give the answers of a plain search, in the same order")
{
    const uint32_t worlds = situation_rounds(SPACE_WORLDS);
    for (uint32_t number = 1; number <= worlds; number++)
        random_world(number);
    situation_cases("random worlds in which all kinds agree", worlds);
}
