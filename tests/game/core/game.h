/**
 * @file game.h
 * The interface of the game's core: a bullet hell on troupe. The core is freestanding C without a
 * heap, and is independent of its front ends. A front end reads keys, calls game_step() 60 times
 * per second, and draws a list of sprites and a few lines of text.
 *
 *     static _Alignas(8) unsigned char memory[GAME_BYTES];
 *     static game_sprite sprites[GAME_SPRITES];
 *
 *     game *g = game_init(memory, sizeof memory, &(game_options){.seed = 1});
 *     for (;;)
 *     {
 *         game_step(g, keys());                                 // 60 times per second
 *         uint32_t count = game_draw(g, alpha, sprites, GAME_SPRITES);
 *         show(sprites, count);                                 // as often as you like
 *     }
 *
 * The field is GAME_WIDTH by GAME_HEIGHT units; x goes right, y goes down, (0, 0) is the corner at
 * the top left. The same options and the same inputs give the same game, bit for bit, on every
 * machine (game_hash()), if the core is compiled with -ffp-contract=off: a compiler that contracts
 * a product and a sum into one instruction rounds differently. (32-bit x86: -msse2 -mfpmath=sse
 * too; s390x with GCC: -fexcess-precision=fast.)
 */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAME_WIDTH 320
#define GAME_HEIGHT 480
/** Ticks per second. */
#define GAME_RATE 60

/** Bytes that a game needs. Constant. */
#define GAME_BYTES ((size_t)3 << 20)
/** The most sprites that game_draw() writes. */
#define GAME_SPRITES 6144

typedef struct game game; /**< lies in the caller's memory */

/** How hard a game is: by its rank, the patterns' $rank. */
typedef enum game_level { GAME_NORMAL, GAME_EASY, GAME_HARD, GAME_LEVELS } game_level;

/** The options of a game. Zero means the default. All fields are public. */
typedef struct game_options {
    uint32_t seed;       /**< of the random numbers */
    uint32_t first_wave; /**< the wave to start with; 0: the first; 11 is the first boss */
    uint32_t lives;      /**< 0: three per player; up to 99 */
    uint32_t players;    /**< 0: one; up to GAME_PLAYERS */
    uint32_t level;      /**< game_level */
    bool practice;       /**< time went back in it: its score is apart; for display only */
    uint32_t high_score; /**< the score to beat, for display only */
    /** ticks of the title until the attract mode starts; 0: eight seconds; GAME_NEVER: never */
    uint32_t attract_after;
    /** a table of the compiler of BulletML, valid as long as the game: one boss that plays it
     * replaces the waves; NULL: none */
    const uint32_t *pattern;
    uint32_t pattern_words; /**< its length */
} game_options;

#define GAME_NEVER UINT32_MAX

/** The keys that the player holds, as bits: the whole input of a tick. */
typedef enum game_input {
    GAME_LEFT = 1 << 0,
    GAME_RIGHT = 1 << 1,
    GAME_UP = 1 << 2,
    GAME_DOWN = 1 << 3,
    GAME_SHOOT = 1 << 4, /**< held: shoots; on the title: starts */
    GAME_FOCUS =
        1 << 5,         /**< held: the ship is slow, shoots straight ahead, and shows its hit box */
    GAME_BOMB = 1 << 6, /**< pressed: ends all bullets on the field */
    GAME_PAUSE = 1 << 7,  /**< pressed: pauses or continues */
    GAME_START = 1 << 8,  /**< pressed: starts a game, or continues after a pause */
    GAME_TURN = 1 << 9,   /**< pays GAME_TURN_COST bombs: session.h has rewound the game */
    GAME_LEAVE = 1 << 10, /**< the player has left for good: its ship leaves the field */
    GAME_STEP = 1 << 11   /**< pressed in a pause: one tick runs */
} game_input;

/** The most players. They share lives, bombs and power, and each has a ship. */
#define GAME_PLAYERS 2
/** The second player's keys are this far to the left of the first one's in an input. */
#define GAME_INPUT_BITS 16
/** The input of a game of two: the keys of the first player and of the second. */
static inline uint32_t game_join_inputs(uint32_t first, uint32_t second)
{
    return (first & 0xffffu) | second << GAME_INPUT_BITS;
}

/** Makes a game in the caller's memory, aligned to 8. It starts with the title. `options` may be
 * NULL. NULL if the memory is too small, an option is out of range, or the build contracts sums
 * (game_is_exact()). There is nothing to free. */
game *game_init(void *memory, size_t size, const game_options *options);

