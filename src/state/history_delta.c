/*
 * A delta compares two snapshots piece by piece: the bytes of a pool's cells with its former cells,
 * a slot with the same slot. So data that has only moved does not count as changed. Reading follows
 * the same sequence: the data that determines the next piece lies before it.
 *
 * A piece is an array of elements: slots, or words of 8 bytes. 64 elements are a group. For each
 * group the columns of 8 bytes in which some element differs are written: a mask of those elements,
 * and their differing bits.
 */
#include "history_delta.h"

typedef struct delta
{
    const trp_world *world;
    const unsigned char *from;
    unsigned char *image; /* written if `reads`, otherwise only read */
    unsigned char *coded;
    size_t at;
    size_t room;
    bool reads;
    bool is_full;
} delta;

/* Groups */

TRP__INLINE uint64_t delta_load(const unsigned char *at, size_t width)
{
    uint64_t word = 0;

    memcpy(&word, at, width);
    return word;
}

/* A column of a group; `from` may be NULL, which means zeros. Returns the mask. */
TRP__INLINE uint64_t history_delta_write_column(unsigned char **to, const unsigned char *from,
                                                const unsigned char *image, uint32_t count,
                                                size_t stride, size_t width)
{
    unsigned char *at = *to;
    uint64_t mask = 0;

    for (uint32_t i = 0; i < count; i++)
    {
        const uint64_t then = from != NULL ? delta_load(from + i * stride, width) : 0;
        const uint64_t bits = delta_load(image + i * stride, width) ^ then;
        memcpy(at, &bits, sizeof bits);
        at += bits != 0 ? sizeof bits : 0;
        mask |= (uint64_t)(bits != 0) << i;
    }
    *to = at;
    return mask;
}

/* Whether any of these bytes differ. Compares a multiple of 8 bytes; a remainder counts as
 * different. */
static bool delta_differs(const unsigned char *from, const unsigned char *image, size_t bytes)
{
    for (; bytes >= 32; bytes -= 32, from += 32, image += 32)
        if (((delta_load(from, 8) ^ delta_load(image, 8)) |
             (delta_load(from + 8, 8) ^ delta_load(image + 8, 8)) |
             (delta_load(from + 16, 8) ^ delta_load(image + 16, 8)) |
             (delta_load(from + 24, 8) ^ delta_load(image + 24, 8))) != 0)
            return true;
    for (; bytes >= 8; bytes -= 8, from += 8, image += 8)
        if (delta_load(from, 8) != delta_load(image, 8))
            return true;
    return bytes != 0;
}

/* Which of four columns differ in some element, one bit each. */
static unsigned delta_four(const unsigned char *from, const unsigned char *image, uint32_t count,
                           size_t stride)
{
    uint64_t bits[4] = {0, 0, 0, 0};

    for (; count > 0; count--, from += stride, image += stride)
    {
        bits[0] |= delta_load(from, 8) ^ delta_load(image, 8);
        bits[1] |= delta_load(from + 8, 8) ^ delta_load(image + 8, 8);
        bits[2] |= delta_load(from + 16, 8) ^ delta_load(image + 16, 8);
        bits[3] |= delta_load(from + 24, 8) ^ delta_load(image + 24, 8);
    }
    return (unsigned)(bits[0] != 0) | (unsigned)(bits[1] != 0) << 1 |
           (unsigned)(bits[2] != 0) << 2 | (unsigned)(bits[3] != 0) << 3;
}

/* A column at `offset` of the elements. Returns whether some element differs there. */
static bool history_delta_put_column(delta *in, const unsigned char *from,
                                     const unsigned char *image, uint32_t count, size_t stride,
                                     size_t offset)
{
    const unsigned char *then = from != NULL ? from + offset : NULL;
    const uint16_t column = (uint16_t)(offset / 8);
    unsigned char *to = in->coded + in->at + sizeof column + sizeof(uint64_t);
    uint64_t mask;

    if (stride - offset >= 8)
        mask = history_delta_write_column(&to, then, image + offset, count, stride, 8);
    else
        mask =
            history_delta_write_column(&to, then, image + offset, count, stride, stride - offset);
    if (mask == 0)
        return false;
    memcpy(in->coded + in->at, &column, sizeof column);
    memcpy(in->coded + in->at + sizeof column, &mask, sizeof mask);
    in->at = (size_t)(to - in->coded);
    return true;
}

