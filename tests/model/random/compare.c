/* Compares a world with the model: the data that a call could have touched after each call, all
 * data from time to time. */
#include "real.h"

#include <math.h>

enum {
    LARGE = 1000 /* slots: a world that is validated only when everything is compared */
};

static void compare_stats(const model_world *w, const real_world *real, uint32_t number)
{
    const model_pool *pool = &w->pools[number];
    const trp_pool_facts stats = trp_pool_info(real->pools[number].pool);

    expect_same("live actors of a pool", pool->live, stats.live);
    expect_same("expired actors of a pool", pool->expired, stats.expired);
    expect_same("active actors of a pool", pool->live - pool->sleepers - pool->expired,
                stats.active);
    expect_same("the peak of a pool", pool->peak, stats.peak);
    expect_same("the slots of a pool", pool->capacity - pool->missing - pool->retired,
                stats.capacity);
    expect_same("the retired slots of a pool", pool->retired, stats.retired);
    expect_same("lives begun in a pool", pool->created, stats.created);
    expect_same("lives ended in a pool", pool->created - pool->live, stats.recycled);
    expect_same("creations refused by a pool", pool->refused, stats.refused);
    expect_same("actors stolen by a pool", pool->stolen, stats.stolen);
    expect_same("misuse of a pool", pool->misuse + real->pools[number].repaired, stats.misuse);
    expect_same("the capacity of a pool", pool->capacity,
                trp_pool_info(real->pools[number].pool).slots);
}

/* Follows the list to its end. */
static void compare_list(const model_world *w, const real_world *real, bool backwards)
{
    const trp_actor *at = trp_first(real->world);
    const trp_actor *before = NULL;

    for (uint32_t place = 0; place < LAYERS; place++) {
        const model_layer *layer = &w->layers[w->places[place]];
        for (uint32_t i = 0; i < layer->count; i++)
            for (uint32_t k = 0; k < w->pools[layer->segments[i]].listed; k++) {
                const uint32_t actor = w->lists[layer->segments[i]][k];
                if (w->actors[actor].state != ACTIVE)
                    continue;
                real_meet(model_target(w, actor), at);
                if (backwards)
                    expect(trp_prev(real->world, at) == before, "the one in front in the list", 1,
                           0);
                before = at;
                at = trp_next(real->world, at);
            }
    }
    expect(at == NULL, "the end of the list", 0, 1);
}

/* Actors */

static trp_state state_of(const model_actor *actor)
{
    switch (actor->state) {
    case ACTIVE:
        return TRP_STATE_ACTIVE;
    case ASLEEP:
        return TRP_STATE_ASLEEP;
    case EXPIRED:
    case LEAVING:
        return TRP_STATE_EXPIRED;
    default:
        return TRP_STATE_FREE;
    }
}

static void compare_values(const model_actor *actor, const real_pool *pool, trp_actor *node)
{
    const trp_box box = box_of(actor->box);
    const unit *a = trp_as(unit, node);
    const crate *b = trp_as_in(crate, node, node);

    expect_same("an actor's tag", actor->tag, pool->is_crate ? b->tag : a->tag);
    expect_same("an actor's mark", actor->doomed, pool->is_crate ? b->doomed : a->doomed);
    expect_same("an actor's x", float_bits(box.x),
                float_bits(pool->is_crate ? b->box.x : a->box.x));
    expect_same("an actor's height", float_bits(box.height),
                float_bits(pool->is_crate ? b->box.height : a->box.height));
}

static void compare_taken(const model_world *w, const real_world *real, uint32_t actor)
{
    const model_actor *it = &w->actors[actor];
    const real_pool *pool = &real->pools[it->pool];
    const trp_handle expected = model_handle(w, actor);
    trp_actor *node = trp_pool_at(pool->pool, it->slot);
    trp_handle found;

    real_meet(model_target(w, actor), node);
    found = trp_handle_of(real->world, node);
    expect_same("an actor's state", state_of(it), trp_state_of(real->world, node));
    expect_same("an actor's index", expected.index, found.index);
    expect_same("an actor's generation", expected.generation, found.generation);
    expect(expected.generation == 0 || trp_get(real->world, found) == node, "trp_get", 1, 0);
    expect_same("an actor's slot", it->slot, trp_slot_of(real->world, node));
    expect(trp_pool_of(real->world, node) == pool->pool, "an actor's pool", 1, 0);
    compare_values(it, pool, node);
}

