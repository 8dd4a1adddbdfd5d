/* Limits of groups: arrays above their maximum, hooks that free the group, overwritten
 * entries. */
#include "../script.h"

SITUATIONS(group_limits);

#define ROOM 8u

/* of a thing's size, but with the node elsewhere */
typedef struct turned {
    uint32_t id;
    uint32_t data;
    trp_actor actor;
} turned;

static trp_world *world;
static trp_pool *pool;
static trp_group group;
static trp_handle _Alignas(16) entries[ROOM];
static trp_handle pruned[ROOM];
static uint32_t pruned_count;

static void set_up_as(trp_group_desc desc)
{
    trp_pool_desc of = stage_silent_desc(ROOM, TRP_ORDER_MEMORY);

    world = stage_world();
    pool = stage_pool_as(world, of);
    group = (trp_group){0};
    pruned_count = 0;
    CHECK_QUIET(world, trp_group_init(&group, world, &desc), TRP_OK);
}

static thing *add(uint32_t id)
{
    thing *it = stage_thing(pool, id);

    CHECK_QUIET(world, trp_group_add(&group, &it->actor), TRP_OK);
    return it;
}

static void log_members(void)
{
    stage_log_clear();
    trp_group_each (thing, it, &group)
        stage_log(it->id);
}

static void note_pruned(trp_handle handle, const trp_context *in)
{
    CHECK(pruned_count < ROOM);
    pruned[pruned_count++] = handle;
}

/* it is not accessed, so it need not exist; on 32 bits no array is that large */
SITUATION("of a huge array as much is used as a group may have")
{
    const size_t most = SIZE_MAX / TRP_GROUP_BYTES(1);

    set_up_as((trp_group_desc){.array = entries, .array_bytes = SIZE_MAX});
    CHECK_EQ(trp_group_info(&group).capacity, most < 1u << 28 ? most : 1u << 28);
    add(1);
    log_members();
    CHECK_LOG(1);
    CHECK_OK(trp_group_free(&group));
    for (uint32_t number = 1; number < 1u << 28;
         number = number < 4 ? number + 1 : number * 4 + 3) {
        set_up_as((trp_group_desc){.array = entries, .array_bytes = TRP_GROUP_BYTES(number)});
        CHECK_EQ(trp_group_info(&group).capacity, number);
        CHECK_OK(trp_group_free(&group));
    }
    set_up_as((trp_group_desc){.array = entries, .array_bytes = TRP_GROUP_BYTES((1u << 28) - 1)});
    CHECK_EQ(trp_group_info(&group).capacity, (1u << 28) - 1);
    CHECK_OK(trp_group_free(&group));
    CHECK_QUIET(world, trp_group_init(&group, world, &(trp_group_desc){.max = 1u << 28}), TRP_OK);
    CHECK_OK(trp_group_free(&group));
    CHECK_MISUSE(world, trp_group_init(&group, world, &(trp_group_desc){.max = (1u << 28) + 1}),
                 TRP_ERR_LIMIT);
    CHECK(told.message[0] == '\0' || !situation_text_has(told.message, "initialised"));
    CHECK_MISUSE(world,
                 trp_group_init(&group, world, &(trp_group_desc){.capacity = (1u << 28) + 1}),
                 TRP_ERR_LIMIT);
    CHECK_SAYS("trp_group_init: a capacity or max above 2^28 entries. Lower it.");
}

static uint32_t things_shown(void)
{
    uint32_t count = 0;

    trp_group_each (thing, it, &group)
        count += it->id;
    return count;
}

static uint32_t turned_shown(void)
{
    uint32_t count = 0;

    trp_group_each (turned, it, &group)
        count += it->id;
    return count;
}

static uint32_t crates_shown(void)
{
    uint32_t count = 0;

    trp_group_each_of(crate, node, it, &group) count += it->id;
    return count;
}

SITUATION("types differ by size or by offset")
{
    CHECK(sizeof(turned) == sizeof(thing));
    set_up_as((trp_group_desc){.type = TRP_TYPE(turned, actor)});
    thing *it = stage_thing(pool, 3);
    CHECK_MISUSE_SAYS(world, trp_group_add(&group, &it->actor), TRP_ERR_TYPE,
                      "accepts another type");
    CHECK_MISUSE_SAYS(world, trp_group_add(&group, &(thing){.id = 1}.actor), TRP_ERR_FOREIGN,
                      "does not accept it");
    CHECK_OK(trp_group_free(&group));
    CHECK_OK(trp_group_init(&group, world,
                            &(trp_group_desc){.type = TRP_TYPE(thing, actor), .name = "squad"}));
    CHECK_QUIET(world, trp_group_add(&group, &it->actor), TRP_OK);
    CHECK_QUIET(world, (trp_result)(things_shown() - 3), TRP_OK);
    CHECK_MISUSE(world, (CHECK_EQ(turned_shown(), 0), told.result), TRP_ERR_TYPE);
    CHECK_MISUSE_SAYS(world, (CHECK_EQ(crates_shown(), 0), told.result), TRP_ERR_TYPE, "'squad'");
    stage_log_clear();
    stage_forget();
    trp_group_each_actor(one, &group) stage_log(trp_as(thing, one)->id);
    CHECK_LOG(3);
    CHECK_OK(trp_group_free(&group));
    CHECK_EQ(crates_shown(), 0);
    CHECK_EQ(told.count, 0);
    set_up_as(
        (trp_group_desc){.type = {.size = sizeof(thing) + 8, .offset = offsetof(thing, actor)}});
    CHECK_MISUSE(world, trp_group_add(&group, &stage_thing(pool, 3)->actor), TRP_ERR_TYPE);
}

