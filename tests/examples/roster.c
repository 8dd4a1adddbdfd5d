/* A squad and the selected soldiers: actors can be in many rosters, and are out of all of them when
 * they end. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct soldier
{
    trp_actor actor;
    int number, health;
} soldier;

static void fallen(trp_roster *squad, trp_handle who, void *user)
{
    (void)squad;
    (void)who; /* by this handle a game finds data that it keeps elsewhere */
    ++*(int *)user;
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
        trp_actor *a = trp_create_from(soldiers, &(soldier){.number = i, .health = i * 10});
        if (trp_roster_add(&squad, a) == TRP_ERR_FULL)
            printf("no room for %d\n", i);
    }
    printf("selected: %u\n", (unsigned)trp_roster_add_slice(&selected, &squad, 1, 3));
    report("squad", &squad);

    /* A shell: weak soldiers end. Anything may be removed inside a walk. */
    trp_roster_each(soldier, it, &squad) if ((it->health -= 25) <= 0)
        trp_recycle(world, &it->actor);
    report("squad", &squad);
    report("selected", &selected);
    printf("losses: %d\n", losses);

    /* Their slots have new actors at once. No roster confuses them with the old ones. */
    trp_create_from(soldiers, &(soldier){.number = 99, .health = 100});
    report("selected", &selected);

    trp_roster_free(&selected); /* or leave it to the end of the world */
    trp_world_destroy(world);
    return 0;
}
