/* Lives by chance: what settles, wakes and leaves gives the same answers as a plain search. */
#include "../space_twins.h"

static trp_space_stats look(void)
{
    return trp_space_measure(twins.space);
}

/* often enough that boxes are sorted */
static void ask_often(void)
{
    for (uint32_t i = 0; i < 20; i++)
        (void)space_twins_agree(trp_rectangle(0, 0, 100, 100));
}

static uint32_t swept(void)
{
    const trp_pairing which = {.swept = true};
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    uint32_t hits;

    space_twins_all_moved();
    hits = trp_space_pairs_where(twins.space, &which, space_twins_sum_up, &sum);
    CHECK_EQ(hits, trp_space_pairs_where(twins.plain, &which, space_twins_sum_up, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

/* The same, with as many cells as are left, or one more. */
static void cells_that_just_fit(void)
{
    static const struct
    {
        uint32_t settled_columns, settled_rows;
        uint32_t columns, rows, large;
        uint32_t settled, moving; /* cells */
    } cases[] = {{59, 60, 9, 21, 0, 3661, 221},
                 {59, 60, 12, 16, 0, 3661, 128},
                 {59, 60, 11, 16, 75, 3661, 205 + 16},
                 {59, 60, 11, 17, 75, 3661, 128 + 21},
                 {48, 73, 101, 7, 0, 3627, 128}};

    for (uint32_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        if (!space_twins_begin(1200, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10},
                               (trp_space_pool_desc){.is_static = true}))
            return;
        for (uint32_t i = 0; i < 1200; i++)
            space_box(twins.pool, i, 10 * (float)(i * 5 % cases[k].settled_columns) + 1,
                      10 * (float)(i * cases[k].settled_rows / 1200) + 1, 5, 5);
        ask_often();
        CHECK_EQ(look().settled, 1200);
        for (uint32_t i = 0; i < 150; i++)
        {
            boxed *it = space_twins_at(i);
            const bool is_large = i < cases[k].large;
            it->box.width = it->box.height = is_large ? 40 : 5;
            if (is_large)
                space_twins_moved(it, 10 * (float)(i % 11), 10 * (float)(i * 5 % 16));
            else
                space_twins_moved(it, 10 * (float)(i % cases[k].columns) + 2,
                                  10 * (float)(i * 5 % cases[k].rows) + 2);
        }
        ask_often();
        CHECK_EQ(look().cells, cases[k].settled + cases[k].moving);
        (void)space_twins_agree(trp_rectangle(-100, -100, 1000, 1000));
        space_twins_end();
    }
}

static uint32_t seed;
static trp_pool *static_pool;
static bool has_swept_passes;

static uint32_t below(uint32_t limit)
{
    return stage_random(&seed, limit);
}

static void begin_life(void)
{
    const uint32_t capacity = 64 + 4 * below(20);
    trp_space_pool_desc in = {.box = TRP_BOX_AT(boxed, box), .is_static = true};
    trp_space_desc desc = {.kind = TRP_SPACE_LEVELS};

    if (below(3) == 0)
        desc = (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10};
    desc.hits = below(3) == 0 ? 60 : 0;
    desc.sweeps = below(3) == 0;
    desc.manual_moves = desc.sweeps;
    has_swept_passes = desc.sweeps;
    CHECK(space_twins_begin(capacity, desc, (trp_space_pool_desc){0}));
    static_pool = stage_pool_as(twins.world, space_twins_pool_of(capacity));
    CHECK_RESULT(trp_space_add_pool(twins.space, static_pool, &in), TRP_OK);
    CHECK_RESULT(trp_space_add_pool(twins.plain, static_pool, &in), TRP_OK);
}

static void enter_some(trp_pool *in, uint32_t count)
{
    const float x = (float)below(100), y = (float)below(100);
    const float step = (float)below(12), size = (float)(1u << below(5));
    const float height = below(3) == 0 ? size / 16 : size;

    for (uint32_t i = 0; i < count; i++)
        if (trp_space_info(twins.space).count < trp_space_measure(twins.space).capacity)
            space_box(in, i, x + step * (float)(i % 9), y + step * (float)(i / 9), size, height);
}

static void change_one(trp_pool *in, uint32_t change)
{
    trp_actor *it = trp_pool_at(in, below(trp_pool_info(in).slots));

    if (it == NULL)
        return;
    if (change == 0)
        CHECK_RESULT(trp_recycle(twins.world, it), TRP_OK);
    else if (change == 1 && trp_state_of(twins.world, it) == TRP_STATE_ACTIVE)
        CHECK_RESULT(trp_deactivate(twins.world, it), TRP_OK);
    else if (change == 1)
        CHECK_RESULT(trp_activate(twins.world, it), TRP_OK);
    else
    {
        const float x = (float)below(120), y = (float)below(100);
        space_twins_moved(trp_as(boxed, it), x, y);
    }
}

static void change_some(void)
{
    const uint32_t change = below(5);
    const uint32_t changes = below(3) == 0 ? 100 : below(20);

    for (uint32_t i = 0; i < changes; i++)
        change_one(below(3) == 0 ? static_pool : twins.pool, change);
    if (below(3) == 0)
    {
        const uint32_t count = below(40); /* before the choice: compilers differ in arguments */
        enter_some(below(2) == 0 ? static_pool : twins.pool, count);
    }
    if (below(3) != 0)
        return;
    for (uint32_t slot = 0; slot < trp_pool_info(twins.pool).slots; slot++)
        if (trp_pool_at(twins.pool, slot) != NULL)
            space_twins_at(slot)->box.x += 1;
    space_twins_all_moved();
}

static void life_by_chance(uint32_t number, uint64_t *sums)
{
    seed = number * 2654435761u + 1;
    begin_life();
    enter_some(static_pool, below(70));
    enter_some(twins.pool, below(70));
    for (uint32_t frame = 0; frame < 12; frame++)
    {
        change_some();
        for (uint32_t i = below(4) == 0 ? 20 : below(4); i > 0; i--)
            (void)space_twins_agree(trp_rectangle((float)(7 * i), (float)below(100), 30, 20));
        if (has_swept_passes && below(2) == 0)
            (void)swept();
        if (below(3) != 0)
            (void)space_twins_pairs_agree();
        sums[0] += look().levels + look().cells;
        sums[1] += look().cells_used + look().cell_most + look().large;
        sums[2] += look().settled;
        sums[3] += look().loose;
        sums[4] += look().sorts;
        sums[5] += look().candidates;
    }
    space_twins_end();
}

/* The answers are those of a plain search. A change that makes a space choose otherwise changes the
 * sums. */
static void lives_by_chance(void)
{
    static const uint32_t rare[] = {64, 191, 194}; /* in these, what happens in few others */
    static const uint64_t expected[] = {107192, 41746, 24688, 5462, 4755, 4990503};
    uint64_t sums[6] = {0};

    if (STAGE_HEAP_BYTES / 1024 < 256)
        return;
    for (uint32_t i = 0; i < 63; i++)
        life_by_chance(i < 60 ? i + 1 : rare[i - 60], sums);
    for (uint32_t i = 0; i < 6; i++)
        CHECK_EQ(sums[i], expected[i]);
}

const situation space_lives_situations[] = {
    {"the cells that are left just suffice, or just do not", cells_that_just_fit},
    {"lives by chance have the same answers and counts on all machines", lives_by_chance},
};
const unsigned space_lives_situation_count =
    sizeof space_lives_situations / sizeof space_lives_situations[0];
