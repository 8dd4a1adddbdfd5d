#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "inspect_scene.h"

#ifndef PAGE_BYTES
#define PAGE_BYTES 4096u
#endif

inspect_scene inside;

static char page[PAGE_BYTES];

void inspect_scene_begin(trp_order order)
{
    inside.world = stage_world();
    inside.box = (trp_black_box){0};
    inside.pool = inspect_scene_pool("things", 4, order);
    page[0] = '\0';
}

void inspect_scene_start(uint32_t records, bool births)
{
    const trp_black_box_desc desc = {.records = records != 0 ? inside.records : NULL,
                                     .records_bytes = records * sizeof(trp_record),
                                     .births = births ? inside.births : NULL,
                                     .births_bytes = births ? sizeof inside.births : 0};
    CHECK(records <= SCENE_RECORDS);
    CHECK_QUIET(inside.world, trp_black_box_start(&inside.box, inside.world, &desc), TRP_OK);
    CHECK(inside.box.world == inside.world);
}

trp_pool *inspect_scene_pool(const char *name, uint32_t capacity, trp_order order)
{
    return stage_pool_as(inside.world, (trp_pool_desc){.name = name,
                                                       .type = TRP_TYPE(thing, actor),
                                                       .capacity = capacity,
                                                       .order = order});
}

trp_actor *inspect_scene_create(trp_pool *pool)
{
    return MADE(trp_create(pool, NULL));
}

uint32_t inspect_scene_count(const trp_black_box *box)
{
    uint32_t count = 0;

    while (box != NULL && trp_black_box_at(box, count) != NULL)
        count++;
    return count;
}

uint64_t inspect_scene_overwritten(const trp_black_box *box)
{
    const trp_record *oldest = box != NULL ? trp_black_box_at(box, 0) : NULL;

    return oldest != NULL ? oldest->number : 0;
}

const trp_record *inspect_scene_last(uint32_t n)
{
    const uint32_t count = inspect_scene_count(&inside.box);
    const trp_record *record = trp_black_box_at(&inside.box, count - 1 - n);
    CHECK(n < count);
    CHECK(record != NULL);
    return record;
}

void inspect_scene_check(const char *file, int line, const trp_record *record, trp_record_kind kind,
                         const trp_pool *pool, trp_handle handle)
{
    situation_check_equal(file, line, "its kind", record->kind, kind);
    if (trp_world_pool(trp_pool_info(pool).world, record->pool) != pool)
        situation_failed(file, line, "its pool");
    if (!situation_text_equal(record->pool_name, trp_pool_info(pool).name))
        situation_failed(file, line, "its pool's name");
    situation_check_equal(file, line, "its index", record->handle.index, handle.index);
    situation_check_equal(file, line, "its generation", record->handle.generation,
                          handle.generation);
}

void inspect_scene_print(const char *text, void *arg)
{
    situation_text_add(page, sizeof page, text);
}

const char *inspect_scene_page(void)
{
    return page;
}

void inspect_scene_check_page(const char *file, int line, const char *expected)
{
    if (!situation_text_equal(page, expected))
        situation_failed(file, line, page);
    page[0] = '\0';
}
