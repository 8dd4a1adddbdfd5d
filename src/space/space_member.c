/*
 * Members of a space: entering, leaving, falling asleep, waking, moving. While a pass is in
 * progress the space stands still: flags change at once, and copies and boxes late, when it is
 * over.
 */
#include "space_shape.h"

static void member_forget_former(const trp_space *space, const trp__space_pool *entry,
                                 uint32_t slot, bool jumped)
{
    const trp__edges unread = {-TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY};

    if (!space->desc.sweeps)
        return;
    entry->swept_from[slot] = entry->edges[slot];
    entry->swept_to[slot] = jumped ? entry->edges[slot] : unread;
}

static void member_settle(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    const uint8_t was = entry->flags[slot];
    const trp__sheet *sheet = &space->sheets[entry->sheet[slot]];

    entry->flags[slot] &= (uint8_t) ~(TRP__LATE | TRP__NEW | TRP__MOVED | TRP__JUMPED);
    entry->late--;
    trp__sheet_drop(space, entry, slot);
    if ((was & TRP__IN) == 0)
        return;
    if ((was & (TRP__NEW | TRP__MOVED)) != 0) {
        trp__edges edges;
        if (trp__read_box(entry, trp__node_at(entry->pool, slot), &edges))
            entry->edges[slot] = edges;
        if ((was & (TRP__NEW | TRP__JUMPED)) != 0)
            member_forget_former(space, entry, slot, (was & TRP__JUMPED) != 0);
    }
    if (sheet->is_mixed || sheet->category != entry->category_of[slot] ||
        sheet->mask != entry->mask_of[slot]) {
        trp__sheet_quit(space, entry, slot);
        trp__sheet_join(space, entry, slot);
    }
    if ((was & TRP__HIDDEN) == 0)
        trp__sheet_put(space, entry, slot);
}

/* What has changed is brought up to date: now, or after the passes in progress. */
static void member_change(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    if ((entry->flags[slot] & TRP__LATE) == 0) {
        entry->flags[slot] |= TRP__LATE;
        entry->late++;
    }
    if (space->passes != 0)
        return;
    member_settle(space, entry, slot);
    if (space->sheets[entry->sheet[slot]].is_stale)
        trp__sheets_renew(space, false);
}

/* All boxes have been read: for swept pairs. */
static void member_step(trp_space *space)
{
    const trp__edges unread = {-TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY};

    space->steps_late = space->passes != 0;
    if (space->steps_late || !space->desc.sweeps)
        return;
    space->ways = 0;
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++) {
            const trp__edges *now = &entry->edges[slot];
            const trp__edges *last = &entry->swept_to[slot];
            if ((entry->flags[slot] & TRP__IN) == 0)
                continue;
            left--;
            entry->swept_from[slot] = trp__same_edges(last, &unread) ? *now : *last;
            entry->swept_to[slot] = *now;
            if (!trp__same_edges(&entry->swept_from[slot], now))
                space->ways |= (uint64_t)1 << entry->sheet[slot];
        }
}

/* No pass is in progress any more: what came late is brought up to date. */
static void member_settle_all(trp_space *space)
{
    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0; entry->late > 0; slot++)
            if ((entry->flags[slot] & TRP__LATE) != 0)
                member_settle(space, entry, slot);
    trp__sheets_renew(space, false);
    if (space->steps_late)
        member_step(space);
}

/* Passes */

static void member_pass_ends(trp_space *space)
{
    if (--space->passes == 0)
        member_settle_all(space);
}

void trp__space_keep(trp_space *space)
{
    space->passes++;
    space->world->calls++;
}

void trp__space_keep_no_longer(trp_space *space)
{
    space->world->calls--;
    member_pass_ends(space);
}

void trp__pass_begin(trp__pass *pass, trp_space *space)
{
    memset(pass, 0, sizeof *pass);
    pass->space = space;
    pass->up = space->pass;
    pass->can_stop = true;
    pass->stack_top = space->stack_top;
    space->pass = pass;
    space->passes++;
    space->world->passes++;
    trp__push_frame(space->world, &pass->a);
    trp__push_frame(space->world, &pass->b);
}

