/* Spaces: their members. */
#include "model.h"

uint32_t model_space_count(const model_space *space)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < MEMBERS; i++)
        count += space->members[i].is_in;
    return count;
}

static bool grow(const model_world *w, model_space *space)
{
    if (space->capacity >= space->plan.max_capacity || w->starves)
        return false;
    space->capacity *= 2;
    if (space->capacity > space->plan.max_capacity)
        space->capacity = space->plan.max_capacity;
    return true;
}

/* Arrays by slot grow with the pool, when an actor enters. */
static bool has_slot(const model_world *w, model_space *space, uint32_t actor)
{
    const uint32_t pool = w->actors[actor].pool;
    const uint32_t slot = w->actors[actor].slot;
    const uint32_t most = w->pools[pool].plan.max_capacity > w->pools[pool].plan.capacity
                              ? w->pools[pool].plan.max_capacity
                              : w->pools[pool].plan.capacity;
    uint32_t slots = slot + 1;

    if (slots <= space->slots[pool])
        return true;
    if (w->starves)
        return false;
    slots = slots > w->pools[pool].capacity ? slots : w->pools[pool].capacity;
    if (slots < 2 * space->slots[pool])
        slots = 2 * space->slots[pool] > most ? most : 2 * space->slots[pool];
    space->slots[pool] = slots;
    return true;
}

/* A free number, or NO_INDEX. */
static uint32_t take_number(const model_world *w, model_space *space, uint32_t actor)
{
    uint32_t number = 0;

    if (!has_slot(w, space, actor))
        return NO_INDEX;
    if (model_space_count(space) == space->capacity && !grow(w, space))
        return NO_INDEX;
    while (space->members[number].is_in)
        number++;
    return number;
}

static trp_result enter(model_world *w, uint32_t which, uint32_t actor)
{
    model_space *space = &w->spaces[which];
    const uint32_t pool = w->actors[actor].pool;
    model_member member = {0};
    model_edges edges;
    uint32_t number;

    member.box = box_of(w->actors[actor].box);
    if (!model_edges_of(member.box, &edges))
        return model_misuse(w, pool, TRP_ERR_VALUE);
    number = take_number(w, space, actor);
    if (number == NO_INDEX) {
        space->refused++;
        return TRP_ERR_FULL;
    }
    member.is_in = true;
    member.actor = actor;
    member.is_new = true;
    member.category = member.next_category = space->category[pool];
    member.mask = member.next_mask = space->mask[pool];
    member.is_hidden =
        w->actors[actor].state != ACTIVE && space->plan.sleepers == TRP_SLEEPERS_HIDE;
    space->members[number] = member;
    w->actors[actor].numbers[which] = number;
    model_settle(w, space);
    return TRP_OK;
}

uint32_t model_space_order(const model_space *space, uint32_t *numbers)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < MEMBERS; i++) {
        uint32_t at = count;
        if (!space->members[i].is_in || space->members[i].is_hidden || space->members[i].is_new)
            continue;
        for (; at > 0 && space->members[numbers[at - 1]].actor > space->members[i].actor; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = i;
        count++;
    }
    return count;
}

static void leave(model_world *w, uint32_t which, uint32_t actor)
{
    w->spaces[which].members[w->actors[actor].numbers[which]].is_in = false;
    w->actors[actor].numbers[which] = NO_INDEX;
}

/* False: refused, and unchanged. */
static bool read_box(const model_world *w, model_member *member)
{
    const trp_box box = box_of(w->actors[member->actor].box);
    model_edges edges;

    if (!model_edges_of(box, &edges))
        return false;
    member->box = box;
    return true;
}

void model_settle(model_world *w, model_space *space)
{
    for (uint32_t i = 0; i < MEMBERS && space->passes == 0; i++) {
        model_member *member = &space->members[i];
        if (!member->is_in)
            continue;
        if (member->is_new || member->has_moved)
            (void)read_box(w, member);
        member->is_new = member->has_moved = false;
        member->category = member->next_category;
        member->mask = member->next_mask;
    }
}

static void show(model_world *w, model_space *space, model_member *member)
{
    bool is_box;

    if (!member->is_hidden)
        return;
    member->is_hidden = false;
    member->is_new = true;
    is_box = read_box(w, member);
    model_settle(w, space);
    if (!is_box)
        model_misuse(w, w->actors[member->actor].pool, TRP_ERR_VALUE);
}

