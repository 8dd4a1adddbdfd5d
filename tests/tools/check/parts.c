/*
 * Parts of one pool on 1, 2 and 8 threads. Their updates make all calls that are allowed in a part,
 * and all that are refused. A thread sanitizer must report nothing, and the final world must be the
 * same as without threads.
 */
#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/hash.h"
#include "troupe/parallel.h"
#include "troupe/troupe.h"

#include <stdio.h>

enum { TICKS = 60, BIRDS = 1500, TREES = 200 };

typedef struct bird {
    trp_actor actor;
    float x, y, width, height;
    uint32_t sum;
} bird;

typedef struct forest {
    trp_world *world;
    trp_pool *birds, *trees, *old;
    trp_space *space;
    trp_group group;
    trp_family family;
    uint32_t called;
} forest;

static forest f;

static void count_call(const void *event, const trp_context *in)
{
    (void)in;
    f.called = f.called * 31 + *(const uint32_t *)event;
}

static void visit(trp_actor *actor, const trp_context *in)
{
    (void)in;
    (void)actor;
    f.called++; /* never */
}

static void find(trp_actor *actor, const trp_context *in)
{
    visit(actor, in);
}

static void pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    (void)b;
    visit(a, in);
}

/* Makes calls that are all refused and write nothing: neither counts of misuse nor memory of
 * searches. Returns the number of calls that were not refused. */
static uint32_t do_wrong(bird *self)
{
    trp_actor *own = &self->actor;
    uint32_t done = 0;

    done += trp_create(f.birds, NULL) != NULL;
    done += trp_create(f.old, self) != NULL;
    done += trp_create_with(f.trees, &(trp_birth){.optional = true}) != NULL;
    done += trp_recycle(f.world, own) != TRP_BUSY;
    done += trp_expire(f.world, own) != TRP_BUSY;
    done += trp_deactivate(f.world, own) != TRP_BUSY;
    done += trp_recycle(f.world, (trp_actor *)(void *)&f) != TRP_ERR_FOREIGN;
    done += trp_for_each(f.trees, visit, NULL) != TRP_BUSY;
    done += trp_group_add(&f.group, own) != TRP_BUSY;
    done += trp_group_for_each(&f.group, visit, NULL) != TRP_BUSY;
    done += trp_family_attach(&f.family, own, own) != TRP_BUSY;
    done += trp_family_for_each(&f.family, own, visit, NULL) != TRP_BUSY;
    done += trp_space_moved(f.space, own) != TRP_BUSY;
    done += trp_space_query(f.space, &(trp_query){.area = trp_circle(0, 0, 99)}, find, NULL) != 0;
    done += trp_space_pairs(f.space, NULL, pair, NULL) != 0;
    done += trp_space_stop(f.space) != TRP_GONE;
    done += trp_layer_set_time_scale(f.world, 0, 2) != TRP_BUSY;
    done += trp_pool_clear(f.trees, NULL) != TRP_BUSY;
    done += trp_update_all(f.world, 1) != TRP_BUSY;
    done += trp_set_tag(f.world, "a bird") != NULL;
    return done;
}

static void ask(trp_part *part, bird *self)
{
    trp_query near_me = {.area = trp_circle(self->x, self->y, 30),
                         .order = TRP_SPACE_NEAREST_FIRST};
    trp_hit hits[4];
    const uint32_t count = trp_space_find(f.space, &near_me, hits, 4);

    for (uint32_t i = 0; i < count; i++)
        self->sum = self->sum * 31 + trp_slot_of(f.world, hits[i].actor);
    trp_each (bird, tree, f.trees) {
        self->sum += (uint32_t)tree->x;
        if (tree->x > 90)
            break;
    }
    trp_each (bird, it, f.old)
        self->sum += (uint32_t)it->x;
    self->sum += trp_group_measure(&f.group);
    self->sum += trp_next(f.world, &self->actor) != NULL;
}

