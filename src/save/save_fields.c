/*
 * Fields of a save: their description, and structs according to it. The kind of a number determines
 * how it is written, not its size on this machine.
 */
#include "save_format.h"

static const trp_choice *save_fields_choices_of(const trp_field *field)
{
    return (const trp_choice *)field->more;
}

static uint32_t save_fields_choice_count(const trp_field *field)
{
    uint32_t count = 0;

    while (save_fields_choices_of(field)[count].name != NULL)
        count++;
    return count;
}

static uint64_t save_fields_element_bytes(const trp_field *field)
{
    switch (field->kind)
    {
    case TRP_KIND_IGNORED:
        return 0;
    case TRP_KIND_STRUCT:
        return trp__record_bytes((const trp_fields *)field->more);
    case TRP_KIND_HANDLE:
    case TRP_KIND_ACTOR:
        return 8;
    case TRP_KIND_CHOICE:
        return 4;
    default:
        return field->size;
    }
}

uint64_t trp__record_bytes(const trp_fields *fields)
{
    uint64_t bytes = 0;

    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        bytes += save_fields_element_bytes(field) * field->count;
    return bytes;
}

static bool save_fields_is_short_name(const char *name)
{
    uint32_t length = 0;

    while (length <= TRP__SAVE_NAME && name[length] != '\0')
        length++;
    return length != 0 && length <= TRP__SAVE_NAME;
}

static bool save_fields_can_choose(const trp_field *field)
{
    for (const trp_choice *choice = save_fields_choices_of(field); choice->name != NULL; choice++)
        if (!save_fields_is_short_name(choice->name))
            return false;
    return true;
}

bool trp__can_describe(const trp_fields *fields, uint32_t depth)
{
    if (depth > TRP_SAVE_DEPTH || !save_fields_is_short_name(fields->name))
        return false;
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (!save_fields_is_short_name(field->name) ||
            (field->kind == TRP_KIND_STRUCT &&
             !trp__can_describe((const trp_fields *)field->more, depth + 1)) ||
            (field->kind == TRP_KIND_CHOICE && !save_fields_can_choose(field)))
            return false;
    return trp__record_bytes(fields) <= TRP__SAVE_RECORD;
}

static void save_field(trp__saver *saver, const trp_field *field)
{
    trp__save_name(saver, field->name);
    trp__save_8(saver, (uint32_t)field->kind);
    trp__save_32(saver, field->count);
    trp__save_32(saver, (uint32_t)save_fields_element_bytes(field));
    if (field->kind == TRP_KIND_STRUCT)
        trp__save_type(saver, (const trp_fields *)field->more);
    if (field->kind != TRP_KIND_CHOICE)
        return;
    trp__save_32(saver, save_fields_choice_count(field));
    for (const trp_choice *choice = save_fields_choices_of(field); choice->name != NULL; choice++)
        trp__save_name(saver, choice->name);
}

void trp__save_type(trp__saver *saver, const trp_fields *fields)
{
    uint32_t count = 0;

    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        count += field->kind != TRP_KIND_IGNORED;
    trp__save_name(saver, fields->name);
    trp__save_32(saver, fields->version);
    trp__save_32(saver, count);
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (field->kind != TRP_KIND_IGNORED)
            save_field(saver, field);
}

/* Elements */

TRP__INLINE uint32_t save_fields_word_at(const unsigned char *at)
{
    uint32_t word;

    memcpy(&word, at, sizeof word);
    return word;
}

/* All NaNs are written as the same one. */
TRP__INLINE uint32_t save_fields_float_at(const unsigned char *at)
{
    const uint32_t bits = save_fields_word_at(at);

    return (bits & 0x7FFFFFFFu) > 0x7F800000u ? 0x7FC00000u : bits;
}

