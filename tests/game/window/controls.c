#include "window.h"

/* What keys and buttons mean, by SDL's numbers; 0: nothing. */
static const uint16_t bits_of_keys[SDL_NUM_SCANCODES] = {
    [SDL_SCANCODE_LEFT] = GAME_LEFT,      [SDL_SCANCODE_A] = GAME_LEFT,
    [SDL_SCANCODE_RIGHT] = GAME_RIGHT,    [SDL_SCANCODE_D] = GAME_RIGHT,
    [SDL_SCANCODE_UP] = GAME_UP,          [SDL_SCANCODE_W] = GAME_UP,
    [SDL_SCANCODE_DOWN] = GAME_DOWN,      [SDL_SCANCODE_S] = GAME_DOWN,
    [SDL_SCANCODE_Z] = GAME_SHOOT,        [SDL_SCANCODE_SPACE] = GAME_SHOOT,
    [SDL_SCANCODE_LSHIFT] = GAME_FOCUS,   [SDL_SCANCODE_RSHIFT] = GAME_FOCUS,
    [SDL_SCANCODE_X] = GAME_BOMB,         [SDL_SCANCODE_B] = GAME_BOMB,
    [SDL_SCANCODE_C] = GAME_TURN,         [SDL_SCANCODE_V] = GAME_TURN,
    [SDL_SCANCODE_E] = SESSION_REWIND,    [SDL_SCANCODE_BACKSPACE] = SESSION_REWIND,
    [SDL_SCANCODE_N] = GAME_STEP,         [SDL_SCANCODE_P] = GAME_PAUSE,
    [SDL_SCANCODE_ESCAPE] = GAME_PAUSE,   [SDL_SCANCODE_RETURN] = GAME_START,
    [SDL_SCANCODE_KP_ENTER] = GAME_START,
};
static const uint16_t bits_of_buttons[SDL_CONTROLLER_BUTTON_MAX] = {
    [SDL_CONTROLLER_BUTTON_DPAD_LEFT] = GAME_LEFT,
    [SDL_CONTROLLER_BUTTON_DPAD_RIGHT] = GAME_RIGHT,
    [SDL_CONTROLLER_BUTTON_DPAD_UP] = GAME_UP,
    [SDL_CONTROLLER_BUTTON_DPAD_DOWN] = GAME_DOWN,
    [SDL_CONTROLLER_BUTTON_A] = GAME_SHOOT,
    [SDL_CONTROLLER_BUTTON_RIGHTSHOULDER] = GAME_FOCUS,
    [SDL_CONTROLLER_BUTTON_LEFTSHOULDER] = SESSION_REWIND,
    [SDL_CONTROLLER_BUTTON_X] = GAME_FOCUS,
    [SDL_CONTROLLER_BUTTON_B] = GAME_BOMB,
    [SDL_CONTROLLER_BUTTON_Y] = GAME_TURN,
    [SDL_CONTROLLER_BUTTON_BACK] = GAME_PAUSE,
    [SDL_CONTROLLER_BUTTON_START] = GAME_START,
};

static double seconds(uint32_t timestamp)
{
    return timestamp / 1000.0;
}

/* The stick's directions are pressed and released like keys. Hysteresis: the threshold of release
 * is lower. */
static void take_axis(controls *c, const SDL_ControllerAxisEvent *axis)
{
    const bool is_across = axis->axis == SDL_CONTROLLER_AXIS_LEFTX;
    if (!is_across && axis->axis != SDL_CONTROLLER_AXIS_LEFTY)
        return;
    const uint32_t less = is_across ? GAME_LEFT : GAME_UP;
    const uint32_t more = is_across ? GAME_RIGHT : GAME_DOWN;
    const int play_less = (c->pad_held & less) != 0 ? 9000 : 12000;
    const int play_more = (c->pad_held & more) != 0 ? 9000 : 12000;
    uint32_t now = c->pad_held & ~(less | more);
    now |= axis->value < -play_less ? less : axis->value > play_more ? more : 0;
    if ((now & ~c->pad_held) != 0)
        keys_note(&c->keys, now & ~c->pad_held, true, seconds(axis->timestamp));
    if ((c->pad_held & ~now) != 0)
        keys_note(&c->keys, c->pad_held & ~now, false, seconds(axis->timestamp));
    c->pad_held = now;
}

static void take_key(controls *c, const SDL_KeyboardEvent *key)
{
    const uint32_t bit = bits_of_keys[key->keysym.scancode];
    const bool is_meant_otherwise = (key->keysym.mod & (KMOD_ALT | KMOD_CTRL)) != 0;
    if (bit == 0 || key->repeat != 0 || (key->type == SDL_KEYDOWN && is_meant_otherwise))
        return;
    keys_note(&c->keys, bit, key->type == SDL_KEYDOWN, seconds(key->timestamp));
}

void controls_take(controls *c, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        take_key(c, &event->key);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        if (event->cbutton.button < SDL_CONTROLLER_BUTTON_MAX)
            keys_note(&c->keys, bits_of_buttons[event->cbutton.button],
                      event->type == SDL_CONTROLLERBUTTONDOWN, seconds(event->cbutton.timestamp));
        break;
    case SDL_CONTROLLERAXISMOTION:
        take_axis(c, &event->caxis);
        break;
    case SDL_CONTROLLERDEVICEADDED:
        if (!c->pad)
            c->pad = SDL_GameControllerOpen(event->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        controls_close(c);
        keys_forget(&c->keys);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            keys_forget(&c->keys);
        break;
    default:
        break;
    }
}

void controls_close(controls *c)
{
    if (c->pad)
        SDL_GameControllerClose(c->pad);
    c->pad = NULL;
    c->pad_held = 0;
}
