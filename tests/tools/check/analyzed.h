/*
 * For analyzers that read one file at a time: the result of a misuse is the one that was passed, so
 * it is never TRP_OK. (They do not read misuse.c, and would continue after "it is NULL" with a NULL
 * pointer.)
 */
#include "../../../src/core/misuse.h"

#define trp__misuse(world, pool, actor, call, result, detail)                                      \
    ((void)trp__misuse(world, pool, actor, call, result, detail), (result))
#define trp__misuse_named(world, noun, name, call, result, detail)                                 \
    ((void)trp__misuse_named(world, noun, name, call, result, detail), (result))
#define trp__misuse_early(hook, call, result, detail)                                              \
    ((void)trp__misuse_early(hook, call, result, detail), (result))
