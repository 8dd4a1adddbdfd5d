/* Hot reload: the game's code is a shared library, which is built and loaded again while the world
 * lives on. Callbacks go through a table of functions, so they are always the newest ones. If a
 * struct has changed, the old code's world is saved, and the new code loads it.
 *
 * This file is both programs. The library:
 *     cc -shared -fPIC -DGAME reload.c -o game.so
 * The program, with all of troupe in it, since the library has none of its own:
 *     cc -rdynamic reload.c -Wl,--whole-archive libtroupe.a -Wl,--no-whole-archive -ldl -o reload
 * `./reload game.so` runs on, and takes over each new build. */
#define _POSIX_C_SOURCE 200809L
#include "troupe/save.h"
#include "troupe/troupe.h"

/* Both sides know this. */

typedef struct code code;

typedef struct game /* what stays: in the program's memory; static variables of a library do not */
{
    const code *code; /* the newest */
    trp_world *world; /* its `user` is this struct */
    trp_pool *drops;
    uint32_t noise;
    uint32_t ended; /* drops so far */
} game;

struct code /* what the library gives */
{
    const char *title;
    uint32_t structs; /* one more with each change of a struct */
    void (*set_up)(game *g);
    void (*frame)(game *g);
    float (*highest)(const game *g);
    trp_update_pool_fn *drops_update;
    trp_on_end_fn *drop_end;
};

/* The callbacks that pools get: in the program, so that their addresses never change. */
trp_update_pool_fn drops_update;
trp_on_end_fn drop_end;

#ifdef GAME

#ifndef VERSION
#define VERSION 1 /* 2 and 3 stand for a programmer's edits */
#endif

typedef struct drop {
    trp_actor actor;
    float x, y, vx, vy;
#if VERSION >= 3
    float heat; /* a new member: the layout is another one */
#endif
    trp_time until;
} drop;

/* Saves need it, and so do structs that change. */
#if VERSION >= 3
static const float cold = 10;
#endif
static const trp_field drop_fields[] = {
    TRP_FIELD(drop, x),
    TRP_FIELD(drop, y),
    TRP_FIELD(drop, vx),
    TRP_FIELD(drop, vy),
#if VERSION >= 3
    TRP_FIELD_SINCE(drop, heat, 2, &cold), /* what drops get that fly already */
#endif
    TRP_FIELD(drop, until),
    TRP_FIELDS_END};
static const trp_fields drop_type = TRP_FIELDS(drop, VERSION >= 3 ? 2 : 1, drop_fields);

static float noise(game *g)
{
    g->noise = g->noise * 1664525 + 1013904223;
    return (float)(g->noise >> 8) / (1 << 24);
}

static void set_up(game *g)
{
    g->drops = trp_pool_create(g->world, &(trp_pool_desc){.type = TRP_TYPE(drop, actor),
                                                          .capacity = 256,
                                                          .fields = &drop_type,
                                                          .lifetime = TRP_LIFETIME(drop, until),
                                                          .update_pool = drops_update,
                                                          .on_end = drop_end});
}

static void frame(game *g)
{
    drop *d = trp_as(drop, trp_create(g->drops, NULL));
    if (d != NULL) {
        d->vx = noise(g) - 0.5f;
        d->vy = 20 + 4 * noise(g);
        d->until = trp_time_in(g->drops, trp_seconds(1.5f));
#if VERSION >= 3
        d->heat = 100;
#endif
    }
    trp_update_all(g->world, 1.0f / 60);
}

static void update(trp_pool *pool, const trp_context *in)
{
    trp_each (drop, it, pool) {
        it->x += it->vx * in->dt;
        it->y += it->vy * in->dt;
#if VERSION >= 2
        it->vy -= 9.81f * in->dt; /* version 2: there is gravity */
#endif
#if VERSION >= 3
        it->heat -= 5 * in->dt;
#endif
    }
}

static void end(trp_actor *self, const trp_end_context *in)
{
    game *g = in->user;
    (void)self;
    if (in->reason == TRP_REASON_EXPIRED)
        g->ended++;
}

static float highest(const game *g)
{
    float y = 0;
    trp_each (drop, it, g->drops)
        y = it->y > y ? it->y : y;
    return y;
}

#define STRING(x) #x
#define TITLE(version) "version " STRING(version)
const code game_code = {TITLE(VERSION), VERSION >= 3 ? 2 : 1, set_up, frame, highest, update, end};

#else /* the program */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void drops_update(trp_pool *pool, const trp_context *in)
{
    const game *g = in->user;
    g->code->drops_update(pool, in);
}

