#include "core.h"

void trp_ignore_misuse(trp_world *world, const trp_misuse *misuse)
{
    (void)world;
    (void)misuse;
}

/* A misuse in a world: its pool and slot. */
static trp_misuse misuse_describe(const trp_world *world, trp_pool *pool, const trp_actor *actor,
                                  const char *call, trp_result result)
{
    trp_misuse misuse = {result, call, pool, actor, "", NULL, 0, NULL, NULL};
    const trp__frame *frame = world->frames;

    misuse.file = world->place.file;
    misuse.line = world->place.line;
    while (frame != NULL && !trp__calls_back(frame))
        frame = frame->up;
    if (frame != NULL) {
        misuse.in_pool = frame->tick != NULL ? frame->tick->pool : frame->only;
        misuse.in_actor = frame->current;
    }
    return misuse;
}

/* The call goes on after the report, so nothing changes meanwhile, as while drawing. Misuses by the
 * hook itself are not reported. */
static void misuse_call_hook(trp_on_misuse_fn *hook, trp_world *world, const trp_misuse *misuse)
{
    const bool was_drawing = world != NULL && world->drawing;

    if (world != NULL)
        world->reporting = world->drawing = true;
    hook(world, misuse);
    if (world == NULL)
        return;
    world->reporting = false;
    world->drawing = was_drawing;
}

/* Notes a misuse, and calls the hook. */
static trp_result misuse_report(trp_world *world, trp_misuse *misuse, const char *noun,
                                const char *name, const char *detail)
{
    char message[TRP__MISUSE_BYTES];

    if (world->in_parts) {
        trp__note_shared(&world->refused, misuse->call); /* parallel_update.c reports it */
        return misuse->result;
    }
    world->misuse++;
    if (misuse->pool != NULL)
        misuse->pool->misuse++;
    trp__record_misuse(world, misuse);
    if (world->on_misuse == NULL || world->reporting)
        return misuse->result;
    world->calls++;
    misuse->message = trp__misuse_words(message, world, misuse, noun, name, detail);
    misuse_call_hook(world->on_misuse, world, misuse);
    world->calls--;
    return misuse->result;
}

#if !defined(TRP_NO_MESSAGES)

trp_result trp__misuse(const trp_world *world, trp_pool *pool, const trp_actor *actor,
                       const char *call, trp_result result, const char *detail)
{
    trp_misuse misuse = misuse_describe(world, pool, actor, call, result);

    return misuse_report(world->self, &misuse, "pool", pool != NULL ? pool->desc.name : NULL,
                         detail);
}

trp_result trp__misuse_named(trp_world *world, const char *noun, const char *name, const char *call,
                             trp_result result, const char *detail)
{
    trp_misuse misuse = misuse_describe(world, NULL, NULL, call, result);

    return misuse_report(world, &misuse, noun, name, detail);
}

trp_result trp__misuse_early(trp_on_misuse_fn *hook, const char *call, trp_result result,
                             const char *detail)
{
    trp_misuse misuse = {result, call, NULL, NULL, "", NULL, 0, NULL, NULL};
    char message[TRP__MISUSE_BYTES];

    if (hook == NULL)
        return result;
    misuse.message = trp__misuse_words(message, NULL, &misuse, NULL, NULL, detail);
    misuse_call_hook(hook, NULL, &misuse);
    return result;
}

#else

trp_result trp__misuse_silent(const trp_world *world, trp_pool *pool, const trp_actor *actor,
                              trp_result result)
{
    trp_misuse misuse = misuse_describe(world, pool, actor, "", result);

    return misuse_report(world->self, &misuse, NULL, NULL, NULL);
}

trp_result trp__misuse_early_silent(trp_on_misuse_fn *hook, trp_result result)
{
    const trp_misuse misuse = {result, "", NULL, NULL, "", NULL, 0, NULL, NULL};

    if (hook != NULL)
        misuse_call_hook(hook, NULL, &misuse);
    return result;
}

#endif
