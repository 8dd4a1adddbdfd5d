/* Messages name what is concerned: the space, the table of timers, the group, the type. */
#include "troupe/fields.h"
#include "troupe/group.h"
#include "troupe/troupe.h"

typedef struct body {
    trp_actor actor;
    trp_box box;
} body;

typedef struct rock {
    body body;
    double weight;
} rock;

static const trp_field body_fields[] = {TRP_FIELD(body, box.x), TRP_FIELDS_END};
static const trp_fields body_type = TRP_FIELDS(body, 1, body_fields);
static const trp_field twice[] = {TRP_FIELD(rock, weight), TRP_FIELD(rock, weight), TRP_FIELDS_END};
static const trp_fields twice_type = TRP_FIELDS(rock, 1, twice);
static const trp_field based[] = {TRP_FIELD_STRUCT(rock, body, &body_type), TRP_FIELDS_END};
static const trp_fields based_type = TRP_FIELDS(rock, 1, based);
static const trp_field beyond[] = {{"tail", NULL, TRP_KIND_U8, 1, 0, sizeof(rock), 1, NULL, NULL},
                                   TRP_FIELDS_END};
static const trp_fields beyond_type = TRP_FIELDS(rock, 1, beyond);
static const trp_fields *const wrong[] = {&body_type, &twice_type, &based_type, &beyond_type};

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bodies =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(body, actor), .capacity = 8});
    trp_pool *rocks =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, body.actor), .capacity = 8});
    trp_space *field = trp_space_create(world, &(trp_space_desc){.name = "field", .capacity = 8});
    trp_timers *fuses = trp_timers_create(bodies, &(trp_timers_desc){.name = "fuses"});
    trp_actor *it = trp_create(bodies, NULL), *rock_it = trp_create(rocks, NULL);
    trp_group squad;

    trp_space_create(world, &(trp_space_desc){.name = "endless", .capacity = UINT32_MAX});
    trp_space_query(field, &(trp_query){.area = trp_circle(0, 0, -1)}, NULL, NULL);
    trp_space_add(field, it);
    trp_space_add_pool(field, bodies,
                       &(trp_space_pool_desc){.box = TRP_BOX_AT(body, box), .manual_add = true});
    trp_space_remove(field, it);
    trp_timer_start(fuses, rock_it, trp_seconds(1));
    trp_timer_start(fuses, it, trp_seconds(-1));
    trp_timer_start(fuses, it, trp_ticks(1));
    for (int i = 0; i < 4; i++)
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, body.actor),
                                                .capacity = 8,
                                                .fields = wrong[i]});
    trp_each (body, b, rocks)
        return 1;
    trp_group_init(&squad, world,
                   &(trp_group_desc){.name = "squad", .type = TRP_TYPE(body, actor)});
    trp_group_add(&squad, rock_it);
    trp_group_free(&squad);
    trp_world_destroy(world);
    return 0;
}