void model_space_told(model_world *w, uint32_t which, uint32_t actor, trp_event event)
{
    model_space *space = &w->spaces[which];
    const uint32_t number = w->actors[actor].numbers[which];

    if (event == TRP_EVENT_CREATED) {
        if (number == NO_INDEX && enter(w, which, actor) == TRP_ERR_FULL &&
            !space->full_is_reported) {
            space->full_is_reported = true;
            model_misuse(w, POOLS, TRP_ERR_FULL);
        }
    } else if (number == NO_INDEX)
        return;
    else if (event == TRP_EVENT_DEACTIVATED) {
        if (space->plan.sleepers == TRP_SLEEPERS_HIDE && w->actors[actor].state != ACTIVE)
            /* otherwise a watcher notified before has woken it */
            space->members[number].is_hidden = true;
    } else if (event == TRP_EVENT_ACTIVATED) {
        if (w->actors[actor].state == ACTIVE)
            show(w, space, &space->members[number]);
    } else
        leave(w, which, actor);
}

/* Actors */

/* TRP_OK: the actor is a member. */
static trp_result find(model_world *w, const operation *op, uint32_t *actor)
{
    const model_place_found place = model_locate(w, op->a);

    *actor = place.actor;
    if (!w->spaces[op->noun].is_made)
        return TRP_ERR_NULL;
    if (w->drawing)
        return model_misuse(w, POOLS, TRP_BUSY);
    if (op->a.kind == TO_NULL)
        return TRP_GONE;
    if (place.result != TRP_OK || w->actors[place.actor].numbers[op->noun] == NO_INDEX)
        return model_misuse(w, POOLS, TRP_ERR_UNLINKED);
    return TRP_OK;
}

void model_do_space_add(model_world *w, operation *op)
{
    const model_space *space = &w->spaces[op->noun];
    const model_place_found place = model_locate(w, op->a);

    if (!space->is_made)
        op->result = TRP_ERR_NULL;
    else if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (op->a.kind == TO_NULL)
        op->result = TRP_GONE;
    else if (place.result != TRP_OK || !space->has[place.pool])
        op->result = model_misuse(w, POOLS, TRP_ERR_UNLINKED);
    else if (w->actors[place.actor].numbers[op->noun] != NO_INDEX)
        op->result = model_misuse(w, place.pool, TRP_ERR_LINKED);
    else if (!model_is_alive(w, place.actor)) {
        const uint32_t state = w->actors[place.actor].state;
        op->result = model_misuse(w, place.pool,
                                  state == LEAVING   ? TRP_BUSY
                                  : state == EXPIRED ? TRP_ERR_EXPIRED
                                                     : TRP_ERR_FREE);
    } else
        op->result = enter(w, op->noun, place.actor);
}

void model_do_space_remove(model_world *w, operation *op)
{
    uint32_t actor;

    op->result = find(w, op, &actor);
    if (op->result == TRP_OK)
        leave(w, op->noun, actor);
}

static uint32_t category_of(uint32_t bits)
{
    return (bits & 7) < 4 ? 1u << (bits & 3) : 0;
}

static uint32_t mask_of(uint32_t bits)
{
    return bits >> 3 & 15;
}

void model_do_space_set_bits(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    uint32_t actor;

    op->result = find(w, op, &actor);
    if (op->result != TRP_OK)
        return;
    const uint32_t pool = w->actors[actor].pool;
    model_member *member = &space->members[w->actors[actor].numbers[op->noun]];
    member->next_category = category_of(op->m) != 0 ? category_of(op->m) : space->category[pool];
    member->next_mask = mask_of(op->m) != 0 ? mask_of(op->m) : space->mask[pool];
    model_settle(w, space);
}

/* False: the box is refused. */
static bool move(model_world *w, model_space *space, model_member *member)
{
    model_edges edges;
    model_edges old;

    if (!model_edges_of(box_of(w->actors[member->actor].box), &edges))
        return false;
    (void)model_edges_of(member->box, &old);
    member->has_moved |= edges.left != old.left || edges.top != old.top ||
                         edges.right != old.right || edges.bottom != old.bottom;
    model_settle(w, space);
    return true;
}

