/*
 * Actors that were never recycled. Actors with the same creator are counted together, at the first
 * of them in the pool. A report changes nothing, not even marks, so reports may be made within
 * reports and by two threads.
 */
#include "inspect_internal.h"

/* Whether two texts, or their absence, are the same. */
static bool inspect_leaks_is_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && trp__same_text(a, b));
}

static bool inspect_leaks_is_same_creator(const trp__birth *a, const trp__birth *b)
{
    return a->line == b->line && a->is_within == b->is_within &&
           inspect_leaks_is_same(a->tag, b->tag) && inspect_leaks_is_same(a->file, b->file);
}

static void inspect_leaks_put_ticks(trp__text *text, uint64_t first, uint64_t last)
{
    trp__say(text, first == last ? ", tick %lu" : ", ticks %lu to %lu", first, last);
}

#define INSPECT_LEAKS_CREATORS 32

/* The creators that were printed first; if there is no more room, the slot of the last of them. */
typedef struct inspect_leaks_creators {
    const trp__birth *printed[INSPECT_LEAKS_CREATORS];
    uint32_t count;
    uint32_t slot;
} inspect_leaks_creators;

/* Whether an actor in a lower slot has the same creator. */
static bool inspect_leaks_is_printed(const inspect_leaks_creators *known, const trp_pool *pool,
                                     uint32_t slot, const trp__birth *birth)
{
    for (uint32_t i = 0; i < known->count; i++)
        if (inspect_leaks_is_same_creator(known->printed[i], birth))
            return true;
    for (uint32_t at = known->slot + 1; known->count == INSPECT_LEAKS_CREATORS && at < slot; at++) {
        const trp__birth *other = trp__birth_of(pool, at);
        if (other != NULL && inspect_leaks_is_same_creator(other, birth))
            return true;
    }
    return false;
}

/* Counts and prints the actors with the same creator as the one in this slot, from this slot on. */
static uint32_t inspect_leaks_print_creator(trp__line *line, const trp_pool *pool, uint32_t slot)
{
    const trp__birth *creator = trp__birth_of(pool, slot);
    uint64_t first = creator->tick;
    uint64_t last = first;
    uint32_t count = 0;

    for (; slot < pool->state.capacity; slot++) {
        const trp__birth *birth = trp__birth_of(pool, slot);
        if (birth == NULL || !inspect_leaks_is_same_creator(birth, creator))
            continue;
        count++;
        first = birth->tick < first ? birth->tick : first;
        last = birth->tick > last ? birth->tick : last;
    }
    trp__say(&line->text, "    %u created", count);
    trp__put_who(&line->text, creator->tag, creator->file, creator->line, creator->is_within);
    inspect_leaks_put_ticks(&line->text, first, last);
    trp__line_end(line);
    return count;
}

static void inspect_leaks_print_creators(trp__line *line, const trp_pool *pool, uint32_t living)
{
    inspect_leaks_creators printed = {{NULL}, 0, 0};
    uint32_t known = 0;

    for (uint32_t slot = 0; slot < pool->state.capacity; slot++) {
        const trp__birth *birth = trp__birth_of(pool, slot);
        if (birth == NULL || inspect_leaks_is_printed(&printed, pool, slot, birth))
            continue;
        if (printed.count < INSPECT_LEAKS_CREATORS) {
            printed.printed[printed.count++] = birth;
            printed.slot = slot;
        }
        known += inspect_leaks_print_creator(line, pool, slot);
    }
    if (known == living)
        return;
    trp__say(&line->text, "    %u whose birth was not recorded", living - known);
    trp__line_end(line);
}

static uint32_t inspect_leaks_living_in(const trp_pool *pool)
{
    return pool->state.live - pool->state.expired - pool->state.leaving;
}

static void inspect_leaks_print_pool(trp__line *line, const trp_pool *pool)
{
    const trp_black_box *box = trp__box_of(pool->world);
    const uint32_t living = inspect_leaks_living_in(pool);

    trp__say(&line->text, "  %s: %u", pool->desc.name, living);
    if (pool->state.sleepers != 0)
        trp__say(&line->text, ", %u of them asleep", pool->state.sleepers);
    if (pool->actors != NULL)
        trp__put(&line->text, ", in the game's own memory");
    trp__line_end(line);
    if (box != NULL && box->births_room != 0)
        inspect_leaks_print_creators(line, pool, living);
}

uint32_t trp_print_leaks(const trp_world *world, trp_print_fn *print, void *arg)
{
    uint32_t actors = 0;
    uint32_t pools = 0;
    trp__line line;

    if (!trp__has_world(world, TRP__TEXT("trp_print_leaks")))
        return 0;
    for (uint32_t i = 0; i < world->pool_count; i++) {
        actors += inspect_leaks_living_in(world->pools[i]);
        pools += inspect_leaks_living_in(world->pools[i]) != 0;
    }
    if (print == NULL)
        return actors;
    trp__line_begin(&line, print, arg);
    trp__put(&line.text, "never recycled: ");
    trp__put_count(&line.text, actors, "actor");
    if (actors != 0) {
        trp__put(&line.text, " in ");
        trp__put_count(&line.text, pools, "pool");
    }
    trp__line_end(&line);
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (inspect_leaks_living_in(world->pools[i]) != 0)
            inspect_leaks_print_pool(&line, world->pools[i]);
    return actors;
}
