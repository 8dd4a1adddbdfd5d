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

/* The end of a parent. The paths of all cascades, those of the innermost last. */

static model_doom *find_end(model_world *w, uint32_t actor)
{
    for (uint32_t i = 0; i < w->end_count; i++)
        if (w->ends[i].actor == actor)
            return &w->ends[i];
    return NULL;
}

/* And what is above it in its path. */
static void drop_end(model_world *w, uint32_t actor)
{
    model_doom *to = find_end(w, actor);

    if (to == NULL)
        return;
    const uint32_t cascade = to->cascade;
    for (const model_doom *at = to; at < w->ends + w->end_count; at++)
        if (at->cascade != cascade)
            *to++ = *at;
    w->end_count = (uint32_t)(to - w->ends);
}

static void push_end(model_world *w, const model_family *family, uint32_t actor, end_way way)
{
    w->ends[w->end_count++] = (model_doom){.actor = actor,
                                           .family = (uint8_t)(family - w->families),
                                           .cascade = w->cascades,
                                           .way = way};
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

/* Puts the next child of the last of the path behind it, if there is one. What is leaving is passed
 * for the sake of its children. */
static bool descend(model_world *w)
{
    model_doom *top = &w->ends[w->end_count - 1];
    const uint32_t pool = w->actors[top->actor].pool;
    const bool expires = top->way == END_EXPIRES;
    uint32_t place = w->pools[pool].chain.count;
    model_family *family;

    while ((family = family_before(w, pool, &place)) != NULL) {
        uint64_t *after = &top->serials[family - w->families];
        const relation *next;
        while ((next = model_next_child(family, top->actor, *after)) != NULL) {
            const uint32_t child = next->child;
            const uint32_t state = w->actors[child].state;
            const model_doom *at = find_end(w, child);
            *after = next->serial;
            if (at != NULL && (expires || at->cascade == w->cascades))
                continue;
            if (expires && !model_is_alive(w, child))
                continue;
            drop_end(w, child);
            push_end(w, family, child,
                     expires && state != ASLEEP ? END_EXPIRES
                     : state == LEAVING         ? END_RECYCLES
                                                : END_DESCENDS);
            return true;
        }
    }
    return false;
}

static void end_next(model_world *w)
{
    const bool descends = descend(w);
    model_doom *top = &w->ends[w->end_count - 1];
    const uint32_t actor = top->actor;

    if (descends && top->way != END_EXPIRES)
        return;
    if (!descends && top->way != END_DESCENDS)
        drop_end(w, actor);
    else if (descends)
        model_expire_actor(w, actor, TRP_REASON_PARENT);
    else {
        top->way = END_RECYCLES;
        model_leave(w, actor,
                    w->actors[actor].state == EXPIRED ? TRP_REASON_EXPIRED : TRP_REASON_PARENT);
    }
}

static void end_children(model_world *w, model_family *family, uint32_t actor, bool expires)
{
    if (!has_children(family, actor))
        return;
    w->cascades++;
    family->cascades++;
    push_end(w, family, actor, expires ? END_EXPIRES : END_RECYCLES);
    while (w->end_count != 0 && w->ends[w->end_count - 1].cascade == w->cascades)
        end_next(w);
    family->cascades--;
    w->cascades--;
}

void model_family_told(model_world *w, uint32_t number, uint32_t actor, trp_event event)
{
    model_family *family = &w->families[number];
    const model_doom *at = find_end(w, actor);

    if (w->actors[actor].slot >= family->room[w->actors[actor].pool])
        return;
    if (!family->orphans &&
        (at == NULL || (event == TRP_EVENT_RECYCLED && at->way != END_RECYCLES))) {
        drop_end(w, actor);
        end_children(w, family, actor, event == TRP_EVENT_EXPIRED);
    }
    if (family->orphans || event == TRP_EVENT_RECYCLED)
        orphan(family, actor);
    if (event == TRP_EVENT_RECYCLED)
        unlink(family, actor);
}

/* Whether it will end with a parent: it is in a path, or a parent is. */
static bool is_doomed(model_world *w, uint32_t actor, bool seen[ACTORS])
{
    const uint32_t pool = w->actors[actor].pool;
    uint32_t place = w->pools[pool].chain.count;
    const model_family *family;

    if (find_end(w, actor) != NULL)
        return true;
    seen[actor] = true;
    while ((family = family_before(w, pool, &place)) != NULL) {
        const uint32_t parent = model_parent(family, actor);
        if (parent != NO_INDEX && !seen[parent] && is_doomed(w, parent, seen))
            return true;
    }
    return false;
}

/* A child that has lost the parent which would take it along lives on. If it has expired, what is
 * below it expires. */
static void spare(model_world *w, model_family *family, uint32_t actor)
{
    const model_doom *at = find_end(w, actor);

    if (at == NULL || &w->families[at->family] != family || at == w->ends ||
        at[-1].cascade != at->cascade)
        return;
    const bool expires = at->way == END_EXPIRES;
    drop_end(w, actor);
    if (expires)
        end_children(w, family, actor, true);
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
    if (w->drawing)
        return model_misuse(w, POOLS, TRP_BUSY);
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
    bool seen[ACTORS] = {false};
    trp_result result;

    if (w->actors[actor].state == EXPIRED)
        return model_misuse(w, pool, TRP_ERR_EXPIRED);
    result = make_room(w, family, pool);
    if (result == TRP_OK && w->cascades != 0 && is_doomed(w, actor, seen))
        result = model_misuse(w, pool, TRP_BUSY);
    return result;
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
        spare(w, family, child);
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
        spare(w, family, actor);
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
