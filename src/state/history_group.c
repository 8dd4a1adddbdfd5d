/*
 * Elements of a delta: 64 of them are a group. For each group the columns of 8 bytes in which some
 * element differs are written: a mask of those elements, and their differing bits.
 */
#include "history_group.h"

TRP__INLINE uint64_t history_group_load(const unsigned char *at, size_t width)
{
    uint64_t word = 0;

    memcpy(&word, at, width);
    return word;
}

/* A column of a group; `from` may be NULL, which means zeros. Returns the mask. */
TRP__INLINE uint64_t history_group_write_column(unsigned char **to, const unsigned char *from,
                                                const unsigned char *image, uint32_t count,
                                                size_t stride, size_t width)
{
    unsigned char *at = *to;
    uint64_t mask = 0;

    for (uint32_t i = 0; i < count; i++) {
        const uint64_t then = from != NULL ? history_group_load(from + i * stride, width) : 0;
        const uint64_t bits = history_group_load(image + i * stride, width) ^ then;
        memcpy(at, &bits, sizeof bits);
        at += bits != 0 ? sizeof bits : 0;
        mask |= (uint64_t)(bits != 0) << i;
    }
    *to = at;
    return mask;
}

/* Whether any of these bytes differ. Compares a multiple of 8 bytes; a remainder counts as
 * different. */
static bool history_group_differs(const unsigned char *from, const unsigned char *image,
                                  size_t bytes)
{
    for (; bytes >= 32; bytes -= 32, from += 32, image += 32)
        if (((history_group_load(from, 8) ^ history_group_load(image, 8)) |
             (history_group_load(from + 8, 8) ^ history_group_load(image + 8, 8)) |
             (history_group_load(from + 16, 8) ^ history_group_load(image + 16, 8)) |
             (history_group_load(from + 24, 8) ^ history_group_load(image + 24, 8))) != 0)
            return true;
    for (; bytes >= 8; bytes -= 8, from += 8, image += 8)
        if (history_group_load(from, 8) != history_group_load(image, 8))
            return true;
    return bytes != 0;
}

/* Which of four columns differ in some element, one bit each. */
static unsigned history_group_four(const unsigned char *from, const unsigned char *image,
                                   uint32_t count, size_t stride)
{
    uint64_t bits[4] = {0, 0, 0, 0};

    for (; count > 0; count--, from += stride, image += stride) {
        uint64_t then[4];
        uint64_t now[4];
        memcpy(then, from, sizeof then);
        memcpy(now, image, sizeof now);
        bits[0] |= then[0] ^ now[0];
        bits[1] |= then[1] ^ now[1];
        bits[2] |= then[2] ^ now[2];
        bits[3] |= then[3] ^ now[3];
    }
    return (unsigned)(bits[0] != 0) | (unsigned)(bits[1] != 0) << 1 |
           (unsigned)(bits[2] != 0) << 2 | (unsigned)(bits[3] != 0) << 3;
}

/* A column at `offset` of the elements. Returns whether some element differs there. */
static bool history_group_put_column(trp__coder *in, const unsigned char *from,
                                     const unsigned char *image, uint32_t count, size_t stride,
                                     size_t offset)
{
    const unsigned char *then = from != NULL ? from + offset : NULL;
    const uint16_t column = (uint16_t)(offset / 8);
    unsigned char *to = in->coded + in->at + sizeof column + sizeof(uint64_t);
    uint64_t mask;

    if (stride - offset >= 8)
        mask = history_group_write_column(&to, then, image + offset, count, stride, 8);
    else
        mask =
            history_group_write_column(&to, then, image + offset, count, stride, stride - offset);
    if (mask == 0)
        return false;
    memcpy(in->coded + in->at, &column, sizeof column);
    memcpy(in->coded + in->at + sizeof column, &mask, sizeof mask);
    in->at = (size_t)(to - in->coded);
    return true;
}

