/* Lines of text for front ends: ASCII, made without stdio. */
#include "core.h"

typedef struct line {
    char *text;
    size_t length;
} line;

static void put_text(line *out, const char *text)
{
    while (*text && out->length + 1 < GAME_LINE_BYTES)
        out->text[out->length++] = *text++;
    out->text[out->length] = 0;
}

/* at least `digits` digits, with leading zeros */
static void put_number(line *out, uint32_t number, uint32_t digits)
{
    char text[11];
    char *at = text + sizeof text - 1;
    *at = 0;
    for (uint32_t i = 0; i < 10 && (number > 0 || i < digits); ++i) {
        *--at = (char)('0' + number % 10);
        number /= 10;
    }
    put_text(out, at);
}

static void put_banner(const game *g, line *out)
{
    const game_state *state = &g->now.state;
    if (state->phase == GAME_TITLE)
        put_text(out, "BULLET TROUPE");
    else if (state->phase == GAME_OVER)
        put_text(out, "GAME OVER");
    else if (state->paused)
        put_text(out, "PAUSED");
    else if (g->now.sweep.explosions > 0)
        put_text(out, "DESTROYED");
    else if (g->now.director.rest > 0 && g->now.director.wave == WAVES_COUNT)
        put_text(out, "WARNING");
    else if (g->now.director.rest > 0 && !g->options.pattern) {
        put_text(out, "WAVE ");
        put_number(out, state->wave, 1);
    }
}

static void put_hint(const game *g, line *out)
{
    const game_state *state = &g->now.state;
    const bool blink = g->now.since % 64 < 44;
    if (state->phase == GAME_TITLE || state->attract)
        put_text(out, blink ? "PRESS START" : "");
    else if (state->phase == GAME_OVER && g->now.since >= GAME_RATE)
        put_text(out, blink ? "PRESS START TO PLAY AGAIN" : "");
    else if (state->paused)
        put_text(out, "PRESS START TO CONTINUE");
    else if (g->now.director.rest > 0 && g->now.director.wave == WAVES_COUNT)
        put_text(out, "SOMETHING LARGE COMES CLOSER");
}

static const char *const level_names[GAME_LEVELS] = {"", "EASY ", "HARD "};

static void put_line(const game *g, game_line which, line *out)
{
    switch (which) {
    case GAME_LINE_SCORE:
        put_number(out, g->now.state.score, 7);
        break;
    case GAME_LINE_HIGH:
        put_text(out, g->options.practice ? "PRACTICE " : "HI ");
        put_number(out, g->options.practice ? g->practice_best : g->now.state.high_score, 7);
        break;
    case GAME_LINE_LIVES:
        put_text(out, "SHIPS ");
        put_number(out, g->now.state.lives, 1);
        put_text(out, " BOMBS ");
        put_number(out, g->now.state.bombs, 1);
        put_text(out, " POWER ");
        put_number(out, g->now.state.power, 1);
        break;
    case GAME_LINE_WAVE:
        put_text(out, level_names[g->options.level]);
        put_text(out, "WAVE ");
        put_number(out, g->now.state.wave, 1);
        put_text(out, " GRAZE ");
        put_number(out, g->now.state.graze, 1);
        break;
    case GAME_LINE_BOSS:
        put_text(out, boss_name(g));
        break;
    case GAME_LINE_BANNER:
        put_banner(g, out);
        break;
    case GAME_LINE_HINT:
        put_hint(g, out);
        break;
    case GAME_LINE_COUNT:
        break;
    }
}

size_t game_get_line(const game *g, game_line which, char text[GAME_LINE_BYTES])
{
    line out = {.text = text};
    text[0] = 0;
    put_line(g, which, &out);
    return out.length;
}

uint32_t game_color(uint32_t number)
{
    static const uint32_t colors[GAME_COLORS] = {
        0x0b0e1a, 0xf4f7ff, 0x8a93b8, 0x9be7ff, 0x4fb6ff, 0x3d6bff, 0xff4f79, 0xff8a3d,
        0xffd23d, 0x5ee37a, 0xb06bff, 0xff6be0, 0x2b3358, 0x59628f, 0x2f8f8a, 0xe8483a,
        0xfff6dc, 0xffd97a, 0xffab52, 0xff7263, 0xe8508f, 0xb145b8, 0x6b45c0, 0x353f92};
    return colors[number % GAME_COLORS];
}
