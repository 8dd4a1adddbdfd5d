#include "../stage.h"

/* all bytes of a struct but its node */
static void check_bytes(const void *struct_, const void *expected, trp_type type)
{
    const unsigned char *got = struct_, *want = expected;
    for (size_t i = 0; i < type.size; i++)
        if (i < type.offset || i >= type.offset + sizeof(trp_actor))
            CHECK_EQ(got[i], want[i]);
}

static void soil(void *struct_, trp_type type)
{
    unsigned char *bytes = struct_;
    for (size_t i = 0; i < type.size; i++)
        if (i < type.offset || i >= type.offset + sizeof(trp_actor))
            bytes[i] = (unsigned char)(0xA0 + i);
}

static const trp_type crate_type = TRP_TYPE(crate, node);

static trp_pool *crates(trp_world *world, trp_order order, const crate *prototype)
{
    return stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node),
                                                .capacity = 3,
                                                .order = order,
                                                .prototype = prototype});
}

static void newborns_are_zero(void)
{
    static const crate zero;
    for (int order = 0; order < 3; order++)
    {
        trp_world *world = stage_world();
        trp_pool *pool = crates(world, stage_orders[order], NULL);
        for (int i = 0; i < 9; i++)
        {
            crate *it = trp_as_in(crate, node, trp_create(pool, NULL));
            CHECK(it != NULL);
            check_bytes(it, &zero, crate_type);
            soil(it, crate_type);
            if (i % 3 == 2)
                CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
        }
    }
}

static void newborns_are_the_prototype(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_world *world = stage_world();
        static const crate kept = {.weight = 2.5, .id = 7, .bytes = "abcdef", .tail = 9};
        static crate prototype;
        for (size_t i = 0; i < sizeof kept; i++) /* with its padding */
            ((unsigned char *)&prototype)[i] = ((const unsigned char *)&kept)[i];
        trp_pool *pool = crates(world, stage_orders[order], &prototype);
        soil(&prototype, crate_type);
        for (int i = 0; i < 6; i++)
        {
            crate *it = trp_as_in(crate, node, trp_create(pool, NULL));
            check_bytes(it, &kept, crate_type);
            soil(it, crate_type);
            CHECK_RESULT(trp_recycle(world, &it->node), TRP_OK);
        }
        crate *it = trp_as_in(crate, node, trp_create_with(pool, &(trp_birth){.optional = true}));
        check_bytes(it, &kept, crate_type);
        it = trp_as_in(crate, node, trp_create(pool, NULL));
        check_bytes(it, &kept, crate_type);
    }
}

static void the_prototypes_node_does_not_matter(void)
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 3, TRP_ORDER_MEMORY);
    thing *model = stage_thing(pool, 5);
    trp_pool_desc desc = stage_desc(3, TRP_ORDER_OLDEST);
    desc.prototype = model;
    trp_pool *copies = stage_pool_as(world, desc);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(trp_as(thing, trp_create(copies, NULL))->id, 5);
    CHECK_EQ(trp_pool_count(copies), 3);
    CHECK_VALID(world);
}

static void created_from_a_struct(void)
{
    trp_world *world = stage_world();
    crate prototype = {.weight = 1, .id = 1};
    crate given = {.weight = 3.5, .id = 8, .bytes = "xyz", .tail = 77};
    trp_pool *pool = crates(world, TRP_ORDER_MEMORY, &prototype);
    crate *it = trp_as_in(crate, node, trp_create(pool, &given));
    check_bytes(it, &given, crate_type);
    given.node.stamp = 0xFFFFFFFF;
    given.node.index = 12345;
    it = trp_as_in(crate, node, trp_create(pool, &given));
    check_bytes(it, &given, crate_type);
    CHECK_EQ(trp_state_of(world, &it->node), TRP_STATE_ACTIVE);
    CHECK_VALID(world);
}

static void cloned(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_world *world = stage_world();
        trp_pool *pool = crates(world, stage_orders[order], NULL);
        crate *it = trp_as_in(crate, node, trp_create(pool, NULL));
        soil(it, crate_type);
        crate *twin = trp_as_in(crate, node, trp_create(pool, it));
        CHECK(twin != NULL && twin != it);
        check_bytes(twin, it, crate_type);
        CHECK(
            !trp_handle_equal(trp_handle_of(world, &it->node), trp_handle_of(world, &twin->node)));
        CHECK_EQ(trp_pool_count(pool), 2);
        CHECK_VALID(world);
    }
}

static void full_pool_fails(void)
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 2);
    CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
    CHECK_NULL_QUIET(world, trp_create(pool, &(thing){.id = 3}), TRP_ERR_FULL);
    CHECK_NULL_QUIET(world, trp_create_with(pool, &(trp_birth){.optional = true}), TRP_ERR_FULL);
    CHECK_EQ(trp_pool_info(pool).refused, 3);
    CHECK_EQ(trp_pool_info(pool).created, 2);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 0)), TRP_OK);
    stage_thing(pool, 4);
    CHECK_RESULT(trp_last_result(world), TRP_OK);
}

