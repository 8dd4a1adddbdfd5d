/**
 * @file saves.h
 * The same data for saves.c and for cereal.
 */
#ifndef TROUPE_BENCH_SAVES_H
#define TROUPE_BENCH_SAVES_H

#include <stddef.h>
#include <stdint.h>

typedef struct saves_row {
    float x, y, vx, vy;
    uint32_t health;
    int32_t kind;
} saves_row;

#ifdef __cplusplus
extern "C" {
#endif

/** Saves to a static buffer, and loads from it. */
void cereal_save(const saves_row *rows, size_t count);
void cereal_load(saves_row *rows, size_t count);

#ifdef __cplusplus
}
#endif

#endif
