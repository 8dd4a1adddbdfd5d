/*
 * Passes in whose callbacks random things happen to random actors. Each reported actor is alive,
 * existed when the pass began, and touched the other actor then. No pair is reported twice. All
 * pairs of unaffected actors are reported. The same things happen in every kind of space, and with
 * memory for few pairs. A failure names the seed.
 */
#include "../space_stage.h"

SITUATIONS(space_chaos);

#define MOST 24u
#define LIVES 200u
#define RUNS 250u
#define PASSES 4

typedef struct life {
    trp_box box;   /* when the pass began */
    bool there;    /* was found when it began */
    bool troubled; /* left, entered, slept or woke since */
} life;

static uint32_t seed_of_run, seed, depth, next_id;
static uint64_t trail; /* hash of all reported actors */
static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static life lives[LIVES];
static bool met[LIVES][LIVES];

static void broken(int line, const char *what)
{
    static char text[200];
    situation_text_copy(text, sizeof text, "in the run of seed ");
    situation_text_number(text, sizeof text, seed_of_run);
    situation_text_add(text, sizeof text, ": ");
    situation_text_add(text, sizeof text, what);
    situation_failed(__FILE__, line, text);
}

#define HOLDS(condition) ((condition) ? (void)0 : broken(__LINE__, #condition))

static uint32_t below(uint32_t limit)
{
    return stage_random(&seed, limit);
}

static trp_box any_box(void)
{
    trp_box box;
    box.x = (float)below(60);
    box.y = (float)below(60);
    box.width = (float)below(20);
    box.height = (float)below(20);
    return box;
}

static void create(void)
{
    if (next_id == LIVES || trp_pool_count(pool) == MOST)
        return;
    const trp_box box = any_box();
    lives[next_id] = (life){box, false, true};
    space_box(pool, next_id, box.x, box.y, box.width, box.height);
    next_id++;
}

static void trouble(boxed *it)
{
    lives[it->id].troubled = true;
    switch (below(5)) {
    case 0:
        HOLDS(trp_recycle(world, &it->actor) == TRP_OK);
        break;
    case 1:
        HOLDS(trp_expire(world, &it->actor) == TRP_OK);
        break;
    case 2:
        if (trp_state_of(world, &it->actor) == TRP_STATE_ACTIVE)
            HOLDS(trp_deactivate(world, &it->actor) == TRP_OK);
        else
            HOLDS(trp_activate(world, &it->actor) == TRP_OK);
        break;
    case 3:
        if (trp_space_member(space, &it->actor, NULL))
            HOLDS(trp_space_remove(space, &it->actor) == TRP_OK);
        else
            HOLDS(trp_space_add(space, &it->actor) == TRP_OK);
        break;
    default:
        break; /* it may be reported, but need not be */
    }
}

static void visit(trp_actor *self, const trp_context *in);
static void pair(trp_actor *a, trp_actor *b, const trp_pair_context *in);

static void do_something(void)
{
    trp_actor *actor = trp_pool_at(pool, below(MOST));
    boxed *it = trp_as(boxed, actor);
    const uint32_t what = below(12);
    const bool lives_on = actor != NULL && trp_state_of(world, actor) != TRP_STATE_EXPIRED;
    if (what == 0)
        create();
    else if (what < 4 && lives_on)
        trouble(it);
    else if (what < 6 && lives_on && trp_space_member(space, actor, NULL)) {
        it->box = any_box();
        HOLDS(trp_space_moved(space, actor) == TRP_OK);
    } else if (what == 6 && below(4) == 0)
        HOLDS(trp_space_moved_all(space, NULL) == TRP_OK);
    else if (what == 7 && depth < 3) {
        const trp_box box = any_box();

        depth++;
        (void)trp_space_query(
            space, &(trp_query){.area = trp_rectangle(box.x, box.y, box.width, box.height)}, visit,
            NULL);
        depth--;
    }
}

static void visit(trp_actor *self, const trp_context *in)
{
    HOLDS(trp_state_of(world, self) == TRP_STATE_ACTIVE);
    HOLDS(trp_space_member(space, self, NULL));
    trail = (trail ^ trp_as(boxed, self)->id) * 1099511628211u;
    do_something();
}

static void pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    const uint32_t i = trp_as(boxed, a)->id;
    const uint32_t k = trp_as(boxed, b)->id;
    visit(a, NULL);
    if (depth != 0)
        return;
    HOLDS(lives[i].there && lives[k].there && i != k);
    HOLDS(!met[i][k] && !met[k][i]);
    HOLDS(space_touches(&lives[i].box, &lives[k].box));
    trail = (trail ^ k) * 1099511628211u;
    met[i][k] = true;
    do_something();
}

static void begin_pass(void)
{
    for (uint32_t i = 0; i < LIVES; i++) {
        lives[i] = (life){{0, 0, 0, 0}, false, false};
        for (uint32_t k = 0; k < LIVES; k++)
            met[i][k] = false;
    }
    for (uint32_t slot = 0; slot < MOST; slot++) {
        trp_actor *actor = trp_pool_at(pool, slot);
        if (actor == NULL)
            continue;
        life *it = &lives[trp_as(boxed, actor)->id];
        it->there =
            trp_state_of(world, actor) == TRP_STATE_ACTIVE && trp_space_member(space, actor, NULL);
        (void)space_box_of(space, actor, &it->box);
    }
}

static void end_pass(void)
{
    for (uint32_t i = 0; i < next_id; i++)
        for (uint32_t k = i + 1; k < next_id; k++)
            if (lives[i].there && lives[k].there && !lives[i].troubled && !lives[k].troubled &&
                space_touches(&lives[i].box, &lives[k].box))
                HOLDS(met[i][k] || met[k][i]);
}

static uint64_t run(space_kind kind, uint32_t hits)
{
    seed = seed_of_run * 2654435761u + 1;
    trail = 14695981039346656037u;
    next_id = 0;
    depth = 0;
    world = stage_world();
    pool = space_pool(world, MOST);
    space = trp_space_create(
        world, &(trp_space_desc){.index = space_index(kind), .capacity = MOST, .hits = hits});
    HOLDS(trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}) ==
          TRP_OK);
    for (uint32_t i = below(MOST); i > 0; i--)
        create();
    for (int pass = 0; pass < PASSES; pass++) {
        begin_pass();
        (void)trp_space_pairs(space, NULL, pair, NULL);
        end_pass();
        for (uint32_t i = below(4); i > 0; i--)
            do_something();
        if (below(2) == 0)
            HOLDS(trp_update_all(world, 1) == TRP_OK);
    }
    HOLDS(trp_world_validate(world) == TRP_OK);
    HOLDS(trp_world_info(world).misuse == 0);
    return trail;
}

SITUATION("whatever callbacks do, each visited actor exists, and each pair comes once")
{
    const uint32_t runs = situation_rounds(RUNS);
    for (seed_of_run = 1; seed_of_run <= runs; seed_of_run++) {
        const uint64_t expected = run(SPACE_BRUTE, 0);
        for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++) {
            HOLDS(run((space_kind)kind, 0) == expected);
            HOLDS(run((space_kind)kind, 6 * MOST) == expected);
        }
    }
    situation_cases("runs in which anything happens during passes", 7ul * runs);
}