void trp__pass_end(trp__pass *pass)
{
    trp_space *space = pass->space;

    trp__pop_frame(space->world, &pass->b);
    trp__pop_frame(space->world, &pass->a);
    space->pass = pass->up;
    space->stack_top = pass->stack_top;
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

/* Bytes of the arrays by slot. */
static size_t member_bytes(const trp_space *space, uint32_t slots)
{
    const size_t swept = space->desc.sweeps ? 2 * sizeof(trp__edges) : 0;

    return slots * (sizeof(trp__edges) + 3 * sizeof(uint32_t) + 2 + swept);
}

/* The next array in a block, with the former content of this many elements. */
static void *member_part(unsigned char **at, const void *old, size_t size, uint32_t slots,
                         uint32_t used)
{
    unsigned char *part = *at;

    if (used != 0)
        memcpy(part, old, size * used);
    *at += size * slots;
    return part;
}

bool trp__space_grow_pool(trp_space *space, trp__space_pool *entry, uint32_t slots)
{
    const uint32_t used = entry->slots;
    const uint32_t most = entry->pool->max_capacity;
    const size_t old_bytes = entry->bytes;
    unsigned char *const old = entry->memory;
    unsigned char *memory;
    unsigned char *at;

    if (slots <= used)
        return true;
    if (slots < entry->pool->state.capacity)
        slots = entry->pool->state.capacity;
    if (slots < 2 * (uint64_t)used)
        slots = most - used < used ? most : 2 * used;
    memory = trp__take(space->world, member_bytes(space, slots));
    if (memory == NULL)
        return false;
    memset(memory, 0, member_bytes(space, slots));
    at = memory;
#define PART(array) entry->array = member_part(&at, entry->array, sizeof *entry->array, slots, used)
    PART(edges);
    if (space->desc.sweeps) {
        PART(swept_from);
        PART(swept_to);
    }
    PART(category_of);
    PART(mask_of);
    PART(place);
    PART(sheet);
    PART(flags);
#undef PART
    for (uint32_t slot = used; slot < slots; slot++)
        entry->place[slot] = TRP__NONE;
    if (old != NULL)
        trp__release(space->world, old, old_bytes);
    entry->memory = memory;
    entry->bytes = member_bytes(space, slots);
    entry->slots = slots;
    space->pool_bytes += entry->bytes - old_bytes;
    return true;
}

trp_result trp__space_enter(trp_space *space, trp__space_pool *entry, trp_actor *actor,
                            uint32_t slot, const char *call)
{
    trp__edges edges;

    if (!trp__read_box(entry, actor, &edges))
        return trp__space_misuse(
            space, entry->pool, actor, call, TRP_ERR_VALUE,
            TRP__TEXT(
                "the box is not a number, or its size is negative; the actor is outside until "
                "trp_space_add(). " TRP__BOX_ADVICE));
    if (!trp__space_grow_pool(space, entry, slot + 1) || !trp__space_make_room(space, 1)) {
        space->refused++;
        return TRP_ERR_FULL;
    }
    entry->edges[slot] = edges;
    entry->category_of[slot] = entry->category;
    entry->mask_of[slot] = entry->mask;
    entry->flags[slot] = (uint8_t)((entry->flags[slot] & TRP__LATE) | TRP__IN | TRP__NEW);
    member_forget_former(space, entry, slot, false);
    trp__sheet_join(space, entry, slot);
    entry->count++;
    if (++space->count > space->peak)
        space->peak = space->count;
    if (space->desc.sleepers == TRP_SLEEPERS_HIDE &&
        !trp__is_active(trp__stamp_at(entry->pool, slot)))
        trp__space_hide(space, entry, slot);
    member_change(space, entry, slot);
    return TRP_OK;
}

void trp__space_leave(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    space->hidden -= (entry->flags[slot] & TRP__HIDDEN) != 0;
    entry->flags[slot] &= TRP__LATE;
    trp__sheet_quit(space, entry, slot);
    entry->count--;
    space->count--;
    member_change(space, entry, slot);
}

void trp__space_hide(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    if ((entry->flags[slot] & TRP__HIDDEN) != 0)
        return;
    entry->flags[slot] |= TRP__HIDDEN;
    space->hidden++;
    member_change(space, entry, slot);
}

void trp__space_show(trp_space *space, trp__space_pool *entry, uint32_t slot)
{
    const char *call = TRP__TEXT("trp_activate");
    trp_actor *actor = trp__node_at(entry->pool, slot);
    trp__edges edges;
    bool is_box;

    if ((entry->flags[slot] & TRP__HIDDEN) == 0)
        return;
    is_box = trp__read_box(entry, actor, &edges);
    entry->flags[slot] = (uint8_t)((entry->flags[slot] & (TRP__IN | TRP__LATE)) | TRP__NEW);
    space->hidden--;
    if (is_box)
        entry->edges[slot] = edges;
    member_forget_former(space, entry, slot, false);
    member_change(space, entry, slot);
    if (!is_box) /* last step: the hook may remove the pool from the space */
        trp__space_misuse(
            space, entry->pool, actor, call, TRP_ERR_VALUE,
            TRP__TEXT(
                "its box in a space is not a number, or its size is negative. " TRP__BOX_ADVICE));
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

/* TRP_OK: it is a member. */
static trp_result member_find(const trp_space *space, trp_actor *actor, const char *call,
                              member_place *out)
{
    char text[TRP__BYTES_TEXT];

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (actor == NULL)
        return TRP_GONE;
    if (!member_look_up(space, actor, out) || !out->is_in)
        return trp__space_misuse(space, NULL, actor, call, TRP_ERR_UNLINKED,
                                 trp__named_text(text, TRP__TEXT("space"), space->desc.name,
                                                 TRP__TEXT("does not contain the actor")));
    return TRP_OK;
}

trp_result trp_space_add(trp_space *space, trp_actor *actor)
{
    const char *call = TRP__TEXT("trp_space_add");
    char text[TRP__BYTES_TEXT];
    member_place at;
    uint32_t stamp;

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (actor == NULL)
        return TRP_GONE;
    if (!member_look_up(space, actor, &at))
        return trp__space_misuse(space, NULL, actor, call, TRP_ERR_UNLINKED,
                                 trp__named_text(text, TRP__TEXT("space"), space->desc.name,
                                                 TRP__TEXT("does not contain the actor's pool")));
    if (at.is_in)
        return trp__space_misuse(space, at.entry->pool, actor, call, TRP_ERR_LINKED,
                                 TRP__TEXT("the actor is in this space"));
    stamp = trp__stamp_at(at.entry->pool, at.slot);
    if (!trp__is_alive(stamp))
        return trp__space_misuse(space, at.entry->pool, actor, call,
                                 trp__is_free(stamp) ? TRP_ERR_FREE : TRP_ERR_EXPIRED, NULL);
    return trp__space_enter(space, at.entry, actor, at.slot, call);
}

trp_result trp_space_remove(trp_space *space, trp_actor *actor)
{
    member_place at;
    const trp_result result = member_find(space, actor, TRP__TEXT("trp_space_remove"), &at);

    if (result == TRP_OK)
        trp__space_leave(space, at.entry, at.slot);
    return result;
}

uint32_t trp__space_number_of(const trp_space *space, const trp_actor *actor)
{
    member_place at;

    return member_look_up(space, actor, &at) && at.is_in ? trp__slot_number(at.entry, at.slot)
                                                         : TRP__NONE;
}

trp_result trp_space_set_bits(trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask)
{
    member_place at;
    const trp_result result = member_find(space, actor, TRP__TEXT("trp_space_set_bits"), &at);

    if (result != TRP_OK)
        return result;
    at.entry->category_of[at.slot] = category != 0 ? category : at.entry->category;
    at.entry->mask_of[at.slot] = mask != 0 ? mask : at.entry->mask;
    member_change(space, at.entry, at.slot);
    return TRP_OK;
}

/* The second edge is negated. A box that begins and ends at the same infinity has no size. */
static float member_size(float near, float negated)
{
    if (near == -negated)
        return 0;
    return negated - negated != 0 ? -negated : -negated - near;
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
    edges = &at.entry->edges[at.slot];
    member->box.x = edges->left;
    member->box.y = edges->top;
    member->box.width = member_size(edges->left, edges->right);
    member->box.height = member_size(edges->top, edges->bottom);
    member->category = at.entry->category_of[at.slot];
    member->mask = at.entry->mask_of[at.slot];
    member->is_hidden = (at.entry->flags[at.slot] & TRP__HIDDEN) != 0;
    return true;
}

static trp_result member_refuse_box(trp_space *space, const trp__space_pool *entry, uint32_t slot,
                                    const char *call)
{
    return trp__space_misuse(space, entry->pool, trp__node_at(entry->pool, slot), call,
                             TRP_ERR_VALUE,
                             TRP__TEXT("the box is not a number, or its size is negative; it stays "
                                       "as it was. " TRP__BOX_ADVICE));
}

/* Reads one box: the present one, or after the passes in progress. */
static trp_result member_read(trp_space *space, trp_actor *actor, const char *call, uint8_t flags)
{
    trp__edges edges;
    member_place at;
    const trp_result result = member_find(space, actor, call, &at);

    if (result != TRP_OK)
        return result;
    if (!trp__read_box(at.entry, actor, &edges))
        return member_refuse_box(space, at.entry, at.slot, call);
    if (flags == TRP__MOVED && trp__same_edges(&edges, &at.entry->edges[at.slot]))
        return TRP_OK;
    at.entry->flags[at.slot] |= flags;
    member_change(space, at.entry, at.slot);
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

typedef struct member_reading {
    trp_space *space;
    uint32_t changed;
    uint32_t refused;
    bool at_once; /* what has changed is sorted as a whole */
} member_reading;

static void member_move(trp_space *space, trp__space_pool *entry, uint32_t slot,
                        const trp__edges *edges)
{
    if (space->passes != 0) {
        entry->flags[slot] |= TRP__MOVED;
        member_change(space, entry, slot);
        return;
    }
    entry->edges[slot] = *edges;
    if ((entry->flags[slot] & TRP__HIDDEN) != 0)
        return;
    trp__sheet_drop(space, entry, slot);
    trp__sheet_put(space, entry, slot);
}

static void member_read_pool(member_reading *at, trp__space_pool *entry)
{
    trp_space *space = at->space;
    const bool at_once = at->at_once && space->passes == 0;
    uint64_t stale = 0;
    uint32_t changed = 0;

    for (uint32_t slot = 0, left = entry->count; left > 0; slot++) {
        trp__edges edges;
        if ((entry->flags[slot] & TRP__IN) == 0)
            continue;
        left--;
        if (!TRP__LIKELY(trp__read_box(entry, trp__node_at(entry->pool, slot), &edges))) {
            entry->flags[slot] |= TRP__REFUSED;
            at->refused++;
            continue;
        }
        if (trp__same_edges(&edges, &entry->edges[slot]))
            continue;
        changed++;
        if (TRP__LIKELY(at_once)) {
            entry->edges[slot] = edges;
            stale |= (uint64_t)1 << entry->sheet[slot];
        } else
            member_move(space, entry, slot, &edges);
    }
    at->changed += changed;
    space->ways |= stale;
    for (uint32_t i = 0; stale != 0; stale >>= 1, i++)
        if ((stale & 1) != 0)
            space->sheets[i].is_stale = space->is_stale = true;
}

/* Reports refused boxes. Hooks change nothing. */
TRP__COLD static trp_result member_report(trp_space *space, const char *call)
{
    trp__space_keep(space);
    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0; slot < entry->slots; slot++)
            if ((entry->flags[slot] & TRP__REFUSED) != 0) {
                entry->flags[slot] &= (uint8_t)~TRP__REFUSED;
                member_refuse_box(space, entry, slot, call);
            }
    trp__space_keep_no_longer(space);
    return TRP_ERR_VALUE;
}

static trp_result member_reading_ends(const member_reading *at, const char *call)
{
    trp_space *space = at->space;

    if (space->passes == 0)
        trp__sheets_renew(space, true);
    return at->refused != 0 ? member_report(space, call) : TRP_OK;
}

/* Reads the boxes of all pools that are not static; or of all. */
static trp_result member_read_all(trp_space *space, bool with_static, const char *call)
{
    member_reading at = {0};

    at.space = space;
    at.at_once = space->all_move;
    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        if (with_static || !entry->is_static)
            member_read_pool(&at, entry);
    space->all_move = at.changed > (space->count - space->hidden) / 4;
    return member_reading_ends(&at, call);
}

/* The reading of a tick. */
static void member_tick(trp__tick_hook *reader, const trp_context *in)
{
    trp_space *space = (trp_space *)((uintptr_t)reader - offsetof(trp_space, reader));

    (void)in;
    member_read_all(space, false, TRP__TEXT("trp_update_all"));
    member_step(space);
}

void trp__space_add_reader(trp_space *space)
{
    trp__tick_hook **at = &space->world->readers;

    if (space->desc.manual_moves)
        return;
    while (*at != NULL && (*at)->over == member_tick)
        at = &(*at)->next;
    space->reader.over = member_tick;
    space->reader.next = *at;
    *at = &space->reader;
}

void trp__space_remove_reader(trp_space *space)
{
    trp__tick_hook **at = &space->world->readers;

    if (space->desc.manual_moves)
        return;
    while (*at != &space->reader)
        at = &(*at)->next;
    *at = space->reader.next;
}

void trp__space_read_loaded(trp_space *space)
{
    uint32_t refused = 0;

    for (trp__space_pool *entry = space->pools; entry != NULL && !space->desc.manual_moves;
         entry = entry->next)
        for (uint32_t slot = 0; slot < entry->slots; slot++) {
            trp__edges edges;
            if ((entry->flags[slot] & TRP__IN) == 0)
                continue;
            if (!trp__read_box(entry, trp__node_at(entry->pool, slot), &edges)) {
                entry->flags[slot] |= TRP__REFUSED;
                refused++;
            } else if (!trp__same_edges(&edges, &entry->edges[slot])) {
                entry->edges[slot] = edges;
                member_forget_former(space, entry, slot, true);
            }
        }
    space->ways = UINT64_MAX;
    trp__sheets_rebuild(space);
    if (refused != 0)
        member_report(space, TRP__TEXT("trp_load"));
}

void trp__space_forget_members(trp_space *space)
{
    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next) {
        memset(entry->flags, 0, entry->slots);
        for (uint32_t slot = 0; slot < entry->slots; slot++)
            entry->place[slot] = TRP__NONE;
        entry->count = 0;
        entry->late = 0;
        entry->classes = 0;
    }
    for (uint32_t i = 0; i < space->sheet_count; i++)
        space->sheets[i].users = space->sheets[i].tail = 0;
    space->sheets_used = 2;
    space->loose = 0;
    space->ways = UINT64_MAX;
    space->is_stale = false;
    space->count = 0;
    space->hidden = 0;
}

trp_result trp_space_moved_all(trp_space *space, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_space_moved_all");
    member_reading at = {0};
    trp__space_pool *entry;
    trp_result result;

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (pool == NULL) {
        result = member_read_all(space, false, call);
        if (space->desc.manual_moves)
            member_step(space);
        return result;
    }
    entry = trp__space_entry_of(space, pool);
    if (entry == NULL)
        /* another world's pool is not touched */
        return trp__space_misuse(space, pool->world == space->world ? pool : NULL, NULL, call,
                                 TRP_ERR_UNLINKED, TRP__TEXT("the pool is not in this space"));
    at.space = space;
    member_read_pool(&at, entry);
    return member_reading_ends(&at, call);
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
    const char *call = TRP__TEXT("trp_space_shift");

    if (!trp__has_space(space, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    if (dx - dx != 0 || dy - dy != 0)
        return trp__space_misuse(space, NULL, NULL, call, TRP_ERR_VALUE,
                                 TRP__TEXT("dx and dy must be finite"));
    if (space->passes != 0)
        return trp__space_misuse(space, NULL, NULL, call, TRP_BUSY,
                                 TRP__TEXT("a pass through the space is in progress"));
    for (const trp__space_pool *entry = space->pools; entry != NULL && space->desc.sweeps;
         entry = entry->next)
        for (uint32_t slot = 0; slot < entry->slots; slot++) {
            member_shift(&entry->swept_from[slot], dx, dy);
            member_shift(&entry->swept_to[slot], dx, dy);
        }
    return member_read_all(space, true, call);
}
