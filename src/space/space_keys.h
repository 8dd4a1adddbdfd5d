/*
 * Passes, and the keys that they collect: the lowest ones above those that were collected last, as
 * many as there is room for. So a pass finds any number of answers in any room, some at a time.
 */
#ifndef TROUPE_SRC_SPACE_KEYS_H
#define TROUPE_SRC_SPACE_KEYS_H

#include "space.h"

/* Keys of answers, in order. */
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
    uint64_t *copy;    /* for many keys: room for as many, while they are sorted */
    uint32_t *buckets; /* likewise */
    uint32_t bucket_count;
} trp__keys;

/* A pass in progress. Its frames keep its current actors from being stolen, and the world from
 * ending. */
typedef struct trp__pass {
    trp_space *space;
    struct trp__pass *up; /* the outer one */
    trp__keys *keys;
    bool can_stop;
    bool is_stopped;
    trp__space_pool *entries[2]; /* of those that were visited last */
    trp__frame a;
    trp__frame b;
} trp__pass;

typedef void trp__find_fn(void *to);
typedef void trp__key_fn(void *to, uint64_t key);

/* Forgets what was collected. */
TRP__INLINE void trp__keys_clear(trp__keys *keys)
{
    keys->count = 0;
    keys->limit = UINT64_MAX;
    keys->is_last = true;
}

/* Collects all keys, there. */
TRP__INLINE void trp__keys_use(trp__keys *keys, uint64_t *in)
{
    keys->keys = in;
    keys->most = UINT32_MAX;
    keys->least = 0;
    keys->bucket_count = 0;
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

/* space_member.c */
/* Begins a pass that asks so many questions. False: it has no room for keys, a misuse. */
bool trp__pass_begin(trp__pass *pass, trp_space *space, trp__keys *keys, uint64_t questions,
                     trp__call *call);
void trp__pass_end(trp__pass *pass);

/* Finds keys and visits them, some at a time. The space may grow meanwhile. */
TRP__INLINE void trp__pass_run(trp__pass *pass, trp__find_fn *find, trp__key_fn *visit, void *to)
{
    trp_space *space = pass->space;
    const uint32_t base = space->stack_top;

    do {
        uint32_t count;
        find(to);
        count = pass->keys->count;
        space->stack_top = base + count;
        for (uint32_t i = 0; i < count && !pass->is_stopped; i++)
            visit(to, space->stack[base + i]);
        space->stack_top = base;
    } while (!pass->is_stopped && trp__keys_next(pass->keys, space));
}

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
