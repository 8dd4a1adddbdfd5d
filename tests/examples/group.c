/* A squad and the selected soldiers: an actor can be in many groups, and leaves all of them when
 * it ends. */
#include "troupe/group.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct soldier {
    trp_actor actor;
    int number, health;
} soldier;

static void fallen(trp_handle who, const trp_context *in)
{
    (void)who; /* with this handle a game can find data that it stores elsewhere */
    ++*(int *)in->user;
}

static void report(const char *name, trp_group *group)
{
    printf("%s:", name);
    trp_group_each(soldier, it, group) printf(" %d", it->number);
    printf("\n");
}

int main(void)
{
    int losses = 0;
    trp_group squad, selected;
    trp_world *world = trp_world_create(NULL);
    trp_pool *soldiers =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(soldier, actor), .capacity = 16});
    trp_group_init(&squad, world,
                   &(trp_group_desc){.max = 6, .user = &losses, .on_pruned = fallen});
    trp_group_init(&selected, world, &(trp_group_desc){.unique = true});

    for (int i = 1; i <= 8; ++i) {
        trp_actor *a = trp_create(soldiers, &(soldier){.number = i, .health = i * 10});
        if (trp_group_add(&squad, a) == TRP_ERR_FULL)
            printf("no room for %d\n", i);
    }
    printf("selected: %u\n", (unsigned)trp_group_add_from(&selected, &squad, 1, 3));
    report("squad", &squad);

    /* A shell hits: weak soldiers end. A walk allows any removal. */
    trp_group_each(soldier, it, &squad) if ((it->health -= 25) <= 0) trp_recycle(world, &it->actor);
    report("squad", &squad);
    report("selected", &selected);
    trp_group_prune(&squad); /* now, and not in a later add */
    printf("losses: %d\n", losses);

    /* New actors take their slots at once. No group confuses them with the old ones. */
    trp_create(soldiers, &(soldier){.number = 99, .health = 100});
    report("selected", &selected);

    trp_group_free(&selected); /* or leave it to the end of the world */
    trp_world_destroy(world);
    return 0;
}
