/* The calls, in the library: families and rosters. */
#include "real.h"

#include "operations.h"

#include <string.h>

void real_do_family_init(real_world *w, const operation *op)
{
    trp_family_desc desc = {0};

    desc.orphans = op->flag;
    real_answer(op, trp_family_init(&w->families[op->noun], w->world, &desc));
}

void real_do_family_free(real_world *w, const operation *op)
{
    real_answer(op, trp_family_free(&w->families[op->noun]));
}

/* A pool, NULL, or one of the other world. */
static trp_pool *pool_of(real_world *w, const operation *op, bool is_foreign)
{
    const real_world *other = &the_worlds[w == the_worlds];

    if (op->pool == POOLS)
        return NULL;
    return is_foreign ? other->pools[op->pool % other->pool_count].pool : w->pools[op->pool].pool;
}

void real_do_family_add(real_world *w, const operation *op)
{
    trp_pool *pool = pool_of(w, op, op->mode == 3);

    real_answer(op, trp_family_add(&w->families[op->noun], pool));
}

void real_do_family_remove(real_world *w, const operation *op)
{
    real_answer(op, trp_family_remove(&w->families[op->noun], pool_of(w, op, false)));
}

void real_do_attach(real_world *w, const operation *op)
{
    real_answer(op,
                trp_family_attach(&w->families[op->noun], real_actor(op->a), real_actor(op->b)));
}

void real_do_detach(real_world *w, const operation *op)
{
    real_answer(op, trp_family_detach(&w->families[op->noun], real_actor(op->a)));
}

void real_do_family_clear(real_world *w, const operation *op)
{
    real_answer(op, trp_family_clear(&w->families[op->noun], real_actor(op->a)));
}

void real_do_family_each(real_world *w, const operation *op)
{
    real_answer(op, trp_family_each(&w->families[op->noun], real_actor(op->a),
                                    op->flag ? NULL : real_visit, NULL));
}

/* Rosters */

void real_do_roster_init(real_world *w, const operation *op)
{
    const roster_plan plan = roster_plan_of(op->n);
    real_roster *roster = &w->rosters[op->noun];
    trp_roster_desc desc = {0};

    if (plan.is_typed)
        desc.type = (trp_type)TRP_TYPE(unit, actor);
    if (plan.is_array)
    {
        desc.array = roster->array;
        desc.array_bytes = TRP_ROSTER_BYTES(plan.capacity);
    }
    else
        desc.capacity = desc.max = plan.capacity;
    if (op->mode == 1)
    {
        desc.capacity = 5;
        desc.max = 4;
    }
    desc.unique = plan.unique;
    desc.unordered = plan.unordered;
    desc.user = roster;
    desc.on_added = real_on_added;
    desc.on_pruned = real_on_pruned;
    real_answer(op, trp_roster_init(&roster->roster, w->world, &desc));
    if (op->result != TRP_OK)
        return;
    roster->tells = plan.tells;
    roster->unordered = plan.unordered;
    roster->is_typed = plan.is_typed;
    roster->count = 0;
}

void real_do_roster_free(real_world *w, const operation *op)
{
    const trp_result result = trp_roster_free(&w->rosters[op->noun].roster);

    real_answer(op, result);
    if (result == TRP_OK)
        w->rosters[op->noun].count = 0;
}

void real_do_roster_add(real_world *w, const operation *op)
{
    real_answer(op, trp_roster_add(&w->rosters[op->noun].roster, real_actor(op->a)));
}

void real_do_roster_add_many(real_world *w, const operation *op)
{
    trp_actor *const all[4] = {real_actor(op->a), NULL, real_actor(op->b), real_actor(op->a)};

    real_answer(op, trp_roster_add_many(&w->rosters[op->noun].roster, all, 4));
}

void real_do_roster_add_roster(real_world *w, const operation *op)
{
    real_answer(op,
                trp_roster_add_roster(&w->rosters[op->noun].roster, &w->rosters[op->mode].roster));
}

void real_do_roster_add_slice(real_world *w, const operation *op)
{
    trp_roster *from = &w->rosters[op->mode].roster;

    (void)trp_roster_prune(from);
    real_answer(
        op, trp_roster_add_slice(&w->rosters[op->noun].roster, from, op->n & 7, op->n >> 3 & 7));
}

