/* The panel beside the field. */
#include "batch.h"
#include "show.h"
#include "storm/storm.h"

#include <stdio.h>

enum
{
    TEXT = 0xC8D0DC,
    DIM = 0x7A8494,
    LINE = 0x2A3040,
    GOOD = 0x4FC07A,
    WARM = 0xFFB454,
    BAD = 0xFF5F5F,
    WIDTH = 300,  /* units: the panel is scaled so that it is that wide, or ... */
    HEIGHT = 520, /* ... that high */
    SLIDER_TOP = 88
};

static const float budget_ms = 1000.0f / GAME_RATE;

/* How full a stretch is: from dark to bright. */
static uint32_t shade(uint32_t fill)
{
    const uint32_t red = 24 + fill * 40 / 255, green = 32 + fill * 170 / 255,
                   blue = 48 + fill * 90 / 255;

    return fill == 0 ? 0x151A26 : red << 16 | green << 8 | blue;
}

static void pool(const game_pool_panel *p, float y)
{
    char text[64];

    snprintf(text, sizeof text, "%-10.10s %6u OF %-6u +%-5u-%-5u", p->name, (unsigned)p->live,
             (unsigned)p->capacity, (unsigned)p->created, (unsigned)p->recycled);
    batch_text(10, y, 1, text, TEXT, 1);
    for (int i = 0; i < GAME_PANEL_STRETCHES; i++)
        batch_box(10 + (float)i * 4.375f, y + 10, 3.6f, 7, shade(p->fill[i]), 1);
}

static void layers(const game_panel *panel, float y)
{
    char text[64];

    for (uint32_t i = 0; i < panel->layer_count; i++)
    {
        const game_layer_panel *layer = &panel->layers[i];
        const bool is_slow = layer->time_scale < 1 || !layer->enabled;
        snprintf(text, sizeof text, "%-10.10s TIME %.2f", layer->name, (double)layer->time_scale);
        batch_text(10, y + (float)i * 11, 1, text, is_slow ? WARM : TEXT, 1);
        batch_box(150, y + (float)i * 11, 130, 6, LINE, 1);
        batch_box(150, y + (float)i * 11, 130 * (layer->enabled ? layer->time_scale : 0), 6,
                  is_slow ? WARM : GOOD, 1);
        if (!layer->enabled)
            batch_text(150, y + (float)i * 11, 0.8f, "STOPPED", TEXT, 1);
    }
}

static void history(const show_times *times, float y)
{
    const float tall = 40, most = 2 * budget_ms;

    batch_box(10, y, 280, tall, 0x10141E, 1);
    for (int i = 0; i < 120; i++)
    {
        const float ms = times->history[i] < most ? times->history[i] : most;
        const float height = tall * ms / most;
        batch_box(10 + (float)i * 280 / 120, y + tall - height, 280.0f / 120 - 0.5f, height,
                  times->history[i] > budget_ms ? BAD : GOOD, 1);
    }
    batch_box(10, y + tall / 2, 280, 1, WARM, 1);
    batch_text(240, y + tall / 2 - 8, 0.8f, "16.7 MS", WARM, 1);
}

static float scale_of(show_area area)
{
    const float across = area.width / WIDTH, down = area.height / HEIGHT;

    return across < down ? across : down;
}

show_area show_slider(show_area area)
{
    const float scale = scale_of(area);
    const show_area slider = {area.x + 10 * scale, area.y + SLIDER_TOP * scale, 280 * scale,
                              14 * scale};

    return slider;
}

static void slider(uint32_t extra)
{
    const float full = (float)extra / STORM_MAX;
    char text[64];

    snprintf(text, sizeof text, "EXTRA BULLETS %u   KEYS - AND +, OR THE MOUSE",
             (unsigned)extra);
    batch_text(10, SLIDER_TOP - 11, 1, text, TEXT, 1);
    batch_box(10, SLIDER_TOP + 5, 280, 4, LINE, 1);
    batch_box(10, SLIDER_TOP + 5, 280 * full, 4, GOOD, 1);
    batch_add(BATCH_DISC, 10 + 280 * full, SLIDER_TOP + 7, 6, 6, 0, TEXT, 1);
}

void show_panel(show_area area, const game_panel *panel, const show_times *times,
                uint32_t extra)
{
    char text[64];
    float y = 160;

    batch_place(area.x, area.y, scale_of(area));
    batch_box(0, 0, area.width / scale_of(area), area.height / scale_of(area), 0x0A0D14, 1);
    batch_text(10, 8, 1.4f, "TROUPE AT WORK", TEXT, 1);
    snprintf(text, sizeof text, "%u ACTORS   %.2f NS EACH   %.0f FPS", (unsigned)panel->live,
             times->actor_ns, times->frames);
    batch_text(10, 26, 1, text, TEXT, 1);
    snprintf(text, sizeof text, "TICK %.3f MS   %s", times->tick_ms,
             times->tick_ms > (double)budget_ms ? "OVER 16.7 MS" : "");
    batch_text(10, 38, 1, text, times->tick_ms > (double)budget_ms ? BAD : GOOD, 1);
    snprintf(text, sizeof text, "CREATED %u   RECYCLED %u A SECOND", (unsigned)panel->created,
             (unsigned)panel->recycled);
    batch_text(10, 50, 1, text, DIM, 1);
    snprintf(text, sizeof text, "%u KIB", (unsigned)(panel->bytes / 1024));
    batch_text(10, 62, 1, text, DIM, 1);
    slider(extra);
    history(times, 110);
    for (uint32_t i = 0; i < panel->pool_count; i++, y += 22)
        pool(&panel->pools[i], y);
    layers(panel, y + 6);
}
