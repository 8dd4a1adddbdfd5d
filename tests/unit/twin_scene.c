#include "twin_scene.h"

#include "heap.h"
#include "troupe/contacts.h"
#include "troupe/interval.h"
#include "troupe/shrink.h"

#include <string.h>

twin_scene twin;
void (*twin_when_called)(twin_call what, trp_actor *actor, const trp_pool *pool);
void (*twin_when_misused)(const trp_misuse *misuse);
uint32_t twin_log[TWIN_LOG];
uint32_t twin_logged;

static twin_scene *const at = &twin;
static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(80)];

static const trp_field game_fields[] = {TRP_FIELD(twin_game, seed),
                                        TRP_FIELD(twin_game, born),
                                        {"players", NULL, TRP_KIND_IGNORED, 1, 0,
                                         offsetof(twin_game, players),
                                         sizeof((twin_game *)0)->players, NULL, NULL},
                                        TRP_FIELDS_END};
static const trp_fields game_type = TRP_FIELDS(twin_game, 1, game_fields);
static void note(uint32_t number)
{
    if (twin_logged < TWIN_LOG)
        twin_log[twin_logged++] = number;
}

static uint32_t roll(uint32_t limit)
{
    return stage_random(&at->game.seed, limit);
}

void twins_forget(void)
{
    twin_logged = 0;
}

/* Callbacks */

static bool is_logged(const trp_pool *pool)
{
    return pool != at->pools[TWIN_TRANSIENT];
}

static void note_actor(uint32_t what, const trp_actor *actor)
{
    if (actor == NULL || !is_logged(trp_pool_of(at->world, actor)))
        return;
    note(what);
    note(trp_as(save_actor, actor)->id);
}

static void called(twin_call what, trp_actor *actor, const trp_pool *pool)
{
    if (twin_when_called != NULL)
        twin_when_called(what, actor, pool);
}

/* Some calls are wrong by chance, but none is that wrong, unless bytes were damaged. */
static void on_misuse(trp_world *world, const trp_misuse *misuse)
{
    stage_on_misuse(world, misuse);
    if (twin_when_misused != NULL)
        twin_when_misused(misuse);
    if (twin_when_called == NULL)
        return;
    CHECK(misuse->result != TRP_ERR_CORRUPT && misuse->result != TRP_ERR_INVALID);
    CHECK(misuse->result != TRP_ERR_FOREIGN);
}

static void on_create(trp_actor *actor, const trp_context *in)
{
    if (twin_when_called != NULL)
        trp_as(save_actor, actor)->id = ++at->game.born;
    note_actor(1, actor);
    called(TWIN_BORN, actor, in->pool);
}

static void on_end(trp_actor *actor, const trp_end_context *in)
{
    note_actor(2, actor);
    if (is_logged(trp_pool_of(at->world, actor))) {
        note((uint32_t)in->reason);
        note(in->cause.generation);
    }
    called(TWIN_ENDED, actor, in->pool);
}

static void update(trp_actor *self, const trp_context *in)
{
    save_actor *actor = trp_as(save_actor, self);

    note_actor(3, self);
    actor->turns++;
    actor->places[actor->turns % 2].column = (int16_t)(actor->turns % 7 - 3);
    actor->places[1].is_set = actor->turns % 2 != 0; /* its former byte may be damaged */
    actor->weight *= -1.5;
    actor->box.x += (float)(actor->id % 7) * in->dt * 8;
    if (actor->turns % 16 == actor->id % 16)
        (void)trp_expire(in->world, self);
    called(TWIN_UPDATED, self, in->pool);
}

static void spark(trp_actor *self, const trp_context *in)
{
    if (++trp_as(save_actor, self)->turns == 20)
        (void)trp_recycle(in->world, self);
    called(TWIN_OTHER, NULL, in->pool);
}

static void draw(const trp_actor *self, const trp_view *view)
{
    called(TWIN_DRAWN, (trp_actor *)(uintptr_t)self, view->pool);
}

static void on_due(trp_actor *self, const trp_context *in)
{
    note_actor(4, self);
    note(in->timers == at->timers[0]);
    called(TWIN_OTHER, NULL, NULL);
}

static void play(const void *event, const trp_context *in)
{
    note(5);
    note(*(const uint32_t *)event);
    called(TWIN_OTHER, NULL, NULL);
}

