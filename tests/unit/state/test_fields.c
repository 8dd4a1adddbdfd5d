#include "../../../src/state/fields.h" /* bytes in no field */
#include "../snapshot_scene.h"

SITUATIONS(fields);

typedef struct pose {
    double angle;
    uint8_t frame; /* and 7 bytes of padding */
} pose;

typedef struct soldier {
    trp_actor actor;
    float x, y;
    trp_handle target;
    trp_actor *leader;
    char name[8];
    int16_t ammo[3];
    bool ready;
    uint32_t forgotten;
    const float *weapon;
    const void *sprite;
    pose pose;
} soldier;

static const float weapons[2];
static const trp_choice weapon_choices[] = {TRP_CHOICE("sword", &weapons[0]),
                                            TRP_CHOICE("bow", &weapons[1]), TRP_CHOICES_END(NULL)};
static const trp_field pose_fields[] = {TRP_FIELD(pose, angle), TRP_FIELD(pose, frame),
                                        TRP_FIELDS_END};
static const trp_fields pose_type = TRP_FIELDS(pose, 1, pose_fields);
static const trp_field soldier_fields[] = {TRP_FIELD(soldier, x),
                                           TRP_FIELD_SINCE(soldier, y, 2, NULL),
                                           TRP_FIELD_WAS(soldier, target, "aim"),
                                           TRP_FIELD_ACTOR(soldier, leader),
                                           TRP_FIELD_TEXT(soldier, name),
                                           TRP_FIELD_ARRAY(soldier, ammo),
                                           TRP_FIELD(soldier, ready),
                                           TRP_FIELD_CHOICE(soldier, weapon, weapon_choices),
                                           TRP_FIELD_IGNORED(soldier, sprite),
                                           TRP_FIELD_STRUCT(soldier, pose, &pose_type),
                                           TRP_FIELDS_END};
static const trp_fields soldier_type = TRP_FIELDS(soldier, 2, soldier_fields);

static trp_world *world;
static trp_pool *pool;
static soldier *one;
static soldier *other;

static void set_up(void)
{
    stage_world();
    world = stage_world_as((trp_world_desc){.id = 3});
    pool = stage_pool_as(
        world,
        (trp_pool_desc){.type = TRP_TYPE(soldier, actor), .capacity = 8, .fields = &soldier_type});
    CHECK(trp_pool_info(pool).fields == &soldier_type && trp_pool_info(NULL).fields == NULL);
    one = trp_as(soldier, trp_create(pool, NULL));
    other = trp_as(soldier, trp_create(pool, NULL));
    one->x = 3.25f;
    other->weapon = &weapons[1];
}

SITUATION("the kind of a field follows from its type")
{
    CHECK_EQ(soldier_fields[0].kind, TRP_KIND_F32);
    CHECK_EQ(soldier_fields[2].kind, TRP_KIND_HANDLE);
    CHECK_EQ(soldier_fields[5].kind, TRP_KIND_I16);
    CHECK_EQ(soldier_fields[5].count, 3);
    CHECK_EQ(soldier_fields[6].kind, TRP_KIND_BOOL);
    CHECK_EQ(soldier_fields[1].since, 2);
    CHECK(situation_text_equal(soldier_fields[2].was, "aim"));
    CHECK_EQ(pose_fields[1].kind, TRP_KIND_U8);
}

static size_t gaps[8];
static unsigned gap_count;

/* The bytes in gaps. */
static size_t note_gaps(const trp_fields *fields, size_t node)
{
    trp_gap gap = {0, 0};
    size_t bytes = 0;

    for (gap_count = 0; trp_fields_check(fields, node, &gap) == TRP_OK && gap.count != 0;) {
        gaps[gap_count++] = gap.first;
        bytes += gap.count;
    }
    return bytes;
}

SITUATION("gaps are named, and bytes in them that are not zero")
{
    set_up();
    const size_t bytes = note_gaps(&soldier_type, offsetof(soldier, actor));
    CHECK(gap_count >= 2 && bytes >= sizeof(uint32_t) + 3);
    CHECK(gaps[0] > offsetof(soldier, ready) && gaps[0] <= offsetof(soldier, forgotten));
    size_t first = 0;
    CHECK_EQ(trp__pool_stray(pool, 0, &first), TRP_NO_SLOT);
    other->forgotten = 7;
    CHECK_EQ(trp__pool_stray(pool, 0, &first), 1);
    CHECK(first - offsetof(soldier, forgotten) < sizeof(uint32_t));
}

