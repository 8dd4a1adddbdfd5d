#include "preview.h"

#include "session_parts.h"

/* The save as a game in the spare memory. NULL: `p->wrong` says why not. */
static game *load(preview *p, const session *s, const unsigned char *bytes, size_t size,
                  void *spare, size_t spare_size)
{
    const unsigned char *recording;
    size_t recorded;
    replay opened;
    p->wrong = slot_open(bytes, size, s->desc.pattern, s->desc.pattern_words, &opened, &recording,
                         &recorded);
    if (p->wrong)
        return NULL;
    game *g = game_init(spare, spare_size, &opened.options);
    p->wrong = g ? slot_read(g, bytes, size, opened.hash, p->problem)
                 : "the save's options are out of their range";
    return p->wrong ? NULL : g;
}

void preview_take(preview *p, const session *s, const unsigned char *bytes, size_t size,
                  void *spare, size_t spare_size)
{
    p->has_save = bytes != NULL;
    p->wrong = NULL;
    p->count = 0;
    const game *g = bytes ? load(p, s, bytes, size, spare, spare_size) : NULL;
    if (!g)
        return;
    const game_state state = game_get_state(g);
    p->wave = state.wave;
    p->seconds = state.tick / GAME_RATE;
    game_get_line(g, GAME_LINE_SCORE, p->score);
    p->count = game_draw(g, 1, p->sprites, PREVIEW_SPRITES);
}

bool preview_is_shown(const preview *p, session *s)
{
    const game_state state = game_get_state(session_game(s));
    return p->has_save && (state.phase == GAME_TITLE ||
                           (state.paused && !session_is_replay(s) && !session_is_match(s)));
}

bool preview_is_at(const preview *p, float x, float y)
{
    return p->has_save && !p->wrong && x >= PREVIEW_X && y >= PREVIEW_Y &&
           x < PREVIEW_X + GAME_WIDTH * PREVIEW_SCALE &&
           y < PREVIEW_Y + GAME_HEIGHT * PREVIEW_SCALE;
}
