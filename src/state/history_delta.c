/*
 * A delta compares two snapshots page by page, and knows no more of them than the heads of pages: so
 * data that has only moved does not count as changed. All words of the image are compared in turn
 * with those of another: the header with the header, the head of a page with that of the next page
 * there, its bytes with those of the page of the same block and row, and what there is not with
 * zeros.
 *
 * A byte says how many words of 32 bits are equal; then what differs in the next one. A byte of
 * DELTA_EQUAL is followed by no word.
 */
#include "history_ring.h"

enum { DELTA_EQUAL = 255 };

/* A delta that is written, or read into an image. */
typedef struct delta {
    unsigned char *at;
    const unsigned char *end; /* of the room; NULL when reading */
    size_t equal;             /* written: words since the last byte; read: words that are left */
    bool has_word;            /* read: then comes one that differs */
    bool is_full;
} delta;

static uint32_t delta_word(const unsigned char *at, size_t word)
{
    uint32_t value;

    memcpy(&value, at + word * sizeof value, sizeof value);
    return value;
}

static uint64_t delta_two_words(const unsigned char *at, size_t word)
{
    uint64_t value;

    memcpy(&value, at + word * sizeof(uint32_t), sizeof value);
    return value;
}

/* The end of the words from `at` on that are equal. */
static size_t delta_equal_end(const unsigned char *from, const unsigned char *image, size_t at,
                              size_t words)
{
    while (words - at >= 2 && delta_two_words(from, at) == delta_two_words(image, at))
        at += 2;
    return at < words && delta_word(from, at) == delta_word(image, at) ? at + 1 : at;
}

static void delta_put(delta *in, size_t equal, uint32_t bits)
{
    const size_t bytes = equal == DELTA_EQUAL ? 1 : 1 + sizeof bits;

    if ((size_t)(in->end - in->at) < bytes) {
        in->is_full = true;
        return;
    }
    in->at[0] = (unsigned char)equal;
    memcpy(in->at + 1, &bits, bytes - 1);
    in->at += bytes;
}

static void delta_write(delta *in, const unsigned char *from, const unsigned char *image,
                        size_t words)
{
    for (size_t at = 0; at < words && !in->is_full; at++) {
        const size_t end = delta_equal_end(from, image, at, words);
        for (in->equal += end - at; in->equal >= DELTA_EQUAL; in->equal -= DELTA_EQUAL)
            delta_put(in, DELTA_EQUAL, 0);
        at = end;
        if (at < words) {
            delta_put(in, in->equal, delta_word(from, at) ^ delta_word(image, at));
            in->equal = 0;
        }
    }
}

static void delta_read(delta *in, const unsigned char *from, unsigned char *image, size_t words)
{
    memcpy(image, from, words * sizeof(uint32_t));
    for (size_t at = 0; at < words;) {
        const size_t equal = in->equal < words - at ? in->equal : words - at;
        at += equal;
        in->equal -= equal;
        if (at < words && in->has_word) {
            const uint32_t word = delta_word(from, at) ^ delta_word(in->at, 0);
            memcpy(image + at * sizeof word, &word, sizeof word);
            in->at += sizeof word;
            in->has_word = false;
            at++;
        } else if (at < words) {
            in->equal = *in->at++;
            in->has_word = in->equal != DELTA_EQUAL;
        }
    }
}

static void delta_bytes(delta *in, const unsigned char *from, unsigned char *image, size_t bytes)
{
    if (in->end == NULL)
        delta_read(in, from, image, bytes / sizeof(uint32_t));
    else
        delta_write(in, from, image, bytes / sizeof(uint32_t));
}

static size_t delta_size(const unsigned char *at)
{
    return trp__padded((size_t)trp__page_at(at)->bytes);
}

/* Where a page is among others. */
static uint64_t delta_key(const unsigned char *at)
{
    return (uint64_t)trp__page_at(at)->block << 32 | trp__page_at(at)->row;
}

static void delta_pages(delta *in, const trp__image *from, trp__image *image)
{
    static const unsigned char zeros[256];
    const unsigned char *old = (const unsigned char *)from + trp__padded(sizeof *from);
    const unsigned char *const end = (const unsigned char *)from + from->bytes;
    unsigned char *now = (unsigned char *)image + trp__padded(sizeof *image);

    delta_bytes(in, (const unsigned char *)from, (unsigned char *)image,
                trp__padded(sizeof *image));
    while (!in->is_full && now != (unsigned char *)image + image->bytes) {
        size_t both = 0;
        size_t bytes;
        delta_bytes(in, old != end ? old : zeros, now, sizeof(trp__page));
        while (old != end && delta_key(old) < delta_key(now))
            old += sizeof(trp__page) + delta_size(old);
        bytes = delta_size(now);
        now += sizeof(trp__page);
        if (old != end && delta_key(old) == delta_key(now - sizeof(trp__page))) {
            both = delta_size(old) < bytes ? delta_size(old) : bytes;
            delta_bytes(in, old + sizeof(trp__page), now, both);
            old += sizeof(trp__page) + delta_size(old);
        }
        for (now += both, bytes -= both; bytes > 0; now += both, bytes -= both) {
            both = bytes < sizeof zeros ? bytes : sizeof zeros;
            delta_bytes(in, zeros, now, both);
        }
    }
}

size_t trp__delta_write(const trp__image *from, const trp__image *image, unsigned char *coded,
                        size_t room)
{
    delta in = {coded, coded + room, 0, false, false};

    delta_pages(&in, from, (trp__image *)(uintptr_t)image); /* which is only read */
    if (in.equal != 0)
        delta_put(&in, DELTA_EQUAL, 0);
    return in.is_full ? 0 : (size_t)(in.at - coded);
}

void trp__delta_read(const trp__image *from, const unsigned char *coded, trp__image *image)
{
    delta in = {(unsigned char *)(uintptr_t)coded, NULL, 0, false, false}; /* which is only read */

    delta_pages(&in, from, image);
}
