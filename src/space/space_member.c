/*
 * Members of a space: entering, leaving, falling asleep, waking, moving; and their pools. While a
 * pass is in progress the space stands still: flags change at once, and copies and boxes late, when
 * it is over.
 */
#include "space_keys.h"
#include "space_shape.h"

/* Refusals */

bool trp__space_is_held(trp__call *call, const trp_space *space)
{
    return trp__refuses(call, space->passes != 0, TRP_BUSY,
                        TRP__TEXT("a pass through the space is in progress"));
}

bool trp__space_has_no_room(trp__call *call, bool has_none)
{
    return trp__refuses(call, has_none, TRP_ERR_FULL,
                        TRP__TEXT("no room for the answers beside those of passes in progress. "
                                  "Raise desc.hits of the space"));
}

/* Changes, now or late */

static void member_forget_former(const trp_space *space, const trp__space_pool *entry,
                                 uint32_t slot, bool jumped)
{
    if (!space->desc.sweeps)
        return;
    entry->ways[slot].from = entry->members[slot].edges;
    entry->ways[slot].to = jumped ? entry->members[slot].edges : trp__unread();
}

static void member_settle(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    const uint8_t was = entry->flags[slot];
    const trp__sheet *sheet = &space->sheets[entry->members[slot].sheet];

    entry->flags[slot] &= (uint8_t) ~(TRP__LATE | TRP__NEW | TRP__MOVED | TRP__JUMPED);
    entry->late--;
    trp__sheet_drop(space, entry, slot);
    if ((was & TRP__IN) == 0)
        return;
    if ((was & (TRP__NEW | TRP__MOVED)) != 0) {
        trp__edges edges;
        if (trp__read_box(entry, trp__node_at(entry->pool, slot), &edges))
            entry->members[slot].edges = edges;
        if ((was & (TRP__NEW | TRP__JUMPED)) != 0)
            member_forget_former(space, entry, slot, (was & TRP__JUMPED) != 0);
    }
    if (sheet->category != entry->members[slot].category ||
        sheet->mask != entry->members[slot].mask) {
        space->sheets[entry->members[slot].sheet].users--;
        trp__sheet_join(space, entry, slot);
    }
    if ((was & TRP__HIDDEN) == 0)
        trp__sheet_put(space, entry, slot);
}

/* What has changed is brought up to date: now, or after the passes in progress. */
static void member_change(trp_space *space, trp__space_pool *entry, uint32_t slot, uint32_t flags)
{
    if ((entry->flags[slot] & TRP__LATE) == 0 && ((entry->late++ == 0) | (slot < entry->late_from)))
        entry->late_from = slot;
    entry->flags[slot] |= (uint8_t)(TRP__LATE | flags);
    if (space->passes != 0)
        return;
    member_settle(space, entry, slot);
    if (space->sheets[entry->members[slot].sheet].is_stale)
        trp__sheets_renew(space, 0);
}

/* All boxes have been read: for swept pairs. */
static void member_step(trp_space *space)
{
    const trp__edges unread = trp__unread();

    space->steps_late = space->passes != 0;
    if (space->steps_late || !space->desc.sweeps)
        return;
    space->ways = 0;
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++) {
            const trp__edges *now = &entry->members[slot].edges;
            const trp__edges *last = &entry->ways[slot].to;
            if ((entry->flags[slot] & TRP__IN) == 0)
                continue;
            left--;
            entry->ways[slot].from = trp__same_edges(last, &unread) ? *now : *last;
            entry->ways[slot].to = *now;
            if (!trp__same_edges(&entry->ways[slot].from, now))
                space->ways |= (uint64_t)1 << entry->members[slot].sheet;
        }
}

/* No pass is in progress any more: what came late is brought up to date. */
static void member_settle_all(trp_space *space)
{
    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = entry->late_from; entry->late > 0; slot++)
            if ((entry->flags[slot] & TRP__LATE) != 0)
                member_settle(space, entry, slot);
    trp__sheets_renew(space, 0);
    if (space->steps_late)
        member_step(space);
}

/* Passes */

static void member_pass_ends(trp_space *space)
{
    if (--space->passes == 0)
        member_settle_all(space);
}

