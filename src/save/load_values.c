/*
 * Values of a file in fields of the world: checks, and copying.
 */
#include "load.h"

/* A number of a file: an integer as bits, signed if `is_negative`, or a real number. */
typedef struct load_values_number {
    uint64_t bits;
    double real;
    bool is_negative;
    bool is_real;
} load_values_number;

static bool load_values_is_number(uint32_t kind)
{
    return kind <= TRP_KIND_F64;
}

static bool load_values_is_integer(uint32_t kind)
{
    return kind <= TRP_KIND_U64;
}

static bool load_values_is_handle(uint32_t kind)
{
    return kind == TRP_KIND_HANDLE || kind == TRP_KIND_ACTOR;
}

bool trp__can_become(uint32_t kind, const trp_field *field)
{
    const uint32_t now = (uint32_t)field->kind;

    return kind == now || (load_values_is_number(kind) && load_values_is_number(now)) ||
           (now == TRP_KIND_ENUM && (kind == TRP_KIND_CHOICE || load_values_is_integer(kind))) ||
           (load_values_is_handle(kind) && load_values_is_handle(now));
}

static load_values_number load_values_integer_of(uint64_t bits, bool is_signed)
{
    load_values_number value = {0, 0, false, false};

    value.bits = bits;
    value.is_negative = is_signed && (int64_t)bits < 0;
    return value;
}

static load_values_number load_values_real_of(double real)
{
    load_values_number value = {0, 0, false, true};

    value.real = real;
    return value;
}

