/* Compiles expressions from text to words. Constant parts are evaluated. */
#include "bulletml.h"
#include "pattern_sums.h"

#include <stdlib.h>
#include <string.h>

enum
{
    TERMS = BULLETML_TEXT + 1 /* each term has at least one character */
};

typedef struct term
{
    bml_term name;
    uint32_t param;
    double number;
} term;

typedef struct parsing
{
    bulletml_file *file;
    const bulletml_element *element;
    const char *text; /* trimmed */
    uint32_t length;
    uint32_t line; /* the line of its first character */
    uint32_t at;
    uint32_t depth;
    bool failed;
    uint32_t count;
    term terms[TERMS];
} parsing;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Writes the expression as messages quote it: in one line, cut if it is long. */
static void quote(const parsing *p, char out[44])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->length && n < 40; i++)
    {
        char c = p->text[i];
        out[n++] = is_blank(c) ? ' ' : c;
    }
    out[n] = 0;
    if (p->length > 40)
    {
        strcpy(out + n, "...");
    }
}

/* Reports the first error of an expression. `at` is its position, from 0. */
static void wrong(parsing *p, uint32_t at, const char *what)
{
    char text[44];
    uint32_t line = p->line;
    if (p->failed)
    {
        return;
    }
    p->failed = true;
    for (uint32_t i = 0; i < at; i++)
    {
        line += p->text[i] == '\n';
    }
    quote(p, text);
    bulletml_error(p->file->report, line, "<%s> \"%s\", character %u: %s",
                   bulletml_shapes[p->element->name].name, text, (unsigned)at + 1, what);
}

static char look(parsing *p)
{
    while (p->at < p->length && is_blank(p->text[p->at]))
    {
        p->at++;
    }
    return p->at < p->length ? p->text[p->at] : 0;
}

static void push(parsing *p, term what)
{
    if (p->count < TERMS)
    {
        p->terms[p->count++] = what;
    }
    else
    {
        wrong(p, p->at, "the expression is too long");
    }
}

static bool is_number(const parsing *p, uint32_t begin, uint32_t end)
{
    return end - begin == 1 && p->terms[begin].name == BML_E_NUMBER;
}

/* Joins the terms that begin at `left` with those that begin at `right`. */
static void join(parsing *p, bml_term how, uint32_t left, uint32_t right, uint32_t at)
{
    if (p->failed)
    {
        return;
    }
    bool divides = how == BML_E_DIVIDE || how == BML_E_REMAINDER;
    if (divides && is_number(p, right, p->count) && p->terms[right].number == 0)
    {
        wrong(p, at, "division by zero");
        return;
    }
    if (!is_number(p, left, right) || !is_number(p, right, p->count))
    {
        push(p, (term){.name = how});
        return;
    }
    double value = bml_join(how, p->terms[left].number, p->terms[right].number);
    if (bml_sane(value) != value)
    {
        wrong(p, at, "the result is too large");
        return;
    }
    p->terms[left].number = value;
    p->count = left + 1;
}

static void negate(parsing *p, uint32_t begin)
{
    if (p->failed)
    {
        return;
    }
    if (is_number(p, begin, p->count))
    {
        p->terms[begin].number = -p->terms[begin].number;
    }
    else
    {
        push(p, (term){.name = BML_E_NEGATE});
    }
}

/* 12, 0.5, .5, 3. */
static void number(parsing *p)
{
    uint32_t begin = p->at;
    uint32_t points = 0;
    uint32_t digits = 0;
    while (p->at < p->length && (is_digit(p->text[p->at]) || p->text[p->at] == '.'))
    {
        points += p->text[p->at] == '.';
        digits += is_digit(p->text[p->at]);
        p->at++;
    }
    if (points > 1 || digits == 0)
    {
        wrong(p, begin, digits == 0 ? "a number is missing" : "a number with two points");
        return;
    }
    double value = bulletml_number(p->text + begin, p->at - begin);
    if (value > BML_LARGEST)
    {
        wrong(p, begin, "the number is too large: the limit is 1,000,000,000");
        return;
    }
    push(p, (term){.name = BML_E_NUMBER, .number = value});
}

/* $rand, $rank, $1 */
static void variable(parsing *p)
{
    const char *name = p->text + p->at + 1;
    uint32_t left = p->length - p->at - 1;
    if (left >= 4 && memcmp(name, "rand", 4) == 0)
    {
        push(p, (term){.name = BML_E_RANDOM});
        p->at += 5;
        return;
    }
    if (left >= 4 && memcmp(name, "rank", 4) == 0)
    {
        push(p, (term){.name = BML_E_RANK});
        p->at += 5;
        return;
    }
    uint32_t number = 0;
    uint32_t digits = 0;
    for (; digits < left && is_digit(name[digits]) && number <= BML_PARAMS; digits++)
    {
        number = number * 10 + (uint32_t)(name[digits] - '0');
    }
    if (number >= 1 && number <= BML_PARAMS && name[0] != '0')
    {
        push(p, (term){.name = BML_E_PARAM, .param = number});
        p->at += 1 + digits;
        return;
    }
    wrong(p, p->at, "only $rand, $rank and $1 to $16 are known");
}

static void sum(parsing *p);

static void factor(parsing *p);

static void brackets(parsing *p)
{
    p->at++;
    sum(p);
    if (look(p) != ')')
    {
        wrong(p, p->at, "')' is missing");
    }
    p->at++;
}

