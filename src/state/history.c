/*
 * Histories: opening, saving whole states, restoring, queries.
 */
#include "../../include/troupe/hash.h"
#include "history_ring.h"

/* Opening and closing */

static trp_result history_refuse(const trp_world *world, const char *call, trp_result result,
                                 const char *detail)
{
    return trp__misuse_named(world->self, TRP__TEXT("history"), NULL, call, result, detail);
}

/* Deltas: three images at the end of the memory; the ring has the rest. Without a `room` they get it
 * from the ring as states need it. */
static trp_result history_make_images(trp_history *history)
{
    const size_t room = history->desc.room;

    history->grows = room == 0;
    if (trp__padded(room) < room || history->desc.bytes / 4 < trp__padded(room))
        return TRP_ERR_MEMORY;
    history->desc.room = 0;
    trp__history_grow(history, trp__padded(room));
    return TRP_OK;
}

/* Whether it is an open history, and no copy of one: TRP_OK, or the result of the call. */
static trp_result history_enter(const trp_history *history, const char *call)
{
    if (history == NULL || history->world == NULL)
        return trp__uninitialised(call, TRP__TEXT("history"));
    if (history->self == history)
        return TRP_OK;
    return history_refuse(
        history->world, call, TRP_ERR_UNLINKED,
        TRP__TEXT("the history was copied or moved. Pass a pointer to the original"));
}

trp_result trp_history_open(trp_history *history, trp_world *world, const trp_history_desc *desc)
{
    trp__call call = trp__call_on(world, TRP__TEXT("history"), NULL, TRP__TEXT("trp_history_open"));

    if (trp__is_void(&call) ||
        trp__refuses(&call, history == NULL || desc == NULL || desc->memory == NULL, TRP_ERR_NULL,
                     TRP__TEXT("the history, its desc or desc.memory is NULL")) ||
        trp__is_shut(&call) ||
        trp__refuses(&call, history->world != NULL, TRP_ERR_LINKED,
                     TRP__TEXT("it is open, or was never zeroed. Call trp_history_close() before "
                               "its world ends, or zero it first")) ||
        trp__refuses(&call, (uintptr_t)desc->memory % TRP_ALIGNMENT != 0, TRP_ERR_ALIGN, NULL) ||
        trp__refuses(&call,
                     trp__overlaps_region(world, history, sizeof *history) ||
                         trp__overlaps_region(world, desc->memory, desc->bytes),
                     TRP_ERR_VALUE,
                     TRP__TEXT("a history must lie in no region: it would be restored")) ||
        trp__refuses(&call, (unsigned)desc->kind > TRP_HISTORY_REWIND, TRP_ERR_VALUE,
                     TRP__TEXT("desc.kind is none")))
        return call.result;
    memset(history, 0, sizeof *history);
    history->world = world;
    history->self = history;
    history->desc = *desc;
    if (trp__refuses(&call,
                     desc->kind != TRP_HISTORY_WHOLE && history_make_images(history) != TRP_OK,
                     TRP_ERR_MEMORY,
                     TRP__TEXT("desc.bytes is less than four times desc.room. With a room of "
                               "0 states get what they need"))) {
        history->world = NULL;
        return call.result;
    }
    world->histories++;
    return TRP_OK;
}

trp_result trp_history_close(trp_history *history)
{
    trp_result result;

    if (history == NULL || history->world == NULL)
        return TRP_GONE;
    result = history_enter(history, TRP__TEXT("trp_history_close"));
    if (result != TRP_OK)
        return result;
    history->world->histories--;
    history->world = NULL;
    history->count = 0;
    return TRP_OK;
}

/* Saving */

/* Not even one state fits, which takes this many bytes. */
static trp_result history_full(const trp_history *history, size_t bytes)
{
    char text[TRP__BYTES_TEXT];
    const bool has_images = history->images != NULL;

    bytes = trp__padded(bytes);
    return history_refuse(
        history->world, TRP__TEXT("trp_history_save"), TRP_ERR_MEMORY,
        trp__room_text(text, has_images ? TRP__TEXT("a state, three times,") : TRP__TEXT("a state"),
                       sizeof(trp__kept) + (has_images ? 3 * bytes : bytes),
                       history->desc.bytes + 3 * history->desc.room));
}

