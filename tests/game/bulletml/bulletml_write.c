/* Writes the words of a table. */
#include "bulletml.h"

#include <string.h>

typedef struct writing
{
    bulletml_file *file;
    bulletml_table *table;
    uint32_t line;
    uint32_t loops; /* open repeats */
    uint32_t most;  /* the most open repeats in this routine */
} writing;

void bulletml_word(bulletml_table *table, uint32_t word, uint32_t line)
{
    if (table->length >= BML_WORDS)
    {
        table->full = true;
        return;
    }
    table->words[table->length] = word;
    table->lines[table->length] = line;
    table->length++;
}

static const bulletml_element *element_of(const writing *w, uint32_t number)
{
    return &w->file->elements[number];
}

static void command(writing *w, bml_command name, uint32_t operands)
{
    bulletml_word(w->table, (uint32_t)name | operands, w->line);
}

static void number(writing *w, uint32_t element)
{
    bulletml_expression(w->file, w->table, element, BULLETML_AS_IT_IS);
}

/* The number of an element's routine. A new routine is written later. */
static uint32_t routine_of(writing *w, uint32_t element, bml_kind kind)
{
    bulletml_element *e = &w->file->elements[element];
    uint32_t *known = kind == BML_KIND_BORN ? &e->born : &e->routine;
    if (*known == 0)
    {
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
    {
        count++;
    }
    w->line = e->line;
    command(w, jumps ? BML_C_JUMP : BML_C_CALL, count << 8 | routine << 16);
    for (uint32_t i = e->first; i != 0; i = element_of(w, i)->next)
    {
        number(w, i);
    }
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
    if (speed != 0)
    {
        command(w, BML_C_PACE, (uint32_t)type_or(w, speed, BML_TYPE_ABSOLUTE) << 8);
        number(w, speed);
    }
    if (way != 0)
    {
        bml_type type = type_or(w, way, BML_TYPE_AIM);
        command(w, BML_C_AIM, (uint32_t)type << 8);
        direction(w, way, type);
    }
}

static bool does_something(const writing *w, uint32_t bullet)
{
    for (uint32_t i = element_of(w, bullet)->first; i != 0; i = element_of(w, i)->next)
    {
        const bulletml_element *e = element_of(w, i);
        if (e->name == BULLETML_ACTION_REF || (e->name == BULLETML_ACTION && e->first != 0))
        {
            return true;
        }
    }
    return false;
}

static void bullet(writing *w, uint32_t element)
{
    w->line = element_of(w, element)->line;
    aim_shot(w, element);
    uint32_t born = 0;
    if (does_something(w, element))
    {
        born = routine_of(w, element, BML_KIND_BORN) + 1;
    }
    command(w, BML_C_FIRE, born << 16);
}

static bool fire(writing *w, uint32_t element, bool last)
{
    uint32_t own = bulletml_child(w->file, element, BULLETML_BULLET);
    w->line = element_of(w, element)->line;
    command(w, BML_C_SHOT, 0);
    aim_shot(w, element);
    if (own == 0)
    {
        return reference(w, bulletml_child(w->file, element, BULLETML_BULLET_REF), last);
    }
    bullet(w, own);
    return false;
}

/* Changes. */

static void term(writing *w, uint32_t parent)
{
    number(w, bulletml_child(w->file, parent, BULLETML_TERM));
}

static void change_direction(writing *w, uint32_t element)
{
    uint32_t way = bulletml_child(w->file, element, BULLETML_DIRECTION);
    bml_type type = type_or(w, way, BML_TYPE_AIM);
    command(w, BML_C_DIRECTION, (uint32_t)type << 8);
    term(w, element);
    direction(w, way, type);
}

static void change_speed(writing *w, uint32_t element)
{
    uint32_t speed = bulletml_child(w->file, element, BULLETML_SPEED);
    command(w, BML_C_SPEED, (uint32_t)type_or(w, speed, BML_TYPE_ABSOLUTE) << 8);
    term(w, element);
    number(w, speed);
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
    term(w, element);
    if (x != 0)
    {
        number(w, x);
    }
    if (y != 0)
    {
        bulletml_expression(w->file, w->table, y, turned ? BULLETML_NEGATED : BULLETML_AS_IT_IS);
    }
}

/* Commands. Each function returns true if no command can follow. */

static bool sequence(writing *w, uint32_t action, bool last);

static void repeat(writing *w, uint32_t element)
{
    bulletml_table *table = w->table;
    uint32_t at = table->length;
    if (++w->loops > BML_STACK)
    {
        bulletml_error(w->file->report, w->line, "repeats are nested more than %d deep", BML_STACK);
    }
    w->most = w->loops > w->most ? w->loops : w->most;
    command(w, BML_C_REPEAT, 0);
    number(w, bulletml_child(w->file, element, BULLETML_TIMES));
    uint32_t begin = table->length;
    sequence(w, element, false);
    command(w, BML_C_LOOP, begin << 16);
    table->words[at] |= table->length << 16;
    w->loops--;
}

static bool write_element(writing *w, uint32_t element, bool last)
{
    w->line = element_of(w, element)->line;
    switch (element_of(w, element)->name)
    {
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
        number(w, element);
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
    {
        jumped = write_element(w, i, last && element_of(w, i)->next == 0);
    }
    return jumped;
}

static void routine(writing *w, uint32_t number)
{
    bulletml_table *table = w->table;
    uint32_t element = table->elements[number];
    uint32_t offset = table->length;
    bool jumped = false;
    w->loops = w->most = 0;
    switch (table->kinds[number])
    {
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
    if (!jumped)
    {
        w->line = element_of(w, element)->line;
        command(w, BML_C_RETURN, 0);
    }
    /* The position of the directory is known in the second pass only. */
    uint32_t entry = BML_HEADER_WORDS + number;
    if (entry < offset)
    {
        table->words[entry] = offset | w->most << 16 | (uint32_t)table->kinds[number] << 24;
    }
}

static void top_actions(writing *w)
{
    const bulletml_element *root = element_of(w, 1);
    for (uint32_t i = root->first; i != 0; i = element_of(w, i)->next)
    {
        const bulletml_element *e = element_of(w, i);
        if (e->name == BULLETML_ACTION && strncmp(bulletml_text(w->file, e->label), "top", 3) == 0)
        {
            routine_of(w, i, BML_KIND_ACTION);
            w->table->tops++;
        }
    }
    if (w->table->tops == 0)
    {
        bulletml_error(w->file->report, root->line,
                       "nothing would happen: no <action> has a label that begins with \"top\"");
    }
    if (w->table->tops > BML_TOPS)
    {
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
    {
        file->elements[i].routine = file->elements[i].born = 0;
    }
    table->length = table->routines = table->tops = 0;
    table->full = false;
    for (uint32_t i = 0; i < BML_HEADER_WORDS + routines; i++)
    {
        bulletml_word(table, 0, 0);
    }
    top_actions(&w);
    for (uint32_t i = 0; i < table->routines && file->report->errors == 0; i++)
    {
        routine(&w, i);
    }
}

void bulletml_write(bulletml_file *file, bulletml_table *table)
{
    pass(file, table, 0);
    if (file->report->errors > 0)
    {
        return;
    }
    pass(file, table, table->routines);
    if (table->full)
    {
        bulletml_error(file->report, 1, "the table would have more than %d words", BML_WORDS);
        return;
    }
    table->words[BML_WORD_MAGIC] = BML_MAGIC;
    table->words[BML_WORD_VERSION] = BML_TABLE_VERSION;
    table->words[BML_WORD_LENGTH] = table->length;
    table->words[BML_WORD_SHAPE] =
        (uint32_t)file->horizontal | table->tops << 8 | table->routines << 16;
    table->words[BML_WORD_CHECKSUM] = bml_checksum(table->words, table->length);
}
