#include "forged.h"

#include <string.h>

static const char *text; /* for failures */
static unsigned number;  /* # */

static void need(bool is_so)
{
    if (!is_so)
        situation_failed(__FILE__, __LINE__, text);
}

static bool takes(const char **at, const char *word)
{
    const size_t length = strlen(word);

    while (**at == ' ')
        ++*at;
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    while (**at == ' ')
        ++*at;
    return true;
}

static size_t read_place(const char **at);

static uint64_t read_factor(const char **at)
{
    static const char digits[] = "0123456789ABCDEF";
    const uint64_t base = takes(at, "0x") ? 16 : 10;
    uint64_t sum = 0;

    if (takes(at, "#"))
        return number;
    if (takes(at, "base"))
        return edited_pool((uint32_t)read_factor(at)).base;
    if (takes(at, "used"))
        return edited_pool((uint32_t)read_factor(at)).used;
    if (takes(at, "room"))
        return edited_pool((uint32_t)read_factor(at)).room;
    if (takes(at, "(")) {
        sum = takes(at, "wide") ? trp__get64(edited_from.bytes + read_place(at))
                                : trp__get32(edited_from.bytes + read_place(at));
        need(takes(at, ")"));
        return sum;
    }
    for (const char *digit; **at != '\0' && (digit = strchr(digits, **at)) != NULL; ++*at)
        sum = sum * base + (uint64_t)(digit - digits);
    return sum;
}

static uint64_t read_sum(const char **at)
{
    uint64_t sum = 0;

    for (bool is_less = takes(at, "-");; is_less = takes(at, "-")) {
        uint64_t term = read_factor(at);
        while (takes(at, "*"))
            term *= read_factor(at);
        sum += is_less ? 0 - term : term;
        if (**at != '-' && !takes(at, "+"))
            return sum;
    }
}

static const struct {
    const char *name;
    uint32_t tag;
} chunks[] = {
    {"GAME", TRP__SAVE_GAME},     {"USER", TRP__SAVE_USER},   {"WORLD", TRP__SAVE_WORLD},
    {"LAYER", TRP__SAVE_LAYER},   {"POOL", TRP__SAVE_POOL},   {"GROUP", TRP__SAVE_GROUP},
    {"FAMILY", TRP__SAVE_FAMILY}, {"SPACE", TRP__SAVE_SPACE}, {"REGION", TRP__SAVE_REGION},
    {"TIMERS", TRP__SAVE_TIMERS}, {"IDS", TRP__SAVE_IDS},     {"END", TRP__SAVE_END}};

/* A number, by the name that is next. */
static size_t place_of_number(const char **at, uint32_t tag, unsigned which)
{
    char name[24];
    unsigned length = 0;

    for (; (**at >= 'a' && **at <= 'z') || **at == '_'; ++*at) {
        need(length + 1 < sizeof name);
        name[length++] = **at;
    }
    name[length] = '\0';
    (void)takes(at, "");
    return edited_number(tag, which, name);
}

static size_t place_in_pool(const char **at, const trp__saved_pool *pool)
{
    if (takes(at, "states"))
        return edited_place(pool->states);
    if (takes(at, "generations"))
        return edited_place(pool->generations);
    if (takes(at, "records"))
        return edited_place(pool->records);
    if (takes(at, "chunk_count"))
        return edited_place(pool->chunks) - 4;
    if (takes(at, "chunks"))
        return edited_place(pool->chunks);
    return place_of_number(at, TRP__SAVE_POOL, pool->number);
}

static size_t read_place(const char **at)
{
    unsigned i = 0;
    uint64_t which = 0;
    size_t place = 0;

    if (!takes(at, "FILE")) {
        while (!takes(at, chunks[i].name))
            need(++i < sizeof chunks / sizeof *chunks);
        which = **at == '#' || (**at >= '0' && **at <= '9') ? read_sum(at) : 0;
        const trp__saved_chunk chunk = edited_chunk(chunks[i].tag, (unsigned)which);
        if (takes(at, "from"))
            place = chunk.from;
        else if (takes(at, "end"))
            place = chunk.end;
        else if (takes(at, "letters"))
            place = chunk.from - TRP__SAVE_CHUNK;
        else if (takes(at, "rows"))
            place = edited_rows(chunks[i].tag, (unsigned)which).rows.at;
        else if (takes(at, "count"))
            place = edited_rows(chunks[i].tag, (unsigned)which).type - 8;
        else if (chunks[i].tag == TRP__SAVE_POOL) {
            const trp__saved_pool pool = edited_pool((uint32_t)which);
            place = place_in_pool(at, &pool);
        } else
            place = place_of_number(at, chunks[i].tag, (unsigned)which);
    }
    return place + (size_t)(**at == '+' || **at == '-' ? (takes(at, "+"), read_sum(at)) : 0);
}

static void change(const char **at)
{
    const size_t place = read_place(at);
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    need(takes(at, ":"));
    if (takes(at, "set8"))
        edited_set_8(place, (unsigned)read_sum(at));
    else if (takes(at, "set32"))
        edited_set_32(place, (uint32_t)read_sum(at));
    else if (takes(at, "set64"))
        edited_set_64(place, read_sum(at));
    else if (takes(at, "add"))
        edited_add_32(place, (int)read_sum(at));
    else if (takes(at, "more"))
        edited_resize(place, (int)read_sum(at));
    else if (takes(at, "less"))
        edited_resize(place, -(int)read_sum(at));
    else {
        need(takes(at, "cut"));
        while (chunk.end < place || chunk.from == chunk.end)
            need(trp__chunk_at(edited_from.bytes, edited_from.size, chunk.end, &chunk));
        edited_resize(place, -(int)(chunk.end - place));
    }
}

static void forge_one(const forged *it, const char *at, const char *words)
{
    static const char *const pools[] = {"sparks", "guards", "guards", "elders", "heirs", "young"};
    char report[160] = "";
    const char *mark = words != NULL ? strchr(words, '?') : NULL;

    for (const char *next = text = it->changes; *next != '\0';) {
        change(&next);
        need(*next == '\0' || takes(&next, ";"));
    }
    if (it->result == TRP_OK) {
        edited_is_loaded();
        return;
    }
    situation_text_copy(report, sizeof report, words);
    if (mark != NULL) {
        report[mark - words] = '\0';
        situation_text_add(report, sizeof report, pools[number]);
        situation_text_add(report, sizeof report, mark + 1);
    }
    edited_is_refused_at(it->result, read_place(&at), report);
}

void forge(const forged *cases)
{
    const char *at = NULL, *words = NULL;

    edited_begin();
    for (; cases->changes != NULL; cases++) {
        at = cases->at != NULL ? cases->at : at;
        words = cases->words != NULL ? cases->words : words;
        number = cases->from;
        do
            forge_one(cases, at, words);
        while (++number <= cases->last);
    }
}