trp_result trp_history_save(trp_history *history)
{
    trp_result result = history_enter(history, TRP__TEXT("trp_history_save"));
    const trp_world *world;
    size_t bytes;

    if (result != TRP_OK)
        return result;
    world = history->world;
    if (trp__state_busy(world) != TRP_OK)
        /* which reports the misuse */
        return trp__save_image(world, history->desc.memory, 0, NULL, TRP__TEXT("trp_history_save"));
    bytes = trp_snapshot_bytes(world, NULL);
    result = trp__history_has_room(history, bytes) ? trp__history_keep(history, bytes)
                                                   : history_full(history, bytes);
    if (result != TRP_OK)
        return result;
    history->saved++;
    while (history->desc.ticks != 0 && history->count > history->desc.ticks)
        trp__history_drop_oldest(history);
    return TRP_OK;
}

/* Restoring */

trp_result trp_history_restore(trp_history *history, uint64_t tick)
{
    const trp__image *image;
    size_t place;
    uint64_t now;
    const char *call = TRP__TEXT("trp_history_restore");
    trp_result result = history_enter(history, call);

    if (result != TRP_OK)
        return result;
    if (trp__state_busy(history->world) != TRP_OK)
        return history_refuse(history->world, call, TRP_BUSY, TRP__STATE_BUSY);
    place = trp__history_find(history, tick);
    if (place == TRP__NOWHERE)
        return TRP_GONE;
    image = trp__history_snapshot(history, place);
    now = history->world->state.ticks;
    result = trp_snapshot_restore(history->world, image, (size_t)image->bytes);
    if (result == TRP_OK) {
        history->restored++;
        history->ticks_again += now > tick ? now - tick : 0;
    }
    return result;
}

const void *trp_history_snapshot(trp_history *history, uint64_t tick, size_t *bytes)
{
    const size_t place = history_enter(history, TRP__TEXT("trp_history_snapshot")) == TRP_OK
                             ? trp__history_find(history, tick)
                             : TRP__NOWHERE;
    const trp__image *image = place != TRP__NOWHERE ? trp__history_snapshot(history, place) : NULL;

    if (image != NULL && bytes != NULL)
        *bytes = (size_t)image->bytes;
    return image;
}

/* Queries */

static uint32_t history_count(const trp_history *history)
{
    return history != NULL ? history->count : 0;
}

uint64_t trp_history_first(const trp_history *history)
{
    return history_count(history) != 0 ? trp__kept_at(history, history->oldest)->tick : 0;
}

uint64_t trp_history_last(const trp_history *history)
{
    return history_count(history) != 0 ? trp__kept_at(history, history->newest)->tick : 0;
}

/* Whether the oldest state is more than desc.keep ticks before this tick. */
static bool history_is_old(const trp_history *history, uint64_t tick)
{
    const uint64_t then = trp__kept_at(history, history->oldest)->tick;

    return then < tick && tick - then > history->desc.keep;
}

trp_result trp_history_confirm(trp_history *history, uint64_t tick)
{
    const trp_result result = history_enter(history, TRP__TEXT("trp_history_confirm"));

    if (result != TRP_OK)
        return result;
    if (history->is_confirmed && tick < history->confirmed)
        return history_refuse(history->world, TRP__TEXT("trp_history_confirm"), TRP_ERR_VALUE,
                              TRP__TEXT("a later tick has been confirmed"));
    history->confirmed = tick;
    history->is_confirmed = true;
    while (history->count > 1 && history_is_old(history, tick))
        trp__history_drop_oldest(history);
    return TRP_OK;
}

bool trp_history_hash(const trp_history *history, uint64_t tick, uint64_t *hash)
{
    size_t place;

    if (history == NULL || history->world == NULL || hash == NULL || !history->desc.hashes ||
        !history->is_confirmed || tick > history->confirmed)
        return false;
    place = trp__history_find(history, tick);
    if (place == TRP__NOWHERE)
        return false;
    *hash = trp__kept_at(history, place)->hash;
    return true;
}

trp_history_facts trp_history_info(const trp_history *history)
{
    trp_history_facts facts;

    memset(&facts, 0, sizeof facts);
    if (history == NULL)
        return facts;
    facts.count = history->count;
    facts.last_bytes = history->last_bytes;
    facts.saved = history->saved;
    facts.restored = history->restored;
    facts.ticks_again = history->ticks_again;
    return facts;
}

size_t trp_history_measure(const trp_history *history)
{
    size_t bytes = 0;
    size_t place;

    if (history == NULL)
        return 0;
    place = history->newest;
    for (uint32_t i = 0; i < history->count; i++, place = trp__kept_at(history, place)->prev)
        bytes += sizeof(trp__kept) + trp__padded(trp__kept_at(history, place)->bytes);
    return bytes;
}
