/*
 * Checks every invariant of the library. Linked only where it is called.
 */
#include "ages.h"

/* One validation: reports each violation, and continues. */
typedef struct validate_inspection
{
    const trp_world *world;
    bool is_valid;
} validate_inspection;

static void validate_expect(validate_inspection *in, bool holds, trp_pool *pool,
                            const trp_actor *actor, const char *what)
{
    if (holds)
        return;
    in->is_valid = false;
    trp__misuse(in->world, pool, actor, TRP__TEXT("trp_world_validate"), TRP_ERR_INVALID, what);
}

/* Sums over a pool's cells. */
typedef struct validate_tally
{
    uint32_t listed;
    uint32_t expired;
    uint32_t vacant;
    uint32_t retired;
    uint32_t quarantined;
    uint32_t taken;
    uint32_t sleepers;
    uint32_t leaving;
} validate_tally;

static void validate_check_bits(validate_inspection *in, trp_pool *pool, uint32_t slot,
                                bool is_listed, bool is_vacant)
{
    if (!trp__in_memory_order(pool))
        return;
    validate_expect(in, trp__bitmap_has(&pool->map, TRP__ACTIVE, slot) == is_listed, pool, NULL,
                    TRP__TEXT("the bitmap of listed slots and a stamp disagree"));
    validate_expect(in, trp__bitmap_has(&pool->map, TRP__FREE, slot) == is_vacant, pool, NULL,
                    TRP__TEXT("the bitmap of free slots and a stamp disagree"));
    validate_expect(in, !is_listed || slot < pool->state.top, pool, NULL,
                    TRP__TEXT("a listed slot lies above the top"));
}

/* Links of age orders are checked with the order. (Unwatched, like is_intact: the ledger may be
 * wrong about a free slot.) */
static void validate_check_links(validate_inspection *in, trp_pool *pool, const trp_actor *actor,
                                 uint32_t slot)
{
    const uint32_t prev = trp__bitmap_before(&pool->map, TRP__ACTIVE, slot);
    const uint32_t next = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot + 1);

    validate_expect(in,
                    actor->prev == (prev != TRP__NONE ? trp__index(pool, prev) : TRP_NO_LINK) &&
                        actor->next == (next != TRP__NONE ? trp__index(pool, next) : TRP_NO_LINK),
                    pool, actor, TRP__TEXT("a link of the node is wrong"));
}

/* The stamp of a slot; 0: it is listed and has no entry. */
static uint32_t validate_stamp(const trp_pool *pool, const trp__cell *cell)
{
    return trp__in_memory_order(pool) || !trp__is_listed(cell->stamp) ||
                   trp__entry_of(cell) < pool->ages->end
               ? trp__stamp(pool, cell)
               : 0;
}

static void validate_check_taken(validate_inspection *in, trp_pool *pool, uint32_t slot,
                                 const trp__cell *cell)
{
    const trp_actor *actor = trp__node_at(pool, slot);
    const bool is_leaving = cell->stamp == TRP__STAMP_LEAVING;
    const uint32_t stamp = validate_stamp(pool, cell);

    validate_expect(
        in, is_leaving || (actor->stamp == stamp && actor->index == trp__handle_index(pool, slot)),
        pool, actor, TRP__TEXT("the node was overwritten"));
    validate_expect(in, cell->generation != 0 || trp__is_expired(cell->stamp) || is_leaving, pool,
                    actor, TRP__TEXT("a generation is 0"));
    validate_expect(in, trp__slot_of(pool, actor) == slot, pool, actor,
                    TRP__TEXT("the actor is not found by its address"));
    validate_expect(in,
                    !trp__is_listed(cell->stamp) ||
                        (trp__in_memory_order(pool) && trp__is_expired(stamp)) ||
                        (stamp != 0 && (stamp | TRP__STAMP_ACTIVE) >= in->world->state.newest),
                    pool, actor, TRP__TEXT("a stamp was never given out"));
    if (trp__is_listed(cell->stamp) && trp__in_memory_order(pool))
        validate_check_links(in, pool, actor, slot);
}

static void validate_check_slot(validate_inspection *in, trp_pool *pool, uint32_t slot,
                                validate_tally *sum)
{
    const trp__cell *cell;
    uint32_t stamp;

    if (!trp__is_present(pool, slot))
    {
        validate_check_bits(in, pool, slot, false, false);
        return;
    }
    cell = trp__cell_of(pool, slot);
    stamp = cell->stamp;
    validate_check_bits(in, pool, slot, trp__is_listed(stamp),
                        stamp >> 28 == TRP__STAMP_FREE >> 28);
    if (trp__is_taken(stamp))
        validate_check_taken(in, pool, slot, cell);
    else
        validate_expect(in, (cell->generation == 0) == (stamp == TRP__STAMP_RETIRED), pool, NULL,
                        TRP__TEXT("a slot is not retired though its lives are used up"));
    sum->listed += trp__is_listed(stamp);
    sum->expired += trp__is_expired(stamp);
    sum->vacant += stamp >> 28 == TRP__STAMP_FREE >> 28;
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
         slot = trp__stamp_at(pool, slot) & TRP__CHAIN)
    {
        if (trp__stamp_at(pool, slot) >> 28 != kind >> 28)
            return TRP__NONE;
        *last = slot;
        count++;
    }
    return count;
}

