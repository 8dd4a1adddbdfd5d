/* A squad and the selected soldiers: an actor can be in many rosters, and leaves all of them when
 * it ends. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct soldier
{
    trp_actor actor;
    int number, health;
} soldier;

static void fallen(trp_handle who, const trp_context *in)
{
    (void)who; /* with this handle a game can find data that it stores elsewhere */
    ++*(int *)in->user;
}

static void report(const char *name, trp_roster *roster)
{
    printf("%s:", name);
    trp_roster_each(soldier, it, roster) printf(" %d", it->number);
    printf("\n");
}

int main(void)
{
    int losses = 0;
    trp_roster squad, selected;
    trp_world *world = trp_world_create(NULL);
    trp_pool *soldiers =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(soldier, actor), .capacity = 16});
    trp_roster_init(&squad, world,
                    &(trp_roster_desc){.max = 6, .user = &losses, .on_pruned = fallen});
    trp_roster_init(&selected, world, &(trp_roster_desc){.unique = true});

    for (int i = 1; i <= 8; ++i)
    {
        trp_actor *a = trp_create(soldiers, &(soldier){.number = i, .health = i * 10});
        if (trp_roster_add(&squad, a) == TRP_ERR_FULL)
            printf("no room for %d\n", i);
    }
    printf("selected: %u\n", (unsigned)trp_roster_add_slice(&selected, &squad, 1, 3));
    report("squad", &squad);

    /* A shell hits: weak soldiers end. A walk allows any removal. */
    trp_roster_each(soldier, it, &squad) if ((it->health -= 25) <= 0)
        trp_recycle(world, &it->actor);
    report("squad", &squad);
    report("selected", &selected);
    printf("losses: %d\n", losses);

    /* New actors take their slots at once. No roster confuses them with the old ones. */
    trp_create(soldiers, &(soldier){.number = 99, .health = 100});
    report("selected", &selected);

    trp_roster_free(&selected); /* or leave it to the end of the world */
    trp_world_destroy(world);
    return 0;
}
