/* Words of scripts about black boxes and what is printed. */
#include "script_inside.h"

#include "../../src/core/core.h" /* what acts now, the id of a world, descs */
#include "inspect_scene.h"

enum { TAGS = 16 };

static char tags[TAGS][SCRIPT_WORD];
static uint32_t tag_count;

void script_inspect_reset(void)
{
    inside.box = (trp_black_box){0};
    tag_count = 0;
}

static trp_result start_recording(const char *at)
{
    const uint32_t records = script_number(&at);
    trp_black_box_desc desc = {.records = records != 0 ? inside.records : NULL,
                               .records_bytes = TRP_BLACK_BOX_BYTES(records)};

    inside.world = script_world;
    if (script_takes(&at, "reasons")) {
        static const char *const names[] = {"shot down", "drowned"};
        desc.reasons = names;
        desc.reason_count = 2;
    }
    if (script_takes(&at, "births")) {
        desc.births = inside.births;
        desc.births_bytes = sizeof inside.births;
    }
    if (script_takes(&at, "leaks"))
        desc.print_leaks = inspect_scene_print;
    return trp_black_box_start(&inside.box, script_world, &desc);
}

/* The rest of the statement, which lives as long as the world; NULL: there is none. */
static const char *words_at(const char *at)
{
    if (script_at_end(at))
        return NULL;
    script_need(tag_count < TAGS, "there are too many tags");
    char *const tag = tags[tag_count++];
    unsigned length = 0;
    for (; *at != ';' && *at != ',' && *at != '\0' && length + 1 < SCRIPT_WORD; at++)
        tag[length++] = *at;
    tag[length] = '\0';
    return tag;
}

bool script_inspect_call(const char *name, const char *at, uint32_t me)
{
    const char *const start = at;

    if (situation_text_equal(name, "line")) {
        const uint32_t line = script_at_end(at) ? 0 : script_number(&at);
        script_skip(&at);
        return (void)trp__set_place(script_world, trp__place_at(words_at(at), line)), true;
    }
    SCRIPT_CALL("record", start_recording(at));
    SCRIPT_CALL("unrecord", trp_black_box_stop(&inside.box));
    SCRIPT_DO("tag", trp_set_tag(script_world, words_at(at)));
    return false;
}

/* Measures */

static void add(trp_usage *to, trp_usage of)
{
    to->pools += of.pools;
    to->live += of.live;
    to->active += of.active;
    to->asleep += of.asleep;
    to->expired += of.expired;
    to->peak += of.peak;
    to->capacity += of.capacity;
    to->retired += of.retired;
    to->created += of.created;
    to->recycled += of.recycled;
    to->refused += of.refused;
    to->stolen += of.stolen;
    to->misuse += of.misuse;
    to->bytes += of.bytes;
    to->live_bytes += of.live_bytes;
}

static void need_same(trp_usage a, trp_usage b)
{
    script_need(a.pools == b.pools && a.live == b.live && a.active == b.active &&
                    a.asleep == b.asleep && a.expired == b.expired && a.peak == b.peak &&
                    a.capacity == b.capacity && a.retired == b.retired && a.created == b.created &&
                    a.recycled == b.recycled && a.refused == b.refused && a.stolen == b.stolen &&
                    a.misuse == b.misuse && a.bytes == b.bytes && a.live_bytes == b.live_bytes,
                "a layer or world is not the sum of its pools");
}

static trp_usage measure(const trp_pool *pool)
{
    const trp_usage it = trp_pool_measure(pool);
    const trp_pool_facts is = trp_pool_info(pool);

    script_need(it.pools == 1 && it.live == is.live && it.active == is.active &&
                    it.expired == is.expired && it.peak == is.peak && it.retired == is.retired &&
                    it.capacity == is.capacity && it.created == is.created &&
                    it.recycled == is.recycled && it.refused == is.refused &&
                    it.stolen == is.stolen && it.misuse == is.misuse &&
                    it.live_bytes == (pool->desc.external != NULL ? 0 : is.live * sizeof(figure)),
                "a pool measures other than it says");
    return it;
}

void script_check_measures(size_t least, size_t most)
{
    const trp_world_facts world = trp_world_info(script_world);
    trp_usage whole = trp_world_measure(script_world), all = {0};

    script_need(whole.bytes >= least && whole.bytes <= most, "it has taken other bytes");
    script_need(whole.misuse == world.misuse, "it counts other misuse");
    for (uint32_t layer = 0; layer < world.layers; layer++) {
        trp_usage sum = {0};
        for (uint32_t i = 0; i < world.pools; i++)
            if (trp_pool_info(trp_world_pool(script_world, i)).layer == layer)
                add(&sum, measure(trp_world_pool(script_world, i)));
        need_same(trp_layer_measure(script_world, layer), sum);
        add(&all, sum);
    }
    script_need(whole.bytes > all.bytes && whole.misuse >= all.misuse, "a pool has more than all");
    all.bytes = whole.bytes; /* it has some of its own */
    all.misuse = whole.misuse;
    need_same(whole, all);
}

