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

static bool diff_is_same_part(const trp__saved_part *a, const trp__saved_part *b)
{
    const size_t head = a->table.head;

    if (a->table.sum != NULL)
        return a->table.sum(a->part, a->bytes) == a->table.sum(b->part, b->bytes);
    return a->count == b->count &&
           trp__same_bytes(a->bytes + head, b->bytes + head, a->count - head);
}

/* The word of a row; a row that is not there is the last one of all. */
static uint32_t diff_word(const trp__saved_part *of, size_t row, uint32_t word)
{
    const size_t at = of->table.head + row * of->row;
    uint32_t value = UINT32_MAX;

    if (at + of->row <= of->count)
        memcpy(&value, of->bytes + at + word * sizeof value, sizeof value);
    return value;
}

static void diff_put_word(trp__diffing *in, const char *columns, const trp__saved_part *a,
                          const trp__saved_part *b, size_t row)
{
    char name[32];
    bool is_long;

    for (uint32_t word = 1;; word += 1 + is_long) { /* one differs */
        uint64_t one = diff_word(a, row, word);
        uint64_t other = diff_word(b, row, word);
        trp__text text = trp__text_in(name, sizeof name);
        is_long = trp__diff_put_name(&text, &columns);
        if (is_long) {
            one |= (uint64_t)diff_word(a, row, word + 1) << 32;
            other |= (uint64_t)diff_word(b, row, word + 1) << 32;
        }
        if (one != other) {
            trp__say(&in->text, ": %s", name);
            trp__diff_put_both(in, " ", one, other);
            return;
        }
    }
}

/* The first row that differs, or is only in one of both. */
static void diff_put_row(trp__diffing *in, const trp__saved_part *a, const trp__saved_part *b)
{
    const char *columns = a->table.columns;
    const size_t shorter = a->count < b->count ? a->count : b->count;
    size_t at = a->table.head;
    size_t row = 0;
    uint32_t one;
    uint32_t other;

    for (; at + a->row <= shorter && trp__same_bytes(a->bytes + at, b->bytes + at, a->row); row++)
        at += a->row;
    one = diff_word(a, row, 0);
    other = diff_word(b, row, 0);
    if (one == UINT32_MAX && other == UINT32_MAX) {
        trp__put(&in->text, " differs");
        return;
    }
    trp__put(&in->text, ", ");
    (void)trp__diff_put_name(&in->text, &columns);
    trp__say(&in->text, " %u", one < other ? one : other);
    if (one == other)
        diff_put_word(in, columns, a, b, row);
    else
        trp__put(&in->text, one < other ? ": only in the first" : ": only in the second");
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
    trp__put(&in->text, part->kind == TRP__PART_IDS ? "ids" : table->name);
    if (table->title != 0)
        memcpy(&title, (const unsigned char *)part - table->offset + table->title, sizeof title);
    if (title != NULL)
        trp__say(&in->text, " %s", title);
    if (table->columns != NULL)
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
        if (!one.pool->desc.transient)
            trp__diff_pool(&in, &one, &other, payloads);
        one = trp__next_pieces(&one);
        other = trp__next_pieces(&other);
    }
    diff_parts(&in, false);
    diff_parts(&in, true);
    return in.count;
}
