/* A debug build finds types other than the pool's. It finds types of the same size by their names.
 * */
#include "troupe/fields.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct body {
    trp_actor actor;
    float x;
} body;

typedef struct missile {
    body body;
    float fuel[2]; /* as large as a rock if nodes are aligned for AddressSanitizer */
} missile;

typedef struct rock {
    trp_actor actor;
    float size[4];
} rock;

typedef struct ghost {
    trp_actor actor;
    trp_time until;
    float size[3];
} ghost;

static const trp_field rock_table[] = {TRP_FIELD_ARRAY(rock, size), TRP_FIELDS_END};
static const trp_fields rock_fields = TRP_FIELDS(struct rock, 1, rock_table);

int main(void)
{
    trp_world *world = trp_world_create(NULL), *second = trp_world_create(NULL);
    trp_pool *missiles = trp_pool_create(
        world, &(trp_pool_desc){.type = TRP_TYPE(missile, body.actor), .capacity = 8});
    trp_pool *rocks = trp_pool_create(
        second, &(trp_pool_desc){.type = TRP_TYPE(struct rock, actor), .capacity = 8});
    trp_actor *m = trp_create(missiles, &(missile){.fuel = {3}});
    trp_actor *r = trp_create(rocks, &(rock){.size = {1}});

    /* correct: the type, or a base struct, in any spelling of the name */
    printf("%.0f\n", (double)trp_as_in(missile, body.actor, m)->fuel[0]);
    printf("%.0f\n", (double)trp_as(body, m)->x);
    printf("%.0f\n", (double)trp_as(rock, r)->size[0]);
    trp_each_of (missile, body.actor, it, missiles)
        printf("%.0f\n", (double)it->fuel[0]);

    printf("%.0f\n", (double)trp_as(rock, m)->size[0]); /* another type of the same size */
    printf("%.0f\n", (double)trp_as_in(missile, body.actor, r)->body.x);
    trp_each (rock, it, missiles)
        puts("a rock among missiles");
    trp_each (body, it, missiles) /* a type of another size */
        puts("never");
    printf("%s\n", trp_create(missiles, &(rock){.size = {1}}) ? "a rock there" : "?");
    printf("%s\n", trp_create(rocks, &(body){.x = 1}) ? "a body among rocks" : "refused");

    /* a lifetime and a table of fields, both of another struct that fits */
    trp_pool_create(second, &(trp_pool_desc){.type = TRP_TYPE(rock, actor),
                                             .capacity = 2,
                                             .lifetime = TRP_LIFETIME(ghost, until),
                                             .fields = &rock_fields});
    trp_pool_create(second, &(trp_pool_desc){.type = TRP_TYPE(ghost, actor),
                                             .capacity = 2,
                                             .lifetime = TRP_LIFETIME(ghost, until),
                                             .fields = &rock_fields});
    trp_world_destroy(second);
    trp_world_destroy(world);
    return 0;
}
