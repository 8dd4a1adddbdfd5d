/* The display over the field: score, boss, ships, banners, the title, the keys, the player's
 * killer. */
#include "core/angle.h"
#include "stage_list.h"

enum {
    WHITE = 0xffffff,
    BRIGHT = 0xeaf2ff,
    DIM = 0x93a0c4,
    CYAN = 0x8fe4ff,
    GOLD = 0xffd76a,
    RED = 0xff5f7e,
    PINK = 0xff6be0,
    GREEN = 0x6ff0a0,
    KILL_TICKS = 210,
    BANNER_Y = 178,
    BELOW_BANNER = 252
};

static stage_style style(art_font font, uint32_t color, stage_align align)
{
    return (stage_style){.font = font, .size = 1, .color = color, .opacity = 1, .align = align};
}

/* -- counts, the boss, banners -- */

static const float middle = GAME_WIDTH / 2;
static const float edge = 8;

static void say_line(stage_list *list, stage_style look, float x, float y, const game *g,
                     game_line line)
{
    char text[GAME_LINE_BYTES];
    game_get_line(g, line, text);
    stage_text(list, look, x, y, text);
}

static void add_icon(stage_list *list, game_kind kind, uint32_t color, float x, float y, float size)
{
    const art_cell *cell = art_of_kind(list->art, kind, color);
    stage_add(list, cell, x, y, size * cell->reach, size * cell->reach, 0, WHITE, 1);
}

/* Adds up to `most` icons in a row, or one icon and a number for more. Returns the x of their end.
 * */
static float add_icons(stage_list *list, game_kind kind, uint32_t color, float x, uint32_t count,
                       uint32_t most)
{
    const float y = GAME_HEIGHT - 13;
    const uint32_t shown = count < most ? count : most;
    for (uint32_t i = 0; i < shown; ++i, x += 12)
        add_icon(list, kind, color, x, y, 4.6f);
    if (count > most) {
        stage_words w = {{0}, 0};
        stage_say(&w, "+");
        stage_say_number(&w, count - most, 1);
        x = stage_text(list, style(ART_SMALL, BRIGHT, STAGE_LEFT), x - 3, y - 3, w.text) + 7;
    }
    return x;
}

/* Shows the ship's power as bars of growing height. */
static void add_power(stage_list *list, float x, uint32_t power)
{
    for (uint32_t i = 0; i < 4; ++i) {
        const float tall = 4 + 1.6f * (float)i;
        stage_box(list, x + 4.4f * (float)i, GAME_HEIGHT - 9 - tall, 3, tall,
                  i < power ? GOLD : 0x46507a, i < power ? 1 : 0.7f);
    }
}

static void add_counts(const stage *s, const game *g, const game_state *state, stage_list *list)
{
    stage_words score = {{0}, 0};
    stage_say_number(&score, s->shown_score, 7);
    stage_text(list, style(ART_MIDDLE, BRIGHT, STAGE_LEFT), edge, 8, score.text);
    say_line(list, style(ART_SMALL, DIM, STAGE_RIGHT), GAME_WIDTH - edge, 9, g, GAME_LINE_HIGH);
    float x = add_icons(list, GAME_SHIP, 3, 14, state->lives, 5);
    x = add_icons(list, GAME_PICKUP_BOMB, 9, x + 5, state->bombs, 6);
    add_power(list, x + 3, state->power);
    say_line(list, style(ART_SMALL, DIM, STAGE_RIGHT), GAME_WIDTH - edge, GAME_HEIGHT - 15, g,
             GAME_LINE_WAVE);
}

static void add_boss(const stage *s, const game *g, const game_state *state, stage_list *list)
{
    const float left = 56;
    const float width = GAME_WIDTH - 2 * left;
    if (state->boss_health == 0)
        return;
    say_line(list, style(ART_SMALL, GOLD, STAGE_MIDDLE), middle, 24, g, GAME_LINE_BOSS);
    stage_box(list, left - 1, 33, width + 2, 5, 0x05070f, 0.75f);
    stage_box(list, left, 34, width * s->shown_boss / 1000, 3, WHITE, 0.55f);
    stage_box(list, left, 34, width * (float)state->boss_health / 1000, 3,
              state->boss_health < 300 ? RED : GOLD, 1);
}

