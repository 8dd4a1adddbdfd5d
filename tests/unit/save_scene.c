#include "save_scene.h"
#include "heap.h"
#include "space_stage.h"

#include <string.h>

#define TITLE "save scene"

const trp_choice save_weapons[] = {TRP_CHOICE("sword", "sword"), TRP_CHOICE("bow", "bow"),
                                   TRP_CHOICES_END(NULL)};

static const trp_field place_fields[] = {TRP_FIELD(save_place, column), TRP_FIELD(save_place, row),
                                         TRP_FIELD(save_place, is_set), TRP_FIELDS_END};
static const trp_fields place_type = TRP_FIELDS(save_place, 1, place_fields);
static const trp_field box_fields[] = {TRP_FIELD(trp_box, x), TRP_FIELD(trp_box, y),
                                       TRP_FIELD(trp_box, width), TRP_FIELD(trp_box, height),
                                       TRP_FIELDS_END};
static const trp_fields box_type = TRP_FIELDS(trp_box, 1, box_fields);
static const trp_field actor_fields[] = {TRP_FIELD_STRUCT(save_actor, box, &box_type),
                                         TRP_FIELD(save_actor, id),
                                         TRP_FIELD(save_actor, turns),
                                         TRP_FIELD(save_actor, friend_of),
                                         TRP_FIELD_ACTOR(save_actor, rival),
                                         TRP_FIELD_CHOICE(save_actor, weapon, save_weapons),
                                         TRP_FIELD_TEXT(save_actor, title),
                                         TRP_FIELD_BYTES(save_actor, bytes),
                                         TRP_FIELD_STRUCTS(save_actor, places, &place_type),
                                         TRP_FIELD(save_actor, weight),
                                         TRP_FIELD(save_actor, end),
                                         TRP_FIELD_IGNORED(save_actor, picture),
                                         TRP_FIELDS_END};
const trp_fields save_actor_type = TRP_FIELDS(save_actor, 1, actor_fields);
static const trp_field game_fields[] = {TRP_FIELD(save_game, seed), TRP_FIELD(save_game, born),
                                        TRP_FIELD(save_game, contacts), TRP_FIELD(save_game, hero),
                                        TRP_FIELDS_END};
static const trp_fields game_type = TRP_FIELDS(save_game, 1, game_fields);

char save_problem[256];
char save_problem_name[64];
size_t save_problem_at;
unsigned save_problems;
char save_dropped[300];

static void on_problem(const trp_load_problem *problem, void *user)
{
    save_problems++;
    save_problem_at = problem->offset;
    situation_text_copy(save_problem_name, sizeof save_problem_name, problem->name);
    situation_text_copy(save_problem, sizeof save_problem, problem->text);
}

const trp_load_desc save_load = {.game = TITLE, .version = 1, .on_problem = on_problem};

static void note_dropped(const trp_load_problem *problem, void *user)
{
    CHECK(user == save_dropped && problem->result == TRP_OK);
    situation_text_add(save_dropped, sizeof save_dropped, problem->kind);
    situation_text_add(save_dropped, sizeof save_dropped, " ");
    situation_text_add(save_dropped, sizeof save_dropped, problem->name);
    situation_text_add(save_dropped, sizeof save_dropped, ":");
    situation_text_number(save_dropped, sizeof save_dropped, problem->count);
    situation_text_add(save_dropped, sizeof save_dropped, "\n");
}

void save_load_dropping(trp_world *world, const save_file *file, trp_load_desc desc,
                        const char *expected)
{
    desc.user = save_dropped;
    desc.on_problem = note_dropped;
    for (int loads = 0; loads < 2; loads++) {
        save_dropped[0] = '\0';
        CHECK_OK(loads ? trp_load(world, file->bytes, file->size, &desc)
                       : trp_load_check(world, file->bytes, file->size, &desc));
        if (trp_result_name(TRP_OK)[0] != '\0')
            CHECK(situation_text_equal(save_dropped, expected));
        else
            CHECK_EQ(save_dropped[0] == '\0', expected[0] == '\0');
    }
}

