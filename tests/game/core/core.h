/**
 * @file core.h What the core's files share: layers, pools, all kinds of actors, and the game's
 * struct at the end. Front ends include game.h instead.
 */
#ifndef CORE_H
#define CORE_H

#define TRP_PLACES /* births and ends record file and line, for the black box (report.h) */

#include "angle.h"
#include "bulletml/pattern.h"
#include "game.h"
#include "random.h"
#include "troupe/family.h"
#include "troupe/fields.h"
#include "troupe/inspect.h"
#include "troupe/snapshot.h"
#include "troupe/troupe.h"

/** Layers, in the order of updates and drawing. The layers of enemies and bullets have their own
 * time, the enemies' time, which a graze slows down. A pause stops all layers after the sky. */
typedef enum layer_id {
    LAYER_SKY,
    LAYER_PICKUPS,
    LAYER_PLAYER,
    LAYER_ENEMIES,
    LAYER_EFFECTS,
    LAYER_BULLETS,
    LAYER_COUNT
} layer_id;

/** Pools, in the order in which they are created. */
typedef enum pool_id {
    POOL_STARS,
    POOL_PICKUPS,
    POOL_SHIP,
    POOL_AURA,
    POOL_SHOTS,
    POOL_MISSILES,
    POOL_ENEMIES,
    POOL_GUNS, /* after the enemies that carry them */
    POOL_PARTICLES,
    POOL_BULLETS,
    POOL_STEERED,
    POOL_COUNT
} pool_id;

/** Tables of timers, in the order in which they are created. They count the ticks in which the
 * pool's layer is enabled. The guns' rest counts the enemies' time. */
typedef enum timers_id {
    TIMERS_RELOAD,   /* of the ship: until it can shoot */
    TIMERS_MISSILES, /* of the ship: until the next missiles */
    TIMERS_SHIELD,   /* of the ship: while it is shielded */
    TIMERS_AWAY,     /* of the ship: until it returns */
    TIMERS_SLOW,     /* of the ship: while the enemies' time is slow */
    TIMERS_GRAZE,    /* of the ship: until another graze can slow it */
    TIMERS_FLASH,    /* of enemies: while a hit one is drawn brighter */
    TIMERS_REST,     /* of guns: until the pattern starts */
    TIMERS_COUNT
} timers_id;

/** Categories in space, as bits. A pair begins with the lower category. */
typedef enum category {
    CATEGORY_SHIP = 1 << 0,
    CATEGORY_AURA = 1 << 1, /* of a ship: grazes bullets and attracts pickups */
    CATEGORY_SHOT = 1 << 2, /* including missiles */
    CATEGORY_PICKUP = 1 << 3,
    CATEGORY_BULLET = 1 << 4,
    CATEGORY_ENEMY = 1 << 5
} category;

/** The base struct of all actors. trp_as(body, actor) is valid for each of them. */
typedef struct body {
    trp_actor actor;
    float x, y;         /* the middle */
    float old_x, old_y; /* one tick ago, for interpolation */
    float radius;       /* of the area that can be hit */
    angle heading;
    uint8_t kind; /* game_kind */
    uint8_t color;
} body;

/** TRP_TYPE for a struct that begins with a member `body`. */
#define BODY_TYPE(type) TRP_TYPE(type, body.actor)
/** The fields of its body, for the table of fields of such a struct. */
#define BODY_FIELDS(type)                                                                          \
    TRP_FIELD(type, body.x), TRP_FIELD(type, body.y), TRP_FIELD(type, body.old_x),                 \
        TRP_FIELD(type, body.old_y), TRP_FIELD(type, body.radius), TRP_FIELD(type, body.heading),  \
        TRP_FIELD(type, body.kind), TRP_FIELD(type, body.color)
/** The fields of a struct that is only a body. */
extern const trp_fields body_fields;
/** trp_as for a struct that begins with a member `body`. */
#define body_as(type, self) trp_as_in(type, body.actor, self)

/** Sets the position, and the old position as well. */
void body_place(body *b, float x, float y);

