/*
 * Content of a save that cannot be, continued: each module.
 */
#include "../save_edited.h"

#include <string.h>

SITUATIONS(save_modules);

static void refuse(size_t at, const char *words)
{
    edited_is_refused_at(TRP_ERR_DAMAGED, at, words);
}

static void refuse_full(size_t at, const char *words)
{
    edited_is_refused_at(TRP_ERR_FULL, at, words);
}

/* Groups, regions, ids */

SITUATION("groups of a save cannot be")
{
    static const char words[] = "group list: its number of rows is wrong";

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_GROUP, 1);
    size_t at = edited_rows(TRP__SAVE_GROUP, 1);
    for (int by = -8; by <= 8; by++) {
        edited_resize(by < 0 ? chunk.end - (size_t)-by : chunk.end, by);
        if (by == 0)
            edited_is_loaded();
        else
            refuse(at, words);
    }
    edited_add_32(at - 8, 1);
    refuse(at, words);
    edited_add_32(at - 8, -1);
    refuse(at, words);
    edited_resize(at, -(int)(chunk.end - at));
    refuse(at, words);
    edited_resize(at - 5, -(int)(chunk.end - at + 5));
    refuse(at - 5, words);
    for (unsigned more = 5; more <= 7; more += 2) { /* 5 further entries are void, 7 have no room */
        edited_resize(chunk.end, 8 * (int)more);
        edited_add_32(at - 8, (int)more);
        save_mend_sum(&edited);
        CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
        CHECK_EQ(trp_group_measure(&edited_world.groups[1]), 2);
        CHECK_EQ(trp_group_size(&edited_world.groups[1]), more == 5 ? 8 : 2);
        edited_is_loaded();
    }
    edited_resize(chunk.end, 8 * 7);
    edited_add_32(at - 8, 7);
    for (unsigned i = 0; i < 7; i++) /* one of them, again and again */
        memcpy(edited.bytes + chunk.end + 8 * (size_t)i, edited.bytes + at, 8);
    refuse_full(at, "group list: it has room for fewer rows now");
    edited_end();
}

/* A member beyond the slots that the pool has now, all chunks of which exist. */
SITUATION("members of a group in a save are beyond their pool")
{
    edited_begin();
    trp__saved_pool pool = edited_pool(SMALL_OTHERS);
    size_t at = edited_rows(TRP__SAVE_GROUP, 0);
    for (uint32_t member = pool.used; member < pool.room; member++) {
        edited_set_32(at, pool.base + member);
        edited_set_8(edited_place(pool.chunks) + 4, 1);
        for (uint32_t slot = 2; slot < 4; slot++) {
            edited_set_state(&pool, slot, TRP__SAVED_RETIRED);
            edited_set_32(edited_place(pool.generations) + 4 * (size_t)slot, 0);
        }
        save_mend_sum(&edited);
        CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
        CHECK_EQ(trp_group_size(&edited_world.groups[0]), trp__get32(edited.bytes + at - 8) - 1);
        edited_is_loaded();
    }
    edited_end();
}

/* Modules without a chunk become empty; regions, ids stay. */
SITUATION("modules have no chunk in a save")
{
    static const uint32_t tags[] = {TRP__SAVE_GROUP,  TRP__SAVE_FAMILY, TRP__SAVE_SPACE,
                                    TRP__SAVE_REGION, TRP__SAVE_IDS,    TRP__SAVE_TIMERS};
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    edited_begin();
    trp__saved_pool elders = edited_pool(SMALL_ELDERS);
    for (unsigned i = 0; i < sizeof tags / sizeof *tags; i++, chunk.end = TRP__SAVE_HEAD)
        while (trp__chunk_after(edited.bytes, edited.size, chunk.end, tags[i], &chunk))
            edited_set_8(chunk.from - TRP__SAVE_CHUNK, '?');
    save_mend_sum(&edited);
    CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
    CHECK_VALID(edited_world.world);
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(trp_group_measure(&edited_world.groups[i]), 0);
    CHECK_EQ(trp_space_info(edited_world.spaces[0]).count, 0);
    for (uint32_t slot = 0; slot < elders.used; slot++) {
        const trp_actor *actor = trp_pool_at(edited_world.pools[SMALL_ELDERS], slot);
        CHECK(actor == NULL || trp_family_parent(&edited_world.family, actor) == NULL);
        CHECK(actor == NULL || !trp_timer_is_running(edited_world.fuses[0], actor));
    }
    CHECK_EQ(edited_world.ids.count, 2);
    CHECK(edited_world.state[0].seed != 0);
    edited_end();
}

