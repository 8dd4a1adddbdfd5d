/*
 * Content of a save that cannot be: each check of a load, with what it reports and where; and
 * content that just passes it. Chunks, the world, layers.
 */
#include "../forged.h"

#include <string.h>

SITUATIONS(save_impossible);

/* The file */

static void check_cut(size_t size, size_t at, const char *words)
{
    char report[128] = "offset ";
    trp_save_info info;

    situation_text_number(report, sizeof report, at);
    situation_text_add(report, sizeof report, ": ");
    situation_text_add(report, sizeof report, words);
    CHECK_RESULT(trp_load(edited_world.world, edited.bytes, size, &save_load), TRP_ERR_DAMAGED);
    CHECK(situation_text_has(save_problem, report));
    CHECK_RESULT(trp_save_read_info(edited.bytes, size, &info), TRP_ERR_DAMAGED);
}

SITUATION("a save is cut off anywhere")
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    edited_begin();
    for (size_t size = 0; size < TRP__SAVE_HEAD; size++)
        check_cut(size, 0, "these bytes are not a save");
    while (chunk.end < edited.size) {
        const size_t at = chunk.end;
        CHECK(trp__chunk_at(edited.bytes, edited.size, at, &chunk));
        check_cut(at, at, "the save was changed or cut off");
        check_cut(chunk.from - 1, at, "the save was changed or cut off");
        check_cut(chunk.end - 1, at, "the save was changed or cut off");
    }
    for (size_t i = 0; i < 8; i++) {
        edited.bytes[i]++;
        edited_is_refused_at(TRP_ERR_DAMAGED, 0, "these bytes are not a save");
    }
    edited_set_32(12, TRP_SAVE_FORMAT + 1);
    edited_is_refused_at(TRP_ERR_VERSION, 12, "a newer format: update the game");
    edited_set_32(12, UINT32_MAX);
    edited_is_refused_at(TRP_ERR_VERSION, 12, "a newer format: update the game");
    edited_set_32(8, 1);
    edited_is_refused_at(TRP_ERR_VERSION, 8,
                         "a file of troupe 0.10, which later versions do not read");
    edited_set_32(8, TRP_SAVE_FORMAT + 1); /* its readers may be of this version */
    edited_is_loaded();
}

/* Tools that watch memory report reads behind them. */
SITUATION("a few bytes are no save")
{
    static const unsigned char four[] = {0x89, 'T', 'R', 'O'};
    static const unsigned char seven[] = {0x89, 'T', 'R', 'O', 'U', 'P', 'E'};
    trp_save_info info;

    CHECK_RESULT(trp_save_read_info(four, sizeof four, &info), TRP_ERR_DAMAGED);
    CHECK_RESULT(trp_save_read_info(seven, sizeof seven, &info), TRP_ERR_DAMAGED);
}

SITUATION("a save ends too late or too early")
{
    edited_begin();
    size_t end = edited.size - 8;
    edited.size++;
    edited_is_refused_at(TRP_ERR_DAMAGED, end, "there are bytes after the end");
    edited_resize(end, 1);
    edited_is_refused_at(TRP_ERR_DAMAGED, end, "there are bytes after the end");
    edited_resize(end, -1);
    check_cut(edited.size, end, "there are bytes after the end");
    memcpy(&edited, &edited_from, sizeof edited);
    for (size_t i = 0; i < 8; i++) {
        edited.bytes[end + i] ^= 0x80;
        check_cut(edited.size, end, "bytes were changed: the checksum differs");
        edited.bytes[end + i] ^= 0x80;
    }
}

SITUATION("a save names no game")
{
    trp_save_info info;

    FORGE({"GAME letters: set8 103", TRP_ERR_DAMAGED, "FILE+16", "the name of the game is missing"},
          {"GAME from: set8 9", TRP_ERR_DAMAGED, "GAME from"}, /* it ends later, or before */
          {"GAME from: set8 11", TRP_ERR_DAMAGED}, {"GAME from+1: set8 0", TRP_ERR_DAMAGED},
          {"GAME end-1: less 1", TRP_ERR_DAMAGED},
          {"GAME end: more 1"} /* readers skip what they do not know */);
    edited_begin();
    edited_resize(edited_chunk(TRP__SAVE_GAME, 0).end - 1, -1);
    save_mend_sum(&edited);
    CHECK_RESULT(trp_save_read_info(edited.bytes, edited.size, &info), TRP_ERR_DAMAGED);
}

