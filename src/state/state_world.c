/*
 * Queries of snapshots about a world: whether it is between ticks, and what is registered in it.
 */
#include "fields.h"
#include "state.h"

trp_result trp__state_busy(const trp_world *world)
{
    const bool is_busy = world->ticking || world->drawing || world->ending ||
                         world->frames != NULL || world->calls != 0 ||
                         world->open_walks > world->lost_walks;

    trp__look_for_lost_regions(world);
    return is_busy ? TRP_BUSY : TRP_OK;
}

trp__part_table trp__table_of(const trp__part *part)
{
    switch (part->kind) {
    case TRP__PART_GROUP:
        return trp__group_part();
    case TRP__PART_FAMILY:
        return trp__family_part();
    case TRP__PART_SPACE:
        return trp__space_part(part);
    case TRP__PART_CONTACTS:
        return trp__contacts_part();
    case TRP__PART_TIMERS:
        return trp__timers_part(part);
    case TRP__PART_QUEUE:
        return trp__queue_part();
    case TRP__PART_REGION:
        return trp__region_part();
    case TRP__PART_IDS:
        return trp__ids_part();
    default:
        return part->table();
    }
}

void *trp__module_of(const trp__part *part)
{
    return (unsigned char *)(uintptr_t)part - trp__table_of(part).offset;
}

/* Whether images have described rows of it. */
static bool state_world_has_rows(const trp__part_table *table)
{
    return table->row != NULL && table->restore == NULL;
}

uint64_t trp__part_number(const trp__part *part, unsigned which)
{
    const trp__part_table table = trp__table_of(part);
    uint64_t number = 0;

    if (table.numbers[which] != 0)
        memcpy(&number, (const unsigned char *)trp__module_of(part) + table.numbers[which],
               sizeof number);
    return number;
}

void trp__part_set_numbers(const trp__part *part, const uint64_t *numbers)
{
    const trp__part_table table = trp__table_of(part);

    for (unsigned i = 0; i < 2; i++)
        if (table.numbers[i] != 0)
            memcpy((unsigned char *)trp__module_of(part) + table.numbers[i], &numbers[i],
                   sizeof numbers[i]);
}

void trp__put_part(const trp__part *part, trp__sink *to, bool most)
{
    const trp__part_table table = trp__table_of(part);

    if (state_world_has_rows(&table)) {
        const uint64_t numbers[2] = {trp__part_number(part, 0), trp__part_number(part, 1)};
        trp__put_bytes_to(to, numbers, sizeof numbers);
        trp__begin_rows(to, table.row->size);
    }
    if (most)
        to->at += table.most(trp__module_of(part));
    else
        table.put(trp__module_of(part), to);
}

bool trp__part_fits(const trp__saved_part *saved)
{
    const trp__part_table *table = &saved->table;
    void *module = trp__module_of(saved->part);

    if (!state_world_has_rows(table))
        return table->fits == NULL || table->fits(module, saved->bytes, saved->count);
    for (size_t at = TRP__PART_HEAD; at < saved->count && table->room != NULL;
         at += table->row->size)
        if (!table->room(module, saved->bytes + at,
                         (saved->count - TRP__PART_HEAD) / table->row->size, false))
            return false;
    return true;
}

void trp__restore_part(const trp__saved_part *saved)
{
    const trp__part_table *table = &saved->table;
    void *module = trp__module_of(saved->part);
    uint64_t numbers[2];

    if (!state_world_has_rows(table)) {
        table->restore(module, saved->bytes, saved->count);
        return;
    }
    table->begin(module);
    memcpy(numbers, saved->bytes, sizeof numbers);
    trp__part_set_numbers(saved->part, numbers);
    for (size_t at = TRP__PART_HEAD; at < saved->count; at += table->row->size)
        table->enter(module, saved->bytes + at);
    if (table->shake != NULL)
        table->shake(module);
}

bool trp__is_in_parts(const trp_pool *pool)
{
    for (const trp__part *part = pool->world->parts; part != NULL; part = part->next) {
        const trp__part_table table = trp__table_of(part);
        if (table.uses != NULL && table.uses(trp__module_of(part), pool))
            return true;
    }
    return false;
}

/* Adds a word to two sums: of the words, which shows every single change, and of the sums so far,
 * rotated, so that changes of the highest bits do not cancel one another. */
TRP__INLINE void state_world_add(uint64_t *sums, const unsigned char *at, size_t bytes)
{
    uint64_t word = 0;

    memcpy(&word, at, bytes);
    sums[0] += word;
    sums[1] = (sums[1] << 7 | sums[1] >> 57) + sums[0];
}

/* Even words and odd ones are summed up beside each other. */
uint64_t trp__sum_bytes(const void *bytes, size_t count, uint64_t start)
{
    const unsigned char *at = (const unsigned char *)bytes;
    uint64_t even[2] = {start, 1};
    uint64_t odd[2] = {2, 3};

    for (; count >= 16; at += 16, count -= 16) {
        state_world_add(even, at, 8);
        state_world_add(odd, at + 8, 8);
    }
    if (count >= 8)
        state_world_add(even, at, 8);
    state_world_add(odd, at + count / 8 * 8, count % 8);
    return trp__mix(trp__mix(trp__mix(trp__mix(count, even[0]), even[1]), odd[0]), odd[1]);
}

static uint64_t state_world_watchers_wiring(uint64_t sum, const trp_watcher *watcher)
{
    for (; watcher != NULL; watcher = watcher->next) {
        sum = trp__mix(sum, (uintptr_t)watcher);
        sum = trp__sum_bytes(&watcher->function, sizeof watcher->function, sum);
        sum = trp__mix(sum, (uintptr_t)watcher->user);
        sum = trp__mix(sum, watcher->events);
        sum = trp__mix(sum, (uintptr_t)watcher->pool);
        sum = trp__mix(sum, watcher->since);
    }
    return trp__mix(sum, 1);
}

uint64_t trp__watcher_wiring(const trp_world *world)
{
    uint64_t sum = state_world_watchers_wiring(0, world->watchers);

    for (uint32_t i = 0; i < world->pool_count; i++)
        sum = state_world_watchers_wiring(sum, world->pools[i]->watchers);
    return sum;
}

uint64_t trp__pool_wiring(const trp_world *world)
{
    uint64_t sum = trp__mix(trp__mix(1, world->pool_count), world->layer_count);

    for (uint32_t i = 0; i < world->pool_count; i++) {
        const trp_pool *pool = world->pools[i];
        trp__mark_read(&pool->desc, sizeof pool->desc);
        sum = trp__sum_bytes(&pool->desc, sizeof pool->desc, trp__mix(sum, (uintptr_t)pool));
    }
    return sum;
}

uint64_t trp__part_wiring(const trp_world *world)
{
    uint64_t sum = 0;

    for (const trp__part *part = world->parts; part != NULL; part = part->next) {
        const trp__part_table table = trp__table_of(part);
        sum = trp__mix(trp__mix(sum, (uintptr_t)part), part->kind);
        if (table.wiring != NULL)
            sum = trp__mix(sum, table.wiring(trp__module_of(part)));
    }
    return sum;
}
