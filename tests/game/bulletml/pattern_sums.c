#include "pattern_sums.h"

double bml_sane(double number)
{
    if (number > BML_LARGEST)
    {
        return BML_LARGEST;
    }
    if (number < -BML_LARGEST)
    {
        return -BML_LARGEST;
    }
    return number == number ? number : 0;
}

uint32_t bml_count(double number)
{
    double sane = bml_sane(number);
    return sane >= 1 ? (uint32_t)(int32_t)sane : 0;
}

double bml_remainder(double a, double b)
{
    double left = a < 0 ? -a : a;
    double size = b < 0 ? -b : b;
    if (!(size > 0 && left < size * 4503599627370496.0)) /* 2^52 */
    {
        return 0;
    }
    /* Doubling, halving and these differences are all exact. */
    double part = size;
    while (part <= left * 0.5)
    {
        part *= 2;
    }
    for (; part >= size; part *= 0.5)
    {
        left -= left >= part ? part : 0;
    }
    return a < 0 ? 0 - left : left; /* no negative zero */
}

double bml_turn_in(double direction)
{
    double turned = bml_remainder(direction, 360);
    if (turned < 0)
    {
        return turned + 360;
    }
    return turned > 0 || direction < 360 ? turned : 360;
}

double bml_turn_between(double from, double to)
{
    double way = bml_remainder(to - from, 360);
    double other = way > 0 ? way - 360 : way + 360;
    double way_size = way < 0 ? -way : way;
    double other_size = other < 0 ? -other : other;
    return way_size < other_size ? way : other;
}

double bml_join(bml_term how, double left, double right)
{
    switch (how)
    {
    case BML_E_ADD:
        return left + right;
    case BML_E_SUBTRACT:
        return left - right;
    case BML_E_MULTIPLY:
        return left * right;
    case BML_E_DIVIDE:
        return left / right;
    default:
        return bml_remainder(left, right);
    }
}

static double random_number(const bml_host *host)
{
    double number = host->random ? bml_sane(host->random(host->context)) : 0.5;
    return number < 0 ? 0 : number > 1 ? 1 : number;
}

static double constant(const uint32_t *words, uint32_t at)
{
    bml_bits value;
    value.bits = (uint64_t)words[at] | (uint64_t)words[at + 1] << 32;
    return value.number;
}

static double small(uint32_t word)
{
    int32_t number = (int32_t)(word >> 8);
    return number >= 0x800000 ? number - 0x1000000 : number;
}

/* A term without operands. */
static double plain_term(bml_term term, uint32_t word, const bml_scope *scope)
{
    uint32_t param = word >> 8;
    switch (term)
    {
    case BML_E_SMALL:
        return small(word);
    case BML_E_RANDOM:
        return random_number(scope->host);
    case BML_E_RANK:
        return bml_sane(scope->host->rank);
    default: /* a missing parameter is 1, as in the reference interpreter */
        return param <= scope->count ? scope->params[param - 1] : 1;
    }
}

double bml_evaluate(const uint32_t *words, uint32_t *at, const bml_scope *scope)
{
    double operands[BML_OPERANDS];
    uint32_t count = 0;
    uint32_t word;
    do
    {
        word = words[(*at)++];
        bml_term term = (bml_term)(word & 0x7Fu);
        if (term == BML_E_NUMBER)
        {
            operands[count++] = constant(words, *at);
            *at += 2;
        }
        else if (term == BML_E_NEGATE)
        {
            operands[count - 1] = -operands[count - 1];
        }
        else if (term < BML_E_NEGATE)
        {
            operands[count++] = plain_term(term, word, scope);
        }
        else
        {
            count--;
            operands[count - 1] = bml_join(term, operands[count - 1], operands[count]);
        }
    } while (!(word & BML_E_LAST));
    return bml_sane(operands[0]);
}
