/**
 * @file save_scene.h Saves in memory, and an actor with fields of most kinds.
 */
#ifndef TROUPE_TESTS_SAVE_SCENE_H
#define TROUPE_TESTS_SAVE_SCENE_H

#include "stage.h"

typedef struct save_place {
    int16_t column;
    uint8_t row;
    bool is_set;
} save_place;

typedef struct save_actor {
    trp_actor actor;
    trp_box box;
    uint32_t id;
    uint64_t turns;
    trp_handle friend_of;
    trp_actor *rival;
    const char *weapon; /**< one of save_weapons */
    char title[6];
    unsigned char bytes[3];
    save_place places[2];
    double weight;
    trp_time end;
    void *picture; /**< not part of the state */
} save_actor;

extern const trp_choice save_weapons[];
extern const trp_fields save_actor_type;

enum { SAVE_BYTES = 1 << 17 };

/** A save in memory. */
typedef struct save_file {
    unsigned char bytes[SAVE_BYTES];
    size_t size;
} save_file;

/** For trp_save(): appends to a save_file. */
bool save_to_file(const void *bytes, size_t size, void *file);
/** Saves, which must succeed. */
void save_world(const trp_world *world, save_file *file);
/** A new world with a pool of up to four rows: structs with these fields, whose node comes first. */
trp_pool *save_rows(const trp_fields *fields, const void *prototype);
/** Corrects the checksum at the end of a changed save, so that the load reads the changed bytes. */
void save_mend_sum(save_file *file);
/** The settings of a load. */
extern const trp_load_desc save_load;
/** The last problem: its result, its text, the name of its object or field, its offset; and the number
 * of problems. */
extern trp_result save_problem_result;
extern char save_problem[256];
extern char save_problem_name[64];
extern size_t save_problem_at;
extern unsigned save_problems;
/** What was dropped, a line each: "pool bomb:3". */
extern char save_dropped[300];
/** Checks a save and loads it, which must succeed, and what each of them drops; in a library
 * without words only whether that is anything. */
void save_load_dropping(trp_world *world, const save_file *file, trp_load_desc desc,
                        const char *expected);

#endif
