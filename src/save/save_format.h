/*
 * Declarations shared by the files of saves: the format, see FORMAT.md.
 *
 * save*.c write, load*.c read. A trp__saver writes: it has a small buffer and a checksum of all
 * written bytes. A trp__reader reads, and never reads past its end: missing bytes are 0, and set
 * `is_short`.
 */
#ifndef TROUPE_SRC_SAVE_FORMAT_H
#define TROUPE_SRC_SAVE_FORMAT_H

#include "../../include/troupe/save.h"
#include "../base/text.h"
#include "../core/ages.h"
#include "../core/part.h"
#include "../state/fields.h"
#include "../state/state.h"

#define TRP__SAVE_TAG(a, b, c, d)                                                                  \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define TRP__SAVE_GAME TRP__SAVE_TAG('G', 'A', 'M', 'E')
#define TRP__SAVE_WORLD TRP__SAVE_TAG('W', 'R', 'L', 'D')
#define TRP__SAVE_LAYER TRP__SAVE_TAG('L', 'A', 'Y', 'R')
#define TRP__SAVE_POOL TRP__SAVE_TAG('P', 'O', 'O', 'L')
#define TRP__SAVE_FAMILY TRP__SAVE_TAG('K', 'I', 'N', ' ')
#define TRP__SAVE_GROUP TRP__SAVE_TAG('R', 'O', 'S', 'T')
#define TRP__SAVE_SPACE TRP__SAVE_TAG('S', 'P', 'A', 'C')
#define TRP__SAVE_CONTACTS TRP__SAVE_TAG('C', 'N', 'T', 'C')
#define TRP__SAVE_TIMERS TRP__SAVE_TAG('T', 'I', 'M', 'R')
#define TRP__SAVE_IDS TRP__SAVE_TAG('I', 'D', 'S', ' ')
#define TRP__SAVE_REGION TRP__SAVE_TAG('R', 'E', 'G', 'N')
#define TRP__SAVE_QUEUE TRP__SAVE_TAG('Q', 'U', 'E', 'U')
#define TRP__SAVE_USER TRP__SAVE_TAG('U', 'S', 'E', 'R')
#define TRP__SAVE_END TRP__SAVE_TAG('E', 'N', 'D', ' ')

enum {
    TRP__SAVE_HEAD = 16,  /* bytes before the first chunk */
    TRP__SAVE_CHUNK = 12, /* bytes before a chunk's content */
    TRP__SAVE_NAME = 255, /* the most bytes of a name */
    /* a multiple of the sum's blocks; the buffer has TRP__SAVE_PIECE bytes more */
    TRP__SAVE_BUFFER = 2048,
    TRP__SAVE_PIECE = 1024,
    TRP__SAVE_ROWS = 64 /* the most structs that are written or filled at a time */
};

#define TRP__SAVE_RECORD (1u << 30) /* the most bytes of a record */

/* The state of a slot in a file. From TRP__SAVED_ASLEEP on it is taken, and has a record. */
enum {
    TRP__SAVED_FREE,
    TRP__SAVED_QUARANTINED,
    TRP__SAVED_RETIRED,
    TRP__SAVED_ABSENT, /* in a returned chunk */
    TRP__SAVED_ASLEEP,
    TRP__SAVED_ACTIVE,
    TRP__SAVED_EXPIRED,
    TRP__SAVED_STATES
};

/* Flags of a pool in a file. */
enum {
    TRP__SAVED_TRANSIENT = 1, /* only its name */
    TRP__SAVED_ENDS = 4,      /* reasons of expired actors are stored */
    TRP__SAVED_SECONDS = 8,   /* its lifetime counts seconds */
    TRP__SAVED_TICKS = 16,    /* its lifetime counts ticks */
    TRP__SAVED_STANDS = 32    /* the lives of its sleepers stand still */
};

/* The checksum of a save. Any change of one byte changes it. */
typedef struct trp__sum {
    uint64_t lanes[4];
    uint64_t bytes;
} trp__sum;

typedef struct trp__saver {
    const trp_world *world;
    trp_write_fn *write; /* NULL: bytes are only counted */
    void *arg;
    unsigned char *buffer;
    uint32_t used; /* bytes used in the buffer */
    bool has_failed;
    uint64_t bytes; /* bytes so far */
    trp__sum sum;
    const trp_pool *recent; /* a guess: the pool whose indices begin at `recent_base` in the file */
    uint32_t recent_base;
} trp__saver;

typedef struct trp__reader {
    const unsigned char *bytes;
    size_t at;
    size_t end;
    bool is_short;
} trp__reader;

/* A chunk of a file. */
typedef struct trp__saved_chunk {
    uint32_t tag;
    size_t from; /* offset of its content */
    size_t end;
} trp__saved_chunk;

/* Numbers: compilers turn each of these into one load or store where the machine allows it. */

TRP__INLINE uint32_t trp__get32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

TRP__INLINE uint64_t trp__get64(const unsigned char *at)
{
    return trp__get32(at) | (uint64_t)trp__get32(at + 4) << 32;
}

/* A value read as if its bytes were little-endian has them in that order. In contrast to stores of
 * single bytes, all compilers make one store of it. */

TRP__INLINE void trp__set32(unsigned char *at, uint32_t value)
{
    const uint32_t word = trp__get32((const unsigned char *)&value);

    memcpy(at, &word, sizeof word);
}

TRP__INLINE void trp__set64(unsigned char *at, uint64_t value)
{
    const uint64_t word = trp__get64((const unsigned char *)&value);

    memcpy(at, &word, sizeof word);
}

