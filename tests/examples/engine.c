/* A small engine: thinkers of eight types with a common head. They lie in the engine's own memory,
 * which is freed as a whole when a level ends. They are saved and loaded in the order of their
 * updates. */
#include "troupe/troupe.h"

#include <stdio.h>
#include <string.h>

typedef struct thinker /* the head: all types begin with it */
{
    trp_actor actor;
    unsigned char kind, name;
} thinker;

#define BASE thinker thinker
typedef struct door {
    BASE;
    int height;
} door;
typedef struct lift {
    BASE;
    int height, wait;
} lift;
typedef struct light {
    BASE;
    int level;
} light;
typedef struct scroller {
    BASE;
    float x, y;
} scroller;
typedef struct button {
    BASE;
    int pressed;
} button;
typedef struct crusher {
    BASE;
    int height, down;
} crusher;
typedef struct monster {
    BASE;
    int health, place[12];
} monster;
typedef struct puff {
    BASE;
    int tics;
} puff;

static trp_world *world;
static trp_pool *thinkers;

/* The zone: memory of a level. No block is freed separately. */

static _Alignas(16) unsigned char zone[1 << 14];
static size_t zone_used;

static void *zone_take(size_t bytes)
{
    void *memory = zone + zone_used;
    zone_used += (bytes + 15) / 16 * 16;
    memset(memory, 0, bytes);
    return memory;
}

/* The types */

static void spawn(unsigned char kind, unsigned char name);

static void think_door(thinker *t)
{
    ((door *)t)->height++;
}
static void think_lift(thinker *t)
{
    ((lift *)t)->height += ((lift *)t)->wait++ % 3;
}
static void think_light(thinker *t)
{
    ((light *)t)->level ^= 1;
}
static void think_scroller(thinker *t)
{
    ((scroller *)t)->x += 0.5f;
}
static void think_button(thinker *t)
{
    ((button *)t)->pressed = 0;
}

static void think_crusher(thinker *t)
{
    crusher *c = (crusher *)t;
    if (++c->height % 3 == 0)
        spawn(7, 'p'); /* is updated in this tick already */
}

static void think_monster(thinker *t)
{
    monster *m = trp_as_in(monster, thinker.actor, &t->actor);
    m->place[m->health % 12]++;
    if (--m->health == 0)
        trp_expire(world, &t->actor);
}

static void think_puff(thinker *t)
{
    if (++((puff *)t)->tics == 2)
        trp_expire(world, &t->actor);
}

static const struct {
    size_t size;
    void (*think)(thinker *t);
} kinds[8] = {{sizeof(door), think_door},       {sizeof(lift), think_lift},
              {sizeof(light), think_light},     {sizeof(scroller), think_scroller},
              {sizeof(button), think_button},   {sizeof(crusher), think_crusher},
              {sizeof(monster), think_monster}, {sizeof(puff), think_puff}};

static void spawn(unsigned char kind, unsigned char name)
{
    thinker *t = zone_take(kinds[kind].size);
    t->kind = kind;
    t->name = name;
    if (kind == 6)
        ((monster *)t)->health = 5;
    trp_adopt(thinkers, &t->actor);
}

static void update(trp_actor *self, const trp_context *in)
{
    thinker *t = trp_as(thinker, self);
    (void)in;
    putchar(t->name);
    kinds[t->kind].think(t);
}

/* Saving: the structs without their heads, in order */

static size_t save(unsigned char *to)
{
    unsigned char *at = to;
    trp_each (thinker, t, thinkers) {
        *at++ = t->kind;
        *at++ = t->name;
        memcpy(at, t + 1, kinds[t->kind].size - sizeof *t);
        at += kinds[t->kind].size - sizeof *t;
    }
    return (size_t)(at - to);
}

static void leave_level(void)
{
    memset(zone, 0xDD, sizeof zone); /* frees everything, whatever it contains */
    zone_used = 0;
    trp_pool_forget_all(thinkers);
}

static void load(const unsigned char *from, size_t bytes)
{
    leave_level();
    for (const unsigned char *at = from; at != from + bytes;) {
        thinker *t = zone_take(kinds[at[0]].size);
        t->kind = *at++;
        t->name = *at++;
        memcpy(t + 1, at, kinds[t->kind].size - sizeof *t);
        at += kinds[t->kind].size - sizeof *t;
        trp_adopt(thinkers, &t->actor);
    }
}

static void play(const char *what, int ticks)
{
    printf("%s:", what);
    while (ticks-- > 0) {
        putchar(' ');
        trp_update_all(world, 1.0f / 35);
    }
    puts("");
}

int main(void)
{
    static unsigned char saved[1024];
    size_t bytes;

    world = trp_world_create(NULL);
    thinkers =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thinker, actor),
                                                .external = TRP_EXTERNAL,
                                                .capacity = 4, /* the number per level is unknown */
                                                .max_capacity = 1 << 16,
                                                .when_full = TRP_FULL_GROW,
                                                .newborns = TRP_NEWBORNS_SAME_WALK,
                                                .prunes = TRP_PRUNE_NEXT_TICK,
                                                .update = update});
    for (unsigned char i = 0; i < 7; i++)
        spawn((unsigned char)((i * 3) % 7), (unsigned char)('A' + i));
    play("level 1", 4);
    bytes = save(saved);
    play("saved", 3);
    load(saved, bytes);
    play("loaded", 3);
    printf("%u thinkers\n", (unsigned)trp_pool_count(thinkers));
    leave_level();
    spawn(5, 'X');
    spawn(0, 'Y');
    play("level 2", 4);
    return trp_world_destroy(world) != TRP_OK;
}
