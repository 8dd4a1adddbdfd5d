/*
 * An actor's life: its birth, its end and its sleep, with the slot and the place in the list that
 * it takes and leaves. All births go through trp__create(), whatever call creates the actor; all
 * ends go through life_end().
 */
#include "ages.h"

/* Contexts: what callbacks get besides their subject */

#define LIFE_ENDS_HEAD(type, member)                                                               \
    _Static_assert(offsetof(type, member) == TRP__CONTEXT_HEAD, "all contexts begin alike")
LIFE_ENDS_HEAD(trp_context, category);
LIFE_ENDS_HEAD(trp_end_context, reason);
LIFE_ENDS_HEAD(trp_event_context, event);

/* A time with all scales of a pool. */
TRP__INLINE float life_scaled(const trp_pool *pool, float dt)
{
    const trp_world *world = pool->world;

    if (TRP__LIKELY(world->product == NULL)) /* no time scale was set */
        return dt;
    dt = world->product(dt, world->state.scale);
    dt = world->product(dt, world->layers[pool->state.layer].state.scale);
    return world->product(dt, pool->state.scale);
}

TRP__INLINE void life_turn_context(trp_context *in, trp_pool *pool)
{
    in->pool = pool;
    in->user = trp__user_of(pool);
    in->layer = pool->state.layer;
    in->dt = life_scaled(pool, in->unscaled_dt);
}

TRP__INLINE trp_context life_context(const trp_world *world, trp_pool *pool, void *user, void *arg)
{
    trp_context in = {
        world->self, NULL, world->user, arg, world->state.ticks, 0, world->state.dt, 0, 0, NULL,
        NULL,        0,    NULL,        NULL};

    if (pool != NULL)
        life_turn_context(&in, pool);
    else
        in.dt = trp__times(world, in.unscaled_dt, world->state.scale);
    if (user != NULL)
        in.user = user;
    return in;
}

trp_context trp__context(const trp_world *world, trp_pool *pool, void *user, void *arg)
{
    return life_context(world, pool, user, arg);
}

void trp__turn_context(trp_context *in, trp_pool *pool)
{
    life_turn_context(in, pool);
}

/* Fills a slot: from a struct, from the prototype, or with zeros. Its node is to be written. */
TRP__INLINE void life_fill(const trp_pool *pool, trp_actor *actor, const void *from)
{
    unsigned char *slot = (unsigned char *)actor - pool->node;

    if (from == NULL)
        from = pool->desc.prototype;
    if (from == NULL)
        memset(slot, 0, pool->stride);
    else if (from != slot)
        memcpy(slot, from, pool->stride);
}

void trp__clear_payload(const trp_pool *pool, trp_actor *actor)
{
    const trp_actor node = *actor;

    life_fill(pool, actor, NULL);
    *actor = node;
}

/*
 * Slots. In memory order the free ones are a bitmap, and the lowest one is taken. In an age order
 * they are a chain through the stamps of the cells, and the one freed last is taken.
 */

/* The node of an external actor is not written: its memory may be gone. */
TRP__INLINE void life_free_slot(trp_pool *pool, uint32_t slot, trp__seat seat)
{
    uint32_t stamp = TRP__STAMP_FREE;
    uint32_t next = TRP_NO_LINK;

    if (trp__in_memory_order(pool))
        trp__bitmap_add(&pool->map, TRP__FREE, slot);
    else {
        if (pool->state.spare != TRP__LAST)
            next = trp__index(pool, pool->state.spare);
        stamp += pool->state.spare;
        pool->state.spare = slot;
    }
    seat.cell->stamp = stamp;
    if (pool->actors != NULL)
        return;
    seat.actor->stamp = stamp;
    seat.actor->index = trp__handle_index(pool, slot);
    seat.actor->prev = TRP_NO_LINK;
    seat.actor->next = next;
}

void trp__free_slot(trp_pool *pool, uint32_t slot)
{
    life_free_slot(pool, slot, trp__seat_of(pool, slot));
}

void trp__slots_init(trp_pool *pool, const trp__chunk *chunk)
{
    for (uint32_t i = chunk->count; i-- > 0;) {
        const uint32_t slot = chunk->first + i;
        trp__cell_of(pool, slot)->generation = chunk->generation;
        if (pool->actors != NULL)
            pool->desc.external->put(pool, slot, NULL);
        else
            trp__mark_vacant(pool, trp__node_at(pool, slot));
        trp__free_slot(pool, slot);
    }
}

