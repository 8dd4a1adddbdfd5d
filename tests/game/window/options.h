/**
 * @file options.h
 * Command line options and files of the window.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "stage/session.h"

#include <stdio.h>

#define OPTIONS_PATH 1024

typedef struct options
{
    uint32_t seed;
    uint32_t wave;
    uint32_t lives;
    uint32_t level;         /* game_level */
    uint32_t motes;         /* of the storm */
    uint32_t churn;         /* per mille per tick */
    uint32_t threads;       /* that update the storm; 0: one per core */
    double skip;            /* seconds that are first played without showing them */
    double seconds;         /* 0: until the player quits */
    const char *pattern;    /* a file */
    const char *replay;     /* a file, or a link */
    const char *record;     /* a file for the last recording */
    const char *screenshot; /* a file */
    const char *keep;       /* a file for the high score */
    const char *save;       /* a file for the saved game */
    const char *host;       /* a port at which the other player is waited for */
    const char *join;       /* where the other player waits: name:port */
    bool attract;
    bool no_panel;
    bool mute;
    bool calm;
    bool report;
} options;

/** Reads the options. False: an argument is unknown, or a number is invalid or out of its range;
 * call options_usage(). */
bool options_read(options *o, int count, char **arguments);
void options_usage(FILE *to, const char *program);

/** The session of the options: reads the pattern and the high score. False: the error was printed.
 * */
bool options_session(const options *o, session_desc *desc);
/** The path of a file: `given`, otherwise $XDG_DATA_HOME/bullet-troupe/`name`. `makes`: creates
 * missing folders. False: there is no path. */
bool options_path(const char *given, const char *name, bool makes, char path[OPTIONS_PATH]);
/** Reads the recording of --replay. NULL: the error was printed. */
const unsigned char *options_replay(const options *o, size_t *size);

/** Saves the high score to the file from which options_session() reads it; the autopilot's only if
 * --keep is given. */
void options_keep_score(const options *o, uint32_t score);
/** Writes a recording. False: the error was printed. */
bool options_write(const char *name, const unsigned char *bytes, size_t size);
/** A link that replays a recording in the browser. The text is in static memory. */
const char *options_link(const unsigned char *bytes, size_t size);

#endif
