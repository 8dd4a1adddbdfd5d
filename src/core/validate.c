/*
 * Checks every invariant of the library. Linked only where it is called.
 */
#include "ages.h"

/* One validation: reports each violation, and continues. */
typedef struct validate_inspection {
    const trp_world *world;
    trp_pool *pool;         /* that it is at, or NULL */
    const trp_actor *actor; /* likewise */
    bool is_valid;
} validate_inspection;

/* Sums over a pool's cells. */
typedef struct validate_tally {
    uint32_t listed;
    uint32_t expired;
    uint32_t vacant;
    uint32_t retired;
    uint32_t quarantined;
    uint32_t taken;
    uint32_t sleepers;
    uint32_t leaving;
} validate_tally;

static void validate_expect(validate_inspection *in, bool holds, const char *what)
{
    if (holds)
        return;
    in->is_valid = false;
    trp__misuse(in->world, in->pool, in->actor, TRP__TEXT("trp_world_validate"), TRP_ERR_INVALID,
                what);
}

/* Two neighbours in the list; either may be nowhere. */
static void validate_link(validate_inspection *in, trp__place prev, trp__place next)
{
    validate_expect(
        in,
        (prev.pool == NULL || trp__node_at(prev.pool, prev.slot)->next == trp__link_to(next)) &&
            (next.pool == NULL || trp__node_at(next.pool, next.slot)->prev == trp__link_to(prev)),
        TRP__TEXT("a link of the node is wrong"));
}

/* The stamp of a slot; 0: it is listed and has no entry. */
static uint32_t validate_stamp(const trp_pool *pool, const trp__cell *cell)
{
    return trp__in_memory_order(pool) || !trp__is_listed(cell->stamp) ||
                   trp__entry_of(cell) < pool->ages->end
               ? trp__stamp(pool, cell)
               : 0;
}

static void validate_taken(validate_inspection *in, uint32_t slot, const trp__cell *cell)
{
    trp_pool *pool = in->pool;
    const trp__place place = {pool, slot};
    const trp_actor *actor = in->actor;
    const bool is_leaving = cell->stamp == TRP__STAMP_LEAVING;
    const uint32_t stamp = validate_stamp(pool, cell);

    validate_expect(in, is_leaving || trp__has(pool, slot, actor, stamp),
                    TRP__TEXT("the node was overwritten"));
    validate_expect(in, cell->generation != 0 || trp__is_expired(cell->stamp) || is_leaving,
                    TRP__TEXT("a generation is 0"));
    validate_expect(in, slot < pool->state.used, TRP__TEXT("an actor lies above the used slots"));
    validate_expect(in, trp__slot_of(pool, actor) == slot,
                    TRP__TEXT("the actor is not found by its address"));
    if (!trp__is_listed(cell->stamp))
        return;
    validate_expect(in,
                    (trp__in_memory_order(pool) && trp__is_expired(stamp)) ||
                        (stamp != 0 && (stamp | TRP__STAMP_ACTIVE) >= in->world->state.newest),
                    TRP__TEXT("a stamp was never given out"));
    if (!trp__in_memory_order(pool))
        return; /* its links are checked with the order */
    validate_link(in, trp__neighbour(pool, slot, false), place);
    validate_link(in, place, trp__neighbour(pool, slot, true));
}

static void validate_slot(validate_inspection *in, uint32_t slot, validate_tally *sum)
{
    const trp_pool *pool = in->pool;
    const bool is_present = trp__is_present(pool, slot);
    const uint32_t stamp = trp__stamp_at(pool, slot);
    const bool is_vacant = stamp >> 28 == TRP__STAMP_FREE >> 28;

    in->actor = trp__is_taken(stamp) ? trp__node_at(pool, slot) : NULL;
    if (trp__in_memory_order(pool)) {
        validate_expect(in, trp__bitmap_has(&pool->map, TRP__ACTIVE, slot) == trp__is_listed(stamp),
                        TRP__TEXT("the bitmap of listed slots and a stamp disagree"));
        validate_expect(in, trp__bitmap_has(&pool->map, TRP__FREE, slot) == is_vacant,
                        TRP__TEXT("the bitmap of free slots and a stamp disagree"));
    }
    if (!is_present)
        return;
    if (trp__is_taken(stamp))
        validate_taken(in, slot, trp__cell_of(pool, slot));
    else
        validate_expect(
            in, (trp__cell_of(pool, slot)->generation == 0) == (stamp == TRP__STAMP_RETIRED),
            TRP__TEXT("a slot is not retired though its lives are used up"));
    sum->listed += trp__is_listed(stamp);
    sum->expired += trp__is_expired(stamp);
    sum->vacant += is_vacant;
    sum->retired += stamp == TRP__STAMP_RETIRED;
    sum->quarantined += trp__is_quarantined(stamp);
    sum->taken += trp__is_taken(stamp);
    sum->sleepers += trp__is_asleep(stamp);
    sum->leaving += stamp == TRP__STAMP_LEAVING;
}

