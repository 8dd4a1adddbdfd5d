/**
 * @file plans.h The meaning of bytes: pools, boxes, areas, groups, spaces, as both sides create
 * them.
 */
#ifndef TROUPE_TESTS_MODEL_PLANS_H
#define TROUPE_TESTS_MODEL_PLANS_H

#include "calls.h"

/** Policies by number, and as descs name them. */
enum { PLAN_ORDER_MEMORY, PLAN_ORDER_NEWEST, PLAN_ORDER_OLDEST };
extern const trp_order plan_orders[3];

enum { PLAN_FULL_FAIL, PLAN_FULL_GROW, PLAN_FULL_STEAL_OLDEST, PLAN_FULL_STEAL_NEXT };
extern const trp_full plan_ways[4];

/** The essential part of a pool's desc. */
typedef struct pool_plan {
    uint8_t order;
    uint8_t newborns;
    uint8_t when_full;
    uint8_t layer;
    uint8_t joins; /* POOLS: none; POOLS + 1: a pool of the other world */
    bool external;
    bool is_crate;
    bool updates;
    bool updates_pool;
    bool draws;
    bool asks; /* is_expired */
    bool on_create;
    bool on_end;
    bool has_prototype;
    bool has_lifetime; /* in ticks of its layer */
    bool is_typeless;  /* a misuse */
    uint32_t capacity;
    uint32_t max_capacity;
    uint32_t reserve;
} pool_plan;

pool_plan pool_plan_of(uint32_t bits);

/** From 20 bits: finite, empty, infinite, or invalid. */
trp_box box_of(uint32_t bits);
trp_area area_of(uint32_t bits);

/** dt and time scales; some are invalid. */
float time_of(uint32_t number);

uint32_t float_bits(float value);

/** The content of a prototype, and of a struct for trp_create(). */
enum { PROTOTYPE_TAG = 77, PROTOTYPE_BOX = 0x01234 };

typedef struct group_plan {
    uint32_t capacity; /* 0: it grows */
    bool is_array;     /* the caller's */
    bool is_typed;
    bool unique;
    bool tells; /* on_added */
} group_plan;

group_plan group_plan_of(uint32_t bits);

typedef struct space_plan {
    bool is_brute;
    uint8_t sleepers;
    uint32_t capacity;
    uint32_t max_capacity;
    uint32_t hits;
    uint32_t contacts;
    bool is_tight; /* room for few pairs: no nested passes */
} space_plan;

space_plan space_plan_of(uint32_t bits);

#endif
