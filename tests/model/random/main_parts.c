/*
 * Programs made from bytes, each played by a serial tick and by parts in several orders and sizes:
 * the worlds must be the same, hash for hash. In programs of the restricted kind actors end only
 * themselves. In the free kind they also end others and call later; there is no serial tick, but
 * all orders and sizes must agree.
 *
 *     parts PROGRAMS SEED     plays this many programs of random bytes
 *     parts FILE              plays one
 *
 * With clang and -fsanitize=fuzzer, -DFOR_LIBFUZZER leaves out main().
 */
#include "troupe/hash.h"
#include "troupe/parallel.h"
#include "troupe/quarantine.h"
#include "troupe/troupe.h"

#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RULES = 32,
    TICKS = 8,
    MOST_BYTES = 80,
    COMMAND_BYTES = 512 /* enough for all commands of an update */
};

typedef struct speck {
    trp_actor actor;
    uint32_t sum;
    trp_time until;
    uint32_t told;
} speck;

/* A program. */
typedef struct program {
    uint8_t rules[RULES]; /* actions of updates */
    uint8_t settings[8];
    bool is_free;
    bool expires;
} program;

/* A way to play it. */
typedef struct playing {
    bool in_parts;
    bool by_update; /* a serial one: an update, not an update_pool */
    uint32_t cut;
    trp_parallel_for_fn *order;
} playing;

static program p;
static trp_world *world;
static trp_pool *pools[3]; /* the updated one; one in memory order; one in an age order */
static uint32_t called;

/* The actions of an update: in a part, or directly */

static void end(trp_part *part, speck *it)
{
    if (part != NULL)
        trp_part_end(part, trp_handle_of(world, &it->actor), NULL);
    else
        trp_recycle(world, &it->actor);
}

static void expire(trp_part *part, speck *it)
{
    if (part != NULL)
        trp_part_end(part, trp_handle_of(world, &it->actor), &(trp_ending){.later = true});
    else
        trp_expire(world, &it->actor);
}

static void bear(trp_part *part, trp_pool *pool, const speck *init)
{
    if (part != NULL)
        trp_part_create(part, pool, init);
    else if (init != NULL)
        trp_create(pool, init);
    else
        trp_create(pool, NULL);
}

static void count_call(const void *event, const trp_context *in)
{
    uint32_t number;

    memcpy(&number, event, sizeof number);
    called = called * 31 + number;
    if (number % 4 == 0)
        trp_create(pools[1 + number / 4 % 2], NULL);
    if (number % 4 == 1)
        trp_recycle(in->world, trp_pool_at(pools[number / 4 % 3], number / 16 % 64));
}

static void act_freely(trp_part *part, uint8_t rule, uint32_t bits)
{
    trp_actor *other = trp_pool_at(pools[bits % 3], bits / 4 % 200);

    if (rule % 4 == 0)
        trp_part_end(part, trp_handle_of(world, other), NULL);
    else if (rule % 4 == 1)
        trp_part_end(part, trp_handle_of(world, other), &(trp_ending){.later = true});
    else if (rule % 4 == 2)
        trp_part_end(part, trp_handle_of(world, other), NULL);
    else
        trp_part_call(part, count_call, &bits, sizeof bits);
}

/* Whether it lives on: a direct update must not access it after its end. */
static bool act(trp_part *part, speck *it, uint8_t rule, uint32_t bits)
{
    const speck next = {.sum = bits, .until = {bits % 8 < 3 ? bits / 8 % 16 : 0}};

    switch (rule % 8) {
    case 0:
        end(part, it);
        return false;
    case 1:
        if (p.expires)
            expire(part, it);
        return true;
    case 2:
        bear(part, pools[0], &next);
        return true;
    case 3:
        bear(part, pools[1 + bits % 2], bits % 4 < 2 ? &next : NULL);
        return true;
    case 4:
        it->sum += p.is_free ? trp_pool_count(pools[1 + bits % 2]) : 1;
        return true;
    default:
        if (p.is_free && rule % 8 == 5)
            act_freely(part, rule / 8, bits);
        it->sum = it->sum * 31 + bits;
        return true;
    }
}

