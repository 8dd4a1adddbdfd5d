/**
 * @file delta_scene.h
 * Histories whose deltas are measured: in memory with a guard behind it. And one of whole states of
 * the same world: each state must be the same, to the byte.
 */
#ifndef TROUPE_TESTS_DELTA_SCENE_H
#define TROUPE_TESTS_DELTA_SCENE_H

#include "stage.h"

enum {
    DELTA_ALL_BYTES = 1 << 17,
    DELTA_BYTES = DELTA_ALL_BYTES - 512, /**< at least 512 bytes are the guard */
    DELTA_ROOM = 25000,
    DELTA_LARGE_BYTES = STAGE_HEAP_BYTES < 16u * 1024u * 1024u ? 1 << 18 : 1 << 21
};

extern trp_history delta_past, delta_whole;
extern trp_world *delta_world;

typedef struct wide {
    unsigned char bytes[96];
    trp_actor actor;
} wide;

/** 28 bytes: the last column has only 4. */
typedef struct odd {
    unsigned char head[4];
    trp_actor actor;
    unsigned char tail[8];
} odd;

/** A world with this many layers, of which no history is open. Those that are opened are closed before
 * the next one, or the next world, and with the situation. */
void delta_begin(uint32_t layers);
/** The same with heap_take and heap_give. */
void delta_begin_growing(void);
trp_pool *delta_wide_pool(uint32_t capacity, trp_order order);
trp_actor *delta_create(trp_pool *pool);
/** Sets all bytes of a wide one. */
void delta_fill(trp_actor *actor, unsigned char with);

/** Opens the history, with so many bytes of memory. The rest is the guard; DELTA_LARGE_BYTES have
 * none. */
void delta_open(trp_history_kind kind, size_t bytes, size_t room);
/** The same, with a keyframe every so many states, which may be refused. */
trp_result delta_open_every(trp_history_kind kind, size_t bytes, size_t room, uint32_t every);
/** The same with a desc, except for its memory. */
trp_result delta_open_as(trp_history_desc desc);
/** Nothing has been written behind these bytes. */
void delta_check_guard(size_t bytes);
/** There is an undamaged snapshot for each tick of the history, from the first to the last. */
void delta_check_states(void);
/** Opens the one of whole states, which ends with the other. */
void delta_open_whole(void);
/** Saves the present state in both. */
void delta_save_both(void);
/** The state of a tick is the same in both. */
void delta_check_whole(uint64_t tick);
void delta_close(void);
/** Saves after a tick. Returns how many bytes that took. */
size_t delta_save(void);

/** Whether the last message has this number, below 1,000,000. */
bool delta_message_has(size_t number);

/** The memory of up to 8 regions. */
extern unsigned char delta_noise[8][512];
/** Adds regions of random bytes other than 0. */
void delta_add_regions(unsigned count, size_t bytes);

#endif
