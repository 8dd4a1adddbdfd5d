/* Objects of contacts: run by ticks, in phases, with layers; their memory and their refusals. */
#include "../script.h"
#include "../space_stage.h"

#include "../../../src/space/contacts.h" /* pairs out of their order */

SITUATIONS(contacts);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static trp_contacts *contacts;

static void note(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    CHECK(in->contacts == contacts && in->space == space && in->user == &contacts);
    stage_log(1000u * (uint32_t)in->phase + (a != NULL ? 10 * trp_as(boxed, a)->id : 0) +
              (b != NULL ? trp_as(boxed, b)->id : 0));
}

static trp_contacts_desc usual(uint32_t phases)
{
    return (trp_contacts_desc){
        .name = "hits", .phases = phases, .on_contact = note, .capacity = 6, .user = &contacts};
}

static void begin(uint32_t phases)
{
    const trp_contacts_desc desc = usual(phases);

    world = stage_world_as((trp_world_desc){.layers = 2});
    pool = space_pool(world, 8);
    space = space_of(world, pool, SPACE_GRIDS);
    contacts = MADE(trp_contacts_create(space, &desc));
    stage_log_clear();
}

static void tick(void)
{
    stage_log_clear();
    CHECK_OK(trp_update_all(world, 1));
}

#define BEGIN(pair) (1000u + (pair))
#define STAY(pair) (2000u + (pair))
#define ALL (TRP_CONTACT_BEGIN | TRP_CONTACT_STAY | TRP_CONTACT_END)

SCRIPT("contacts are run by ticks, after boxes are read",
       "pool still; space; meetings begin stay end; put 1 0; put 2 3; go; tick; = k1&2; tick; "
       "= y1&2; shape 1 50; tick; = e1&2; meets 0");

/* Those that begin are, by default. */
SCRIPT("only the wanted phases of contacts are told",
       "pool still; space; meetings; put 1 0; put 2 3; go; tick; = k1&2; tick; shape 1 50; tick; "
       "=; freespace; space; meetings end; box 1 0; recycle 2; put 3 3; go; tick; recycle 3; go; "
       "tick; = e1&0");

/* 1 and 3 are in one layer, 2 and 4 in the other. 1 leaves 2 and meets 4; a death ends it anyway. */
SCRIPT("contacts of a disabled layer neither stay nor end, but by a death",
       "in memory; layers 2; pool still; pool still layer 1; space; meetings begin stay end; "
       "put 1 0; put 3 100; put b 2 3; put b 4 200; go; tick; = k1&2; disable 1; tick; "
       "shape 1 200; tick; =; meets 1; shape 3 200; tick; = k1&3; recycle 2; go; tick; "
       "= e1&0 y1&3; enable 1; tick; = y1&3 k1&4 k3&4; disable 0; part 4; tick; = e1&4 e3&4");
SCRIPT(
    "either of two may rest, or leave while contacts run",
    "layers 2; pool still; pool still layer 1; space; meetings begin stay end; put 1 0; put b 2 3;"
    "go; tick; = k1&2; disable 0; tick; =; meets 1; enable 0; put 3 1; at k1&3: part 2; go; tick;"
    "= k1&3 e1&2; meets 1");
SCRIPT("contacts of a pool that leaves the space end",
       "pool still; space; meetings begin stay end; put 1 0; put 2 3; tick; exit a; go; tick; "
       "= e1&2");
SCRIPT(
    "contacts that rest take room",
    "layers 2; pool still; pool still layer 1; space; put 1 0; put b 2 3; go; contacts 1; = k1&2;"
    "disable 1; put 3 1; go; contacts 1; =; enable 1; contacts 1; = y1&2");
SCRIPT("two that change who accepts the other stay in contact, in the order in which it began",
       "pool still; space; put 3 90; put 1 0; put 2 3; bits 1 1 4; bits 2 2 1; go; "
       "contacts either; = k2&1; bits 1 1 2; bits 2 2 4; contacts either; = y2&1; pairs either; "
       "= 1&2");

