/*
 * Tests the contract of troupe.hpp, for C++17 and C++20: see test_wrapper.sh. Walks are in
 * test_wrapper_walk.cpp.
 */
#include "test_wrapper.hpp"

/* has initialisers */
struct eager {
    trp_actor actor;
    int health = 7;
};

/* The callbacks, each as a function and as a member. */

static void update(thing &self, const trp_context &in)
{
    seen.push_back(self.id + static_cast<uint32_t>(in.dt));
}
static void update_quietly(thing &self, const trp_context &) noexcept
{
    seen.push_back(self.id + 500);
}
static void draw(const thing &self, const trp_view &view)
{
    *static_cast<uint32_t *>(view.target) += self.id;
}
static bool is_expired(const thing &self, const trp_context &)
{
    return self.id == 2;
}
static void on_create(thing &self, const trp_context &in)
{
    seen.push_back(static_cast<uint32_t>(trp_world_info(in.world).live) + self.id);
}
static void on_end(thing &self, const trp_end_context &in)
{
    seen.push_back(1000 * static_cast<uint32_t>(in.reason) + self.id);
}
static void update_all(troupe::pool<thing> pool, const trp_context &)
{
    for (thing &it : pool)
        seen.push_back(it.id + 100);
}

struct member {
    trp_actor actor;
    uint32_t id;

    void update(const trp_context &)
    {
        seen.push_back(id);
    }
    void draw(const trp_view &) const
    {
        seen.push_back(id + 1);
    }
    bool is_over(const trp_context &) const
    {
        return id == 9;
    }
    void on_create(const trp_context &)
    {
        id = 8;
    }
    void on_end(const trp_end_context &)
    {
        seen.push_back(id + 2);
    }
};

static void callbacks()
{
    trp_world *world = new_world();
    troupe::pool_desc<thing> desc("thing", 4);
    desc.set_update<update>().set_draw<draw>().set_is_expired<is_expired>();
    desc.set_on_create<on_create>().set_on_end<on_end>();
    troupe::pool<thing> pool(world, desc);
    uint32_t sum = 0;
    thing init = {};

    CHECK(pool && trp_world_info(world).pools == 1);
    for (init.id = 1; init.id <= 3; init.id++)
        pool.create(init);
    CHECK(saw({2, 4, 6})); /* the id, and the number of actors including itself */
    trp_update_all(world, 40);
    CHECK(saw({41, 1000 * TRP_REASON_EXPIRED + 2, 43}));
    trp_draw_all(world, &sum, 0);
    CHECK(sum == 4);
    trp_pool_clear(pool.raw(), nullptr);
    CHECK(saw({1000 * TRP_REASON_CLEARED + 1, 1000 * TRP_REASON_CLEARED + 3}));
    trp_world_destroy(world);
}

static void further_callbacks()
{
    trp_world *world = new_world();
    troupe::pool_desc<thing> whole("thing", 4);
    troupe::pool<thing> pool(world, whole.set_update_pool<update_all>());
    troupe::pool_desc<thing> quiet("quiet", 4);
    troupe::pool<thing> quietly(world, quiet.set_update<update_quietly>());
    troupe::pool_desc<member> members("member", 4);
    members.set_update<&member::update>().set_draw<&member::draw>();
    members.set_is_expired<&member::is_over>().set_on_create<&member::on_create>();
    members.set_on_end<&member::on_end>();
    troupe::pool<member> others(world, members);

    pool.create({{}, 5, {}});
    quietly.create({{}, 6, {}});
    member *it = others.create();
    trp_update_all(world, 1);
    trp_draw_all(world, nullptr, 0);
    CHECK(saw({105, 506, 8, 9}));
    it->id = 9;
    trp_update_all(world, 1);
    CHECK(saw({105, 506, 11}));
    trp_world_destroy(world);
#if __cplusplus >= 202002L
    world = new_world();
    troupe::pool_desc<thing> desc("thing", 4);
    desc.set_update<[](thing &self, const trp_context &) { seen.push_back(self.id + 7); }>();
    troupe::pool<thing>(world, desc).create({{}, 3, {}});
    trp_update_all(world, 1);
    CHECK(saw({10}));
    trp_world_destroy(world);
#endif
}