static void on_pruned(trp_handle handle, const trp_context *in)
{
    note(6);
    note(handle.index);
    note(handle.generation);
    called(TWIN_OTHER, NULL, NULL);
}

static void on_added(trp_actor *actor, const trp_context *in)
{
    CHECK(trp_group_has(in->group, actor));
    called(TWIN_OTHER, NULL, NULL);
}

static void on_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    note(7 + (uint32_t)in->phase);
    note(in->a_handle.index);
    note(in->b_handle.generation);
    note_actor(8, a);
    note_actor(8, b);
    called(TWIN_OTHER, NULL, NULL);
}

static void on_found(trp_actor *actor, const trp_context *in)
{
    note_actor((uint32_t)(uintptr_t)in->arg, actor);
    called(TWIN_OTHER, actor, in->pool);
}

static void on_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    note_actor(10, a);
    note_actor(10, b);
    called(TWIN_OTHER, NULL, NULL);
}

/* The world */

static trp_pool *make(trp_pool_desc desc)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    const bool grows = at->grows && desc.when_full == NULL && desc.external == NULL;

    desc.type = (trp_type)TRP_TYPE(save_actor, actor);
    desc.update = desc.transient ? spark : update;
    desc.draw = draw;
    desc.on_create = on_create;
    desc.on_end = on_end;
    desc.name = names[trp_world_info(at->world).pools];
    desc.transient = desc.transient || (at->is_saved && desc.external != NULL);
    desc.fields = at->is_saved && !desc.transient ? &save_actor_type : NULL;
    if (grows) {
        stage_grow(&desc, desc.capacity * 4);
        desc.capacity = 8;
    }
    return stage_pool_as(at->world, desc);
}

static void make_pools(void)
{
    static const save_actor model = {.box = {0, 0, 4, 4}};
    trp_pool **pools = at->pools;

    pools[0] = make((trp_pool_desc){.capacity = 48,
                                    .when_full = TRP_FULL_STEAL_NEXT,
                                    .prototype = &model,
                                    .lifetime = TRP_LIFETIME(save_actor, end),
                                    .sleep_stops_time = true});
    pools[1] =
        make((trp_pool_desc){.capacity = 40, .order = TRP_ORDER_OLDEST, .ends = true, .layer = 1});
    pools[2] = make((trp_pool_desc){.capacity = 40, .joins = pools[1], .ends = true});
    pools[3] = make((trp_pool_desc){
        .capacity = 24, .order = TRP_ORDER_NEWEST, .when_full = TRP_FULL_STEAL_OLDEST, .layer = 2});
    pools[4] = make((trp_pool_desc){.capacity = 64, .quarantine = TRP_QUARANTINE(5)});
    pools[5] = make((trp_pool_desc){.capacity = 64,
                                    .order = TRP_ORDER_OLDEST,
                                    .newborns = TRP_NEWBORNS_SAME_WALK,
                                    .quarantine = TRP_QUARANTINE(3)});
    pools[6] = make((trp_pool_desc){.capacity = TWIN_PLAYERS, .external = TRP_EXTERNAL});
    pools[7] = make((trp_pool_desc){.capacity = 32,
                                    .ends = true,
                                    .lifetime = TRP_LIFETIME_BY(save_actor, end, TRP_CLOCK_TICKS)});
    pools[8] = make((trp_pool_desc){.capacity = 32, .transient = true});
}

static void make_spaces(void)
{
    static const int members[] = {0, 1, 4, 7};

    for (unsigned i = 0; i < TWIN_SPACES; i++) {
        const trp_contacts_desc contacts = {.phases = 7, .on_contact = on_contact, .capacity = 40};
        at->spaces[i] =
            trp_space_create(at->world, &(trp_space_desc){.capacity = at->grows ? 16 : 220,
                                                          .max_capacity = at->grows ? 800 : 0,
                                                          .hits = 400,
                                                          .classes = 2,
                                                          .sweeps = i == 1});
        CHECK(at->spaces[i] != NULL);
        for (unsigned k = 0; k < 4; k++)
            CHECK_OK(trp_space_add_pool(
                at->spaces[i], at->pools[members[k]],
                &(trp_space_pool_desc){.box = TRP_BOX_AT(save_actor, box),
                                       .category = 1u << k,
                                       .is_static = k == 2 && !at->is_saved, /* a load reads it */
                                       .manual_add = i == 1}));
        at->contacts[i] = MADE(trp_contacts_create(at->spaces[i], &contacts));
    }
}

