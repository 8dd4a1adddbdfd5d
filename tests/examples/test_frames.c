/*
 * Objects of a real game, frame by frame. All kinds of space must give the same pairs and answers,
 * in the same order, as brute force. Brute force must give the same pairs as two loops.
 *
 *     test_frames FILE...    lines "F TICK" begin a frame, "ID X Y RADIUS" are its objects
 */
#include "troupe/troupe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { IDS = 65536, OBJECTS = 4096, KINDS = 3, NEAREST = 5 };

typedef struct object {
    trp_actor actor;
    trp_box box;
    uint32_t id;
    uint32_t frame; /* the last frame that contains the object */
} object;

typedef struct answer {
    uint64_t count;
    uint64_t sum; /* of the ids in their order */
} answer;

static trp_world *world;
static trp_pool *pool;
static trp_space *spaces[KINDS];
static object *by_id[IDS];
static uint32_t frame;
static unsigned long questions, hits, pairs, failed;

static void add_id(answer *to, uint32_t id)
{
    to->count++;
    to->sum = (to->sum ^ id) * 1099511628211u;
}

static void note(trp_actor *self, const trp_context *in)
{
    add_id((answer *)in->arg, trp_as(object, self)->id);
}

static void note_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    add_id((answer *)in->arg, trp_as(object, a)->id);
    add_id((answer *)in->arg, trp_as(object, b)->id);
}

static void draw(const trp_actor *self, const trp_view *view)
{
    add_id((answer *)view->target, trp_as(object, self)->id);
}

static void check(bool good, const char *what, int kind)
{
    if (good)
        return;
    failed++;
    printf("FAILED: frame %u: %s: kind %d\n", frame, what, kind);
}

static void compare(const answer *all, const char *what)
{
    questions++;
    hits += all[0].count;
    for (int i = 1; i < KINDS; i++)
        check(all[i].count == all[0].count && all[i].sum == all[0].sum, what, i);
}

static void ask(trp_area area, const char *what)
{
    answer all[KINDS] = {{0, 0}};
    for (int i = 0; i < KINDS; i++)
        trp_space_query(spaces[i], &(trp_query){.area = area}, note, &all[i]);
    compare(all, what);
}

static void ask_nearest(float x, float y, float radius)
{
    answer all[KINDS] = {{0, 0}};
    const trp_query query = {.area = trp_circle(x, y, radius), .order = TRP_SPACE_NEAREST_FIRST};
    trp_hit found[NEAREST];
    for (int i = 0; i < KINDS; i++) {
        const uint32_t count = trp_space_find(spaces[i], &query, found, NEAREST);
        for (uint32_t k = 0; k < count; k++)
            add_id(&all[i], trp_as(object, found[k].actor)->id);
    }
    compare(all, "nearest");
}

static void ask_first(trp_area sweep)
{
    answer all[KINDS] = {{0, 0}};
    const trp_query query = {.area = sweep, .order = TRP_SPACE_NEAREST_FIRST};
    trp_hit first[KINDS] = {{.at = 1}, {.at = 1}, {.at = 1}};
    for (int i = 0; i < KINDS; i++) {
        const uint32_t count = trp_space_find(spaces[i], &query, &first[i], 1);
        add_id(&all[i], count != 0 ? trp_as(object, first[i].actor)->id : 0);
        check(first[i].at == first[0].at, "the time of a sweep's first contact", i);
    }
    compare(all, "the first on a sweep");
}

