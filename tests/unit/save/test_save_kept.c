/*
 * What a save keeps of sleepers, transient pools, layers with names; and what it leaves
 * behind.
 */
#include "../heap.h"
#include "../save_edited.h"

#include <string.h>

SITUATIONS(save_kept);

typedef struct guest {
    trp_actor actor;
    uint32_t id;
} guest;

static const trp_field guest_fields[] = {TRP_FIELD(guest, id), TRP_FIELDS_END};
static const trp_fields guest_type = TRP_FIELDS(guest, 1, guest_fields);

static save_file file;
static trp_world *world;

static void log_update(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(guest, self)->id);
}

static void check_world(void)
{
    CHECK_VALID(world);
}

static void begin(uint32_t layers)
{
    stage_needs_block(64u * 1024u);
    world = heap_world((trp_world_desc){.layers = layers});
    stage_ends_with(check_world);
}

static trp_pool *guests(trp_pool_desc desc)
{
    desc.type = (trp_type)TRP_TYPE(guest, actor);
    desc.update = log_update;
    desc.fields = &guest_type;
    return stage_pool_as(world, desc);
}

static trp_actor *enter(trp_pool *pool, uint32_t id)
{
    trp_actor *actor = MADE(trp_create(pool, NULL));
    trp_as(guest, actor)->id = id;
    return actor;
}

SCRIPT("sleepers wake as the last after a load",
       "pool described; new 1-3; sleep 2; file; load; wake 2; go; tick; memory = 1 2 3; oldest = 1 "
       "3 2; newest = 2 3 1");

/* it was returned, and no other chunk was */
SITUATION_IN_EACH_ORDER("a chunk of memory of a save has one slot")
{
    begin(1);
    trp_pool *pool = guests((trp_pool_desc){.name = "g",
                                            .capacity = 1,
                                            .max_capacity = 3,
                                            .when_full = TRP_FULL_GROW,
                                            .order = stage_orders[order]});
    for (uint32_t id = 1; id <= 3; id++)
        enter(pool, id);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 1)));
    CHECK_OK(trp_pool_trim(pool));
    save_world(world, &edited_from);
    const trp__saved_pool saved = edited_pool(0);
    CHECK(saved.used == 3 && saved.counts[TRP__SAVED_ABSENT] == 1);
    edited = edited_from;
    CHECK_OK(trp_load(world, edited.bytes, edited.size, &save_load));
    CHECK_EQ(trp_pool_count(pool), 2);
    for (size_t chunk = 0; chunk < 2; chunk++) /* the first one was returned */
    {
        edited = edited_from;
        edited_set_8(edited_place(saved.chunks) + 5 * chunk + 4, 1 - (unsigned)chunk);
        save_mend_sum(&edited);
        CHECK_RESULT(trp_load(world, edited.bytes, edited.size, &save_load), TRP_ERR_DAMAGED);
    }
}

/* one more slot than there is now */
SCRIPT(
    "a family has room for one more member of a save",
    "grows; pool described 2 grow 3; family; new 1-3; attach 1 3; file; another; pool described 2 "
    "grow 3; family; load; parent 3 1; children 1 3");

SCRIPT("a sleeper is alone in its order",
       "pool described; new 1; sleep 1; file; load; recycle 1; live 0");

SCRIPT("a pool that joins a transient one is transient",
       "in oldest; pool transient; pool joins a; new 1; new b 2; new 3; new b 4; file; load; go; "
       "tick; = 1 2 3 4");

SCRIPT("a pool does not join as a transient one",
       "in oldest newest; pool 2; pool 2 transient joins a !DESC");

/* a pool of a later version of the game: its settings are not in the save */
SCRIPT(
    "a pool that a save lacks keeps its settings",
    "pool described called a; file; another; pool described called a; pool described called b; "
    "new b 9; stagger b 2; scale b 0.5; tick; load; live 0 b; interval 2 b; new b 1 2; go; tick; "
    "dt 1; tick; = 1 2");

