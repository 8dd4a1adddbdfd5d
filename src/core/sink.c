/*
 * Where the rows of a part of the state go.
 */
#include "part.h"

/* By pairs of words, the lower one first. Words are numbers of the machine; bytes after the last
 * whole one are bytes. */
static void sink_hash(trp__sink *sink, const unsigned char *at, size_t count)
{
    for (size_t left = count; left != 0; at += count, left -= count) {
        uint32_t words[2] = {0, 0};
        count = left < sizeof words ? left : sizeof words;
        memcpy(words, at, count / 4 * 4);
        for (size_t i = count / 4 * 4; i < count; i++)
            words[i / 4] |= (uint32_t)at[i] << i % 4 * 8;
        sink->hash = trp__mix(sink->hash, words[0] | (uint64_t)words[1] << 32);
    }
}

void trp__put_bytes_to(trp__sink *sink, const void *bytes, size_t count)
{
    if (sink->hashes && sink->row != 0 && bytes != NULL)
        sink_hash(sink, (const unsigned char *)bytes, count);
    sink->at += count;
    if (count == 0 || sink->at > sink->room)
        return;
    if (bytes != NULL)
        memcpy(sink->memory + sink->at - count, bytes, count);
    else
        memset(sink->memory + sink->at - count, 0, count);
}
