/**
 * @file preview.h
 * A picture of the saved game, for menus. It is no stored picture: the save is loaded once into a
 * game that is never stepped, and the sprites of that game are kept. So a save without a picture is
 * a save that does not load. Freestanding.
 */
#ifndef PREVIEW_H
#define PREVIEW_H

#include "past/slot.h"
#include "session.h"

/** The most sprites of a picture. Of more, the last are missing: particles. */
#define PREVIEW_SPRITES 2048

/** The place of the picture in menus, in units of the field. */
#define PREVIEW_X 8
#define PREVIEW_Y 276
#define PREVIEW_SCALE 0.25f

/** All fields are read-only. Zero: there is no save. */
typedef struct preview
{
    bool has_save;
    const char *wrong; /**< why the save does not load, as a sentence; NULL: it loads */
    uint32_t wave;
    uint32_t seconds; /**< of play, from the start of the game to the save */
    char score[GAME_LINE_BYTES];
    uint32_t count;
    game_sprite sprites[PREVIEW_SPRITES]; /**< in drawing order */
    char problem[SLOT_WORDS];
} preview;

/** Makes the picture of a save, for the present pattern of the session. `bytes` NULL: there is no
 * save. `spare` has `spare_size` bytes, at least GAME_BYTES, aligned to 8; it is used only during
 * the call. The session is unchanged. */
void preview_take(preview *p, const session *s, const unsigned char *bytes, size_t size,
                  void *spare, size_t spare_size);
/** Whether a menu of the session shows the picture now: on the title, and while the game is
 * paused. */
bool preview_is_shown(const preview *p, session *s);
/** Whether a point of the field is on the picture of a save that loads. */
bool preview_is_at(const preview *p, float x, float y);

#endif
