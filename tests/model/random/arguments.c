#include "arguments.h"

const model_world *other_world(const model_world *w)
{
    return &the_models[1 - w->number];
}

bool has_block(const model_world *w)
{
    return w->number != 0 || w->block_pieces < 24;
}

uint32_t pick_pool(const model_world *w)
{
    return w->pool_count != 0 ? bytes_take() % w->pool_count : POOLS;
}

static bool is_taken(const model_actor *actor)
{
    return actor->state >= ACTIVE && actor->state <= LEAVING;
}

/* Pointers */

target pick_taken(const model_world *w, uint32_t pool, uint32_t from)
{
    if (pool >= w->pool_count)
        return model_target(w, NO_INDEX);
    for (uint32_t i = 0; i < w->pool_count; i++) {
        const model_pool *it = &w->pools[(pool + i) % w->pool_count];
        for (uint32_t k = 0; it->live != 0 && k < it->capacity; k++) {
            const uint32_t actor = it->first + (from + k) % it->capacity;
            if (is_taken(&w->actors[actor]) && model_is_known(w, actor))
                return model_target(w, actor);
        }
    }
    return model_target(w, NO_INDEX);
}

/* A slot of a pool that has slots, free or not. */
static target pick_slot(const model_world *w, uint32_t pool, uint32_t from)
{
    const model_pool *it = &w->pools[pool];
    target to = {TO_NULL, w->number, (uint8_t)pool, from % it->capacity};

    if (!it->is_external && model_is_known(w, it->first + to.slot))
        to.kind = TO_SLOT;
    return to;
}

static target pick_guest(const model_world *w, uint32_t number)
{
    const uint32_t guest = number % GUESTS;
    const target to = {TO_GUEST, w->number, w->guests[guest].pool, guest};

    return to;
}

/* An actor of the other world. One that leaves or has left that world may look as if it had left
 * this one. */
static target pick_stranger(const model_world *w, uint32_t pool, uint32_t from)
{
    const model_world *other = other_world(w);
    const target to = pick_taken(other, pool, from);
    const target null = {TO_NULL, 0, 0, 0};

    if (to.kind != TO_NULL && other->actors[model_locate(other, to).actor].state == LEAVING)
        return null;
    return to;
}

static target pick_wrong(const model_world *w, uint32_t mode, uint32_t pool, uint32_t from)
{
    const target foreign = {TO_FOREIGN, w->number, 0, from % FOREIGN};
    target to = pick_slot(w, pool, from);

    switch (mode) {
    case 0:
    case 1:
        return to;
    case 2:
        to.kind = to.kind == TO_SLOT ? TO_INSIDE : TO_NULL;
        return to;
    case 3:
        to.kind = to.kind == TO_SLOT ? TO_MISALIGNED : TO_NULL;
        return to;
    case 4:
        return foreign;
    case 5:
        return pick_stranger(w, pool, from);
    case 6:
        return pick_guest(w, from);
    default:
        return model_target(w, NO_INDEX);
    }
}

target pick_target(const model_world *w)
{
    const uint32_t what = bytes_take();
    const uint32_t from = bytes_take();

    if (w->pool_count == 0)
        return model_target(w, NO_INDEX);
    if (what >> 3 < 24)
        return pick_taken(w, (what & 7) % w->pool_count, from);
    return pick_wrong(w, (what >> 3) - 24, (what & 7) % w->pool_count, from);
}

target pick_in_state(const model_world *w, slot_state state)
{
    const uint32_t pool = pick_pool(w);
    const uint32_t from = bytes_take();

    for (uint32_t i = 0; i < w->pool_count; i++) {
        const model_pool *it = &w->pools[(pool + i) % w->pool_count];
        for (uint32_t k = 0; it->live != 0 && k < it->capacity; k++) {
            const uint32_t actor = it->first + (from + k) % it->capacity;
            if (w->actors[actor].state == state && model_is_known(w, actor))
                return model_target(w, actor);
        }
    }
    return pick_taken(w, pool, from);
}

/* Actors */

bool arguments_nothing(model_world *w, operation *op)
{
    (void)w;
    (void)op;
    return true;
}

bool arguments_number(model_world *w, operation *op)
{
    (void)w;
    op->n = bytes_take();
    return true;
}

bool arguments_pool(model_world *w, operation *op)
{
    op->pool = (uint8_t)pick_pool(w);
    return op->pool != POOLS;
}

