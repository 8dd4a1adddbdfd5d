#include "core.h"

enum {
    BOSSES = 3,
    STAGES = 3, /* with two wings, one wing, no wing */
    HEIGHT = 92
};

typedef struct boss_row {
    const char *name;
    pattern_id turret;
    pattern_id wing;
    pattern_id core[STAGES];
} boss_row;

static const boss_row rows[BOSSES] = {
    {"MANTIS",
     PATTERN_FAN,
     PATTERN_NONE,
     {PATTERN_BOSS_GATE, PATTERN_BOSS_STORM, PATTERN_BOSS_HEART}},
    {"HYDRA", PATTERN_AIMED, PATTERN_CURTAIN, {PATTERN_BURST, PATTERN_PINWHEEL, PATTERN_WHIRL}},
    {"MEDUSA", PATTERN_CHASE, PATTERN_NET, {PATTERN_ROSETTE, PATTERN_FIREWORK, PATTERN_BOSS_HEART}},
};

/* Adds a part of the boss: a child of `parent`, at (x, y) relative to it. */
static enemy *add_part(game *g, trp_actor *parent, enemy_type type, float x, float y)
{
    const body *at = trp_as(body, parent);
    enemy *part = enemy_create(
        g, &(enemy_desc){.type = type, .path = PATH_PART, .x = at->x + x, .y = at->y + y});
    if (!part)
        return NULL;
    part->from_x = x;
    part->from_y = y;
    trp_family_attach(&g->family, parent, &part->body.actor);
    return part;
}

static void add_wing(game *g, trp_actor *core, const boss_row *row, float side)
{
    enemy *wing = add_part(g, core, ENEMY_WING, side * 46, -4);
    if (!wing)
        return;
    guns_attach(g, &wing->body.actor, row->wing, 140, 100);
    for (uint32_t i = 0; i < 2; ++i) {
        const float x = side * (i == 0 ? -8.0f : 18.0f);
        enemy *turret = add_part(g, &wing->body.actor, ENEMY_TURRET, x, 16);
        if (!turret)
            continue;
        turret->carry = i == 0 ? GAME_PICKUP_POWER : GAME_PICKUP_POINT;
        guns_attach(g, &turret->body.actor, row->turret, 90 + 45 * i, 70);
    }
}

static enemy *enter(game *g)
{
    const char *before = trp_set_tag(g->world, "boss");
    enemy *core = enemy_create(g, &(enemy_desc){.type = ENEMY_CORE,
                                                .path = PATH_BOSS,
                                                .x = GAME_WIDTH / 2,
                                                .y = -60,
                                                .carry = GAME_PICKUP_LIFE});
    trp_set_tag(g->world, before);
    if (!core)
        return NULL;
    core->from_y = HEIGHT;
    g->now.boss.core = trp_handle_of(g->world, &core->body.actor);
    g->now.boss.stage = 0;
    g->now.boss.full = 0;
    game_notify(g, GAME_EVENT_BOSS, core->body.x, core->body.y);
    return core;
}

void boss_enter(game *g, uint32_t number)
{
    const boss_row *row = &rows[number % BOSSES];
    enemy *core = enter(g);
    g->now.boss.number = number;
    if (!core)
        return;
    guns_attach(g, &core->body.actor, row->core[0], 150, 60);
    add_wing(g, &core->body.actor, row, -1);
    add_wing(g, &core->body.actor, row, 1);
    boss_step(g);
    g->now.boss.full = g->now.boss.health;
}

void boss_enter_given(game *g)
{
    enemy *core = enter(g);
    if (!core)
        return;
    guns_attach(g, &core->body.actor, PATTERN_GIVEN, 45, 60);
    g->now.boss.stage = STAGES;
    boss_step(g);
    g->now.boss.full = g->now.boss.health;
}

typedef struct sum {
    game *g;
    uint32_t health;
    uint32_t wings;
} sum;

static void add_up(trp_actor *self, const trp_context *in)
{
    sum *s = (sum *)in->arg;
    const enemy *part = body_as(enemy, self);
    if (trp_pool_of(s->g->world, self) != s->g->pools[POOL_ENEMIES])
        return;
    s->health += (uint32_t)part->health;
    s->wings += part->type == ENEMY_WING;
}

void boss_step(game *g)
{
    trp_actor *core = trp_get(g->world, g->now.boss.core);
    sum s = {.g = g};
    if (core)
        trp_family_for_each(&g->family, core, add_up, &s);
    g->now.boss.health = s.health;
    if (!core || s.wings + g->now.boss.stage >= STAGES - 1)
        return;
    g->now.boss.stage = STAGES - 1 - s.wings;
    guns_detach(g, core);
    guns_attach(g, core, rows[g->now.boss.number % BOSSES].core[g->now.boss.stage], 60, 45);
    sweep_begin(g, trp_as(body, core)->x, trp_as(body, core)->y, 8);
    game_notify(g, GAME_EVENT_STAGE, trp_as(body, core)->x, trp_as(body, core)->y);
}

const char *boss_name(const game *g)
{
    if (!trp_get(g->world, g->now.boss.core))
        return "";
    return g->options.pattern ? "PATTERN" : rows[g->now.boss.number % BOSSES].name;
}
