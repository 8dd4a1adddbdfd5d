/*
 * Tables of fields: their validity, and their gaps.
 */
#include "fields.h"
#include "../base/text.h"

static size_t fields_kind_size(trp_kind kind)
{
    static const unsigned char sizes[] = {
        0, sizeof(bool), 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, sizeof(trp_handle), sizeof(void *)};

    if (kind == TRP_KIND_CHOICE)
        return sizeof(void *);
    if (kind == TRP_KIND_PACKED)
        return sizeof(uint64_t);
    return (unsigned)kind < sizeof sizes ? sizes[kind] : 0;
}

static bool fields_overlap(const trp_field *a, size_t from, size_t bytes)
{
    return a->offset < from + bytes && from < a->offset + a->size * a->count;
}

static bool fields_fits_kind(const trp_field *field)
{
    const trp_fields *inner = (const trp_fields *)field->more;
    const size_t size = fields_kind_size(field->kind);

    if ((unsigned)field->kind > TRP_KIND_IGNORED || field->count == 0 || field->size == 0 ||
        (size != 0 && field->size != size))
        return false;
    if (field->kind == TRP_KIND_ENUM && (field->size > 8 || (field->size & (field->size - 1)) != 0))
        return false;
    if (field->kind == TRP_KIND_CHOICE || field->kind == TRP_KIND_ENUM)
        return inner != NULL;
    if (field->kind != TRP_KIND_STRUCT)
        return true;
    return inner != NULL && inner->size == field->size &&
           trp_fields_check(inner, TRP_NO_NODE, NULL) == TRP_OK;
}

/* Whether the table has its end, as far as its length is known. */
static bool fields_are_ended(const trp_fields *fields)
{
    return fields->count == 0 || fields->fields[fields->count - 1].kind == TRP_KIND_END;
}

/* The first field that is not valid, or NULL, and what is wrong with it. */
static const trp_field *fields_find_fault(const trp_fields *fields, size_t node, const char **what)
{
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++) {
        *what = TRP__TEXT("is not of its kind's size, or lacks the table that its kind needs");
        if (!fields_fits_kind(field))
            return field;
        *what = TRP__TEXT("is outside of the struct");
        if (field->offset > fields->size ||
            field->count > (fields->size - field->offset) / field->size)
            return field;
        *what = TRP__TEXT("contains the node. Name each member of a base struct by its path, as in "
                          "TRP_FIELD(missile, body.x)");
        if (node != TRP_NO_NODE && fields_overlap(field, node, sizeof(trp_actor)))
            return field;
        *what = TRP__TEXT("is over another field");
        for (const trp_field *other = fields->fields; other != field; other++)
            if (fields_overlap(other, field->offset, field->size * field->count))
                return field;
    }
    return NULL;
}

/* Whether a byte belongs to a field. */
static bool fields_is_covered(const trp_fields *fields, size_t node, size_t at)
{
    if (node != TRP_NO_NODE && at - node < sizeof(trp_actor))
        return true;
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (at - field->offset < field->size * field->count)
            return field->kind != TRP_KIND_STRUCT ||
                   fields_is_covered((const trp_fields *)field->more, TRP_NO_NODE,
                                     (at - field->offset) % field->size);
    return false;
}

bool trp__next_gap(const trp_fields *fields, size_t node, trp_gap *gap)
{
    size_t at = gap->first + gap->count;

    while (at < fields->size && fields_is_covered(fields, node, at))
        at++;
    gap->first = at;
    while (at < fields->size && !fields_is_covered(fields, node, at))
        at++;
    gap->count = at - gap->first;
    return gap->count != 0;
}

trp_result trp_fields_check(const trp_fields *fields, size_t node, trp_gap *gap)
{
    const char *what;

    if (fields == NULL || fields->fields == NULL)
        return TRP_ERR_NULL;
    if (!fields_are_ended(fields) || fields_find_fault(fields, node, &what) != NULL)
        return TRP_ERR_VALUE;
    if (gap != NULL)
        (void)trp__next_gap(fields, node, gap);
    return TRP_OK;
}

static trp_result fields_check_desc(const trp_pool_desc *desc, char *text, const char **detail)
{
    const trp_fields *fields = desc->fields;
    const trp_field *fault;
    const char *what;

    *detail = TRP__TEXT("the table of fields is NULL");
    if (fields->fields == NULL)
        return TRP_ERR_NULL;
    *detail = trp__named_text(text, TRP__TEXT("the table of"), fields->name,
                              TRP__TEXT("is of another size than the pool's type"));
    if (fields->size != desc->type.size)
        return TRP_ERR_TYPE;
    *detail = trp__named_text(text, TRP__TEXT("the table of"), fields->name,
                              TRP__TEXT("has no TRP_FIELDS_END"));
    if (!fields_are_ended(fields))
        return TRP_ERR_VALUE;
    fault = fields_find_fault(fields, desc->type.offset, &what);
    if (fault == NULL)
        return TRP_OK;
    *detail = trp__named_text(text, TRP__TEXT("the field"), fault->name, what);
    return TRP_ERR_VALUE;
}

const trp__option trp__option_fields = {fields_check_desc, NULL, NULL};

/* The first nonzero byte in a gap; the pool's stride: there is none. */
static size_t fields_stray_in(const trp_pool *pool, const unsigned char *slot, size_t tail)
{
    trp_gap gap = {0, 0};

    while (trp__next_gap(pool->desc.fields, pool->node, &gap) &&
           (gap.first + gap.count < pool->desc.type.size || gap.count >= tail))
        for (size_t at = gap.first; at < gap.first + gap.count; at++)
            if (slot[at] != 0)
                return at;
    return pool->stride;
}

uint32_t trp__pool_stray(const trp_pool *pool, size_t tail, size_t *first)
{
    trp_gap gap = {0, 0};
    size_t at;

    if (pool->desc.fields == NULL || !trp__next_gap(pool->desc.fields, pool->node, &gap))
        return TRP_NO_SLOT;
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++) {
        if (!trp__is_taken(trp__stamp_at(pool, slot)))
            continue;
        at = fields_stray_in(pool, (const unsigned char *)trp__node_at(pool, slot) - pool->node,
                             tail);
        if (at == pool->stride)
            continue;
        *first = at;
        return slot;
    }
    return TRP_NO_SLOT;
}
