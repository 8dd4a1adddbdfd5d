/*
 * Two snapshots side by side.
 */
#include "../../include/troupe/diff.h"
#include "diff_text.h"
#include "state.h"

/* A pool in one of the snapshots. Payloads are gone through from the first slot up. */
typedef struct side
{
    trp__pieces pieces;
    trp__view view;
    trp__spans spans;
    const unsigned char *bytes; /* of the span */
} side;

typedef struct diffing
{
    const trp_world *world;
    const trp__image *a;
    const trp__image *b;
    uint32_t most;
    trp_on_difference_fn *tell;
    void *user;
    uint32_t count;
    trp_difference now;
    trp__text text;
    char line[240];
} diffing;

/* Telling */

static bool begin(diffing *in, trp_difference_kind kind, const trp_pool *pool, uint32_t slot)
{
    if (++in->count > in->most || in->tell == NULL)
        return false;
    memset(&in->now, 0, sizeof in->now);
    in->now.kind = kind;
    in->now.pool = pool;
    in->now.slot = slot;
    in->text = trp__text_in(in->line, sizeof in->line);
    trp__put(&in->text, "tick ");
    trp__put_number(&in->text, in->a->state.ticks);
    trp__put(&in->text, ": ");
    if (pool == NULL)
        return true;
    trp__put(&in->text, pool->desc.name);
    if (slot == TRP_NO_SLOT)
        return true;
    trp__put(&in->text, " slot ");
    trp__put_number(&in->text, slot);
    return true;
}

static void put_both(diffing *in, const char *what, uint64_t a, uint64_t b)
{
    trp__put(&in->text, what);
    trp__put_number(&in->text, a);
    trp__put(&in->text, " and ");
    trp__put_number(&in->text, b);
}

static void end(diffing *in)
{
    in->now.text = in->line;
#if defined(TRP_NO_MESSAGES)
    in->now.text = "";
#endif
    in->tell(&in->now, in->user);
}

static void tell_numbers(diffing *in, trp_difference_kind kind, const trp_pool *pool,
                         const char *what, uint64_t a, uint64_t b)
{
    if (a == b || !begin(in, kind, pool, TRP_NO_SLOT))
        return;
    put_both(in, what, a, b);
    end(in);
}

/* Structs */

/* Where a difference is: an actor, or a struct in a region. */
typedef struct where
{
    trp_difference_kind kind;
    const trp_pool *pool;
    const trp_region *region;
    uint32_t slot;
    uint32_t generation;
    size_t base; /* of the struct in the region */
} where;

static bool begin_at(diffing *in, const where *at, size_t offset)
{
    if (!begin(in, at->kind, at->pool, at->slot))
        return false;
    in->now.region = at->region;
    in->now.generation_a = at->generation;
    in->now.generation_b = at->generation;
    in->now.offset = at->base + offset;
    if (at->pool != NULL)
    {
        trp__put(&in->text, " (generation ");
        trp__put_number(&in->text, at->generation);
        trp__put(&in->text, ")");
    }
    else
        trp__put(&in->text, at->region->name != NULL ? at->region->name : "region");
    trp__put(&in->text, ": ");
    return true;
}

/* Up to the first zero, or the whole. */
static bool same_text(const char *a, const char *b, size_t size)
{
    while (size > 0 && *a == *b && *a != '\0')
    {
        a++;
        b++;
        size--;
    }
    return size == 0 || *a == *b;
}

static bool same_bytes(const unsigned char *a, const unsigned char *b, size_t size)
{
    while (size > 0 && *a == *b)
    {
        a++;
        b++;
        size--;
    }
    return size == 0;
}

/* The first byte that differs: there is one. */
static void put_bytes(diffing *in, const unsigned char *a, const unsigned char *b)
{
    size_t first = 0;

    while (a[first] == b[first])
        first++;
    trp__put(&in->text, "byte ");
    trp__put_number(&in->text, first);
    put_both(in, ": ", a[first], b[first]);
}