static void ask_around(const object *it)
{
    const trp_box *b = &it->box;
    const float reach = 16.0f * (float)(1 + it->id % 20);
    answer all[KINDS] = {{0, 0}};
    ask(trp_rectangle(b->x, b->y, b->width, b->height), "a rectangle");
    ask(trp_rectangle(b->x - reach, b->y - reach, 2 * reach, 2 * reach), "a larger rectangle");
    ask(trp_rectangle(b->x, b->y, 0, 0), "a point");
    ask(trp_circle(b->x, b->y, reach), "a circle");
    ask(trp_segment(b->x, b->y, b->x + reach, b->y - 3 * reach), "a segment");
    ask(trp_sweep(trp_rectangle(b->x, b->y, b->width, b->height), 4 * reach, reach), "a sweep");
    ask_first(trp_sweep(trp_rectangle(b->x, b->y, b->width, b->height), -reach, 2 * reach));
    ask_nearest(b->x, b->y, it->id % 2 == 0 ? reach : INFINITY);
    for (int i = 0; i < KINDS; i++)
        trp_space_draw(spaces[i], trp_rectangle(b->x, b->y, 5 * reach, 3 * reach), &all[i], 0);
    compare(all, "what is drawn");
}

/* The edges are integers, so that sums are exact. */
static bool touch(const trp_box *a, const trp_box *b)
{
    return a->x <= b->x + b->width && b->x <= a->x + a->width && a->y <= b->y + b->height &&
           b->y <= a->y + a->height;
}

static void compare_pairs(void)
{
    answer all[KINDS] = {{0, 0}};
    uint64_t expected = 0;
    for (int i = 0; i < KINDS; i++)
        trp_space_pairs(spaces[i], NULL, note_pair, &all[i]);
    compare(all, "pairs");
    trp_each (object, a, pool)
        trp_each (object, b, pool)
            expected += a < b && touch(&a->box, &b->box);
    check(all[0].count == 2 * expected, "pairs of two loops", 0);
    pairs += (unsigned long)expected;
}

/* Ends the objects that are not in this frame, then makes all queries. */
static void end_frame(void)
{
    trp_each (object, it, pool)
        if (it->frame != frame) {
            by_id[it->id] = NULL;
            trp_recycle(world, &it->actor);
        }
    for (int i = 0; i < KINDS; i++)
        if (frame % 2 == 0) /* in odd frames each move was reported when it happened */
            trp_space_moved_all(spaces[i], NULL);
    if (frame % 4 < 2)
        compare_pairs();
    trp_each (object, it, pool)
        ask_around(it);
    compare_pairs();
}

static void see(unsigned id, float x, float y, float radius)
{
    object init = {.box = {x - radius, y - radius, 2 * radius, 2 * radius}, .id = id};
    if (id >= IDS)
        return;
    if (by_id[id] == NULL)
        by_id[id] = trp_as(object, trp_create(pool, &init));
    if (by_id[id] == NULL)
        exit(2);
    by_id[id]->box = init.box;
    by_id[id]->frame = frame;
    for (int i = 0; i < KINDS; i++)
        trp_space_moved(spaces[i], &by_id[id]->actor);
}

static void set_up(void)
{
    const trp_space_desc descs[KINDS] = {
        {.index = TRP_SPACE_BRUTE, .capacity = OBJECTS},
        {.capacity = OBJECTS},
        {.capacity = OBJECTS, .hits = OBJECTS},
    };
    world = trp_world_create(NULL);
    pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(object, actor),
                                                   .capacity = OBJECTS,
                                                   .order = TRP_ORDER_OLDEST,
                                                   .draw = draw});
    for (int i = 0; i < KINDS; i++) {
        spaces[i] = trp_space_create(world, &descs[i]);
        if (trp_space_add_pool(spaces[i], pool,
                               &(trp_space_pool_desc){.box = TRP_BOX_AT(object, box)}) != TRP_OK)
            exit(2);
    }
}

static void play(FILE *file)
{
    char line[100];
    unsigned id;
    float x, y, radius;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == 'F') {
            if (frame != 0)
                end_frame();
            frame++;
        } else if (sscanf(line, "%u %f %f %f", &id, &x, &y, &radius) == 4)
            see(id, x, y, radius);
    }
    end_frame();
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "r");
        if (file == NULL) {
            perror(argv[i]);
            return 2;
        }
        set_up();
        play(file);
        fclose(file);
        printf("%s: %u frames, %lu pairs, %lu questions, %lu hits: %lu failed\n", argv[i], frame,
               pairs, questions, hits, failed);
        trp_world_destroy(world);
    }
    return failed != 0 || frame == 0;
}
