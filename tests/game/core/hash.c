/* One number over all that matters for what happens next. Fields are taken one by one: not structs,
 * whose padding and pointers differ between machines. */
#include "bullets.h"
#include "effects.h"
#include "enemy.h"
#include "guns.h"
#include "missiles.h"
#include "pickups.h"
#include "sky.h"
#include "state.h"

#include <stdint.h>

typedef struct hash
{
    uint64_t value;
    const game *g;
} hash;

static void add(hash *h, uint64_t number)
{
    h->value = (h->value ^ number) * 0x100000001b3u;
    h->value ^= h->value >> 29;
}

static void add_float(hash *h, float number)
{
    union
    {
        float number;
        uint32_t bits;
    } as = {.number = number};
    add(h, as.bits);
}

static void add_double(hash *h, double number)
{
    union
    {
        double number;
        uint64_t bits;
    } as = {.number = number};
    add(h, as.bits);
}

/* Without the number of the world, which differs between two games in one program. */
static void add_handle(hash *h, trp_handle handle)
{
    add(h, (uint64_t)(handle.index & (TRP_MAX_SLOTS - 1)) << 32 | handle.generation);
}

static void add_body(hash *h, const body *b)
{
    add_handle(h, trp_handle_of(h->g->world, &b->actor));
    add(h, (uint64_t)trp_state_of(h->g->world, &b->actor));
    add_float(h, b->x);
    add_float(h, b->y);
    add_float(h, b->old_x);
    add_float(h, b->old_y);
    add_float(h, b->radius);
    add(h, (uint64_t)b->heading << 16 | (uint64_t)b->kind << 8 | b->color);
}

static void add_motion(hash *h, const bml_motion *motion)
{
    add_double(h, motion->direction);
    add_double(h, motion->speed);
    add_double(h, motion->accel_x);
    add_double(h, motion->accel_y);
}

/* -- what each kind has besides its body -- */

static void add_star(hash *h, const trp_actor *self)
{
    add_float(h, body_as_const(star, self)->speed);
}

static void add_pickup(hash *h, const trp_actor *self)
{
    const pickup *p = body_as_const(pickup, self);
    add_float(h, p->dx);
    add_float(h, p->dy);
    add(h, p->attracted);
}

static void add_shot(hash *h, const trp_actor *self)
{
    const shot *s = body_as_const(shot, self);
    add_float(h, s->dx);
    add_float(h, s->dy);
}

static void add_missile(hash *h, const trp_actor *self)
{
    const missile *m = body_as_const(missile, self);
    add_handle(h, m->target);
    add_float(h, m->speed);
    add(h, m->fuel);
}

static void add_enemy(hash *h, const trp_actor *self)
{
    const enemy *e = body_as_const(enemy, self);
    add(h, (uint64_t)(uint32_t)e->health << 32 | (uint64_t)e->type << 24 | (uint64_t)e->path << 16 |
               (uint64_t)e->carry << 8 | e->flash);
    add_float(h, e->age);
    add_float(h, e->from_x);
    add_float(h, e->from_y);
    add_float(h, e->speed);
    add_handle(h, trp_handle_of(h->g->world, trp_family_parent(&h->g->family, self)));
}

static void add_gun(hash *h, const trp_actor *self)
{
    const gun *it = body_as_const(gun, self);
    add(h, (uint64_t)it->wait << 48 | (uint64_t)it->pause << 32 | (uint64_t)it->pattern << 16 |
               (uint64_t)it->tops << 8 | it->ended);
    add_motion(h, &it->motion);
    for (uint32_t i = 0; i < it->tops; ++i)
        add(h, bml_hash(&it->runners[i], 0));
    add_handle(h, trp_handle_of(h->g->world, trp_family_parent(&h->g->family, self)));
}

static void add_particle(hash *h, const trp_actor *self)
{
    const particle *p = body_as_const(particle, self);
    add_float(h, p->dx);
    add_float(h, p->dy);
    add_float(h, p->drag);
    add_float(h, p->grow);
    add(h, (uint64_t)p->age << 48 | (uint64_t)p->life << 32 | (uint64_t)(uint16_t)p->spin << 16 |
               (uint64_t)p->opacity << 8 | p->is_quick);
}