static void lambdas()
{
    struct game {
        uint32_t updates, ends, dues;
    } game = {};
    trp_world *world = new_world();
    troupe::pool_desc<thing> desc("thing", 4);
    desc.user = &game;
    desc.set_update([](thing &, const trp_context &in) { trp_user<struct game>(in).updates++; })
        .set_draw([](const thing &self, const trp_view &) { seen.push_back(self.id); })
        .set_is_expired([](const thing &self, const trp_context &) { return self.id == 2; })
        .set_on_create([](thing &self, const trp_context &) { self.id++; })
        .set_on_end([](thing &, const trp_end_context &in) { trp_user<struct game>(in).ends++; });
    troupe::pool<thing> pool(world, desc);
    troupe::pool_desc<thing> each("each", 4);
    troupe::pool<thing> eachs(world, each.set_update_each([](thing &self, const trp_context &) {
        seen.push_back(self.id + 10);
    }));
    troupe::pool_desc<thing> whole("whole", 4);
    troupe::pool<thing> wholes(
        world, whole.set_update_pool([](troupe::pool<thing> of, const trp_context &) {
            seen.push_back(of.count() + 100);
        }));
    troupe::timers_desc<thing> fuse;
    troupe::timers<thing> fuses(pool, fuse.set_on_due([](thing &, const trp_context &in) {
        trp_user<struct game>(in).dues++;
    }));

    thing *first = pool.create({{}, 4, {}});
    pool.create({{}, 1, {}});
    eachs.create({{}, 1, {}});
    fuses.start(*first, trp_seconds(1));
    trp_update_all(world, 1);
    trp_draw_all(world, nullptr, 0);
    CHECK(saw({11, 100, 5}));
    CHECK(game.updates == 1 && game.ends == 1 && game.dues == 1);
    trp_world_destroy(world);
}

static void groups_and_families()
{
    trp_world *world = new_world();
    troupe::pool<thing> pool = things(world, 4);
    {
        troupe::group<thing> squad(world);
        troupe::family crew(world);
        CHECK(squad.result() == TRP_OK && crew.result() == TRP_OK);
        for (thing &it : pool)
            CHECK(squad.add(it) == TRP_OK);
        CHECK(squad.has(*pool.at(2)) && squad.remove(*pool.at(2)) == TRP_OK);
        CHECK(!squad.has(*pool.at(2)) && squad.size() == 4 && squad.at(3) == pool.at(3));
        CHECK(squad.for_each([](thing &it) { seen.push_back(it.id); }) == TRP_OK);
        CHECK(saw({1, 2, 4}));
        CHECK(squad.add(world, {}) == TRP_GONE);
        CHECK(squad.add(world, pool.handle_of(*pool.at(2))) == TRP_OK);
        CHECK(squad.clear() == TRP_OK && trp_group_size(squad.raw()) == 0);

        CHECK(crew.add(pool) == TRP_OK);
        CHECK(crew.attach(*pool.at(0), *pool.at(1)) == TRP_OK);
        CHECK(crew.attach(*pool.at(1), *pool.at(2)) == TRP_OK);
        CHECK(crew.parent<thing>(*pool.at(2)) == pool.at(1));
        CHECK(crew.for_each(*pool.at(0), [](trp_actor &it) {
            seen.push_back(troupe::as<thing>(&it)->id);
        }) == TRP_OK);
        CHECK(saw({1, 2, 3}));
        CHECK(crew.detach(*pool.at(2)) == TRP_OK);
        trp_recycle(world, &pool.at(0)->actor);
        CHECK(pool.count() == 2 && trp_family_free(crew.raw()) == TRP_OK);
    }
    CHECK(trp_world_info(world).misuse == 0);

    /* they may stay longer than their world */
    troupe::group<thing> squad(world);
    troupe::family crew(world);
    trp_world_destroy(world);
}

static void creating()
{
    trp_world *world = new_world();
    troupe::pool<thing> pool = things(world, 2);
    troupe::pool_desc<eager> eagerly("eager", 2);
    troupe::pool<eager> eagers(world, eagerly);
    thing model = {};
    model.id = 44;
    troupe::pool_desc<thing> modelled("modelled", 3);
    modelled.reserve = 1;
    troupe::pool<thing> from_model(world, modelled.set_prototype(model));
    model.id = 0;

    CHECK(pool.create() == nullptr && trp_last_result(world) == TRP_ERR_FULL);
    CHECK(eagers.create({})->health == 7);
    CHECK(from_model.create()->id == 44);
    trp_birth spare = {};
    spare.optional = true;
    CHECK(from_model.create_with(spare)->id == 44);
    CHECK(from_model.create_with(spare) == nullptr);
    trp_pool_clear(pool.raw(), nullptr);
    CHECK(pool.create()->id == 0);
    CHECK(pool.create_many(5, [n = 10u](thing &it) mutable { it.id = n++; }) == 1);
    CHECK(pool.at(0)->id == 0 && pool.at(1)->id == 10 && pool.at(2) == nullptr);
    CHECK(pool.count() == 2 && troupe::pool<thing>(pool.raw()).count() == 2);
    trp_world_destroy(world);
}

