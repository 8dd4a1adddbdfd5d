/*
 * Queues: a ring of events that are played after the tick.
 *
 * Queues that take back have a second ring: the events that were played last. A repeated tick makes
 * its events invalid, but for those that come again. When the last tick that a restore has undone is
 * reached, what is invalid is taken back. Restores themselves change no event. Only one of a state
 * beyond the ticks that were repeated so far returns to what was played before: valid is then what
 * was played for the first time.
 */
#include "queue.h"

_Static_assert(sizeof(trp_queue) + TRP_ALIGNMENT <= TRP__QUEUE_BASE, "raise TRP__QUEUE_BASE");

/* What was played */

static size_t queue_played_stride(const trp_queue_desc *desc)
{
    return sizeof(trp__played) + trp__round_up(desc->size);
}

static trp__played *queue_played(const trp_queue *queue, uint32_t number)
{
    return (trp__played *)(void *)(queue->played + number * queue_played_stride(&queue->desc));
}

static bool queue_has_key(const trp_queue *queue, const trp__played *played, const void *event)
{
    return trp__same_bytes(played + 1, event, queue->desc.key_bytes);
}

/* A tick begins to play. If it is repeated, its events have to come again. */
static void queue_begin_tick(trp_queue *queue)
{
    queue->last = queue->world->state.ticks;
    queue->is_repeating = true;
    if (queue->repeated < queue->last)
        queue->repeated = queue->last;
    for (uint32_t i = 0; queue->until != 0 && i < queue->desc.remember; i++)
        if (queue_played(queue, i)->tick == queue->last)
            queue_played(queue, i)->is_valid = false;
}

/* Whether an event was played before in this tick, which is repeated; if not, it is remembered. */
static bool queue_comes_again(trp_queue *queue, const void *event)
{
    trp__played *played;

    for (uint32_t i = 0; queue->until != 0 && i < queue->desc.remember; i++) {
        played = queue_played(queue, i);
        if (played->is_valid || played->tick != queue->last || !queue_has_key(queue, played, event))
            continue;
        played->is_valid = true;
        return true;
    }
    played = queue_played(queue, queue->next);
    queue->next = queue->next + 1 < queue->desc.remember ? queue->next + 1 : 0;
    played->tick = queue->last;
    played->is_first = queue->until == 0;
    played->is_valid = true;
    memcpy(played + 1, event, queue->desc.size);
    return false;
}

/* Takes back what is invalid, or was played in later ticks. */
static void queue_cancel_invalid(trp_queue *queue, const trp_context *in)
{
    queue->until = 0;
    for (uint32_t i = 0; i < queue->desc.remember; i++) {
        trp__played *played = queue_played(queue, i);
        played->is_first = true;
        if (played->tick == 0 || (played->is_valid && played->tick <= queue->last))
            continue;
        played->tick = 0;
        queue->desc.cancel(played + 1, in);
    }
}

/* Playing */

/* The number of events that a `play` has posted in this round, at the end of the queue. */
static uint32_t queue_late(const trp_queue *queue)
{
    return queue->late_in == queue->world->rounds ? queue->late : 0;
}

/* Plays the events that wait now; events that are posted meanwhile, by whatever queue's `play`, wait
 * for the next time. An event is removed after it has been played. */
static void queue_play_waiting(trp_queue *queue, const trp_context *in)
{
    const bool remembers = queue->desc.cancel != NULL;

    if (queue->last != queue->world->state.ticks)
        queue_begin_tick(queue);
    for (uint32_t left = queue->state.count - queue_late(queue); left > 0; left--) {
        const unsigned char *event = trp__queue_at(queue, 0);
        if (!remembers || !queue_comes_again(queue, event))
            queue->desc.play(event, in);
        queue->state.first =
            queue->state.first + 1 < queue->desc.capacity ? queue->state.first + 1 : 0;
        queue->state.count--;
    }
    if (queue->until != 0 && queue->last >= queue->until)
        queue_cancel_invalid(queue, in);
}

