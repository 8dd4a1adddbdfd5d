/*
 * The layout of a snapshot, and its validity.
 */
#include "state.h"

uint64_t trp__image_magic(void)
{
    uint64_t magic = TRP__IMAGE_MAGIC;

    magic = trp__mix(magic, sizeof(trp__image));
    magic = trp__mix(magic, sizeof(trp__pool_state));
    magic = trp__mix(magic, sizeof(trp__layer_state));
    magic = trp__mix(magic, sizeof(trp__chunk));
    magic = trp__mix(magic, sizeof(trp__cell) + sizeof(trp__listing) * 256);
    return magic;
}

static uint64_t snapshot_image_sum_structure(const trp__image *image)
{
    trp__image head = *image;

    head.check = 0;
    return trp__sum_bytes(image + 1, (size_t)image->structure - sizeof head,
                          trp__sum_bytes(&head, sizeof head, 0));
}

static uint64_t snapshot_image_sum_rest(const trp__image *image)
{
    const unsigned char *memory = (const unsigned char *)image;

    trp__mark_read(memory + image->structure, (size_t)(image->bytes - image->structure));
    return trp__sum_bytes(memory + image->structure, (size_t)(image->bytes - image->structure), 0);
}

/* Whether there is a header, and a structure that was not changed. */
static bool snapshot_image_is_whole(const void *memory, size_t size)
{
    const trp__image *image = (const trp__image *)memory;

    return size >= sizeof *image && image->magic == trp__image_magic() && image->bytes <= size &&
           image->structure <= image->bytes && image->structure >= sizeof *image &&
           image->check == snapshot_image_sum_structure(image);
}

const char *trp__room_text(char text[TRP__BYTES_TEXT], const char *what, size_t needed,
                           size_t given)
{
    return TRP__WORDS(text, TRP__BYTES_TEXT,
                      "%s needs %zu bytes, and %zu are given. See trp_snapshot_bytes()", what,
                      needed, given);
}

void trp__image_fail(void *memory, size_t size, size_t needed)
{
    const uint64_t mark[3] = {TRP__IMAGE_FAILED, needed, size};

    if (size >= sizeof mark)
        memcpy(memory, mark, sizeof mark);
}

const char *trp__image_failure(char text[TRP__BYTES_TEXT], const void *memory, size_t size)
{
    uint64_t mark[3];

    if (size < sizeof mark)
        return NULL;
    memcpy(mark, memory, sizeof mark);
    if (mark[0] != TRP__IMAGE_FAILED)
        return NULL;
    return trp__room_text(text, TRP__TEXT("the save into this memory failed: the snapshot"),
                          (size_t)mark[1], (size_t)mark[2]);
}

trp_result trp__image_check(const void *memory, size_t size)
{
    const trp__image *image = (const trp__image *)memory;

    if (memory == NULL)
        return TRP_ERR_NULL;
    if ((uintptr_t)memory % TRP_ALIGNMENT != 0)
        return TRP_ERR_ALIGN;
    if (!snapshot_image_is_whole(memory, size) ||
        (image->is_sealed != 0 && image->seal != snapshot_image_sum_rest(image)))
        return TRP_ERR_DAMAGED;
    return TRP_OK;
}

void trp__image_close(void *memory)
{
    trp__image *image = (trp__image *)memory;

    image->check = snapshot_image_sum_structure(image);
    if (TRP__DEBUGS)
        (void)trp_snapshot_seal(memory, (size_t)image->bytes);
}

trp_result trp_snapshot_seal(void *memory, size_t size)
{
    trp__image *image = (trp__image *)memory;
    const trp_result result = trp__image_check(memory, size);

    if (result != TRP_OK || image->is_sealed != 0)
        return result;
    image->seal = snapshot_image_sum_rest(image);
    image->is_sealed = 1;
    image->check = snapshot_image_sum_structure(image);
    return TRP_OK;
}

/* The next page, and the number of its elements. */
static const void *snapshot_image_take(const unsigned char **at, size_t size, uint32_t *count)
{
    const size_t bytes = (size_t)trp__page_at(*at)->bytes;

    *count = (uint32_t)(bytes / size);
    return trp__take_page(at, bytes);
}

static trp__pieces snapshot_image_pieces(const trp_world *world, uint32_t number,
                                         const unsigned char *at)
{
    trp__pieces pieces = {0};
    uint32_t count;

    if (number == world->pool_count)
        return pieces;
    pieces.pool = world->pools[number];
    pieces.state = (const trp__pool_state *)snapshot_image_take(&at, sizeof *pieces.state, &count);
    pieces.after = at;
    if (pieces.pool->desc.transient)
        return pieces;
    pieces.chunks = (const trp__chunk *)snapshot_image_take(&at, sizeof *pieces.chunks, &count);
    pieces.cells = (const trp__cell *)snapshot_image_take(&at, sizeof *pieces.cells, &pieces.used);
    pieces.order =
        (const trp__listing *)snapshot_image_take(&at, sizeof *pieces.order, &pieces.entries);
    pieces.actors = (trp_actor *const *)snapshot_image_take(&at, sizeof *pieces.actors, &count);
    pieces.ends = (const trp__end *)snapshot_image_take(&at, sizeof *pieces.ends, &count);
    pieces.after = at;
    return pieces;
}

trp__pieces trp__first_pieces(const trp__image *image, const trp_world *world)
{
    return snapshot_image_pieces(world, 0,
                                 (const unsigned char *)trp__image_layers(image) +
                                     trp__padded(world->layer_count * sizeof(trp__layer_state)));
}

trp__pieces trp__next_pieces(const trp__pieces *last)
{
    return snapshot_image_pieces(last->pool->world, last->pool->number + 1, last->after);
}

static trp__saved_part snapshot_image_part(trp__part *part, bool is_region, const unsigned char *at)
{
    trp__saved_part saved = {0};

    while (part != NULL && trp__is_region(part) != is_region)
        part = part->next;
    if (part == NULL)
        return saved;
    saved.part = part;
    saved.table = trp__table_of(part);
    saved.count = (size_t)trp__page_at(at)->bytes;
    saved.row = trp__page_at(at)->row;
    saved.is_region = is_region;
    saved.bytes = at + sizeof(trp__page);
    return saved;
}

trp__saved_part trp__first_part(const trp__image *image, const trp_world *world, bool is_region)
{
    return snapshot_image_part(world->parts, is_region,
                               (const unsigned char *)image +
                                   (is_region ? image->regions : image->parts));
}

trp__saved_part trp__next_part(const trp__saved_part *last)
{
    return snapshot_image_part(last->part->next, last->is_region,
                               last->bytes + trp__padded(last->count));
}
