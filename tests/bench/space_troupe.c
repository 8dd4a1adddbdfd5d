/* `space_levels` and `space_brute`: the library's space, with grids and without. */
#include "space_subjects.h"

#include <troupe/troupe.h>

#include <stdlib.h>

/* The struct of a game: as the common one, but with the library's node. */
typedef struct mover {
    trp_actor actor;
    float x, y, w, h, vx, vy;
    uint32_t identity;
} mover;

typedef struct stage {
    scene *s;
    trp_world *world;
    trp_space *space;
    mover **movers;
    uint32_t query; /* the query in progress */
} stage;

static void stage_place(void *state)
{
    stage *g = state;
    for (uint32_t i = 0; i < g->s->n; i++) {
        g->movers[i]->x = g->s->boxes[i].x;
        g->movers[i]->y = g->s->boxes[i].y;
    }
}

static void *stage_open(scene *s, const trp_space_index *index)
{
    stage *g = space_room(1, sizeof *g);
    trp_pool_desc desc = {.type = TRP_TYPE(mover, actor), .capacity = s->n};
    g->s = s;
    g->movers = space_room(s->n, sizeof(mover *));
    g->world = trp_world_create(NULL);
    trp_pool *pool = trp_pool_create(g->world, &desc);
    g->space = trp_space_create(g->world, &(trp_space_desc){.index = index, .capacity = s->n});
    space_check(pool != NULL && g->space != NULL, "no world, pool or space");
    for (uint32_t i = 0; i < s->n; i++) {
        g->movers[i] = trp_as(mover, trp_create(pool, NULL));
        g->movers[i]->w = s->boxes[i].w;
        g->movers[i]->h = s->boxes[i].h;
        g->movers[i]->identity = s->boxes[i].identity;
    }
    stage_place(g);
    trp_result in = trp_space_add_pool(g->space, pool,
                                       &(trp_space_pool_desc){.box = TRP_BOX(mover, x, y, w, h)});
    space_check(in == TRP_OK, "the boxes were refused");
    return g;
}

static void *levels_open(scene *s, double setting)
{
    (void)setting;
    return stage_open(s, NULL);
}

static void *brute_open(scene *s, double setting)
{
    (void)setting;
    return stage_open(s, TRP_SPACE_BRUTE);
}

static void stage_close(void *state)
{
    stage *g = state;
    trp_world_destroy(g->world);
    free(g->movers);
    free(g);
}

static void take_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    scene *s = in->arg;
    s->found.count++;
    s->found.sum += (uint64_t)trp_as(mover, a)->identity * trp_as(mover, b)->identity;
}

static void stage_pairs(void *state)
{
    stage *g = state;
    trp_space_moved_all(g->space, NULL);
    trp_space_pairs(g->space, NULL, take_pair, g->s);
}

static void take_hit(trp_actor *self, const trp_context *in)
{
    stage *g = in->arg;
    g->s->found.count++;
    g->s->found.sum += (uint64_t)trp_as(mover, self)->identity * (2 * g->query + 1);
}

static void stage_queries(void *state)
{
    stage *g = state;
    trp_space_moved_all(g->space, NULL);
    for (g->query = 0; g->query < SPACE_QUERIES; g->query++) {
        const rectangle *r = &g->s->queries[g->query];
        trp_space_query(g->space, &(trp_query){.area = trp_rectangle(r->x, r->y, r->w, r->h)},
                        take_hit, g);
    }
}

const space_subject space_subject_levels = {
    .name = "space_levels",
    .open = levels_open,
    .close = stage_close,
    .place = stage_place,
    .pairs = stage_pairs,
    .queries = stage_queries,
};
const space_subject space_subject_space_brute = {
    .name = "space_brute",
    .slow = true,
    .open = brute_open,
    .close = stage_close,
    .place = stage_place,
    .pairs = stage_pairs,
    .queries = stage_queries,
};
