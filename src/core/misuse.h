/*
 * Reports of misuse.
 *
 * All texts about misuse are wrapped in TRP__TEXT(), in all files. With TRP_NO_MESSAGES there are
 * no such texts, and the functions here ignore their text arguments.
 */
#ifndef TROUPE_SRC_MISUSE_H
#define TROUPE_SRC_MISUSE_H

#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* see types.h */
#endif
#include "../../include/troupe/queue.h"
#include "../../include/troupe/troupe.h"
#include "../base/compiler.h"

#define TRP__BYTES_TEXT 160

/* What happened and what to do; "" for a number that is not a result, and without messages. */
const char *trp__result_text(trp_result result);

/* On most machines no actor lies below this address, but the members of NULL structs do. */
#define TRP__LOWEST ((uintptr_t)1024)

/* print.c: reports a NULL "world", "pool", "space", "queue" or "timers" argument, if there are a
 * stderr and texts; otherwise it costs nothing. Returns TRP_ERR_NULL. */
#if TRP_PRINTS && !defined(TRP_NO_MESSAGES)
#define TRP__PRINTS 1
TRP__COLD trp_result trp__null(const char *call, const char *what);
/* The same for a "group" or a "family" that was not initialised. */
TRP__COLD trp_result trp__uninitialised(const char *call, const char *what);
#else
#define TRP__PRINTS 0
TRP__DROPS trp_result trp__null(const char *call, const char *what)
{
    (void)call;
    (void)what;
    return TRP_ERR_NULL;
}
TRP__DROPS trp_result trp__uninitialised(const char *call, const char *what)
{
    (void)call;
    (void)what;
    return TRP_ERR_NULL;
}
#endif

/* Whether a public call was given a world, a pool and so on. */
TRP__DROPS bool trp__has_world(const trp_world *world, const char *call)
{
    if (TRP__LIKELY(world != NULL))
        return true;
    trp__null(call, "world");
    return false;
}

TRP__DROPS bool trp__has_pool(const trp_pool *pool, const char *call)
{
    if (TRP__LIKELY(pool != NULL))
        return true;
    trp__null(call, "pool");
    return false;
}

TRP__DROPS bool trp__has_space(const trp_space *space, const char *call)
{
    if (TRP__LIKELY(space != NULL))
        return true;
    trp__null(call, "space");
    return false;
}

TRP__DROPS bool trp__has_queue(const trp_queue *queue, const char *call)
{
    if (TRP__LIKELY(queue != NULL))
        return true;
    trp__null(call, "queue");
    return false;
}

TRP__DROPS bool trp__has_timers(const trp_timers *timers, const char *call)
{
    if (TRP__LIKELY(timers != NULL))
        return true;
    trp__null(call, "timers");
    return false;
}

#if !defined(TRP_NO_MESSAGES)
#define TRP__MISUSE_BYTES 400
#define TRP__TEXT(text) (text)
#define TRP__NAME(text) (text)

/* Counts a misuse, calls on_misuse, and returns `result`. `slot` may be TRP__NONE, `detail` may be
 * NULL. */
TRP__COLD trp_result trp__misuse(const trp_world *world, trp_pool *pool, const trp_actor *actor,
                                 const char *call, trp_result result, const char *detail);

/* The same for an object that is no pool, or is not created yet: its kind, and its name or NULL. */
TRP__COLD trp_result trp__misuse_named(trp_world *world, const char *noun, const char *name,
                                       const char *call, trp_result result, const char *detail);

/* The same before there is a world. */
TRP__COLD trp_result trp__misuse_early(trp_on_misuse_fn *hook, const char *call, trp_result result,
                                       const char *detail);

/* Writes a detail for TRP_ERR_MEMORY to `text` and returns it. `left` may be SIZE_MAX: unknown. */
TRP__COLD const char *trp__bytes_text(char text[TRP__BYTES_TEXT], size_t needed, size_t left);
/* Writes "before 'name' after" to `text` and returns it. A NULL name is "?". */
TRP__COLD const char *trp__named_text(char text[TRP__BYTES_TEXT], const char *before,
                                      const char *name, const char *after);
#else
#define TRP__MISUSE_BYTES 1
#define TRP__TEXT(text) NULL
#define TRP__NAME(text) "" /* never NULL */

TRP__COLD trp_result trp__misuse_silent(const trp_world *world, trp_pool *pool,
                                        const trp_actor *actor, trp_result result);
TRP__COLD trp_result trp__misuse_early_silent(trp_on_misuse_fn *hook, trp_result result);

TRP__DROPS trp_result trp__misuse(const trp_world *world, trp_pool *pool, const trp_actor *actor,
                                  const char *call, trp_result result, const char *detail)
{
    (void)call;
    (void)detail;
    return trp__misuse_silent(world, pool, actor, result);
}

TRP__DROPS trp_result trp__misuse_named(trp_world *world, const char *noun, const char *name,
                                        const char *call, trp_result result, const char *detail)
{
    (void)noun;
    (void)name;
    return trp__misuse(world, NULL, NULL, call, result, detail);
}

TRP__DROPS trp_result trp__misuse_early(trp_on_misuse_fn *hook, const char *call, trp_result result,
                                        const char *detail)
{
    (void)call;
    (void)detail;
    return trp__misuse_early_silent(hook, result);
}

TRP__DROPS const char *trp__bytes_text(char text[TRP__BYTES_TEXT], size_t needed, size_t left)
{
    (void)text;
    (void)needed;
    (void)left;
    return NULL;
}

TRP__DROPS const char *trp__named_text(char text[TRP__BYTES_TEXT], const char *before,
                                       const char *name, const char *after)
{
    (void)text;
    (void)before;
    (void)name;
    (void)after;
    return NULL;
}
#endif

#endif
