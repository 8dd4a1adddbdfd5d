/*
 * Collecting and sorting the keys of answers.
 *
 * Keys are different from each other. Many are distributed to buckets, by their highest bits, which
 * takes O(n) for the numbers of boxes that lie anywhere; so are those of a large bucket.
 * A few are sorted by ranks, or by Shell's sort, whose time is far from a square.
 */
#include "space_keys.h"

#define KEYS_LEAST 6   /* so few are not ranked */
#define KEYS_RANKED 64 /* nor more than these */

/* Keys that differ in their low words alone: the place of each is the number of lower ones, which
 * needs no branches. False: there are others. */
static bool keys_rank(uint64_t *keys, uint32_t count)
{
    uint32_t low[KEYS_RANKED + 8];
    uint32_t ranks[KEYS_RANKED + 8];
    const uint64_t high = keys[0] >> 32 << 32;
    uint64_t others = 0;

    for (uint32_t i = 0; i < count; i++) {
        low[i] = (uint32_t)keys[i];
        others |= keys[i] ^ high;
    }
    if (others >> 31 != 0)
        return false;
    for (uint32_t i = count; i < count + 8; i++)
        low[i] = INT32_MAX;
    trp__rank_all(low, count, ranks);
    for (uint32_t i = 0; i < count; i++)
        keys[ranks[i]] = high | low[i];
    return true;
}

/* Inserts each key among those before it, in steps of `gap`. */
static void keys_insert(uint64_t *keys, uint32_t count, uint32_t gap)
{
    for (uint32_t i = gap; i < count; i++) {
        const uint64_t key = keys[i];
        uint32_t at = i;
        for (; at >= gap && keys[at - gap] > key; at -= gap)
            keys[at] = keys[at - gap];
        keys[at] = key;
    }
}

/* Those that are not ranked by Shell's sort: for a few it is inserting one by one. */
static void keys_sort_few(uint64_t *keys, uint32_t count)
{
    uint32_t gap = 1;

    if (count > KEYS_LEAST && count <= KEYS_RANKED && keys_rank(keys, count))
        return;
    while (gap < count / 8)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        keys_insert(keys, count, gap);
}

/* Distributes keys to buckets, by the highest bits in which they differ, from a copy of them; then
 * sorts large buckets, with the room for buckets that is left, and the small ones together. */
static void keys_sort(uint64_t *keys, uint32_t count, uint64_t *copy, uint32_t *next, uint32_t room)
{
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    uint32_t shift = 0;
    uint32_t sum = 0;
    uint32_t buckets;

    if ((count <= KEYS_RANKED) | (room < KEYS_RANKED)) {
        keys_sort_few(keys, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        least = keys[i] < least ? keys[i] : least;
        most = keys[i] > most ? keys[i] : most;
        copy[i] = keys[i];
    }
    while ((most - least) >> shift >= room / 2 || (most - least) >> shift > count)
        shift++;
    buckets = (uint32_t)((most - least) >> shift) + 1;
    memset(next, 0, buckets * sizeof *next);
    for (uint32_t i = 0; i < count; i++)
        next[(copy[i] - least) >> shift]++;
    for (uint32_t i = 0; i < buckets; i++) {
        const uint32_t first = sum;
        sum += next[i];
        next[i] = first;
    }
    for (uint32_t i = 0; i < count; i++)
        keys[next[(copy[i] - least) >> shift]++] = copy[i];
    for (uint32_t i = 0, from = 0; i < buckets; from = next[i++])
        if (next[i] - from > KEYS_LEAST)
            keys_sort(keys + from, next[i] - from, copy, next + buckets, room - buckets);
    keys_insert(keys, count, 1);
}

static void keys_sort_all(const trp__keys *keys)
{
    keys_sort(keys->keys, keys->count, keys->copy, keys->buckets, keys->bucket_count);
}

/* The part of the stack that no pass uses: the space may have grown since it was asked last. By
 * default each pass leaves room for others within it, so that growth does not decide how many there
 * may be. */
static void keys_place(trp__keys *keys, const trp_space *space)
{
    const uint32_t room = space->stack_size - space->stack_top;

    keys->keys = space->stack + space->stack_top;
    keys->room = space->desc.hits != 0 ? room
                 : keys->depth < TRP__NESTED
                     ? room - TRP__NESTED_ROOM * (TRP__NESTED - 1 - keys->depth)
                     : 0;
    keys->copy = (uint64_t *)space->scratch;
    keys->buckets = space->listed;
    keys->bucket_count = 2 * space->listed_room;
}

bool trp__keys_begin(trp__keys *keys, const trp_space *space)
{
    trp__keys_use(keys, NULL);
    keys->depth = space->passes;
    keys_place(keys, space);
    return keys->room != 0;
}

bool trp__keys_next(trp__keys *keys, const trp_space *space)
{
    if (keys->is_last)
        return false;
    keys->least = keys->last + 1;
    trp__keys_clear(keys);
    if (space != NULL)
        keys_place(keys, space);
    return true;
}

/* What a cut leaves. */
static uint32_t keys_kept(const trp__keys *keys)
{
    const uint32_t half = keys->room > 1 ? keys->room / 2 : 1;

    return half < keys->most ? half : keys->most;
}

void trp__keys_cut(trp__keys *keys, uint64_t key)
{
    const uint32_t kept = keys_kept(keys);

    keys->is_last = false;
    if (keys->room == 1) {
        keys->keys[0] = key < keys->keys[0] ? key : keys->keys[0];
        keys->limit = keys->keys[0];
        return;
    }
    keys_sort_all(keys);
    keys->limit = keys->keys[kept];
    keys->count = kept;
    if (key < keys->limit)
        keys->keys[keys->count++] = key;
}

void trp__keys_end(trp__keys *keys)
{
    keys_sort_all(keys);
    /* how many more there are depends on the order in which they were found */
    if (keys->limit != UINT64_MAX && keys->count > keys_kept(keys))
        keys->count = keys_kept(keys);
    if (keys->count != 0)
        keys->last = keys->keys[keys->count - 1];
}
