/**
 * @file save_edited.h A save of the small world whose bytes situations change. Its checksum is
 * corrected before each load, so that the load reads what was changed.
 */
#ifndef TROUPE_TESTS_SAVE_EDITED_H
#define TROUPE_TESTS_SAVE_EDITED_H

#include "../../src/save/load.h" /* chunks, to change their content */
#include "save_small.h"

extern small_world edited_world;
extern save_file edited_from; /**< the save as it was */
extern save_file edited;      /**< the changed one */

/** The world ends with the situation, or before the next one. */
void edited_begin(void);

/** The chunk of a kind in the unchanged save; 0 is the first. */
trp__saved_chunk edited_chunk(uint32_t tag, unsigned number);
/** A pool of the unchanged save, by its number there. */
trp__saved_pool edited_pool(uint32_t number);
/** Where a number of the world, a layer or a pool is, by its name. */
size_t edited_number(uint32_t tag, unsigned number, const char *name);
/** The first slot of it in a state. */
uint32_t edited_slot(const trp__saved_pool *pool, uint32_t state);
/** A module: its rows begin at `rows.at`, their description at `type`, before which is their count, in 8 bytes. */
trp__file_part edited_rows(uint32_t tag, unsigned number);
/** The offset of a byte of the unchanged save. */
size_t edited_place(const unsigned char *at);

void edited_set_8(size_t at, unsigned value);
void edited_set_32(size_t at, uint32_t value);
void edited_set_64(size_t at, uint64_t value);
/** Adds to the number at an offset. */
void edited_add_32(size_t at, int by);
/** Inserts zeros at an offset, or removes the bytes from there on; the chunk knows its length. Of
 * several such changes the last chunk comes first. */
void edited_resize(size_t at, int by);
/** A slot is in another state. */
void edited_set_state(const trp__saved_pool *pool, uint32_t slot, uint32_t state);

/** The changed save is loaded into a valid world, and stays as it is. */
void edited_load(void);
/** Loads the changed save. Returns whether it was loaded; then the world is restored. */
bool edited_loads(void);
/** It is refused as damaged, with these words in the report; then it is as it was. */
void edited_is_refused(const char *words);
/** It is refused; the only report, also of a check, is this result and this offset. */
void edited_is_refused_by(const trp_load_desc *desc, trp_result result, size_t at);
/** The same, by the usual settings, and with these words. */
void edited_is_refused_at(trp_result result, size_t at, const char *words);
/** It is loaded; then it is as it was. */
void edited_is_loaded(void);

#endif