SCRIPT("timers of transient pools are left out",
       "pool transient; timers 0 ticks; new 1; start 0 1 9; file; load; drops {}; running 0 1; "
       "another; pool described; timers 0 ticks; new 1; start 0 1 9; load; drops {}; live 0");

/* A number stands for a layer only where a name is missing, and for none that the save names. Names
 * have one letter, are empty, or are only in the save or only in the world. */
SITUATION("layers of a save have any name")
{
    static const struct {
        const char *then[4];
        float scales_then[4]; /* 1 is that of a new world */
        const char *now[4];
        float scales[4];
    } cases[] = {
        {{"ground", "s", NULL, "deep"}, {2, 3, 4, 5}, {"cave", NULL, "s", ""}, {1, 1, 3, 5}},
        {{NULL, "only then"}, {5, 1, 1, 1}, {NULL, ""}, {5, 1, 1, 1}},
        {{NULL, "only then"}, {5, 1, 1, 1}, {"now", NULL}, {5, 1, 1, 1}},
        {{"a", "only then"}, {5, 1, 1, 1}, {"b", NULL}, {1, 1, 1, 1}},
        {{"a", "only then"}, {5, 1, 1, 1}, {"b", "a"}, {1, 5, 1, 1}},
        {{"a", "only then"}, {5, 1, 1, 1}, {NULL, NULL}, {5, 1, 1, 1}},
        {{"", "only then"}, {5, 1, 1, 1}, {"b", ""}, {5, 1, 1, 1}},
    };

    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t layers = i == 0 ? 4 : 2;
        begin(layers);
        for (uint32_t layer = 0; layer < layers; layer++) {
            stage_name_layer(world, layer, cases[i].then[layer]);
            CHECK_OK(trp_layer_set_time_scale(world, layer, cases[i].scales_then[layer]));
        }
        save_world(world, &file);
        begin(layers);
        for (uint32_t layer = 0; layer < layers; layer++)
            stage_name_layer(world, layer, cases[i].now[layer]);
        CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
        for (uint32_t layer = 0; layer < layers; layer++)
            CHECK(trp_layer_info(world, layer).time_scale == cases[i].scales[layer]);
    }
}

SITUATION("nodes in chunks that a load gives up are free")
{
    trp_actor *gone[7];
    begin(1);
    trp_pool *pool = guests((trp_pool_desc){
        .name = "g", .capacity = 2, .max_capacity = 16, .when_full = TRP_FULL_GROW});
    enter(pool, 1);
    save_world(world, &file);
    for (uint32_t i = 0; i < 7; i++)
        gone[i] = enter(pool, 2 + i);
    CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
    CHECK_EQ(trp_pool_count(pool), 1);
#if !defined(__SANITIZE_ADDRESS__)
    for (uint32_t i = 0; i < 7; i++)
        CHECK(!stage_node_is_active(gone[i]));
#endif
    CHECK(gone[0] != NULL);
}

typedef struct hidden {
    uint8_t secret;
} hidden;

static const trp_field hidden_fields[] = {TRP_FIELD_IGNORED(hidden, secret), TRP_FIELDS_END};
static const trp_fields hidden_type = TRP_FIELDS(hidden, 1, hidden_fields);

typedef struct vault {
    hidden boxes[1000];
    uint8_t key;
} vault;

static const trp_field vault_fields[] = {TRP_FIELD_STRUCTS(vault, boxes, &hidden_type),
                                         TRP_FIELD(vault, key), TRP_FIELDS_END};
static const trp_fields vault_type = TRP_FIELDS(vault, 1, vault_fields);

typedef struct vault_lines {
    unsigned count;
    bool has_key;
} vault_lines;

static void note_vault_line(const char *line, void *arg)
{
    vault_lines *lines = (vault_lines *)arg;

    lines->count++;
    lines->has_key |= situation_text_has(line, "key: 9");
}

