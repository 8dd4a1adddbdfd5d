#include "bitmap.h"

static uint32_t bitmap_words_for(uint32_t bits)
{
    return bits / TRP__WORD_BITS + (bits % TRP__WORD_BITS != 0);
}

size_t trp__bitmap_words(uint32_t slots)
{
    size_t total = 0;
    uint32_t depth = 0;
    do
    {
        slots = bitmap_words_for(slots);
        total += 2 * (size_t)slots;
        depth++;
    } while (slots > 1 || depth < 2);
    return total;
}

void trp__bitmap_init(trp__bitmap *map, trp__word *words, uint32_t slots)
{
    map->depth = 0;
    do
    {
        slots = bitmap_words_for(slots);
        map->levels[map->depth] = words;
        map->words[map->depth] = slots;
        map->depth++;
        for (size_t i = 0; i < 2 * (size_t)slots; i++)
            *words++ = 0;
    } while (slots > 1 || map->depth < 2);
}

void trp__bitmap_fill(trp__bitmap *map, unsigned set, uint32_t slots)
{
    for (uint32_t level = 0; level < map->depth; level++)
    {
        trp__word *words = map->levels[level] + set;
        const uint32_t whole = slots / TRP__WORD_BITS;
        for (uint32_t i = 0; i < whole; i++)
            words[2 * (size_t)i] = ~(trp__word)0;
        if (slots % TRP__WORD_BITS != 0)
            words[2 * (size_t)whole] = trp__bit(slots) - 1;
        slots = map->words[level];
    }
}

void trp__bitmap_raise(trp__bitmap *map, unsigned set, uint32_t word)
{
    for (uint32_t level = 1; level < map->depth; level++)
    {
        trp__word *summary = &map->levels[level][2 * (size_t)(word / TRP__WORD_BITS) + set];
        const trp__word old = *summary;
        *summary = old | trp__bit(word);
        if (old != 0)
            return;
        word /= TRP__WORD_BITS;
    }
}

void trp__bitmap_lower(trp__bitmap *map, unsigned set, uint32_t word)
{
    for (uint32_t level = 1; level < map->depth; level++)
    {
        trp__word *summary = &map->levels[level][2 * (size_t)(word / TRP__WORD_BITS) + set];
        *summary &= ~trp__bit(word);
        if (*summary != 0)
            return;
        word /= TRP__WORD_BITS;
    }
}

void trp__bitmap_add(trp__bitmap *map, unsigned set, uint32_t slot)
{
    const uint32_t index = slot / TRP__WORD_BITS;
    trp__word *word = trp__bitmap_word(map, set, index);
    const trp__word old = *word;

    *word = old | trp__bit(slot);
    if (old == 0)
        trp__bitmap_raise(map, set, index);
}

void trp__bitmap_remove(trp__bitmap *map, unsigned set, uint32_t slot)
{
    const uint32_t index = slot / TRP__WORD_BITS;
    trp__word *word = trp__bitmap_word(map, set, index);

    *word &= ~trp__bit(slot);
    if (*word == 0)
        trp__bitmap_lower(map, set, index);
}

/* Both searches climb until a word has a member on the right side, then follow the nearest bit
 * down. */

uint32_t trp__bitmap_next(const trp__bitmap *map, unsigned set, uint32_t from)
{
    for (uint32_t level = 0; level < map->depth; level++)
    {
        const uint32_t index = from / TRP__WORD_BITS;
        trp__word word;
        if (index >= map->words[level])
            return TRP__NONE;
        word = map->levels[level][2 * (size_t)index + set] & ~(trp__bit(from) - 1);
        if (word != 0)
        {
            uint32_t at = index * TRP__WORD_BITS + trp__lowest_bit(word);
            while (level-- > 0)
                at =
                    at * TRP__WORD_BITS + trp__lowest_bit(map->levels[level][2 * (size_t)at + set]);
            return at;
        }
        from = index + 1;
    }
    return TRP__NONE;
}

uint32_t trp__bitmap_before(const trp__bitmap *map, unsigned set, uint32_t before)
{
    for (uint32_t level = 0; level < map->depth && before > 0; level++)
    {
        const uint32_t index = (before - 1) / TRP__WORD_BITS;
        /* the bits up to before - 1: twice its bit, less one (0 - 1 when that is the word's last)
         */
        const trp__word mask = trp__bit(before - 1) * 2 - 1;
        const trp__word word = map->levels[level][2 * (size_t)index + set] & mask;
        if (word != 0)
        {
            uint32_t at = index * TRP__WORD_BITS + trp__highest_bit(word);
            while (level-- > 0)
                at = at * TRP__WORD_BITS +
                     trp__highest_bit(map->levels[level][2 * (size_t)at + set]);
            return at;
        }
        before = index;
    }
    return TRP__NONE;
}

uint32_t trp__bitmap_lowest_free(const trp__bitmap *map)
{
    return trp__bitmap_next(map, TRP__FREE, 0);
}

void trp__bitmap_summarize(trp__bitmap *map, uint32_t level, uint32_t index)
{
    const uint32_t first = index * TRP__WORD_BITS;

    for (unsigned set = TRP__FREE; set <= TRP__ACTIVE; set++)
    {
        trp__word summary = 0;
        for (uint32_t i = 0; i < TRP__WORD_BITS && first + i < map->words[level - 1]; i++)
            summary |= (trp__word)(map->levels[level - 1][2 * (size_t)(first + i) + set] != 0) << i;
        map->levels[level][2 * (size_t)index + set] = summary;
    }
}
