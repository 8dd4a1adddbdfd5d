#include "surroundings.h"

typedef struct guest
{
    trp_actor actor;
    float x;
} guest;

static void guest_update(trp_actor *self, const trp_tick *tick)
{
    trp_as(guest, self)->x += tick->dt;
}

static bool uses_layers(trp_world *world, trp_pool *guests)
{
    return trp_layer_set_place(world, 3, 0) == TRP_OK && trp_pool_set_layer(guests, 2) == TRP_OK &&
           trp_layer_set_time_scale(world, 2, 0.5f) == TRP_OK;
}

static bool uses_spans(trp_world *world, trp_pool *guests)
{
    return trp_create_many(guests, 20, NULL, NULL) == 20 &&
           trp_renew(world, trp_pool_at(guests, 3)) != NULL;
}

static bool uses_shrinking(trp_pool *guests)
{
    return trp_pool_set_shrinking(guests, &(trp_shrinking){.shrink_below = 10}) == TRP_OK;
}

static bool uses_ids(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(10)];
    static trp_ids ids;
    return trp_ids_init(&ids, memory, sizeof memory, 0, 10) == TRP_OK && trp_ids_take(&ids) == 0;
}

bool surround(trp_world *world, trp_pool *bullets)
{
    trp_pool *guests = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(guest, actor),
                                                               .capacity = 10,
                                                               .max_capacity = 100,
                                                               .when_full = TRP_FULL_GROW,
                                                               .layer = 1,
                                                               .update = guest_update});
    (void)bullets;
    return guests != NULL && uses_layers(world, guests) && uses_spans(world, guests) &&
           uses_shrinking(guests) && uses_ids();
}
