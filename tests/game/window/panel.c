/* The panel's values, and the mouse on the panel. */
#include "panel.h"
#include "panel_layout.h"

#include <string.h>

void panel_resize(panel *p, float width, float height)
{
    p->width = width;
    p->height = height;
    p->is_wide = width >= PANEL_WIDE;
}

panel_box panel_column(const panel *p, int number)
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

panel_box panel_slider(const panel *p, int number)
{
    const panel_box column = panel_column(p, 0);
    return (panel_box){column.x + 52, PANEL_SLIDERS_Y + PANEL_SLIDER_STEP * (float)number,
                       column.width - 104, 10};
}

panel_box panel_button(const panel *p, storm_mistake mistake)
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
