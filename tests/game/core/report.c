#include "core.h"

#define PICK_REACH 9.0f

static void append(char *text, size_t *length, const char *more)
{
    while (*more && *length + 1 < REPORT_MAKER)
        text[(*length)++] = *more++;
    text[*length] = 0;
}

bool report_init(game *g, unsigned char *memory)
{
    const size_t births =
        (TRP_BLACK_BOX_BYTES(REPORT_RECORDS) + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
    const trp_black_box_desc desc = {.records = memory,
                                     .records_bytes = TRP_BLACK_BOX_BYTES(REPORT_RECORDS),
                                     .births = memory + births,
                                     .births_bytes = TRP_BIRTHS_BYTES(REPORT_BIRTHS)};
    for (int type = 0; type < ENEMY_TYPES; ++type)
        for (int pattern = 0; pattern < PATTERN_COUNT; ++pattern) {
            char *text = g->report.makers[type][pattern];
            size_t length = 0;
            append(text, &length, enemy_name((enemy_type)type));
            append(text, &length, ": ");
            append(text, &length, patterns_name((pattern_id)pattern));
        }
    return trp_black_box_start(&g->report.box, g->world, &desc) == TRP_OK;
}

const char *report_maker(const game *g, enemy_type type, pattern_id pattern)
{
    return g->report.makers[type][pattern];
}

/* -- facts -- */

static game_place place_of(const trp_record *record)
{
    game_place place = {.file = record->file, .line = record->line};
    for (const char *at = record->file; at && *at; ++at)
        if (*at == '/')
            place.file = at + 1;
    return place;
}

static trp_handle handle_of(game_actor actor)
{
    return (trp_handle){.index = actor.index, .generation = actor.generation};
}

static const char *reason_name(const trp_record *ended)
{
    if (ended->kind == TRP_RECORD_EXPIRED || ended->kind == TRP_RECORD_PRUNED)
        return "expired";
    switch (ended->reason) {
    case TRP_REASON_STOLEN:
        return "stolen, since its pool was full";
    case TRP_REASON_CLEARED:
        return "cleared";
    case TRP_REASON_PARENT:
        return "recycled with its parent";
    default:
        return "recycled";
    }
}

static void add_sight(const game *g, game_facts *facts)
{
    const trp_actor *self = trp_get(g->world, handle_of(facts->actor));
    const body *b = trp_as(body, self);
    if (!self)
        return;
    facts->is_seen = true;
    facts->x = b->x;
    facts->y = b->y;
}

bool game_get_facts(const game *g, game_actor actor, game_facts *facts)
{
    const trp_why why = trp_why_gone(g->world, handle_of(actor));
    *facts = (game_facts){.actor = actor, .slot = why.slot, .age = why.age};
    if (!why.pool || (why.fate != TRP_FATE_ALIVE && why.fate != TRP_FATE_ENDED))
        return false;
    facts->pool = trp_pool_info(why.pool).name;
    facts->lives = why.fate == TRP_FATE_ALIVE;
    if (why.created) {
        facts->maker = why.created->tag;
        facts->born_at = place_of(why.created);
    }
    if (why.ended) {
        facts->ended_at = place_of(why.ended);
        facts->reason = reason_name(why.ended);
    }
    add_sight(g, facts);
    return true;
}

void report_kill(game *g, const body *ship, const trp_actor *killer)
{
    const body *b = trp_as(body, killer);
    const trp_handle handle = trp_handle_of(g->world, killer);
    game_kill *kill = &g->report.kill;
    g->report.has_kill = true;
    kill->tick = g->now.state.tick;
    kill->x = ship->x;
    kill->y = ship->y;
    game_get_facts(g, (game_actor){handle.index, handle.generation}, &kill->killer);
    kill->killer.is_seen = true; /* also if it ends in this tick */
    kill->killer.x = b->x;
    kill->killer.y = b->y;
}

bool game_get_kill(const game *g, game_kill *kill)
{
    *kill = g->report.kill;
    return g->report.has_kill;
}

void game_forget_kill(game *g)
{
    if (g->report.kill.tick > g->now.state.tick)
        g->report.has_kill = false;
}

/* -- the nearest -- */

typedef struct search {
    const game *g;
    float x, y;
    float least; /* square of the distance less square of the radius: below 0 within the circle */
    trp_handle found;
} search;

static void search_pool(search *s, pool_id id)
{
    const trp_pool *pool = s->g->pools[id];
    const uint32_t slots = trp_pool_info(pool).slots;
    for (uint32_t slot = 0; slot < slots; ++slot) {
        const trp_actor *self = trp_pool_at(pool, slot);
        const body *b = trp_as(body, self);
        if (!self || trp_state_of(s->g->world, self) != TRP_STATE_ACTIVE)
            continue;
        const float dx = b->x - s->x;
        const float dy = b->y - s->y;
        const float square = dx * dx + dy * dy;
        const float reach = b->radius + PICK_REACH;
        if (square > reach * reach || square - b->radius * b->radius >= s->least)
            continue;
        s->least = square - b->radius * b->radius;
        s->found = trp_handle_of(s->g->world, self);
    }
}

game_actor game_pick(const game *g, float x, float y)
{
    static const uint8_t pools[] = {POOL_BULLETS, POOL_STEERED, POOL_ENEMIES, POOL_SHIP,
                                    POOL_PICKUPS, POOL_SHOTS,   POOL_MISSILES};
    search s = {.g = g, .x = x, .y = y, .least = 1e6f};
    for (size_t i = 0; i < sizeof pools && trp_handle_is_null(s.found); ++i)
        search_pool(&s, (pool_id)pools[i]);
    return (game_actor){s.found.index, s.found.generation};
}

/* -- the library's own words -- */

typedef struct printer {
    game_print_fn *print;
    void *arg;
} printer;

/* Lines without their ends. */
static void pass_on(const char *text, void *arg)
{
    const printer *p = (const printer *)arg;
    char line[256];
    size_t length = 0;
    while (text[length] && text[length] != '\n' && length + 1 < sizeof line) {
        line[length] = text[length];
        ++length;
    }
    line[length] = 0;
    p->print(p->arg, line);
}

void game_print_why(const game *g, game_actor actor, game_print_fn *print, void *arg)
{
    printer p = {print, arg};
    trp_print_why(g->world, handle_of(actor), pass_on, &p);
}