/** Moves a body in a tick. */
static inline void body_move(body *b, float dx, float dy)
{
    b->old_x = b->x;
    b->old_y = b->y;
    b->x += dx;
    b->y += dy;
}

/** True if the body is further than `margin` outside the field. */
bool body_is_outside(const body *b, float margin);
/** True if the two circles overlap. */
bool body_touches(const body *a, const body *b);
/** The direction from one body to another. */
angle body_direction(const body *from, const body *to);

/** The `user` of a pool's callbacks: the game, and the update given to body_pool(). */
typedef struct pool_calls {
    game *g;
    trp_actor_fn *update;
} pool_calls;

/** Creates pool `id` of the game, with the fields of its struct. False: there is no memory.
 * Callbacks find the game by core_game_of(). While the game is muted (measure.c), the update is not
 * called. */
bool body_pool(game *g, pool_id id, trp_pool_desc desc, const trp_fields *fields);
/** Creates timers for pool `of`. False: there is no memory. */
bool body_timers(game *g, timers_id id, trp_timers_desc desc, pool_id of);
/** The game, from the `user` of a tick or a view. */
static inline game *core_game_of(void *user)
{
    return ((const pool_calls *)user)->g;
}
/** Adds a pool's actors to the space: `what` and `meets` are categories. */
bool body_enters_space(game *g, pool_id id, uint32_t what, uint32_t meets);

/** Draws a body with another size, and an opacity up to 255. */
void body_draw_as(const body *b, const trp_view *view, float size, uint32_t opacity);

/** The `target` of a drawing: the array that game_draw() fills. */
typedef struct sink {
    game_sprite *sprites;
    uint32_t count;
    uint32_t max;
} sink;

/** Records an event of this tick. */
void game_notify(game *g, game_event_kind kind, float x, float y);
/** Adds to the score. Some scores give an extra life. */
void game_score(game *g, uint32_t points);

/* -- patterns.c: The game's BulletML patterns, and the look of their bullets, which BulletML
 * does not define. */

/** The patterns: identifier, file, and the look of their bullets (pattern_look). */
#define PATTERNS(PATTERN)                                                                          \
    PATTERN(AIMED, aimed, GAME_BULLET_NEEDLE, 6, 2)                                                \
    PATTERN(FAN, fan, GAME_BULLET_NEEDLE, 11, 2)                                                   \
    PATTERN(RING, ring, GAME_BULLET_ROUND, 6, 3)                                                   \
    PATTERN(BURST, burst, GAME_BULLET_BIG, 7, 5)                                                   \
    PATTERN(CURTAIN, curtain, GAME_BULLET_ROUND, 9, 3)                                             \
    PATTERN(WHIRL, whirl, GAME_BULLET_ROUND, 10, 3)                                                \
    PATTERN(CHASE, chase, GAME_BULLET_ROUND, 7, 3)                                                 \
    PATTERN(VOLLEY, volley, GAME_BULLET_NEEDLE, 7, 2)                                              \
    PATTERN(WALL, wall, GAME_BULLET_ROUND, 10, 3)                                                  \
    PATTERN(NET, net, GAME_BULLET_ROUND, 9, 3)                                                     \
    PATTERN(ORBIT, orbit, GAME_BULLET_ROUND, 10, 3)                                                \
    PATTERN(FOUNTAIN, fountain, GAME_BULLET_ROUND, 6, 3)                                           \
    PATTERN(FIREWORK, firework, GAME_BULLET_ROUND, 6, 3)                                           \
    PATTERN(PINWHEEL, pinwheel, GAME_BULLET_ROUND, 10, 3)                                          \
    PATTERN(ROSETTE, rosette, GAME_BULLET_ROUND, 6, 3)                                             \
    PATTERN(BOSS_GATE, boss_gate, GAME_BULLET_ROUND, 6, 3)                                         \
    PATTERN(BOSS_STORM, boss_storm, GAME_BULLET_ROUND, 9, 3)                                       \
    PATTERN(BOSS_HEART, boss_heart, GAME_BULLET_ROUND, 10, 3)

