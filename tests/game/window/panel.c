/* The panel: its positions, its values, the mouse on it, and its drawing. */
#include "window.h"

#include <stdio.h>
#include <string.h>

/* -- the positions of the parts, in units, for drawing and for the mouse -- */

enum
{
    PANEL_MARGIN = 12,
    PANEL_WIDE = 430, /* the least width of two columns */
    PANEL_SLIDERS_Y = 128,
    PANEL_SLIDER_STEP = 20,
    PANEL_BUTTONS_Y = 252,
    PANEL_BUTTON_TALL = 15,
    PANEL_GAP = 4
};

typedef struct panel_box
{
    float x, y, width, height;
} panel_box;

void panel_resize(panel *p, float width, float height)
{
    p->width = width;
    p->height = height;
    p->is_wide = width >= PANEL_WIDE;
}

/* Column 0 or 1. The width is 0 if the column is hidden. */
static panel_box panel_column(const panel *p, int number)
{
    const float inner = p->width - 2 * PANEL_MARGIN;
    if (!p->is_wide)
    {
        const bool is_shown = p->is_second == (number == 1);
        return (panel_box){PANEL_MARGIN, 0, is_shown ? inner : 0, p->height};
    }
    const float each = (inner - 2 * PANEL_MARGIN) / 2;
    return (panel_box){PANEL_MARGIN + (each + 2 * PANEL_MARGIN) * (float)number, 0, each,
                       p->height};
}

/* Slider 0 (motes) or 1 (churn). */
static panel_box panel_slider(const panel *p, int number)
{
    const panel_box column = panel_column(p, 0);
    return (panel_box){column.x + 52, PANEL_SLIDERS_Y + PANEL_SLIDER_STEP * (float)number,
                       column.width - 104, 10};
}

static panel_box panel_button(const panel *p, storm_mistake mistake)
{
    const panel_box column = panel_column(p, 0);
    const float each = (column.width - PANEL_GAP) / 2;
    return (panel_box){column.x + (each + PANEL_GAP) * (float)(mistake % 2),
                       PANEL_BUTTONS_Y + (PANEL_BUTTON_TALL + PANEL_GAP) * (float)(mistake / 2),
                       each, PANEL_BUTTON_TALL};
}

