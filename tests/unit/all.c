#include "all.h"

/* clang-format off */
#define NOUN(name) {#name, name##_situations, &name##_situation_count, false}
#define SILENT(name) {#name " without callbacks", name##_situations, &name##_situation_count, true}

const noun all_nouns[] = {
    NOUN(list),
    NOUN(ids),
    NOUN(ids_storm),
    NOUN(result),
    NOUN(pool),
    NOUN(create),
    NOUN(growth),
    NOUN(life),
    NOUN(external),
    NOUN(handle),
    NOUN(full),
    NOUN(order),
    NOUN(walk),
    NOUN(walk_table),
    NOUN(walk_storm),
    NOUN(serial),
    NOUN(tick),
    NOUN(newborn),
    NOUN(layer),
    NOUN(span),
    NOUN(renew),
    NOUN(shrink),
    NOUN(layer_order),
    NOUN(draw),
    NOUN(misuse),
    NOUN(world),
    NOUN(memory),
    NOUN(watch),
    NOUN(watch_world),
    NOUN(validate),
    NOUN(space),
    NOUN(space_life),
    NOUN(space_pass),
    NOUN(space_contacts),
    NOUN(space_chaos),
    NOUN(space_storm),
    SILENT(growth),
    SILENT(handle),
    SILENT(walk),
    SILENT(misuse),
};
/* clang-format on */

const unsigned all_noun_count = sizeof all_nouns / sizeof all_nouns[0];
