/* The actions of a tick, and random calls in callbacks. */
#include "soak.h"

#include "troupe/shrink.h"

static const uint32_t wanted[SOAK_POOLS] = {
    [SOAK_SKY] = 380,  [SOAK_ROCKS] = 300, [SOAK_SHIPS] = 120,
    [SOAK_GUNS] = 200, [SOAK_SHOTS] = 220, [SOAK_SHELLS] = 90,
    [SOAK_SMOKE] = 80, [SOAK_PUFFS] = 40,  [SOAK_GUESTS] = 30,
};

static void adopt(void)
{
    soak_unit *guest = soak_guest();
    if (guest == NULL)
        return;
    /* there is an entry per guest: adoption fails only if the guest is already leaving, or its pool
     * is being cleared */
    if (trp_adopt(soak.pools[SOAK_GUESTS], &guest->actor) == NULL &&
        trp_last_result(soak.world) == TRP_BUSY)
        soak_guest_refused(guest);
}

static void one_more(trp_pool *pool)
{
    if (pool == soak.pools[SOAK_GUESTS])
        adopt();
    else
        (void)trp_create(pool, NULL);
}

static void begin_in_sky(trp_actor *actor, const trp_context *in)
{
    (void)in;
    trp_as(soak_unit, actor)->life = 20 + soak_any(100);
}

static bool is_unlucky(const trp_actor *actor, const trp_context *in)
{
    (void)actor, (void)in->arg;
    return soak_any(40) == 0;
}

/* the number of rocks varies in waves, so that their pool grows and shrinks */
static void fill(void)
{
    for (uint32_t i = 0; i < SOAK_POOLS; i++) {
        const uint32_t wave = i == SOAK_ROCKS && soak.ticks / 4096 % 2 == 1 ? 900 : 0;
        uint32_t tries = 2000;
        if (i == SOAK_SKY && trp_pool_count(soak.pools[i]) < wanted[i])
            (void)trp_create_many(soak.pools[i], wanted[i] - trp_pool_count(soak.pools[i]),
                                  begin_in_sky, NULL);
        while (trp_pool_count(soak.pools[i]) < wanted[i] + wave && tries-- > 0)
            one_more(soak.pools[i]);
    }
    if (trp_world_info(soak.world).live < soak.least)
        soak.least = trp_world_info(soak.world).live;
    soak_need(trp_world_info(soak.world).live >= SOAK_LEAST, "at least 1,000 actors live");
}

static void arm(void)
{
    for (uint32_t i = 0; i < 8; i++) {
        trp_actor *ship = trp_pool_at(soak.pools[SOAK_SHIPS],
                                      soak_any(trp_pool_info(soak.pools[SOAK_SHIPS]).slots));
        trp_actor *gun = trp_pool_at(soak.pools[SOAK_GUNS], soak_any(200));
        if (ship != NULL && gun != NULL && trp_family_parent(&soak.family, gun) == NULL)
            (void)trp_family_attach(&soak.family, ship, gun);
    }
}

/* Callbacks */

static void visit(trp_actor *actor, const trp_context *in)
{
    (void)in;
    soak_need(!trp_handle_is_null(trp_handle_of(soak.world, actor)), "walks visit live actors");
    soak.found++;
    if (soak_any(64) == 0)
        soak_meddle();
}

static void find(trp_actor *actor, const trp_context *in)
{
    visit(actor, in);
}

void soak_touch(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    (void)b;
    soak.contacts++;
    soak.touching += in->phase == TRP_CONTACT_BEGIN;
    soak.touching -= in->phase == TRP_CONTACT_END;
    soak_need((a != NULL) == (trp_get(soak.world, in->a_handle) != NULL),
              "contacts have live actors");
    if (in->phase == TRP_CONTACT_BEGIN && a != NULL && soak_any(8) == 0)
        (void)trp_recycle(soak.world, a);
}

static void one_life(trp_actor *actor, uint32_t what)
{
    if (what == 0)
        (void)trp_recycle(soak.world, actor);
    else if (what == 1)
        (void)trp_expire(soak.world, actor);
    else if (what == 2)
        (void)trp_deactivate(soak.world, actor);
    else if (what <= 4)
        (void)trp_activate(soak.world, actor);
    else if (what <= 6)
        (void)trp_mark_changed(soak.world, actor);
    else if (what == 7)
        (void)trp_recycle(soak.world, trp_get(soak.world, trp_handle_of(soak.world, actor)));
    else if (what <= 9)
        (void)trp_group_add(&soak.groups[what - 8], actor);
    else if (what == 10)
        (void)trp_group_remove(&soak.groups[soak_any(2)], actor);
    else if (trp_family_parent(&soak.family, actor) != NULL)
        (void)trp_family_detach(&soak.family, actor);
}

