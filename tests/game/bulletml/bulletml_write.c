/* Writes a table: expressions, whose constant parts are evaluated, then commands and routines. */
#include "bulletml.h"
#include "pattern_words.h"

#include <stdlib.h>
#include <string.h>

static void add_word(bulletml_table *table, uint32_t word, uint32_t line)
{
    if (table->length >= BML_WORDS) {
        table->full = true;
        return;
    }
    table->words[table->length] = word;
    table->lines[table->length] = line;
    table->length++;
}

/* -- expressions -- */

enum {
    TERMS = BULLETML_TEXT + 1 /* each term has at least one character */
};

typedef struct term {
    bml_term name;
    uint32_t param;
    double number;
} term;

typedef struct parsing {
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

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Writes the expression as messages quote it: in one line, cut if it is long. */
static void quote(const parsing *p, char out[44])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->length && n < 40; i++) {
        char c = p->text[i];
        out[n++] = bulletml_is_blank(c) ? ' ' : c;
    }
    out[n] = 0;
    if (p->length > 40)
        strcpy(out + n, "...");
}

/* Reports the first error of an expression. `at` is its position, from 0. */
static void wrong(parsing *p, uint32_t at, const char *what)
{
    char text[44];
    uint32_t line = p->line;
    if (p->failed)
        return;
    p->failed = true;
    for (uint32_t i = 0; i < at; i++)
        line += p->text[i] == '\n';
    quote(p, text);
    bulletml_error(p->file->report, line, "<%s> \"%s\", character %u: %s",
                   bulletml_shapes[p->element->name].name, text, (unsigned)at + 1, what);
}

static char look(parsing *p)
{
    while (p->at < p->length && bulletml_is_blank(p->text[p->at]))
        p->at++;
    return p->at < p->length ? p->text[p->at] : 0;
}

static void push(parsing *p, term what)
{
    if (p->count < TERMS)
        p->terms[p->count++] = what;
    else
        wrong(p, p->at, "the expression is too long");
}

static bool is_number(const parsing *p, uint32_t begin, uint32_t end)
{
    return end - begin == 1 && p->terms[begin].name == BML_E_NUMBER;
}

/* Joins the terms that begin at `left` with those that begin at `right`. */
static void join(parsing *p, bml_term how, uint32_t left, uint32_t right, uint32_t at)
{
    if (p->failed)
        return;
    bool divides = how == BML_E_DIVIDE || how == BML_E_REMAINDER;
    if (divides && is_number(p, right, p->count) && p->terms[right].number == 0) {
        wrong(p, at, "division by zero");
        return;
    }
    if (!is_number(p, left, right) || !is_number(p, right, p->count)) {
        push(p, (term){.name = how});
        return;
    }
    double value = bml_join(how, p->terms[left].number, p->terms[right].number);
    if (bml_sane(value) != value) {
        wrong(p, at, "the result is too large");
        return;
    }
    p->terms[left].number = value;
    p->count = left + 1;
}

static void negate(parsing *p, uint32_t begin)
{
    if (p->failed)
        return;
    if (is_number(p, begin, p->count))
        p->terms[begin].number = -p->terms[begin].number;
    else
        push(p, (term){.name = BML_E_NEGATE});
}

/* 12, 0.5, .5, 3. Up to 15 digits and 22 decimals count: so the quotient of two exact doubles is
 * the nearest double, on every machine. */
static void number(parsing *p)
{
    const uint32_t begin = p->at;
    uint32_t points = 0, digits = 0, decimals = 0;
    double value = 0, tens = 1;
    for (; p->at < p->length && (is_digit(p->text[p->at]) || p->text[p->at] == '.'); p->at++) {
        if (p->text[p->at] == '.') {
            points++;
            continue;
        }
        digits++;
        if (points > 0 && (value >= 1e14 || decimals == 22))
            continue;
        value = value * 10 + (p->text[p->at] - '0');
        decimals += points > 0;
        tens *= points > 0 ? 10 : 1;
    }
    if (points > 1 || digits == 0)
        wrong(p, begin, digits == 0 ? "a number is missing" : "a number with two points");
    else if (value / tens > BML_LARGEST)
        wrong(p, begin, "the number is too large: the limit is 1,000,000,000");
    else
        push(p, (term){.name = BML_E_NUMBER, .number = value / tens});
}

