/*
 * The headless game: plays by itself or from a recording as fast as possible, and prints the
 * result.
 */
#define _POSIX_C_SOURCE 200809L

#include "arguments.h"
#include "bulletml/bulletml.h"
#include "core/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
    "headless [--ticks N] [--seed S] [--wave N] [--lives N] [--players N] [--pattern FILE]\n"
    "         [--autopilot | --keys TEXT | --replay FILE] [--record FILE]\n"
    "         [--hash-every N] [--validate-every N] [--draw-every N] [--show] [--help]\n"
    "A pattern is a BulletML file. TEXT lists held keys: letters l r u d (directions) s (shoot)\n"
    "f (focus) b (bomb) p (pause) t (start), followed by a number of ticks, as in\n"
    "\"t1 60 ls30 s10 b1\". The text repeats until all ticks are over. --show plays in a\n"
    "terminal at the game's speed; without a terminal it prints the last picture.\n";

enum {
    MOST_TICKS = 1000000,
    MOST_WORDS = 65535,
    SHOWN_TICKS = 3 /* per picture */
};

typedef struct plan {
    game_options options;
    uint32_t ticks;
    uint32_t hash_every;
    uint32_t validate_every;
    uint32_t draw_every;
    bool autopilot;
    bool show;
    bool help;
    const char *keys;
    const char *record_to;
    const char *replay_from;
    const char *pattern;
} plan;

/* Plays the keys of a text. */
typedef struct keyboard {
    const char *text;
    const char *at; /* the next part of the text */
    uint32_t keys;  /* of the part in progress */
    uint32_t ticks; /* the rest of the part in progress */
} keyboard;

static _Alignas(8) unsigned char memory[GAME_BYTES];
static game_sprite sprites[GAME_SPRITES];
static unsigned char recorded[RECORD_BYTES(MOST_TICKS)];
static unsigned char given[RECORD_BYTES(MOST_TICKS)];
static uint32_t words[MOST_WORDS];

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    return 2;
}

/* -- the game as characters, for --show -- */

enum {
    UNITS = 6, /* of the field, per pixel */
    WIDE = GAME_WIDTH / UNITS,
    HIGH = GAME_HEIGHT / UNITS,
    GROUND = 0x05060c
};

static uint32_t pixels[HIGH][WIDE];

/* Whether standard output is a terminal with colours, so that pictures can follow each other. */
static bool picture_can_move(void)
{
    const char *term = getenv("TERM");
    const char *none = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0 && !(none && *none);
}

static uint32_t mix(uint32_t below, uint32_t color, uint32_t opacity)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const uint32_t old = below >> shift & 255;
        const uint32_t new = color >> shift & 255;
        mixed |= (old * (255 - opacity) + new *opacity) / 255 << shift;
    }
    return mixed;
}

/* A disc, or a ring, of at least a pixel. */
static void paint(const game_sprite *it)
{
    const float x = it->x / UNITS;
    const float y = it->y / UNITS;
    const bool is_ring = it->kind == GAME_RING || it->kind == GAME_SHIELD;
    const float radius = it->size / UNITS > 0.6f ? it->size / UNITS : 0.6f;
    for (int row = (int)(y - radius); row <= (int)(y + radius); ++row)
        for (int column = (int)(x - radius); column <= (int)(x + radius); ++column) {
            const float dx = (float)column + 0.5f - x;
            const float dy = (float)row + 0.5f - y;
            const float square = dx * dx + dy * dy;
            const bool is_in =
                square <= radius * radius && (!is_ring || square >= (radius - 1) * (radius - 1));
            if (is_in && row >= 0 && row < HIGH && column >= 0 && column < WIDE)
                pixels[row][column] = mix(pixels[row][column], game_color(it->color),
                                          it->kind == GAME_STAR ? it->opacity / 2 : it->opacity);
        }
}

static uint32_t brightness(uint32_t color)
{
    return ((color >> 16) + (color >> 8 & 255) * 2 + (color & 255)) / 4;
}

static void print_row(const uint32_t *above, const uint32_t *below, bool has_colors)
{
    static const char shades[] = " .:-=+*#%@";
    for (int i = 0; i < WIDE; ++i)
        if (has_colors)
            printf("\033[38;2;%u;%u;%u;48;2;%u;%u;%um\u2580", above[i] >> 16, above[i] >> 8 & 255,
                   above[i] & 255, below[i] >> 16, below[i] >> 8 & 255, below[i] & 255);
        else
            putchar(shades[(brightness(above[i]) + brightness(below[i])) * 9 / 510]);
    puts(has_colors ? "\033[0m" : "");
}