static void history_delta_write_group(delta *in, const unsigned char *from,
                                      const unsigned char *image, uint32_t count, size_t stride)
{
    const size_t head = in->at;
    const bool differs = from == NULL || delta_differs(from, image, count * stride);
    const size_t most = differs ? (stride + 7) / 8 * (10 + count * sizeof(uint64_t)) : 0;
    unsigned four = 0; /* a bit for each of the next columns in which some element differs */
    uint16_t columns = 0;

    in->at += sizeof columns;
    if (in->at + most > in->room)
    {
        in->is_full = true;
        return;
    }
    for (size_t offset = 0; differs && offset < stride; offset += 8, four >>= 1)
    {
        if (offset % 32 == 0)
            four = from != NULL && stride - offset >= 32
                       ? delta_four(from + offset, image + offset, count, stride)
                       : 15;
        if ((four & 1) != 0)
            columns += history_delta_put_column(in, from, image, count, stride, offset);
    }
    memcpy(in->coded + head, &columns, sizeof columns);
}

static void history_delta_take_bytes(delta *in, void *to, size_t bytes)
{
    memcpy(to, in->coded + in->at, bytes);
    in->at += bytes;
}

static void history_delta_read_group(delta *in, const unsigned char *from, unsigned char *image,
                                     uint32_t count, size_t stride)
{
    uint16_t columns;
    uint16_t column;
    uint64_t mask;
    uint64_t bits;

    if (from != NULL)
        memcpy(image, from, count * stride);
    else
        memset(image, 0, count * stride);
    for (history_delta_take_bytes(in, &columns, sizeof columns); columns > 0; columns--)
    {
        history_delta_take_bytes(in, &column, sizeof column);
        history_delta_take_bytes(in, &mask, sizeof mask);
        for (uint32_t i = 0; i < count; i++, mask >>= 1)
            if ((mask & 1) != 0)
            {
                unsigned char *at = image + i * stride + column * (size_t)8;
                const size_t left = stride - column * (size_t)8;
                history_delta_take_bytes(in, &bits, sizeof bits);
                bits ^= delta_load(at, left < 8 ? left : 8);
                memcpy(at, &bits, left < 8 ? left : 8);
            }
    }
}

/* Consecutive elements; `from` may be NULL. */
static void delta_elements(delta *in, const unsigned char *from, const unsigned char *image,
                           size_t count, size_t stride)
{
    while (count > 0 && !in->is_full)
    {
        const uint32_t some = count < 64 ? (uint32_t)count : 64;
        if (in->reads)
            history_delta_read_group(in, from, in->image + (image - in->image), some, stride);
        else
            history_delta_write_group(in, from, image, some, stride);
        count -= some;
        image += some * stride;
        if (from != NULL)
            from += some * stride;
    }
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
    delta_bytes(in, from->order, then->entries * sizeof(trp__entry), image->order,
                now->entries * sizeof(trp__entry));
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

    for (uint32_t slot = spans->from; slot < spans->to;)
    {
        uint32_t end = spans->to;
        const unsigned char *from = NULL;
        while (old->to <= slot && old->from != TRP__NONE)
        {
            *old_bytes += (old->to - old->from) * stride;
            if (!trp__next_span(old))
                old->from = TRP__NONE;
        }
        if (slot >= old->from)
        {
            from = *old_bytes + (slot - old->from) * stride;
            end = old->to < end ? old->to : end;
        }
        else if (old->from < end)
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

    while (trp__next_span(&spans))
    {
        delta_span(in, &spans, at, &old, &old_at);
        at += (spans.to - spans.from) * pool->stride;
    }
    delta_elements(in, NULL, at,
                   (size_t)(image->head->payload_bytes - (uint64_t)(at - image->payload)), 1);
}

static void delta_parts(delta *in, size_t from, size_t image, bool regions)
{
    for (const trp__part *part = in->world->parts; part != NULL; part = part->next)
        if (trp__is_region(part) == regions)
        {
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

    for (uint32_t i = 0; i < in->world->pool_count; i++)
    {
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

size_t trp__delta_write(const trp_world *world, const void *from, const void *image, void *memory,
                        size_t room)
{
    delta in = {NULL, NULL, NULL, NULL, 0, 0, false, false};

    in.world = world;
    in.from = (const unsigned char *)from;
    in.image = (unsigned char *)(uintptr_t)image; /* only read */
    in.coded = (unsigned char *)memory;
    in.room = room;
    delta_all(&in);
    return in.is_full ? 0 : in.at;
}

size_t trp__delta_read(const trp_world *world, const void *from, const void *coded, void *image)
{
    delta in = {NULL, NULL, NULL, NULL, 0, 0, true, false};

    in.world = world;
    in.from = (const unsigned char *)from;
    in.image = (unsigned char *)image;
    in.coded = (unsigned char *)(uintptr_t)coded; /* only read */
    delta_all(&in);
    return (size_t)((const trp__image *)image)->bytes;
}
