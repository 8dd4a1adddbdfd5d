/*
 * Values as text: floats with enough digits to distinguish any two of them, doubles with one digit
 * less.
 */
#include "diff_text.h"

/* A number times a power of 10: rounded once if the power is exact, up to 10^22. */
static double diff_text_times_ten_to(double value, int exponent)
{
    double power = 1;
    double base = 10;

    for (; exponent > 300; exponent -= 20) /* otherwise the power would overflow */
        value *= 1e20;
    for (int n = exponent < 0 ? -exponent : exponent; n > 0; n /= 2, base *= base)
        if (n % 2 != 0)
            power *= base;
    return exponent < 0 ? value / power : value * power;
}

/* The power of ten of the first digit, or nearly: log10(2) is 0.30103. */
static int diff_text_exponent_near(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return ((int)(bits >> 52) - 1023) * 30103 / 100000;
}

/* The first digits of a value, as an integer; `exponent` is the power of ten of the first one. */
static uint64_t diff_text_digits_of(double value, int digits, int exponent)
{
    const double scaled = diff_text_times_ten_to(value, digits - 1 - exponent);
    const uint64_t number = (uint64_t)scaled;

    return scaled - (double)number >= 0.5 ? number + 1 : number;
}

static void diff_text_put_sign_and(trp__text *text, bool is_negative, uint64_t number)
{
    if (is_negative)
        trp__put(text, "-");
    trp__put_number(text, number);
}

/* Digits as an integer, with a number of them after the point. */
static void diff_text_put_decimal(trp__text *text, uint64_t number, int after)
{
    char buffer[48];
    char *at = buffer + sizeof buffer - 1;

    for (; after > 0 && number % 10 == 0; after--)
        number /= 10;
    *at = '\0';
    do {
        if (after-- == 0 && *at != '\0')
            *--at = '.';
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0 || after >= 0);
    trp__put(text, at);
}

void trp__put_float(trp__text *text, double value, int digits)
{
    uint64_t most = 1;
    uint64_t number = 0;
    int exponent = 0;
    int shown;

    if (value - value != 0) {
        trp__put(text, value != value ? "NaN" : value < 0 ? "-infinity" : "infinity");
        return;
    }
    if (value < 0 || 1 / value < 0)
        trp__put(text, "-");
    value = value < 0 ? -value : value;
    for (int i = 0; i < digits; i++)
        most *= 10;
    if (value != 0) {
        exponent = diff_text_exponent_near(value);
        number = diff_text_digits_of(value, digits, exponent);
        if (number >= most)
            number = diff_text_digits_of(value, digits, ++exponent);
        while (number < most / 10) /* more than once for the smallest doubles */
            number = diff_text_digits_of(value, digits, --exponent);
    }
    shown = exponent < -4 || exponent >= digits ? 0 : exponent;
    diff_text_put_decimal(text, number, digits - 1 - shown);
    if (shown == exponent)
        return;
    trp__put(text, "e");
    diff_text_put_sign_and(text, exponent < 0, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

static void diff_text_put_handle(trp__text *text, uint64_t value)
{
    if (value >> 32 == 0)
        trp__put(text, "no actor");
    else
        trp__say(text, "index %u generation %u", (uint32_t)value, (uint32_t)(value >> 32));
}

static void diff_text_put_choice(trp__text *text, const trp_field *field, uint64_t place)
{
    const trp_choice *choices = (const trp_choice *)field->more;

    if (place == 0)
        trp__put(text, "NULL");
    else
        trp__put(text, place == TRP__NONE ? "not in the table" : choices[place - 1].name);
}

/* Its name; a number without one as it is. */
static void diff_text_put_enumerator(trp__text *text, const trp_field *field, int64_t number)
{
    const trp_choice *choice = trp__enumerator(field, number);

    if (choice->name != NULL)
        trp__put(text, choice->name);
    else
        diff_text_put_sign_and(text, number < 0,
                               number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

static void put_text(trp__text *text, const unsigned char *at, size_t size)
{
    char one[2] = {0, 0};

    trp__put(text, "\"");
    for (; size > 0 && *at != 0; at++, size--) {
        one[0] = *at >= 32 && *at < 127 ? (char)*at : '?';
        trp__put(text, one);
    }
    trp__put(text, "\"");
}

void trp__put_value(trp__text *text, const trp_world *world, const trp_field *field,
                    const unsigned char *element)
{
    const uint64_t value =
        field->kind != TRP_KIND_TEXT ? trp__field_value(world, field, element) : 0;
    double number;
    float single;

    switch (field->kind) {
    case TRP_KIND_F32:
        memcpy(&single, element, sizeof single);
        trp__put_float(text, (double)single, 9);
        break;
    case TRP_KIND_F64:
        memcpy(&number, element, sizeof number);
        trp__put_float(text, number, 16);
        break;
    case TRP_KIND_BOOL:
        trp__put(text, value != 0 ? "true" : "false");
        break;
    case TRP_KIND_HANDLE:
    case TRP_KIND_ACTOR:
        diff_text_put_handle(text, value);
        break;
    case TRP_KIND_CHOICE:
        diff_text_put_choice(text, field, value);
        break;
    case TRP_KIND_ENUM:
        diff_text_put_enumerator(text, field, (int64_t)value);
        break;
    case TRP_KIND_TEXT:
        put_text(text, element, field->size);
        break;
    case TRP_KIND_I8:
    case TRP_KIND_I16:
    case TRP_KIND_I32:
    case TRP_KIND_I64:
        diff_text_put_sign_and(text, (int64_t)value < 0, (int64_t)value < 0 ? 0 - value : value);
        break;
    default:
        trp__put_number(text, value);
    }
}
