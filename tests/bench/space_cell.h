/*
 * The interface between the measured programs for the spatial workloads and their subjects. A
 * program runs one subject in one cell as its own process, with the protocol of cell.h, and
 * measures moving boxes:
 *
 *     space24.0 WORKLOAD N CHURN SUBJECT [step]     CHURN is ignored
 *     space24.0 WORKLOAD N CHURN SUBJECT settings   ns at each setting, such as the cell sizes
 *
 * It prints ns per box and frame (`queries`: ns per query), the number of reported pairs or hits in
 * the counted frames, their identity sum, and n.
 */
#ifndef BENCH_SPACE_CELL_H
#define BENCH_SPACE_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All numbers are multiples of a sixteenth, and so small that sums of two are exact. So edges touch
 * for all subjects alike, with float or with double. */
#define SPACE_GRAIN 16

/* Rectangles per frame in `queries`. */
#define SPACE_QUERIES 1000

/* The object of a game: a list's node, 24 bytes that its frame uses, and a member for the callback.
 * */
typedef struct thing {
    void *node[3];
    float x, y, w, h;  /* the top left corner and the size */
    float vx, vy;      /* per frame */
    uint32_t identity; /* an odd number */
} thing;

typedef struct rectangle {
    float x, y, w, h;
} rectangle;

typedef enum space_workload {
    SPACE_PAIRS,     /* 8 by 8 */
    SPACE_MIXED,     /* 4 to 32 */
    SPACE_CLUSTERED, /* 8 by 8, nine tenths in a hundredth of the area */
    SPACE_SIZES,     /* 1 to 1,000, equally many per doubling */
    SPACE_RECTANGLES /* 8 by 8; queries instead of pairs */
} space_workload;

/* The bounds within which a box moves. */
typedef struct room {
    float low, high;
} room;

/* The reports: their number, and a sum that is independent of their order. */
typedef struct sink {
    uint64_t count;
    uint64_t sum;
} sink;

/* One cell's boxes. */
typedef struct scene {
    space_workload kind;
    uint32_t n;
    uint32_t frame;  /* so far */
    float side;      /* of the square that contains all boxes */
    float typical;   /* the mean side of a box */
    room inner, all; /* nine tenths of the boxes are in `inner` */
    thing *boxes;
    rectangle *queries; /* of this frame */
    sink found;
    /* For subjects without a callback: they call this for each pair or hit. */
    void (*pair)(struct scene *s, uint32_t a, uint32_t b);
    void (*hit)(struct scene *s, uint32_t query, uint32_t a);
} scene;

/* The work of each callback: it reads the objects. Callbacks of libraries do it themselves, so that
 * each subject has the cost of one call. */
static inline void scene_take_pair(scene *s, uint32_t a, uint32_t b)
{
    s->found.count++;
    s->found.sum += (uint64_t)s->boxes[a].identity * s->boxes[b].identity;
}

static inline void scene_take_hit(scene *s, uint32_t query, uint32_t a)
{
    s->found.count++;
    s->found.sum += (uint64_t)s->boxes[a].identity * (2 * query + 1);
}

/* A way to find touching boxes. */
typedef struct space_subject {
    const char *name;
    /* Multiples of the mean side of a box that are tried as the `setting`, the largest first; ends
     * with 0. NULL: none. */
    const double *settings;
    /* It is so slow that it runs only in counted frames. */
    bool slow;
    /* The work of its frames differs much. */
    bool uneven;
    /* Creates the boxes of the scene at their positions. */
    void *(*open)(scene *s, double setting);
    void (*close)(void *state);
    /* Not timed: copies the new positions into its own objects. NULL: the subject uses s->boxes. */
    void (*place)(void *state);
    /* Finds each touching pair once, after all boxes have moved. */
    void (*pairs)(void *state);
    /* Finds the boxes that touch s->queries, after all boxes have moved. */
    void (*queries)(void *state);
} space_subject;

/* The subjects of this program; ends with NULL. */
extern const space_subject *const space_subjects[];

/* space_scene.c: new boxes, equal for equal kind and n. */
void scene_open(scene *s, space_workload kind, uint32_t n);
void scene_copy(scene *to, const scene *from);
void scene_close(scene *s);

/* Moves all boxes by one frame, and chooses the queries. */
void scene_step(scene *s);

/* space_cell.c: zeroed memory, at the start of a cache line; ends the program if there is none. */
void *space_room(size_t count, size_t size);

/* Ends the program with a message if `good` is false. */
void space_check(bool good, const char *what);

#ifdef __cplusplus
}
#endif

#endif
