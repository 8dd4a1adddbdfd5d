#include "../script.h"

SITUATIONS(create);

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

SITUATION_IN_EACH_ORDER("a newborn is all zero, whatever lived there before")
{
    static const crate zero;
    trp_world *world = stage_world();
    trp_pool *pool = crates(world, stage_orders[order], NULL);
    for (int i = 0; i < 9; i++) {
        crate *it = MADE(trp_as_in(crate, node, trp_create(pool, NULL)));
        check_bytes(it, &zero, crate_type);
        soil(it, crate_type);
        if (i % 3 == 2)
            CHECK_OK(trp_pool_clear(pool, NULL));
    }
}

SITUATION_IN_EACH_ORDER("a newborn is a copy of the prototype, which was copied")
{
    trp_world *world = stage_world();
    static const crate kept = {.weight = 2.5, .id = 7, .bytes = "abcdef", .tail = 9};
    static crate prototype;
    for (size_t i = 0; i < sizeof kept; i++) /* with its padding */
        ((unsigned char *)&prototype)[i] = ((const unsigned char *)&kept)[i];
    trp_pool *pool = crates(world, stage_orders[order], &prototype);
    soil(&prototype, crate_type);
    for (int i = 0; i < 6; i++) {
        crate *it = trp_as_in(crate, node, trp_create(pool, NULL));
        check_bytes(it, &kept, crate_type);
        soil(it, crate_type);
        CHECK_OK(trp_recycle(world, &it->node));
    }
    crate *it = trp_as_in(crate, node, trp_create_with(pool, &(trp_birth){.optional = true}));
    check_bytes(it, &kept, crate_type);
    it = trp_as_in(crate, node, trp_create(pool, NULL));
    check_bytes(it, &kept, crate_type);
}

SITUATION("the prototype may be a live actor")
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

SITUATION("trp_create copies all but the node")
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

SITUATION_IN_EACH_ORDER("trp_create clones a live actor")
{
    trp_world *world = stage_world();
    trp_pool *pool = crates(world, stage_orders[order], NULL);
    crate *it = trp_as_in(crate, node, trp_create(pool, NULL));
    soil(it, crate_type);
    crate *twin = trp_as_in(crate, node, trp_create(pool, it));
    CHECK(twin != NULL && twin != it);
    check_bytes(twin, it, crate_type);
    CHECK(!trp_handle_equal(trp_handle_of(world, &it->node), trp_handle_of(world, &twin->node)));
    CHECK_EQ(trp_pool_count(pool), 2);
    CHECK_VALID(world);
}

SITUATION("slots are aligned and stand side by side")
{
    typedef struct lump {
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
    for (int i = 1; i < 7; i++) {
        lump *next = trp_as(lump, trp_create(pool, NULL));
        CHECK(next == first + i);
        CHECK_EQ(trp_slot_of(world, &next->actor), i);
    }
}

SITUATION("a const node under any name leads to its const struct")
{
    trp_world *world = stage_world();
    trp_pool *pool = crates(world, TRP_ORDER_MEMORY, NULL);
    const crate *it = trp_as_in(crate, node, trp_create(pool, NULL));
    const trp_actor *node = &it->node;
    CHECK(trp_as_in(crate, node, node) == it);
    CHECK(trp_as_in(crate, node, NULL) == NULL);
}

SCRIPT("on_create is refused another", "pool; pool 1; new b 1; at +2: new b 9 ?FULL; new 2");

static void end_newborn(trp_actor *self, const trp_context *in)
{
    CHECK_OK(trp_recycle(in->arg, self));
}

/* the life that an init ends has no on_create */
SITUATION("an init recycles the newborn: no on_create")
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

SCRIPT("a full pool gives NULL, counted as refused",
       "pool 2; new 1 2; new 3 ?FULL; optional 3 ?FULL; refused 2; created 2;"
       "recycle 1; new 4");
SCRIPT("trp_create_with leaves the reserve alone",
       "pool 10 reserve 4; optional 1-6; optional 7 ?FULL; refused 1; new 8;"
       "optional 9 ?FULL; recycle 8 1; optional 9; new 10-13; new 14 ?FULL;"
       "refused 3");
SCRIPT("sleepers and expired ones take slots too",
       "pool 3 reserve 1; optional 1; sleep 1; optional 2; expire 2;"
       "optional 3 ?FULL");
SCRIPT("on_create recycles the newborn: NULL, TRP_GONE",
       "pool 2; at +3: recycle 3; new 3 3 3 ?GONE; = +3 -3 +3 -3 +3 -3; live 0;"
       "created 3; recycled 3; refused 0");
SCRIPT("on_create puts another in the newborn's slot",
       "pool 1; at +1: recycle 1, new 2; new 1 ?GONE; list 2; live 1");
SCRIPT("on_create sees the newborn active, with its data",
       "at +4: is active 4, live 1, list 4; new 4; = +4");
SCRIPT("on_create creates more",
       "in oldest; at +1: new 2; at +2: new 3; new 1; = +1 +2 +3; list 1 2 3; tick;"
       "= 1 2 3");
SCRIPT("on_create puts the newborn to sleep or expires it",
       "at +1: sleep 1; at +2: expire 2; new 1; is asleep 1; new 2 ?GONE; expired 1;"
       "tick; = +1 +2 -2e");
