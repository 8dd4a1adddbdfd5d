/*
 * Families in snapshots and hashes: the records of the slots that were ever used, pool by pool.
 */
#include "../core/part.h"
#include "family.h"

static trp_family *family_state_of(const trp__part *part)
{
    return (trp_family *)((uintptr_t)part - offsetof(trp_family, part));
}

/* The number of records that may have relations. */
static uint32_t family_state_records(const trp__family_pool *home)
{
    const uint32_t used = trp__slots_used(home->pool);

    return used < home->room ? used : home->room;
}

/* Up to the last record with a relation: the amount of room must have no effect. */
static uint32_t family_state_related(const trp__family_pool *home)
{
    uint32_t count = family_state_records(home);

    while (count != 0 && home->kin[count - 1].parent == TRP_NO_LINK &&
           home->kin[count - 1].first == TRP_NO_LINK)
        count--;
    return count;
}

/* The serial; per pool a count in 8 bytes, and the records. */
static size_t family_state_most(const trp__part *part)
{
    size_t bytes = sizeof(uint64_t);

    for (const trp__family_pool *home = family_state_of(part)->pools; home != NULL;
         home = home->next)
        bytes += sizeof(uint64_t) + home->pool->max_capacity * sizeof(trp__kin);
    return bytes;
}

static void family_state_put(const trp__part *part, trp__sink *to)
{
    const trp_family *family = family_state_of(part);

    trp__begin_rows(to, sizeof(uint64_t));
    trp__put_bytes_to(to, &family->serial, sizeof family->serial);
    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next) {
        const uint64_t count = family_state_related(home);
        trp__put_bytes_to(to, &count, sizeof count);
        trp__put_bytes_to(to, home->kin, (size_t)count * sizeof *home->kin);
    }
}

static bool family_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    const unsigned char *end = from + bytes;
    const trp__family_pool *home = family_state_of(part)->pools;

    from += sizeof(uint64_t);
    for (; home != NULL && (size_t)(end - from) >= sizeof(uint64_t); home = home->next) {
        uint64_t count;
        memcpy(&count, from, sizeof count);
        if (count > home->room)
            return false;
        from += sizeof count + (size_t)count * sizeof *home->kin;
    }
    return home == NULL && from == end;
}

static void family_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_family *family = family_state_of(part);

    (void)bytes;
    memcpy(&family->serial, from, sizeof family->serial);
    from += sizeof family->serial;
    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next) {
        const uint32_t now = family_state_records(home);
        uint64_t count;
        memcpy(&count, from, sizeof count);
        from += sizeof count;
        memcpy(home->kin, from, (size_t)count * sizeof *home->kin);
        from += (size_t)count * sizeof *home->kin;
        for (uint32_t slot = (uint32_t)count; slot < now; slot++)
            home->kin[slot] = trp__no_kin;
    }
}

/* Parents, and the order of siblings. */
static uint64_t family_state_hash(const trp__part *part)
{
    uint64_t hash = 0;

    for (const trp__family_pool *home = family_state_of(part)->pools; home != NULL;
         home = home->next) {
        const uint32_t count = family_state_records(home);
        for (uint32_t slot = 0; slot < count; slot++) {
            const trp__kin *kin = &home->kin[slot];
            if (kin->parent != TRP_NO_LINK)
                hash += trp__mix(trp__mix(trp__mix(1, trp__index(home->pool, slot)), kin->parent),
                                 kin->prev);
        }
    }
    return hash;
}

/* A sum of an image's relations. How many there were before does not matter. */
static uint64_t family_state_sum(const unsigned char *image, size_t bytes)
{
    const unsigned char *const end = image + bytes;
    uint64_t sum = 0;
    uint64_t rows;

    for (image += sizeof(uint64_t); image != end;) {
        memcpy(&rows, image, sizeof rows);
        sum = trp__mix(sum, rows);
        for (image += sizeof rows; rows != 0; rows--, image += sizeof(trp__kin)) {
            trp__kin kin;
            memcpy(&kin, image, sizeof kin);
            sum = trp__mix(trp__mix(trp__mix(sum, kin.parent), kin.first), kin.next);
        }
    }
    return sum;
}

static bool family_state_same(const trp__part *part, const unsigned char *a, size_t a_bytes,
                              const unsigned char *b, size_t b_bytes)
{
    (void)part;
    return family_state_sum(a, a_bytes) == family_state_sum(b, b_bytes);
}

static bool family_state_uses(const trp__part *part, const trp_pool *pool)
{
    return trp__family_find(family_state_of(part), pool) != NULL;
}

trp__part_table trp__family_part(void)
{
    trp__part_table table = {0};

    table.name = "family";
    table.offset = offsetof(trp_family, part);
    table.size = sizeof(trp_family);
    table.head = sizeof(uint64_t);
    table.most = family_state_most;
    table.put = family_state_put;
    table.fits = family_state_fits;
    table.restore = family_state_restore;
    table.hash = family_state_hash;
    table.same = family_state_same;
    table.uses = family_state_uses;
    return table;
}
