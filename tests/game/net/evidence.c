#include "evidence.h"

#include "core/state.h"

#include "troupe/diff.h"
#include "troupe/save.h"

#define NAME "Bullet Troupe, a match"

void evidence_begin(evidence *e, unsigned char *memory)
{
    *e = (evidence){.theirs = memory, .mine = memory + EVIDENCE_STATE};
}

void evidence_stop(evidence *e, net_game *n, uint32_t now)
{
    net_game_save(n);
    e->now = now;
}

void evidence_want(evidence *e, uint32_t tick)
{
    if (e->tick == 0)
        e->tick = tick;
}

static void evidence_say(evidence *e, const char *text)
{
    size_t i = 0;
    for (; i + 1 < EVIDENCE_WORDS && text[i]; ++i)
        e->words[i] = text[i];
    e->words[i] = 0;
}

static void evidence_note(const trp_difference *difference, void *user)
{
    evidence_say((evidence *)user, difference->text);
}

/* The other's state is loaded for a moment, and compared with the snapshot of this end's. */
static void evidence_judge(evidence *e, net_game *n)
{
    const trp_load_desc desc = {.game = NAME};
    size_t bytes;
    size_t theirs;
    const unsigned char *mine = net_game_state(n, e->tick, &bytes);
    evidence_say(e, "the states cannot be compared");
    if (mine && trp_load(n->g->world, e->theirs, e->total, &desc) == TRP_OK &&
        trp_snapshot_save(n->g->world, e->theirs, EVIDENCE_STATE, &theirs) == TRP_OK)
        trp_snapshot_diff(n->g->world, mine, bytes, e->theirs, theirs, 1, evidence_note, e);
    net_game_load(n, e->now);
}

static bool evidence_write(const void *bytes, size_t size, void *context)
{
    evidence *e = (evidence *)context;
    const unsigned char *from = (const unsigned char *)bytes;
    if (EVIDENCE_STATE - e->mine_bytes < size)
        return false;
    for (size_t i = 0; i < size; ++i)
        e->mine[e->mine_bytes++] = from[i];
    return true;
}

/* The state before that tick as a save: the same on every kind of machine. */
static void evidence_collect(evidence *e, net_game *n, uint32_t tick)
{
    const trp_save_desc desc = {.game = NAME};
    e->asked = tick;
    if (net_game_load(n, tick) && trp_save(n->g->world, &desc, evidence_write, e) != TRP_OK)
        e->mine_bytes = 0;
    net_game_load(n, e->now);
}

static void evidence_take_part(evidence *e, net_game *n, const packet *p)
{
    if (e->tick == 0 || p->tick != e->tick || e->words[0] || (e->total > 0 && p->total != e->total))
        return;
    if (e->total == 0)
        e->missing = (p->total + PACKET_PART - 1) / PACKET_PART;
    e->total = p->total;
    if (e->has[p->offset / PACKET_PART])
        return;
    e->has[p->offset / PACKET_PART] = 1;
    for (uint32_t i = 0; i < packet_part_bytes(p); ++i)
        e->theirs[p->offset + i] = p->part[i];
    if (--e->missing == 0)
        evidence_judge(e, n);
}

void evidence_take(evidence *e, net_game *n, const packet *p)
{
    if (p->kind == PACKET_ASK && p->tick > 0 && e->asked == 0)
    {
        evidence_collect(e, n, p->tick);
        evidence_want(e, p->tick);
    }
    else if (p->kind == PACKET_STATE)
        evidence_take_part(e, n, p);
}

bool evidence_fill(evidence *e, packet *p, bool asks)
{
    if (asks)
    {
        p->kind = PACKET_ASK;
        p->tick = e->tick;
        return e->tick > 0 && !e->words[0];
    }
    if (e->mine_bytes == 0)
        return false;
    p->kind = PACKET_STATE;
    p->tick = e->asked;
    p->total = e->mine_bytes;
    p->offset = e->cursor < e->mine_bytes ? e->cursor : 0;
    for (uint32_t i = 0; i < packet_part_bytes(p); ++i)
        p->part[i] = e->mine[p->offset + i];
    e->cursor = p->offset + PACKET_PART;
    return true;
}

const char *evidence_words(const evidence *e)
{
    return e->words[0] ? e->words : NULL;
}
