/* Title, play, game over: the transitions, and new games. */
#include "core.h"

enum {
    START_BOMBS = 3,
    LIVES = 3, /* per player */
    ATTRACT_AFTER = 8 * GAME_RATE,
    OVER_AT_LEAST =
        GAME_RATE, /* ticks: a key pressed at the last moment does not leave the phase */
    OVER_AT_MOST = 12 * GAME_RATE,
    OVER_ATTRACT = 3 * GAME_RATE,
    COMES_BACK_AFTER = 84,
    LIFE_SCORE = 100000,
    RANK_OF_A_LIFE = 8
};

static bool is_gone(const game *g, uint32_t player)
{
    return (g->now.gone >> player & 1) != 0;
}

/* The players that have not left for good. */
static uint32_t count_present(const game *g)
{
    uint32_t count = 0;
    for (uint32_t player = 0; player < player_count(g); ++player)
        count += !is_gone(g, player);
    return count;
}

/* Only in a game of two: the other one has gained a life. */
static void return_those_out(game *g)
{
    game_state *state = &g->now.state;
    for (uint32_t player = 0; player < player_count(g) && state->lives > 0; ++player)
        if (player_is_out(g, player) && !is_gone(g, player)) {
            state->lives--;
            player_return_in(g, player, COMES_BACK_AFTER);
        }
}

void game_score(game *g, uint32_t points)
{
    game_state *state = &g->now.state;
    uint32_t *best = g->options.practice ? &g->practice_best : &state->high_score;
    state->score += points;
    if (!state->attract && state->score > *best)
        *best = state->score;
    if (state->score < g->now.next_life)
        return;
    const body *ship = player_near(g, GAME_WIDTH / 2, GAME_HEIGHT);
    g->now.next_life += LIFE_SCORE;
    phases_gain_life(g, ship->x, ship->y);
}

static void clear_field(game *g)
{
    for (uint32_t i = POOL_PICKUPS; i < POOL_COUNT; ++i)
        if (i != POOL_SHIP && i != POOL_AURA)
            trp_pool_clear(g->pools[i], NULL);
    for (uint32_t player = 0; player < player_count(g); ++player)
        player_leave(g, player);
    clock_reset(g);
    g->now.sweep = (sweep){0};
}

static void show_title(game *g)
{
    clear_field(g);
    g->now.state.phase = GAME_TITLE;
    g->now.state.attract = false;
    g->now.since = 0;
}

/* The power of a ship that has played up to that wave. */
static uint32_t power_at(uint32_t wave)
{
    return wave < 3 * PLAYER_MAX_POWER ? wave / 3 : PLAYER_MAX_POWER;
}

static void start(game *g, bool attract)
{
    const game_options *options = &g->options;
    if (count_present(g) == 0)
        g->now.gone = 0;
    const uint32_t lives = (options->lives > 0 ? options->lives : LIVES) * count_present(g);
    clear_field(g);
    g->now.state = (game_state){.phase = GAME_PLAY,
                                .attract = attract,
                                .tick = g->now.state.tick,
                                .high_score = g->now.state.high_score,
                                .lives = lives - count_present(g),
                                .bombs = START_BOMBS,
                                .power = power_at(options->first_wave),
                                .enemy_time = g->now.state.enemy_time};
    g->now.next_life = LIFE_SCORE;
    g->now.boss = (boss){0};
    g->now.since = 0;
    game_notify(g, GAME_EVENT_START, GAME_WIDTH / 2, GAME_HEIGHT / 2);
    waves_begin(g, options->first_wave > 0 ? options->first_wave : 1);
    for (uint32_t player = 0; player < player_count(g); ++player)
        if (!is_gone(g, player))
            player_enter(g, player);
}

static void end(game *g)
{
    g->now.state.phase = GAME_OVER;
    g->now.since = 0;
    game_notify(g, GAME_EVENT_OVER, GAME_WIDTH / 2, GAME_HEIGHT / 2);
}

void phases_gain_life(game *g, float x, float y)
{
    g->now.state.lives++;
    game_notify(g, GAME_EVENT_LIFE, x, y);
    if (g->now.state.phase == GAME_PLAY)
        return_those_out(g);
}

static bool are_out(const game *g)
{
    for (uint32_t player = 0; player < player_count(g); ++player)
        if (!player_is_out(g, player))
            return false;
    return true;
}

void phases_lose_ship(game *g, uint32_t player)
{
    game_state *state = &g->now.state;
    state->power -= state->power > 0;
    state->rank -= state->rank < RANK_OF_A_LIFE ? state->rank : RANK_OF_A_LIFE;
    if (state->lives > 0) {
        state->lives--;
        state->bombs = state->bombs > START_BOMBS ? state->bombs : START_BOMBS;
        player_return_in(g, player, COMES_BACK_AFTER);
    } else if (are_out(g))
        end(g);
}

/* The ship does not return, and takes no life with it. */
static void let_go(game *g, uint32_t player)
{
    g->now.gone |= 1u << player;
    if (g->now.state.phase != GAME_PLAY)
        return;
    if (player_has_ship(g, player))
        effects_flash(g, g->ships[player]->x, g->ships[player]->y, 30, 3);
    player_leave(g, player);
    if (are_out(g))
        end(g);
}

bool phases_can_start(const game *g)
{
    const game_state *state = &g->now.state;
    return state->phase == GAME_TITLE ||
           (state->phase == GAME_OVER && g->now.since + 1 >= OVER_AT_LEAST && !state->attract);
}

/* The keys that any player has pressed in this tick. */
static uint32_t pressed_keys(const game *g)
{
    uint32_t pressed = 0;
    for (uint32_t player = 0; player < player_count(g); ++player)
        pressed |= g->now.keys[player].pressed;
    return pressed;
}

/* Pressed keys decide the phase. The rest of the tick is the same in all phases. */
void phases_step(game *g)
{
    const uint32_t pressed = pressed_keys(g);
    const bool go = (pressed & (GAME_START | GAME_SHOOT)) != 0;
    const uint32_t wait = g->options.attract_after ? g->options.attract_after : ATTRACT_AFTER;
    g->now.since++;
    for (uint32_t player = 0; player < player_count(g); ++player)
        if ((g->now.keys[player].pressed & GAME_LEAVE) != 0)
            let_go(g, player);
    switch (g->now.state.phase) {
    case GAME_TITLE:
        if (go || (wait != GAME_NEVER && g->now.since >= wait))
            start(g, !go);
        break;
    case GAME_PLAY:
        if (g->now.state.attract && pressed != 0)
            show_title(g);
        else if ((pressed & GAME_PAUSE) != 0 ||
                 (g->now.state.paused && (pressed & GAME_START) != 0))
            g->now.state.paused = !g->now.state.paused;
        g->now.clock.once = g->now.state.paused && (pressed & GAME_STEP) != 0;
        break;
    case GAME_OVER:
        if (go && g->now.since >= OVER_AT_LEAST && !g->now.state.attract)
            start(g, false);
        else if (g->now.since >= OVER_AT_MOST ||
                 (g->now.state.attract && g->now.since >= OVER_ATTRACT) ||
                 (g->now.state.attract && pressed != 0))
            show_title(g);
        break;
    }
}
