/* The calls, in the library: spaces. */
#include "real.h"

#include <math.h>

void real_do_space_create(real_world *w, const operation *op)
{
    const space_plan plan = space_plan_of(op->n);
    const trp_contacts_desc contacts = {.phases =
                                            TRP_CONTACT_BEGIN | TRP_CONTACT_STAY | TRP_CONTACT_END,
                                        .on_contact = real_contact,
                                        .capacity = plan.contacts,
                                        .manual_run = true,
                                        .user = w};
    trp_space_desc desc = {0};

    desc.index = plan.is_brute ? TRP_SPACE_BRUTE : NULL;
    desc.capacity = plan.capacity;
    desc.max_capacity = plan.max_capacity;
    desc.hits = plan.hits;
    desc.sleepers = (trp_space_sleepers)plan.sleepers;
    w->spaces[op->noun] = trp_space_create(w->world, op->flag ? NULL : &desc);
    expect_same("whether there is a space", op->result == TRP_OK, w->spaces[op->noun] != NULL);
    w->contacts[op->noun] = NULL;
    if (op->result == TRP_OK && plan.contacts != 0)
        w->contacts[op->noun] = trp_contacts_create(w->spaces[op->noun], &contacts);
}

void real_do_space_destroy(real_world *w, const operation *op)
{
    const trp_result result = trp_space_destroy(w->spaces[op->noun]);

    real_answer(op, result);
    if (result == TRP_OK)
        w->spaces[op->noun] = NULL;
}

static trp_box bounds_of_unit(const trp_actor *actor, const trp_context *in)
{
    (void)in;
    return trp_as(unit, actor)->box;
}

static trp_box bounds_of_crate(const trp_actor *actor, const trp_context *in)
{
    (void)in;
    return ((const crate *)trp__around(actor, offsetof(crate, node)))->box;
}

/* A pool, NULL, or one of the other world. */
static trp_pool *pool_of(real_world *w, const operation *op)
{
    const real_world *other = &the_worlds[w == the_worlds];

    if (op->pool == POOLS)
        return NULL;
    return op->mode == 3 ? other->pools[op->pool % other->pool_count].pool
                         : w->pools[op->pool].pool;
}

static uint32_t category_of(uint32_t bits)
{
    return (bits & 7) < 4 ? 1u << (bits & 3) : 0;
}

void real_do_space_add_pool(real_world *w, const operation *op)
{
    const bool is_crate = op->pool < POOLS && w->pools[op->pool].is_crate;
    trp_space_pool_desc desc = {0};

    if (op->mode == 0 || op->mode == 3)
        desc.box = is_crate ? TRP_BOX_AT(crate, box) : TRP_BOX_AT(unit, box);
    if (op->mode == 1 || op->mode == 2)
        desc.bounds = is_crate ? bounds_of_crate : bounds_of_unit;
    if (op->mode == 6)
        desc.box = is_crate ? offsetof(crate, node) + 1 : sizeof(unit);
    desc.category = category_of(op->m);
    desc.mask = op->m >> 3 & 15;
    desc.manual_add = op->flag;
    real_answer(
        op, trp_space_add_pool(w->spaces[op->noun], pool_of(w, op), op->mode == 4 ? NULL : &desc));
}

void real_do_space_remove_pool(real_world *w, const operation *op)
{
    real_answer(op, trp_space_remove_pool(w->spaces[op->noun], pool_of(w, op)));
}

void real_do_space_add(real_world *w, const operation *op)
{
    real_answer(op, trp_space_add(w->spaces[op->noun], real_actor(op->a)));
}

void real_do_space_remove(real_world *w, const operation *op)
{
    real_answer(op, trp_space_remove(w->spaces[op->noun], real_actor(op->a)));
}

void real_do_space_set_bits(real_world *w, const operation *op)
{
    real_answer(op, trp_space_set_bits(w->spaces[op->noun], real_actor(op->a), category_of(op->m),
                                       op->m >> 3 & 15));
}

void real_do_space_moved(real_world *w, const operation *op)
{
    real_answer(op, trp_space_moved(w->spaces[op->noun], real_actor(op->a)));
}

void real_do_space_moved_all(real_world *w, const operation *op)
{
    real_answer(op, trp_space_moved_all(w->spaces[op->noun], NULL));
}

void real_do_space_moved_pool(real_world *w, const operation *op)
{
    real_answer(op, trp_space_moved_all(w->spaces[op->noun], pool_of(w, op)));
}

/* Queries and passes */

void real_do_space_query(real_world *w, const operation *op)
{
    real_answer(op, trp_space_query(w->spaces[op->noun],
                                    &(trp_query){.area = area_of(op->n), .mask = op->m},
                                    op->flag ? NULL : real_found, NULL));
}

void real_do_space_nearest(real_world *w, const operation *op)
{
    const trp_box at = box_of(op->n);
    const trp_query query = {.area = trp_circle(at.x, at.y, op->flag ? INFINITY : at.width * 4),
                             .mask = op->m,
                             .order = TRP_SPACE_NEAREST_FIRST};
    trp_hit found[8];
    const uint32_t count = trp_space_find(w->spaces[op->noun], &query, found, op->mode);

    real_answer(op, count);
    for (uint32_t i = 0; i < count; i++) {
        const record *next = real_next(RECORD_MET);
        expect(next != NULL, "the nearest", 0, i);
        real_meet(next->actor, found[i].actor);
    }
}

void real_do_space_first(real_world *w, const operation *op)
{
    const trp_query query = {
        .area = area_of(op->n), .mask = op->m, .order = TRP_SPACE_NEAREST_FIRST};
    trp_hit hit = {.at = 1};

    if (query.area.shape == TRP_SHAPE_SWEEP)
        (void)trp_space_find(w->spaces[op->noun], &query, &hit, 1);
    real_answer_actor(op, w, hit.actor);
    expect(op->at == hit.at, "how far along a sweep", float_bits(op->at), float_bits(hit.at));
}

void real_do_space_draw(real_world *w, const operation *op)
{
    real_answer(op, trp_space_draw(w->spaces[op->noun], area_of(op->n), &the_worlds, 0.25f));
}

void real_do_space_update(real_world *w, const operation *op)
{
    trp_space *space = w->spaces[op->noun];
    const trp_context *tick = w->tick;

    real_answer(
        op, trp_space_update(space, area_of(op->n), op->flag ? NULL : real_update_in_space, tick));
}

void real_do_space_pairs(real_world *w, const operation *op)
{
    real_answer(op, trp_space_pairs(w->spaces[op->noun], NULL, op->flag ? NULL : real_pair, w));
}

void real_do_space_contacts(real_world *w, const operation *op)
{
    trp_contacts *contacts = w->spaces[op->noun] != NULL ? w->contacts[op->noun] : NULL;

    real_answer(op, trp_contacts_run(contacts));
}
