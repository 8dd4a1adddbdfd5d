/* Checks tables, so that running them needs no checks. Opens patterns and describes them. */
#include "pattern_words.h"

/* The state while a routine is checked. */
typedef struct reader
{
    const uint32_t *words;
    uint32_t at;
    uint32_t end;
    uint32_t routines;
    uint32_t loops; /* the most open repeats, as the directory states */
    uint32_t depth;
    uint32_t begin[BML_STACK]; /* of each open repeat: its first command */
    uint32_t leave[BML_STACK]; /* of each open repeat: the command after it */
} reader;

static bool is_finite(uint32_t high)
{
    return (high & 0x7FF00000u) != 0x7FF00000u;
}

/* The number of operands of a term, or 3 if it is damaged. */
static uint32_t term_takes(const reader *r, bml_term term, uint32_t word)
{
    uint32_t upper = word >> 8;
    switch (term)
    {
    case BML_E_NUMBER:
        return upper == 0 && r->end - r->at >= 2 && is_finite(r->words[r->at + 1]) ? 0 : 3;
    case BML_E_SMALL:
        return 0;
    case BML_E_RANDOM:
    case BML_E_RANK:
        return upper == 0 ? 0 : 3;
    case BML_E_PARAM:
        return upper >= 1 && upper <= BML_PARAMS ? 0 : 3;
    case BML_E_NEGATE:
        return upper == 0 ? 1 : 3;
    default:
        return term < BML_TERMS && upper == 0 ? 2 : 3;
    }
}

static bool expression(reader *r)
{
    uint32_t first = r->at;
    uint32_t count = 0;
    while (r->at < r->end && r->at - first < BML_EXPRESSION)
    {
        uint32_t word = r->words[r->at++];
        bml_term term = (bml_term)(word & 0x7Fu);
        uint32_t takes = term_takes(r, term, word);
        if (takes > count || takes == 3)
        {
            return false;
        }
        count = count - takes + 1;
        if (count > BML_OPERANDS)
        {
            return false;
        }
        r->at += term == BML_E_NUMBER ? 2 : 0;
        if (word & BML_E_LAST)
        {
            return count == 1;
        }
    }
    return false;
}

static bool expressions(reader *r, uint32_t count)
{
    while (count > 0 && expression(r))
    {
        count--;
    }
    return count == 0;
}

static bool call(reader *r, uint32_t word)
{
    uint32_t count = bml_second_byte(word);
    return count <= BML_PARAMS && bml_high_half(word) < r->routines && expressions(r, count);
}

static bool repeat(reader *r, uint32_t word)
{
    if (r->depth >= r->loops || !expression(r))
    {
        return false;
    }
    r->begin[r->depth] = r->at;
    r->leave[r->depth] = bml_high_half(word);
    r->depth++;
    return true;
}

static bool loop(reader *r, uint32_t word)
{
    if (r->depth == 0 || bml_second_byte(word) != 0)
    {
        return false;
    }
    r->depth--;
    return bml_high_half(word) == r->begin[r->depth] && r->at == r->leave[r->depth];
}

static bool type_between(uint32_t word, bml_type least)
{
    uint32_t type = bml_second_byte(word);
    return type >= (uint32_t)least && type < BML_TYPES && bml_high_half(word) == 0;
}

static bool accel(reader *r, uint32_t word)
{
    uint32_t x = bml_second_byte(word);
    uint32_t y = bml_third_byte(word);
    bool sound = x != BML_TYPE_AIM && x < BML_TYPES && y != BML_TYPE_AIM && y < BML_TYPES;
    return sound && word >> 24 == 0 && expressions(r, 1u + (x != 0) + (y != 0));
}

static bool command(reader *r, bml_command name, uint32_t word)
{
    switch (name)
    {
    case BML_C_RETURN:
    case BML_C_VANISH:
    case BML_C_SHOT:
        return word >> 8 == 0;
    case BML_C_CALL:
    case BML_C_JUMP:
        return call(r, word);
    case BML_C_REPEAT:
        return bml_second_byte(word) == 0 && repeat(r, word);
    case BML_C_LOOP:
        return loop(r, word);
    case BML_C_WAIT:
        return word >> 8 == 0 && expression(r);
    case BML_C_DIRECTION:
        return type_between(word, BML_TYPE_AIM) && expressions(r, 2);
    case BML_C_SPEED:
        return type_between(word, BML_TYPE_ABSOLUTE) && expressions(r, 2);
    case BML_C_ACCEL:
        return accel(r, word);
    case BML_C_AIM:
        return type_between(word, BML_TYPE_AIM) && expression(r);
    case BML_C_PACE:
        return type_between(word, BML_TYPE_ABSOLUTE) && expression(r);
    case BML_C_FIRE:
        return bml_second_byte(word) == 0 && bml_high_half(word) <= r->routines;
    default:
        return false;
    }
}

