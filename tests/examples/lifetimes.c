/* Lifetimes: sparks that burn out after a set time and fade before, and slow motion. */
#include "troupe/troupe.h"

#include <stdio.h>

enum { BACKGROUND, GAME, LAYERS };

typedef struct spark {
    trp_actor actor;
    float height;
    trp_time until; /* 0: it burns for ever */
} spark;

static void spark_update(trp_actor *self, const trp_context *in)
{
    trp_as(spark, self)->height += in->dt;
}

/* In its last second a spark fades: the brightness is the time left. */
static void spark_draw(const trp_actor *self, const trp_view *view)
{
    const spark *s = trp_as(spark, self);
    float left = trp_time_left(view->world, self).seconds;
    printf("  a spark at %.2f, brightness %.2f\n", s->height,
           left < 1 && s->until.moment != 0 ? left : 1);
}

static void spark_is_gone(trp_actor *self, const trp_end_context *in)
{
    printf("  a spark is gone in tick %u: %s\n", (unsigned)trp_world_ticks(in->world),
           in->reason == TRP_REASON_EXPIRED ? "burnt out" : "the end");
    (void)self;
}

static void run(trp_world *world, unsigned ticks)
{
    for (unsigned i = 0; i < ticks; i++)
        trp_update_all(world, 0.25f);
    trp_draw_all(world, NULL, 0);
}

int main(void)
{
    trp_world *world = trp_world_create(&(trp_world_desc){.layers = LAYERS});
    trp_pool *sparks = trp_pool_create(world, &(trp_pool_desc){
                                                  .name = "spark",
                                                  .type = TRP_TYPE(spark, actor),
                                                  .capacity = 8,
                                                  .layer = GAME,
                                                  .lifetime = TRP_LIFETIME(spark, until),
                                                  .update = spark_update,
                                                  .draw = spark_draw,
                                                  .on_end = spark_is_gone,
                                              });
    spark *first = trp_as(spark, trp_create(sparks, NULL));
    trp_create(sparks, &(spark){.height = 10, .until = trp_time_in(sparks, trp_seconds(2.5f))});
    trp_expire_in(world, &first->actor, trp_seconds(1));

    printf("three quarters of a second:\n");
    run(world, 3);
    printf("the same again:\n");
    run(world, 3);
    printf("a pause counts for nothing:\n");
    trp_layer_set_enabled(world, GAME, false);
    run(world, 100);
    trp_layer_set_enabled(world, GAME, true);
    printf("slow motion:\n");
    trp_layer_set_time_scale(world, GAME, 0.5f);
    run(world, 4);
    run(world, 4);
    trp_world_destroy(world);
    return 0;
}
