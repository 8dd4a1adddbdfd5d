#include "save_small.h"
#include "heap.h"
#include "ledger.h"
#include "space_stage.h"

#include <string.h>

uint32_t small_blocks;

static void *take(size_t size, void *arg)
{
    if (small_blocks == 0)
        return NULL;
    small_blocks--;
    return heap_take(size, arg);
}

static const trp_field actor_fields[] = {TRP_FIELD_STRUCT(small_actor, box, &stage_box_type),
                                         TRP_FIELD(small_actor, id),
                                         TRP_FIELD(small_actor, friend_of),
                                         TRP_FIELD_CHOICE(small_actor, weapon, save_weapons),
                                         TRP_FIELD_TEXT(small_actor, title),
                                         TRP_FIELD(small_actor, is_set),
                                         TRP_FIELD(small_actor, end),
                                         TRP_FIELDS_END};
const trp_fields small_fields = TRP_FIELDS(small_actor, 1, actor_fields);
static const trp_field brief_fields[] = {TRP_FIELD(small_actor, id),
                                         TRP_FIELD(small_actor, friend_of), TRP_FIELDS_END};
static const trp_fields brief_type = TRP_FIELDS(small_actor, 1, brief_fields);
static const trp_field state_fields[] = {TRP_FIELD(small_state, seed), TRP_FIELD(small_state, hero),
                                         TRP_FIELDS_END};
static const trp_fields state_type = TRP_FIELDS(small_state, 1, state_fields);
static const trp_field nothing_fields[] = {
    {"scratch", NULL, TRP_KIND_IGNORED, 1, 0, 0, sizeof(uint32_t), NULL, NULL}, TRP_FIELDS_END};
static const trp_fields nothing_type = {"nothing",      sizeof(uint32_t),    1,
                                        nothing_fields, &trp__option_fields, 0};

static void update(trp_actor *self, const trp_context *in)
{
    trp_as(small_actor, self)->id += 100;
}

small_shape small_usual(void)
{
    small_shape shape = {
        .pools = {[SMALL_SPARKS] = {.name = "sparks",
                                    .capacity = 4,
                                    .lifetime = TRP_LIFETIME(small_actor, end)},
                  [SMALL_GUARDS] = {.name = "guards", .capacity = 5, .ends = true},
                  [SMALL_OTHERS] = {.name = "guards",
                                    .capacity = 2,
                                    .max_capacity = 12,
                                    .when_full = TRP_FULL_GROW},
                  [SMALL_ELDERS] = {.name = "elders",
                                    .order = TRP_ORDER_OLDEST,
                                    .capacity = 3,
                                    .max_capacity = 10,
                                    .when_full = TRP_FULL_GROW},
                  [SMALL_HEIRS] = {.name = "heirs", .order = TRP_ORDER_OLDEST, .capacity = 3},
                  [SMALL_YOUNG] = {.name = "young",
                                   .order = TRP_ORDER_NEWEST,
                                   .capacity = 8,
                                   .ends = true,
                                   .layer = 1}},
        .quarantine = {[SMALL_GUARDS] = 1, [SMALL_ELDERS] = 2},
        .is_transient = {[SMALL_SPARKS] = true},
        .in_family = 1u << SMALL_GUARDS | 1u << SMALL_ELDERS | 1u << SMALL_HEIRS,
        .in_space = 1u << SMALL_GUARDS | 1u << SMALL_ELDERS | 1u << SMALL_HEIRS,
        .spaces = {{.name = "field", .capacity = 4, .max_capacity = 20, .manual_moves = true},
                   {.name = "plain", .capacity = 16, .sweeps = true, .manual_moves = true}},
        .groups = {{.capacity = 2}, {.name = "list", .capacity = 4, .max = 8}},
        .timers = 2,
        .ids_first = 10,
        .ids = 6,
        .region_bytes = 2 * sizeof(small_state),
    };

    for (unsigned i = SMALL_GUARDS; i < SMALL_POOLS; i++)
        shape.fields[i] = i == SMALL_GUARDS ? &small_fields : &brief_type;
    return shape;
}

static void make_pools(small_world *small, const small_shape *shape)
{
    for (unsigned i = 0; i < SMALL_POOLS; i++) {
        trp_pool_desc desc = shape->pools[i];
        if (desc.name == NULL)
            continue;
        desc.type = (trp_type)TRP_TYPE(small_actor, actor);
        if (desc.update_pool == NULL)
            desc.update = update;
        if (i == SMALL_HEIRS && !shape->is_apart)
            desc.joins = small->pools[SMALL_ELDERS];
        desc.transient = shape->is_transient[i];
        desc.fields = shape->fields[i];
        small->pools[i] = stage_pool_as(small->world, desc);
        if (!shape->pools[i].external) /* 0 as well: a debug build has another default */
            stage_set_quarantine(small->pools[i], shape->quarantine[i]);
    }
}

