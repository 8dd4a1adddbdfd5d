/*
 * Histories: a ring of states, each with a record before it, and images.
 *
 * A state that does not fit before the ring's end starts at the beginning again. The oldest states
 * are dropped where the next one is written. Without deltas states are saved into the ring. With
 * deltas, three images are whole snapshots in separate memory: the newest state, the one found last,
 * and a spare one. In the ring, the newest state has only a record until the next one is saved. Then
 * it is stored: as a delta relative to that one, or as a snapshot if it is a keyframe.
 */
#include "../../include/troupe/hash.h"
#include "history_ring.h"

#define HISTORY_NOWHERE ((size_t)-1)

static trp__kept *history_kept_at(const trp_history *history, size_t place)
{
    return (trp__kept *)(void *)((unsigned char *)history->desc.memory + place);
}

/* The ring */

static size_t history_end_of(const trp_history *history, size_t place)
{
    return place + sizeof(trp__kept) + trp__padded(history_kept_at(history, place)->bytes);
}

static void history_drop_oldest(trp_history *history)
{
    history->oldest = history_kept_at(history, history->oldest)->next;
    history->count--;
}

static void history_drop_newest(trp_history *history)
{
    history->newest = history_kept_at(history, history->newest)->prev;
    history->count--;
}

/* Whether the oldest state overlaps this many bytes at a place. */
static bool history_is_in_way(const trp_history *history, size_t place, size_t bytes)
{
    return history->count != 0 && history->oldest < place + bytes &&
           place < history_end_of(history, history->oldest);
}

/* Makes room after the newest state; an empty ring has enough. Returns the place. */
static size_t history_make_room(trp_history *history, size_t bytes)
{
    size_t place = history->count != 0 ? history_end_of(history, history->newest) : 0;

    if (bytes > history->desc.bytes - place) {
        /* the states between here and the end are the oldest */
        while (history->count != 0 && history->oldest >= place)
            history_drop_oldest(history);
        place = 0;
    }
    while (history_is_in_way(history, place, bytes))
        history_drop_oldest(history);
    return place;
}

/* Copies padded bytes to a lower address, which they may overlap. */
static void history_move_down(void *to, const void *from, size_t bytes)
{
    const size_t distance = (size_t)((const unsigned char *)from - (unsigned char *)to);

    for (size_t at = 0, step; distance != 0 && at < bytes; at += step) {
        step = bytes - at < distance ? bytes - at : distance; /* so they do not overlap */
        memcpy((unsigned char *)to + at, (const unsigned char *)from + at, step);
    }
}

/* Moves the states to the beginning of a ring with fewer bytes; drops the oldest that have no
 * room. */
static void history_shrink(trp_history *history, size_t bytes)
{
    size_t shift, end;

    bytes -= bytes % TRP__IMAGE_ALIGNMENT;
    /* where the ring has wrapped, its end has the oldest */
    while (history->count != 0 &&
           (history->oldest > history->newest ||
            history_end_of(history, history->newest) - history->oldest > bytes))
        history_drop_oldest(history);
    history->desc.bytes = bytes;
    if (history->count == 0)
        return;
    shift = history->oldest;
    end = history_end_of(history, history->newest);
    history_move_down(history->desc.memory, history_kept_at(history, shift), end - shift);
    history->oldest = 0;
    history->newest -= shift;
    for (size_t place = 0; place <= history->newest; place = history_end_of(history, place)) {
        history_kept_at(history, place)->prev -= shift;
        history_kept_at(history, place)->next -= shift;
    }
}

/* Appends a state at a place with room. */
static void history_append(trp_history *history, size_t place, const trp__kept *kept)
{
    trp__kept *at = history_kept_at(history, place);

    *at = *kept;
    at->prev = history->newest;
    if (history->count != 0)
        history_kept_at(history, history->newest)->next = place;
    else
        history->oldest = place;
    history->newest = place;
    history->count++;
}

/* The place of the state of a tick, or HISTORY_NOWHERE. */
static size_t history_find(const trp_history *history, uint64_t tick)
{
    size_t place = history->newest;

    for (uint32_t i = 0; i < history->count; i++) {
        const trp__kept *kept = history_kept_at(history, place);
        if (kept->tick == tick)
            return place;
        place = kept->prev;
    }
    return HISTORY_NOWHERE;
}

