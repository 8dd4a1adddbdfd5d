/*
 * Queues in snapshots and hashes: the waiting events, and their places in the ring. The memory of a
 * queue may lie in a region, which is restored as well; its events are then at the same places.
 */
#include "../core/part.h"
#include "queue.h"

typedef struct queue_image {
    trp__queue_state state;
    trp_play_fn *play;
    uint32_t capacity;
    uint32_t size;
} queue_image;

static size_t queue_state_bytes(const trp__part *part)
{
    const trp_queue *queue = trp__queue_of_part(part);

    return sizeof(queue_image) + queue->state.count * queue->stride;
}

static size_t queue_state_most(const trp__part *part)
{
    const trp_queue *queue = trp__queue_of_part(part);

    return sizeof(queue_image) + queue->desc.capacity * queue->stride;
}

static void queue_state_save(const trp__part *part, unsigned char *to)
{
    const trp_queue *queue = trp__queue_of_part(part);
    queue_image head;
    const queue_image *image = &head;

    memset(&head, 0, sizeof head);
    head.state = queue->state;
    head.play = queue->desc.play;
    head.capacity = queue->desc.capacity;
    head.size = queue->desc.size;
    TRP__OPAQUE(image); /* otherwise clang copies from the queue itself, with memmove */
    memcpy(to, image, sizeof head);
    to += sizeof head;
    for (uint32_t place = 0; place < queue->state.count; place++, to += queue->stride) {
        memset(to, 0, queue->stride);
        memcpy(to, trp__queue_at(queue, place), queue->desc.size);
    }
}

/* Another queue may have been created in the same place. */
static bool queue_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    const trp_queue *queue = trp__queue_of_part(part);
    queue_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    return head.play == queue->desc.play && head.capacity == queue->desc.capacity &&
           head.size == queue->desc.size;
}

static void queue_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_queue *queue = trp__queue_of_part(part);
    queue_image head;
    const queue_image *image = &head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    TRP__OPAQUE(image); /* likewise */
    queue->state = image->state;
    from += sizeof head;
    for (uint32_t place = 0; place < queue->state.count; place++, from += queue->stride)
        memcpy(trp__queue_at(queue, place), from, queue->desc.size);
}

/* Byte by byte: the number of bytes is the same on all machines. */
static uint64_t queue_state_hash(const trp__part *part)
{
    const trp_queue *queue = trp__queue_of_part(part);
    uint64_t hash = trp__mix(8, queue->state.count);

    for (uint32_t place = 0; place < queue->state.count; place++) {
        const unsigned char *event = trp__queue_at(queue, place);
        for (uint32_t i = 0; i < queue->desc.size; i++)
            hash = trp__mix(hash, event[i]);
    }
    return hash;
}

static bool queue_state_uses(const trp__part *part, const trp_pool *pool)
{
    (void)part;
    (void)pool;
    return false;
}

static void queue_state_shake(trp__part *part)
{
    (void)part;
}

static void queue_state_tell(const trp__part *part, trp__text *text, const unsigned char *a,
                             size_t a_bytes, const unsigned char *b, size_t b_bytes)
{
    const trp_queue *queue = trp__queue_of_part(part);
    const char *name = queue->desc.name != NULL ? queue->desc.name : "";
    queue_image one;
    queue_image other;

    (void)a_bytes;
    (void)b_bytes;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    trp__put(text, " ");
    trp__put(text, name);
    if (one.state.count == other.state.count) {
        trp__put(text, ": events that wait differ, or how many were refused or played");
        return;
    }
    trp__put(text, ": events that wait: ");
    trp__put_number(text, one.state.count);
    trp__put(text, " and ");
    trp__put_number(text, other.state.count);
}

trp__part_table trp__queue_part(void)
{
    trp__part_table table;

    table.name = "queue";
    table.offset = offsetof(trp_queue, part);
    table.size = sizeof(trp_queue);
    table.bytes = queue_state_bytes;
    table.most = queue_state_most;
    table.save = queue_state_save;
    table.fits = queue_state_fits;
    table.restore = queue_state_restore;
    table.hash = queue_state_hash;
    table.uses = queue_state_uses;
    table.shake = queue_state_shake;
    table.same = NULL;
    table.tell = queue_state_tell;
    return table;
}