bool trp__is_untouched(trp_pool *pool, uint32_t slot, const char *call)
{
    if (TRP__LIKELY(trp__is_intact(pool, slot)))
        return true;
    trp__set_stamp(pool, slot, trp__cell_of(pool, slot)->stamp);
    trp__misuse(
        pool->world, pool, trp__node_at(pool, slot), call, TRP_ERR_CORRUPT,
        TRP__TEXT("a free slot was written to through a stale pointer. Keep a handle and ask "
                  "trp_get, not a pointer"));
    return false;
}

/* The free slot that is taken next, or a number from TRP__LAST on: there is none. */
TRP__INLINE uint32_t life_free(const trp_pool *pool)
{
    return trp__in_memory_order(pool) ? trp__bitmap_first(&pool->map, TRP__FREE)
                                      : pool->state.spare;
}

/* Whether only the slots are free that optional births leave. */
static bool life_is_down_to_reserve(const trp_pool *pool)
{
    const trp__pool_state *state = &pool->state;

    return state->capacity - state->missing - state->retired - state->live <= pool->desc.reserve;
}

/* Takes a slot, or makes room. TRP__NONE: `result` says why. */
TRP__INLINE uint32_t life_take_slot(trp_pool *pool, bool is_optional, trp__seat *seat,
                                    trp_result *result)
{
    for (;;) {
        uint32_t slot;
        *result = TRP_ERR_LIMIT;
        if (!trp__in_memory_order(pool) && !trp__has_stamps(pool->world))
            return TRP__NONE;
        *result = TRP_ERR_FULL;
        if (is_optional && life_is_down_to_reserve(pool))
            return TRP__NONE;
        slot = life_free(pool);
        if (TRP__RARELY(slot >= TRP__LAST)) {
            if (pool->quarantine != NULL && pool->quarantine(pool, TRP__NONE, NULL))
                continue;
            if (pool->desc.when_full == NULL)
                return TRP__NONE;
            if ((*result = pool->desc.when_full->make_room(pool)) != TRP_OK)
                return TRP__NONE;
            continue;
        }
        *seat = trp__seat_of(pool, slot);
        if (pool->actors == NULL &&
            TRP__RARELY(!trp__has(pool, slot, seat->actor, seat->cell->stamp))) {
            (void)trp__is_untouched(pool, slot, TRP__TEXT("trp_create"));
            continue;
        }
        if (trp__in_memory_order(pool))
            trp__bitmap_remove(&pool->map, TRP__FREE, slot);
        else
            pool->state.spare = seat->cell->stamp - TRP__STAMP_FREE;
        return slot;
    }
}

/* The state in which watchers and on_end see an actor that leaves, an external one stays, and so does
 * a retired slot. */
static void life_set_leaving(trp__seat seat)
{
    seat.cell->stamp = seat.actor->stamp = TRP__STAMP_LEAVING;
    seat.actor->prev = seat.actor->next = TRP_NO_LINK;
}

TRP__INLINE void life_give_slot(trp_pool *pool, uint32_t slot, trp__seat seat)
{
    if (TRP__LIKELY(pool->actors == NULL))
        trp__mark_freed(pool, seat.actor);
    if (TRP__RARELY(seat.cell->generation - 1 >= pool->world->last_life)) {
        if (pool->actors == NULL)
            life_set_leaving(seat);
        seat.cell->generation = 0;
        seat.cell->stamp = TRP__STAMP_RETIRED;
        pool->state.retired++;
    } else if (TRP__RARELY(pool->quarantine != NULL))
        pool->quarantine(pool, slot, NULL);
    else
        life_free_slot(pool, slot, seat);
}

void trp__give_slot(trp_pool *pool, uint32_t slot)
{
    life_give_slot(pool, slot, trp__seat_of(pool, slot));
}

/* The list */

/* The listed slots around this one in memory order: usually in the same word of the bitmap. */
TRP__INLINE void life_sides(const trp_pool *pool, uint32_t slot, uint32_t *prev, uint32_t *next)
{
    const uint32_t index = slot / TRP__WORD_BITS;
    const trp__word word = *trp__bitmap_word(&pool->map, TRP__ACTIVE, index);
    const trp__word below = word & (trp__bit(slot) - 1);
    const trp__word above = word & ~(trp__bit(slot) * 2 - 1);

    *prev = TRP__LIKELY(below != 0) ? index * TRP__WORD_BITS + trp__highest_bit(below)
                                    : trp__bitmap_climb(&pool->map, TRP__ACTIVE, index, false);
    *next = TRP__LIKELY(above != 0) ? index * TRP__WORD_BITS + trp__lowest_bit(above)
                                    : trp__bitmap_climb(&pool->map, TRP__ACTIVE, index + 1, true);
}

