/* Families: adding and removing pools. */
#include "model.h"

/* Ends the relations of an actor. */
static void part(model_family *family, uint32_t actor)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < family->count; i++)
        if (family->relations[i].child != actor && family->relations[i].parent != actor)
            family->relations[kept++] = family->relations[i];
    family->count = kept;
}

static void take_out(model_world *w, uint32_t number, uint32_t pool)
{
    model_family *family = &w->families[number];

    for (uint32_t slot = 0; slot < w->pools[pool].capacity; slot++)
        part(family, w->pools[pool].first + slot);
    model_ignore(&w->pools[pool].chain, LISTENS_FAMILY, number, 0);
    family->has[pool] = false;
}

void model_do_family_init(model_world *w, operation *op)
{
    model_family *family = &w->families[op->noun];
    const model_family none = {0};
    const model_watcher watcher = {LISTENS_END, op->noun, 0, TRP_EVENT_SHUTDOWN, 0};

    if (w->drawing || w->ending)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (family->is_made)
        op->result = model_misuse(w, POOLS, TRP_ERR_LINKED);
    else {
        *family = none;
        family->is_made = true;
        family->orphans = op->flag;
        model_listen(w, &w->chain, watcher);
        op->result = TRP_OK;
    }
}

/* Whether pools may be removed now. */
static trp_result check(model_world *w, const model_family *family, uint32_t pool)
{
    return model_family_is_idle(w, family) ? TRP_OK : model_misuse(w, pool, TRP_BUSY);
}

void model_do_family_free(model_world *w, operation *op)
{
    model_family *family = &w->families[op->noun];

    if (!family->is_made)
        op->result = TRP_GONE;
    else if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else
        op->result = check(w, family, POOLS);
    if (op->result != TRP_OK)
        return;
    for (uint32_t pool = 0; pool < w->pool_count; pool++)
        if (family->has[pool])
            take_out(w, op->noun, pool);
    model_ignore(&w->chain, LISTENS_END, op->noun, 0);
    family->is_made = false;
}

void model_do_family_remove(model_world *w, operation *op)
{
    model_family *family = &w->families[op->noun];

    if (!family->is_made)
        op->result = TRP_ERR_NULL;
    else if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (op->pool == POOLS)
        op->result = model_misuse(w, POOLS, TRP_ERR_NULL);
    else if (!family->has[op->pool])
        op->result = model_misuse(w, POOLS, TRP_ERR_UNLINKED);
    else
        op->result = check(w, family, op->pool);
    if (op->result == TRP_OK)
        take_out(w, op->noun, op->pool);
}

/* mode: 3 a pool of the other world */
void model_do_family_add(model_world *w, operation *op)
{
    model_family *family = &w->families[op->noun];
    const model_watcher watcher = {LISTENS_FAMILY, op->noun, 0,
                                   TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED, 0};

    if (!family->is_made)
        op->result = TRP_ERR_NULL;
    else if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (op->pool == POOLS)
        op->result = model_misuse(w, POOLS, TRP_ERR_NULL);
    else if (op->mode == 3)
        op->result = model_misuse(w, POOLS, TRP_ERR_FOREIGN);
    else if (w->ending)
        op->result = model_misuse(w, op->pool, TRP_BUSY);
    else if (family->has[op->pool])
        op->result = model_misuse(w, op->pool, TRP_ERR_LINKED);
    else if (w->starves)
        op->result = model_misuse(w, op->pool, TRP_ERR_MEMORY);
    else {
        family->has[op->pool] = true;
        family->room[op->pool] = w->pools[op->pool].capacity;
        model_listen(w, &w->pools[op->pool].chain, watcher);
        w->block_pieces++;
        op->result = TRP_OK;
    }
}
