/*
 * Queues: a ring of events that are played after the tick.
 */
#include "queue.h"

_Static_assert(sizeof(trp_queue) + TRP_ALIGNMENT <= TRP__QUEUE_BASE, "raise TRP__QUEUE_BASE");

static trp_result queue_misuse(const trp_queue *queue, const char *call, trp_result result,
                               const char *detail)
{
    return trp__misuse_named(queue->world, TRP__TEXT("queue"), queue->desc.name, call, result,
                             detail);
}

/* Playing */

/* The number of events that a `play` has posted in this round, at the end of the queue. */
static uint32_t queue_late(const trp_queue *queue)
{
    return queue->late_in == queue->world->rounds ? queue->late : 0;
}

/* Plays the events that wait now; events that are posted meanwhile, by whatever queue's `play`, wait
 * for the next time. An event is removed after it has been played. */
static void queue_play(trp_queue *queue)
{
    trp_world *world = queue->world;
    const char *before = world->tag;
    trp_context in;

    if (queue->is_playing)
        return; /* a tick in `play` */
    queue->is_playing = true;
    world->playing++;
    in = trp__context(world, NULL, queue->desc.user, NULL);
    in.queue = queue;
    world->calls++;
    if (queue->desc.name != NULL)
        world->tag = queue->desc.name;
    world->drawing = queue->desc.cancel != NULL;
    for (uint32_t left = queue->state.count - queue_late(queue); left > 0; left--) {
        const unsigned char *event = trp__queue_at(queue, 0);
        if (queue->desc.cancel == NULL || !trp__queue_comes_again(queue, event))
            queue->desc.play(event, &in);
        queue->state.first =
            queue->state.first + 1 < queue->desc.capacity ? queue->state.first + 1 : 0;
        queue->state.count--;
    }
    if (queue->desc.cancel != NULL)
        trp__queue_caught_up(queue, &in);
    world->drawing = false;
    world->tag = before;
    world->calls--;
    world->playing--;
    queue->is_playing = false;
}

static trp_queue *queue_of(trp__tick_hook *hook)
{
    return (trp_queue *)(void *)((unsigned char *)hook - offsetof(trp_queue, hook));
}

static void queue_tick_over(trp__tick_hook *hook, const trp_context *in)
{
    (void)in;
    queue_play(queue_of(hook));
}

/* Creation */

static void queue_end(trp__tick_hook *hook)
{
    trp_queue *queue = queue_of(hook);
    trp_world *world = queue->world;
    trp__tick_hook **at = &world->hooks;

    while (*at != hook)
        at = &(*at)->next;
    *at = hook->next;
    if (queue->desc.cancel != NULL)
        trp__jump_remove(world, &queue->jump);
    trp__part_remove(world, &queue->part);
    if (queue->desc.memory == NULL)
        trp__release(world, queue, queue->bytes);
}