bool save_to_file(const void *bytes, size_t size, void *file)
{
    save_file *to = (save_file *)file;

    if (size > sizeof to->bytes - to->size)
        return false;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

void save_world(const trp_world *world, save_file *file)
{
    const trp_save_desc desc = {.game = TITLE, .version = 1};

    file->size = 0;
    CHECK_OK(trp_save(world, &desc, save_to_file, file));
    CHECK_EQ(file->size, trp_save_bytes(world, &desc));
}

trp_pool *save_rows(const trp_fields *fields, const void *prototype)
{
    save_problem[0] = '\0';
    save_problems = 0;
    stage_world();
    return stage_pool_as(
        stage_world_as((trp_world_desc){.max_pools = 4}),
        (trp_pool_desc){
            .name = "rows",
            .type = {fields->size, fields->size % 8 == 0 ? 8 : _Alignof(trp_actor), 0, "it"},
            .capacity = 4,
            .prototype = prototype,
            .fields = fields});
}

/* The checksum as FORMAT.md describes it. */
void save_mend_sum(save_file *file)
{
    uint64_t lanes[4] = {1, 2, 3, 4};
    const size_t bytes = file->size - 8;

    for (size_t at = 0; at < bytes; at += 32)
        for (size_t lane = 0; lane < 4; lane++) {
            uint64_t word = 0;
            for (size_t i = 0; i < 8 && at + lane * 8 + i < bytes; i++)
                word |= (uint64_t)file->bytes[at + lane * 8 + i] << 8 * i;
            lanes[lane] = ((lanes[lane] << 23 | lanes[lane] >> 41) ^ word) * 0x9E3779B97F4A7C15u;
        }
    uint64_t sum = bytes * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 32;
    for (size_t lane = 0; lane < 4; lane++) {
        sum = (sum ^ lanes[lane]) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 32;
    }
    for (size_t i = 0; i < 8; i++)
        file->bytes[bytes + i] = (unsigned char)(sum >> 8 * i);
}

/* The scene */

static void update(trp_actor *self, const trp_context *in)
{
    save_actor *actor = trp_as(save_actor, self);

    actor->turns++;
    actor->box.x += (float)(actor->id % 5) * in->dt;
    actor->places[actor->turns % 2].column = (int16_t)(actor->turns % 7 - 3);
    actor->places[1].is_set = !actor->places[1].is_set;
    actor->weight *= -1.5;
    if (actor->turns % 16 == actor->id % 16)
        trp_expire(in->world, self);
}

static trp_pool *make(const save_scene *scene, const char *name, trp_pool_desc desc)
{
    static const save_actor prototype = {.picture = &save_problems};

    desc.name = name;
    desc.type = (trp_type)TRP_TYPE(save_actor, actor);
    desc.update = update;
    desc.prototype = &prototype;
    if (desc.capacity == 0)
        desc.capacity = 40;
    desc.fields = &save_actor_type;
    return stage_pool_as(scene->world, desc);
}

static void make_pools(save_scene *scene)
{
    scene->pools[0] = make(scene, "plain", (trp_pool_desc){.ends = true});
    scene->pools[1] = make(scene, "next", (trp_pool_desc){.when_full = TRP_FULL_STEAL_NEXT});
    scene->pools[2] =
        make(scene, "newest",
             (trp_pool_desc){.order = TRP_ORDER_NEWEST, .when_full = TRP_FULL_STEAL_OLDEST});
    scene->pools[3] = make(scene, "oldest", (trp_pool_desc){.order = TRP_ORDER_OLDEST});
    scene->pools[4] = make(scene, "joined",
                           (trp_pool_desc){.order = TRP_ORDER_OLDEST,
                                           .capacity = 5,
                                           .max_capacity = 100,
                                           .when_full = TRP_FULL_GROW,
                                           .joins = scene->pools[3]});
    scene->pools[5] =
        make(scene, "growing",
             (trp_pool_desc){.capacity = 5, .max_capacity = 100, .when_full = TRP_FULL_GROW});
    scene->pools[6] = make(scene, "lived",
                           (trp_pool_desc){.lifetime = TRP_LIFETIME(save_actor, end), .layer = 1});
    scene->pools[7] = make(scene, "sparks", (trp_pool_desc){.layer = 1, .transient = true});
    stage_set_quarantine(scene->pools[0], 6);
    stage_set_quarantine(scene->pools[3], 3);
    CHECK_OK(trp_pool_set_layer(scene->pools[1], 2));
    stage_name_layer(scene->world, 1, "middle");
}

static void make_regions(save_scene *scene)
{
    CHECK_OK(trp_ids_init(&scene->ids, scene->ids_memory, sizeof scene->ids_memory, 10, 40));
    scene->game_region = (trp_region){
        .name = "game", .start = &scene->game, .bytes = sizeof scene->game, .fields = &game_type};
    scene->ids_region = (trp_region){.name = "ids", .ids = &scene->ids};
    CHECK_OK(trp_region_add(scene->world, &scene->game_region));
    CHECK_OK(trp_region_add(scene->world, &scene->ids_region));
    scene->game.seed = 7;
}

static void on_due(trp_actor *actor, const trp_context *in)
{
    trp_as(save_actor, actor)->turns += 100;
}

static void make_modules(save_scene *scene)
{
    CHECK_OK(trp_family_init(&scene->family, scene->world, NULL));
    CHECK_OK(trp_family_add(&scene->family, scene->pools[4]));
    CHECK_OK(trp_family_add(&scene->family, scene->pools[0]));
    CHECK_OK(
        trp_group_init(&scene->list, scene->world, &(trp_group_desc){.capacity = 9, .max = 60}));
    CHECK_OK(
        trp_group_init(&scene->squad, scene->world, &(trp_group_desc){.capacity = 9, .max = 9}));
    scene->space = trp_space_create(
        scene->world,
        &(trp_space_desc){.name = "field", .capacity = 20, .max_capacity = 300, .sweeps = true});
    CHECK(scene->space != NULL);
    space_contacts_begin(scene->space, 40);
    for (int i = 1; i <= 5; i += 2)
        CHECK_OK(trp_space_add_pool(scene->space, scene->pools[i],
                                    &(trp_space_pool_desc){.box = TRP_BOX_AT(save_actor, box)}));
    scene->fuses =
        trp_timers_create(scene->pools[4], &(trp_timers_desc){.name = "fuses", .on_due = on_due});
    scene->naps = trp_timers_create(
        scene->pools[0],
        &(trp_timers_desc){.name = "naps", .clock = TRP_CLOCK_TICKS, .due = TRP_DUE_WAKE});
    CHECK(scene->fuses != NULL && scene->naps != NULL);
}

static void make_all(save_scene *scene)
{
    make_pools(scene);
    make_modules(scene);
    make_regions(scene);
}

static trp_world *make_growing_world(void)
{
    return MADE(trp_world_create(&(trp_world_desc){
        .layers = 3, .allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse}));
}

void save_scene_begin(save_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->world = make_growing_world();
    make_all(scene);
}

static uint32_t roll(save_scene *scene, uint32_t limit)
{
    return stage_random(&scene->game.seed, limit);
}

static trp_actor *any(save_scene *scene, const trp_pool *pool)
{
    const uint32_t from = roll(scene, 100);

    for (uint32_t i = 0; i < 100; i++)
        if (trp_pool_at(pool, (from + i) % 100) != NULL)
            return trp_pool_at(pool, (from + i) % 100);
    return NULL;
}

static void create(save_scene *scene, trp_pool *pool)
{
    for (uint32_t n = roll(scene, 6); n > 0; n--) {
        save_actor *actor = NULL;
        trp_actor *born = trp_create(pool, NULL);
        if (born == NULL)
            continue;
        actor = trp_as(save_actor, born);
        actor->id = ++scene->game.born;
        actor->box.x = (float)roll(scene, 100);
        actor->box.y = (float)roll(scene, 100);
        actor->box.width = 8;
        actor->box.height = 8;
        actor->weapon = roll(scene, 2) != 0 ? save_weapons[roll(scene, 2)].pointer : NULL;
        actor->title[0] = (char)('a' + roll(scene, 26));
        actor->weight = 1.25;
        actor->friend_of = trp_handle_of(scene->world, any(scene, scene->pools[3]));
        actor->rival = any(scene, scene->pools[6]);
        if (pool == scene->pools[6])
            actor->end = trp_time_in(pool, trp_seconds(0.25f * (float)(1 + roll(scene, 4))));
        if (roll(scene, 3) == 0 && pool != scene->pools[7]) /* transient */
        {
            trp_group_add(&scene->list, born);
            trp_group_add(&scene->squad, born);
        }
    }
}

static bool is_active(const save_scene *scene, const trp_actor *actor)
{
    return actor != NULL && trp_state_of(scene->world, actor) == TRP_STATE_ACTIVE;
}

/* An actor pointer is kept only as long as its actor lives. */
static void forget_rivals(save_scene *scene)
{
    for (int i = 0; i < SAVE_POOLS; i++)
        for (uint32_t slot = 0; slot < trp_pool_info(scene->pools[i]).slots; slot++) {
            trp_actor *actor = trp_pool_at(scene->pools[i], slot);
            if (actor != NULL)
                trp_as(save_actor, actor)->rival = NULL;
        }
}

static void relate(save_scene *scene)
{
    trp_actor *parent = any(scene, scene->pools[roll(scene, 2) * 4]);
    trp_actor *child = any(scene, scene->pools[4]);

    const trp_actor *above = parent;

    while (above != NULL && above != child)
        above = trp_family_parent(&scene->family, above);
    if (is_active(scene, parent) && is_active(scene, child) && above == NULL &&
        trp_family_parent(&scene->family, child) == NULL)
        CHECK_OK(trp_family_attach(&scene->family, parent, child));
    if (is_active(scene, child))
        trp_timer_start(scene->fuses, child, trp_seconds((float)(1 + roll(scene, 9)) / 8));
    parent = any(scene, scene->pools[0]);
    if (is_active(scene, parent))
        trp_timer_sleep(scene->naps, parent, trp_ticks(1 + roll(scene, 30)));
}

static void change(save_scene *scene)
{
    trp_actor *actor = any(scene, scene->pools[roll(scene, SAVE_POOLS)]);

    if (is_active(scene, actor))
        switch (roll(scene, 4)) {
        case 0:
            trp_recycle(scene->world, actor);
            break;
        case 1:
            trp_recycle_with(
                scene->world, actor,
                &(trp_ending){
                    .reason = TRP_REASON_OWN(1),
                    .cause = trp_handle_of(scene->world, trp_get(scene->world, scene->game.hero)),
                    .later = true});
            break;
        case 2:
            trp_deactivate(scene->world, actor);
            break;
        default:
            if (trp_pool_of(scene->world, actor) != scene->pools[7]) /* transient */
                scene->game.hero = trp_handle_of(scene->world, actor);
        }
    else if (actor != NULL && trp_state_of(scene->world, actor) == TRP_STATE_ASLEEP)
        trp_activate(scene->world, actor);
}

static void count_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    ((save_scene *)in->user)->game.contacts++;
}

