/**
 * @file misuse.h
 * How a misuse is reported: a wrong call, as against a full pool or an actor that is gone.
 *
 * A misuse changes nothing. The call returns its trp_result (or NULL, with the reason in
 * trp_last_result()), the misuse is counted, and the world's hook, desc.on_misuse, gets a message
 * that says which call, which object, what happened and what to do. The library never aborts.
 *
 * **Loud by default.** A world whose desc names no hook has trp_print_misuse(), which prints the
 * message to stderr, once per kind and place. So the first program of a beginner says what is wrong
 * with it:
 *
 *     troupe: trp_recycle: pool 'bullet', slot 15: the slot is free: its actor was recycled before. ...
 *
 * A program that wants it otherwise has four ways:
 *
 * - `.on_misuse = to_my_log` in the desc: a hook of its own gets every misuse, repeated ones too.
 * - `.on_misuse = trp_ignore_misuse`: this world is silent, and misuses are counted only.
 * - `-DTRP_QUIET`: so are all worlds without a hook that files compiled with it make.
 * - `-DTRP_PRINTS=0`: the same, and in the library's own files nothing needs stdio any more.
 *
 * **Small machines are silent by default.** TRP_PRINTS is 1 only in hosted programs, and only where
 * the compiler names a system that has a stderr. The default hook stands in trp_world_create() and
 * trp_world_init(), which are inline: a program with TRP_PRINTS 0 does not name it. The library has one
 * file with stdio in it, src/core/print.c; compiled with TRP_PRINTS 0 or TRP_NO_MESSAGES its functions
 * do nothing, and nothing in the library needs a symbol from outside but memcpy, memset and malloc.
 *
 * **A NULL world or pool** has no hook that could be asked. Such calls answer TRP_ERR_NULL, NULL, 0 or
 * false as ever; a library with TRP_PRINTS says on stderr, once per call of that name, that it was
 * given NULL, whatever the program's TRP_QUIET.
 */
#ifndef TROUPE_MISUSE_H
#define TROUPE_MISUSE_H

#include "actor.h"
#include "hints.h"

#ifdef __cplusplus
extern "C" {
#endif

#if !defined(TRP_PRINTS)
/** Whether worlds without a hook print misuses to stderr: 1 in hosted programs for a known system.
 * To be defined as 0 or 1 by a build that knows better. */
#define TRP_PRINTS TRP__SYSTEM
#endif

/**
 * A misuse, as on_misuse gets it. All fields read-only, valid during the call only.
 *
 * A library that was compiled with TRP_NO_MESSAGES (-DTRP_NO_MESSAGES; programs need no such flag)
 * contains no words about misuse: wrong calls are counted, refused, recorded and reported as ever, but
 * `call` and `message` are "", and so are the texts of trp_result_name() and trp_result_text().
 * The other fields say what there is to say. It is for machines with little memory for code. What the
 * reports of inspect.h print stays, for text is what they are: they are linked only where they are
 * called. Only results and wrong calls stand in them without their names.
 */
typedef struct trp_misuse
{
    trp_result result;      /**< what the call answers */
    const char *call;       /**< the name of the wrong call, such as "trp_recycle" */
    trp_pool *pool;         /**< the pool that it concerns, or NULL */
    const trp_actor *actor; /**< the pointer that was passed, or NULL; do not follow it */
    const char *message; /**< one line: the call, the pool, the slot, what happened, what to do */
    const char *file;    /**< of the source where the call stands, if that was compiled with
                            TRP_PLACES (place.h); else NULL */
    uint32_t line;       /**< of that file */
    trp_pool *in_pool;   /**< the call was made in an update or visit of this pool; NULL: in none */
    const trp_actor *in_actor; /**< of this actor; NULL: it has left since, or it was update_pool */
} trp_misuse;

/**
 * Gets every misuse, before the wrong call returns. `world` is NULL if trp_world_init() or
 * trp_world_create() failed. Log it, count it, stop in a debugger. Misuses by the hook itself are
 * counted, but not reported.
 */
typedef void trp_on_misuse_fn(trp_world *world, const trp_misuse *misuse);

/**
 * The default hook: prints the message as a line on stderr, once per kind and place: per call, result,
 * pool, line of the source (with TRP_PLACES) and pool in whose update it happens. After 16 such lines
 * of one world it says so and prints no more. May also be named in a desc, or called by a hook that
 * does more. In a library with TRP_PRINTS 0 or TRP_NO_MESSAGES it does nothing. O(16) and the line.
 */
void trp_print_misuse(trp_world *world, const trp_misuse *misuse);

/** A hook that does nothing: misuses of that world are counted only. */
void trp_ignore_misuse(trp_world *world, const trp_misuse *misuse);

/** private: prints a line on stderr. What it is given does not depend on how structs are laid out. */
void trp__print_line(const char *line);

/** private: the hook of a world whose desc names none, and how such a program prints a line */
#if TRP_PRINTS && !defined(TRP_QUIET)
#define TRP__DEFAULT_HOOK trp_print_misuse
#define TRP__DEFAULT_LINE(line) trp__print_line(line)
#else
#define TRP__DEFAULT_HOOK NULL
#define TRP__DEFAULT_LINE(line) ((void)(line))
#endif

#ifdef __cplusplus
}
#endif

#endif
