#include "surroundings.h"

#include "troupe/family.h"
#include "troupe/fields.h"
#include "troupe/group.h"
#include "troupe/history.h"
#include "troupe/shrink.h"
#include "troupe/system.h"

typedef struct guest {
    trp_actor actor;
    trp_box box;
    float x;
} guest;

static void guest_update(trp_actor *self, const trp_context *in)
{
    trp_as(guest, self)->x += in->dt;
}

static bool uses_layers(trp_world *world, trp_pool *guests)
{
    return trp_layer_set_place(world, 3, 0) == TRP_OK && trp_pool_set_layer(guests, 2) == TRP_OK &&
           trp_layer_set_time_scale(world, 2, 0.5f) == TRP_OK;
}

static bool uses_spans(trp_world *world, trp_pool *guests)
{
    (void)world;
    return trp_create_many(guests, 20, NULL, NULL) == 20;
}

static bool uses_families(trp_world *world, trp_pool *guests)
{
    static trp_family family;
    return trp_family_init(&family, world, NULL) == TRP_OK &&
           trp_family_add(&family, guests) == TRP_OK &&
           trp_family_attach(&family, trp_pool_at(guests, 1), trp_pool_at(guests, 2)) == TRP_OK;
}

/* the bullets are members: groups are not notified of their lives */
static bool uses_groups(trp_world *world, trp_pool *bullets)
{
    static trp_group group;
    return trp_group_init(&group, world, NULL) == TRP_OK &&
           trp_group_add(&group, trp_pool_at(bullets, 1)) == TRP_OK &&
           trp_group_add(&group, trp_pool_at(bullets, 2)) == TRP_OK;
}

static bool uses_spaces(trp_world *world, trp_pool *guests)
{
    trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 100});
    return trp_space_add_pool(space, guests,
                              &(trp_space_pool_desc){.box = TRP_BOX_AT(guest, box)}) == TRP_OK &&
           trp_space_pairs(space, NULL, NULL, NULL) != 0;
}

static void count_call(trp_system *self, const trp_context *in)
{
    (void)in;
    ++*(unsigned *)self->user;
}

static void count_birth(trp_actor *actor, const trp_event_context *in)
{
    (void)actor;
    ++*(unsigned *)in->system->user;
}

/* called before and after each tick, and notified of events of the guests */
static bool uses_systems(trp_world *world, trp_pool *guests)
{
    static unsigned calls;
    static trp_system around = {.before = count_call, .after = count_call, .user = &calls};
    static trp_system of_guests = {.added = count_birth, .updated = count_birth, .user = &calls};
    of_guests.pool = guests;
    return trp_system_add(world, &around) == TRP_OK && trp_system_add(world, &of_guests) == TRP_OK;
}

static bool uses_ids(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(10)];
    static trp_ids ids;
    return trp_ids_init(&ids, memory, sizeof memory, 0, 10) == TRP_OK && trp_ids_take(&ids) == 0;
}

/* bullets are in it, and described */
static bool uses_snapshots(trp_world *world)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 23];
    static trp_history past;
    const trp_history_desc desc = {.memory = memory, .bytes = sizeof memory, .hashes = true};
    return trp_history_open(&past, world, &desc) == TRP_OK && trp_history_save(&past) == TRP_OK &&
           trp_history_restore(&past, 0) == TRP_OK;
}

bool surround(trp_world *world, trp_pool *bullets)
{
    static const trp_field fields[] = {TRP_FIELD(guest, x), TRP_FIELDS_END};
    static const trp_fields described = TRP_FIELDS(guest, 1, fields);
    static const trp_shrinking rule = {.shrink_below = 10};
    trp_pool *guests = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(guest, actor),
                                                               .capacity = 10,
                                                               .max_capacity = 100,
                                                               .when_full = TRP_FULL_GROW,
                                                               .layer = 1,
                                                               .fields = &described,
                                                               .shrink = TRP_SHRINK(&rule),
                                                               .update = guest_update});
    return guests != NULL && uses_layers(world, guests) && uses_spans(world, guests) &&
           uses_families(world, guests) && uses_systems(world, guests) &&
           uses_groups(world, bullets) && uses_spaces(world, guests) && uses_ids() &&
           uses_snapshots(world);
}
