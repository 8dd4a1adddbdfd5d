/*
 * Fields of a save: their description, and structs according to it. The kind of a number determines
 * how it is written, not its size on this machine.
 */
#include "save_format.h"

enum {
    SAVE_FIELDS_PAIRS = 4 /* of adjacent numbers that are written at a time */
};

static const trp_choice *save_fields_choices_of(const trp_field *field)
{
    return (const trp_choice *)field->more;
}

/* Whether its values are names in files. */
static bool save_fields_is_named(const trp_field *field)
{
    return field->kind == TRP_KIND_CHOICE || field->kind == TRP_KIND_ENUM;
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
    case TRP_KIND_HANDLE:
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
    trp__save_8(saver, (uint32_t)(save_fields_is_named(field) ? TRP_KIND_CHOICE : field->kind));
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

/* Elements */

TRP__INLINE uint32_t save_fields_word_at(const unsigned char *at)
{
    uint32_t word;

    memcpy(&word, at, sizeof word);
    return word;
}

/* All NaNs are written as the same one. */
TRP__INLINE uint32_t save_fields_unify(uint32_t bits)
{
    return (bits & 0x7FFFFFFFu) > 0x7F800000u ? 0x7FC00000u : bits;
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
    } else
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

/* Adjacent numbers of 4 bytes, also adjacent in the file. */
typedef struct save_fields_words {
    uint32_t count;
    /* per pair of numbers, the bits of its floats except their signs; 0: both are integers */
    uint64_t floats[SAVE_FIELDS_PAIRS];
} save_fields_words;

TRP__INLINE bool save_fields_is_word(const trp_field *field)
{
    return field->kind == TRP_KIND_F32 || field->kind == TRP_KIND_I32 ||
           field->kind == TRP_KIND_U32;
}

/* Takes numbers from element `*done` of a field on, as many as are adjacent and have room.
 * Afterwards `*done` of the elements of the returned field have been taken; 0: all. */
static const trp_field *save_fields_take_words(const trp_field *field, uint32_t *done,
                                               save_fields_words *words)
{
    memset(words, 0, sizeof *words);
    for (;; field++) {
        for (; *done < field->count && words->count < 2 * SAVE_FIELDS_PAIRS; ++*done) {
            const uint64_t bits = field->kind == TRP_KIND_F32 ? 0x7FFFFFFFu : 0;
            words->floats[words->count / 2] |= bits << 32 * (words->count % 2);
            words->count++;
        }
        if (*done < field->count)
            return field;
        *done = 0;
        if (words->count == 2 * SAVE_FIELDS_PAIRS || !save_fields_is_word(field + 1) ||
            field[1].offset != field->offset + field->count * (size_t)4)
            return field;
    }
}

/* Among the numbers of a record there is a NaN. */
static void save_fields_unify_nans(const save_fields_words *words, unsigned char *to)
{
    for (uint32_t i = 0; i < words->count; i++)
        if ((words->floats[i / 2] >> 32 * (i % 2) & 1) != 0)
            trp__set32(to + (size_t)i * 4, save_fields_unify(trp__get32(to + (size_t)i * 4)));
}

/* Writes two numbers. A float is NaN if adding 0x007FFFFF to it, without its sign, sets the bit of
 * the sign; returns both sums. */
TRP__INLINE uint64_t save_fields_set_pair(uint64_t floats, const unsigned char *from,
                                          unsigned char *to)
{
    const uint64_t pair = trp__word_pair_at(from);

    trp__set64(to, pair);
    return (pair & floats) + 0x007FFFFF007FFFFFu;
}

/* `pairs` is a constant: each number of pairs gets its own loop, whose masks stay in registers. */
TRP__INLINE void save_fields_set_pairs(const save_fields_words *words,
                                       const unsigned char *const *structs, uint32_t count,
                                       size_t at, unsigned char *to, size_t record, uint32_t pairs)
{
    const save_fields_words mine = *words;

    for (uint32_t i = 0; i < count; i++, to += record) {
        const unsigned char *from = structs[i] + at;
        uint64_t sums = 0;
        if (pairs > 0)
            sums |= save_fields_set_pair(mine.floats[0], from, to);
        if (pairs > 1)
            sums |= save_fields_set_pair(mine.floats[1], from + 8, to + 8);
        if (pairs > 2)
            sums |= save_fields_set_pair(mine.floats[2], from + 16, to + 16);
        if (pairs > 3)
            sums |= save_fields_set_pair(mine.floats[3], from + 24, to + 24);
        if (pairs < SAVE_FIELDS_PAIRS && mine.count % 2 != 0) {
            const uint32_t word = save_fields_word_at(from + (size_t)pairs * 8);
            sums |= (word & mine.floats[pairs]) + 0x007FFFFFu;
            trp__set32(to + (size_t)pairs * 8, word);
        }
        if (!TRP__LIKELY((sums & 0x8000000080000000u) == 0))
            save_fields_unify_nans(words, to);
    }
}

static void save_fields_set_words(const save_fields_words *words,
                                  const unsigned char *const *structs, uint32_t count, size_t at,
                                  unsigned char *to, size_t record)
{
    switch (words->count / 2) {
    case 0:
        save_fields_set_pairs(words, structs, count, at, to, record, 0);
        break;
    case 1:
        save_fields_set_pairs(words, structs, count, at, to, record, 1);
        break;
    case 2:
        save_fields_set_pairs(words, structs, count, at, to, record, 2);
        break;
    case 3:
        save_fields_set_pairs(words, structs, count, at, to, record, 3);
        break;
    default:
        save_fields_set_pairs(words, structs, count, at, to, record, SAVE_FIELDS_PAIRS);
    }
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
    save_fields_words words;

    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++) {
        const size_t bytes = (size_t)save_fields_element_bytes(field);
        if (field->kind == TRP_KIND_IGNORED)
            continue;
        if (save_fields_is_word(field)) {
            uint32_t done = 0;
            do {
                const size_t at = base + field->offset + done * (size_t)4;
                field = save_fields_take_words(field, &done, &words);
                save_fields_set_words(&words, structs, count, at, to, record);
                to += words.count * (size_t)4;
            } while (done != 0);
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

    if (saver->write == NULL) {
        saver->bytes += (uint64_t)record * count;
        return;
    }
    for (uint32_t i = 0; most == 0 && i < count; i++)
        save_large(saver, fields, structs[i]);
    for (uint32_t i = 0; most != 0 && i < count; i += most) {
        if (most > count - i)
            most = count - i;
        save_fields_set_rows(saver, fields, structs + i, most, 0,
                             trp__save_reserve(saver, most * record), record);
    }
}