SCRIPT("what selects contacts stops none", "space; row 1-3 1 1 4 4; at f1&2: stop ?GONE; at f2&3: "
                                           "stop ?GONE; go; contacts asked; = k1&2 k1&3 k2&3");

SITUATION("several contacts ask their own questions")
{
    trp_contacts_desc desc = usual(ALL);

    begin(ALL);
    desc.name = NULL;
    desc.capacity = 0; /* as many as the space has actors */
    desc.manual_run = true;
    desc.pairing.a = 2;
    trp_contacts *other = trp_contacts_create(space, &desc);
    CHECK_EQ(trp_contacts_info(other).capacity, 8);
    CHECK(trp_contacts_info(other).name[0] == '\0');
    CHECK(situation_text_equal(trp_contacts_info(contacts).name, "hits"));
    space_square(pool, 1, 0);
    space_square(pool, 2, 3);
    CHECK_EQ(trp_contacts_run(other), 0);
    tick();
    CHECK_LOG(BEGIN(12));
    CHECK_OK(trp_contacts_destroy(contacts));
    CHECK_OK(trp_contacts_destroy(other));
    tick();
    CHECK_LOG();
    for (int i = 0; i < 3; i++)
        CHECK(trp_contacts_create(space, &desc) != NULL);
    other = trp_contacts_create(space, &(trp_contacts_desc){.on_contact = note});
    trp_space *beside = MADE(trp_space_create(
        world, &(trp_space_desc){.capacity = 2})); /* it reads before contacts run */
    CHECK(trp_contacts_create(beside, &(trp_contacts_desc){.on_contact = note}) != NULL);
    CHECK_OK(trp_contacts_destroy(other));
    CHECK_OK(trp_space_destroy(space)); /* with its contacts */
    CHECK_OK(trp_update_all(world, 1));
    CHECK_VALID(world);
}

static void end_itself(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    CHECK_MISUSE(world, trp_contacts_destroy(in->contacts), TRP_BUSY);
    CHECK_MISUSE(world, (trp_contacts_run(in->contacts), told.result), TRP_BUSY);
}

static void draw_and_end(const trp_actor *self, const trp_view *view)
{
    const trp_contacts_desc desc = usual(0);

    CHECK_MISUSE(world, trp_contacts_destroy(contacts), TRP_BUSY);
    CHECK_MISUSE(world, (trp_contacts_run(contacts), told.result), TRP_BUSY);
    CHECK_NULL_MISUSE(world, trp_contacts_create(space, &desc), TRP_BUSY);
}

SITUATION("contacts refuse what they cannot do")
{
    const struct {
        trp_result why;
        trp_contacts_desc desc;
    } rows[] = {{TRP_ERR_NULL, {.on_contact = NULL}},
                {TRP_ERR_VALUE, {.on_contact = note, .phases = 8}},
                {TRP_ERR_VALUE, {.on_contact = note, .pairing.care = (trp_care)2}},
                {TRP_ERR_VALUE, {.on_contact = note, .capacity = TRP_MAX_CONTACTS + 1}},
                {TRP_ERR_DESC, {.on_contact = note, .pairing.swept = true}}};
    const trp_contacts_desc desc = rows[4].desc;
    trp_pool_desc drawn = space_pool_desc(4, TRP_ORDER_MEMORY);

    begin(0);
    CHECK_NULL_MISUSE(world, trp_contacts_create(space, NULL), TRP_ERR_NULL);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_NULL_MISUSE(world, trp_contacts_create(space, &rows[i].desc), rows[i].why);
    CHECK(trp_contacts_create(NULL, &desc) == NULL);
    CHECK_RESULT(trp_contacts_destroy(NULL), TRP_GONE);
    CHECK_EQ(trp_contacts_run(NULL), 0);
    CHECK_EQ(trp_contacts_info(NULL).count, 0);
    contacts->desc.on_contact = end_itself;
    space_square(pool, 1, 0);
    space_square(pool, 2, 3);
    CHECK_EQ(trp_contacts_run(contacts), 1);
    drawn.draw = draw_and_end;
    pool = stage_pool_as(world, drawn);
    space_square(pool, 3, 0);
    CHECK_OK(trp_draw_all(world, NULL, 0));
    trp_space *swept = trp_space_create(world, &(trp_space_desc){.capacity = 1, .sweeps = true});
    CHECK(trp_contacts_create(swept, &desc) != NULL);
}

