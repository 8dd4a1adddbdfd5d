/* Castle: a small strategy game, as text. The selection is a group, turrets are children of their
 * walls, news waits in a queue until the tick is over, farms and turrets are updated at intervals,
 * and a save of last year's version (this file with -DVERSION=1) can be loaded. */
#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/hash.h"
#include "troupe/interval.h"
#include "troupe/queue.h"
#include "troupe/save.h"
#include "troupe/troupe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VERSION
#define VERSION 2 /* version 1 had no farms, no kills, and soldiers had `hp` */
#endif

enum { COLUMNS = 64, ROWS = 11 };
enum { SOLDIER = 1, RAIDER = 2, WALL = 4 }; /* categories in the space */
#define SLAIN TRP_REASON_OWN(0)

/* What a place has: all actors begin with it. */
typedef struct body {
    trp_actor actor;
    float x, y, width, height;
} body;

typedef struct wall {
    body body;
    int32_t health;
} wall;

typedef struct turret /* a child of its wall */ {
    body body;
    int32_t shots;
} turret;

typedef struct arrow {
    body body;
    trp_handle target;
    trp_time until;
} arrow;

typedef struct raider {
    body body;
    int32_t health;
    trp_handle prey;
} raider;

#if VERSION == 1

typedef struct soldier {
    body body;
    int8_t hp;
    float goal_x, goal_y;
} soldier;
#define health_of(soldier) ((soldier)->hp)

#else

typedef struct soldier {
    body body;
    float goal_x, goal_y;
    int32_t health; /* was hp, and smaller */
    int32_t kills;
} soldier;
#define health_of(soldier) ((soldier)->health)

typedef struct farm {
    body body;
    int32_t harvests;
} farm;

#endif

typedef enum news_kind { HORN, WALL_FELL, RAIDER_FELL, SOLDIER_FELL, HARVEST } news_kind;

typedef struct news {
    news_kind kind;
    int32_t number;
} news;

/* What is no actor. */
static struct realm {
    uint32_t seed;
    int32_t gold, wave, fallen, turrets_lost;
} realm;

static trp_world *world;
static trp_pool *walls, *turrets, *arrows, *raiders, *soldiers;
static trp_space *space;
static trp_family castle;  /* walls and their turrets */
static trp_group selected; /* what the player's orders are for */
static trp_queue *queue;
static bool loud; /* prints the news */
#if VERSION >= 2
static trp_pool *farms;
#endif

static int32_t noise(int32_t limit)
{
    realm.seed = realm.seed * 1664525 + 1013904223;
    return (int32_t)((uint64_t)realm.seed * (uint32_t)limit >> 32);
}

static float far(const body *a, const body *b)
{
    return hypotf(a->x - b->x, a->y - b->y);
}

static void approach(body *b, float x, float y, float step)
{
    const float dx = x - b->x, dy = y - b->y, way = sqrtf(dx * dx + dy * dy);
    if (way <= step)
        step = way;
    if (way > 0)
        b->x += dx / way * step, b->y += dy / way * step;
}

static trp_actor *nearest_to(const body *b, float radius, uint32_t categories)
{
    return trp_get(world, trp_space_nearest(space, b->x, b->y, radius, categories));
}

/* Any of the three kinds that can be hurt. The life may end here, and the walk goes on. */
static void hurt(trp_actor *victim, int32_t by, const trp_actor *cause)
{
    const trp_pool *pool = trp_pool_of(world, victim);
    int32_t left;
    if (pool == walls)
        left = trp_as_in(wall, body.actor, victim)->health -= by;
    else if (pool == raiders)
        left = trp_as_in(raider, body.actor, victim)->health -= by;
    else {
        soldier *s = trp_as_in(soldier, body.actor, victim);
        health_of(s) -= (int8_t)by;
        left = health_of(s);
    }
    if (left <= 0)
        trp_recycle_with(world, victim, &(trp_ending){.reason = SLAIN,
                                                      .cause = trp_handle_of(world, cause)});
}

/* Updates */