/* The length of a chain of slots, at most the number of slots; `last` gets its end. */
static uint32_t validate_chain_length(const trp_pool *pool, uint32_t first, uint32_t kind,
                                      uint32_t *last)
{
    uint32_t count = 0;

    *last = TRP__LAST;
    for (uint32_t slot = first; slot < pool->state.capacity && count <= pool->state.capacity;
         slot = trp__stamp_at(pool, slot) & TRP__CHAIN) {
        if (trp__stamp_at(pool, slot) >> 28 != kind >> 28)
            return TRP__NONE;
        *last = slot;
        count++;
    }
    return count;
}

static void validate_free(validate_inspection *in, const validate_tally *sum)
{
    const trp_pool *pool = in->pool;
    const trp__pool_state *state = &pool->state;
    uint32_t last;

    validate_expect(in,
                    trp__in_memory_order(pool) ||
                        validate_chain_length(pool, state->spare, TRP__STAMP_FREE, &last) ==
                            sum->vacant,
                    TRP__TEXT("the freelist lacks free slots"));
    validate_expect(in,
                    validate_chain_length(pool, state->freed_first, TRP__STAMP_QUARANTINED,
                                          &last) == sum->quarantined &&
                        state->quarantined == sum->quarantined && last == state->freed_last,
                    TRP__TEXT("the quarantine lacks slots that are in it"));
    validate_expect(in,
                    sum->quarantined <= trp__quarantine_slots(pool) &&
                        (sum->quarantined == 0 || pool->quarantine != NULL),
                    TRP__TEXT("more slots are in quarantine than allowed"));
}

/* Each summary bit says whether the word below it has any bit set. */
static void validate_summaries(validate_inspection *in)
{
    const trp__bitmap *map = &in->pool->map;

    for (uint32_t level = 1; level < map->depth; level++)
        for (uint32_t word = 0; word < map->words[level - 1]; word++)
            for (unsigned set = TRP__FREE; set <= TRP__ACTIVE; set++) {
                const trp__word *summary =
                    &map->levels[level][2 * (size_t)(word / TRP__WORD_BITS) + set];
                validate_expect(in,
                                (map->levels[level - 1][2 * (size_t)word + set] != 0) ==
                                    ((*summary & trp__bit(word)) != 0),
                                TRP__TEXT("a summary bit of a bitmap is wrong"));
            }
}

static void validate_pool(validate_inspection *in)
{
    const trp__pool_state *state = &in->pool->state;
    validate_tally sum = {0};

    for (uint32_t slot = 0; slot < state->capacity; slot++)
        validate_slot(in, slot, &sum);
    in->actor = NULL;
    validate_expect(in, sum.listed == trp__listed(in->pool),
                    TRP__TEXT("the count of listed actors is wrong"));
    validate_expect(in, sum.sleepers == state->sleepers && sum.leaving == state->leaving,
                    TRP__TEXT("the count of sleepers is wrong"));
    validate_expect(in, sum.expired == state->expired,
                    TRP__TEXT("the count of expired actors is wrong"));
    validate_expect(in, sum.retired == state->retired,
                    TRP__TEXT("the count of retired slots is wrong"));
    validate_expect(in, sum.taken == state->live, TRP__TEXT("the count of live actors is wrong"));
    validate_expect(in, state->live <= state->peak, TRP__TEXT("the peak is below the count"));
    validate_expect(in, state->used <= state->capacity,
                    TRP__TEXT("the bound of the used slots is wrong"));
    validate_free(in, &sum);
    if (trp__in_memory_order(in->pool))
        validate_summaries(in);
}

static void validate_older(validate_inspection *in, trp__place older, trp__place younger)
{
    const bool is_oldest_first = in->pool->ages->turn == 1;

    validate_link(in, is_oldest_first ? older : younger, is_oldest_first ? younger : older);
}

