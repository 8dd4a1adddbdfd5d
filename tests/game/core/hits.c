#include "core.h"

enum { SHOT_DAMAGE = 1, MISSILE_DAMAGE = 6, GRAZE_SCORE = 20 };

/* Called once per bullet, since a contact begins once. */
static void graze(game *g, uint32_t player, const body *grazed)
{
    const body *ship = g->ships[player];
    if (player_shield(g, player) > 0)
        return;
    g->now.state.graze++;
    game_score(g, GRAZE_SCORE);
    game_notify(g, GAME_EVENT_GRAZE, grazed->x, grazed->y);
    effects_graze(g, ship, grazed->x, grazed->y);
    if (clock_slow_for_graze(g))
        effects_ring(g, ship->x, ship->y, 1.4f, 3);
}

static void strike(game *g, trp_actor *striker, trp_actor *target)
{
    const body *b = trp_as(body, striker);
    const bool is_missile = trp_pool_of(g->world, striker) == g->pools[POOL_MISSILES];
    effects_hit(g, b->x, b->y, b->color);
    enemy_hurt(g, target, is_missile ? MISSILE_DAMAGE : SHOT_DAMAGE);
    trp_recycle(g->world, striker);
}

/* The ship is the first of the pair, `other` the second. */
static void ship_meets(game *g, uint32_t player, trp_actor *other)
{
    const trp_pool *pool = trp_pool_of(g->world, other);
    const body *b = trp_as(body, other);
    if (pool == g->pools[POOL_PICKUPS])
        pickups_take(g, other);
    else if (body_touches(g->ships[player], b))
        player_hit(g, player, other);
}

static void meet(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    game *g = (game *)in->user;
    const trp_pool *first;
    if (g->muted)
        return;
    first = trp_pool_of(g->world, a);
    if (first == g->pools[POOL_SHIP])
        ship_meets(g, player_of(g, a), b);
    else if (first != g->pools[POOL_AURA])
        strike(g, a, b);
    else if (trp_pool_of(g->world, b) == g->pools[POOL_PICKUPS])
        pickups_attract(b);
    else if (in->phase == TRP_CONTACT_BEGIN)
        graze(g, player_of(g, a), trp_as(body, b));
}

bool hits_init(game *g)
{
    const uint32_t flying = CATEGORY_BULLET | CATEGORY_ENEMY;
    g->space = trp_space_create(
        g->world, &(trp_space_desc){.name = "field", .capacity = HITS_ROOM, .hits = HITS_HITS});
    g->contacts = trp_contacts_create(
        g->space, &(trp_contacts_desc){.name = "hits",
                                       .phases = TRP_CONTACT_BEGIN | TRP_CONTACT_STAY,
                                       .on_contact = meet,
                                       .capacity = HITS_CONTACTS,
                                       .manual_run = true,
                                       .user = g});
    return g->contacts &&
           body_enters_space(g, POOL_SHIP, CATEGORY_SHIP, flying | CATEGORY_PICKUP) &&
           body_enters_space(g, POOL_AURA, CATEGORY_AURA, CATEGORY_BULLET | CATEGORY_PICKUP) &&
           body_enters_space(g, POOL_SHOTS, CATEGORY_SHOT, CATEGORY_ENEMY) &&
           body_enters_space(g, POOL_MISSILES, CATEGORY_SHOT, CATEGORY_ENEMY) &&
           body_enters_space(g, POOL_PICKUPS, CATEGORY_PICKUP, CATEGORY_SHIP | CATEGORY_AURA) &&
           body_enters_space(g, POOL_ENEMIES, CATEGORY_ENEMY, CATEGORY_SHIP | CATEGORY_SHOT) &&
           body_enters_space(g, POOL_BULLETS, CATEGORY_BULLET, CATEGORY_SHIP | CATEGORY_AURA) &&
           body_enters_space(g, POOL_STEERED, CATEGORY_BULLET, CATEGORY_SHIP | CATEGORY_AURA);
}

void hits_step(game *g)
{
    trp_contacts_run(g->contacts);
}