static void raider_update(trp_actor *self, const trp_context *in)
{
    raider *r = trp_as_in(raider, body.actor, self);
    trp_actor *prey = trp_get(world, r->prey);
    if (prey == NULL)
        r->prey = trp_handle_of(world, prey = nearest_to(&r->body, 12, SOLDIER | WALL));
    if (prey == NULL)
        approach(&r->body, COLUMNS - 2, r->body.y, 0.18f);
    else if (far(&r->body, trp_as(body, prey)) > 1)
        approach(&r->body, trp_as(body, prey)->x, trp_as(body, prey)->y, 0.18f);
    else if (in->tick % 10 == 0)
        hurt(prey, 3, self);
}

static void soldier_update(trp_actor *self, const trp_context *in)
{
    soldier *s = trp_as_in(soldier, body.actor, self);
    trp_actor *enemy = nearest_to(&s->body, 1.5f, RAIDER);
    if (enemy == NULL)
        approach(&s->body, s->goal_x, s->goal_y, 0.2f);
    else if (in->tick % 8 == 0) {
#if VERSION >= 2
        s->kills += trp_as_in(raider, body.actor, enemy)->health <= 3;
#endif
        hurt(enemy, 3, self);
    }
}

/* Called for each turret in every tenth tick only; not for all in the same one. */
static void turret_update(trp_actor *self, const trp_context *in)
{
    turret *t = trp_as_in(turret, body.actor, self);
    trp_actor *enemy = nearest_to(&t->body, 14, RAIDER);
    (void)in;
    if (enemy == NULL)
        return;
    t->shots++;
    trp_create(arrows, &(arrow){.body = {.x = t->body.x, .y = t->body.y},
                                .target = trp_handle_of(world, enemy),
                                .until = trp_time_in(arrows, trp_ticks(40))});
}

static void arrow_update(trp_actor *self, const trp_context *in)
{
    arrow *a = trp_as_in(arrow, body.actor, self);
    trp_actor *target = trp_get(world, a->target);
    (void)in;
    if (target == NULL)
        trp_recycle(world, self);
    else if (far(&a->body, trp_as(body, target)) < 1) {
        hurt(target, 1, self);
        trp_recycle(world, self);
    } else
        approach(&a->body, trp_as(body, target)->x, trp_as(body, target)->y, 0.9f);
}

#if VERSION >= 2
/* In every 60th tick. */
static void farm_update(trp_actor *self, const trp_context *in)
{
    farm *f = trp_as_in(farm, body.actor, self);
    (void)in;
    f->harvests++;
    trp_queue_post(queue, &(news){HARVEST, f->harvests});
}
#endif

/* Ends, and news about them. An end may come in the middle of a walk, so what follows waits. */

static void wall_end(trp_actor *self, const trp_end_context *in)
{
    if (in->reason == SLAIN)
        trp_queue_post(queue, &(news){WALL_FELL, (int32_t)trp_as(body, self)->y});
}

static void turret_end(trp_actor *self, const trp_end_context *in)
{
    (void)self;
    realm.turrets_lost += in->reason == TRP_REASON_PARENT; /* with the wall below it */
}

static void raider_end(trp_actor *self, const trp_end_context *in)
{
    (void)self;
    if (in->reason == SLAIN)
        trp_queue_post(queue, &(news){RAIDER_FELL, 1});
}

static void soldier_end(trp_actor *self, const trp_end_context *in)
{
    (void)self;
    if (in->reason == SLAIN)
        trp_queue_post(queue, &(news){SOLDIER_FELL, 1});
}

static void recruit(float x, float y)
{
    soldier s = {.body = {.x = x, .y = y}, .goal_x = x, .goal_y = y};
    health_of(&s) = 20;
    trp_create(soldiers, &s);
}

