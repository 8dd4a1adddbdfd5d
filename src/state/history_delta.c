/*
 * A delta compares two snapshots piece by piece: the bytes of a pool's cells with its former cells,
 * a slot with the same slot. So data that has only moved does not count as changed. Reading follows
 * the same sequence: the data that determines the next piece lies before it.
 */
#include "history_delta.h"
#include "history_group.h"

typedef struct delta {
    const trp_world *world;
    const unsigned char *from;
    unsigned char *image; /* written if `reads`, otherwise only read */
    trp__coder coder;
    bool reads;
} delta;

/* Consecutive elements; `from` may be NULL. */
static void delta_elements(delta *in, const unsigned char *from, const unsigned char *image,
                           size_t count, size_t stride)
{
    if (in->reads)
        trp__decode_elements(&in->coder, from, in->image + (image - in->image), count, stride);
    else
        trp__code_elements(&in->coder, from, image, count, stride);
}

/* Pieces */

/* Bytes beside their former values, both padded. */
static void delta_bytes(delta *in, const void *from, size_t from_bytes, const void *image,
                        size_t bytes)
{
    const size_t words = trp__padded(bytes) / 8;
    const size_t from_words = trp__padded(from_bytes) / 8;
    const size_t both = words < from_words ? words : from_words;

    delta_elements(in, (const unsigned char *)from, (const unsigned char *)image, both, 8);
    delta_elements(in, NULL, (const unsigned char *)image + both * 8, words - both, 8);
}

static void delta_ledger(delta *in, const trp__pieces *from, const trp__pieces *image)
{
    const trp__pool_image *then = from->head;
    const trp__pool_image *now = image->head;

    delta_bytes(in, from->chunks, then->chunks * sizeof(trp__chunk), image->chunks,
                now->chunks * sizeof(trp__chunk));
    delta_bytes(in, from->words, then->words * sizeof(trp__word), image->words,
                now->words * sizeof(trp__word));
    delta_bytes(in, from->cells, then->used * sizeof(trp__cell), image->cells,
                now->used * sizeof(trp__cell));
    delta_bytes(in, from->order, then->entries * sizeof(trp__listing), image->order,
                now->entries * sizeof(trp__listing));
    delta_bytes(in, from->actors,
                (size_t)(then->bytes - (uint64_t)((const unsigned char *)from->actors -
                                                  (const unsigned char *)then)),
                image->actors,
                (size_t)(now->bytes - (uint64_t)((const unsigned char *)image->actors -
                                                 (const unsigned char *)now)));
}

/* The slots of a span beside those of the older snapshot; `old` is the last span of that snapshot
 * that has been begun. */
static void delta_span(delta *in, const trp__spans *spans, const unsigned char *image,
                       trp__spans *old, const unsigned char **old_bytes)
{
    const size_t stride = spans->view.pool->stride;

    for (uint32_t slot = spans->from; slot < spans->to;) {
        uint32_t end = spans->to;
        const unsigned char *from = NULL;
        while (old->to <= slot && old->from != TRP__NONE) {
            *old_bytes += (old->to - old->from) * stride;
            if (!trp__next_span(old))
                old->from = TRP__NONE;
        }
        if (slot >= old->from) {
            from = *old_bytes + (slot - old->from) * stride;
            end = old->to < end ? old->to : end;
        } else if (old->from < end)
            end = old->from;
        delta_elements(in, from, image + (slot - spans->from) * stride, end - slot, stride);
        slot = end;
    }
}

static void delta_payload(delta *in, const trp_pool *pool, const trp__pieces *from,
                          const trp__pieces *image)
{
    trp__spans spans = trp__spans_of(trp__view_then(pool, image));
    trp__spans old = trp__spans_of(trp__view_then(pool, from));
    const unsigned char *at = image->payload;
    const unsigned char *old_at = from->payload;

    while (trp__next_span(&spans)) {
        delta_span(in, &spans, at, &old, &old_at);
        at += (spans.to - spans.from) * pool->stride;
    }
    delta_elements(in, NULL, at,
                   (size_t)(image->head->payload_bytes - (uint64_t)(at - image->payload)), 1);
}