/* Adds a text that shrinks quickly to its size, and stays. */
static void add_banner(const stage *s, stage_list *list, float y, float size, uint32_t color)
{
    const float age = shade_unit((float)s->since_banner / 14);
    const float grown = 1 + 0.5f * (1 - age) * (1 - age);
    stage_style look = style(ART_LARGE, color, STAGE_MIDDLE);
    look.size = size * grown;
    look.opacity = age;
    stage_add(list, art_of_extra(list->art, ART_SHADE), middle, y + 11, 165, 44, 0, 0x02040c,
              0.6f * age);
    stage_text(list, look, middle, y - 13 * (grown - 1), s->banner);
}

static uint32_t banner_color(const game_state *state)
{
    if (state->phase == GAME_OVER)
        return RED;
    return state->boss_health == 0 && state->phase == GAME_PLAY && !state->paused ? WHITE : CYAN;
}

/* -- the keys -- */

/* A key or button, and its action. */
static const char *const keyboard[][2] = {{"ARROWS, WASD", "MOVE"},
                                          {"SPACE, Z", "SHOOT"},
                                          {"SHIFT", "SLOW AND PRECISE"},
                                          {"B, X", "BOMB"},
                                          {"C, V", "TIME BACK, FOR TWO BOMBS"},
                                          {"E, BACKSPACE", "HOLD TO REWIND"},
                                          {"P, ESC; N", "PAUSE; ONE TICK IN IT"},
                                          {"ENTER, R", "START, A NEW GAME"},
                                          {"M", "SOUND"},
                                          {"Y, L", "REPLAY, OR A LINK TO IT"},
                                          {"K", "THE LAST HIT AGAIN"},
                                          {"F5, F9", "SAVE, LOAD"},
                                          {"F11", "FULL SCREEN"},
                                          {"H", "KEYS"}};
static const char *const touch[][2] = {{"TAP", "START"},
                                       {"DRAG", "STEER AND SHOOT"},
                                       {"SECOND FINGER", "BOMB"},
                                       {"BUTTONS", "PAUSE, REWIND, PANEL"}};

static void add_keys(const stage *s, stage_list *list, float x, float y, float step)
{
    const char *const(*from)[2] = s->is_touch ? touch : keyboard;
    const size_t count =
        s->is_touch ? sizeof touch / sizeof *touch : sizeof keyboard / sizeof *keyboard;
    for (size_t i = 0; i < count; ++i, y += step) {
        stage_text(list, style(ART_SMALL, CYAN, STAGE_RIGHT), x - 8, y, from[i][0]);
        stage_text(list, style(ART_SMALL, BRIGHT, STAGE_LEFT), x + 8, y, from[i][1]);
    }
}

static void add_help(const stage *s, stage_list *list)
{
    stage_box(list, 0, 0, GAME_WIDTH, GAME_HEIGHT, 0x03050c, 0.82f);
    stage_text(list, style(ART_MIDDLE, WHITE, STAGE_MIDDLE), middle, 120, "KEYS");
    add_keys(s, list, middle, 152, 14);
}

/* -- hints -- */

/* What can be done now, by its keys, in up to two lines. The core's own line, which knows no keys,
 * says when. */
