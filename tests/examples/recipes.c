/* The README's task index: each recipe of it stands in here, line by line, and is run.
 * clang-format off: as the README has them */
#define TRP_PLACES /* for "what killed my boss?"; usually a compiler option, -DTRP_PLACES */
#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/history.h"
#include "troupe/interval.h"
#include "troupe/parallel.h"
#include "troupe/queue.h"
#include "troupe/save.h"
#include "troupe/troupe.h"

#include <pthread.h>
#include <stdio.h>

enum { GAME, MENU, LAYERS }; /* layers, in the order of updating and drawing */
enum { BULLET = 1, ENEMY = 2 }; /* categories, bits */

/* A base struct, for several types of actor. */
typedef struct body { trp_actor actor; float x, y, width, height; } body;
typedef struct enemy { body body; int health; trp_handle target; } enemy;
typedef struct bullet { body body; trp_time until; } bullet;
typedef struct button { trp_actor actor; int presses; } button;

static trp_world *world;
static trp_pool *bullets, *enemies, *buttons;
static trp_space *space;

static void print(const char *text, void *file)
{
    fputs(text, (FILE *)file);
}

static void push(trp_actor *self, const trp_context *in) /* for each struct that begins with a body */
{
    trp_as(body, self)->x += 60 * in->dt;
}

static void die_after_two_seconds(void)
{
    bullets = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(bullet, body.actor),
        .capacity = 512, .lifetime = TRP_LIFETIME(bullet, until), .update = push});
    trp_create(bullets, &(bullet){.until = trp_time_in(bullets, trp_seconds(2))});
    for (int i = 0; i < 119; i++)
        trp_update_all(world, 1.0f / 60);
    printf("bullets after 119 ticks: %u", trp_pool_count(bullets));
    trp_update_all(world, 1.0f / 60);
    printf(", after 120: %u\n", trp_pool_count(bullets));
}

static void button_update(trp_actor *self, const trp_context *in)
{
    (void)in;
    trp_as(button, self)->presses++;
}

static void set_up(void)
{
    world = trp_world_create(&(trp_world_desc){.layers = LAYERS}); /* desc.layer of a pool says which */
    enemies = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(enemy, body.actor),
                                                      .capacity = 64, .layer = GAME, .update = push});
    buttons = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(button, actor),
                                                      .capacity = 8, .layer = MENU,
                                                      .update = button_update});
    space = trp_space_create(world, &(trp_space_desc){.capacity = 1024});
    trp_space_add_pool(space, enemies, &(trp_space_pool_desc){.category = ENEMY, .mask = BULLET,
        .box = TRP_BOX(enemy, body.x, body.y, body.width, body.height)}); /* adjacent floats */
}

static enemy *spawn(float x)
{
    enemy init = {.body = {.x = x, .width = 8, .height = 8}, .health = 3};
    return trp_as_in(enemy, body.actor, trp_create(enemies, &init));
}

static void pause_game(void)
{
    enemy *e = spawn(0);
    trp_create(buttons, NULL);
    trp_layer_set_enabled(world, GAME, false); /* paused; MENU continues */
    trp_update_all(world, 1);
    trp_layer_set_enabled(world, GAME, true);
    trp_layer_set_time_scale(world, GAME, 0.25f);  /* slow motion */
    trp_update_all(world, 1);
    printf("paused, then slow: x = %.0f; updates of the menu: %d\n", (double)e->body.x,
           trp_as(button, trp_pool_at(buttons, 0))->presses);
    trp_layer_set_time_scale(world, GAME, 1);
}

static void restart(void)
{
    trp_layer_clear(world, GAME, NULL); /* all its actors end, their handles are dead; pools stay */
    printf("after a restart: %u in the game, %u in the menu\n", trp_layer_info(world, GAME).live,
           trp_layer_info(world, MENU).live);
}

static void remember(void)
{
    enemy *hunter = spawn(0), *prey = spawn(20);
    hunter->target = trp_handle_of(world, &prey->body.actor); /* keep a handle, not a pointer */
    trp_recycle(world, &prey->body.actor);
    trp_actor *target = trp_get(world, hunter->target); /* NULL: that life is over */
    printf("the target: %s\n", target ? "here" : "gone");
    trp_layer_clear(world, GAME, NULL);
}

static void burn(trp_actor *self, const trp_context *in)
{
    const int *damage = in->arg;
    enemy *e = trp_as_in(enemy, body.actor, self);
    if ((e->health -= *damage) <= 0)
        trp_recycle(world, self);
}