static void compare_slots(const model_world *w, const real_world *real, uint32_t number)
{
    const model_pool *pool = &w->pools[number];

    for (uint32_t slot = 0; slot < pool->capacity; slot++) {
        const uint32_t actor = pool->first + slot;
        const trp_state state = state_of(&w->actors[actor]);
        if (state != TRP_STATE_FREE) {
            compare_taken(w, real, actor);
            continue;
        }
        expect(trp_pool_at(real->pools[number].pool, slot) == NULL, "a free slot", 0, slot);
        if (!pool->is_external && model_is_known(w, actor)) {
            const target to = {TO_SLOT, w->number, (uint8_t)number, slot};
            expect_same("a free slot's state", state, trp_state_of(real->world, real_actor(to)));
        }
    }
}

static void compare_old_handles(const model_world *w, const real_world *real)
{
    for (uint32_t i = 0; i < OLD; i++)
        real_meet(model_target(w, model_get(w, w->old[i])), trp_get(real->world, w->old[i]));
}

/* Modules */

static void compare_layers(const model_world *w, const real_world *real)
{
    for (uint32_t i = 0; i < LAYERS; i++) {
        const model_layer *layer = &w->layers[i];
        uint32_t count = 0;
        for (uint32_t k = 0; k < w->pool_count; k++)
            count += w->pools[k].layer == i ? w->pools[k].live : 0;
        expect_same("a place's layer", i, trp_layer_info(real->world, w->places[i]).place);
        expect_same("a layer's switch", layer->enabled, trp_layer_enabled(real->world, i));
        expect_same("a layer's switch", layer->visible, trp_layer_visible(real->world, i));
        expect_same("a layer's scale", float_bits(layer->scale),
                    float_bits(trp_layer_info(real->world, i).time_scale));
        expect_same("a layer's actors", count, trp_layer_info(real->world, i).live);
    }
    for (uint32_t i = 0; i < w->pool_count; i++) {
        const trp_pool *pool = real->pools[i].pool;
        expect_same("a pool's layer", w->pools[i].layer, trp_pool_info(pool).layer);
        expect_same("a pool's scale", float_bits(w->pools[i].scale),
                    float_bits(trp_pool_info(pool).time_scale));
        expect(trp_world_pool(real->world, i) == pool, "a pool's number", i, 0);
    }
}

static void compare_children(const model_world *w, const real_world *real, uint32_t which,
                             uint32_t parent)
{
    const model_family *family = &w->families[which];
    const trp_family *found = &real->families[which];
    const trp_actor *node = real_actor(model_target(w, parent));
    const relation *child = model_next_child(family, parent, 0);
    const trp_actor *at = trp_family_first(found, node);

    for (; child != NULL; child = model_next_child(family, parent, child->serial)) {
        const trp_actor *of = real_actor(model_target(w, child->child));
        expect(trp_family_parent(found, of) == node, "a parent", parent, child->child);
        if (!model_is_alive(w, child->child))
            continue;
        expect(at == of, "the next child", child->child, 0);
        at = trp_family_next(found, at);
    }
    expect(at == NULL, "the last child", parent, 0);
}

static void compare_family(const model_world *w, const real_world *real, uint32_t which)
{
    expect_same("whether there is a family", w->families[which].is_made,
                real->families[which].world != NULL);
    for (uint32_t i = 0; i < w->actor_count; i++) {
        const model_actor *actor = &w->actors[i];
        if (actor->state != ACTIVE && actor->state != ASLEEP && actor->state != EXPIRED)
            continue;
        compare_children(w, real, which, i);
        expect_same("whether there is a parent", model_parent(&w->families[which], i) != NO_INDEX,
                    trp_family_parent(&real->families[which], real_actor(model_target(w, i))) !=
                        NULL);
    }
}

