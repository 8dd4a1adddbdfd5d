/* Families: relations in an array, in order of attachment. */
#include "model.h"

static relation *find(model_family *family, uint32_t child)
{
    for (uint32_t i = 0; i < family->count; i++)
        if (family->relations[i].child == child)
            return &family->relations[i];
    return NULL;
}

uint32_t model_parent(const model_family *family, uint32_t actor)
{
    for (uint32_t i = 0; i < family->count; i++)
        if (family->relations[i].child == actor)
            return family->relations[i].parent;
    return NO_INDEX;
}

const relation *model_next_child(const model_family *family, uint32_t parent, uint64_t serial)
{
    for (uint32_t i = 0; i < family->count; i++)
        if (family->relations[i].parent == parent && family->relations[i].serial > serial)
            return &family->relations[i];
    return NULL;
}

static bool has_children(const model_family *family, uint32_t actor)
{
    return model_next_child(family, actor, 0) != NULL;
}

static void unlink(model_family *family, uint32_t child)
{
    relation *at = find(family, child);

    if (at == NULL)
        return;
    family->count--;
    for (; at < family->relations + family->count; at++)
        *at = at[1];
}

static void orphan(model_family *family, uint32_t parent)
{
    while (has_children(family, parent))
        unlink(family, model_next_child(family, parent, 0)->child);
}

/* The descendants of a root, parents before children, children in order of attachment; at the start
 * of a walk. */

typedef struct branch
{
    relation members[RELATIONS];
    uint32_t count;
    uint64_t limit;
} branch;

static void collect(const model_family *family, uint32_t parent, branch *out)
{
    const relation *child = model_next_child(family, parent, 0);

    for (; child != NULL; child = model_next_child(family, parent, child->serial))
    {
        out->members[out->count++] = *child;
        collect(family, child->child, out);
    }
}

static branch branch_below(const model_family *family, uint32_t root)
{
    branch out;

    out.count = 0;
    out.limit = family->serial;
    collect(family, root, &out);
    return out;
}

/* Whether an actor has been below the root without interruption, and not below any in `passed`. */
static bool has_stayed(model_family *family, uint32_t root, const branch *was, uint32_t actor,
                       const uint32_t *passed, uint32_t passed_count)
{
    const relation *up = find(family, actor);

    for (; up != NULL && up->serial <= was->limit; up = find(family, up->parent))
    {
        if (up->parent == root)
            return true;
        for (uint32_t i = 0; i < passed_count; i++)
            if (passed[i] == up->parent)
                return false;
    }
    return false;
}

/* The end of a parent */

/* The deepest of the first ones. */
static uint32_t lowest_below(const model_family *family, uint32_t root)
{
    while (has_children(family, root))
        root = model_next_child(family, root, 0)->child;
    return root;
}

static void recycle_below(model_world *w, model_family *family, uint32_t root)
{
    uint32_t actor;

    if (!has_children(family, root))
        return;
    family->walks++;
    family->cascades++;
    while ((actor = lowest_below(family, root)) != root)
    {
        if (w->actors[actor].state == LEAVING)
            unlink(family, actor); /* an outer call is notifying its end */
        else
            model_leave(w, actor,
                        w->actors[actor].state == EXPIRED ? TRP_REASON_EXPIRED : TRP_REASON_PARENT);
    }
    family->cascades--;
    family->walks--;
}

static bool is_expiring(const model_world *w, const model_family *family, uint32_t actor)
{
    for (uint32_t i = 0; i < family->expiring_count; i++)
        if (family->expiring[i].actor == actor &&
            family->expiring[i].generation == w->actors[actor].generation)
            return true;
    return false;
}

/* All descendants of an actor that expired earlier have expired, unless that is in progress. */
static void expire_below(model_world *w, model_family *family, uint32_t root)
{
    const bool is_first = family->cascades == 0;
    uint32_t passed[RELATIONS] = {0};
    uint32_t passed_count = 0;
    branch was;

    if (!has_children(family, root) || is_expiring(w, family, root))
        return;
    was = branch_below(family, root);
    family->walks++;
    family->cascades++;
    for (uint32_t i = 0; i < was.count; i++)
    {
        const uint32_t actor = was.members[i].child;
        if (!has_stayed(family, root, &was, actor, passed, passed_count))
            continue;
        if (model_is_alive(w, actor))
        {
            family->expiring[family->expiring_count].actor = actor;
            family->expiring[family->expiring_count++].generation =
                w->actors[actor].generation + 1; /* with which it is reported */
            model_expire_actor(w, actor, TRP_REASON_PARENT);
            family->expiring_count--;
        }
        else if (is_first)
            passed[passed_count++] = actor;
    }
    family->cascades--;
    family->walks--;
}

void model_family_told(model_world *w, uint32_t number, uint32_t actor, trp_event event)
{
    model_family *family = &w->families[number];

    if (family->orphans)
        orphan(family, actor);
    else if (event == TRP_EVENT_EXPIRED)
        expire_below(w, family, actor);
    else
        recycle_below(w, family, actor);
    if (event == TRP_EVENT_RECYCLED)
        unlink(family, actor);
}

/* Calls */

/* TRP_OK: an actor that can have relations. */
static trp_result enter(model_world *w, const model_family *family, target to, uint32_t *actor)
{
    trp_result result;

    if (!family->is_made)
        return TRP_ERR_NULL;
    result = model_enter(w, to, actor);
    if (result == TRP_OK && !family->has[w->actors[*actor].pool])
        result = model_misuse(w, w->actors[*actor].pool, TRP_ERR_UNLINKED);
    return result;
}

