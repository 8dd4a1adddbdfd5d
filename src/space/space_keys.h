/*
 * Collecting keys: the lowest ones above those that were collected last, as many as there is room
 * for. So a pass finds any number of answers in any room, some at a time.
 */
#ifndef TROUPE_SRC_SPACE_KEYS_H
#define TROUPE_SRC_SPACE_KEYS_H

#include "space.h"

typedef struct trp__keys {
    uint64_t *keys;
    uint32_t room;
    uint32_t depth; /* passes around it */
    uint32_t most;  /* no more are wanted */
    uint32_t count;
    bool is_last;      /* there are no more */
    uint64_t least;    /* no keys below this one: above those before */
    uint64_t last;     /* the highest that was collected */
    uint64_t limit;    /* only keys below this one; more are there */
    uint32_t *buckets; /* for many keys; or NULL */
    uint32_t *ends;
    uint32_t bucket_count;
} trp__keys;

/* Forgets what was collected. */
TRP__INLINE void trp__keys_clear(trp__keys *keys)
{
    keys->count = 0;
    keys->limit = UINT64_MAX;
    keys->is_last = true;
}

/* Collects all keys, in this room. */
TRP__INLINE void trp__keys_use(trp__keys *keys, uint64_t *in, uint32_t room)
{
    keys->keys = in;
    keys->room = room;
    keys->most = UINT32_MAX;
    keys->least = 0;
    keys->buckets = NULL;
    trp__keys_clear(keys);
}

/* space_keys.c */
/* Keys in the space's stack, beside the answers of the passes in progress. False: no room. */
bool trp__keys_begin(trp__keys *keys, const trp_space *space);
/* Forgets what was collected, to collect what comes next; `space`: in its stack again. False: there
 * is no more. */
bool trp__keys_next(trp__keys *keys, const trp_space *space);
/* Sorts what was collected. */
void trp__keys_end(trp__keys *keys);
/* There is no room for this key: keeps the lower half, and the key, if it belongs to it. */
void trp__keys_cut(trp__keys *keys, uint64_t key);

TRP__INLINE void trp__keys_take(trp__keys *keys, uint64_t key)
{
    if (TRP__RARELY(key < keys->least || key >= keys->limit))
        return;
    if (TRP__RARELY(keys->count == keys->room))
        trp__keys_cut(keys, key);
    else
        keys->keys[keys->count++] = key;
}

#endif
