/*
 * `chipmunk_hash` and `chipmunk_tree`: the spatial indexes of Chipmunk (Debian: libchipmunk-dev).
 * Without its headers this is a program without subjects.
 *
 * Both are used as in Chipmunk's own space: one call indexes all objects again and reports
 * candidates, and the callback first compares the boxes.
 */
#include "space_cell.h"

#if __has_include(<chipmunk/chipmunk.h>)
#include <chipmunk/chipmunk.h>

#include <stdlib.h>

/* An object in the index; Chipmunk keeps its address. */
typedef struct object {
    cpBB edge;
    cpVect velocity;
} object;

typedef struct index {
    scene *s;
    object *objects;
    cpSpatialIndex *spatial;
    double pace;    /* frames per second */
    uint32_t query; /* the query in progress */
} index;

static cpBB object_edge(void *o)
{
    return ((object *)o)->edge;
}

static cpVect object_velocity(void *o)
{
    return ((object *)o)->velocity;
}

/* Not timed: a game that uses Chipmunk stores positions in Chipmunk's form. */
static void place(void *state)
{
    index *x = state;
    for (uint32_t i = 0; i < x->s->n; i++) {
        const thing *b = &x->s->boxes[i];
        x->objects[i].edge = cpBBNew((double)b->x, (double)b->y, (double)b->x + (double)b->w,
                                     (double)b->y + (double)b->h);
        x->objects[i].velocity = cpv((double)b->vx * x->pace, (double)b->vy * x->pace);
    }
}

static index *index_open(scene *s)
{
    index *x = space_room(1, sizeof *x);
    x->s = s;
    x->objects = space_room(s->n, sizeof *x->objects);
    place(x);
    return x;
}

static void insert_all(index *x)
{
    for (uint32_t i = 0; i < x->s->n; i++)
        cpSpatialIndexInsert(x->spatial, &x->objects[i], i);
}

/* The size of the table: the best of 1 to 10 per box, which depends on the caches. */
static void *hash_open(scene *s, double setting)
{
    index *x = index_open(s);
    int cells = (int)s->n * (s->n > 30000 ? 2 : 8);
    x->spatial = cpSpaceHashNew((double)s->typical * setting, cells, object_edge, NULL);
    insert_all(x);
    return x;
}

/* The setting is the speed of time: the tree enlarges boxes by the motion of a tenth of a second.
 * */
static void *tree_open(scene *s, double setting)
{
    index *x = index_open(s);
    x->pace = setting;
    x->spatial = cpBBTreeNew(object_edge, NULL);
    cpBBTreeSetVelocityFunc(x->spatial, object_velocity);
    insert_all(x);
    cpBBTreeOptimize(x->spatial);
    return x;
}

static void index_close(void *state)
{
    index *x = state;
    cpSpatialIndexFree(x->spatial);
    free(x->objects);
    free(x);
}

static cpCollisionID take_pair(void *a, void *b, cpCollisionID id, void *state)
{
    index *x = state;
    const object *first = a, *second = b;
    if (cpBBIntersects(first->edge, second->edge))
        scene_take_pair(x->s, (uint32_t)(first - x->objects), (uint32_t)(second - x->objects));
    return id;
}

/* The rectangle is in `asked`. */
static cpCollisionID take_hit(void *asked, void *found, cpCollisionID id, void *state)
{
    index *x = state;
    const object *first = asked, *second = found;
    if (cpBBIntersects(first->edge, second->edge))
        scene_take_hit(x->s, x->query, (uint32_t)(second - x->objects));
    return id;
}

static void index_pairs(void *state)
{
    index *x = state;
    cpSpatialIndexReindexQuery(x->spatial, take_pair, x);
}

static void index_queries(void *state)
{
    index *x = state;
    cpSpatialIndexReindex(x->spatial);
    for (x->query = 0; x->query < SPACE_QUERIES; x->query++) {
        const rectangle *r = &x->s->queries[x->query];
        object asked = {cpBBNew((double)r->x, (double)r->y, (double)r->x + (double)r->w,
                                (double)r->y + (double)r->h),
                        cpvzero};
        cpSpatialIndexQuery(x->spatial, &asked, asked.edge, take_hit, x);
    }
}

/* Sides of the cells. */
static const double hash_settings[] = {6, 4, 3, 2, 1.5, 1, 0};

/* Frames a second: the tree makes room for a tenth as many. */
static const double tree_settings[] = {60, 0};

static const space_subject hash = {
    .name = "chipmunk_hash",
    .settings = hash_settings,
    .open = hash_open,
    .close = index_close,
    .place = place,
    .pairs = index_pairs,
    .queries = index_queries,
};

static const space_subject tree = {
    .name = "chipmunk_tree",
    .settings = tree_settings,
    .uneven = true,
    .open = tree_open,
    .close = index_close,
    .place = place,
    .pairs = index_pairs,
    .queries = index_queries,
};

const space_subject *const space_subjects[] = {&hash, &tree, NULL};
#else
const space_subject *const space_subjects[] = {NULL};
#endif
