/* Hashes at their limits: of nothing, of NaNs, of memory without fields, of single actors, of
 * orders; and hashes as numbers, which are the same on all machines. */
#include "../../../src/group/group.h" /* hashes of groups */
#include "../../../src/state/hash.h"  /* hashes of regions */
#include "../row.h"
#include "../space_stage.h"
#include "troupe/hash.h"

#include <string.h>

SITUATIONS(hash_limits);

static trp_world *world;
static trp_pool *pool;

static void set_up(void)
{
    world = stage_world_as((trp_world_desc){.id = 3});
    pool = stage_pool(world, 8, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 3);
}

typedef struct pointing {
    trp_handle handle;
    trp_actor *actor;
    double value;
} pointing;

static const trp_field pointing_fields[] = {TRP_FIELD(pointing, handle),
                                            TRP_FIELD_ACTOR(pointing, actor),
                                            TRP_FIELD(pointing, value), TRP_FIELDS_END};
static const trp_fields pointing_type = TRP_FIELDS(pointing, 1, pointing_fields);

/* Without a world the hash of a handle is its bits, and an actor exists or not. */
SITUATION("a region that is registered nowhere has a hash")
{
    static pointing memory;
    const trp_region region = {.start = &memory, .bytes = sizeof memory, .fields = &pointing_type};
    set_up();
    memset(&memory, 0, sizeof memory);
    const uint64_t none = trp__hash_region(&region);
    memory.actor = &stage_find(pool, 1)->actor;
    const uint64_t first = trp__hash_region(&region);
    memory.actor = &stage_find(pool, 2)->actor;
    CHECK(first != none);
    CHECK_EQ(trp__hash_region(&region), first);
    memory.handle = trp_handle_of(world, memory.actor);
    const uint64_t with = trp__hash_region(&region);
    CHECK(with != first);
    memory.handle.index ^= 1u << 24;
    CHECK(trp__hash_region(&region) != with);
}

SITUATION("without fields every byte counts")
{
    static unsigned char memory[20];
    for (size_t size = 1; size <= sizeof memory; size++)
        for (size_t i = 0; i < size; i++) {
            const trp_region region = {.start = memory, .bytes = size};
            const uint64_t before = trp__hash_region(&region);
            memory[i] ^= 1;
            CHECK(trp__hash_region(&region) != before);
        }
    set_up();
    trp_pool *crates =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 2});
    crate *one = trp_as_in(crate, node, trp_create(crates, NULL));
    const uint64_t before = trp_hash_pool(crates);
    one->weight = 1;
    const uint64_t heavy = trp_hash_pool(crates);
    one->tail = 1;
    CHECK(heavy != before && trp_hash_pool(crates) != heavy);
}

SITUATION("the hash of nothing is zero")
{
    CHECK_EQ(trp_hash_world(NULL), 0);
    CHECK_EQ(trp_hash_pool(NULL), 0);
    CHECK(trp_hash_mix(trp_hash_mix(0, 1), 2) != trp_hash_mix(trp_hash_mix(0, 2), 1));
}

SCRIPT("lives count: payloads, states, generations",
       "pool quarantine 0; new 1-3; hash 0 a; shape 1 7; differs 0 a; shape 1 0; same 0 a; sleep "
       "1; differs 0 a; recycle 1; new 1; differs 0 a");

/* Slots, lives and states are the same; only the order of the list differs. */
SCRIPT("the order of a pool counts in its hash",
       "in newest oldest; new 1-3; save; sleep 1; wake 1; sleep 2; wake 2; hash 0 a; restore; "
       "sleep 2; wake 2; sleep 1; wake 1; differs 0 a");

SCRIPT("the hash of a group is that of its order",
       "group; new 1-3; add 1 2; hash 0; drop 1; differs 0; hash 1; add 1; differs 0; differs 1");

SCRIPT("ids count in the hash of a world", "ids; hash 0; takeid; differs 0; giveid 0; same 0");

/* Hashes as numbers: peers on different machines compare them. Another order of bytes, other
 * pointers or padding make no difference. */