/* Numbers are for reading; where they read alike their bits are told as well. */
static void put_values(diffing *in, const trp_field *field, const unsigned char *a,
                       const unsigned char *b)
{
    char one[96];
    char other[96];
    trp__text text = trp__text_in(one, sizeof one);

    trp__put_value(&text, in->world, field, a);
    text = trp__text_in(other, sizeof other);
    trp__put_value(&text, in->world, field, b);
    trp__put(&in->text, one);
    trp__put(&in->text, " and ");
    trp__put(&in->text, other);
    if (field->kind == TRP_KIND_F64 && same_text(one, other, sizeof one))
        put_both(in, ", bits ", trp__field_value(in->world, field, a),
                 trp__field_value(in->world, field, b));
}

static void tell_field(diffing *in, const where *at, const trp_field *field, uint32_t element,
                       const unsigned char *a, const unsigned char *b, size_t offset)
{
    if (!begin_at(in, at, offset))
        return;
    in->now.field = field;
    in->now.element = element;
    trp__put(&in->text, field->name);
    if (field->count != 1)
    {
        trp__put(&in->text, "[");
        trp__put_number(&in->text, element);
        trp__put(&in->text, "]");
    }
    trp__put(&in->text, ": ");
    if (field->kind == TRP_KIND_BYTES)
        put_bytes(in, a, b);
    else
        put_values(in, field, a, b);
    end(in);
}

/* Addresses of actors are compared as such: what they name depends on the moment. */
static bool is_same(const diffing *in, const trp_field *field, const unsigned char *a,
                    const unsigned char *b)
{
    switch (field->kind)
    {
    case TRP_KIND_IGNORED:
        return true;
    case TRP_KIND_TEXT:
        return same_text((const char *)a, (const char *)b, field->size);
    case TRP_KIND_BYTES:
    case TRP_KIND_ACTOR:
        return same_bytes(a, b, field->size);
    default:
        return trp__field_value(in->world, field, a) == trp__field_value(in->world, field, b);
    }
}

static void diff_fields(diffing *in, const where *at, const trp_fields *fields,
                        const unsigned char *a, const unsigned char *b, size_t base)
{
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        for (uint32_t i = 0; i < field->count; i++)
        {
            const size_t offset = field->offset + i * field->size;
            if (field->kind == TRP_KIND_STRUCT)
                diff_fields(in, at, (const trp_fields *)field->more, a + offset, b + offset,
                            base + offset);
            else if (!is_same(in, field, a + offset, b + offset))
                tell_field(in, at, field, i, a + offset, b + offset, base + offset);
        }
}

/* Whether a place in a region is in the node of an external actor of this snapshot. */
static bool has_node(const trp_world *world, const trp__image *image, const void *place)
{
    trp__pieces pieces = trp__first_pieces(image, world);

    for (uint32_t i = 0; i < world->pool_count; i++)
    {
        if (world->pools[i]->actors != NULL)
            for (uint32_t slot = 0; slot < pieces.head->used; slot++)
                if (trp__is_taken(pieces.cells[slot].stamp) &&
                    (uintptr_t)place - (uintptr_t)pieces.actors[slot] < sizeof(trp_actor))
                    return true;
        if (i + 1 < world->pool_count)
            pieces = trp__next_pieces(image, &pieces);
    }
    return false;
}

/* Whether bytes of a struct or region may differ: nodes may. */
static bool may_differ(const diffing *in, const where *at, size_t offset)
{
    const unsigned char *place;

    if (at->region == NULL)
        return false;
    place = (const unsigned char *)at->region->start + offset;
    return has_node(in->world, in->a, place) || has_node(in->world, in->b, place);
}

/* One difference per run of bytes that differ; `base` is where these are in the struct or region. */
static void diff_bytes(diffing *in, const where *at, const unsigned char *a, const unsigned char *b,
                       size_t base, size_t size)
{
    for (size_t i = 0; i < size; i++)
    {
        const size_t first = i;
        if (a[i] == b[i] || may_differ(in, at, base + i))
            continue;
        while (i < size && a[i] != b[i])
            i++;
        if (!begin_at(in, at, base + first))
            continue;
        trp__put(&in->text, "bytes ");
        trp__put_number(&in->text, base + first);
        trp__put(&in->text, " to ");
        trp__put_number(&in->text, base + i - 1);
        trp__put(&in->text, " differ");
        end(in);
    }
}

