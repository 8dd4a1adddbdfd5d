#include "space_kinds.h"

space_kinds field;

void space_kinds_begin_as(space_kind kind, trp_space_desc desc, trp_space_pool_desc in)
{
    field.world = stage_world();
    field.pool = space_pool(field.world, 64);
    desc.index = space_index(kind);
    desc.capacity = 128;
    field.space = MADE(trp_space_create(field.world, &desc));
    in.box = TRP_BOX_AT(boxed, box);
    CHECK_OK(trp_space_add_pool(field.space, field.pool, &in));
    stage_log_clear();
}

void space_kinds_play_as(trp_space_desc desc, trp_space_pool_desc in, void (*play)(void))
{
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++) {
        space_kinds_begin_as((space_kind)kind, desc, in);
        play();
        CHECK_VALID(field.world);
    }
}

void space_kinds_play(void (*play)(void))
{
    space_kinds_play_as((trp_space_desc){0}, (trp_space_pool_desc){0}, play);
}

boxed *space_kinds_box(uint32_t id, float x, float y, float width, float height)
{
    return space_box(field.pool, id, x, y, width, height);
}

uint32_t space_kinds_ask(trp_query query)
{
    stage_log_clear();
    return trp_space_query(field.space, &query, space_log, NULL);
}

uint32_t space_kinds_pairs(trp_pairing which)
{
    stage_log_clear();
    return trp_space_pairs(field.space, &which, space_log_pair, NULL);
}

void space_kinds_move(boxed *it, float x, float y)
{
    it->box.x = x;
    it->box.y = y;
}
