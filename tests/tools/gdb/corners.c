/*
 * Unusual states: worlds with the same id, nodes in the middle of a struct, returned chunks,
 * handles that never existed, a pool of more than a million slots. Then corners.gdb damages the
 * library's own memory.
 */
#include "../../../src/core/ages.h"

#include "troupe/quarantine.h"

#include <string.h>

typedef struct shot {
    trp_actor actor;
    float x;
} shot;

typedef struct hero {
    float x, y, z;
    int health;
    trp_actor node;
} hero;

enum { MANY = 1200000, FAR = MANY - 10 };

typedef struct corners {
    trp_world *first, *second, *other;
    trp_pool *menu, *shots, *growing, *heroes, *guests, *blank, *big, *old, *young, *few;
    trp_handle item, shot, gone, trimmed, never_grown, too_new, next, beyond, guest, beyond_guest;
    trp_actor *hero, *leaving;
    hero guest_body, blank_body[2];
    int number;
} corners;

static corners the;

/* Values that the script copies. */
static const struct {
    const char *name;
    uint32_t value;
} numbers[] = {{"LISTED_BIT", TRP__LISTED_BIT},
               {"ALIVE_BIT", TRP__ALIVE_BIT},
               {"STAMP_ACTIVE", TRP__STAMP_ACTIVE},
               {"STAMP_EXPIRED", TRP__STAMP_EXPIRED},
               {"STAMP_ASLEEP", TRP__STAMP_ASLEEP},
               {"STAMP_LEAVING", TRP__STAMP_LEAVING},
               {"STAMP_FREE", TRP__STAMP_FREE},
               {"STAMP_QUARANTINED", TRP__STAMP_QUARANTINED},
               {"STAMP_RETIRED", TRP__STAMP_RETIRED},
               {"LAST", TRP__LAST},
               {"CHAIN", TRP__CHAIN},
               {"ENTRY_HOLE", TRP__ENTRY_HOLE},
               {"ENTRY_INDEX", TRP__ENTRY_INDEX},
               {"HOLE_LENGTH", TRP__HOLE_LENGTH},
               {"NONE", TRP__NONE},
               {"FREE", TRP__FREE},
               {"ACTIVE", TRP__ACTIVE}};

/* gdb stops here */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
void look(const corners *at)
{
    static volatile const void *last;
    last = at;
    last = numbers;
    (void)last;
}

static void on_end(trp_actor *self, const trp_end_context *in)
{
    (void)in;
    if (the.leaving != NULL)
        return;
    the.leaving = self;
    look(&the);
}

static trp_world *world(uint32_t id)
{
    trp_world_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.id = id;
    return trp_world_create(&desc);
}

/* Creates a pool that grows up to `most`; 0: an external pool. */
static trp_pool *pool(trp_world *of, const char *name, trp_type type, uint32_t capacity,
                      uint32_t most)
{
    trp_pool_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.name = name;
    desc.type = type;
    desc.capacity = capacity;
    desc.external = most == 0 ? TRP_EXTERNAL : NULL;
    if (most > capacity) {
        desc.when_full = TRP_FULL_GROW;
        desc.max_capacity = most;
    }
    return trp_pool_create(of, &desc);
}

static trp_pool *pool_by_age(trp_world *of, const char *name, trp_order order)
{
    const trp_type type = TRP_TYPE(shot, actor);
    trp_pool_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.name = name;
    desc.type = type;
    desc.capacity = 6;
    desc.order = order;
    desc.on_end = on_end;
    if (order == TRP_ORDER_NEWEST)
        desc.quarantine = (trp_quarantine)TRP_QUARANTINE(2);
    return trp_pool_create(of, &desc);
}

