/*
 * Hashing by fields: values, not bytes, so that the result is the same on all machines. Several
 * structs are hashed side by side, field by field: a field's kind is determined once for all of
 * them, and their chains of multiplications do not wait for each other.
 */
#include "fields.h"
#include "hash.h"

static uint64_t fields_hash_handle_value(const trp_world *world, trp_handle handle)
{
    if (world != NULL && handle.index >> 24 == world->id)
        handle.index &= TRP_MAX_SLOTS - 1;
    return handle.index | (uint64_t)handle.generation << 32;
}

/* The bits of a number; all NaNs have the same. */
static uint64_t fields_hash_f32_value(uint32_t bits)
{
    return (bits & 0x7FFFFFFFu) > 0x7F800000u ? 0x7FC00000u : bits;
}

static uint64_t fields_hash_f64_value(uint64_t bits)
{
    return (bits & ~((uint64_t)1 << 63)) > (uint64_t)0x7FF << 52 ? (uint64_t)0x7FF8 << 48 : bits;
}

static uint64_t fields_hash_actor_value(const trp_world *world, const unsigned char *element)
{
    const trp_actor *actor;

    memcpy(&actor, element, sizeof actor);
    return world != NULL ? fields_hash_handle_value(world, trp_handle_of(world, actor))
                         : actor != NULL;
}

/* The place in the table, from 1; NULL is 0; a pointer outside of the table is TRP__NONE. */
static uint64_t fields_hash_choice_value(const trp_field *field, const unsigned char *element)
{
    const void *pointer;
    uint32_t place = 1;

    memcpy(&pointer, element, sizeof pointer);
    if (pointer == NULL)
        return 0;
    for (const trp_choice *choice = (const trp_choice *)field->more; choice->name != NULL;
         choice++, place++)
        if (choice->pointer == pointer)
            return place;
    return TRP__NONE;
}

/* An integer of this many bytes. A single one is signed: others have their own kinds. */
static uint64_t fields_hash_integer_value(const unsigned char *element, size_t size, bool is_signed)
{
    uint8_t one = *element;
    uint16_t two;
    uint32_t four;
    uint64_t eight;

    switch (size) {
    case 1:
        return (uint64_t)(int64_t)(int8_t)one;
    case 2:
        memcpy(&two, element, sizeof two);
        return is_signed ? (uint64_t)(int64_t)(int16_t)two : two;
    case 4:
        memcpy(&four, element, sizeof four);
        return is_signed ? (uint64_t)(int64_t)(int32_t)four : four;
    default:
        memcpy(&eight, element, sizeof eight);
        return eight;
    }
}

/* The value of an element that is no text, bytes or struct. With a constant kind, this is a few
 * instructions. */
TRP__INLINE uint64_t fields_hash_value(const trp_world *world, const trp_field *field,
                                       trp_kind kind, const unsigned char *element)
{
    trp_handle handle;

    switch (kind) {
    case TRP_KIND_F32:
        return fields_hash_f32_value((uint32_t)fields_hash_integer_value(element, 4, false));
    case TRP_KIND_F64:
        return fields_hash_f64_value(fields_hash_integer_value(element, 8, false));
    case TRP_KIND_U32:
        return fields_hash_integer_value(element, 4, false);
    case TRP_KIND_I32:
        return fields_hash_integer_value(element, 4, true);
    case TRP_KIND_U16:
        return fields_hash_integer_value(element, 2, false);
    case TRP_KIND_U8:
        return *element;
    case TRP_KIND_BOOL:
        return *element != 0;
    case TRP_KIND_HANDLE:
        memcpy(&handle, element, sizeof handle);
        return fields_hash_handle_value(world, handle);
    case TRP_KIND_ACTOR:
        return fields_hash_actor_value(world, element);
    case TRP_KIND_CHOICE:
        return fields_hash_choice_value(field, element);
    case TRP_KIND_ENUM:
        return fields_hash_integer_value(element, field->size, true);
    default:
        return fields_hash_integer_value(element, field->size,
                                         kind == TRP_KIND_I8 || kind == TRP_KIND_I16);
    }
}

uint64_t trp__field_value(const trp_world *world, const trp_field *field,
                          const unsigned char *element)
{
    return fields_hash_value(world, field, field->kind, element);
}

const trp_choice *trp__enumerator(const trp_field *field, int64_t number)
{
    const trp_choice *choice = (const trp_choice *)field->more;

    while (choice->name != NULL && choice->number != number)
        choice++;
    return choice;
}

static uint64_t hash_text(uint64_t hash, const unsigned char *text, size_t size)
{
    for (; size > 0 && *text != 0; text++, size--)
        hash = trp__mix(hash, *text);
    return trp__mix(hash, 256);
}

static uint64_t hash_element(const trp_world *world, const trp_field *field,
                             const unsigned char *element, uint64_t hash)
{
    switch (field->kind) {
    case TRP_KIND_TEXT:
        return hash_text(hash, element, field->size);
    case TRP_KIND_BYTES:
        for (size_t i = 0; i < field->size; i++)
            hash = trp__mix(hash, element[i]);
        return hash;
    default:
        return trp__hash_word(hash, trp__field_value(world, field, element));
    }
}

TRP__INLINE void fields_hash_values(const trp_world *world, const trp_field *field, trp_kind kind,
                                    trp__hash_rows *rows, size_t offset)
{
    for (uint32_t i = 0; i < rows->count; i++)
        rows->hashes[i] = trp__hash_word(
            rows->hashes[i], fields_hash_value(world, field, kind, rows->at[i] + offset));
}

/* One element of a field, at this offset, in all structs. */
static void fields_hash_column(const trp_world *world, const trp_field *field, trp__hash_rows *rows,
                               size_t offset)
{
    switch (field->kind) {
    case TRP_KIND_IGNORED:
        break;
    case TRP_KIND_STRUCT:
        trp__fields_hash_rows(world, (const trp_fields *)field->more, rows, offset);
        break;
    case TRP_KIND_F32:
        fields_hash_values(world, field, TRP_KIND_F32, rows, offset);
        break;
    case TRP_KIND_U32:
        fields_hash_values(world, field, TRP_KIND_U32, rows, offset);
        break;
    case TRP_KIND_I32:
        fields_hash_values(world, field, TRP_KIND_I32, rows, offset);
        break;
    case TRP_KIND_U16:
        fields_hash_values(world, field, TRP_KIND_U16, rows, offset);
        break;
    case TRP_KIND_U8:
        fields_hash_values(world, field, TRP_KIND_U8, rows, offset);
        break;
    case TRP_KIND_BOOL:
        fields_hash_values(world, field, TRP_KIND_BOOL, rows, offset);
        break;
    case TRP_KIND_HANDLE:
        fields_hash_values(world, field, TRP_KIND_HANDLE, rows, offset);
        break;
    default:
        for (uint32_t i = 0; i < rows->count; i++)
            rows->hashes[i] = hash_element(world, field, rows->at[i] + offset, rows->hashes[i]);
    }
}

void trp__fields_hash_rows(const trp_world *world, const trp_fields *fields, trp__hash_rows *rows,
                           size_t offset)
{
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        for (uint32_t i = 0; i < field->count; i++)
            fields_hash_column(world, field, rows, offset + field->offset + i * field->size);
}

uint64_t trp__fields_hash(const trp_world *world, const trp_fields *fields,
                          const unsigned char *bytes, uint64_t hash)
{
    trp__hash_rows rows;

    rows.at[0] = bytes;
    rows.hashes[0] = hash;
    rows.count = 1;
    trp__fields_hash_rows(world, fields, &rows, 0);
    return rows.hashes[0];
}
