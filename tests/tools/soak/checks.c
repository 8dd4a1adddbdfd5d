/* Stores the last lives, and compares the world with them. */
#include "soak.h"

#include <stdio.h>
#include <stdlib.h>

#define RECORDS 16384u

static soak_life records[RECORDS];

_Noreturn void soak_fail(const char *what)
{
    printf("FAILED in tick %llu: %s\n", (unsigned long long)soak.ticks, what);
    exit(1);
}

void soak_need(bool holds, const char *what)
{
    if (!holds)
        soak_fail(what);
}

void soak_life_begins(soak_unit *unit)
{
    soak_life *of = &records[++soak.lives % RECORDS];
    unit->number = soak.lives;
    of->handle = trp_handle_of(soak.world, &unit->actor);
    of->number = unit->number;
    of->is_alive = true;
    of->begun = trp_world_ticks(soak.world);
    soak_note(of->handle.index);
    soak_note(of->handle.generation);
}

/* two notifications if it expires and is pruned */
void soak_life_ends(const soak_unit *unit, trp_reason reason)
{
    soak_life *of = &records[unit->number % RECORDS];
    if (of->number != unit->number || !of->is_alive)
        return;
    of->is_alive = false;
    of->ended = trp_world_ticks(soak.world);
    of->reason = reason;
}

void soak_ask(void)
{
    const soak_life *of = &records[soak_any(RECORDS)];
    if (of->number != 0)
        soak_box_ask(of);
}

/* live actors are unchanged; handles of dead ones stay dead */
void soak_check_handles(void)
{
    for (uint32_t i = 0; i < RECORDS; i++) {
        const soak_life *of = &records[i];
        const trp_actor *actor = trp_get(soak.world, of->handle);
        soak_need((actor != NULL) == of->is_alive, "a handle lives as long as its actor");
        soak_need(actor == NULL || trp_as(soak_unit, actor)->number == of->number,
                  "a handle refers to the same life for ever");
    }
}

static void check_counts(void)
{
    uint32_t live = 0;
    for (uint32_t i = 0; i < SOAK_POOLS; i++) {
        const trp_pool_facts stats = trp_pool_info(soak.pools[i]);
        live += stats.live;
        soak_need(stats.created - stats.recycled == stats.live,
                  "births minus ends are the live actors");
        soak_need(stats.live <= stats.capacity, "no more actors than slots");
        soak_need(i == SOAK_SKY || stats.recycled == soak.ended[i], "each end is reported once");
        soak_need(soak.begun[i] <= stats.created, "no birth is reported twice");
        soak_need(trp_pool_info(soak.pools[i]).quarantined <=
                          trp_pool_info(soak.pools[i]).quarantine &&
                      trp_pool_info(soak.pools[i]).quarantined + stats.live <= stats.capacity,
                  "a slot in quarantine is free");
    }
    soak_need(live == trp_world_info(soak.world).live, "pools add up to the world");
}

static uint32_t count_followed(void)
{
    uint32_t count = 0;
    for (const trp_actor *at = trp_first(soak.world); at != NULL; at = trp_next(soak.world, at))
        count++;
    return count;
}

static void check_views(void)
{
    uint32_t active = 0, seats = 0;
    for (uint32_t i = 0; i < SOAK_POOLS; i++)
        active += trp_pool_info(soak.pools[i]).active;
    soak_need(count_followed() == active, "the list has all active actors");
    for (uint32_t i = 0; i < trp_pool_info(soak.pools[SOAK_SHIPS]).slots; i++) {
        const trp_actor *actor = trp_pool_at(soak.pools[SOAK_SHIPS], i);
        const uint32_t seat = actor != NULL ? trp_as(soak_unit, actor)->seat : TRP_NO_ID;
        soak_need(seat == TRP_NO_ID || trp_ids_is_taken(&soak.seats, seat), "a seat is taken");
        seats += seat != TRP_NO_ID;
    }
    soak_need(seats == soak.seats.count, "no other actor has a seat");
    for (uint32_t i = 0; i < trp_group_size(&soak.groups[0]); i++)
        for (uint32_t k = 0; k < i; k++)
            soak_need(trp_group_at(&soak.groups[0], k) == NULL ||
                          trp_group_at(&soak.groups[0], k) != trp_group_at(&soak.groups[0], i),
                      "a unique group has each actor once");
}

void soak_check_all(void)
{
    soak_need(trp_world_validate(soak.world) == TRP_OK, "the world is valid");
    soak_check_handles();
    check_counts();
    check_views();
    soak_box_check();
}
