/*
 * Sorts answers without comparing them: numbers are marked in a bitmap with summaries, then read
 * from it. The time for few numbers among millions is the same as for few among a hundred.
 */
#include "space_internal.h"

#define ORDER_FEW 8
#define ORDER_RANKED 48 /* for fewer numbers, comparing each with each is faster */

static uint32_t order_words(uint32_t numbers)
{
    return (numbers + TRP__WORD_BITS - 1) / TRP__WORD_BITS;
}

size_t trp__marks_words(uint32_t numbers)
{
    size_t words = 0;

    do
    {
        numbers = order_words(numbers);
        words += numbers;
    } while (numbers > 1);
    return words;
}

void trp__marks_init(trp__marks *marks, trp__word *words, uint32_t numbers)
{
    marks->depth = 0;
    do
    {
        numbers = order_words(numbers);
        marks->levels[marks->depth++] = words;
        words += numbers;
    } while (numbers > 1);
}

void trp__marks_raise(trp__marks *marks, uint32_t word)
{
    for (uint32_t level = 2; level < marks->depth; level++)
    {
        trp__word *above = &marks->levels[level][word / TRP__WORD_BITS];
        const trp__word old = *above;
        *above = old | trp__bit(word);
        if (old != 0)
            return;
        word /= TRP__WORD_BITS;
    }
}

/* The numbers in a word of the lowest level. */
TRP__INLINE uint32_t *order_take_word(const trp__marks *marks, uint32_t word, uint32_t *to)
{
    trp__word rest = marks->levels[0][word];

    marks->levels[0][word] = 0;
    for (; rest != 0; rest &= rest - 1)
        *to++ = word * TRP__WORD_BITS + trp__lowest_bit(rest);
    return to;
}

/* Writes the numbers below one word, from `to` on. Returns their end. */
static uint32_t *order_take(const trp__marks *marks, uint32_t level, uint32_t word, uint32_t *to)
{
    trp__word rest;

    if (level == 0)
        return order_take_word(marks, word, to);
    rest = marks->levels[level][word];
    marks->levels[level][word] = 0;
    for (; rest != 0; rest &= rest - 1)
    {
        const uint32_t below = word * TRP__WORD_BITS + trp__lowest_bit(rest);
        to = level == 1 ? order_take_word(marks, below, to)
                        : order_take(marks, level - 1, below, to);
    }
    return to;
}

uint32_t trp__marks_take(trp__marks *marks, uint32_t *numbers)
{
    return (uint32_t)(order_take(marks, marks->depth - 1, 0, numbers) - numbers);
}

