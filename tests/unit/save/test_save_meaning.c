/*
 * Forged saves: the checksum is right, and one number is another one that could stand there, such as
 * a free slot, the next generation, another pool's index, a larger count. Each is refused, or loads
 * a world that is valid and can be played on.
 */
#include "../heap.h"
#include "../save_edited.h"

#include "troupe/snapshot.h"

SITUATIONS(save_meaning);

enum {
    TICKS = 100,
    NARROW = 16, /* values of 32 bits that are tried in each place */
    WIDE = 5     /* and of 64 bits */
};

/* One of this many cases is tried; a prime, or 1. `make check-forged` tries more. */
#ifndef FORGE_STRIDE
#define FORGE_STRIDE 61
#endif

static _Alignas(TRP_ALIGNMENT) unsigned char image[1 << 17];
static save_file written;
static uint32_t visits;

static void touch(trp_actor *actor, const trp_context *in)
{
    CHECK(trp_state_of(edited_world.world, actor) == TRP_STATE_ACTIVE);
    visits += trp_as(small_actor, actor)->id;
}

static void touch_found(trp_actor *actor, const trp_context *in)
{
    touch(actor, NULL);
}

static void touch_member(trp_actor *actor, const trp_context *in)
{
    CHECK(!trp_handle_is_null(trp_handle_of(edited_world.world, actor)));
    visits += trp_as(small_actor, actor)->id;
}

/* Everything that a pool has is read, and some of it ends and begins. */
static void play_pool(trp_pool *pool, uint32_t tick)
{
    uint32_t number = 0;

    CHECK_OK(trp_for_each(pool, touch, NULL));
    trp_each (small_actor, it, pool) {
        visits += it->id + (it->weapon != NULL ? (unsigned char)it->weapon[0] : 0u);
        if ((number++ + tick) % 5 == 0)
            CHECK_OK(trp_recycle(edited_world.world, &it->actor));
        else if (number % 7 == 0)
            CHECK_OK(trp_expire(edited_world.world, &it->actor));
        else if (number % 11 == 0)
            CHECK_OK(trp_deactivate(edited_world.world, &it->actor));
    }
    for (uint32_t i = 0; i < tick % 4; i++)
        (void)trp_create(pool, NULL);
}

static void play(void)
{
    trp_world *world = edited_world.world;
    size_t bytes;

    for (uint32_t tick = 0; tick < TICKS; tick++) {
        CHECK_OK(trp_update_all(world, 0.25f));
        for (uint32_t number = 0; number < trp_world_info(world).pools; number++)
            play_pool(trp_world_pool(world, number), tick);
        for (uint32_t i = 0; i < 2; i++)
            CHECK_OK(trp_group_for_each(&edited_world.groups[i], touch_member, NULL));
        for (const trp_actor *at = trp_first(world); at != NULL; at = trp_next(world, at))
            (void)trp_family_for_each(&edited_world.family, at, touch_member, NULL);
        (void)trp_space_moved_all(edited_world.spaces[0], NULL);
        (void)trp_space_query(edited_world.spaces[0],
                              &(trp_query){.area = trp_rectangle(-1e6f, -1e6f, 2e6f, 2e6f)},
                              touch_found, NULL);
        (void)trp_space_pairs(edited_world.spaces[0], NULL, NULL, NULL);
        if (tick == TICKS / 2) {
            CHECK_OK(trp_snapshot_save(world, image, sizeof image, &bytes));
            CHECK_OK(trp_snapshot_restore(world, image, bytes));
            CHECK_OK(trp_pool_trim(trp_world_pool(world, SMALL_OTHERS)));
        }
    }
    CHECK_OK(trp_world_validate(world));
    save_world(world, &written);
}

static unsigned long tried, loaded;

/* The case that is set in `edited`; then it is the original again. */
static void try_it(size_t at, unsigned width)
{
    trp_world *world = edited_world.world;

    tried++;
    save_mend_sum(&edited);
    trp_result result = trp_load(world, edited.bytes, edited.size, &save_load);
    if (result == TRP_OK) {
        loaded++;
        CHECK_OK(trp_world_validate(world));
        play();
    }
    CHECK_OK(trp_load(world, edited_from.bytes, edited_from.size, &save_load));
    memcpy(edited.bytes + at, edited_from.bytes + at, width);
}

static uint64_t number_at(size_t at, unsigned width)
{
    uint64_t number = 0;

    for (unsigned i = width; i-- > 0;)
        number = number << 8 | edited_from.bytes[at + i];
    return number;
}

static bool is_left_out(void)
{
    static unsigned long number;

    return number++ % FORGE_STRIDE != 0 || situation_leaves_out(number / FORGE_STRIDE);
}

static void forge(void)
{
    tried = loaded = 0;
    for (size_t at = TRP__SAVE_HEAD; at + 8 <= edited_from.size - 16; at++) {
        const uint32_t x = (uint32_t)number_at(at, 4);
        const uint64_t y = number_at(at, 8);
        const uint32_t before = (uint32_t)number_at(at - 4, 4);
        const uint32_t after = (uint32_t)number_at(at + 4, 4);
        const uint32_t narrow[NARROW] = {0,          1,     2,       3,
                                         x + 1,      x - 1, 2 * x,   x + 256,
                                         UINT32_MAX, x ^ 8, 1 << 24, UINT32_MAX - 1,
                                         7,          after, before,  x | 1u << 31};
        const uint64_t wide[WIDE] = {0, UINT64_MAX, y + 1, y - 1, (uint64_t)1 << 62};
        for (unsigned i = 0; i < NARROW; i++)
            if (narrow[i] != x && !is_left_out()) {
                edited_set_32(at, narrow[i]);
                try_it(at, 4);
            }
        for (unsigned i = 0; i < WIDE; i++)
            if (wide[i] != y && !is_left_out()) {
                edited_set_64(at, wide[i]);
                try_it(at, 8);
            }
    }
    situation_cases("forged saves", tried);
    CHECK(tried > 10 && loaded < tried);
}

SITUATION("any number of a save is another that could stand there")
{
    edited_begin();
    forge();
}

/* Each pool has the fewest slots in which the living of the save have room. */
SITUATION("any number of a save is another one, where its living just have room")
{
    small_shape shape = small_usual();

    edited_begin();
    shape.spaces[1].capacity = 0;
    for (unsigned number = SMALL_GUARDS; number < SMALL_POOLS; number++) {
        trp_pool_desc *desc = &shape.pools[number];
        const uint32_t most =
            desc->max_capacity > desc->capacity ? desc->max_capacity : desc->capacity;
        trp_result result = TRP_ERR_FULL;
        desc->max_capacity = 0;
        desc->when_full = TRP_FULL_FAIL;
        for (desc->capacity = 0; result != TRP_OK;) {
            desc->capacity++;
            small_end(&edited_world);
            small_begin(&edited_world, &shape);
            result = trp_load(edited_world.world, edited.bytes, edited.size, &save_load);
        }
        CHECK(desc->capacity <= most);
    }
    forge();
}
