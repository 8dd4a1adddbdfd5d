/* The game in wasm: the functions that the page calls. The page reads arrays and structs from the
 * memory. */
#include "web.h"

#include "past/past.h"
#include "stage/keys.h"

enum
{
    NUMBERS = 400
};

/* The page's clock, in milliseconds. */
__attribute__((import_module("page"), import_name("now"))) double page_now(void);

static _Alignas(8) unsigned char memory[SHOW_BYTES];
static unsigned char pixels[4 * ART_LARGEST_SIDE * ART_LARGEST_SIDE]; /* pictures, samples, files */
static uint32_t numbers[NUMBERS];
static stage_quad backdrop[2 + SHOW_SPARE];
static keys pressed;
static _Alignas(TRP_ALIGNMENT) unsigned char past_memory[PAST_BYTES];
static show *s;

static uint32_t address(const void *of)
{
    return (uint32_t)(uintptr_t)of;
}

static uint32_t bits_of(float number)
{
    const union
    {
        float number;
        uint32_t bits;
    } as = {.number = number};
    return as.bits;
}

static game *the_game(void)
{
    return session_game(show_session(s));
}

show *web_show(void)
{
    return s;
}

/* -- start -- */

static const stage_key keyboard[] = {{"ARROWS, WASD", "MOVE"},
                                     {"SPACE, Z", "SHOOT"},
                                     {"SHIFT", "SLOW AND PRECISE"},
                                     {"B, X", "BOMB"},
                                     {"C, V", "TIME BACK, FOR TWO BOMBS"},
                                     {"E, BACKSPACE", "HOLD TO REWIND"},
                                     {"P, ESC; N", "PAUSE; ONE TICK IN IT"},
                                     {"ENTER, R", "START, A NEW GAME"},
                                     {"M", "SOUND"},
                                     {"Y, L", "REPLAY, OR A LINK TO IT"},
                                     {"K", "THE LAST HIT AGAIN"},
                                     {"F5, F9", "SAVE, LOAD"},
                                     {"H", "KEYS"},
                                     {"T", "THE LIBRARY AT WORK"}};
static const stage_key touch[] = {{"TAP", "START"},
                                  {"DRAG", "STEER AND SHOOT"},
                                  {"SECOND FINGER", "BOMB"},
                                  {"BUTTONS", "PAUSE, REWIND, PANEL"}};

/** Starts the game. 0: it does not start. `is_touch`: the game is played by touch. */
EXPORT(web_begin)
uint32_t web_begin(uint32_t seed, uint32_t high_score, uint32_t wave, uint32_t lives,
                   uint32_t level, uint32_t is_touch)
{
    const show_desc desc = {.session = {.seed = seed,
                                        .high_score = high_score,
                                        .first_wave = wave,
                                        .lives = lives,
                                        .level = level,
                                        .past = past_memory,
                                        .past_bytes = sizeof past_memory},
                            .now = page_now};
    s = show_init(memory, sizeof memory, &desc);
    if (!s)
        return 0;
    stage *st = show_stage(s);
    const stage_key *from = is_touch ? touch : keyboard;
    const uint32_t count =
        is_touch ? sizeof touch / sizeof *touch : sizeof keyboard / sizeof *keyboard;
    for (uint32_t i = 0; i < count; ++i)
        st->keys[i] = from[i];
    st->tagline = "ONE LIST, NO ALLOCATION, NO DANGLING POINTER";
    st->is_touch = is_touch != 0;
    return 1;
}

EXPORT(web_calm) void web_calm(uint32_t is_calm)
{
    show_stage(s)->is_calm = is_calm != 0;
}

/** Computes the pictures into web_bytes(). `is_straight`: for renderers that cannot blend
 * premultiplied colours. Returns the side of the texture, or 0 if the pictures do not fit. */
EXPORT(web_bake) uint32_t web_bake(float scale, uint32_t is_straight)
{
    if (!show_bake(s, pixels, scale))
        return 0;
    const uint32_t side = show_art(s)->side;
    if (is_straight)
        art_straighten(pixels, side * side);
    return side;
}