static void add_hint(const stage *s, const stage_scene *scene, const game_state *state,
                     stage_list *list, stage_style look, float y)
{
    char core[GAME_LINE_BYTES];
    const bool is_start = state->phase == GAME_TITLE || state->attract;
    if (game_get_line(scene->g, GAME_LINE_HINT, core) == 0)
        return;
    if (!is_start && state->phase == GAME_PLAY && !state->paused) {
        stage_text(list, look, middle, y, core);
        return;
    }
    stage_words more = {{0}, 0};
    stage_text(list, look, middle, y,
               is_start ? s->is_touch ? "TAP: START" : "ENTER: START"
               : state->phase == GAME_OVER
                   ? s->is_touch ? "TAP: A NEW GAME" : "ENTER, R: A NEW GAME"
               : s->is_touch ? "TAP: GO ON"
                             : "ENTER: GO ON   R: A NEW GAME   N: ONE TICK");
    if (is_start || s->is_touch)
        return;
    if (scene->past.ticks > 0)
        stage_say(&more, "E: BACK IN TIME");
    if (scene->has_hit)
        stage_say(&more, more.length > 0 ? "   K: THE HIT AGAIN" : "K: THE HIT AGAIN");
    stage_text(list, look, middle, y + 12, more.text);
}

/* -- the title -- */

static void add_name(const stage *s, stage_list *list, const char *name, float y, uint32_t color,
                     uint32_t light)
{
    const float beat = 0.5f + 0.5f * angle_sine((angle)(s->tick * 420));
    stage_style look = style(ART_LARGE, color, STAGE_MIDDLE);
    look.size = 1.55f;
    stage_add(list, art_of_extra(list->art, ART_GLOW), middle, y + 19, 150, 46, 0, light,
              0.30f + 0.12f * beat);
    stage_style shadow = look;
    shadow.color = light;
    shadow.opacity = 0.5f;
    stage_text(list, shadow, middle + 1.6f, y + 1.8f, name);
    stage_text(list, look, middle, y, name);
}

static void add_title(const stage *s, const stage_scene *scene, const game_state *state,
                      stage_list *list)
{
    const float wave = angle_sine((angle)(s->tick * 300));
    add_name(s, list, "BULLET", 84 + wave, 0xffe4f0, 0xff3f8f);
    add_name(s, list, "TROUPE", 134 - wave, 0xe2f0ff, 0x3f8fff);
    if (s->tagline)
        stage_text(list, style(ART_SMALL, DIM, STAGE_MIDDLE), middle, 190, s->tagline);
    add_hint(s, scene, state, list, style(ART_MIDDLE, GOLD, STAGE_MIDDLE), 224);
    static const char *const levels[GAME_LEVELS] = {"NORMAL", "EASY", "HARD"};
    stage_words level = {{0}, 0};
    stage_say(&level, s->is_touch ? "" : "LEFT, RIGHT: ");
    stage_say(&level, levels[scene->level]);
    stage_text(list, style(ART_SMALL, BRIGHT, STAGE_MIDDLE), middle, 250, level.text);
    add_keys(s, list, middle, 276, 13);
}

/* -- the player's killer -- */

static void add_frame(stage_list *list, float x, float y, float size, uint32_t color, float opacity)
{
    stage_add(list, art_of_extra(list->art, ART_FRAME), x, y, size, size, 0, color, opacity);
}

/* The name of the enemy that hit the player, or that fired the bullet. */
static const char *killer_name(const game_facts *killer)
{
    return killer->maker ? killer->maker : killer->pool;
}

static void say_birth(stage_words *w, const game_facts *killer)
{
    stage_say(w, "BORN ");
    if (killer->age != GAME_NO_AGE) {
        stage_say_number(w, killer->age, 1);
        stage_say(w, " TICKS EARLIER ");
    }
    if (!killer->born_at.file)
        return;
    stage_say(w, "AT ");
    stage_say(w, killer->born_at.file);
    stage_say(w, ":");
    stage_say_number(w, killer->born_at.line, 1);
}

/* Where the hit has happened, but not over the banner. */
static float place_of_kill(const stage *s, const game_kill *kill)
{
    const float y = kill->y > GAME_HEIGHT / 2 ? kill->y - 74 : kill->y + 44;
    return s->banner[0] && y > BANNER_Y - 40 && y < BELOW_BANNER ? BELOW_BANNER : y;
}

