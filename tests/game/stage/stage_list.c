#include "stage_list.h"

static uint8_t to_byte(float value)
{
    return (uint8_t)(shade_unit(value) * 255 + 0.5f);
}

void stage_add(stage_list *list, const art_cell *cell, float x, float y, float across, float along,
               float angle, uint32_t color, float opacity)
{
    if (list->count == list->max)
        return;
    list->quads[list->count++] = (stage_quad){.x = x,
                                              .y = y,
                                              .across = across,
                                              .along = along,
                                              .angle = angle,
                                              .u = cell->u,
                                              .v = cell->v,
                                              .w = cell->w,
                                              .h = cell->h,
                                              .r = (uint8_t)(color >> 16),
                                              .g = (uint8_t)(color >> 8),
                                              .b = (uint8_t)color,
                                              .a = to_byte(opacity)};
}

art_cell stage_inner(const art_cell *cell)
{
    art_cell inner = *cell;
    inner.u++;
    inner.v++;
    inner.w = (uint16_t)(inner.w - 2);
    inner.h = (uint16_t)(inner.h - 2);
    return inner;
}

void stage_box(stage_list *list, float x, float y, float width, float height, uint32_t color,
               float opacity)
{
    const art_cell cell = stage_inner(art_of_extra(list->art, ART_SOLID));
    stage_add(list, &cell, x + width / 2, y + height / 2, width / 2, height / 2, 0, color, opacity);
}

float stage_text_width(stage_style style, const char *text)
{
    float width = 0;
    for (; *text; ++text)
        width += art_advance(style.font, *text) * style.size;
    return width;
}

float stage_text(stage_list *list, stage_style style, float x, float y, const char *text)
{
    const float margin = art_font_margin(style.font) * style.size;
    const float per_pixel = style.size / list->art->scale;
    if (style.align != STAGE_LEFT)
        x -= stage_text_width(style, text) / (style.align == STAGE_MIDDLE ? 2 : 1);
    for (; *text; ++text) {
        const art_cell *cell = art_of_letter(list->art, style.font, *text);
        if (cell) {
            const float across = (float)cell->w * per_pixel / 2;
            const float along = (float)cell->h * per_pixel / 2;
            stage_add(list, cell, x - margin + across, y - margin + along, across, along, 0,
                      style.color, style.opacity);
        }
        x += art_advance(style.font, *text) * style.size;
    }
    return x;
}

void stage_say(stage_words *w, const char *text)
{
    while (*text && w->length + 1 < sizeof w->text)
        w->text[w->length++] = *text++;
    w->text[w->length] = 0;
}

void stage_say_number(stage_words *w, uint64_t number, uint32_t digits)
{
    char text[24];
    char *at = text + sizeof text - 1;
    *at = 0;
    for (uint32_t i = 0; i < 20 && (number > 0 || i < digits); ++i) {
        *--at = (char)('0' + number % 10);
        number /= 10;
    }
    stage_say(w, at);
}
