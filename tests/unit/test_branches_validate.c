/*
 * Each thing that trp_world_validate looks at is made wrong alone: it says just that.
 */
#include "../../src/core/external.h"
#include "stage.h"

static trp_world *world;
static trp_pool *pool, *elsewhere;
static thing mine[3];
static const char *expected;
static bool is_said;

static void listen(trp_world *in, const trp_misuse *misuse)
{
    (void)in;
    is_said = is_said || situation_text_has(misuse->message, expected);
}

static void set_up(trp_order order)
{
    world = stage_world_as((trp_world_desc){.on_misuse = listen});
    elsewhere = stage_pool(world, 3, order);
    pool = stage_pool(world, 6, order);
    stage_thing(elsewhere, 11);
    stage_things(pool, 1, 4);
    CHECK_RESULT(trp_recycle(world, &stage_find(pool, 4)->actor), TRP_OK);
    CHECK_VALID(world);
}

static void set_up_external(void)
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);

    world = stage_world_as((trp_world_desc){.on_misuse = listen});
    desc.external = true;
    pool = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 3; i++)
    {
        mine[i] = (thing){.id = i};
        CHECK(trp_adopt(pool, &mine[i].actor) != NULL);
    }
    CHECK_VALID(world);
}

static void check_says(const char *text)
{
    expected = text;
    is_said = false;
    CHECK_RESULT(trp_world_validate(world), TRP_ERR_INVALID);
    CHECK(is_said);
}

static trp_actor *find(uint32_t id)
{
    thing *it = stage_find(pool, id);
    CHECK(it != NULL);
    return &it->actor;
}

/* states that nobody can be in */
static void a_serial_that_was_never_given_out(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_actor *actor;
        uint32_t stamp;
        set_up((trp_order)order);
        actor = find(2);
        stamp = actor->stamp;
        actor->stamp = trp__stamp(0, pool->number);
        check_says("never given out");
        actor->stamp = trp__stamp(TRP__ZEROED, pool->number);
        check_says("never given out");
        actor->stamp = trp__stamp(world->serial + 1, pool->number);
        check_says("never given out");
        actor->stamp = trp__stamp(TRP__SENTINEL, pool->number);
        check_says("sentinel");
        actor->stamp = stamp;
        CHECK_VALID(world);
    }
}

static void an_entry_that_is_wrong(void)
{
    trp__entry *entry;
    uint32_t buckets[4];

    set_up_external();
    mine[1].actor.life.entry = 0;
    check_says("names another entry");
    mine[1].actor.life.entry = 1;
    entry = &pool->entries[1];
    entry->behind = &mine[2].actor.hook.link;
    check_says("an entry of an external actor");
    entry->behind = NULL;
    for (uint32_t i = 0; i < 4; i++)
    {
        buckets[i] = pool->entries[i].bucket;
        pool->entries[i].bucket = TRP__NONE;
    }
    check_says("an entry of an external actor");
    for (uint32_t i = 0; i < 4; i++)
        pool->entries[i].bucket = buckets[i];
    CHECK_VALID(world);
    pool->entries[pool->spare_entry].next = pool->spare_entry;
    check_says("the freelist has not all");
}

static void a_quarantine_that_is_wrong(void)
{
    trp__quarantine_fn *quarantine;
    trp_actor *vacant, *last;

    set_up(TRP_ORDER_MEMORY);
    CHECK_RESULT(trp_pool_set_quarantine(pool, 2), TRP_OK);
    CHECK_RESULT(trp_recycle(world, find(3)), TRP_OK);
    CHECK_VALID(world);
    vacant = trp__node_at(pool, 5);
    vacant->stamp = trp__stamp(TRP__QUARANTINED, pool->number);
    check_says("quarantine has not all");
    vacant->stamp = trp__stamp(TRP__VACANT, pool->number);
    last = pool->freed_last;
    pool->freed_last = NULL;
    check_says("quarantine has not all");
    pool->freed_last = last;
    quarantine = pool->quarantine;
    pool->quarantine = NULL;
    check_says("more slots are in quarantine");
    pool->quarantine = quarantine;
    pool->quarantine_slots = 0;
    check_says("more slots are in quarantine");
    pool->quarantine_slots = 2;
    CHECK_VALID(world);
}

static void counts_that_are_wrong(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up((trp_order)order);
        pool->leaving++;
        check_says("sleepers");
        pool->leaving--;
        pool->sleepers++;
        check_says("sleepers");
        pool->sleepers--;
        pool->live--;
        check_says("more actors than were counted");
        pool->live += 2;
        check_says("fewer actors than were counted");
        pool->live--;
        CHECK_VALID(world);
    }
}

static void one_of_another_segment(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_actor *actor;
        uint32_t stamp;
        set_up((trp_order)order);
        actor = find(2);
        stamp = actor->stamp;
        actor->stamp = trp__stamp(trp__serial(actor), elsewhere->number);
        check_says("not its pool's");
        actor->stamp = trp__stamp(trp__serial(actor), 4000);
        check_says("not its pool's");
        actor->stamp = stamp;
        CHECK_VALID(world);
    }
}

static void check_wrong(trp_link **at, trp_link *wrong, const char *says)
{
    trp_link *kept = *at;
    *at = wrong;
    check_says(says);
    *at = kept;
}

static void links_that_are_wrong(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_link *link;
        set_up((trp_order)order);
        check_wrong(&find(2)->hook.link.next, NULL, "does not link back");
        link = &pool->head.hook.link;
        check_wrong(&link->prev, link, "not where its layer has it");
        link = link->prev;
        check_wrong(&link->next, link, "not where its layer has it");
        link = &world->tail.hook.link;
        check_wrong(&link->prev, link, "does not end");
        link = link->prev;
        check_wrong(&link->next, link, "does not end");
        CHECK_VALID(world);
    }
}

/* the oldest stands at the end, behind others' actors */
static void the_oldest_of_the_newest_first(void)
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_NEWEST);
    trp_pool *joined;
    trp_link *oldest;

    world = stage_world_as((trp_world_desc){.on_misuse = listen});
    desc.when_full = TRP_FULL_STEAL_OLDEST;
    pool = stage_pool_as(world, desc);
    desc.joins = pool;
    joined = stage_pool_as(world, desc);
    stage_thing(joined, 11);
    stage_things(pool, 1, 2);
    CHECK_VALID(world);
    oldest = pool->oldest;
    CHECK(oldest == &find(1)->hook.link);
    pool->oldest = &find(2)->hook.link;
    check_says("not the one remembered");
    pool->oldest = oldest;
    CHECK_VALID(world);
}

const situation branches_validate_situations[] = {
    {"a serial that was never given out is found", a_serial_that_was_never_given_out},
    {"an entry that is wrong is found", an_entry_that_is_wrong},
    {"a quarantine that is wrong is found", a_quarantine_that_is_wrong},
    {"counts that are wrong are found", counts_that_are_wrong},
    {"one of another segment is found", one_of_another_segment},
    {"links of segments that are wrong are found", links_that_are_wrong},
    {"the oldest of a pool with the newest first is looked for from the end",
     the_oldest_of_the_newest_first},
};
const unsigned branches_validate_situation_count =
    sizeof branches_validate_situations / sizeof branches_validate_situations[0];
