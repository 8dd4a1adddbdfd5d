/* Modules, regions and layers of a save that the world has under another name, or not at all. */
#include "../heap.h"
#include "../save_scene.h"

#include <string.h>

SITUATIONS(save_dropped_parts);

typedef struct ship {
    trp_actor actor;
    trp_box box;
    uint32_t id;
} ship;

typedef struct level {
    uint32_t seed;
} level;

static const trp_field ship_fields[] = {TRP_FIELD(ship, id), TRP_FIELDS_END};
static const trp_fields ship_type = TRP_FIELDS(ship, 1, ship_fields);
static const trp_field level_fields[] = {TRP_FIELD(level, seed), TRP_FIELDS_END};
static const trp_fields level_type = TRP_FIELDS(level, 1, level_fields);

/* A world in which everything has a name of its own, with a suffix. */
typedef struct fleet {
    trp_world *world;
    trp_pool *pool;
    trp_group first;
    trp_group second; /* has the name of the first */
    trp_family family;
    trp_space *space;
    trp_queue *queue;
    trp_ids ids;
    level levels[3];
    trp_region levels_region;
    trp_region ids_region;
    char names[6][12];
    _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(40)];
} fleet;

static fleet before;
static fleet after;
static save_file file;

static const char *named(fleet *f, unsigned which, const char *name, const char *suffix)
{
    f->names[which][0] = '\0';
    situation_text_add(f->names[which], sizeof f->names[which], name);
    situation_text_add(f->names[which], sizeof f->names[which], suffix);
    return f->names[which];
}

static void begin(fleet *f)
{
    memset(f, 0, sizeof *f);
    f->world = MADE(trp_world_create(&(trp_world_desc){
        .layers = 3, .allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse}));
    f->pool = stage_pool_as(f->world, (trp_pool_desc){.name = "ship",
                                                      .type = TRP_TYPE(ship, actor),
                                                      .capacity = 4,
                                                      .fields = &ship_type});
}

static void add_modules(fleet *f, const char *suffix)
{
    const trp_group_desc group = {.name = named(f, 0, "squad", suffix), .capacity = 4};

    CHECK_OK(trp_group_init(&f->first, f->world, &group));
    CHECK_OK(trp_group_init(&f->second, f->world, &group));
    CHECK_OK(trp_family_init(&f->family, f->world, NULL));
    CHECK_OK(trp_family_add(&f->family, f->pool));
    f->space = trp_space_create(f->world, &(trp_space_desc){
                                              .name = named(f, 1, "sky", suffix),
                                              .capacity = 4,
                                          });
    CHECK(f->space != NULL);
    CHECK_OK(trp_space_add_pool(f->space, f->pool,
                                &(trp_space_pool_desc){.box = TRP_BOX_AT(ship, box)}));
    f->queue = trp_queue_create(f->world, &(trp_queue_desc){.name = named(f, 2, "sound", suffix),
                                                            .size = sizeof(level),
                                                            .capacity = 4,
                                                            .play = stage_play_nothing,
                                                            .fields = &level_type});
    CHECK(f->queue != NULL);
    CHECK_OK(trp_ids_init(&f->ids, f->ids_memory, sizeof f->ids_memory, 0, 8));
    f->levels_region = (trp_region){.name = named(f, 3, "level", suffix),
                                    .start = f->levels,
                                    .bytes = sizeof f->levels,
                                    .fields = &level_type};
    f->ids_region = (trp_region){.name = named(f, 4, "door", suffix), .ids = &f->ids};
    CHECK_OK(trp_region_add(f->world, &f->levels_region));
    CHECK_OK(trp_region_add(f->world, &f->ids_region));
    stage_name_layer(f->world, 1, named(f, 5, "air", suffix));
    stage_name_layer(f->world, 2, "sea");
}