static void validate_check_free(validate_inspection *in, trp_pool *pool, const validate_tally *sum)
{
    uint32_t last;

    if (!trp__in_memory_order(pool))
        validate_expect(in,
                        validate_chain_length(pool, pool->state.spare, TRP__STAMP_FREE, &last) ==
                            sum->vacant,
                        pool, NULL, TRP__TEXT("the freelist lacks free slots"));
    validate_expect(in,
                    validate_chain_length(pool, pool->state.freed_first, TRP__STAMP_QUARANTINED,
                                          &last) == sum->quarantined &&
                        pool->state.quarantined == sum->quarantined &&
                        last == pool->state.freed_last,
                    pool, NULL, TRP__TEXT("the quarantine lacks slots that are in it"));
    validate_expect(in,
                    sum->quarantined <= trp__quarantine_slots(pool) &&
                        (sum->quarantined == 0 || pool->quarantine != NULL),
                    pool, NULL, TRP__TEXT("more slots are in quarantine than allowed"));
}

/* Each summary bit says whether the word below it has any bit set. */
static void validate_check_summaries(validate_inspection *in, trp_pool *pool)
{
    const trp__bitmap *map = &pool->map;

    for (uint32_t level = 1; level < map->depth; level++)
        for (uint32_t word = 0; word < map->words[level - 1]; word++)
            for (unsigned set = TRP__FREE; set <= TRP__ACTIVE; set++)
            {
                const bool any = map->levels[level - 1][2 * (size_t)word + set] != 0;
                const trp__word *summary =
                    &map->levels[level][2 * (size_t)(word / TRP__WORD_BITS) + set];
                validate_expect(in, any == ((*summary & trp__bit(word)) != 0), pool, NULL,
                                TRP__TEXT("a summary bit of a bitmap is wrong"));
            }
    for (uint32_t word = 0; word < pool->state.first_free; word++)
        validate_expect(in, *trp__bitmap_word(map, TRP__FREE, word) == 0, pool, NULL,
                        TRP__TEXT("the lowest free slot is below the start of its search"));
}

static void validate_check_pool(validate_inspection *in, trp_pool *pool)
{
    const trp__pool_state *state = &pool->state;
    validate_tally sum = {0};

    for (uint32_t slot = 0; slot < state->capacity; slot++)
        validate_check_slot(in, pool, slot, &sum);
    validate_expect(in, sum.listed == trp__listed(pool), pool, NULL,
                    TRP__TEXT("the count of listed actors is wrong"));
    validate_expect(in, sum.sleepers == state->sleepers && sum.leaving == state->leaving, pool,
                    NULL, TRP__TEXT("the count of sleepers is wrong"));
    validate_expect(in, sum.expired == state->expired, pool, NULL,
                    TRP__TEXT("the count of expired actors is wrong"));
    validate_expect(in, sum.retired == state->retired, pool, NULL,
                    TRP__TEXT("the count of retired slots is wrong"));
    validate_expect(in, sum.taken == state->live, pool, NULL,
                    TRP__TEXT("the count of live actors is wrong"));
    validate_expect(in, state->live <= state->peak, pool, NULL,
                    TRP__TEXT("the peak is below the count"));
    validate_expect(in, state->top <= state->used && state->used <= state->capacity, pool, NULL,
                    TRP__TEXT("the bound of the used slots is wrong"));
    validate_check_free(in, pool, &sum);
    if (trp__in_memory_order(pool))
        validate_check_summaries(in, pool);
}

/* A hole that begins here, whole. Returns its length. */
static int32_t validate_check_hole(validate_inspection *in, trp_pool *segment, int32_t at)
{
    const trp__ages *ages = segment->ages;
    const uint32_t length = ages->entries[at].index & TRP__HOLE_LENGTH;
    const bool is_inside = at > ages->begin && length > 0 && length < (uint32_t)(ages->end - at);

    validate_expect(in, is_inside, segment, NULL, TRP__TEXT("a hole of the order has no end"));
    for (uint32_t i = 0; is_inside && i < length; i++)
        validate_expect(in,
                        (ages->entries[at + (int32_t)i].index & TRP__ENTRY_HOLE) != 0 &&
                            ages->entries[at + (int32_t)i].actor == NULL,
                        segment, NULL, TRP__TEXT("a hole of the order has an actor"));
    validate_expect(in,
                    !is_inside ||
                        (ages->entries[at + (int32_t)length - 1].index == ages->entries[at].index &&
                         (ages->entries[at + (int32_t)length].index & TRP__ENTRY_HOLE) == 0),
                    segment, NULL, TRP__TEXT("the ends of a hole of the order differ"));
    return is_inside ? (int32_t)length : 1;
}

