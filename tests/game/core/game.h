/**
 * @file game.h
 * The game's core, as its faces see it: a bullet hell on troupe. The core is freestanding C without a
 * heap and knows no face; a face reads keys, calls game_step() 60 times a second, and draws a list of
 * sprites and a few lines of text.
 *
 *     static _Alignas(8) unsigned char memory[GAME_BYTES];
 *     static game_sprite sprites[GAME_SPRITES];
 *
 *     game *g = game_init(memory, sizeof memory, &(game_options){.seed = 1});
 *     for (;;)
 *     {
 *         game_step(g, keys());                                 // 60 times a second
 *         uint32_t count = game_draw(g, alpha, sprites, GAME_SPRITES);
 *         show(sprites, count);                                 // as often as you like
 *     }
 *
 * The field is GAME_WIDTH by GAME_HEIGHT units; x goes right, y goes down, (0, 0) is the corner at the
 * top left. The same options and the same inputs give the same game, bit for bit, on every machine
 * (game_hash()).
 */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GAME_WIDTH 320
#define GAME_HEIGHT 480
/** Ticks a second. */
#define GAME_RATE 60
/** The most bullets that game_set_extra_bullets() can add. */
#define GAME_MAX_EXTRA 100000

/** Bytes that a game needs without extra bullets, and with room for so many. Constant. */
#define GAME_BYTES ((size_t)2 << 20)
#define GAME_BYTES_FOR(extra) (GAME_BYTES + (size_t)(extra)*48)
/** The most sprites that game_draw() gives without extra bullets. */
#define GAME_SPRITES 6144

typedef struct game game; /**< all of it lies in the caller's memory */

/** What a game is. Zero means the default. All fields public. */
typedef struct game_options
{
    uint32_t seed;       /**< of all that is random */
    uint32_t extra;      /**< room for so many extra bullets, 0 to GAME_MAX_EXTRA */
    uint32_t first_wave; /**< begin with this one; 0: the first; 11 is the first boss */
    uint32_t lives;      /**< 0: three; up to 99 */
    /** ticks on the title until the game plays by itself; 0: eight seconds; GAME_NEVER: never */
    uint32_t attract_after;
    /** a table of bulletml_compile, good as long as the game is: instead of waves there is one boss
     * who plays it; NULL: none */
    const uint32_t *pattern;
    uint32_t pattern_words; /**< its length */
} game_options;

#define GAME_NEVER UINT32_MAX

/** What the player holds down, bits ored together: all the input that there is. */
typedef enum game_input
{
    GAME_LEFT = 1 << 0,
    GAME_RIGHT = 1 << 1,
    GAME_UP = 1 << 2,
    GAME_DOWN = 1 << 3,
    GAME_SHOOT = 1 << 4, /**< held: shoots; also starts from the title */
    GAME_FOCUS = 1 << 5, /**< held: slow and precise, shots straight ahead, the hit box is shown */
    GAME_BOMB = 1 << 6,  /**< pressed: ends all bullets on the field */
    GAME_PAUSE = 1 << 7, /**< pressed: pauses, or goes on */
    GAME_START = 1 << 8  /**< pressed: starts, goes on after a pause, plays again after the end */
} game_input;

/** Makes a game in the caller's memory, aligned to 8; it begins with the title. `options` may be NULL.
 * NULL if the memory is too small, or an option is out of its range. There is nothing to free. */
game *game_init(void *memory, size_t size, const game_options *options);

/** One tick, a 60th of a second, with the keys that are held down: game_input bits, others are ignored. */
void game_step(game *g, uint32_t input);

/** What the autopilot would press now. A function of the game's state: calling it changes nothing. It
 * starts from the title, too. */
uint32_t game_autopilot(const game *g);

/** A number over all that matters for what happens next: equal on all machines for the same options
 * and inputs. Extra bullets do not matter. */
uint64_t game_hash(const game *g);

