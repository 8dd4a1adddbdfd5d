/*
 * Comparison of two snapshots.
 */
#include "diffing.h"

static void diff_time(trp__diffing *in)
{
    const trp__layer_state *a = trp__image_layers(in->a);
    const trp__layer_state *b = trp__image_layers(in->b);

    trp__diff_numbers(in, TRP_DIFFERS_TIME, NULL, "ticks: ", in->a->state.ticks,
                      in->b->state.ticks);
    trp__diff_numbers(in, TRP_DIFFERS_TIME, NULL,
                      "bits of the time scale: ", trp__bits_of(in->a->state.scale),
                      trp__bits_of(in->b->state.scale));
    for (uint32_t i = 0; i < in->world->layer_count; i++) {
        trp__diff_numbers(in, TRP_DIFFERS_LAYER, NULL, "place of a layer: ", a[i].place,
                          b[i].place);
        trp__diff_numbers(in, TRP_DIFFERS_LAYER, NULL, "first pool of a layer: ", a[i].first,
                          b[i].first);
        trp__diff_numbers(in, TRP_DIFFERS_LAYER, NULL, "whether a layer is enabled: ", a[i].enabled,
                          b[i].enabled);
        trp__diff_numbers(in, TRP_DIFFERS_LAYER, NULL,
                          "bits of a layer's time scale: ", trp__bits_of(a[i].scale),
                          trp__bits_of(b[i].scale));
    }
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

static bool diff_is_same_part(const trp__part *part, const unsigned char *a, size_t a_bytes,
                              const unsigned char *b, size_t b_bytes)
{
    const trp__part_table table = trp__table_of(part);

    if (table.same != NULL)
        return table.same(part, a, a_bytes, b, b_bytes);
    return a_bytes == b_bytes && trp__same_bytes(a, b, a_bytes);
}

static void diff_part(trp__diffing *in, const trp__part *part, const unsigned char *a,
                      size_t a_bytes, const unsigned char *b, size_t b_bytes)
{
    if (trp__is_region(part))
        diff_region(in, trp__region_of(part), a, b);
    else if (!diff_is_same_part(part, a, a_bytes, b, b_bytes) &&
             trp__diff_begin(in, TRP_DIFFERS_PART, NULL, TRP_NO_SLOT)) {
        const trp__part_table table = trp__table_of(part);
        trp__put(&in->text, part->kind == TRP__PART_IDS ? "ids" : table.name);
        if (table.tell != NULL)
            table.tell(part, &in->text, a, a_bytes, b, b_bytes);
        else
            trp__put(&in->text, " differs");
        trp__diff_end(in);
    }
}

static void diff_parts(trp__diffing *in, bool regions)
{
    const unsigned char *a = (const unsigned char *)in->a;
    const unsigned char *b = (const unsigned char *)in->b;

    a += regions ? in->a->regions : in->a->parts;
    b += regions ? in->b->regions : in->b->parts;
    for (const trp__part *part = in->world->parts; part != NULL; part = part->next)
        if (trp__is_region(part) == regions) {
            size_t a_bytes;
            size_t b_bytes;
            a = trp__part_bytes(a, &a_bytes);
            b = trp__part_bytes(b, &b_bytes);
            diff_part(in, part, a, a_bytes, b, b_bytes);
            a += trp__padded(a_bytes);
            b += trp__padded(b_bytes);
        }
}

uint32_t trp_snapshot_diff(const trp_world *world, const void *a, size_t a_bytes, const void *b,
                           size_t b_bytes, uint32_t most, trp_on_difference_fn *tell, void *user)
{
    trp__diffing in;
    trp__pieces one;
    trp__pieces other;

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
    for (uint32_t i = 0; i < world->pool_count; i++) {
        if (!world->pools[i]->desc.transient)
            trp__diff_pool(&in, world->pools[i], &one, &other);
        if (i + 1 < world->pool_count) {
            one = trp__next_pieces(in.a, &one);
            other = trp__next_pieces(in.b, &other);
        }
    }
    diff_parts(&in, false);
    diff_parts(&in, true);
    return in.count;
}