#define VALUES                                                                                     \
    "f32 f32 * 2 = -1.5 0xFFC12345, f64 f64 * 2 = 0.1 0xFFF8000000000123, i8 i8 = -3, u8 u8 = "    \
    "200, "                                                                                        \
    "i16 i16 = -300, u16 u16 = 60000, i32 i32 = -70000, u32 u32 = 4000000000, i64 i64 = "          \
    "-5000000000, u64 u64 = 6000000000, flag bool = 1, text text 6 = ab, bytes bytes 3 = 0 7, "    \
    "handle handle = 1, inner struct (handle handle, actor actor, value f64) = 0 0 2, "

static void check_values(const char *text, uint64_t hash)
{
    trp_pool *const rows = row_begin(text);

    row_create(rows, 1);
    CHECK_EQ(trp_hash_pool(rows), hash);
}

SITUATION("hashes of values are the same numbers on all machines")
{
    static unsigned char alike[15];
    const trp_region region = {.start = alike, .bytes = sizeof alike};
    memset(alike, 0x5A, sizeof alike);
    CHECK_EQ(trp__hash_region(&region), 0x670280B64CB03BEEu);
    check_values(VALUES "actor actor = 1, choice choice (hammer saw) = saw", 0x9347D5FEDC0278CFu);
    check_values(VALUES "actor actor = 0, choice choice (hammer saw) = -", 0xFDE273F0FFDBD875u);
    CHECK_EQ(trp_hash_mix(1, 2), 0xDAA66D2CA7791913u);
}

typedef struct ship {
    trp_actor actor;
    trp_box box;
    uint32_t id;
    trp_time until;
} ship;

static const trp_field ship_fields[] = {TRP_FIELD_STRUCT(ship, box, &stage_box_type),
                                        TRP_FIELD(ship, id), TRP_FIELD(ship, until),
                                        TRP_FIELDS_END};
static const trp_fields ship_type = TRP_FIELDS(ship, 1, ship_fields);

/* Eight ships, some of which end or sleep. */
static trp_pool *make_fleet(trp_pool_desc desc)
{
    desc.type = (trp_type)TRP_TYPE(ship, actor);
    desc.capacity = 12;
    desc.fields = &ship_type;
    trp_pool *made = stage_pool_as(world, desc);
    for (uint32_t id = 0; id < 8; id++) {
        ship *one = trp_as(ship, trp_create(made, NULL));
        one->id = id;
        one->box = (trp_box){(float)id * 3, 1, 4, 2};
    }
    CHECK_OK(trp_recycle(world, trp_pool_at(made, 2)));
    CHECK_OK(trp_recycle(world, trp_pool_at(made, 5)));
    CHECK_OK(trp_deactivate(world, trp_pool_at(made, 3)));
    CHECK_OK(trp_expire(world, trp_pool_at(made, 6)));
    return made;
}

SITUATION("hashes of pools are the same numbers on all machines")
{
    world = stage_world_as((trp_world_desc){.id = 3, .layers = 2});
    trp_pool *fleet = make_fleet((trp_pool_desc){.order = TRP_ORDER_MEMORY});
    CHECK_EQ(trp_hash_pool(fleet), 0xC408974A502FB849u);
    fleet = make_fleet((trp_pool_desc){.order = TRP_ORDER_NEWEST});
    CHECK_EQ(trp_hash_pool(fleet), 0xA228FEF3D8AEA7B1u);
    CHECK_OK(trp_pool_set_interval(fleet, 3, TRP_INTERVAL_STAGGERED));
    CHECK_EQ(trp_hash_pool(fleet), 0xCECB012F6D268465u);
    fleet = make_fleet((trp_pool_desc){.lifetime = TRP_LIFETIME_BY(ship, until, TRP_CLOCK_TICKS),
                                       .when_full = TRP_FULL_STEAL_NEXT});
    CHECK_OK(trp_update_all(world, 0.5f));
    CHECK_EQ(trp_hash_pool(fleet), 0xB993511FAB6B1628u);
    CHECK_OK(trp_layer_set_time_scale(world, 1, 0.5f));
    CHECK_OK(trp_layer_set_place(world, 1, 0));
    CHECK_EQ(trp_hash_world(world), 0x1C825C5DAEE93B82u);
    CHECK_OK(trp_world_destroy(world));
}

static void nothing_is_played(const void *event, const trp_context *in)
{
}

static void no_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
}

