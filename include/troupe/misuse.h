/**
 * @file misuse.h
 * Misuse, and how it is reported. A *misuse* is a mistake of the caller. A full pool, or an actor
 * whose life is over, is not a misuse.
 *
 * A misuse changes nothing. The call returns its trp_result (or NULL, with the reason in
 * trp_last_result()). The misuse is counted. The world's hook, desc.on_misuse, gets a message that
 * names the call and the object, and says what happened and what to do. The library never aborts.
 *
 * **Loud by default.** A world whose desc names no hook uses trp_print_misuse(), which prints each
 * message to stderr, once per kind and place. So a beginner's first program reports its own errors:
 *
 *     troupe: trp_recycle: pool 'bullet', slot 15: the slot is free: its actor was recycled
 *     before. ...
 *
 * There are four ways to change this:
 *
 * - `.on_misuse = to_my_log` in the desc: a hook of the program gets every misuse, repeated ones
 *   too.
 * - `.on_misuse = trp_ignore_misuse` in the desc: this world is silent; misuses are only counted.
 * - `-DTRP_QUIET`: the same for all worlds without a hook that are created in files compiled with
 *   this option.
 * - `-DTRP_PRINTS=0`: the same; in addition, no file of the library needs stdio.
 *
 * **Silent on small machines.** TRP_PRINTS is 1 only in hosted programs, and only if the compiler
 * names a system that has a stderr. The default hook is set in trp_world_create() and
 * trp_world_init(), which are inline, so a program with TRP_PRINTS 0 does not reference it. One
 * file of the library uses stdio: src/core/print.c. Compiled with TRP_PRINTS 0 or TRP_NO_MESSAGES,
 * its functions do nothing, and the library needs no external symbols except memcpy, memset and
 * malloc.
 *
 * **A NULL world, pool, space, queue or table of timers** leads to no hook. A call that gets one
 * returns TRP_ERR_NULL, NULL, 0 or false as usual. A library with TRP_PRINTS reports it on stderr,
 * whatever the program's TRP_QUIET is: once per name of a call, for up to 64 names. Reported are
 * all calls that create, change, walk or search something, and the queries of actor.h, pool.h and
 * world.h. Silent are calls whose comments say what they do for NULL, trp_*_destroy() (NULL:
 * TRP_GONE), trp_*_check(), trp_last_result(), trp_pool_info() and the queries of modules.
 *
 * For any other NULL object (a group, a family, a history, a list, a range of ids) a call returns
 * TRP_ERR_NULL, NULL, 0 or false, and reports nothing. A group or family that is all
 * zeros, because its trp_*_init() was forgotten, is reported like a NULL world by calls that change
 * or walk it. Other pointers that must not be NULL, such as a desc or a function to call, are
 * reported to the hook like any misuse. Pointers that are named `user`, `context`, `target` or
 * `data` may be NULL.
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
 * A build may define it as 0 or 1. */
#define TRP_PRINTS TRP__SYSTEM
#endif

/**
 * A misuse: the argument of on_misuse. All fields read-only, valid during the call only.
 *
 * A library compiled with TRP_NO_MESSAGES (programs need no such flag) contains no texts about
 * misuse. Misuse is counted, refused, recorded and reported as usual, but `call` and `message` are
 * "", and so is the text of trp_result_name(). The other fields are
 * complete. This is for machines with little memory for code. The reports of inspect.h keep their
 * texts, since they are linked only where they are called; the results and calls in them have no
 * names then.
 */
typedef struct trp_misuse {
    trp_result result;      /**< the result of the call */
    const char *call;       /**< the name of the call, such as "trp_recycle" */
    trp_pool *pool;         /**< the pool concerned, or NULL */
    const trp_actor *actor; /**< the pointer that was passed, or NULL; do not dereference it */
    const char *message; /**< one line: the call, the pool, the slot, what happened, what to do */
    /** the source file of the call, or of the call that it is an effect of, if that file was
     * compiled with TRP_PLACES and place.h lists the call; otherwise NULL */
    const char *file;
    uint32_t line;     /**< line in that file */
    trp_pool *in_pool; /**< the pool in whose update or visit the call was made; NULL: outside */
    /** the actor in whose update or visit the call was made; NULL: it has left since, or it was an
     * update_pool */
    const trp_actor *in_actor;
} trp_misuse;

/**
 * Called for every misuse, before the call returns. `world` is NULL if trp_world_init() or
 * trp_world_create() failed, and for a call of a second thread (TRP_ERR_THREAD). It may log, count,
 * ask, or stop in a debugger. It cannot change the world, since the call in which it runs goes on:
 * as while drawing, calls that would change something return TRP_BUSY. Misuses by the hook itself
 * are counted, but not reported.
 */
typedef void trp_on_misuse_fn(trp_world *world, const trp_misuse *misuse);

/**
 * The default hook: prints the message as a line to stderr, once per kind and place. The kind and
 * place are: call, result, pool, source line (with TRP_PLACES), and the pool in whose update it
 * happens; for a misuse that concerns no pool, also the message without its numbers. After 16 such
 * lines of one world it prints that there are more, and stops. A desc may name it, and another hook
 * may call it. In a library with TRP_PRINTS 0 or TRP_NO_MESSAGES it does nothing. `world` may be
 * NULL, `misuse` must not. O(16) plus the printing.
 */
void trp_print_misuse(trp_world *world, const trp_misuse *misuse);

/** A hook that does nothing: misuses of the world are only counted. */
void trp_ignore_misuse(trp_world *world, const trp_misuse *misuse);

/** private: prints a line on stderr. Its argument does not depend on the layout of structs. */
void trp__print_line(const char *line);

/** private: the hook of a world whose desc names none, and the function that prints a line in such
 * a program */
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
