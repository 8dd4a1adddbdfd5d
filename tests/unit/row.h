/**
 * @file row.h Rows of a save: structs as texts, with their fields and with what these contain.
 *
 *     "x f32 = 2.5, name text 8 = ann, list u16 * 3 = 7 8 9, at struct (row u8, column i16) = 1 2"
 *
 * A field is a name and a kind; then, in this order, what it needs:
 *   bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64
 *   handle actor        values are numbers of rows, from 1; 0 is none; 7:2 is an index and a
 *                       generation
 *   text SIZE           a value is a word; in it _ is a zero, @ a space, and x*9 are nine x
 *   bytes SIZE          values are bytes              ignored SIZE
 *   struct (FIELDS)     values are those of its fields
 *   choice (sword bow<spear / fist)       a table: spear is a former name of bow, and fist what
 *                       names that are gone become; a value is a word, - is none
 *   enum SIZE (CALM:-1 ANGRY<CROSS:3 / 7)     the same with numbers
 *   * COUNT             an array
 *   place N             its place among the fields' bytes, if it is not that after the field before
 *   was NAME            its former name
 *   since N VALUES      the version that added it, and what older rows have
 *   else VALUES         what the prototype of the pool has
 *   = VALUES            one for each element, zeros if there are none; 5 .. counts on, 5 ~ is
 *                       repeated. Those of the second row follow after |, and so on
 * Numbers are such as -5, 2.5, 2^63-1, inf, -inf, nan (the one of saves), 0x7FC00000 (bits).
 * A version greater than 0 comes before the fields: "version 2, x f32".
 */
#ifndef TROUPE_TESTS_ROW_H
#define TROUPE_TESTS_ROW_H

#include "save_scene.h"

/** What actors are. */
typedef struct row_actor {
    trp_actor actor;
    _Alignas(8) unsigned char bytes[5000]; /**< of the fields */
} row_actor;

/** The save. */
extern save_file row_file;

/** A new world with a pool ("rows") whose actors have these fields. */
trp_pool *row_begin(const char *text);
/** So many new rows in it, as its text says. */
void row_create(trp_pool *pool, uint32_t count);
/** The rows of it are exactly as its text says. */
void row_check(const trp_pool *pool);

/** Saves a world with these rows, as many as the text has values for. */
void row_save(const char *then);
/** The save, loaded into a world with such rows, where there were others, is exactly this. */
void row_load(const char *now);
/** It cannot be loaded there, for this reason. */
void row_refuse(const char *now, trp_result result, const char *words);
/** Both. */
void row_keep(const char *text);

/** Rows that are saved (NULL: those of the case before), and as what they are loaded; if they are
 * refused, why. The words are in the last problem. */
typedef struct row_case {
    const char *then;
    const char *now;
    trp_result result;
    const char *words;
} row_case;

/** Tries all of them. */
#define ROW_CARRY(...) row_carry((const row_case[]){__VA_ARGS__, {NULL}})
void row_carry(const row_case *cases);

/** A row whose values become those after the first |, and the difference between both states, such
 * as "x: 0 and 1"; NULL: nothing that counts. */
typedef struct row_change {
    const char *text;
    const char *difference;
} row_change;

/** Makes all of them. Each is the only difference, and a hash notices it;
 * what does not count is noticed by neither. A restore brings all back, to the byte. */
#define ROW_TELL(...) row_tell((const row_change[]){__VA_ARGS__, {NULL}})
void row_tell(const row_change *changes);

/** The word at this place of the last record of the save, which has so many of 4 bytes. */
uint32_t row_word(unsigned words, unsigned place);

#endif
