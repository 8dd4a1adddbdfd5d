/*
 * Functions shared by the files of inspect.h.
 */
#ifndef TROUPE_SRC_INSPECT_INTERNAL_H
#define TROUPE_SRC_INSPECT_INTERNAL_H

#include "../../include/troupe/inspect.h"
#include "../base/text.h"
#include "../core/core.h"

/* inspect_box.c */

/* What is recorded, with the life in question. */
typedef struct trp__news {
    trp_pool *pool; /* or NULL */
    uint32_t slot;  /* or TRP__NONE */
    trp_reason reason;
    trp_result result; /* of a refusal or a misuse */
    const char *call;  /* of a misuse */
} trp__news;

/* The world's black box, or NULL. */
TRP__INLINE trp_black_box *trp__box_of(const trp_world *world)
{
    return world->record != NULL ? (trp_black_box *)world->recorder : NULL;
}

/* The number of records in the box. */
uint32_t trp__record_count(const trp_black_box *box);

/* inspect_births.c: columns by slot */

/* The head of a column. Births follow, from the one after this. */
struct trp__births {
    trp__births *next;
    uint32_t first; /* slot */
    uint32_t count;
};

/* The box of the world has no births yet, and this memory for them, or none. */
void trp__births_init(trp_black_box *box, void *memory, size_t bytes);
/* The birth of the living actor in the slot; NULL: there is none, or its birth is not kept. */
const trp__birth *trp__birth_of(const trp_pool *pool, uint32_t slot);
/* Keeps a birth, if there is room. Whether it is kept. */
bool trp__birth_add(trp_black_box *box, const trp_record *born);
/* The world was restored: births of other lives go, and others are found in the records. */
void trp__births_restore(trp_black_box *box);

/* inspect_line.c: lines, and texts that several of them contain */

enum { TRP__LINE_BYTES = 256 };

/* A line in the making. */
typedef struct trp__line {
    trp__text text;
    trp_print_fn *print;
    void *arg;
    char buffer[TRP__LINE_BYTES];
} trp__line;

/* There is no print function: a misuse, if there is a world to count it. */
trp_result trp__no_print(const trp_world *world, const char *call);
void trp__line_begin(trp__line *line, trp_print_fn *print, void *arg);
/* Prints the line and starts the next one. */
void trp__line_end(trp__line *line);
/* "12 actors", "1 actor" */
void trp__put_count(trp__text *text, uint64_t count, const char *noun);
/* "enemy slot 3 (generation 2)" */
void trp__put_life(trp__text *text, const char *pool, uint32_t slot, uint32_t generation);
/* " by wave 3 at game.c:80" */
void trp__put_who(trp__text *text, const char *tag, const char *file, uint32_t line,
                  bool is_within);
/* "recycled by wave 3 at game.c:80, in the update of hero slot 0" */
void trp__put_deed(trp__text *text, const trp_record *record);
void trp__put_record(trp__text *text, const trp_record *record);

#endif