TRP__INLINE uint32_t life_link(const trp_pool *pool, uint32_t slot)
{
    return TRP__LIKELY(slot != TRP__NONE) ? trp__index(pool, slot) : TRP_NO_LINK;
}

/* The links of two neighbours to what is between them. Either may be TRP__NONE. */
TRP__INLINE void life_join(const trp_pool *pool, uint32_t prev, uint32_t next, uint32_t link,
                           uint32_t back)
{
    if (TRP__LIKELY(prev != TRP__NONE))
        trp__node_at(pool, prev)->next = link;
    if (TRP__LIKELY(next != TRP__NONE))
        trp__node_at(pool, next)->prev = back;
}

TRP__INLINE void life_enlist(trp_pool *pool, uint32_t slot, trp__seat seat)
{
    uint32_t prev;
    uint32_t next;

    if (!trp__in_memory_order(pool)) {
        pool->order->append(pool, slot, seat);
        return;
    }
    life_sides(pool, slot, &prev, &next);
    seat.cell->stamp = seat.actor->stamp = pool->world->state.newest;
    seat.actor->index = trp__handle_index(pool, slot);
    pool->world->state.newest_is_used = true;
    seat.actor->prev = life_link(pool, prev);
    seat.actor->next = life_link(pool, next);
    life_join(pool, prev, next, trp__index(pool, slot), trp__index(pool, slot));
    trp__bitmap_add(&pool->map, TRP__ACTIVE, slot);
    trp__raise_used(pool, slot + 1);
}

/* The state of its cell and the stamp of its node must be set after that. */
TRP__INLINE void life_unlist(trp_pool *pool, uint32_t slot, const trp__cell *cell)
{
    uint32_t prev;
    uint32_t next;

    if (!trp__in_memory_order(pool)) {
        pool->order->remove(pool, trp__entry_of(cell));
        return;
    }
    life_sides(pool, slot, &prev, &next);
    life_join(pool, prev, next, life_link(pool, next), life_link(pool, prev));
    trp__bitmap_remove(&pool->map, TRP__ACTIVE, slot);
}

/* The birth */

/* Whether this life still continues. */
TRP__INLINE bool life_goes_on(const trp_pool *pool, const trp__cell *cell, uint32_t generation)
{
    if (TRP__LIKELY(cell->generation == generation))
        return true;
    pool->world->last_result = TRP_GONE;
    return false;
}

/* Calls the recorder, init, on_create and watchers. Returns the actor if it still lives then. */
static trp_actor *life_announce(trp_pool *pool, uint32_t slot, trp__seat seat, trp_actor_fn *init,
                                const trp_context *in)
{
    trp_world *world = pool->world;
    const uint32_t generation = seat.cell->generation;

    trp__record_life(pool, slot, TRP_EVENT_CREATED, TRP_REASON_NONE);
    world->calls++;
    if (init != NULL)
        init(seat.actor, in);
    if (pool->desc.on_create != NULL && life_goes_on(pool, seat.cell, generation)) {
        const trp_context now = life_context(world, pool, NULL, NULL);
        pool->desc.on_create(seat.actor, &now);
    }
    world->calls--;
    if (trp__hears(pool, TRP_EVENT_CREATED) && life_goes_on(pool, seat.cell, generation))
        trp__tell(pool, seat.actor, TRP_EVENT_CREATED, TRP_REASON_NONE);
    world->last_result = TRP_OK;
    return life_goes_on(pool, seat.cell, generation) ? seat.actor : NULL;
}

TRP__COLD static trp_actor *life_refuse(trp_pool *pool, trp_result result)
{
    pool->state.refused++;
    trp__record_life(pool, TRP__NONE, TRP_EVENT_REFUSED, (trp_reason)result);
    trp__tell(pool, NULL, TRP_EVENT_REFUSED, TRP_REASON_NONE);
    pool->world->last_result = result;
    return NULL;
}

