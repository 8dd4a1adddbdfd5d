/*
 * For analyzers that look at one file at a time: that a wrong call's result is the one that was passed, so never TRP_OK.
 * (They do not see into misuse.c, and would go on after "it is NULL" with what is NULL.)
 */
#include "../../../src/core/misuse.h"

#define trp__misuse(world, pool, actor, call, result, detail)                                      \
    ((void)trp__misuse(world, pool, actor, call, result, detail), (result))
#define trp__misuse_named(world, noun, name, call, result, detail)                                 \
    ((void)trp__misuse_named(world, noun, name, call, result, detail), (result))
#define trp__misuse_early(hook, call, result, detail)                                              \
    ((void)trp__misuse_early(hook, call, result, detail), (result))