/** True if this build rounds every product and every sum by itself. False without -ffp-contract=off
 * on a machine with fused instructions. */
bool game_is_exact(void);

/** Runs one tick, a 60th of a second, with the held keys: game_input bits. Other bits are ignored.
 * In a game of two: game_join_inputs(). */
void game_step(game *g, uint32_t input);

/** Bombs that GAME_TURN costs. */
#define GAME_TURN_COST 2

/** The keys that the autopilot would hold now, for all players: a function of the game's state
 * that changes nothing. On the title it starts a game. */
uint32_t game_autopilot(const game *g);

/** A hash over all state that decides the future: equal on all machines for equal options and
 * inputs. The high score is not in it. */
uint64_t game_hash(const game *g);

/** From now on the game is practice, since time went back in it: its score is apart from the high
 * score. `best` is the best score of practice so far. No effect on the game. */
void game_mark_practice(game *g, uint32_t best);

/** For tests: true if trp_world_validate() finds no broken invariant, and no misuse was reported so
 * far. O(slots). */
bool game_is_sound(const game *g);

/* -- drawing -- */

/** The kind of a sprite. A front end may draw several kinds alike. */
typedef enum game_kind {
    GAME_STAR,          /**< background; larger ones are nearer */
    GAME_MOTE,          /**< of the storm (storm.h): harmless, drawn first */
    GAME_SHIP,          /**< a player, heading up */
    GAME_HIT_BOX,       /**< the point at which the player is hit; visible while focused */
    GAME_SHIELD,        /**< a ring: the player cannot be hit */
    GAME_SHOT,          /**< the player's: a short bar along its angle */
    GAME_MISSILE,       /**< the player's: homing */
    GAME_DRONE,         /**< enemies: small */
    GAME_DART,          /**< small and quick, points in its direction of flight */
    GAME_SPINNER,       /**< medium, rotates */
    GAME_GUNSHIP,       /**< large */
    GAME_BOSS_CORE,     /**< the boss's core */
    GAME_BOSS_WING,     /**< left and right of the core */
    GAME_BOSS_GUN,      /**< on the wings */
    GAME_PICKUP_POINT,  /**< a small gem: score */
    GAME_PICKUP_POWER,  /**< more shots */
    GAME_PICKUP_BOMB,   /**< a bomb */
    GAME_PICKUP_LIFE,   /**< a life */
    GAME_BULLET_ROUND,  /**< enemies' bullets: a ball */
    GAME_BULLET_NEEDLE, /**< long and thin, along its angle */
    GAME_BULLET_BIG,    /**< a large ball */
    GAME_SPARK,         /**< particles: a streak along its angle, bright */
    GAME_SMOKE,         /**< a soft ball that fades */
    GAME_RING,          /**< a ring that grows: explosion, bomb, graze */
    GAME_DEBRIS,        /**< a piece of a hull that turns */
    GAME_FLASH,         /**< a bright ball for a moment */
    GAME_KIND_COUNT
} game_kind;

/** A sprite to draw: 20 bytes, so that an array of sprites can be an instance buffer. All fields
 * are read-only. */
typedef struct game_sprite {
    float x;         /**< its middle */
    float y;         /**< its middle */
    float size;      /**< its radius, or half its length */
    float angle;     /**< in radians, clockwise; 0 is up: the direction is (sin, -cos) */
    uint8_t kind;    /**< game_kind */
    uint8_t color;   /**< see game_color() */
    uint8_t layer;   /**< troupe's layer, see game_panel.layers; the array is sorted by layer */
    uint8_t opacity; /**< 0 to 255 */
} game_sprite;

/** Colours 0 to 15 are the game's; 16 to 23 show ages, from birth to end. */
#define GAME_COLORS 24
#define GAME_COLOR_NEWBORN 16
#define GAME_COLOR_AGES 8
/** A colour as 0xRRGGBB. The number is taken modulo GAME_COLORS. */
uint32_t game_color(uint32_t number);

/** How far from its place a ship is drawn, after the last tick and before it: of another player
 * whose keys were guessed wrong. No effect on the game. */
typedef struct game_ease {
    float x, y;
    float old_x, old_y;
} game_ease;
void game_set_ease(game *g, uint32_t player, const game_ease *ease);

/** Writes the sprites in drawing order. `alpha` interpolates between the last two ticks, from 0 to
 * 1 (1: the state after the last tick). Returns the number of sprites, at most `max`: if there are
 * more, the last ones are missing. GAME_SPRITES are enough for all. */