/* The tick is over: anything may be created here. */
static void play_news(const void *event, const trp_context *in)
{
    const news *n = event;
    switch (n->kind) {
    case HORN:
        realm.wave++;
        for (int32_t i = 0; i < 6 + 3 * realm.wave; i++) {
            const float x = (float)noise(4), y = (float)noise(ROWS);
            trp_create(raiders, &(raider){.body = {.x = x, .y = y}, .health = 12});
        }
        if (loud)
            printf("%4u: a horn: wave %d, %u raiders\n", (unsigned)in->tick, (int)realm.wave,
                   (unsigned)trp_pool_count(raiders));
        break;
    case WALL_FELL:
        if (loud)
            printf("%4u: the wall in row %d falls; turrets lost: %d\n", (unsigned)in->tick,
                   (int)n->number, (int)realm.turrets_lost);
        break;
    case RAIDER_FELL:
        realm.fallen++;
        realm.gold++;
        break;
    case SOLDIER_FELL:
        if (loud)
            printf("%4u: a soldier falls; %u are left, %u of them selected\n", (unsigned)in->tick,
                   (unsigned)trp_pool_count(soldiers), (unsigned)trp_group_measure(&selected));
        break;
    case HARVEST:
        realm.gold += 2;
        break;
    }
    if (realm.gold >= 10) {
        realm.gold -= 10;
        recruit(COLUMNS - 8, 5);
    }
}

/* What the player does: a rectangle selects, an order is for all that are selected. */

static void add_to_selection(trp_actor *actor, const trp_context *in)
{
    (void)in;
    trp_group_add(&selected, actor);
}

static void select_rectangle(float x, float y, float width, float height)
{
    trp_group_clear(&selected);
    trp_space_query(space, &(trp_query){.area = trp_rectangle(x, y, width, height), .mask = SOLDIER}, add_to_selection, NULL);
}

static void order_to(float x, float y)
{
    float row = y - (float)trp_group_measure(&selected) / 2;
    trp_group_each_of (soldier, body.actor, it, &selected) /* the dead are not in it */
        it->goal_x = x, it->goal_y = row++;
}

/* Drawing: a letter per actor, in the order of the pools. */
static void draw(const trp_actor *self, const trp_view *view)
{
    char(*map)[COLUMNS + 1] = view->target;
    const body *b = trp_as(body, self);
    const int column = (int)b->x, row = (int)b->y;
    if (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS)
        map[row][column] = *(const char *)view->user;
}

static void show(const char *title)
{
    char map[ROWS][COLUMNS + 1];
    memset(map, ' ', sizeof map);
    trp_draw_all(world, map, 1);
    printf("%s: tick %u, wave %d, %u soldiers, %d raiders slain, gold %d\n", title,
           (unsigned)trp_world_ticks(world), (int)realm.wave, (unsigned)trp_pool_count(soldiers),
           (int)realm.fallen, (int)realm.gold);
    for (int row = 0; row < ROWS; row++)
        printf("|%.*s|\n", COLUMNS, map[row]);
}

/* What saves contain. The names in a file are those of the members. */

#define BODY(type) TRP_FIELD(type, body.x), TRP_FIELD(type, body.y)
static const trp_field wall_fields[] = {BODY(wall), TRP_FIELD(wall, health), TRP_FIELDS_END};
static const trp_fields wall_type = TRP_FIELDS(wall, 1, wall_fields);
static const trp_field turret_fields[] = {BODY(turret), TRP_FIELD(turret, shots), TRP_FIELDS_END};
static const trp_fields turret_type = TRP_FIELDS(turret, 1, turret_fields);
static const trp_field arrow_fields[] = {BODY(arrow), TRP_FIELD(arrow, target),
                                         TRP_FIELD(arrow, until), TRP_FIELDS_END};
static const trp_fields arrow_type = TRP_FIELDS(arrow, 1, arrow_fields);
static const trp_field raider_fields[] = {BODY(raider), TRP_FIELD(raider, health),
                                          TRP_FIELD(raider, prey), TRP_FIELDS_END};
static const trp_fields raider_type = TRP_FIELDS(raider, 1, raider_fields);
static const trp_choice kinds[] = {
    TRP_ENUMERATOR(HORN),         TRP_ENUMERATOR(WALL_FELL), TRP_ENUMERATOR(RAIDER_FELL),
    TRP_ENUMERATOR(SOLDIER_FELL), TRP_ENUMERATOR(HARVEST),   TRP_ENUMERATORS_END(HARVEST)};
static const trp_field news_fields[] = {TRP_FIELD_ENUM(news, kind, kinds), TRP_FIELD(news, number),
                                        TRP_FIELDS_END};