/* One roll per expression, or compilers roll in different orders. */
static void settings(save_scene *scene)
{
    uint32_t number;
    float scale;

    if (roll(scene, 8) == 0)
        trp_pool_set_interval(scene->pools[1], 1 + roll(scene, 4), TRP_INTERVAL_STAGGERED);
    if (roll(scene, 8) == 0) {
        scale = 0.5f * (float)roll(scene, 3);
        trp_layer_set_time_scale(scene->world, roll(scene, 3), scale);
    }
    if (roll(scene, 16) == 0) {
        number = roll(scene, 3);
        trp_layer_set_place(scene->world, roll(scene, 3), number);
    }
    if (roll(scene, 16) == 0) {
        number = roll(scene, 3);
        trp_pool_set_layer(scene->pools[roll(scene, SAVE_POOLS)], number);
    }
    if (roll(scene, 16) == 0)
        trp_pool_trim(scene->pools[4 + roll(scene, 2)]);
    if (roll(scene, 2) == 0)
        trp_ids_take(&scene->ids);
    else
        trp_ids_give_back(&scene->ids, trp_ids_next(&scene->ids, 0));
    if (roll(scene, 32) == 0)
        trp_pool_clear(scene->pools[3 + roll(scene, 4)], NULL);
}

void save_scene_play(save_scene *scene, uint32_t steps)
{
    for (; steps > 0; steps--) {
        for (int i = 0; i < SAVE_POOLS; i++)
            create(scene, scene->pools[i]);
        relate(scene);
        change(scene);
        change(scene);
        settings(scene);
        trp_update_all(scene->world, 1.0f / 16);
        space_contacts(scene->space, NULL, count_contact, scene);
        forget_rivals(scene);
    }
}

void save_scene_end(save_scene *scene)
{
    trp_world_destroy(scene->world);
}