/** Computes the sky into web_bytes(). */
EXPORT(web_bake_backdrop) void web_bake_backdrop(uint32_t width, uint32_t height)
{
    art_bake_backdrop(pixels, width, height);
}

/** The buffer for pictures, samples and files: web_room() bytes. */
EXPORT(web_bytes) unsigned char *web_bytes(void)
{
    return pixels;
}

EXPORT(web_room) uint32_t web_room(void)
{
    return sizeof pixels;
}

/** Renders a sound into web_bytes() as floats. Returns their number. */
EXPORT(web_sound) uint32_t web_sound(uint32_t sound, uint32_t rate)
{
    const uint32_t length = synth_length((synth_sound)sound, rate);
    if ((size_t)length * sizeof(float) > sizeof pixels)
        return 0;
    synth_render((synth_sound)sound, rate, (float *)(void *)pixels);
    return length;
}

/* -- a frame -- */

/** A key with these input bits is pressed or released. */
EXPORT(web_key) void web_key(uint32_t bits, uint32_t is_down, double time)
{
    keys_note(&pressed, bits, is_down != 0, time);
}

EXPORT(web_forget_keys) void web_forget_keys(void)
{
    keys_forget(&pressed);
}

/** Runs the tick that ends at `end`. The bits `more` are held as well. */
EXPORT(web_tick) void web_tick(double end, uint32_t more)
{
    show_step(s, keys_tick(&pressed, end) | more);
}

EXPORT(web_autopilot) uint32_t web_autopilot(void)
{
    return game_autopilot(the_game()) >> session_shift(show_session(s));
}

/** Draws. Returns the number of quads at web_quads(), 32 bytes per quad. */
EXPORT(web_draw) uint32_t web_draw(float alpha)
{
    const stage_quad *quads;
    const uint32_t count = show_draw(s, alpha, &quads);
    numbers[0] = address(quads);
    return count;
}

EXPORT(web_quads) uint32_t web_quads(void)
{
    return numbers[0];
}

/** The sky's two quads, for a texture of 1 by 1 pixel. */
EXPORT(web_backdrop) const stage_quad *web_backdrop(float alpha)
{
    float x, y;
    stage_backdrop(show_stage(s), alpha, &x, &y);
    for (int i = 0; i < 2; ++i)
        backdrop[i] = (stage_quad){.x = STAGE_BACKDROP_WIDTH / 2 - x,
                                   .y = y + GAME_HEIGHT / 2 - (i == 0 ? 0 : GAME_HEIGHT),
                                   .across = STAGE_BACKDROP_WIDTH / 2,
                                   .along = GAME_HEIGHT / 2,
                                   .w = 1,
                                   .h = 1,
                                   .r = 255,
                                   .g = 255,
                                   .b = 255,
                                   .a = 255};
    return backdrop;
}

EXPORT(web_drawn) void web_drawn(void)
{
    show_drawn(s);
}

/** Returns the number of sounds to play, with three numbers per sound at web_numbers(): sound,
 * gain, pan. */
EXPORT(web_sounds) uint32_t web_sounds(void)
{
    show_sound sounds[SHOW_SOUNDS];
    const uint32_t count = show_get_sounds(s, sounds);
    for (uint32_t i = 0; i < count; ++i)
    {
        numbers[3 * i] = (uint32_t)sounds[i].sound;
        numbers[3 * i + 1] = bits_of(sounds[i].gain);
        numbers[3 * i + 2] = bits_of(sounds[i].pan);
    }
    return count;
}

EXPORT(web_numbers) const uint32_t *web_numbers(void)
{
    return numbers;
}

/* -- state -- */

EXPORT(web_hash) uint64_t web_hash(void)
{
    return game_hash(the_game());
}

/** A line of text, zero-terminated. */
EXPORT(web_line) const char *web_line(uint32_t which)
{
    static char line[GAME_LINE_BYTES];
    game_get_line(the_game(), (game_line)which, line);
    return line;
}