static void compare_group(const model_world *w, const real_world *real, uint32_t which)
{
    const model_group *group = &w->groups[which];
    const trp_group *found = &real->groups[which].group;
    uint32_t removed = 0;

    expect_same("entries of a group", group->count, trp_group_size(found));
    for (uint32_t i = 0; i < group->count; i++) {
        const trp_actor *actor = trp_group_at(found, i);
        removed += group->entries[i].is_removed;
        if (model_is_member(w, &group->entries[i]))
            real_meet(model_target(w, group->entries[i].actor), actor);
        else
            expect(actor == NULL, "an entry of a group has an actor", 0, i);
    }
    expect_same("entries with lives", group->count - removed, real->groups[which].count);
}

/* A box that begins and ends at the same infinity has no size. */
static uint32_t size_bits(float begin, float end)
{
    if (begin == end)
        return float_bits(0);
    return float_bits(isinf(end) ? end : end - begin);
}

static void compare_member(const model_world *w, const real_world *real, uint32_t which,
                           const model_member *member)
{
    const trp_actor *actor = real_actor(model_target(w, member->actor));
    model_edges edges;
    trp_member found;

    expect(trp_space_member(real->spaces[which], actor, &found), "one in a space", 1, 0);
    const trp_box box = found.box;
    (void)model_edges_of(member->box, &edges);
    expect_same("x of a box in a space", float_bits(edges.left), float_bits(box.x));
    expect_same("y of a box in a space", float_bits(edges.top), float_bits(box.y));
    expect_same("width of a box in a space", size_bits(edges.left, edges.right),
                float_bits(box.width));
    expect_same("height of a box in a space", size_bits(edges.top, edges.bottom),
                float_bits(box.height));
}

static void compare_space(const model_world *w, const real_world *real, uint32_t which,
                          bool everything)
{
    const model_space *space = &w->spaces[which];
    uint32_t hidden = 0;

    if (!space->is_made)
        return;
    expect_same("actors in a space", model_space_count(space),
                trp_space_info(real->spaces[which]).count);
    expect_same("actors that a space refused", space->refused,
                trp_space_info(real->spaces[which]).refused);
    if (!everything)
        return;
    for (uint32_t i = 0; i < MEMBERS; i++)
        if (space->members[i].is_in) {
            hidden += space->members[i].is_hidden;
            compare_member(w, real, which, &space->members[i]);
        }
    const trp_space_facts facts = trp_space_info(real->spaces[which]);
    expect_same("hidden actors in a space", hidden, facts.hidden);
    expect_same("a space's capacity", space->capacity, facts.capacity);
    expect_same("contacts that were missed", space->missed,
                trp_contacts_info(real->contacts[which]).missed);
}

static void compare_everything(const model_world *w, const real_world *real)
{
    for (uint32_t i = 0; i < w->pool_count; i++)
        compare_slots(w, real, i);
    compare_old_handles(w, real);
    compare_layers(w, real);
    for (uint32_t i = 0; i < FAMILIES; i++)
        compare_family(w, real, i);
    for (uint32_t i = 0; i < GROUPS; i++)
        compare_group(w, real, i);
}

void real_compare(const model_world *w, bool everything)
{
    real_world *real = &the_worlds[w->number];
    uint32_t count = 0;

    if (everything || w->ticks % 4 == 0) /* otherwise they are left to later calls */
        real_repair(real);
    if (everything || (w->actor_count < LARGE && !real->is_overwritten))
        expect_same("trp_world_validate", TRP_OK, trp_world_validate(real->world));
    expect_same("misuse", w->misuse + real->repaired, trp_world_info(real->world).misuse);
    expect_same("ticks", w->ticks, trp_world_ticks(real->world));
    expect_same("pools", w->pool_count, trp_world_info(real->world).pools);
    for (uint32_t i = 0; i < w->pool_count; i++) {
        compare_stats(w, real, i);
        count += w->pools[i].live;
    }
    expect_same("actors", count, trp_world_info(real->world).live);
    compare_list(w, real, everything);
    for (uint32_t i = 0; i < SPACES; i++)
        compare_space(w, real, i, everything);
    for (uint32_t i = 0; i < GROUPS; i++)
        expect_same("members of a group", model_group_count(w, &w->groups[i]),
                    trp_group_measure(&real->groups[i].group));
    real_compare_time(w);
    if (everything)
        compare_everything(w, real);
}
