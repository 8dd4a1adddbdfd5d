/*
 * The fate of a life that a handle identifies.
 */
#include "inspect_internal.h"

/* The generation of a slot: that of its actor, or of the next one. 0: it will have no actor. Its
 * chunk may have been returned, or may never have existed. */
static uint32_t inspect_why_generation_at(const trp_pool *pool, uint32_t slot)
{
    if (slot < pool->state.capacity && trp__is_present(pool, slot))
        return trp__cell_of(pool, slot)->generation;
    return pool->far->chunk(pool, slot)->generation;
}

/* The slot of a handle of this world; false if there is none. */
static bool inspect_why_find_slot(const trp_world *world, uint32_t index, trp_why *why)
{
    trp__place place;

    if (!trp__find_pool(world, index, &place) || place.slot >= place.pool->max_capacity)
        return false;
    why->pool = place.pool;
    why->slot = place.slot;
    return true;
}

/* Whether this is the end that counts: the latest one. An actor expires before it is pruned. */
static bool inspect_why_is_end(const trp_record *record, const trp_why *why)
{
    if (record->kind == TRP_RECORD_MISUSE)
        return false;
    return why->ended == NULL ||
           (why->ended->kind == TRP_RECORD_PRUNED && record->kind == TRP_RECORD_EXPIRED);
}

/* Searches for the birth and the end, backwards from the latest record; on request without what the
 * latest restore undid. */
static void inspect_why_search(const trp_black_box *box, trp_handle handle, bool with_undone,
                               trp_why *why)
{
    uint64_t limit = UINT64_MAX;

    for (uint32_t i = trp__record_count(box); i-- > 0 && why->created == NULL;) {
        const trp_record *record = trp_black_box_at(box, i);
        if (record->kind == TRP_RECORD_RESTORED && limit == UINT64_MAX && !with_undone)
            limit = record->tick;
        if (!trp_handle_equal(record->handle, handle) || record->tick > limit)
            continue;
        if (record->kind == TRP_RECORD_CREATED)
            why->created = record;
        else if (inspect_why_is_end(record, why))
            why->ended = record;
    }
}

static uint64_t inspect_why_age_of(const trp_world *world, const trp_why *why)
{
    const trp__birth *birth;

    if (why->ended != NULL && why->ended->age != TRP_NO_AGE)
        return why->ended->age;
    if (why->created != NULL && why->ended != NULL)
        return why->ended->tick - why->created->tick;
    if (why->fate != TRP_FATE_ALIVE)
        return TRP_NO_AGE;
    if (why->created != NULL)
        return world->state.ticks - why->created->tick;
    birth = trp__birth_of(why->pool, why->slot);
    return birth != NULL ? world->state.ticks - birth->tick : TRP_NO_AGE;
}

/* Whether a life of this generation in the slot is over, if it is not alive. */
static bool inspect_why_is_over(const trp_why *why, uint32_t number)
{
    const uint32_t generation = inspect_why_generation_at(why->pool, why->slot);

    return generation == 0 || number < generation;
}

static trp_fate inspect_why_fate_of(const trp_world *world, trp_handle handle, trp_why *why)
{
    const trp_black_box *box = trp__box_of(world);
    const bool is_alive = trp_get(world, handle) != NULL;
    bool has_begun;
    bool is_recorded;

    if (handle.index >> 24 != world->id)
        return TRP_FATE_FOREIGN;
    if (!inspect_why_find_slot(world, handle.index & (TRP_MAX_SLOTS - 1), why))
        return TRP_FATE_MADE_UP;
    has_begun = is_alive || inspect_why_is_over(why, handle.generation);
    if (box != NULL)
        inspect_why_search(box, handle, !has_begun, why);
    if (has_begun && !is_alive && why->ended != NULL)
        return TRP_FATE_ENDED;
    is_recorded = why->created != NULL || why->ended != NULL;
    why->ended = NULL;
    if (is_alive)
        return TRP_FATE_ALIVE;
    if (!has_begun)
        return is_recorded ? TRP_FATE_UNDONE : TRP_FATE_MADE_UP;
    return box != NULL && box->room != 0 ? TRP_FATE_FORGOTTEN : TRP_FATE_UNKNOWN;
}

trp_why trp_why_gone(const trp_world *world, trp_handle handle)
{
    trp_why why = {TRP_FATE_NONE, NULL, TRP_NO_SLOT, TRP_NO_AGE, NULL, NULL};

    if (world == NULL || handle.generation == 0)
        return why;
    why.fate = inspect_why_fate_of(world, handle, &why);
    why.age = inspect_why_age_of(world, &why);
    return why;
}

static void inspect_why_put_age(trp__text *text, const trp_why *why)
{
    if (why->age == TRP_NO_AGE)
        return;
    trp__put(text, ", ");
    trp__put_count(text, why->age, "tick");
    trp__put(text, " old");
}

static void inspect_why_put_ended(trp__text *text, const trp_why *why)
{
    trp__put(text, "is gone");
    inspect_why_put_age(text, why);
    trp__say(text, ": tick %lu, ", why->ended->tick);
    trp__put_deed(text, why->ended);
}

static void inspect_why_put_forgotten(trp__text *text, const trp_black_box *box)
{
    const trp_record *oldest = trp_black_box_at(box, 0);

    trp__put(text, "is gone; its end is not in the black box");
    if (oldest != NULL)
        trp__say(text, " (tick %lu and later)", oldest->tick);
}

static void inspect_why_put_fate(trp__text *text, const trp_world *world, trp_handle handle,
                                 const trp_why *why)
{
    switch (why->fate) {
    case TRP_FATE_ALIVE:
        trp__put(text, "is alive");
        inspect_why_put_age(text, why);
        break;
    case TRP_FATE_ENDED:
        inspect_why_put_ended(text, why);
        break;
    case TRP_FATE_FORGOTTEN:
        inspect_why_put_forgotten(text, trp__box_of(world));
        break;
    case TRP_FATE_UNKNOWN:
        trp__put(text, "is gone; no black box recorded why (trp_black_box_start)");
        break;
    case TRP_FATE_FOREIGN:
        trp__say(text, "the handle is of world %u, and this is world %u", handle.index >> 24,
                 world->id);
        break;
    case TRP_FATE_UNDONE:
        trp__put(text, "was undone: the world was restored to a state before its birth");
        break;
    case TRP_FATE_MADE_UP:
        trp__put(text, why->pool != NULL ? "never existed: the handle is made up"
                                         : "the handle is made up: there is no such slot");
        break;
    default:
        trp__put(text, "the handle is null: it names no actor");
        break;
    }
}

trp_result trp_print_why(const trp_world *world, trp_handle handle, trp_print_fn *print, void *arg)
{
    const trp_why why = trp_why_gone(world, handle);
    trp__line line;

    if (!trp__has_world(world, TRP__TEXT("trp_print_why")) || print == NULL)
        return trp__no_print(world, TRP__TEXT("trp_print_why"));
    trp__line_begin(&line, print, arg);
    if (why.pool != NULL) {
        trp__put_life(&line.text, why.pool->desc.name, why.slot, handle.generation);
        trp__put(&line.text, " ");
    }
    inspect_why_put_fate(&line.text, world, handle, &why);
    trp__line_end(&line);
    if (why.created == NULL)
        return TRP_OK;
    trp__say(&line.text, "  tick %lu, ", why.created->tick);
    trp__put_deed(&line.text, why.created);
    trp__line_end(&line);
    return TRP_OK;
}