static float load_values_float_of(const unsigned char *from)
{
    const uint32_t bits = trp__get32(from);
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static double load_values_double_of(const unsigned char *from)
{
    const uint64_t bits = trp__get64(from);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static load_values_number load_values_number_of(uint32_t kind, const unsigned char *from)
{
    switch (kind) {
    case TRP_KIND_I8:
        return load_values_integer_of((uint64_t)(int64_t)(int8_t)*from, true);
    case TRP_KIND_I16:
        return load_values_integer_of(
            (uint64_t)(int64_t)(int16_t)(uint16_t)(from[0] | from[1] << 8), true);
    case TRP_KIND_U16:
        return load_values_integer_of((uint64_t)(from[0] | from[1] << 8), false);
    case TRP_KIND_I32:
        return load_values_integer_of((uint64_t)(int64_t)(int32_t)trp__get32(from), true);
    case TRP_KIND_U32:
        return load_values_integer_of(trp__get32(from), false);
    case TRP_KIND_I64:
        return load_values_integer_of(trp__get64(from), true);
    case TRP_KIND_U64:
        return load_values_integer_of(trp__get64(from), false);
    case TRP_KIND_F32:
        return load_values_real_of((double)load_values_float_of(from));
    case TRP_KIND_F64:
        return load_values_real_of(load_values_double_of(from));
    default: /* bool, U8 */
        return load_values_integer_of(*from, false);
    }
}

/* The integer that equals a real number, if there is one. */
static bool load_values_make_integer(load_values_number *value)
{
    const double size = value->real < 0 ? -value->real : value->real;

    if (!value->is_real)
        return true;
    if (!(size < 18446744073709551616.0) || (value->real < 0 && size > 9223372036854775808.0) ||
        (double)(uint64_t)size != size)
        return false;
    value->is_negative = value->real < 0;
    value->bits = value->is_negative ? 0 - (uint64_t)size : (uint64_t)size;
    return true;
}

static bool load_values_fits_integer(load_values_number value, trp_kind kind, size_t size)
{
    const bool is_signed =
        kind == TRP_KIND_I8 || kind == TRP_KIND_I16 || kind == TRP_KIND_I32 || kind == TRP_KIND_I64;
    const uint64_t most = UINT64_MAX >> (64 - 8 * size + is_signed);

    if (!load_values_make_integer(&value))
        return false;
    if (kind == TRP_KIND_BOOL)
        return !value.is_negative && value.bits <= 1;
    if (kind == TRP_KIND_ENUM) /* an int or an unsigned, as the compiler likes */
        return value.is_negative ? ~value.bits <= most / 2 : value.bits <= most;
    if (value.is_negative)
        return is_signed && ~value.bits <= most;
    return value.bits <= most;
}

/* The double of an integer or a real number, which may be rounded. */
static double real_value(load_values_number value)
{
    if (value.is_real)
        return value.real;
    return value.is_negative ? -(double)(0 - value.bits) : (double)value.bits;
}

/* Whether a float with this many digits can represent an integer exactly. */
static bool load_values_has_digits(uint64_t size, unsigned digits)
{
    while (size >> digits != 0 && size % 2 == 0)
        size /= 2;
    return size >> digits == 0;
}

static bool load_values_fits_real(load_values_number value, trp_kind kind)
{
    const double real = value.real;

    if (!value.is_real)
        return load_values_has_digits(value.is_negative ? 0 - value.bits : value.bits,
                                      kind == TRP_KIND_F32 ? 24 : 53);
    if (kind == TRP_KIND_F64 || real - real != 0) /* NaN and infinities */
        return true;
    return real <= 3.4028234663852886e38 && real >= -3.4028234663852886e38 &&
           (double)(float)real == real;
}

/* The name of a choice in the file, or NULL. */
static const char *load_values_choice_name(const trp__loading *loading, const trp__move *move,
                                           uint32_t place)
{
    trp__reader reader = trp__read_from(loading->bytes, move->names, loading->size);
    const char *name = NULL;

    if (place > trp__read_32(&reader))
        return NULL;
    for (; place > 0; place--)
        name = trp__read_name(&reader);
    return name;
}

/* The world's entry of this name; if there is none, the one that had it; otherwise the table's end,
 * which is the fallback. */
static const trp_choice *load_values_find_choice(const trp_field *field, const char *name)
{
    const trp_choice *choice = (const trp_choice *)field->more;

    for (; choice->name != NULL; choice++)
        if (trp__same_text(choice->name, name))
            return choice;
    for (choice = (const trp_choice *)field->more; choice->name != NULL; choice++)
        if (choice->was != NULL && trp__same_text(choice->was, name))
            return choice;
    return choice;
}

/* What a place in the names of the file means. 0 is no name: NULL for a pointer. */
static trp_choice load_values_choice_at(const trp__loading *loading, const trp__move *move,
                                        uint32_t place)
{
    static const trp_choice none = TRP_CHOICES_END(NULL);

    if (place == 0 && move->field->kind == TRP_KIND_CHOICE)
        return none;
    return *load_values_find_choice(
        move->field, place != 0 ? load_values_choice_name(loading, move, place) : "");
}

const char *trp__lost_choice(const trp__loading *loading, const trp__move *move, uint32_t place)
{
    const char *name = place != 0 ? load_values_choice_name(loading, move, place) : NULL;

    return name != NULL && load_values_find_choice(move->field, name)->name == NULL ? name : NULL;
}

static bool load_values_text_fits(const trp__move *move, const unsigned char *from)
{
    for (size_t i = move->field->size; i < move->bytes; i++)
        if (from[i] != 0)
            return false;
    return true;
}

bool trp__always_fits(const trp__move *move)
{
    switch (move->kind) {
    case TRP_KIND_BOOL:
    case TRP_KIND_CHOICE:
        return false;
    case TRP_KIND_TEXT:
        return move->bytes <= move->field->size;
    default:
        return !load_values_is_number(move->kind) || move->kind == (uint32_t)move->field->kind;
    }
}

bool trp__value_fits(trp__loading *loading, const trp__move *move, const unsigned char *from)
{
    const trp_kind kind = move->field->kind;

    if (move->kind == TRP_KIND_CHOICE)
        return trp__get32(from) == 0 ||
               load_values_choice_name(loading, move, trp__get32(from)) != NULL;
    if (kind == TRP_KIND_TEXT)
        return load_values_text_fits(move, from);
    if (move->kind == TRP_KIND_BOOL && *from > 1)
        return false;
    if (kind == TRP_KIND_F32 || kind == TRP_KIND_F64)
        return load_values_fits_real(load_values_number_of(move->kind, from), kind);
    return load_values_fits_integer(load_values_number_of(move->kind, from), kind,
                                    move->field->size);
}

bool trp__number_at(uint32_t kind, const unsigned char *from, double *value)
{
    if (!load_values_is_number(kind))
        return false;
    *value = real_value(load_values_number_of(kind, from));
    return true;
}

bool trp__integer_at(uint32_t kind, const unsigned char *from, int64_t *value)
{
    load_values_number found;

    if (kind >= TRP_KIND_F32)
        return false;
    found = load_values_number_of(kind, from);
    *value = (int64_t)found.bits;
    return true;
}

/* Copying */

static void load_values_put_integer(unsigned char *to, uint64_t bits, size_t size)
{
    const uint8_t one = (uint8_t)bits;
    const uint16_t two = (uint16_t)bits;
    const uint32_t four = (uint32_t)bits;

    switch (size) {
    case 1:
        memcpy(to, &one, sizeof one);
        break;
    case 2:
        memcpy(to, &two, sizeof two);
        break;
    case 4:
        memcpy(to, &four, sizeof four);
        break;
    default:
        memcpy(to, &bits, sizeof bits);
    }
}

/* Values of another kind. */
static void load_values_put_number(unsigned char *to, const trp_field *field,
                                   load_values_number value)
{
    const double real = real_value(value);

    if (field->kind == TRP_KIND_F64)
        memcpy(to, &real, sizeof real);
    else if (field->kind == TRP_KIND_F32) {
        const float single = (float)real;
        memcpy(to, &single, sizeof single);
    } else {
        (void)load_values_make_integer(&value);
        load_values_put_integer(to, value.bits, field->size);
    }
}

/* Values of the same kind. */
static void load_values_put_same(unsigned char *to, const unsigned char *from, size_t size)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)from[i] << 8 * i;
    load_values_put_integer(to, bits, size);
}

