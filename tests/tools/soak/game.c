/* The world, its pools and their callbacks. */
#include "soak.h"

#include "troupe/quarantine.h"
#include "troupe/shrink.h"

#include <stdlib.h>

soak_game soak;

static uint64_t seed;
static size_t bytes_out;
static soak_unit guests[64];
static bool is_guest_in[64];
static _Alignas(TRP_ALIGNMENT) unsigned char seat_memory[TRP_IDS_BYTES(SOAK_SEATS)];

uint32_t soak_any(uint32_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed >> 16) % limit);
}

void soak_note(uint64_t number)
{
    soak.hash = (soak.hash ^ number) * 1099511628211u;
}

trp_actor *soak_any_actor(void)
{
    const trp_pool *pool = soak.pools[soak_any(SOAK_POOLS)];
    trp_actor *actor = NULL;
    for (int tries = 0; tries < 4 && actor == NULL; tries++)
        actor = trp_pool_at(pool, soak_any(trp_pool_info(pool).slots));
    return actor;
}

static void *take(size_t size, void *arg)
{
    (void)arg;
    bytes_out += size;
    return malloc(size);
}

static void give(void *memory, size_t size, void *arg)
{
    (void)arg;
    bytes_out -= size;
    free(memory);
}

static void on_misuse(trp_world *world, const trp_misuse *misuse)
{
    (void)world;
    soak_note((uint64_t)misuse->result);
    switch ((int)misuse->result) {
    case TRP_BUSY:
    case TRP_ERR_FREE:
    case TRP_ERR_ACTIVE:
    case TRP_ERR_ASLEEP:
    case TRP_ERR_EXPIRED:
    case TRP_ERR_LINKED:
    case TRP_ERR_UNLINKED:
    case TRP_ERR_CYCLE:
    case TRP_ERR_TYPE:
        break;
    default:
        soak_fail(misuse->message);
    }
}

/* Callbacks of pools */

static void on_create(trp_actor *actor, const trp_context *in)
{
    soak_unit *unit = trp_as(soak_unit, actor);
    const bool is_ship = trp_pool_of(in->world, actor) == soak.pools[SOAK_SHIPS];
    unit->box = (trp_box){(float)soak_any(2000), (float)soak_any(2000), (float)(1 + soak_any(12)),
                          (float)(1 + soak_any(12))};
    unit->vx = (float)soak_any(9) - 4;
    unit->vy = (float)soak_any(9) - 4;
    unit->life = 30 + soak_any(600);
    unit->seat = is_ship ? trp_ids_take(&soak.seats) : TRP_NO_ID;
    soak_life_begins(unit);
    if (soak_any(32) == 0)
        soak_meddle();
}

static void on_end(trp_actor *actor, const trp_end_context *in)
{
    soak_unit *unit = trp_as(soak_unit, actor);
    const trp_pool *pool = trp_pool_of(in->world, actor);
    soak_need(in->reason != TRP_REASON_NONE, "a life ends for a reason");
    soak_need(trp_handle_is_null(trp_handle_of(in->world, actor)), "in on_end the handle is dead");
    soak_note(unit->number * 8 + (uint64_t)in->reason);
    if (unit->seat != TRP_NO_ID)
        soak_need(trp_ids_give_back(&soak.seats, unit->seat) == TRP_OK, "a seat is given back");
    soak_life_ends(unit, in->reason);
    if (in->reason != TRP_REASON_SHUTDOWN && soak_any(32) == 0)
        soak_meddle();
    if (pool == soak.pools[SOAK_GUESTS])
        is_guest_in[unit - guests] = false;
}

static void update(trp_actor *actor, const trp_context *in)
{
    soak_unit *unit = trp_as(soak_unit, actor);
    soak.updated++;
    unit->box.x += unit->vx;
    unit->box.y += unit->vy;
    if (unit->life == 0 || --unit->life == 0) {
        if (soak_any(2) == 0)
            trp_recycle(in->world, actor);
        else
            trp_expire(in->world, actor);
    } else if (soak_any(64) == 0)
        soak_meddle();
}

/* puffs create puffs, up to a limit, and this tick visits these as well */
static void puff(trp_actor *actor, const trp_context *in)
{
    soak_unit *unit = trp_as(soak_unit, actor);
    unit->life = unit->life > 60 ? 60 : unit->life;
    if (soak_any(16) == 0 && trp_pool_count(in->pool) < 60)
        trp_create(in->pool, NULL);
    if (trp_state_of(in->world, actor) == TRP_STATE_ACTIVE) /* hooks may have ended it */
        update(actor, in);
}

static bool is_expired(const trp_actor *actor, const trp_context *in)
{
    (void)in;
    return trp_as(soak_unit, actor)->life < 4;
}