#define PATTERN_ID(id, file, kind, color, radius) PATTERN_##id,
typedef enum pattern_id {
    PATTERN_NONE,
    PATTERNS(PATTERN_ID) PATTERN_GIVEN, /* options.pattern */
    PATTERN_COUNT
} pattern_id;

typedef struct pattern_look {
    uint8_t kind;  /* GAME_BULLET_* */
    uint8_t color; /* steered bullets have the next colour */
    float radius;
} pattern_look;

/** The fields of the interpreter's state of a bullet or a gun. */
extern const trp_fields patterns_motion;
extern const trp_fields patterns_runner;

/** Opens all tables. False: one is damaged. */
bool patterns_init(game *g);
pattern_look patterns_look(pattern_id id);
/** The name of the pattern's file, without its suffix. */
const char *patterns_name(pattern_id id);

/* -- enemy.c: Enemies, including the parts of a boss. */

/** The type of an enemy: a row of the table in enemy.c. */
typedef enum enemy_type {
    ENEMY_DRONE,
    ENEMY_DART,
    ENEMY_SPINNER,
    ENEMY_GUNSHIP,
    ENEMY_CORE,
    ENEMY_WING,
    ENEMY_TURRET,
    ENEMY_TYPES
} enemy_type;

/** The path of an enemy. */
typedef enum enemy_path {
    PATH_SINE,   /* down, swaying */
    PATH_SWOOP,  /* down, then away to the nearer side */
    PATH_CROSS,  /* across the field from one side to the other */
    PATH_HOLD,   /* down to some height, stays there, and leaves */
    PATH_CHARGE, /* waits, then flies towards the ship */
    PATH_BOSS,   /* down, then to and fro for ever */
    PATH_PART    /* keeps its position relative to the parent */
} enemy_path;

typedef struct enemy {
    body body;
    int32_t health;
    uint8_t type;  /* enemy_type */
    uint8_t path;  /* enemy_path */
    uint8_t carry; /* game_kind of the pickup that it leaves; 0: none */
    float age;     /* ticks of the enemies' time */
    float from_x,
        from_y; /* the start of the path; for parts, the position relative to the parent */
    float speed;
} enemy;

/** The parameters of enemy_create(). */
typedef struct enemy_desc {
    enemy_type type;
    enemy_path path;
    float x, y;
    game_kind carry;
} enemy_desc;

enum { ENEMY_MAX = 64 };

bool enemy_init(game *g);
/** Creates an enemy. NULL: the pool is full. */
enemy *enemy_create(game *g, const enemy_desc *desc);
/** Damages an enemy, which may kill it. */
void enemy_hurt(game *g, trp_actor *self, int32_t damage);
/** Damages all enemies on the field. */
void enemy_hurt_all(game *g, int32_t damage);
/** The name of a type for the black box. */
const char *enemy_name(enemy_type type);

/* -- guns.c: Guns, which run BulletML patterns. A gun is a child of its enemy in the game's
 * family: it moves with the enemy and dies with it. */

typedef struct gun {
    body body;
    uint8_t pattern;   /* pattern_id */
    uint8_t maker;     /* enemy_type of its enemy */
    uint8_t tops;      /* the number of runners in use */
    uint8_t ended;     /* one bit per runner that has ended */
    uint16_t pause;    /* beats between an end of the pattern and its next start */
    bml_motion motion; /* motion by the pattern; the enemy's own motion is separate */
    bml_runner runners[BML_TOPS];
} gun;

enum { GUNS_MAX = 48 };

bool guns_init(game *g);
/** Gives an enemy a gun that repeats a pattern, with `pause` beats between. */
void guns_attach(game *g, trp_actor *owner, pattern_id pattern, uint32_t wait, uint32_t pause);
/** Removes the guns of an enemy, except those of its children. */
void guns_detach(game *g, trp_actor *owner);

/* -- boss.c: A boss is a family of enemies: a core with two wings, and two turrets on each wing.
 * If a part dies, its children die with it. */