/* Whether a page is the text before the brace; without messages, whether it has as many lines. */
static bool is_page(const char *page, const char *text)
{
#ifdef TRP_NO_MESSAGES
    uint32_t more = 0;

    for (; *page != '\0'; page++)
        more += *page == '\n';
    for (; *text != '}'; text++)
        more -= *text == '\n';
    return more == 0;
#else
    while (*page != '\0' && *page == *text)
        page++, text++;
    return *page == '\0' && *text == '}';
#endif
}

void script_check_page(const char *at)
{
    const char *const page = inspect_scene_page();

    script_skip(&at);
    script_need(*at == '{', "a text is missing");
    inspect_scene_check_page(__FILE__, __LINE__, is_page(page, at + 1) ? page : at);
}

/* What the world has taken beside its pools: noted, or the same as it was. */
static void check_beside(const char *at)
{
    static size_t noted;
    size_t beside = trp_world_measure(script_world).bytes;

    for (uint32_t i = 0; i < trp_world_info(script_world).pools; i++)
        beside -= trp_pool_measure(trp_world_pool(script_world, i)).bytes;
    script_need(script_takes(&at, "noted") || beside == noted, "pools have other bytes");
    noted = beside;
}

/* Of an id, or of an index and a generation: `3.1`. */
static trp_handle life_at(const char **at)
{
    const uint32_t number = script_number(at);

    if (**at != '.')
        return script_handles[number];
    ++*at;
    return (trp_handle){script_world->id << 24 | number, script_number(at)};
}

/* LIFE NAME [POOL] */
static void check_fate(const char *at)
{
    static const char *const names[] = {"null",    "alive",   "over",   "forgotten",
                                        "unknown", "foreign", "madeup", "undone"};
    static const trp_fate fates[] = {TRP_FATE_NONE,      TRP_FATE_ALIVE,   TRP_FATE_ENDED,
                                     TRP_FATE_FORGOTTEN, TRP_FATE_UNKNOWN, TRP_FATE_FOREIGN,
                                     TRP_FATE_MADE_UP,   TRP_FATE_UNDONE};
    const trp_why why = trp_why_gone(script_world, life_at(&at));
    unsigned which = 0;

    while (which < 7 && !script_takes(&at, names[which]))
        which++;
    if (which == 7)
        script_need(script_takes(&at, names[which]), "there is no such fate");
    script_need(why.fate == fates[which], "it has another fate");
    script_need(why.pool == (script_at_end(at) ? NULL : script_pool_at(&at)), "of another pool");
    script_need((why.slot == TRP_NO_SLOT) == (why.pool == NULL), "of another slot");
    script_need((why.ended != NULL) == (why.fate == TRP_FATE_ENDED), "its end is known, or not");
    script_need(why.age == TRP_NO_AGE || why.fate == TRP_FATE_ALIVE || why.fate == TRP_FATE_ENDED,
                "it has an age");
}

static void check_tag(const char *tag)
{
    script_need(tag == NULL
                    ? script_world->tag == NULL
                    : script_world->tag != NULL && situation_text_equal(script_world->tag, tag),
                "the tag is another");
}

static void check_age(const char *at, uint32_t me)
{
    uint32_t id, last;

    script_range(&at, me, &id, &last);
    const uint64_t age = script_takes(&at, "unknown") ? TRP_NO_AGE : script_number(&at);
    for (; id <= last; id++)
        situation_check_equal(__FILE__, __LINE__, "its age",
                              trp_why_gone(script_world, script_handles[id]).age, age);
}

static void print_leaks(void)
{
    char head[40] = "never recycled: ";

    situation_text_number(head + 16, sizeof head - 16,
                          trp_print_leaks(script_world, inspect_scene_print, NULL));
    situation_text_add(head, sizeof head, " actor");
    script_need(situation_text_has(inspect_scene_page(), head), "there are more or fewer");
}

/* What the word prints; the rest is the text. */
static bool prints(const char *name, const char **at)
{
    SCRIPT_DO("page", (void)0);
    SCRIPT_DO("leaks", print_leaks());
    SCRIPT_DO("why", CHECK_OK(trp_print_why(script_world, life_at(at), inspect_scene_print, NULL)));
    SCRIPT_DO("records", CHECK_OK(trp_print_records(&inside.box, script_number(at),
                                                    inspect_scene_print, NULL)));
    SCRIPT_DO("world",
              CHECK_OK(trp_print_world(
                  script_world, script_takes(at, "actors") ? TRP_DETAIL_ACTORS : TRP_DETAIL_POOLS,
                  inspect_scene_print, NULL)));
    return false;
}

bool script_inspect_check(const char *name, const char *at, uint32_t me)
{
    SCRIPT_DO("beside", check_beside(at));
    SCRIPT_DO("tagged", check_tag(words_at(at)));
    SCRIPT_DO("fate", check_fate(at));
    SCRIPT_DO("age", check_age(at, me));
    return prints(name, &at) && (script_check_page(at), true);
}
