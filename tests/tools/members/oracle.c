/*
 * The oracle: before each of many restores, every cache in the table of members is filled with
 * garbage; after it, all bytes of state and statistics are what they were at the save, every image
 * is the same, and the world is valid.
 *   oracle RESTORES
 */
#include "../../../src/core/ages.h"
#include "../../../src/family/family.h"
#include "../../../src/group/group.h"
#include "../../../src/inspect/inspect_internal.h"
#include "../../../src/space/contacts.h"
#include "../../../src/time/queue.h"
#include "../../../src/time/timers.h"
#include "../../unit/twin_scene.h"
#include "troupe/mirror.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum member_class { STATE = 1, STATISTICS, CACHE, WIRING, CALL, SESSION } member_class;

typedef struct member {
    size_t at;
    size_t bytes;
    int class_of;
} member;

#include "members.h" /* made of members.txt */

enum { LINES = 60000, BYTES = 1 << 21 };

/* What the world knows, in pieces with names. */
typedef struct account {
    const char *names[LINES];
    uint32_t numbers[LINES];
    size_t ends[LINES];
    uint32_t count;
    unsigned char bytes[BYTES];
    size_t used;
} account;

static account then, now;
static account *in;
static _Alignas(TRP_ALIGNMENT) unsigned char images[2][TWIN_BYTES];

void situation_failed(const char *file, int line, const char *text)
{
    printf("%s:%d: %s\n0 passed, 1 failed\n", file, line, text);
    exit(1);
}

void situation_cases(const char *what, unsigned long cases)
{
    (void)what;
    (void)cases;
}

static void put(const char *name, uint32_t number, const void *bytes, size_t count)
{
    CHECK(in->count < LINES && in->used + count <= BYTES);
    if (count != 0)
        memcpy(in->bytes + in->used, bytes, count);
    in->used += count;
    in->names[in->count] = name;
    in->numbers[in->count] = number;
    in->ends[in->count++] = in->used;
}

/* The members of a struct that a restore brings back; or its caches become garbage. */
static void put_struct(const char *name, uint32_t number, void *at, const member *members)
{
    for (; members->bytes != 0; members++) {
        unsigned char *bytes = (unsigned char *)at + members->at;
        if (in != NULL && (members->class_of == STATE || members->class_of == STATISTICS))
            put(name, number, bytes, members->bytes);
        else if (in == NULL && members->class_of == CACHE)
            memset(bytes, members->bytes == 1 ? bytes[0] ^ 1 : 0xA7, members->bytes);
    }
}

/* Arrays: rows that are state. */

static void put_row(const char *name, uint32_t number, const void *bytes, size_t count)
{
    if (in != NULL)
        put(name, number, bytes, count);
}

static void put_slot(const trp_pool *pool, uint32_t slot)
{
    const trp__cell *cell = trp__cell_of(pool, slot);
    const uint32_t state = trp__is_free(cell->stamp) ? cell->stamp : cell->stamp >> 30;
    const unsigned char *actor = (const unsigned char *)trp__node_at(pool, slot);

    put_row("cell: generation", slot, &cell->generation, sizeof cell->generation);
    put_row("cell: state", slot, &state, sizeof state);
    if (!trp__is_taken(cell->stamp))
        return;
    put_row("payload", slot, actor + sizeof(trp_actor), pool->stride - sizeof(trp_actor));
    if (pool->actors != NULL)
        put_row("address", slot, &pool->actors[slot], sizeof pool->actors[slot]);
    if (pool->ends != NULL && trp__is_expired(cell->stamp))
        put_row("end", slot, &pool->ends[slot], sizeof pool->ends[slot]);
}

static void put_pool(trp_pool *pool)
{
    put_struct("pool", pool->number, pool, trp_pool_members);
    for (uint32_t slot = 0; in != NULL && slot < pool->state.used; slot++)
        if (trp__is_present(pool, slot))
            put_slot(pool, slot);
    for (uint32_t i = 0; in != NULL && i < pool->state.grown; i++)
        put_struct("chunk", i, &pool->chunks[i], trp__chunk_members);
    for (int32_t i = pool->own_ages.begin; in != NULL && i < pool->own_ages.end; i++) {
        const uint32_t index = pool->own_ages.entries[i].index & TRP__ENTRY_INDEX;
        if ((pool->own_ages.entries[i].index & TRP__ENTRY_HOLE) == 0)
            put_row("order", pool->number, &index, sizeof index);
    }
    put_struct("state of pool", pool->number, &pool->state, trp__pool_state_members);
}

static void put_timers(trp_timers *timers, uint32_t number)
{
    put_struct("timers", number, timers, trp_timers_members);
    for (uint32_t slot = 0; in != NULL && slot < timers->room; slot++)
        if (timers->entries[slot].generation != 0 && slot < timers->pool->state.capacity &&
            trp__cell_of(timers->pool, slot)->generation == timers->entries[slot].generation)
            put_row("timer", slot, &timers->entries[slot], sizeof timers->entries[slot]);
    if (in == NULL)
        memset(timers->sets, 0xA7, timers->bytes - timers->room * sizeof *timers->entries);
}