void real_do_roster_remove(real_world *w, const operation *op)
{
    real_roster *roster = &w->rosters[op->noun];
    const trp_actor *actor = real_actor(op->a);
    const trp_handle handle = trp_handle_of(w->world, actor);
    const trp_result result = trp_roster_remove(&roster->roster, actor);
    uint32_t kept = 0;

    real_answer(op, result);
    for (uint32_t i = 0; i < roster->count; i++)
        if (result != TRP_OK || !trp_handle_equal(roster->handles[i], handle))
            roster->handles[kept++] = roster->handles[i];
    roster->count = kept;
}

void real_do_roster_clear(real_world *w, const operation *op)
{
    const trp_result result = trp_roster_clear(&w->rosters[op->noun].roster);

    real_answer(op, result);
    if (result == TRP_OK)
        w->rosters[op->noun].count = 0;
}

/* Afterwards it contains no dead actor. */
static void expect_pruned(const trp_roster *roster)
{
    expect_same("entries after pruning", trp_roster_count(roster), trp_roster_size(roster));
}

void real_do_roster_prune(real_world *w, const operation *op)
{
    const trp_roster *roster = &w->rosters[op->noun].roster;

    real_answer(op, trp_roster_prune(&w->rosters[op->noun].roster));
    if (op->result == TRP_OK)
        expect_pruned(roster);
}

void real_do_roster_resize(real_world *w, const operation *op)
{
    trp_roster *roster = &w->rosters[op->noun].roster;

    if (!op->flag)
        real_answer(op, trp_roster_reserve(roster, op->n & 63));
    else
    {
        real_answer(op, trp_roster_shrink(roster));
        if (op->result == TRP_OK)
            expect_pruned(roster);
    }
}

/* Walks over rosters; those over an unordered one make no calls and may come in any order. */

static uint32_t any_end, any_met;

static void visit_any(trp_actor *actor, const trp_context *in)
{
    (void)in;
    for (uint32_t i = real_position(); i < any_end; i++)
    {
        record *at = &the_trace.records[i];
        if (at->kind == RECORD_ANY && real_actor(at->actor) == actor)
        {
            at->kind = RECORD_MET;
            any_met++;
            return;
        }
    }
    expect(false, "a visit of one that is not in the roster", 0, 1);
}

static void each_typed(const trp_roster *roster, const operation *op, trp_visit_fn *visit)
{
    uint32_t visits = 0;

    trp_roster_each(unit, it, roster)
    {
        visit(&it->actor, NULL);
        if (op->mode == 0 || ++visits < op->m)
            continue;
        if (op->mode == 2)
            return;
        break;
    }
}

static void each_actor(const trp_roster *roster, const operation *op, trp_visit_fn *visit)
{
    uint32_t visits = 0;

    trp_roster_each_actor(it, roster)
    {
        visit(it, NULL);
        if (op->mode == 0 || ++visits < op->m)
            continue;
        if (op->mode == 2)
            return;
        break;
    }
}

static void walk(const real_roster *roster, const operation *op, trp_visit_fn *visit)
{
    if (op->mode == 3)
        real_answer(op, trp_roster_for_each(&roster->roster, op->flag ? NULL : visit, NULL));
    else if (op->flag && roster->is_typed)
    {
        trp_roster_each_of(crate, node, it, &roster->roster) visit(&it->node, NULL);
    }
    else if (op->flag)
        return;
    else if (roster->is_typed)
        each_typed(&roster->roster, op, visit);
    else
        each_actor(&roster->roster, op, visit);
}

void real_do_roster_each(real_world *w, const operation *op)
{
    const real_roster *roster = &w->rosters[op->noun];
    uint32_t all;
    const bool leaves = op->mode == 1 || op->mode == 2;

    if (!roster->unordered || op->flag || roster->roster.world == NULL)
    {
        walk(roster, op, real_visit);
        return;
    }
    any_end = op->end;
    any_met = 0;
    all = any_end - real_position();
    walk(roster, op, visit_any);
    expect_same("how many were visited", leaves && op->m < all ? op->m : all, any_met);
    real_skip_to(any_end);
}
