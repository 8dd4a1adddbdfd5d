/*
 * Reports of misuse, and their words. With TRP_NO_MESSAGES there are no words.
 */
#include "core.h"

void trp_ignore_misuse(trp_world *world, const trp_misuse *misuse)
{
    (void)world;
    (void)misuse;
}

static trp_misuse misuse_of(trp_pool *pool, const trp_actor *actor, const char *call,
                            trp_result result)
{
    const trp_misuse misuse = {result, TRP__NAME(call), pool, actor, "", NULL, 0, NULL, NULL};

    (void)call;
    return misuse;
}

#if !defined(TRP_NO_MESSAGES)

/* Whether the text of the result follows a detail, which may already say what to do, in a second
 * sentence. */
static bool misuse_needs_text(trp_result result, const char *detail)
{
    if (detail == NULL)
        return true;
    for (; *detail != '\0'; detail++)
        if (detail[0] == '.' && detail[1] == ' ')
            return false;
    return result != TRP_ERR_VALUE && result != TRP_ERR_DESC && result != TRP_ERR_TYPE &&
           result != TRP_ERR_NULL;
}

static void misuse_put_slot(trp__text *out, const char *before, const trp_pool *pool,
                            const trp_actor *actor)
{
    const uint32_t slot = actor != NULL ? trp__slot_of(pool, actor) : TRP__NONE;

    if (slot == TRP__NONE)
        return;
    trp__put(out, before);
    trp__put_number(out, slot);
}

/* " (game.c:80, in the callback of enemy slot 3)", as far as this is known */
static void misuse_put_where(trp__text *out, const trp_misuse *misuse, bool is_within)
{
    if (misuse->file == NULL && misuse->in_pool == NULL)
        return;
    trp__put(out, misuse->file != NULL && is_within ? " (within " : " (");
    if (misuse->file != NULL)
        trp__say(out, "%s:%u%s", trp__file_name(misuse->file), (uint32_t)misuse->line,
                 misuse->in_pool != NULL ? ", " : "");
    if (misuse->in_pool != NULL) {
        trp__say(out, "in the callback of %s", misuse->in_pool->desc.name);
        misuse_put_slot(out, " slot ", misuse->in_pool, misuse->in_actor);
    }
    trp__put(out, ")");
}

/* "trp_recycle (game.c:80): pool 'bullet', slot 12: what happened. What to do." `name` is that of
 * the module, or NULL. */
static const char *misuse_words(char message[TRP__MISUSE_BYTES], const trp_world *world,
                                const trp_misuse *misuse, const char *noun, const char *name,
                                const char *detail)
{
    trp__text out = trp__text_in(message, TRP__MISUSE_BYTES);

    trp__put(&out, misuse->call);
    misuse_put_where(&out, misuse, world != NULL && world->place.depth != trp__depth(world));
    if (name != NULL)
        trp__say(&out, ": %s '%s'", noun, name);
    if (misuse->pool != NULL)
        misuse_put_slot(&out, ", slot ", misuse->pool, misuse->actor);
    if (detail != NULL)
        trp__say(&out, ": %s", detail);
    if (misuse_needs_text(misuse->result, detail))
        trp__say(&out, ": %s", trp__result_text(misuse->result));
    trp__put(&out, ".");
    return message;
}

#else

#define misuse_words(message, world, misuse, noun, name, detail)                                   \
    ((void)(message), (void)(noun), (void)(name), (void)(detail), "")

#endif

/* A misuse in a world: notes it, and calls the hook. `name` is that of the pool or the object. The
 * call goes on after the report, so nothing changes meanwhile, as while drawing. Misuses by the hook
 * itself are not reported. */
static trp_result misuse_report(trp_world *world, trp_misuse *misuse, const char *noun,
                                const char *name, const char *detail)
{
    char message[TRP__MISUSE_BYTES];
    const trp__frame *frame = world->frames;
    const bool was_drawing = world->drawing;

    if (world->in_parts) {
        trp__note_shared(&world->refused, misuse->call); /* parallel.c reports it */
        return misuse->result;
    }
    misuse->file = world->place.file;
    misuse->line = world->place.line;
    while (frame != NULL && !trp__calls_back(frame))
        frame = frame->up;
    if (frame != NULL) {
        misuse->in_pool = frame->tick != NULL ? frame->tick->pool : frame->only;
        misuse->in_actor = frame->current;
    }
    world->misuse++;
    if (misuse->pool != NULL)
        misuse->pool->misuse++;
    if (world->record_misuse != NULL)
        world->record_misuse(world, misuse);
    if (world->on_misuse == NULL || world->reporting)
        return misuse->result;
    world->calls++;
    misuse->message = misuse_words(message, world, misuse, noun, name, detail);
    world->reporting = world->drawing = true;
    world->on_misuse(world, misuse);
    world->reporting = false;
    world->drawing = was_drawing;
    world->calls--;
    return misuse->result;
}

trp_result trp__misuse(const trp_world *world, const trp_pool *pool, const trp_actor *actor,
                       const char *call, trp_result result, const char *detail)
{
    trp_pool *self = pool != NULL ? world->pools[pool->number] : NULL;
    trp_misuse misuse = misuse_of(self, actor, call, result);

    return misuse_report(world->self, &misuse, TRP__TEXT("pool"),
                         pool != NULL ? pool->desc.name : NULL, detail);
}

trp_result trp__misuse_named(trp_world *world, const char *noun, const char *name, const char *call,
                             trp_result result, const char *detail)
{
    trp_misuse misuse = misuse_of(NULL, NULL, call, result);

    return misuse_report(world, &misuse, noun, name, detail);
}

trp_result trp__misuse_early(trp_on_misuse_fn *hook, const char *call, trp_result result,
                             const char *detail)
{
    trp_misuse misuse = misuse_of(NULL, NULL, call, result);
    char message[TRP__MISUSE_BYTES];

    if (hook == NULL)
        return result;
    misuse.message = misuse_words(message, NULL, &misuse, NULL, NULL, detail);
    hook(NULL, &misuse);
    return result;
}
