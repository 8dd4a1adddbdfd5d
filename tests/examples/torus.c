/* A world that wraps: an actor that leaves it on the right returns on the left. A space has no
 * edges. For a box across an edge a second query is made, shifted by the size of the world. */
#include "troupe/troupe.h"

#include <stdio.h>

#define SIDE 320.0f /* side of the world; each box is narrower than half of it */

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
    int id;
} rock;

/* Calls `touch` for each actor that touches the box or one of its images. The box may lie across
 * edges of the world. */
static void query_wrapped(trp_space *space, trp_box box, const trp_actor *asker,
                          trp_actor_fn *touch, void *user)
{
    for (int down = -1; down <= 1; down++)
        for (int across = -1; across <= 1; across++) {
            trp_query query = {.asker = asker};
            query.area = trp_rectangle(box.x + SIDE * (float)across, box.y + SIDE * (float)down,
                                       box.width, box.height);
            trp_space_query(space, &query, touch, user);
        }
}

static void print(trp_actor *self, const trp_context *in)
{
    (void)in;
    printf(" %d", trp_as(rock, self)->id);
}

static void print_hit(const trp_actor *a, const trp_actor *b)
{
    printf("%d hits %d\n", trp_as(rock, a)->id, trp_as(rock, b)->id);
}

static void hit(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    (void)in;
    print_hit(a, b);
}

static void hit_over_edge(trp_actor *other, const trp_context *in)
{
    print_hit((const trp_actor *)in->arg, other);
}

/* Finds all pairs: those that touch directly, and those in which one box lies across an edge and
 * touches the other when it is shifted by the size of the world. Only one of two opposite
 * directions is tried, so that each pair is found once. */
static void pairs_wrapped(trp_space *space, trp_pool *pool)
{
    static const float ways[4][2] = {{-SIDE, 0}, {-SIDE, -SIDE}, {-SIDE, SIDE}, {0, -SIDE}};

    trp_space_pairs(space, NULL, hit, NULL);
    trp_each (rock, it, pool)
        for (int i = 0; i < 4; i++) {
            trp_query query = {.asker = &it->actor};
            query.area =
                trp_rectangle(it->x + ways[i][0], it->y + ways[i][1], it->width, it->height);
            if ((ways[i][0] == 0 || it->x + it->width >= SIDE) &&
                (ways[i][1] >= 0 || it->y + it->height >= SIDE))
                trp_space_query(space, &query, hit_over_edge, &it->actor);
        }
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *rocks =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 8});
    trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 8});
    const rock made[] = {
        {.x = 310, .y = 100, .id = 1},                                /* across the right edge */
        {.x = 4, .y = 110, .id = 2},   {.x = 312, .y = 312, .id = 3}, /* across a corner */
        {.x = 0, .y = 0, .id = 4},     {.x = 2, .y = 305, .id = 6},   /* across the bottom */
        {.x = 314, .y = 5, .id = 7}, /* across the right edge, at the top */
        {.x = 150, .y = 150, .id = 5}};

    trp_space_add_pool(space, rocks,
                       &(trp_space_pool_desc){.box = TRP_BOX(rock, x, y, width, height)});
    for (unsigned i = 0; i < sizeof made / sizeof *made; i++) {
        rock *it = trp_as(rock, trp_create(rocks, &made[i]));
        it->width = it->height = 20;
    }
    trp_space_moved_all(space, NULL);
    pairs_wrapped(space, rocks);
    printf("at the left edge:");
    query_wrapped(space, (trp_box){-5, 95, 10, 10}, NULL, print, NULL);
    printf("\n");
    trp_world_destroy(world);
    return 0;
}
