/* Rewind: a history stores the last five seconds of a fountain as deltas between ticks. They are
 * played backwards, then forwards again. */
#include "troupe/hash.h"
#include "troupe/history.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct drop {
    trp_actor actor;
    float y, vy;
} drop;

static struct {
    uint32_t seed;
} game = {1};

static void drop_update(trp_actor *self, const trp_context *in)
{
    drop *it = trp_as(drop, self);
    it->vy -= 9.8f * in->dt;
    it->y += it->vy * in->dt;
    if (it->y < 0)
        trp_recycle(in->world, self);
}

static void step(trp_world *world, trp_pool *drops)
{
    game.seed = game.seed * 1664525u + 1013904223u;
    trp_create(drops, &(drop){.vy = 5 + (float)(game.seed >> 30)});
    trp_update_all(world, 1.0f / 60);
}

static void report(const trp_world *world, const trp_pool *drops, const char *what)
{
    printf("%s: tick %u, %u drops\n", what, (unsigned)trp_world_ticks(world),
           trp_pool_count(drops));
}

int main(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 20];
    static trp_region game_region = {.name = "game", .start = &game, .bytes = sizeof game};
    static trp_history past;
    trp_world *world = trp_world_create(NULL);
    trp_pool *drops = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(drop, actor), .capacity = 256, .update = drop_update});
    const trp_history_desc desc = {
        .memory = memory, .bytes = sizeof memory, .ticks = 300, .kind = TRP_HISTORY_REWIND};
    if (drops == NULL || trp_region_add(world, &game_region) != TRP_OK ||
        trp_history_open(&past, world, &desc) != TRP_OK)
        return 1;
    for (int i = 0; i < 1000; i++) {
        trp_history_save(&past);
        step(world, drops);
    }
    report(world, drops, "now");
    const uint64_t hash = trp_hash_world(world);
    for (uint64_t tick = 999; tick >= 800; tick--) /* the key is held: one tick back per frame */
        trp_history_restore(&past, tick);
    report(world, drops, "rewound");
    while (trp_world_ticks(world) < 1000)
        step(world, drops);
    report(world, drops, "repeated");
    printf("the same: %s\n", trp_hash_world(world) == hash ? "yes" : "no");
    trp_history_close(&past);
    trp_world_destroy(world);
    return 0;
}
