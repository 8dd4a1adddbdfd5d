/*
 * Content of a save that cannot be, continued: chains of free slots, and orders.
 */
#include "../save_edited.h"

static void refuse(size_t at, const char *words)
{
    edited_is_refused_at(TRP_ERR_DAMAGED, at, words);
}

/* The offset of the chains' starts: free, quarantined, order. */
static size_t starts_of(const trp__saved_pool *pool)
{
    return edited_place(pool->generations) - 4 * (size_t)TRP__SAVED_STATES - 12;
}

static size_t next_at(const trp__saved_pool *pool, uint32_t slot)
{
    return edited_place(pool->next) + 4 * (size_t)slot;
}

/* A chain that begins at this slot is damaged: cut, led elsewhere, made longer. */
static void refuse_chain(const trp__saved_pool *pool, size_t start, const char *words)
{
    const uint32_t first = trp__get32(edited_from.bytes + start);
    uint32_t last = first;

    CHECK(first != TRP__NONE && trp__get32(edited_from.bytes + next_at(pool, first)) != TRP__NONE);
    while (trp__get32(edited_from.bytes + next_at(pool, last)) != TRP__NONE)
        last = trp__get32(edited_from.bytes + next_at(pool, last));
    edited_set_32(start, trp__get32(edited_from.bytes + next_at(pool, first)));
    refuse(pool->at, words);
    edited_set_32(start, edited_slot(pool, TRP__SAVED_ACTIVE));
    refuse(pool->at, words);
    edited_set_32(start, pool->used);
    refuse(pool->at, words);
    edited_set_32(next_at(pool, first), TRP__NONE);
    refuse(pool->at, words);
    edited_set_32(next_at(pool, last), first);
    refuse(pool->at, words);
    edited_set_32(next_at(pool, last), pool->used);
    refuse(pool->at, words);
}

static void chains_are_broken(void)
{
    static const char words[] = "pool elders: a chain of free slots is broken";
    trp__saved_pool elders;
    size_t starts;

    if (!edited_begin())
        return;
    elders = edited_pool(SMALL_ELDERS);
    starts = starts_of(&elders);
    CHECK_EQ(elders.counts[TRP__SAVED_QUARANTINED], 2);
    refuse_chain(&elders, starts + 4, words);
    edited_set_32(starts + 4, TRP__NONE);
    refuse(elders.at, words);
    edited_set_32(starts, elders.quarantined);
    refuse(elders.at, words);
    for (size_t i = 0; i < 3; i++) /* without successors there is no chain */
    {
        const trp__saved_pool others = edited_pool(SMALL_OTHERS);
        CHECK(others.next == NULL);
        edited_set_32(starts_of(&others) + 4 * i, edited_slot(&others, TRP__SAVED_ACTIVE));
        refuse(others.at, "pool guards: a chain of free slots is broken");
    }
    edited_end();
}

static void free_slots_are_in_no_chain(void)
{
    static const char words[] = "pool young: a chain of free slots is broken";
    trp__saved_pool young;
    size_t starts;
    uint32_t slot;

    if (!edited_begin())
        return;
    young = edited_pool(SMALL_YOUNG);
    starts = starts_of(&young);
    slot = edited_slot(&young, TRP__SAVED_FREE);
    CHECK(young.free == slot && trp__get32(young.next + 4 * (size_t)slot) == TRP__NONE);
    edited_set_32(starts, edited_slot(&young, TRP__SAVED_ACTIVE));
    refuse(young.at, words);
    edited_set_32(starts, young.used);
    refuse(young.at, words);
    edited_set_32(next_at(&young, slot), slot);
    refuse(young.at, words);
    edited_set_32(starts, TRP__NONE);
    edited_is_loaded(); /* no chain: the slots are free in any order */
    edited_end();
}