static void many_lives(trp_pool *pool, uint32_t what)
{
    const bool is_endless =
        pool == soak.pools[SOAK_PUFFS]; /* an outer walk may visit them as well */
    if (what < 3)
        one_more(pool);
    else if (what == 3 && pool != soak.pools[SOAK_GUESTS])
        (void)trp_create_with(pool, &(trp_birth){.optional = true});
    else if (what == 4 && pool != soak.pools[SOAK_GUESTS])
        (void)trp_create_many(pool, soak_any(12), NULL, NULL);
    else if (what == 5 && !is_endless)
        soak_need(trp_for_each(pool, visit, NULL) == TRP_OK, "pools are walked");
    else if (what == 6)
        (void)trp_pool_recycle_if(pool, NULL, is_unlucky, NULL);
    else if (what == 7)
        (void)trp_pool_recycle_if(pool, &(trp_ending){.later = true}, is_unlucky, NULL);
    else if (what == 8)
        (void)trp_group_for_each(&soak.groups[soak_any(2)], visit, NULL);
    else if (what == 9)
        (void)trp_family_for_each(&soak.family, soak_any_actor(), visit, NULL);
    else
        soak.found += trp_space_query(
            soak.spaces[soak_any(2)],
            &(trp_query){.area = trp_circle((float)soak_any(2000), (float)soak_any(2000), 60)},
            find, NULL);
}

void soak_meddle(void)
{
    if (soak.depth == 3 || soak.budget == 0)
        return;
    soak.depth++;
    soak.budget--;
    soak.calls++;
    if (soak_any(3) != 0)
        one_life(soak_any_actor(), soak_any(12));
    else
        many_lives(soak.pools[soak_any(SOAK_POOLS)], soak_any(12));
    soak.depth--;
}

/* Between ticks */

static void questions(void)
{
    trp_hit near[4];
    const float x = (float)soak_any(2000), y = (float)soak_any(2000);
    trp_space *space = soak.spaces[soak.ticks % 2];
    (void)trp_space_moved_all(space, NULL);
    if (space == soak.spaces[0]) {
        (void)trp_contacts_run(soak.meetings);
        soak_need(soak.touching >= 0 && soak.touching <= 512, "each contact ends once");
    } else
        soak_note(trp_space_pairs(space, NULL, NULL, NULL));
    soak_note(trp_space_query(space, &(trp_query){.area = trp_circle(x, y, 80)}, find, NULL));
    soak_note(trp_space_find(
        space, &(trp_query){.area = trp_circle(x, y, 300), .order = TRP_SPACE_NEAREST_FIRST}, near,
        4));
    soak_note(trp_space_find(
        space,
        &(trp_query){.area = trp_segment(x, y, x + 200, y + 50), .order = TRP_SPACE_NEAREST_FIRST},
        near, 1));
}

static void rearrange(void)
{
    trp_world *world = soak.world;
    const uint32_t layer = soak_any(SOAK_LAYERS);
    (void)trp_layer_set_place(world, layer, soak_any(SOAK_LAYERS));
    (void)trp_layer_set_enabled(world, soak_any(SOAK_LAYERS), soak_any(3) != 0);
    (void)trp_layer_set_visible(world, soak_any(SOAK_LAYERS), soak_any(3) != 0);
    (void)trp_layer_set_time_scale(world, layer, (float)soak_any(3));
    (void)trp_pool_set_layer(soak.pools[soak_any(SOAK_POOLS)], layer);
    (void)trp_group_reserve(&soak.groups[1], 0);
    if (soak_any(2) == 0 && trp_unwatch(world, &soak.passer_by) != TRP_OK)
        (void)trp_watch(world, &soak.passer_by);
    if (soak_any(8) == 0)
        (void)trp_pool_clear(soak.pools[soak_any(SOAK_POOLS)], NULL);
    if (soak_any(32) == 0)
        (void)trp_layer_clear(world, layer, NULL);
    if (soak_any(32) == 0)
        (void)trp_layer_clear(world, layer, &(trp_ending){.later = true});
    if (soak_any(8) == 0)
        (void)trp_pool_trim(soak.pools[soak_any(SOAK_POOLS)]);
    if (soak_any(4) == 0 && trp_system_remove(world, &soak.clock) == TRP_OK)
        soak_need(trp_system_add(world, &soak.clock) == TRP_OK, "a system is added again");
}

void soak_play(void)
{
    soak.budget = 60;
    soak.ticks++;
    fill();
    arm();
    soak_need(trp_update_all(soak.world, 1) == TRP_OK, "a tick");
    questions();
    soak_ask();
    if (soak.ticks % 4096 == 0)
        soak_box_switch();
    if (soak.ticks % 16 == 0)
        soak_need(trp_draw_all(soak.world, NULL, 0) == TRP_OK, "a drawing");
    if (soak.ticks % 16 == 8)
        soak_need(trp_space_draw(soak.spaces[0], trp_rectangle(0, 0, 900, 900), NULL, 0) == TRP_OK,
                  "the actors on screen are drawn");
    if (soak.ticks % 64 == 0)
        soak_need(trp_group_for_each(&soak.groups[1], visit, NULL) == TRP_OK, "a group's walk");
    if (soak.ticks % 128 == 0)
        rearrange();
}