static void make_modules(void)
{
    trp_world *world = at->world;

    at->timers[0] = trp_timers_create(
        at->pools[0], &(trp_timers_desc){.clock = TRP_CLOCK_TICKS, .on_due = on_due});
    at->timers[1] = trp_timers_create(at->pools[4], &(trp_timers_desc){.on_due = on_due});
    at->timers[2] = trp_timers_create(
        at->pools[0], &(trp_timers_desc){.clock = TRP_CLOCK_TICKS, .due = TRP_DUE_WAKE});
    at->queue = trp_queue_create(
        world, &(trp_queue_desc){.name = "events",
                                 .size = sizeof(uint32_t),
                                 .capacity = 16,
                                 .play = play,
                                 .fields = at->is_saved ? &stage_number_type : NULL});
    for (unsigned i = 0; i < TWIN_TIMERS; i++)
        CHECK(at->timers[i] != NULL && at->queue != NULL);
    CHECK_OK(trp_family_init(&at->family, world, NULL));
    for (unsigned i = 0; i < 6; i += i == 0 ? 1 : 4) /* 0, 1, 5 */
        CHECK_OK(trp_family_add(&at->family, at->pools[i]));
    CHECK_OK(trp_group_init(&at->list, world,
                            &(trp_group_desc){.on_pruned = on_pruned,
                                              .on_added = on_added,
                                              .capacity = at->grows ? 0 : 300,
                                              .max = at->grows ? 0 : 300}));
    CHECK_OK(trp_group_init(&at->squad, world,
                            &(trp_group_desc){.capacity = 12, .max = 12, .unique = true}));
    CHECK_OK(trp_group_init(&at->sparks, world, &(trp_group_desc){.capacity = 40, .max = 40}));
    CHECK_OK(trp_ids_init(&at->ids, ids_memory, sizeof ids_memory, 10, 80));
    at->regions[0] = (trp_region){.name = "game", .start = &at->game, .bytes = sizeof at->game};
    if (at->is_saved)
        at->regions[0].fields = &game_type;
    at->regions[1] = (trp_region){.name = "ids", .ids = &at->ids};
    CHECK_OK(trp_region_add(world, &at->regions[0]));
    CHECK_OK(trp_region_add(world, &at->regions[1]));
}

static void end_twins(void)
{
    CHECK_OK(trp_world_destroy(at->world));
    CHECK_EQ(heap_out, 0);
}

static void begin(uint32_t seed, bool grows, bool is_saved)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char block[TWIN_BYTES];
    trp_world_desc desc = {.layers = 3, .max_pools = TWIN_POOLS + TWIN_MORE, .id = 1};

    stage_needs(16u * 1024u * 1024u);
    stage_end();
    stage_world();
    memset(at, 0, sizeof *at);
    twin_when_called = NULL;
    twin_when_misused = NULL;
    memset(ids_memory, 0, sizeof ids_memory);
    at->grows = grows;
    at->is_saved = is_saved;
    at->game.seed = seed;
    desc.on_misuse = on_misuse;
    heap_reset();
    if (grows) {
        desc.allocator = (trp_allocator){heap_take, heap_give, NULL};
        at->world = trp_world_create(&desc);
    } else {
        stage_open(block, sizeof block);
        at->world = trp_world_init(block, sizeof block, &desc);
    }
    CHECK(at->world != NULL);
    make_pools();
    make_spaces();
    make_modules();
    stage_ends_with(end_twins);
}

void twins_begin(uint32_t seed, bool grows)
{
    begin(seed, grows, false);
}

void twins_begin_saved(uint32_t seed)
{
    begin(seed, true, true);
}

/* The game */

static trp_actor *any(uint32_t pool)
{
    for (int tries = 0; tries < 6; tries++) {
        trp_actor *actor =
            trp_pool_at(at->pools[pool], roll(trp_pool_info(at->pools[pool]).slots + 1));
        if (actor != NULL)
            return actor;
    }
    return NULL;
}

static trp_actor *any_member(void)
{
    static const uint32_t members[] = {0, 1, 4, 7};

    return any(members[roll(4)]);
}

