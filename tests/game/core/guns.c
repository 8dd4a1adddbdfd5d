#include "core.h"

#define LOWEST 0.72f /* of the field's height: enemies further down do not fire */

static void begin(game *g, gun *it)
{
    const bml_pattern *pattern = &g->patterns[it->pattern];
    it->ended = 0;
    it->motion = (bml_motion){.direction = 180};
    for (uint32_t i = 0; i < it->tops; ++i)
        bml_start_top(&it->runners[i], pattern, i);
}

/* Puts a gun to sleep for some ticks of the enemies' time. */
static void rest(game *g, gun *it, uint32_t ticks)
{
    trp_timer_sleep(g->timers[TIMERS_REST], &it->body.actor, trp_seconds((float)ticks));
}

static void play(game *g, gun *it)
{
    const shooter s = {
        .g = g, .from = &it->body, .pattern = (pattern_id)it->pattern, .maker = it->maker};
    for (uint32_t i = 0; i < it->tops; ++i)
        if ((it->ended >> i & 1) == 0 &&
            (bullets_run(s, &it->runners[i], &it->motion) & BML_ENDED) != 0)
            it->ended = (uint8_t)(it->ended | 1u << i);
    if (it->ended + 1u != 1u << it->tops)
        return;
    begin(g, it);
    rest(g, it, it->pause);
}

static void gun_update(trp_actor *self, const trp_context *in)
{
    game *g = core_game_of(in->user);
    gun *it = body_as(gun, self);
    const body *owner = trp_as(body, trp_family_parent(&g->family, self));
    if (!owner)
        return;
    body_place(&it->body, owner->x, owner->y);
    if (g->now.clock.beat && player_is_there(g) && owner->y <= LOWEST * GAME_HEIGHT)
        play(g, it);
}

static const trp_field gun_table[] = {BODY_FIELDS(gun),
                                      TRP_FIELD(gun, pattern),
                                      TRP_FIELD(gun, maker),
                                      TRP_FIELD(gun, tops),
                                      TRP_FIELD(gun, ended),
                                      TRP_FIELD(gun, pause),
                                      TRP_FIELD_STRUCT(gun, motion, &patterns_motion),
                                      TRP_FIELD_STRUCTS(gun, runners, &patterns_runner),
                                      TRP_FIELDS_END};
static const trp_fields gun_fields = TRP_FIELDS(gun, 0, gun_table);

bool guns_init(game *g)
{
    const trp_pool_desc desc = {.name = "guns",
                                .type = BODY_TYPE(gun),
                                .capacity = GUNS_MAX,
                                .layer = LAYER_ENEMIES,
                                .update = gun_update};
    const trp_timers_desc resting = {.name = "rest", .due = TRP_DUE_WAKE};
    return body_pool(g, POOL_GUNS, desc, &gun_fields) &&
           body_timers(g, TIMERS_REST, resting, POOL_GUNS) &&
           trp_family_add(&g->family, g->pools[POOL_GUNS]) == TRP_OK;
}

void guns_attach(game *g, trp_actor *owner, pattern_id pattern, uint32_t wait, uint32_t pause)
{
    gun *it;
    if (pattern == PATTERN_NONE)
        return;
    it = body_as(gun, trp_create(g->pools[POOL_GUNS], NULL));
    if (!it)
        return;
    it->pattern = (uint8_t)pattern;
    it->maker = body_as(enemy, owner)->type;
    it->tops = (uint8_t)bml_tops(&g->patterns[pattern]);
    it->pause = (uint16_t)pause;
    begin(g, it);
    trp_family_attach(&g->family, owner, &it->body.actor);
    rest(g, it, wait);
}

void guns_detach(game *g, trp_actor *owner)
{
    trp_actor *next;
    for (trp_actor *it = trp_family_first(&g->family, owner); it; it = next) {
        next = trp_family_next(&g->family, it);
        if (trp_pool_of(g->world, it) == g->pools[POOL_GUNS])
            trp_recycle(g->world, it);
    }
}
