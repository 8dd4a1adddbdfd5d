/*
 * Content of a save that cannot be, continued: each module.
 */
#include "../forged.h"

#include <string.h>

SITUATIONS(save_modules);

/* Groups, regions, ids */

SITUATION("groups of a save cannot be")
{
    FORGE({"GROUP 1 end: more #", TRP_ERR_DAMAGED, "GROUP 1 rows",
           "group list: its number of rows is wrong", 1, 8},
          {"GROUP 1 end-#: less #", TRP_ERR_DAMAGED, NULL, NULL, 1, 8},
          {"GROUP 1 count: add 1", TRP_ERR_DAMAGED}, {"GROUP 1 count: add -1", TRP_ERR_DAMAGED},
          {"GROUP 1 rows: cut", TRP_ERR_DAMAGED},
          {"GROUP 1 rows-5: cut", TRP_ERR_DAMAGED, "GROUP 1 rows-5"}, {"GROUP 1 count: add 0"},
          {"GROUP 1 count+19: set32 0; GROUP 1 count+23: less 16; GROUP 1 count: set64 0"},
          {"GROUP 1 count+19: set32 0; GROUP 1 count+23: less 16; GROUP 1 count: set64 "
           "0x8000000000000000",
           TRP_ERR_DAMAGED, "GROUP 1 count+23", "group list: its number of rows is wrong"});
    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_GROUP, 1);
    size_t at = edited_rows(TRP__SAVE_GROUP, 1).rows.at;
    size_t count = edited_rows(TRP__SAVE_GROUP, 1).type - 8;
    for (unsigned more = 5; more <= 7; more += 2) { /* 5 further entries are void, 7 have no room */
        edited_resize(chunk.end, 8 * (int)more);
        edited_add_32(count, (int)more);
        if (more == 7) { /* nor has an actor that expired */
            const trp__saved_pool elders = edited_pool(SMALL_ELDERS);
            edited_set_32(chunk.end, elders.base + 1);
            edited_set_32(chunk.end + 4, trp__get32(elders.generations + 4));
        }
        edited_load();
        CHECK_EQ(trp_group_measure(&edited_world.groups[1]), 2);
        CHECK_EQ(trp_group_size(&edited_world.groups[1]), more == 5 ? 8 : 2);
        edited_is_loaded();
    }
    edited_resize(chunk.end, 8 * 7);
    edited_add_32(count, 7);
    for (unsigned i = 0; i < 7; i++) /* one of them, again and again */
        memcpy(edited.bytes + chunk.end + 8 * (size_t)i, edited.bytes + at, 8);
    edited_is_refused_at(TRP_ERR_FULL, at, "group list: it has room for fewer rows now");
}

/* A member beyond the slots that the pool has now, all chunks of which exist. */
SITUATION("members of a group in a save are beyond their pool")
{
    edited_begin();
    trp__saved_pool pool = edited_pool(SMALL_OTHERS);
    const trp__file_part rows = edited_rows(TRP__SAVE_GROUP, 0);
    for (uint32_t member = pool.used; member < pool.room; member++) {
        edited_set_32(rows.rows.at, pool.base + member);
        edited_set_8(edited_place(pool.chunks) + 4, 1);
        for (uint32_t slot = 2; slot < 4; slot++) {
            edited_set_state(&pool, slot, TRP__SAVED_RETIRED);
            edited_set_32(edited_place(pool.generations) + 4 * (size_t)slot, 0);
        }
        edited_load();
        CHECK_EQ(trp_group_size(&edited_world.groups[0]), rows.count - 1);
        edited_is_loaded();
    }
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
    edited_load();
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
}

SITUATION("regions of a save cannot be")
{
    FORGE({"REGION count: add -1", TRP_ERR_DAMAGED, "REGION rows",
           "region game: its number of rows is wrong"},
          {"REGION count: add 1", TRP_ERR_DAMAGED}, {"REGION end-1: less 1", TRP_ERR_DAMAGED},
          {"REGION end: more 1", TRP_ERR_DAMAGED},
          /* a product of 64 bits would be right, or 0 */
          {"REGION count: set64 0x8000000000000002", TRP_ERR_DAMAGED},
          {"REGION end-24: less 24; REGION count: set64 0x4000000000000000", TRP_ERR_DAMAGED},
          {"REGION rows-1: cut", TRP_ERR_DAMAGED, "REGION rows-1"},
          {"REGION end: more 12; REGION count: add 1", TRP_ERR_FULL, "REGION rows",
           "region game: it has room for fewer rows now"},
          {"REGION end-24: less 24; REGION count: set64 0"});
}

/* Only 0 is no generation. */
SITUATION("handles of a save have any generation")
{
    static const uint32_t generations[] = {1, 0x01000000, 0x80000000, UINT32_MAX};

    edited_begin();
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_REGION, 0);
    for (unsigned i = 0; i < 4; i++) {
        edited_set_32(chunk.end - 12 - 4, generations[i]);
        edited_load();
        CHECK_EQ(edited_world.state[0].hero.generation, generations[i]);
    }
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
    FORGE({"IDS end: more #", TRP_ERR_DAMAGED, "IDS rows", "ids ids: its number of rows is wrong",
           1, 4},
          {"IDS end-#: less #", TRP_ERR_DAMAGED, NULL, NULL, 1, 4},
          {"IDS rows-1: less 9", TRP_ERR_DAMAGED, "IDS rows-1"},
          {"IDS count+24: set8 14", TRP_ERR_VALUE, "IDS count+33",
           "ids ids: field id: its kind has changed"},
          {"IDS rows+4: set32 10"}, /* twice */
          {"IDS rows+4: set32 15"}, /* the last one */
          {"IDS rows+4: set32 16", TRP_ERR_FULL, "IDS rows",
           "ids ids: it has room for fewer rows now"},
          {"IDS rows: set32 9", TRP_ERR_FULL});
}

