/*
 * Public calls, what they were made on, and why they are refused.
 */
#include "core.h"

trp__call trp__call_on(trp_world *world, const char *noun, const char *title, const char *name)
{
    const trp__call call = {name, TRP__TEXT("world"), world, NULL, noun, title, TRP_OK, false};

    return call;
}

trp__call trp__call_for(trp_world *world, const char *noun, const char *title, const char *name)
{
    trp__call call = trp__call_on(world, noun, title, name);

    call.creates = true;
    return call;
}

trp__call trp__call_on_world(trp_world *world, const char *name)
{
    return trp__call_on(world, NULL, NULL, name);
}

trp__call trp__call_on_pool(trp_pool *pool, const char *name)
{
    trp__call call = trp__call_on(pool != NULL ? pool->world : NULL, NULL, NULL, name);

    call.pool = pool;
    call.needs = TRP__TEXT("pool");
    return call;
}

void trp__refuse(trp__call *call, trp_result result, const char *detail)
{
    call->result = result;
    if (call->creates)
        trp__note_result(call->world, result);
    if (call->pool != NULL)
        trp__misuse(call->world, call->pool, NULL, call->name, result, detail);
    else
        trp__misuse_named(call->world, call->noun, call->title, call->name, result, detail);
    if (call->creates)
        trp__note_result(call->world, result); /* the hook may have tried to create something */
}

void trp__end_creation(trp__call *call, const void *object, const char *detail)
{
    if (!trp__refuses(call, object == NULL, TRP_ERR_MEMORY, detail))
        trp__note_result(call->world, TRP_OK);
}

bool trp__is_void(trp__call *call)
{
    if (call->world != NULL)
        return false;
    call->result = trp__null(call->name, call->needs);
    return true;
}

bool trp__is_shut(trp__call *call)
{
    return trp__is_void(call) ||
           trp__refuses(call, call->world->drawing, TRP_BUSY, trp__drawn_text(call->world));
}

bool trp__is_closed(trp__call *call)
{
    return trp__is_void(call) ||
           trp__refuses(call, call->world->drawing || call->world->ending, TRP_BUSY,
                        TRP__TEXT("the world is being drawn, or ends"));
}
