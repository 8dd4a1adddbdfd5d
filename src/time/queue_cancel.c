/*
 * Queues that take back: the events that were played last, in a ring. A restore marks those of
 * later ticks as undone. A repeated tick takes the mark from what comes again. When the last of
 * these ticks has been repeated, what is still marked is taken back. A restore of a state beyond
 * the ticks that were repeated so far returns to what was played: it takes the marks from its past.
 */
#include "queue.h"

static uint32_t cancel_most(const trp_queue_desc *desc)
{
    return desc->remember != 0 ? desc->remember : 64;
}

static size_t cancel_stride(const trp_queue *queue)
{
    return sizeof(trp__played) + queue->stride;
}

static trp__played *cancel_at(const trp_queue *queue, uint32_t number)
{
    return (trp__played *)(void *)(queue->played + number * cancel_stride(queue));
}

bool trp__queue_may_cancel(const trp_queue_desc *desc)
{
    return desc->cancel == NULL ||
           (desc->remember <= TRP_MAX_SLOTS && desc->key_bytes <= desc->size);
}

size_t trp__queue_cancel_bytes(const trp_queue_desc *desc, size_t events)
{
    if (desc->cancel == NULL || events == 0)
        return events;
    return trp__bytes(cancel_most(desc), TRP_QUEUE_CANCEL_BYTES(desc->size, 1), events);
}

/* After a restore: events of later ticks are undone. After a load all are. */
static void cancel_jump(trp__jump *jump, bool loaded)
{
    trp_queue *queue = (trp_queue *)(void *)((unsigned char *)jump - offsetof(trp_queue, jump));
    const uint64_t now = loaded ? 0 : queue->world->state.ticks;
    const bool returns = now > queue->last;

    for (uint32_t i = 0; i < queue->desc.remember; i++)
        if (cancel_at(queue, i)->tick > now)
            cancel_at(queue, i)->undone = 1;
        else if (returns)
            cancel_at(queue, i)->undone = 0;
    if (queue->last > now && queue->last > queue->until)
        queue->until = queue->last;
    queue->last = now;
    if (loaded)
        trp__queue_take_back(queue);
}

static void cancel_end(trp__jump *jump)
{
    (void)jump;
}

void trp__queue_cancel_begin(trp_queue *queue, unsigned char *memory)
{
    queue->played = memory;
    queue->desc.remember = cancel_most(&queue->desc);
    if (queue->desc.key_bytes == 0)
        queue->desc.key_bytes = queue->desc.size;
    for (uint32_t i = 0; i < queue->desc.remember; i++)
        memset(cancel_at(queue, i), 0, sizeof(trp__played));
    queue->jump.over = cancel_jump;
    queue->jump.end = cancel_end;
    trp__jump_add(queue->world, &queue->jump);
}

static bool cancel_has_key(const trp_queue *queue, const trp__played *played, const void *event)
{
    const unsigned char *a = (const unsigned char *)(played + 1);
    const unsigned char *b = (const unsigned char *)event;

    for (uint32_t i = 0; i < queue->desc.key_bytes; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

bool trp__queue_comes_again(trp_queue *queue, const void *event)
{
    const uint64_t tick = queue->world->state.ticks;
    trp__played *played;

    for (uint32_t i = 0; queue->until != 0 && i < queue->desc.remember; i++) {
        played = cancel_at(queue, i);
        if (played->undone == 0 || played->tick != tick || !cancel_has_key(queue, played, event))
            continue;
        played->undone = 0;
        return true;
    }
    played = cancel_at(queue, queue->next);
    queue->next = queue->next + 1 < queue->desc.remember ? queue->next + 1 : 0;
    played->tick = tick;
    played->undone = 0;
    memcpy(played + 1, event, queue->desc.size);
    return false;
}

static void cancel_undone(trp_queue *queue, const trp_context *in)
{
    queue->until = 0;
    for (uint32_t i = 0; i < queue->desc.remember; i++) {
        trp__played *played = cancel_at(queue, i);
        if (played->undone == 0)
            continue;
        played->undone = 0;
        played->tick = 0;
        queue->desc.cancel(played + 1, in);
    }
}

void trp__queue_caught_up(trp_queue *queue, const trp_context *in)
{
    queue->last = queue->world->state.ticks;
    if (queue->until != 0 && queue->last >= queue->until)
        cancel_undone(queue, in);
}

void trp__queue_take_back(trp_queue *queue)
{
    trp_world *world = queue->world;
    trp_context in = trp__context(world, NULL, queue->desc.user, NULL);

    in.queue = queue;
    world->calls++;
    world->drawing = true;
    cancel_undone(queue, &in);
    world->drawing = false;
    world->calls--;
    for (uint32_t i = 0; i < queue->desc.remember; i++)
        cancel_at(queue, i)->tick = 0;
}
