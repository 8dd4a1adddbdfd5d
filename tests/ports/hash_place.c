/* Spaces: queries, contacts, drawing. */
#include "hash_scene.h"

#define FOUND 6u

static trp_space *spaces[2];
static trp_contacts *contacts;

static void visit(trp_actor *actor, const trp_context *in)
{
    (void)in;
    hash_actor(actor);
    hash_maybe_call();
}

static void contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    hash_number((uint64_t)in->phase);
    hash_number((uint64_t)in->a_handle.index << 32 | in->a_handle.generation);
    hash_number((uint64_t)in->b_handle.index << 32 | in->b_handle.generation);
    hash_actor(a);
    hash_actor(b);
    hash_maybe_call();
}

void hash_make_places(uint32_t number)
{
    const trp_space_desc descs[2] = {
        {.name = "all", .index = number % 3 == 2 ? TRP_SPACE_BRUTE : NULL, .capacity = 24},
        {.index = (number + 1) % 3 == 2 ? TRP_SPACE_BRUTE : NULL,
         .capacity = 16,
         .max_capacity = 32,
         .hits = 100,
         .sleepers = TRP_SLEEPERS_STAY},
    };
    const trp_contacts_desc meetings = {.phases =
                                            TRP_CONTACT_BEGIN | TRP_CONTACT_STAY | TRP_CONTACT_END,
                                        .on_contact = contact,
                                        .capacity = 12,
                                        .manual_run = true};
    for (uint32_t i = 0; i < 2; i++) {
        trp_space_pool_desc desc = {.box = TRP_BOX_AT(hash_unit, box)};
        spaces[i] = trp_space_create(here.world, &descs[i]);
        if (spaces[i] == NULL)
            hash_wrong("a space could not be created");
        for (uint32_t k = HASH_GROWS; k < HASH_FIXED - 2; k += 1 + i) {
            desc.category = 1u << k % 3;
            desc.manual_add = k == HASH_STEALS;
            hash_result(trp_space_add_pool(spaces[i], here.pools[k], &desc));
        }
    }
    contacts = trp_contacts_create(spaces[0], &meetings);
}

static void pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    (void)in;
    visit(a, NULL);
    hash_actor(b);
}

/* each sum and quotient is assigned to a variable, so that it is rounded with registers of any
 * width */
static float any_step(void)
{
    const float step = (float)hash_any(500) / 7;
    const float back = step - 30;
    return back;
}

static trp_area any_sweep(void)
{
    const trp_box box = hash_any_box();
    const float dx = any_step();
    const float dy = hash_any(4) == 0 ? 0 : any_step();
    const float x = box.x + dx;
    return hash_any(2) == 0 ? trp_sweep(trp_rectangle(box.x, box.y, box.width, box.height), dx, dy)
                            : trp_segment(box.x, box.y, x, dy);
}

static trp_area any_area(void)
{
    const trp_box box = hash_any_box();
    switch (hash_any(4)) {
    case 0:
        return trp_circle(box.x, box.y, box.height);
    case 1:
        return any_sweep();
    case 2:
        return trp_rectangle(box.x, box.y, 0, 0);
    default:
        return trp_rectangle(box.x, box.y, 4 * box.width, 2 * box.height);
    }
}

static void query(trp_space *space)
{
    const trp_area area = any_area();
    const uint32_t mask = hash_any(5);
    hash_number(trp_space_query(space, &(trp_query){.area = area, .mask = mask},
                                hash_any(3) == 0 ? NULL : visit, NULL));
}

static void nearest(trp_space *space)
{
    trp_hit found[FOUND];
    const trp_box box = hash_any_box();
    const trp_query query = {.area = trp_circle(box.x, box.y, 4 * box.height),
                             .order = TRP_SPACE_NEAREST_FIRST};
    const uint32_t count = trp_space_find(space, &query, found, 1 + hash_any(FOUND));
    for (uint32_t i = 0; i < count; i++)
        hash_actor(found[i].actor);
    hash_number(count);
}