static void near_and_far(void)
{
    float x = 50, y = 0;
    int damage = 3;
    for (int i = 0; i < 10; i++)
        spawn(20 * (float)i);
    trp_handle nearest = trp_space_nearest(space, x, y, 200, ENEMY); /* boxes of the last tick */
    if (trp_get(world, nearest))
        printf("nearest: x = %.0f\n", (double)trp_as(body, trp_get(world, nearest))->x);
    trp_query blast = {.area = trp_circle(x, y, 30), .mask = ENEMY}; /* an explosion */
    trp_space_query(space, &blast, burn, &damage);
    printf("enemies left: %u\n", trp_pool_count(enemies));
}

static void hit(trp_actor *shot, trp_actor *target, const trp_pair_context *in)
{
    trp_recycle(in->world, shot);
    trp_recycle(in->world, target);
}

static void collide(void)
{
    trp_space_add_pool(space, bullets, &(trp_space_pool_desc){.category = BULLET, .mask = ENEMY,
        .box = TRP_BOX(bullet, body.x, body.y, body.width, body.height)});
    trp_create(bullets, &(bullet){.body = {.x = 100, .y = 4, .width = 2, .height = 2}});
    trp_space_pairs(space, &(trp_pairing){.a = BULLET, .b = ENEMY}, hit, NULL); /* a: the bullet */
    printf("after the hit: %u bullets, %u enemies\n", trp_pool_count(bullets),
           trp_pool_count(enemies));
    trp_layer_clear(world, GAME, NULL);
}

#define SHOT_DOWN TRP_REASON_OWN(0) /* a reason of the game: reasons[0] is its name */

static void who_did_it(void)
{
    static trp_black_box box;
    static trp_record records[256];
    static const char *const reasons[] = {"shot down"};
    trp_black_box_start(&box, world, &(trp_black_box_desc){.records = records,
        .records_bytes = sizeof records, .reasons = reasons, .reason_count = 1});
    trp_actor *e = &spawn(0)->body.actor, *shot = trp_create(bullets, NULL);
    trp_handle boss = trp_handle_of(world, e);
    trp_recycle_with(world, e, &(trp_ending){.reason = SHOT_DOWN, .cause = trp_handle_of(world, shot)});
    trp_print_why(world, boss, print, stdout);
    trp_black_box_stop(&box);
}

#define STEP (1.0f / 60) /* seconds per tick */

static float lag; /* time that no tick has covered yet */
static trp_history rewinding;

static void read_keys(void)
{
}

static void frame(float elapsed, void *screen)
{
    for (lag += elapsed; lag >= STEP; lag -= STEP) {
        trp_history_save(&rewinding); /* first: what follows is done again after a restore */
        read_keys();                  /* the game's own: what a tick depends on */
        trp_update_all(world, STEP);  /* timers, updates, boxes of spaces, then queues */
        trp_space_pairs(space, &(trp_pairing){.a = BULLET, .b = ENEMY}, hit, NULL);
    }
    trp_draw_all(world, screen, lag / STEP); /* calls each pool's draw; changes nothing */
}

static void whole_frames(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 18];
    const float elapsed[] = {0.005f, 0.020f, 0.034f};
    const uint64_t before = trp_world_ticks(world);
    trp_history_open(&rewinding, world, &(trp_history_desc){.memory = memory, .bytes = sizeof memory});
    for (int i = 0; i < 3; i++)
        frame(elapsed[i], NULL);
    printf("59 ms: %u ticks\n", (unsigned)(trp_world_ticks(world) - before));
    trp_history_close(&rewinding);
}

static void cool_down(void)
{
    trp_timers *reload = trp_timers_create(enemies, NULL);
    trp_actor *self = &spawn(0)->body.actor;
    int shots = 0;
    for (int i = 0; i < 60; i++) {
        if (!trp_timer_is_running(reload, self)) {
            shots++; /* fire here */
            trp_timer_start(reload, self, trp_seconds(0.25f));
        }
        trp_update_all(world, 1.0f / 60);
    }
    printf("shots in a second: %d\n", shots);
    trp_layer_clear(world, GAME, NULL);
    trp_timers_destroy(reload);
}

