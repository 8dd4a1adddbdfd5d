/*
 * The slots of a pool whose payloads are copied. If at least half of a word's slots are taken, the
 * word is copied whole, including free slots; otherwise runs of taken slots are copied. The ledger
 * alone determines these slots, so a snapshot need not store them.
 */
#include "state.h"

trp__view trp__view_now(const trp_pool *pool)
{
    trp__view view = {pool, &pool->state, NULL, pool->map.levels[0], 0};

    view.used = pool->actors == NULL ? trp__slots_used(pool) : 0;
    return view;
}

trp__view trp__view_then(const trp_pool *pool, const trp__pieces *pieces)
{
    trp__view view = {pool, &pieces->head->state, pieces->cells, pieces->words, 0};

    view.used = pool->actors == NULL ? pieces->head->used : 0;
    return view;
}

trp__extent trp__extent_at(const trp_pool *pool, uint32_t slot)
{
    trp__extent extent = {0, pool->cell_count, pool->cells, pool->slots, 1};
    const trp__chunk *chunk = pool->chunks;

    if (slot < pool->cell_count)
        return extent;
    while (slot >= chunk->first + chunk->count)
        chunk++;
    extent.first = chunk->first;
    extent.end = chunk->first + chunk->count;
    extent.cells = chunk->memory != NULL ? chunk->cells : NULL;
    extent.slots = chunk->slots;
    extent.generation = chunk->generation;
    return extent;
}

trp__spans trp__spans_of(trp__view view)
{
    trp__spans spans = {view, {0, 0, NULL, NULL, 0}, 0, 0, 0, 0, 0, false};

    /* not free: taken or retired, or not present */
    spans.by_cells = TRP__POISONS || !trp__in_memory_order(view.pool) || view.state->missing != 0;
    return spans;
}

/* The slots to copy of the word that contains `at`, from `at` up to the end of the extent. */
static trp__word span_word(const trp__spans *spans, uint32_t at, uint32_t end)
{
    const trp__view *view = &spans->view;
    const uint32_t index = at / TRP__WORD_BITS;
    const uint32_t first = index * TRP__WORD_BITS;
    const trp__cell *cells =
        view->cells != NULL ? view->cells + at : spans->extent.cells + (at - spans->extent.first);
    trp__word word = 0;

    if (!spans->by_cells)
        word = ~view->words[2 * (size_t)index + TRP__FREE];
    else {
        const uint32_t last = end - first < TRP__WORD_BITS ? end - first : TRP__WORD_BITS;
        for (uint32_t i = at - first; i < last; i++, cells++)
            word |= (trp__word)trp__is_taken(cells->stamp) << i;
    }
    word &= ~(trp__bit(at) - 1);
    if (end - first < TRP__WORD_BITS)
        word &= trp__bit(end) - 1;
    return word;
}

/* Below that, copying runs is faster and shorter. */
static bool state_span_is_dense(trp__word word)
{
    return !TRP__POISONS &&
           (word == ~(trp__word)0 || trp__count_bits(word) >= TRP__WORD_BITS * 3 / 8);
}

/* A run of slots that begins in the current word. */
static void state_span_take_run(trp__spans *spans)
{
    const uint32_t lowest = trp__lowest_bit(spans->word);
    const trp__word holes = ~(spans->word | (trp__bit(lowest) - 1)); /* above it */
    const uint32_t end = holes != 0 ? trp__lowest_bit(holes) : (uint32_t)TRP__WORD_BITS;

    spans->from = spans->at + lowest;
    spans->to = spans->at + end;
    spans->word = holes != 0 ? spans->word & ~(trp__bit(end) - 1) : 0;
}

/* The whole current word, and the dense words after it. */
static void state_span_take_dense(trp__spans *spans, uint32_t end)
{
    trp__word word = spans->word;

    spans->from = spans->at + trp__lowest_bit(word);
    do {
        spans->to = spans->at + trp__highest_bit(word) + 1;
        spans->next = spans->at + TRP__WORD_BITS < end ? spans->at + TRP__WORD_BITS : end;
        if (spans->next == end)
            break;
        spans->at = spans->next;
    } while (state_span_is_dense(word = span_word(spans, spans->at, end)));
    spans->word = 0;
}

bool trp__next_span(trp__spans *spans)
{
    while (spans->word != 0 || spans->next < spans->view.used) {
        uint32_t end;
        if (spans->word != 0) {
            state_span_take_run(spans);
            return true;
        }
        if (spans->next >= spans->extent.end)
            spans->extent = trp__extent_at(spans->view.pool, spans->next);
        end = spans->extent.end < spans->view.used ? spans->extent.end : spans->view.used;
        if (spans->extent.cells == NULL && spans->view.cells == NULL) {
            spans->next = end;
            continue;
        }
        spans->word = span_word(spans, spans->next, end);
        spans->at = spans->next / TRP__WORD_BITS * TRP__WORD_BITS;
        spans->next = spans->at + TRP__WORD_BITS < end ? spans->at + TRP__WORD_BITS : end;
        if (state_span_is_dense(spans->word)) {
            state_span_take_dense(spans, end);
            return true;
        }
    }
    return false;
}

unsigned char *trp__span_slots(const trp__spans *spans)
{
    return spans->extent.slots + (spans->from - spans->extent.first) * spans->view.pool->stride;
}

void trp__leave_chunk(trp_pool *pool, const trp__chunk *chunk)
{
    for (uint32_t i = 0; pool->actors == NULL && i < chunk->count; i++)
        if (trp__is_taken(chunk->cells[i].stamp)) {
            trp_actor *actor = (trp_actor *)(void *)(chunk->slots + i * pool->stride + pool->node);
            actor->stamp = TRP__STAMP_FREE;
            trp__mark_freed(pool, actor);
        }
}