SITUATION("a thousand structs without saved fields are printed once")
{
    static vault state;
    trp_region region = {
        .name = "vault", .start = &state, .bytes = sizeof state, .fields = &vault_type};
    vault_lines lines = {0, false};

    world = stage_world_as((trp_world_desc){.max_pools = 1});
    state.key = 9;
    CHECK_OK(trp_region_add(world, &region));
    edited.size = 0;
    CHECK_OK(trp_save(world, &(trp_save_desc){.game = "test"}, save_to_file, &edited));
    CHECK_OK(trp_print_save(edited.bytes, edited.size, note_vault_line, &lines));
    CHECK(lines.count < 50);
    CHECK(lines.has_key || situation_text_has("", "a"));
    CHECK_OK(trp_region_remove(world, &region));
}

/* The lowest free slots take them. What names them follows, and dead members have no room. */
#define CROWD "stops lifetime ticks ends later; family; timers 0 ticks; space room 40; "
SCRIPT(
    "the living of a save find room where there are fewer slots",
    "pool described 40 " CROWD
    "group; new 1-36; put 37 20; put 38 30; new 39 40; life 38-39 ticks 9; "
    "start 0 40 7; add 1-3 20 37 40 38; attach 40 39; attach 39 22; recycle 1-21; recycle 23-36; "
    "sleep 38; pass 2; expire 37; file; another; pool described 5 " CROWD
    "group max 2; load; live 5; expired "
    "1; memory oldest list 22 39 40; newest list 40 39 22; is asleep 38; places 40 38; kin 40; = "
    "40 39 22; left 0 40 5; lifeleft 39 ticks 7; lifeleft 38 ticks 9; inside 38; boxis 38 30 0 4 "
    "4; tick; "
    "live 4; new 50; new 51 ?FULL; file; load; live 5");
SCRIPT("the living of a save find no room where there are fewer slots",
       "pool described called a; new 1-8; recycle 1; file; another; pool described 7 called a; "
       "load; live 7; another; pool described 6 called a; load ?FULL; problem pool a");

/* The last actor takes a slot of a returned chunk, whose former lives stay over. */
SCRIPT(
    "an actor of a save moves to a slot of a returned chunk",
    "grows; pool described 2 grow 16; group; new 1-9; add 1-9; recycle 3 4; trim; file; another; "
    "pool described 8; group; load; live 7; places 1 2 0 0 5 6 7 8 9; is active 9; slot 9 2; file; "
    "load; live 7");
/* The slots that were freed first leave it; a second save has the same order of free slots. */
SCRIPT(
    "a quarantine of a save is shorter now",
    "in oldest newest; pool described 16 quarantine 4; new 1-6; recycle 1-5; file; another; pool "
    "described 16 quarantine 2; load; quarantined 2; file; new 11 12 13 14; slot 11 0; slot 12 1; "
    "slot 13 2; slot 14 6; load; new 21 22 23 24; slot 21 0; slot 22 1; slot 23 2; slot 24 6");

/* A block gives back only what was taken last. */
SITUATION("a load in a block gives back all that it takes")
{
    static const char *const names[] = {"a", "b"};

    for (uint32_t slots = 40; slots != 0; slots = slots == 40 ? 5 : 0) {
        world = stage_world_as((trp_world_desc){0});
        for (unsigned i = 0; i < 2; i++) {
            trp_pool *const pool =
                trp_pool_create(world, &(trp_pool_desc){.name = names[i],
                                                        .type = TRP_TYPE(guest, actor),
                                                        .capacity = slots,
                                                        .fields = &guest_type});
            if (slots == 5)
                continue;
            for (uint32_t k = 0; k < slots; k++)
                MADE(trp_create(pool, NULL));
            for (uint32_t k = 1; k < slots; k++)
                CHECK_OK(trp_recycle(world, trp_pool_at(pool, k - 1)));
        }
        if (slots == 40)
            save_world(world, &file);
    }
    const size_t free_bytes = trp_world_info(world).free_bytes;
    CHECK(free_bytes > 0);
    CHECK_OK(trp_load_check(world, file.bytes, file.size, &save_load));
    CHECK_EQ(trp_world_info(world).free_bytes, free_bytes);
    CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
    CHECK_EQ(trp_world_info(world).free_bytes, free_bytes);
}

