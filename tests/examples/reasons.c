/* What killed my boss? Actors end with the game's own reasons and with a culprit. New actors start
 * with defaults and their own values. */
#define TRP_PLACES /* calls record file and line; usually a compiler option: -DTRP_PLACES */
#include "troupe/inspect.h"
#include "troupe/troupe.h"

#include <stdio.h>

/* A base struct, for all flying actors. */
typedef struct body {
    trp_actor actor;
    float x, y, energy;
} body;

typedef struct enemy {
    body body;
    int worth;
} enemy;

typedef struct shot {
    body body;
    float power;
} shot;

#define SHOT_DOWN TRP_REASON_OWN(0)
#define OUT_OF_FUEL TRP_REASON_OWN(1)
static const char *const reasons[] = {"shot down", "out of fuel and crashed"};

/* An update for each struct that begins with a body. */
static void body_update(trp_actor *self, const trp_context *in)
{
    trp_as(body, self)->x += in->dt;
}

static void enemy_gone(trp_actor *self, const trp_end_context *in)
{
    const enemy *e = trp_as_in(enemy, body.actor, self);
    const shot *by = trp_as_in(shot, body.actor, trp_get(in->world, in->cause));
    if (in->reason == SHOT_DOWN)
        printf("%d points for a shot of power %.0f\n", e->worth, (double)by->power);
}

static void print(const char *text, void *file)
{
    fputs(text, (FILE *)file);
}

int main(void)
{
    static trp_black_box box;
    static trp_record records[64];
    trp_world *world = trp_world_create(NULL);
    trp_black_box_start(&box, world,
                        &(trp_black_box_desc){.records = records,
                                              .records_bytes = sizeof records,
                                              .reasons = reasons,
                                              .reason_count = 2});
    trp_pool *enemies =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(enemy, body.actor),
                                                .capacity = 8,
                                                .prototype = &(enemy){{.energy = 3}, .worth = 50},
                                                .ends = true, /* for trp_recycle_with() */
                                                .update = body_update,
                                                .on_end = enemy_gone});
    trp_pool *shots = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(shot, body.actor), .capacity = 8, .update = body_update});

    enemy fresh;
    trp_prototype(enemies, &fresh, sizeof fresh); /* the defaults */
    fresh.worth = 1000;                           /* own values */
    trp_actor *boss = trp_create(enemies, &fresh);
    trp_actor *minion = trp_create(enemies, NULL);
    trp_handle lost = trp_handle_of(world, boss), fallen = trp_handle_of(world, minion);
    trp_actor *by = trp_create(shots, &(shot){.power = 7});
    printf("the boss has energy %.0f, and is worth %d\n",
           (double)trp_as_in(enemy, body.actor, boss)->body.energy,
           trp_as_in(enemy, body.actor, boss)->worth);

    trp_update_all(world, 1);
    trp_recycle_with(world, boss,
                     &(trp_ending){.reason = SHOT_DOWN, .cause = trp_handle_of(world, by)});
    trp_recycle_with(world, minion, &(trp_ending){.reason = OUT_OF_FUEL, .later = true});
    trp_update_all(world, 1);
    trp_print_why(world, lost, print, stdout);
    trp_print_why(world, fallen, print, stdout);
    trp_world_destroy(world);
    return 0;
}