trp_actor *trp__deny_birth(trp_pool *pool, const char *call, bool adopts)
{
    trp_world *world = pool->world;
    trp_result result = TRP_BUSY;

    if (world->drawing)
        result = trp__misuse(world, pool, NULL, call, TRP_BUSY, trp__drawn_text(world));
    else if (adopts != (pool->desc.external != NULL))
        result =
            trp__misuse(world, pool, NULL, call, TRP_ERR_TYPE,
                        adopts ? TRP__TEXT("the pool has slots of its own: trp_create fills it")
                               : TRP__TEXT("the pool is external: trp_adopt fills it"));
    trp__note_result(world, result);
    return NULL;
}

TRP__INLINE trp_actor *life_create(trp_pool *pool, const char *call, trp__newborn *birth)
{
    trp__pool_state *state = &pool->state;
    const unsigned char *from = (const unsigned char *)birth->from;
    const bool was_dead = trp__is_dead(pool, from);
    trp_result result;
    trp__seat seat;
    uint32_t slot;

    if (TRP__RARELY(trp__is_barred(pool, birth->adopted != NULL)))
        return trp__deny_birth(pool, call, birth->adopted != NULL);
    slot = life_take_slot(pool, birth->is_optional, &seat, &result);
    if (TRP__RARELY(slot == TRP__NONE))
        return life_refuse(pool, result);
    if (birth->adopted != NULL) {
        seat.actor = birth->adopted;
        pool->desc.external->put(pool, slot, seat.actor);
    } else {
        bool has_died;

        trp__mark_taken(pool, seat.actor);
        /* The copied struct may be an actor whose life this call itself has ended: a hook recycled
         * it, or it was stolen, and is this very slot, which is open again. Its bytes are there. */
        has_died = !was_dead && trp__is_dead(pool, from);
        if (has_died)
            trp__mark_copied(pool, (const trp_actor *)(const void *)(from + pool->node));
        life_fill(pool, seat.actor, from);
        if (has_died)
            trp__mark_vacant(pool, (const trp_actor *)(const void *)(from + pool->node));
    }
    life_enlist(pool, slot, seat);
    birth->is_born = true;
    state->created++;
    state->live++;
    if (state->live > state->peak)
        state->peak = state->live;
    if (TRP__RARELY(birth->init != NULL || (pool->hears & (TRP_EVENT_CREATED | TRP__EVENT_RECORDED |
                                                           TRP__HEARS_BIRTHS)) != 0))
        return life_announce(pool, slot, seat, birth->init, birth->in);
    pool->world->last_result = TRP_OK;
    return seat.actor;
}

trp_actor *trp__create(trp_pool *pool, const char *call, trp__newborn *birth)
{
    return life_create(pool, call, birth);
}

trp_actor *(trp_create)(trp_pool *pool, const void *init)
{
    const char *call = TRP__TEXT("trp_create");
    trp__newborn birth = {init, NULL, NULL, NULL, false, false};

    if (!trp__has_pool(pool, call))
        return NULL;
    TRP__USE(pool->world, call, NULL);
    return life_create(pool, call, &birth);
}

trp_actor *trp_create_with(trp_pool *pool, const trp_birth *with)
{
    const char *call = TRP__TEXT("trp_create_with");
    trp__newborn birth = {0};
    trp_handle outer;
    trp_actor *actor;

    if (!trp__has_pool(pool, call))
        return NULL;
    TRP__USE(pool->world, call, NULL);
    if (with == NULL)
        return trp__create(pool, call, &birth);
    birth.from = with->from;
    birth.is_optional = with->optional;
    if (pool->world->in_parts) /* which write nothing that they share: it is refused */
        return trp__create(pool, call, &birth);
    outer = pool->world->culprit;
    pool->world->culprit = with->cause;
    actor = trp__create(pool, call, &birth);
    pool->world->culprit = outer;
    return actor;
}

/* The end */

