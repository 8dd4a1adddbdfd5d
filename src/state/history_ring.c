/*
 * The ring of a history.
 */
#include "history_ring.h"

static size_t history_ring_end_of(const trp_history *history, size_t place)
{
    return place + sizeof(trp__kept) + trp__padded(trp__kept_at(history, place)->bytes);
}

void trp__history_drop_oldest(trp_history *history)
{
    history->oldest = trp__kept_at(history, history->oldest)->next;
    history->count--;
}

void trp__history_drop_newest(trp_history *history)
{
    history->newest = trp__kept_at(history, history->newest)->prev;
    history->count--;
}

/* Whether the oldest state overlaps this many bytes at a place. */
static bool history_ring_is_in_way(const trp_history *history, size_t place, size_t bytes)
{
    return history->count != 0 && history->oldest < place + bytes &&
           place < history_ring_end_of(history, history->oldest);
}

size_t trp__history_make_room(trp_history *history, size_t bytes)
{
    size_t place = history->count != 0 ? history_ring_end_of(history, history->newest) : 0;

    if (bytes > history->desc.bytes - place) {
        /* the states between here and the end are the oldest */
        while (history->count != 0 && history->oldest >= place)
            trp__history_drop_oldest(history);
        place = 0;
    }
    while (history_ring_is_in_way(history, place, bytes))
        trp__history_drop_oldest(history);
    return place;
}

void trp__history_move_down(void *to, const void *from, size_t bytes)
{
    const size_t distance = (size_t)((const unsigned char *)from - (unsigned char *)to);

    for (size_t at = 0, step; distance != 0 && at < bytes; at += step) {
        step = bytes - at < distance ? bytes - at : distance; /* so they do not overlap */
        memcpy((unsigned char *)to + at, (const unsigned char *)from + at, step);
    }
}

void trp__history_shrink(trp_history *history, size_t bytes)
{
    size_t shift, end;

    bytes -= bytes % TRP__IMAGE_ALIGNMENT;
    /* where the ring has wrapped, its end has the oldest */
    while (history->count != 0 &&
           (history->oldest > history->newest ||
            history_ring_end_of(history, history->newest) - history->oldest > bytes))
        trp__history_drop_oldest(history);
    history->desc.bytes = bytes;
    if (history->count == 0)
        return;
    shift = history->oldest;
    end = history_ring_end_of(history, history->newest);
    trp__history_move_down(history->desc.memory, trp__kept_at(history, shift), end - shift);
    history->oldest = 0;
    history->newest -= shift;
    for (size_t place = 0; place <= history->newest; place = history_ring_end_of(history, place)) {
        trp__kept_at(history, place)->prev -= shift;
        trp__kept_at(history, place)->next -= shift;
    }
}

void trp__history_append(trp_history *history, size_t place, const trp__kept *kept)
{
    trp__kept *at = trp__kept_at(history, place);

    *at = *kept;
    at->prev = history->newest;
    if (history->count != 0)
        trp__kept_at(history, history->newest)->next = place;
    else
        history->oldest = place;
    history->newest = place;
    history->count++;
}

size_t trp__history_find(const trp_history *history, uint64_t tick)
{
    size_t place = history->newest;

    for (uint32_t i = 0; i < history->count; i++) {
        const trp__kept *kept = trp__kept_at(history, place);
        if (kept->tick == tick)
            return place;
        place = kept->prev;
    }
    return TRP__NOWHERE;
}