static void handles()
{
    trp_world *world = new_world();
    troupe::pool<thing> pool = things(world, 3);
    troupe::pool<thing> other = things(world, 1);
    troupe::handle<thing> none = {};
    thing *it = pool.at(1);
    troupe::handle<thing> to = pool.handle_of(*it);

    CHECK(!none && pool.get(none) == nullptr && troupe::get(world, none) == nullptr);
    CHECK(to && pool.get(to) == it && troupe::get(world, to) == it);
    CHECK(other.get(to) == nullptr);
    CHECK(to == pool.handle_of(*it) && to != none && !(to != to));
    it->friend_of_it = to;
    trp_recycle(world, &it->actor);
    CHECK(to && pool.get(to) == nullptr && troupe::get(world, to) == nullptr);
    CHECK(pool.create() == it && pool.get(to) == nullptr && !it->friend_of_it);
    CHECK(troupe::as<thing>(&it->actor) == it);
    CHECK(troupe::as<thing>(static_cast<trp_actor *>(nullptr)) == nullptr);
    CHECK(troupe::as<thing>(static_cast<const trp_actor *>(&it->actor)) == it);
    trp_world_destroy(world);
}

static void a_node_by_another_name()
{
    trp_world *world = new_world();
    crates::desc desc("crate", 3);
    crates pool(world, desc);
    uint32_t sum = 0;

    CHECK(desc.type.offset == offsetof(crate, node) && desc.type.size == sizeof(crate));
    for (int i = 0; i < 3; i++)
        pool.create()->weight = i;
    for (crate &it : pool)
        sum += static_cast<uint32_t>(it.weight) + 1;
    CHECK(sum == 6);
    CHECK((troupe::as<crate, &crate::node>(&pool.at(2)->node) == pool.at(2)));
    CHECK((troupe::get<crate, &crate::node>(world, pool.handle_of(*pool.at(1))) == pool.at(1)));
    trp_world_destroy(world);
}

static void no_pool()
{
    trp_world *world = new_world();
    troupe::pool<thing> none;
    thing alone = {};

    for (thing &it : none)
        seen.push_back(it.id);
    CHECK(!none && none.raw() == nullptr && seen.empty());
    CHECK(none.create() == nullptr && none.create(alone) == nullptr);
    CHECK(none.create_with({}) == nullptr && none.adopt(alone) == nullptr);
    CHECK(!none.handle_of(alone) && none.get({}) == nullptr && none.at(0) == nullptr);
    CHECK(none.count() == 0);
    CHECK(none.for_each([](thing &) {}) == TRP_ERR_NULL);
    CHECK(none.recycle_if([](const thing &) { return true; }) == 0);
    trp_world_destroy(world);
}

static void the_users_own_memory()
{
    static thing player;
    trp_world *world = new_world();
    troupe::pool_desc<thing> desc("player", 2);
    desc.external = TRP_EXTERNAL;
    troupe::pool<thing> pool(world, desc);

    player.id = 33;
    CHECK(pool.adopt(player) == &player);
    for (thing &it : pool)
        seen.push_back(it.id);
    CHECK(saw({33}));
    CHECK(pool.get(pool.handle_of(player)) == &player);
    trp_world_destroy(world);
}

struct spark {
    trp_actor actor;
    uint32_t id;
    trp_time until;

    void on_due(const trp_context &in)
    {
        seen.push_back(100 + id);
        CHECK(in.dt == 0.5f);
    }
};

static void lifetimes_and_timers()
{
    trp_world *world = new_world();
    troupe::pool_desc<spark> desc("spark", 8);
    troupe::pool<spark> pool(world, desc.set_lifetime<&spark::until>());
    troupe::timers_desc<spark> of(TRP_CLOCK_TICKS);
    troupe::timers<spark> fuse(pool, of.set_on_due<&spark::on_due>());
    of = troupe::timers_desc<spark>();
    of.due = TRP_DUE_WAKE;
    troupe::timers<spark> naps(pool, of);
    CHECK(fuse && naps && !troupe::timers<spark>());
    spark &a = *pool.create({{}, 1, pool.time_in(trp_seconds(1))});
    spark &b = *pool.create({{}, 2, {}});
    CHECK(pool.time_in(trp_ticks(1)).moment == 0); /* the pool's lifetimes count seconds */
    CHECK(fuse.start(a, trp_ticks(1)) == TRP_OK && fuse.repeat(b, trp_ticks(1)) == TRP_OK);
    CHECK(naps.sleep(b, trp_seconds(1)) == TRP_OK && naps.left(b).seconds == 1.0f &&
          naps.is_running(b));
    CHECK(fuse.start(a, trp_seconds(1)) == TRP_ERR_DESC &&
          fuse.repeat(a, trp_seconds(1)) == TRP_ERR_DESC);
    CHECK(naps.sleep(b, trp_ticks(1)) == TRP_ERR_DESC && fuse.left(a).ticks == 1);
    trp_update_all(world, 0.5f);
    CHECK(saw({101, 102}) && pool.count() == 2);
    CHECK(fuse.stop(b) == TRP_OK && fuse.stop(b) == TRP_GONE);
    trp_update_all(world, 0.5f);
    CHECK(saw({}) && pool.count() == 1 && naps.raw() != fuse.raw());
    CHECK(trp_state_of(world, &b.actor) == TRP_STATE_ACTIVE && !naps.is_running(b));
    trp_world_destroy(world);
}