bool trp__pass_begin(trp__pass *pass, trp_space *space, trp__keys *keys, uint64_t questions,
                     trp__call *call)
{
    trp__sheets_renew(space, questions);
    if (trp__space_has_no_room(call, !trp__keys_begin(keys, space)))
        return false;
    memset(pass, 0, sizeof *pass);
    pass->space = space;
    pass->up = space->pass;
    pass->keys = keys;
    pass->can_stop = true;
    pass->entries[0] = pass->entries[1] = space->pools;
    space->pass = pass;
    space->passes++;
    space->world->passes++;
    trp__push_frame(space->world, &pass->a);
    trp__push_frame(space->world, &pass->b);
    return true;
}

void trp__pass_end(trp__pass *pass)
{
    trp_space *space = pass->space;

    trp__pop_frame(space->world, &pass->b);
    trp__pop_frame(space->world, &pass->a);
    space->pass = pass->up;
    space->world->passes--;
    member_pass_ends(space);
}

trp_result trp_space_stop(trp_space *space)
{
    if (!trp__has_space(space, TRP__TEXT("trp_space_stop")))
        return TRP_ERR_NULL;
    if (space->pass == NULL || !space->pass->can_stop)
        return TRP_GONE;
    space->pass->is_stopped = true;
    return TRP_OK;
}

/* Entering and leaving */

/* As sheet_lay_out(): the arrays by slot. */
static size_t member_lay_out(trp__space_pool *entry, unsigned char *block, uint32_t slots)
{
    uint64_t at = 0;

#define PART(array)                                                                                \
    entry->array =                                                                                 \
        trp__next_array(block, &at, entry->array, sizeof *entry->array, slots, entry->slots)
    PART(members);
    if (entry->space->desc.sweeps)
        PART(ways);
    PART(flags);
#undef PART
    return (size_t)at;
}

bool trp__space_grow_pool(trp_space *space, trp__space_pool *entry, uint32_t slots)
{
    const uint32_t used = entry->slots;
    const uint32_t most = entry->pool->max_capacity;
    const size_t old_bytes = entry->bytes;
    trp__member *const old = entry->members;
    unsigned char *memory;

    if (slots <= used)
        return true;
    if (slots < entry->pool->state.capacity)
        slots = entry->pool->state.capacity;
    if (slots < 2 * (uint64_t)used)
        slots = most - used < used ? most : 2 * used;
    memory = trp__take(space->world, member_lay_out(entry, NULL, slots));
    if (memory == NULL)
        return false;
    entry->bytes = member_lay_out(entry, NULL, slots);
    memset(memory, 0, entry->bytes);
    member_lay_out(entry, memory, slots);
    if (old != NULL)
        trp__release(space->world, old, old_bytes);
    entry->slots = slots;
    return true;
}

static trp_result member_refuse_box(const trp__space_pool *entry, uint32_t slot, const char *call,
                                    const char *detail)
{
    return trp__misuse(entry->pool->world, entry->pool, trp__node_at(entry->pool, slot), call,
                       TRP_ERR_VALUE, detail);
}

/* A sleeper is hidden. It may have been woken before this was told. */
static void member_hide(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    if (space->desc.sleepers != TRP_SLEEPERS_HIDE || (entry->flags[slot] & TRP__HIDDEN) != 0 ||
        trp__is_active(trp__stamp_at(entry->pool, slot)))
        return;
    space->hidden++;
    member_change(space, entry, slot, TRP__HIDDEN);
}

void trp__space_put_member(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    trp__sheet_join(space, entry, slot);
    entry->count++;
    space->count++;
    space->hidden += (entry->flags[slot] & TRP__HIDDEN) != 0;
    if (space->count > space->peak)
        space->peak = space->count;
}