static void create(uint32_t number)
{
    save_actor init = {
        .id = ++at->game.born,
        .weight = 1.25,
    };

    init.weapon = save_weapons[init.id % 3].pointer;
    init.title[0] = (char)('a' + init.id % 26);
    init.bytes[1] = (unsigned char)init.id;
    init.friend_of = trp_handle_of(at->world, trp_pool_at(at->pools[1], 0));
    init.box.x = (float)roll(60);
    init.box.y = (float)roll(60);
    init.box.width = (float)(1 + roll(9));
    init.box.height = 4;
    trp_actor *actor = trp_create(at->pools[number], &init);
    note(actor != NULL);
    if (actor == NULL)
        return;
    note(trp_handle_of(at->world, actor).index);
    note(trp_handle_of(at->world, actor).generation);
    if (number == 0 && roll(3) == 0)
        note((uint32_t)trp_expire_in(at->world, actor, trp_seconds((float)(1 + roll(60)) / 32)));
    if (number == 7 && roll(3) == 0)
        note((uint32_t)trp_expire_in(at->world, actor, trp_ticks(1 + roll(20))));
}

/* Lives that leave nothing behind: what depends on them is not logged. */
static void strew_sparks(uint32_t seed)
{
    const uint32_t logged = twin_logged;

    for (uint32_t i = seed % 4; i > 0; i--) {
        trp_actor *const spark = trp_create(at->pools[TWIN_TRANSIENT], NULL);
        if (!at->is_saved)
            (void)trp_group_add(&at->sparks, spark);
    }
    twin_logged = logged;
}

static void adopt(void)
{
    save_actor *player = &at->game.players[roll(TWIN_PLAYERS)];

    if (at->is_saved)
        return;
    if (trp_pool_of(at->world, &player->actor) == NULL) {
        player->id = ++at->game.born;
        note(trp_adopt(at->pools[TWIN_EXTERNAL], &player->actor) != NULL);
    } else
        note((uint32_t)trp_recycle(at->world, &player->actor));
}

static void relate(void)
{
    static const uint32_t kinds[] = {0, 1, 5};
    trp_actor *parent = any(kinds[roll(3)]);
    trp_actor *child = any(kinds[roll(3)]);

    if (parent == NULL || child == NULL)
        return;
    if (trp_family_parent(&at->family, child) != NULL)
        note((uint32_t)trp_family_detach(&at->family, child));
    else
        note((uint32_t)trp_family_attach(&at->family, parent, child));
}

static void change_pool(uint32_t number, trp_actor *actor)
{
    trp_world *world = at->world;
    uint32_t first; /* of two arguments, as no compiler orders them */

    switch (roll(7)) {
    case 0:
        first = roll(3);
        note((uint32_t)trp_layer_set_place(world, roll(3), first));
        break;
    case 1:
        note((uint32_t)trp_layer_set_enabled(world, 1, roll(3) != 0));
        break;
    case 2:
        note((uint32_t)trp_pool_set_layer(at->pools[3], roll(3)));
        break;
    case 3:
        note((uint32_t)trp_pool_set_time_scale(at->pools[number], 0.5f + (float)roll(2)));
        break;
    case 4:
        first = roll(2);
        note((uint32_t)trp_pool_set_interval(at->pools[4], 1 + roll(3),
                                             first == 0 ? TRP_INTERVAL_TOGETHER
                                                        : TRP_INTERVAL_STAGGERED));
        break;
    case 5:
        note((uint32_t)trp_layer_set_time_scale(world, 2, (float)roll(3) / 2));
        break;
    default:
        note((uint32_t)trp_recycle(world, actor));
    }
}

static void end(trp_actor *actor)
{
    note((uint32_t)trp_recycle_with(at->world, actor,
                                    &(trp_ending){.reason = TRP_REASON_OWN(1 + roll(3)),
                                                  .cause = trp_handle_of(at->world, any(0)),
                                                  .later = roll(4) != 0}));
}

static void change_space(trp_actor *actor)
{
    trp_space *space = at->spaces[roll(TWIN_SPACES)];

    if (actor == NULL)
        return;
    if (!trp_space_member(space, actor, NULL))
        note((uint32_t)trp_space_add(space, actor));
    else if (roll(3) == 0)
        note((uint32_t)trp_space_remove(space, actor));
    else if (roll(2) == 0)
        note((uint32_t)trp_space_set_bits(space, actor, 1u << roll(4), ~0u));
    else {
        trp_as(save_actor, actor)->box.y += (float)roll(9);
        note((uint32_t)(roll(2) == 0 ? trp_space_moved(space, actor)
                                     : trp_space_teleported(space, actor)));
    }
}

