/* Random calls on ids and on a model: an array of bools, searched linearly. */
#include "../stage.h"

SITUATIONS(ids_storm);

#define MODEL_MOST 4161u
#define MODEL_FIRST 17u

static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(MODEL_MOST)];
static trp_ids ids;
static bool model[MODEL_MOST];
static uint32_t model_size, model_count;

static uint32_t model_find(bool taken, uint32_t from)
{
    for (; from < model_size; from++)
        if (model[from] == taken)
            return MODEL_FIRST + from;
    return TRP_NO_ID;
}

static trp_result model_set(uint32_t id, bool taken)
{
    if (id < MODEL_FIRST || id - MODEL_FIRST >= model_size)
        return TRP_ERR_VALUE;
    if (model[id - MODEL_FIRST] == taken)
        return taken ? TRP_ERR_TAKEN : TRP_ERR_FREE;
    model[id - MODEL_FIRST] = taken;
    model_count += taken ? 1 : UINT32_MAX;
    return TRP_OK;
}

/* the next taken one, or again from the start */
static void give_back_after(uint32_t id)
{
    uint32_t taken = trp_ids_next(&ids, id + 1);
    CHECK_EQ(taken, model_find(true, id + 1 - MODEL_FIRST));
    if (taken == TRP_NO_ID)
        taken = trp_ids_next(&ids, 0);
    if (taken == TRP_NO_ID)
        return;
    CHECK_OK(trp_ids_give_back(&ids, taken));
    CHECK_OK(model_set(taken, false));
}

/* one call on both; ids one beyond the range at either end are tried too */
static void random_step(uint32_t *seed, bool growing)
{
    const uint32_t id = MODEL_FIRST - 1 + stage_random(seed, model_size + 2);
    const uint32_t what = stage_random(seed, 16);
    if (what == 0)
        CHECK(trp__ids_take_this(&ids, id) == (model_set(id, true) == TRP_OK));
    else if (what == 1)
        CHECK_RESULT(trp_ids_give_back(&ids, id), model_set(id, false));
    else if (growing == (what < 14)) {
        const uint32_t expected = model_find(false, 0);
        CHECK_EQ(trp_ids_take(&ids), expected);
        if (expected != TRP_NO_ID)
            CHECK_OK(model_set(expected, true));
    } else
        give_back_after(id);
}

static void random_run(uint32_t size, uint32_t steps)
{
    uint32_t seed = 2463534242u + size;
    bool growing = false, was_full = false, was_empty = false;
    CHECK_OK(trp_ids_init(&ids, memory, TRP_IDS_BYTES(size), MODEL_FIRST, size));
    model_size = size;
    model_count = 0;
    for (uint32_t i = 0; i < size; i++)
        model[i] = false;
    for (uint32_t step = 0; step < steps; step++) {
        if (model_count == 0 || model_count == size)
            growing = model_count == 0;
        random_step(&seed, growing);
        CHECK_EQ(ids.count, model_count);
        CHECK_EQ(trp_ids_next(&ids, 0), model_find(true, 0));
        const uint32_t any = stage_random(&seed, size);
        CHECK_EQ(trp_ids_is_taken(&ids, MODEL_FIRST + any), model[any]);
        was_full |= model_count == size;
        was_empty |= was_full && model_count == 0;
    }
    CHECK(was_full && was_empty);
}

SITUATION("100,000 random steps, against an array")
{
    random_run(1, 1000);
    random_run(64, 20000);
    random_run(65, 20000);
    random_run(130, 34000);
    random_run(MODEL_MOST, 25000);
    situation_cases("steps of ids against an array", 100000);
}