static const trp_fields news_type = TRP_FIELDS(news, 1, news_fields);
typedef struct realm realm_state;
static const trp_field realm_fields[] = {
    TRP_FIELD(realm_state, seed), TRP_FIELD(realm_state, gold), TRP_FIELD(realm_state, wave),
    TRP_FIELD(realm_state, fallen), TRP_FIELD(realm_state, turrets_lost), TRP_FIELDS_END};
static const trp_fields realm_type = TRP_FIELDS(realm_state, 1, realm_fields);

#if VERSION == 1
static const trp_field soldier_fields[] = {
    BODY(soldier), TRP_FIELD(soldier, hp), TRP_FIELD(soldier, goal_x), TRP_FIELD(soldier, goal_y),
    TRP_FIELDS_END};
#else
static const int32_t no_kills = 0;
static const trp_field soldier_fields[] = {
    BODY(soldier), TRP_FIELD_WAS(soldier, health, "hp"),
    TRP_FIELD_SINCE(soldier, kills, 2, &no_kills), TRP_FIELD(soldier, goal_x),
    TRP_FIELD(soldier, goal_y), TRP_FIELDS_END};
static const trp_field farm_fields[] = {BODY(farm), TRP_FIELD(farm, harvests), TRP_FIELDS_END};
static const trp_fields farm_type = TRP_FIELDS(farm, 1, farm_fields);
#endif
static const trp_fields soldier_type = TRP_FIELDS(soldier, VERSION, soldier_fields);

/* Set-up: the same objects before a load as at the start. */

static trp_pool *add_pool(trp_pool_desc desc, char letter, const trp_fields *fields,
                          uint32_t category)
{
    static char letters[] = "%#T-rS"; /* `user` is not const */
    desc.draw = draw;
    desc.fields = fields;
    desc.user = strchr(letters, letter);
    trp_pool *pool = trp_pool_create(world, &desc);
    if (category != 0)
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){
            .box = TRP_BOX(body, x, y, width, height), .category = category});
    return pool;
}

static void set_up(void)
{
    static trp_region realm_region;
    world = trp_world_create(NULL);
    space = trp_space_create(world, &(trp_space_desc){.name = "field", .capacity = 512});
#if VERSION >= 2
    farms = add_pool((trp_pool_desc){.type = TRP_TYPE(farm, body.actor), .capacity = 8,
        .update = farm_update}, '%', &farm_type, 0);
#endif
    walls = add_pool((trp_pool_desc){.type = TRP_TYPE(wall, body.actor), .capacity = 16,
        .on_end = wall_end}, '#', &wall_type, WALL);
    turrets = add_pool((trp_pool_desc){.type = TRP_TYPE(turret, body.actor), .capacity = 16,
        .update = turret_update, .on_end = turret_end}, 'T', &turret_type, 0);
    arrows = add_pool((trp_pool_desc){.type = TRP_TYPE(arrow, body.actor), .capacity = 128,
        .when_full = TRP_FULL_STEAL_NEXT, .update = arrow_update,
        .lifetime = TRP_LIFETIME_BY(arrow, until, TRP_CLOCK_TICKS)}, '-', &arrow_type, 0);
    raiders = add_pool((trp_pool_desc){.type = TRP_TYPE(raider, body.actor), .capacity = 256,
        .update = raider_update, .on_end = raider_end}, 'r', &raider_type, RAIDER);
    soldiers = add_pool((trp_pool_desc){.type = TRP_TYPE(soldier, body.actor), .capacity = 64,
        .update = soldier_update, .on_end = soldier_end}, 'S', &soldier_type, SOLDIER);
    trp_family_init(&castle, world, NULL);
    trp_family_add(&castle, walls);
    trp_family_add(&castle, turrets);
    trp_group_init(&selected, world, &(trp_group_desc){.name = "selected", .unique = true,
        .type = TRP_TYPE(soldier, body.actor)});
    queue = trp_queue_create(world, &(trp_queue_desc){.name = "news", .size = sizeof(news),
        .capacity = 64, .play = play_news, .fields = &news_type});
    realm_region = (trp_region){.name = "realm", .start = &realm, .bytes = sizeof realm,
        .fields = &realm_type};
    trp_region_add(world, &realm_region);
}