typedef struct boss {
    trp_handle core; /* null or dead if there is no boss */
    uint32_t number; /* the number of the boss: each has its own patterns */
    uint32_t stage;  /* the number of lost wings */
    uint32_t full;   /* health of all its parts at the start */
    uint32_t health; /* the present health of all its parts */
} boss;

/** Creates boss `number`. */
void boss_enter(game *g, uint32_t number);
/** Updates the boss's health. Starts the patterns of the next stage when a wing is lost. */
void boss_step(game *g);
/** Creates a boss that plays options.pattern only. It is created again whenever it dies. */
void boss_enter_given(game *g);
/** The boss's name; "" without a boss. Never NULL. */
const char *boss_name(const game *g);

/* -- bullets.c: Enemies' bullets. Most fly straight. The interpreter steers those that have an
 * action; they have a pool of their own, since they need ten times the memory. */

typedef struct bullet {
    body body;
    float dx, dy;
} bullet;

typedef struct steered {
    body body;
    bml_motion motion;
    bml_runner runner;
    uint8_t pattern; /* pattern_id; PATTERN_NONE once its action has ended */
    uint8_t maker;   /* enemy_type of the enemy that fired it, for reports only */
} steered;

enum { BULLETS_MAX = 2048, BULLETS_MAX_STEERED = 512 };

bool bullets_init(game *g);
/** The number of live bullets. */
uint32_t bullets_count(const game *g);
/** Expires all bullets within a circle; each leaves a gem. */
void bullets_end_within(game *g, float x, float y, float radius);
/** What the interpreter's callbacks need to run a pattern. */
typedef struct shooter {
    game *g;
    const body *from; /* the body that fires the bullets */
    pattern_id pattern;
    uint8_t maker; /* enemy_type, for the black box */
} shooter;

/** Runs one tick of a runner. Returns the result of bml_run(). */
uint32_t bullets_run(shooter s, bml_runner *runner, bml_motion *motion);

/* -- missiles.c: Homing missiles. Each stores a handle of its target. The handle stays correct
 * however the target dies. */

typedef struct missile {
    body body;
    trp_handle target; /* null: none yet */
    float speed;
    trp_time until; /* the tick at which its fuel ends */
} missile;

enum { MISSILES_MAX = 32 };

bool missiles_init(game *g);
/** Launches two missiles from a ship. */
void missiles_launch(game *g, const body *ship);

/* -- player.c: The players' ships, and their shots. Each player has one ship, for the whole
 * game: it sleeps while it is away. So does its aura, a wider circle around it. Players are
 * numbered from 0. */

typedef struct shot {
    body body;
    float dx, dy;
} shot;

enum {
    PLAYER_SHOTS = 192,
    PLAYER_MAX_POWER = 4,
    PLAYER_MAX_BOMBS = 6,
    PLAYER_MARGIN = 10 /* the least distance to the edge of the field */
};

bool player_init(game *g);
/** How many players there are. */
uint32_t player_count(const game *g);
/** The player that a ship or an aura belongs to. */
uint32_t player_of(const game *g, const trp_actor *self);
/** Puts a ship at its start position, shielded. */
void player_enter(game *g, uint32_t player);
/** True if any ship is on the field. */
bool player_is_there(const game *g);
/** Whether this one is. */
bool player_has_ship(const game *g, uint32_t player);
/** Whether it is neither on the field nor about to return. */
bool player_is_out(const game *g, uint32_t player);
/** The ship on the field that is nearest to a place; while there is none: the first one, where it
 * was. */
const body *player_near(const game *g, float x, float y);
/** Whether a ship on the field is above this y. */
bool player_is_above(const game *g, float y);
/** Removes a ship from the field; it does not return. */
void player_leave(game *g, uint32_t player);
/** Lets the ship return after `ticks` ticks. */
void player_return_in(game *g, uint32_t player, uint32_t ticks);
/** Ticks for which the ship still cannot be hit. */
uint32_t player_shield(const game *g, uint32_t player);
/** The player's actions outside the ships' updates: bombs. */
void player_step(game *g);
/** The motion of the ship in one tick with these keys held. */
void player_course(uint32_t input, float *dx, float *dy);
/** Handles a hit by `killer`: the ship disappears for a while, and a ring ends all bullets. No
 * effect while the ship is shielded. */
