/* Groups: gaps that removals leave, holes that last entries fill, walks that must find their place
 * again. */
#include "../stage.h"

#define ROOM 8u
#define MEMBERS 60u /* several runs of a walk */
#define DEAD 100u

static trp_world *world;
static trp_pool *pool;
static trp_group group, other;
static trp_group_entry _Alignas(16) entries[ROOM];
static _Alignas(TRP_ALIGNMENT) unsigned char image[12288]; /* a snapshot */
static trp_handle gone[DEAD];
static uint32_t gone_count;

static void set_up_as(trp_group_desc desc)
{
    trp_pool_desc of = stage_desc(2 * MEMBERS, TRP_ORDER_MEMORY);

    world = stage_world();
    of.on_create = NULL;
    of.on_end = NULL;
    pool = stage_pool_as(world, of);
    group = (trp_group){0};
    other = (trp_group){0};
    gone_count = 0;
    CHECK_QUIET(world, trp_group_init(&group, world, &desc), TRP_OK);
}

static void add_to(uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++)
        CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, id)->actor), TRP_OK);
}

static void in_the_array(uint32_t last)
{
    set_up_as((trp_group_desc){.array = entries, .array_bytes = sizeof entries});
    add_to(1, last);
    stage_log_clear();
}

static void take(uint32_t id)
{
    CHECK_RESULT(trp_group_remove(&group, &stage_find(pool, id)->actor), TRP_OK);
}

static void recycle(uint32_t id)
{
    CHECK_RESULT(trp_recycle(world, &stage_find(pool, id)->actor), TRP_OK);
}

static void log_places(void)
{
    stage_log_clear();
    for (uint32_t place = 0; place < trp_group_size(&group); place++)
    {
        const thing *it = trp_as(thing, trp_group_at(&group, place));
        stage_log(it != NULL ? it->id : 0);
    }
}

static uint32_t id_at(uint32_t place)
{
    return trp_as(thing, trp_group_at(&group, place))->id;
}

static void room_reserved_over_a_gap(void)
{
    set_up_as((trp_group_desc){.capacity = 6});
    add_to(1, 6);
    stage_pool(world, 2, TRP_ORDER_MEMORY); /* comes after it: the array moves */
    take(3);
    CHECK_QUIET(world, trp_group_reserve(&group, 20), TRP_OK);
    CHECK_EQ(trp_group_size(&group), 5);
    add_to(7, 7);
    log_places();
    CHECK_LOG(1, 2, 4, 5, 6, 7);
    CHECK_EQ(trp_group_info(&group).available, 14);
}

static void nothing_is_left_of_a_gap(void)
{
    in_the_array(6);
    take(3);
    CHECK_RESULT(trp_group_clear(&group), TRP_OK);
    CHECK_EQ(trp_group_size(&group), 0);
    CHECK_EQ(trp_group_info(&group).available, ROOM);
    in_the_array(6);
    take(3);
    CHECK_RESULT(trp_group_free(&group), TRP_OK);
    CHECK_EQ(trp_group_size(&group), 0);
    CHECK_EQ(trp_group_info(&group).capacity, 0);
    CHECK_EQ(trp_group_info(&group).available, 0);
}

static void gaps_move_to_both_ends(void)
{
    in_the_array(ROOM);
    take(6);
    take(1);
    add_to(9, 9);
    log_places();
    CHECK_LOG(2, 3, 4, 5, 7, 8, 9);
    take(2);
    CHECK_EQ(trp_group_size(&group), 6);
    add_to(10, 11);
    log_places();
    CHECK_LOG(3, 4, 5, 7, 8, 9, 10, 11);
}

/* nothing need be pruned for it */
static void a_gap_is_room(void)
{
    set_up_as((trp_group_desc){.array = entries, .array_bytes = TRP_GROUP_BYTES(4)});
    add_to(1, 4);
    recycle(2);
    take(3);
    CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, 5)->actor), TRP_OK);
    log_places();
    CHECK_LOG(1, 0, 4, 5);
}

static void a_walk_beside_a_gap(void)
{
    in_the_array(6);
    trp_group_each(thing, it, &group)
    {
        stage_log(it->id);
        if (it->id == 2)
            take(4);
    }
    CHECK_LOG(1, 2, 3, 5, 6);
}

/* an add that has no other room closes it */
static void a_gap_closes_under_a_walk(void)
{
    in_the_array(ROOM);
    trp_group_each(thing, it, &group)
    {
        stage_log(it->id);
        if (it->id == 2)
            take(1);
        if (it->id == 3)
            add_to(9, 9);
    }
    CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8);
    log_places();
    CHECK_LOG(2, 3, 4, 5, 6, 7, 8, 9);
}