/* In a struct without a node its first bytes are in no field either. */
SITUATION("gaps of structs without a node are counted")
{
    static const trp_field late[] = {TRP_FIELD(pose, frame), TRP_FIELDS_END};
    static const trp_fields late_type = TRP_FIELDS(pose, 1, late);
    CHECK_EQ(note_gaps(&pose_type, TRP_NO_NODE), sizeof(pose) - sizeof(double) - 1);
    CHECK_EQ(note_gaps(&late_type, TRP_NO_NODE), sizeof(pose) - 1);
}

SITUATION("fields that share a byte are refused")
{
    for (size_t offset = 14; offset <= 24; offset++) {
        const trp_field fields[] = {{"one", 0, TRP_KIND_BYTES, 1, 0, 20, 4, 0, 0},
                                    {"other", 0, TRP_KIND_BYTES, 1, 0, offset, 3, 0, 0},
                                    TRP_FIELDS_END};
        const trp_fields table = {"two", 40, 1, fields, &trp__option_fields, 0};
        const bool shares = offset + 3 > 20 && offset < 24;
        CHECK_RESULT(trp_fields_check(&table, TRP_NO_NODE, NULL), shares ? TRP_ERR_VALUE : TRP_OK);
    }
}

SITUATION("fields of another size than their kind's are refused")
{
    for (int kind = TRP_KIND_BOOL; kind <= TRP_KIND_ACTOR; kind++) {
        const trp_field fields[] = {{"odd", 0, (trp_kind)kind, 1, 0, 0, 3, 0, 0}, TRP_FIELDS_END};
        const trp_fields table = {"odd", 16, 1, fields, &trp__option_fields, 0};
        CHECK_RESULT(trp_fields_check(&table, TRP_NO_NODE, NULL), TRP_ERR_VALUE);
    }
}

static void check_refused(const trp_fields *fields, trp_result result)
{
    const trp_pool_desc desc = {.type = TRP_TYPE(soldier, actor), .capacity = 1, .fields = fields};

    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), result);
}

SITUATION("tables that cannot be right are refused")
{
    set_up();
    static const trp_field over_node[] = {{"node", 0, TRP_KIND_U32, 1, 0, 8, 4, 0, 0},
                                          TRP_FIELDS_END};
    static const trp_field outside[] = {
        {"far", 0, TRP_KIND_U32, 1, 0, sizeof(soldier) - 2, 4, 0, 0}, TRP_FIELDS_END};
    static const trp_field twice[] = {TRP_FIELD(soldier, x), TRP_FIELD(soldier, x), TRP_FIELDS_END};
    static const trp_field wrong[] = {TRP_FIELD_AS(soldier, ready, TRP_KIND_F32), TRP_FIELDS_END};
    const trp_field *const bad[] = {over_node, outside, twice, wrong};
    for (unsigned i = 0; i < 4; i++) {
        const trp_fields table = TRP_FIELDS(soldier, 1, bad[i]);
        check_refused(&table, TRP_ERR_VALUE);
    }
    check_refused(&pose_type, TRP_ERR_TYPE);
    CHECK_RESULT(trp_fields_check(NULL, 0, NULL), TRP_ERR_NULL);
    CHECK(trp_pool_info(pool).fields == &soldier_type);
}

/* Whether a change of this member changes the hash. */
#define COUNTS(member, value)                                                                      \
    do {                                                                                           \
        const uint64_t before = trp_hash_world(world);                                             \
        const soldier kept = *one;                                                                 \
        (member) = (value);                                                                        \
        CHECK(trp_hash_world(world) != before);                                                    \
        *one = kept;                                                                               \
        CHECK_EQ(trp_hash_world(world), before);                                                   \
    } while (0)

SITUATION("each field counts in a hash")
{
    set_up();
    COUNTS(one->x, -0.5f);
    COUNTS(one->y, -0.0f);
    COUNTS(one->target, trp_handle_of(world, &other->actor));
    COUNTS(one->leader, &other->actor);
    COUNTS(one->name[0], 'a');
    COUNTS(one->ammo[2], -1);
    COUNTS(one->ready, true);
    COUNTS(one->weapon, &weapons[0]);
    COUNTS(one->pose.frame, 2);
}

