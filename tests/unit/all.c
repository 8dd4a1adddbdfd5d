#include "all.h"

#define SILENT(name)
#define NOUN(name) extern const situation *const name##_situations[];
#include "nouns.h"
#undef NOUN
#undef SILENT

#define NOUN(name) {#name, name##_situations, false},
#define SILENT(name) {#name " without callbacks", name##_situations, true},

const noun all_nouns[] = {
#include "nouns.h"
};

const unsigned all_noun_count = sizeof all_nouns / sizeof all_nouns[0];

const situation *all_situation(const noun *of, unsigned number)
{
    return of->situations[number]->name != NULL ? of->situations[number] : NULL;
}

unsigned all_situation_count(const noun *of)
{
    unsigned count = 0;
    while (all_situation(of, count) != NULL)
        count++;
    return count;
}