static void give_commands(trp_part *part, bird *self, uint64_t bits)
{
    const uint32_t data = (uint32_t)bits;

    if (bits % 16 == 0)
        trp_part_end(part, trp_handle_of(f.world, &self->actor), NULL);
    if (bits % 16 == 1)
        trp_part_end(part, trp_handle_of(f.world, &self->actor), &(trp_ending){.later = true});
    if (bits % 16 == 2)
        trp_part_end(part, trp_handle_of(f.world, trp_pool_at(f.trees, data / 16 % TREES)), NULL);
    if (bits % 8 == 3)
        trp_part_create(part, data / 8 % 4 != 0 ? f.birds : f.trees, self);
    if (bits % 16 == 4)
        trp_part_call(part, count_call, &data, sizeof data);
    if (bits % 64 == 5)
        trp_part_create(part, NULL, NULL); /* a misuse, reported after the parts */
}

static void birds_update(trp_part *part, const trp_context *in)
{
    (void)in;
    trp_part_each(bird, self, part)
    {
        const uint64_t bits = trp_random(f.world, &self->actor, 3, 0);
        self->x = (float)(bits >> 20 & 1023);
        self->y = (float)(bits >> 40 & 1023);
        ask(part, self);
        if (bits % 32 < 8)
            self->sum += 1000 * do_wrong(self);
        give_commands(part, self, bits);
    }
}

static void begin(trp_parallel_for_fn *parallel_for, void *user)
{
    const trp_parallel_desc parts = {.update = birds_update,
                                     .parallel_for = parallel_for,
                                     .user = user,
                                     .slots_per_part = 64,
                                     .command_bytes = 24};
    trp_pool_desc desc = {.type = TRP_TYPE(bird, actor), .capacity = BIRDS};

    f = (forest){0};
    f.world = trp_world_create(&(trp_world_desc){.on_misuse = trp_ignore_misuse});
    desc.parallel = (trp_parallel)TRP_PARALLEL(&parts);
    f.birds = trp_pool_create(f.world, &desc);
    desc.parallel = (trp_parallel){NULL, NULL};
    desc.capacity = TREES;
    f.trees = trp_pool_create(f.world, &desc);
    desc.order = TRP_ORDER_NEWEST;
    f.old = trp_pool_create(f.world, &desc);
    f.space = trp_space_create(f.world, &(trp_space_desc){.capacity = TREES});
    trp_space_add_pool(f.space, f.trees,
                       &(trp_space_pool_desc){.box = TRP_BOX(bird, x, y, width, height)});
    trp_group_init(&f.group, f.world, NULL);
    trp_family_init(&f.family, f.world, NULL);
    trp_family_add(&f.family, f.birds);
    for (uint32_t i = 0; i < BIRDS - 300; i++)
        trp_create(f.birds, &(bird){.sum = i});
    for (uint32_t i = 0; i < TREES; i++)
        trp_create(f.trees, &(bird){.x = (float)(i * 37 % 1000), .y = (float)(i * 91 % 1000)});
    for (uint32_t i = 0; i < 5; i++)
        trp_group_add(&f.group, trp_create(f.old, &(bird){.x = (float)i}));
}

static uint64_t play(trp_parallel_for_fn *parallel_for, void *user)
{
    uint64_t hash;

    begin(parallel_for, user);
    for (int i = 0; i < TICKS; i++)
        trp_update_all(f.world, 1);
    hash = trp_hash_mix(trp_hash_world(f.world), f.called);
    hash = trp_hash_mix(hash, trp_world_info(f.world).misuse);
    hash += trp_world_validate(f.world) != TRP_OK || f.called == 0 ||
            trp_world_info(f.world).misuse == 0;
    trp_world_destroy(f.world);
    return hash;
}

int main(void)
{
    static const unsigned threads[] = {1, 2, 8};
    const uint64_t expected = play(NULL, NULL);

    for (int i = 0; i < 3; i++) {
        trp_threads *w = trp_threads_start(threads[i] - 1);
        if (w == NULL)
            return 2;
        if (play(trp_threads_run, w) != expected) {
            printf("with %u threads the world differs\n", threads[i]);
            return 1;
        }
        trp_threads_stop(w);
    }
    printf("parts on 1, 2 and 8 threads: %d ticks each, all equal to those without threads\n",
           TICKS);
    return 0;
}
