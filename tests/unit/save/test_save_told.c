/*
 * What a game is told of a load that is refused: once, with the result, the object and the place;
 * and layers whose numbers the world does not have.
 */
#include "../heap.h"
#include "../save_edited.h"

#include <string.h>

SITUATIONS(save_told);

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
