/*
 * Queues in snapshots and hashes: the waiting events, and their places in the ring. The memory of a
 * queue may lie in a region, which is restored as well; its events are then at the same places.
 */
#include "../core/part.h"
#include "queue.h"

static size_t queue_state_most(const void *module)
{
    const trp_queue *queue = module;

    return sizeof queue->state + queue->desc.capacity * queue->stride;
}

static void queue_state_put(const void *module, trp__sink *to)
{
    const trp_queue *queue = module;

    trp__put_bytes_to(to, &queue->state, sizeof queue->state);
    trp__begin_rows(to, queue->stride);
    for (uint32_t place = 0; place < queue->state.count; place++) {
        trp__put_bytes_to(to, trp__queue_at(queue, place), queue->desc.size);
        trp__put_bytes_to(to, NULL, queue->stride - queue->desc.size);
    }
}

static void queue_state_restore(void *module, const unsigned char *from, size_t bytes)
{
    trp_queue *queue = module;

    (void)bytes;
    memcpy(&queue->state, from, sizeof queue->state);
    from += sizeof queue->state;
    for (uint32_t place = 0; place < queue->state.count; place++, from += queue->stride)
        memcpy(trp__queue_at(queue, place), from, queue->desc.size);
}

/* Another queue may have been created in the same place. */
static uint64_t queue_state_wiring(const void *module)
{
    const trp_queue *queue = module;

    return trp__mix(trp__mix(trp__mix(1, queue->desc.capacity), queue->desc.size),
                    (uintptr_t)queue->desc.play);
}

trp__part_table trp__queue_part(void)
{
    trp__part_table table = {0};

    table.name = "queue";
    table.offset = offsetof(trp_queue, part);
    table.size = sizeof(trp_queue);
    table.title = offsetof(trp_queue, desc.name);
    table.head = sizeof(trp__queue_state);
    table.most = queue_state_most;
    table.put = queue_state_put;
    table.restore = queue_state_restore;
    table.wiring = queue_state_wiring;
    return table;
}