static void first(trp_space *space)
{
    const trp_query query = {.area = hash_any(9) == 0 ? any_area() : any_sweep(),
                             .order = TRP_SPACE_NEAREST_FIRST};
    trp_hit hit = {.at = -1};
    hash_number(trp_space_find(space, &query, &hit, 1));
    hash_actor(hit.actor);
    hash_float(hit.at);
}

static void look(const trp_space *space)
{
    const trp_space_facts now = trp_space_info(space);
    const trp_space_stats stats = trp_space_measure(space);
    hash_number((uint64_t)now.count << 32 | now.hidden);
    hash_number((uint64_t)now.capacity << 32 | now.peak);
    hash_number(now.refused);
    hash_number((uint64_t)stats.classes << 32 | stats.levels);
    hash_number((uint64_t)stats.cells << 32 | stats.cells_used);
    hash_number((uint64_t)stats.large << 32 | stats.loose);
    hash_number(stats.sorts);
    hash_number(trp_contacts_info(contacts).missed);
}

/* Only actors of a pool that are near: see the pool's update_pool. */
void hash_update_near(trp_pool *pool, const trp_context *in, trp_actor_fn *update)
{
    (void)pool;
    hash_number(trp_space_update(spaces[0], any_area(), update, in));
}

/* A pool leaves the space and enters it again. */
static void leave_and_enter(trp_space *space)
{
    const trp_space_pool_desc desc = {.box = TRP_BOX_AT(hash_unit, box), .mask = hash_any(8)};
    trp_pool *pool = here.pools[HASH_GROWS + 2 * hash_any(3)];
    hash_result(trp_space_remove_pool(space, pool));
    hash_result(trp_space_add_pool(space, pool, &desc));
}

static void move(trp_space *space, trp_actor *actor)
{
    trp_member member;
    const uint32_t what = hash_any(8);
    if (actor != NULL)
        trp_as(hash_unit, actor)->box = hash_any_box();
    if (actor != NULL && hash_any(40) == 0)
        trp_as(hash_unit, actor)->box.width = -1;
    if (what < 3)
        hash_result(trp_space_moved(space, actor));
    else if (what == 3)
        hash_result(trp_space_teleported(space, actor));
    else if (what < 6)
        hash_result(trp_space_moved_all(space, NULL));
    else
        hash_result(trp_space_moved_all(space, hash_any_pool()));
    hash_number(trp_space_member(space, actor, &member));
    hash_float(member.box.x);
    hash_float(member.box.height);
}

static void enter_or_leave(trp_space *space, trp_actor *actor)
{
    const uint32_t category = hash_any(8), mask = hash_any(8);
    const uint32_t what = hash_any(4);
    if (what < 2)
        hash_result(trp_space_add(space, actor));
    else if (what == 2)
        hash_result(trp_space_remove(space, actor));
    else
        hash_result(trp_space_set_bits(space, actor, category, mask));
    hash_number(trp_space_member(space, actor, NULL));
}

void hash_place(void)
{
    trp_space *space = spaces[hash_any(2)];
    trp_actor *actor = hash_any_actor();
    const uint32_t what = hash_any(16);
    hash_actor(actor);
    if (what < 4)
        query(space);
    else if (what == 4)
        nearest(space);
    else if (what == 5)
        first(space);
    else if (what == 6)
        hash_number(trp_space_pairs(space, NULL, pair, NULL));
    else if (what == 7)
        hash_number(trp_contacts_run(contacts));
    else if (what < 10)
        hash_result(trp_space_draw(space, any_area(), NULL, 0));
    else if (what < 13)
        move(space, actor);
    else if (what == 13)
        enter_or_leave(space, actor);
    else if (what == 14 && hash_any(6) == 0)
        leave_and_enter(space);
    else
        look(space);
}
