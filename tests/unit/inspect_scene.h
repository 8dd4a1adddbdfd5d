/**
 * @file inspect_scene.h Shared by the tests of inspect.h: a world with a black box, and a page that
 * keeps the printed text.
 */
#ifndef TROUPE_TESTS_INSPECT_SCENE_H
#define TROUPE_TESTS_INSPECT_SCENE_H

#include "stage.h"

#define SCENE_RECORDS 16
#define SCENE_BIRTHS 12

typedef struct inspect_scene {
    trp_world *world;
    trp_pool *pool; /**< "things", 4 slots, no callbacks but update */
    trp_black_box box;
    trp_record records[SCENE_RECORDS];
    _Alignas(TRP_ALIGNMENT) unsigned char births[TRP_BIRTHS_BYTES(SCENE_BIRTHS)];
} inspect_scene;

extern inspect_scene inside;

/** A world with that pool, and no black box. */
void inspect_scene_begin(trp_order order);
/** Starts the black box with this many records, and with births if wanted. */
void inspect_scene_start(uint32_t records, bool births);
/** Another pool of things without callbacks. */
trp_pool *inspect_scene_pool(const char *name, uint32_t capacity, trp_order order);
/** A thing, without stage_thing()'s checks of logs. */
trp_actor *inspect_scene_create(trp_pool *pool);

/** How many records the box has, and how many were overwritten. */
uint32_t inspect_scene_count(const trp_black_box *box);
uint64_t inspect_scene_overwritten(const trp_black_box *box);

/** The n-th record from the newest, 0; it must be there. */
const trp_record *inspect_scene_last(uint32_t n);
/** It is of this kind and about this life in this pool. */
void inspect_scene_check(const char *file, int line, const trp_record *record, trp_record_kind kind,
                         const trp_pool *pool, trp_handle handle);
#define CHECK_RECORD(n, kind, pool, handle)                                                        \
    inspect_scene_check(__FILE__, __LINE__, inspect_scene_last(n), (kind), (pool), (handle))

/** A trp_print_fn: appends to the page. */
void inspect_scene_print(const char *text, void *page);
const char *inspect_scene_page(void);
void inspect_scene_check_page(const char *file, int line, const char *expected);
/** The page is exactly that; then it is empty. */
#define CHECK_PAGE(text) inspect_scene_check_page(__FILE__, __LINE__, (text))

#endif