static trp__image *history_image(const trp_history *history, uint32_t number)
{
    return (trp__image *)(void *)(history->images + number * history->desc.room);
}

/* An image that is neither the newest state nor the one found last. */
static uint32_t history_spare(const trp_history *history)
{
    if (history->found_image == history->newest_image)
        return (history->newest_image + 1) % 3;
    return 3 - history->newest_image - history->found_image;
}

/* Finding */

/* A state that is stored as a snapshot; NULL: there is only a delta. */
static const trp__image *history_ready(const trp_history *history, size_t place)
{
    const trp__kept *kept = history_kept_at(history, place);

    if (history->images != NULL && place == history->newest)
        return history_image(history, history->newest_image);
    if (!kept->is_delta)
        return (const trp__image *)(const void *)(kept + 1);
    return place == history->found ? history_image(history, history->found_image) : NULL;
}

/* The snapshot of a state. */
static const trp__image *history_snapshot(trp_history *history, size_t place)
{
    size_t at = place;
    const trp__image *image;

    while ((image = history_ready(history, at)) == NULL)
        at = history_kept_at(history, at)->next;
    while (at != place) {
        const uint32_t number = history_spare(history);
        at = history_kept_at(history, at)->prev;
        trp__delta_read(image, (const unsigned char *)(history_kept_at(history, at) + 1),
                        history_image(history, number));
        image = history_image(history, number);
        history->found = at;
        history->found_image = number;
    }
    return image;
}

/* Room */

/* Gives each image this room, from the end of the ring. */
static void history_grow(trp_history *history, size_t room)
{
    const trp__image *newest =
        history->count != 0 ? history_image(history, history->newest_image) : NULL;

    history_shrink(history, history->desc.bytes - 3 * (room - history->desc.room));
    history->images = (unsigned char *)history->desc.memory + history->desc.bytes;
    history->desc.room = room;
    history->newest_image = history->found_image = 0;
    history->found = HISTORY_NOWHERE;
    if (newest != NULL)
        history_move_down(history->images, newest, trp__padded((size_t)newest->bytes));
}

/* Whether there is room for a state of so many bytes; with `grows` the images get it. */
static bool history_has_room(trp_history *history, size_t bytes)
{
    const size_t all = history->desc.bytes + 3 * history->desc.room;
    const size_t limit = all > sizeof(trp__kept) ? (all - sizeof(trp__kept)) / 3 : 0;
    size_t most;
    size_t room;

    if (history->images == NULL)
        return sizeof(trp__kept) + trp__padded(bytes) <= history->desc.bytes;
    if (bytes <= history->desc.room || !history->grows)
        return true; /* or the save says so */
    (void)trp_snapshot_bytes(history->world, &most);
    room = trp__padded(most - bytes < bytes / 2 ? most : bytes + bytes / 2);
    if (room > limit)
        room = trp__padded(bytes);
    if (room > limit)
        return false;
    history_grow(history, room);
    return true;
}

/* Keeping */

/* Drops the states of this tick and later ones; with deltas the newest remaining one becomes an
 * image. */
static void history_forget(trp_history *history, uint64_t tick)
{
    size_t place = history->newest;
    uint32_t gone = 0;
    const trp__image *image;

    while (gone < history->count && history_kept_at(history, place)->tick >= tick) {
        place = history_kept_at(history, place)->prev;
        gone++;
    }
    if (gone != 0 && gone != history->count && history->images != NULL) {
        image = history_snapshot(history, place);
        if (place != history->found) /* it is in the ring; no image is needed any more */
            memcpy(history_image(history, history->found_image), image, (size_t)image->bytes);
        history->newest_image = history->found_image;
        history_kept_at(history, place)->bytes = 0;
        history_kept_at(history, place)->is_delta = 0;
    }
    for (; gone > 0; gone--)
        history_drop_newest(history);
}

/* Appends it; false: even the empty ring has no room. */
static bool history_put(trp_history *history, const trp__kept *kept, const void *bytes)
{
    const size_t all = sizeof *kept + trp__padded(kept->bytes);
    size_t place;

    if (all > history->desc.bytes)
        return false;
    place = history_make_room(history, all);
    history_append(history, place, kept);
    memcpy(history_kept_at(history, place) + 1, bytes, kept->bytes);
    return true;
}