/* the dead one that the walk has passed is left to the next one */
static void removals_before_a_walk(void)
{
    set_up_as((trp_group_desc){.capacity = MEMBERS});
    add_to(1, MEMBERS);
    recycle(1);
    stage_log_clear();
    uint32_t next = 2;
    trp_group_each(thing, it, &group)
    {
        CHECK_EQ(it->id, next++);
        if (it->id != 4)
            continue;
        take(2);
        take(3);
        take(4);
    }
    CHECK_EQ(next, MEMBERS + 1);
    CHECK_EQ(trp_group_measure(&group), MEMBERS - 4);
    CHECK_RESULT(trp_group_prune(&group), TRP_OK);
    CHECK_EQ(trp_group_size(&group), MEMBERS - 4);
}

static void draw(const trp_actor *self, const trp_view *view)
{
    const uint32_t gap = group.gap;

    (void)view;
    if (trp_as(thing, self)->id != 1)
        return;
    CHECK(gap != 0);
    trp_group_each(thing, it, &group) stage_log(it->id);
    CHECK_EQ(group.gap, gap);
    CHECK_MISUSE(world, trp_group_init(&other, world, NULL), TRP_BUSY);
    CHECK(situation_text_has(told.message, "the world is being drawn, or ends"));
}

/* perhaps by several threads, so not even a gap moves */
static void a_drawing_moves_no_entry(void)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.on_create = NULL;
    desc.draw = draw;
    pool = stage_pool_as(world, desc);
    group = (trp_group){0};
    other = (trp_group){0};
    CHECK_RESULT(trp_group_init(&group, world, NULL), TRP_OK);
    add_to(1, 5);
    take(3);
    stage_log_clear();
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
    CHECK_LOG(1, 2, 4, 5);
}

static void a_walk_after_a_filled_hole(void)
{
    set_up_as((trp_group_desc){.capacity = 10, .unordered = true});
    add_to(1, 10);
    take(1);
    stage_log_clear();
    trp_group_each(thing, it, &group)
    {
        stage_log(it->id);
        if (it->id == 10)
            take(5);
    }
    CHECK_LOG(10, 2, 3, 4, 6, 7, 8, 9);
}

/* the first run has 36 entries: of them the last one's place is filled, so that it is visited */
static void the_last_one_comes_to_the_walk(void)
{
    for (uint32_t dead = 1; dead <= 2; dead++)
    {
        set_up_as((trp_group_desc){.capacity = MEMBERS, .unordered = true});
        add_to(1, MEMBERS);
        recycle(dead);
        uint32_t visits = 0;
        trp_group_each(thing, it, &group)
        {
            const bool is_last = visits == 35;
            CHECK_EQ(it->id, is_last ? MEMBERS : visits + 1 + (visits + 1 >= dead) - (visits > 35));
            visits++;
        }
        CHECK_EQ(visits, MEMBERS - 1);
        CHECK_EQ(id_at(35), MEMBERS);
        CHECK_EQ(id_at(36), 37);
        CHECK_EQ(id_at(58), 59);
    }
}

static void newcomers_fill_no_hole(void)
{
    bool seen[MEMBERS + 1] = {false};
    uint32_t visits = 0;

    set_up_as((trp_group_desc){.capacity = 2 * MEMBERS, .unordered = true});
    add_to(1, MEMBERS);
    recycle(3);
    recycle(10);
    recycle(30);
    trp_group_each(thing, it, &group)
    {
        CHECK(it->id <= MEMBERS && !seen[it->id]);
        seen[it->id] = true;
        visits++;
        add_to(100 + it->id, 100 + it->id);
    }
    CHECK_EQ(visits, MEMBERS - 3);
    CHECK_EQ(trp_group_size(&group), 2 * visits);
}

static void on_pruned(trp_handle handle, const trp_context *in)
{
    (void)in;
    CHECK(gone_count < sizeof gone / sizeof gone[0]);
    gone[gone_count++] = handle;
}

/* a run of one entry, which is dead; another one takes its place */
static void a_run_that_is_dead(void)
{
    uint32_t visits = 0;

    set_up_as((trp_group_desc){.capacity = 30, .unordered = true, .on_pruned = on_pruned});
    add_to(1, 25);
    recycle(1);
    trp_group_each(thing, it, &group)
    {
        CHECK(it->id > 1);
        visits++;
    }
    CHECK_EQ(visits, 24);
    CHECK_EQ(gone_count, 1);
}

static void many_dead_are_told_in_order(void)
{
    static trp_handle handles[DEAD];

    set_up_as((trp_group_desc){.capacity = DEAD, .on_pruned = on_pruned});
    add_to(1, DEAD);
    for (uint32_t i = 0; i < DEAD; i++)
        handles[i] = trp_handle_of(world, trp_group_at(&group, i));
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_RESULT(trp_group_prune(&group), TRP_OK);
    CHECK_EQ(gone_count, DEAD);
    for (uint32_t i = 0; i < DEAD; i++)
        CHECK(trp_handle_equal(gone[i], handles[i]));
}