static void diff_payload(diffing *in, const trp_pool *pool, uint32_t slot, uint32_t generation,
                         const unsigned char *a, const unsigned char *b)
{
    const size_t rest = pool->node + sizeof(trp_actor);
    where at = {TRP_DIFFERS_FIELD, NULL, NULL, 0, 0, 0};

    at.pool = pool;
    at.slot = slot;
    at.generation = generation;
    if (pool->fields != NULL)
    {
        diff_fields(in, &at, pool->fields, a, b, 0);
        return;
    }
    at.kind = TRP_DIFFERS_BYTES;
    diff_bytes(in, &at, a, b, 0, pool->node);
    diff_bytes(in, &at, a + rest, b + rest, rest, pool->stride - rest);
}

/* Pools */

static side side_of(const trp_pool *pool, const trp__pieces *pieces)
{
    side out;

    out.pieces = *pieces;
    out.view = trp__view_then(pool, pieces);
    out.spans = trp__spans_of(out.view);
    out.bytes = pieces->payload;
    return out;
}

/* The bytes of a slot that is taken; slots are asked for in rising order. NULL: an external actor's are in its region. */
static const unsigned char *payload_of(side *of, uint32_t slot)
{
    const size_t stride = of->view.pool->stride;

    if (of->view.pool->actors != NULL)
        return NULL;
    while (slot >= of->spans.to)
    {
        of->bytes += (of->spans.to - of->spans.from) * stride;
        (void)trp__next_span(&of->spans); /* a slot that is taken is in one */
    }
    return of->bytes + (slot - of->spans.from) * stride;
}

static trp__cell cell_of(const side *of, const trp__extent *extent, uint32_t slot)
{
    if (slot < of->pieces.head->used)
        return of->pieces.cells[slot];
    return trp__vacant_cell(of->view.pool, extent, slot);
}

static void tell_cells(diffing *in, trp_difference_kind kind, const trp_pool *pool, uint32_t slot,
                       trp__cell a, trp__cell b)
{
    if (!begin(in, kind, pool, slot))
        return;
    in->now.generation_a = a.generation;
    in->now.generation_b = b.generation;
    if (kind == TRP_DIFFERS_LIFE)
        trp__put(&in->text,
                 trp__is_taken(a.stamp) ? ": an actor, and none" : ": none, and an actor");
    else if (kind == TRP_DIFFERS_GENERATION)
        put_both(in, ": generation ", a.generation, b.generation);
    else if (kind == TRP_DIFFERS_STATE)
        put_both(in, ": state (1 asleep, 2 expired, 3 active) ", a.stamp >> 30, b.stamp >> 30);
    else
        trp__put(&in->text, ": free slots will be taken in another order");
    end(in);
}

static void diff_slot(diffing *in, side *a, side *b, const trp__extent *extent, uint32_t slot)
{
    const trp_pool *pool = a->view.pool;
    const trp__cell one = cell_of(a, extent, slot);
    const trp__cell other = cell_of(b, extent, slot);
    const bool is_taken = trp__is_taken(one.stamp);
    const unsigned char *a_bytes = is_taken ? payload_of(a, slot) : NULL;
    const unsigned char *b_bytes = trp__is_taken(other.stamp) ? payload_of(b, slot) : NULL;

    if (is_taken != trp__is_taken(other.stamp))
        tell_cells(in, TRP_DIFFERS_LIFE, pool, slot, one, other);
    else if (one.generation != other.generation)
        tell_cells(in, TRP_DIFFERS_GENERATION, pool, slot, one, other);
    else if (is_taken && one.stamp >> 30 != other.stamp >> 30)
        tell_cells(in, TRP_DIFFERS_STATE, pool, slot, one, other);
    else if (!is_taken && one.stamp != other.stamp)
        tell_cells(in, TRP_DIFFERS_FREE, pool, slot, one, other);
    if (a_bytes != NULL && b_bytes != NULL && one.generation == other.generation)
        diff_payload(in, pool, slot, one.generation, a_bytes, b_bytes);
}