void model_do_space_moved(model_world *w, operation *op)
{
    uint32_t actor;

    op->result = find(w, op, &actor);
    if (op->result == TRP_OK &&
        !move(w, &w->spaces[op->noun],
              &w->spaces[op->noun].members[w->actors[actor].numbers[op->noun]]))
        op->result = model_misuse(w, w->actors[actor].pool, TRP_ERR_VALUE);
}

/* Of one pool, or of all: POOLS. */
static trp_result read_all(model_world *w, model_space *space, uint32_t pool)
{
    trp_result result = TRP_OK;

    for (uint32_t actor = 0; actor < w->actor_count; actor++) {
        const uint32_t number = w->actors[actor].numbers[space - w->spaces];
        if (number != NO_INDEX && (pool == POOLS || w->actors[actor].pool == pool) &&
            !move(w, space, &space->members[number]))
            result = model_misuse(w, w->actors[actor].pool, TRP_ERR_VALUE);
    }
    return result;
}

static void read_space_made(model_world *w, uint32_t made)
{
    for (uint32_t i = 0; i < SPACES; i++)
        if (w->spaces[i].is_made && w->spaces[i].made == made)
            (void)read_all(w, &w->spaces[i], POOLS);
}

void model_read_spaces(model_world *w)
{
    for (uint32_t made = 1; made <= w->spaces_made; made++)
        read_space_made(w, made);
}

bool model_is_in_pass(const model_world *w)
{
    for (uint32_t i = 0; i < SPACES; i++)
        if (w->spaces[i].is_made && w->spaces[i].passes != 0)
            return true;
    return false;
}

void model_do_space_moved_all(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];

    if (!space->is_made)
        op->result = TRP_ERR_NULL;
    else
        op->result = w->drawing ? model_misuse(w, POOLS, TRP_BUSY) : read_all(w, space, POOLS);
}

void model_do_space_moved_pool(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];

    if (!space->is_made)
        op->result = TRP_ERR_NULL;
    else if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (op->pool == POOLS)
        op->result = read_all(w, space, POOLS);
    else if (op->mode == 3) /* the other world's */
        op->result = model_misuse(w, POOLS, TRP_ERR_UNLINKED);
    else if (!space->has[op->pool])
        op->result = model_misuse(w, op->pool, TRP_ERR_UNLINKED);
    else
        op->result = read_all(w, space, op->pool);
}

/* Pools */

static bool makes_room(const model_world *w, model_space *space, uint32_t pool)
{
    const uint32_t before = space->capacity;
    uint32_t living = 0;

    for (uint32_t slot = 0; slot < w->pools[pool].capacity; slot++)
        living += model_is_alive(w, w->pools[pool].first + slot);
    while (space->capacity - model_space_count(space) < living)
        if (!grow(w, space)) {
            space->capacity = before;
            return false;
        }
    return true;
}

static trp_result check_pool(model_world *w, const model_space *space, const operation *op)
{
    if (op->mode == 3)
        return model_misuse(w, POOLS, TRP_ERR_FOREIGN);
    if (op->mode == 4)
        return model_misuse(w, op->pool, TRP_ERR_NULL);
    if (space->has[op->pool])
        return model_misuse(w, op->pool, TRP_ERR_LINKED);
    if (op->mode == 5)
        return model_misuse(w, op->pool, TRP_ERR_DESC);
    if (op->mode == 6)
        return model_misuse(w, op->pool, TRP_ERR_VALUE);
    return space->passes != 0 ? model_misuse(w, op->pool, TRP_BUSY) : TRP_OK;
}

static trp_result enter_all(model_world *w, const operation *op)
{
    const model_pool *pool = &w->pools[op->pool];
    trp_result result = TRP_OK;

    w->spaces[op->noun].passes++;
    for (uint32_t slot = 0; slot < pool->capacity; slot++)
        if (model_is_alive(w, pool->first + slot) &&
            enter(w, op->noun, pool->first + slot) != TRP_OK)
            result = TRP_ERR_VALUE;
    w->spaces[op->noun].passes--;
    model_settle(w, &w->spaces[op->noun]);
    return result;
}

/* mode: 0, 1 and 2 right, 3 the other world's, 4 no desc, 5 neither box nor bounds, 6 a box
 * outside of the struct */