static void reserve_is_left_alone(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_world *world = stage_world();
        trp_pool_desc desc = stage_desc(10, stage_orders[order]);
        desc.reserve = 4;
        trp_pool *pool = stage_pool_as(world, desc);
        for (int i = 0; i < 6; i++)
            CHECK(trp_create_with(pool, &(trp_birth){.optional = true}) != NULL);
        CHECK_NULL_QUIET(world, trp_create_with(pool, &(trp_birth){.optional = true}),
                         TRP_ERR_FULL);
        CHECK_EQ(trp_pool_info(pool).refused, 1);
        thing *needed = stage_thing(pool, 1);
        CHECK_NULL_QUIET(world, trp_create_with(pool, &(trp_birth){.optional = true}),
                         TRP_ERR_FULL);
        CHECK_RESULT(trp_recycle(world, &needed->actor), TRP_OK);
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 0)), TRP_OK);
        CHECK(trp_create_with(pool, &(trp_birth){.optional = true}) != NULL);
        stage_things(pool, 2, 5);
        CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
        CHECK_EQ(trp_pool_info(pool).refused, 3);
    }
}

static void optional_counts_sleepers(void)
{
    trp_world *world = stage_world();
    trp_pool_desc desc = stage_desc(3, TRP_ORDER_MEMORY);
    desc.reserve = 1;
    trp_pool *pool = stage_pool_as(world, desc);
    CHECK_RESULT(trp_deactivate(world, trp_create_with(pool, &(trp_birth){.optional = true})),
                 TRP_OK);
    CHECK_RESULT(trp_expire(world, trp_create_with(pool, &(trp_birth){.optional = true})), TRP_OK);
    CHECK(trp_create_with(pool, &(trp_birth){.optional = true}) == NULL);
}

static void recycle_newborn(trp_world *world, thing *self)
{
    CHECK_RESULT(trp_recycle(world, &self->actor), TRP_OK);
}

static void on_create_recycles_the_newborn(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_world *world = stage_world();
        trp_pool *pool = stage_pool(world, 2, stage_orders[order]);
        stage_when_created = recycle_newborn;
        for (int i = 0; i < 5; i++)
        {
            CHECK_NULL_QUIET(world, trp_create(pool, &(thing){.id = 3}), TRP_GONE);
            CHECK_LOG(BORN(3), GONE(TRP_REASON_RECYCLED, 3));
        }
        trp_pool_facts stats = trp_pool_info(pool);
        CHECK_EQ(stats.live, 0);
        CHECK_EQ(stats.created, 5);
        CHECK_EQ(stats.recycled, 5);
        CHECK_EQ(stats.refused, 0);
        CHECK_VALID(world);
    }
}

static void replace_newborn(trp_world *world, thing *self)
{
    if (self->id != 1)
        return;
    trp_pool *pool = trp_pool_of(world, &self->actor);
    CHECK_RESULT(trp_recycle(world, &self->actor), TRP_OK);
    stage_thing(pool, 2);
}

static void on_create_replaces_the_newborn(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_world *world = stage_world();
        trp_pool *pool = stage_pool(world, 1, stage_orders[order]);
        stage_when_created = replace_newborn;
        CHECK(trp_create(pool, &(thing){.id = 1}) == NULL);
        CHECK_RESULT(trp_last_result(world), TRP_GONE);
        CHECK_EQ(trp_as(thing, trp_first(world))->id, 2);
        CHECK_EQ(trp_pool_count(pool), 1);
    }
}

static void look_at_newborn(trp_world *world, thing *self)
{
    trp_handle handle = trp_handle_of(world, &self->actor);
    CHECK(trp_get(world, handle) == &self->actor);
    CHECK_EQ(trp_state_of(world, &self->actor), TRP_STATE_ACTIVE);
    CHECK_EQ(self->data, 5);
    CHECK_EQ(trp_pool_count(trp_pool_of(world, &self->actor)), 1);
    CHECK(trp_first(world) == &self->actor);
}

static void on_create_sees_a_whole_actor(void)
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    stage_when_created = look_at_newborn;
    CHECK(trp_create(pool, &(thing){.id = 4, .data = 5}) != NULL);
    CHECK_LOG(BORN(4));
}

static void create_a_litter(trp_world *world, thing *self)
{
    if (self->id < 4)
        stage_thing(trp_pool_of(world, &self->actor), self->id + 1);
}

static void on_create_creates(void)
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 5, TRP_ORDER_OLDEST);
    stage_when_created = create_a_litter;
    thing *first = stage_thing(pool, 1);
    CHECK_LOG(BORN(1), BORN(2), BORN(3), BORN(4));
    CHECK(trp_first(world) == &first->actor);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, 3, 4);
}

