/* Steps through the commands of a valid table, and lists them. */
#include "bulletml.h"

#include <stdio.h>
#include <string.h>

uint32_t bulletml_operands(uint32_t command)
{
    switch (bml_low_byte(command))
    {
    case BML_C_CALL:
    case BML_C_JUMP:
        return bml_second_byte(command);
    case BML_C_REPEAT:
    case BML_C_WAIT:
    case BML_C_AIM:
    case BML_C_PACE:
        return 1;
    case BML_C_DIRECTION:
    case BML_C_SPEED:
        return 2;
    case BML_C_ACCEL:
        return 1u + (bml_second_byte(command) != 0) + (bml_third_byte(command) != 0);
    default:
        return 0;
    }
}

uint32_t bulletml_skip(const uint32_t *words, uint32_t at)
{
    uint32_t word;
    do
    {
        word = words[at++];
        at += (word & 0x7Fu) == BML_E_NUMBER ? 2 : 0;
    } while (!(word & BML_E_LAST));
    return at;
}

/* Listing. */

typedef struct listing
{
    const bml_pattern *pattern;
    const bulletml_names *names;
    void (*line)(void *context, const char *text);
    void *context;
    char text[8000];
    size_t length;
} listing;

static void print(listing *l, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(l->text + l->length, sizeof l->text - l->length, format, arguments);
    va_end(arguments);
    l->length += length > 0 ? (size_t)length : 0;
    l->length = l->length < sizeof l->text ? l->length : sizeof l->text - 1;
}

static void end_line(listing *l)
{
    l->line(l->context, l->text);
    l->length = 0;
    l->text[0] = 0;
}

static void print_routine(listing *l, uint32_t routine)
{
    print(l, " %u", (unsigned)routine);
    if (l->names && routine < l->names->count)
    {
        print(l, " (%s)", l->names->names[routine]);
    }
}

static void print_number(listing *l, uint32_t at)
{
    const uint32_t *words = l->pattern->words;
    bml_bits value;
    value.bits = (uint64_t)words[at] | (uint64_t)words[at + 1] << 32;
    print(l, "%.15g", value.number);
}

/* In postfix form, as in the table. */
static uint32_t print_expression(listing *l, uint32_t at)
{
    static const char *const names[BML_TERMS] = {"",  "",  "$rand", "$rank", "", "neg",
                                                 "+", "-", "*",     "/",     "%"};
    uint32_t end = bulletml_skip(l->pattern->words, at);
    print(l, " [");
    for (const char *space = ""; at < end; space = " ")
    {
        uint32_t word = l->pattern->words[at++];
        bml_term term = (bml_term)(word & 0x7Fu);
        int32_t small = (int32_t)(word >> 8);
        print(l, "%s%s", space, names[term]);
        if (term == BML_E_NUMBER)
        {
            print_number(l, at);
            at += 2;
        }
        else if (term == BML_E_SMALL)
        {
            print(l, "%d", (int)(small >= 0x800000 ? small - 0x1000000 : small));
        }
        else if (term == BML_E_PARAM)
        {
            print(l, "$%u", (unsigned)(word >> 8));
        }
    }
    print(l, "]");
    return end;
}

static void print_types(listing *l, uint32_t word)
{
    static const char *const names[BML_TYPES] = {"none", "aim", "absolute", "relative", "sequence"};
    uint32_t command = bml_low_byte(word);
    if (command == BML_C_ACCEL)
    {
        print(l, " x %s y %s", names[bml_second_byte(word)], names[bml_third_byte(word)]);
    }
    else if (command == BML_C_DIRECTION || command == BML_C_SPEED || command == BML_C_AIM ||
             command == BML_C_PACE)
    {
        print(l, " %s", names[bml_second_byte(word)]);
    }
}

static uint32_t print_command(listing *l, uint32_t at, uint32_t *indent)
{
    static const char *const names[BML_COMMANDS] = {
        "return",           "call",         "jump",  "repeat", "loop", "wait",  "vanish",
        "change direction", "change speed", "accel", "shot",   "aim",  "speed", "fire"};
    uint32_t word = l->pattern->words[at];
    uint32_t command = bml_low_byte(word);
    uint32_t operand = bml_high_half(word);
    *indent -= command == BML_C_LOOP ? 2 : 0;
    print(l, "%6u  %*s%s", (unsigned)at, (int)*indent, "", names[command]);
    *indent += command == BML_C_REPEAT ? 2 : 0;
    if (command == BML_C_CALL || command == BML_C_JUMP)
    {
        print_routine(l, operand);
    }
    if (command == BML_C_FIRE && operand > 0)
    {
        print_routine(l, operand - 1);
    }
    print_types(l, word);
    at++;
    for (uint32_t i = bulletml_operands(word); i > 0; i--)
    {
        at = print_expression(l, at);
    }
    end_line(l);
    return at;
}

void bulletml_list(const bml_pattern *pattern, const bulletml_names *names,
                   void (*line)(void *context, const char *text), void *context)
{
    listing l = {.pattern = pattern, .names = names, .line = line, .context = context};
    print(&l, "%u words, %u routines, %u top actions, %s", (unsigned)pattern->length,
          (unsigned)pattern->routines, (unsigned)pattern->tops,
          pattern->horizontal ? "horizontal" : "vertical");
    end_line(&l);
    for (uint32_t i = 0; i < pattern->routines; i++)
    {
        uint32_t at = bml_offset(bml_entry(pattern->words, i));
        bool is_last = i + 1u == pattern->routines;
        uint32_t end = is_last ? pattern->length : bml_offset(bml_entry(pattern->words, i + 1));
        uint32_t indent = 0;
        print(&l, "routine");
        print_routine(&l, i);
        end_line(&l);
        while (at < end)
        {
            at = print_command(&l, at, &indent);
        }
    }
}