/* Prints the game, half blocks in colour or plain characters; over the last one if `again`. */
static void picture_print(const game *g, bool again)
{
    char line[GAME_LINE_BYTES];
    const bool has_colors = picture_can_move();
    const uint32_t count = game_draw(g, 1, sprites, GAME_SPRITES);
    for (int row = 0; row < HIGH; ++row)
        for (int column = 0; column < WIDE; ++column)
            pixels[row][column] = GROUND;
    for (uint32_t i = 0; i < count; ++i)
        paint(&sprites[i]);
    if (again)
        printf("\033[%dA", HIGH / 2 + 1);
    for (int row = 0; row < HIGH; row += 2)
        print_row(pixels[row], pixels[row + 1], has_colors);
    game_get_line(g, GAME_LINE_SCORE, line);
    printf("%s  ", line);
    game_get_line(g, GAME_LINE_WAVE, line);
    puts(line);
    fflush(stdout);
}

/* -- options -- */

static bool take_arguments(plan *p, int count, char **arguments)
{
    const argument all[] = {{"--ticks", .number = &p->ticks, .most = MOST_TICKS},
                            {"--seed", .number = &p->options.seed, .most = UINT32_MAX},
                            {"--wave", .number = &p->options.first_wave, .most = 999},
                            {"--lives", .number = &p->options.lives, .most = 99},
                            {"--players", .number = &p->options.players, .most = GAME_PLAYERS},
                            {"--hash-every", .number = &p->hash_every, .most = UINT32_MAX},
                            {"--validate-every", .number = &p->validate_every, .most = UINT32_MAX},
                            {"--draw-every", .number = &p->draw_every, .most = UINT32_MAX},
                            {"--autopilot", .is_given = &p->autopilot},
                            {"--show", .is_given = &p->show},
                            {"--help", .is_given = &p->help},
                            {"--keys", .text = &p->keys},
                            {"--record", .text = &p->record_to},
                            {"--replay", .text = &p->replay_from},
                            {"--pattern", .text = &p->pattern}};
    return arguments_read(all, sizeof all / sizeof all[0], count - 1, arguments + 1);
}

/* -- files -- */

static size_t read_file(const char *name, unsigned char *bytes, size_t size)
{
    FILE *file = fopen(name, "rb");
    const size_t got = file ? fread(bytes, 1, size, file) : 0;
    if (file)
        fclose(file);
    return got;
}

static bool write_file(const char *name, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    const bool written = file && fwrite(bytes, 1, size, file) == size;
    return file && fclose(file) == 0 && written;
}

static void say(void *arg, const char *message)
{
    (void)arg;
    fprintf(stderr, "%s\n", message);
}

/* -- keys -- */

static uint32_t key_of(char letter)
{
    static const char letters[] = "lrudsfbpt";
    const char *at = letter ? strchr(letters, letter) : NULL;
    return at ? 1u << (at - letters) : 0;
}

/* Reads the next part of a text such as "t1 60 ls30": keys and a number of ticks. False at the end.
 * */
static bool take_keys(const char **text, uint32_t *keys, uint32_t *ticks)
{
    const char *at = *text;
    *keys = 0;
    *ticks = 0;
    while (*at == ' ')
        ++at;
    for (; key_of(*at) != 0; ++at)
        *keys |= key_of(*at);
    for (; *at >= '0' && *at <= '9' && *ticks <= MOST_TICKS; ++at)
        *ticks = *ticks * 10 + (uint32_t)(*at - '0');
    *text = at;
    return *ticks > 0;
}

static bool are_keys(const char *text)
{
    uint32_t keys;
    uint32_t ticks;
    uint32_t parts = 0;
    while (take_keys(&text, &keys, &ticks) && ticks <= MOST_TICKS)
        ++parts;
    return parts > 0 && *text == 0 && keys == 0 && ticks == 0;
}

/* The keys of the next tick. The text starts again when it has ended. */
static uint32_t next_keys(keyboard *k)
{
    if (k->ticks == 0 && !take_keys(&k->at, &k->keys, &k->ticks)) {
        k->at = k->text;
        if (!take_keys(&k->at, &k->keys, &k->ticks))
            return 0;
    }
    k->ticks--;
    return k->keys;
}

