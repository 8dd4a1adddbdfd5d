#include "record.h"

/* The header, by byte; the magic is first. */
enum {
    AT_VERSION = 8,
    AT_SIZE = 12,
    AT_CHECKSUM = 16,
    AT_SEED = 20,
    AT_WAVE = 24,
    AT_LIVES = 28,
    AT_ATTRACT = 32,
    AT_PATTERN = 36,
    AT_TICKS = 40,
    AT_HASH = 44,
    AT_PLAYERS = 52,
    AT_LEVEL = 53,
    AT_PRACTICE = 54,
    LONGEST_RUN = 255,
    MAGIC_BYTES = 8
};

static const unsigned char magic[MAGIC_BYTES] = {'T', 'R', 'O', 'U', 'P', 'E', 0x1a, '\n'};

static void put(unsigned char *at, uint32_t number)
{
    for (uint32_t i = 0; i < 4; ++i)
        at[i] = (unsigned char)(number >> (8 * i));
}

static uint32_t get(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* FNV-1a with further mixing: a changed, added or missing byte changes the sum */
static uint32_t stir(uint32_t sum, uint32_t byte)
{
    sum = (sum ^ byte) * 0x01000193u;
    return sum ^ sum >> 15;
}

static uint32_t checksum(const unsigned char *bytes, size_t size)
{
    uint32_t sum = 0x811c9dc5u;
    for (size_t i = 0; i < size; ++i)
        if (i < AT_CHECKSUM || i >= AT_CHECKSUM + 4)
            sum = stir(sum, bytes[i]);
    return sum;
}

/* the checksum of a pattern; 0: no pattern */
static uint32_t pattern_sum(const uint32_t *words, uint32_t count)
{
    uint32_t sum = 0x811c9dc5u;
    for (uint32_t i = 0; words && i < count; ++i)
        for (uint32_t shift = 0; shift < 32; shift += 8)
            sum = stir(sum, words[i] >> shift & 0xff);
    return words ? sum | 1 : 0;
}

/* 0 players are one. */
static uint32_t bytes_of_run(uint32_t players)
{
    return players > 1 ? 5 : 3;
}

void record_begin(record *r, unsigned char *bytes, size_t size, const game_options *options)
{
    *r = (record){.bytes = bytes,
                  .size = size,
                  .used = RECORD_HEAD,
                  .bytes_per_run = bytes_of_run(options->players),
                  .options = *options};
    r->full = size < RECORD_HEAD;
}

static void end_run(record *r)
{
    if (r->run == 0)
        return;
    if (r->full || r->size - r->used < r->bytes_per_run) {
        r->full = true;
        return;
    }
    unsigned char run[5] = {(unsigned char)r->run};
    put(run + 1, r->input);
    for (uint32_t i = 0; i < r->bytes_per_run; ++i)
        r->bytes[r->used++] = run[i];
    r->run = 0;
}

void record_tick(record *r, uint32_t input)
{
    if (r->run == LONGEST_RUN || (r->run > 0 && r->input != input))
        end_run(r);
    r->input = input;
    r->run++;
    r->ticks++;
}

/* The keys of a run. */
static uint32_t input_of_run(const unsigned char *run, uint32_t bytes)
{
    const uint32_t first = run[1] | (uint32_t)run[2] << 8;
    return bytes > 3 ? game_join_inputs(first, run[3] | (uint32_t)run[4] << 8) : first;
}

/* The run that contains a tick. Returns the position of its bytes; `*left` is the tick's number
 * within the run. For the run in progress the position is `used`. */
static size_t find_run(const record *r, uint32_t tick, uint32_t *left)
{
    size_t at = RECORD_HEAD;
    while (at < r->used && tick >= r->bytes[at]) {
        tick -= r->bytes[at];
        at += r->bytes_per_run;
    }
    *left = tick;
    return at;
}

static uint32_t input_at(const record *r, size_t at)
{
    return at < r->used ? input_of_run(r->bytes + at, r->bytes_per_run) : r->input;
}

uint32_t record_input(const record *r, uint32_t tick)
{
    uint32_t left;
    return input_at(r, find_run(r, tick, &left));
}

void record_cut(record *r, uint32_t ticks)
{
    uint32_t left;
    if (r->full || ticks >= r->ticks)
        return;
    const size_t at = find_run(r, ticks, &left);
    r->input = input_at(r, at);
    r->run = left;
    r->used = at;
    r->ticks = ticks;
}

bool record_go_on(record *r, const unsigned char *bytes, size_t size)
{
    if (size > r->size)
        return false;
    for (size_t i = 0; i < size; ++i)
        r->bytes[i] = bytes[i];
    r->used = size;
    r->ticks = get(bytes + AT_TICKS);
    r->run = 0;
    r->full = false;
    return true;
}

size_t record_end(record *r, uint64_t hash)
{
    end_run(r);
    if (r->full)
        return 0;
    for (uint32_t i = 0; i < MAGIC_BYTES; ++i)
        r->bytes[i] = magic[i];
    put(r->bytes + AT_VERSION, RECORD_VERSION);
    put(r->bytes + AT_SIZE, (uint32_t)r->used);
    put(r->bytes + AT_SEED, r->options.seed);
    put(r->bytes + AT_WAVE, r->options.first_wave);
    put(r->bytes + AT_LIVES, r->options.lives);
    put(r->bytes + AT_ATTRACT, r->options.attract_after);
    put(r->bytes + AT_PATTERN, pattern_sum(r->options.pattern, r->options.pattern_words));
    put(r->bytes + AT_TICKS, r->ticks);
    put(r->bytes + AT_HASH, (uint32_t)hash);
    put(r->bytes + AT_HASH + 4, (uint32_t)(hash >> 32));
    put(r->bytes + AT_PLAYERS, r->options.players);
    r->bytes[AT_LEVEL] = (unsigned char)r->options.level;
    r->bytes[AT_PRACTICE] = r->options.practice;
    put(r->bytes + AT_CHECKSUM, checksum(r->bytes, r->used));
    return r->used;
}

static const char *check_head(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < MAGIC_BYTES; ++i)
        if (i >= size || bytes[i] != magic[i])
            return "this is not a recording";
    if (size < AT_SIZE)
        return "the recording is cut off: its header is incomplete";
    if (get(bytes + AT_VERSION) > RECORD_VERSION)
        return "the recording is of a newer version: play it with a newer game";
    if (get(bytes + AT_VERSION) < RECORD_VERSION)
        return "the recording is of an older version, which this game no longer plays";
    if (size < RECORD_HEAD)
        return "the recording is cut off: its header is incomplete";
    if (size < get(bytes + AT_SIZE))
        return "the recording is cut off: bytes at its end are missing";
    if (size > get(bytes + AT_SIZE))
        return "the recording is damaged: there are bytes after its end";
    if (checksum(bytes, size) != get(bytes + AT_CHECKSUM))
        return "the recording is damaged: its checksum is wrong";
    return NULL;
}

