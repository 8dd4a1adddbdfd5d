/*
 * Mirrors: by slot the generation that was reported last. A restore marks what the restored state
 * does not have, since its handle may come back for another life.
 */
#include "../../include/troupe/mirror.h"
#include "../core/core.h"

static trp_mirror *mirror_of(trp__hook *hook)
{
    return (trp_mirror *)(void *)((unsigned char *)hook - offsetof(trp_mirror, hook));
}

/* The generation of the life in a slot; 0: there is none. */
static uint32_t mirror_life(const trp_pool *pool, uint32_t slot)
{
    if (slot >= pool->state.used || !trp__is_alive(trp__stamp_at(pool, slot)))
        return 0;
    return trp__cell_of(pool, slot)->generation;
}

static bool mirror_is_stale(const trp_mirror *mirror, uint32_t slot)
{
    return (mirror->stale[slot / 32] >> slot % 32 & 1) != 0;
}

/* What was reported is another life now: of all slots, or where the handle says so. */
static void mirror_mark(const trp_mirror *mirror, bool all)
{
    for (uint32_t slot = 0; slot < mirror->slots; slot++)
        if (all || mirror_life(mirror->pool, slot) != mirror->seen[slot])
            mirror->stale[slot / 32] |= (uint32_t)1 << slot % 32;
}

/* Transient pools are left as they are. */
static void mirror_jump(trp__hook *hook, bool loaded)
{
    const trp_mirror *mirror = mirror_of(hook);

    if (!mirror->pool->desc.transient)
        mirror_mark(mirror, loaded);
}

static void mirror_end(trp__hook *hook)
{
    mirror_of(hook)->pool = NULL;
}

trp_result trp_mirror_init(trp_mirror *mirror, trp_pool *pool, void *memory, size_t bytes)
{
    static const trp__calls calls = {.jump = mirror_jump, .end = mirror_end};
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_mirror_init"));

    if (trp__is_void(&call) ||
        trp__refuses(&call, mirror == NULL || memory == NULL, TRP_ERR_NULL,
                     TRP__TEXT("the mirror or its memory is NULL. Pass both")) ||
        trp__refuses(&call, mirror->pool != NULL, TRP_ERR_LINKED,
                     TRP__TEXT("it is a mirror, or was never zeroed")) ||
        trp__refuses(&call, pool->world->ending, TRP_BUSY, TRP__TEXT("the world is ending")) ||
        trp__refuses(&call, (uintptr_t)memory % sizeof(uint32_t) != 0, TRP_ERR_ALIGN, NULL) ||
        trp__refuses(&call, bytes < TRP_MIRROR_BYTES(pool->max_capacity), TRP_ERR_MEMORY,
                     TRP__TEXT("see TRP_MIRROR_BYTES(), for the most slots of the pool")))
        return call.result;
    memset(mirror, 0, sizeof *mirror);
    mirror->pool = pool;
    mirror->seen = (uint32_t *)memory;
    mirror->stale = mirror->seen + pool->max_capacity;
    mirror->slots = pool->max_capacity;
    memset(memory, 0, TRP_MIRROR_BYTES(mirror->slots));
    trp__hook_add(pool->world, &mirror->hook, &calls, TRP__HOOK_OTHER);
    return TRP_OK;
}

trp_result trp_mirror_free(trp_mirror *mirror)
{
    if (mirror == NULL || mirror->pool == NULL)
        return TRP_GONE;
    trp__hook_remove(mirror->pool->world, &mirror->hook);
    mirror->pool = NULL;
    return TRP_OK;
}

/* What was reported and is gone. A callback may free the mirror: then it has no pool. */
static void mirror_report_vanished(trp_mirror *mirror, trp_handle_fn *vanished,
                                   const trp_context *in)
{
    for (uint32_t slot = 0; mirror->pool != NULL && slot < mirror->slots; slot++) {
        const uint32_t seen = mirror->seen[slot];
        trp_handle life;
        if (!mirror_is_stale(mirror, slot) && seen == mirror_life(mirror->pool, slot))
            continue;
        mirror->seen[slot] = 0;
        mirror->stale[slot / 32] &= ~((uint32_t)1 << slot % 32);
        life.index = trp__handle_index(mirror->pool, slot);
        life.generation = seen;
        if (seen != 0 && vanished != NULL)
            vanished(life, in);
    }
}

static void mirror_report_appeared(trp_mirror *mirror, trp_actor_fn *appeared,
                                   const trp_context *in)
{
    for (uint32_t slot = 0; mirror->pool != NULL && slot < mirror->pool->state.used; slot++) {
        const uint32_t life = mirror_life(mirror->pool, slot);
        if (life == 0 || mirror->seen[slot] != 0)
            continue;
        mirror->seen[slot] = life;
        if (appeared != NULL)
            appeared(trp__node_at(mirror->pool, slot), in);
    }
}

trp_result trp_mirror_sync(trp_mirror *mirror, trp_actor_fn *appeared, trp_handle_fn *vanished,
                           void *arg)
{
    trp_context in;
    trp_world *world;

    if (mirror == NULL || mirror->pool == NULL)
        return TRP_ERR_NULL;
    world = mirror->pool->world;
    in = trp__context(world, mirror->pool, NULL, arg);
    world->calls++;
    mirror_report_vanished(mirror, vanished, &in);
    mirror_report_appeared(mirror, appeared, &in);
    world->calls--;
    return TRP_OK;
}

trp_result trp_mirror_forget(trp_mirror *mirror)
{
    if (mirror == NULL || mirror->pool == NULL)
        return TRP_ERR_NULL;
    mirror_mark(mirror, true);
    return TRP_OK;
}