struct shot {
    trp_actor actor;
    trp_box box;
    uint32_t id;
};
struct rock {
    trp_actor actor;
    float x, y, width, height;
    uint32_t id;
};
struct wall {
    trp_box box;
    trp_actor node;
};
constexpr uint32_t SHOT = 1, ROCK = 2, WALL = 4;

static void crash(shot *a, rock *b, const trp_contact_context &in)
{
    seen.push_back(100 * (a ? a->id : 9) + 10 * (b ? b->id : 9) + in.phase);
}

static void spaces_and_contacts()
{
    trp_world *world = new_world();
    troupe::pool<shot> shots(world, troupe::pool_desc<shot>("shot", 4));
    troupe::pool<rock> rocks(world, troupe::pool_desc<rock>("rock", 4));
    trp_space_desc desc = {};
    desc.capacity = 8;
    troupe::space space(world, desc);
    trp_space_pool_desc boxes = {};
    boxes.category = SHOT;
    CHECK(space.add<&shot::box>(shots, boxes) == TRP_OK);
    boxes.category = ROCK;
    boxes.box = TRP_BOX(rock, x, y, width, height);
    CHECK(space.add(rocks, boxes) == TRP_OK);
    troupe::contacts_desc<shot, rock> touch("crash");
    touch.pairing.a = SHOT;
    touch.pairing.b = ROCK;
    touch.phases = TRP_CONTACT_BEGIN | TRP_CONTACT_END;
    touch.manual_run = true;
    troupe::contacts crashes(space, touch.set_on_contact<crash>());
    CHECK(space && crashes && !troupe::space() && !troupe::contacts());
    shot &s = *shots.create({{}, {0, 0, 2, 2}, 1});
    rock &r = *rocks.create({{}, 1, 1, 2, 2, 2});
    rocks.create({{}, 50, 1, 2, 2, 3});

    const uint32_t pairs = space.pairs<shot, rock>(
        touch.pairing, [](shot &a, rock &b) { seen.push_back(10 * a.id + b.id); });
    CHECK(pairs == 1 && saw({12}));
    trp_query which = {};
    which.mask = ROCK;
    CHECK(space.query<rock>(which, [](rock &it) { seen.push_back(it.id); }) == 2 && saw({2, 3}));
    CHECK(rocks.get(space.nearest<rock>(0, 0, 20, ROCK)) == &r);
    CHECK(!space.nearest<rock>(20, 0, 5, ROCK));
    CHECK(crashes.run() == 1 && saw({121}));
    s.box.x = 70;
    CHECK(space.moved(s) == TRP_OK && crashes.run() == 1 && saw({124}));
    s.box.x = 0;
    CHECK(space.teleported(s) == TRP_OK && crashes.run() == 1 && saw({121}));
    trp_recycle(world, &r.actor);
    CHECK(crashes.run() == 1 && saw({194})); /* its life is over: nullptr */
    troupe::pool<wall, &wall::node> walls(world, troupe::pool_desc<wall, &wall::node>("wall", 2));
    boxes.category = WALL;
    CHECK(space.add<&wall::box>(walls, boxes) == TRP_OK);
    wall &it = *walls.create({{0, 0, 1, 1}, {}});
    touch.pairing.b = which.mask = WALL;
    CHECK((space.moved<wall, &wall::node>(it) == TRP_OK));
    CHECK((space.teleported<wall, &wall::node>(it) == TRP_OK));
    CHECK((space.query<wall, &wall::node>(which, [&](wall &w) { CHECK(&w == &it); }) == 1));
    CHECK((space.pairs<shot, wall, &shot::actor, &wall::node>(
               touch.pairing, [&](shot &, wall &w) { CHECK(&w == &it); }) == 1));
    troupe::contacts_desc<shot, wall, &shot::actor, &wall::node> hits;
    hits.pairing = touch.pairing;
    hits.set_on_contact(
        [](shot *, wall *w, const trp_contact_context &) { seen.push_back(w != nullptr); });
    CHECK(troupe::contacts(space, hits).run() == 1 && saw({1}));
    trp_world_destroy(world);
}

int main()
{
    callbacks();
    further_callbacks();
    lambdas();
    groups_and_families();
    creating();
    handles();
    a_node_by_another_name();
    walks();
    no_pool();
    the_users_own_memory();
    lifetimes_and_timers();
    spaces_and_contacts();
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
