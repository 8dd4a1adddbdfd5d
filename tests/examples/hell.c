/* A bullet hell: ships that fire rings of shots, two layers, a space, timers, and five seconds that are
 * played again, equal to the last bit. */
#include "troupe/hash.h"
#include "troupe/history.h"
#include "troupe/troupe.h"

#include <stdio.h>

enum { SHIPS, SHOTS, LAYERS }; /* layers: the order of updates and of drawing */
enum { SHOT = 1, SHIP = 2 };   /* categories: what touches what */

#define SHOT_DOWN TRP_REASON_OWN(0)

typedef struct ship {
    trp_actor actor;
    float x, y, width, height; /* its box in the space */
    float vx;
    int armour;
} ship;

typedef struct shot {
    trp_actor actor;
    float x, y, width, height;
    float vx, vy;
    trp_time until; /* the end of its life; the library ends it */
} shot;

typedef struct game {
    trp_world *world;
    trp_pool *ships, *shots;
    trp_space *space;
    uint32_t hits; /* the game's own state: kept by a region */
} game;

static void ship_update(trp_actor *self, const trp_context *in)
{
    ship *s = trp_as(ship, self);
    s->x += s->vx * in->dt;
    if (s->x < 0 || s->x > 300)
        s->vx = -s->vx;
}

static void shot_update(trp_actor *self, const trp_context *in)
{
    shot *s = trp_as(shot, self);
    s->x += s->vx * in->dt;
    s->y += s->vy * in->dt;
}

/* A timer is due: a ring of sixteen. If the pool is full, the next shots make room. */
static void fire(trp_actor *self, const trp_context *in)
{
    static const float way[5] = {0, 0.38f, 0.71f, 0.92f, 1};
    const game *g = in->user;
    const ship *s = trp_as(ship, self);
    for (int i = 0; i < 16; i++) {
        const int turn = i % 8 < 4 ? i % 4 : 4 - i % 4; /* sine and cosine by eighths */
        const float one = way[turn], other = way[4 - turn];
        trp_create(g->shots, &(shot){.x = s->x, .y = s->y + 24, .width = 4, .height = 4,
                                     .vx = 60 * (i < 8 ? one : -one),
                                     .vy = 60 * (i % 16 > 4 && i < 12 ? -other : other),
                                     .until = trp_time_in(g->shots, trp_seconds(4))});
    }
}

/* A shot touches a ship. Both may end here. */
static void hit(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    game *g = in->arg;
    g->hits++;
    trp_recycle(in->world, a);
    if (--trp_as(ship, b)->armour == 0)
        trp_recycle_with(in->world, b, &(trp_ending){.reason = SHOT_DOWN,
                                                     .cause = trp_handle_of(in->world, a)});
}

static void shot_draw(const trp_actor *self, const trp_view *view)
{
    unsigned *drawn = view->target;
    *drawn += trp_as(shot, self)->y < 200;
}

int main(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[8 << 20];
    static game g;
    static trp_history past;
    g.world = trp_world_create(&(trp_world_desc){.layers = LAYERS, .user = &g});
    g.ships = trp_pool_create(g.world, &(trp_pool_desc){.type = TRP_TYPE(ship, actor), .capacity = 64,
        .layer = SHIPS, .update = ship_update});
    g.shots = trp_pool_create(g.world, &(trp_pool_desc){.type = TRP_TYPE(shot, actor), .capacity = 4096,
        .layer = SHOTS, .when_full = TRP_FULL_STEAL_NEXT, .lifetime = TRP_LIFETIME(shot, until),
        .update = shot_update, .draw = shot_draw});
    g.space = trp_space_create(g.world, &(trp_space_desc){.capacity = 4160});
    trp_space_add_pool(g.space, g.ships, &(trp_space_pool_desc){.category = SHIP, .mask = SHOT,
        .box = TRP_BOX(ship, x, y, width, height)});
    trp_space_add_pool(g.space, g.shots, &(trp_space_pool_desc){.category = SHOT, .mask = SHIP,
        .box = TRP_BOX(shot, x, y, width, height)});
    trp_timers *guns = trp_timers_create(g.ships, &(trp_timers_desc){.on_due = fire});
    trp_region own = {.start = &g.hits, .bytes = sizeof g.hits};
    trp_region_add(g.world, &own);
    trp_history_open(&past, g.world, &(trp_history_desc){.memory = memory, .bytes = sizeof memory});
    for (int i = 0; i < 8; i++) {
        trp_actor *s = trp_create(g.ships, &(ship){.x = 40.0f * (float)i, .y = 20.0f * (float)i,
                                                   .width = 16, .height = 16, .vx = 30, .armour = 200});
        trp_timer_repeat(guns, s, trp_seconds(0.4f));
    }
    uint64_t first = 0;
    for (int again = 0; again < 2; again++) {
        while (trp_world_ticks(g.world) < 600) {
            trp_history_save(&past);            /* 1. this moment may come back */
            trp_update_all(g.world, 1.0f / 60); /* 2. timers, updates, ends */
            trp_space_pairs(g.space, &(trp_pairing){.a = SHOT, .b = SHIP}, hit, &g); /* 3. what touches what */
        }
        printf("tick 600: %u ships, %u shots, %u hits\n", (unsigned)trp_pool_count(g.ships),
               (unsigned)trp_pool_count(g.shots), (unsigned)g.hits);
        if (again == 0) {
            first = trp_hash_world(g.world);
            trp_history_restore(&past, trp_world_ticks(g.world) - 300); /* five seconds back */
        }
    }
    printf("played again: %s\n", trp_hash_world(g.world) == first ? "the same" : "different");
    unsigned drawn = 0;
    trp_layer_set_visible(g.world, SHIPS, false);
    trp_draw_all(g.world, &drawn, 1); /* nothing may change meanwhile */
    printf("on the screen: %u shots\n", drawn);
    trp_history_close(&past);
    return trp_world_destroy(g.world) != TRP_OK;
}