static void set_up(void)
{
    const trp_type shots = TRP_TYPE(shot, actor);
    const trp_type heroes = TRP_TYPE(hero, node);

    the.first = world(7);
    the.second = world(7);
    the.other = world(4);
    the.menu = pool(the.first, "menu", shots, 10, 10);
    the.few = pool(the.first, "few", shots, 3, 3);
    the.old = pool_by_age(the.first, "old", TRP_ORDER_OLDEST);
    the.young = pool_by_age(the.first, "young", TRP_ORDER_NEWEST);
    the.shots = pool(the.second, "shot", shots, 10, 10);
    the.growing = pool(the.second, "growing", shots, 4, 100);
    the.heroes = pool(the.other, "hero", heroes, 5, 5);
    the.guests = pool(the.other, "guest", heroes, 5, 0);
    the.blank = pool(the.other, "blank", heroes, 5, 0);
    the.big = pool(the.other, "big", shots, MANY, MANY);
}

static trp_handle with_generation(trp_handle handle, uint32_t generation)
{
    handle.generation = generation;
    return handle;
}

static void make_handles(void)
{
    trp_create_many(the.menu, 3, NULL, NULL);
    trp_create_many(the.shots, 2, NULL, NULL);
    the.item = trp_handle_of(the.first, trp_pool_at(the.menu, 2));
    the.shot = trp_handle_of(the.second, trp_pool_at(the.shots, 1));
    the.gone = trp_handle_of(the.second, trp_pool_at(the.shots, 0));
    trp_recycle(the.second, trp_pool_at(the.shots, 0));
    the.too_new = with_generation(the.shot, 9);
    the.next = with_generation(the.gone, the.gone.generation + 1);
    the.beyond = with_generation(the.shot, 1);
    the.beyond.index += 1u << 20;
}

/* Creates a pool and returns its second and third chunk. */
static void grow_and_trim(void)
{
    trp_create_many(the.growing, 16, NULL, NULL);
    the.trimmed = trp_handle_of(the.second, trp_pool_at(the.growing, 9));
    the.never_grown = the.trimmed;
    the.never_grown.index += 40;
    for (uint32_t i = 4; i < 16; i++)
        trp_recycle(the.second, trp_pool_at(the.growing, i));
    trp_pool_trim(the.growing);
}

static void populate(void)
{
    trp_create_many(the.heroes, 2, NULL, NULL);
    the.hero = trp_pool_at(the.heroes, 1);
    trp_adopt(the.guests, &the.guest_body.node);
    the.guest = trp_handle_of(the.other, &the.guest_body.node);
    the.beyond_guest = with_generation(the.guest, 5);
    trp_adopt(the.blank, &the.blank_body[0].node);
    trp_adopt(the.blank, &the.blank_body[1].node);
    memset(&the.blank_body[1], 0, sizeof the.blank_body[1]);
    trp_create_many(the.big, MANY, NULL, NULL);
    for (uint32_t i = 1; i < MANY; i++)
        if (i != FAR)
            trp_recycle(the.other, trp_pool_at(the.big, i));
    trp_deactivate(the.other, trp_pool_at(the.big, FAR));
}

/* Gives a pool three chunks again. Slots 1 and 2 of two pools are free. Two actors of `old` were
 * put to sleep, and one of them was woken. */
static void populate_by_age(void)
{
    trp_actor *all[2][5];

    trp_create_many(the.growing, 6, NULL, NULL);
    for (int i = 0; i < 5; i++) {
        all[0][i] = trp_create(the.old, NULL);
        all[1][i] = trp_create(the.young, NULL);
    }
    trp_deactivate(the.first, all[0][0]);
    trp_deactivate(the.first, all[0][3]);
    trp_activate(the.first, all[0][0]);
    for (int i = 1; i < 3; i++) {
        trp_recycle(the.first, all[0][i]);
        trp_recycle(the.first, all[1][i]);
    }
    trp_expire(the.first, all[0][4]);
}

int main(void)
{
    set_up();
    make_handles();
    grow_and_trim();
    populate();
    look(&the);
    populate_by_age();
    look(&the);
    return 0;
}
