#include "storm_troupe.h"

#include <stdlib.h>

static void bullet_update(trp_actor *self, const trp_context *in)
{
    if (!bullet_move(&trp_as(mote, self)->body, in->dt))
        trp_recycle(in->world, self);
}

static void spark_update(trp_actor *self, const trp_context *in)
{
    if (!spark_move(&trp_as(mote, self)->body, in->dt))
        trp_recycle(in->world, self);
}

static void smoke_update(trp_actor *self, const trp_context *in)
{
    if (!smoke_move(&trp_as(mote, self)->body, in->dt))
        trp_recycle(in->world, self);
}

static void missile_update(trp_actor *self, const trp_context *in)
{
    if (!missile_move(&trp_as(mote, self)->body, in->dt))
        trp_recycle(in->world, self);
}

static void bullets_update(trp_pool *pool, const trp_context *in)
{
    trp_each (mote, it, pool)
        if (!bullet_move(&it->body, in->dt))
            trp_recycle(in->world, &it->actor);
}

static void sparks_update(trp_pool *pool, const trp_context *in)
{
    trp_each (mote, it, pool)
        if (!spark_move(&it->body, in->dt))
            trp_recycle(in->world, &it->actor);
}

static void smokes_update(trp_pool *pool, const trp_context *in)
{
    trp_each (mote, it, pool)
        if (!smoke_move(&it->body, in->dt))
            trp_recycle(in->world, &it->actor);
}

static void missiles_update(trp_pool *pool, const trp_context *in)
{
    trp_each (mote, it, pool)
        if (!missile_move(&it->body, in->dt))
            trp_recycle(in->world, &it->actor);
}

static const struct kind_calls {
    const char *name;
    trp_actor_fn *update;
    trp_update_pool_fn *update_pool;
} calls[KINDS] = {
    [KIND_BULLET] = {"bullet", bullet_update, bullets_update},
    [KIND_SPARK] = {"spark", spark_update, sparks_update},
    [KIND_SMOKE] = {"smoke", smoke_update, smokes_update},
    [KIND_MISSILE] = {"missile", missile_update, missiles_update},
};

static void fill(troupe_kind *of, bool settled)
{
    while (trp_pool_count(of->pool) < of->full) {
        mote newborn = {.body = body_newborn(of->kind, of->born++, settled)};
        trp_create(of->pool, &newborn);
    }
}

static bool add_kind(troupe_storm *storm, storm_kind kind, uint32_t bodies, trp_pool_desc desc)
{
    troupe_kind *of = &storm->kinds[kind];
    of->kind = kind;
    of->full = kind_share(kind, bodies);
    desc.name = calls[kind].name;
    desc.type = (trp_type)TRP_TYPE(mote, actor);
    desc.capacity = of->full;
    desc.user = of;
    of->pool = trp_pool_create(storm->world, &desc);
    if (!of->pool)
        return false;
    fill(of, true);
    return true;
}

/* `each`: one update per pool instead of one per actor. */
static troupe_storm *set_up(uint32_t bodies, trp_pool_desc desc, bool each)
{
    troupe_storm *storm = calloc(1, sizeof *storm);
    if (!storm)
        return NULL;
    storm->world = trp_world_create(NULL);
    for (storm_kind kind = 0; kind < KINDS; ++kind) {
        desc.update = each ? NULL : calls[kind].update;
        desc.update_pool = each ? calls[kind].update_pool : NULL;
        if (!add_kind(storm, kind, bodies, desc)) {
            troupe_storm_destroy(storm);
            return NULL;
        }
    }
    return storm;
}

troupe_storm *troupe_storm_create(uint32_t bodies, trp_draw_fn *draw)
{
    return set_up(bodies, (trp_pool_desc){.draw = draw}, true);
}

void troupe_storm_frame(void *storm)
{
    troupe_storm *troupe = storm;
    trp_update_all(troupe->world, STORM_DT);
    for (storm_kind kind = 0; kind < KINDS; ++kind)
        fill(&troupe->kinds[kind], false);
}

void troupe_storm_destroy(void *storm)
{
    troupe_storm *troupe = storm;
    trp_world_destroy(troupe->world);
    free(troupe);
}

static storm_work troupe_work(const void *storm)
{
    const troupe_storm *troupe = storm;
    storm_work work = {0};
    for (storm_kind kind = 0; kind < KINDS; ++kind) {
        trp_pool *pool = troupe->kinds[kind].pool;
        work.died += trp_pool_info(pool).recycled;
        trp_each (mote, it, pool)
            work.hash += body_hash(&it->body);
    }
    return work;
}

static void *set_up_each(uint32_t bodies)
{
    return set_up(bodies, (trp_pool_desc){.order = TRP_ORDER_MEMORY}, true);
}

static void *set_up_update(uint32_t bodies)
{
    return set_up(bodies, (trp_pool_desc){.order = TRP_ORDER_MEMORY}, false);
}

static void *set_up_newest(uint32_t bodies)
{
    return set_up(bodies, (trp_pool_desc){.order = TRP_ORDER_NEWEST}, false);
}

const storm_subject storm_troupe_each = {"troupe, memory order, trp_each in update_pool",
                                         set_up_each, troupe_storm_frame, troupe_work,
                                         troupe_storm_destroy};
const storm_subject storm_troupe_update = {"troupe, memory order, an update per actor",
                                           set_up_update, troupe_storm_frame, troupe_work,
                                           troupe_storm_destroy};
const storm_subject storm_troupe_newest = {"troupe, newest first, an update per actor",
                                           set_up_newest, troupe_storm_frame, troupe_work,
                                           troupe_storm_destroy};