/** Whether troupe's invariants hold, as trp_world_validate() finds, and no call was wrong so far. For
 * tests: O(slots). */
bool game_is_sound(const game *g);

/* -- what there is to see -- */

/** What a sprite shows. A face may draw several alike. */
typedef enum game_kind
{
    GAME_STAR,          /**< background */
    GAME_EXTRA,         /**< an extra bullet: harmless, behind everything else */
    GAME_SHIP,          /**< the player, heading up */
    GAME_HIT_BOX,       /**< the point at which the player is hit; seen while focused */
    GAME_SHIELD,        /**< a ring: the player cannot be hit just now */
    GAME_SHOT,          /**< of the player: a short bar along its angle */
    GAME_MISSILE,       /**< of the player: homing */
    GAME_DRONE,         /**< enemies: small */
    GAME_DART,          /**< small, quick, heads where it flies */
    GAME_SPINNER,       /**< medium, turns round itself */
    GAME_GUNSHIP,       /**< large */
    GAME_BOSS_CORE,     /**< the boss: its heart */
    GAME_BOSS_WING,     /**< left and right of it */
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
    GAME_KIND_COUNT
} game_kind;

/** One thing to draw: 20 bytes, so that an array of them is an instance buffer. All fields
 * read-only. */
typedef struct game_sprite
{
    float x;         /**< its middle */
    float y;         /**< its middle */
    float size;      /**< its radius, or half its length */
    float angle;     /**< in radians, clockwise; 0 heads up, so (sin, -cos) is where it heads */
    uint8_t kind;    /**< game_kind */
    uint8_t color;   /**< see game_color() */
    uint8_t layer;   /**< of troupe, see game_panel.layers; the list is sorted by them already */
    uint8_t opacity; /**< 0 to 255 */
} game_sprite;

#define GAME_COLORS 16
/** The colour of that number as 0xRRGGBB; the number is taken modulo GAME_COLORS. */
uint32_t game_color(uint32_t number);

/** Writes what is to be drawn, the hindmost first; `alpha` says where between the last two ticks, 0 to
 * 1 (1: as the last tick left it). Returns how many it wrote: at most `max`, then the foremost are
 * missing; GAME_SPRITES and as many as there are extra bullets are enough for all. */
uint32_t game_draw(const game *g, float alpha, game_sprite *sprites, uint32_t max);

/** Where the game stands. */
typedef enum game_phase
{
    GAME_TITLE, /**< waits for GAME_START or GAME_SHOOT */
    GAME_PLAY,  /**< it is played; by itself, if game_state.attract */
    GAME_OVER   /**< the last life is gone */
} game_phase;

/** What there is to know for a display. All fields read-only. */
typedef struct game_state
{
    game_phase phase;
    bool paused;
    bool attract;  /**< the game plays by itself: any key leads back to the title */
    uint32_t tick; /**< ticks so far */
    uint32_t score;
    uint32_t high_score; /**< since game_init() */
    uint32_t lives;      /**< without the one that is being played */
    uint32_t bombs;
    uint32_t power;       /**< 0 to 4: how many shots the ship has */
    uint32_t graze;       /**< bullets that have passed by closely */
    uint32_t wave;        /**< the first is 1 */
    uint32_t loop;        /**< the first is 1: how often all waves have begun */
    uint32_t rank;        /**< 0 to 100: how hard it is, as BulletML's $rank */
    uint32_t boss_health; /**< 0 to 1000; 0: there is no boss */
    uint32_t bullets;     /**< of enemies, on the field */
    float enemy_time;     /**< time scale of the enemies' layers: below 1 in slow motion */
} game_state;

game_state game_get_state(const game *g);