static void negative(parsing *p)
{
    uint32_t begin = p->count;
    p->at++;
    factor(p);
    negate(p, begin);
}

/* A number, a variable or brackets, after any signs. */
static void factor(parsing *p)
{
    char c = look(p);
    if (p->depth >= BULLETML_BRACKETS)
    {
        wrong(p, p->at, "brackets are nested too deep");
        return;
    }
    p->depth++;
    if (c == '-')
    {
        negative(p);
    }
    else if (c == '(')
    {
        brackets(p);
    }
    else if (c == '$')
    {
        variable(p);
    }
    else if (is_digit(c) || c == '.')
    {
        number(p);
    }
    else
    {
        wrong(p, p->at, "a number is missing");
    }
    p->depth--;
}

static void product(parsing *p)
{
    uint32_t left = p->count;
    factor(p);
    for (char c = look(p); !p->failed && (c == '*' || c == '/' || c == '%'); c = look(p))
    {
        uint32_t at = p->at++;
        uint32_t right = p->count;
        factor(p);
        join(p,
             c == '*'   ? BML_E_MULTIPLY
             : c == '/' ? BML_E_DIVIDE
                        : BML_E_REMAINDER,
             left, right, at);
    }
}

static void sum(parsing *p)
{
    uint32_t left = p->count;
    product(p);
    for (char c = look(p); !p->failed && (c == '+' || c == '-'); c = look(p))
    {
        uint32_t at = p->at++;
        uint32_t right = p->count;
        product(p);
        join(p, c == '+' ? BML_E_ADD : BML_E_SUBTRACT, left, right, at);
    }
}

/* Writing. */

static uint32_t operands_of(const parsing *p)
{
    uint32_t most = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->count; i++)
    {
        bml_term name = p->terms[i].name;
        count += name < BML_E_NEGATE;
        count -= name > BML_E_NEGATE;
        most = count > most ? count : most;
    }
    return most;
}

static bool is_small(double value)
{
    bml_bits bits = {.number = value};
    bool minus_zero = bits.bits == UINT64_C(0x8000000000000000);
    return value >= -8388608 && value <= 8388607 && (double)(int32_t)value == value && !minus_zero;
}

static void write_term(bulletml_table *table, const term *t, uint32_t last, uint32_t line)
{
    if (t->name != BML_E_NUMBER)
    {
        bulletml_word(table, (uint32_t)t->name | t->param << 8 | last, line);
        return;
    }
    if (is_small(t->number))
    {
        uint32_t whole = (uint32_t)(int32_t)t->number;
        bulletml_word(table, (uint32_t)BML_E_SMALL | whole << 8 | last, line);
        return;
    }
    bml_bits bits = {.number = t->number};
    bulletml_word(table, (uint32_t)BML_E_NUMBER | last, line);
    bulletml_word(table, (uint32_t)bits.bits, line);
    bulletml_word(table, (uint32_t)(bits.bits >> 32), line);
}

static void trim(parsing *p)
{
    p->line = p->element->text_line;
    while (is_blank(p->text[0]))
    {
        p->line += p->text[0] == '\n';
        p->text++;
    }
    p->length = (uint32_t)strlen(p->text);
    while (p->length > 0 && is_blank(p->text[p->length - 1]))
    {
        p->length--;
    }
}

static void parse(parsing *p)
{
    trim(p);
    if (p->length == 0)
    {
        p->failed = true;
        bulletml_error(p->file->report, p->element->line, "<%s> is empty: it needs a number",
                       bulletml_shapes[p->element->name].name);
        return;
    }
    sum(p);
    char c = look(p);
    if (c == ')')
    {
        wrong(p, p->at, "a ')' without its '('");
    }
    else if (c != 0)
    {
        wrong(p, p->at, "an operator is missing, or this does not belong here");
    }
    if (!p->failed && operands_of(p) > BML_OPERANDS)
    {
        wrong(p, 0, "the expression is nested too deep");
    }
}

/* Converts a value of a pattern for horizontal scrolling to one for vertical scrolling. */
static void adjust_value(parsing *p, bulletml_adjust adjust)
{
    if (adjust == BULLETML_NEGATED)
    {
        negate(p, 0);
    }
    if (adjust == BULLETML_TURNED)
    {
        uint32_t right = p->count;
        push(p, (term){.name = BML_E_NUMBER, .number = 90});
        join(p, BML_E_SUBTRACT, 0, right, 0);
    }
}

void bulletml_expression(bulletml_file *file, bulletml_table *table, uint32_t element,
                         bulletml_adjust adjust)
{
    parsing *p = calloc(1, sizeof *p);
    if (!p)
    {
        bulletml_error(file->report, 1, "there is not enough memory");
        return;
    }
    p->file = file;
    p->element = &file->elements[element];
    p->text = bulletml_text(file, p->element->text);
    parse(p);
    adjust_value(p, adjust);
    uint32_t begin = table->length;
    for (uint32_t i = 0; !p->failed && i < p->count; i++)
    {
        write_term(table, &p->terms[i], i + 1 == p->count ? BML_E_LAST : 0, p->element->line);
    }
    if (!p->failed && table->length - begin > BML_EXPRESSION)
    {
        wrong(p, 0, "the expression is too long");
    }
    free(p);
}