static trp_result member_enter(trp_space *space, trp__space_pool *entry, uint32_t slot,
                               const char *call)
{
    trp__edges edges;

    if (!trp__read_box(entry, trp__node_at(entry->pool, slot), &edges))
        return member_refuse_box(
            entry, slot, call,
            TRP__TEXT(
                "the box is not a number, or its size is negative; the actor is outside until "
                "trp_space_add(). " TRP__BOX_ADVICE));
    if (!trp__space_grow_pool(space, entry, slot + 1) || !trp__space_make_room(space, 1)) {
        space->refused++;
        return TRP_ERR_FULL;
    }
    entry->members[slot].edges = edges;
    entry->members[slot].category = entry->category;
    entry->members[slot].mask = entry->mask;
    entry->flags[slot] = (uint8_t)((entry->flags[slot] & TRP__LATE) | TRP__IN | TRP__NEW);
    member_forget_former(space, entry, slot, false);
    trp__space_put_member(space, entry, slot);
    member_hide(space, entry, slot);
    member_change(space, entry, slot, 0);
    return TRP_OK;
}

static void member_leave(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    space->hidden -= (entry->flags[slot] & TRP__HIDDEN) != 0;
    entry->flags[slot] &= TRP__LATE;
    space->sheets[entry->members[slot].sheet].users--;
    entry->count--;
    space->count--;
    member_change(space, entry, slot, 0);
}

static void member_show(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    trp__edges edges;

    if ((entry->flags[slot] & TRP__HIDDEN) == 0)
        return;
    if (trp__read_box(entry, trp__node_at(entry->pool, slot), &edges))
        entry->members[slot].edges = edges;
    else
        member_refuse_box(
            entry, slot, TRP__TEXT("trp_activate"),
            TRP__TEXT(
                "its box in a space is not a number, or its size is negative. " TRP__BOX_ADVICE));
    entry->flags[slot] &= TRP__IN | TRP__LATE;
    space->hidden--;
    member_forget_former(space, entry, slot, false);
    member_change(space, entry, slot, TRP__NEW);
}

/* The place of an actor that is, or could be, in the space. */
typedef struct member_place {
    trp__space_pool *entry;
    uint32_t slot;
    bool is_in;
} member_place;

/* False: not an actor of a pool that is in the space. */
static bool member_look_up(const trp_space *space, const trp_actor *actor, member_place *out)
{
    trp__place place;

    if (trp__locate(space->world, actor, &place) != TRP_OK)
        return false;
    out->entry = space->by_number[place.pool->number];
    out->slot = place.slot;
    if (out->entry == NULL)
        return false;
    out->is_in = place.slot < out->entry->slots && (out->entry->flags[place.slot] & TRP__IN) != 0;
    return true;
}

/* TRP_OK: it is a member; or, to be added, none. */
static trp_result member_find(const trp_space *space, const trp_actor *actor, const char *call,
                              bool is_added, member_place *out)
{
    char text[TRP__BYTES_TEXT];
    trp__call of = trp__space_call(space, call);

    if (trp__is_shut(&of))
        return of.result;
    if (actor == NULL)
        return TRP_GONE;
    if (!member_look_up(space, actor, out) || (!is_added && !out->is_in))
        return trp__misuse(space->world, NULL, actor, call, TRP_ERR_UNLINKED,
                           trp__named_text(text, TRP__TEXT("space"), space->desc.name,
                                           is_added ? TRP__TEXT("does not contain the actor's pool")
                                                    : TRP__TEXT("does not contain the actor")));
    if (is_added && out->is_in)
        return trp__misuse(space->world, out->entry->pool, actor, call, TRP_ERR_LINKED,
                           TRP__TEXT("the actor is in this space"));
    return TRP_OK;
}

trp_result trp_space_add(trp_space *space, trp_actor *actor)
{
    const char *call = TRP__TEXT("trp_space_add");
    member_place at;
    trp_result result = member_find(space, actor, call, true, &at);

    if (result != TRP_OK)
        return result;
    result = trp__living(trp__stamp_at(at.entry->pool, at.slot));
    if (result != TRP_OK)
        return trp__misuse(space->world, at.entry->pool, actor, call, result, NULL);
    return member_enter(space, at.entry, at.slot, call);
}

trp_result trp_space_remove(trp_space *space, trp_actor *actor)
{
    member_place at;
    const trp_result result = member_find(space, actor, TRP__TEXT("trp_space_remove"), false, &at);

    if (result == TRP_OK)
        member_leave(space, at.entry, at.slot);
    return result;
}

uint32_t trp__space_number_of(const trp_space *space, const trp_actor *actor)
{
    member_place at;

    return member_look_up(space, actor, &at) && at.is_in ? at.entry->base + at.slot : TRP__NONE;
}

