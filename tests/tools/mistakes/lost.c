/* A debug build finds structs of the game whose memory was freed or reused while they were
 * registered, and names them. */
#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/snapshot.h"
#include "troupe/system.h"
#include "troupe/troupe.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct guest {
    trp_actor actor;
    int age;
} guest;

static jmp_buf way_out;
static trp_world *worlds[6];

/* Without this stop the library would continue, and the program would crash. */
static void stop(trp_world *world, const trp_misuse *misuse)
{
    (void)world;
    puts(misuse->message);
    longjmp(way_out, 1);
}

static void tick(trp_system *self, const trp_context *in)
{
    (void)self;
    (void)in;
}

static void watch(trp_actor *actor, const trp_event_context *in)
{
    (void)in;
    (void)actor;
}

/* Registers a struct, then frees or reuses its memory. */
static void lose(trp_world *world, int what)
{
    static trp_group group;
    static trp_family family;
    static trp_system rain = {.name = "rain", .before = tick};
    static trp_watcher watcher = {.function = watch};
    if (what == 0) {
        trp_group_init(&group, world, &(trp_group_desc){.name = "squad"});
        memset(&group, 0x5a, sizeof group);
    } else if (what == 1) {
        trp_family_init(&family, world, NULL);
        memset(&family, 0, sizeof family);
    } else if (what == 2) {
        trp_system_add(world, &rain);
        memset(&rain, 0, sizeof rain);
    } else if (what == 3) {
        trp_watch(world, &watcher);
        watcher.function = NULL;
    } else if (what == 4) {
        static int gold;
        static trp_region region = {.name = "game", .start = &gold, .bytes = sizeof gold};
        trp_region_add(world, &region);
        memset(&region, 0x5a, sizeof region);
    } else {
        guest *g = malloc(sizeof *g);
        trp_adopt(trp_world_pool(world, 0), &g->actor);
        free(g);
    }
}

int main(void)
{
    static int what;
    for (what = 0; what < 6; what++) {
        worlds[what] = trp_world_create(&(trp_world_desc){.on_misuse = stop});
        trp_pool_create(worlds[what], &(trp_pool_desc){.type = TRP_TYPE(guest, actor),
                                                       .capacity = 2,
                                                       .external = TRP_EXTERNAL});
        if (setjmp(way_out) == 0) {
            lose(worlds[what], what);
            trp_update_all(worlds[what], 1);
            puts("not found");
        }
    }
    return 0;
}