static void order_few(uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
    {
        const uint32_t number = numbers[i];
        uint32_t at = i;
        for (; at > 0 && numbers[at - 1] > number; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

/* The place of each is the number of lower ones: no branch depends on them. */
static void order_ranked(uint32_t *numbers, uint32_t count)
{
    uint32_t all[ORDER_RANKED + TRP__RANKED];

    memcpy(all, numbers, count * sizeof *all);
    memset(all + count, 0, TRP__RANKED * sizeof *all);
    for (uint32_t i = 0; i < count; i += TRP__RANKED)
    {
        const uint32_t end = count - i < TRP__RANKED ? count - i : TRP__RANKED;
        uint32_t ranks[TRP__RANKED];
        trp__count_lower(all, count, all + i, ranks);
        for (uint32_t k = 0; k < end; k++)
            numbers[ranks[k]] = all[i + k];
    }
}

void trp__order_numbers(trp_space *space, uint32_t *numbers, uint32_t count)
{
    if (count <= ORDER_FEW / 2)
    {
        order_few(numbers, count);
        return;
    }
    if (count <= ORDER_RANKED)
    {
        order_ranked(numbers, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        trp__mark(&space->marks, numbers[i]);
    trp__marks_take(&space->marks, numbers);
}

static void order_few_pairs(uint64_t *pairs, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
    {
        const uint64_t pair = pairs[i];
        uint32_t at = i;
        for (; at > 0 && pairs[at - 1] > pair; at--)
            pairs[at] = pairs[at - 1];
        pairs[at] = pair;
    }
}

/* Sorts pairs with the same lower number; the other number differs in each. */
static void order_bucket(trp_space *space, uint64_t *pairs, uint32_t count)
{
    const uint64_t low = pairs[0] & ~(uint64_t)UINT32_MAX;
    uint32_t *others = space->chosen;

    if (count <= 2 * ORDER_FEW)
    {
        order_few_pairs(pairs, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        trp__mark(&space->marks, (uint32_t)pairs[i]);
    trp__marks_take(&space->marks, others);
    for (uint32_t i = 0; i < count; i++)
        pairs[i] = low | others[i];
}

/* Counts the pairs of each lower number. Returns the places where they begin, by number. */
static uint32_t *order_begins(const trp_space *space, const uint64_t *pairs, uint32_t count)
{
    uint32_t *begins = space->work;
    uint32_t sum = 0;

    memset(begins, 0, space->top * sizeof *begins);
    for (uint32_t i = 0; i < count; i++)
        begins[trp__low_of(pairs[i])]++;
    for (uint32_t i = 0; i < space->top; i++)
    {
        const uint32_t of_this = begins[i];
        begins[i] = sum;
        sum += of_this;
    }
    return begins;
}

/* By counting the pairs of each lower number. */
static void order_dense_pairs(trp_space *space, const uint64_t *from, uint64_t *to, uint32_t count)
{
    uint32_t *next = order_begins(space, from, count);

    for (uint32_t i = 0; i < count; i++)
        to[next[trp__low_of(from[i])]++] = from[i];
    for (uint32_t i = 1; i < count; i++)
        if (TRP__RARELY(to[i] < to[i - 1]))
        {
            const uint32_t low = trp__low_of(to[i]);
            const uint32_t begin = low != 0 ? next[low - 1] : 0;
            order_bucket(space, to + begin, next[low] - begin);
        }
}

/* The same if few numbers have any pairs: first these are marked. */
static void order_sparse_pairs(trp_space *space, const uint64_t *from, uint64_t *to, uint32_t count)
{
    uint32_t *next = space->work;
    uint32_t *lows = space->listed;
    uint32_t sum = 0;
    uint32_t low_count;

    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t low = trp__low_of(from[i]);
        next[low] = trp__mark(&space->marks, low) ? 1 : next[low] + 1;
    }
    low_count = trp__marks_take(&space->marks, lows);
    for (uint32_t i = 0; i < low_count; i++)
    {
        const uint32_t pairs = next[lows[i]];
        next[lows[i]] = sum;
        sum += pairs;
    }
    for (uint32_t i = 0; i < count; i++)
        to[next[trp__low_of(from[i])]++] = from[i];
    sum = 0;
    for (uint32_t i = 0; i < low_count; i++)
    {
        const uint32_t end = next[lows[i]];
        if (end - sum > 1)
            order_bucket(space, to + sum, end - sum);
        sum = end;
    }
}

/* Writes the pairs of a lower number: their other numbers, sorted. */
static void order_write(trp_space *space, uint32_t low, uint32_t *others, uint64_t *pairs,
                        uint32_t count)
{
    if (count > 1)
        trp__order_numbers(space, others, count);
    for (uint32_t i = 0; i < count; i++)
        pairs[i] = (uint64_t)low << 32 | others[i];
}

/* By counting as well, if there is only room for half of each pair: its place determines its lower
 * number. */
static void order_halves(trp_space *space, uint64_t *pairs, uint32_t count)
{
    uint32_t *others = trp__raw(space);
    uint32_t *next = order_begins(space, pairs, count);
    uint32_t begin = 0;

    for (uint32_t i = 0; i < count; i++)
        others[next[trp__low_of(pairs[i])]++] = (uint32_t)pairs[i];
    for (uint32_t i = 0; i < space->top; i++)
    {
        order_write(space, i, others + begin, pairs + begin, next[i] - begin);
        begin = next[i];
    }
}

/* By exchanging, without further room: each pair that is picked up goes to the section of its lower
 * number, and the pair there is picked up next. */
static void order_pairs_in_place(trp_space *space, uint64_t *pairs, uint32_t count)
{
    uint32_t *next = space->work;
    uint32_t *ends = space->listed;
    uint32_t sum = 0;
    uint32_t begin = 0;

    memset(next, 0, space->top * sizeof *next);
    for (uint32_t i = 0; i < count; i++)
        next[trp__low_of(pairs[i])]++;
    for (uint32_t i = 0; i < space->top; i++)
    {
        sum += next[i];
        next[i] = sum - next[i];
        ends[i] = sum;
    }
    for (uint32_t i = 0; i < space->top; i++)
    {
        while (next[i] < ends[i])
        {
            const uint64_t pair = pairs[next[i]];
            const uint32_t to = next[trp__low_of(pair)]++;
            if (trp__low_of(pair) == i)
                continue;
            pairs[next[i]] = pairs[to];
            pairs[to] = pair;
        }
        if (ends[i] - begin > 1)
            order_bucket(space, pairs + begin, ends[i] - begin);
        begin = ends[i];
    }
}

void trp__order_pairs(trp_space *space, uint64_t *pairs, uint32_t count)
{
    uint64_t *copies = (uint64_t *)(void *)trp__raw(space);

    if (count > trp__raw_room(space))
        order_pairs_in_place(space, pairs, count);
    else if (count > trp__raw_room(space) / 2)
        order_halves(space, pairs, count);
    else
    {
        memcpy(copies, pairs, count * sizeof *copies);
        if (count < space->top / 8)
            order_sparse_pairs(space, copies, pairs, count);
        else
            order_dense_pairs(space, copies, pairs, count);
    }
}

/* Insertion with gaps, the largest first. */
void trp__order_keys(uint64_t *keys, uint32_t count)
{
    for (uint32_t gap = count > 2 * ORDER_FEW ? count / 2 : count > 1; gap > 0;
         gap = gap == 2 ? 1 : gap / 11 * 5 + gap % 11 / 2)
        for (uint32_t i = gap; i < count; i++)
        {
            const uint64_t key = keys[i];
            uint32_t at = i;
            for (; at >= gap && keys[at - gap] > key; at -= gap)
                keys[at] = keys[at - gap];
            keys[at] = key;
        }
}