static void save_fields_set_bytes(unsigned char *to, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

/* A pointer that is not in the table is written as NULL. */
static uint32_t save_fields_choice_at(const trp_field *field, const unsigned char *element)
{
    const uint64_t place = trp__field_value(NULL, field, element);

    return place != TRP__NONE ? (uint32_t)place : 0;
}

static void save_fields_set_handle(trp__saver *saver, const trp_field *field,
                                   const unsigned char *element, unsigned char *to)
{
    trp_handle handle;
    uint32_t index;

    if (field->kind == TRP_KIND_ACTOR)
    {
        trp_actor *actor;
        memcpy(&actor, element, sizeof actor);
        handle = trp_handle_of(saver->world, actor);
    }
    else
        memcpy(&handle, element, sizeof handle);
    index = trp__save_index(saver, handle.index, &handle.generation);
    trp__set32(to, index);
    trp__set32(to + 4, handle.generation);
}

static void save_fields_set_text(const unsigned char *from, unsigned char *to, size_t size)
{
    size_t length = 0;

    while (length < size && from[length] != 0)
        length++;
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
}

/* An element that is no struct. */
static void save_fields_set_element(trp__saver *saver, const trp_field *field,
                                    const unsigned char *element, unsigned char *to)
{
    switch (field->kind)
    {
    case TRP_KIND_HANDLE:
    case TRP_KIND_ACTOR:
        save_fields_set_handle(saver, field, element, to);
        break;
    case TRP_KIND_CHOICE:
        trp__set32(to, save_fields_choice_at(field, element));
        break;
    case TRP_KIND_TEXT:
        save_fields_set_text(element, to, field->size);
        break;
    case TRP_KIND_BYTES:
        memcpy(to, element, field->size);
        break;
    default:
        save_fields_set_bytes(to, trp__field_value(NULL, field, element), field->size);
    }
}

/* Structs */

static void save_fields_set_rows(trp__saver *saver, const trp_fields *fields,
                                 const unsigned char *const *structs, uint32_t count, size_t base,
                                 unsigned char *to, size_t record);

/* Whether one of two floats is NaN: then a carry reaches the sign bit. */
TRP__INLINE bool save_fields_has_nan(uint64_t pair)
{
    return (((pair & 0x7FFFFFFF7FFFFFFFu) + 0x007FFFFF007FFFFFu) & 0x8000000080000000u) != 0;
}

/* Adjacent numbers of 4 bytes, also adjacent in the file: two at a time. */
static void save_fields_set_integers(const unsigned char *const *structs, uint32_t count, size_t at,
                                     uint32_t words, unsigned char *to, size_t record)
{
    for (uint32_t i = 0; i < count; i++, to += record)
    {
        const unsigned char *from = structs[i] + at;
        const unsigned char *end = from + words / 2 * (size_t)8;
        unsigned char *out = to;
        for (; from != end; from += 8, out += 8)
            trp__set64(out, trp__word_pair_at(from));
        if (words % 2 != 0)
            trp__set32(out, save_fields_word_at(from));
    }
}

static void save_fields_set_floats(const unsigned char *const *structs, uint32_t count, size_t at,
                                   uint32_t words, unsigned char *to, size_t record)
{
    for (uint32_t i = 0; i < count; i++, to += record)
    {
        const unsigned char *from = structs[i] + at;
        const unsigned char *end = from + words / 2 * (size_t)8;
        unsigned char *out = to;
        for (; from != end; from += 8, out += 8)
        {
            uint64_t pair = trp__word_pair_at(from);
            if (!TRP__LIKELY(!save_fields_has_nan(pair)))
                pair = save_fields_float_at(from) | (uint64_t)save_fields_float_at(from + 4) << 32;
            trp__set64(out, pair);
        }
        if (words % 2 != 0)
            trp__set32(out, save_fields_float_at(from));
    }
}

/* The class of a field: 0 no number of 4 bytes, 1 an integer, 2 a float. */
TRP__INLINE unsigned save_fields_word_class(const trp_field *field)
{
    if (field->kind == TRP_KIND_F32)
        return 2;
    return field->kind == TRP_KIND_I32 || field->kind == TRP_KIND_U32;
}

/* The number of adjacent words from this field on; `last` is the last field of them. */
static uint32_t save_fields_words_from(const trp_field *field, const trp_field **last)
{
    const size_t begin = field->offset;
    const unsigned class = save_fields_word_class(field);
    uint32_t words = field->count;

    for (;
         save_fields_word_class(field + 1) == class && field[1].offset == begin + words * (size_t)4;
         field++)
        words += field[1].count;
    *last = field;
    return words;
}

static void save_fields_set_column(trp__saver *saver, const trp_field *field,
                                   const unsigned char *const *structs, uint32_t count, size_t at,
                                   unsigned char *to, size_t record)
{
    if (field->kind == TRP_KIND_STRUCT)
        save_fields_set_rows(saver, (const trp_fields *)field->more, structs, count, at, to,
                             record);
    else
        for (uint32_t i = 0; i < count; i++, to += record)
            save_fields_set_element(saver, field, structs[i] + at, to);
}

/* Several adjacent structs, field by field, so that each field's class is determined once for all
 * of them. */
static void save_fields_set_rows(trp__saver *saver, const trp_fields *fields,
                                 const unsigned char *const *structs, uint32_t count, size_t base,
                                 unsigned char *to, size_t record)
{
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
    {
        const size_t bytes = (size_t)save_fields_element_bytes(field);
        if (field->kind == TRP_KIND_IGNORED)
            continue;
        if (save_fields_word_class(field) != 0)
        {
            const bool are_floats = save_fields_word_class(field) == 2;
            const size_t at = base + field->offset;
            const uint32_t words = save_fields_words_from(field, &field);
            (are_floats ? save_fields_set_floats : save_fields_set_integers)(structs, count, at,
                                                                             words, to, record);
            to += words * (size_t)4;
            continue;
        }
        for (uint32_t i = 0; i < field->count; i++, to += bytes)
            save_fields_set_column(saver, field, structs, count,
                                   base + field->offset + i * field->size, to, record);
    }
}

/* A struct whose record is larger than the buffer, element by element. */
static void save_large(trp__saver *saver, const trp_fields *fields, const unsigned char *at);

static void save_element(trp__saver *saver, const trp_field *field, const unsigned char *at)
{
    size_t size = field->size;
    unsigned char small[8];

    if (field->kind == TRP_KIND_STRUCT)
        save_large(saver, (const trp_fields *)field->more, at);
    else if (field->kind == TRP_KIND_BYTES)
        trp__save_bytes(saver, at, size);
    else if (field->kind == TRP_KIND_TEXT)
        for (bool ends = false; size > 0; at++, size--)
        {
            ends |= *at == 0;
            trp__save_8(saver, ends ? 0 : *at);
        }
    else
    {
        save_fields_set_element(saver, field, at, small);
        trp__save_bytes(saver, small, (size_t)save_fields_element_bytes(field));
    }
}

static void save_large(trp__saver *saver, const trp_fields *fields, const unsigned char *at)
{
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        for (uint32_t i = 0; i < field->count && field->kind != TRP_KIND_IGNORED; i++)
            save_element(saver, field, at + field->offset + i * field->size);
}

void trp__save_records(trp__saver *saver, const trp_fields *fields,
                       const unsigned char *const *structs, uint32_t count)
{
    const uint32_t record = (uint32_t)trp__record_bytes(fields);
    uint32_t most = record != 0 ? TRP__SAVE_PIECE / record : count;

    if (saver->write == NULL)
    {
        saver->bytes += (uint64_t)record * count;
        return;
    }
    for (uint32_t i = 0; most == 0 && i < count; i++)
        save_large(saver, fields, structs[i]);
    for (uint32_t i = 0; most != 0 && i < count; i += most)
    {
        if (most > count - i)
            most = count - i;
        save_fields_set_rows(saver, fields, structs + i, most, 0,
                             trp__save_reserve(saver, most * record), record);
    }
}