static void asleep_in_on_create(trp_world *world, thing *self)
{
    CHECK_RESULT(self->id == 1 ? trp_deactivate(world, &self->actor)
                               : trp_expire(world, &self->actor),
                 TRP_OK);
}

static void on_create_puts_to_sleep_or_expires(void)
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 5, TRP_ORDER_MEMORY);
    stage_when_created = asleep_in_on_create;
    trp_actor *sleeper = trp_create(pool, &(thing){.id = 1});
    CHECK(sleeper != NULL);
    CHECK_EQ(trp_state_of(world, sleeper), TRP_STATE_ASLEEP);
    (void)trp_create(pool, &(thing){.id = 2});
    CHECK_EQ(trp_pool_info(pool).expired, 1);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(BORN(1), BORN(2), GONE(TRP_REASON_EXPIRED, 2));
    CHECK_VALID(world);
}

static void aligned_and_dense(void)
{
    typedef struct lump
    {
        unsigned char byte;
        trp_actor actor;
        _Alignas(16) unsigned char bytes[17];
    } lump;
    trp_world *world = stage_world();
    stage_pool(world, 3, TRP_ORDER_MEMORY);
    trp_pool *pool =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(lump, actor), .capacity = 7});
    lump *first = trp_as(lump, trp_create(pool, NULL));
    CHECK_EQ((uintptr_t)first % 16, 0);
    for (int i = 1; i < 7; i++)
    {
        lump *next = trp_as(lump, trp_create(pool, NULL));
        CHECK(next == first + i);
        CHECK_EQ(trp_slot_of(world, &next->actor), i);
    }
}

static void const_nodes_lead_to_their_structs(void)
{
    trp_world *world = stage_world();
    trp_pool *pool = crates(world, TRP_ORDER_MEMORY, NULL);
    const crate *it = trp_as_in(crate, node, trp_create(pool, NULL));
    const trp_actor *node = &it->node;
    CHECK(trp_as_in(crate, node, node) == it);
    CHECK(trp_as_in(crate, node, NULL) == NULL);
}

static trp_pool *full;

static void fail_within(trp_world *world, thing *self)
{
    CHECK_NULL_QUIET(world, trp_create(full, NULL), TRP_ERR_FULL);
}

/* what on_create is refused says nothing about the call that creates */
static void on_create_is_refused_another(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_world *world = stage_world();
        trp_pool_desc desc = stage_desc(2, stage_orders[order]);

        full = stage_pool(world, 1, TRP_ORDER_MEMORY);
        stage_thing(full, 1);
        desc.on_create = stage_on_create;
        trp_pool *pool = stage_pool_as(world, desc);
        stage_when_created = fail_within;
        CHECK(trp_create(pool, NULL) != NULL);
        CHECK_RESULT(trp_last_result(world), TRP_OK);
    }
}

static void end_newborn(trp_actor *self, const trp_context *in)
{
    CHECK_RESULT(trp_recycle(in->arg, self), TRP_OK);
}

/* the life that an init ends has no on_create */
static void an_init_recycles_the_newborn(void)
{
    trp_world *world = stage_world();
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);

    desc.on_create = stage_on_create;
    trp_pool *pool = stage_pool_as(world, desc);
    CHECK_EQ(trp_create_many(pool, 3, end_newborn, world), 3);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(trp_pool_info(pool).created, 3);
    stage_log(7);
    if (desc.on_end == NULL)
        CHECK_LOG(7);
    else
        CHECK_LOG(GONE(TRP_REASON_RECYCLED, 0), GONE(TRP_REASON_RECYCLED, 0),
                  GONE(TRP_REASON_RECYCLED, 0), 7);
}

const situation create_situations[] = {
    {"a newborn is all zero, whatever lived there before", newborns_are_zero},
    {"a newborn is a copy of the prototype, which was copied", newborns_are_the_prototype},
    {"the prototype may be a live actor", the_prototypes_node_does_not_matter},
    {"trp_create copies all but the node", created_from_a_struct},
    {"trp_create clones a live actor", cloned},
    {"a full pool gives NULL, counted as refused", full_pool_fails},
    {"trp_create_with leaves the reserve alone", reserve_is_left_alone},
    {"sleepers and expired ones take slots too", optional_counts_sleepers},
    {"on_create recycles the newborn: NULL, TRP_GONE", on_create_recycles_the_newborn},
    {"on_create puts another in the newborn's slot", on_create_replaces_the_newborn},
    {"on_create sees the newborn active, with its data", on_create_sees_a_whole_actor},
    {"on_create creates more", on_create_creates},
    {"on_create is refused another", on_create_is_refused_another},
    {"an init recycles the newborn: no on_create", an_init_recycles_the_newborn},
    {"on_create puts the newborn to sleep or expires it", on_create_puts_to_sleep_or_expires},
    {"a const node under any name leads to its const struct", const_nodes_lead_to_their_structs},
    {"slots are aligned and stand side by side", aligned_and_dense},
};
const unsigned create_situation_count = sizeof create_situations / sizeof create_situations[0];
