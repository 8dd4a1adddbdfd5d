/*
 * What a measured program for the spatial workloads needs of a subject. Like cell.h's programs it
 * runs one subject in one cell as a process of its own and speaks the same protocol, but what it
 * measures are boxes that move:
 *
 *     space24.0 WORKLOAD N CHURN SUBJECT [step]     CHURN does not matter
 *     space24.0 WORKLOAD N CHURN SUBJECT settings   ns at each setting, such as the cell sizes
 *
 * It prints ns a box and frame (`queries`: ns a query), how many pairs or hits were reported in the
 * frames that count, their identity sum, and n.
 */
#ifndef BENCH_SPACE_CELL_H
#define BENCH_SPACE_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All numbers are multiples of a sixteenth, and small enough that no sum of two is rounded: so all
 * subjects, with float or with double, see the same edges touch. */
#define SPACE_GRAIN 16

/* Rectangles per frame in `queries`. */
#define SPACE_QUERIES 1000

/* The object of a game: some list's node, 24 bytes that its frame uses, and a member for the
 * callback. */
typedef struct thing
{
    void *node[3];
    float x, y, w, h;  /* the left top corner and the size */
    float vx, vy;      /* per frame */
    uint32_t identity; /* an odd number */
} thing;

typedef struct rectangle
{
    float x, y, w, h;
} rectangle;

typedef enum space_workload
{
    SPACE_PAIRS,     /* 8 by 8 */
    SPACE_MIXED,     /* 4 to 32 */
    SPACE_CLUSTERED, /* 8 by 8, nine tenths in a hundredth of the area */
    SPACE_SIZES,     /* 1 to 1,000, equally many per doubling */
    SPACE_RECTANGLES /* 8 by 8; queries instead of pairs */
} space_workload;

/* The bounds within which a box moves. */
typedef struct room
{
    float low, high;
} room;

/* The reports: their number, and a sum that is independent of their order. */
typedef struct sink
{
    uint64_t count;
    uint64_t sum;
} sink;

/* One cell's boxes. */
typedef struct scene
{
    space_workload kind;
    uint32_t n;
    uint32_t frame;  /* so far */
    float side;      /* of the square that all is in */
    float typical;   /* the mean side of a thing */
    room inner, all; /* nine tenths of the boxes are in `inner` */
    thing *boxes;
    rectangle *queries; /* of this frame */
    sink found;
    /* For subjects that are no library with a callback: they call this for each pair or hit. */
    void (*pair)(struct scene *s, uint32_t a, uint32_t b);
    void (*hit)(struct scene *s, uint32_t query, uint32_t a);
} scene;

/* The work of each callback: it reads the objects. Callbacks of libraries do it themselves, so that
 * all pay for one call. */
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

/* One way to find touching boxes. */
typedef struct space_subject
{
    const char *name;
    /* Multiples of the mean side of a box, to be tried as the `setting`, the largest first; ends with 0. NULL: none. */
    const double *settings;
    /* So slow that it runs only in the frames that count. */
    bool slow;
    /* Its frames differ much in their work. */
    bool uneven;
    /* As many boxes as the scene has, where they are. */
    void *(*open)(scene *s, double setting);
    void (*close)(void *state);
    /* Not timed: copies the new places into its own objects. NULL: works on s->boxes. */
    void (*place)(void *state);
    /* All boxes have moved: finds each touching pair once. */
    void (*pairs)(void *state);
    /* All have moved: finds the boxes that touch s->queries. */
    void (*queries)(void *state);
} space_subject;

/* The subjects of this program; ends with NULL. */
extern const space_subject *const space_subjects[];

/* space_scene.c: new boxes; the same for the same kind and n. */
void scene_open(scene *s, space_workload kind, uint32_t n);
void scene_copy(scene *to, const scene *from);
void scene_close(scene *s);

/* Moves all boxes by a frame, and chooses the queries. */
void scene_step(scene *s);

/* space_cell.c: zeroed memory, at the start of a cache line; ends the program if there is none. */
void *space_room(size_t count, size_t size);

/* Ends the program with a message if `good` is false. */
void space_check(bool good, const char *what);

#ifdef __cplusplus
}
#endif

#endif