static void set_timer(uint32_t number)
{
    trp_timers *timers = at->timers[number];
    trp_actor *actor = any(number == 1 ? 4 : 0);

    if (number == 1)
        note(
            (uint32_t)(roll(3) == 0
                           ? trp_timer_repeat(timers, actor, trp_seconds(0.1f + (float)roll(9) / 8))
                           : trp_timer_start(timers, actor, trp_seconds((float)roll(40) / 16))));
    else if (number == 2)
        note((uint32_t)trp_timer_sleep(timers, actor, trp_ticks(1 + roll(12))));
    else if (roll(4) == 0)
        note((uint32_t)trp_timer_stop(timers, actor));
    else
        note((uint32_t)trp_timer_start(timers, actor, trp_ticks(1 + roll(20))));
}

static void group_something(trp_actor *actor)
{
    trp_group *group = roll(2) == 0 ? &at->list : &at->squad;

    switch (roll(6)) {
    case 0:
        note((uint32_t)trp_group_remove(group, actor));
        break;
    case 1:
        note((uint32_t)trp_group_prune(group));
        break;
    default:
        note((uint32_t)trp_group_add(group, actor));
    }
}

static void do_something(void)
{
    const uint32_t number = roll(TWIN_TRANSIENT);
    trp_actor *actor = any(number);
    const trp_state state = trp_state_of(at->world, actor);

    switch (roll(19)) {
    case 0:
        note((uint32_t)(state == TRP_STATE_ACTIVE ? trp_deactivate(at->world, actor)
                                                  : trp_activate(at->world, actor)));
        break;
    case 1:
        note((uint32_t)trp_expire(at->world, actor));
        break;
    case 2:
        note((uint32_t)trp_recycle(at->world, actor));
        break;
    case 3:
        adopt();
        break;
    case 4:
    case 5:
        relate();
        break;
    case 6:
        note(roll(2) == 0 ? trp_ids_take(&at->ids)
                          : (uint32_t)trp_ids_give_back(&at->ids, 10 + roll(80)));
        break;
    case 7:
        change_pool(number, actor);
        break;
    case 8:
        change_space(any_member());
        break;
    case 9:
    case 10:
        set_timer(roll(TWIN_TIMERS));
        break;
    case 11: {
        const uint32_t event = roll(99);
        note((uint32_t)trp_queue_post(at->queue, &event));
        break;
    }
    case 12:
        group_something(actor);
        break;
    case 13:
        end(any(1 + roll(2)));
        break;
    default:
        if (number != TWIN_EXTERNAL)
            create(number);
    }
}

/* Questions: what a game can see. */

static void ask(void)
{
    trp_world *world = at->world;

    for (trp_actor *it = trp_first(world); it != NULL; it = trp_next(world, it))
        note_actor(20, it);
    for (uint32_t i = 0; i < TWIN_TRANSIENT; i++) {
        const trp_pool_facts facts = trp_pool_info(at->pools[i]);
        note(facts.live);
        note(facts.capacity);
        note((uint32_t)facts.created);
        note((uint32_t)facts.refused);
    }
    for (uint32_t i = 0; i < trp_group_size(&at->list); i++)
        note_actor(21, trp_group_at(&at->list, i));
    for (uint32_t i = 0; i < TWIN_SPACES; i++) {
        const float y = (float)roll(40);
        const trp_area area = trp_rectangle((float)roll(40), y, 15, 15);
        trp_space_query(at->spaces[i], &(trp_query){.area = area}, on_found, (void *)22);
        trp_space_pairs(at->spaces[i], &(trp_pairing){.swept = i == 1}, on_pair, NULL);
    }
    for (trp_actor *child = trp_family_first(&at->family, any(1)); child != NULL;
         child = trp_family_next(&at->family, child))
        note_actor(23, child);
    note(trp_queue_info(at->queue).count);
}

void twins_stir(uint32_t calls)
{
    while (calls-- > 0)
        do_something();
}

static void step(uint32_t sparks)
{
    twins_stir(14);
    strew_sparks(sparks);
    note((uint32_t)trp_update_all(at->world, 1.0f / 16));
    ask();
}