bool arguments_clone(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();
    uint32_t actor;

    if (!arguments_pool(w, op))
        return false;
    op->n = what & 15;
    op->a = model_target(w, NO_INDEX);
    if (what < 128)
        return true;
    op->a = pick_taken(w, op->pool, what);
    if (op->a.kind != TO_SLOT)
        return false;
    actor = model_locate(w, op->a).actor;
    return w->actors[actor].state != LEAVING &&
           w->pools[op->a.pool].plan.is_crate == w->pools[op->pool].plan.is_crate;
}

bool arguments_many(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->flag = what & 1;
    op->n = what >> 1 < 120 ? (what >> 1) % 24 : what >> 1 < 127 ? what >> 1 : 4300;
    return arguments_pool(w, op);
}

bool arguments_adopt(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    if (!arguments_pool(w, op))
        return false;
    for (uint32_t i = 0; what >= 16 && !w->pools[op->pool].is_external && i < w->pool_count; i++)
        op->pool = (uint8_t)((op->pool + 1u) % w->pool_count);
    if (what < 216)
        op->a = pick_guest(w, what);
    else
        op->a = pick_wrong(w, what & 3, op->pool, what >> 2);
    return true;
}

bool arguments_actor(model_world *w, operation *op)
{
    if (op->code == DO_activate && bytes_take() < 192)
        op->a = pick_in_state(w, ASLEEP);
    else
        op->a = pick_target(w);
    return true;
}

bool arguments_match(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->n = what & 7;
    op->m = what >> 3 & op->n;
    op->flag = what == 255;
    op->pool = (uint8_t)pick_pool(w);
    return op->pool != POOLS;
}

static void remember(model_world *w, trp_handle handle)
{
    w->old[w->old_count++ % OLD] = handle;
}

static trp_handle pick_handle(model_world *w, uint32_t what, target to)
{
    const uint32_t actor = to.kind == TO_NULL ? NO_INDEX : model_locate(w, to).actor;
    trp_handle handle = model_handle(w, actor);

    switch (what & 15) {
    case 8:
    case 9:
    case 10:
        return w->old[what >> 4];
    case 11:
        handle.generation--;
        return handle;
    case 12:
        handle.generation++;
        return handle;
    case 13:
        handle.index = bytes_take_4();
        handle.generation = bytes_take() & 3;
        return handle;
    case 14:
        return other_world(w)->old[what >> 4];
    case 15:
        handle.index ^= 1u << (what >> 4);
        return handle;
    default:
        remember(w, handle);
        return handle;
    }
}

bool arguments_handle(model_world *w, operation *op)
{
    const uint32_t what = bytes_take();

    op->pool = (uint8_t)pick_pool(w);
    if (op->pool == POOLS)
        return false;
    op->handle = pick_handle(w, what, pick_taken(w, op->pool, bytes_take()));
    return true;
}

/* The only thing that a node decides is the visits of trp_each in memory order. (An actor that is
 * leaving is not repaired, and of a guest that has left the library has no other data.) */
static bool may_be_overwritten(const model_world *w, target to)
{
    if (to.kind == TO_NULL || w->actors[model_locate(w, to).actor].state == LEAVING)
        return false;
    return w->pools[to.pool].order != PLAN_ORDER_MEMORY ||
           !model_is_in_each(w, w->pools[to.pool].segment);
}

/* Sets an actor's values; with the flag it assigns the whole struct, node included. */
bool arguments_set(model_world *w, operation *op)
{
    const uint32_t pool = pick_pool(w);

    op->a = pool != POOLS ? pick_taken(w, pool, bytes_take()) : model_target(w, NO_INDEX);
    op->n = bytes_take();
    if ((op->n & 64) != 0)
        op->m = (bytes_take_2() << 4 | (op->n & 15)) & ((op->n & 128) != 0 ? 0xFFFFFu : 0xFFFFu);
    op->flag = (op->n & 3) == 0 && may_be_overwritten(w, op->a);
    return op->a.kind != TO_NULL;
}

bool arguments_age(model_world *w, operation *op)
{
    const uint32_t pool = pick_pool(w);
    uint32_t actor;

    op->n = bytes_take();
    if (pool == POOLS)
        return false;
    op->a = pick_slot(w, pool, op->n >> 1);
    if (op->a.kind != TO_SLOT)
        return false;
    actor = model_locate(w, op->a).actor;
    return w->actors[actor].state == FREE && w->actors[actor].generation < UINT32_MAX - (op->n & 1);
}
