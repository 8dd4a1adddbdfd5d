/*
 * Bars that show how full each part of a pool is.
 */
#include "inspect_internal.h"

enum
{
    INSPECT_FILL_ROWS = 16,
    INSPECT_FILL_COLUMNS = 32
};

/* A bar with a length that shows how full the part is. One actor suffices for a mark, and only a
 * part without free slots has a full bar. */
static void inspect_fill_put_bar(trp__text *text, uint32_t taken, uint32_t slots)
{
    uint32_t marks = slots != 0 ? taken * INSPECT_FILL_COLUMNS / slots : 0;

    if (marks == 0 && taken != 0)
        marks = 1;
    trp__put(text, " |");
    for (uint32_t i = 0; i < INSPECT_FILL_COLUMNS; i++)
        trp__put(text, i < marks ? "#" : " ");
    trp__put(text, "| ");
}

/* The number of slots from one up to another (exclusive), and how many of them are taken. */
static uint32_t inspect_fill_count(const trp_pool *pool, uint32_t from, uint32_t to,
                                   uint32_t *taken)
{
    uint32_t slots = 0;

    *taken = 0;
    for (uint32_t slot = from; slot < to; slot++)
    {
        slots += trp__is_present(pool, slot);
        *taken += trp_pool_at(pool, slot) != NULL;
    }
    return slots;
}

static void inspect_fill_print_stretch(trp__line *line, const trp_pool *pool, uint32_t from,
                                       uint32_t to)
{
    const uint32_t width = trp__digits(pool->state.capacity - 1);
    uint32_t taken;
    const uint32_t slots = inspect_fill_count(pool, from, to, &taken);

    trp__put(&line->text, "  ");
    trp__put_wide(&line->text, from, width);
    trp__put(&line->text, " to ");
    trp__put_wide(&line->text, to - 1, width);
    inspect_fill_put_bar(&line->text, taken, slots);
    if (slots == 0)
        trp__put(&line->text, "given back");
    else
        trp__put_number(&line->text, taken);
    trp__line_end(line);
}

trp_result trp_print_fill(const trp_pool *pool, uint32_t rows, trp_print_fn *print, void *context)
{
    trp__line line;
    uint32_t stretch;

    if (!trp__has_pool(pool, TRP__TEXT("trp_print_fill")) || print == NULL)
        return trp__no_print(trp_pool_world(pool), TRP__TEXT("trp_print_fill"));
    if (rows == 0)
        rows = INSPECT_FILL_ROWS;
    stretch = (pool->state.capacity - 1) / rows + 1;
    trp__line_begin(&line, print, context);
    trp__put(&line.text, "pool '");
    trp__put(&line.text, pool->desc.name);
    trp__put(&line.text, "': ");
    trp__put_number(&line.text, pool->state.live);
    trp__put(&line.text, " of ");
    trp__put_count(&line.text, pool->state.capacity - pool->state.missing, "slot");
    trp__put(&line.text, " taken");
    trp__line_end(&line);
    for (uint32_t from = 0; from < pool->state.capacity; from += stretch)
    {
        const uint32_t left = pool->state.capacity - from;
        inspect_fill_print_stretch(&line, pool, from, from + (left < stretch ? left : stretch));
    }
    return TRP_OK;
}