/* The next entry from `at` on that holds. */
static uint32_t next_holding(const trp__pieces *pieces, uint32_t at)
{
    while (at < pieces->head->entries)
    {
        const trp__entry *entry = &pieces->order[at];
        if (trp__entry_holds(entry, pieces->cells[trp__entry_slot(entry)].stamp))
            break;
        at++;
    }
    return at;
}

static uint32_t slot_at(const trp__pieces *pieces, uint32_t at)
{
    return at < pieces->head->entries ? trp__entry_slot(&pieces->order[at]) : TRP_NO_SLOT;
}

/* The first place where the orders part. */
static void diff_order(diffing *in, const trp_pool *pool, const trp__pieces *a,
                       const trp__pieces *b)
{
    uint32_t i = next_holding(a, 0);
    uint32_t k = next_holding(b, 0);
    uint32_t place = 0;

    while (slot_at(a, i) == slot_at(b, k) && i < a->head->entries)
    {
        i = next_holding(a, i + 1);
        k = next_holding(b, k + 1);
        place++;
    }
    if (slot_at(a, i) == slot_at(b, k) || !begin(in, TRP_DIFFERS_ORDER, pool, TRP_NO_SLOT))
        return;
    trp__put(&in->text, ": order, from the ");
    trp__put_number(&in->text, place + 1);
    trp__put(&in->text, ". created on");
    end(in);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* When lives end, and whose turn it is. */
static void diff_pace(diffing *in, const trp_pool *pool, const trp__pool_state *one,
                      const trp__pool_state *other)
{
    if (pool->desc.lifetime.use != NULL)
        tell_numbers(in, TRP_DIFFERS_POOL, pool, ": clock of lifetimes: ", one->clock,
                     other->clock);
    tell_numbers(in, TRP_DIFFERS_POOL, pool, ": updated every so many ticks: ", trp__every(one),
                 trp__every(other));
    tell_numbers(in, TRP_DIFFERS_POOL, pool, ": turn: ", one->turn, other->turn);
}

static void diff_pool(diffing *in, const trp_pool *pool, const trp__pieces *a, const trp__pieces *b)
{
    const trp__pool_state *one = &a->head->state;
    const trp__pool_state *other = &b->head->state;
    const uint32_t used = a->head->used > b->head->used ? a->head->used : b->head->used;
    side sides[2];
    trp__extent extent;

    sides[0] = side_of(pool, a);
    sides[1] = side_of(pool, b);
    tell_numbers(in, TRP_DIFFERS_POOL, pool, ": slots: ", one->capacity - one->missing,
                 other->capacity - other->missing);
    tell_numbers(in, TRP_DIFFERS_POOL, pool, ": bits of the time scale: ", bits_of(one->scale),
                 bits_of(other->scale));
    tell_numbers(in, TRP_DIFFERS_POOL, pool, ": slots in quarantine: ", a->head->quarantine_slots,
                 b->head->quarantine_slots);
    diff_pace(in, pool, one, other);
    if (pool->desc.when_full == TRP_FULL_STEAL_NEXT)
        tell_numbers(in, TRP_DIFFERS_POOL, pool, ": the slot to be stolen next: ", one->hand,
                     other->hand);
    for (uint32_t slot = 0; slot < used; slot = extent.end)
    {
        extent = trp__extent_at(pool, slot);
        for (uint32_t i = slot; i < extent.end && i < used; i++)
            diff_slot(in, &sides[0], &sides[1], &extent, i);
    }
    if (!trp__in_memory_order(pool))
        tell_numbers(in, TRP_DIFFERS_FREE, pool, ": the slot to be taken next: ", one->spare,
                     other->spare);
    if (!trp__in_memory_order(pool))
        diff_order(in, pool, a, b);
}

/* The rest */

static void diff_time(diffing *in)
{
    const trp__layer_state *a = (const trp__layer_state *)(const void *)(in->a + 1);
    const trp__layer_state *b = (const trp__layer_state *)(const void *)(in->b + 1);

    tell_numbers(in, TRP_DIFFERS_TIME, NULL, "ticks: ", in->a->state.ticks, in->b->state.ticks);
    tell_numbers(in, TRP_DIFFERS_TIME, NULL,
                 "bits of the time scale: ", bits_of(in->a->state.scale),
                 bits_of(in->b->state.scale));
    for (uint32_t i = 0; i < in->world->layer_count; i++)
    {
        tell_numbers(in, TRP_DIFFERS_LAYER, NULL, "place of a layer: ", a[i].place, b[i].place);
        tell_numbers(in, TRP_DIFFERS_LAYER, NULL, "first pool of a layer: ", a[i].first,
                     b[i].first);
        tell_numbers(in, TRP_DIFFERS_LAYER, NULL, "whether a layer is enabled: ", a[i].enabled,
                     b[i].enabled);
        tell_numbers(in, TRP_DIFFERS_LAYER, NULL,
                     "bits of a layer's time scale: ", bits_of(a[i].scale), bits_of(b[i].scale));
    }
}

static void diff_region(diffing *in, const trp_region *region, const unsigned char *a,
                        const unsigned char *b)
{
    where at = {TRP_DIFFERS_REGION, NULL, NULL, TRP_NO_SLOT, 0, 0};

    at.region = region;
    if (region->fields == NULL)
    {
        diff_bytes(in, &at, a, b, 0, region->bytes);
        return;
    }
    for (; at.base < region->bytes; at.base += region->fields->size)
        diff_fields(in, &at, region->fields, a + at.base, b + at.base, 0);
}

static void diff_part(diffing *in, const trp__part *part, const unsigned char *a, size_t a_bytes,
                      const unsigned char *b, size_t b_bytes)
{
    if (trp__is_region(part))
        diff_region(in, trp__region_of(part), a, b);
    else if ((a_bytes != b_bytes || !same_bytes(a, b, a_bytes)) &&
             begin(in, TRP_DIFFERS_PART, NULL, TRP_NO_SLOT))
    {
        const trp__part_table table = trp__table_of(part);
        trp__put(&in->text, part->kind == TRP__PART_IDS ? "ids" : table.name);
        if (table.tell != NULL)
            table.tell(part, &in->text, a, a_bytes, b, b_bytes);
        else
            trp__put(&in->text, " differs");
        end(in);
    }
}

static void diff_parts(diffing *in, bool regions)
{
    const unsigned char *a = (const unsigned char *)in->a;
    const unsigned char *b = (const unsigned char *)in->b;

    a += regions ? in->a->regions : in->a->parts;
    b += regions ? in->b->regions : in->b->parts;
    for (const trp__part *part = in->world->parts; part != NULL; part = part->next)
        if (trp__is_region(part) == regions)
        {
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
    diffing in;
    trp__pieces one;
    trp__pieces other;

    if (trp_snapshot_check(world, a, a_bytes) != TRP_OK ||
        trp_snapshot_check(world, b, b_bytes) != TRP_OK)
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
    for (uint32_t i = 0; i < world->pool_count; i++)
    {
        if (!world->pools[i]->is_transient)
            diff_pool(&in, world->pools[i], &one, &other);
        if (i + 1 < world->pool_count)
        {
            one = trp__next_pieces(in.a, &one);
            other = trp__next_pieces(in.b, &other);
        }
    }
    diff_parts(&in, false);
    diff_parts(&in, true);
    return in.count;
}

uint32_t trp_snapshot_diff_now(const trp_world *world, const void *a, size_t a_bytes, void *scratch,
                               size_t scratch_bytes, uint32_t most, trp_on_difference_fn *tell,
                               void *user)
{
    size_t bytes;

    if (trp_snapshot_save(world, scratch, scratch_bytes, &bytes) != TRP_OK)
        return 0;
    return trp_snapshot_diff(world, a, a_bytes, scratch, bytes, most, tell, user);
}
