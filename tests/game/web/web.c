/* The game in wasm: the functions that the page calls. The page reads arrays and structs from the
 * memory. */
#include "bulletml/pattern.h"
#include "net/loopback.h"
#include "past/past.h"
#include "stage/keys.h"
#include "stage/show.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { NUMBERS = 400 };

/* The page's clock, in milliseconds. */
__attribute__((import_module("page"), import_name("now"))) double page_now(void);

static _Alignas(8) unsigned char memory[SHOW_BYTES];
static unsigned char pixels[4 * ART_LARGEST_SIDE * ART_LARGEST_SIDE]; /* pictures, samples, files */
static uint32_t numbers[NUMBERS];
static stage_quad backdrop[2 + SHOW_SPARE];
static keys pressed;
static _Alignas(TRP_ALIGNMENT) unsigned char past_memory[PAST_BYTES];
static show *s;
static match m;

static uint32_t address(const void *of)
{
    return (uint32_t)(uintptr_t)of;
}

static uint32_t bits_of(float number)
{
    const union {
        float number;
        uint32_t bits;
    } as = {.number = number};
    return as.bits;
}

static session *the_session(void)
{
    return show_session(s);
}

static game *the_game(void)
{
    return session_game(the_session());
}

/* -- start -- */

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
    st->tagline = "ONE LIST, NO ALLOCATION, NO DANGLING POINTER";
    st->is_touch = is_touch != 0;
    return 1;
}

EXPORT(web_calm) void web_calm(uint32_t is_calm)
{
    show_stage(s)->is_calm = is_calm != 0;
}

/** What the page hands to the functions of the game that it calls itself (rules.mk lists them):
 * the show, its session, stage and game, the pressed keys, the match; and a buffer for pictures,
 * samples and files, of web_room() bytes. */
EXPORT(web_handles) const uint32_t *web_handles(void)
{
    numbers[0] = address(s);
    numbers[1] = address(the_session());
    numbers[2] = address(show_stage(s));
    numbers[3] = address(the_game());
    numbers[4] = address(&pressed);
    numbers[5] = address(&m);
    numbers[6] = address(pixels);
    return numbers;
}

/** Computes the pictures into the buffer. `is_straight`: for renderers that cannot blend
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

EXPORT(web_room) uint32_t web_room(void)
{
    return sizeof pixels;
}

/** Renders a sound into the buffer as floats. Returns their number. */
EXPORT(web_sound) uint32_t web_sound(uint32_t sound, uint32_t rate)
{
    const uint32_t length = synth_length(sound, rate);
    if ((size_t)length * sizeof(float) > sizeof pixels)
        return 0;
    synth_render(sound, rate, (float *)(void *)pixels);
    return length;
}

/* -- a frame -- */

/** Runs the tick that ends at `end`. The bits `more` are held as well. */
EXPORT(web_tick) void web_tick(double end, uint32_t more)
{
    show_step(s, keys_tick(&pressed, end) | more);
}

EXPORT(web_autopilot) uint32_t web_autopilot(void)
{
    return game_autopilot(the_game()) >> session_shift(the_session());
}