static void show(const game *g, uint32_t tick)
{
    const struct timespec rest = {.tv_nsec = SHOWN_TICKS * 1000000000L / GAME_RATE};
    if (tick % SHOWN_TICKS != 0 || !picture_can_move())
        return;
    picture_print(g, tick > SHOWN_TICKS);
    nanosleep(&rest, NULL);
}

/* Runs the checks and prints that the options request between ticks. False: the world is invalid.
 * */
static bool look(const plan *p, const game *g, uint32_t tick)
{
    if (p->hash_every > 0 && tick % p->hash_every == 0)
        printf("%u %08x%08x\n", tick, (unsigned)(game_hash(g) >> 32),
               (unsigned)(game_hash(g) & 0xffffffffu));
    if (p->draw_every > 0 && tick % p->draw_every == 0)
        game_draw(g, 0.5f, sprites, GAME_SPRITES);
    if (p->show)
        show(g, tick);
    return p->validate_every == 0 || tick % p->validate_every != 0 || game_is_sound(g);
}

static int play(const plan *p, replay *from, game *g)
{
    keyboard k = {.text = p->keys ? p->keys : "", .at = p->keys ? p->keys : ""};
    record r;
    uint32_t input = 0;
    record_begin(&r, recorded, sizeof recorded, &p->options);
    for (uint32_t tick = 0; tick < p->ticks; ++tick) {
        if (from && !replay_tick(from, &input))
            break;
        if (!from)
            input = p->autopilot ? game_autopilot(g) : next_keys(&k);
        record_tick(&r, input);
        game_step(g, input);
        if (!look(p, g, tick + 1))
            return fail("the world", "an invariant does not hold, or a misuse was reported");
    }
    const size_t size = record_end(&r, game_hash(g));
    if (p->record_to && (size == 0 || !write_file(p->record_to, recorded, size)))
        return fail(p->record_to, "could not be written");
    return 0;
}

static int report(const game *g, const replay *from)
{
    const game_state s = game_get_state(g);
    const uint64_t hash = game_hash(g);
    printf("%u ticks, wave %u, loop %u, score %u, lives %u, graze %u, hash %08x%08x\n", s.tick,
           s.wave, s.loop, s.score, s.lives, s.graze, (unsigned)(hash >> 32),
           (unsigned)(hash & 0xffffffffu));
    if (!game_is_sound(g))
        return fail("the world", "an invariant does not hold, or a misuse was reported");
    if (from && hash != from->hash)
        return fail("the recording", "the replay differs from the recorded game");
    return 0;
}

static const char *read_recording(plan *p, replay *from)
{
    errno = 0;
    const size_t size = read_file(p->replay_from, given, sizeof given);
    if (size == 0 && errno != 0)
        return strerror(errno);
    const char *wrong =
        replay_open(from, given, size, p->options.pattern, p->options.pattern_words);
    if (wrong)
        return wrong;
    p->options = from->options;
    p->ticks = from->ticks;
    return NULL;
}

/* Reads the files of the options. False: the error was printed. */
static bool read_files(plan *p, replay *from)
{
    if (p->pattern) {
        if (!bulletml_from_file(p->pattern, words, &p->options.pattern_words, say, NULL))
            return false;
        p->options.pattern = words;
    }
    const char *wrong = p->replay_from ? read_recording(p, from) : NULL;
    return !wrong || fail(p->replay_from, wrong) == 0;
}

int main(int count, char **arguments)
{
    plan p = {.ticks = 3600};
    replay from;
    const bool is_read = take_arguments(&p, count, arguments);
    if (!is_read || p.help) {
        fputs(usage, is_read ? stdout : stderr);
        return is_read ? 0 : 2;
    }
    if (p.keys && !are_keys(p.keys))
        return fail(p.keys,
                    "is no text of keys such as \"t1 60 ls30\": --help says which there are");
    if (!read_files(&p, &from))
        return 2;
    game *g = game_init(memory, sizeof memory, &p.options);
    if (!g)
        return fail(
            "the game",
            "does not start: an option is out of its range, or the core was not compiled with "
            "-ffp-contract=off");
    const int result = play(&p, p.replay_from ? &from : NULL, g);
    if (p.show && !picture_can_move())
        picture_print(g, false);
    const int all = result != 0 ? result : report(g, p.replay_from ? &from : NULL);
    return fflush(stdout) == 0 && !ferror(stdout) ? all : fail("standard output", strerror(errno));
}