trp_result trp_space_set_bits(trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask)
{
    member_place at;
    const trp_result result =
        member_find(space, actor, TRP__TEXT("trp_space_set_bits"), false, &at);

    if (result != TRP_OK)
        return result;
    at.entry->members[at.slot].category = category != 0 ? category : at.entry->category;
    at.entry->members[at.slot].mask = mask != 0 ? mask : at.entry->mask;
    member_change(space, at.entry, at.slot, 0);
    return TRP_OK;
}

/* The second edge is negated. A box that begins and ends at the same infinity has no size. */
static float member_size(float near, float negated)
{
    if (near == -negated)
        return 0;
    return trp__is_finite(negated) ? -negated - near : -negated;
}

bool trp_space_member(const trp_space *space, const trp_actor *actor, trp_member *member)
{
    const trp_member none = {{0, 0, 0, 0}, 0, 0, false};
    const trp__edges *edges;
    member_place at;

    if (member != NULL)
        *member = none;
    if (space == NULL || actor == NULL || !member_look_up(space, actor, &at) || !at.is_in)
        return false;
    if (member == NULL)
        return true;
    edges = &at.entry->members[at.slot].edges;
    member->box.x = edges->left;
    member->box.y = edges->top;
    member->box.width = member_size(edges->left, edges->right);
    member->box.height = member_size(edges->top, edges->bottom);
    member->category = at.entry->members[at.slot].category;
    member->mask = at.entry->members[at.slot].mask;
    member->is_hidden = (at.entry->flags[at.slot] & TRP__HIDDEN) != 0;
    return true;
}

static trp_result member_keep_box(const trp__space_pool *entry, uint32_t slot, const char *call)
{
    return member_refuse_box(entry, slot, call,
                             TRP__TEXT("the box is not a number, or its size is negative; it stays "
                                       "as it was. " TRP__BOX_ADVICE));
}

/* Reads one box: the present one, or after the passes in progress. */
static trp_result member_read(trp_space *space, const trp_actor *actor, const char *call,
                              uint32_t flags)
{
    trp__edges edges;
    member_place at;
    const trp_result result = member_find(space, actor, call, false, &at);

    if (result != TRP_OK)
        return result;
    if (!trp__read_box(at.entry, actor, &edges))
        return member_keep_box(at.entry, at.slot, call);
    if (flags != TRP__MOVED || !trp__same_edges(&edges, &at.entry->members[at.slot].edges))
        member_change(space, at.entry, at.slot, flags);
    return TRP_OK;
}

trp_result trp_space_moved(trp_space *space, trp_actor *actor)
{
    return member_read(space, actor, TRP__TEXT("trp_space_moved"), TRP__MOVED);
}

trp_result trp_space_teleported(trp_space *space, trp_actor *actor)
{
    return member_read(space, actor, TRP__TEXT("trp_space_teleported"), TRP__MOVED | TRP__JUMPED);
}

/* Reading many */

/* What member_change() would do, without a second reading. A long tail will be sorted anyway. */
TRP__INLINE void member_move(trp_space *space, const trp__space_pool *entry, uint32_t slot,
                             const trp__edges *edges)
{
    trp__sheet *sheet = &space->sheets[entry->members[slot].sheet];

    entry->members[slot].edges = *edges;
    space->ways |= (uint64_t)1 << entry->members[slot].sheet;
    if (TRP__LIKELY(sheet->is_stale) || (entry->flags[slot] & TRP__HIDDEN) != 0)
        return;
    trp__sheet_drop(space, entry, slot);
    if (sheet->tail > TRP__TAIL + sheet->sorted / 64)
        sheet->is_stale = true;
    else
        trp__sheet_put(space, entry, slot);
}

