/*
 * A delta compares two snapshots page by page, and knows no more of them than the heads of pages: so
 * data that has only moved does not count as changed. First the headers are compared; then come, in
 * turn, the number of pages that are as they were, and the head and the changes of one that is not.
 *
 * Changes are runs: how many words of 32 bits are equal, how many differ, and what differs in them.
 */
#include "history_delta.h"

enum { DELTA_RUN = 255 }; /* the most words of a run: it begins with two bytes */

/* The pages of an image. */
typedef struct delta_pages {
    unsigned char *at;
    const unsigned char *end;
} delta_pages;

/* A delta that is written, or read into an image. */
typedef struct delta {
    unsigned char *at;
    const unsigned char *end; /* of the room, when writing */
    bool reads;
    bool is_full;
} delta;

static delta_pages delta_pages_of(const trp__image *image)
{
    unsigned char *at = (unsigned char *)(uintptr_t)image;
    delta_pages pages = {at + trp__padded(sizeof *image), at + image->bytes};

    return pages;
}

static trp__page *delta_head(const delta_pages *pages)
{
    return (trp__page *)(void *)pages->at;
}

static size_t delta_size(const trp__page *page)
{
    return sizeof *page + trp__padded((size_t)page->bytes);
}

/* Where a page is among others. */
static uint64_t delta_key(const trp__page *page)
{
    return (uint64_t)page->block << 32 | page->row;
}

/* Skips the pages before this one. Whether there is one with its key. */
static bool delta_find(delta_pages *pages, const trp__page *page)
{
    while (pages->at != pages->end && delta_key(delta_head(pages)) < delta_key(page))
        pages->at += delta_size(delta_head(pages));
    return pages->at != pages->end && delta_key(delta_head(pages)) == delta_key(page);
}

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

/* The next bytes of the delta, which are those of the image. */
static void delta_bytes(delta *in, void *bytes, size_t count)
{
    if (in->reads)
        memcpy(bytes, in->at, count);
    else if ((size_t)(in->end - in->at) >= count)
        memcpy(in->at, bytes, count);
    else
        in->is_full = true;
    in->at += in->is_full ? 0 : count;
}

/* The end of the words from `at` on that are equal. */
static size_t delta_equal_end(const unsigned char *from, const unsigned char *image, size_t at,
                              size_t words)
{
    while (words - at >= 2 && delta_two_words(from, at) == delta_two_words(image, at))
        at += 2;
    return at < words && delta_word(from, at) == delta_word(image, at) ? at + 1 : at;
}

static void delta_write_words(delta *in, const unsigned char *from, const unsigned char *image,
                              size_t words)
{
    unsigned char *to = in->at;

    for (size_t at = 0; at < words;) {
        const size_t most = words - at < DELTA_RUN ? words : at + DELTA_RUN;
        const size_t equal = delta_equal_end(from, image, at, most);
        size_t end = equal;
        while (end < most && delta_word(from, end) != delta_word(image, end))
            end++;
        if ((size_t)(in->end - to) < 2 + (end - equal) * sizeof(uint32_t)) {
            in->is_full = true;
            return;
        }
        *to++ = (unsigned char)(equal - at);
        *to++ = (unsigned char)(end - equal);
        for (at = equal; at < end; at++, to += sizeof(uint32_t)) {
            const uint32_t bits = delta_word(from, at) ^ delta_word(image, at);
            memcpy(to, &bits, sizeof bits);
        }
    }
    in->at = to;
}

static void delta_read_words(delta *in, const unsigned char *from, unsigned char *image,
                             size_t words)
{
    const unsigned char *coded = in->at;

    memcpy(image, from, words * sizeof(uint32_t));
    for (size_t at = 0; at < words;) {
        size_t end;
        at += coded[0];
        end = at + coded[1];
        for (coded += 2; at < end; at++, coded += sizeof(uint32_t)) {
            const uint32_t word = delta_word(from, at) ^ delta_word(coded, 0);
            memcpy(image + at * sizeof word, &word, sizeof word);
        }
    }
    in->at += coded - in->at;
}

/* A page beside that of the same key; what is longer is there as it is. */
static void delta_page(delta *in, const trp__page *from, trp__page *page)
{
    const size_t bytes = trp__padded((size_t)page->bytes);
    size_t both = from != NULL ? trp__padded((size_t)from->bytes) : 0;
    unsigned char *image = (unsigned char *)(page + 1);

    both = both < bytes ? both : bytes;
    if (both != 0 && in->reads)
        delta_read_words(in, (const unsigned char *)(from + 1), image, both / 4);
    else if (both != 0)
        delta_write_words(in, (const unsigned char *)(from + 1), image, both / 4);
    delta_bytes(in, image + both, bytes - both);
}

/* The number of pages from here on that are equal. */
static uint32_t delta_count_same(delta_pages old, delta_pages now)
{
    uint32_t same = 0;

    for (; now.at != now.end && old.at != old.end; same++) {
        const size_t size = delta_size(delta_head(&now));
        if ((size_t)(old.end - old.at) < size ||
            delta_equal_end(old.at, now.at, 0, size / 4) != size / 4)
            break;
        old.at += size;
        now.at += size;
    }
    return same;
}

static void delta_all(delta *in, const trp__image *from, trp__image *image)
{
    delta_pages old = delta_pages_of(from);
    delta_pages now;

    delta_bytes(in, image, sizeof *image);
    if (in->reads)
        memset(image + 1, 0, trp__padded(sizeof *image) - sizeof *image);
    now = delta_pages_of(image);
    while (!in->is_full) {
        uint32_t same = in->reads ? 0 : delta_count_same(old, now);
        trp__page *page;
        bool is_known;
        delta_bytes(in, &same, sizeof same);
        for (; same > 0; same--) {
            const size_t size = delta_size(delta_head(&old));
            if (in->reads)
                memcpy(now.at, old.at, size);
            old.at += size;
            now.at += size;
        }
        if (now.at == now.end)
            return;
        page = delta_head(&now);
        delta_bytes(in, page, sizeof *page);
        is_known = delta_find(&old, page);
        delta_page(in, is_known ? delta_head(&old) : NULL, page);
        now.at += delta_size(page);
        if (is_known)
            old.at += delta_size(delta_head(&old));
    }
}

size_t trp__delta_write(const trp__image *from, const trp__image *image, unsigned char *coded,
                        size_t room)
{
    delta in = {coded, coded + room, false, false};

    delta_all(&in, from, (trp__image *)(uintptr_t)image); /* which is only read */
    return in.is_full ? 0 : (size_t)(in.at - coded);
}

void trp__delta_read(const trp__image *from, const unsigned char *coded, trp__image *image)
{
    delta in = {(unsigned char *)(uintptr_t)coded, NULL, true, false}; /* which is only read */

    delta_all(&in, from, image);
}
