#include "packet.h"

/* By byte: 0 magic, 2 version, 3 kind, 4 checksum of all others, 8 game, 12 player; then the
 * fields that the kind has; then inputs, or a part of a state. */
enum {
    AT_VERSION = 2,
    AT_KIND = 3,
    AT_CHECKSUM = 4,
    AT_GAME = 8,
    AT_PLAYER = 12,
    AT_BODY = 13,
    MAGIC_0 = 'T',
    MAGIC_1 = 'N'
};

#define IN(kind) (1u << PACKET_##kind)
#define FIELD(kinds, member, bytes, most)                                                          \
    {                                                                                              \
        (kinds), offsetof(packet, member), (bytes), (most)                                         \
    }

/* The fields, in their order. All but the hash are uint32_t. */
static const struct packet_field {
    uint32_t kinds;
    size_t at;
    uint32_t bytes;
    uint32_t most;
} fields[] = {
    FIELD(IN(HELLO) | IN(PLAY), stamp, 4, UINT32_MAX),
    FIELD(IN(HELLO) | IN(PLAY), echo, 4, UINT32_MAX),
    FIELD(IN(HELLO) | IN(PLAY), held, 1, UINT8_MAX),
    FIELD(IN(HELLO), seed, 4, UINT32_MAX),
    FIELD(IN(HELLO), rules, 4, UINT32_MAX),
    FIELD(IN(PLAY) | IN(ASK) | IN(STATE), tick, 4, PACKET_TICKS - 1),
    FIELD(IN(PLAY), known, 4, PACKET_TICKS - 1),
    FIELD(IN(PLAY), first, 4, PACKET_TICKS - PACKET_INPUTS - 1),
    FIELD(IN(PLAY), hash_tick, 4, PACKET_TICKS - 1),
    FIELD(IN(PLAY), hash, 8, UINT32_MAX),
    FIELD(IN(HELLO) | IN(PLAY), delay, 1, PACKET_MOST_DELAY),
    FIELD(IN(PLAY), count, 1, PACKET_INPUTS),
    FIELD(IN(STATE), total, 4, PACKET_STATE_BYTES),
    FIELD(IN(STATE), offset, 4, PACKET_STATE_BYTES - 1),
};

enum {
    FIELDS = sizeof fields / sizeof fields[0],
    HEAD_BYTES = AT_BODY + 35 /* the most */
};

_Static_assert(HEAD_BYTES + 2 * PACKET_INPUTS <= PACKET_BYTES, "a packet does not fit");
_Static_assert(HEAD_BYTES + PACKET_PART <= PACKET_BYTES, "a part does not fit");

static void packet_put(unsigned char *at, uint64_t number, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; ++i)
        at[i] = (unsigned char)(number >> (8 * i));
}

static uint64_t packet_get(const unsigned char *at, uint32_t bytes)
{
    uint64_t number = 0;
    for (uint32_t i = bytes; i-- > 0;)
        number = number << 8 | at[i];
    return number;
}

/* FNV-1a, stirred: a changed, added or missing byte changes it. */
static uint32_t packet_sum(const unsigned char *bytes, size_t size)
{
    uint32_t sum = 0x811c9dc5u ^ (uint32_t)size;
    for (size_t i = 0; i < size; ++i) {
        if (i >= AT_CHECKSUM && i < AT_GAME)
            continue;
        sum = (sum ^ bytes[i]) * 0x01000193u;
        sum ^= sum >> 15;
    }
    return sum;
}

uint32_t packet_part_bytes(const packet *p)
{
    const uint32_t left = p->total - p->offset;
    return left < PACKET_PART ? left : PACKET_PART;
}

size_t packet_write(const packet *p, unsigned char bytes[PACKET_BYTES])
{
    size_t size = AT_BODY;
    bytes[0] = MAGIC_0;
    bytes[1] = MAGIC_1;
    bytes[AT_VERSION] = PACKET_VERSION;
    bytes[AT_KIND] = (unsigned char)p->kind;
    packet_put(bytes + AT_GAME, p->game, 4);
    bytes[AT_PLAYER] = (unsigned char)p->player;
    for (uint32_t i = 0; i < FIELDS; ++i) {
        const void *from = (const unsigned char *)p + fields[i].at;
        if ((fields[i].kinds >> p->kind & 1) == 0)
            continue;
        packet_put(bytes + size,
                   fields[i].bytes == 8 ? *(const uint64_t *)from : *(const uint32_t *)from,
                   fields[i].bytes);
        size += fields[i].bytes;
    }
    for (uint32_t i = 0; p->kind == PACKET_PLAY && i < p->count; ++i, size += 2)
        packet_put(bytes + size, p->inputs[i], 2);
    for (uint32_t i = 0; p->kind == PACKET_STATE && i < packet_part_bytes(p); ++i)
        bytes[size++] = p->part[i];
    packet_put(bytes + AT_CHECKSUM, packet_sum(bytes, size), 4);
    return size;
}