/* Returns how many boxes were refused. */
static uint32_t member_read_pool(trp_space *space, trp__space_pool *entry, uint32_t flags)
{
    uint32_t refused = 0;

    for (uint32_t slot = 0, left = entry->count; left > 0; slot++) {
        trp__edges edges;
        if ((entry->flags[slot] & TRP__IN) == 0)
            continue;
        left--;
        if (!TRP__LIKELY(trp__read_box(entry, trp__node_at(entry->pool, slot), &edges))) {
            entry->flags[slot] |= TRP__REFUSED;
            refused++;
        } else if (trp__same_edges(&edges, &entry->members[slot].edges))
            continue;
        else if (TRP__LIKELY(space->passes == 0)) {
            member_move(space, entry, slot, &edges);
            if ((flags & TRP__JUMPED) != 0)
                member_forget_former(space, entry, slot, true);
        } else
            member_change(space, entry, slot, flags);
    }
    return refused;
}

/* Reports refused boxes. Hooks change nothing. */
TRP__COLD static trp_result member_report(const trp_space *space, const char *call)
{
    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0; slot < entry->slots; slot++)
            if ((entry->flags[slot] & TRP__REFUSED) != 0) {
                entry->flags[slot] &= (uint8_t)~TRP__REFUSED;
                member_keep_box(entry, slot, call);
            }
    return TRP_ERR_VALUE;
}

/* Reads the boxes of one pool, or of all that are not static, or of all. */
static trp_result member_read_all(trp_space *space, const trp__space_pool *only, bool with_static,
                                  uint32_t flags, const char *call)
{
    uint32_t refused = 0;

    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        if (only != NULL ? entry == only : with_static || !entry->is_static)
            refused += member_read_pool(space, entry, flags);
    trp__sheets_renew(space, TRP__READING);
    return refused != 0 ? member_report(space, call) : TRP_OK;
}

void trp__space_tick(trp__hook *hook, trp_context *in)
{
    trp_space *space = trp__space_of(hook);

    (void)in;
    if (space->desc.manual_moves)
        return;
    member_read_all(space, NULL, false, TRP__MOVED, TRP__TEXT("trp_update_all"));
    member_step(space);
}

void trp__space_read_loaded(trp_space *space)
{
    if (!space->desc.manual_moves)
        member_read_all(space, NULL, true, TRP__MOVED | TRP__JUMPED, TRP__TEXT("trp_load"));
}

/* Whether a pool is in the space: the call is on it then. Another world's pool is not touched. */
static bool member_has_pool(trp__call *call, const trp_space *space, trp_pool *pool,
                            trp__space_pool **out)
{
    if (pool->world == space->world) {
        call->pool = pool;
        *out = space->by_number[pool->number];
    }
    return !trp__refuses(call, *out == NULL, TRP_ERR_UNLINKED,
                         TRP__TEXT("the pool is not in this space"));
}

trp_result trp_space_moved_all(trp_space *space, trp_pool *pool)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_moved_all"));
    trp__space_pool *only = NULL;

    if (trp__is_shut(&call) || (pool != NULL && !member_has_pool(&call, space, pool, &only)))
        return call.result;
    call.result = member_read_all(space, only, false, TRP__MOVED, call.name);
    if (pool == NULL && space->desc.manual_moves)
        member_step(space);
    return call.result;
}

static void member_shift(trp__edges *edges, float dx, float dy)
{
    edges->left += dx; /* infinite ones stay as they are */
    edges->top += dy;
    edges->right -= dx;
    edges->bottom -= dy;
}

trp_result trp_space_shift(trp_space *space, float dx, float dy)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_shift"));

    if (trp__is_shut(&call) ||
        trp__refuses(&call, !trp__is_finite(dx) || !trp__is_finite(dy), TRP_ERR_VALUE,
                     TRP__TEXT("dx and dy must be finite")) ||
        trp__space_is_held(&call, space))
        return call.result;
    for (const trp__space_pool *entry = space->pools; entry != NULL && space->desc.sweeps;
         entry = entry->next)
        for (uint32_t slot = 0; slot < entry->slots; slot++) {
            member_shift(&entry->ways[slot].from, dx, dy);
            member_shift(&entry->ways[slot].to, dx, dy);
        }
    return member_read_all(space, NULL, true, TRP__MOVED, call.name);
}

/* Pools, and the events of their watchers */