static void orders_are_broken(void)
{
    static const char words[] = "pool elders: the order of actors is broken";
    trp__saved_pool elders;
    trp__saved_pool heirs;
    uint32_t none;
    size_t start;

    if (!edited_begin())
        return;
    elders = edited_pool(SMALL_ELDERS);
    heirs = edited_pool(SMALL_HEIRS);
    start = starts_of(&elders) + 8;
    none = edited_pool(SMALL_YOUNG).base + edited_pool(SMALL_YOUNG).room;
    edited_set_32(start, none);
    refuse(elders.at, words);
    edited_set_32(start, elders.base + elders.quarantined);
    refuse(elders.at, words);
    edited_set_32(start, heirs.base); /* the second one of the segment */
    refuse(elders.at, words);
    edited_set_32(start, edited_pool(SMALL_YOUNG).base + 3);
    refuse(elders.at, words);
    for (uint32_t slot = 0; slot < heirs.used; slot++)
    {
        const uint32_t next = trp__get32(heirs.next + 4 * (size_t)slot);
        edited_set_32(next_at(&heirs, slot), next == TRP__NONE ? elders.base : TRP__NONE);
        refuse(elders.at, words);
        edited_set_32(next_at(&heirs, slot), none);
        refuse(elders.at, words);
        edited_set_32(next_at(&heirs, slot), heirs.base + slot);
        refuse(elders.at, words);
    }
    edited_set_32(start, TRP__NONE); /* no order: that of slots */
    edited_is_loaded();
    edited_end();
}

/* What comes after the last slot looks like one more that belongs to the chain. */
static void a_chain_leads_beyond_the_slots(void)
{
    trp__saved_pool elders;

    if (!edited_begin())
        return;
    elders = edited_pool(SMALL_ELDERS);
    CHECK(elders.ends == NULL); /* the first record comes after the successors */
    edited_set_32(starts_of(&elders) + 8, TRP__NONE);
    edited_set_8(next_at(&elders, 0), TRP__SAVED_QUARANTINED);
    edited_set_32(next_at(&elders, elders.quarantined), elders.used);
    edited_set_32(next_at(&elders, elders.used), TRP__NONE);
    refuse(elders.at, "pool elders: a chain of free slots is broken");
    edited_end();
}

/* An order has as many entries as it should, but one of them is another. */
static void an_order_has_other_entries(void)
{
    static const char words[] = "pool young: the order of actors is broken";
    trp__saved_pool young;
    trp__saved_pool elders;
    uint32_t first;
    uint32_t asleep;
    uint32_t last = 0;
    size_t starts;

    if (!edited_begin())
        return;
    young = edited_pool(SMALL_YOUNG);
    elders = edited_pool(SMALL_ELDERS);
    starts = starts_of(&young);
    first = young.order - young.base;
    asleep = edited_slot(&young, TRP__SAVED_ASLEEP);
    CHECK_EQ(young.counts[TRP__SAVED_ACTIVE] + young.counts[TRP__SAVED_EXPIRED], 2);
    while (elders.states[last] < TRP__SAVED_ACTIVE ||
           trp__get32(elders.next + 4 * (size_t)last) != TRP__NONE)
        if (++last == elders.used)
            break;
    if (last < elders.used) /* the last one of another segment */
    {
        edited_set_32(next_at(&young, first), elders.base + last);
        refuse(young.at, words);
    }
    edited_set_32(starts, TRP__NONE); /* a free slot, which is in no chain */
    edited_set_32(next_at(&young, first), young.base + young.free);
    refuse(young.at, words);
    edited_set_32(starts + 8, young.base + asleep); /* a sleeper, again and again */
    edited_set_32(next_at(&young, asleep), young.base + asleep);
    refuse(young.at, words);
    edited_end();
}

const situation save_chains_situations[] = {
    {"chains of slots of a save are broken", chains_are_broken},
    {"free slots of a save are in no chain", free_slots_are_in_no_chain},
    {"orders of a save are broken", orders_are_broken},
    {"a chain of a save leads beyond the slots", a_chain_leads_beyond_the_slots},
    {"an order of a save has other entries", an_order_has_other_entries},
};
const unsigned save_chains_situation_count =
    sizeof save_chains_situations / sizeof *save_chains_situations;