/* The fields of the kind. Returns the bytes up to what follows them; 0: it is cut off, or a
 * field is out of its range. */
static size_t packet_read_fields(packet *p, const unsigned char *bytes, size_t size)
{
    size_t at = AT_BODY;
    for (uint32_t i = 0; i < FIELDS; ++i) {
        void *to = (unsigned char *)p + fields[i].at;
        if ((fields[i].kinds >> p->kind & 1) == 0)
            continue;
        if (size - at < fields[i].bytes)
            return 0;
        const uint64_t number = packet_get(bytes + at, fields[i].bytes);
        at += fields[i].bytes;
        if (fields[i].bytes == 8)
            *(uint64_t *)to = number;
        else if (number <= fields[i].most)
            *(uint32_t *)to = (uint32_t)number;
        else
            return 0;
    }
    return at;
}

static const char *packet_read_inputs(packet *p, const unsigned char *at, size_t size)
{
    if (size != 2 * (size_t)p->count)
        return "a number of inputs that is not that of its bytes";
    for (uint32_t i = 0; i < p->count; ++i) {
        p->inputs[i] = (uint16_t)packet_get(at + 2 * i, 2);
        if ((p->inputs[i] & ~(uint32_t)PACKET_INPUT_BITS) != 0)
            return "an input that is none";
    }
    return NULL;
}

static const char *packet_read_part(packet *p, const unsigned char *at, size_t size)
{
    if (p->offset >= p->total || p->offset % PACKET_PART != 0 || size != packet_part_bytes(p))
        return "a part that is none of its state";
    for (size_t i = 0; i < size; ++i)
        p->part[i] = at[i];
    return NULL;
}

bool packet_is_of_other_version(const unsigned char *bytes, size_t size)
{
    return size >= AT_BODY && bytes[0] == MAGIC_0 && bytes[1] == MAGIC_1 &&
           bytes[AT_VERSION] != PACKET_VERSION &&
           (uint32_t)packet_get(bytes + AT_CHECKSUM, 4) == packet_sum(bytes, size);
}

static const char *packet_read_all(packet *p, const unsigned char *bytes, size_t size)
{
    if (size < AT_BODY)
        return "it is cut off";
    if (size > PACKET_BYTES)
        return "it is too long";
    if (bytes[0] != MAGIC_0 || bytes[1] != MAGIC_1)
        return "it is no packet of this game";
    if (bytes[AT_VERSION] != PACKET_VERSION)
        return "it is of another version";
    if ((uint32_t)packet_get(bytes + AT_CHECKSUM, 4) != packet_sum(bytes, size))
        return "it is damaged";
    p->kind = (packet_kind)bytes[AT_KIND];
    p->game = (uint32_t)packet_get(bytes + AT_GAME, 4);
    p->player = bytes[AT_PLAYER];
    if (p->player >= PACKET_PLAYERS)
        return "a player that there is not";
    if (bytes[AT_KIND] < PACKET_HELLO || bytes[AT_KIND] > PACKET_STATE)
        return "a kind that there is not";
    const size_t at = packet_read_fields(p, bytes, size);
    if (at == 0)
        return "it is cut off, or a field is out of its range";
    if (p->kind == PACKET_PLAY)
        return packet_read_inputs(p, bytes + at, size - at);
    if (p->kind == PACKET_STATE)
        return packet_read_part(p, bytes + at, size - at);
    return size == at ? NULL : "it has another length than its kind";
}

const char *packet_read(packet *p, const unsigned char *bytes, size_t size)
{
    *p = (packet){0};
    const char *wrong = packet_read_all(p, bytes, size);
    if (wrong)
        *p = (packet){0};
    return wrong;
}