/* Reported once per space: a game may tolerate it. */
static void pool_report_full(trp_space *space)
{
    char text[TRP__MISUSE_BYTES];
    trp__call call = trp__space_call(space, TRP__TEXT("trp_create"));

    if (space->full_is_reported)
        return;
    space->full_is_reported = true;
    trp__refuse(&call, TRP_ERR_FULL,
                TRP__WORDS(text, sizeof text,
                           "the space is full with %u actors, and newborns stay outside: no query "
                           "finds them. Raise its capacity or max_capacity (reported once; "
                           "trp_space_info counts them)",
                           space->count));
}

static void pool_told(trp_actor *actor, const trp_event_context *in)
{
    trp__space_pool *entry = (trp__space_pool *)in->user;
    trp_space *space = entry->space;
    const uint32_t slot = trp__slot_of(in->pool, actor);
    const bool is_in = slot < entry->slots && (entry->flags[slot] & TRP__IN) != 0;

    if (in->event == TRP_EVENT_CREATED) {
        if (!is_in && member_enter(space, entry, slot, TRP__TEXT("trp_create")) == TRP_ERR_FULL)
            pool_report_full(space);
    } else if (!is_in)
        return;
    else if (in->event == TRP_EVENT_DEACTIVATED)
        member_hide(space, entry, slot);
    else if (in->event != TRP_EVENT_ACTIVATED)
        member_leave(space, entry, slot);
    else if (trp__is_active(trp__stamp_at(in->pool, slot))) /* not put to sleep before this */
        member_show(space, entry, slot);
}

/* Whether floats at this offset lie in the struct, and not in its node. */
static bool pool_is_in_struct(const trp_type *type, size_t offset, size_t bytes)
{
    return offset % TRP__ALIGNOF(float) == 0 && offset < type->size &&
           type->size - offset >= bytes &&
           (offset + bytes <= type->offset || offset >= type->offset + sizeof(trp_actor));
}

/* Whether exactly one of four is given. */
static bool pool_has_one_box(const trp_space_pool_desc *desc)
{
    return (desc->box != 0) + (desc->center != 0) + (desc->circle != 0) + (desc->bounds != NULL) ==
           1;
}

/* box, center or circle: offset of the floats, plus 1; 0: there are bounds. */
static size_t pool_box(const trp_space_pool_desc *desc)
{
    return desc->box + desc->center + desc->circle;
}

static uint8_t pool_floats(const trp_space_pool_desc *desc)
{
    return desc->circle != 0 ? 3 : 4;
}

static bool pool_is_refused(trp__call *call, const trp_space *space, trp_pool *pool,
                            const trp_space_pool_desc *desc)
{
    if (trp__refuses(call, pool->world != space->world, TRP_ERR_FOREIGN,
                     TRP__TEXT("the pool is of another world. Add it to a space of its own world")))
        return true;
    call->pool = pool;
    return trp__refuses(call, desc == NULL, TRP_ERR_NULL, TRP__TEXT("the desc is NULL")) ||
           trp__refuses(call, space->by_number[pool->number] != NULL, TRP_ERR_LINKED,
                        TRP__TEXT("the pool is in this space")) ||
           trp__refuses(call, !pool_has_one_box(desc), TRP_ERR_DESC,
                        TRP__TEXT("give one of box, center, circle and bounds")) ||
           trp__refuses(call,
                        pool_box(desc) != 0 &&
                            !pool_is_in_struct(&pool->desc.type, pool_box(desc) - 1,
                                               pool_floats(desc) * sizeof(float)),
                        TRP_ERR_VALUE,
                        TRP__TEXT("box, center or circle must be TRP_BOX_AT(struct, member) or "
                                  "the like of the pool's struct, and not in its node")) ||
           trp__space_is_held(call, space);
}

static trp__space_pool *pool_make(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc)
{
    trp__space_pool *entry = trp__take(space->world, sizeof *entry);

    if (entry == NULL)
        return NULL;
    memset(entry, 0, sizeof *entry);
    entry->space = space;
    entry->pool = pool;
    entry->base = pool->base;
    entry->bounds = desc->bounds;
    entry->box = (ptrdiff_t)pool_box(desc) - 1 - (ptrdiff_t)pool->desc.type.offset;
    entry->is_corner = desc->box != 0;
    entry->floats = pool_floats(desc);
    entry->category = desc->category != 0 ? desc->category : 1;
    entry->mask = desc->mask != 0 ? desc->mask : UINT32_MAX;
    entry->is_static = desc->is_static;
    entry->is_round = desc->is_round || desc->circle != 0;
    entry->watcher.function = pool_told;
    entry->watcher.pool = pool;
    entry->watcher.user = entry;
    entry->watcher.events =
        TRP_EVENT_RECYCLED | TRP_EVENT_EXPIRED | TRP_EVENT_ACTIVATED | TRP_EVENT_DEACTIVATED;
    if (!desc->manual_add)
        entry->watcher.events |= TRP_EVENT_CREATED;
    if (trp__space_grow_pool(space, entry, pool->state.capacity))
        return entry;
    trp__release(space->world, entry, sizeof *entry);
    return NULL;
}

