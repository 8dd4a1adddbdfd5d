#include "all.h"

#define SILENT(name)
#define NOUN(name) extern const situation *const name##_situations[];
#define TABLE(name)                                                                                \
    extern const situation name##_situations[];                                                    \
    extern const unsigned name##_situation_count;
#include "nouns.h"
#undef NOUN
#undef TABLE
#undef SILENT

#define NOUN(name) {#name, name##_situations, NULL, NULL, false},
#define TABLE(name) {#name, NULL, name##_situations, &name##_situation_count, false},
#define SILENT(name) {#name " without callbacks", name##_situations, NULL, NULL, true},

const noun all_nouns[] = {
#include "nouns.h"
};

const unsigned all_noun_count = sizeof all_nouns / sizeof all_nouns[0];

const situation *all_situation(const noun *of, unsigned number)
{
    if (of->table != NULL)
        return number < *of->count ? &of->table[number] : NULL;
    return of->situations[number]->name != NULL ? of->situations[number] : NULL;
}

unsigned all_situation_count(const noun *of)
{
    unsigned count = 0;
    while (all_situation(of, count) != NULL)
        count++;
    return count;
}
