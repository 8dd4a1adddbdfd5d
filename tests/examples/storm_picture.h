/**
 * @file storm_picture.h
 * A live picture of the storm, and a progress line, on a terminal that can show them.
 */
#ifndef EXAMPLES_STORM_PICTURE_H
#define EXAMPLES_STORM_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

/** Whether there is somebody to show a picture to: stdout is a terminal, not a dumb one, and
 * NO_COLOR is not set. */
bool picture_wanted(void);

/** Shows a storm of that many bodies for some seconds, kept and drawn by the library. The cursor is
 * hidden meanwhile; at SIGINT and SIGTERM it is there again before the signal takes its course. */
void picture_show(uint32_t bodies, double seconds);

/** Draws the progress line: how much of all the work is done, 0 to 1, and what is under way. */
void picture_progress(double done, const char *what);

/** Takes the progress line away. */
void picture_progress_end(void);

#endif
