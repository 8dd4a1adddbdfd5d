/*
 * Worlds that cannot be saved: names that are too long or empty, structs that are nested too deep,
 * external pools, transient pools in modules.
 */
#include "../heap.h"
#include "../save_small.h"

#include <string.h>

static small_world one;
static save_file file;
static char long_name[300];

static bool begin(const small_shape *shape)
{
    if (STAGE_HEAP_BYTES < 16u * 1024u * 1024u)
        return false;
    stage_world();
    heap_reset();
    small_begin(&one, shape);
    memset(long_name, 'n', sizeof long_name - 1);
    return true;
}

static trp_result save(void)
{
    const trp_save_desc desc = {.game = save_load.game, .version = 1};

    file.size = 0;
    return trp_save(one.world, &desc, save_to_file, &file);
}

static void names_are_short(void)
{
    small_shape shape = small_usual();

    shape.pools[SMALL_YOUNG].name = long_name;
    if (!begin(&shape))
        return;
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    CHECK(situation_text_has(told.message, "longer than 255"));
    small_end(&one);
    shape = small_usual();
    shape.timers_name = long_name;
    (void)begin(&shape);
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    small_end(&one);
}

static void names_of_all_layers_are_short(void)
{
    const small_shape shape = small_usual();

    if (!begin(&shape))
        return;
    for (uint32_t layer = 0; layer < 2; layer++)
    {
        CHECK_RESULT(trp_layer_set_name(one.world, layer, long_name), TRP_OK);
        CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
        CHECK(situation_text_has(told.message, "longer than 255"));
        long_name[255] = '\0';
        CHECK_RESULT(save(), TRP_OK);
        long_name[255] = 'n';
        CHECK_RESULT(trp_layer_set_name(one.world, layer, NULL), TRP_OK);
    }
    small_end(&one);
}

static void fields_are_named_and_not_too_deep(void)
{
    static trp_choice choices[] = {{"one", "one"}, {"", "two"}, {NULL, NULL}};
    static trp_field levels[TRP_SAVE_DEPTH + 1][2];
    static trp_fields types[TRP_SAVE_DEPTH + 1];
    trp_field fields[2] = {{long_name, NULL, TRP_KIND_U32, 1, 0, 0, 4, NULL, NULL}, TRP_FIELDS_END};
    trp_fields type = {"state", sizeof(small_state), 1, fields};
    const small_shape shape = small_usual();

    if (!begin(&shape))
        return;
    one.regions[0].fields = &type;
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    fields[0].name = "";
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    fields[0].name = "seed";
    CHECK_RESULT(save(), TRP_OK);
    type.name = "";
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    type.name = "state";
    fields[0].kind = TRP_KIND_CHOICE;
    fields[0].more = choices;
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    for (unsigned i = 0; i <= TRP_SAVE_DEPTH; i++)
    {
        types[i] = (trp_fields){"level", sizeof(small_state), 1, levels[i]};
        levels[i][0] =
            (trp_field){"inner", NULL, TRP_KIND_STRUCT, 1, 0, 0, sizeof(small_state), NULL, NULL};
        levels[i][0].more = i < TRP_SAVE_DEPTH ? &types[i + 1] : NULL;
        levels[i][1] = (trp_field)TRP_FIELDS_END;
    }
    levels[TRP_SAVE_DEPTH][0] = (trp_field)TRP_FIELD(small_state, seed);
    one.regions[0].fields = &types[0];
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    one.regions[0].fields = &types[1];
    CHECK_RESULT(save(), TRP_OK);
    small_end(&one);
}

static void transient_pools_are_in_no_family(void)
{
    small_shape shape = small_usual();

    shape.in_family |= 1u << SMALL_SPARKS;
    if (!begin(&shape))
        return;
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    CHECK(situation_text_has(told.message, "a transient pool is in a family"));
    small_end(&one);
}

static void external_pools_are_transient(void)
{
    small_shape shape = small_usual();

    if (!begin(&shape))
        return;
    CHECK_RESULT(save(), TRP_OK);
    small_end(&one);
    shape.pools[SMALL_OTHERS] = (trp_pool_desc){.name = "guests", .capacity = 4, .external = true};
    (void)begin(&shape);
    save_problem[0] = '\0';
    CHECK_QUIET(one.world, trp_load(one.world, file.bytes, file.size, &save_load), TRP_ERR_DESC);
    CHECK(situation_text_has(save_problem, "external"));
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    CHECK(situation_text_has(told.message, "external"));
    small_end(&one);
    shape.is_transient[SMALL_OTHERS] = true;
    (void)begin(&shape);
    CHECK_RESULT(save(), TRP_OK);
    CHECK_RESULT(trp_load(one.world, file.bytes, file.size, &save_load), TRP_OK);
    small_end(&one);
}

/* The checksum begins with an empty buffer: everything before it has just been written. */
static void a_save_ends_with_a_whole_buffer(void)
{
    static unsigned char bytes[4096];
    trp_save_chunk chunk = {"fill", bytes, 0};
    const trp_save_desc desc = {
        .game = save_load.game, .version = 1, .chunks = &chunk, .chunk_count = 1};
    const small_shape shape = small_usual();
    size_t size;

    if (!begin(&shape))
        return;
    size = trp_save_bytes(one.world, &desc);
    chunk.size = 2048 - (size - 8) % 2048;
    file.size = 0;
    CHECK_RESULT(trp_save(one.world, &desc, save_to_file, &file), TRP_OK);
    CHECK_EQ(file.size % 2048, 8);
    CHECK_RESULT(trp_load(one.world, file.bytes, file.size, &save_load), TRP_OK);
    small_end(&one);
}

const situation save_names_situations[] = {
    {"names in a save are short", names_are_short},
    {"names of all layers of a save are short", names_of_all_layers_are_short},
    {"fields in a save are named, and not too deep", fields_are_named_and_not_too_deep},
    {"transient pools of a save are in no family", transient_pools_are_in_no_family},
    {"external pools of a save are transient", external_pools_are_transient},
    {"a save ends with a whole buffer", a_save_ends_with_a_whole_buffer},
};
const unsigned save_names_situation_count =
    sizeof save_names_situations / sizeof *save_names_situations;
