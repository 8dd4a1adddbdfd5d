/*
 * Comparison of two snapshots.
 */
#include "diffing.h"

static void diff_time(trp__diffing *in)
{
    const trp__layer_state *a = trp__image_layers(in->a);
    const trp__layer_state *b = trp__image_layers(in->b);

    trp__diff_numbers(in, TRP_DIFFERS_TIME, NULL, trp__world_numbers(&in->a->state),
                      trp__world_numbers(&in->b->state));
    for (uint32_t i = 0; i < in->world->layer_count; i++)
        trp__diff_numbers(in, TRP_DIFFERS_LAYER, NULL, trp__layer_numbers(&a[i]),
                          trp__layer_numbers(&b[i]));
}

static void diff_region(trp__diffing *in, const trp_region *region, const unsigned char *a,
                        const unsigned char *b)
{
    trp__diff_at at = {TRP_DIFFERS_REGION, NULL, NULL, TRP_NO_SLOT, 0, 0};

    at.region = region;
    if (region->fields == NULL) {
        trp__diff_bytes(in, &at, a, b, 0, region->bytes);
        return;
    }
    for (; at.base < region->bytes; at.base += region->fields->size)
        trp__diff_fields(in, &at, region->fields, a + at.base, b + at.base, 0);
}

static size_t diff_head(const trp__part_table *table)
{
    return table->row != NULL ? TRP__PART_HEAD : table->head;
}

static bool diff_is_same_part(const trp__saved_part *a, const trp__saved_part *b)
{
    const size_t head = a->table.number_decides ? 0 : diff_head(&a->table);

    if (a->table.sum != NULL)
        return a->table.sum(trp__module_of(a->part), a->bytes, a->count) ==
               a->table.sum(trp__module_of(b->part), b->bytes, b->count);
    return a->count == b->count &&
           trp__same_bytes(a->bytes + head, b->bytes + head, a->count - head);
}

/* The first member of a row that differs; there is one. */
static void diff_put_member(trp__diffing *in, const trp_fields *fields, const unsigned char *a,
                            const unsigned char *b)
{
    for (const trp_field *field = fields->fields;; field++)
        for (uint32_t i = 0; i < field->count; i++) {
            const size_t at = field->offset + i * field->size;
            if (trp__field_value(in->world, field, a + at) ==
                trp__field_value(in->world, field, b + at))
                continue;
            trp__diff_put_field(in, field, i, a + at, b + at);
            return;
        }
}

static void diff_put_only(trp__diffing *in, const trp_fields *fields, const unsigned char *row,
                          const char *where)
{
    const trp_field *field = &fields->fields[0];

    trp__say(&in->text, ", %s ", field->name);
    trp__put_value(&in->text, in->world, field, row + field->offset);
    trp__put(&in->text, where);
}

static uint32_t diff_key(const trp_fields *fields, const unsigned char *row)
{
    uint32_t key;

    memcpy(&key, row + fields->fields[0].offset, sizeof key);
    return key;
}

/* The first row that differs, or is only in one of both. */
static void diff_put_row(trp__diffing *in, const trp__saved_part *a, const trp__saved_part *b)
{
    const trp_fields *fields = a->table.row;
    size_t at = TRP__PART_HEAD;
    bool is_in_a;
    bool is_in_b;

    while (at < a->count && at < b->count &&
           trp__same_bytes(a->bytes + at, b->bytes + at, fields->size))
        at += fields->size;
    is_in_a = at < a->count;
    is_in_b = at < b->count;
    if (is_in_a && is_in_b && a->table.ascends) {
        const uint32_t one = diff_key(fields, a->bytes + at);
        const uint32_t other = diff_key(fields, b->bytes + at);
        is_in_a = one <= other;
        is_in_b = other <= one;
    }
    if (is_in_a && is_in_b) {
        diff_put_only(in, fields, a->bytes + at, ": ");
        diff_put_member(in, fields, a->bytes + at, b->bytes + at);
    } else if (is_in_a)
        diff_put_only(in, fields, a->bytes + at, ": only in the first");
    else if (is_in_b)
        diff_put_only(in, fields, b->bytes + at, ": only in the second");
    else
        trp__put(&in->text, " differs");
}

static void diff_part(trp__diffing *in, const trp__saved_part *a, const trp__saved_part *b)
{
    const trp__part *part = a->part;
    const trp__part_table *table = &a->table;
    const char *title = NULL;

    if (a->is_region) {
        diff_region(in, trp__region_of(part), a->bytes, b->bytes);
        return;
    }
    if (diff_is_same_part(a, b) || !trp__diff_begin(in, TRP_DIFFERS_PART, NULL, TRP_NO_SLOT))
        return;
    trp__put(&in->text, table->name);
    if (table->title != 0)
        memcpy(&title, (const unsigned char *)part - table->offset + table->title, sizeof title);
    if (title != NULL)
        trp__say(&in->text, " %s", title);
    if (table->row != NULL && table->restore == NULL)
        diff_put_row(in, a, b);
    else
        trp__put(&in->text, " differs");
    trp__diff_end(in);
}

static void diff_parts(trp__diffing *in, bool regions)
{
    trp__saved_part a = trp__first_part(in->a, in->world, regions);
    trp__saved_part b = trp__first_part(in->b, in->world, regions);

    while (a.part != NULL) {
        diff_part(in, &a, &b);
        a = trp__next_part(&a);
        b = trp__next_part(&b);
    }
}

/* The pools of a layer, transient ones, too: after which one the pool comes. */
static void diff_place(trp__diffing *in, const trp_pool *pool, const trp__pool_state *a,
                       const trp__pool_state *b)
{
    if ((a->layer == b->layer && a->next == b->next) || pool->segment != pool ||
        !trp__diff_begin(in, TRP_DIFFERS_LAYER, NULL, TRP_NO_SLOT))
        return;
    trp__say(&in->text, "pool %s: ", pool->desc.name);
    if (a->layer != b->layer)
        trp__diff_put_both(in, "layer ", a->layer, b->layer);
    else
        trp__put(&in->text, "another pool comes after it in its layer");
    trp__diff_end(in);
}

uint32_t trp_snapshot_diff(const trp_world *world, const void *a, size_t a_bytes, const void *b,
                           size_t b_bytes, uint32_t most, trp_on_difference_fn *tell, void *user)
{
    trp__diffing in;
    trp__pieces one;
    trp__pieces other;
    const unsigned char *payloads[2];

    if (trp_snapshot_check(world, a, a_bytes, NULL) != TRP_OK ||
        trp_snapshot_check(world, b, b_bytes, NULL) != TRP_OK)
        return 0;
    memset(&in, 0, sizeof in);
    in.world = world;
    in.a = (const trp__image *)a;
    in.b = (const trp__image *)b;
    in.most = most;
    in.tell = tell;
    in.user = user;
    diff_time(&in);
    one = trp__first_pieces(in.a, world);
    other = trp__first_pieces(in.b, world);
    payloads[0] = (const unsigned char *)a + in.a->structure;
    payloads[1] = (const unsigned char *)b + in.b->structure;
    while (one.pool != NULL) {
        diff_place(&in, one.pool, one.state, other.state);
        if (!one.pool->desc.transient)
            trp__diff_pool(&in, &one, &other, payloads);
        one = trp__next_pieces(&one);
        other = trp__next_pieces(&other);
    }
    diff_parts(&in, false);
    diff_parts(&in, true);
    return in.count;
}