/* Checks one routine, which must end where the next one begins. */
static bool routine(reader *r)
{
    while (r->at < r->end)
    {
        uint32_t word = r->words[r->at++];
        bml_command name = (bml_command)bml_low_byte(word);
        if (!command(r, name, word))
        {
            return false;
        }
        if (name == BML_C_RETURN || name == BML_C_JUMP)
        {
            return r->at == r->end && r->depth == 0;
        }
    }
    return false;
}

static bool all_routines(const uint32_t *words, uint32_t length, uint32_t routines)
{
    for (uint32_t i = 0; i < routines; i++)
    {
        uint32_t entry = bml_entry(words, i);
        uint32_t before = i > 0 ? bml_offset(bml_entry(words, i - 1)) : BML_HEADER_WORDS + routines;
        uint32_t end = i + 1 < routines ? bml_offset(bml_entry(words, i + 1)) : length;
        reader r = {.words = words, .at = bml_offset(entry), .end = end, .routines = routines};
        r.loops = bml_loops(entry);
        if (i == 0 ? r.at != before : r.at <= before)
        {
            return false;
        }
        if (r.end > length || r.loops > BML_STACK || entry >> 24 >= BML_KINDS || !routine(&r))
        {
            return false;
        }
    }
    return true;
}

static bml_result header(const uint32_t *words, uint32_t length)
{
    if (length < BML_HEADER_WORDS)
    {
        return BML_TRUNCATED;
    }
    if (words[BML_WORD_MAGIC] != BML_MAGIC)
    {
        return BML_NO_TABLE;
    }
    if (words[BML_WORD_VERSION] != BML_TABLE_VERSION)
    {
        return BML_VERSION;
    }
    if (words[BML_WORD_LENGTH] > BML_WORDS)
    {
        return BML_TOO_LARGE;
    }
    if (words[BML_WORD_LENGTH] != length)
    {
        return words[BML_WORD_LENGTH] > length ? BML_TRUNCATED : BML_DAMAGED;
    }
    return bml_checksum(words, length) == words[BML_WORD_CHECKSUM] ? BML_OK : BML_CHECKSUM;
}

bml_result bml_check(const uint32_t *words, uint32_t length)
{
    if (!words)
    {
        return BML_MISUSE;
    }
    bml_result result = header(words, length);
    if (result != BML_OK)
    {
        return result;
    }
    uint32_t shape = words[BML_WORD_SHAPE];
    uint32_t tops = bml_second_byte(shape);
    uint32_t routines = bml_high_half(shape);
    bool sound = bml_low_byte(shape) <= 1 && tops >= 1 && tops <= BML_TOPS && tops <= routines &&
                 routines < length - BML_HEADER_WORDS && (words[5] | words[6] | words[7]) == 0;
    return sound && all_routines(words, length, routines) ? BML_OK : BML_DAMAGED;
}

bml_result bml_open(bml_pattern *pattern, const uint32_t *words, uint32_t length)
{
    if (!pattern)
    {
        return BML_MISUSE;
    }
    *pattern = (bml_pattern){0};
    bml_result result = bml_check(words, length);
    if (result == BML_OK)
    {
        uint32_t shape = words[BML_WORD_SHAPE];
        pattern->words = words;
        pattern->length = length;
        pattern->checksum = words[BML_WORD_CHECKSUM];
        pattern->routines = (uint16_t)bml_high_half(shape);
        pattern->tops = (uint8_t)bml_second_byte(shape);
        pattern->horizontal = bml_low_byte(shape) == 1;
    }
    return result;
}

uint32_t bml_tops(const bml_pattern *pattern)
{
    return pattern ? pattern->tops : 0;
}

bool bml_horizontal(const bml_pattern *pattern)
{
    return pattern && pattern->horizontal;
}

bml_result bml_load(bml_pattern *pattern, const unsigned char *bytes, uint32_t size,
                    uint32_t *words, uint32_t capacity)
{
    if (!pattern || !bytes || !words)
    {
        return BML_MISUSE;
    }
    *pattern = (bml_pattern){0};
    uint32_t length = size / 4;
    if (length > capacity)
    {
        return BML_TOO_LARGE;
    }
    for (uint32_t i = 0; i < length; i++)
    {
        const unsigned char *b = bytes + (size_t)4 * i;
        words[i] = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    }
    bml_result result = bml_open(pattern, words, length);
    if (result == BML_OK && size % 4 != 0)
    {
        *pattern = (bml_pattern){0};
        return BML_DAMAGED;
    }
    return result;
}