/** Lines of text, plain ASCII in capitals, that a face shows where it likes. */
typedef enum game_line
{
    GAME_LINE_SCORE,  /**< "0012300": top left */
    GAME_LINE_HIGH,   /**< "HI 0054000": top right */
    GAME_LINE_LIVES,  /**< "SHIPS 2 BOMBS 3 POWER 1": bottom left */
    GAME_LINE_WAVE,   /**< "WAVE 4 GRAZE 120": bottom right */
    GAME_LINE_BOSS,   /**< the boss's name, else empty: top, with a bar of boss_health */
    GAME_LINE_BANNER, /**< large, in the middle: "WAVE 4", "PAUSED", "GAME OVER"; often empty */
    GAME_LINE_HINT,   /**< small, below the banner: "PRESS START"; often empty */
    GAME_LINE_COUNT
} game_line;

/** Room for the longest line and its terminating zero. */
#define GAME_LINE_BYTES 48

/** Writes a line of text, terminated; returns its length. */
size_t game_get_line(const game *g, game_line line, char text[GAME_LINE_BYTES]);

/** What has happened, for sound, rumble or a shaking screen. */
typedef enum game_event_kind
{
    GAME_EVENT_SHOT,
    GAME_EVENT_MISSILE,
    GAME_EVENT_HIT,       /**< an enemy was hit, and lives on */
    GAME_EVENT_EXPLOSION, /**< an enemy is gone */
    GAME_EVENT_BIG_EXPLOSION,
    GAME_EVENT_GRAZE,
    GAME_EVENT_PICKUP,
    GAME_EVENT_BOMB,
    GAME_EVENT_DEATH, /**< the player's */
    GAME_EVENT_WAVE,  /**< a wave begins */
    GAME_EVENT_BOSS,  /**< a boss comes */
    GAME_EVENT_OVER   /**< the game is over */
} game_event_kind;

/** One event and where. All fields read-only. */
typedef struct game_event
{
    game_event_kind kind;
    float x, y;
} game_event;

#define GAME_EVENTS 64
/** What happened in the last tick: `*events` gets an array that is good until the next. Returns how
 * many, GAME_EVENTS at most; further ones are forgotten. */
uint32_t game_get_events(const game *g, const game_event **events);

/* -- the panel: the library at work -- */

/** Adds bullets that fly about harmlessly and cost what bullets cost, or takes them away: that many are
 * there from the next tick on, options.extra at most. Not part of the game: not recorded. */
void game_set_extra_bullets(game *g, uint32_t count);

#define GAME_PANEL_POOLS 12
#define GAME_PANEL_LAYERS 7
#define GAME_PANEL_STRETCHES 64

/** A pool of actors. All fields read-only. */
typedef struct game_pool_panel
{
    const char *name;
    uint32_t layer;
    uint32_t live;
    uint32_t capacity;
    uint32_t peak;
    uint32_t created;                   /**< in the last second */
    uint32_t recycled;                  /**< in the last second */
    uint64_t stolen;                    /**< so far: lives that ended since the pool was full */
    uint8_t fill[GAME_PANEL_STRETCHES]; /**< how full each 64th of its slots is, 0 to 255 */
} game_pool_panel;

/** A layer. All fields read-only. */
typedef struct game_layer_panel
{
    const char *name;
    bool enabled;
    float time_scale;
    uint32_t live;
} game_layer_panel;

/** All of it. All fields read-only. */
typedef struct game_panel
{
    uint32_t pool_count;
    uint32_t layer_count;
    game_pool_panel pools[GAME_PANEL_POOLS];
    game_layer_panel layers[GAME_PANEL_LAYERS];
    uint32_t live;     /**< actors in all pools */
    uint32_t visited;  /**< actors that the last game_step() updated: what its time divides by */
    uint32_t created;  /**< in the last second, in all pools */
    uint32_t recycled; /**< likewise */
    uint32_t extra;    /**< extra bullets */
    size_t bytes;      /**< memory in use, of what was given to game_init() */
} game_panel;

/** Fills in the panel. O(slots): a few times a second is enough. */
void game_get_panel(const game *g, game_panel *panel);

#ifdef __cplusplus
}
#endif

#endif
