/*
 * Differences of pools: lives and payloads slot by slot, orders, free slots.
 */
#include "diffing.h"

/* A pool in one of the snapshots. Payloads are read in the order of slots. */
typedef struct diff_pool_side {
    trp__pieces pieces;
    trp__spans spans;
    const unsigned char *payload; /* of the span */
    const unsigned char *next;    /* the page behind it */
} diff_pool_side;

/* The bytes of a taken slot; slots are requested in ascending order. NULL: an external actor, whose
 * bytes are in its region. */
static const unsigned char *diff_pool_payload_of(diff_pool_side *of, uint32_t slot)
{
    const trp_pool *pool = of->pieces.pool;

    if (pool->actors != NULL)
        return NULL;
    while (slot >= of->spans.to) {
        (void)trp__next_span(&of->spans); /* a taken slot is in a span */
        of->payload = (const unsigned char *)trp__take_page(&of->next, trp__span_bytes(&of->spans));
    }
    return of->payload + (slot - of->spans.from) * pool->stride;
}

/* A chunk that has come back since may have later generations now. */
static trp__cell diff_pool_cell_of(const diff_pool_side *of, const trp__extent *extent,
                                   uint32_t slot)
{
    return slot < of->pieces.used
               ? of->pieces.cells[slot]
               : trp__vacant_cell(
                     of->pieces.pool, extent, slot,
                     extent->chunk == 0 ? 1 : of->pieces.chunks[extent->chunk - 1].generation);
}

static void diff_pool_tell_cells(trp__diffing *in, trp_difference_kind kind, const trp_pool *pool,
                                 uint32_t slot, trp__cell a, trp__cell b)
{
    if (!trp__diff_begin(in, kind, pool, slot))
        return;
    in->now.generation_a = a.generation;
    in->now.generation_b = b.generation;
    if (kind == TRP_DIFFERS_LIFE)
        trp__put(&in->text,
                 trp__is_taken(a.stamp) ? ": an actor, and none" : ": none, and an actor");
    else if (kind == TRP_DIFFERS_GENERATION)
        trp__diff_put_both(in, ": generation ", a.generation, b.generation);
    else if (kind == TRP_DIFFERS_STATE && a.stamp >> 30 == b.stamp >> 30)
        trp__put(&in->text, ": the reason of its end, or its culprit");
    else if (kind == TRP_DIFFERS_STATE)
        trp__diff_put_both(in, ": state (1 asleep, 2 expired, 3 active) ", a.stamp >> 30,
                           b.stamp >> 30);
    else
        trp__put(&in->text, ": free slots will be taken in another order");
    trp__diff_end(in);
}

static bool diff_pool_same_end(const diff_pool_side *a, const diff_pool_side *b, uint32_t slot)
{
    return a->pieces.pool->ends == NULL || !trp__is_expired(a->pieces.cells[slot].stamp) ||
           trp__same_bytes(&a->pieces.ends[slot], &b->pieces.ends[slot], sizeof(trp__end));
}

static void diff_slot(trp__diffing *in, diff_pool_side *a, diff_pool_side *b,
                      const trp__extent *extent, uint32_t slot)
{
    const trp_pool *pool = a->pieces.pool;
    const trp__cell one = diff_pool_cell_of(a, extent, slot);
    const trp__cell other = diff_pool_cell_of(b, extent, slot);
    const bool is_taken = trp__is_taken(one.stamp);
    const unsigned char *a_bytes = is_taken ? diff_pool_payload_of(a, slot) : NULL;
    const unsigned char *b_bytes =
        trp__is_taken(other.stamp) ? diff_pool_payload_of(b, slot) : NULL;

    if (is_taken != trp__is_taken(other.stamp))
        diff_pool_tell_cells(in, TRP_DIFFERS_LIFE, pool, slot, one, other);
    else if (one.generation != other.generation)
        diff_pool_tell_cells(in, TRP_DIFFERS_GENERATION, pool, slot, one, other);
    else if (is_taken && (one.stamp >> 30 != other.stamp >> 30 || !diff_pool_same_end(a, b, slot)))
        diff_pool_tell_cells(in, TRP_DIFFERS_STATE, pool, slot, one, other);
    else if (!is_taken && one.stamp != other.stamp)
        diff_pool_tell_cells(in, TRP_DIFFERS_FREE, pool, slot, one, other);
    if (a_bytes != NULL && b_bytes != NULL && one.generation == other.generation)
        trp__diff_payload(in, pool, slot, one.generation, a_bytes, b_bytes);
}

static uint32_t diff_pool_index_at(const trp__pieces *pieces, uint32_t at)
{
    return at < pieces->entries ? pieces->order[at].index & TRP__ENTRY_INDEX : TRP_NO_LINK;
}

/* The first place where the orders of a segment differ. */
static void diff_order(trp__diffing *in, const trp_pool *pool, const trp__pieces *a,
                       const trp__pieces *b)
{
    uint32_t place = 0;

    while (diff_pool_index_at(a, place) == diff_pool_index_at(b, place) && place < a->entries)
        place++;
    if (diff_pool_index_at(a, place) == diff_pool_index_at(b, place) ||
        !trp__diff_begin(in, TRP_DIFFERS_ORDER, pool, TRP_NO_SLOT))
        return;
    trp__say(&in->text, ": order, from the %u. created on", place + 1);
    trp__diff_end(in);
}

void trp__diff_pool(trp__diffing *in, const trp__pieces *a, const trp__pieces *b,
                    const unsigned char **payloads)
{
    const trp_pool *pool = a->pool;
    const uint32_t used = a->used > b->used ? a->used : b->used;
    diff_pool_side sides[2] = {{*a, trp__spans_of(pool, a), NULL, payloads[0]},
                               {*b, trp__spans_of(pool, b), NULL, payloads[1]}};
    trp__extent extent;

    trp__diff_numbers(in, TRP_DIFFERS_POOL, pool, trp__pool_numbers(pool, a->state),
                      trp__pool_numbers(pool, b->state));
    for (uint32_t slot = 0; slot < used; slot = extent.end) {
        extent = trp__extent_at(pool, slot);
        for (uint32_t i = slot; i < extent.end && i < used; i++)
            diff_slot(in, &sides[0], &sides[1], &extent, i);
    }
    payloads[0] = sides[0].next; /* each span has a taken slot, so all were read */
    payloads[1] = sides[1].next;
    if (!trp__in_memory_order(pool))
        diff_order(in, pool->segment, a, b);
}