/* Stores the newest state, before this one. */
static void history_store_newest(trp_history *history, const trp__image *next)
{
    const trp__image *image = history_image(history, history->newest_image);
    trp__image *spare = history_image(history, history_spare(history));
    trp__kept kept = *history_kept_at(history, history->newest);

    kept.bytes = 0;
    if (history->desc.kind == TRP_HISTORY_REWIND || kept.number != 0)
        kept.bytes = trp__delta_write(next, image, (unsigned char *)spare, history->desc.room);
    kept.is_delta = kept.bytes != 0;
    if (!kept.is_delta)
        kept.bytes = (size_t)image->bytes;
    history_drop_newest(history);
    if (!history_put(history, &kept, kept.is_delta ? spare : image))
        history->count = 0; /* without it there is no way to earlier ones */
}

/* Saves the present state, of so many bytes. */
static trp_result history_keep(trp_history *history, size_t bytes)
{
    const trp_world *world = history->world;
    const uint32_t every = history->desc.keyframe_every != 0 ? history->desc.keyframe_every : 60;
    const bool has_images = history->images != NULL;
    size_t place = 0;
    trp__kept kept;
    uint32_t number;
    trp_result result;

    memset(&kept, 0, sizeof kept);
    kept.tick = world->state.ticks;
    history_forget(history, kept.tick);
    history->found = HISTORY_NOWHERE;
    history->found_image = history->newest_image;
    number = history_spare(history);
    if (!has_images)
        place = history_make_room(history, sizeof kept + trp__padded(bytes));
    result = trp__save_image(
        world,
        has_images ? (void *)history_image(history, number) : history_kept_at(history, place) + 1,
        has_images ? history->desc.room : bytes, &bytes, TRP__TEXT("trp_history_save"));
    if (result != TRP_OK)
        return result;
    history->last_bytes = bytes;
    kept.hash = history->desc.hashes ? trp_hash_world(world) : 0;
    if (!has_images) {
        kept.bytes = bytes;
        history_append(history, place, &kept);
        return TRP_OK;
    }
    history->found_image = number; /* so it is not spare */
    if (history->count != 0) {
        kept.number = (history_kept_at(history, history->newest)->number + 1) % every & 0x7FFFFFFFu;
        history_store_newest(history, history_image(history, number));
    }
    (void)history_put(history, &kept, history->images);
    history->newest_image = number;
    return TRP_OK;
}

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
    history_grow(history, trp__padded(room));
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
                     trp__region_over(world, history, sizeof *history) != NULL ||
                         trp__region_over(world, desc->memory, desc->bytes) != NULL,
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
    result = history_has_room(history, bytes) ? history_keep(history, bytes)
                                              : history_full(history, bytes);
    if (result != TRP_OK)
        return result;
    history->saved++;
    while (history->desc.ticks != 0 && history->count > history->desc.ticks)
        history_drop_oldest(history);
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
    place = history_find(history, tick);
    if (place == HISTORY_NOWHERE)
        return TRP_GONE;
    image = history_snapshot(history, place);
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
                             ? history_find(history, tick)
                             : HISTORY_NOWHERE;
    const trp__image *image = place != HISTORY_NOWHERE ? history_snapshot(history, place) : NULL;

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
    return history_count(history) != 0 ? history_kept_at(history, history->oldest)->tick : 0;
}

uint64_t trp_history_last(const trp_history *history)
{
    return history_count(history) != 0 ? history_kept_at(history, history->newest)->tick : 0;
}

/* Whether the oldest state is more than desc.keep ticks before this tick. */
static bool history_is_old(const trp_history *history, uint64_t tick)
{
    const uint64_t then = history_kept_at(history, history->oldest)->tick;

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
        history_drop_oldest(history);
    return TRP_OK;
}

bool trp_history_hash(const trp_history *history, uint64_t tick, uint64_t *hash)
{
    size_t place;

    if (history == NULL || history->world == NULL || hash == NULL || !history->desc.hashes ||
        !history->is_confirmed || tick > history->confirmed)
        return false;
    place = history_find(history, tick);
    if (place == HISTORY_NOWHERE)
        return false;
    *hash = history_kept_at(history, place)->hash;
    return true;
}

trp_history_facts trp_history_info(const trp_history *history)
{
    trp_history_facts facts = {0};

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
    for (uint32_t i = 0; i < history->count; i++, place = history_kept_at(history, place)->prev)
        bytes += sizeof(trp__kept) + trp__padded(history_kept_at(history, place)->bytes);
    return bytes;
}
