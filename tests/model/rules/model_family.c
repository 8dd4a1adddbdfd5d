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

typedef struct branch {
    relation members[RELATIONS];
    uint32_t count;
    uint64_t limit;
} branch;

static void collect(const model_family *family, uint32_t parent, branch *out)
{
    const relation *child = model_next_child(family, parent, 0);

    for (; child != NULL; child = model_next_child(family, parent, child->serial)) {
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

/* Whether an actor has been below the root without interruption. */
static bool has_stayed(model_family *family, uint32_t root, const branch *was, uint32_t actor)
{
    const relation *up = find(family, actor);

    for (; up != NULL && up->serial <= was->limit; up = find(family, up->parent))
        if (up->parent == root)
            return true;
    return false;
}

/* The end of a parent: all descendants, through all families, are listed, then ended. */

static model_doom *find_end(model_world *w, uint32_t actor)
{
    for (uint32_t i = 0; i < w->end_count; i++)
        if (w->ends[i].actor == actor)
            return &w->ends[i];
    return NULL;
}

static void remove_end(model_world *w, uint32_t actor)
{
    model_doom *at = find_end(w, actor);

    if (at == NULL)
        return;
    w->end_count--;
    for (; at < w->ends + w->end_count; at++)
        *at = at[1];
}

/* The family whose parents take along children of this pool, before place `from` in the chain. */
static model_family *family_before(model_world *w, uint32_t pool, uint32_t *from)
{
    const model_chain *chain = &w->pools[pool].chain;

    while ((*from)-- > 0)
        if (chain->watchers[*from].listener == LISTENS_FAMILY &&
            !w->families[chain->watchers[*from].noun].orphans)
            return &w->families[chain->watchers[*from].noun];
    return NULL;
}

static void list_children(model_world *w, const model_family *family, uint32_t parent);

/* Children come before parents if they will be recycled, otherwise after them. */
static void list_end(model_world *w, const model_family *family, uint32_t actor)
{
    model_doom *at = find_end(w, actor);
    const model_doom entry = {actor, (uint8_t)(family - w->families), w->cascades};
    const bool expires = w->cascade[w->cascades].expires;
    const uint32_t pool = w->actors[actor].pool;
    uint32_t place = w->pools[pool].chain.count;

    if (w->listed[actor] == w->cascades ||
        (expires && at != NULL && !w->cascade[at->cascade].expires))
        return;
    w->listed[actor] = w->cascades;
    remove_end(w, actor);
    if (expires)
        w->ends[w->end_count++] = entry;
    while ((family = family_before(w, pool, &place)) != NULL)
        list_children(w, family, actor);
    if (!expires)
        w->ends[w->end_count++] = entry;
}

static void list_children(model_world *w, const model_family *family, uint32_t parent)
{
    const relation *child = model_next_child(family, parent, 0);

    for (; child != NULL; child = model_next_child(family, parent, child->serial))
        list_end(w, family, child->child);
}

static void end_one(model_world *w, const model_doom *entry)
{
    const uint32_t actor = entry->actor;
    const bool expires = w->cascade[w->cascades].expires;

    remove_end(w, actor);
    if (expires ? !model_is_alive(w, actor) : w->actors[actor].state == LEAVING)
        return; /* an outer call is notifying its end */
    w->cascade[w->cascades].now = actor;
    if (!expires)
        model_leave(w, actor,
                    w->actors[actor].state == EXPIRED ? TRP_REASON_EXPIRED : TRP_REASON_PARENT);
    else {
        if (w->actors[actor].state == ASLEEP) /* it is recycled, and so are those below it */
            w->cascade[w->cascades].now = NO_INDEX;
        model_expire_actor(w, actor, TRP_REASON_PARENT);
    }
}

static void end_below(model_world *w, model_family *family, uint32_t root, bool expires)
{
    w->cascades++;
    w->cascade[w->cascades].expires = expires;
    w->cascade[w->cascades].now = NO_INDEX;
    family->cascades++;
    for (uint32_t actor = 0; actor < ACTORS; actor++)
        w->listed[actor] = 0;
    list_children(w, family, root);
    for (uint32_t i = 0; i < w->end_count;)
        if (w->ends[i].cascade == w->cascades) {
            const model_doom entry = w->ends[i];
            end_one(w, &entry);
            i = 0;
        } else
            i++;
    family->cascades--;
    w->cascades--;
}

static void end_children(model_world *w, model_family *family, uint32_t actor, bool expires)
{
    const model_doom *at = find_end(w, actor);

    if (expires && at != NULL && !w->cascade[at->cascade].expires)
        return; /* it will be recycled */
    remove_end(w, actor);
    for (uint32_t i = 1; i <= w->cascades && !expires; i++)
        if (w->cascade[i].expires && w->cascade[i].now == actor)
            w->cascade[i].now = NO_INDEX;
    if (has_children(family, actor) && (w->cascades == 0 || w->cascade[w->cascades].now != actor ||
                                        w->cascade[w->cascades].expires != expires))
        end_below(w, family, actor, expires);
}

void model_family_told(model_world *w, uint32_t number, uint32_t actor, trp_event event)
{
    model_family *family = &w->families[number];

    if (!family->orphans)
        end_children(w, family, actor, event == TRP_EVENT_EXPIRED);
    if (family->orphans || event == TRP_EVENT_RECYCLED)
        orphan(family, actor);
    if (event == TRP_EVENT_RECYCLED)
        unlink(family, actor);
}

/* A child that has lost a parent in time lives on, unless another parent takes it along. */
static void spare(model_world *w, uint32_t actor)
{
    const uint32_t pool = w->actors[actor].pool;
    uint32_t place = w->pools[pool].chain.count;
    const model_family *family;

    if (find_end(w, actor) == NULL)
        return;
    while ((family = family_before(w, pool, &place)) != NULL) {
        const uint32_t parent = model_parent(family, actor);
        if (parent != NO_INDEX && (find_end(w, parent) != NULL || !model_is_alive(w, parent)))
            return;
    }
    remove_end(w, actor);
    place = w->pools[pool].chain.count;
    while ((family = family_before(w, pool, &place)) != NULL) {
        const relation *child = model_next_child(family, actor, 0);
        for (; child != NULL; child = model_next_child(family, actor, child->serial))
            spare(w, child->child);
    }
}

bool model_family_is_idle(const model_world *w, const model_family *family)
{
    for (uint32_t i = 0; i < w->end_count; i++)
        if (&w->families[w->ends[i].family] == family)
            return false;
    return family->walks == 0 && family->cascades == 0;
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

/* A parent or child must be alive, and not about to end. */
static trp_result check_living(model_world *w, model_family *family, uint32_t actor)
{
    const uint32_t pool = w->actors[actor].pool;

    if (w->actors[actor].state == EXPIRED)
        return model_misuse(w, pool, TRP_ERR_EXPIRED);
    if (find_end(w, actor) != NULL)
        return model_misuse(w, pool, TRP_BUSY);
    return make_room(w, family, pool);
}

static bool is_cycle(const model_family *family, uint32_t parent, uint32_t child)
{
    while (parent != NO_INDEX && parent != child)
        parent = model_parent(family, parent);
    return parent == child;
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
        op->result = check_living(w, family, parent);
    if (op->result == TRP_OK)
        op->result = check_living(w, family, child);
    if (op->result != TRP_OK)
        return;
    if (is_cycle(family, parent, child) || find(family, child) != NULL) {
        op->result = model_misuse(w, w->actors[child].pool,
                                  is_cycle(family, parent, child) ? TRP_ERR_CYCLE : TRP_ERR_LINKED);
        return;
    }
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
    else {
        unlink(family, child);
        spare(w, child);
    }
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
    while ((child = model_next_child(family, parent, after)) != NULL) {
        const uint32_t actor = child->child;
        after = child->serial;
        if (!model_is_alive(w, actor)) /* one that has expired stays until it is pruned */
            continue;
        unlink(family, actor);
        spare(w, actor);
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
    else if (result == TRP_OK && !model_is_alive(w, place.actor)) {
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
        if (has_stayed(family, root, &was, was.members[i].child) &&
            model_is_alive(w, was.members[i].child))
            visit(w, &frame, was.members[i].child);
    family->walks--;
    model_pop(w, &frame);
}
