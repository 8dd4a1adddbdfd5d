/*
 * Differences of structs, field by field or byte by byte, and their reports.
 */
#include "diffing.h"

/* Reporting */

bool trp__diff_begin(trp__diffing *in, trp_difference_kind kind, const trp_pool *pool,
                     uint32_t slot)
{
    if (++in->count > in->most || in->tell == NULL)
        return false;
    memset(&in->now, 0, sizeof in->now);
    in->now.kind = kind;
    in->now.pool = pool;
    in->now.slot = slot;
    in->text = trp__text_in(in->line, sizeof in->line);
    trp__say(&in->text, "tick %lu: ", in->a->state.ticks);
    if (pool != NULL)
        trp__put(&in->text, pool->desc.name);
    if (pool != NULL && slot != TRP_NO_SLOT)
        trp__say(&in->text, " slot %u", slot);
    return true;
}

void trp__diff_put_both(trp__diffing *in, const char *what, uint64_t a, uint64_t b)
{
    trp__say(&in->text, "%s%lu and %lu", what, a, b);
}

void trp__diff_end(trp__diffing *in)
{
    bool has_begun;

    in->now.text = in->line;
#if defined(TRP_NO_MESSAGES)
    in->now.text = "";
#endif
    has_begun = trp__begin_reading(in->world);
    in->tell(&in->now, in->user);
    trp__end_reading(in->world, has_begun);
}

/* The first of these names, which are then behind it. */
static void diff_struct_put_name(trp__text *text, const char **names)
{
    char name[2] = {0, 0};
    const char *at = *names;

    for (; *at != '|'; at++) {
        name[0] = *at;
        trp__put(text, name);
    }
    *names = at + 1;
}

void trp__diff_numbers(trp__diffing *in, trp_difference_kind kind, const trp_pool *pool,
                       trp__numbers a, trp__numbers b)
{
    const char *names = a.names;
    char name[48];

    for (uint32_t i = 0; i < sizeof a.all / sizeof a.all[0]; i++) {
        trp__text text = trp__text_in(name, sizeof name);
        if (*names != '\0')
            diff_struct_put_name(&text, &names);
        if (a.all[i] == b.all[i] || !trp__diff_begin(in, kind, pool, TRP_NO_SLOT))
            continue;
        trp__say(&in->text, "%s%s", pool != NULL ? ": " : "", name);
        trp__diff_put_both(in, ": ", a.all[i], b.all[i]);
        trp__diff_end(in);
    }
}

/* Structs */

static bool diff_struct_begin_at(trp__diffing *in, const trp__diff_at *at, size_t offset)
{
    if (!trp__diff_begin(in, at->kind, at->pool, at->slot))
        return false;
    in->now.region = at->region;
    in->now.generation_a = at->generation;
    in->now.generation_b = at->generation;
    in->now.offset = at->base + offset;
    if (at->pool != NULL)
        trp__say(&in->text, " (generation %u): ", at->generation);
    else
        trp__say(&in->text, "%s: ", at->region->name != NULL ? at->region->name : "region");
    return true;
}

/* Up to the first zero, or to the end. */
static bool diff_struct_same_text(const char *a, const char *b, size_t size)
{
    while (size > 0 && *a == *b && *a != '\0') {
        a++;
        b++;
        size--;
    }
    return size == 0 || *a == *b;
}

/* The first byte that differs; there is one. */
static void diff_struct_put_bytes(trp__diffing *in, const unsigned char *a, const unsigned char *b)
{
    size_t first = 0;

    while (a[first] == b[first])
        first++;
    trp__say(&in->text, "byte %lu", (uint64_t)first);
    trp__diff_put_both(in, ": ", a[first], b[first]);
}

