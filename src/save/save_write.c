/*
 * Writes a save piece by piece, through a small buffer. A chunk is written twice: first it is only
 * counted, since its length comes before it.
 */
#include "save_format.h"

static void save_write_hand_out(trp__saver *saver, uint32_t bytes)
{
    if (saver->has_failed)
        return;
    trp__sum_add(&saver->sum, saver->buffer, bytes);
    saver->has_failed = !saver->write(saver->buffer, bytes, saver->arg);
}

/* Only whole buffers are passed on, so that the blocks of the sum are whole; the buffer may contain
 * slightly more. */
static void save_write_drain(trp__saver *saver)
{
    if (saver->used < TRP__SAVE_BUFFER)
        return;
    save_write_hand_out(saver, TRP__SAVE_BUFFER);
    saver->used -= TRP__SAVE_BUFFER;
    memcpy(saver->buffer, saver->buffer + TRP__SAVE_BUFFER, saver->used);
}

void trp__save_flush(trp__saver *saver)
{
    save_write_drain(saver);
    if (saver->used != 0)
        save_write_hand_out(saver, saver->used);
    saver->used = 0;
}

void trp__save_bytes(trp__saver *saver, const void *bytes, size_t count)
{
    const unsigned char *at = (const unsigned char *)bytes;

    saver->bytes += count;
    while (saver->write != NULL && count != 0) {
        size_t now = count;
        save_write_drain(saver);
        if (now > TRP__SAVE_BUFFER - saver->used)
            now = TRP__SAVE_BUFFER - saver->used;
        memcpy(saver->buffer + saver->used, at, now);
        saver->used += (uint32_t)now;
        at += now;
        count -= now;
    }
}

unsigned char *trp__save_reserve(trp__saver *saver, uint32_t bytes)
{
    saver->bytes += bytes;
    save_write_drain(saver);
    saver->used += bytes;
    return saver->buffer + saver->used - bytes;
}

void trp__save_8(trp__saver *saver, uint32_t value)
{
    const unsigned char byte = (unsigned char)value;

    trp__save_bytes(saver, &byte, 1);
}

void trp__save_32(trp__saver *saver, uint32_t value)
{
    unsigned char bytes[4];

    trp__set32(bytes, value);
    trp__save_bytes(saver, bytes, sizeof bytes);
}

void trp__save_64(trp__saver *saver, uint64_t value)
{
    unsigned char bytes[8];

    trp__set64(bytes, value);
    trp__save_bytes(saver, bytes, sizeof bytes);
}

void trp__save_float(trp__saver *saver, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    trp__save_32(saver, bits);
}

static uint32_t save_write_length_of(const char *name)
{
    uint32_t length = 0;

    while (name[length] != '\0')
        length++;
    return length;
}

void trp__save_name(trp__saver *saver, const char *name)
{
    uint32_t length;

    if (name == NULL)
        name = "";
    length = save_write_length_of(name);
    trp__save_8(saver, length);
    trp__save_bytes(saver, name, length + 1);
}

/* The first index of a pool in the file. */
static uint32_t save_write_file_base(trp__saver *saver, const trp_pool *pool)
{
    if (saver->recent == pool)
        return saver->recent_base;
    saver->recent = pool;
    saver->recent_base = 0;
    for (uint32_t i = 0; i < pool->number; i++)
        saver->recent_base += trp__save_room(pool->world->pools[i]);
    return saver->recent_base;
}

uint32_t trp__save_index(trp__saver *saver, uint32_t index, uint32_t *generation)
{
    const trp_world *world = saver->world;
    const uint32_t page = (index & (TRP_MAX_SLOTS - 1)) >> world->page_bits;

    if (*generation != 0 && index >> 24 == world->id && page < world->pages_used) {
        const trp_pool *pool = world->pools[world->directory[page]];
        const uint32_t slot = (index & (TRP_MAX_SLOTS - 1)) - pool->base;
        if (slot < trp__save_room(pool))
            return save_write_file_base(saver, pool) + slot;
    }
    *generation = 0;
    return 0;
}

trp__saver trp__counter(const trp__saver *saver)
{
    trp__saver counter = *saver;

    counter.write = NULL;
    counter.bytes = 0;
    return counter;
}

void trp__save_chunk(trp__saver *saver, uint32_t tag, trp__put_fn *put, const void *subject)
{
    trp__saver counter = trp__counter(saver);

    put(&counter, subject);
    trp__save_32(saver, tag);
    trp__save_64(saver, counter.bytes);
    if (saver->write != NULL)
        put(saver, subject);
    else
        saver->bytes += counter.bytes;
}
