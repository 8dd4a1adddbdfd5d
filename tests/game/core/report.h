/**
 * @file report.h The black box: the library's records of each birth and end, and queries about an
 * actor.
 */
#ifndef REPORT_H
#define REPORT_H

#include "enemy.h"
#include "patterns.h"
#include "troupe/inspect.h"

enum
{
    REPORT_RECORDS = 8192, /* about ten seconds of play */
    REPORT_BIRTHS = 4608,  /* of actors that live at the same time */
    REPORT_MAKER = 28      /* bytes of the longest "gunship: boss_storm" */
};

/** The state of the black box in the game's struct. */
typedef struct report
{
    trp_black_box box;
    game_kill kill;
    bool has_kill;
    /* the text that names the creator of a bullet: stored here, because the black box stores
     * pointers */
    char makers[ENEMY_TYPES][PATTERN_COUNT][REPORT_MAKER];
} report;

/** Bytes that the black box needs of the game's memory. Constant. */
#define REPORT_BYTES                                                                               \
    (TRP_BLACK_BOX_BYTES(REPORT_RECORDS) + TRP_BIRTHS_BYTES(REPORT_BIRTHS) + TRP_ALIGNMENT)

/** Starts the black box in REPORT_BYTES of memory, aligned to TRP_ALIGNMENT. Call it after the
 * world is created, before its pools are. */
bool report_init(game *g, unsigned char *memory);
/** The maker recorded for a bullet that an enemy of `type` fires with `pattern`. */
const char *report_maker(const game *g, enemy_type type, pattern_id pattern);
/** Records the actor that hit the player. */
void report_kill(game *g, const body *ship, const trp_actor *killer);

#endif