void drop_end(trp_actor *self, const trp_end_context *in)
{
    const game *g = in->user;
    g->code->drop_end(self, in);
}

typedef struct save {
    unsigned char *bytes;
    size_t used, size;
} save;

static bool keep(const void *bytes, size_t size, void *arg)
{
    save *to = arg;
    if (size > to->size - to->used)
        return false;
    memcpy(to->bytes + to->used, bytes, size);
    to->used += size;
    return true;
}

static void tell(const trp_load_problem *problem, void *user)
{
    (void)user;
    printf("not loaded: %s\n", problem->text);
}

/* Another layout: the new code makes a new world, and loads what the old one was. Slots and handles
 * stay the same, addresses do not. */
static void move_world(game *g, const code *next)
{
    const trp_save_desc how = {.game = "reload", .version = 1};
    const size_t size = trp_save_bytes(g->world, &how);
    save file = {malloc(size), 0, size};

    if (file.bytes == NULL || trp_save(g->world, &how, keep, &file) != TRP_OK)
        exit(1);
    trp_world_destroy(g->world); /* calls on_end of the old structs: still by the old code */
    g->code = next;
    g->world = trp_world_create(&(trp_world_desc){.user = g});
    g->code->set_up(g);
    const trp_load_desc back = {.game = "reload", .version = 1, .on_problem = tell};
    if (trp_load(g->world, file.bytes, file.used, &back) != TRP_OK)
        exit(1);
    free(file.bytes);
}

/* A library is never closed: pools keep names and tables that lie in it. A loader that knows a file
 * name does not load it again, so each copy gets a name of its own. */
static const code *load_copy(const char *library)
{
    static unsigned copies;
    char name[64], bytes[4096];
    size_t size;

    snprintf(name, sizeof name, "/tmp/reload.%ld.%u.so", (long)getpid(), ++copies);
    FILE *from = fopen(library, "rb");
    FILE *to = fopen(name, "wb");
    if (from == NULL || to == NULL)
        return NULL;
    while ((size = fread(bytes, 1, sizeof bytes, from)) > 0)
        fwrite(bytes, 1, size, to);
    fclose(from);
    fclose(to);
    void *copy = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    unlink(name); /* what is loaded stays */
    if (copy == NULL)
        fprintf(stderr, "%s\n", dlerror());
    return copy == NULL ? NULL : dlsym(copy, "game_code");
}

static void reload(game *g, const char *library)
{
    const code *former = g->code;
    const code *next = load_copy(library);

    if (next == NULL) /* such as a file that is still being written: the former code runs on */
        return;
    if (former != NULL && former->structs != next->structs)
        move_world(g, next);
    g->code = next;
    if (former == NULL)
        g->code->set_up(g);
    printf("%s: %s, %u drops\n", next->title,
           former == NULL                     ? "a new world"
           : former->structs != next->structs ? "a struct has changed: saved and loaded"
                                              : "the world has not noticed",
           (unsigned)trp_pool_count(g->drops));
}

static time_t time_of(const char *library)
{
    struct stat status;
    return stat(library, &status) == 0 ? status.st_mtime : 0;
}

/* One library: runs on, and looks for a new build each second. Several: each takes its turn for a
 * second, as if they were built one after the other. */
int main(int argc, char **argv)
{
    static game g;
    time_t seen = 0;
    trp_handle drop = {0};

    g.world = trp_world_create(&(trp_world_desc){.user = &g});
    for (int turn = 1; argc == 2 || turn < argc; turn++) {
        const char *library = argv[argc == 2 ? 1 : turn];
        if (argc > 2 || time_of(library) != seen)
            reload(&g, library);
        if (g.code == NULL)
            return fprintf(stderr, "usage: %s GAME.so\n", argv[0]), 2;
        seen = time_of(library);
        printf("  the drop from before is %s\n", trp_get(g.world, drop) ? "there" : "not there");
        for (int i = 0; i < 60; i++) {
            g.code->frame(&g);
            if (argc == 2)
                nanosleep(&(struct timespec){.tv_nsec = 16666667}, NULL);
        }
        drop = trp_handle_of(g.world, trp_pool_last(g.drops));
        printf("  a second: %u drops, %u have ended, the highest is at %.1f\n",
               (unsigned)trp_pool_count(g.drops), (unsigned)g.ended, (double)g.code->highest(&g));
        fflush(stdout);
    }
    return trp_world_destroy(g.world) != TRP_OK;
}

#endif