/* Not in a pause, which has a text of its own. */
static void add_kill(const stage *s, const game *g, bool is_paused, stage_list *list)
{
    game_kill kill;
    if (is_paused || s->since_death >= KILL_TICKS || !game_get_kill(g, &kill))
        return;
    const float age = (float)s->since_death;
    const float opacity = shade_step(0, 12, age) * shade_step(KILL_TICKS, KILL_TICKS - 30, age);
    const float y = place_of_kill(s, &kill);
    stage_words what = {{0}, 0};
    stage_words where = {{0}, 0};
    stage_words birth = {{0}, 0};
    stage_say(&what, "HIT BY ");
    stage_say(&what, killer_name(&kill.killer));
    stage_say(&where, kill.killer.pool);
    stage_say(&where, " SLOT ");
    stage_say_number(&where, kill.killer.slot, 1);
    stage_say(&where, ", GENERATION ");
    stage_say_number(&where, kill.killer.actor.generation, 1);
    say_birth(&birth, &kill.killer);
    stage_add(list, art_of_extra(list->art, ART_SHADE), middle, y + 15, 170, 48, 0, 0x0c0106,
              0.85f * opacity);
    if (age < 60)
        add_frame(list, kill.killer.x, kill.killer.y, 12 + 30 * (1 - shade_step(0, 16, age)), RED,
                  opacity);
    stage_style look = style(ART_SMALL, RED, STAGE_MIDDLE);
    look.opacity = opacity;
    look.size = 1.25f;
    stage_text(list, look, middle, y, what.text);
    look.size = 1;
    look.color = BRIGHT;
    stage_text(list, look, middle, y + 13, where.text);
    stage_text(list, look, middle, y + 24, birth.text);
}

/* -- marks, notes, replays -- */

static void add_marks(const stage *s, const stage_scene *scene, stage_list *list)
{
    const float beat = 10 + angle_sine((angle)(s->tick * 1500));
    game_facts facts;
    if (scene->has_mark)
        add_frame(list, scene->mark_x, scene->mark_y, beat + 4, PINK, 1);
    if (scene->marked.generation == 0 || !game_get_facts(scene->g, scene->marked, &facts) ||
        !facts.is_seen)
        return;
    add_frame(list, facts.x, facts.y, beat, GREEN, 1);
    stage_words w = {{0}, 0};
    stage_say(&w, facts.pool);
    stage_say(&w, " ");
    stage_say_number(&w, facts.slot, 1);
    stage_text(list, style(ART_SMALL, GREEN, STAGE_MIDDLE), facts.x, facts.y + 14, w.text);
}

static void add_note(const stage *s, stage_list *list)
{
    stage_style look = style(ART_SMALL, GOLD, STAGE_MIDDLE);
    look.opacity = shade_unit((float)s->note_ticks / 20);
    if (s->note_ticks > 0)
        stage_text(list, look, middle, GAME_HEIGHT - 40, s->note);
}

static void add_replay(const stage *s, const stage_scene *scene, stage_list *list)
{
    if (!scene->is_replay)
        return;
    stage_box(list, 0, GAME_HEIGHT - 4, GAME_WIDTH, 4, 0x05070f, 0.8f);
    stage_box(list, 0, GAME_HEIGHT - 4, GAME_WIDTH * scene->replay_part, 4, CYAN, 0.9f);
    if (s->tick % 60 < 40)
        stage_text(list, style(ART_SMALL, CYAN, STAGE_RIGHT), GAME_WIDTH - edge, 20, "REPLAY");
}

/* Bars above and below, as in films. */
static void add_hit(const stage *s, const stage_scene *scene, stage_list *list)
{
    if (!scene->is_hit)
        return;
    stage_box(list, 0, 0, GAME_WIDTH, 44, 0x000000, 0.85f);
    stage_box(list, 0, GAME_HEIGHT - 44, GAME_WIDTH, 44, 0x000000, 0.85f);
    stage_text(list, style(ART_MIDDLE, RED, STAGE_MIDDLE), middle, 12, "THE LAST HIT AGAIN");
    if (s->tick % 60 < 44)
        stage_text(list, style(ART_SMALL, BRIGHT, STAGE_MIDDLE), middle, GAME_HEIGHT - 26,
                   "ANY KEY: GO ON");
}

