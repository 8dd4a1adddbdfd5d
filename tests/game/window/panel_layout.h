/**
 * @file panel_layout.h
 * The positions of the panel's parts, in units, for drawing and for the mouse.
 */
#ifndef PANEL_LAYOUT_H
#define PANEL_LAYOUT_H

#include "panel.h"

enum
{
    PANEL_MARGIN = 12,
    PANEL_WIDE = 430, /* the least width of two columns */
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

/** Column 0 or 1. The width is 0 if the column is hidden. */
panel_box panel_column(const panel *p, int number);
/** Slider 0 (motes) or 1 (churn). */
panel_box panel_slider(const panel *p, int number);
panel_box panel_button(const panel *p, storm_mistake mistake);

#endif