SITUATION("a save has no such chunk of the game")
{
    size_t size = 0;

    edited_begin();
    trp__saved_chunk user = edited_chunk(TRP__SAVE_USER, 0);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "options", &size) ==
          edited.bytes + user.end - 4);
    CHECK_EQ(size, 4);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "option", &size) == NULL);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "options2", &size) == NULL);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size - 1, "options", &size) == NULL);
    CHECK(trp_save_find_chunk(NULL, edited.size, "options", &size) == NULL);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, NULL, &size) == NULL);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "options", NULL) == NULL);
    edited_set_8(user.from + 1 + 7, 'x'); /* a name ends with a zero */
    save_mend_sum(&edited);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "options", &size) == NULL);
    CHECK(trp_save_find_chunk(edited.bytes, edited.size, "", &size) == NULL);
    edited_is_loaded();
}

/* The world and its layers */

SITUATION("the world of a save cannot be")
{
    FORGE(
        {"WORLD letters: set8 119", TRP_ERR_DAMAGED, "FILE+16", "world: there is none"},
        {"WORLD end-1: less 1", TRP_ERR_DAMAGED, "WORLD from", "world: its numbers are impossible"},
        {"WORLD end: more 1"},
        {"WORLD from+22: set8 14", TRP_ERR_VALUE, "WORLD from+31",
         "world: field scale: its kind has changed"},
        {"WORLD scale: set32 0x7FC00000", TRP_ERR_DAMAGED, "WORLD from",
         "world: its numbers are impossible"},
        {"WORLD scale: set32 0x80000001", TRP_ERR_DAMAGED},
        {"WORLD scale: set32 0x7F800000", TRP_ERR_DAMAGED},
        {"WORLD dt: set32 0x7FC00000", TRP_ERR_DAMAGED},
        {"WORLD pools: add -1", TRP_ERR_DAMAGED, NULL, "world: the number of pools is wrong"},
        {"WORLD pools: add 1", TRP_ERR_DAMAGED});
}

/* In this version of the format it is the reverse. */
SITUATION("a layer of a save comes before the world")
{
    edited_begin();
    trp__saved_chunk world = edited_chunk(TRP__SAVE_WORLD, 0);
    trp__saved_chunk layer = edited_chunk(TRP__SAVE_LAYER, 0);
    size_t at = world.from - TRP__SAVE_CHUNK;
    size_t bytes = layer.end - world.end;
    CHECK_EQ(layer.from, world.end + TRP__SAVE_CHUNK);
    memcpy(edited.bytes + at, edited_from.bytes + world.end, bytes);
    memcpy(edited.bytes + at + bytes, edited_from.bytes + at, world.end - at);
    edited_set_32(edited_number(TRP__SAVE_LAYER, 0, "scale") - (world.end - at),
                  0x40000000); /* 2 */
    edited_load();
    CHECK(trp_layer_info(edited_world.world, 0).time_scale == 2);
}

SITUATION("a layer of a save cannot be")
{
    FORGE({"LAYER # end: more 1", TRP_ERR_DAMAGED, "LAYER # from",
           "layer: its numbers are impossible", 0, 1},
          {"LAYER # end: more 2", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER # end: more 3", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER # end-1: less 1", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER # end-2: less 2", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER # end-3: less 3", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER # end-4: less 4", .from = 0, .last = 1},
          {"LAYER # scale: set32 0x7FC00000", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER # scale: set32 0x80000001", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER # scale: set32 0x7F800000", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER # from: set8 255", TRP_ERR_DAMAGED, NULL, NULL, 0, 1},
          {"LAYER 0 visible+1: cut"}, /* no pools */
          {"LAYER 0 visible: cut", TRP_ERR_DAMAGED, "LAYER 0 from"},
          {"LAYER # enabled: set8 2", TRP_ERR_VALUE, "LAYER # enabled",
           "layer: field enabled: its value does not fit", 0, 1});
}

/* A chunk without letters and without a name, as if it were of a module without chunks. */
SITUATION("a save has a chunk without letters")
{
    FORGE({"USER letters: set32 #; USER from: set8 0; USER from+1: set8 0", .last = 1});
}

static void print_nothing(const char *line, void *arg)
{
}

/* its content is no name */
SITUATION("chunks that nothing is known of are skipped")
{
    edited_begin();
    const trp__saved_chunk ids = edited_chunk(TRP__SAVE_IDS, 0);
    edited_set_32(ids.from - 12, 0x5A5A5A5A);
    edited_set_8(ids.from, 255);
    save_mend_sum(&edited);
    CHECK_OK(trp_print_save(edited.bytes, edited.size, print_nothing, NULL));
    CHECK(edited_loads());
}