SITUATION("contacts take no more bytes than TRP_CONTACTS_BYTES")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char
        memory[TRP_WORLD_BYTES + TRP_SPACE_BYTES(4) + TRP_CONTACTS_BYTES(5) + 64];
    trp_contacts_desc desc = usual(0);

    world = trp_world_init(memory, sizeof memory, NULL);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 4});
    desc.capacity = 5;
    contacts = MADE(trp_contacts_create(space, &desc));
    desc.capacity = 500;
    CHECK(trp_contacts_create(space, &desc) == NULL);
    CHECK_RESULT(trp_last_result(world), TRP_ERR_MEMORY);
    CHECK_OK(trp_world_destroy(world));
}

/* What a file says may be in any order, and twice. */
SITUATION("contacts are put in order after a load")
{
    begin(ALL);
    for (uint32_t id = 1; id <= 4; id++)
        space_square(pool, id, 2 * (float)id);
    tick();
    CHECK_LOG(BEGIN(12), BEGIN(13), BEGIN(23), BEGIN(24), BEGIN(34));
    trp__contact first = contacts->items[0];
    contacts->items[0] = contacts->items[4];
    contacts->items[4] = first;
    contacts->items[5] = first;
    contacts->items[5].b = first.a; /* of one with itself */
    contacts->items[2] = first;
    contacts->count = 6;
    trp__contacts_order(contacts);
    CHECK_EQ(contacts->count, 4);
    tick();
    CHECK_LOG(STAY(12), STAY(13), BEGIN(23), STAY(24), STAY(34));
}

static void check_handles(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    CHECK(a == trp_get(in->world, in->a_handle) && b == trp_get(in->world, in->b_handle));
}

/* 2 and 3 never begin: 2 died. Later, in one call, 12 died in the notification about 11 and 12. */
SCRIPT("each begin has an end, whatever callbacks do",
       "in memory; space; put 1 3; put 2 6; put 3 9; put 4 12; at k1&2: recycle 1 2; "
       "at k3&4: recycle 3 4; go; contacts; = k1&2 -1 -2 k3&4 -3 -4; contacts; = e0&0 e0&0; "
       "put 11 3; put 12 6; put 13 9; go; contacts; = k11&12 k12&13; at y11&12: recycle 11 12; "
       "contacts; = y11&12 -11 -12 e0&13; contacts; = e0&0");

/* Bullets fly in swarms and touch each other, but pair only with the player. */
SITUATION_FOR("touching actors whose masks exclude each other take no room", int, kind, SPACE_GRIDS,
              SPACE_BRUTE)
{
    space_contacts_room = 64;
    for (uint32_t swarm = 1; swarm <= 60; swarm++) {
        world = stage_world();
        pool = space_pool(world, 64);
        space = MADE(trp_space_create(
            world, &(trp_space_desc){
                       .index = space_index((space_kind)kind), .capacity = 64, .hits = 300}));
        CHECK_OK(trp_space_add_pool(
            space, pool,
            &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .category = 2, .mask = 1}));
        for (uint32_t i = 1; i <= swarm; i++)
            space_square(pool, i, 5 + 0.01f * (float)i);
        trp_space_set_bits(space, &space_square(pool, 100, 8)->actor, 1, 2);
        /* the swarm does not pair with this one */
        trp_space_set_bits(space, &space_square(pool, 101, 8)->actor, 4, 2);
        CHECK_EQ(space_contacts(space, NULL, check_handles, NULL), swarm);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), swarm);
        CHECK_EQ(trp_world_info(world).misuse, 0);
    }
}

