/* Inspection: an enemy has vanished, and the black box shows the cause. */
#define TRP_PLACES /* calls record file and line; usually a compiler option: -DTRP_PLACES */
#include "troupe/inspect.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct enemy {
    trp_actor actor;
    int energy;
} enemy;

typedef struct bomb {
    trp_actor actor;
    int fuse;
    trp_handle target;
} bomb;

static void bomb_update(trp_actor *self, const trp_context *in)
{
    bomb *b = trp_as(bomb, self);
    if (--b->fuse > 0)
        return;
    trp_recycle(in->world, trp_get(in->world, b->target));
    trp_recycle(in->world, self);
}

static void print(const char *text, void *file)
{
    fputs(text, (FILE *)file);
}

int main(void)
{
    static trp_black_box box;
    static trp_record records[64];
    static _Alignas(TRP_ALIGNMENT) unsigned char births[TRP_BIRTHS_BYTES(32)];

    trp_world *world = trp_world_create(NULL);
    trp_black_box_start(&box, world,
                        &(trp_black_box_desc){.records = records,
                                              .records_bytes = sizeof records,
                                              .births = births,
                                              .births_bytes = sizeof births,
                                              .print_leaks = print,
                                              .user = stdout});
    trp_pool *enemies =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(enemy, actor), .capacity = 4});
    trp_pool *bombs = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(bomb, actor), .capacity = 4, .update = bomb_update});

    const char *before = trp_set_tag(world, "wave 1");
    trp_handle lost = {0, 0};
    for (int i = 0; i < 5; ++i)
        if (trp_create(enemies, &(enemy){.energy = 10}) && i == 1)
            lost = trp_handle_of(world, trp_pool_at(enemies, 1));
    trp_set_tag(world, before);
    trp_create(bombs, &(bomb){.fuse = 3, .target = lost});
    trp_create(bombs, &(bomb){.fuse = 9});

    for (int frame = 0; frame < 5; ++frame)
        trp_update_all(world, 1.0f / 60);
    trp_recycle(world, trp_pool_at(enemies, 3));
    trp_recycle(world, &(enemy){0}.actor); /* a mistake */

    puts("why?");
    trp_print_why(world, lost, print, stdout);
    puts("the last four things:");
    trp_print_records(&box, 4, print, stdout);
    puts("what there is:");
    trp_print_world(world, TRP_DETAIL_ACTORS, print, stdout);
    puts("the end:");
    trp_world_destroy(world); /* prints live actors and their creators */
    return 0;
}