SCRIPT("a walk over an empty group that has memory",
       "group room 4; go; walk; =; new 1; add 1; go; walk; = 1; empty; walk; =");

/* the array is the game's, which wrote to it: that entry refers to no actor, and its handle
 * neither */
SITUATION("an overwritten entry refers to no actor")
{
    set_up_as((trp_group_desc){
        .array = entries, .array_bytes = TRP_GROUP_BYTES(ROOM), .on_pruned = note_pruned});
    for (uint32_t id = 1; id <= 3; id++)
        add(id);
    entries[1].generation = 77;
    CHECK(trp_group_at(&group, 1) == NULL);
    log_members();
    CHECK_LOG(1, 3);
    CHECK_OK(trp_group_prune(&group));
    CHECK_EQ(pruned_count, 1);
    CHECK(trp_get(world, pruned[0]) == NULL);
    CHECK_EQ(trp_group_size(&group), 2);
    CHECK_EQ(told.count, 0);
    CHECK_VALID(world);
}

SITUATION("a copy of a group is refused")
{
    set_up_as((trp_group_desc){.name = "squad"});
    trp_actor *other = &stage_thing(pool, 2)->actor;
    add(1);
    trp_group copy = group;
    CHECK_MISUSE_SAYS(world, trp_group_add(&copy, other), TRP_ERR_UNLINKED,
                      "the struct was copied or moved. Pass a pointer");
    CHECK_MISUSE_SAYS(world, trp_group_free(&copy), TRP_ERR_UNLINKED,
                      "the struct was copied or moved. Pass a pointer");
    stage_forget();
    CHECK_EQ(trp_group_add_many(&copy, &other, 0), 0);
    CHECK_EQ(trp_group_add_from(&copy, &group, 0, 0), 0);
    CHECK_EQ(told.count, 0);
    CHECK_EQ(trp_group_size(&group), 1);
    CHECK_OK(trp_group_free(&group));
}

/* a debug build calls it before a walk */
SITUATION("a walk over a group names another type")
{
    static const char *const names[] = {"thing", "struct thing", "rock", NULL};
    const trp_group empty = {0};

    set_up_as((trp_group_desc){.capacity = 2, .type = TRP_TYPE(thing, actor)});
    for (unsigned i = 0; i < 4; i++) {
        const trp__named_type type = {sizeof(thing), offsetof(thing, actor), names[i], "game.c", 7};
        stage_forget();
        CHECK(trp__check_group(NULL, &type) == NULL);
        CHECK(trp__check_group(&empty, &type) == &empty);
        CHECK(trp__check_group(&group, &type) == &group);
        CHECK_EQ(told.count, i == 2);
        if (told.count == 0)
            continue;
        CHECK_EQ(told.result, TRP_ERR_TYPE);
        CHECK_SAYS("its members are 'thing', not 'rock'");
        CHECK_SAYS("game.c:7");
    }
    CHECK(trp__set_place(world, trp__place_at("x", 1)).file == NULL);
}

/* A twin has the size and the node of another type. "struct thing" is a thing. Without a name any
 * type is like it. */
SITUATION_FOR("a group knows its type by name", int, i, 0, 4)
{
    static const char *const names[][2] = {{"twin", "thing"},
                                           {"struct thing", "thing"},
                                           {"thing", "thing"},
                                           {NULL, "thing"},
                                           {"thing", NULL}};

    trp_type type = TRP_TYPE(thing, actor);
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
    type.name = names[i][0];
    set_up_as((trp_group_desc){.capacity = 4, .type = type});
    desc.type.name = names[i][1];
    trp_actor *actor = trp_create(stage_pool_as(world, desc), NULL);
    if (i == 0)
        CHECK_MISUSE(world, trp_group_add(&group, actor), TRP_ERR_TYPE);
    else
        CHECK_OK(trp_group_add(&group, actor));
    CHECK(!trp_group_has(&group, NULL));
    trp_group_free(&group);
}

