/**
 * @file options.h
 * What native faces are asked for on the command line, and the files that they keep.
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
    uint32_t motes;         /* of the storm */
    uint32_t churn;         /* per mille per tick */
    uint32_t threads;       /* that update the storm; 0: one per core */
    double skip;            /* seconds that are played unseen, as quickly as can be */
    double seconds;         /* 0: until it is left */
    const char *pattern;    /* a file */
    const char *replay;     /* a file, or a link */
    const char *record;     /* a file for the last recording */
    const char *screenshot; /* a file */
    const char *film;       /* a file */
    const char *keep;       /* a file for the high score */
    const char *save;       /* a file for the saved game */
    const char *host;       /* a port at which the other player is waited for */
    const char *join;       /* where the other player waits: name:port */
    bool attract;
    bool show;
    bool no_panel;
    bool mute;
    bool calm;
} options;

/** Reads them; false: something is not understood, and options_usage() is to be printed. Numbers that are none,
 * or out of their range, are not understood. */
bool options_read(options *o, int count, char **arguments);
void options_usage(FILE *to, const char *program);

/** The session that is asked for: reads the pattern and the high score. False: what is wrong has been said. */
bool options_session(const options *o, session_desc *desc);
/** Where something is kept: `given`, or else $XDG_DATA_HOME/bullet-troupe/`name`; if it `makes` them, folders that are
 * missing are made. False: nowhere. */
bool options_path(const char *given, const char *name, bool makes, char path[OPTIONS_PATH]);
/** Reads what --replay names. NULL: what is wrong has been said. */
const unsigned char *options_replay(const options *o, size_t *size);

/** Keeps the high score where options_session() found it; the autopilot's only where --keep asks for it. */
void options_keep_score(const options *o, uint32_t score);
/** Writes a recording; false: what is wrong has been said. */
bool options_write(const char *name, const unsigned char *bytes, size_t size);
/** A link that plays a recording in the browser, in static memory. */
const char *options_link(const unsigned char *bytes, size_t size);

#endif
