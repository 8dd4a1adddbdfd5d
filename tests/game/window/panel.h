/**
 * @file panel.h
 * The panel beside the field: shows the library at work, and lets the player act on it.
 */
#ifndef PANEL_H
#define PANEL_H

#include "stage/show.h"
#include "stage/stage_list.h"
#include "storm/rivals.h"

enum
{
    PANEL_QUADS = 8192,
    PANEL_PAST = 60 /* values per curve */
};

/** Two columns where both fit, otherwise one at a time. Zero it before the first use. Fields are
 * private unless they are marked as public. */
typedef struct panel
{
    float width, height; /* in units */
    bool is_wide;
    bool is_second; /**< public: shows the second column where only one fits */
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
    float rival_ns[RIVALS][PANEL_PAST]; /* the newest is last; 0: not measured */
    uint32_t rival_motes, rival_churn;  /* those that the rivals have begun with; 0: not begun */
    uint32_t next_rival;
    int dragged; /* the slider that the mouse drags, from 1; 0: none */
} panel;

/** Sets the size, in units. */
void panel_resize(panel *p, float width, float height);
/** Reads all values from the show. Call it a few times per second. */
void panel_refresh(panel *p, show *s);
/** Runs one frame of one rival, with as many actors as the storm, and measures its time. */
void panel_race(panel *p, show_clock *now);
uint32_t panel_draw(const panel *p, const art *a, stage_quad *quads, uint32_t max);

/** The mouse button was pressed at (x, y), in units. True if something is there. */
bool panel_press(panel *p, show *s, float x, float y);
/** The mouse moves with the button held. */
void panel_drag(panel *p, show *s, float x);
void panel_release(panel *p);
/** Makes one of STORM_MISTAKES, and shows what the library reports. */
void panel_err(panel *p, show *s, storm_mistake mistake);

#endif