void model_do_space_add_pool(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    model_watcher watcher = {LISTENS_SPACE, op->noun, 0, 0, 0};

    watcher.events =
        TRP_EVENT_RECYCLED | TRP_EVENT_EXPIRED | TRP_EVENT_ACTIVATED | TRP_EVENT_DEACTIVATED;
    if (!op->flag)
        watcher.events |= TRP_EVENT_CREATED;
    op->result = TRP_ERR_NULL;
    if (!space->is_made || op->pool == POOLS)
        return;
    if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if ((op->result = check_pool(w, space, op)) != TRP_OK)
        return;
    else if (!op->flag && !makes_room(w, space, op->pool))
        op->result = model_misuse(w, op->pool, TRP_ERR_FULL);
    else if (w->starves)
        op->result = model_misuse(w, op->pool, TRP_ERR_MEMORY);
    else {
        space->has[op->pool] = true;
        space->manual_add[op->pool] = op->flag;
        space->category[op->pool] = category_of(op->m) != 0 ? category_of(op->m) : 1;
        space->mask[op->pool] = mask_of(op->m) != 0 ? mask_of(op->m) : UINT32_MAX;
        model_listen(w, &w->pools[op->pool].chain, watcher);
        w->block_pieces += 2;
        space->slots[op->pool] = w->pools[op->pool].capacity;
        op->result = op->flag ? TRP_OK : enter_all(w, op);
    }
}

static void remove_pool(model_world *w, uint32_t which, uint32_t pool)
{
    model_space *space = &w->spaces[which];

    for (uint32_t i = 0; i < MEMBERS; i++)
        if (space->members[i].is_in && w->actors[space->members[i].actor].pool == pool)
            leave(w, which, space->members[i].actor);
    model_ignore(&w->pools[pool].chain, LISTENS_SPACE, which, 0);
    space->has[pool] = false;
}

void model_do_space_remove_pool(model_world *w, operation *op)
{
    const model_space *space = &w->spaces[op->noun];

    if (!space->is_made || op->pool == POOLS)
        op->result = TRP_ERR_NULL;
    else if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (op->mode == 3)
        op->result = model_misuse(w, POOLS, TRP_ERR_UNLINKED);
    else if (!space->has[op->pool])
        op->result = model_misuse(w, op->pool, TRP_ERR_UNLINKED);
    else if (space->passes != 0)
        op->result = model_misuse(w, op->pool, TRP_BUSY);
    else {
        remove_pool(w, op->noun, op->pool);
        op->result = TRP_OK;
    }
}

/* The space */

static trp_result check_space(const model_world *w, const space_plan *plan)
{
    if (plan->capacity == 0)
        return TRP_ERR_VALUE;
    if (plan->max_capacity > plan->capacity && w->number == 0)
        return TRP_ERR_NO_ALLOCATOR;
    return w->starves ? TRP_ERR_MEMORY : TRP_OK;
}

void model_do_space_create(model_world *w, operation *op)
{
    const space_plan plan = space_plan_of(op->n);
    const model_watcher watcher = {LISTENS_END, op->noun, 2, TRP_EVENT_SHUTDOWN, 0};
    model_space *space = &w->spaces[op->noun];
    const model_space none = {0};

    if (op->flag)
        op->result = TRP_ERR_NULL;
    else if (w->drawing || w->ending)
        op->result = TRP_BUSY;
    else
        op->result = check_space(w, &plan);
    w->last = (trp_result)op->result;
    op->last = w->last;
    if (op->result != TRP_OK) {
        model_misuse(w, POOLS, (trp_result)op->result);
        return;
    }
    *space = none;
    space->is_made = true;
    space->made = ++w->spaces_made;
    space->plan = plan;
    space->capacity = plan.capacity;
    w->block_pieces += 4;
    model_listen(w, &w->chain, watcher);
}

void model_do_space_destroy(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];

    op->result = TRP_GONE;
    if (!space->is_made)
        return;
    if (w->drawing || space->passes != 0) {
        op->result = model_misuse(w, POOLS, TRP_BUSY);
        return;
    }
    for (uint32_t pool = 0; pool < w->pool_count; pool++)
        if (space->has[pool])
            remove_pool(w, op->noun, pool);
    model_ignore(&w->chain, LISTENS_END, op->noun, 2);
    space->is_made = false;
    op->result = TRP_OK;
}
