/* Reports name the call in progress, the call that was forgotten, the faulty field, and the members
 * of a box. */
#include "troupe/family.h"
#include "troupe/fields.h"
#include "troupe/group.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
    int energy;
} rock;

static const trp_field rock_fields[] = {
    TRP_FIELD(rock, x), {"y", 0, TRP_KIND_F32, 2, 0, 0, 4, 0, 0}, TRP_FIELDS_END};
static const trp_fields rock_type = TRP_FIELDS(rock, 1, rock_fields);

static void visit(trp_actor *self, const trp_context *in)
{
    (void)in;
    (void)self;
}

static bool is_none(const trp_actor *self, const trp_context *in)
{
    (void)in;
    (void)self;
    return false;
}

static void overwritten(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *rocks =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 8});
    rock *r = trp_as(rock, trp_create(rocks, NULL));

    *r = (rock){.x = 1};
    trp_for_each(rocks, visit, NULL);
    *r = (rock){.x = 1};
    trp_layer_for_each(world, 0, visit, NULL);
    *r = (rock){.x = 1};
    trp_pool_recycle_if(rocks, NULL, is_none, NULL);
    *r = (rock){.x = 1};
    trp_pool_recycle_if(rocks, &(trp_ending){.later = true}, is_none, NULL);
    *r = (rock){.x = 1};
    trp_pool_clear(rocks, NULL);
    r = trp_as(rock, trp_create(rocks, NULL));
    *r = (rock){.x = 1};
    trp_layer_clear(world, 0, &(trp_ending){.later = true});
    r = trp_as(rock, trp_create(rocks, NULL));
    *r = (rock){.x = 1};
    trp_layer_clear(world, 0, NULL);
    r = trp_as(rock, trp_create(rocks, NULL));
    *r = (rock){.x = 1};
    trp_world_destroy(world);
}

static void ticked(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *rocks = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 8, .order = TRP_ORDER_OLDEST});
    rock *r = trp_as(rock, trp_create(rocks, NULL));

    trp_expire(world, &r->actor);
    *r = (rock){.x = 1};
    trp_update_all(world, 1);
    trp_world_destroy(world);
}

static void uninitialised(void)
{
    static trp_group squad, former;
    static trp_family crew, old_crew;
    trp_world *world = trp_world_create(NULL);
    trp_pool *rocks =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 8});
    trp_actor *r = trp_create(rocks, NULL);

    for (int i = 0; i < 2; i++) /* each call is reported once */
    {
        trp_group_add(&squad, r);
        trp_group_add_many(&squad, &r, 1);
        trp_group_for_each(&squad, visit, NULL);
        trp_group_remove(&squad, r);
        trp_family_add(&crew, rocks);
        trp_family_attach(&crew, r, r);
        trp_family_for_each(&crew, r, visit, NULL);
        trp_family_remove(&crew, rocks);
    }
    printf("%s\n", trp_result_name(trp_group_add(&squad, r)));
    printf("%s\n", trp_result_name(trp_family_attach(&crew, r, r)));
    printf("%s\n", trp_result_name(trp_group_free(&squad)));

    /* silent: calls after the end of a world, and NULL */
    trp_group_init(&former, world, NULL);
    trp_family_init(&old_crew, world, NULL);
    trp_world_destroy(world);
    printf("%s\n", trp_result_name(trp_group_prune(&former)));
    printf("%s\n", trp_result_name(trp_group_prune(NULL)));
    printf("%s\n", trp_result_name(trp_family_detach(&old_crew, r)));
    printf("%s\n", trp_result_name(trp_family_detach(NULL, r)));
}

int main(void)
{
    overwritten();
    ticked();
    uninitialised();

    trp_world *world = trp_world_create(NULL);
    trp_pool *rocks =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 8});
    trp_space *field = trp_space_create(world, &(trp_space_desc){.capacity = 8});
    trp_pool_create(world, &(trp_pool_desc){
                               .type = TRP_TYPE(rock, actor), .capacity = 8, .fields = &rock_type});
    trp_space_add_pool(field, rocks,
                       &(trp_space_pool_desc){.box = TRP_BOX(rock, x, y, width, height)});
    trp_create(rocks, &(rock){.energy = -1, .width = -8, .height = 8});
    trp_world_destroy(world);
    return 0;
}
