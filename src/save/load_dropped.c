/*
 * Reports what a file has and the world has not.
 */
#include "load.h"

void trp__tell_dropped_pools(const trp__loading *loading)
{
    trp__saved_pool saved;
    bool is_bad;

    saved.at = 0;
    while (trp__next_saved(loading, &saved, &is_bad)) {
        uint32_t count = 0;
        if ((saved.flags & TRP__SAVED_TRANSIENT) != 0 || trp__pool_for(loading, &saved) != NULL)
            continue;
        for (uint32_t state = TRP__SAVED_ASLEEP; state < TRP__SAVED_STATES; state++)
            count += saved.counts[state];
        trp__load_report_dropped(loading, TRP__NAME("pool"), saved.name, count);
    }
}

/* The number of members, structs, events, timers or ids, as the file states it. */
static uint32_t load_dropped_count(uint32_t tag, trp__reader reader)
{
    if (tag == TRP__SAVE_TIMERS)
        (void)trp__read_8(&reader);
    if (tag == TRP__SAVE_QUEUE || tag == TRP__SAVE_TIMERS)
        (void)trp__read_64(&reader);
    if (tag != TRP__SAVE_QUEUE && tag != TRP__SAVE_REGION)
        return trp__read_32(&reader);
    (void)trp__read_type(&reader, 1);
    return (uint32_t)trp__read_64(&reader);
}

/* Chunks with this tag after the first `known` ones that match a module; `only` NULL: chunks that
 * match none. */
static void load_dropped_tell(const trp__loading *loading, uint32_t tag, const char *kind,
                              const trp__part_key *only, uint32_t known)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, tag, &chunk)) {
        trp__reader reader;
        const trp__part_key key = trp__chunk_key(loading, &chunk, &reader);
        if (only == NULL ? trp__parts_before(loading->world, NULL, &key) != 0
                         : !trp__same_key(&key, only))
            continue;
        if (known == 0)
            trp__load_report_dropped(loading, kind, key.name, load_dropped_count(tag, reader));
        known -= known != 0;
    }
}

/* O(modules * chunks), however many chunks a file from anywhere has. */
static void load_dropped_tell_all(const trp__loading *loading, uint32_t tag, const char *kind)
{
    const trp_world *world = loading->world;

    load_dropped_tell(loading, tag, kind, NULL, 0);
    for (const trp__part *part = world->parts; part != NULL; part = part->next) {
        const trp__part_key key = trp__key_of(part);
        if (key.tag == tag && trp__parts_before(world, part, &key) == 0)
            load_dropped_tell(loading, tag, kind, &key, trp__parts_before(world, NULL, &key));
    }
}

void trp__tell_dropped_parts(const trp__loading *loading)
{
    load_dropped_tell_all(loading, TRP__SAVE_GROUP, TRP__NAME("group"));
    load_dropped_tell_all(loading, TRP__SAVE_FAMILY, TRP__NAME("family"));
    load_dropped_tell_all(loading, TRP__SAVE_SPACE, TRP__NAME("space"));
    load_dropped_tell_all(loading, TRP__SAVE_CONTACTS, TRP__NAME("contacts"));
    load_dropped_tell_all(loading, TRP__SAVE_REGION, TRP__NAME("region"));
    load_dropped_tell_all(loading, TRP__SAVE_QUEUE, TRP__NAME("queue"));
    load_dropped_tell_all(loading, TRP__SAVE_IDS, TRP__NAME("ids"));
    load_dropped_tell_all(loading, TRP__SAVE_TIMERS, TRP__NAME("timers"));
}
