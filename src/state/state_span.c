/*
 * The slots of a pool whose payloads are copied. Where at least half of a word's slots are taken the word is copied whole, holes and
 * all; elsewhere by runs. Which slots they are follows from the ledger alone, so a snapshot need not say it.
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

trp__cell trp__view_cell(const trp__view *view, uint32_t slot)
{
    const trp__cell none = {0, TRP__STAMP_RETIRED};

    if (view->cells != NULL)
        return view->cells[slot];
    return trp__is_present(view->pool, slot) ? *trp__cell_of(view->pool, slot) : none;
}

trp__spans trp__spans_of(trp__view view)
{
    trp__spans spans = {view, {0, 0, NULL, NULL, 0}, 0, 0, 0, false};

    /* what is not free is taken or retired, or not there */
    spans.by_cells = TRP__POISONS || !trp__in_memory_order(view.pool) || view.state->missing != 0;
    return spans;
}

/* The slots of this word that are copied, of those from `at` up to the end of the extent. */
static trp__word span_word(const trp__spans *spans, uint32_t end)
{
    const trp__view *view = &spans->view;
    const uint32_t index = spans->at / TRP__WORD_BITS;
    const uint32_t first = index * TRP__WORD_BITS;
    const trp__cell *cells = view->cells != NULL ? view->cells + first : NULL;
    trp__word word = 0;

    if (!spans->by_cells)
        word = ~view->words[2 * (size_t)index + TRP__FREE];
    else
    {
        const uint32_t last = end - first < TRP__WORD_BITS ? end - first : TRP__WORD_BITS;
        if (cells == NULL && spans->extent.first <= first)
            cells = spans->extent.cells + (first - spans->extent.first);
        for (uint32_t i = spans->at - first; i < last; i++)
        {
            const uint32_t stamp =
                cells != NULL ? cells[i].stamp : trp__view_cell(view, first + i).stamp;
            word |= (trp__word)trp__is_taken(stamp) << i;
        }
    }
    word &= ~(trp__bit(spans->at) - 1);
    if (end - first < TRP__WORD_BITS)
        word &= trp__bit(end) - 1;
    return word;
}

static bool is_dense(trp__word word)
{
    return !TRP__POISONS && (word == ~(trp__word)0 || trp__count_bits(word) >= TRP__WORD_BITS / 2);
}

/* A span that begins in this word. */
static void take_span(trp__spans *spans, trp__word word, uint32_t end)
{
    uint32_t first = spans->at / TRP__WORD_BITS * TRP__WORD_BITS;
    const uint32_t lowest = trp__lowest_bit(word);
    const trp__word holes = ~(word >> lowest);

    spans->from = first + lowest;
    if (!is_dense(word))
    {
        spans->to =
            spans->from + (holes != 0 ? trp__lowest_bit(holes) : (uint32_t)TRP__WORD_BITS - lowest);
        spans->at = spans->to;
        return;
    }
    do
    {
        spans->to = first + trp__highest_bit(word) + 1;
        first += TRP__WORD_BITS;
        spans->at = first < end ? first : end;
    } while (first < end && is_dense(word = span_word(spans, end)));
}

bool trp__next_span(trp__spans *spans)
{
    while (spans->at < spans->view.used)
    {
        uint32_t end;
        trp__word word;
        if (spans->at >= spans->extent.end)
            spans->extent = trp__extent_at(spans->view.pool, spans->at);
        end = spans->extent.end < spans->view.used ? spans->extent.end : spans->view.used;
        if (spans->extent.cells == NULL)
        {
            spans->at = end;
            continue;
        }
        word = span_word(spans, end);
        if (word != 0)
        {
            take_span(spans, word, end);
            return true;
        }
        spans->at = (spans->at / TRP__WORD_BITS + 1) * TRP__WORD_BITS;
        if (spans->at > end)
            spans->at = end;
    }
    return false;
}

unsigned char *trp__span_slots(const trp__spans *spans)
{
    return spans->extent.slots + (spans->from - spans->extent.first) * spans->view.pool->stride;
}
