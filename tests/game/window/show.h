/**
 * @file show.h
 * What the window shows: the game's sprites and lines, and the panel.
 */
#ifndef SHOW_H
#define SHOW_H

#include "core/game.h"

/** A rectangle of the window, in pixels. */
typedef struct show_area
{
    float x, y, width, height;
} show_area;

/** The largest field with the game's proportions in the middle of an area; its scale is width / GAME_WIDTH. */
show_area show_fit(show_area area);
/** The sprites, the hindmost first, on the field. */
void show_sprites(show_area field, const game_sprite *sprites, uint32_t count);
/** Score, lives, banner. */
void show_lines(show_area field, const game *g);

/** What the window measures for the panel. */
typedef struct show_times
{
    double tick_ms;     /**< of the last second: a tick's mean */
    double actor_ns;    /**< an actor's */
    double frames;      /**< drawn a second */
    float history[120]; /**< the last ticks, in ms, the oldest first */
} show_times;

/** The library at work. */
void show_panel(show_area area, const game_panel *panel, const show_times *times,
                uint32_t extra);
/** Where the slider is in the panel's area. */
show_area show_slider(show_area area);

#endif
