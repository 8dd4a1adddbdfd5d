/*
 * Refused saves, which change nothing: bytes that were cut off or changed, other games, other
 * versions, worlds without descriptions.
 */
#include "../twin_scene.h"

#include <string.h>

SITUATIONS(save_refused);

static save_file file;
static save_file changed;

static void begin(uint32_t steps)
{
    twins_begin_saved(7);
    save_problems = 0;
    twins_play(steps);
    save_world(twin.world, &file);
}

SITUATION("saves that were cut off or changed are refused")
{
    const uint32_t rounds = situation_rounds(10000);
    uint32_t seed = 5;

    begin(30);
    twins_play(3);
    uint64_t hash = trp_hash_world(twin.world);
    for (unsigned i = 0; i < rounds; i++) {
        const size_t at = stage_random(&seed, (uint32_t)file.size);
        changed.size = file.size;
        memcpy(changed.bytes, file.bytes, file.size);
        if (i % 4 == 0)
            changed.size = at;
        else
            changed.bytes[at] ^= (unsigned char)(1u << stage_random(&seed, 8));
        CHECK(trp_load(twin.world, changed.bytes, changed.size, &save_load) != TRP_OK);
        if (i % 100 == 0)
            CHECK_EQ(trp_hash_world(twin.world), hash);
    }
    CHECK_EQ(trp_hash_world(twin.world), hash);
    CHECK_EQ(save_problems, rounds);
    situation_cases("saves that were cut or changed", rounds);
    CHECK_OK(trp_load(twin.world, file.bytes, file.size, &save_load));
}

static trp_result load_as(const char *game, uint32_t version, uint32_t oldest)
{
    trp_load_desc desc = save_load;

    desc.game = game;
    desc.version = version;
    desc.oldest = oldest;
    return trp_load(twin.world, file.bytes, file.size, &desc);
}

SITUATION("saves of other games and versions are refused")
{
    trp_save_info info = {.format = 0};

    begin(2);
    CHECK_RESULT(load_as("another", 1, 0), TRP_ERR_FOREIGN);
    CHECK(situation_text_has(save_problem, "another game's"));
    CHECK_RESULT(load_as(save_load.game, 0, 0), TRP_ERR_VERSION);
    CHECK(situation_text_has(save_problem, "newer version of the game"));
    CHECK_RESULT(load_as(save_load.game, 3, 2), TRP_ERR_VERSION);
    CHECK(situation_text_has(save_problem, "too old"));
    CHECK_OK(load_as(save_load.game, 3, 1));
    CHECK_OK(trp_save_read_info(file.bytes, file.size, &info));
    CHECK(strcmp(info.game, save_load.game) == 0);
    CHECK_EQ(info.ticks, trp_world_ticks(twin.world));
    CHECK_EQ(info.format, TRP_SAVE_FORMAT);
    CHECK_EQ(info.version, 1);
    CHECK_RESULT(trp_save_read_info(NULL, 0, &info), TRP_ERR_NULL);
    CHECK_RESULT(trp_save_read_info(file.bytes, file.size, NULL), TRP_ERR_NULL);
    file.bytes[12] = TRP_SAVE_FORMAT + 1;
    save_mend_sum(&file);
    CHECK_RESULT(load_as(save_load.game, 3, 1), TRP_ERR_VERSION);
    CHECK(situation_text_has(save_problem, "newer format"));
    CHECK_RESULT(trp_save_read_info(file.bytes, file.size, &info), TRP_ERR_VERSION);
}

static trp_result save_as(const trp_save_desc *desc)
{
    file.size = 0;
    return trp_save(twin.world, desc, save_to_file, &file);
}

static void try_to_save(trp_actor *self, const trp_context *in)
{
    const trp_save_desc desc = {.game = "g"};

    CHECK_MISUSE_SAYS(twin.world, save_as(&desc), TRP_BUSY,
                      "a tick, a walk, a drawing or a callback");
    CHECK_MISUSE_SAYS(twin.world, trp_load(twin.world, file.bytes, file.size, &save_load), TRP_BUSY,
                      "a tick, a walk, a drawing or a callback");
    CHECK_EQ(trp_save_bytes(twin.world, &desc), 0);
    ++*(unsigned *)in->arg;
}