/* A listed entry: entry, cell and node name each other. */
static void validate_entry(validate_inspection *in, int32_t at, trp__place *last)
{
    const trp__entry *entry = &in->pool->ages->entries[at];
    trp__place place = {NULL, 0};
    const trp__cell *cell = trp__find_index(in->world, entry->index & TRP__ENTRY_INDEX, &place) &&
                                    place.pool->segment == in->pool
                                ? trp__cell_of(place.pool, place.slot)
                                : NULL;
    const bool names_it = cell != NULL && trp__is_listed(cell->stamp) && trp__entry_of(cell) == at;

    validate_expect(in, names_it,
                    TRP__TEXT("an entry of the order names a slot that does not name it"));
    if (!names_it)
        return;
    validate_expect(
        in,
        ((entry->index & TRP__ENTRY_EXPIRED) != 0) == trp__is_expired(cell->stamp) &&
            entry->actor ==
                (entry->index > TRP__ENTRY_INDEX ? NULL : trp__node_at(place.pool, place.slot)),
        TRP__TEXT("an entry of the order is not that of its actor"));
    validate_older(in, *last, place);
    *last = place;
}

/* The entries of a segment. */
static void validate_order(validate_inspection *in)
{
    const trp__ages *ages = in->pool->ages;
    const trp__place nowhere = {NULL, TRP__NONE};
    trp__place last = nowhere;
    uint32_t listed = 0;
    int32_t holes = 0;
    int32_t length = 0; /* of a hole, so far */

    if (ages->begin < 0 || ages->begin > ages->end || ages->end > ages->room) {
        validate_expect(in, false, TRP__TEXT("the order is longer than its array"));
        return;
    }
    for (const trp_pool *pool = in->pool; pool != NULL; pool = pool->joined)
        listed += trp__listed(pool);
    for (int32_t i = ages->begin + 1; i < ages->end; i++)
        validate_expect(in, ages->entries[i].stamp < ages->entries[i - 1].stamp,
                        TRP__TEXT("the stamps of the order do not decrease"));
    for (int32_t i = ages->begin; i < ages->end; i++) {
        const uint32_t index = ages->entries[i].index;
        if ((index & TRP__ENTRY_HOLE) == 0) {
            validate_entry(in, i, &last);
            continue;
        }
        length++;
        holes++;
        validate_expect(in, ages->entries[i].actor == NULL,
                        TRP__TEXT("a hole of the order has an actor"));
        if ((ages->entries[i + 1].index & TRP__ENTRY_HOLE) != 0)
            continue;
        validate_expect(in,
                        index == (TRP__ENTRY_HOLE | (uint32_t)length) &&
                            index == ages->entries[i + 1 - length].index &&
                            i + 1 - length > ages->begin,
                        TRP__TEXT("the ends of a hole of the order are wrong"));
        length = 0;
    }
    validate_older(in, last, nowhere);
    validate_expect(in,
                    length == 0 && ages->entries[ages->begin - 1].index == TRP__ENTRY_HOLE &&
                        ages->entries[ages->end].index == TRP__ENTRY_HOLE,
                    TRP__TEXT("the order has no stop at its ends"));
    validate_expect(in,
                    holes == ages->holes && (uint32_t)(ages->end - ages->begin - holes) == listed,
                    TRP__TEXT("the order lacks listed actors"));
}

/* Every pool is in its segment, and every segment in its layer. */
static void validate_layers(validate_inspection *in)
{
    uint32_t count = 0;

    for (trp_pool *segment = trp__first_segment(in->world);
         segment != NULL && count <= in->world->pool_count;
         segment = trp__beside_segment(segment, true)) {
        in->pool = segment;
        for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined, count++)
            validate_expect(in, pool->segment == segment,
                            TRP__TEXT("a pool is in a segment that is not its own"));
        if (!trp__in_memory_order(segment))
            validate_order(in);
    }
    in->pool = NULL;
    validate_expect(in, count == in->world->pool_count, TRP__TEXT("the layers lack pools"));
}

trp_result trp_world_validate(const trp_world *world)
{
    validate_inspection in = {world, NULL, NULL, true};

    if (!trp__has_world(world, TRP__TEXT("trp_world_validate")))
        return TRP_ERR_NULL;
    for (uint32_t i = 0; i < world->pool_count; i++) {
        in.pool = world->pools[i];
        validate_pool(&in);
    }
    validate_layers(&in);
    return in.is_valid ? TRP_OK : TRP_ERR_INVALID;
}
