/* Words of scripts about black boxes and what is printed. */
#include "script_inside.h"

#include "../../src/core/core.h" /* what acts now */
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
    if (situation_text_equal(name, "record"))
        script_answered(at, start_recording(at));
    else if (situation_text_equal(name, "unrecord"))
        script_answered(at, trp_black_box_stop(&inside.box));
    else if (situation_text_equal(name, "tag"))
        (void)trp_set_tag(script_world, words_at(at));
    else if (situation_text_equal(name, "line")) {
        const uint32_t line = script_at_end(at) ? 0 : script_number(&at);
        script_skip(&at);
        (void)trp__set_place(script_world, trp__place_at(words_at(at), line));
    } else
        return false;
    return true;
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

bool script_inspect_check(const char *name, const char *at, uint32_t me)
{
    if (situation_text_equal(name, "tagged")) {
        const char *const tag = words_at(at);
        script_need(tag == NULL
                        ? script_world->tag == NULL
                        : script_world->tag != NULL && situation_text_equal(script_world->tag, tag),
                    "the tag is another");
        return true;
    }
    if (situation_text_equal(name, "records"))
        CHECK_OK(trp_print_records(&inside.box, script_number(&at), inspect_scene_print, NULL));
    else if (situation_text_equal(name, "why")) {
        const uint32_t id = script_number(&at);
        CHECK_OK(trp_print_why(script_world, script_handles[id], inspect_scene_print, NULL));
    } else if (situation_text_equal(name, "leaks")) {
        char head[40] = "never recycled: ";
        situation_text_number(head + 16, sizeof head - 16,
                              trp_print_leaks(script_world, inspect_scene_print, NULL));
        situation_text_add(head, sizeof head, " actor");
        script_need(situation_text_has(inspect_scene_page(), head), "there are more or fewer");
    } else if (situation_text_equal(name, "world"))
        CHECK_OK(trp_print_world(script_world,
                                 script_takes(&at, "actors") ? TRP_DETAIL_ACTORS : TRP_DETAIL_POOLS,
                                 inspect_scene_print, NULL));
    else if (situation_text_equal(name, "age")) {
        const trp_handle life = script_handles[script_number(&at)];
        situation_check_equal(__FILE__, __LINE__, "its age", trp_why_gone(script_world, life).age,
                              script_takes(&at, "unknown") ? TRP_NO_AGE : script_number(&at));
        return true;
    } else if (!situation_text_equal(name, "page"))
        return false;
    script_check_page(at);
    return true;
}
