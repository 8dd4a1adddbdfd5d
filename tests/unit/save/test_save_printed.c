/*
 * What a save has of a sweeping and of a full space, and how modules are printed.
 */
#include "../heap.h"
#include "../save_edited.h"
#include <string.h>

SITUATIONS(save_printed);

/* Spaces: each has a pool of 16, all of them in space */

SITUATION("a sweeping space of a save has three boxes")
{
    static const uint32_t lefts[] = {0x41A00000, 0, 0x41200000}; /* 20, 0, 10 */
    static small_world small;
    small_shape shape = small_usual();

    stage_needs(16u * 1024u * 1024u);
    stage_world();
    heap_reset();
    shape.spaces[0].capacity = 0;
    shape.in_space = 1u << SMALL_YOUNG;
    shape.pools[SMALL_YOUNG].capacity = 16;
    small_begin(&small, &shape);
    trp_actor *actor = trp_create(small.pools[SMALL_YOUNG], NULL);
    for (unsigned pass = 0; pass < 3; pass++) {
        trp_as(small_actor, actor)->box = (trp_box){10 * (float)pass, 0, 1, 1};
        if (pass < 2)
            CHECK_OK(trp_space_moved_all(small.spaces[1], NULL));
        else
            CHECK_OK(trp_space_moved(small.spaces[1], actor));
    }
    save_world(small.world, &edited_from);
    for (size_t i = 0; i < 3;
         i++) /* the present box, the former one, and that of the last reading */
        CHECK_EQ(
            trp__get32(edited_from.bytes + edited_rows(TRP__SAVE_SPACE, 0).rows.at + 16 + 16 * i),
            lefts[i]);
    small_end(&small);
}

/* All numbers are taken, and the first one is not of the first class of bits. */
SCRIPT(
    "a full space is saved",
    "pool described 16; space room 16; new 1-16; bits 2 2 2; bits 1 2 2; hash 0; file; load; same "
    "0; count 16");

/* Printing */

static unsigned printed_names; /* chunks of modules with a name */
static bool has_slot;

static void note_line(const char *text, void *arg)
{
    static const char *const chunks[] = {"chunk KIN ", "chunk ROST", "chunk SPAC",
                                         "chunk TIMR", "chunk IDS ", "chunk REGN"};

    for (unsigned i = 0; i < sizeof chunks / sizeof *chunks; i++)
        printed_names += situation_text_has(text, chunks[i]) && situation_text_has(text, ", name ");
    has_slot |= situation_text_has(text, "  slot 3 generation 2 quarantined\n");
}

static trp_result print(void)
{
    printed_names = 0;
    has_slot = false;
    save_mend_sum(&edited);
    return trp_print_save(edited.bytes, edited.size, note_line, NULL);
}

/* One of each in its order: a family, two groups, a space, three tables of timers, two regions and
 * one of ids. */
SITUATION("modules of a save are printed with their names")
{
    edited_begin();
    CHECK_OK(print());
    CHECK(printed_names == 10 || situation_text_has("", "a"));
    CHECK(has_slot);
}

static void is_not_printed(void)
{
    CHECK_RESULT(print(), TRP_ERR_DAMAGED);
    memcpy(&edited, &edited_from, sizeof edited);
}

/* The description of a struct within another, and so on; no structs. */
static void nest(size_t at, unsigned depth)
{
    static const unsigned char level[] = {
        1, 's', 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 'n', 0, TRP_KIND_STRUCT, 1, 0, 0, 0, 4, 0, 0, 0};

    edited_resize(at, (int)(depth * sizeof level + 8));
    for (unsigned i = 0; i < depth; i++)
        memcpy(edited.bytes + at + i * sizeof level, level, sizeof level);
    edited_set_8(at + (depth - 1) * sizeof level + 14, TRP_KIND_U32);
}

SITUATION("a damaged region of a save is not printed")
{
    edited_begin();
    trp__saved_chunk game = edited_chunk(TRP__SAVE_REGION, 0);
    trp__saved_chunk nothing = edited_chunk(TRP__SAVE_REGION, 1);
    trp__file_part region = edited_rows(TRP__SAVE_REGION, 0);
    size_t at = region.type;
    CHECK_EQ(region.record, 12);
    edited_add_32(at - 8, 1); /* structs */
    is_not_printed();
    edited_resize(region.rows.at, -(int)(game.end - region.rows.at));
    is_not_printed();
    edited_resize(nothing.end - 8, -8); /* there, all structs have 0 bytes */
    is_not_printed();
    edited_add_32(edited_rows(TRP__SAVE_REGION, 1).type - 8, 1);
    CHECK_OK(print());
    memcpy(&edited, &edited_from, sizeof edited);
    for (unsigned depth = TRP_SAVE_DEPTH; depth <= TRP_SAVE_DEPTH + 1; depth++) {
        edited_resize(at, -(int)(game.end - at));
        nest(at, depth);
        if (depth > TRP_SAVE_DEPTH)
            is_not_printed();
        else
            CHECK_OK(print());
        memcpy(&edited, &edited_from, sizeof edited);
    }
}