void player_hit(game *g, uint32_t player, const trp_actor *killer);

/* -- pickups.c: Pickups that destroyed enemies leave: gems, power, bombs, lives. */

typedef struct pickup {
    body body;
    float dx, dy;
    bool attracted; /* it flies to the ship */
} pickup;

enum { PICKUPS_MAX = 384 };

bool pickups_init(game *g);
/** Creates a pickup of a kind GAME_PICKUP_*. `attracted`: it flies to the ship at once. */
void pickups_drop(game *g, game_kind kind, float x, float y, bool attracted);
/** Handles a contact with the ship's aura. */
void pickups_attract(trp_actor *self);
/** Handles a contact with the ship. */
void pickups_take(game *g, trp_actor *self);

/* -- effects.c: Particles: sparks, flashes, rings, pieces of hulls, smoke. If the pool is full,
 * a new particle takes the slot of another (TRP_FULL_STEAL_NEXT): among so many, the loss is not
 * visible. */

typedef struct particle {
    body body;
    float dx, dy;
    float drag; /* factor of its speed per tick */
    float grow; /* growth of its radius per tick */
    trp_time until;
    int16_t spin;     /* change of its heading per tick */
    uint16_t life;    /* ticks from its birth to its end */
    uint8_t opacity;  /* at the start */
    uint8_t is_quick; /* fades quickly at first, then slowly */
} particle;

enum {
    EFFECTS_MAX = 1536,
    EFFECTS_RESERVE = 384 /* slots that smoke and trails do not use */
};

bool effects_init(game *g);
/** An explosion of about `size` sparks: 10 for the smallest enemy, 90 for a boss. */
void effects_explosion(game *g, float x, float y, uint32_t size, uint32_t color);
void effects_ring(game *g, float x, float y, float grow, uint32_t color);
/** A short flash: a bright ball of `radius`. */
void effects_flash(game *g, float x, float y, float radius, uint32_t color);
/** A few sparks at a hit. */
void effects_hit(game *g, float x, float y, uint32_t color);
/** Sparks that fly away from the ship, at a graze. */
void effects_graze(game *g, const body *ship, float x, float y);
/** A puff in place of a bullet that ends. */
void effects_puff(game *g, float x, float y, uint32_t color);
/** Smoke after a missile, unless few slots are left. */
void effects_smoke(game *g, float x, float y);
/** The trail below the ship, unless few slots are left. */
void effects_trail(game *g, float x, float y);

/* -- sky.c: The background: stars at four depths. Nearer stars are larger and faster. */

typedef struct star {
    body body;
    float speed;
} star;

enum { SKY_STARS = 140 };

/** Creates the pool and fills the sky. */
bool sky_init(game *g);

/* -- effects.c: Effects of large events: the growing ring that ends bullets, after a bomb or a
 * death, and the explosions of a destroyed boss. */

/** All zero: no effect in progress. */
typedef struct sweep {
    float x, y;          /* the ring's middle */
    float radius;        /* bullets within it end; 0: no ring */
    float speed;         /* growth of the radius per tick */
    uint32_t ticks;      /* ticks for which it still grows */
    float wreck_x;       /* where a boss was */
    float wreck_y;       /* where a boss was */
    uint32_t explosions; /* ticks for which it explodes */
} sweep;

/** Starts a ring that grows from (x, y) over the whole field. */
void sweep_begin(game *g, float x, float y, float speed);
/** Starts the explosions of a boss at (x, y). */
void sweep_wreck(game *g, float x, float y);
/** Advances both by one tick. */
void sweep_step(game *g);

/* -- waves.c: The sequence of enemies: ten waves and a boss, repeated with growing difficulty. */