const char *bml_reason(bml_result result)
{
    switch (result)
    {
    case BML_OK:
        return "it is valid";
    case BML_TRUNCATED:
        return "its end is missing";
    case BML_NO_TABLE:
        return "it is not a table of a pattern";
    case BML_VERSION:
        return "it has another version";
    case BML_TOO_LARGE:
        return "it is too large";
    case BML_CHECKSUM:
        return "a word was changed: the checksum is wrong";
    case BML_DAMAGED:
        return "the checksum is right, but the compiler does not write such words";
    case BML_MISUSE:
        return "an argument is NULL";
    }
    return "unknown result";
}

/* Runners. */

/* True if a command begins at `at`. `*open` is the number of open repeats there, `*most` the most
 * in its routine. */
static bool find_command(const bml_pattern *pattern, uint32_t at, uint32_t *open, uint32_t *most)
{
    for (uint32_t i = 0; i < pattern->routines; i++)
    {
        uint32_t entry = bml_entry(pattern->words, i);
        bool is_last = i + 1u == pattern->routines;
        reader r = {
            .words = pattern->words, .at = bml_offset(entry), .routines = pattern->routines};
        r.loops = bml_loops(entry);
        r.end = is_last ? pattern->length : bml_offset(bml_entry(pattern->words, i + 1u));
        if (at < r.at || at >= r.end)
        {
            continue;
        }
        while (r.at < at)
        {
            uint32_t word = r.words[r.at++];
            command(&r, (bml_command)bml_low_byte(word), word);
        }
        *open = r.depth;
        *most = r.loops;
        return r.at == at;
    }
    return false;
}

static bool is_number(double number)
{
    return number >= -1e12 && number <= 1e12;
}

static bool are_numbers(const bml_runner *runner)
{
    bool are = is_number(runner->last_direction) && is_number(runner->last_speed);
    for (uint32_t i = 0; i < BML_PARAM_STACK; i++)
    {
        are = are && is_number(runner->params[i]);
    }
    for (uint32_t i = 0; i < 4; i++)
    {
        are = are && is_number(runner->changes[i].from) && is_number(runner->changes[i].to);
    }
    return are && runner->changing < 16;
}

bool bml_fits(const bml_runner *runner, const bml_pattern *pattern)
{
    if (!runner || !pattern || runner->table != pattern->checksum)
    {
        return runner && pattern;
    }
    uint32_t at = runner->at;
    uint32_t depth = runner->depth;
    uint32_t frame = runner->frame;
    uint32_t base = runner->param_base;
    uint32_t count = runner->param_count;
    bool fits = are_numbers(runner);
    while (fits && at != 0)
    {
        uint32_t open = 0;
        uint32_t most = 0;
        fits = find_command(pattern, at, &open, &most) && depth == frame + open &&
               frame + most <= BML_STACK && count <= BML_PARAMS && base + count <= BML_PARAM_STACK;
        if (!fits || frame == 0)
        {
            break;
        }
        uint32_t word = runner->stack[frame - 1];
        at = word & 0xFFFFu;
        depth = frame - 1;
        frame = word >> 16 & 0xFu;
        base = word >> 20 & 0x3Fu;
        count = word >> 26;
    }
    return fits;
}

bool bml_forgot(const bml_runner *runner)
{
    return runner && runner->forgot;
}

static uint32_t mix_number(uint32_t hash, double number)
{
    bml_bits value = {.number = number};
    return bml_mix(bml_mix(hash, (uint32_t)value.bits), (uint32_t)(value.bits >> 32));
}

static uint32_t mix_changes(const bml_runner *runner, uint32_t hash)
{
    for (uint32_t which = 0; which < 4; which++)
    {
        const bml_change *change = &runner->changes[which];
        if (runner->changing & 1u << which)
        {
            hash = mix_number(mix_number(hash, change->from), change->to);
            hash = bml_mix(bml_mix(hash, change->done), change->term);
        }
    }
    return hash;
}

uint32_t bml_hash(const bml_runner *runner, uint32_t hash)
{
    if (!runner)
    {
        return hash;
    }
    hash = bml_mix(bml_mix(hash, runner->at), runner->wait);
    hash =
        bml_mix(hash, runner->depth | (uint32_t)runner->frame << 8 |
                          (uint32_t)runner->param_base << 16 | (uint32_t)runner->param_count << 24);
    hash = bml_mix(hash, runner->changing | (uint32_t)runner->has_last << 8);
    for (uint32_t i = 0; i < runner->depth; i++)
    {
        hash = bml_mix(hash, runner->stack[i]);
    }
    for (uint32_t i = 0; i < (uint32_t)runner->param_base + runner->param_count; i++)
    {
        hash = mix_number(hash, runner->params[i]);
    }
    hash = runner->has_last & BML_HAS_DIRECTION ? mix_number(hash, runner->last_direction) : hash;
    hash = runner->has_last & BML_HAS_SPEED ? mix_number(hash, runner->last_speed) : hash;
    return mix_changes(runner, hash);
}