static void save(void)
{
    trp_actor *ships[4];

    begin(&before);
    add_modules(&before, "");
    for (int i = 0; i < 4; i++) {
        ships[i] = trp_create(before.pool, NULL);
        if (i < 3)
            CHECK_OK(trp_group_add(&before.first, ships[i]));
    }
    CHECK_OK(trp_recycle(before.world, ships[3]));
    CHECK_OK(trp_group_add(&before.second, ships[0]));
    CHECK_OK(trp_family_attach(&before.family, ships[0], ships[1]));
    CHECK_OK(trp_queue_post(before.queue, &(level){7}));
    CHECK_OK(trp_queue_post(before.queue, &(level){8}));
    CHECK(trp__ids_take_this(&before.ids, 5));
    before.levels[1].seed = 9;
    CHECK_OK(trp_layer_set_enabled(before.world, 1, false));
    save_world(before.world, &file);
}

static void end(fleet *f, bool has_modules)
{
    CHECK_VALID(f->world);
    if (has_modules) {
        trp_group_free(&f->first);
        trp_group_free(&f->second);
        trp_family_free(&f->family);
        CHECK_OK(trp_region_remove(f->world, &f->levels_region));
        CHECK_OK(trp_region_remove(f->world, &f->ids_region));
    }
    trp_world_destroy(f->world);
}

static void load(const trp_load_former *formers, uint32_t count, const char *expected)
{
    trp_load_desc desc = save_load;

    desc.formers = formers;
    desc.former_count = count;
    save_load_dropping(after.world, &file, desc, expected);
}

SITUATION("modules and regions that are gone are reported as dropped")
{
    save();
    begin(&after);
    load(NULL, 0,
         "group squad:3\ngroup squad:1\nfamily :1\nspace sky:3\nqueue sound:2\nregion level:3\n"
         "ids door:1\n");
    end(&after, false);
    end(&before, true);
}

/* A second group with the name of the first is the second one of the file. A group with the name
 * of a space is another object. */
SITUATION("of two groups with one name, the second is gone")
{
    save();
    begin(&after);
    CHECK_OK(trp_group_init(&after.first, after.world,
                            &(trp_group_desc){.name = "squad", .capacity = 4}));
    CHECK_OK(trp_group_init(&after.second, after.world,
                            &(trp_group_desc){.name = "sky", .capacity = 4}));
    load(NULL, 0,
         "group squad:1\nfamily :1\nspace sky:3\nqueue sound:2\nregion level:3\nids door:1\n");
    CHECK_EQ(trp_group_measure(&after.first), 3);
    trp_group_free(&after.first);
    trp_group_free(&after.second);
    end(&after, false);
    end(&before, true);
}

/* A family has no name, and a layer without a counterpart is found by its number. */
SITUATION("renamed modules and regions are reported as dropped")
{
    save();
    begin(&after);
    add_modules(&after, "s");
    load(NULL, 0,
         "group squad:3\ngroup squad:1\nspace sky:3\nqueue sound:2\nregion level:3\nids "
         "door:1\n");
    CHECK_EQ(trp_group_measure(&after.first), 0);
    CHECK_EQ(after.levels[1].seed, 0);
    end(&after, true);
    end(&before, true);
}

SITUATION("renamed modules, regions and layers are found by their former names")
{
    static const trp_load_former formers[] = {{"squad", "squads"}, {"sky", "skys"},
                                              {"sound", "sounds"}, {"level", "levels"},
                                              {"door", "doors"},   {"air", "airs"}};

    save();
    begin(&after);
    add_modules(&after, "s");
    stage_name_layer(after.world, 1, "sea");
    stage_name_layer(after.world, 2, after.names[5]);
    load(formers, sizeof formers / sizeof *formers, "");
    CHECK_EQ(trp_group_measure(&after.first), 3);
    CHECK_EQ(trp_group_measure(&after.second), 1);
    CHECK_EQ(trp_space_info(after.space).count, 3);
    CHECK_EQ(trp_queue_info(after.queue).count, 2);
    CHECK_EQ(after.levels[1].seed, 9);
    CHECK(trp_ids_is_taken(&after.ids, 5));
    CHECK(trp_layer_enabled(after.world, 1));
    CHECK(!trp_layer_enabled(after.world, 2));
    end(&after, true);
    end(&before, true);
}