static void add_bullet(hash *h, const trp_actor *self)
{
    const bullet *b = body_as_const(bullet, self);
    add_float(h, b->dx);
    add_float(h, b->dy);
}

static void add_steered(hash *h, const trp_actor *self)
{
    const steered *s = body_as_const(steered, self);
    add(h, s->pattern);
    add_motion(h, &s->motion);
    add(h, bml_hash(&s->runner, 0));
}

typedef void add_fn(hash *h, const trp_actor *self);

static add_fn *const adds[POOL_COUNT] = {
    [POOL_STARS] = add_star,         [POOL_PICKUPS] = add_pickup, [POOL_SHOTS] = add_shot,
    [POOL_MISSILES] = add_missile,   [POOL_ENEMIES] = add_enemy,  [POOL_GUNS] = add_gun,
    [POOL_PARTICLES] = add_particle, [POOL_BULLETS] = add_bullet, [POOL_STEERED] = add_steered,
};

/* By slot: sleepers are in no list. */
static void add_pool(hash *h, pool_id id)
{
    const trp_pool *pool = h->g->pools[id];
    const uint32_t slots = trp_pool_capacity(pool);
    add(h, trp_pool_count(pool));
    for (uint32_t slot = 0; slot < slots; ++slot)
    {
        const trp_actor *self = trp_pool_at(pool, slot);
        if (!self)
            continue;
        add(h, slot);
        add_body(h, trp_as_const(body, self));
        if (adds[id])
            adds[id](h, self);
    }
}

static void add_state(hash *h, const game_state *s)
{
    add(h,
        (uint64_t)s->phase << 3 | (uint64_t)s->stands << 2 | (uint64_t)s->paused << 1 | s->attract);
    add(h, (uint64_t)s->tick << 32 | s->score);
    add(h, s->graze);
    add(h, (uint64_t)s->lives << 32 | (uint64_t)s->bombs << 16 | s->power);
    add(h, (uint64_t)s->loop << 32 | (uint64_t)s->wave << 16 | s->rank);
    add_float(h, s->enemy_time);
}

static void add_sweep(hash *h, const sweep *s)
{
    add_float(h, s->x);
    add_float(h, s->y);
    add_float(h, s->radius);
    add_float(h, s->speed);
    add_float(h, s->wreck_x);
    add_float(h, s->wreck_y);
    add(h, (uint64_t)s->ticks << 32 | s->explosions);
}

static void add_rest(hash *h, const game *g)
{
    const player *p = &g->player;
    const director *d = &g->director;
    add(h, g->random.state);
    add(h, g->glitter.state);
    add(h, (uint64_t)g->keys.held << 32 | g->stick.held);
    add(h, (uint64_t)g->since << 32 | g->next_life);
    add_float(h, g->clock.due);
    add_float(h, g->clock.slowest);
    add(h, (uint64_t)g->clock.beat << 63 | (uint64_t)g->clock.slow << 32 | g->clock.rest);
    add(h, g->clock.stop);
    add(h, (uint64_t)p->reload << 32 | p->missile_reload);
    add(h, (uint64_t)p->shield << 32 | p->away);
    add(h, (uint64_t)d->wave << 32 | d->squad);
    add(h, (uint64_t)d->sent << 32 | d->rest);
    add(h, d->beat);
    add_handle(h, g->boss.core);
    add(h, (uint64_t)g->boss.number << 32 | g->boss.stage);
    add(h, (uint64_t)g->boss.full << 32 | g->boss.health);
    add_sweep(h, &g->sweep);
}

uint64_t game_hash(const game *g)
{
    hash h = {.value = 0xcbf29ce484222325u, .g = g};
    add_state(&h, &g->state);
    add_rest(&h, g);
    for (uint32_t id = 0; id < POOL_COUNT; ++id)
        add_pool(&h, (pool_id)id);
    return h.value;
}
