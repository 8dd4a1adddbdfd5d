/*
 * Modules in the world: those with state, for snapshots and saves; hooks, which the world calls
 * (unlike watchers, they may come and go between a snapshot and its restore); and objects in the
 * game's memory, such as groups, which have state, and watch for the end of their world.
 */
#include "core.h"

void trp__part_add(trp_world *world, trp__part *part, unsigned kind)
{
    trp__part **at = &world->parts;

    trp__look_for_lost_regions(world);
    while (*at != NULL)
        at = &(*at)->next;
    part->next = NULL;
    part->kind = kind;
    *at = part;
}

void trp__part_remove(trp_world *world, const trp__part *part)
{
    trp__part **at = &world->parts;

    trp__look_for_lost_regions(world);
    while (*at != part)
        at = &(*at)->next;
    *at = part->next;
}

void trp__hook_add(trp_world *world, trp__hook *hook, const trp__calls *calls, uint32_t order)
{
    trp__hook **at = &world->hooks;

    while (*at != NULL && (*at)->order <= order)
        at = &(*at)->next;
    hook->calls = calls;
    hook->order = order;
    hook->next = *at;
    *at = hook;
}

void trp__hook_remove(trp_world *world, const trp__hook *hook)
{
    for (trp__hook **at = &world->hooks; *at != NULL; at = &(*at)->next)
        if (*at == hook) {
            *at = hook->next;
            return;
        }
}

/* A transient pool did not jump, but the number of the next tick did, which prunes what has expired
 * in it (TRP_PRUNE_NEXT_TICK). */
static void jump_keep_expired(trp_pool *pool)
{
    for (uint32_t slot = 0; pool->state.expired != 0 && slot < pool->state.used; slot++)
        if (trp__is_expired(trp__stamp_at(pool, slot)))
            trp__set_expired(pool, slot);
}

void trp__jumped(const trp_world *world, bool loaded)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (world->pools[i]->desc.transient)
            jump_keep_expired(world->pools[i]);
    for (trp__hook *hook = world->hooks; hook != NULL; hook = hook->next)
        if (hook->calls->jump != NULL)
            hook->calls->jump(hook, loaded);
}

bool trp__is_no_object(trp__call *call, const trp_watcher *own)
{
    const trp_watcher *at;

    if (trp__is_void(call) ||
        trp__refuses(call, own == NULL, TRP_ERR_NULL, TRP__TEXT("the struct is NULL")) ||
        trp__is_closed(call))
        return true;
    trp__look_for_lost(call->world, call->world->watchers);
    for (at = call->world->watchers; at != NULL && at != own;)
        at = at->next;
    return trp__refuses(call, at != NULL, TRP_ERR_LINKED,
                        TRP__TEXT("the struct is initialised already"));
}

void trp__object_begin(trp_world *world, trp_watcher *own, trp_watch_fn *end, void *object,
                       trp__part *part, unsigned kind)
{
    own->function = end;
    own->user = object;
    own->events = TRP_EVENT_SHUTDOWN;
    trp__part_add(world, part, kind);
    (void)trp_watch(world, own);
}

void trp__object_end(trp_world *world, trp_watcher *own, const trp__part *part)
{
    trp__part_remove(world, part);
    trp__take_watcher(world, own);
}

trp_result trp__object_refuse(trp_world *world, const trp_watcher *own, const char *noun,
                              const char *name, const char *call)
{
    if (world == NULL)
        return own->function == NULL ? trp__uninitialised(call, noun) : TRP_ERR_NULL;
    if (world->drawing)
        return trp__misuse_named(world, noun, name, call, TRP_BUSY, trp__drawn_text(world));
    return trp__misuse_named(
        world, noun, name, call, TRP_ERR_UNLINKED,
        TRP__TEXT("the struct was copied or moved. Pass a pointer to the original"));
}