static void make_spaces(small_world *small, const small_shape *shape)
{
    for (unsigned i = 0; i < 2; i++) {
        if (shape->spaces[i].capacity == 0)
            continue;
        small->spaces[i] = MADE(trp_space_create(small->world, &shape->spaces[i]));
        space_contacts_begin(small->spaces[i], 20);
        for (unsigned k = 0; k < SMALL_POOLS; k++)
            if (small->pools[k] != NULL && (shape->in_space & 1u << k) != 0)
                CHECK_OK(
                    trp_space_add_pool(small->spaces[i], small->pools[k],
                                       &(trp_space_pool_desc){.box = TRP_BOX_AT(small_actor, box),
                                                              .is_static = k == SMALL_HEIRS}));
    }
}

static void make_modules(small_world *small, const small_shape *shape)
{
    CHECK_OK(trp_family_init(&small->family, small->world, NULL));
    for (unsigned i = 0; i < SMALL_POOLS; i++)
        if (small->pools[i] != NULL && (shape->in_family & 1u << i) != 0)
            CHECK_OK(trp_family_add(&small->family, small->pools[i]));
    for (unsigned i = 0; i < 3; i++)
        if (i < 2 || shape->groups[i].name != NULL)
            CHECK_OK(trp_group_init(&small->groups[i], small->world, &shape->groups[i]));
    for (unsigned i = 0; i < shape->timers; i++)
        small->fuses[i] = trp_timers_create(
            small->pools[SMALL_ELDERS],
            &(trp_timers_desc){.name = shape->timers_name, .clock = shape->clock});
    small->naps = trp_timers_create(
        small->pools[SMALL_GUARDS],
        &(trp_timers_desc){.name = "naps", .clock = TRP_CLOCK_TICKS, .due = TRP_DUE_WAKE});
    CHECK(small->naps != NULL);
}

static void make_regions(small_world *small, const small_shape *shape)
{
    CHECK_OK(trp_ids_init(&small->ids, small->ids_memory, sizeof small->ids_memory,
                          shape->ids_first, shape->ids));
    small->regions[0] = (trp_region){
        .name = "game", .start = small->state, .bytes = shape->region_bytes, .fields = &state_type};
    small->regions[1] = (trp_region){
        .start = &small->scratch, .bytes = sizeof small->scratch, .fields = &nothing_type};
    small->regions[2] = (trp_region){.name = "ids", .ids = &small->ids};
    for (unsigned i = 0; i < 3; i++)
        CHECK_OK(trp_region_add(small->world, &small->regions[i]));
}

void small_begin(small_world *small, const small_shape *shape)
{
    memset(small, 0, sizeof *small);
    small_blocks = UINT32_MAX;
    small->world = MADE(trp_world_create(&(trp_world_desc){
        .layers = 2, .allocator = {take, heap_give, NULL}, .on_misuse = stage_on_misuse}));
    stage_name_layer(small->world, 1, "top");
    make_pools(small, shape);
    make_modules(small, shape);
    make_spaces(small, shape);
    make_regions(small, shape);
}

/* Actors get ids 1, 2 .. and boxes that overlap. */
static small_actor *create(small_world *small, unsigned pool)
{
    trp_actor *actor = trp_create(small->pools[pool], NULL);

    CHECK(actor != NULL);
    small_actor *born = trp_as(small_actor, actor);
    born->id = ++small->state[0].seed;
    born->box = (trp_box){(float)born->id, 0, 4, 4};
    born->weapon = (const char *)save_weapons[born->id % 2].pointer;
    memcpy(born->title, "abc", 1 + born->id % 3);
    if (pool == SMALL_SPARKS)
        born->end = trp_time_in(small->pools[pool], trp_seconds(100));
    return born;
}

