/*
 * A small game to inspect in gdb: stopped twice, first in a valid state and then with overwritten
 * nodes. Compiled as C and as C++.
 */
#include "troupe/group.h"
#include "troupe/quarantine.h"
#include "troupe/troupe.h"

#include <stdlib.h>
#include <string.h>

typedef struct bullet {
    trp_actor actor;
    float x, y;
    int damage;
} bullet;

typedef struct enemy {
    int health;
    trp_actor actor;
    trp_handle target;
} enemy;

typedef struct game {
    trp_world *world;
    trp_pool *bullets, *sparks, *enemies, *bosses, *players;
    trp_handle alive, gone, player;
    trp_group seen;
    bullet *dead;
    enemy player_body;
} game;

static game the;

/* gdb stops here */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
void look(const game *at)
{
    static volatile const void *last;
    last = at;
    (void)last;
}

static trp_pool *make(const char *name, trp_type type, uint32_t capacity, trp_order order)
{
    trp_pool_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.name = name;
    desc.type = type;
    desc.capacity = capacity;
    desc.order = order;
    if (order == TRP_ORDER_OLDEST && the.enemies != NULL)
        desc.joins = the.enemies;
    desc.layer = order == TRP_ORDER_OLDEST ? 1 : 0;
    desc.external = capacity == 2 ? TRP_EXTERNAL : NULL;
    if (order == TRP_ORDER_NEWEST)
        desc.quarantine = (trp_quarantine)TRP_QUARANTINE(2);
    return trp_pool_create(the.world, &desc);
}

static bullet *shoot(int damage)
{
    bullet init;

    memset(&init, 0, sizeof init);
    init.damage = damage;
    init.x = (float)damage / 2;
    return trp_as(bullet, trp_create(the.bullets, &init));
}

static void set_up(void)
{
    const trp_type bullets = TRP_TYPE(bullet, actor);
    const trp_type enemies = TRP_TYPE(enemy, actor);
    static const char *const names[] = {NULL, "above"};
    trp_world_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.layers = 2;
    desc.layer_names = names;
    desc.id = 3;
    the.world = trp_world_create(&desc);
    the.bullets = make("bullet", bullets, 8, TRP_ORDER_MEMORY);
    the.sparks = make("spark", bullets, 5, TRP_ORDER_NEWEST);
    the.enemies = make("enemy", enemies, 6, TRP_ORDER_OLDEST);
    the.bosses = make("boss", enemies, 3, TRP_ORDER_OLDEST);
    the.players = make("player", enemies, 2, TRP_ORDER_OLDEST);
    trp_layer_set_visible(the.world, 1, false);
    trp_group_init(&the.seen, the.world, NULL);
}

static void play(void)
{
    bullet *all[6];

    for (int i = 0; i < 6; i++)
        all[i] = shoot(i + 1);
    the.alive = trp_handle_of(the.world, &all[3]->actor);
    the.gone = trp_handle_of(the.world, &all[1]->actor);
    the.dead = all[1];
    trp_recycle(the.world, &all[1]->actor);
    trp_update_all(the.world, 0.5f);
    trp_deactivate(the.world, &all[2]->actor);
    trp_create_many(the.sparks, 4, NULL, NULL);
    trp_recycle(the.world, trp_pool_at(the.sparks, 2));
    trp_create_many(the.enemies, 2, NULL, NULL);
    trp_create(the.bosses, NULL);
    trp_adopt(the.players, &the.player_body.actor);
    trp_create(the.enemies, NULL);
    the.player = trp_handle_of(the.world, &the.player_body.actor);
    trp_group_add(&the.seen, &all[0]->actor);
    trp_group_add(&the.seen, &the.player_body.actor);
    trp_expire(the.world, &all[5]->actor);
    trp_recycle(the.world, NULL);
    trp_recycle(the.world, &all[1]->actor); /* a mistake, counted */
}

/* Damage that the library would repair when it reaches the actor. */
static void overwrite(void)
{
    bullet *third = trp_as(bullet, trp_pool_at(the.bullets, 3));
    bullet *spark = trp_as(bullet, trp_pool_at(the.sparks, 1));
    enemy *boss = trp_as(enemy, trp_pool_at(the.bosses, 0));
    trp_actor *first = trp_pool_at(the.enemies, 0);
    trp_actor *second = trp_pool_at(the.enemies, 1);

    memset(third, 0, sizeof *third);
    memset(the.dead, 0x55, sizeof *the.dead); /* overwrites a free slot */
    spark->actor.next = 64;                   /* no actor is there */
    boss->actor.index ^= 7;                   /* another slot */
    second->next = first->index & 0xFFFFFF;   /* a cycle */
    the.player_body.actor.stamp = 0x40000005; /* marks an active actor as asleep */
}

int main(void)
{
    set_up();
    play();
    look(&the);
    overwrite();
    look(&the);
    memset(the.world, 0x55, 64); /* and the world itself */
    look(&the);
    return 0;
}