/* Takes back what is undone, and forgets all. */
static void queue_forget(trp_queue *queue, const trp_context *in)
{
    queue_cancel_invalid(queue, in);
    for (uint32_t i = 0; i < queue->desc.remember; i++)
        queue_played(queue, i)->tick = 0;
}

/* Calls one of the two, which call the game. */
static void queue_run(trp_queue *queue, void (*run)(trp_queue *, const trp_context *))
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
    if (queue->desc.cancel != NULL)
        (void)trp__begin_reading(world);
    run(queue, &in);
    trp__end_reading(world, queue->desc.cancel != NULL);
    world->tag = before;
    world->calls--;
    world->playing--;
    queue->is_playing = false;
}

/* The hooks */

static trp_queue *queue_of(trp__hook *hook)
{
    return (trp_queue *)(void *)((unsigned char *)hook - offsetof(trp_queue, hook));
}

static void queue_tick_over(trp__hook *hook, trp_context *in)
{
    (void)in;
    queue_run(queue_of(hook), queue_play_waiting);
}

/* After a restore, or a load, which leaves nothing of what was played. */
static void queue_jump(trp__hook *hook, bool loaded)
{
    trp_queue *queue = queue_of(hook);
    const uint64_t now = loaded ? 0 : queue->world->state.ticks;

    if (queue->until == 0 && now < queue->last) {
        queue->until = queue->last;
        queue->is_repeating = false;
    } else if (now > queue->repeated) {
        queue->is_repeating = false;
        for (uint32_t i = 0; i < queue->desc.remember; i++)
            queue_played(queue, i)->is_valid = queue_played(queue, i)->is_first;
    }
    if (!queue->is_repeating)
        queue->repeated = now;
    queue->last = now;
    if (loaded && queue->desc.cancel != NULL)
        queue_run(queue, queue_forget);
}

static void queue_end(trp__hook *hook)
{
    trp_queue *queue = queue_of(hook);
    trp_world *world = queue->world;

    trp__hook_remove(world, hook);
    trp__part_remove(world, &queue->part);
    if (queue->desc.memory == NULL)
        trp__release(world, queue, queue->bytes);
}

/* Creation */

static trp_queue *queue_make(trp_world *world, trp_queue_desc desc)
{
    static const trp__calls calls = {
        .tick[TRP__TICK_IS_OVER] = queue_tick_over, .jump = queue_jump, .end = queue_end};
    const size_t head = trp__round_up(sizeof(trp_queue));
    const size_t events = trp__bytes(desc.capacity, trp__round_up(desc.size), head);
    trp_queue *queue = (trp_queue *)desc.memory;
    size_t bytes;

    if (desc.key_bytes == 0)
        desc.key_bytes = desc.size;
    if (desc.cancel == NULL)
        desc.remember = 0;
    else if (desc.remember == 0)
        desc.remember = 64;
    bytes = trp__bytes(desc.remember, queue_played_stride(&desc), events);
    if (events == 0 || bytes == 0 || (queue != NULL && desc.memory_bytes < bytes))
        return NULL;
    if (queue == NULL)
        queue = trp__take(world, bytes);
    if (queue == NULL)
        return NULL;
    memset(queue, 0, sizeof *queue);
    queue->events = (unsigned char *)queue + head;
    queue->stride = trp__round_up(desc.size);
    queue->world = world;
    queue->desc = desc;
    queue->bytes = bytes;
    queue->played = (unsigned char *)queue + events;
    memset(queue->played, 0, bytes - events);
    trp__hook_add(world, &queue->hook, &calls, TRP__HOOK_OTHER);
    trp__part_add(world, &queue->part, TRP__PART_QUEUE);
    return queue;
}

