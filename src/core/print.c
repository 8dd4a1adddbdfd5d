/*
 * Printing: the only file that needs stdio. Compiled with TRP_PRINTS 0 or TRP_NO_MESSAGES it needs
 * none, and its functions do nothing.
 */
#include "core.h"

#if TRP__PRINTS
#include <stdio.h>

#include "../base/text.h"

void trp__print_line(const char *line)
{
    fflush(stdout); /* keeps the order of lines if both streams go to one place */
    fprintf(stderr, "troupe: %s\n", line);
}

static uint32_t print_mix_number(uint32_t hash, uint32_t number)
{
    return (hash ^ number) * 16777619u;
}

/* Without digits and commas if numbers may be others each time. */
static uint32_t print_mix_text(uint32_t hash, const char *text, bool with_numbers)
{
    for (; text != NULL && *text != '\0'; text++)
        if (with_numbers || ((*text < '0' || *text > '9') && *text != ','))
            hash = print_mix_number(hash, (unsigned char)*text);
    return print_mix_number(hash, 0);
}

/* A number for a kind and place of misuse; never 0. */
static uint16_t print_mark(const trp_misuse *misuse)
{
    uint32_t hash = print_mix_number(2166136261u, (uint32_t)misuse->result);

    hash = print_mix_text(hash, misuse->call, true);
    hash = print_mix_number(hash, misuse->pool != NULL ? misuse->pool->number : TRP__NONE);
    hash = print_mix_number(hash, misuse->in_pool != NULL ? misuse->in_pool->number : TRP__NONE);
    hash = print_mix_number(print_mix_text(hash, misuse->file, true), misuse->line);
    if (misuse->pool == NULL && misuse->actor == NULL) /* set-up may fail for several reasons */
        hash = print_mix_text(hash, misuse->message, false);
    hash = (hash ^ hash >> 16) & 0xFFFF;
    return (uint16_t)(hash != 0 ? hash : 1);
}

/* Whether this kind and place was not printed before; if so it is noted, if there is room. `last`
 * says whether the room is used up now. */
static bool print_is_news(uint16_t printed[TRP__PRINTED], uint16_t mark, bool *last)
{
    for (uint32_t i = 0; i < TRP__PRINTED; i++) {
        *last = i + 1 == TRP__PRINTED;
        if (printed[i] == mark)
            return false;
        if (printed[i] == 0) {
            printed[i] = mark;
            return true;
        }
    }
    return false;
}

void trp_print_misuse(trp_world *world, const trp_misuse *misuse)
{
    bool last = false;

    if (world != NULL && !print_is_news(world->printed, print_mark(misuse), &last))
        return;
    trp__print_line(misuse->message);
    if (last)
        trp__print_line("16 kinds of misuse in this world: further ones are only counted "
                        "(trp_world_info)");
}

/* The calls that got NULL: their names, which are literals. */
enum { PRINT_NULL_CALLS = 64 };

/* Shared by all threads and worlds: without a world there is no other place to note what was
 * printed. */
static void *volatile print_null_calls[PRINT_NULL_CALLS];

/* Whether this call was not printed before, and there is room to note it. */
static bool print_is_first(const char *call)
{
    for (uint32_t i = 0; i < PRINT_NULL_CALLS; i++) {
        const void *before = trp__put_once(&print_null_calls[i], (void *)(uintptr_t)call);
        if (before == NULL || before == call)
            return before == NULL;
    }
    return false;
}

/* "trp_create: the pool is NULL. Check what trp_pool_create returned.", once per call. */
static trp_result print_object(const char *call, const char *what, const char *is, const char *then)
{
    char line[160];
    trp__text text = trp__text_in(line, sizeof line);

    if (!print_is_first(call))
        return TRP_ERR_NULL;
    trp__say(&text, "%s: the %s%s%s%s", call, what, is, what, then);
    trp__print_line(line);
    return TRP_ERR_NULL;
}

trp_result trp__null(const char *call, const char *what)
{
    const bool is_plural = what[0] == 't' || what[0] == 'c'; /* timers, contacts */

    return print_object(call, what,
                        is_plural ? " are NULL. Check what trp_" : " is NULL. Check what trp_",
                        "_create returned.");
}

trp_result trp__uninitialised(const char *call, const char *what)
{
    const bool opens = what[0] == 'h'; /* a history */

    return print_object(call, what,
                        opens ? " is not open. Call trp_" : " is not initialised. Call trp_",
                        opens ? "_open." : "_init.");
}

#else

void trp__print_line(const char *line)
{
    (void)line;
}

void trp_print_misuse(trp_world *world, const trp_misuse *misuse)
{
    (void)world;
    (void)misuse;
}

#endif