bool trp__is_current(const trp__frame *frame, const trp_actor *actor)
{
    for (; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            return true;
    return false;
}

/* Calls watchers and on_end. */
static void life_tell_end(trp_pool *pool, trp__seat seat, trp_reason reason)
{
    trp_world *world = pool->world;
    trp_actor *actor = seat.actor;
    const trp_handle outer = world->parent;
    const trp_handle none = {0, 0};

    life_set_leaving(seat);
    world->parent = none; /* a family names it, as a watcher */
    pool->state.leaving++;
    trp__tell(pool, actor, TRP_EVENT_RECYCLED, reason);
    if (pool->desc.on_end != NULL) {
        const float dt = world->state.dt;
        const trp_end_context in = {world,
                                    pool,
                                    trp__user_of(pool),
                                    NULL,
                                    world->state.ticks,
                                    life_scaled(pool, dt),
                                    dt,
                                    pool->state.layer,
                                    reason,
                                    world->culprit,
                                    reason == TRP_REASON_PARENT ? world->parent : none};
        world->calls++;
        pool->desc.on_end(actor, &in);
        world->calls--;
    }
    pool->state.leaving--;
    world->parent = outer;
}

TRP__INLINE void life_end(trp_pool *pool, uint32_t slot, trp__seat seat, trp_reason reason,
                          trp_handle cause)
{
    const uint32_t stamp = seat.cell->stamp;
    const bool is_heard =
        (pool->hears & (TRP_EVENT_RECYCLED | TRP__EVENT_RECORDED | TRP__HEARS_ENDS)) != 0;
    trp_handle outer;

    if (TRP__RARELY(trp__is_expired(stamp))) {
        pool->state.expired--;
        if (pool->ends != NULL) {
            reason = (trp_reason)pool->ends[slot].reason;
            cause = pool->ends[slot].culprit;
        }
    }
    if (TRP__RARELY(is_heard)) {
        outer = pool->world->culprit;
        pool->world->culprit = cause;
        trp__record_life(pool, slot, TRP_EVENT_RECYCLED, reason);
    }
    seat.cell->generation += trp__is_alive(stamp); /* that of an expired actor has ended already */
    if (TRP__LIKELY(trp__is_listed(stamp)))
        life_unlist(pool, slot, seat.cell);
    else
        pool->state.sleepers--;
    trp__look_again(pool->world, seat.actor);
    if (TRP__RARELY(is_heard)) {
        life_tell_end(pool, seat, reason);
        pool->world->culprit = outer;
    }
    pool->state.live--;
    life_give_slot(pool, slot, seat);
}

void trp__end_now(trp_pool *pool, uint32_t slot, trp_reason reason, trp_handle cause)
{
    life_end(pool, slot, trp__seat_of(pool, slot), reason, cause);
}

void trp__set_expired(trp_pool *pool, uint32_t slot)
{
    if (trp__in_memory_order(pool))
        trp__set_stamp(pool, slot, trp__expired_stamp(pool->world));
    else
        pool->order->expire(pool, slot);
}

/* An active actor: the handle is dead from now on, and the life ends when a walk prunes it. */
static void life_expire(trp_pool *pool, uint32_t slot, trp_reason reason, trp_handle cause)
{
    trp_world *world = pool->world;
    const trp_handle outer = world->culprit;
    trp_actor *actor = trp__node_at(pool, slot);

    if (pool->ends != NULL) {
        pool->ends[slot].reason = (uint32_t)reason;
        pool->ends[slot].culprit = cause;
    }
    world->culprit = cause;
    trp__record_life(pool, slot, TRP_EVENT_EXPIRED, reason);
    trp__cell_of(pool, slot)->generation++;
    trp__set_expired(pool, slot);
    pool->state.expired++;
    trp__tell(pool, actor, TRP_EVENT_EXPIRED, reason);
    world->culprit = outer;
}

trp_result trp__check_ending(const trp_pool *pool, const trp_actor *actor, const char *call,
                             const trp_ending *ending, trp_reason plain)
{
    const unsigned reason = ending != NULL ? (unsigned)ending->reason : TRP_REASON_NONE;

    if (ending == NULL)
        return TRP_OK;
    if (ending->later)
        plain = TRP_REASON_EXPIRED;
    if (reason != TRP_REASON_NONE && reason != (unsigned)plain &&
        (reason < TRP_REASON_USER || reason > TRP_REASON_LAST))
        return trp__misuse(
            pool->world, pool, actor, call, TRP_ERR_VALUE,
            TRP__TEXT("the reason is none of the game's. Use TRP_REASON_OWN(n), or 0 "
                      "for that of the call"));
    if (ending->later && pool->ends == NULL &&
        (reason >= TRP_REASON_USER || !trp_handle_is_null(ending->cause)))
        return trp__misuse(pool->world, pool, actor, call, TRP_ERR_DESC,
                           TRP__TEXT("the pool does not keep reasons until actors are pruned: set "
                                     "ends in its desc"));
    return TRP_OK;
}

void trp__end_life(trp_pool *pool, uint32_t slot, const trp_ending *ending, trp_reason plain)
{
    const trp_ending none = {0};
    const uint32_t stamp = trp__cell_of(pool, slot)->stamp;
    trp_reason reason;

    if (ending == NULL)
        ending = &none;
    if (ending->later)
        plain = TRP_REASON_EXPIRED;
    reason = ending->reason != TRP_REASON_NONE ? ending->reason : plain;
    if (!ending->later || trp__is_asleep(stamp))
        trp__end_now(pool, slot, reason, ending->cause);
    else if (!trp__is_expired(stamp))
        life_expire(pool, slot, reason, ending->cause);
}

/* Calls on an actor */

trp_result trp__object(const trp_world *world, const trp_actor *actor, const char *call,
                       const trp__place *place, trp_result result)
{
    const char *detail = NULL;

    if (result == TRP_ERR_FOREIGN && place->pool != NULL)
        detail = TRP__INSIDE_A_SLOT;
    else if (result == TRP_ERR_FOREIGN && (uintptr_t)actor < TRP__LOWEST)
        detail = TRP__TEXT("the struct around the actor is NULL");
    if (result == TRP_BUSY)
        detail = world->drawing ? trp__drawn_text(world) : TRP__TEXT("its on_end is running");
    return trp__misuse(world, place->pool, actor, call, result, detail);
}

/* The cell of an actor that is active, and whose node agrees with the ledger: the usual case, in
 * which no search is needed and nothing is wrong. Otherwise NULL. */
TRP__INLINE trp__cell *life_at_hand(const trp_world *world, const trp_actor *actor,
                                    trp__place *place)
{
    trp__seat seat;

    if (trp__is_marked(actor, sizeof *actor))
        return NULL;
    if (!TRP__LIKELY(world != NULL && (uintptr_t)actor >= TRP__LOWEST &&
                     (uintptr_t)actor % TRP__NODE_ALIGNMENT == 0 && !world->drawing) ||
        !TRP__LIKELY(trp__find_pool(world, actor->index & (TRP_MAX_SLOTS - 1), place)))
        return NULL;
    place->slot = actor->index - place->pool->index; /* which has the id, too */
    return TRP__LIKELY(trp__find_seat(place->pool, place->slot, &seat) && seat.actor == actor &&
                       trp__is_active(seat.cell->stamp) &&
                       actor->stamp == trp__stamp(place->pool, seat.cell))
               ? seat.cell
               : NULL;
}

trp_result trp__enter(trp_world *world, trp_actor *actor, const char *call, trp__place *place)
{
    trp_result result;

    if (life_at_hand(world, actor, place) != NULL)
        return TRP_OK;
    if (!trp__has_world(world, call))
        return TRP_ERR_NULL;
    if (actor == NULL)
        return TRP_GONE;
    result = trp__locate(world, actor, place);
    if (TRP__LIKELY(result == TRP_OK)) {
        const trp__cell *cell = trp__cell_of(place->pool, place->slot);
        if (trp__is_listed(cell->stamp) || trp__is_asleep(cell->stamp))
            trp__mend(place->pool, place->slot, call);
        if (world->drawing || cell->stamp == TRP__STAMP_LEAVING)
            result = TRP_BUSY;
        else if (trp__is_free(cell->stamp))
            result = TRP_ERR_FREE;
    }
    return TRP__LIKELY(result == TRP_OK) ? TRP_OK : trp__object(world, actor, call, place, result);
}

trp_result trp__enter_living(trp_world *world, trp_actor *actor, const char *call,
                             trp__place *place)
{
    const trp_result result = trp__enter(world, actor, call, place);

    if (result != TRP_OK || !trp__is_expired(trp__cell_of(place->pool, place->slot)->stamp))
        return result;
    return trp__object(world, actor, call, place, TRP_ERR_EXPIRED);
}

trp_result trp_recycle(trp_world *world, trp_actor *actor)
{
    TRP__USE(world, TRP__TEXT("trp_recycle"), TRP_ERR_THREAD);
    const trp_handle none = {0, 0};
    trp__place place;
    trp__place found;
    trp__seat seat = {actor, NULL};
    trp_result result;

    seat.cell = life_at_hand(world, actor, &place);
    if (TRP__LIKELY(seat.cell != NULL)) {
        life_end(place.pool, place.slot, seat, TRP_REASON_RECYCLED, none);
        return TRP_OK;
    }
    result = trp__enter(world, actor, TRP__TEXT("trp_recycle"), &found);
    if (result == TRP_OK)
        trp__end_now(found.pool, found.slot, TRP_REASON_RECYCLED, none);
    return result;
}

static trp_result life_end_with(trp_world *world, trp_actor *actor, const trp_ending *ending,
                                const char *call)
{
    trp__place place;
    trp_result result = trp__enter(world, actor, call, &place);

    if (result == TRP_OK)
        result = trp__check_ending(place.pool, actor, call, ending, TRP_REASON_RECYCLED);
    if (result == TRP_OK)
        trp__end_life(place.pool, place.slot, ending, TRP_REASON_RECYCLED);
    return result;
}

trp_result trp_recycle_with(trp_world *world, trp_actor *actor, const trp_ending *ending)
{
    TRP__USE(world, TRP__TEXT("trp_recycle_with"), TRP_ERR_THREAD);
    return life_end_with(world, actor, ending, TRP__TEXT("trp_recycle_with"));
}

trp_result trp_expire(trp_world *world, trp_actor *actor)
{
    TRP__USE(world, TRP__TEXT("trp_expire"), TRP_ERR_THREAD);
    const trp_ending later = {.later = true};

    return life_end_with(world, actor, &later, TRP__TEXT("trp_expire"));
}

/* Sleep */

/* Time stands still for an actor that sleeps, and runs on when it wakes. O(tables of timers). */
static void life_turn(const trp__place *at, trp_actor *actor, bool sleeps)
{
    trp_pool *pool = at->pool;
    const trp_event event = sleeps ? TRP_EVENT_DEACTIVATED : TRP_EVENT_ACTIVATED;
    trp__hook *hook = pool->desc.sleep_stops_time ? pool->world->hooks : NULL;

    for (; hook != NULL; hook = hook->next)
        if (hook->pool == pool)
            hook->calls->sleep(hook, at->slot, sleeps);
    trp__tell(pool, actor, event, TRP_REASON_NONE);
}

trp_result trp_activate(trp_world *world, trp_actor *actor)
{
    TRP__USE(world, TRP__TEXT("trp_activate"), TRP_ERR_THREAD);
    const char *call = TRP__TEXT("trp_activate");
    trp__place place;
    trp_result result = trp__enter(world, actor, call, &place);
    uint32_t stamp;

    if (result != TRP_OK)
        return result;
    stamp = trp__cell_of(place.pool, place.slot)->stamp;
    if (!trp__is_asleep(stamp))
        return trp__object(world, actor, call, &place,
                           trp__is_expired(stamp) ? TRP_ERR_EXPIRED : TRP_ERR_ACTIVE);
    if (!trp__has_stamps(world))
        return trp__object(world, actor, call, &place, TRP_ERR_LIMIT);
    life_enlist(place.pool, place.slot, trp__seat_of(place.pool, place.slot));
    place.pool->state.sleepers--;
    place.pool->state.woken++;
    life_turn(&place, actor, false);
    return TRP_OK;
}

trp_result trp_deactivate(trp_world *world, trp_actor *actor)
{
    TRP__USE(world, TRP__TEXT("trp_deactivate"), TRP_ERR_THREAD);
    const char *call = TRP__TEXT("trp_deactivate");
    trp__place place;
    const trp_result result = trp__enter_living(world, actor, call, &place);
    uint32_t stamp;

    if (result != TRP_OK)
        return result;
    if (trp__is_asleep(trp__cell_of(place.pool, place.slot)->stamp))
        return trp__object(world, actor, call, &place, TRP_ERR_ASLEEP);
    stamp = trp__stamp(place.pool, trp__cell_of(place.pool, place.slot)) & ~TRP__LISTED_BIT;
    life_unlist(place.pool, place.slot, trp__cell_of(place.pool, place.slot));
    trp__set_stamp(place.pool, place.slot, stamp);
    trp__look_again(world, NULL);
    place.pool->state.sleepers++;
    life_turn(&place, actor, true);
    return TRP_OK;
}

trp_result trp_mark_changed(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result =
        trp__enter_living(world, actor, TRP__TEXT("trp_mark_changed"), &place);

    if (result == TRP_OK)
        trp__tell(place.pool, actor, TRP_EVENT_CHANGED, TRP_REASON_NONE);
    return result;
}