typedef struct director {
    uint32_t wave;  /* row of the table; WAVES_COUNT: the boss */
    uint32_t squad; /* the next squad of the wave */
    uint32_t sent;  /* enemies of that squad sent so far */
    uint32_t beat;  /* of the wave */
    uint32_t rest;  /* beats until the wave begins */
} director;

enum { WAVES_COUNT = 10 };

/** Starts with wave `number`, 1 or more; the boss comes after WAVES_COUNT. */
void waves_begin(game *g, uint32_t number);
/** Sends the enemies that are due. */
void waves_step(game *g);

/* -- clock.c: The speed of time: slow motion of the enemies' layers, short stops of the field,
 * and the pause. */

/** The clock of patterns. A pattern advances by whole beats; slow motion makes beats rarer. */
typedef struct enemy_clock {
    float due;     /* fraction of the next beat that has passed */
    float slowest; /* the lowest speed of slow motion: a multiple of 1/16 */
    bool beat;     /* patterns advance in this tick */
    bool once;     /* this tick runs in spite of a pause */
    uint32_t stop; /* ticks for which the field is stopped; no clock of a layer counts these */
} enemy_clock;

/** The first part of a tick, unless the game is paused: decides whether patterns have a beat in it.
 * */
void clock_step(game *g);
/** Resets the clock for a new game, except enemy_time. */
void clock_reset(game *g);
/** True if a pause or a hit stops the field in this tick. */
bool clock_stands(const game *g);
/** Starts slow motion after a graze. False: it is too soon after the last one. */
bool clock_slow_for_graze(game *g);
/** Starts slow motion for `ticks` ticks, down to the speed `slowest`, a multiple of 1/16. */
void clock_slow(game *g, uint32_t ticks, float slowest);
/** Stops the field for `ticks` ticks, to emphasise a hit. */
void clock_stop(game *g, uint32_t ticks);

/* -- hits.c: Contacts: hits, grazes, pickups. All of them come from the space. */

enum {
    HITS_ROOM = 2 * GAME_PLAYERS + PLAYER_SHOTS + MISSILES_MAX + PICKUPS_MAX + ENEMY_MAX +
                BULLETS_MAX + BULLETS_MAX_STEERED,
    HITS_HITS = 4 * HITS_ROOM,
    HITS_CONTACTS = 768
};

/** Bytes of the game's memory for the space. */
#define HITS_SPACE_BYTES                                                                           \
    (TRP_SPACE_BYTES_FOR(HITS_ROOM, HITS_HITS, 8, POOL_COUNT) + TRP_CONTACTS_BYTES(HITS_CONTACTS))

/** Creates the space, after all pools whose actors enter it. */
bool hits_init(game *g);
/** Updates the boxes of the space and handles contacts. */
void hits_step(game *g);

/* -- panel.c: Counts of births, ends and visits for the panel. */

/** Counts of the last second, and of the one in progress. */
typedef struct meter {
    uint32_t ticks;                /* since the second began */
    uint64_t created[POOL_COUNT];  /* the pools' counts when the second began */
    uint64_t recycled[POOL_COUNT]; /* likewise */
    uint32_t created_a_second[POOL_COUNT];
    uint32_t recycled_a_second[POOL_COUNT];
    uint64_t before[POOL_COUNT]; /* births and ends so far, when the tick began */
    uint32_t
        lives[POOL_COUNT]; /* half of the births and ends in the last tick: so many whole lives */
} meter;

enum {
    METER_LIVES = 128 /* the most that `lives` counts */
};

/** Starts counting again after a rewind or a load, which change the pools' counts. */
void meter_restart(game *g);

/** Call it at the beginning of a tick. */
void meter_begin(game *g);

/** Call it at the end of a tick. */
void meter_step(game *g);

/* -- report.c: The black box: the library's records of each birth and end, and queries about an
 * actor. */

enum {
    REPORT_RECORDS = 8192, /* about ten seconds of play */
    REPORT_BIRTHS = 4864,  /* the slots of all pools */
    REPORT_MAKER = 28      /* bytes of the longest "gunship: boss_storm" */
};

