/*
 * States are kept and found. Without deltas they are saved into the ring. With deltas, three images
 * are whole snapshots in separate memory: the newest state, the one found last, and a spare one. In
 * the ring, the newest state has only a record until the next one is saved. Then it is stored: as a
 * delta relative to that one, or as a snapshot if it is a keyframe.
 */
#include "../../include/troupe/hash.h"
#include "history_ring.h"

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
    const trp__kept *kept = trp__kept_at(history, place);

    if (history->images != NULL && place == history->newest)
        return history_image(history, history->newest_image);
    if (!kept->is_delta)
        return (const trp__image *)(const void *)(kept + 1);
    return place == history->found ? history_image(history, history->found_image) : NULL;
}

const trp__image *trp__history_snapshot(trp_history *history, size_t place)
{
    size_t at = place;
    const trp__image *image;

    while ((image = history_ready(history, at)) == NULL)
        at = trp__kept_at(history, at)->next;
    while (at != place) {
        const uint32_t number = history_spare(history);
        at = trp__kept_at(history, at)->prev;
        trp__delta_read(image, (const unsigned char *)(trp__kept_at(history, at) + 1),
                        history_image(history, number));
        image = history_image(history, number);
        history->found = at;
        history->found_image = number;
    }
    return image;
}

/* Room */

void trp__history_grow(trp_history *history, size_t room)
{
    const trp__image *newest =
        history->count != 0 ? history_image(history, history->newest_image) : NULL;

    trp__history_shrink(history, history->desc.bytes - 3 * (room - history->desc.room));
    history->images = (unsigned char *)history->desc.memory + history->desc.bytes;
    history->desc.room = room;
    history->newest_image = history->found_image = 0;
    history->found = TRP__NOWHERE;
    if (newest != NULL)
        trp__history_move_down(history->images, newest, trp__padded((size_t)newest->bytes));
}

bool trp__history_has_room(trp_history *history, size_t bytes)
{
    const size_t all = history->desc.bytes + 3 * history->desc.room;
    const size_t limit = all > sizeof(trp__kept) ? (all - sizeof(trp__kept)) / 3 : 0;
    const size_t most = trp__snapshot_most(history->world);
    size_t room = trp__padded(most - bytes < bytes / 2 ? most : bytes + bytes / 2);

    if (history->images == NULL)
        return sizeof(trp__kept) + trp__padded(bytes) <= history->desc.bytes;
    if (bytes <= history->desc.room || !history->grows)
        return true; /* or the save says so */
    if (room > limit)
        room = trp__padded(bytes);
    if (room > limit)
        return false;
    trp__history_grow(history, room);
    return true;
}

/* Saving */

/* Drops the states of this tick and later ones; with deltas the newest remaining one becomes an
 * image. */
static void history_forget(trp_history *history, uint64_t tick)
{
    size_t place = history->newest;
    uint32_t gone = 0;
    const trp__image *image;

    while (gone < history->count && trp__kept_at(history, place)->tick >= tick) {
        place = trp__kept_at(history, place)->prev;
        gone++;
    }
    if (gone != 0 && gone != history->count && history->images != NULL) {
        image = trp__history_snapshot(history, place);
        if (place != history->found) /* it is in the ring; no image is needed any more */
            memcpy(history_image(history, history->found_image), image, (size_t)image->bytes);
        history->newest_image = history->found_image;
        trp__kept_at(history, place)->bytes = 0;
        trp__kept_at(history, place)->is_delta = 0;
    }
    for (; gone > 0; gone--)
        trp__history_drop_newest(history);
}

/* Appends it; false: even the empty ring has no room. */
static bool history_put(trp_history *history, const trp__kept *kept, const void *bytes)
{
    const size_t all = sizeof *kept + trp__padded(kept->bytes);
    size_t place;

    if (all > history->desc.bytes)
        return false;
    place = trp__history_make_room(history, all);
    trp__history_append(history, place, kept);
    memcpy(trp__kept_at(history, place) + 1, bytes, kept->bytes);
    return true;
}

/* Stores the newest state, before this one. */
static void history_store_newest(trp_history *history, const trp__image *next)
{
    const trp__image *image = history_image(history, history->newest_image);
    trp__image *spare = history_image(history, history_spare(history));
    trp__kept kept = *trp__kept_at(history, history->newest);

    kept.bytes = 0;
    if (history->desc.kind == TRP_HISTORY_REWIND || kept.number != 0)
        kept.bytes = trp__delta_write(next, image, (unsigned char *)spare, history->desc.room);
    kept.is_delta = kept.bytes != 0;
    if (!kept.is_delta)
        kept.bytes = (size_t)image->bytes;
    trp__history_drop_newest(history);
    if (!history_put(history, &kept, kept.is_delta ? spare : image))
        history->count = 0; /* without it there is no way to earlier ones */
}

trp_result trp__history_keep(trp_history *history, size_t bytes)
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
    history->found = TRP__NOWHERE;
    history->found_image = history->newest_image;
    number = history_spare(history);
    if (!has_images)
        place = trp__history_make_room(history, sizeof kept + trp__padded(bytes));
    result = trp__save_image(
        world,
        has_images ? (void *)history_image(history, number) : trp__kept_at(history, place) + 1,
        has_images ? history->desc.room : bytes, &bytes, TRP__TEXT("trp_history_save"));
    if (result != TRP_OK)
        return result;
    history->last_bytes = bytes;
    kept.hash = history->desc.hashes ? trp_hash_world(world) : 0;
    if (!has_images) {
        kept.bytes = bytes;
        trp__history_append(history, place, &kept);
        return TRP_OK;
    }
    history->found_image = number; /* so it is not spare */
    if (history->count != 0) {
        kept.number = (trp__kept_at(history, history->newest)->number + 1) % every & 0x7FFFFFFFu;
        history_store_newest(history, history_image(history, number));
    }
    (void)history_put(history, &kept, history->images);
    history->newest_image = number;
    return TRP_OK;
}
