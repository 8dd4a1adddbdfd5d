/**
 * @file diff_scene.h
 *
 * Differences between snapshots, heard in full: all members of a report, and its text.
 */
#ifndef TROUPE_TESTS_DIFF_SCENE_H
#define TROUPE_TESTS_DIFF_SCENE_H

#include "snapshot_scene.h"

enum { DIFF_HEARD_MOST = 24 };

/** A report. */
typedef struct diff_heard {
    trp_difference of;
    char text[240]; /**< the text of `of`, which has ended */
} diff_heard;

/** The reports of the last comparison. */
extern diff_heard diff_reports[DIFF_HEARD_MOST];
extern unsigned diff_report_count;

/** What a report must be. */
typedef struct diff_line {
    trp_difference_kind kind;
    const char *text; /**< exactly, unless the library has no words */
} diff_line;

/** Compares the snapshots with these numbers. Each difference was reported, once, with the right
 * `user`. */
uint32_t diff_between(const trp_world *world, unsigned a, unsigned b);
/** Compares snapshot 0 with the present state, which becomes snapshot 1. */
uint32_t diff_since(const trp_world *world);
/** Saves, so that diff_between() and diff_since() know the length. */
void diff_save(const trp_world *world, unsigned number);

void diff_check_lines(const char *file, int line, const diff_line *lines, unsigned count);

/** The last comparison reported exactly these differences, in this order. */
#define CHECK_HEARD(...)                                                                           \
    diff_check_lines(__FILE__, __LINE__, (const diff_line[]){__VA_ARGS__},                         \
                     (unsigned)(sizeof((const diff_line[]){__VA_ARGS__}) / sizeof(diff_line)))

/** The place that a report names. */
void diff_check_place(const char *file, int line, unsigned number, diff_heard expected);
#define CHECK_PLACE(number, ...)                                                                   \
    diff_check_place(__FILE__, __LINE__, (number), (diff_heard){.of = {__VA_ARGS__}})

#endif
