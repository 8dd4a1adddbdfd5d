/* Families, groups, spaces. */
#include "arguments.h"

/* Usually an initialised one. */

static uint8_t pick_family(const model_world *w, uint32_t what)
{
    const uint32_t number = what & 1;

    return (uint8_t)(w->families[number].is_made || (what & 14) == 0 ? number : 1 - number);
}

static uint8_t pick_space(const model_world *w, uint32_t what)
{
    const uint32_t number = what & 1;

    return (uint8_t)(w->spaces[number].is_made || (what & 12) == 0 ? number : 1 - number);
}

static uint8_t pick_group(const model_world *w, uint32_t what)
{
    uint32_t number = what % GROUPS;

    for (uint32_t i = 0; i < GROUPS && !w->groups[number].is_made && (what & 24) != 0; i++)
        number = (number + 1) % GROUPS;
    return (uint8_t)number;
}

bool arguments_family(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = op->code == DO_family_init ? (uint8_t)(what & 1) : pick_family(w, what);
    op->flag = what >> 1 & 1;
    op->pool = (uint8_t)(what == 255 ? POOLS : pick_pool(w));
    return op->code != DO_family_free || what >> 2 < 16; /* rarely */
}

bool arguments_family_add(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_family(w, what);
    op->pool = (uint8_t)(what == 255 ? POOLS : pick_pool(w));
    op->mode = (uint8_t)(what >> 1 < 112 ? 0 : what >> 1 & 3);
    return has_block(w) && (op->mode != 3 || other_world(w)->pool_count != 0);
}

bool arguments_member(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();
    const model_family *family = &w->families[pick_family(w, what)];

    op->noun = pick_family(w, what);
    op->flag = what == 255;
    if (family->count != 0 && (what & 0x30) != 0) {
        const relation *at = &family->relations[bytes_take() % family->count];
        op->a = model_target(w, op->code == DO_detach ? at->child : at->parent);
    } else
        op->a = pick_target(w);
    return true;
}

bool arguments_attach(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_family(w, what);
    op->a = (what & 0x70) == 0 ? pick_target(w) : pick_in_state(w, ACTIVE);
    op->b = (what & 0x70) == 0 ? pick_target(w) : pick_in_state(w, ACTIVE);
    return w->families[op->noun].count + 1 < RELATIONS;
}

/* Groups */

/* A guest of the other world may leave that one meanwhile, and then look as if it had left this
 * one. */
static target unless_it_may_leave(const model_world *w, const operation *op, target to)
{
    const target null = {TO_NULL, 0, 0, 0};
    const bool may_leave =
        op->code == DO_group_add_many && to.kind == TO_GUEST && to.world != w->number;

    return may_leave ? null : to;
}

bool arguments_group_init(model_world *w, operation *op)
{
    op->noun = bytes_take() % GROUPS;
    op->n = bytes_take_2();
    op->mode = op->n >> 12 == 15;
    if (w->number == 0)
        op->n |= 2; /* it does not grow */
    return has_block(w);
}

static target pick_member(const model_world *w, uint32_t number)
{
    const model_group *group = &w->groups[number];
    const uint32_t what = bytes_take();

    if (group->count != 0 && what < 192 && model_is_member(w, &group->entries[what % group->count]))
        return model_target(w, group->entries[what % group->count].actor);
    return pick_target(w);
}

bool arguments_group(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_group(w, what);
    op->mode = (uint8_t)(what >> 3 & 3);
    op->flag = op->code == DO_group_each ? what >= 252 : what >> 2 & 1;
    op->m = 1 + (what >> 5);
    if (op->code == DO_group_remove)
        op->a = pick_member(w, op->noun);
    if (op->code == DO_group_resize)
        op->n = bytes_take();
    if (op->code == DO_group_free || op->code == DO_group_clear)
        return what < 128;
    return op->code != DO_group_resize || !w->starves;
}

