/*
 * Histories with deltas. Three images are whole snapshots in separate memory: the newest state, the
 * one found last, and a spare one.
 *
 * Keyframes: the delta of a state is relative to the state before. Rewind: it is relative to the
 * state after; the newest state has only a record until the next one is saved.
 */
#include "../../include/troupe/hash.h"
#include "history_delta.h"
#include "history_ring.h"

uint32_t trp__history_spare(const trp_history *history)
{
    if (history->found_image == history->newest_image)
        return (history->newest_image + 1) % 3;
    return 3 - history->newest_image - history->found_image;
}

/* Finding */

/* The base of a state's delta, and the state whose delta has this one as its base. */
static size_t history_toward(const trp_history *history, size_t place)
{
    const trp__kept *kept = trp__kept_at(history, place);

    return history->desc.kind == TRP_HISTORY_REWIND ? kept->next : kept->prev;
}

static size_t history_away(const trp_history *history, size_t place)
{
    const trp__kept *kept = trp__kept_at(history, place);

    return history->desc.kind == TRP_HISTORY_REWIND ? kept->prev : kept->next;
}

/* A state that is stored as a snapshot; NULL: there is only a delta. */
static const void *history_ready(const trp_history *history, size_t place)
{
    const trp__kept *kept = trp__kept_at(history, place);

    if (history->images != NULL && place == history->newest)
        return trp__history_image(history, history->newest_image);
    if (kept->depth == 0)
        return kept + 1;
    return place == history->found ? trp__history_image(history, history->found_image) : NULL;
}

const void *trp__history_snapshot(trp_history *history, size_t place)
{
    size_t at = place;
    const void *image;

    while ((image = history_ready(history, at)) == NULL)
        at = history_toward(history, at);
    while (at != place) {
        const uint32_t number = trp__history_spare(history);
        at = history_away(history, at);
        trp__delta_read((const trp__image *)image,
                        (const unsigned char *)(trp__kept_at(history, at) + 1),
                        (trp__image *)(void *)trp__history_image(history, number));
        image = trp__history_image(history, number);
        history->found = at;
        history->found_image = number;
    }
    return image;
}

/* Saving */

/* Drops the states of this tick and later ones; the newest remaining state becomes an image. */
static void history_forget(trp_history *history, uint64_t tick)
{
    size_t place = history->newest;
    uint32_t gone = 0;
    const void *image;

    while (gone < history->count && trp__kept_at(history, place)->tick >= tick) {
        place = trp__kept_at(history, place)->prev;
        gone++;
    }
    if (gone == 0)
        return;
    if (gone == history->count) {
        history->count = 0;
        return;
    }
    image = trp__history_snapshot(history, place);
    if (place != history->found) /* it is in the ring; no image is needed any more */
        memcpy(trp__history_image(history, history->found_image), image,
               (size_t)((const trp__image *)image)->bytes);
    history->newest_image = history->found_image;
    for (; gone > 0; gone--)
        trp__history_drop_newest(history);
    if (history->desc.kind == TRP_HISTORY_REWIND) {
        trp__kept_at(history, place)->bytes = 0;
        trp__kept_at(history, place)->depth = 0;
    }
}

/* The form in which a state is stored: a delta relative to `from`, in the spare image; or the
 * snapshot. */
static const void *history_code(trp_history *history, const void *from, const void *image,
                                trp__kept *kept)
{
    unsigned char *spare = trp__history_image(history, trp__history_spare(history));

    kept->bytes = from != NULL
                      ? trp__delta_write((const trp__image *)from, (const trp__image *)image, spare,
                                         history->desc.room)
                      : 0;
    if (kept->bytes != 0)
        return spare;
    kept->depth = 0;
    kept->bytes = (size_t)((const trp__image *)image)->bytes;
    return image;
}

/* Appends it; false: even the empty ring has no room. */
static bool history_put(trp_history *history, const trp__kept *kept, const void *bytes)
{
    const size_t all = sizeof *kept + trp__padded(kept->bytes);
    size_t place;

    if (all > history->desc.bytes)
        return false;
    place = trp__history_make_room(history, all);
    if (kept->depth != 0 && history->count == 0 && history->desc.kind == TRP_HISTORY_KEYFRAMES)
        return false; /* its base had to be dropped */
    trp__history_append(history, place, kept);
    memcpy(trp__kept_at(history, place) + 1, bytes, kept->bytes);
    return true;
}

static uint32_t history_keyframe_every(const trp_history *history)
{
    return history->desc.keyframe_every != 0 ? history->desc.keyframe_every : 60;
}

static trp_result history_put_keyframe(trp_history *history, const void *image, trp__kept *kept)
{
    const void *newest = NULL;
    const void *bytes;

    if (history->count != 0) {
        kept->depth = trp__kept_at(history, history->newest)->depth + 1;
        if (kept->depth < history_keyframe_every(history))
            newest = trp__history_image(history, history->newest_image);
    }
    bytes = history_code(history, newest, image, kept);
    if (history_put(history, kept, bytes))
        return TRP_OK;
    bytes = history_code(history, NULL, image, kept);
    return history_put(history, kept, bytes)
               ? TRP_OK
               : trp__history_full(history, sizeof *kept + trp__padded(kept->bytes));
}

static void history_put_rewind(trp_history *history, const void *image, const trp__kept *kept)
{
    trp__kept last;
    const void *bytes;

    if (history->count != 0) {
        last = *trp__kept_at(history, history->newest);
        last.depth = 1;
        bytes =
            history_code(history, image, trp__history_image(history, history->newest_image), &last);
        trp__history_drop_newest(history);
        if (!history_put(history, &last, bytes))
            history->count = 0;
    }
    (void)history_put(history, kept, image);
}

trp_result trp__history_save_delta(trp_history *history)
{
    const trp_world *world = history->world;
    trp__kept kept;
    uint32_t number;
    unsigned char *image;
    trp_result result;

    memset(&kept, 0, sizeof kept);
    kept.tick = world->state.ticks;
    history_forget(history, kept.tick);
    history->found = TRP__NOWHERE;
    history->found_image = history->newest_image;
    number = trp__history_spare(history);
    image = trp__history_image(history, number);
    result = trp__save_image(world, image, history->desc.room, &history->last_bytes,
                             TRP__TEXT("trp_history_save"));
    if (result != TRP_OK)
        return result;
    history->found_image = number; /* so it is not spare */
    kept.hash = history->desc.hashes ? trp_hash_world(world) : 0;
    if (history->desc.kind == TRP_HISTORY_REWIND)
        history_put_rewind(history, image, &kept);
    else
        result = history_put_keyframe(history, image, &kept);
    if (result == TRP_OK)
        history->newest_image = number;
    return result;
}