/* The first column of their rows has another name. */
SITUATION("rows of a save without a column for their actor are left out")
{
    static const uint32_t tags[] = {TRP__SAVE_GROUP, TRP__SAVE_FAMILY, TRP__SAVE_SPACE,
                                    TRP__SAVE_TIMERS};

    edited_begin();
    for (unsigned i = 0; i < sizeof tags / sizeof *tags; i++) {
        const trp__file_part part = edited_rows(tags[i], 0);
        trp__reader type = trp__read_from(edited.bytes, part.type, part.rows.at);
        CHECK(part.count != 0);
        (void)trp__read_name(&type);
        edited_set_8(type.at + 8 + 1, 'Z');
    }
    edited_load();
    CHECK_EQ(trp_group_size(&edited_world.groups[0]), 0);
    CHECK_EQ(trp_space_info(edited_world.spaces[0]).count, 0);
    for (uint32_t slot = 0; slot < 3; slot++) {
        const trp_actor *actor = trp_pool_at(edited_world.pools[SMALL_ELDERS], slot);
        CHECK(trp_family_parent(&edited_world.family, actor) == NULL);
        CHECK(!trp_timer_is_running(edited_world.fuses[0], actor));
    }
}

SCRIPT(
    "removed entries of a group have no place in a world without pools",
    "pool described; group called list; new 1 2; add 1 2; drop 1; file; another; pool transient; "
    "group called list; load; places");

/* Families: a number of links, and two words of each */

static const trp_actor *elder(uint32_t slot)
{
    return trp_pool_at(edited_world.pools[SMALL_ELDERS], slot);
}

/* The world has the actors of the changed save, and is valid. Then the save is as it was. */
static void load_changed(void)
{
    edited_load();
    memcpy(&edited, &edited_from, sizeof edited);
}

/* A link that names no actor is left out. */
SITUATION("families of a save cannot be")
{
    FORGE({"FAMILY count: add -1", TRP_ERR_DAMAGED, "FAMILY rows",
           "family: its number of rows is wrong"},
          {"FAMILY count: add 1", TRP_ERR_DAMAGED}, {"FAMILY end-1: less 1", TRP_ERR_DAMAGED},
          {"FAMILY end: more 1", TRP_ERR_DAMAGED},
          {"FAMILY rows+8*#: set32 base 5+7", .last = 7},  /* never used */
          {"FAMILY rows+8*#: set32 0x1000000", .last = 7}, /* no pool has it */
          {"FAMILY rows+8*#: set32 base 2+2", .last = 7} /* it was returned */);
}

/* A link of a save leads from an elder to another one. */
static void set_link(unsigned link, uint32_t child, uint32_t parent)
{
    const trp__saved_pool elders = edited_pool(SMALL_ELDERS);
    const size_t at = edited_rows(TRP__SAVE_FAMILY, 0).rows.at + 16 * (size_t)link;
    const uint32_t slots[2] = {child, parent};

    for (unsigned i = 0; i < 2; i++) {
        edited_set_32(at + 8 * (size_t)i, elders.base + slots[i]);
        edited_set_32(at + 8 * (size_t)i + 4, trp__get32(elders.generations + 4 * slots[i]));
    }
}

/* An actor has one parent, the first that is named, and is none of its own ancestors. */
SITUATION("parents of a save are below their children")
{
    edited_begin();
    set_link(0, 0, 1);
    set_link(1, 1, 2);
    set_link(2, 2, 0); /* a circle, if it were closed */
    load_changed();
    CHECK(trp_family_parent(&edited_world.family, elder(0)) == elder(1));
    CHECK(trp_family_parent(&edited_world.family, elder(1)) == NULL);
    set_link(0, 0, 0); /* its own parent */
    set_link(1, 0, 2);
    set_link(2, 0, 1);
    load_changed();
    CHECK(trp_family_parent(&edited_world.family, elder(0)) == elder(2));
    CHECK(trp_family_parent(&edited_world.family, elder(1)) == NULL);
}

/* What comes after the last link is no link, even if its letters are the index of a parent. */
SITUATION("families of a save end with their last link")
{
    edited_begin();
    trp__saved_pool young = edited_pool(SMALL_YOUNG);
    uint32_t parent = young.base + edited_slot(&young, TRP__SAVED_ACTIVE);
    trp__saved_chunk chunk = edited_chunk(TRP__SAVE_FAMILY, 0);
    size_t links = edited_rows(TRP__SAVE_FAMILY, 0).rows.at;
    for (size_t i = 0; i < 3; i++) {
        CHECK(trp__get32(edited.bytes + links + 16 * i) < parent);
        edited_set_32(links + 16 * i + 8, parent);
    }
    edited_set_32(chunk.end, parent);
    edited_is_loaded();
}