static void drift(trp_pool *pool, const trp_context *in)
{
    trp_each (soak_unit, it, pool) {
        it->box.x += 1;
        soak.updated++;
        if (it->life < 2)
            trp_recycle(in->world, &it->actor);
        else
            it->life--;
    }
}

static void near_update(trp_pool *pool, const trp_context *in)
{
    const trp_area area = trp_rectangle((float)soak_any(1000), (float)soak_any(1000), 1200, 1200);
    (void)pool;
    trp_space_update(soak.spaces[1], area, update, in);
}

static void draw(const trp_actor *actor, const trp_view *view)
{
    soak.drawn++;
    soak_need(trp_state_of(view->world, actor) == TRP_STATE_ACTIVE, "only active actors are drawn");
}

/* Systems, watchers, groups */

static void on_added(trp_actor *actor, const trp_event_context *in)
{
    (void)actor;
    ++*(uint64_t *)in->system->user;
}

static void on_changed(trp_actor *actor, const trp_event_context *in)
{
    (void)in;
    soak_note(trp_as(soak_unit, actor)->number);
}

static void on_removed(trp_actor *actor, const trp_event_context *in)
{
    (void)actor, (void)in->reason;
    soak.ended[in->system - soak.census]++;
}

static void on_tick(trp_system *self, const trp_context *in)
{
    (void)self;
    soak_need(in->tick == trp_world_ticks(in->world), "systems are updated in this tick");
    soak_meddle();
}

static void on_dying(trp_actor *actor, const trp_event_context *in)
{
    (void)in->pool, (void)in->user;
    if (in->event == TRP_EVENT_TRIMMED)
        soak.trimmed++;
    else
        soak_life_ends(trp_as(soak_unit, actor), in->reason);
}

static void pass_by(trp_actor *actor, const trp_event_context *in)
{
    (void)in->pool, (void)actor, (void)in->user;
    soak_note((uint64_t)in->event * 8 + (uint64_t)in->reason);
}

static void on_pruned(trp_handle handle, const trp_context *in)
{
    (void)in->group, (void)in->user;
    soak_need(trp_get(soak.world, handle) == NULL, "groups prune only dead actors");
}

/* Creation */

static const trp_pool_desc plans[SOAK_POOLS] = {
    [SOAK_SKY] = {.name = "sky", .capacity = 400, .update_pool = drift},
    [SOAK_ROCKS] = {.name = "rock",
                    .capacity = 64,
                    .max_capacity = 2048,
                    .when_full = TRP_FULL_GROW,
                    .layer = 1,
                    .update = update},
    [SOAK_SHIPS] = {.name = "ship",
                    .capacity = 16,
                    .max_capacity = 256,
                    .when_full = TRP_FULL_GROW,
                    .order = TRP_ORDER_OLDEST,
                    .layer = 1,
                    .update = update},
    [SOAK_GUNS] = {.name = "gun",
                   .capacity = 200,
                   .when_full = TRP_FULL_STEAL_NEXT,
                   .layer = 2,
                   .update = update},
    [SOAK_SHOTS] = {.name = "shot",
                    .capacity = 256,
                    .when_full = TRP_FULL_STEAL_OLDEST,
                    .order = TRP_ORDER_NEWEST,
                    .layer = 2,
                    .reserve = 8,
                    .update_pool = near_update},
    [SOAK_SHELLS] = {.name = "shell",
                     .capacity = 100,
                     .when_full = TRP_FULL_STEAL_OLDEST,
                     .order = TRP_ORDER_OLDEST,
                     .layer = 3,
                     .update = update},
    [SOAK_SMOKE] = {.name = "smoke", .capacity = 100, .is_expired = is_expired, .update = update},
    [SOAK_PUFFS] = {.name = "puff",
                    .capacity = 16,
                    .max_capacity = 128,
                    .when_full = TRP_FULL_GROW,
                    .order = TRP_ORDER_OLDEST,
                    .newborns = TRP_NEWBORNS_SAME_WALK,
                    .layer = 3,
                    .update = puff},
    [SOAK_GUESTS] = {.name = "guest", .capacity = 64, .external = TRP_EXTERNAL, .update = update},
};