/* Checks the runs of a file whose checksum is right: another program may have written it. */
static const char *check_runs(const unsigned char *bytes, size_t size)
{
    const uint32_t run = bytes_of_run(bytes[AT_PLAYERS]);
    uint32_t ticks = 0;
    if ((size - RECORD_HEAD) % run != 0)
        return "the recording is damaged: its last run is incomplete";
    for (size_t i = RECORD_HEAD; i < size; i += run) {
        if (bytes[i] == 0)
            return "the recording is damaged: it has a run without ticks";
        ticks += bytes[i];
    }
    return ticks == get(bytes + AT_TICKS) ? NULL
                                          : "the recording is damaged: its runs do not add up to "
                                            "its number of ticks";
}

const char *replay_open(replay *p, const unsigned char *bytes, size_t size, const uint32_t *pattern,
                        uint32_t pattern_words)
{
    const char *wrong = check_head(bytes, size);
    if (!wrong)
        wrong = check_runs(bytes, size);
    if (!wrong && get(bytes + AT_PATTERN) != pattern_sum(pattern, pattern_words))
        wrong = get(bytes + AT_PATTERN) == 0 ? "the recording is of a game without a given pattern"
                                             : "the recording is of a game with another pattern: "
                                               "give the same";
    if (wrong)
        return wrong;
    *p = (replay){.options = {.seed = get(bytes + AT_SEED),
                              .first_wave = get(bytes + AT_WAVE),
                              .lives = get(bytes + AT_LIVES),
                              .players = bytes[AT_PLAYERS],
                              .level = bytes[AT_LEVEL],
                              .practice = bytes[AT_PRACTICE] != 0,
                              .attract_after = get(bytes + AT_ATTRACT),
                              .pattern = pattern,
                              .pattern_words = pattern_words},
                  .ticks = get(bytes + AT_TICKS),
                  .hash = get(bytes + AT_HASH) | (uint64_t)get(bytes + AT_HASH + 4) << 32,
                  .bytes_per_run = bytes_of_run(bytes[AT_PLAYERS]),
                  .at = bytes + RECORD_HEAD,
                  .end = bytes + size};
    return NULL;
}

void replay_skip(replay *p, uint32_t ticks)
{
    uint32_t input;
    while (ticks > p->run && p->at < p->end) {
        ticks -= p->run;
        p->run = 0;
        replay_tick(p, &input);
        ticks--;
    }
    p->run -= ticks < p->run ? ticks : p->run;
}

bool replay_tick(replay *p, uint32_t *input)
{
    if (p->run == 0) {
        if (p->at == p->end)
            return false;
        p->run = p->at[0];
        p->input = input_of_run(p->at, p->bytes_per_run);
        p->at += p->bytes_per_run;
    }
    p->run--;
    *input = p->input;
    return true;
}