/* $rand, $rank, $1 */
static void variable(parsing *p)
{
    const char *name = p->text + p->at + 1;
    uint32_t left = p->length - p->at - 1;
    if (left >= 4 && memcmp(name, "rand", 4) == 0) {
        push(p, (term){.name = BML_E_RANDOM});
        p->at += 5;
        return;
    }
    if (left >= 4 && memcmp(name, "rank", 4) == 0) {
        push(p, (term){.name = BML_E_RANK});
        p->at += 5;
        return;
    }
    uint32_t number = 0;
    uint32_t digits = 0;
    for (; digits < left && is_digit(name[digits]) && number <= BML_PARAMS; digits++)
        number = number * 10 + (uint32_t)(name[digits] - '0');
    if (number >= 1 && number <= BML_PARAMS && name[0] != '0') {
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
        wrong(p, p->at, "')' is missing");
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
    if (p->depth >= BULLETML_BRACKETS) {
        wrong(p, p->at, "brackets are nested too deep");
        return;
    }
    p->depth++;
    if (c == '-')
        negative(p);
    else if (c == '(')
        brackets(p);
    else if (c == '$')
        variable(p);
    else if (is_digit(c) || c == '.')
        number(p);
    else
        wrong(p, p->at, "a number is missing");
    p->depth--;
}

static void product(parsing *p)
{
    uint32_t left = p->count;
    factor(p);
    for (char c = look(p); !p->failed && (c == '*' || c == '/' || c == '%'); c = look(p)) {
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
    for (char c = look(p); !p->failed && (c == '+' || c == '-'); c = look(p)) {
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
    for (uint32_t i = 0; i < p->count; i++) {
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
    if (t->name != BML_E_NUMBER) {
        add_word(table, (uint32_t)t->name | t->param << 8 | last, line);
        return;
    }
    if (is_small(t->number)) {
        uint32_t whole = (uint32_t)(int32_t)t->number;
        add_word(table, (uint32_t)BML_E_SMALL | whole << 8 | last, line);
        return;
    }
    bml_bits bits = {.number = t->number};
    add_word(table, (uint32_t)BML_E_NUMBER | last, line);
    add_word(table, (uint32_t)bits.bits, line);
    add_word(table, (uint32_t)(bits.bits >> 32), line);
}

static void trim(parsing *p)
{
    p->line = p->element->text_line;
    while (bulletml_is_blank(p->text[0])) {
        p->line += p->text[0] == '\n';
        p->text++;
    }
    p->length = (uint32_t)strlen(p->text);
    while (p->length > 0 && bulletml_is_blank(p->text[p->length - 1]))
        p->length--;
}

static void parse(parsing *p)
{
    trim(p);
    if (p->length == 0) {
        p->failed = true;
        bulletml_error(p->file->report, p->element->line, "<%s> is empty: it needs a number",
                       bulletml_shapes[p->element->name].name);
        return;
    }
    sum(p);
    char c = look(p);
    if (c == ')')
        wrong(p, p->at, "a ')' without its '('");
    else if (c != 0)
        wrong(p, p->at, "an operator is missing, or this does not belong here");
    if (!p->failed && operands_of(p) > BML_OPERANDS)
        wrong(p, 0, "the expression is nested too deep");
}

/* Converts a value of a pattern for horizontal scrolling to one for vertical scrolling. */
static void adjust_value(parsing *p, bulletml_adjust adjust)
{
    if (adjust == BULLETML_NEGATED)
        negate(p, 0);
    if (adjust == BULLETML_TURNED) {
        uint32_t right = p->count;
        push(p, (term){.name = BML_E_NUMBER, .number = 90});
        join(p, BML_E_SUBTRACT, 0, right, 0);
    }
}

void bulletml_expression(bulletml_file *file, bulletml_table *table, uint32_t element,
                         bulletml_adjust adjust)
{
    parsing *p = calloc(1, sizeof *p);
    if (!p) {
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
        write_term(table, &p->terms[i], i + 1 == p->count ? BML_E_LAST : 0, p->element->line);
    if (!p->failed && table->length - begin > BML_EXPRESSION)
        wrong(p, 0, "the expression is too long");
    free(p);
}

/* -- commands and routines -- */

typedef struct writing {
    bulletml_file *file;
    bulletml_table *table;
    uint32_t line;
    uint32_t loops; /* open repeats */
    uint32_t most;  /* the most open repeats in this routine */
} writing;

static const bulletml_element *element_of(const writing *w, uint32_t number)
{
    return &w->file->elements[number];
}

static void command(writing *w, bml_command name, uint32_t operands)
{
    add_word(w->table, (uint32_t)name | operands, w->line);
}

static void operand(writing *w, uint32_t element)
{
    bulletml_expression(w->file, w->table, element, BULLETML_AS_IT_IS);
}

/* The number of an element's routine. A new routine is written later. */
static uint32_t routine_of(writing *w, uint32_t element, bml_kind kind)
{
    bulletml_element *e = &w->file->elements[element];
    uint32_t *known = kind == BML_KIND_BORN ? &e->born : &e->routine;
    if (*known == 0) {
        bulletml_table *table = w->table;
        table->elements[table->routines] = element;
        table->kinds[table->routines] = (uint8_t)kind;
        *known = ++table->routines;
    }
    return *known - 1;
}

/* Writes a reference. Returns true if no command can follow. */
static bool reference(writing *w, uint32_t ref, bool last)
{
    const bulletml_element *e = element_of(w, ref);
    bml_kind kind = e->name == BULLETML_ACTION_REF   ? BML_KIND_ACTION
                    : e->name == BULLETML_BULLET_REF ? BML_KIND_BULLET
                                                     : BML_KIND_FIRE;
    uint32_t routine = routine_of(w, e->target, kind);
    bool jumps = last && w->loops == 0;
    uint32_t count = 0;
    for (uint32_t i = e->first; i != 0; i = element_of(w, i)->next)
        count++;
    w->line = e->line;
    command(w, jumps ? BML_C_JUMP : BML_C_CALL, count << 8 | routine << 16);
    for (uint32_t i = e->first; i != 0; i = element_of(w, i)->next)
        operand(w, i);
    return jumps;
}

/* Shots. */

static bml_type type_or(const writing *w, uint32_t element, bml_type otherwise)
{
    bml_type type = element_of(w, element)->type;
    return type == BML_TYPE_NONE ? otherwise : type;
}

static void direction(writing *w, uint32_t element, bml_type type)
{
    bool turned = w->file->horizontal && type == BML_TYPE_ABSOLUTE;
    bulletml_expression(w->file, w->table, element, turned ? BULLETML_TURNED : BULLETML_AS_IT_IS);
}

/* The speed and direction of a <fire> or <bullet>. */
static void aim_shot(writing *w, uint32_t parent)
{
    uint32_t speed = bulletml_child(w->file, parent, BULLETML_SPEED);
    uint32_t way = bulletml_child(w->file, parent, BULLETML_DIRECTION);
    if (speed != 0) {
        command(w, BML_C_PACE, (uint32_t)type_or(w, speed, BML_TYPE_ABSOLUTE) << 8);
        operand(w, speed);
    }
    if (way != 0) {
        bml_type type = type_or(w, way, BML_TYPE_AIM);
        command(w, BML_C_AIM, (uint32_t)type << 8);
        direction(w, way, type);
    }
}

static bool does_something(const writing *w, uint32_t bullet)
{
    for (uint32_t i = element_of(w, bullet)->first; i != 0; i = element_of(w, i)->next) {
        const bulletml_element *e = element_of(w, i);
        if (e->name == BULLETML_ACTION_REF || (e->name == BULLETML_ACTION && e->first != 0))
            return true;
    }
    return false;
}

static void bullet(writing *w, uint32_t element)
{
    w->line = element_of(w, element)->line;
    aim_shot(w, element);
    uint32_t born = 0;
    if (does_something(w, element))
        born = routine_of(w, element, BML_KIND_BORN) + 1;
    command(w, BML_C_FIRE, born << 16);
}

static bool fire(writing *w, uint32_t element, bool last)
{
    uint32_t own = bulletml_child(w->file, element, BULLETML_BULLET);
    w->line = element_of(w, element)->line;
    command(w, BML_C_SHOT, 0);
    aim_shot(w, element);
    if (own == 0)
        return reference(w, bulletml_child(w->file, element, BULLETML_BULLET_REF), last);
    bullet(w, own);
    return false;
}

/* Changes. */

static void operand_term(writing *w, uint32_t parent)
{
    operand(w, bulletml_child(w->file, parent, BULLETML_TERM));
}

static void change_direction(writing *w, uint32_t element)
{
    uint32_t way = bulletml_child(w->file, element, BULLETML_DIRECTION);
    bml_type type = type_or(w, way, BML_TYPE_AIM);
    command(w, BML_C_DIRECTION, (uint32_t)type << 8);
    operand_term(w, element);
    direction(w, way, type);
}

static void change_speed(writing *w, uint32_t element)
{
    uint32_t speed = bulletml_child(w->file, element, BULLETML_SPEED);
    command(w, BML_C_SPEED, (uint32_t)type_or(w, speed, BML_TYPE_ABSOLUTE) << 8);
    operand_term(w, element);
    operand(w, speed);
}

/* In a pattern for horizontal scrolling, <vertical> is x and <horizontal> is -y. */
static void accel(writing *w, uint32_t element)
{
    bool turned = w->file->horizontal;
    uint32_t across = bulletml_child(w->file, element, BULLETML_HORIZONTAL);
    uint32_t down = bulletml_child(w->file, element, BULLETML_VERTICAL);
    uint32_t x = turned ? down : across;
    uint32_t y = turned ? across : down;
    uint32_t x_type = x ? (uint32_t)type_or(w, x, BML_TYPE_ABSOLUTE) : BML_TYPE_NONE;
    uint32_t y_type = y ? (uint32_t)type_or(w, y, BML_TYPE_ABSOLUTE) : BML_TYPE_NONE;
    command(w, BML_C_ACCEL, x_type << 8 | y_type << 16);
    operand_term(w, element);
    if (x != 0)
        operand(w, x);
    if (y != 0)
        bulletml_expression(w->file, w->table, y, turned ? BULLETML_NEGATED : BULLETML_AS_IT_IS);
}

/* Commands. Each function returns true if no command can follow. */

static bool sequence(writing *w, uint32_t action, bool last);

static void repeat(writing *w, uint32_t element)
{
    bulletml_table *table = w->table;
    uint32_t at = table->length;
    if (++w->loops > BML_STACK)
        bulletml_error(w->file->report, w->line, "repeats are nested more than %d deep", BML_STACK);
    w->most = w->loops > w->most ? w->loops : w->most;
    command(w, BML_C_REPEAT, 0);
    operand(w, bulletml_child(w->file, element, BULLETML_TIMES));
    uint32_t begin = table->length;
    sequence(w, element, false);
    command(w, BML_C_LOOP, begin << 16);
    table->words[at] |= table->length << 16;
    w->loops--;
}

static bool write_element(writing *w, uint32_t element, bool last)
{
    w->line = element_of(w, element)->line;
    switch (element_of(w, element)->name) {
    case BULLETML_ACTION:
        return sequence(w, element, last);
    case BULLETML_ACTION_REF:
    case BULLETML_FIRE_REF:
        return reference(w, element, last);
    case BULLETML_FIRE:
        return fire(w, element, last);
    case BULLETML_REPEAT:
        repeat(w, element);
        return false;
    case BULLETML_WAIT:
        command(w, BML_C_WAIT, 0);
        operand(w, element);
        return false;
    case BULLETML_VANISH:
        command(w, BML_C_VANISH, 0);
        return false;
    case BULLETML_CHANGE_DIRECTION:
        change_direction(w, element);
        return false;
    case BULLETML_CHANGE_SPEED:
        change_speed(w, element);
        return false;
    case BULLETML_ACCEL:
        accel(w, element);
        return false;
    default: /* the speed and direction of a bullet, the <times> of a repeat */
        return false;
    }
}

/* The commands of an action, or the actions of a bullet. */
static bool sequence(writing *w, uint32_t parent, bool last)
{
    bool jumped = false;
    for (uint32_t i = element_of(w, parent)->first; i != 0 && !jumped; i = element_of(w, i)->next)
        jumped = write_element(w, i, last && element_of(w, i)->next == 0);
    return jumped;
}

static void routine(writing *w, uint32_t number)
{
    bulletml_table *table = w->table;
    uint32_t element = table->elements[number];
    uint32_t offset = table->length;
    bool jumped = false;
    w->loops = w->most = 0;
    switch (table->kinds[number]) {
    case BML_KIND_FIRE:
        jumped = fire(w, element, true);
        break;
    case BML_KIND_BULLET:
        bullet(w, element);
        break;
    default:
        jumped = sequence(w, element, true);
        break;
    }
    if (!jumped) {
        w->line = element_of(w, element)->line;
        command(w, BML_C_RETURN, 0);
    }
    /* The position of the directory is known in the second pass only. */
    uint32_t entry = BML_HEADER_WORDS + number;
    if (entry < offset)
        table->words[entry] = offset | w->most << 16 | (uint32_t)table->kinds[number] << 24;
}

static void top_actions(writing *w)
{
    const bulletml_element *root = element_of(w, 1);
    for (uint32_t i = root->first; i != 0; i = element_of(w, i)->next) {
        const bulletml_element *e = element_of(w, i);
        if (e->name == BULLETML_ACTION &&
            strncmp(bulletml_text(w->file, e->label), "top", 3) == 0) {
            routine_of(w, i, BML_KIND_ACTION);
            w->table->tops++;
        }
    }
    if (w->table->tops == 0) {
        bulletml_error(w->file->report, root->line,
                       "nothing would happen: no <action> has a label that begins with \"top\"");
    }
    if (w->table->tops > BML_TOPS) {
        bulletml_error(w->file->report, root->line,
                       "%u actions have labels that begin with \"top\": %d can run at once",
                       (unsigned)w->table->tops, BML_TOPS);
    }
}

/* The first pass determines the number of routines, and so the start of the first one. */
static void pass(bulletml_file *file, bulletml_table *table, uint32_t routines)
{
    writing w = {.file = file, .table = table};
    for (uint32_t i = 1; i < file->count; i++)
        file->elements[i].routine = file->elements[i].born = 0;
    table->length = table->routines = table->tops = 0;
    table->full = false;
    for (uint32_t i = 0; i < BML_HEADER_WORDS + routines; i++)
        add_word(table, 0, 0);
    top_actions(&w);
    for (uint32_t i = 0; i < table->routines && file->report->errors == 0; i++)
        routine(&w, i);
}

void bulletml_write(bulletml_file *file, bulletml_table *table)
{
    pass(file, table, 0);
    if (file->report->errors > 0)
        return;
    pass(file, table, table->routines);
    if (table->full) {
        bulletml_error(file->report, 1, "the table would have more than %d words", BML_WORDS);
        return;
    }
    table->words[BML_WORD_MAGIC] = BML_MAGIC;
    table->words[BML_WORD_VERSION] = BML_TABLE_VERSION;
    table->words[BML_WORD_LENGTH] = table->length;
    table->words[BML_WORD_SHAPE] = table->tops << 8 | table->routines << 16;
    table->words[BML_WORD_CHECKSUM] = bml_checksum(table->words, table->length);
}