static void history_group_write(trp__coder *in, const unsigned char *from,
                                const unsigned char *image, uint32_t count, size_t stride)
{
    const size_t head = in->at;
    const bool differs = from == NULL || history_group_differs(from, image, count * stride);
    const size_t most = differs ? (stride + 7) / 8 * (10 + count * sizeof(uint64_t)) : 0;
    unsigned four = 0; /* a bit for each of the next columns in which some element differs */
    uint16_t columns = 0;

    in->at += sizeof columns;
    if (in->at + most > in->room) {
        in->is_full = true;
        return;
    }
    for (size_t offset = 0; differs && offset < stride; offset += 8, four >>= 1) {
        if (offset % 32 == 0)
            four = from != NULL && stride - offset >= 32
                       ? history_group_four(from + offset, image + offset, count, stride)
                       : 15;
        if ((four & 1) != 0)
            columns += history_group_put_column(in, from, image, count, stride, offset);
    }
    memcpy(in->coded + head, &columns, sizeof columns);
}

static void history_group_take_bytes(trp__coder *in, void *to, size_t bytes)
{
    memcpy(to, in->coded + in->at, bytes);
    in->at += bytes;
}

/* A column of whole words: adds the bits to the elements of a mask. */
static void history_group_add(trp__coder *in, unsigned char *column, uint64_t mask, size_t stride)
{
    const unsigned char *bits = in->coded + in->at;

    for (; mask != 0; mask >>= 32, column += 32 * stride)
        for (uint32_t half = (uint32_t)mask; half != 0; half &= half - 1, bits += 8) {
            unsigned char *at = column + trp__lowest_bit(half) * stride;
            const uint64_t word = history_group_load(at, 8) ^ history_group_load(bits, 8);
            memcpy(at, &word, sizeof word);
        }
    in->at = (size_t)(bits - in->coded);
}

/* The column of the last bytes of the elements, less than a word. */
static void history_group_add_rest(trp__coder *in, unsigned char *column, uint64_t mask,
                                   size_t stride, size_t width)
{
    for (; mask != 0; mask >>= 1, column += stride)
        if ((mask & 1) != 0) {
            uint64_t bits;
            history_group_take_bytes(in, &bits, sizeof bits);
            bits ^= history_group_load(column, width);
            memcpy(column, &bits, width);
        }
}

static void history_group_read(trp__coder *in, const unsigned char *from, unsigned char *image,
                               uint32_t count, size_t stride)
{
    uint16_t columns;
    uint16_t column;
    uint64_t mask;

    if (from == NULL)
        memset(image, 0, count * stride);
    else
        memcpy(image, from, count * stride);
    for (history_group_take_bytes(in, &columns, sizeof columns); columns > 0; columns--) {
        history_group_take_bytes(in, &column, sizeof column);
        history_group_take_bytes(in, &mask, sizeof mask);
        if (stride - column * (size_t)8 >= 8)
            history_group_add(in, image + column * (size_t)8, mask, stride);
        else
            history_group_add_rest(in, image + column * (size_t)8, mask, stride,
                                   stride - column * (size_t)8);
    }
}

void trp__code_elements(trp__coder *in, const unsigned char *from, const unsigned char *image,
                        size_t count, size_t stride)
{
    while (count > 0 && !in->is_full) {
        const uint32_t some = count < 64 ? (uint32_t)count : 64;
        history_group_write(in, from, image, some, stride);
        count -= some;
        image += some * stride;
        if (from != NULL)
            from += some * stride;
    }
}

void trp__decode_elements(trp__coder *in, const unsigned char *from, unsigned char *image,
                          size_t count, size_t stride)
{
    while (count > 0) {
        const uint32_t some = count < 64 ? (uint32_t)count : 64;
        history_group_read(in, from, image, some, stride);
        count -= some;
        image += some * stride;
        if (from != NULL)
            from += some * stride;
    }
}
