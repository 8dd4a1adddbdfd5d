/**
 * @file panel_layout.h
 * Where the panel's parts are, in units, for drawing and for the mouse.
 */
#ifndef PANEL_LAYOUT_H
#define PANEL_LAYOUT_H

#include "panel.h"

enum
{
    PANEL_MARGIN = 12,
    PANEL_WIDE = 430, /* from here on there are two columns */
    PANEL_SLIDERS_Y = 128,
    PANEL_SLIDER_STEP = 20,
    PANEL_BUTTONS_Y = 252,
    PANEL_BUTTON_TALL = 15,
    PANEL_GAP = 4
};

typedef struct panel_box
{
    float x, y, width, height;
} panel_box;

/** Of the columns: 0 or 1. Its width is 0 if it is not shown. */
panel_box panel_column(const panel *p, int number);
/** Of the sliders: 0 the motes, 1 the churn. */
panel_box panel_slider(const panel *p, int number);
panel_box panel_button(const panel *p, storm_mistake mistake);

#endif
