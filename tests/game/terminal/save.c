#include "save.h"

#include "screen.h"

#include <stdio.h>
#include <string.h>

enum
{
    TEXT = 0xD8DEE9,
    DIM = 0x7A8290,
    BRIGHT = 0xFFD75F,
    RED = 0xFF6B6B,
    FRAME = 0x7F6B2F,
    LEAST = 14, /* columns of the picture */
    MOST = 30,
    TEXTS = 3 /* lines below the picture */
};

static canvas small;

/* Draws the saved field in a frame, with its upper left corner at this pixel. */
static void draw(const preview *p, canvas *c, int left, int top)
{
    const picture_frame frame = picture_fit(&small);
    picture_draw(&small, &frame, p->sprites, p->count);
    for (int y = -1; y <= small.height; y++)
        for (int x = -1; x <= small.width; x++)
        {
            const int is_inside = x >= 0 && y >= 0 && x < small.width && y < small.height;
            for (int i = 0; i < 3; i++)
                c->pixels[top + y][left + x][i] =
                    is_inside ? small.pixels[y][x][i] : (uint8_t)(FRAME >> (16 - 8 * i));
        }
}

static void say_below(int left, int row, const char *text, uint32_t color)
{
    screen_text(left + (small.width - (int)strlen(text)) / 2, row, text, color);
}

void save_show(const preview *p, canvas *c, const picture_frame *field, int columns, int rows)
{
    char line[160], time[16];
    const int room = (int)field->x - 3; /* columns, with a frame and a gap */
    const int high = 2 * (rows - TEXTS - 4);

    small.width = room < MOST ? room : MOST;
    if (small.width * 3 / 2 > high)
        small.width = high * 2 / 3;
    small.height = small.width * 3 / 2;
    snprintf(time, sizeof time, "%u:%02u", (unsigned)(p->seconds / 60),
             (unsigned)(p->seconds % 60));
    if (p->wrong || small.width < LEAST)
    {
        if (p->wrong)
            snprintf(line, sizeof line, "F9: %.90s", p->wrong);
        else
            snprintf(line, sizeof line, "F9: WAVE %u, %s, %s", (unsigned)p->wave, p->score, time);
        screen_text((columns - (int)strlen(line)) / 2, rows / 2 - 3, line, p->wrong ? RED : TEXT);
        return;
    }
    const int left = ((int)field->x - small.width) / 2;
    const int top = (2 * (rows - TEXTS) - small.height) / 4 * 2; /* a whole row */
    const int row = (top + small.height + 1) / 2 + 1;
    draw(p, c, left, top);
    snprintf(line, sizeof line, "F9: WAVE %u", (unsigned)p->wave);
    say_below(left, row, line, BRIGHT);
    say_below(left, row + 1, p->score, TEXT);
    say_below(left, row + 2, time, DIM);
}