/* What version 1 did not have. */
static void add_farms(void)
{
#if VERSION >= 2
    trp_pool_set_interval(farms, 60, TRP_INTERVAL_TOGETHER);
    for (int i = 0; i < 3; i++)
        trp_create(farms, &(farm){.body = {.x = COLUMNS - 12, .y = (float)(1 + 4 * i)}});
#endif
}

static void begin(void)
{
    realm = (struct realm){.seed = 1};
    trp_pool_set_interval(turrets, 10, TRP_INTERVAL_STAGGERED);
    add_farms();
    for (int row = 0; row < ROWS; row += 2) {
        const float y = (float)row;
        trp_actor *below = trp_create(walls, &(wall){.body = {.x = 44, .y = y}, .health = 40});
        trp_actor *above = trp_create(turrets, &(turret){.body = {.x = 45, .y = y}});
        trp_family_attach(&castle, below, above); /* it ends with its wall */
    }
    for (int i = 0; i < 8; i++)
        recruit(50, (float)(i + 1));
}

static void play_until(uint64_t tick)
{
    while (trp_world_ticks(world) < tick) {
        const uint64_t now = trp_world_ticks(world);
        if (now % 240 == 0)
            trp_queue_post(queue, &(news){HORN, 0});
        if (now == 60) {
            select_rectangle(48, 0, 10, ROWS);
            order_to(40, 5);
        }
        if (now == 520) {
            select_rectangle(30, 0, COLUMNS, ROWS);
            order_to(47, 5);
        }
        trp_update_all(world, 1.0f / 60);
    }
}

/* Files */

static bool write_to_file(const void *bytes, size_t size, void *arg)
{
    return fwrite(bytes, 1, size, arg) == size;
}

static bool save_to(FILE *file)
{
    const trp_save_desc desc = {.game = "Castle", .version = VERSION};
    return file != NULL && trp_save(world, &desc, write_to_file, file) == TRP_OK &&
           fflush(file) == 0;
}

static void tell(const trp_load_problem *problem, void *user)
{
    (void)user;
    printf("%s\n", problem->text);
}

/* A load is all or nothing: a refused save leaves the world as it was. */
static bool load_from(FILE *file)
{
    static unsigned char bytes[1 << 18];
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    trp_save_info info;
    const trp_load_desc desc = {
        .game = "Castle", .version = VERSION, .oldest = 1, .on_problem = tell};
    if (trp_load(world, bytes, size, &desc) != TRP_OK ||
        trp_save_read_info(bytes, size, &info) != TRP_OK)
        return false;
    printf("loaded: a save of version %u\n", (unsigned)info.version);
    if (info.version < 2)
        add_farms();
    return true;
}

/* `castle` plays, saves, plays on, and continues the save. `castle save FILE` and
 * `castle load FILE` are two runs. */
int main(int argc, char **argv)
{
    set_up();
    if (argc == 3 && strcmp(argv[1], "load") == 0) {
        FILE *file = fopen(argv[2], "rb");
        if (!load_from(file))
            return fprintf(stderr, "%s: not loaded\n", argv[2]), 1;
        fclose(file);
        show("continued");
        play_until(780);
        show("at the end");
        return trp_world_destroy(world) != TRP_OK;
    }
    loud = argc == 1;
    begin();
    play_until(360);
    if (argc == 3) {
        FILE *file = fopen(argv[2], "wb");
        const bool saved = save_to(file);
        return !saved || fclose(file) != 0 || trp_world_destroy(world) != TRP_OK;
    }
    show("in the middle");
    FILE *file = tmpfile();
    if (!save_to(file))
        return 1;
    play_until(780);
    show("at the end");
    const uint64_t hash = trp_hash_world(world);
    trp_world_destroy(world);

    loud = false;
    set_up();
    rewind(file);
    if (!load_from(file))
        return 1;
    play_until(780);
    printf("played again from the save: %s\n",
           trp_hash_world(world) == hash ? "the same" : "different");
    fclose(file);
    return trp_world_destroy(world) != TRP_OK;
}