/* What a refusal tells, once. */
SITUATION("what no group can be, nor a slice be added to")
{
    static trp_group second;
    const struct {
        trp_result why;
        const char *says;
        trp_group_desc desc;
    } rows[] = {
        {TRP_ERR_ALIGN, "", {.array = (unsigned char *)entries + 1, .array_bytes = sizeof entries}},
        {TRP_ERR_MEMORY,
         "smaller than TRP_GROUP_BYTES(1)",
         {.array = entries, .array_bytes = sizeof entries[0] - 1}},
        {TRP_ERR_DESC,
         "a capacity beside an array",
         {.array = entries, .array_bytes = TRP_GROUP_BYTES(4), .capacity = 4}},
        {TRP_ERR_DESC, "a capacity above max", {.capacity = 5, .max = 4}},
    };

    set_up_as((trp_group_desc){.capacity = 4});
    add(1);
    add(2);
    CHECK_MISUSE_SAYS(world, trp_group_init(&group, world, NULL), TRP_ERR_LINKED,
                      "the struct is initialised already");
    CHECK_EQ(trp_group_size(&group), 2);
    second = (trp_group){0};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_MISUSE_SAYS(world, trp_group_init(&second, world, &rows[i].desc), rows[i].why,
                          rows[i].says);
    CHECK_QUIET(world, trp_group_free(&second), TRP_GONE);
    CHECK_MISUSE_SAYS(world, trp_group_for_each(&group, NULL, NULL), TRP_ERR_NULL, "'group'");
    trp_world *far = stage_second_world(2);
    CHECK_OK(trp_group_init(&second, far, NULL));
    stage_forget();
    CHECK_EQ(trp_group_add_from(&second, &group, 0, UINT32_MAX), 0);
    CHECK_TOLD(1, TRP_ERR_FOREIGN);
    CHECK_SAYS("different worlds");
    CHECK_OK(trp_group_free(&second));
}

/* bytes that a 32-bit machine cannot count */
enum { MANY = 100000 };

/* A group of MANY. To search all for each of them would take minutes. */
static void set_up_many(void)
{
    const trp_pool_desc of = {.type = TRP_TYPE(thing, actor), .capacity = MANY + 1};

    world = stage_large_world(16u * 1024u * 1024u);
    pool = MADE(trp_pool_create(world, &of));
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.max = MANY}));
    for (uint32_t id = 0; id < MANY; id++)
        CHECK_OK(trp_group_add(&group, &stage_thing(pool, id)->actor));
}

SITUATION("a group that is full of lives refuses at once, until one ends")
{
    set_up_many();
    trp_actor *late = &stage_thing(pool, MANY)->actor;
    for (uint32_t i = 0; i < MANY; i++)
        CHECK_QUIET(world, trp_group_add(&group, late), TRP_ERR_FULL);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 7)));
    CHECK_OK(trp_group_add(&group, late));
    CHECK_QUIET(world, trp_group_add(&group, late), TRP_ERR_FULL);
    CHECK_OK(trp_expire(world, trp_pool_at(pool, 8)));
    CHECK_OK(trp_group_add(&group, late));
    CHECK_QUIET(world, trp_group_add(&group, late), TRP_ERR_FULL);
    CHECK_OK(trp_group_remove(&group, trp_pool_at(pool, 9)));
    CHECK_OK(trp_group_add(&group, late));
}

SITUATION("members are removed in order, or against it, without a search")
{
    set_up_many();
    group.desc.unique = true; /* adds would search */
    for (uint32_t i = 0; i < MANY / 2; i++)
        CHECK_OK(trp_group_remove(&group, trp_pool_at(pool, i)));
    for (uint32_t i = MANY; i-- > MANY / 2;)
        CHECK_OK(trp_group_remove(&group, trp_pool_at(pool, i)));
    CHECK_EQ(trp_group_measure(&group), 0);
}

SITUATION("a group larger than memory")
{
    set_up_as((trp_group_desc){.max = 0});
    for (uint32_t capacity = 1u << 28; capacity >= 1u << 27; capacity -= 1u << 26)
        CHECK_QUIET(world, trp_group_reserve(&group, capacity), TRP_ERR_MEMORY);
    CHECK_EQ(trp_group_info(&group).capacity, 0);
    add(1);
    CHECK_OK(trp_group_free(&group));
    CHECK_MISUSE(world, trp_group_init(&group, world, &(trp_group_desc){.capacity = 1u << 28}),
                 TRP_ERR_MEMORY);
    CHECK_VALID(world);
}

SCRIPT("dead actors of two external pools are reported by their handles",
       "in newest oldest; pool 3 external; pool 3 external; group hooks; new a 1;"
       "new b 2; add 1 2; recycle 1 2; go; prune; = g-2 g-1");