static bool is_in(panel_box box, float x, float y)
{
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

/* -- values -- */

static void note_why(void *context, const char *text)
{
    panel *p = (panel *)context;
    char *line = p->why[p->why[0][0] != 0];
    strncpy(line, text, sizeof p->why[0] - 1);
    line[sizeof p->why[0] - 1] = 0;
}

static void note_rivals(panel *p)
{
    for (int i = 0; i < RIVALS; ++i)
    {
        const double motes = (double)p->rival_motes * p->rival_frames[i];
        if (p->rival_frames[i] == 0)
            continue;
        memmove(p->rival_ns[i], p->rival_ns[i] + 1, (PANEL_PAST - 1) * sizeof p->rival_ns[i][0]);
        p->rival_ns[i][PANEL_PAST - 1] = (float)(p->rival_ms[i] * 1e6 / motes);
        p->rival_ms[i] = 0;
        p->rival_frames[i] = 0;
    }
}

void panel_refresh(panel *p, show *s)
{
    const game *g = session_game(show_session(s));
    game_get_panel(g, &p->game);
    show_get_storm_panel(s, &p->storm);
    show_get_report(s, &p->report);
    p->past = session_get_past(show_session(s));
    p->past_bytes = session_past_bytes(show_session(s));
    p->has_facts = show_get_marked(s, &p->facts);
    p->why[0][0] = p->why[1][0] = 0;
    if (p->has_facts && strcmp(p->facts.pool, "storm") != 0)
        game_print_why(g, p->facts.actor, note_why, p);
    note_rivals(p);
}

void panel_race(panel *p, show_clock *now)
{
    const uint32_t motes = p->report.motes >= 10 ? p->report.motes : 0;
    if (motes != p->rival_motes || p->report.churn != p->rival_churn)
    {
        p->rival_motes = motes;
        p->rival_churn = p->report.churn;
        memset(p->rival_ns, 0, sizeof p->rival_ns);
        if (motes == 0 || !rivals_begin(motes, p->rival_churn))
            p->rival_motes = 0;
        return;
    }
    if (p->rival_motes == 0 || !rivals_warm_up())
        return;
    const rival which = (rival)(p->next_rival++ % RIVALS);
    const double begin = now();
    rivals_frame(which);
    p->rival_ms[which] += now() - begin;
    p->rival_frames[which]++;
}

/* -- the mouse -- */

void panel_err(panel *p, show *s, storm_mistake mistake)
{
    show_err(s, mistake, &p->verdict);
    p->has_verdict = true;
    panel_refresh(p, s);
}

void panel_drag(panel *p, show *s, float x)
{
    if (p->dragged == 0)
        return;
    const panel_box box = panel_slider(p, p->dragged - 1);
    const float part = shade_unit((x - box.x) / box.width);
    if (p->dragged == 1)
        show_set_storm(s, (uint32_t)(part * 100) * (STORM_MAX / 100), p->report.churn);
    else
        show_set_storm(s, p->report.motes, (uint32_t)(part * STORM_MAX_CHURN));
    show_get_report(s, &p->report);
}

bool panel_press(panel *p, show *s, float x, float y)
{
    p->dragged = 0;
    for (int i = 0; i < 2; ++i)
    {
        panel_box box = panel_slider(p, i);
        box.x -= 8;
        box.width += 16;
        box.y -= 4;
        box.height += 8;
        if (is_in(box, x, y) && panel_column(p, 0).width > 0)
            p->dragged = i + 1;
    }
    panel_drag(p, s, x);
    for (int i = 0; i < STORM_MISTAKES && p->dragged == 0; ++i)
        if (is_in(panel_button(p, (storm_mistake)i), x, y))
        {
            panel_err(p, s, (storm_mistake)i);
            return true;
        }
    return p->dragged != 0;
}

void panel_release(panel *p)
{
    p->dragged = 0;
}

/* -- drawing -- */

enum
{
    TEXT = 0xd5dceb,
    BRIGHT = 0xffffff,
    DIM = 0x8290b0,
    GROUND = 0x0a0e18,
    WELL = 0x141b2c,
    LIBRARY = 0x45d68c,
    GAME_CODE = 0x4f9dff,
    DRAWING = 0xa77bff,
    SCREEN = 0x2b3350,
    WARM = 0xffb454,
    BAD = 0xff6b6b,
    LAST = 9
};

static const float budget_ms = 1000.0f / GAME_RATE;

static stage_style plain(uint32_t color, stage_align align)
{
    return (stage_style){
        .font = ART_SMALL, .size = 1, .color = color, .opacity = 1, .align = align};
}

static void say(stage_list *list, float x, float y, uint32_t color, const char *text)
{
    stage_text(list, plain(color, STAGE_LEFT), x, y, text);
}

static void say_right(stage_list *list, float x, float y, uint32_t color, const char *text)
{
    stage_text(list, plain(color, STAGE_RIGHT), x, y, text);
}

static void heading(stage_list *list, panel_box column, float y, const char *text)
{
    say(list, column.x, y, DIM, text);
    stage_box(list, column.x, y + 9.5f, column.width, 0.6f, 0x26314d, 1);
}

static float paragraph(stage_list *list, float x, float y, float width, uint32_t most,
                       uint32_t color, const char *text)
{
    return stage_paragraph(list, plain(color, STAGE_LEFT), x, y, width, most, text);
}

/* -- the frame -- */

static float part(stage_list *list, float x, float y, float width, float tall, uint32_t color)
{
    stage_box(list, x, y, width, tall, color, 1);
    return x + width;
}

static void frame_bar(const panel *p, stage_list *list, panel_box c, float y)
{
    const show_report *r = &p->report;
    const float sum = r->library_ms + r->game_ms + r->drawing_ms;
    const float all = r->frame_ms > sum ? r->frame_ms : sum;
    const float per_ms = c.width / (all > budget_ms ? all : budget_ms);
    float x = part(list, c.x, y, c.width, 10, WELL);
    x = part(list, c.x, y, r->library_ms * per_ms, 10, LIBRARY);
    x = part(list, x, y, r->game_ms * per_ms, 10, GAME_CODE);
    x = part(list, x, y, r->drawing_ms * per_ms, 10, DRAWING);
    part(list, x, y, (r->frame_ms - sum > 0 ? r->frame_ms - sum : 0) * per_ms, 10, SCREEN);
    stage_box(list, c.x + budget_ms * per_ms - 1, y - 2, 1, 14, sum > budget_ms ? BAD : WARM, 1);
}

/* The shares of the game and of the library in the tick, over the panel's whole width. */
static void tick_bar(const panel *p, stage_list *list, panel_box c, float y)
{
    const show_report *r = &p->report;
    const float sum = r->library_ms + r->game_ms;
    const float library = sum > 0 ? r->library_ms / sum * c.width : 0;
    part(list, part(list, c.x, y, library, 5, LIBRARY), y, c.width - library, 5, GAME_CODE);
}

static void legend(stage_list *list, float x, float y, uint32_t color, const char *name, float ms)
{
    char text[48];
    snprintf(text, sizeof text, "%s %.*f", name, ms < 1 ? 3 : 2, (double)ms);
    stage_box(list, x, y, 6, 6, color, 1);
    say(list, x + 9, y, TEXT, text);
}

static void history(const panel *p, stage_list *list, panel_box c, float y, float tall)
{
    const float each = c.width / SHOW_TIMES;
    float most = 0.25f; /* ms: the chart shows at least this range */
    char text[48];
    for (int i = 0; i < SHOW_TIMES; ++i)
        while (p->report.ticks[i] > most && most < budget_ms)
            most *= 2;
    stage_box(list, c.x, y, c.width, tall, WELL, 1);
    for (int i = 0; i < SHOW_TIMES; ++i)
    {
        const float ms = p->report.ticks[i] < most ? p->report.ticks[i] : most;
        stage_box(list, c.x + each * (float)i, y + tall - tall * ms / most, each - 0.3f,
                  tall * ms / most, p->report.ticks[i] > budget_ms ? BAD : GAME_CODE, 0.9f);
    }
    snprintf(text, sizeof text, "TICKS: UP TO %.2f MS", (double)most);
    say(list, c.x + 3, y + 3, DIM, text);
}

static void frame_part(const panel *p, stage_list *list, panel_box c)
{
    const show_report *r = &p->report;
    char text[64];
    stage_text(list, (stage_style){.font = ART_MIDDLE, .size = 1, .color = BRIGHT, .opacity = 1},
               c.x, 10, "TROUPE AT WORK");
    snprintf(text, sizeof text, "%.0f FPS", r->frame_ms > 0 ? 1000 / (double)r->frame_ms : 0);
    say_right(list, c.x + c.width, 14, DIM, text);
    frame_bar(p, list, c, 34);
    legend(list, c.x, 50, LIBRARY, "LIBRARY", r->library_ms);
    legend(list, c.x + c.width * 0.34f, 50, GAME_CODE, "GAME", r->game_ms);
    legend(list, c.x + c.width * 0.62f, 50, DRAWING, "DRAWING", r->drawing_ms);
    tick_bar(p, list, c, 63);
    snprintf(text, sizeof text, "REST: SCREEN AND DRIVER. MARK: %.1f MS", (double)budget_ms);
    say(list, c.x, 72, DIM, text);
    history(p, list, c, 84, 24);
}

/* -- the storm -- */

static void slider(stage_list *list, panel_box box, const char *name, const char *value, float at)
{
    const art_cell *knob = art_of_extra(list->art, ART_GLOW);
    say(list, box.x - 52, box.y + 2, TEXT, name);
    stage_box(list, box.x, box.y + 3.5f, box.width, 3, WELL, 1);
    stage_box(list, box.x, box.y + 3.5f, box.width * at, 3, WARM, 1);
    stage_add(list, knob, box.x + box.width * at, box.y + 5, 7, 7, 0, WARM, 1);
    stage_add(list, knob, box.x + box.width * at, box.y + 5, 5, 5, 0, BRIGHT, 1);
    say_right(list, box.x + box.width + 52, box.y + 2, BRIGHT, value);
}

/* The median: a frame that was interrupted does not count. */
static float middle_of_last(const float past[PANEL_PAST])
{
    return shade_middle(past + PANEL_PAST - LAST, LAST);
}

static void curve(stage_list *list, const float *values, float x, float y, float width, float most,
                  uint32_t color)
{
    const float each = width / PANEL_PAST;
    for (int i = 0; i < PANEL_PAST; ++i)
        if (values[i] > 0)
        {
            const float high = 12 * (values[i] < most ? values[i] : most) / most;
            stage_box(list, x + each * (float)i, y + 11 - high, each * 0.8f, 1.6f, color, 1);
        }
}

static void rivals(const panel *p, stage_list *list, panel_box c, float y)
{
    static const struct
    {
        const char *name;
        uint32_t color;
    } rows[RIVALS] = {{"TROUPE", LIBRARY}, {"TEXTBOOK LIST", BAD}, {"DENSE ARRAY", GAME_CODE}};
    float most = 4;
    for (int i = 0; i < RIVALS; ++i)
        for (int k = 0; k < PANEL_PAST; ++k)
            while (p->rival_ns[i][k] > most && most < 500)
                most *= 2;
    for (int i = 0; i < RIVALS; ++i, y += 15)
    {
        char text[24] = "-";
        if (middle_of_last(p->rival_ns[i]) > 0)
            snprintf(text, sizeof text, "%.1f NS", (double)middle_of_last(p->rival_ns[i]));
        say(list, c.x, y + 4, rows[i].color, rows[i].name);
        say_right(list, c.x + 128, y + 4, BRIGHT, text);
        stage_box(list, c.x + 134, y, c.width - 134, 13, WELL, 1);
        curve(list, p->rival_ns[i], c.x + 135, y, c.width - 136, most, rows[i].color);
    }
}

static void storm_part(const panel *p, stage_list *list, panel_box c)
{
    char motes[24], churn[24];
    snprintf(motes, sizeof motes, "%u", (unsigned)p->report.motes);
    snprintf(churn, sizeof churn, "%.1f%%", p->report.churn / 10.0);
    char where[48] = "A STORM OF SHORT LIVES, BY AGE";
    if (p->report.threads > 1)
        snprintf(where, sizeof where, "A STORM OF SHORT LIVES ON %u THREADS",
                 (unsigned)p->report.threads);
    heading(list, c, PANEL_SLIDERS_Y - 13, where);
    slider(list, panel_slider(p, 0), "MOTES", motes, (float)p->report.motes / STORM_MAX);
    slider(list, panel_slider(p, 1), "CHURN", churn, (float)p->report.churn / STORM_MAX_CHURN);
    heading(list, c, 174, "THE SAME STORM THREE TIMES, PER ACTOR");
    rivals(p, list, c, 187);
}

/* -- mistakes -- */

static void err_part(const panel *p, stage_list *list, panel_box c)
{
    static const char *const names[STORM_MISTAKES] = {"DOUBLE RECYCLE", "STALE POINTER",
                                                      "OVERWRITTEN NODE", "WRONG POOL"};
    float y = PANEL_BUTTONS_Y + 2 * (PANEL_BUTTON_TALL + PANEL_GAP) + 2;
    heading(list, c, PANEL_BUTTONS_Y - 13, "BREAK IT");
    for (int i = 0; i < STORM_MISTAKES; ++i)
    {
        const panel_box b = panel_button(p, (storm_mistake)i);
        stage_box(list, b.x, b.y, b.width, b.height, 0x2a3656, 1);
        stage_box(list, b.x + 0.7f, b.y + 0.7f, b.width - 1.4f, b.height - 1.4f, 0x171f33, 1);
        stage_text(list, plain(BRIGHT, STAGE_MIDDLE), b.x + b.width / 2, b.y + 4.5f, names[i]);
    }
    if (!p->has_verdict)
    {
        paragraph(list, c.x, y, c.width, 2, DIM,
                  "Mistakes that crash games. Here the library answers, and the storm goes on.");
        return;
    }
    y = paragraph(list, c.x, y, c.width, 2, DIM, p->verdict.what);
    y = paragraph(list, c.x, y, c.width, 5, WARM, p->verdict.message);
    char text[96];
    snprintf(text, sizeof text, "%u motes before, %u after; %s", (unsigned)p->verdict.before,
             (unsigned)p->verdict.after,
             p->verdict.is_sound ? "every invariant holds." : "an invariant is broken!");
    paragraph(list, c.x, y, c.width, 2, p->verdict.is_sound ? LIBRARY : BAD, text);
}

/* -- an actor -- */

static void facts_part(const panel *p, stage_list *list, panel_box c)
{
    const float top = 374;
    const game_facts *f = &p->facts;
    char text[160];
    heading(list, c, top, "LOOK AT AN ACTOR");
    if (!p->has_facts)
    {
        paragraph(list, c.x, top + 14, c.width, 2, DIM, "Click on a bullet, an enemy, a mote.");
        return;
    }
    snprintf(text, sizeof text, "%s slot %u, generation %u, handle %08x:%08x", f->pool,
             (unsigned)f->slot, (unsigned)f->actor.generation, (unsigned)f->actor.index,
             (unsigned)f->actor.generation);
    float y = paragraph(list, c.x, top + 14, c.width, 2, BRIGHT, text);
    snprintf(text, sizeof text, "%s, age %llu ticks, made by %s", f->lives ? "lives" : "is gone",
             (unsigned long long)(f->age == GAME_NO_AGE ? 0 : f->age), f->maker ? f->maker : "?");
    y = paragraph(list, c.x, y, c.width, 2, f->lives ? LIBRARY : BAD, text);
    y = paragraph(list, c.x, y, c.width, 3, DIM, p->why[0]);
    paragraph(list, c.x, y, c.width, 2, DIM, p->why[1]);
}

/* -- memory -- */

static uint32_t shade_of(uint32_t fill)
{
    const uint32_t red = 28 + fill * 42 / 255;
    const uint32_t green = 42 + fill * 172 / 255;
    const uint32_t blue = 66 + fill * 74 / 255;
    return fill == 0 ? WELL : red << 16 | green << 8 | blue;
}

static void pool_row(stage_list *list, panel_box c, const game_pool_panel *pool, float y)
{
    const float each = c.width / GAME_PANEL_STRETCHES;
    char text[48];
    say(list, c.x, y, TEXT, pool->name);
    snprintf(text, sizeof text, "%u OF %u", (unsigned)pool->live, (unsigned)pool->capacity);
    say_right(list, c.x + c.width * 0.62f, y, TEXT, text);
    snprintf(text, sizeof text, "+%u -%u", (unsigned)pool->created, (unsigned)pool->recycled);
    say_right(list, c.x + c.width, y, DIM, text);
    for (int i = 0; i < GAME_PANEL_STRETCHES; ++i)
        stage_box(list, c.x + each * (float)i, y + 9, each * 0.86f, 6, shade_of(pool->fill[i]), 1);
}

static void layer_row(stage_list *list, panel_box c, const game_layer_panel *layer, float y)
{
    const float left = c.x + 62;
    const float width = c.width - 112;
    const bool is_slow = !layer->enabled || layer->time_scale < 1;
    char text[24] = "STOPPED";
    if (layer->enabled)
        snprintf(text, sizeof text, "X %.2f", (double)layer->time_scale);
    say(list, c.x, y, TEXT, layer->name);
    stage_box(list, left, y + 1, width, 5, WELL, 1);
    stage_box(list, left, y + 1, width * (layer->enabled ? layer->time_scale : 0), 5,
              is_slow ? WARM : LIBRARY, 1);
    say_right(list, c.x + c.width, y, is_slow ? WARM : DIM, text);
}

static void memory_part(const panel *p, stage_list *list, panel_box c)
{
    float y = 28;
    char text[96];
    heading(list, c, 12, "POOLS: LIVE, BIRTHS AND ENDS PER SECOND");
    for (uint32_t i = 0; i < p->game.pool_count; ++i, y += 22)
        pool_row(list, c, &p->game.pools[i], y);
    pool_row(list, c, &p->storm, y);
    y += 28;
    heading(list, c, y, "LAYERS: THEIR TIME");
    y += 15;
    for (uint32_t i = 0; i < p->game.layer_count; ++i, y += 12)
        layer_row(list, c, &p->game.layers[i], y);
    snprintf(text, sizeof text,
             "%u actors in %u KiB, set up once: no allocation, no pointer ever moves.",
             (unsigned)(p->game.live + p->storm.live), (unsigned)(p->game.bytes / 1024));
    y = paragraph(list, c.x, y + 6, c.width, 3, DIM, text);
    if (p->past.ticks == 0)
        return;
    snprintf(text, sizeof text, "Rewind: %u s in %u KiB, by deltas of snapshots.",
             (unsigned)(p->past.ticks / GAME_RATE), (unsigned)(p->past_bytes / 1024));
    paragraph(list, c.x, y + 4, c.width, 2, DIM, text);
}

uint32_t panel_draw(const panel *p, const art *a, stage_quad *quads, uint32_t max)
{
    stage_list list = {.art = a, .quads = quads, .max = max, .scale = 1};
    const panel_box first = panel_column(p, 0);
    const panel_box second = panel_column(p, 1);
    stage_box(&list, 0, 0, p->width, p->height, GROUND, 1);
    stage_box(&list, 0, 0, 1, p->height, 0x1f2940, 1);
    if (first.width > 0)
    {
        frame_part(p, &list, first);
        storm_part(p, &list, first);
        err_part(p, &list, first);
        facts_part(p, &list, first);
    }
    if (second.width > 0)
        memory_part(p, &list, second);
    return list.count;
}
