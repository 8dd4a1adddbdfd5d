/* Sounds and sprites, which are outside of the world, through a rollback and through a rewind that
 * is kept. A sound that was heard is not heard again when its tick is repeated, and one that did not
 * come again is stopped. Sprites follow a mirror. */
#include "troupe/history.h"
#include "troupe/mirror.h"
#include "troupe/queue.h"
#include "troupe/troupe.h"

#include <stdio.h>

enum { ROCKS = 16 };

typedef struct rock {
    trp_actor actor;
    int kind;
} rock;

/* An event: what kind of rock has burst. */
typedef struct burst {
    int kind;
} burst;

static trp_queue *sounds;
static unsigned sprites;

static void rock_on_end(trp_actor *self, const trp_end_context *in)
{
    (void)in;
    trp_queue_post(sounds, &(burst){trp_as(rock, self)->kind});
}

static void play(const void *event, const trp_context *in)
{
    printf("  tick %u: sound %d\n", (unsigned)in->tick, ((const burst *)event)->kind);
}

static void stop(const void *event, const trp_context *in)
{
    (void)in;
    printf("  sound %d is stopped\n", ((const burst *)event)->kind);
}

static void add_sprite(trp_actor *actor, const trp_context *in)
{
    (void)in;
    sprites++;
    printf("  a sprite for rock %d\n", trp_as(rock, actor)->kind);
}

static void remove_sprite(trp_handle life, const trp_context *in)
{
    (void)life;
    (void)in;
    sprites--;
    printf("  a sprite is removed\n");
}

/* A tick: the rock in `slot` bursts, if there is one; then a new one of this kind comes. */
static void step(trp_world *world, trp_pool *rocks, uint32_t slot, int kind)
{
    trp_recycle(world, trp_pool_at(rocks, slot));
    if (kind != 0)
        trp_create(rocks, &(rock){.kind = kind});
    trp_update_all(world, 1.0f / 60);
}

int main(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char past_memory[1 << 16];
    static uint32_t mirror_memory[TRP_MIRROR_BYTES(ROCKS) / sizeof(uint32_t)];
    static trp_history past;
    static trp_mirror mirror;
    trp_world *world = trp_world_create(NULL);
    trp_pool *rocks = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = ROCKS, .on_end = rock_on_end});
    const trp_queue_desc sound_desc = {
        .name = "sounds", .size = sizeof(burst), .capacity = 16, .play = play, .cancel = stop};
    const trp_history_desc past_desc = {.memory = past_memory, .bytes = sizeof past_memory};

    sounds = trp_queue_create(world, &sound_desc);
    if (sounds == NULL || trp_history_open(&past, world, &past_desc) != TRP_OK ||
        trp_mirror_init(&mirror, rocks, mirror_memory, sizeof mirror_memory) != TRP_OK)
        return 1;
    printf("as predicted:\n");
    for (int tick = 0; tick < 4; tick++) {
        trp_history_save(&past);
        step(world, rocks, tick < 2 ? ROCKS : (uint32_t)tick - 2, tick + 1);
    }
    trp_mirror_sync(&mirror, add_sprite, remove_sprite, NULL);

    printf("rollback: rock 1 did not burst in tick 3, and rock 2 did in tick 4\n");
    trp_history_restore(&past, 2);
    step(world, rocks, ROCKS, 3);
    step(world, rocks, 1, 4);
    trp_mirror_sync(&mirror, add_sprite, remove_sprite, NULL);

    printf("a rewind that is kept:\n");
    trp_history_restore(&past, 1);
    trp_queue_forget(sounds);
    trp_mirror_sync(&mirror, add_sprite, remove_sprite, NULL);
    step(world, rocks, 0, 9);
    trp_mirror_sync(&mirror, add_sprite, remove_sprite, NULL);
    printf("%u sprites, %u rocks\n", sprites, (unsigned)trp_pool_count(rocks));
    trp_mirror_free(&mirror);
    trp_history_close(&past);
    trp_world_destroy(world);
    return 0;
}