SITUATION("padding, what is ignored, links and serials count in no hash")
{
    set_up();
    const uint64_t before = trp_hash_world(world);
    one->sprite = one;
    one->forgotten = 5;
    one->name[4] = 'x'; /* after the end of the text */
    for (size_t i = sizeof(double) + 1; i < sizeof(double) + 8; i++)
        ((char *)&one->pose)[i] = 99;
    for (int i = 0; i < 5; i++)
        trp_for_each(pool, stage_visit, NULL);
    one->actor.next ^= 1;
    CHECK_EQ(trp_hash_world(world), before);
    one->actor.next ^= 1;
    trp_layer_set_visible(world, 0, false);
    CHECK_EQ(trp_hash_world(world), before);
    union {
        uint32_t bits;
        float value;
    } a = {0x7FC00001u}, b = {0xFFC12345u};
    one->x = a.value;
    const uint64_t with_nan = trp_hash_world(world);
    one->x = b.value;
    CHECK_EQ(trp_hash_world(world), with_nan);
    CHECK(with_nan != before);
}

static char lines[6][240];
static trp_difference_kind kinds[6];
static unsigned line_count;

static void note(const trp_difference *difference, void *user)
{
    kinds[line_count] = difference->kind;
    situation_text_copy(lines[line_count], sizeof lines[0], difference->text);
    line_count++;
}

static uint32_t diff(size_t bytes)
{
    line_count = 0;
    return snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], SCENE_BYTES, 6,
                             note, NULL);
}

SITUATION("a difference is reported with its field and both values")
{
    set_up();
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_EQ(diff(bytes), 0);
    one->x = 3.2500002f;
    one->forgotten = 9;
    other->weapon = &weapons[0];
    one->ammo[1] = -7;
    one->name[0] = 'b';
    CHECK_EQ(diff(bytes), 4);
    CHECK_EQ(kinds[0], TRP_DIFFERS_FIELD);
    CHECK(situation_text_has(lines[0], "slot 0 (generation 1): x: 3.25 and 3.25000024"));
    CHECK(situation_text_has(lines[1], "name: \"\" and \"b\""));
    CHECK(situation_text_has(lines[2], "ammo[1]: 0 and -7"));
    CHECK(situation_text_has(lines[3], "slot 1 (generation 1): weapon: bow and sword"));
    CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[0], bytes, snapshot_memory[0], bytes, 9, note,
                               NULL),
             0);
    CHECK_EQ(
        trp_snapshot_diff(world, snapshot_memory[0], 9, snapshot_memory[0], bytes, 9, note, NULL),
        0);
}

SITUATION("differences of lives, states and orders are reported")
{
    set_up();
    trp_pool *queue = stage_pool(world, 5, TRP_ORDER_OLDEST);
    stage_things(queue, 1, 3);
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_OK(trp_recycle(world, &one->actor));
    CHECK_OK(trp_deactivate(world, &other->actor));
    CHECK_EQ(diff(bytes), 2);
    CHECK_EQ(kinds[0], TRP_DIFFERS_LIFE);
    CHECK_EQ(kinds[1], TRP_DIFFERS_STATE);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_EQ(diff(bytes), 0);
    thing *first = stage_find(queue, 1);
    CHECK_OK(trp_deactivate(world, &first->actor));
    CHECK_OK(trp_activate(world, &first->actor));
    CHECK_EQ(diff(bytes), 1);
    CHECK_EQ(kinds[0], TRP_DIFFERS_ORDER);
    trp_world_set_time_scale(world, 2);
    CHECK_EQ(diff(bytes), 2);
    CHECK_EQ(kinds[0], TRP_DIFFERS_TIME);
}

SITUATION("differences of bytes and regions are reported")
{
    static pose of_game[2];
    trp_region region = {
        .name = "poses", .start = of_game, .bytes = sizeof of_game, .fields = &pose_type};
    set_up();
    CHECK_OK(trp_region_add(world, &region));
    stage_describe(pool, NULL);
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    of_game[1].frame = 4;
    one->forgotten = 0x01010101;
    CHECK(trp_hash_world(world) != hash);
    CHECK_EQ(diff(bytes), 2);
    CHECK_EQ(kinds[0], TRP_DIFFERS_BYTES);
    CHECK(situation_text_has(lines[1], "poses: frame: 0 and 4"));
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_EQ(of_game[1].frame, 0);
    CHECK_EQ(trp_hash_world(world), hash);
}