trp_queue *trp_queue_create(trp_world *world, const trp_queue_desc *desc)
{
    trp__call call = trp__call_for(world, TRP__TEXT("queue"), desc != NULL ? desc->name : NULL,
                                   TRP__TEXT("trp_queue_create"));
    trp_queue *queue;

    if (trp__is_void(&call) ||
        trp__refuses(&call, desc == NULL || desc->play == NULL, TRP_ERR_NULL,
                     TRP__TEXT("the desc or its play is NULL")) ||
        trp__is_closed(&call) ||
        trp__refuses(&call,
                     desc->size == 0 || desc->size > 65535 || desc->capacity == 0 ||
                         desc->capacity > TRP_MAX_SLOTS,
                     TRP_ERR_VALUE, TRP__TEXT("size must be 1 to 65535, capacity 1 to 2^24")) ||
        trp__refuses(&call, desc->fields != NULL && desc->fields->size != desc->size, TRP_ERR_VALUE,
                     TRP__TEXT("desc.fields are those of a struct of another size")) ||
        trp__refuses(&call,
                     desc->cancel != NULL &&
                         (desc->remember > TRP_MAX_SLOTS || desc->key_bytes > desc->size),
                     TRP_ERR_VALUE,
                     TRP__TEXT("remember must be up to 2^24, key_bytes up to size")) ||
        trp__refuses(&call, (uintptr_t)desc->memory % TRP_ALIGNMENT != 0, TRP_ERR_ALIGN,
                     TRP__TEXT("desc.memory")))
        return NULL;
    queue = queue_make(world, *desc);
    trp__end_creation(&call, queue,
                      TRP__TEXT("TRP_QUEUE_BYTES(size, capacity) is enough, or see "
                                "TRP_QUEUE_CANCEL_BYTES"));
    return queue;
}

/* Calls */

/* A call that changes a queue, if there is one. `is_busy`: what must be over is in progress. */
static trp__call queue_call(const trp_queue *queue, const char *name, bool is_busy)
{
    trp__call call = trp__call_on(queue != NULL ? queue->world : NULL, TRP__TEXT("queue"),
                                  queue != NULL ? queue->desc.name : NULL, name);

    call.needs = TRP__TEXT("queue");
    if (!trp__is_shut(&call))
        trp__refuses(&call, is_busy, TRP_BUSY,
                     TRP__TEXT("a tick, a walk or a callback is in progress"));
    return call;
}

static bool queue_is_busy(const trp_queue *queue)
{
    return queue != NULL &&
           (queue->world->ticking || queue->world->frames != NULL || queue->world->calls != 0);
}

trp_result trp_queue_destroy(trp_queue *queue)
{
    trp__call call;

    if (queue == NULL)
        return TRP_GONE;
    call = queue_call(queue, TRP__TEXT("trp_queue_destroy"),
                      queue->world->ticking || queue->world->playing != 0);
    if (call.result == TRP_OK)
        queue_end(&queue->hook);
    return call.result;
}

trp_result trp_queue_flush(trp_queue *queue)
{
    const trp__call call = queue_call(queue, TRP__TEXT("trp_queue_flush"), queue_is_busy(queue));

    if (call.result != TRP_OK)
        return call.result;
    queue->world->rounds++;
    queue_run(queue, queue_play_waiting);
    return TRP_OK;
}

trp_result trp_queue_forget(trp_queue *queue)
{
    trp__call call = queue_call(queue, TRP__TEXT("trp_queue_forget"), queue_is_busy(queue));

    if (call.result == TRP_OK && !trp__refuses(&call, queue->desc.cancel == NULL, TRP_ERR_DESC,
                                               TRP__TEXT("it has no desc.cancel")))
        queue_run(queue, queue_forget);
    return call.result;
}

/* There is no queue, the world is being drawn, or there is no event. */
TRP__COLD static trp_result queue_refuse_event(const trp_queue *queue)
{
    trp__call call = queue_call(queue, TRP__TEXT("trp_queue_post"), false);

    if (call.result == TRP_OK)
        trp__refuse(&call, TRP_ERR_NULL, TRP__TEXT("the event is NULL"));
    return call.result;
}

trp_result trp_queue_post(trp_queue *queue, const void *event)
{
    if (queue == NULL || queue->world->drawing || event == NULL)
        return queue_refuse_event(queue);
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