/** The state of the black box in the game's struct. */
typedef struct report {
    trp_black_box box;
    game_kill kill;
    bool has_kill;
    /* the text that names the creator of a bullet: stored here, because the black box stores
     * pointers */
    char makers[ENEMY_TYPES][PATTERN_COUNT][REPORT_MAKER];
} report;

/** Bytes that the black box needs of the game's memory. Constant. */
#define REPORT_BYTES                                                                               \
    ((TRP_BLACK_BOX_BYTES(REPORT_RECORDS) + TRP_BIRTHS_BYTES(REPORT_BIRTHS)) / TRP_ALIGNMENT *     \
         TRP_ALIGNMENT +                                                                           \
     2 * TRP_ALIGNMENT)

/** Starts the black box in REPORT_BYTES of memory, aligned to TRP_ALIGNMENT. Call it after the
 * world is created, before its pools are. */
bool report_init(game *g, unsigned char *memory);
/** The maker recorded for a bullet that an enemy of `type` fires with `pattern`. */
const char *report_maker(const game *g, enemy_type type, pattern_id pattern);
/** Records the actor that hit the player. */
void report_kill(game *g, const body *ship, const trp_actor *killer);

/* -- phases.c: Title, play, game over. */

/** The first part of a tick: pressed keys may lead to another phase. */
void phases_step(game *g);
/** True if GAME_START would start a game in the next tick. */
bool phases_can_start(const game *g);
/** Call it when a player's ship was hit: it returns while there are lives; without any ship the
 * game is over. */
void phases_lose_ship(game *g, uint32_t player);
/** Call it when a life is gained at that place. The ship of a player that is out returns. */
void phases_gain_life(game *g, float x, float y);

/* -- course.c: The state that decides the future besides actors, as a region of the world. */

/** Registers the region, after all pools. */
bool course_init(game *g);

/* -- course.c: Checks the assumptions of the core's code in a game that was loaded from a file.
 * The library has already checked its own part. */

/** True if kinds, types and patterns are within their tables, the ship is in its slot, and all
 * numbers are finite. O(actors). */
bool game_is_sane(const game *g);

/* -- The game's struct: all state of a game except its actors. There is no other state, so that
 * a copy of the memory given to game_init() is a copy of the game. */

/** Held keys, as game_input bits. */
typedef struct controls {
    uint32_t held;
    uint32_t pressed; /* held keys that were not held in the previous tick */
} controls;

/** The state that decides the future besides actors: a region of the world (course.c), so that
 * snapshots, hashes and saves contain it. */
typedef struct course {
    random_state random;  /* for what affects the game */
    random_state glitter; /* for what is only visible */

    game_state state;
    controls keys[GAME_PLAYERS]; /* the players' */
    controls
        stick[GAME_PLAYERS]; /* the keys that steer the ships: the player's or the autopilot's */
    uint32_t gone;           /* the players that have left for good, as bits */
    uint32_t since;          /* ticks since the phase began */
    uint32_t next_life;      /* the score of the next extra life */
    enemy_clock clock;
    director director;
    boss boss;
    sweep sweep;
} course;

struct game {
    trp_world *world;
    trp_space *space;
    trp_contacts *contacts;
    trp_pool *pools[POOL_COUNT];
    pool_calls calls[POOL_COUNT];
    trp_timers *timers[TIMERS_COUNT];
    trp_family family; /* enemies, a boss's parts, and their guns */
    trp_region region; /* of `now` */
    game_options options;
    bml_pattern patterns[PATTERN_COUNT];
    body *ships[GAME_PLAYERS]; /* alive as long as the game; NULL: there is no such player */
    body *auras[GAME_PLAYERS]; /* likewise: grazes bullets and attracts pickups */

    course now;

    /* Data without effect on the game: */
    uint32_t practice_best;
    game_ease eases[GAME_PLAYERS];
    uint32_t event_count;
    game_event events[GAME_EVENTS];
    meter meter;
    report report;
    bool muted; /* callbacks return at once, so that only the library works (game_measure_rounds) */
    size_t bytes;
};

#endif
