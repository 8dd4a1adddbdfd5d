/*
 * Fields of a save: their description, and structs according to it. The kind of a number determines
 * how it is written, not its size on this machine.
 */
#include "save_format.h"

static const trp_choice *save_fields_choices_of(const trp_field *field)
{
    return (const trp_choice *)field->more;
}

/* Whether its values are names in files. */
static bool save_fields_is_named(const trp_field *field)
{
    return field->kind == TRP_KIND_CHOICE || field->kind == TRP_KIND_ENUM;
}

/* The kind of a field in a file. */
static trp_kind save_fields_kind(const trp_field *field)
{
    if (save_fields_is_named(field))
        return TRP_KIND_CHOICE;
    return field->kind == TRP_KIND_PACKED ? TRP_KIND_HANDLE : field->kind;
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
    switch (field->kind) {
    case TRP_KIND_IGNORED:
        return 0;
    case TRP_KIND_STRUCT:
        return trp__record_bytes((const trp_fields *)field->more);
    case TRP_KIND_ACTOR:
        return 8;
    case TRP_KIND_CHOICE:
    case TRP_KIND_ENUM:
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
            (save_fields_is_named(field) && !save_fields_can_choose(field)))
            return false;
    return trp__record_bytes(fields) <= TRP__SAVE_RECORD;
}

static void save_field(trp__saver *saver, const trp_field *field)
{
    trp__save_name(saver, field->name);
    trp__save_8(saver, (uint32_t)save_fields_kind(field));
    trp__save_32(saver, field->count);
    trp__save_32(saver, (uint32_t)save_fields_element_bytes(field));
    if (field->kind == TRP_KIND_STRUCT)
        trp__save_type(saver, (const trp_fields *)field->more);
    if (!save_fields_is_named(field))
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

void trp__save_own(trp__saver *saver, const trp_fields *fields, const void *from)
{
    const unsigned char *at = (const unsigned char *)from;

    trp__save_type(saver, fields);
    if (saver->write == NULL)
        saver->bytes += trp__record_bytes(fields);
    else
        trp__save_records(saver, fields, &at, 1);
}

/* Elements */

TRP__INLINE uint32_t save_fields_word_at(const unsigned char *at)
{
    uint32_t word;

    memcpy(&word, at, sizeof word);
    return word;
}

static void save_fields_set_bytes(unsigned char *to, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

/* The place of an enumerator in the table, from 1; 0: it is not there. */
static uint32_t save_fields_enumerator_at(const trp_field *field, const unsigned char *element)
{
    const trp_choice *choice =
        trp__enumerator(field, (int64_t)trp__field_value(NULL, field, element));

    return choice->name != NULL ? (uint32_t)(choice - save_fields_choices_of(field)) + 1 : 0;
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

    if (field->kind == TRP_KIND_ACTOR) {
        trp_actor *actor;
        memcpy(&actor, element, sizeof actor);
        handle = trp_handle_of(saver->world, actor);
    } else if (field->kind == TRP_KIND_PACKED)
        handle = trp_handle_unpack(saver->world, trp__field_value(NULL, field, element));
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
    switch (field->kind) {
    case TRP_KIND_HANDLE:
    case TRP_KIND_ACTOR:
    case TRP_KIND_PACKED:
        save_fields_set_handle(saver, field, element, to);
        break;
    case TRP_KIND_CHOICE:
        trp__set32(to, save_fields_choice_at(field, element));
        break;
    case TRP_KIND_ENUM:
        trp__set32(to, save_fields_enumerator_at(field, element));
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

static void save_fields_set_column(trp__saver *saver, const trp_field *field,
                                   const unsigned char *const *structs, uint32_t count, size_t at,
                                   unsigned char *to, size_t record)
{
    if (field->kind == TRP_KIND_STRUCT)
        save_fields_set_rows(saver, (const trp_fields *)field->more, structs, count, at, to,
                             record);
    else if (field->kind == TRP_KIND_F32 || field->kind == TRP_KIND_I32 ||
             field->kind == TRP_KIND_U32) {
        const uint32_t floats = field->kind == TRP_KIND_F32 ? 0x7FFFFFFFu : 0;
        for (uint32_t i = 0; i < count; i++, to += record) {
            const uint32_t word = save_fields_word_at(structs[i] + at);
            trp__set32(to, (word & floats) > 0x7F800000u ? 0x7FC00000u : word);
        }
    } else
        for (uint32_t i = 0; i < count; i++, to += record)
            save_fields_set_element(saver, field, structs[i] + at, to);
}

/* Several adjacent structs, field by field, so that each field's class is determined once for all
 * of them. */
static void save_fields_set_rows(trp__saver *saver, const trp_fields *fields,
                                 const unsigned char *const *structs, uint32_t count, size_t base,
                                 unsigned char *to, size_t record)
{
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++) {
        const size_t bytes = (size_t)save_fields_element_bytes(field);
        if (field->kind == TRP_KIND_IGNORED)
            continue;
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
        for (bool ends = false; size > 0; at++, size--) {
            ends |= *at == 0;
            trp__save_8(saver, ends ? 0 : *at);
        }
    else {
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

    for (uint32_t i = 0; most == 0 && i < count; i++)
        save_large(saver, fields, structs[i]);
    for (uint32_t i = 0; most != 0 && i < count; i += most) {
        if (most > count - i)
            most = count - i;
        save_fields_set_rows(saver, fields, structs + i, most, 0,
                             trp__save_reserve(saver, most * record), record);
    }
}