void twins_play(uint32_t steps)
{
    for (uint32_t i = 0; i < steps; i++) {
        const uint64_t hash = trp_hash_world(at->world);
        note((uint32_t)hash);
        note((uint32_t)(hash >> 32));
        step(at->game.seed);
    }
}

void twins_stray(uint32_t seed, uint32_t steps, bool trims)
{
    at->game.seed = seed;
    for (uint32_t i = 0; i < steps; i++) {
        step(seed >> i % 8);
        if (trims && i % 5 == 4)
            (void)trp_pool_trim(at->pools[TWIN_TRANSIENT]);
    }
}

/* Detours: there and back */

static void detour_of_pool(trp_pool *pool, uint32_t what)
{
    const float scale = trp_pool_info(pool).time_scale;

    if (what == 0) {
        (void)trp_pool_set_time_scale(pool, scale + 1);
        (void)trp_pool_set_time_scale(pool, scale);
    } else if (what == 1)
        (void)trp_for_each(pool, stage_do_nothing, NULL);
    else if (what == 2)
        (void)trp_pool_trim(pool);
    else if (what == 3)
        (void)trp_group_reserve(&at->list, trp_group_size(&at->list) + 20);
    else {
        const bool is_enabled = trp_layer_enabled(at->world, 1);
        (void)trp_layer_set_enabled(at->world, 1, !is_enabled);
        (void)trp_layer_set_enabled(at->world, 1, is_enabled);
    }
}

static void detour_of_actor(trp_actor *actor, uint32_t what)
{
    trp_timers *timers = at->timers[trp_pool_of(at->world, actor) == at->pools[4]];

    if (what == 0 && trp_state_of(at->world, actor) == TRP_STATE_ACTIVE) {
        (void)trp_deactivate(at->world, actor);
        (void)trp_activate(at->world, actor);
    } else if (what == 1 && !trp_timer_is_running(timers, actor)) {
        if (trp_timer_start(timers, actor, trp_ticks(3)) != TRP_OK)
            (void)trp_timer_start(timers, actor, trp_seconds(3));
        (void)trp_timer_stop(timers, actor);
    } else if (what == 2 && trp_family_parent(&at->family, actor) == NULL) {
        trp_actor *parent = trp_pool_at(at->pools[1], trp_slot_of(at->world, actor));
        if (trp_family_attach(&at->family, parent, actor) == TRP_OK)
            (void)trp_family_detach(&at->family, actor);
    }
}

static void detour_of_group(trp_actor *actor, uint32_t what)
{
    trp_group *group = what % 2 == 0 ? &at->list : &at->squad;

    if (what < 2)
        (void)trp_group_prune(group);
    else if (what < 4 && !trp_group_has(group, actor)) {
        (void)trp_group_add(group, actor);
        (void)trp_group_remove(group, actor);
    } else
        (void)trp_group_for_each(group, stage_do_nothing, NULL);
}

static void detour_of_space(trp_actor *actor, uint32_t what)
{
    trp_space *space = at->spaces[what % TWIN_SPACES];
    trp_member member;

    (void)trp_space_query(space, NULL, stage_do_nothing, NULL);
    if (!trp_space_member(space, actor, &member))
        return;
    if (what < 2) {
        (void)trp_space_set_bits(space, actor, 64, 64);
        (void)trp_space_set_bits(space, actor, member.category, member.mask);
    } else if (what < 4) {
        (void)trp_space_remove(space, actor);
        (void)trp_space_add(space, actor);
        (void)trp_space_set_bits(space, actor, member.category, member.mask);
    } else
        (void)trp_space_pairs(space, NULL, NULL, NULL);
}

void twins_detour(uint32_t seed, uint32_t calls)
{
    while (calls-- > 0) {
        trp_pool *pool = at->pools[stage_random(&seed, TWIN_POOLS)];
        trp_actor *actor = trp_pool_at(pool, stage_random(&seed, 30));
        const uint32_t what = stage_random(&seed, 6);
        switch (stage_random(&seed, 5)) {
        case 0:
            detour_of_pool(pool, what);
            break;
        case 1:
            detour_of_actor(actor, what % 3);
            break;
        case 2:
            detour_of_group(actor, what);
            break;
        case 3:
            detour_of_space(actor, what);
            break;
        default: {
            const uint32_t id = trp_ids_take(&at->ids);
            (void)trp_ids_give_back(&at->ids, id);
        }
        }
    }
}