/* In the order of the pools' numbers. */
static void pool_link(trp_space *space, trp__space_pool *entry)
{
    trp__space_pool **at = &space->pools;

    while (*at != NULL && (*at)->pool->number < entry->pool->number)
        at = &(*at)->next;
    entry->next = *at;
    *at = entry;
    space->by_number[entry->pool->number] = entry;
    space->round_pools += entry->is_round;
    trp_watch(space->world, &entry->watcher);
}

static void pool_unlink(trp_space *space, trp__space_pool *entry)
{
    trp__space_pool **at = &space->pools;

    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    space->by_number[entry->pool->number] = NULL;
    space->round_pools -= entry->is_round;
    trp_unwatch(space->world, &entry->watcher);
    if (entry->members != NULL)
        trp__release(space->world, entry->members, entry->bytes);
    trp__release(space->world, entry, sizeof *entry);
}

/* Lets all living actors enter, as if in a pass: they are sorted at its end. */
static trp_result pool_enter_all(trp_space *space, trp__space_pool *entry)
{
    const trp_pool *pool = entry->pool;
    trp_result result = TRP_OK;

    space->passes++;
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++)
        if (trp__is_alive(trp__stamp_at(pool, slot)) && (entry->flags[slot] & TRP__IN) == 0 &&
            member_enter(space, entry, slot, TRP__TEXT("trp_space_add_pool")) != TRP_OK)
            result = TRP_ERR_VALUE;
    member_pass_ends(space);
    return result;
}

/* Active and asleep. */
static uint32_t pool_living(const trp_pool *pool)
{
    return pool->state.live - pool->state.expired - pool->state.leaving;
}

trp_result trp_space_add_pool(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_add_pool"));
    trp__space_pool *entry;
    char text[TRP__BYTES_TEXT];

    if (trp__is_void(&call) || !trp__has_pool(pool, call.name))
        return TRP_ERR_NULL;
    if (trp__is_shut(&call) || pool_is_refused(&call, space, pool, desc))
        return call.result;
    if (!desc->manual_add && !trp__space_make_room(space, pool_living(pool))) {
        trp__refuse(&call, TRP_ERR_FULL,
                    TRP__WORDS(text, sizeof text,
                               "the space has %u actors and room for %u, and the pool has %u. "
                               "Raise its capacity or max_capacity",
                               space->count, space->capacity, pool_living(pool)));
        return call.result;
    }
    entry = pool_make(space, pool, desc);
    if (trp__refuses(&call, entry == NULL, TRP_ERR_MEMORY, NULL))
        return call.result;
    pool_link(space, entry);
    return desc->manual_add ? TRP_OK : pool_enter_all(space, entry);
}

trp_result trp_space_remove_pool(trp_space *space, trp_pool *pool)
{
    trp__call call = trp__space_call(space, TRP__TEXT("trp_space_remove_pool"));
    trp__space_pool *entry = NULL;

    if (trp__is_void(&call) || !trp__has_pool(pool, call.name))
        return TRP_ERR_NULL;
    if (trp__is_shut(&call) || !member_has_pool(&call, space, pool, &entry) ||
        trp__space_is_held(&call, space))
        return call.result;
    for (uint32_t slot = 0; entry->count != 0; slot++)
        if ((entry->flags[slot] & TRP__IN) != 0)
            member_leave(space, entry, slot);
    pool_unlink(space, entry);
    return TRP_OK;
}

void trp__space_forget_pools(trp_space *space)
{
    while (space->pools != NULL)
        pool_unlink(space, space->pools);
}