/* save_sum.c */

trp__sum trp__sum_start(void);
/* `bytes` is a multiple of 32, except in the last call. */
void trp__sum_add(trp__sum *sum, const unsigned char *at, size_t bytes);
uint64_t trp__sum_end(const trp__sum *sum);

/* save_write.c */

void trp__save_flush(trp__saver *saver);
void trp__save_bytes(trp__saver *saver, const void *bytes, size_t count);
void trp__save_8(trp__saver *saver, uint32_t value);
void trp__save_32(trp__saver *saver, uint32_t value);
void trp__save_64(trp__saver *saver, uint64_t value);
void trp__save_float(trp__saver *saver, float value);
/* NULL is "". */
void trp__save_name(trp__saver *saver, const char *name);
/* A place for this many bytes, up to TRP__SAVE_PIECE, to be written before the next call. Not for a
 * saver that only counts. */
unsigned char *trp__save_reserve(trp__saver *saver, uint32_t bytes);
/* The index in the file for this life of the world; `generation` 0, and 0: not a life in a saved
 * pool. */
uint32_t trp__save_index(trp__saver *saver, uint32_t index, uint32_t *generation);
/* A saver that only counts, from 0 on. */
trp__saver trp__counter(const trp__saver *saver);
/* A chunk: `put` is called twice, to count and to write. */
typedef void trp__put_fn(trp__saver *saver, const void *subject);
void trp__save_chunk(trp__saver *saver, uint32_t tag, trp__put_fn *put, const void *subject);
/* The number of indices of a pool in a file; a transient pool has none. */
TRP__INLINE uint32_t trp__save_room(const trp_pool *pool)
{
    return pool->desc.transient ? 0 : pool->max_capacity;
}

/* The flags of a pool's lifetime; 0: it has none. */
TRP__INLINE uint32_t trp__saved_lifetime(const trp_pool *pool)
{
    const bool in_seconds = pool->desc.lifetime.clock == TRP_CLOCK_SECONDS;

    if (pool->desc.lifetime.use == NULL)
        return 0;
    return (in_seconds ? TRP__SAVED_SECONDS : TRP__SAVED_TICKS) |
           (pool->desc.sleep_stops_time ? TRP__SAVED_STANDS : 0);
}

/* save_fields.c */

/* Bytes of an element, and of a struct, in a file; above TRP__SAVE_RECORD: too many. */
uint64_t trp__record_bytes(const trp_fields *fields);
/* Whether nesting is at most TRP_SAVE_DEPTH, and names are at most TRP__SAVE_NAME long. */
bool trp__can_describe(const trp_fields *fields, uint32_t depth);
/* The description of the fields. */
void trp__save_type(trp__saver *saver, const trp_fields *fields);
/* The records of this many structs. */
void trp__save_records(trp__saver *saver, const trp_fields *fields,
                       const unsigned char *const *structs, uint32_t count);

/* A struct of the library's own: its description, and its record. */
void trp__save_own(trp__saver *saver, const trp_fields *fields, const void *from);

/* save_pool.c, save_parts.c */

trp__put_fn trp__put_pool;
void trp__save_parts(trp__saver *saver);
/* What a module is matched by: the tag of its chunk (0: it has none), its name, which may be empty,
 * and the name of the pool of timers, otherwise "". */
typedef struct trp__part_key {
    uint32_t tag;
    const char *name;
    const char *pool;
} trp__part_key;
trp__part_key trp__key_of(const trp__part *part);
/* The chunks of a kind of modules. */
typedef struct trp__chunk_kind {
    uint32_t tag;
    char noun[12]; /* what reports call the module */
} trp__chunk_kind;
/* NULL: they are of no module. */
const trp__chunk_kind *trp__chunk_kind_of(uint32_t tag);
/* The fields that describe the structs of a region or a queue; NULL: none. */
const trp_fields *trp__part_fields(const trp__part *part);

/* load_read.c */

trp__reader trp__read_from(const unsigned char *bytes, size_t at, size_t end);
uint32_t trp__read_8(trp__reader *reader);
uint32_t trp__read_32(trp__reader *reader);
uint64_t trp__read_64(trp__reader *reader);
float trp__read_float(trp__reader *reader);
/* A name; "" if it is invalid: then `is_short` is set. */
const char *trp__read_name(trp__reader *reader);
/* The address of this many bytes, which are skipped; NULL: they are missing. */
const unsigned char *trp__read_bytes(trp__reader *reader, uint64_t bytes);
/* Skips the description of a struct. Returns the bytes of its record; 0: it is invalid. */
uint64_t trp__read_type(trp__reader *reader, uint32_t depth);
/* Skips what follows a field's numbers: the description of its struct, or the names of its choices.
 * False: it is invalid. */
bool trp__read_more(trp__reader *reader, uint32_t kind, uint32_t bytes, uint32_t depth);
/* The chunk at an offset. False: there is none. */
bool trp__chunk_at(const unsigned char *bytes, size_t size, size_t at, trp__saved_chunk *chunk);
/* The first chunk of a kind from this offset on. */
bool trp__chunk_after(const unsigned char *bytes, size_t size, size_t at, uint32_t tag,
                      trp__saved_chunk *chunk);
/* Whether these bytes are a whole save in a readable format. Otherwise returns the error and its
 * place. */
trp_result trp__save_is_whole(const unsigned char *bytes, size_t size, const char **why,
                              size_t *where);

#endif
