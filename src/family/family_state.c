/*
 * Families in snapshots, hashes and saves: a row for each child. Parents come before their children,
 * siblings in order. So neither room nor serials have an effect.
 */
#include "../../include/troupe/fields.h"
#include "../core/part.h"
#include "family.h"

typedef struct family_row {
    trp_handle child;
    trp_handle parent;
} family_row;

static const trp_field family_fields[] = {TRP_FIELD(family_row, child),
                                          TRP_FIELD(family_row, parent), TRP_FIELDS_END};
static const trp_fields family_type = {"family", sizeof(family_row), 0, family_fields, NULL, 0};

/* The number of records that may have relations. */
static uint32_t family_state_records(const trp__family_pool *home)
{
    const uint32_t used = home->pool->state.used;

    return used < home->room ? used : home->room;
}

static size_t family_state_most(const void *module)
{
    const trp_family *family = module;
    size_t bytes = 0;

    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next)
        bytes += home->pool->max_capacity * sizeof(family_row);
    return bytes;
}

static trp_handle family_state_handle(const trp_family *family, uint32_t index)
{
    const trp__place place = trp__family_place(family->world, index);
    const trp_handle handle = {trp__handle_index(place.pool, place.slot),
                               trp__cell_of(place.pool, place.slot)->generation};

    return handle;
}

static uint32_t family_state_index(trp_handle handle)
{
    return handle.index & (TRP_MAX_SLOTS - 1);
}

static const trp_pool *family_state_pool(const trp_family *family, trp_handle handle)
{
    return trp__family_place(family->world, family_state_index(handle)).pool;
}

static void family_state_put_below(const trp_family *family, uint32_t root, trp__sink *to)
{
    const trp__family_walk all = {NULL, root, root, UINT64_MAX};
    uint32_t index = root;

    while ((index = trp__family_step(family, &all, index, true)) != TRP_NO_LINK) {
        const family_row row = {family_state_handle(family, index),
                                family_state_handle(family, trp__kin_of(family, index)->parent)};
        trp__put_bytes_to(to, &row, sizeof row);
    }
}

static void family_state_put(const void *module, trp__sink *to)
{
    const trp_family *family = module;

    for (uint32_t i = 0; i < family->world->pool_count; i++) {
        const trp__family_pool *home = trp__family_find(family, family->world->pools[i]);
        for (uint32_t slot = 0; home != NULL && slot < family_state_records(home); slot++)
            if (home->kin[slot].parent == TRP_NO_LINK && home->kin[slot].first != TRP_NO_LINK)
                family_state_put_below(family, trp__index(home->pool, slot), to);
    }
}

static void family_state_begin(void *module)
{
    const trp_family *family = module;

    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next)
        for (uint32_t slot = 0; slot < home->room; slot++)
            home->kin[slot] = trp__no_kin;
}

/* A child without a parent and children closes no circle. */
static void family_state_enter(void *module, const void *row)
{
    trp_family *family = module;
    const uint32_t child = family_state_index(((const family_row *)row)->child);
    const uint32_t parent = family_state_index(((const family_row *)row)->parent);
    const trp__kin *kin = trp__kin_of(family, child);

    if (child != parent && kin->parent == TRP_NO_LINK && kin->first == TRP_NO_LINK)
        trp__family_link(family, parent, child);
}

/* Whether both of a row have records, which may be taken if `takes` is true. */
static bool family_state_room(void *module, const void *row, size_t count, bool takes)
{
    const trp_family *family = module;
    const family_row *kin = row;
    const uint32_t indices[2] = {family_state_index(kin->child), family_state_index(kin->parent)};
    bool has_room = true;

    (void)count;
    for (unsigned i = 0; i < 2 && has_room; i++) {
        const trp__place place = trp__family_place(family->world, indices[i]);
        trp__family_pool *home = trp__family_find(family, place.pool);
        has_room = home != NULL && (place.slot < home->room ||
                                    (takes && trp__family_has_room(home, place.slot + 1)));
    }
    return has_room;
}

static bool family_state_accepts(const void *module, void *row, bool is_asleep)
{
    const trp_family *family = module;
    const family_row *kin = row;

    (void)is_asleep;
    return trp__family_find(family, family_state_pool(family, kin->child)) != NULL &&
           trp__family_find(family, family_state_pool(family, kin->parent)) != NULL;
}

static bool family_state_uses(const void *module, const trp_pool *pool)
{
    return trp__family_find(module, pool) != NULL;
}

trp__part_table trp__family_part(void)
{
    trp__part_table table = {0};

    table.name = "family";
    table.offset = offsetof(trp_family, part);
    table.size = sizeof(trp_family);
    table.most = family_state_most;
    table.put = family_state_put;
    table.uses = family_state_uses;
    table.row = &family_type;
    table.begin = family_state_begin;
    table.enter = family_state_enter;
    table.room = family_state_room;
    table.lives = TRP__LIVES_TAKEN;
    table.accepts = family_state_accepts;
    return table;
}
