/*
 * Loads and memory: all or nothing where there is none, none where there is room; and what the game
 * learns of each actor.
 */
#include "../heap.h"
#include "../save_edited.h"

#include <string.h>

static small_world then;
static small_world now;
static small_shape shape; /* the present one */

/* Saves a world of the usual shape; the caller then changes the present shape. */
static bool begin(void)
{
    if (STAGE_HEAP_BYTES < 16u * 1024u * 1024u)
        return false;
    stage_world();
    heap_reset();
    shape = small_usual();
    small_begin(&then, &shape);
    small_play(&then);
    CHECK_RESULT(trp_pool_set_interval(then.pools[SMALL_OTHERS], 2, TRP_INTERVAL_STAGGERED),
                 TRP_OK);
    save_world(then.world, &edited_from);
    small_end(&then);
    save_problem[0] = '\0';
    return true;
}

static trp_result load(void)
{
    const trp_result result = trp_load(now.world, edited_from.bytes, edited_from.size, &save_load);

    CHECK_VALID(now.world);
    CHECK_RESULT(trp_load_check(now.world, edited_from.bytes, edited_from.size, &save_load),
                 result);
    return result;
}

/* Memory: each allocation in turn fails. */
static void loads_all_or_nothing_without_memory(void)
{
    trp_result result = TRP_ERR_MEMORY;
    uint64_t hash;
    uint32_t blocks = 0;

    if (!begin())
        return;
    small_begin(&now, &shape);
    hash = trp_hash_world(now.world);
    for (; result != TRP_OK; blocks++)
    {
        small_blocks = blocks;
        result = trp_load(now.world, edited_from.bytes, edited_from.size, &save_load);
        CHECK(result == TRP_OK || result == TRP_ERR_MEMORY);
        CHECK_VALID(now.world);
        if (result == TRP_OK)
            break;
        CHECK(situation_text_has(save_problem, "no memory for it to grow"));
        CHECK(!situation_text_has(save_problem, ": pool") ||
              situation_text_has(save_problem, ": pool guards: there") ||
              situation_text_has(save_problem, ": pool elders: there"));
        CHECK_EQ(trp_hash_world(now.world), hash);
        small_end(&now); /* growth is kept */
        small_begin(&now, &shape);
    }
    CHECK(blocks > 5);
    small_end(&now);
    CHECK_EQ(heap_out, 0);
}

/* The second load finds all the room of the first. */
static void loads_without_memory_where_there_is_room(void)
{
    if (!begin())
        return;
    small_begin(&now, &shape);
    CHECK_RESULT(load(), TRP_OK);
    small_blocks = 0;
    CHECK_RESULT(load(), TRP_OK);
    small_end(&now);
}

/* Hooks */

static uint32_t seen;

static void note_loaded(trp_actor *actor, trp_pool *pool, void *user)
{
    CHECK(user == &seen && trp_pool_of(now.world, actor) == pool);
    seen++;
}

static void each_actor_is_handed_out(void)
{
    static trp_record records[8];
    static trp_black_box box;
    trp_load_desc desc = save_load;

    if (!begin())
        return;
    desc.on_loaded = note_loaded;
    desc.user = &seen;
    seen = 0;
    small_begin(&now, &shape);
    CHECK_RESULT(trp_black_box_start(
                     &box, now.world,
                     &(trp_black_box_desc){.records = records, .records_bytes = sizeof records}),
                 TRP_OK);
    CHECK_RESULT(trp_load(now.world, edited_from.bytes, edited_from.size, &desc), TRP_OK);
    CHECK_EQ(seen, 3 + 6 + 5 + 2 + 3);
    CHECK_RESULT(trp_black_box_stop(&box), TRP_OK);
    desc.on_problem = NULL;
    CHECK_QUIET(now.world, trp_load(now.world, edited_from.bytes, edited_from.size - 1, &desc),
                TRP_ERR_DAMAGED);
    small_end(&now);
}

const situation save_room_situations[] = {
    {"a load without memory changes nothing", loads_all_or_nothing_without_memory},
    {"a load where there is room takes no memory", loads_without_memory_where_there_is_room},
    {"each actor that is loaded is handed out", each_actor_is_handed_out},
};
const unsigned save_room_situation_count =
    sizeof save_room_situations / sizeof *save_room_situations;