/* Layers */

enum { LAYERS = 4 };

static const char *const layer_names[LAYERS] = {"sky", "air", "sea", "sand"};

/* A world with these layers after `more` other ones, in the reverse order, and two pools in
 * each. */
static trp_world *make_layers(trp_pool *pools[2 * LAYERS], uint32_t more)
{
    static const char *const names[2 * LAYERS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    trp_world *world =
        stage_world_as((trp_world_desc){.layers = LAYERS + more, .max_pools = 2 * LAYERS});

    for (uint32_t i = 0; i < LAYERS; i++)
        stage_name_layer(world, more == 0 ? i : more + LAYERS - 1 - i, layer_names[i]);
    for (uint32_t i = 0; i < 2 * LAYERS; i++) {
        const uint32_t at = more == 0 ? i : 2 * LAYERS - 1 - i;
        pools[at] = stage_pool_as(world, (trp_pool_desc){.name = names[at],
                                                         .type = TRP_TYPE(ship, actor),
                                                         .capacity = 1,
                                                         .layer = more == 0 ? at % LAYERS : 0,
                                                         .fields = &ship_type});
    }
    return world;
}

static void check_layers(const uint32_t *order, trp_pool *pools[2 * LAYERS])
{
    trp_world *world = make_layers(pools, 1);

    CHECK_OK(trp_layer_set_enabled(world, 0, false));
    CHECK_OK(trp_load(world, file.bytes, file.size, &save_load));
    CHECK_VALID(world);
    CHECK(stage_layer_at(world, 0) == 0 && !trp_layer_enabled(world, 0));
    CHECK(trp_layer_info(world, 0).live == 0);
    const trp_actor *actor = trp_first(world);
    for (uint32_t place = 0; place < LAYERS; place++) {
        const uint32_t layer = LAYERS - order[place];
        const float scale = trp_layer_info(world, layer).time_scale;
        CHECK_EQ(stage_layer_at(world, place + 1), layer);
        CHECK_EQ(trp_layer_info(world, layer).place, place + 1);
        CHECK_EQ(trp_layer_enabled(world, layer), place % 2 == 0);
        CHECK_EQ(trp_layer_visible(world, layer), place < 2);
        CHECK(scale == (float)place + 0.5f);
        for (uint32_t i = 0; i < 2; i++, actor = trp_next(world, actor)) {
            CHECK_EQ(trp_pool_info(pools[order[place] + i * LAYERS]).layer, layer);
            CHECK(actor == trp_pool_at(pools[order[place] + i * LAYERS], 0));
        }
    }
    CHECK(actor == NULL);
}

/* The layers are in any order, with their pools; a layer that is new comes first. */
SITUATION("layers of a save are in any order")
{
    trp_pool *pools[2 * LAYERS];

    for (uint32_t turn = 0; turn < 24; turn++) {
        uint32_t order[LAYERS] = {0, 1, 2, 3};
        trp_world *world;
        for (uint32_t i = LAYERS, rest = turn; i > 1; rest /= i, i--) /* exchanges */
        {
            const uint32_t other = order[rest % i];
            order[rest % i] = order[i - 1];
            order[i - 1] = other;
        }
        stage_world();
        world = make_layers(pools, 0);
        for (uint32_t place = 0; place < LAYERS; place++) {
            const uint32_t layer = order[place];
            CHECK_OK(trp_layer_set_place(world, layer, place));
            CHECK_OK(trp_layer_set_enabled(world, layer, place % 2 == 0));
            CHECK_OK(trp_layer_set_visible(world, layer, place < 2));
            CHECK_OK(trp_layer_set_time_scale(world, layer, (float)place + 0.5f));
        }
        for (uint32_t i = 0; i < 2 * LAYERS; i++)
            CHECK(trp_create(pools[i], NULL) != NULL);
        save_world(world, &file);
        check_layers(order, pools);
    }
}