SITUATION("regions of a save cannot be")
{
    static const char words[] = "region game: its number of structs is wrong";

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_REGION, 0);
    uint32_t record = sizeof(uint32_t) + 8;
    size_t at = edited_rows(TRP__SAVE_REGION, 0);
    size_t structs = chunk.end - (size_t)record * 2;
    CHECK_EQ(trp__get64(edited.bytes + at - 8), 2);
    for (int by = -1; by <= 1; by += 2) {
        edited_add_32(at - 8, by);
        refuse(at, words);
        edited_resize(by < 0 ? chunk.end - 1 : chunk.end, by);
        refuse(at, words);
    }
    edited_set_64(at - 8, ((uint64_t)1 << 63) + 2); /* a product of 64 bits would be right */
    refuse(at, words);
    edited_resize(structs, -2 * (int)record);
    edited_set_64(at - 8, (uint64_t)1 << 62); /* 12 times this is 0 */
    refuse(at, words);
    edited_resize(at - 1, -(int)(chunk.end - at) - 1);
    refuse(at - 1, words);
    edited_resize(chunk.end, (int)record);
    edited_add_32(at - 8, 1);
    refuse_full(at, "region game: it has room for fewer structs now");
    edited_resize(structs, -2 * (int)record);
    edited_set_64(at - 8, 0);
    edited_is_loaded();
    edited_end();
}

/* Only 0 is no generation. */
SITUATION("handles of a save have any generation")
{
    static const uint32_t generations[] = {1, 0x01000000, 0x80000000, UINT32_MAX};

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_REGION, 0);
    for (unsigned i = 0; i < 4; i++) {
        edited_set_32(chunk.end - 12 - 4, generations[i]);
        save_mend_sum(&edited);
        CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
        CHECK_EQ(edited_world.state[0].hero.generation, generations[i]);
    }
    edited_end();
}

/* The pool has fewer slots now than there are indices. */
SITUATION("handles of a save lead to slots of today")
{
    static small_world other;
    small_shape shape = small_usual();
    uint32_t base;

    edited_begin();
    base = edited_pool(SMALL_YOUNG).base;
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_REGION, 0);
    edited_end();
    shape.pools[SMALL_YOUNG].capacity = 5;
    for (uint32_t slot = 0; slot < 10; slot++) /* from 8 on no pool of the save has it */
    {
        trp_handle hero;
        shape.pools[SMALL_YOUNG].capacity = slot < 8 ? 5 : 10;
        edited_set_32(chunk.end - 12 - 8, base + slot);
        edited_set_32(chunk.end - 12 - 4, 7);
        save_mend_sum(&edited);
        small_begin(&other, &shape);
        CHECK_OK(trp_load(other.world, edited.bytes, edited.size, &save_load));
        hero = other.state[0].hero;
        CHECK_EQ(hero.generation, slot < 5 ? 7 : 0);
        CHECK(slot >= 5 ? hero.index == 0
                        : hero.index == trp_pool_at(other.pools[SMALL_YOUNG], 1)->index + slot - 1);
        small_end(&other);
    }
}

SITUATION("ids of a save cannot be")
{
    static const char words[] = "ids ids: its number of rows is wrong";

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_IDS, 0);
    size_t at = edited_rows(TRP__SAVE_IDS, 0);
    CHECK(trp__get32(edited.bytes + at - 8) == 2 && trp__get32(edited.bytes + at + 4) == 14);
    for (int by = -4; by <= 4; by++) {
        edited_resize(by < 0 ? chunk.end - (size_t)-by : chunk.end, by);
        if (by == 0)
            edited_is_loaded();
        else
            refuse(at, words);
    }
    edited_resize(at - 1, -9);
    refuse(at - 1, words);
    edited_set_32(at + 4, 10); /* twice */
    edited_is_loaded();
    edited_set_32(at + 4, 15); /* the last one */
    edited_is_loaded();
    edited_set_32(at + 4, 16);
    refuse_full(at, "ids ids: it has room for fewer rows now");
    edited_set_32(at, 9);
    refuse_full(at, "ids ids: it has room for fewer rows now");
    edited_end();
}