/*
 * What a game is told of a load that is refused: once, with the result, the object and the place;
 * and layers whose numbers the world does not have.
 */

SITUATION("a refused load has one problem, with its result and its place")
{
    trp_load_desc desc = save_load;
    const trp_fields *fields;

    edited_begin();
    size_t game = edited_chunk(TRP__SAVE_GAME, 0).from;
    edited_set_8(game + 1, '?');
    edited_is_refused_by(&desc, TRP_ERR_FOREIGN, game);
    desc.version = 0;
    edited_is_refused_by(&desc, TRP_ERR_VERSION, game);
    desc.version = 2;
    desc.oldest = 2;
    edited_is_refused_by(&desc, TRP_ERR_VERSION, game);
    desc = save_load;
    fields = edited_world.regions[0].fields;
    edited_world.regions[0].fields = NULL;
    edited_is_refused_by(&desc, TRP_ERR_DESC, 0); /* the fault is not in the save */
    edited_world.regions[0].fields = fields;
    for (unsigned i = SMALL_SPARKS; i < SMALL_POOLS; i++) {
        trp_pool *pool = edited_world.pools[i];
        const trp_fields *described = trp_pool_info(pool).fields;
        const bool was_transient = trp_pool_info(pool).transient;
        if (was_transient)
            stage_set_transient(pool, false);
        stage_describe(pool, NULL);
        edited_is_refused_by(&desc, TRP_ERR_DESC, 0);
        stage_describe(pool, described);
        stage_set_transient(pool, was_transient);
    }
}

static bool is_pool_at(size_t offset)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    while (trp__chunk_after(edited_from.bytes, edited_from.size, chunk.end, TRP__SAVE_POOL, &chunk))
        if (chunk.from == offset)
            return true;
    return false;
}

/* Each allocation in turn fails; the game is told whose it was, and of nothing if none fails. */
SITUATION("a load without memory changes nothing, and names the object that lacks it")
{
    static small_world now;
    static small_world then;
    small_shape shape = small_usual();
    trp_result result = TRP_ERR_MEMORY;
    char names[200] = "";

    stage_needs(16u * 1024u * 1024u);
    stage_world();
    heap_reset();
    shape.timers_name = "fuses";
    small_begin(&then, &shape);
    small_play(&then);
    save_world(then.world, &edited_from);
    small_end(&then);
    shape.pools[SMALL_YOUNG].capacity = 4; /* there were more slots */
    shape.pools[SMALL_ELDERS].capacity = 2;
    for (uint32_t blocks = 0; result != TRP_OK; blocks++) {
        small_begin(&now, &shape);
        const uint64_t hash = trp_hash_world(now.world);
        save_problems = 0;
        small_blocks = blocks;
        result = trp_load(now.world, edited_from.bytes, edited_from.size, &save_load);
        CHECK(result == TRP_OK || result == TRP_ERR_MEMORY);
        CHECK_EQ(save_problems, result != TRP_OK);
        CHECK(result == TRP_OK || save_problem_result == result);
        CHECK(result == TRP_OK || save_problem_at == 0 || is_pool_at(save_problem_at));
        CHECK_VALID(now.world);
        CHECK(result == TRP_OK || trp_hash_world(now.world) == hash);
        small_end(&now);
        situation_text_add(names, sizeof names, result != TRP_OK ? save_problem_name : "");
        situation_text_add(names, sizeof names, ".");
    }
    CHECK(situation_text_has(names, "fuses.fuses."));
    CHECK(situation_text_has(names, "young."));
    CHECK(situation_text_has(names, "guards."));
    CHECK(situation_text_has(names, "elders."));
    CHECK(situation_text_has(names, "field."));
    CHECK_EQ(heap_out, 0);
}

