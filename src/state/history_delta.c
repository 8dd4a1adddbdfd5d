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
    const unsigned char *at;
    const unsigned char *end;
} delta_pages;

typedef struct delta_coder {
    unsigned char *to;
    const unsigned char *end;
} delta_coder;

static delta_pages delta_pages_of(const trp__image *image)
{
    delta_pages pages = {(const unsigned char *)image + trp__padded(sizeof *image),
                         (const unsigned char *)image + image->bytes};

    return pages;
}

static const trp__page *delta_head(const delta_pages *pages)
{
    return (const trp__page *)(const void *)pages->at;
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

/* Writing */

/* The end of the words from `at` on that are equal. */
static size_t delta_equal_end(const unsigned char *from, const unsigned char *image, size_t at,
                              size_t words)
{
    while (words - at >= 2 && delta_two_words(from, at) == delta_two_words(image, at))
        at += 2;
    return at < words && delta_word(from, at) == delta_word(image, at) ? at + 1 : at;
}

static bool delta_put(delta_coder *coder, const void *bytes, size_t count)
{
    if ((size_t)(coder->end - coder->to) < count)
        return false;
    memcpy(coder->to, bytes, count);
    coder->to += count;
    return true;
}

static bool delta_put_words(delta_coder *coder, const unsigned char *from,
                            const unsigned char *image, size_t words)
{
    for (size_t at = 0; at < words;) {
        const size_t most = words - at < DELTA_RUN ? words : at + DELTA_RUN;
        const size_t equal = delta_equal_end(from, image, at, most);
        size_t end = equal;
        unsigned char run[2] = {(unsigned char)(equal - at), 0};
        unsigned char *head = coder->to;
        if (!delta_put(coder, run, sizeof run))
            return false;
        for (; end < most && delta_word(from, end) != delta_word(image, end); end++) {
            const uint32_t bits = delta_word(from, end) ^ delta_word(image, end);
            if (!delta_put(coder, &bits, sizeof bits))
                return false;
        }
        head[1] = (unsigned char)(end - equal);
        at = end;
    }
    return true;
}

/* A page beside that of the same key; what is longer is put as it is. */
static bool delta_put_page(delta_coder *coder, const trp__page *from, const trp__page *page)
{
    const size_t bytes = trp__padded((size_t)page->bytes);
    size_t both = from != NULL ? trp__padded((size_t)from->bytes) : 0;

    both = both < bytes ? both : bytes;
    return delta_put(coder, page, sizeof *page) &&
           (both == 0 || delta_put_words(coder, (const unsigned char *)(from + 1),
                                         (const unsigned char *)(page + 1), both / 4)) &&
           delta_put(coder, (const unsigned char *)(page + 1) + both, bytes - both);
}

size_t trp__delta_write(const trp__image *from, const trp__image *image, unsigned char *coded,
                        size_t room)
{
    delta_coder coder = {coded, coded + room};
    delta_pages old = delta_pages_of(from);
    delta_pages now = delta_pages_of(image);
    bool fits = delta_put(&coder, image, sizeof *image);

    while (fits) {
        uint32_t same = 0;
        const trp__page *page;
        bool is_known;
        for (; now.at != now.end && old.at != old.end; same++) {
            const size_t size = delta_size(delta_head(&now));
            if ((size_t)(old.end - old.at) < size ||
                delta_equal_end(old.at, now.at, 0, size / 4) != size / 4)
                break;
            old.at += size;
            now.at += size;
        }
        fits = delta_put(&coder, &same, sizeof same);
        if (now.at == now.end)
            break;
        page = delta_head(&now);
        is_known = delta_find(&old, page);
        fits = fits && delta_put_page(&coder, is_known ? delta_head(&old) : NULL, page);
        now.at += delta_size(page);
        if (is_known)
            old.at += delta_size(delta_head(&old));
    }
    return fits ? (size_t)(coder.to - coded) : 0;
}

/* Reading */

static const unsigned char *delta_take(const unsigned char *coded, void *to, size_t count)
{
    memcpy(to, coded, count);
    return coded + count;
}

static const unsigned char *delta_take_words(const unsigned char *coded, const unsigned char *from,
                                             unsigned char *to, size_t words)
{
    memcpy(to, from, words * sizeof(uint32_t));
    for (size_t at = 0; at < words;) {
        unsigned char run[2];
        coded = delta_take(coded, run, sizeof run);
        at += run[0];
        for (; run[1] > 0; run[1]--, at++, coded += sizeof(uint32_t)) {
            const uint32_t word = delta_word(to, at) ^ delta_word(coded, 0);
            memcpy(to + at * sizeof word, &word, sizeof word);
        }
    }
    return coded;
}

static const unsigned char *delta_take_page(const unsigned char *coded, const trp__page *from,
                                            trp__page *page)
{
    const size_t bytes = trp__padded((size_t)page->bytes);
    size_t both = from != NULL ? trp__padded((size_t)from->bytes) : 0;

    both = both < bytes ? both : bytes;
    if (both != 0)
        coded = delta_take_words(coded, (const unsigned char *)(from + 1),
                                 (unsigned char *)(page + 1), both / 4);
    return delta_take(coded, (unsigned char *)(page + 1) + both, bytes - both);
}

void trp__delta_read(const trp__image *from, const unsigned char *coded, trp__image *image)
{
    unsigned char *to = (unsigned char *)image;
    delta_pages old = delta_pages_of(from);
    const unsigned char *end;

    coded = delta_take(coded, to, sizeof *image);
    end = to + image->bytes;
    memset(to + sizeof *image, 0, trp__padded(sizeof *image) - sizeof *image);
    to += trp__padded(sizeof *image);
    for (;;) {
        uint32_t same;
        trp__page *page;
        bool is_known;
        coded = delta_take(coded, &same, sizeof same);
        for (; same > 0; same--) {
            const size_t size = delta_size(delta_head(&old));
            memcpy(to, old.at, size);
            old.at += size;
            to += size;
        }
        if (to == end)
            return;
        page = (trp__page *)(void *)to;
        coded = delta_take(coded, page, sizeof *page);
        is_known = delta_find(&old, page);
        coded = delta_take_page(coded, is_known ? delta_head(&old) : NULL, page);
        to += delta_size(page);
        if (is_known)
            old.at += delta_size(delta_head(&old));
    }
}
