/* A firework: one call creates many sparks, one call ends those that fell. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct spark {
    trp_actor actor;
    int number;
    float height, speed;
} spark;

/* trp_create_many calls this for each newborn */
static void launch(trp_actor *self, const trp_context *in)
{
    spark *it = trp_as(spark, self);
    int *launched = (int *)in->arg;
    it->number = (*launched)++;
    it->speed = (float)(it->number % 10);
}

static void spark_update(trp_actor *self, const trp_context *in)
{
    spark *it = trp_as(spark, self);
    it->height += it->speed * in->dt;
    it->speed -= 10 * in->dt;
}

static bool has_fallen(const trp_actor *self, const trp_context *in)
{
    const float *ground = (const float *)in->arg;
    return trp_as(spark, self)->height < *ground;
}

int main(void)
{
    int launched = 0;
    float ground = 0;
    trp_world *world = trp_world_create(NULL);
    trp_pool *sparks = trp_pool_create(world, &(trp_pool_desc){.name = "spark",
                                                               .type = TRP_TYPE(spark, actor),
                                                               .capacity = 150,
                                                               .update = spark_update});
    if (!sparks)
        return 1;
    uint32_t count = trp_create_many(sparks, 100, launch, &launched);
    printf("launched %u of 100\n", count);
    count = trp_create_many(sparks, 100, launch, &launched);
    printf("launched %u of 100: %s\n", count, trp_result_name(trp_last_result(world)));
    for (int tick = 1; tick <= 4; tick++) {
        trp_update_all(world, 0.25f);
        printf("tick %d: %u fell\n", tick, trp_pool_recycle_if(sparks, NULL, has_fallen, &ground));
    }

    printf("%u are left\n", trp_pool_count(sparks));
    trp_world_destroy(world);
    return 0;
}