/* The time at which a group grows is not specified. */
bool arguments_group_add(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();
    const model_group *to = &w->groups[pick_group(w, what)];
    const model_group *from = &w->groups[pick_group(w, what >> 2)];

    op->noun = pick_group(w, what);
    op->mode = pick_group(w, what >> 2);
    op->n = bytes_take();
    if (w->starves && to->is_made && !to->plan.is_array)
        return false;
    if (op->code == DO_group_add_from)
        return from->count < 60 && to->count < 100;
    op->a = unless_it_may_leave(w, op, pick_target(w));
    op->b = unless_it_may_leave(w, op, pick_target(w));
    return to->count < 300;
}

/* Spaces */

bool arguments_space_create(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = (uint8_t)(what & 1);
    op->flag = what == 255;
    op->n = bytes_take_2();
    if (w->number == 0 && (what & 0xF0) != 0)
        op->n &= ~(1u << 5); /* it does not grow */
    return has_block(w) && !w->spaces[op->noun].is_made;
}

/* Usually a member; for adding: an actor that is none. */
static target pick_box(const model_world *w, const operation *op)
{
    const model_space *space = &w->spaces[op->noun];
    const uint32_t what = bytes_take();

    for (uint32_t i = 0; what < 192 && op->code != DO_space_add && i < MEMBERS; i++)
        if (space->members[(what + i) % MEMBERS].is_in)
            return model_target(w, space->members[(what + i) % MEMBERS].actor);
    for (uint32_t i = 0; what < 192 && op->code == DO_space_add && i < w->actor_count; i++)
        if (w->actors[i].state == ACTIVE && space->has[w->actors[i].pool] &&
            w->actors[i].numbers[op->noun] == NO_INDEX)
            return model_target(w, i);
    return pick_target(w);
}

bool arguments_space(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_space(w, what);
    op->mode = what >> 3 == 31 ? 3 : 0;
    op->m = what;
    op->pool = (uint8_t)pick_pool(w);
    if (op->code == DO_space_destroy || op->code == DO_space_remove_pool)
        return what >= 128 && (op->mode != 3 || other_world(w)->pool_count != 0);
    if (op->code == DO_space_moved_pool)
        return op->mode != 3 || other_world(w)->pool_count != 0;
    if (op->code != DO_space_moved_all)
        op->a = pick_box(w, op);
    return true;
}

bool arguments_space_add_pool(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_space(w, what);
    op->flag = (what >> 1 & 3) == 0;
    op->mode = (uint8_t)(what >> 3 < 28 ? what >> 3 & 1 : (what >> 3) - 25);
    op->m = bytes_take();
    op->pool = (uint8_t)pick_pool(w);
    return has_block(w) && (op->mode != 3 || other_world(w)->pool_count != 0);
}

/* Spaces with little room have no nested passes. */
static bool has_room_for_pass(const model_world *w, uint32_t number)
{
    const model_space *space = &w->spaces[number];

    return space->passes < (space->is_made && space->plan.is_tight ? 1u : 3u);
}

/* A place of an actor, half of the time. */
static uint32_t pick_area(const model_world *w, uint32_t number)
{
    const model_space *space = &w->spaces[number];
    const uint32_t bits = bytes_take_4();

    for (uint32_t i = 0; (bits >> 31) != 0 && i < MEMBERS; i++)
        if (space->members[(bits + i) % MEMBERS].is_in)
            return (bits & 0xFFF00000) | w->actors[space->members[(bits + i) % MEMBERS].actor].box;
    return bits;
}

bool arguments_space_ask(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_space(w, what);
    op->flag = (what >> 1 & 3) == 0;
    op->mode = (uint8_t)(what >> 5);
    op->m = (what >> 3 & 3) == 0 ? 3u : 0;
    op->n = pick_area(w, op->noun);
    if (op->code == DO_space_first && what < 224)
        op->n |= 3u << 26;
    return has_room_for_pass(w, op->noun);
}

bool arguments_space_pass(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_space(w, what);
    op->flag = what >> 1 == 127;
    return has_room_for_pass(w, op->noun);
}

bool arguments_space_update(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->noun = pick_space(w, what);
    op->flag = what == 255;
    op->n = pick_area(w, op->noun);
    if (w->updating == NULL) {
        op->code = DO_space_query;
        op->pool = 0;
        return has_room_for_pass(w, op->noun);
    }
    op->pool = (uint8_t)w->updating->tick_pool;
    return has_room_for_pass(w, op->noun);
}