trp_handle trp__load_handle(trp__loading *loading, const unsigned char *from)
{
    trp_handle handle = {0, 0};
    trp__place place;

    if (trp__get32(from + 4) == 0 || !trp__place_of(loading, trp__get32(from), &place))
        return handle;
    handle.index = trp__handle_index(place.pool, place.slot);
    handle.generation = trp__get32(from + 4);
    return handle;
}

static void load_values_put_handle(trp__loading *loading, unsigned char *to, const trp_field *field,
                                   const unsigned char *from)
{
    const trp_handle handle = trp__load_handle(loading, from);
    trp_actor *actor;

    if (field->kind == TRP_KIND_HANDLE)
        memcpy(to, &handle, sizeof handle);
    else {
        actor = trp_get(loading->world, handle);
        memcpy(to, &actor, sizeof actor);
    }
}

static void load_values_put_element(trp__loading *loading, const trp__move *move, unsigned char *to,
                                    const unsigned char *from)
{
    const size_t size = move->field->size;
    trp_choice choice;

    switch (move->field->kind) {
    case TRP_KIND_HANDLE:
    case TRP_KIND_ACTOR:
        load_values_put_handle(loading, to, move->field, from);
        break;
    case TRP_KIND_CHOICE:
        choice = load_values_choice_at(loading, move, trp__get32(from));
        memcpy(to, &choice.pointer, sizeof choice.pointer);
        break;
    case TRP_KIND_TEXT:
    case TRP_KIND_BYTES:
        if (move->field->kind == TRP_KIND_TEXT)
            memset(to, 0, size);
        memcpy(to, from, move->bytes < size ? move->bytes : size);
        break;
    default:
        if (move->kind == TRP_KIND_CHOICE) {
            choice = load_values_choice_at(loading, move, trp__get32(from));
            load_values_put_integer(to, (uint64_t)choice.number, size);
        } else if (move->kind == (uint32_t)move->field->kind)
            load_values_put_same(to, from, size);
        else
            load_values_put_number(to, move->field, load_values_number_of(move->kind, from));
    }
}

TRP__INLINE void load_values_put_word(unsigned char *to, uint32_t word)
{
    memcpy(to, &word, sizeof word);
}

TRP__INLINE void load_values_put_pair(unsigned char *to, const unsigned char *from)
{
    const uint64_t pair = trp__swap_pair(trp__get64(from));

    memcpy(to, &pair, sizeof pair);
}

enum {
    LOAD_VALUES_WORDS = 8 /* adjacent numbers that are copied at a time */
};

/* `pairs` is a constant: each number of pairs gets its own loop. */
TRP__INLINE void load_values_move_pairs(const unsigned char *from, size_t record,
                                        unsigned char *const *structs, size_t to, uint32_t words,
                                        uint32_t count, uint32_t pairs)
{
    for (uint32_t i = 0; i < count; i++, from += record) {
        unsigned char *at = structs[i] + to;
        if (pairs > 0)
            load_values_put_pair(at, from);
        if (pairs > 1)
            load_values_put_pair(at + 8, from + 8);
        if (pairs > 2)
            load_values_put_pair(at + 16, from + 16);
        if (pairs > 3)
            load_values_put_pair(at + 24, from + 24);
        if (words % 2 != 0)
            load_values_put_word(at + (size_t)pairs * 8, trp__get32(from + (size_t)pairs * 8));
    }
}

/* Up to LOAD_VALUES_WORDS adjacent numbers of 4 bytes: two at a time. */
static void load_values_move_words(const unsigned char *from, size_t record,
                                   unsigned char *const *structs, size_t to, uint32_t words,
                                   uint32_t count)
{
    switch (words / 2) {
    case 0:
        load_values_move_pairs(from, record, structs, to, words, count, 0);
        break;
    case 1:
        load_values_move_pairs(from, record, structs, to, words, count, 1);
        break;
    case 2:
        load_values_move_pairs(from, record, structs, to, words, count, 2);
        break;
    case 3:
        load_values_move_pairs(from, record, structs, to, words, count, 3);
        break;
    default:
        load_values_move_pairs(from, record, structs, to, words, count, 4);
    }
}

void trp__move_rows(trp__loading *loading, const trp__move *move, const unsigned char *records,
                    size_t record, unsigned char *const *structs, uint32_t count)
{
    const trp_field *field = move->field;

    if (move->kind == TRP_KIND_END) {
        for (uint32_t i = 0; i < count; i++)
            memcpy(structs[i] + move->to, field->value, field->size * field->count);
        return;
    }
    if (trp__moves_words(move)) {
        for (uint32_t done = 0, words; done < move->count; done += words) {
            words = move->count - done;
            words = words < LOAD_VALUES_WORDS ? words : LOAD_VALUES_WORDS;
            load_values_move_words(records + move->from + (size_t)done * 4, record, structs,
                                   move->to + (size_t)done * 4, words, count);
        }
        return;
    }
    for (uint32_t i = 0; i < move->count; i++)
        for (uint32_t row = 0; row < count; row++)
            load_values_put_element(loading, move, structs[row] + move->to + i * field->size,
                                    records + row * record + move->from + (size_t)i * move->bytes);
}