static void put_queue(trp_queue *queue)
{
    for (uint32_t i = 0; in != NULL && i < queue->state.count; i++)
        put_row("event", i, trp__queue_at(queue, i), queue->desc.size);
    put_struct("state of queue", 0, &queue->state, trp__queue_state_members);
}

static void put_group(trp_group *group, uint32_t number)
{
    put_struct("group", number, group, trp_group_members);
    put_row("members", number, group->items, group->size * sizeof *group->items);
}

static void put_family(trp_family *family)
{
    put_struct("family", 0, family, trp_family_members);
    for (trp__family_pool *home = family->pools; home != NULL; home = home->next)
        for (uint32_t slot = 0; slot < home->room && slot < home->pool->state.used; slot++)
            if (home->kin[slot].parent != TRP_NO_LINK || home->kin[slot].first != TRP_NO_LINK)
                put_struct("kin", slot, &home->kin[slot], trp__kin_members);
}

static void put_space(trp_space *space, uint32_t number)
{
    trp_contacts *contacts = trp__contacts_of(space);

    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next) {
        for (uint32_t slot = 0; in != NULL && slot < entry->slots; slot++) {
            if ((entry->flags[slot] & TRP__IN) == 0)
                continue;
            put_row("edges", slot, &entry->members[slot].edges, sizeof entry->members[slot].edges);
            put_row("category", slot, &entry->members[slot].category, 4);
            put_row("mask", slot, &entry->members[slot].mask, 4);
            put_row("flags", slot, &entry->flags[slot], 1);
            if (space->desc.sweeps) {
                put_row("swept from", slot, &entry->ways[slot].from, sizeof(trp__edges));
                put_row("swept to", slot, &entry->ways[slot].to, sizeof(trp__edges));
            }
        }
    }
    if (in == NULL) {
        const size_t bytes = space->places * sizeof(float);
        void *const caches[] = {space->left, space->top,  space->right,    space->bottom,
                                space->who,  space->cell, space->category, space->mask};
        for (unsigned i = 0; i < sizeof caches / sizeof *caches; i++)
            memset(caches[i], 0xA7, bytes);
    }
    put_struct("space", number, space, trp_space_members);
    put_struct("contacts", number, contacts, trp_contacts_members);
    put_row("contacts", number, contacts->items, contacts->count * sizeof *contacts->items);
}

static void put_all(account *to)
{
    in = to;
    if (in != NULL)
        in->count = 0, in->used = 0;
    for (uint32_t i = 0; i < TWIN_TIMERS; i++)
        put_timers(twin.timers[i], i);
    put_queue(twin.queue);
    put_group(&twin.list, 0);
    put_group(&twin.squad, 1);
    put_family(&twin.family);
    for (uint32_t i = 0; i < TWIN_SPACES; i++)
        put_space(twin.spaces[i], i);
    for (uint32_t i = 0; i < twin.world->layer_count; i++)
        put_struct("layer", i, &twin.world->layers[i].state, trp__layer_state_members);
    put_struct("state of world", 0, &twin.world->state, trp__world_state_members);
    put_row("game", 0, &twin.game.seed, 2 * sizeof twin.game.seed);
    for (uint32_t i = 0; i < TWIN_TRANSIENT; i++)
        put_pool(twin.pools[i]);
}

static void compare(void)
{
    size_t from = 0;

    for (uint32_t i = 0; i < then.count && i < now.count; from = then.ends[i++])
        if (then.ends[i] != now.ends[i] ||
            memcmp(then.bytes + from, now.bytes + from, then.ends[i] - from) != 0) {
            printf("restore: %s %u is another one\n", then.names[i], (unsigned)then.numbers[i]);
            CHECK(false); /* the state is as at the save */
        }
    CHECK_EQ(then.count, now.count);
}

static size_t save_to(unsigned number)
{
    size_t bytes = 0;

    memset(images[number], number == 0 ? 0x55 : 0xCC, TWIN_BYTES);
    CHECK_RESULT(trp_snapshot_save(twin.world, images[number], TWIN_BYTES, &bytes), TRP_OK);
    return bytes;
}

static void restore_once(uint32_t seed)
{
    size_t bytes;
    size_t again;

    twins_play(seed % 3);
    twins_stir(10);
    bytes = save_to(0);
    put_all(&then);
    twins_stray(seed, seed % 9, seed % 4 == 0);
    twins_stir(5);
    put_all(NULL);
    CHECK_RESULT(trp_snapshot_restore(twin.world, images[0], bytes), TRP_OK);
    put_all(&now);
    compare();
    CHECK(trp_world_validate(twin.world) == TRP_OK);
    again = save_to(1);
    CHECK_EQ(again, bytes);
    CHECK_EQ(trp_snapshot_diff(twin.world, images[0], bytes, images[1], again, 0, NULL, NULL), 0);
    twins_forget();
}

int main(int argc, char **argv)
{
    const uint32_t restores = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 2000;

    situation_begin(false);
    for (uint32_t i = 0; i < restores; i++) {
        if (i % 10 == 0) {
            twins_begin(i + 17, i / 10 % 2 == 1);
            twins_play(12);
        }
        restore_once(i * 31 + 1);
    }
    printf("the oracle: %u restores, all caches garbage before\n1 passed, 0 failed\n",
           (unsigned)restores);
    return 0;
}
