/* Keyboard and gamepad through SDL's own events: a virtual gamepad of SDL, and key events that the
 * test pushes. */
#include "window.h"

#include <stdio.h>

static unsigned passed, failed;
static controls c;

static void check(const char *what, bool is_so)
{
    passed += is_so;
    failed += !is_so;
    if (!is_so)
        printf("FAILED: %s\n", what);
}

/* Passes all pending events of SDL to the controls. Returns the bits that are held after them. */
static uint32_t held(void)
{
    SDL_Event event;
    SDL_JoystickUpdate();
    SDL_PumpEvents();
    while (SDL_PollEvent(&event))
        controls_take(&c, &event);
    keys_tick(&c.keys, 1e9);
    return keys_tick(&c.keys, 1e9);
}

static void push_key(SDL_Scancode code, bool is_down, uint8_t repeat, uint16_t mod)
{
    SDL_Event event = {.key = {.type = is_down ? SDL_KEYDOWN : SDL_KEYUP,
                               .repeat = repeat,
                               .keysym = {.scancode = code, .mod = mod}}};
    SDL_PushEvent(&event);
}

static void test_keys(void)
{
    push_key(SDL_SCANCODE_LEFT, true, 0, 0);
    push_key(SDL_SCANCODE_SPACE, true, 0, 0);
    check("two keys are held", held() == (GAME_LEFT | GAME_SHOOT));
    push_key(SDL_SCANCODE_A, true, 0, 0);
    push_key(SDL_SCANCODE_LEFT, false, 0, 0);
    check("one of two keys with the same meaning is released", held() == (GAME_LEFT | GAME_SHOOT));
    push_key(SDL_SCANCODE_A, true, 1, 0);
    push_key(SDL_SCANCODE_A, false, 0, 0);
    push_key(SDL_SCANCODE_SPACE, false, 0, 0);
    check("a key that repeats is one key", held() == 0);
    push_key(SDL_SCANCODE_RETURN, true, 0, KMOD_LALT);
    check("a key with Alt is not the game's", held() == 0);
    push_key(SDL_SCANCODE_LSHIFT, true, 0, 0);
    check("shift is held", held() == GAME_FOCUS);
    SDL_Event event = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST}};
    SDL_PushEvent(&event);
    check("when the window loses the focus, no key is held", held() == 0);
}

static void test_short_tap(void)
{
    SDL_Event down = {
        .key = {.type = SDL_KEYDOWN, .timestamp = 1000, .keysym = {.scancode = SDL_SCANCODE_X}}};
    SDL_Event up = {
        .key = {.type = SDL_KEYUP, .timestamp = 1004, .keysym = {.scancode = SDL_SCANCODE_X}}};
    controls_take(&c, &down);
    controls_take(&c, &up);
    check("a tap of 4 ms is not in the tick before it", keys_tick(&c.keys, 0.99) == 0);
    check("... but in the tick of its time", keys_tick(&c.keys, 1.006) == GAME_BOMB);
    check("... and in no other", keys_tick(&c.keys, 1.023) == 0);
}

static void test_pad(void)
{
    const int number = SDL_JoystickAttachVirtual(
        SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
    SDL_Joystick *pad = number >= 0 ? SDL_JoystickOpen(number) : NULL;
    check("SDL provides a virtual gamepad", pad != NULL);
    if (!pad)
        return;
    check("nothing is pressed", held() == 0);
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_A, 1);
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_DPAD_UP, 1);
    check("buttons are held", held() == (GAME_SHOOT | GAME_UP));
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_A, 0);
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_DPAD_UP, 0);
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_START, 1);
    check("start is start", held() == GAME_START);
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_START, 0);
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTX, -30000);
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTY, 30000);
    check("the stick steers", held() == (GAME_LEFT | GAME_DOWN));
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTX, -10000);
    check("small movements of the stick change nothing", held() == (GAME_LEFT | GAME_DOWN));
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTX, 30000);
    check("the stick steers to the other side", held() == (GAME_RIGHT | GAME_DOWN));
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTX, 0);
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTY, 0);
    check("a released stick holds nothing", held() == 0);
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_B, 1);
    check("a bomb", held() == GAME_BOMB);
    SDL_JoystickClose(pad);
    SDL_JoystickDetachVirtual(number);
    check("when the gamepad is disconnected, nothing is held", held() == 0);
}

int main(int count, char **arguments)
{
    (void)count, (void)arguments;
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0) {
        printf("FAILED: SDL does not start: %s\n", SDL_GetError());
        return 1;
    }
    test_keys();
    test_short_tap();
    test_pad();
    controls_close(&c);
    SDL_Quit();
    printf("controls: %u passed, %u failed\n", passed, failed);
    return failed > 0;
}