/* The layer of that number has another name, or there is none. */
SITUATION("layers that the world lacks are left out of a load")
{
    static const uint32_t numbers[] = {1, 2, 3, 255, UINT32_MAX};

    edited_begin();
    size_t layer = edited_chunk(TRP__SAVE_LAYER, 1).from;
    CHECK_EQ(edited.bytes[layer + 1], 't'); /* "top" */
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        edited_set_8(layer + 1, 'p');
        edited_set_32(edited_number(TRP__SAVE_LAYER, 1, "number"), numbers[i]);
        edited_set_8(edited_number(TRP__SAVE_LAYER, 1, "enabled"), 0);
        edited_load();
        CHECK_EQ(trp_pool_info(edited_world.pools[SMALL_YOUNG]).layer, 1);
        CHECK(trp_layer_enabled(edited_world.world, 1));
        memcpy(&edited, &edited_from, sizeof edited);
        if (i == 0)
            continue;
        edited_set_32(edited_number(TRP__SAVE_LAYER, 0, "number"), numbers[i]); /* without a name */
        edited_load();
        CHECK_EQ(trp_pool_info(edited_world.pools[SMALL_GUARDS]).layer, 0);
        memcpy(&edited, &edited_from, sizeof edited);
    }
}

/* It has no checksum. */
SITUATION("an empty end of a save is refused in its place")
{

    edited_begin();
    size_t end = edited_chunk(TRP__SAVE_END, 0).from;
    edited_set_64(end - 8, 0);
    CHECK_RESULT(trp_load(edited_world.world, edited.bytes, end, &save_load), TRP_ERR_DAMAGED);
    CHECK_EQ(save_problem_at, end);
    CHECK_RESULT(trp_load(edited_world.world, edited.bytes, end - 1, &save_load), TRP_ERR_DAMAGED);
    CHECK_EQ(save_problem_at, end - 12);
}

/* Only chunks that had been added can have been returned. */
SITUATION("a chunk that was not added is not absent")
{
    edited_begin();
    trp__saved_pool pool = edited_pool(SMALL_OTHERS);
    size_t numbers = edited_place(pool.chunks);
    CHECK(pool.grown > 1);
    edited_add_32(edited_number(TRP__SAVE_POOL, SMALL_OTHERS, "grown"), -1);
    edited_set_8(numbers + 5 * (size_t)(pool.grown - 1) + 4, 0);
    edited_load();
    CHECK_EQ(trp_pool_count(edited_world.pools[SMALL_OTHERS]), 6);
}

/* Where it has exactly as many boxes as the save, or one less. */
SCRIPT("a space of a save has room for a slot more than its pool has now",
       "grows; pool 4 grow 12 described; space; new 1-5; file; another; grows; pool 4 grow 12 "
       "described; space; new 11; load; count 5");
SCRIPT("a space of a save has just enough room",
       "grows; pool described; space; new 1-5; file; another; grows; pool described; space room 5; "
       "load; count 5; another; grows; pool described; space room 4; load ?FULL; count 0; another; "
       "grows; pool described; space room 4 most 5; load; count 5");

/* A chunk that ends before its number; and a pool with slots that were returned. */
SITUATION("what is dropped from a save is counted")
{
    static small_world now;
    small_shape shape = small_usual();

    edited_begin();
    trp__saved_chunk list = edited_chunk(TRP__SAVE_GROUP, 1);
    trp__saved_chunk game = edited_chunk(TRP__SAVE_REGION, 0);
    CHECK(edited.bytes[list.from + 1] == 'l' && edited.bytes[game.from + 1] == 'g');
    edited_resize(game.end - 25, -25); /* two records, and a byte */
    edited_resize(list.from + 6, -(int)(list.end - list.from - 6));
    save_mend_sum(&edited);
    shape.spaces[0].sweeps = true;
    shape.pools[SMALL_OTHERS].name = "others";
    shape.groups[1].name = "other list";
    small_begin(&now, &shape);
    now.regions[0].name = "other game";
    save_load_dropping(now.world, &edited, save_load,
                       "pool guards:6\ngroup group:1\ngroup list:0\nregion "
                       "game:2\n");
    small_end(&now);
}
