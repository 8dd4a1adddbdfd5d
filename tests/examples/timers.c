/* Timers: a cooldown, a fuse, a sentry that sleeps and wakes, and a clock that strikes. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct unit {
    trp_actor actor;
    char name;
} unit;

static trp_timers *reload, *fuse, *nap, *clock_tower;

static void unit_update(trp_actor *self, const trp_context *in)
{
    unit *u = trp_as(unit, self);
    if (u->name == 'G' && trp_timer_left(reload, self).ticks == 0) {
        printf("tick %u: the gun fires\n", (unsigned)in->tick);
        trp_timer_start(reload, self, trp_ticks(3)); /* a cooldown: nothing happens at its end */
    }
    if (u->name == 's') {
        printf("tick %u: the sentry looks around and sleeps\n", (unsigned)in->tick);
        trp_timer_sleep(nap, self, trp_ticks(4));
    }
}

static void explode(trp_actor *self, const trp_context *in)
{
    printf("tick %u: bomb %c goes off\n", (unsigned)in->tick, trp_as(unit, self)->name);
} /* then recycled: .due = TRP_DUE_RECYCLE */

static void strike(trp_actor *self, const trp_context *in)
{
    (void)self;
    printf("tick %u: %s\n", (unsigned)in->tick, (const char *)in->user);
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *units = trp_pool_create(world, &(trp_pool_desc){.name = "unit",
                                                              .type = TRP_TYPE(unit, actor),
                                                              .capacity = 8,
                                                              .update = unit_update});

    reload =
        trp_timers_create(units, &(trp_timers_desc){.name = "reload", .clock = TRP_CLOCK_TICKS});
    fuse = trp_timers_create(units, &(trp_timers_desc){.name = "fuse",

                                                       .clock = TRP_CLOCK_TICKS,
                                                       .due = TRP_DUE_RECYCLE,
                                                       .on_due = explode});
    nap = trp_timers_create(
        units, &(trp_timers_desc){.name = "nap", .clock = TRP_CLOCK_TICKS, .due = TRP_DUE_WAKE});
    clock_tower = trp_timers_create(
        units, &(trp_timers_desc){.name = "clock", .on_due = strike, .user = (void *)"ding"});

    trp_create(units, &(unit){.name = 'G'});
    trp_create(units, &(unit){.name = 's'});
    trp_actor *a = trp_create(units, &(unit){.name = 'a'});
    trp_actor *b = trp_create(units, &(unit){.name = 'b'});
    trp_actor *c = trp_create(units, &(unit){.name = 'c'});

    trp_timer_start(fuse, c, trp_ticks(5)); /* timers due in one tick fire in the order of slots */
    trp_timer_start(fuse, a, trp_ticks(5));
    trp_timer_start(fuse, b, trp_ticks(2));
    trp_timer_stop(fuse, b); /* defused */
    trp_timer_repeat(clock_tower, b, trp_seconds(0.125f));

    for (int tick = 1; tick <= 8; tick++)
        trp_update_all(world, 0.0625f);
    printf("a long tick:\n");
    trp_update_all(world, 0.25f); /* no strike is lost in a long tick */
    printf("%u units\n", (unsigned)trp_pool_count(units));
    trp_world_destroy(world);
    return 0;
}