/* Two neighbours in an age order, the older one first; either may be nowhere. */
static void validate_check_link(validate_inspection *in, trp_pool *segment, trp__place older,
                                trp__place younger)
{
    const bool is_oldest_first = segment->ages->turn == 1;
    const trp_actor *low = older.pool != NULL ? trp__node_at(older.pool, older.slot) : NULL;
    const trp_actor *high = younger.pool != NULL ? trp__node_at(younger.pool, younger.slot) : NULL;

    validate_expect(in,
                    low == NULL ||
                        (is_oldest_first ? low->next : low->prev) ==
                            (high != NULL ? trp__index(younger.pool, younger.slot) : TRP_NO_LINK),
                    older.pool, low, TRP__TEXT("a link of the node is wrong"));
    validate_expect(in,
                    high == NULL ||
                        (is_oldest_first ? high->prev : high->next) ==
                            (low != NULL ? trp__index(older.pool, older.slot) : TRP_NO_LINK),
                    younger.pool, high, TRP__TEXT("a link of the node is wrong"));
}

/* A listed entry: entry, cell and node name each other. */
static void validate_check_entry(validate_inspection *in, trp_pool *segment, int32_t at,
                                 trp__place *last)
{
    const trp__entry *entry = &segment->ages->entries[at];
    trp__place place = {NULL, 0};
    const bool is_slot = trp__find_index(in->world, entry->index & TRP__ENTRY_INDEX, &place) &&
                         place.pool->segment == segment &&
                         trp__is_listed(trp__cell_of(place.pool, place.slot)->stamp) &&
                         trp__entry_of(trp__cell_of(place.pool, place.slot)) == at;
    trp_actor *actor;

    validate_expect(in, is_slot, segment, NULL,
                    TRP__TEXT("an entry of the order names a slot that does not name it"));
    if (!is_slot)
        return;
    actor = trp__node_at(place.pool, place.slot);
    validate_expect(in,
                    ((entry->index & TRP__ENTRY_EXPIRED) != 0) ==
                            trp__is_expired(trp__cell_of(place.pool, place.slot)->stamp) &&
                        entry->actor == (entry->index > TRP__ENTRY_INDEX ? NULL : actor),
                    place.pool, actor, TRP__TEXT("an entry of the order is not that of its actor"));
    validate_check_link(in, segment, *last, place);
    *last = place;
}

/* The entries of a segment, and the links of its actors. */
static void validate_check_order(validate_inspection *in, trp_pool *segment)
{
    const trp__ages *ages = segment->ages;
    const trp__place nowhere = {NULL, 0};
    trp__place last = nowhere;
    uint32_t listed = 0;
    uint32_t stamp = UINT32_MAX;
    int32_t holes = 0;

    if (ages->begin < 0 || ages->begin > ages->end || ages->end > ages->room)
    {
        validate_expect(in, false, segment, NULL, TRP__TEXT("the order is longer than its array"));
        return;
    }
    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        listed += trp__listed(pool);
    for (int32_t i = ages->begin; i < ages->end; i++)
    {
        validate_expect(in, ages->entries[i].stamp < stamp, segment, NULL,
                        TRP__TEXT("the stamps of the order do not decrease"));
        stamp = ages->entries[i].stamp;
    }
    for (int32_t i = ages->begin; i < ages->end;)
        if ((ages->entries[i].index & TRP__ENTRY_HOLE) != 0)
        {
            const int32_t length = validate_check_hole(in, segment, i);
            holes += length;
            i += length;
        }
        else
        {
            validate_check_entry(in, segment, i, &last);
            i++;
        }
    validate_check_link(in, segment, last, nowhere);
    validate_expect(in,
                    ages->entries[ages->begin - 1].index == TRP__ENTRY_HOLE &&
                        ages->entries[ages->end].index == TRP__ENTRY_HOLE,
                    segment, NULL, TRP__TEXT("the order has no stop at its ends"));
    validate_expect(in,
                    holes == ages->holes && (uint32_t)(ages->end - ages->begin - holes) == listed,
                    segment, NULL, TRP__TEXT("the order lacks listed actors"));
}

/* Every pool is in its segment, and every segment in its layer. */
static void validate_check_layers(validate_inspection *in)
{
    const trp_world *world = in->world;
    uint32_t count = 0;

    for (trp_pool *segment = trp__first_segment(world);
         segment != NULL && count <= world->pool_count;
         segment = trp__beside_segment(segment, true))
    {
        for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        {
            validate_expect(in, pool->segment == segment, segment, NULL,
                            TRP__TEXT("a pool is in a segment that is not its own"));
            count++;
        }
        if (!trp__in_memory_order(segment))
            validate_check_order(in, segment);
    }
    validate_expect(in, count == world->pool_count, NULL, NULL, TRP__TEXT("the layers lack pools"));
}

trp_result trp_world_validate(const trp_world *world)
{
    validate_inspection in = {world, true};

    if (!trp__has_world(world, TRP__TEXT("trp_world_validate")))
        return TRP_ERR_NULL;
    for (uint32_t i = 0; i < world->pool_count; i++)
        validate_check_pool(&in, world->pools[i]);
    validate_check_layers(&in);
    return in.is_valid ? TRP_OK : TRP_ERR_INVALID;
}
