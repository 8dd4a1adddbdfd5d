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

/* The number of members, structs, events or ids, as the file states it. */
static uint32_t load_dropped_count(uint32_t tag, trp__reader reader)
{
    if (tag == TRP__SAVE_QUEUE)
        (void)trp__read_64(&reader);
    if (tag != TRP__SAVE_QUEUE && tag != TRP__SAVE_REGION)
        return trp__read_32(&reader);
    (void)trp__read_type(&reader, 1);
    return (uint32_t)trp__read_64(&reader);
}

/* Chunks with this tag after the first `known` ones that have a module's name; `part` NULL: chunks
 * whose name no module has. */
static void load_dropped_tell(const trp__loading *loading, uint32_t tag, const char *kind,
                              const trp__part *part, uint32_t known)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, tag, &chunk)) {
        trp__reader reader = trp__read_from(loading->bytes, chunk.from, chunk.end);
        const char *name = trp__name_now(loading, trp__read_name(&reader));
        if (part == NULL ? trp__parts_before(loading->world, NULL, tag, name) != 0
                         : !trp__same_text(name, trp__part_name(part)))
            continue;
        if (known == 0)
            trp__load_report_dropped(loading, kind, name, load_dropped_count(tag, reader));
        known -= known != 0;
    }
}

/* O(modules * chunks), however many chunks a file from anywhere has. */
static void load_dropped_tell_all(const trp__loading *loading, uint32_t tag, const char *kind)
{
    const trp_world *world = loading->world;

    load_dropped_tell(loading, tag, kind, NULL, 0);
    for (const trp__part *part = world->parts; part != NULL; part = part->next) {
        const char *name = trp__part_name(part);
        if (trp__part_tag(part) == tag && trp__parts_before(world, part, tag, name) == 0)
            load_dropped_tell(loading, tag, kind, part, trp__parts_before(world, NULL, tag, name));
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
}
