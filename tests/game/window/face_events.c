/* Keys and clicks in the window. */
#include "face.h"
#include "slots.h"
#include "sound.h"

#include <stdio.h>

static void replay_last(face *f)
{
    size_t size;
    const unsigned char *bytes = session_recording(show_session(f->show), &size);
    const char *wrong = bytes ? session_replay(show_session(f->show), bytes, size)
                              : "there is no game to replay yet";
    if (wrong)
        stage_note(show_stage(f->show), wrong);
}

static void restart(face *f)
{
    const char *wrong = session_restart(show_session(f->show));
    if (wrong)
        stage_note(show_stage(f->show), wrong);
}

static void show_hit(face *f)
{
    const char *wrong = session_show_hit(show_session(f->show));
    if (wrong)
        stage_note(show_stage(f->show), wrong);
}

static void copy_link(face *f)
{
    size_t size;
    const unsigned char *bytes = session_recording(show_session(f->show), &size);
    if (bytes)
    {
        SDL_SetClipboardText(options_link(bytes, size));
        puts(options_link(bytes, size));
    }
    stage_note(show_stage(f->show),
               bytes ? "the link is in the clipboard" : "there is no game to share yet");
}

static void toggle_sound(face *f)
{
    sound_set_on(!sound_is_on());
    stage_note(show_stage(f->show), sound_is_on() ? "sound on" : "sound off");
}

static void toggle_screen(face *f)
{
    const bool is_full =
        (SDL_GetWindowFlags(f->canvas.window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(f->canvas.window, is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

/* The next state of the panel. Where only one column fits: the first, the second, none. */
static void next_panel(face *f)
{
    if (f->has_panel && !f->panel.is_wide && !f->panel.is_second)
    {
        f->panel.is_second = true;
        return;
    }
    f->panel.is_second = false;
    f->has_panel = !f->has_panel;
    show_set_measured(f->show, f->has_panel);
}

static void more_motes(face *f, int step)
{
    const int motes = (int)f->panel.report.motes + step;
    show_set_storm(f->show,
                   (uint32_t)(motes < 0           ? 0
                              : motes > STORM_MAX ? STORM_MAX
                                                  : motes),
                   f->panel.report.churn);
    show_get_report(f->show, &f->panel.report);
}

void face_find_save(face *f)
{
    size_t size = 0;
    const unsigned char *bytes = slots_read(&f->options, &size);
    show_set_save(f->show, bytes, size);
}

static void save_game(face *f)
{
    stage_note(show_stage(f->show), slots_save(&f->options, show_session(f->show)));
    face_find_save(f);
}

static void load_game(face *f)
{
    stage_note(show_stage(f->show), slots_load(&f->options, show_session(f->show)));
}

static void press(face *f, const SDL_KeyboardEvent *key)
{
    const SDL_Keycode code = key->keysym.sym;
    if (key->repeat != 0 && code != SDLK_PLUS && code != SDLK_MINUS && code != SDLK_EQUALS)
        return;
    if (code == SDLK_F11 || (code == SDLK_RETURN && (key->keysym.mod & KMOD_ALT) != 0))
        toggle_screen(f);
    else if (code == SDLK_F1 || code == SDLK_TAB)
        next_panel(f);
    else if (code == SDLK_h)
        show_set_help(f->show, f->has_help = !f->has_help);
    else if (code == SDLK_m)
        toggle_sound(f);
    else if (code == SDLK_r)
        restart(f);
    else if (code == SDLK_y)
        replay_last(f);
    else if (code == SDLK_k)
        show_hit(f);
    else if (code == SDLK_l)
        copy_link(f);
    else if (code == SDLK_PLUS || code == SDLK_EQUALS || code == SDLK_KP_PLUS)
        more_motes(f, 5000);
    else if (code == SDLK_MINUS || code == SDLK_KP_MINUS)
        more_motes(f, -5000);
    else if (code >= SDLK_1 && code < SDLK_1 + STORM_MISTAKES)
        panel_err(&f->panel, f->show, (storm_mistake)(code - SDLK_1));
    else if (code == SDLK_F5)
        save_game(f);
    else if (code == SDLK_F9)
        load_game(f);
}

/* SDL reports the mouse in points; the renderer counts pixels. */
static void to_pixels(const face *f, int x, int y, float *px, float *py)
{
    int width, height;
    float all_width, all_height;
    SDL_GetWindowSize(f->canvas.window, &width, &height);
    canvas_size(&f->canvas, &all_width, &all_height);
    *px = (float)x * all_width / (float)width;
    *py = (float)y * all_height / (float)height;
}

static void click(face *f, int at_x, int at_y, bool begins)
{
    float x, y;
    to_pixels(f, at_x, at_y, &x, &y);
    const float scale = face_scale(f);
    const bool is_field = x >= f->field.x && x < f->field.x + f->field.width;
    const float side_x = (x - f->side.x) / scale;
    const float side_y = (y - f->side.y) / scale;
    if (!begins)
        panel_drag(&f->panel, f->show, side_x);
    else if (is_field && session_is_replay(show_session(f->show)) &&
             (y - f->field.y) / scale > SESSION_BAR_Y)
        session_seek(show_session(f->show), (x - f->field.x) / f->field.width);
    else if (is_field && show_is_save(f->show, (x - f->field.x) / scale, (y - f->field.y) / scale))
        load_game(f);
    else if (is_field)
    {
        show_pick(f->show, (x - f->field.x) / scale, (y - f->field.y) / scale);
        panel_refresh(&f->panel, f->show);
    }
    else if (f->has_panel)
        panel_press(&f->panel, f->show, side_x, side_y);
}

void face_take(face *f, const SDL_Event *event)
{
    controls_take(&f->controls, event);
    switch (event->type)
    {
    case SDL_QUIT:
        f->leaves = true;
        break;
    case SDL_KEYDOWN:
        press(f, &event->key);
        break;
    case SDL_MOUSEBUTTONDOWN:
        click(f, event->button.x, event->button.y, true);
        break;
    case SDL_MOUSEMOTION:
        if (event->motion.state != 0)
            click(f, event->motion.x, event->motion.y, false);
        break;
    case SDL_MOUSEBUTTONUP:
        panel_release(&f->panel);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        f->canvas.scale = 0; /* the textures are lost: canvas_fit() makes new ones */
        break;
    default:
        break;
    }
}
