/*
 * Reads arbitrary bytes: numbers, names, descriptions and chunks, never beyond the end.
 */
#include "save_format.h"

trp__reader trp__read_from(const unsigned char *bytes, size_t at, size_t end)
{
    const trp__reader reader = {bytes, at, end, false};

    return reader;
}

const unsigned char *trp__read_bytes(trp__reader *reader, uint64_t bytes)
{
    const unsigned char *at = reader->bytes + reader->at;

    if (reader->end - reader->at < bytes) {
        reader->is_short = true;
        reader->at = reader->end;
        return NULL;
    }
    reader->at += (size_t)bytes;
    return at;
}

uint32_t trp__read_8(trp__reader *reader)
{
    const unsigned char *at = trp__read_bytes(reader, 1);

    return at != NULL ? *at : 0;
}

uint32_t trp__read_32(trp__reader *reader)
{
    const unsigned char *at = trp__read_bytes(reader, 4);

    return at != NULL ? trp__get32(at) : 0;
}

uint64_t trp__read_64(trp__reader *reader)
{
    const unsigned char *at = trp__read_bytes(reader, 8);

    return at != NULL ? trp__get64(at) : 0;
}

float trp__read_float(trp__reader *reader)
{
    const uint32_t bits = trp__read_32(reader);
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

const char *trp__read_name(trp__reader *reader)
{
    const uint32_t length = trp__read_8(reader);
    const unsigned char *at = trp__read_bytes(reader, length + 1);

    for (uint32_t i = 0; at != NULL && i <= length; i++)
        if ((at[i] == 0) != (i == length))
            at = NULL;
    reader->is_short |= at == NULL;
    return at != NULL ? (const char *)at : "";
}

/* Bytes per element of a kind in a file; 0: the file says it. */
static uint32_t load_read_kind_bytes(uint32_t kind)
{
    static const unsigned char bytes[] = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 8, 8, 0, 0, 0, 4};

    return bytes[kind];
}

bool trp__read_more(trp__reader *reader, uint32_t kind, uint32_t bytes, uint32_t depth)
{
    if (kind == TRP_KIND_STRUCT)
        return trp__read_type(reader, depth + 1) == bytes;
    if (kind == TRP_KIND_CHOICE)
        for (uint32_t left = trp__read_32(reader); left > 0 && !reader->is_short; left--)
            (void)trp__read_name(reader);
    return load_read_kind_bytes(kind) != 0 ? bytes == load_read_kind_bytes(kind) : bytes != 0;
}

uint64_t trp__read_type(trp__reader *reader, uint32_t depth)
{
    uint64_t record = 0;
    uint32_t left;

    (void)trp__read_name(reader);
    (void)trp__read_32(reader);
    left = trp__read_32(reader);
    reader->is_short |= depth > TRP_SAVE_DEPTH;
    for (; left > 0 && !reader->is_short; left--) {
        uint32_t kind;
        uint32_t count;
        uint32_t bytes;
        (void)trp__read_name(reader);
        kind = trp__read_8(reader);
        count = trp__read_32(reader);
        bytes = trp__read_32(reader);
        record += (uint64_t)count * bytes;
        reader->is_short |= kind == TRP_KIND_END || kind > TRP_KIND_CHOICE || count == 0 ||
                            bytes > TRP__SAVE_RECORD || record > TRP__SAVE_RECORD ||
                            !trp__read_more(reader, kind, bytes, depth);
    }
    return record;
}

/* Chunks */

bool trp__chunk_at(const unsigned char *bytes, size_t size, size_t at, trp__saved_chunk *chunk)
{
    uint64_t length;

    if (size - at < TRP__SAVE_CHUNK)
        return false;
    length = trp__get64(bytes + at + 4);
    chunk->tag = trp__get32(bytes + at);
    chunk->from = at + TRP__SAVE_CHUNK;
    if (length > size - chunk->from)
        return false;
    chunk->end = chunk->from + (size_t)length;
    return true;
}

