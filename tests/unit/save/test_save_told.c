/*
 * What a game is told of a load that is refused: once, with the result, the object and the place;
 * and layers whose numbers the world does not have.
 */
#include "../heap.h"
#include "../save_edited.h"

#include <string.h>

SITUATIONS(save_told);

static trp_load_problem told_problem; /* without its texts */
static char told_names[200];          /* of all problems: "fuses." */
static unsigned told_count;

static void note_problem(const trp_load_problem *problem, void *user)
{
    CHECK(user == &told_count);
    told_problem.result = problem->result;
    told_problem.offset = problem->offset;
    situation_text_add(told_names, sizeof told_names, problem->name);
    situation_text_add(told_names, sizeof told_names, ".");
    told_count++;
}

static trp_load_desc telling(void)
{
    trp_load_desc desc = save_load;

    desc.on_problem = note_problem;
    desc.user = &told_count;
    told_names[0] = '\0';
    told_count = 0;
    return desc;
}

/* The changed save is refused, with one problem. */
static void is_refused(const trp_load_desc *desc, trp_result result, size_t at)
{
    save_mend_sum(&edited);
    told_count = 0;
    CHECK_RESULT(trp_load(edited_world.world, edited.bytes, edited.size, desc), result);
    CHECK_EQ(told_count, 1);
    CHECK_EQ(told_problem.result, result);
    CHECK_EQ(told_problem.offset, at);
    CHECK_RESULT(trp_load_check(edited_world.world, edited.bytes, edited.size, desc), result);
    CHECK_EQ(told_count, 2);
    CHECK_EQ(told_problem.result, result);
    CHECK_EQ(told_problem.offset, at);
    memcpy(&edited, &edited_from, sizeof edited);
}

SITUATION("a refused load has one problem, with its result and its place")
{
    trp_load_desc desc = telling();
    const trp_fields *fields;

    edited_begin();
    size_t game = edited_chunk(TRP__SAVE_GAME, 0).from;
    edited_set_8(game + 1, '?');
    is_refused(&desc, TRP_ERR_FOREIGN, game);
    desc.version = 0;
    is_refused(&desc, TRP_ERR_VERSION, game);
    desc.version = 2;
    desc.oldest = 2;
    is_refused(&desc, TRP_ERR_VERSION, game);
    desc = telling();
    fields = edited_world.regions[0].fields;
    edited_world.regions[0].fields = NULL;
    is_refused(&desc, TRP_ERR_DESC, 0); /* the fault is not in the save */
    edited_world.regions[0].fields = fields;
    for (unsigned i = SMALL_SPARKS; i < SMALL_POOLS; i++) {
        trp_pool *pool = edited_world.pools[i];
        const trp_fields *described = trp_pool_info(pool).fields;
        const bool was_transient = trp_pool_info(pool).transient;
        if (was_transient)
            stage_set_transient(pool, false);
        stage_describe(pool, NULL);
        is_refused(&desc, TRP_ERR_DESC, 0);
        stage_describe(pool, described);
        stage_set_transient(pool, was_transient);
    }
    edited_end();
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
    const trp_load_desc desc = telling();
    small_shape shape = small_usual();
    trp_result result = TRP_ERR_MEMORY;

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
        told_count = 0;
        small_blocks = blocks;
        result = trp_load(now.world, edited_from.bytes, edited_from.size, &desc);
        CHECK(result == TRP_OK || result == TRP_ERR_MEMORY);
        CHECK_EQ(told_count, result != TRP_OK);
        CHECK(result == TRP_OK || told_problem.result == result);
        CHECK(result == TRP_OK || told_problem.offset == 0 || is_pool_at(told_problem.offset));
        CHECK_VALID(now.world);
        CHECK(result == TRP_OK || trp_hash_world(now.world) == hash);
        small_end(&now);
    }
    CHECK(situation_text_has(told_names, "fuses.fuses."));
    CHECK(situation_text_has(told_names, "young."));
    CHECK(situation_text_has(told_names, "guards."));
    CHECK(situation_text_has(told_names, "elders."));
    CHECK(situation_text_has(told_names, "field."));
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
        save_mend_sum(&edited);
        CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
        CHECK_EQ(trp_pool_info(edited_world.pools[SMALL_YOUNG]).layer, 1);
        CHECK(trp_layer_enabled(edited_world.world, 1));
        CHECK_VALID(edited_world.world);
        memcpy(&edited, &edited_from, sizeof edited);
        if (i == 0)
            continue;
        edited_set_32(edited_number(TRP__SAVE_LAYER, 0, "number"), numbers[i]); /* without a name */
        save_mend_sum(&edited);
        CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
        CHECK_EQ(trp_pool_info(edited_world.pools[SMALL_GUARDS]).layer, 0);
        CHECK_VALID(edited_world.world);
        memcpy(&edited, &edited_from, sizeof edited);
    }
    edited_end();
}

/* It has no checksum. */
SITUATION("an empty end of a save is refused in its place")
{
    const trp_load_desc desc = telling();

    edited_begin();
    size_t end = edited_chunk(TRP__SAVE_END, 0).from;
    edited_set_64(end - 8, 0);
    CHECK_RESULT(trp_load(edited_world.world, edited.bytes, end, &desc), TRP_ERR_DAMAGED);
    CHECK_EQ(told_problem.offset, end);
    CHECK_RESULT(trp_load(edited_world.world, edited.bytes, end - 1, &desc), TRP_ERR_DAMAGED);
    CHECK_EQ(told_problem.offset, end - 12);
    edited_end();
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
    save_mend_sum(&edited);
    CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
    CHECK_EQ(trp_pool_count(edited_world.pools[SMALL_OTHERS]), 6);
    CHECK_VALID(edited_world.world);
    edited_end();
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
    edited_end();
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