/** Draws. Returns the number of quads; their address, 32 bytes per quad, is at web_numbers(). */
EXPORT(web_draw) uint32_t web_draw(float alpha)
{
    const stage_quad *quads;
    const uint32_t count = show_draw(s, alpha, &quads);
    numbers[0] = address(quads);
    return count;
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

/** Returns the number of sounds to play, with three numbers per sound at web_numbers(): sound,
 * gain, pan. */
EXPORT(web_sounds) uint32_t web_sounds(void)
{
    show_sound sounds[SHOW_SOUNDS];
    const uint32_t count = show_get_sounds(s, sounds);
    for (uint32_t i = 0; i < count; ++i) {
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
    const session_past past = session_get_past(the_session());
    const uint32_t all[] = {(uint32_t)it.phase,
                            it.paused,
                            it.attract,
                            it.tick,
                            it.score,
                            session_high_score(the_session()),
                            it.lives,
                            it.bombs,
                            it.wave,
                            it.bullets,
                            (uint32_t)(it.enemy_time * 1000),
                            bits_of(it.ships[0].x),
                            bits_of(it.ships[0].y),
                            it.ships[0].is_there,
                            session_is_replay(the_session()),
                            past.is_rewinding,
                            past.ticks};
    for (uint32_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        numbers[i] = all[i];
}

static uint32_t *put_pool(uint32_t *out, const game_pool_panel *p)
{
    *out++ = address(p->name);
    *out++ = p->live;
    *out++ = p->capacity;
    *out++ = p->created;
    *out++ = p->recycled;
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
    *out++ = (uint32_t)session_past_bytes(the_session());
    for (uint32_t i = 0; i < panel.pool_count; ++i)
        out = put_pool(out, &panel.pools[i]);
    out = put_pool(out, &storm);
    for (uint32_t i = 0; i < panel.layer_count; ++i) {
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
    const float all[] = {it.library_ms, it.game_ms,  it.drawing_ms,   it.frame_ms,
                         it.tick_ms,    it.storm_ns, (float)it.motes, (float)it.churn};
    uint32_t count = 0;
    for (; count < sizeof all / sizeof all[0]; ++count)
        numbers[count] = bits_of(all[count]);
    for (uint32_t i = 0; i < SHOW_TIMES; ++i)
        numbers[count++] = bits_of(it.ticks[i]);
}

/* -- recordings, patterns and short messages, in the buffer -- */

static uint32_t words[2][BML_WORDS]; /* of the pattern in use, and of the next one */
static uint32_t current;

/** Copies the last recording to the buffer. Returns its size; 0: there is none. */
EXPORT(web_recording) uint32_t web_recording(void)
{
    size_t size;
    const unsigned char *from = session_recording(the_session(), &size);
    for (size_t i = 0; i < size; ++i)
        pixels[i] = from[i];
    return (uint32_t)size;
}

/** Plays the pattern whose table is in the buffer, or none if `size` is 0. `starts`: at once.
 * Returns NULL, or a sentence that describes the error. */
EXPORT(web_pattern) const char *web_pattern(uint32_t size, uint32_t starts)
{
    bml_pattern opened;
    const uint32_t next = 1 - current;
    const uint32_t count = size / 4 < BML_WORDS ? size / 4 : BML_WORDS;
    if (size == 0) {
        session_set_pattern(the_session(), NULL, 0, starts != 0);
        return NULL;
    }
    for (uint32_t i = 0; i < count; ++i)
        words[next][i] = (uint32_t)pixels[4 * i] | (uint32_t)pixels[4 * i + 1] << 8 |
                         (uint32_t)pixels[4 * i + 2] << 16 | (uint32_t)pixels[4 * i + 3] << 24;
    if (!bml_open(&opened, words[next], count))
        return "it is no table of the compiler";
    current = next;
    session_set_pattern(the_session(), words[current], count, starts != 0);
    return NULL;
}

/* -- two players: the match, whose datagrams the page carries -- */

static _Alignas(TRP_ALIGNMENT) unsigned char match_memory[MATCH_BYTES];

/** Waits for the other player, as the first player (0), which decides number and seed, or as the
 * second (1). */
EXPORT(web_match) void web_match(uint32_t me, uint32_t number, uint32_t seed)
{
    session_meet(the_session(), NULL);
    match_begin(&m, &(match_desc){.me = me, .number = number, .seed = seed}, match_memory,
                sizeof match_memory);
    session_meet(the_session(), &m);
}

/** The connection to the other is closed: one goes on alone. */
EXPORT(web_match_lose) void web_match_lose(void)
{
    if (session_is_match(the_session()))
        match_lose(&m);
    else
        session_meet(the_session(), NULL);
}

/* -- a duel: the other player is in this page, and the network between the two is made up -- */

static struct {
    bool is_on;
    uint32_t now; /* ms */
    match other;
    game *g;
    loopback network;
    _Alignas(8) unsigned char game_memory[GAME_BYTES];
    _Alignas(TRP_ALIGNMENT) unsigned char memory[MATCH_BYTES];
} duel;

/** Plays against the autopilot over a network of that delay, in ms one way, and loss, in per cent;
 * or changes the network. */
EXPORT(web_duel) void web_duel(uint32_t delay, uint32_t loss, uint32_t seed)
{
    if (!duel.is_on) {
        loopback_init(&duel.network, &(loopback_desc){.seed = seed});
        match_close(&duel.other);
        web_match(0, seed, seed);
        match_begin(&duel.other, &(match_desc){.me = 1, .number = seed}, duel.memory,
                    sizeof duel.memory);
        duel.g = NULL;
        duel.is_on = true;
    }
    duel.network.desc.delay = delay;
    duel.network.desc.jitter = delay / 10;
    duel.network.desc.loss = loss;
}

static void carry(match *from, uint32_t to)
{
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = match_send(from, bytes); size > 0; size = match_send(from, bytes))
        loopback_send(&duel.network, to, bytes, size, duel.now);
}

static void take(match *by, uint32_t at)
{
    unsigned char bytes[PACKET_BYTES];
    for (size_t size = loopback_receive(&duel.network, at, bytes, duel.now); size > 0;
         size = loopback_receive(&duel.network, at, bytes, duel.now))
        match_receive(by, bytes, size);
}

/** After each tick of the page: a step of the other. 0: there is no duel. */
EXPORT(web_duel_step) uint32_t web_duel_step(void)
{
    if (!duel.is_on)
        return 0;
    duel.now += 1000 / GAME_RATE;
    carry(&m, 1);
    take(&duel.other, 1);
    if (match_wants_game(&duel.other)) {
        const game_options options = match_options(&duel.other);
        duel.g = game_init(duel.game_memory, sizeof duel.game_memory, &options);
        match_play(&duel.other, duel.g);
    }
    match_step(&duel.other, duel.g ? game_autopilot(duel.g) >> GAME_INPUT_BITS : 0);
    carry(&duel.other, 0);
    take(&m, 0);
    duel.is_on = !match_words(&m) && !match_words(&duel.other);
    return 1;
}

/** Numbers in the order of match.js. */
EXPORT(web_match_state) const uint32_t *web_match_state(void)
{
    const rollback_stats stats = match_get_stats(&m);
    const uint32_t all[9] = {session_is_match(the_session()),
                             match_me(&m),
                             match_tick(&m),
                             stats.hashes,
                             stats.furthest,
                             stats.again,
                             stats.desync,
                             match_get_network(&m).ping,
                             match_get_network(&m).delay};
    for (uint32_t i = 0; i < 9; ++i)
        numbers[i] = all[i];
    return numbers;
}

/* Facts for the page as text: the marked actor, the player's killer, the library's reports of
 * mistakes. Each text is lines of the form "name: value". */

enum { TEXTS = 4000 };

static char text[TEXTS];
static uint32_t text_length;

static void put(const char *more)
{
    while (more && *more && text_length + 1 < TEXTS)
        text[text_length++] = *more++;
    text[text_length] = 0;
}

static void put_decimal(uint64_t number)
{
    char digits[24];
    char *at = digits + sizeof digits - 1;
    *at = 0;
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(at);
}

static void put_line(const char *name, const char *value)
{
    put(name);
    put(": ");
    put(value);
    put("\n");
}

static void put_count(const char *name, uint64_t number)
{
    put(name);
    put(": ");
    put_decimal(number);
    put("\n");
}

static void put_place(const char *name, game_place place)
{
    if (!place.file)
        return;
    put(name);
    put(": ");
    put(place.file);
    put(":");
    put_decimal(place.line);
    put("\n");
}

static void begin_text(void)
{
    text_length = 0;
    text[0] = 0;
}

static void put_facts(const game_facts *f)
{
    put_line("pool", f->pool);
    put_count("slot", f->slot);
    put_count("generation", f->actor.generation);
    put_count("index", f->actor.index);
    put_count("lives", f->lives);
    if (f->age != GAME_NO_AGE)
        put_count("age", f->age);
    if (f->maker)
        put_line("maker", f->maker);
    put_place("born", f->born_at);
    if (f->reason)
        put_line("reason", f->reason);
    put_place("ended", f->ended_at);
}

static void put_why(void *arg, const char *line)
{
    (void)arg;
    put_line("why", line);
}

/** Lines about the marked actor; "" if there is none. */
EXPORT(web_marked) const char *web_marked(void)
{
    game_facts facts;
    begin_text();
    if (!show_get_marked(s, &facts))
        return text;
    put_facts(&facts);
    if (facts.pool[0] != 's' || facts.pool[1] != 't' || facts.pool[2] != 'o') /* not the storm */
        game_print_why(the_game(), facts.actor, put_why, NULL);
    return text;
}

/** Lines about the player's last killer; "" if there is none. */
EXPORT(web_kill) const char *web_kill(void)
{
    game_kill kill;
    begin_text();
    if (!game_get_kill(the_game(), &kill))
        return text;
    put_count("tick", kill.tick);
    put_facts(&kill.killer);
    game_print_why(the_game(), kill.killer.actor, put_why, NULL);
    return text;
}

/** Makes a mistake. Returns lines about the library's report. */
EXPORT(web_err) const char *web_err(uint32_t mistake)
{
    storm_verdict it;
    show_err(s, (storm_mistake)mistake, &it);
    begin_text();
    put_line("what", it.what);
    put_line("result", it.result);
    put_line("message", it.message);
    put_count("before", it.before);
    put_count("after", it.after);
    put_count("sound", it.is_sound);
    return text;
}