/* Contacts with a filter, little room, or in another order */

/* Six pairs, and room for four answers beside them; or for two pairs at a time. */
SCRIPT("a filter that asks for more",
       "pool 10; space hits 16; row 1-4 0 0.5 4 4; go; at f1&2: everything, contacts !BUSY; "
       "contacts asked;"
       "= 1-4 k1&2 k1&3 k1&4 k2&3 k2&4 k3&4; contacts asked; = 1-4 y1&2 y1&3 y1&4 y2&3 y2&4 y3&4");
SCRIPT("a filter that asks for more, with room for two pairs at a time",
       "pool 10; space hits 8; row 1-4 0 0.5 4 4; go; at f1&2: everything, contacts !BUSY; "
       "at f2&4: everything; contacts asked; answers 6; go; still; contacts asked; "
       "= y1&2 y1&3 y1&4 y2&3 y2&4 y3&4");
SCRIPT("contacts within a query that has little room",
       "pool 10; space hits 8; row 1-3 0 0.5 4 4; row 4-10 40 10 4 4; at 10: contacts; go;"
       "everything; = 1-10 k1&2 k1&3 k2&3");
SCRIPT("after swept contacts nothing is on the way",
       "space sweeps manual; row 1-3 0 0.5 4 4; put 4 100; contacts swept; answers 3;"
       "box 4 10; contacts swept; answers 3; query 50 1 0 0; answers 0; query 11 1 0 0; answers 1;"
       "query 50 1 0 0; answers 0; query 11 1 0 0; answers 1");
SCRIPT("contacts begin, stay and end",
       "put 1 0; put 2 3; put 3 100; space; go; contacts; = k1&2; box 3 6; contacts;"
       "= y1&2 k2&3; box 1 -50; contacts; = e1&2 y2&3; contacts; = y2&3");
SCRIPT("a contact ends when one leaves, dies or falls asleep",
       "in memory; put 1 0; put 2 3; put 3 6; space; go; contacts; = k1&2 k2&3;"
       "recycle 2; go; contacts; = e1&0 e0&3; put 4 2; slot 4 1; go; contacts;"
       "= k1&4 k4&3; expire 1; sleep 3; go; contacts; = e0&4 e4&3");
SCRIPT("where a number has changed hands, the old contact ends and a new one begins",
       "put 1 0; put 2 3; space; go; contacts; = k1&2; recycle 2; put 5 3; slot 5 1;"
       "go; contacts; = e1&0 k1&5");
SCRIPT("contacts beyond the memory wait until there is room",
       "put 1 0; put 2 3; put 3 6; put 4 9; space; go; contacts 2; = k1&2 k2&3;"
       "missed 1; contacts; = y1&2 y2&3; box 1 -50; contacts; = e1&2 y2&3 k3&4;"
       "contacts; = y2&3 y3&4");
SCRIPT("a new contact takes no room from those that stay",
       "put 1 -50; put 2 3; put 3 6; put 4 9; space; go; contacts 2; = k2&3 k3&4;"
       "box 1 0; contacts; = y2&3 y3&4; missed 1");
SCRIPT("a contact stays in the order of categories",
       "put 1 0; put 2 1; space; bits 1 4 255; go; contacts; = k2&1; contacts;"
       "= y2&1; box 1 100; contacts; = e2&1");
SCRIPT("contacts come by slot",
       "put 1 97; put 2 94; put 3 91; put 4 88; put 5 85; put 6 82; space; go;"
       "contacts; = k1&2 k2&3 k3&4 k4&5 k5&6; contacts; = y1&2 y2&3 y3&4 y4&5 y5&6");
SCRIPT("misuse", "put 1 0; put 2 0; space; go; at k1&2: contacts !BUSY, pairs, put 9 1;"
                 "contacts; loud = k1&2 1&2 +9; go; contacts; = y1&2 k1&9 k2&9");
