/**
 * @file storm_picture.h
 * A live picture of the storm, and a progress line, on a terminal that can show them.
 */
#ifndef EXAMPLES_STORM_PICTURE_H
#define EXAMPLES_STORM_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

/** True if a picture can be shown: stdout is a terminal other than TERM=dumb, and NO_COLOR is not
 * set. */
bool picture_wanted(void);

/** Shows a storm of so many bodies for some seconds, updated and drawn by the library. The cursor
 * is hidden meanwhile. SIGINT and SIGTERM show it again before they take effect. */
void picture_show(uint32_t bodies, double seconds);

/** Draws the progress line: the part of the work that is done, 0 to 1, and its name. */
void picture_progress(double done, const char *what);

/** Removes the progress line. */
void picture_progress_end(void);

#endif