/* A parent that is ending takes along all its descendants, so no actor can be attached there. */
static trp_result look_above(const model_world *w, model_family *family, uint32_t parent,
                             uint32_t child)
{
    if (parent == child)
        return TRP_ERR_CYCLE;
    for (; parent != NO_INDEX; parent = model_parent(family, parent))
    {
        if (parent == child)
            return TRP_ERR_CYCLE;
        if ((family->cascades != 0 || !family->orphans) && !model_is_alive(w, parent))
            return TRP_BUSY;
    }
    return TRP_OK;
}

static trp_result check(model_world *w, model_family *family, uint32_t parent, uint32_t child)
{
    const uint32_t above = w->actors[parent].pool;
    const uint32_t below = w->actors[child].pool;
    trp_result result;

    if (w->actors[parent].state == EXPIRED)
        return model_misuse(w, above, TRP_ERR_EXPIRED);
    if (w->actors[child].state == EXPIRED)
        return model_misuse(w, below, TRP_ERR_EXPIRED);
    result = look_above(w, family, parent, child);
    if (result != TRP_OK)
        return model_misuse(w, result == TRP_BUSY ? above : below, result);
    return find(family, child) != NULL ? model_misuse(w, below, TRP_ERR_LINKED) : TRP_OK;
}

/* A pool that has grown: the family's table follows. */
static trp_result make_room(model_world *w, model_family *family, uint32_t pool)
{
    if (w->pools[pool].capacity <= family->room[pool])
        return TRP_OK;
    if (w->starves)
        return model_misuse(w, pool, TRP_ERR_MEMORY);
    family->room[pool] = w->pools[pool].capacity;
    return TRP_OK;
}

void model_do_attach(model_world *w, operation *op)
{
    model_family *family = &w->families[op->noun];
    uint32_t parent;
    uint32_t child;

    op->result = enter(w, family, op->a, &parent);
    if (op->result == TRP_OK)
        op->result = enter(w, family, op->b, &child);
    if (op->result == TRP_OK)
        op->result = make_room(w, family, w->actors[parent].pool);
    if (op->result == TRP_OK)
        op->result = make_room(w, family, w->actors[child].pool);
    if (op->result == TRP_OK)
        op->result = check(w, family, parent, child);
    if (op->result != TRP_OK)
        return;
    const relation added = {child, parent, ++family->serial};
    family->relations[family->count++] = added;
}

void model_do_detach(model_world *w, operation *op)
{
    model_family *family = &w->families[op->noun];
    uint32_t child;

    op->result = enter(w, family, op->a, &child);
    if (op->result != TRP_OK)
        return;
    if (find(family, child) == NULL)
        op->result = model_misuse(w, w->actors[child].pool, TRP_ERR_UNLINKED);
    else
        unlink(family, child);
}

void model_do_family_clear(model_world *w, operation *op)
{
    model_family *family = &w->families[op->noun];
    uint32_t parent;

    const relation *child;
    uint64_t after = 0;

    op->result = enter(w, family, op->a, &parent);
    if (op->result != TRP_OK)
        return;
    while ((child = model_next_child(family, parent, after)) != NULL)
    {
        after = child->serial;
        if (model_is_alive(w, child->child)) /* one that has expired stays until it is pruned */
            unlink(family, child->child);
    }
}

/* The start of a walk; also while drawing. */
static trp_result check_root(model_world *w, const model_family *family, const operation *op,
                             uint32_t *root)
{
    const model_place_found place = model_locate(w, op->a);
    trp_result result = place.result;

    if (!family->is_made)
        return TRP_ERR_NULL;
    if (op->flag)
        return model_misuse(w, POOLS, TRP_ERR_NULL);
    if (op->a.kind == TO_NULL)
        return TRP_GONE;
    *root = place.actor;
    if (result == TRP_OK && !family->has[place.pool])
        result = TRP_ERR_UNLINKED;
    else if (result == TRP_OK && !model_is_alive(w, place.actor))
    {
        const uint32_t state = w->actors[place.actor].state;
        result = state == LEAVING ? TRP_BUSY : state == EXPIRED ? TRP_ERR_EXPIRED : TRP_ERR_FREE;
    }
    return result == TRP_OK ? TRP_OK : model_misuse(w, place.pool, result);
}

static void visit(model_world *w, model_frame *frame, uint32_t actor)
{
    frame->current = actor;
    model_call(model_hook(w, HOOK_VISIT, actor));
    frame->current = NO_INDEX;
}

void model_do_family_each(model_world *w, operation *op)
{
    model_family *family = &w->families[op->noun];
    model_frame frame = {0};
    uint32_t root = NO_INDEX;
    branch was;

    op->result = check_root(w, family, op, &root);
    if (op->result != TRP_OK)
        return;
    was = branch_below(family, root);
    model_push(w, &frame);
    family->walks++;
    visit(w, &frame, root);
    for (uint32_t i = 0; i < was.count; i++)
        if (has_stayed(family, root, &was, was.members[i].child, NULL, 0) &&
            model_is_alive(w, was.members[i].child))
            visit(w, &frame, was.members[i].child);
    family->walks--;
    model_pop(w, &frame);
}
