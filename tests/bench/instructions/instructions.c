/*
 * What a call costs: 10,000 actors of 64 bytes, of which one in a hundred is replaced per tick, at
 * random, one after the other. Run under callgrind, which counts the instructions of the functions
 * named measured_.
 *
 *     instructions memory|oldest|newest|grown|memory-hooks|oldest-hooks
 *     instructions joined|sparse N    what must not cost more with N: see grow()
 */
#include <troupe/troupe.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTORS = 10000, TICKS = 50, REPLACED = ACTORS / 100 };

typedef struct bullet {
    trp_actor actor;
    float x;
    float vx;
    char other[64 - sizeof(trp_actor) - 2 * sizeof(float)];
} bullet;

static trp_world *world;
static trp_pool *bullets;
static trp_pool *few;
static trp_actor *all[ACTORS];

/* One call each, that is not inlined. */
#if defined(__GNUC__)
#define APART __attribute__((noinline, noclone))
#else
#define APART
#endif

APART static trp_actor *measured_birth(void)
{
    return trp_create(bullets, NULL);
}

APART static trp_result measured_end(trp_actor *actor)
{
    return trp_recycle(world, actor);
}

APART static trp_actor *measured_get(trp_handle handle)
{
    return trp_get(world, handle);
}

APART static void measured_each(void)
{
    trp_each (bullet, it, bullets)
        it->x += it->vx;
}

APART static void measured_three(void)
{
    trp_each (bullet, it, few)
        it->x += it->vx;
}

APART static trp_result measured_clear(void)
{
    return trp_pool_clear(few, NULL);
}

APART static trp_result measured_tick(void)
{
    return trp_update_all(world, 1.0f / 64);
}

static void fly(trp_actor *self, const trp_context *in)
{
    (void)in;
    trp_as(bullet, self)->x += trp_as(bullet, self)->vx;
}

APART static trp_result measured_for_each(void)
{
    return trp_for_each(bullets, fly, NULL);
}

static uint32_t hooks;

static void count_birth(trp_actor *self, const trp_context *in)
{
    (void)self;
    (void)in;
    hooks++;
}

static void count_end(trp_actor *self, const trp_end_context *in)
{
    (void)self;
    (void)in;
    hooks++;
}

static uint32_t next_random(void)
{
    static uint32_t state = 12345;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static trp_order order_of(const char *word)
{
    if (strncmp(word, "memory", 6) == 0)
        return TRP_ORDER_MEMORY;
    return strcmp(word, "newest") == 0 ? TRP_ORDER_NEWEST : TRP_ORDER_OLDEST;
}

static bool make_world(const char *word)
{
    const bool grows = strcmp(word, "grown") == 0;
    trp_pool_desc desc = {.type = TRP_TYPE(bullet, actor),
                          .capacity = grows ? 1000 : ACTORS + 64,
                          .order = order_of(word),
                          .update = fly,
                          .when_full = grows ? TRP_FULL_GROW : TRP_FULL_FAIL,
                          .max_capacity = grows ? ACTORS + 64 : 0};

    if (strchr(word, '-') != NULL) {
        desc.on_create = count_birth;
        desc.on_end = count_end;
    }
    world = trp_world_create(NULL);
    bullets = trp_pool_create(world, &desc);
    desc.capacity = 10;
    desc.update = NULL;
    desc.when_full = TRP_FULL_FAIL;
    desc.max_capacity = 0;
    desc.on_create = NULL;
    desc.on_end = NULL;
    few = trp_pool_create(world, &desc);
    for (int i = 0; i < ACTORS; i++)
        all[i] = trp_create(bullets, NULL);
    return trp_create_many(few, 3, NULL, NULL) == 3 && all[ACTORS - 1] != NULL;
}

static bool replace_one(void)
{
    trp_actor **one = &all[next_random() % ACTORS];
    const bool found = measured_get(trp_handle_of(world, *one)) == *one;

    if (!found || measured_end(*one) != TRP_OK)
        return false;
    *one = measured_birth();
    return *one != NULL;
}

/*
 * joined: two joined pools of n actors; the younger one steals 1,000 times, and is cleared. sparse:
 * n actors of which all but ten in the middle end; then 50 ticks.
 */
static bool grow(bool joined, uint32_t n)
{
    trp_pool_desc desc = {.type = TRP_TYPE(bullet, actor),
                          .capacity = n,
                          .order = TRP_ORDER_OLDEST,
                          .update = fly,
                          .when_full = joined ? TRP_FULL_STEAL_OLDEST : TRP_FULL_FAIL};

    world = trp_world_create(NULL);
    few = trp_pool_create(world, &desc);
    desc.joins = joined ? few : NULL;
    bullets = trp_pool_create(world, &desc);
    for (uint32_t i = 0; i < n; i++) {
        trp_create(few, NULL);
        trp_create(bullets, NULL);
    }
    for (uint32_t i = 0; joined && i < 1000; i++)
        if (measured_birth() == NULL)
            return false;
    if (joined)
        return measured_clear() == TRP_OK;
    for (uint32_t slot = 0; slot < n; slot++)
        if (slot < n / 2 || slot >= n / 2 + 10)
            trp_recycle(world, trp_pool_at(bullets, slot));
    trp_pool_clear(few, NULL);
    for (int tick = 0; tick < TICKS; tick++)
        measured_tick();
    return trp_pool_count(bullets) == 10;
}

int main(int argc, char **argv)
{
    if (argc == 3)
        return grow(strcmp(argv[1], "joined") == 0, (uint32_t)atoi(argv[2])) ? 0 : 1;
    bool holds = argc == 2 && make_world(argv[1]);

    for (int tick = 0; holds && tick < TICKS; tick++) {
        for (int i = 0; holds && i < REPLACED; i++)
            holds = replace_one();
        holds = holds && measured_tick() == TRP_OK && measured_for_each() == TRP_OK;
        measured_each();
        measured_three();
    }
    printf("births %d, ends %d, gets %d, visits of a walk %d, walks %d\n", TICKS * REPLACED,
           TICKS * REPLACED, TICKS * REPLACED, TICKS * ACTORS, TICKS);
    return holds ? 0 : 1;
}
