/*
 * What the default hook prints on stderr. Where stderr cannot be redirected, or the library prints
 * nothing, the situations end at once.
 */
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__wasm__)
#define REDIRECTS 1
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#else
#define REDIRECTS 0
#endif
#include "../stage.h"

SITUATIONS(print);

#if REDIRECTS
#include <stdio.h>
#include <unistd.h>

static FILE *paper;
static int outside[2];

static void begin(void)
{
    fflush(stdout);
    paper = tmpfile();
    for (int i = 0; i < 2 && paper != NULL; i++) {
        outside[i] = dup(i + 1);
        dup2(fileno(paper), i + 1);
    }
}

/* What was printed on stdout and stderr since begin(). */
static const char *end(void)
{
    static char text[1000];

    fflush(stdout);
    fflush(stderr);
    CHECK(paper != NULL);
    for (int i = 0; i < 2; i++) {
        dup2(outside[i], i + 1);
        close(outside[i]);
    }
    rewind(paper);
    text[fread(text, 1, sizeof text - 1, paper)] = '\0';
    fclose(paper);
    return text;
}

static void say(const char *text)
{
    printf("%s", text);
}

#else

static void begin(void)
{
}

static const char *end(void)
{
    return "";
}

static void say(const char *text)
{
}
#endif

/* Whether something is seen of what the library prints. */
static bool shows(void)
{
    if (!REDIRECTS)
        return false;
    begin();
    trp__print_line("?");
    return *end() != '\0';
}

/* A misuse of no pool. */
static trp_misuse plain_misuse(void)
{
    return (trp_misuse){.result = TRP_ERR_VALUE, .call = "trp_call", .message = "once."};
}

static const char *printed_for(trp_world *world, trp_misuse misuse)
{
    begin();
    trp_print_misuse(world, &misuse);
    return end();
}

static void check_printed(trp_world *world, trp_misuse misuse)
{
    CHECK(situation_text_equal(printed_for(world, misuse), "troupe: once.\n"));
    CHECK(situation_text_equal(printed_for(world, misuse), ""));
}

static void check_known(trp_world *world, trp_misuse misuse)
{
    CHECK(situation_text_equal(printed_for(world, misuse), ""));
}

SITUATION("each kind and place is printed once")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    trp_pool *other = stage_pool(world, 2, TRP_ORDER_MEMORY);
    trp_misuse misuse = plain_misuse();

    if (!shows())
        return;
    check_printed(world, misuse);
    misuse.pool = pool, check_printed(world, misuse);
    misuse.pool = other, check_printed(world, misuse);
    misuse.in_pool = pool, check_printed(world, misuse);
    misuse.in_pool = other, check_printed(world, misuse);
    misuse.result = TRP_ERR_TYPE, check_printed(world, misuse);
    misuse.call = "trp_cell", check_printed(world, misuse);
    misuse.file = "game.c", check_printed(world, misuse);
    misuse.file = "fame.c", check_printed(world, misuse);
    misuse.line = 7, check_printed(world, misuse);
}

/* for a misuse of a pool or an actor, its message says which actor */
SITUATION("the message counts where no pool and no actor is concerned")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    thing *it = stage_thing(pool, 1);
    trp_misuse misuse = plain_misuse();

    if (!shows())
        return;
    check_printed(world, misuse);
    misuse.message = "twice.";
    CHECK(situation_text_equal(printed_for(world, misuse), "troupe: twice.\n"));
    misuse.message = "1,024 times.";
    CHECK(situation_text_equal(printed_for(world, misuse), "troupe: 1,024 times.\n"));
    misuse.message = "96 times.", check_known(world, misuse); /* the same, at another time */
    misuse.message = "once.";
    misuse.actor = &it->actor, check_printed(world, misuse);
    misuse.message = "twice.", check_known(world, misuse);
    misuse.pool = pool;
    misuse.message = "once.", check_printed(world, misuse);
    misuse.message = "twice.", check_known(world, misuse);
    misuse.actor = NULL, check_known(world, misuse);
}

SITUATION("sixteen kinds per world are printed")
{
    static const char last[] = "troupe: once.\ntroupe: 16 kinds of misuse in this world: further "
                               "ones are only counted (trp_world_info)\n";
    trp_world *world = stage_world();
    trp_misuse misuse = plain_misuse();

    if (!shows())
        return;
    for (misuse.line = 1; misuse.line < 16; misuse.line++)
        check_printed(world, misuse);
    CHECK(situation_text_equal(printed_for(world, misuse), last));
    for (misuse.line = 1; misuse.line < 40; misuse.line++)
        check_known(world, misuse);
    world = stage_second_world(0);
    check_printed(world, misuse);
}

/* kinds and places are remembered as 16 bits, and 0 stands for none; this line's would be 0 */
SITUATION("every line is remembered")
{
    trp_world *world = stage_world();
    trp_misuse misuse = plain_misuse();

    if (!shows())
        return;
    misuse.line = 36206;
    check_printed(world, misuse);
}

SITUATION("without a world everything is printed")
{
    if (!shows())
        return;
    for (int i = 0; i < 20; i++)
        CHECK(situation_text_equal(printed_for(NULL, plain_misuse()), "troupe: once.\n"));
}

SITUATION("lines follow what the game printed before")
{
    if (!shows())
        return;
    begin();
    say("fire! ");
    trp__print_line("too late");
    CHECK(situation_text_equal(end(), "fire! troupe: too late\n"));
}

/* Nothing is printed if an earlier situation in the same process got NULL for the same call, or for
 * 64 others. */
static void check_null(trp_result result, const char *line)
{
    const char *text = end();

    CHECK_RESULT(result, TRP_ERR_NULL);
    CHECK(*text == '\0' || situation_text_equal(text, line));
    begin();
}

SITUATION("a NULL argument is named")
{
    if (!shows())
        return;
    for (int i = 0; i < 2; i++) {
        begin();
        check_null(trp_update_all(NULL, 1),
                   "troupe: trp_update_all: the world is NULL. Check what trp_world_create "
                   "returned.\n");
        check_null(trp_pool_set_time_scale(NULL, 1),
                   "troupe: trp_pool_set_time_scale: the pool is NULL. Check what "
                   "trp_pool_create returned.\n");
        (void)end();
    }
}
