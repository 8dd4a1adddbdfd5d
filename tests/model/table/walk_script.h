/**
 * @file walk_script.h What the model's side (walk_scene.c) hands to the library's (walk_play.c):
 * the
 * calls, callbacks and results of an outermost call, in order.
 *
 * After a callback its own calls follow, if any. After a call its callbacks follow, and then its
 * result: so the script needs no marks for the ends of callbacks.
 */
#ifndef TROUPE_TESTS_WALK_SCRIPT_H
#define TROUPE_TESTS_WALK_SCRIPT_H

#include "../../unit/stage.h"
#include "walk_scene.h"

#ifndef SCENE_SCRIPT
#define SCENE_SCRIPT (1u << 16)
#endif

typedef enum script_mark {
    MARK_CREATE, /* calls, with their pool */
    MARK_CLEAR,
    MARK_TICK,
    MARK_FOR_EACH,
    MARK_EACH,
    MARK_RECYCLE, /* calls, with their life */
    MARK_EXPIRE,
    MARK_SLEEP,
    MARK_WAKE,
    MARK_NEWBORN, /* the life that a call returns, before its result */
    MARK_RESULT,
    MARK_LEAVE,  /* the visit before it leaves its trp_each */
    MARK_UPDATE, /* callbacks, with their life */
    MARK_VISIT,
    MARK_BORN,
    MARK_DYING, /* plus the reason */
    MARKS = MARK_DYING + 8
} script_mark;

/** Adds an entry. */
void script_write(script_mark mark, uint32_t value);
/** Whether the next entry is of this kind; false at the end. */
bool script_next_is(script_mark mark);
/** Whether the next entry is a call. */
bool script_next_is_call(void);
script_mark script_take_mark(uint32_t *value);
/** The next entry, which must be of this kind; its value. */
uint32_t script_take(script_mark mark);
/** Whether everything has been taken. If so, the script is empty now. */
bool script_is_over(void);

/* The model's side. */
uint32_t expected_slot(uint32_t life);
uint32_t expected_generation(uint32_t life);
/** The living and the expired ones of a pool. */
uint32_t expected_count(uint32_t pool);
/** The number-th listed life of a segment's list, by the number of its first pool, or
 * SCENE_NONE. */
uint32_t expected_listed(uint32_t segment, uint32_t number);

/* The library's side. */
void play_set_up(const scene_kind *kind);
/** Makes the calls of the script. */
void play(void);

#endif
