/*
 * Copies payloads into a snapshot whose structure has been saved without them.
 */
#include "state.h"

void trp__fill_payloads(const trp_world *world, void *memory)
{
    const trp__image *image = (const trp__image *)memory;
    trp__pieces pieces = trp__first_pieces(image, world);

    for (uint32_t i = 0; i < world->pool_count; i++)
    {
        trp__spans spans = trp__spans_of(trp__view_now(world->pools[i]));
        unsigned char *to = (unsigned char *)memory + (size_t)pieces.head->payload;
        while (!world->pools[i]->is_transient && trp__next_span(&spans))
        {
            const size_t bytes = (spans.to - spans.from) * world->pools[i]->stride;
            memcpy(to, trp__span_slots(&spans), bytes);
            to += bytes;
        }
        if (i + 1 < world->pool_count)
            pieces = trp__next_pieces(image, &pieces);
    }
}