/** Writes numbers in the order that core.js reads. */
EXPORT(web_state) void web_state(void)
{
    const game_state it = game_get_state(the_game());
    const session_past past = session_get_past(show_session(s));
    const uint32_t all[] = {(uint32_t)it.phase,
                            it.paused,
                            it.attract,
                            it.tick,
                            it.score,
                            session_high_score(show_session(s)),
                            it.lives,
                            it.bombs,
                            it.graze,
                            it.wave,
                            it.rank,
                            it.boss_health,
                            it.bullets,
                            (uint32_t)(it.enemy_time * 1000),
                            bits_of(it.ships[0].x),
                            bits_of(it.ships[0].y),
                            it.ships[0].is_there,
                            session_is_replay(show_session(s)),
                            past.is_rewinding,
                            past.ticks};
    for (uint32_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        numbers[i] = all[i];
}

/** Writes wave, seconds and sprites of the save that a menu shows. Returns 0: no menu shows one;
 * 1: the save loads; otherwise the address of the sentence that is shown instead. */
EXPORT(web_save_shown) uint32_t web_save_shown(void)
{
    const preview *save = show_get_save(s);
    numbers[0] = save->wave;
    numbers[1] = save->seconds;
    numbers[2] = save->count;
    if (!preview_is_shown(save, show_session(s)))
        return 0;
    return save->wrong ? address(save->wrong) : 1;
}

static uint32_t *put_pool(uint32_t *out, const game_pool_panel *p)
{
    *out++ = address(p->name);
    *out++ = p->live;
    *out++ = p->capacity;
    *out++ = p->created;
    *out++ = p->recycled;
    *out++ = (uint32_t)p->stolen;
    *out++ = address(p->fill);
    return out;
}

/** Writes numbers in the order that core.js reads: of the world, of each pool (the storm's is
 * last), of each layer. */
EXPORT(web_panel) void web_panel(void)
{
    static game_panel panel;
    static game_pool_panel storm;
    uint32_t *out = numbers;
    game_get_panel(the_game(), &panel);
    show_get_storm_panel(s, &storm);
    *out++ = panel.pool_count + 1;
    *out++ = panel.layer_count;
    *out++ = panel.live + storm.live;
    *out++ = (uint32_t)panel.bytes;
    *out++ = (uint32_t)session_past_bytes(show_session(s));
    for (uint32_t i = 0; i < panel.pool_count; ++i)
        out = put_pool(out, &panel.pools[i]);
    out = put_pool(out, &storm);
    for (uint32_t i = 0; i < panel.layer_count; ++i)
    {
        const game_layer_panel *l = &panel.layers[i];
        *out++ = address(l->name);
        *out++ = l->enabled;
        *out++ = (uint32_t)(l->time_scale * 1000);
        *out++ = l->live;
    }
}

/** Writes floats in the order that core.js reads, then the times of the last ticks. */
EXPORT(web_report) void web_report(void)
{
    show_report it;
    show_get_report(s, &it);
    const float all[] = {it.library_ms,       it.game_ms,      it.drawing_ms,
                         it.frame_ms,         it.tick_ms,      it.storm_ns,
                         it.storm_library_ns, (float)it.motes, (float)it.churn};
    uint32_t count = 0;
    for (; count < sizeof all / sizeof all[0]; ++count)
        numbers[count] = bits_of(all[count]);
    for (uint32_t i = 0; i < SHOW_TIMES; ++i)
        numbers[count++] = bits_of(it.ticks[i]);
}

EXPORT(web_set_storm) void web_set_storm(uint32_t motes, uint32_t churn)
{
    show_set_storm(s, motes, churn);
}

EXPORT(web_set_measured) void web_set_measured(uint32_t is_measured)
{
    show_set_measured(s, is_measured != 0);
}

EXPORT(web_set_help) void web_set_help(uint32_t is_shown)
{
    show_set_help(s, is_shown != 0);
}