/* All numbers are drawn first: an expired actor has no handle any more, now or later. */
static void live(trp_part *part, speck *it)
{
    const uint64_t bits = trp_random(world, &it->actor, p.settings[0], 0);
    uint32_t numbers[3];
    bool goes_on = true;

    for (uint32_t i = 0; i < 3; i++)
        numbers[i] = (uint32_t)trp_random(world, &it->actor, 1, i + 1);
    for (uint32_t i = 0; i < 3 && goes_on; i++)
        goes_on = act(part, it, p.rules[bits >> (8 * i) & (RULES - 1)], numbers[i]);
}

static void update_one(trp_actor *self, const trp_context *in)
{
    (void)in;
    live(NULL, trp_as(speck, self));
}

static void update_each(trp_pool *pool, const trp_context *in)
{
    (void)in;
    trp_each (speck, it, pool)
        live(NULL, it);
}

static void update_part(trp_part *part, const trp_context *in)
{
    (void)in;
    trp_part_each(speck, it, part) live(part, it);
}

/* Hooks affect only their own actor. */

static void on_create(trp_actor *actor, const trp_context *in)
{
    speck *it = trp_as(speck, actor);

    it->told++;
    if (p.settings[1] % 8 == 1 && it->sum % 8 == 0)
        trp_recycle(in->world, actor);
}

static void on_end(trp_actor *actor, const trp_end_context *in)
{
    called = called * 31 + trp_as(speck, actor)->told * (uint32_t)in->reason;
}

static bool is_over(const trp_actor *actor, const trp_context *in)
{
    (void)in;
    return ((const speck *)(const void *)actor)->sum % 32 == 5;
}

/* Orders */

static uint64_t order_seed;

static void backwards(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    (void)arg;
    while (parts-- > 0)
        run(parts, task);
}

static void shuffled(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    static uint32_t order[1024];

    (void)arg;
    for (uint32_t i = 0; i < parts; i++) {
        order_seed = order_seed * 6364136223846793005u + 1442695040888963407u;
        const uint32_t at = (uint32_t)(order_seed >> 33) % (i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (uint32_t i = 0; i < parts; i++)
        run(order[i], task);
}

/* Playing */

static void make_pools(const playing *how)
{
    const uint8_t *set = p.settings;
    static const speck prototype = {.sum = 9};
    const trp_parallel_desc parts = {.update = update_part,
                                     .parallel_for = how->order,
                                     .slots_per_part = how->cut,
                                     .command_bytes = COMMAND_BYTES};
    trp_pool_desc desc = {.type = TRP_TYPE(speck, actor), .capacity = 65 + set[2] % 4 * 130u};

    desc.prototype = set[3] % 2 == 1 ? &prototype : NULL;
    desc.on_create = set[1] % 4 == 1 ? on_create : NULL;
    desc.on_end = set[1] % 4 >= 2 ? on_end : NULL;
    if (set[4] % 4 == 1) {
        desc.when_full = TRP_FULL_GROW;
        desc.max_capacity = 900;
    }
    pools[1] = trp_pool_create(world, &desc);
    if (!how->by_update)
        desc.is_expired = p.expires && set[5] % 4 == 1 ? is_over : NULL;
    if (p.expires && set[5] % 4 == 2)
        desc.lifetime = (trp_lifetime)TRP_LIFETIME_BY(speck, until, TRP_CLOCK_TICKS);
    if (p.is_free && set[4] % 4 == 2)
        desc.when_full = TRP_FULL_STEAL_NEXT;
    desc.update_pool = how->in_parts || how->by_update ? NULL : update_each;
    desc.update = how->by_update ? update_one : NULL;
    if (how->in_parts)
        desc.parallel = (trp_parallel)TRP_PARALLEL(&parts);
    if (set[6] % 4 == 1)
        desc.quarantine = (trp_quarantine)TRP_QUARANTINE(set[6]);
    pools[0] = trp_pool_create(world, &desc);
    pools[2] = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(speck, actor),
                                                       .capacity = 40,
                                                       .order = TRP_ORDER_NEWEST,
                                                       .when_full = TRP_FULL_STEAL_OLDEST});
}