SITUATION("misuse of saves is refused")
{
    const trp_save_desc desc = {.game = "g"};
    const trp_save_desc chunkless = {.game = "g", .chunk_count = 1};
    const trp_load_desc nameless = {.version = 1};
    unsigned visits = 0;
    size_t size;

    begin(4);
    CHECK_RESULT(trp_save(NULL, &desc, save_to_file, &file), TRP_ERR_NULL);
    CHECK_MISUSE(twin.world, save_as(NULL), TRP_ERR_NULL);
    CHECK_MISUSE(twin.world, save_as(&(trp_save_desc){0}), TRP_ERR_NULL);
    CHECK_MISUSE_SAYS(twin.world, save_as(&chunkless), TRP_ERR_NULL,
                      "the desc, its game or its chunks are NULL");
    CHECK_MISUSE_SAYS(twin.world, trp_save(twin.world, &desc, NULL, NULL), TRP_ERR_NULL,
                      "the function that writes is NULL");
    CHECK_EQ(trp_save_bytes(NULL, &desc), 0);
    CHECK_RESULT(trp_load(NULL, file.bytes, 1, &save_load), TRP_ERR_NULL);
    CHECK_RESULT(trp_load_check(NULL, file.bytes, 1, &save_load), TRP_ERR_NULL);
    CHECK_MISUSE(twin.world, trp_load(twin.world, NULL, 1, &save_load), TRP_ERR_NULL);
    CHECK_MISUSE(twin.world, trp_load(twin.world, file.bytes, 1, NULL), TRP_ERR_NULL);
    CHECK_MISUSE_SAYS(twin.world, trp_load(twin.world, file.bytes, 1, &nameless), TRP_ERR_NULL,
                      "the bytes, the desc or its game is NULL");
    CHECK_QUIET(twin.world, trp_load_check(twin.world, NULL, 1, &save_load), TRP_ERR_NULL);
    CHECK(trp_save_find_chunk(file.bytes, 0, "x", &size) == NULL);
    trp_for_each(twin.pools[0], try_to_save, &visits);
    CHECK(visits > 0);
}

SITUATION("what is not described is not saved")
{
    static const trp_field nameless_fields[] = {
        {"", NULL, TRP_KIND_U32, 1, 0, offsetof(save_actor, id), 4, NULL, NULL}, TRP_FIELDS_END};
    static const trp_fields nameless = TRP_FIELDS(save_actor, 1, nameless_fields);
    static char long_name[300];
    const trp_save_desc desc = {.game = "g"};
    const trp_fields *fields;

    begin(1);
    memset(long_name, 'n', sizeof long_name - 1);
    changed = file;
    CHECK_MISUSE(twin.world, save_as(&(trp_save_desc){.game = long_name}), TRP_ERR_DESC);
    twin.regions[0].name = long_name;
    CHECK_MISUSE_SAYS(twin.world, save_as(&desc), TRP_ERR_DESC,
                      "longer than 255 bytes, or a chunk has none");
    twin.regions[0].name = "game";
    stage_describe(twin.pools[2], NULL);
    CHECK_MISUSE_SAYS(twin.world, save_as(&desc), TRP_ERR_DESC, "Give its desc .fields");
    CHECK(told.pool == twin.pools[2]);
    save_problem[0] = 0;
    CHECK_QUIET(twin.world, trp_load(twin.world, changed.bytes, changed.size, &save_load),
                TRP_ERR_DESC);
    CHECK(situation_text_has(save_problem, "pool c"));
    stage_describe(twin.pools[2], &nameless);
    CHECK_MISUSE_SAYS(twin.world, save_as(&desc), TRP_ERR_DESC,
                      "a name is longer than 255 bytes or empty");
    stage_describe(twin.pools[2], &save_actor_type);
    fields = twin.regions[0].fields;
    twin.regions[0].fields = NULL;
    CHECK_MISUSE_SAYS(twin.world, save_as(&desc), TRP_ERR_DESC, "a region is not described");
    CHECK(told.pool == NULL);
    CHECK_QUIET(twin.world, trp_load(twin.world, changed.bytes, changed.size, &save_load),
                TRP_ERR_DESC);
    twin.regions[0].fields = fields;
    CHECK_OK(trp_load(twin.world, changed.bytes, changed.size, &save_load));
}
