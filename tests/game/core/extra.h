/**
 * @file extra.h
 * Extra bullets: they fly about, hurt nobody, and show what very many actors cost.
 */
#ifndef EXTRA_H
#define EXTRA_H

#include "core.h"

/** The smallest thing that flies: no body. */
typedef struct extra
{
    trp_actor actor;
    float x, y, dx, dy;
} extra;

/** Makes the pool, if options.extra asks for room. */
bool extra_init(game *g);
/** Creates or recycles until there are as many as game_set_extra_bullets() asked for. */
void extra_adjust(game *g);

#endif