static void make_pool(uint32_t number)
{
    static const trp_shrinking shrinking = {.shrink_below = 30, .shrink_after = 60};
    trp_pool_desc desc = plans[number];
    desc.type = (trp_type)TRP_TYPE(soak_unit, actor);
    desc.draw = draw;
    if (number != SOAK_SKY) {
        desc.on_create = on_create;
        desc.on_end = on_end;
    }
    if (number == SOAK_SMOKE || number == SOAK_GUESTS)
        desc.joins = soak.pools[SOAK_SHELLS];
    if (number == SOAK_ROCKS)
        desc.shrink = (trp_shrink)TRP_SHRINK(&shrinking);
    if (number < SOAK_GUESTS)
        desc.quarantine = (trp_quarantine)TRP_QUARANTINE(soak_any(3) * soak_any(30));
    soak.pools[number] = trp_pool_create(soak.world, &desc);
    soak_need(soak.pools[number] != NULL, "the pools are created");
    if (number == SOAK_SKY)
        return;
    soak.census[number] = (trp_system){.pool = soak.pools[number],
                                       .order = (int32_t)number,
                                       .user = &soak.begun[number],
                                       .added = on_added,
                                       .removed = on_removed,
                                       .changed = on_changed,
                                       .updated = number == SOAK_GUNS ? on_changed : NULL};
    soak.dying[number] =
        (trp_watcher){.function = on_dying, .events = TRP_EVENT_EXPIRED | TRP_EVENT_TRIMMED};
    soak_need(trp_system_add(soak.world, &soak.census[number]) == TRP_OK, "a census is added");
    soak.dying[number].pool = soak.pools[number];
    soak_need(trp_watch(soak.world, &soak.dying[number]) == TRP_OK, "pools are watched");
}

static void make_spaces(void)
{
    const trp_space_pool_desc in = {.box = TRP_BOX_AT(soak_unit, box)};
    soak.spaces[0] =
        trp_space_create(soak.world, &(trp_space_desc){.capacity = 64, .max_capacity = 4096});
    soak.spaces[1] = trp_space_create(
        soak.world, &(trp_space_desc){.capacity = 2400, .sleepers = TRP_SLEEPERS_STAY});
    soak_need(soak.spaces[0] != NULL && soak.spaces[1] != NULL, "the spaces are created");
    soak.meetings = trp_contacts_create(
        soak.spaces[0],
        &(trp_contacts_desc){.phases = TRP_CONTACT_BEGIN | TRP_CONTACT_STAY | TRP_CONTACT_END,
                             .on_contact = soak_touch,
                             .capacity = 512,
                             .manual_run = true});
    soak_need(soak.meetings != NULL, "contacts are created");
    for (uint32_t i = SOAK_ROCKS; i <= SOAK_SHIPS; i++)
        soak_need(trp_space_add_pool(soak.spaces[0], soak.pools[i], &in) == TRP_OK, "in a space");
    soak_need(trp_space_add_pool(soak.spaces[1], soak.pools[SOAK_ROCKS], &in) == TRP_OK,
              "rocks are in both spaces");
    soak_need(trp_space_add_pool(soak.spaces[1], soak.pools[SOAK_SHOTS], &in) == TRP_OK,
              "shots are in one space");
}

void soak_begin(uint64_t number)
{
    seed = number * 2862933555777941757u + 3037000493u;
    soak.hash = 14695981039346656037u;
    soak.least = UINT32_MAX;
    soak.world = trp_world_create(&(trp_world_desc){
        .id = 7, .layers = SOAK_LAYERS, .allocator = {take, give, NULL}, .on_misuse = on_misuse});
    soak_need(soak.world != NULL, "the world is created");
    for (uint32_t i = 0; i < SOAK_POOLS; i++)
        make_pool(i);
    soak_need(trp_family_init(&soak.family, soak.world, NULL) == TRP_OK, "the family is created");
    for (uint32_t i = SOAK_SHIPS; i <= SOAK_GUNS; i++)
        soak_need(trp_family_add(&soak.family, soak.pools[i]) == TRP_OK, "pools are in the family");
    for (uint32_t i = 0; i < 2; i++)
        soak_need(trp_group_init(&soak.groups[i], soak.world,
                                 &(trp_group_desc){.unique = i == 0,
                                                   .max = i == 0 ? 64 : 0,
                                                   .on_pruned = on_pruned}) == TRP_OK,
                  "groups are created");
    soak_need(trp_ids_init(&soak.seats, seat_memory, sizeof seat_memory, 1, SOAK_SEATS) == TRP_OK,
              "seats are created");
    soak.clock = (trp_system){.before = on_tick, .after = on_tick};
    soak_need(trp_system_add(soak.world, &soak.clock) == TRP_OK, "the clock is added");
    soak.passer_by = (trp_watcher){.function = pass_by};
    make_spaces();
    soak_box_switch();
}

size_t soak_bytes_out(void)
{
    return bytes_out;
}

void soak_end(void)
{
    soak_need(trp_world_destroy(soak.world) == TRP_OK, "the world ends");
    soak_need(soak.seats.count == 0, "all seats are given back");
    soak_need(bytes_out == 0, "all memory is given back");
}

soak_unit *soak_guest(void)
{
    const uint32_t number = soak_any(64);
    if (is_guest_in[number])
        return NULL;
    is_guest_in[number] = true;
    return &guests[number];
}

void soak_guest_refused(const soak_unit *guest)
{
    is_guest_in[guest - guests] = false;
}