static void think_rarely(void)
{
    trp_pool_set_interval(enemies, 4, TRP_INTERVAL_STAGGERED); /* a quarter of them in each tick */
    enemy *e = spawn(0);
    for (int i = 0; i < 8; i++)
        trp_update_all(world, 0.25f);
    printf("two seconds, in two updates: x = %.0f\n", (double)e->body.x);
    trp_pool_set_interval(enemies, 1, TRP_INTERVAL_TOGETHER);
}

typedef struct sound { const char *name; } sound;

static void play(const void *event, const trp_context *in)
{
    (void)in;
    printf("played: %s\n", ((const sound *)event)->name);
}

static void later(void)
{
    trp_queue *sounds = trp_queue_create(world, &(trp_queue_desc){.size = sizeof(sound),
                                                                  .capacity = 64, .play = play});
    trp_queue_post(sounds, &(sound){"boom"}); /* from any callback; played after the tick */
    trp_update_all(world, 1.0f / 60);
    trp_queue_destroy(sounds);
}

static void go_back(void)
{
    trp_layer_clear(world, GAME, NULL);
    enemy *e = spawn(0);
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 18];
    static trp_history past;
    trp_history_open(&past, world, &(trp_history_desc){.memory = memory, .bytes = sizeof memory});
    for (int i = 0; i < 60; i++) {
        trp_history_save(&past);          /* before each tick */
        trp_update_all(world, 1.0f / 60);
    }
    trp_history_restore(&past, trp_world_ticks(world) - 30);  /* half a second ago */
    printf("rewound: x = %.0f\n", (double)e->body.x);
    trp_history_close(&past);
}

static void save_point(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 18];
    size_t used;
    trp_snapshot_save(world, memory, sizeof memory, &used);
    trp_layer_clear(world, GAME, NULL);
    trp_snapshot_restore(world, memory, used); /* the world is as it was; own memory: in a trp_region */
    printf("restored: %u enemies\n", trp_pool_count(enemies));
}

typedef struct guard { trp_actor actor; float x; int32_t hp; } guard;

static const trp_field guard_fields[] = {TRP_FIELD(guard, x), TRP_FIELD(guard, hp), TRP_FIELDS_END};
static const trp_fields guard_type = TRP_FIELDS(guard, 1, guard_fields);

static bool write_to_file(const void *bytes, size_t size, void *file)
{
    return fwrite(bytes, 1, size, file) == size;
}

static void on_problem(const trp_load_problem *problem, void *user)
{
    (void)user;
    fprintf(stderr, "%s\n", problem->text); /* why the save was refused */
}

static void save_to_file(void)
{
    static unsigned char bytes[1 << 16];
    FILE *file = tmpfile();
    trp_world *castle = trp_world_create(NULL);
    trp_pool *guards = trp_pool_create(castle, &(trp_pool_desc){.name = "guard",
        .type = TRP_TYPE(guard, actor), .capacity = 8,
        .fields = &guard_type}); /* the members that a save contains */
    guard *g = trp_as(guard, trp_create(guards, &(guard){.x = 5, .hp = 40}));
    trp_save(castle, &(trp_save_desc){.game = "Castle", .version = 1}, write_to_file, file);
    rewind(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    g->hp = 0;
    const trp_load_desc how = {.game = "Castle", .version = 1, .on_problem = on_problem};
    if (trp_load(castle, bytes, size, &how) != TRP_OK)
        puts("not loaded; the world is as it was");
    printf("loaded: a guard with %d hp\n", (int)g->hp);
    trp_world_destroy(castle);
}

typedef struct drop { trp_actor actor; float y; } drop;

static void rain_update(trp_part *part, const trp_context *in) /* on any thread, once per part */
{
    trp_part_each (drop, it, part)
        if ((it->y -= in->dt) < 0)
            trp_part_end(part, trp_handle_of(in->world, &it->actor), NULL);
}

typedef struct odd_parts { uint32_t parts; trp_run_part_fn *run; void *task; } odd_parts;

static void *run_odd_parts(void *these)
{
    const odd_parts *o = these;
    for (uint32_t number = 1; number < o->parts; number += 2)
        o->run(number, o->task);
    return NULL;
}

static void on_two_threads(uint32_t parts, trp_run_part_fn *run, void *task, void *user)
{
    odd_parts odd = {parts, run, task};
    pthread_t other;
    (void)user;
    pthread_create(&other, NULL, run_odd_parts, &odd);
    for (uint32_t number = 0; number < parts; number += 2)
        run(number, task);
    pthread_join(other, NULL);
}

static void in_parts(void)
{
    trp_world *sky = trp_world_create(NULL);
    trp_pool *rain = trp_pool_create(sky, &(trp_pool_desc){.type = TRP_TYPE(drop, actor), .capacity = 4096,
        .parallel = TRP_PARALLEL(&(trp_parallel_desc){.update = rain_update, .parallel_for = on_two_threads})});
    for (int i = 0; i < 4096; i++)
        trp_create(rain, &(drop){.y = 0.5f + (float)(i % 2)});
    trp_update_all(sky, 1);
    printf("drops: %u\n", trp_pool_count(rain));
    trp_world_destroy(sky);
}

static bool is_out(const trp_actor *self, const trp_context *in)
{
    const float *edge = in->arg;
    return trp_as(body, self)->x > *edge;
}

static void draw_bullet(const trp_actor *self, const trp_view *view)
{
    const body *b = trp_as(body, self); /* view->alpha: the position between ticks */
    printf("drawn on the %s: x = %.0f\n", (const char *)view->target, (double)b->x);
}

static void sparks_and_drawing(void)
{
    trp_pool *sparks = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(bullet, body.actor),
        .capacity = 10, .reserve = 6, .when_full = TRP_FULL_STEAL_NEXT, .draw = draw_bullet});
    for (int i = 0; i < 20; i++)
        trp_create_with(sparks, &(trp_birth){.optional = true}); /* NULL if only the reserve is left */
    printf("sparks: %u\n", trp_pool_count(sparks));
    trp_pool_clear(sparks, NULL);
    for (int i = 0; i < 20; i++)
        trp_create(sparks, &(bullet){.body = {.x = (float)i}}); /* a full pool reuses another slot */
    printf("stolen: %u\n", (unsigned)trp_pool_info(sparks).stolen);
    trp_pool_clear(sparks, NULL);
    trp_create(sparks, NULL);
    trp_draw_all(world, "screen", 0);
    trp_pool_clear(sparks, NULL);
}

