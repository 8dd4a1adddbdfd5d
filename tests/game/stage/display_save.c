/* The picture of the saved game in menus: its sprites at a quarter of their size, in a frame. */
#include "preview.h"
#include "stage_list.h"

enum
{
    GOLD = 0xffd76a,
    BRIGHT = 0xeaf2ff,
    DIM = 0x93a0c4,
    RED = 0xff5f7e,
    GROUND = 0x05070f,
    BORDER = 4,   /* units around the picture */
    OVERHANG = 16 /* units of the saved field that the border hides */
};

static const float width = GAME_WIDTH * PREVIEW_SCALE;
static const float height = GAME_HEIGHT * PREVIEW_SCALE;

static bool fits(const game_sprite *it)
{
    return it->x - it->size > -OVERHANG && it->x + it->size < GAME_WIDTH + OVERHANG &&
           it->y - it->size > -OVERHANG && it->y + it->size < GAME_HEIGHT + OVERHANG;
}

/* A frame of four boxes around the picture, from `from` to `to` units outside of it. */
static void add_border(stage_list *list, float from, float to, uint32_t color)
{
    const float x = PREVIEW_X;
    const float y = PREVIEW_Y;
    const float thick = to - from;
    stage_box(list, x - to, y - to, width + 2 * to, thick, color, 1);
    stage_box(list, x - to, y + height + from, width + 2 * to, thick, color, 1);
    stage_box(list, x - to, y - from, thick, height + 2 * from, color, 1);
    stage_box(list, x + width + from, y - from, thick, height + 2 * from, color, 1);
}

static float say(stage_list *list, float y, uint32_t color, const char *text)
{
    const stage_style look = {
        .font = ART_SMALL, .size = 1, .color = color, .opacity = 1, .align = STAGE_MIDDLE};
    stage_text(list, look, PREVIEW_X + width / 2, y, text);
    return y + 11;
}

/* The next word of a sentence; NULL: there is none. */
static const char *take_word(const char *at, stage_words *word)
{
    *word = (stage_words){{0}, 0};
    while (*at == ' ')
        ++at;
    for (; *at && *at != ' '; ++at)
        stage_say(word, (const char[]){*at, 0});
    return word->length > 0 ? at : NULL;
}

/* A sentence in lines that are as wide as the picture. */
static void say_sentence(stage_list *list, const char *sentence)
{
    const stage_style look = {.font = ART_SMALL, .size = 1};
    const char *at = sentence;
    float y = PREVIEW_Y + 6;
    stage_words line = {{0}, 0};
    stage_words word;
    while ((at = take_word(at, &word)) != NULL)
    {
        stage_words longer = line;
        stage_say(&longer, line.length > 0 ? " " : "");
        stage_say(&longer, word.text);
        if (line.length > 0 && stage_text_width(look, longer.text) > width - 4)
        {
            y = say(list, y, RED, line.text);
            longer = word;
        }
        line = longer;
    }
    say(list, y, RED, line.text);
}

static void say_facts(const stage *s, const preview *p, stage_list *list)
{
    stage_words wave = {{0}, 0};
    stage_words time = {{0}, 0};
    stage_say(&wave, s->is_touch ? "TAP" : "F9");
    stage_say(&wave, ": WAVE ");
    stage_say_number(&wave, p->wave, 1);
    stage_say_number(&time, p->seconds / 60, 1);
    stage_say(&time, ":");
    stage_say_number(&time, p->seconds % 60, 2);
    float y = say(list, PREVIEW_Y + height + BORDER + 6, GOLD, wave.text);
    y = say(list, y, BRIGHT, p->score);
    say(list, y, DIM, time.text);
}

void stage_save(const stage *s, const preview *p, stage_list *list)
{
    stage_list small = *list;
    small.x += PREVIEW_X * list->scale;
    small.y += PREVIEW_Y * list->scale;
    small.scale *= PREVIEW_SCALE;
    stage_box(list, PREVIEW_X, PREVIEW_Y, width, height, GROUND, 1);
    small.count = list->count;
    for (uint32_t i = 0; i < p->count; ++i)
        if (fits(&p->sprites[i]))
            stage_sprite(s, &small, &p->sprites[i]);
    list->count = small.count;
    add_border(list, 0, BORDER, GROUND);
    add_border(list, 0, 1, p->wrong ? RED : GOLD);
    if (p->wrong)
        say_sentence(list, p->wrong);
    else
        say_facts(s, p, list);
}