/* Numbers are printed for readers; if they look alike, their bits are printed as well. */
static void diff_struct_put_values(trp__diffing *in, const trp_field *field, const unsigned char *a,
                                   const unsigned char *b)
{
    char one[96];
    char other[96];
    trp__text text = trp__text_in(one, sizeof one);

    trp__put_value(&text, in->world, field, a);
    text = trp__text_in(other, sizeof other);
    trp__put_value(&text, in->world, field, b);
    trp__say(&in->text, "%s and %s", one, other);
    if (field->kind == TRP_KIND_F64 && diff_struct_same_text(one, other, sizeof one))
        trp__diff_put_both(in, ", bits ", trp__field_value(in->world, field, a),
                           trp__field_value(in->world, field, b));
}

void trp__diff_put_field(trp__diffing *in, const trp_field *field, uint32_t element,
                         const unsigned char *a, const unsigned char *b)
{
    trp__put(&in->text, field->name);
    if (field->count != 1)
        trp__say(&in->text, "[%u]", element);
    trp__put(&in->text, ": ");
    if (field->kind == TRP_KIND_BYTES)
        diff_struct_put_bytes(in, a, b);
    else
        diff_struct_put_values(in, field, a, b);
}

static void diff_struct_tell_field(trp__diffing *in, const trp__diff_at *at, const trp_field *field,
                                   uint32_t element, const unsigned char *a, const unsigned char *b,
                                   size_t offset)
{
    if (!diff_struct_begin_at(in, at, offset))
        return;
    in->now.field = field;
    in->now.element = element;
    trp__diff_put_field(in, field, element, a, b);
    trp__diff_end(in);
}

/* Addresses of actors are compared as such, because the actor at an address differs between the
 * snapshots. */
static bool diff_struct_is_same(const trp__diffing *in, const trp_field *field,
                                const unsigned char *a, const unsigned char *b)
{
    switch (field->kind) {
    case TRP_KIND_IGNORED:
        return true;
    case TRP_KIND_TEXT:
        return diff_struct_same_text((const char *)a, (const char *)b, field->size);
    case TRP_KIND_BYTES:
    case TRP_KIND_ACTOR:
        return trp__same_bytes(a, b, field->size);
    default:
        return trp__field_value(in->world, field, a) == trp__field_value(in->world, field, b);
    }
}

void trp__diff_fields(trp__diffing *in, const trp__diff_at *at, const trp_fields *fields,
                      const unsigned char *a, const unsigned char *b, size_t base)
{
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        for (uint32_t i = 0; i < field->count; i++) {
            const size_t offset = field->offset + i * field->size;
            if (field->kind == TRP_KIND_STRUCT)
                trp__diff_fields(in, at, (const trp_fields *)field->more, a + offset, b + offset,
                                 base + offset);
            else if (!diff_struct_is_same(in, field, a + offset, b + offset))
                diff_struct_tell_field(in, at, field, i, a + offset, b + offset, base + offset);
        }
}

/* One difference per run of bytes that differ; `base` is the offset of these bytes in the struct or
 * region. */
void trp__diff_bytes(trp__diffing *in, const trp__diff_at *at, const unsigned char *a,
                     const unsigned char *b, size_t base, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const size_t first = i;
        while (i < size && a[i] != b[i])
            i++;
        if (i == first || !diff_struct_begin_at(in, at, base + first))
            continue;
        trp__say(&in->text, "bytes %lu to %lu differ", (uint64_t)(base + first),
                 (uint64_t)(base + i - 1));
        trp__diff_end(in);
    }
}

void trp__diff_payload(trp__diffing *in, const trp_pool *pool, uint32_t slot, uint32_t generation,
                       const unsigned char *a, const unsigned char *b)
{
    const size_t rest = pool->node + sizeof(trp_actor);
    trp__diff_at at = {TRP_DIFFERS_FIELD, NULL, NULL, 0, 0, 0};

    at.pool = pool;
    at.slot = slot;
    at.generation = generation;
    if (pool->desc.fields != NULL) {
        trp__diff_fields(in, &at, pool->desc.fields, a, b, 0);
        return;
    }
    at.kind = TRP_DIFFERS_BYTES;
    trp__diff_bytes(in, &at, a, b, 0, pool->node);
    trp__diff_bytes(in, &at, a + rest, b + rest, rest, pool->stride - rest);
}