/* `group` with members 1 to 5 and a walk that was lost, so that it keeps its order */
static void lose_a_walk(void)
{
    set_up_as((trp_group_desc){.capacity = 20, .unordered = true});
    add_to(1, 5);
    trp_group_walk walk = trp__group_walk(&group, 0, 0);
    CHECK(walk.at != NULL);
    take(1);
    CHECK_EQ(id_at(0), 2);
}

static void a_clear_ends_lost_walks(void)
{
    lose_a_walk();
    CHECK_RESULT(trp_group_clear(&group), TRP_OK);
    add_to(11, 13);
    take(11);
    log_places();
    CHECK_LOG(13, 12);
}

static void a_lost_walk_is_restored(void)
{
    size_t bytes = 0;

    lose_a_walk();
    CHECK_RESULT(trp_snapshot_save(world, image, sizeof image, &bytes), TRP_OK);
    CHECK_RESULT(trp_group_clear(&group), TRP_OK);
    CHECK_RESULT(trp_snapshot_restore(world, image, bytes), TRP_OK);
    take(2);
    log_places();
    CHECK_LOG(3, 4, 5);
}

/* a full one takes none of the members, and the walk over them is not left in progress */
static void what_a_full_group_refuses(void)
{
    for (unsigned within = 0; within < 2; within++)
    {
        set_up_as((trp_group_desc){.capacity = 9, .unordered = true});
        add_to(1, 5);
        CHECK_RESULT(trp_group_init(&other, world, &(trp_group_desc){.max = 1}), TRP_OK);
        CHECK_RESULT(trp_group_add(&other, &stage_find(pool, 5)->actor), TRP_OK);
        stage_log_clear();
        if (within)
            trp_group_each(thing, it, &group)
            {
                stage_log(it->id);
                if (it->id != 1)
                    continue;
                CHECK_EQ(trp_group_add_group(&other, &group), 0);
                take(1);
            }
        else
        {
            CHECK_EQ(trp_group_add_group(&other, &group), 0);
            take(1);
            log_places();
        }
        if (within)
            CHECK_LOG(1, 2, 3, 4, 5);
        else
            CHECK_LOG(5, 2, 3, 4);
    }
}

static void restored_over_a_gap(void)
{
    size_t bytes = 0;

    in_the_array(6);
    CHECK_RESULT(trp_snapshot_save(world, image, sizeof image, &bytes), TRP_OK);
    take(2);
    CHECK_RESULT(trp_snapshot_restore(world, image, bytes), TRP_OK);
    log_places();
    CHECK_LOG(1, 2, 3, 4, 5, 6);
    in_the_array(1);
    CHECK_RESULT(trp_snapshot_save(world, image, sizeof image, &bytes), TRP_OK);
    take(1);
    add_to(2, 2);
    CHECK_RESULT(trp_snapshot_restore(world, image, bytes), TRP_OK);
    log_places();
    CHECK_LOG(1);
}

static void a_restore_ends_a_walk(void)
{
    size_t bytes = 0;

    in_the_array(6);
    CHECK_RESULT(trp_snapshot_save(world, image, sizeof image, &bytes), TRP_OK);
    trp_group_each(thing, it, &group)
    {
        stage_log(it->id);
        if (it->id == 3)
            CHECK_RESULT(trp_snapshot_restore(world, image, bytes), TRP_OK);
    }
    CHECK_LOG(1, 2, 3);
    CHECK_EQ(trp_group_measure(&group), 6);
}

const situation group_gaps_situations[] = {
    {"room is reserved over a gap", room_reserved_over_a_gap},
    {"nothing is left of a gap after a clear or the end", nothing_is_left_of_a_gap},
    {"a gap moves to both ends of a full array", gaps_move_to_both_ends},
    {"a gap is room for an add, and nothing is pruned", a_gap_is_room},
    {"a walk goes on just before a gap", a_walk_beside_a_gap},
    {"an add closes a gap under a walk", a_gap_closes_under_a_walk},
    {"removals in the part that a walk has passed", removals_before_a_walk},
    {"a drawing moves no entry", a_drawing_moves_no_entry},
    {"unordered: a walk after a hole was filled", a_walk_after_a_filled_hole},
    {"unordered: the last one comes to where the walk is", the_last_one_comes_to_the_walk},
    {"unordered: newcomers fill no hole of a walk", newcomers_fill_no_hole},
    {"unordered: a run that is dead is filled and visited", a_run_that_is_dead},
    {"many dead ones are told of in their order", many_dead_are_told_in_order},
    {"a clear ends walks that were lost", a_clear_ends_lost_walks},
    {"a lost walk is restored as well", a_lost_walk_is_restored},
    {"a full group refuses the members of another one", what_a_full_group_refuses},
    {"restored over a gap, and over another member", restored_over_a_gap},
    {"a restore ends walks in progress", a_restore_ends_a_walk},
};
const unsigned group_gaps_situation_count =
    sizeof group_gaps_situations / sizeof group_gaps_situations[0];
