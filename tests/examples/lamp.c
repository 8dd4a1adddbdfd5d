/* A small machine: sparks on a strip of 32 lamps. The memory is static, and its size is known to the
 * compiler. Without main() this file needs no heap, no stdio and no operating system, and links one
 * pool, one order and one policy. */
#include "troupe/troupe.h"

enum {
    LAMPS = 32,
    SPARKS = 24
};

typedef struct spark {
    trp_actor actor;
    int16_t at; /* in sixteenths of a lamp */
    int16_t speed;
    uint16_t glow;
} spark;

static _Alignas(TRP_ALIGNMENT) unsigned char
    memory[TRP_WORLD_BYTES_FOR(1, 1) + TRP_AGE_POOL_BYTES(spark, SPARKS)];
static uint8_t lamps[LAMPS];

static void spark_update(trp_actor *self, const trp_context *in)
{
    spark *s = trp_as(spark, self);
    s->at = (int16_t)(s->at + s->speed);
    s->glow = (uint16_t)(s->glow - s->glow / 8 - 1);
    if (s->at < 0 || s->at >= 16 * LAMPS || s->glow < 4)
        trp_recycle(in->world, self); /* in its own update: at once */
}

static void spark_draw(const trp_actor *self, const trp_view *view)
{
    const spark *s = trp_as(spark, self);
    uint8_t *lamp = (uint8_t *)view->target + s->at / 16;
    *lamp = (uint8_t)(s->glow > 255 - *lamp ? 255 : *lamp + s->glow);
}

static uint32_t noise(void)
{
    static uint32_t x = 1;
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    return x;
}

/* Called by main() on a desk, and by a timer's interrupt on the machine. */
uint32_t lamp_run(unsigned frames)
{
    uint32_t sum = 0;
    trp_world *world = trp_world_init(
        memory, sizeof memory,
        &(trp_world_desc){.max_pools = 1, .on_misuse = trp_ignore_misuse}); /* only counted */
    trp_pool *sparks = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(spark, actor),
                                                               .capacity = SPARKS,
                                                               .order = TRP_ORDER_OLDEST,
                                                               .when_full = TRP_FULL_STEAL_OLDEST,
                                                               .update = spark_update,
                                                               .draw = spark_draw});
    for (unsigned frame = 0; frame < frames; frame++) {
        if (noise() % 3 == 0)
            for (int i = 0; i < 4; i++) /* never refused: the oldest makes room */
                trp_create(sparks, &(spark){.at = 16 * LAMPS / 2,
                                            .speed = (int16_t)(noise() % 17 - 8),
                                            .glow = 200});
        trp_update_all(world, 1);
        for (int i = 0; i < LAMPS; i++)
            lamps[i] = 0;
        trp_draw_all(world, lamps, 1);
        for (int i = 0; i < LAMPS; i++)
            sum = sum * 31 + lamps[i];
    }
    sum += (uint32_t)trp_world_info(world).misuse;
    trp_world_destroy(world); /* the memory is the program's again */
    return sum;
}

#include <stdio.h>

int main(void)
{
    const uint32_t sum = lamp_run(2000);
    printf("2000 frames, %u bytes of static memory, checksum %08lx\n", (unsigned)sizeof memory,
           (unsigned long)sum);
    return 0;
}
