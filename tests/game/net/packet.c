#include "packet.h"

/* By byte: 0 magic, 2 version, 3 kind, 4 checksum of all others, 8 game, 12 player; then what
 * the kind has. */
enum
{
    AT_VERSION = 2,
    AT_KIND = 3,
    AT_CHECKSUM = 4,
    AT_GAME = 8,
    AT_PLAYER = 12,
    AT_BODY = 13,
    PACE_BYTES = 9,
    HELLO_BYTES = AT_BODY + 9 + PACE_BYTES,
    PLAY_BYTES = AT_BODY + 26 + PACE_BYTES, /* and two for each input */
    BYE_BYTES = AT_BODY,
    ASK_BYTES = AT_BODY + 4,
    STATE_BYTES = AT_BODY + 12, /* and the part */
    MAGIC_0 = 'T',
    MAGIC_1 = 'N'
};

_Static_assert(PLAY_BYTES + 2 * PACKET_INPUTS <= PACKET_BYTES, "a packet does not fit");
_Static_assert(STATE_BYTES + PACKET_PART <= PACKET_BYTES, "a part does not fit");

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

static uint32_t packet_get_word(const unsigned char *at)
{
    return (uint32_t)packet_get(at, 4);
}

/* FNV-1a, stirred: a changed, added or missing byte changes it. */
static uint32_t packet_sum(const unsigned char *bytes, size_t size)
{
    uint32_t sum = 0x811c9dc5u ^ (uint32_t)size;
    for (size_t i = 0; i < size; ++i)
    {
        if (i >= AT_CHECKSUM && i < AT_GAME)
            continue;
        sum = (sum ^ bytes[i]) * 0x01000193u;
        sum ^= sum >> 15;
    }
    return sum;
}

static void packet_write_pace(const packet *p, unsigned char *at)
{
    packet_put(at, p->stamp, 4);
    packet_put(at + 4, p->echo, 4);
    packet_put(at + 8, p->held, 1);
}

static void packet_read_pace(packet *p, const unsigned char *at)
{
    p->stamp = packet_get_word(at);
    p->echo = packet_get_word(at + 4);
    p->held = at[8];
}

static size_t packet_write_play(const packet *p, unsigned char *at)
{
    packet_write_pace(p, at);
    at += PACE_BYTES;
    packet_put(at, p->tick, 4);
    packet_put(at + 4, p->known, 4);
    packet_put(at + 8, p->first, 4);
    packet_put(at + 12, p->hash_tick, 4);
    packet_put(at + 16, p->hash, 8);
    packet_put(at + 24, p->delay, 1);
    packet_put(at + 25, p->count, 1);
    for (uint32_t i = 0; i < p->count; ++i)
        packet_put(at + 26 + 2 * i, p->inputs[i], 2);
    return PLAY_BYTES + 2 * (size_t)p->count;
}

uint32_t packet_part_bytes(const packet *p)
{
    const uint32_t left = p->total - p->offset;
    return left < PACKET_PART ? left : PACKET_PART;
}

static size_t packet_write_state(const packet *p, unsigned char *at)
{
    const uint32_t count = packet_part_bytes(p);
    packet_put(at, p->tick, 4);
    packet_put(at + 4, p->total, 4);
    packet_put(at + 8, p->offset, 4);
    for (uint32_t i = 0; i < count; ++i)
        at[12 + i] = p->part[i];
    return STATE_BYTES + count;
}

size_t packet_write(const packet *p, unsigned char bytes[PACKET_BYTES])
{
    unsigned char *body = bytes + AT_BODY;
    size_t size = BYE_BYTES;
    bytes[0] = MAGIC_0;
    bytes[1] = MAGIC_1;
    bytes[AT_VERSION] = PACKET_VERSION;
    bytes[AT_KIND] = (unsigned char)p->kind;
    packet_put(bytes + AT_GAME, p->game, 4);
    bytes[AT_PLAYER] = (unsigned char)p->player;
    if (p->kind == PACKET_HELLO)
    {
        packet_write_pace(p, body);
        packet_put(body + PACE_BYTES, p->seed, 4);
        packet_put(body + PACE_BYTES + 4, p->rules, 4);
        packet_put(body + PACE_BYTES + 8, p->delay, 1);
        size = HELLO_BYTES;
    }
    else if (p->kind == PACKET_PLAY)
        size = packet_write_play(p, body);
    else if (p->kind == PACKET_STATE)
        size = packet_write_state(p, body);
    else if (p->kind == PACKET_ASK)
    {
        packet_put(body, p->tick, 4);
        size = ASK_BYTES;
    }
    packet_put(bytes + AT_CHECKSUM, packet_sum(bytes, size), 4);
    return size;
}

