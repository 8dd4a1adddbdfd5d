/*
 * The eight kinds of `kinds`: the motion of an actor of each kind per frame. All cost about the
 * same as body_step(), and in none do numbers grow without limit.
 */
#ifndef BENCH_MOTIONS_H
#define BENCH_MOTIONS_H

#include "work.h"

#define MOTION_COUNT 8

/* X(number, vx after the frame, vy after the frame), in terms of the locals x, y, vx, vy, dt */
#define MOTIONS(X)                                                                                 \
    X(0, vx, vy)                                                  /* straight on */                \
    X(1, vx, vy + 9.81f * dt)                                     /* falls */                      \
    X(2, vx + (3.0f - vx) * dt, vy + (1.0f - vy) * dt)            /* drifts with the wind */       \
    X(3, vx - x * dt, vy - y * dt)                                /* is drawn to the middle */     \
    X(4, vx, 0.0f - vy)                                           /* zigzags */                    \
    X(5, vx + 4.0f * dt, vy - 4.0f * dt)                          /* is pushed */                  \
    X(6, vy, 0.0f - vx)                                           /* turns at right angles */      \
    X(7, vx - (vx - 5.0f) * 0.5f * dt, vy - (vy + 2.0f) * 2 * dt) /* finds its speed */

/* One function per kind; see body_step() for its form. */
#define MOTION_DEFINE(k, vx_after, vy_after)                                                       \
    static inline bool motion_##k(body *b, float dt)                                               \
    {                                                                                              \
        float x = b->x, y = b->y, vx = b->vx, vy = b->vy;                                          \
        float life = b->life - dt;                                                                 \
        float vx2 = vx_after, vy2 = vy_after;                                                      \
        if (life <= 0)                                                                             \
            return false;                                                                          \
        b->x = x + vx2 * dt;                                                                       \
        b->y = y + vy2 * dt;                                                                       \
        b->vx = vx2;                                                                               \
        b->vy = vy2;                                                                               \
        b->life = life;                                                                            \
        return true;                                                                               \
    }
MOTIONS(MOTION_DEFINE)
#undef MOTION_DEFINE

#endif