static void *simulate(void *result) /* one world per thread */
{
    trp_world *mine = trp_world_create(NULL);
    for (int i = 0; i < 60; i++)
        trp_update_all(mine, 1.0f / 60);
    *(uint64_t *)result = trp_world_ticks(mine);
    trp_world_destroy(mine);
    return NULL;
}

static void two_threads(void)
{
    pthread_t thread[2];
    uint64_t ticks[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, simulate, &ticks[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    printf("two threads: %u and %u ticks\n", (unsigned)ticks[0], (unsigned)ticks[1]);
}

static void no_malloc(void)
{
#define BYTES (TRP_WORLD_BYTES + TRP_POOL_BYTES(bullet, 64))
    static _Alignas(TRP_ALIGNMENT) unsigned char block[BYTES];
    trp_world *small = trp_world_init(block, sizeof block, NULL);
    trp_pool *few = trp_pool_create(small, &(trp_pool_desc){.type = TRP_TYPE(bullet, body.actor),
                                                            .capacity = 64});
    printf("without malloc: %u slots\n", trp_pool_info(few).slots);
    trp_world_destroy(small);
}

static void many(void)
{
    float edge = 100;
    trp_layer_clear(world, GAME, NULL);
    spawn(50);
    spawn(150);
    trp_pool_recycle_if(enemies, NULL, is_out, &edge);
    printf("inside: %u\n", trp_pool_info(enemies).active);
}

static void squads(void)
{
    trp_family crew;
    trp_group selected;
    trp_family_init(&crew, world, NULL);
    trp_family_add(&crew, enemies);
    trp_group_init(&selected, world, NULL);
    trp_actor *tank = &spawn(0)->body.actor, *turret = &spawn(0)->body.actor;
    trp_family_attach(&crew, tank, turret); /* the turret ends with the tank */
    trp_group_add(&selected, turret); /* ... and leaves all groups when it ends */
    trp_recycle(world, tank);
    printf("selected: %u\n", trp_group_measure(&selected));
    trp_group_free(&selected); /* local structs are freed before their end */
    trp_family_free(&crew);
}

int main(void)
{
    set_up();
    die_after_two_seconds();
    pause_game();
    restart();
    remember();
    near_and_far();
    collide();
    who_did_it();
    whole_frames();
    cool_down();
    think_rarely();
    later();
    go_back();
    save_point();
    save_to_file();
    in_parts();
    many();
    sparks_and_drawing();
    two_threads();
    no_malloc();
    squads();
    trp_world_destroy(world);
    return 0;
}