uint32_t game_draw(const game *g, float alpha, game_sprite *sprites, uint32_t max);

/** The phase of the game. */
typedef enum game_phase {
    GAME_TITLE, /**< waits for GAME_START or GAME_SHOOT */
    GAME_PLAY,  /**< in play; by the autopilot if game_state.attract */
    GAME_OVER   /**< the last life is gone */
} game_phase;

/** One player's ship. All fields read-only. */
typedef struct game_ship {
    bool is_there;   /**< on the field */
    float x, y;      /**< its position; while it is away, its last one */
    uint32_t shield; /**< ticks for which it still cannot be hit */
} game_ship;

/** The data for a display. All fields are read-only. */
typedef struct game_state {
    game_phase phase;
    bool paused;
    bool attract;   /**< the autopilot plays: any key leads back to the title */
    bool can_start; /**< GAME_START or GAME_SHOOT would start a new game now */
    bool stands;    /**< the field is stopped for a moment, after a large hit */
    uint32_t tick;  /**< ticks so far */
    uint32_t score;
    uint32_t high_score; /**< options.high_score, or a higher score of this game */
    uint32_t lives;      /**< without the present ones */
    uint32_t bombs;
    uint32_t power;       /**< 0 to 4: more power is more shots */
    uint32_t graze;       /**< bullets that passed closely */
    uint32_t wave;        /**< the first is 1 */
    uint32_t loop;        /**< 1 for the first pass through all waves, then 2 and so on */
    uint32_t rank;        /**< 0 to 100: the difficulty, as BulletML's $rank */
    uint32_t boss_health; /**< 0 to 1000; 0: there is no boss */
    uint32_t bullets;     /**< of enemies, on the field now */
    float enemy_time;     /**< time scale of the enemies' layers: below 1 in slow motion */
    uint32_t players;
    game_ship ships[GAME_PLAYERS]; /**< one per player; the others are zero */
} game_state;

game_state game_get_state(const game *g);

/** Lines of text in ASCII capitals. A front end shows them where it likes. */
typedef enum game_line {
    GAME_LINE_SCORE,  /**< "0012300": top left */
    GAME_LINE_HIGH,   /**< "HI 0054000", "PRACTICE 0012000": top right */
    GAME_LINE_LIVES,  /**< "SHIPS 2 BOMBS 3 POWER 1": bottom left */
    GAME_LINE_WAVE,   /**< "HARD WAVE 4 GRAZE 120": bottom right */
    GAME_LINE_BOSS,   /**< the boss's name, or empty: top, with a bar of boss_health */
    GAME_LINE_BANNER, /**< large, in the middle: "WAVE 4", "PAUSED", "GAME OVER"; often empty */
    GAME_LINE_HINT,   /**< small, below the banner: "PRESS START"; often empty */
    GAME_LINE_COUNT
} game_line;

/** Bytes for the longest line and its terminating zero. */
#define GAME_LINE_BYTES 48

/** Writes a zero-terminated line of text. Returns its length. */
size_t game_get_line(const game *g, game_line line, char text[GAME_LINE_BYTES]);

/** Events, for sounds and rumble, or to shake the screen. */
typedef enum game_event_kind {
    GAME_EVENT_SHOT,
    GAME_EVENT_MISSILE,
    GAME_EVENT_HIT,       /**< an enemy was hit and lives on */
    GAME_EVENT_EXPLOSION, /**< an enemy was destroyed */
    GAME_EVENT_BIG_EXPLOSION,
    GAME_EVENT_GRAZE,
    GAME_EVENT_PICKUP,
    GAME_EVENT_BOMB,
    GAME_EVENT_TURN,     /**< time was turned back to this tick */
    GAME_EVENT_DEATH,    /**< the player's */
    GAME_EVENT_WAVE,     /**< a wave begins */
    GAME_EVENT_BOSS,     /**< a boss comes */
    GAME_EVENT_STAGE,    /**< a boss has lost a wing */
    GAME_EVENT_BOSS_END, /**< a boss was destroyed: explosions follow */
    GAME_EVENT_LIFE,     /**< an extra life */
    GAME_EVENT_RETURN,   /**< the ship is back */
    GAME_EVENT_START,    /**< a game begins */
    GAME_EVENT_OVER,     /**< the game is over */
    GAME_EVENT_KINDS
} game_event_kind;

/** An event and its position. All fields are read-only. */
typedef struct game_event {
    game_event_kind kind;
    float x, y;
} game_event;