/* Tints the screen blue while time is rewound; a bar shows the position. */
static void add_rewind(const stage *s, const stage_scene *scene, stage_list *list)
{
    stage_words w = {{0}, 0};
    if (!scene->past.is_rewinding)
        return;
    stage_box(list, 0, 0, GAME_WIDTH, GAME_HEIGHT, 0x1030a0, 0.22f);
    for (int i = 0; i < 3; ++i)
        stage_box(list, 0, shade_hash(s->tick, (uint32_t)i) * GAME_HEIGHT, GAME_WIDTH, 1.5f, CYAN,
                  0.3f);
    stage_say(&w, "REWIND, ");
    stage_say_number(&w, scene->past.ticks / GAME_RATE, 1);
    stage_say(&w, " S MORE");
    stage_text(list, style(ART_MIDDLE, CYAN, STAGE_MIDDLE), middle, 62, w.text);
    stage_box(list, edge, GAME_HEIGHT - 8, GAME_WIDTH - 2 * edge, 5, 0x05070f, 0.8f);
    stage_box(list, edge, GAME_HEIGHT - 7, (GAME_WIDTH - 2 * edge) * scene->past.part, 3, CYAN, 1);
}

/* Of a game of two: which ship is this player's, and what the network does. */
static void add_match(const stage_scene *scene, const game_state *state, stage_list *list)
{
    const game_ship *ship = &state->ships[scene->me];
    stage_words w = {{0}, 0};
    if (!scene->match)
        return;
    const match_network network = match_get_network(scene->match);
    stage_say(&w, scene->me == 0 ? "LEFT SHIP   PING " : "RIGHT SHIP   PING ");
    stage_say_number(&w, network.ping, 1);
    stage_say(&w, " MS   DELAY ");
    stage_say_number(&w, network.delay, 1);
    stage_say(&w, "   AGAIN ");
    stage_say_number(&w, network.again, 1);
    stage_say(&w, "/S");
    stage_text(list, style(ART_SMALL, DIM, STAGE_LEFT), edge, GAME_HEIGHT - 30, w.text);
    if (ship->is_there && ship->shield > 0)
        stage_text(list, style(ART_SMALL, CYAN, STAGE_MIDDLE), ship->x, ship->y + 17, "YOU");
}

static void add_middle(const stage *s, const stage_scene *scene, const game_state *state,
                       stage_list *list)
{
    if (state->phase == GAME_TITLE) {
        add_title(s, scene, state, list);
        return;
    }
    if (state->paused) {
        stage_box(list, 0, 0, GAME_WIDTH, GAME_HEIGHT, 0x03050c, 0.6f);
        add_keys(s, list, middle, 262, 14);
    }
    if (s->banner[0])
        add_banner(s, list, BANNER_Y, 1, banner_color(state));
    add_hint(s, scene, state, list, style(ART_SMALL, BRIGHT, STAGE_MIDDLE), BANNER_Y + 38);
}

void stage_display(const stage *s, const stage_scene *scene, stage_list *list)
{
    const game_state state = game_get_state(scene->g);
    add_marks(s, scene, list);
    if (state.phase != GAME_TITLE)
        add_counts(s, scene->g, &state, list);
    add_boss(s, scene->g, &state, list);
    add_match(scene, &state, list);
    add_kill(s, scene->g, state.paused, list);
    add_middle(s, scene, &state, list);
    add_replay(s, scene, list);
    add_rewind(s, scene, list);
    add_hit(s, scene, list);
    add_note(s, list);
    if (scene->shows_help)
        add_help(s, list);
}