bool trp__chunk_after(const unsigned char *bytes, size_t size, size_t at, uint32_t tag,
                      trp__saved_chunk *chunk)
{
    while (trp__chunk_at(bytes, size, at, chunk)) {
        if (chunk->tag == tag)
            return true;
        at = chunk->end;
    }
    return false;
}

static trp_result load_read_damaged(const char *text, size_t at, const char **why, size_t *where)
{
    *why = text;
    *where = at;
    return TRP_ERR_DAMAGED;
}

static bool load_read_has_magic(const unsigned char *bytes, size_t size)
{
    static const unsigned char magic[8] = {0x89, 'T', 'R', 'O', 'U', 'P', 'E', 0x0A};

    return size >= TRP__SAVE_HEAD && trp__same_bytes(bytes, magic, sizeof magic);
}

trp_result trp__save_is_whole(const unsigned char *bytes, size_t size, const char **why,
                              size_t *where)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    trp__sum sum = trp__sum_start();

    if (!load_read_has_magic(bytes, size))
        return load_read_damaged(TRP__TEXT("these bytes are not a save"), 0, why, where);
    *why = TRP__TEXT("a newer format: update the game");
    *where = 12;
    if (trp__get32(bytes + 12) > TRP_SAVE_FORMAT)
        return TRP_ERR_VERSION;
    *why = TRP__TEXT("a file of troupe 0.10, which later versions do not read");
    *where = 8;
    if (trp__get32(bytes + 8) < TRP_SAVE_FORMAT)
        return TRP_ERR_VERSION;
    do
        if (!trp__chunk_at(bytes, size, chunk.end, &chunk))
            return load_read_damaged(TRP__TEXT("the save was changed or cut off"), chunk.end, why,
                                     where);
    while (chunk.tag != TRP__SAVE_END);
    if (chunk.end != size || chunk.end - chunk.from != 8)
        return load_read_damaged(TRP__TEXT("there are bytes after the end"), chunk.from, why,
                                 where);
    trp__sum_add(&sum, bytes, chunk.from);
    if (trp__sum_end(&sum) != trp__get64(bytes + chunk.from))
        return load_read_damaged(TRP__TEXT("bytes were changed: the checksum differs"), chunk.from,
                                 why, where);
    *why = TRP__TEXT("the name of the game is missing");
    *where = TRP__SAVE_HEAD;
    (void)trp__chunk_at(bytes, size, TRP__SAVE_HEAD, &chunk);
    return chunk.tag == TRP__SAVE_GAME ? TRP_OK : TRP_ERR_DAMAGED;
}

/* Queries of a save without a world */

trp_result trp_save_read_info(const void *bytes, size_t size, trp_save_info *info)
{
    const unsigned char *at = (const unsigned char *)bytes;
    trp__saved_chunk chunk;
    trp__reader reader;
    const char *why;
    size_t where;
    trp_result result;

    if (bytes == NULL || info == NULL)
        return TRP_ERR_NULL;
    result = trp__save_is_whole(at, size, &why, &where);
    if (result != TRP_OK)
        return result;
    (void)trp__chunk_at(at, size, TRP__SAVE_HEAD, &chunk);
    reader = trp__read_from(at, chunk.from, chunk.end);
    info->format = trp__get32(at + 8);
    info->game = trp__read_name(&reader);
    info->version = trp__read_32(&reader);
    info->ticks = trp__read_64(&reader);
    return reader.is_short ? TRP_ERR_DAMAGED : TRP_OK;
}

const void *trp_save_find_chunk(const void *bytes, size_t size, const char *name,
                                size_t *chunk_size)
{
    const unsigned char *at = (const unsigned char *)bytes;
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    const char *why;
    size_t where;

    if (bytes == NULL || name == NULL || chunk_size == NULL ||
        trp__save_is_whole(at, size, &why, &where) != TRP_OK)
        return NULL;
    while (trp__chunk_after(at, size, chunk.end, TRP__SAVE_USER, &chunk)) {
        trp__reader reader = trp__read_from(at, chunk.from, chunk.end);
        const char *found = trp__read_name(&reader);
        *chunk_size = reader.end - reader.at;
        if (!reader.is_short && trp__same_text(found, name))
            return at + reader.at;
    }
    return NULL;
}