static void delta_parts(delta *in, size_t from, size_t image, bool regions)
{
    for (const trp__part *part = in->world->parts; part != NULL; part = part->next)
        if (trp__is_region(part) == regions) {
            size_t from_bytes;
            size_t bytes;
            const unsigned char *then = trp__part_bytes(in->from + from, &from_bytes);
            const unsigned char *now;
            delta_bytes(in, in->from + from, 8, in->image + image, 8);
            now = trp__part_bytes(in->image + image, &bytes);
            delta_bytes(in, then, from_bytes, now, bytes);
            from += TRP__IMAGE_ALIGNMENT + trp__padded(from_bytes);
            image += TRP__IMAGE_ALIGNMENT + trp__padded(bytes);
        }
}

/* The ledgers of all pools, or their payloads. */
static void delta_pools(delta *in, bool payloads)
{
    const trp__image *from = (const trp__image *)(const void *)in->from;
    const trp__image *image = (const trp__image *)(const void *)in->image;
    const size_t first =
        trp__padded(sizeof *image) + trp__padded(in->world->layer_count * sizeof(trp__layer_state));
    const unsigned char *then_at = in->from + first;
    const unsigned char *now_at = in->image + first;

    for (uint32_t i = 0; i < in->world->pool_count; i++) {
        const trp__pieces then = trp__pieces_at(from, then_at);
        trp__pieces now;
        if (!payloads)
            delta_bytes(in, then_at, sizeof *then.head, now_at, sizeof *then.head);
        now = trp__pieces_at(image, now_at);
        if (payloads)
            delta_payload(in, in->world->pools[i], &then, &now);
        else
            delta_ledger(in, &then, &now);
        then_at += then.head->bytes;
        now_at += now.head->bytes;
    }
}

static void delta_all(delta *in)
{
    const trp__image *from = (const trp__image *)(const void *)in->from;
    const trp__image *image = (const trp__image *)(const void *)in->image;

    delta_bytes(in, from, sizeof *from, image, sizeof *image);
    delta_bytes(in, trp__image_layers(from), in->world->layer_count * sizeof(trp__layer_state),
                trp__image_layers(image), in->world->layer_count * sizeof(trp__layer_state));
    delta_pools(in, false);
    delta_parts(in, (size_t)from->parts, (size_t)image->parts, false);
    delta_pools(in, true);
    delta_parts(in, (size_t)from->regions, (size_t)image->regions, true);
}

bool trp__delta_fits(const void *from, const void *image)
{
    const trp__image *then = (const trp__image *)from;
    const trp__image *now = (const trp__image *)image;

    return then->pool_wiring == now->pool_wiring && then->part_wiring == now->part_wiring;
}

static delta delta_of(const trp_world *world, const void *from, const void *image,
                      const void *coded)
{
    delta in = {NULL, NULL, NULL, {NULL, 0, 0, false}, false};

    in.world = world;
    in.from = (const unsigned char *)from;
    in.image = (unsigned char *)(uintptr_t)image; /* which is written only if `reads` is set */
    in.coder.coded = (unsigned char *)(uintptr_t)coded; /* which is written only if it is not */
    return in;
}

size_t trp__delta_write(const trp_world *world, const void *from, const void *image, void *memory,
                        size_t room)
{
    delta in = delta_of(world, from, image, memory);

    in.coder.room = room;
    delta_all(&in);
    return in.coder.is_full ? 0 : in.coder.at;
}

size_t trp__delta_read(const trp_world *world, const void *from, const void *coded, void *image)
{
    delta in = delta_of(world, from, image, coded);

    in.reads = true;
    delta_all(&in);
    return (size_t)((const trp__image *)image)->bytes;
}