/* Families: a number of links, and two words of each */

static const trp_actor *elder(uint32_t slot)
{
    return trp_pool_at(edited_world.pools[SMALL_ELDERS], slot);
}

/* The world has the actors of the changed save, and is valid. Then the save is as it was. */
static void load_changed(void)
{
    save_mend_sum(&edited);
    CHECK_OK(trp_load(edited_world.world, edited.bytes, edited.size, &save_load));
    CHECK_VALID(edited_world.world);
    memcpy(&edited, &edited_from, sizeof edited);
}

/* A link that names no actor is left out. */
SITUATION("families of a save cannot be")
{
    static const char words[] = "family : its number of rows is wrong";

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_FAMILY, 0);
    size_t at = edited_rows(TRP__SAVE_FAMILY, 0);
    uint32_t count = trp__get32(edited.bytes + at - 8);
    CHECK(count >= 3 && at + 8 * (size_t)count == chunk.end);
    for (int by = -1; by <= 1; by += 2) {
        edited_add_32(at - 8, by);
        refuse(at, words);
        edited_resize(by < 0 ? chunk.end - 1 : chunk.end, by);
        refuse(at, words);
    }
    for (size_t i = 0; i < 2 * (size_t)count; i++) {
        edited_set_32(at + 4 * i, edited_pool(SMALL_YOUNG).base + 7); /* never used */
        edited_is_loaded();
        edited_set_32(at + 4 * i, TRP_MAX_SLOTS); /* no pool has it */
        edited_is_loaded();
        edited_set_32(at + 4 * i, edited_pool(SMALL_OTHERS).base + 2); /* it was returned */
        edited_is_loaded();
    }
    edited_end();
}

/* An actor has one parent, the first that is named, and is none of its own ancestors. */
SITUATION("parents of a save are below their children")
{
    edited_begin();
    size_t links = edited_rows(TRP__SAVE_FAMILY, 0);
    uint32_t elders = edited_pool(SMALL_ELDERS).base;
    for (uint32_t i = 0; i < 3; i++) /* the first two links of three and their own order */
        edited_set_32(links + 8 * (size_t)i, elders + i);
    edited_set_32(links + 4, elders + 1);
    edited_set_32(links + 8 + 4, elders + 2);
    edited_set_32(links + 16 + 4, elders); /* a circle, if it were closed */
    load_changed();
    CHECK(trp_family_parent(&edited_world.family, elder(0)) == elder(1));
    CHECK(trp_family_parent(&edited_world.family, elder(1)) == NULL);
    for (uint32_t i = 0; i < 3; i++)
        edited_set_32(links + 8 * (size_t)i, elders);
    edited_set_32(links + 4, elders); /* its own parent */
    edited_set_32(links + 8 + 4, elders + 2);
    edited_set_32(links + 16 + 4, elders + 1);
    load_changed();
    CHECK(trp_family_parent(&edited_world.family, elder(0)) == elder(2));
    CHECK(trp_family_parent(&edited_world.family, elder(1)) == NULL);
    edited_end();
}

/* What comes after the last link is no link, even if its letters are the index of a parent. */
SITUATION("families of a save end with their last link")
{
    edited_begin();
    trp__saved_pool young = edited_pool(SMALL_YOUNG);
    uint32_t parent = young.base + edited_slot(&young, TRP__SAVED_ACTIVE);
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_FAMILY, 0);
    size_t links = edited_rows(TRP__SAVE_FAMILY, 0);
    for (size_t i = 0; i < 3; i++) {
        CHECK(trp__get32(edited.bytes + links + 8 * i) < parent);
        edited_set_32(links + 8 * i + 4, parent);
    }
    edited_set_32(chunk.end, parent);
    edited_is_loaded();
    edited_end();
}