static size_t queue_head(void)
{
    return (sizeof(trp_queue) + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
}

static size_t queue_stride(const trp_queue_desc *desc)
{
    return ((size_t)desc->size + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
}

static trp_result queue_check(const trp_world *world, const trp_queue_desc *desc,
                              const char **detail)
{
    *detail = TRP__TEXT("the desc or its play is NULL");
    if (desc == NULL || desc->play == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the world is being drawn, or ends");
    if (world->drawing || world->ending)
        return TRP_BUSY;
    *detail = TRP__TEXT("size must be 1 to 65535, capacity 1 to 2^24");
    if (desc->size == 0 || desc->size > 65535 || desc->capacity == 0 ||
        desc->capacity > TRP_MAX_SLOTS)
        return TRP_ERR_VALUE;
    *detail = TRP__TEXT("desc.fields are those of a struct of another size");
    if (desc->fields != NULL && desc->fields->size != desc->size)
        return TRP_ERR_VALUE;
    *detail = TRP__TEXT("remember must be up to 2^24, key_bytes up to size");
    if (!trp__queue_may_cancel(desc))
        return TRP_ERR_VALUE;
    *detail = TRP__TEXT("desc.memory");
    if ((uintptr_t)desc->memory % TRP_ALIGNMENT != 0)
        return TRP_ERR_ALIGN;
    return TRP_OK;
}

static trp_queue *queue_make(trp_world *world, const trp_queue_desc *desc)
{
    const size_t events = trp__bytes(desc->capacity, queue_stride(desc), queue_head());
    const size_t bytes = trp__queue_cancel_bytes(desc, events);
    trp_queue *queue = (trp_queue *)desc->memory;
    trp__tick_hook **at = &world->hooks;

    if (bytes == 0 || (queue != NULL && desc->memory_bytes < bytes))
        return NULL;
    if (queue == NULL)
        queue = trp__take(world, bytes);
    if (queue == NULL)
        return NULL;
    memset(queue, 0, sizeof *queue);
    queue->events = (unsigned char *)queue + queue_head();
    queue->stride = queue_stride(desc);
    queue->world = world;
    queue->desc = *desc;
    queue->bytes = bytes;
    queue->hook.over = queue_tick_over;
    queue->hook.end = queue_end;
    while (*at != NULL)
        at = &(*at)->next;
    *at = &queue->hook;
    trp__part_add(world, &queue->part, TRP__PART_QUEUE, NULL);
    if (desc->cancel != NULL)
        trp__queue_cancel_begin(queue, (unsigned char *)queue + events);
    return queue;
}

trp_queue *trp_queue_create(trp_world *world, const trp_queue_desc *desc)
{
    trp_queue *queue = NULL;
    const char *detail;
    trp_result result;

    if (!trp__has_world(world, TRP__TEXT("trp_queue_create")))
        return NULL;
    result = queue_check(world, desc, &detail);
    if (result == TRP_OK) {
        detail =
            TRP__TEXT("TRP_QUEUE_BYTES(size, capacity) is enough, or see TRP_QUEUE_CANCEL_BYTES");
        queue = queue_make(world, desc);
        if (queue == NULL)
            result = TRP_ERR_MEMORY;
    }
    if (result != TRP_OK)
        trp__misuse_named(world, TRP__TEXT("queue"), desc != NULL ? desc->name : NULL,
                          TRP__TEXT("trp_queue_create"), result, detail);
    trp__note_result(world, result);
    return queue;
}

/* Something in progress that excludes a call, or NULL. */
static const char *queue_obstacle(const trp_world *world)
{
    if (world->drawing)
        return TRP__TEXT("the world is being drawn");
    return TRP__TEXT("a tick, a walk or a callback is in progress");
}

static bool queue_is_busy(const trp_world *world)
{
    return world->drawing || world->ticking || world->frames != NULL || world->calls != 0;
}

trp_result trp_queue_destroy(trp_queue *queue)
{
    if (queue == NULL)
        return TRP_GONE;
    if (queue->world->drawing || queue->world->ticking || queue->world->playing != 0)
        return queue_misuse(queue, TRP__TEXT("trp_queue_destroy"), TRP_BUSY,
                            queue_obstacle(queue->world));
    queue_end(&queue->hook);
    return TRP_OK;
}

trp_result trp_queue_flush(trp_queue *queue)
{
    if (!trp__has_queue(queue, TRP__TEXT("trp_queue_flush")))
        return TRP_ERR_NULL;
    if (queue_is_busy(queue->world))
        return queue_misuse(queue, TRP__TEXT("trp_queue_flush"), TRP_BUSY,
                            queue_obstacle(queue->world));
    queue->world->rounds++;
    queue_play(queue);
    return TRP_OK;
}

trp_result trp_queue_forget(trp_queue *queue)
{
    const char *call = TRP__TEXT("trp_queue_forget");

    if (!trp__has_queue(queue, call))
        return TRP_ERR_NULL;
    if (queue->desc.cancel == NULL)
        return queue_misuse(queue, call, TRP_ERR_DESC, TRP__TEXT("it has no desc.cancel"));
    if (queue_is_busy(queue->world))
        return queue_misuse(queue, call, TRP_BUSY, queue_obstacle(queue->world));
    trp__queue_take_back(queue);
    return TRP_OK;
}

/* Posting */

trp_result trp_queue_post(trp_queue *queue, const void *event)
{
    if (!trp__has_queue(queue, TRP__TEXT("trp_queue_post")))
        return TRP_ERR_NULL;
    if (queue->world->drawing)
        return queue_misuse(queue, TRP__TEXT("trp_queue_post"), TRP_BUSY,
                            TRP__TEXT("the world is being drawn"));
    if (event == NULL)
        return queue_misuse(queue, TRP__TEXT("trp_queue_post"), TRP_ERR_NULL,
                            TRP__TEXT("the event is NULL"));
    if (queue->state.count == queue->desc.capacity) {
        queue->state.refused++;
        return TRP_ERR_FULL;
    }
    memcpy(trp__queue_at(queue, queue->state.count), event, queue->desc.size);
    queue->state.count++;
    if (queue->world->playing != 0) {
        queue->late = queue_late(queue) + 1;
        queue->late_in = queue->world->rounds;
    }
    return TRP_OK;
}

trp_queue_facts trp_queue_info(const trp_queue *queue)
{
    trp_queue_facts facts = {0, 0};

    if (queue == NULL)
        return facts;
    facts.count = queue->state.count;
    facts.refused = queue->state.refused;
    return facts;
}