/* Families, groups, spaces, timers, queues and ids of two joined fleets. */

static trp_family clan;
static trp_group list;

static void make_relations(trp_pool *one, trp_pool *other)
{
    clan = (trp_family){0};
    list = (trp_group){0};
    CHECK_OK(trp_family_init(&clan, world, NULL));
    CHECK_OK(trp_family_add(&clan, one));
    CHECK_OK(trp_family_add(&clan, other));
    for (uint32_t slot = 0; slot < 2; slot++)
        CHECK_OK(trp_family_attach(&clan, trp_pool_at(one, 4), trp_pool_at(other, slot)));
    CHECK_OK(trp_group_init(&list, world, &(trp_group_desc){.capacity = 6}));
    for (uint32_t slot = 0; slot < 5; slot++)
        trp_group_add(&list, trp_pool_at(slot % 2 == 0 ? one : other, 4 - slot));
    CHECK_EQ(trp__group_part().sum(&list, NULL, 0), 0x2AED68ADA59DFB3Eu);
}

static void make_space(trp_pool *one, trp_pool *other)
{
    const trp_space_pool_desc with = {.box = TRP_BOX_AT(ship, box), .category = 6};
    trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 30});
    CHECK_OK(trp_space_add_pool(space, one, &with));
    CHECK_OK(trp_space_add_pool(space, other, &with));
    CHECK(space_contacts(space, NULL, no_contact, NULL) > 0);
}

static void make_moments(trp_pool *one)
{
    static const trp_field boom_fields[] = {TRP_FIELD(pointing, value), TRP_FIELDS_END};
    static const trp_fields boom_type = TRP_FIELDS(pointing, 1, boom_fields);
    trp_timers *fuse = trp_timers_create(one, NULL);
    CHECK_OK(trp_timer_start(fuse, trp_pool_at(one, 0), trp_seconds(1.5f)));
    CHECK_OK(trp_timer_repeat(fuse, trp_pool_at(one, 1), trp_seconds(0.75f)));
    trp_queue *bytes = trp_queue_create(
        world, &(trp_queue_desc){.size = 3, .capacity = 4, .play = nothing_is_played});
    trp_queue *events = trp_queue_create(world, &(trp_queue_desc){.size = sizeof(pointing),
                                                                  .capacity = 4,
                                                                  .play = nothing_is_played,
                                                                  .fields = &boom_type});
    for (unsigned i = 0; i < 3; i++) {
        const unsigned char event[3] = {1, (unsigned char)i, 200};
        CHECK_OK(trp_queue_post(bytes, event));
        CHECK_OK(trp_queue_post(events, &(pointing){.value = i}));
    }
}

SITUATION("hashes of modules are the same numbers on all machines")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(9)];
    trp_ids ids;
    trp_region region = {.ids = &ids};
    world = stage_world_as((trp_world_desc){.id = 3});
    trp_pool *one = make_fleet((trp_pool_desc){.order = TRP_ORDER_OLDEST});
    trp_pool *other = make_fleet((trp_pool_desc){.order = TRP_ORDER_OLDEST, .joins = one});
    CHECK_EQ(trp_hash_world(world), 0xCF42AE6CD715FD28u);
    make_relations(one, other);
    CHECK_EQ(trp_hash_world(world), 0xBDA21F8C7A7596DBu);
    make_space(one, other);
    CHECK_EQ(trp_hash_world(world), 0x03F7AA8150B1844Bu);
    make_moments(one);
    CHECK_EQ(trp_hash_world(world), 0x36241DAC737AB389u);
    CHECK_OK(trp_ids_init(&ids, memory, sizeof memory, 5, 9));
    CHECK(trp__ids_take_this(&ids, 8));
    CHECK_OK(trp_region_add(world, &region));
    CHECK_EQ(trp__hash_region(&region), 0x490527320DDB2554u);
    CHECK_EQ(trp_hash_world(world), 0xCB50D3982C66BFB9u);
    CHECK_OK(trp_region_remove(world, &region));
    CHECK_OK(trp_update_all(world, 0.5f));
    CHECK_EQ(trp_hash_world(world), 0x379CB9A9A98AAC7Bu);
    CHECK_OK(trp_world_destroy(world));
}
