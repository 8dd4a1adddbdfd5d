/**
 * @file panel.h
 * The panel beside the field: the library at work, and what one can do to it.
 */
#ifndef PANEL_H
#define PANEL_H

#include "stage/show.h"
#include "stage/stage_list.h"
#include "storm/rivals.h"

enum
{
    PANEL_QUADS = 8192,
    PANEL_PAST = 60 /* values of a curve */
};

/** Two columns where there is room, else one at a time. Zero it before it is first used. All fields private but
 * for those that say so. */
typedef struct panel
{
    float width, height; /* in units */
    bool is_wide;
    bool is_second; /**< public: the second column is shown where only one has room */
    game_panel game;
    game_pool_panel storm;
    show_report report;
    session_past past;
    size_t past_bytes;
    game_facts facts;
    bool has_facts;
    char why[2][160];
    storm_verdict verdict;
    bool has_verdict;
    double rival_ms[RIVALS];
    uint32_t rival_frames[RIVALS];
    float rival_ns[RIVALS][PANEL_PAST]; /* the newest last; 0: none yet */
    uint32_t rival_motes, rival_churn;  /* what they have begun with; 0: nothing */
    uint32_t next_rival;
    int dragged; /* which slider, from 1 */
} panel;

/** How large it is, in units. */
void panel_resize(panel *p, float width, float height);
/** Asks the show for all that is shown: a few times per second. */
void panel_refresh(panel *p, show *s);
/** Lets one of the rivals do one frame of the storm's size, and times it. */
void panel_race(panel *p, show_clock *now);
uint32_t panel_draw(const panel *p, const art *a, stage_quad *quads, uint32_t max);

/** The button of the mouse went down there, in units: true if there was something to do. */
bool panel_press(panel *p, show *s, float x, float y);
/** It is down, and moves. */
void panel_drag(panel *p, show *s, float x);
void panel_release(panel *p);
/** One of STORM_MISTAKES is made, and what the library said is shown. */
void panel_err(panel *p, show *s, storm_mistake mistake);

#endif