#define GAME_EVENTS 64
/** The events of the last tick: `*events` is an array that is valid until the next tick. Returns
 * their number, GAME_EVENTS at most; further events are dropped. */
uint32_t game_get_events(const game *g, const game_event **events);

/* -- facts about an actor from the library: its creator, its birth, the reason of its end -- */

/** Identifies one life of one actor for ever, as troupe's handle. All zero: none. */
typedef struct game_actor {
    uint32_t index;
    uint32_t generation;
} game_actor;

/** A place in the core's source. `file` NULL: not known. */
typedef struct game_place {
    const char *file; /**< without its folders */
    uint32_t line;
} game_place;

#define GAME_NO_AGE UINT64_MAX

/** Facts about an actor, from troupe's handles and its black box. All fields are read-only. */
typedef struct game_facts {
    game_actor actor;
    const char *pool; /**< the name of its pool */
    uint32_t slot;
    bool lives;
    bool is_seen;      /**< it has a position on the field: x, y */
    float x, y;        /**< its position */
    uint64_t age;      /**< in ticks; of a dead one at its end; GAME_NO_AGE: not known */
    const char *maker; /**< its creator, such as "spinner: ring"; NULL: not known */
    game_place born_at;
    const char *reason; /**< of its end, such as "recycled"; NULL: it lives, or not known */
    game_place ended_at;
} game_facts;

/** The facts about an actor, dead or alive. False: no such actor is known. O(slots). */
bool game_get_facts(const game *g, game_actor actor, game_facts *facts);

/** The actor nearest to a point of the field, within a given distance; zero: none. Stars and
 * particles are not searched. O(slots). */
game_actor game_pick(const game *g, float x, float y);

/** The last actor that hit the player, with its facts at that moment. False: none so far. */
typedef struct game_kill {
    uint32_t tick;     /**< the tick of the hit */
    float x, y;        /**< the position of the hit */
    game_facts killer; /**< the facts at the moment of the hit */
} game_kill;
bool game_get_kill(const game *g, game_kill *kill);
/** After time went back: forgets a hit that has not happened now. */
void game_forget_kill(game *g);

/** Receives a line of text without a line end, valid during the call. */
typedef void game_print_fn(void *arg, const char *text);
/** Prints the library's own report about an actor: one or two lines. */
void game_print_why(const game *g, game_actor actor, game_print_fn *print, void *arg);

/* -- the panel: the library at work -- */

#define GAME_PANEL_POOLS 11
#define GAME_PANEL_LAYERS 6
#define GAME_PANEL_STRETCHES 64

/** A pool of actors. All fields are read-only. */
typedef struct game_pool_panel {
    const char *name;
    uint32_t live;
    uint32_t capacity;
    uint32_t created;                   /**< in the last second */
    uint32_t recycled;                  /**< in the last second */
    uint8_t fill[GAME_PANEL_STRETCHES]; /**< how full each 64th of its slots is, 0 to 255 */
} game_pool_panel;

/** A layer. All fields are read-only. */
typedef struct game_layer_panel {
    const char *name;
    bool enabled;
    float time_scale;
    uint32_t live;
} game_layer_panel;

/** The panel. All fields are read-only. */
typedef struct game_panel {
    uint32_t pool_count;
    uint32_t layer_count;
    game_pool_panel pools[GAME_PANEL_POOLS];
    game_layer_panel layers[GAME_PANEL_LAYERS];
    uint32_t live; /**< actors in all pools */
    size_t bytes;  /**< memory in use, of the block given to game_init() */
} game_panel;

/** Fills in the panel. O(slots), a hundred times the cost of a tick: call it a few times per
 * second. */
void game_get_panel(const game *g, game_panel *panel);

/**
 * Measures the library's share of a tick. The core has no clock, and timestamps within a tick would
 * cost more than what they measure. So a front end calls rounds between game_measure_begin() and
 * game_measure_end(), as many as its clock needs, and measures their time. Each round repeats the
 * library's work of the last tick (as many births and ends in each pool, the walk over all actors,
 * the contacts of the space) without the game's own code.
 *
 * game_measure_begin() copies the game to `spare`, which has at least game_panel.bytes bytes and is
 * aligned to 8. game_measure_end() restores the copy, bit for bit. game_measure_begin() returns
 * false and measures nothing if `spare` is too small, or while expired actors wait to be pruned:
 * call it again after a tick.
 */
bool game_measure_begin(game *g, void *spare, size_t size);
void game_measure_rounds(game *g, uint32_t rounds);
void game_measure_end(game *g, const void *spare);

#endif