static void relate(small_world *small, small_actor **guards, small_actor **elders)
{
    trp_family *family = &small->family;
    small_actor *heir = create(small, SMALL_HEIRS);

    create(small, SMALL_HEIRS);
    for (unsigned i = 0; i < 3; i++)
        CHECK_OK(trp_family_attach(family, &guards[0]->actor, &elders[i]->actor));
    CHECK_OK(trp_family_attach(family, &elders[0]->actor, &heir->actor));
    for (unsigned i = 0; i < 3; i++) {
        CHECK_OK(trp_group_add(&small->groups[0], &elders[i]->actor));
        CHECK_OK(trp_group_add(&small->groups[1], &guards[i]->actor));
    }
    elders[0]->friend_of = trp_handle_of(small->world, &heir->actor);
    elders[1]->friend_of = trp_handle_of(small->world, &create(small, SMALL_SPARKS)->actor);
    elders[2]->friend_of = (trp_handle){0x7F000003, 9}; /* of another world */
    heir->friend_of = (trp_handle){heir->actor.index | (TRP_MAX_SLOTS - 1), 9};
    guards[2]->weapon = "stick"; /* in no table */
    guards[0]->title[0] = 127;   /* unprintable */
    small->state[0].hero = trp_handle_of(small->world, &guards[1]->actor);
    CHECK_OK(trp_timer_start(small->fuses[0], &elders[0]->actor, trp_seconds(3)));
    CHECK_OK(trp_timer_repeat(small->fuses[0], &elders[2]->actor, trp_seconds(2)));
    CHECK_OK(trp_timer_start(small->fuses[1], &elders[2]->actor, trp_seconds(5)));
    CHECK_OK(trp_timer_repeat(small->naps, &guards[0]->actor, trp_ticks(9)));
}

static void count(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
}

/* A grown pool with a returned chunk. */
static void grow_others(small_world *small)
{
    small_actor *others[8];

    for (unsigned i = 0; i < 8; i++)
        others[i] = create(small, SMALL_OTHERS);
    CHECK_OK(trp_group_add(&small->groups[0], &others[2]->actor));
    for (unsigned i = 2; i < 4; i++)
        CHECK_OK(trp_recycle(small->world, &others[i]->actor));
    CHECK_OK(trp_pool_trim(small->pools[SMALL_OTHERS]));
}

void small_play(small_world *small)
{
    trp_world *world = small->world;
    small_actor *guards[4];
    small_actor *elders[7];
    small_actor *young[4];

    for (unsigned i = 0; i < 4; i++)
        guards[i] = create(small, SMALL_GUARDS);
    for (unsigned i = 0; i < 7; i++)
        elders[i] = create(small, SMALL_ELDERS);
    for (unsigned i = 0; i < 4; i++)
        young[i] = create(small, SMALL_YOUNG);
    young[3]->friend_of = (trp_handle){young[3]->actor.index | 7, 9}; /* a slot beyond those used */
    relate(small, guards, elders);
    grow_others(small);
    trp_update_all(world, 0.5f);
    space_contacts(small->spaces[0], NULL, count, NULL);
    CHECK_OK(trp_recycle(world, &guards[3]->actor));
    CHECK_OK(trp_recycle(world, &elders[4]->actor));
    CHECK_OK(trp_recycle(world, &elders[6]->actor));
    ledger_last_life(small->pools[SMALL_YOUNG], &young[0]->actor);
    CHECK_OK(trp_recycle(world, &young[0]->actor));
    CHECK_OK(trp_deactivate(world, &guards[2]->actor));
    CHECK_OK(trp_deactivate(world, &young[1]->actor));
    CHECK_OK(trp_recycle_with(world, &guards[1]->actor,
                              &(trp_ending){.reason = TRP_REASON_OWN(1),
                                            .cause = trp_handle_of(world, &elders[0]->actor),
                                            .later = true}));
    CHECK_OK(trp_expire(world, &elders[1]->actor));
    CHECK_OK(trp_expire(world, &young[2]->actor));
    CHECK(trp__ids_take_this(&small->ids, 10));
    CHECK(trp__ids_take_this(&small->ids, 14));
    CHECK_OK(trp_recycle(world, &create(small, SMALL_YOUNG)->actor));
}

void small_end(small_world *small)
{
    small_blocks = UINT32_MAX;
    trp_world_destroy(small->world);
}

void small_save(const small_shape *shape, save_file *file)
{
    static small_world then;

    stage_needs(16u * 1024u * 1024u);
    stage_world();
    heap_reset();
    small_begin(&then, shape);
    small_play(&then);
    CHECK_OK(trp_pool_set_interval(then.pools[SMALL_OTHERS], 2, TRP_INTERVAL_STAGGERED));
    save_world(then.world, file);
    small_end(&then);
    save_problem[0] = '\0';
}

trp_result small_load(small_world *small, const save_file *file)
{
    const trp_result result = trp_load(small->world, file->bytes, file->size, &save_load);

    CHECK_VALID(small->world);
    CHECK_RESULT(trp_load_check(small->world, file->bytes, file->size, &save_load), result);
    return result;
}