static uint64_t play(const playing *how)
{
    uint64_t hash = 0;

    called = 0;
    world = trp_world_create(&(trp_world_desc){.on_misuse = trp_ignore_misuse});
    make_pools(how);
    for (uint32_t i = 0; i < p.settings[7] * 2u; i++)
        trp_create(pools[0], &(speck){.sum = i, .until = {i % 3 == 0 ? i / 8 : 0}});
    for (uint32_t i = 0; i < TICKS; i++) {
        trp_update_all(world, 1);
        hash = trp_hash_mix(trp_hash_mix(hash, trp_hash_world(world)), called);
    }
    hash += trp_world_validate(world) != TRP_OK;
    hash += how->in_parts && trp_pool_info(pools[0]).parallel.refused != 0;
    hash += trp_world_info(world).misuse;
    trp_world_destroy(world);
    return hash;
}

static void read_program(void)
{
    for (uint32_t i = 0; i < sizeof p.settings; i++)
        p.settings[i] = bytes_take();
    p.expires = bytes_take() % 2 == 1;
    p.is_free = bytes_take() % 2 == 1;
    for (uint32_t i = 0; i < RULES; i++)
        p.rules[i] = bytes_take();
}

/* Whether all ways to play agree. */
static bool run_program(const uint8_t *bytes, size_t count)
{
    static const playing ways[] = {{true, false, 64, NULL},
                                   {true, false, 64, backwards},
                                   {true, false, 64, shuffled},
                                   {true, false, 192, shuffled},
                                   {true, false, 0, NULL}};
    static const playing each = {false, false, 0, NULL};
    static const playing update = {false, true, 0, NULL};
    uint64_t expected;

    bytes_begin(bytes, count);
    read_program();
    expected = play(p.is_free ? &ways[0] : &each);
    if (!p.is_free && !p.expires && play(&update) != expected)
        return false;
    for (uint32_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (play(&ways[i]) != expected)
            return false;
    return true;
}

#ifdef FOR_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (!run_program(bytes, count))
        abort();
    return 0;
}
#else
static int run_file(const char *name)
{
    static uint8_t bytes[MOST_BYTES];
    FILE *file = fopen(name, "rb");
    size_t count;

    if (file == NULL) {
        perror(name);
        return 2;
    }
    count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (run_program(bytes, count)) {
        printf("all ways agree\n");
        return 0;
    }
    printf("FAILED: another world\n");
    return 1;
}

int main(int argc, char **argv)
{
    uint8_t bytes[MOST_BYTES];
    uint64_t state;

    if (argc == 2)
        return run_file(argv[1]);
    if (argc != 3)
        return 2;
    state = strtoull(argv[2], NULL, 10) * 0x9E3779B97F4A7C15u + 1;
    for (long program_number = 0; program_number < atol(argv[1]); program_number++) {
        for (uint32_t i = 0; i < MOST_BYTES; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            bytes[i] = (uint8_t)(state >> 56);
        }
        if (!run_program(bytes, MOST_BYTES)) {
            FILE *file = fopen("parts.failed", "wb");
            if (file != NULL && fwrite(bytes, 1, MOST_BYTES, file) == MOST_BYTES)
                fclose(file);
            printf("FAILED: program %ld; its bytes are in parts.failed\n", program_number);
            return 1;
        }
    }
    printf("%s programs, each played at once and in parts: the same worlds\n", argv[1]);
    return 0;
}
#endif