static const char *packet_read_hello(packet *p, const unsigned char *at, size_t size)
{
    if (size != HELLO_BYTES - AT_BODY)
        return "a hello of another length";
    packet_read_pace(p, at);
    at += PACE_BYTES;
    p->seed = packet_get_word(at);
    p->rules = packet_get_word(at + 4);
    p->delay = at[8];
    return p->delay > PACKET_MOST_DELAY ? "a delay that is out of its range" : NULL;
}

static const char *packet_read_play(packet *p, const unsigned char *at, size_t size)
{
    if (size < PLAY_BYTES - AT_BODY)
        return "it is cut off";
    packet_read_pace(p, at);
    at += PACE_BYTES;
    p->tick = packet_get_word(at);
    p->known = packet_get_word(at + 4);
    p->first = packet_get_word(at + 8);
    p->hash_tick = packet_get_word(at + 12);
    p->hash = packet_get(at + 16, 8);
    p->delay = at[24];
    p->count = at[25];
    if (p->delay > PACKET_MOST_DELAY)
        return "a delay that is out of its range";
    if (p->count > PACKET_INPUTS || size != PLAY_BYTES - AT_BODY + 2 * (size_t)p->count)
        return "a number of inputs that is not that of its bytes";
    if (p->tick >= PACKET_TICKS || p->known >= PACKET_TICKS || p->hash_tick >= PACKET_TICKS ||
        p->first >= PACKET_TICKS - PACKET_INPUTS)
        return "a tick that is out of its range";
    for (uint32_t i = 0; i < p->count; ++i)
    {
        p->inputs[i] = (uint16_t)packet_get(at + 26 + 2 * i, 2);
        if ((p->inputs[i] & ~(uint32_t)PACKET_INPUT_BITS) != 0)
            return "an input that is none";
    }
    return NULL;
}

static const char *packet_read_ask(packet *p, const unsigned char *at, size_t size)
{
    if (size != ASK_BYTES - AT_BODY)
        return "a question of another length";
    p->tick = packet_get_word(at);
    return p->tick >= PACKET_TICKS ? "a tick that is out of its range" : NULL;
}

static const char *packet_read_state(packet *p, const unsigned char *at, size_t size)
{
    if (size < STATE_BYTES - AT_BODY)
        return "it is cut off";
    p->tick = packet_get_word(at);
    p->total = packet_get_word(at + 4);
    p->offset = packet_get_word(at + 8);
    if (p->tick >= PACKET_TICKS)
        return "a tick that is out of its range";
    if (p->total > PACKET_STATE_BYTES || p->offset >= p->total || p->offset % PACKET_PART != 0 ||
        size != STATE_BYTES - AT_BODY + packet_part_bytes(p))
        return "a part that is none of its state";
    for (uint32_t i = 0; i < packet_part_bytes(p); ++i)
        p->part[i] = at[12 + i];
    return NULL;
}

static const char *packet_read_all(packet *p, const unsigned char *bytes, size_t size)
{
    if (size < BYE_BYTES)
        return "it is cut off";
    if (size > PACKET_BYTES)
        return "it is too long";
    if (bytes[0] != MAGIC_0 || bytes[1] != MAGIC_1)
        return "it is no packet of this game";
    if (bytes[AT_VERSION] != PACKET_VERSION)
        return "it is of another version";
    if (packet_get_word(bytes + AT_CHECKSUM) != packet_sum(bytes, size))
        return "it is damaged";
    p->kind = (packet_kind)bytes[AT_KIND];
    p->game = packet_get_word(bytes + AT_GAME);
    p->player = bytes[AT_PLAYER];
    if (p->player >= PACKET_PLAYERS)
        return "a player that there is not";
    switch (bytes[AT_KIND])
    {
    case PACKET_HELLO:
        return packet_read_hello(p, bytes + AT_BODY, size - AT_BODY);
    case PACKET_PLAY:
        return packet_read_play(p, bytes + AT_BODY, size - AT_BODY);
    case PACKET_BYE:
        return size == BYE_BYTES ? NULL : "a farewell of another length";
    case PACKET_ASK:
        return packet_read_ask(p, bytes + AT_BODY, size - AT_BODY);
    case PACKET_STATE:
        return packet_read_state(p, bytes + AT_BODY, size - AT_BODY);
    default:
        return "a kind that there is not";
    }
}

const char *packet_read(packet *p, const unsigned char *bytes, size_t size)
{
    *p = (packet){0};
    const char *wrong = packet_read_all(p, bytes, size);
    if (wrong)
        *p = (packet){0};
    return wrong;
}
