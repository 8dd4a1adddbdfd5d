#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_contacts);

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
        trp_world *const world = stage_world();
        trp_pool *const pool = space_pool(world, 64);
        trp_space *const space = MADE(trp_space_create(
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
