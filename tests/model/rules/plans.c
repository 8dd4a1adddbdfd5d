#include "plans.h"

#include <math.h>
#include <string.h>

const trp_order plan_orders[3] = {TRP_ORDER_MEMORY, TRP_ORDER_NEWEST, TRP_ORDER_OLDEST};
const trp_full plan_ways[4] = {TRP_FULL_FAIL, TRP_FULL_GROW, TRP_FULL_STEAL_OLDEST,
                               TRP_FULL_STEAL_NEXT};

/* Errors of a pool's desc, and a large desc. */
enum {
    ODD_RESERVE,
    ODD_TYPE,
    ODD_UPDATES,
    ODD_CAPACITY,
    ODD_MOST,
    ODD_JOINS,
    ODD_EXTERNAL,
    ODD_FULL,
    ODD_NEWBORNS,
    ODD_LARGE,
    ODD_LAYER,
    ODDITIES
};

static void spoil(pool_plan *plan, uint32_t oddity)
{
    switch (oddity) {
    case ODD_RESERVE:
        plan->reserve = plan->capacity;
        break;
    case ODD_TYPE:
        plan->is_typeless = true;
        break;
    case ODD_UPDATES:
        plan->updates = plan->updates_pool = true;
        break;
    case ODD_CAPACITY:
        plan->capacity = 0;
        break;
    case ODD_MOST:
        plan->max_capacity = plan->max_capacity != 0 ? plan->capacity - 1 : plan->capacity + 1;
        break;
    case ODD_JOINS:
        plan->joins = POOLS + 1;
        break;
    case ODD_EXTERNAL:
        plan->external = plan->has_prototype = true;
        break;
    case ODD_FULL:
        plan->when_full = (uint8_t)((plan->when_full + 1) % 4);
        break;
    case ODD_NEWBORNS:
        plan->newborns = TRP_NEWBORNS_SAME_WALK;
        break;
    case ODD_LARGE:
        if (plan->reserve == 0)
            break;             /* rarely: it takes long */
        plan->capacity = 4200; /* more than a summary word */
        plan->max_capacity = 0;
        plan->when_full = plan->when_full == PLAN_FULL_GROW ? PLAN_FULL_FAIL : plan->when_full;
        break;
    case ODD_LAYER:
        plan->layer = LAYERS;
    }
}

/* Possible combinations. */
static void agree(pool_plan *plan, uint32_t full)
{
    static const uint32_t mosts[] = {1, 2, 3, 4};

    if (plan->joins < POOLS || plan->external)
        plan->order = plan->joins < POOLS ? PLAN_ORDER_MEMORY : plan->order;
    if (plan->joins < POOLS)
        plan->updates_pool = false;
    if (plan->external)
        plan->has_prototype = false;
    if (full < 3 && !plan->external) {
        plan->when_full = PLAN_FULL_GROW;
        plan->max_capacity = plan->capacity * mosts[full + 1] - plan->capacity / 3;
    } else if (full < 5 && !plan->external)
        plan->when_full = plan->order == PLAN_ORDER_MEMORY && plan->joins >= POOLS
                              ? PLAN_FULL_STEAL_NEXT
                              : PLAN_FULL_STEAL_OLDEST;
    if (plan->newborns == TRP_NEWBORNS_SAME_WALK &&
        (plan->order != PLAN_ORDER_OLDEST || plan->when_full == PLAN_FULL_STEAL_OLDEST))
        plan->newborns = TRP_NEWBORNS_THIS_TICK;
}

pool_plan pool_plan_of(uint32_t bits)
{
    static const uint32_t capacities[] = {3, 2, 5, 8, 12, 64, 65, 70};
    static const uint8_t orders[] = {PLAN_ORDER_MEMORY, PLAN_ORDER_NEWEST, PLAN_ORDER_OLDEST,
                                     PLAN_ORDER_MEMORY};
    pool_plan plan = {0};

    plan.order = orders[bits & 3];
    plan.newborns = (bits >> 5 & 1) == 0    ? TRP_NEWBORNS_DEFAULT
                    : (bits >> 13 & 1) == 0 ? TRP_NEWBORNS_SAME_WALK
                                            : TRP_NEWBORNS_THIS_TICK;
    plan.external = (bits >> 6 & 1) != 0 && (bits >> 7 & 1) != 0;
    plan.is_crate = (bits >> 7 & 1) == 0 && (bits >> 6 & 1) != 0;
    plan.updates = bits >> 8 & 1;
    plan.asks = bits >> 9 & 1;
    plan.on_create = bits >> 10 & 1;
    plan.on_end = bits >> 11 & 1;
    plan.has_prototype = bits >> 12 & 1;
    plan.draws = bits >> 13 & 1;
    plan.updates_pool = !plan.updates && (bits >> 14 & 1) != 0;
    plan.capacity = capacities[bits >> 15 & 7];
    plan.reserve = (bits >> 18 & 3) == 0 ? 1 : 0;
    plan.layer = (bits >> 20 & 3) % LAYERS;
    plan.joins = (bits >> 22 & 15) < POOLS ? (uint8_t)(bits >> 22 & 15) : POOLS;
    if (plan.joins < POOLS)
        plan.layer = 0;
    agree(&plan, bits >> 2 & 7);
    spoil(&plan, bits >> 26 & 63);
    return plan;
}

trp_box box_of(uint32_t bits)
{
    static const float sizes[] = {0, 1, 2, 3, 5, 9, 20, 100};
    trp_box box = {(float)(bits & 31), (float)(bits >> 5 & 31), sizes[bits >> 10 & 7],
                   sizes[bits >> 13 & 7]};

    switch (bits >> 16 & 15) {
    case 15:
        box.x = NAN;
        break;
    case 14:
        box.height = -1;
        break;
    case 13:
        box.width = INFINITY;
        break;
    case 12:
        box.x = -INFINITY;
        box.width = INFINITY;
        break;
    case 11:
        box.y = 1e9f;
        break;
    case 10:
        box.y = -INFINITY;
        box.height = 0;
        break;
    case 9:
        box.x -= 64;
        box.y = -box.y;
        break;
    default:
        break;
    }
    return box;
}

trp_area area_of(uint32_t bits)
{
    const trp_box box = box_of(bits);
    const float dx = (float)(bits >> 20 & 7) * 8 - 24;
    const float dy = (float)(bits >> 23 & 7) * 8 - 24;

    switch (bits >> 26 & 3) {
    case 0:
    case 1:
        return trp_rectangle(box.x, box.y, box.width, box.height);
    case 2:
        return trp_circle(box.x, box.y, box.height);
    default:
        return trp_sweep(trp_rectangle(box.x, box.y, box.width, box.height), dx, dy);
    }
}

float time_of(uint32_t number)
{
    switch (number & 15) {
    case 0:
        return 0;
    case 1:
        return -1;
    case 2:
        return NAN;
    case 3:
        return INFINITY;
    case 4:
    case 5:
        return 0.5f;
    case 6:
        return 2;
    default:
        return 1;
    }
}

uint32_t float_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

group_plan group_plan_of(uint32_t bits)
{
    static const uint32_t capacities[] = {1, 3, 8, 40};
    group_plan plan = {0};

    plan.is_array = bits & 1;
    plan.capacity = plan.is_array || (bits & 2) != 0 ? capacities[bits >> 2 & 3] : 0;
    plan.is_typed = (bits >> 4 & 3) == 0;
    plan.unique = bits >> 6 & 1;
    plan.tells = bits >> 9 & 1;
    return plan;
}

space_plan space_plan_of(uint32_t bits)
{
    static const uint32_t capacities[] = {4, 9, 16, 0};
    space_plan plan = {0};

    plan.is_brute = (bits & 3) == 2;
    plan.sleepers = bits >> 2 & 1;
    plan.capacity = capacities[bits >> 3 & 3];
    plan.max_capacity = (bits >> 5 & 1) != 0 ? plan.capacity * 2 : 0;
    plan.is_tight = bits >> 8 & 1;
    plan.hits = plan.is_tight ? 0 : 4096;
    plan.contacts = (bits >> 9 & 1) != 0 ? (bits >> 10 & 1) != 0 ? 64 : 3 : 0;
    if (plan.capacity == 0 && (bits >> 11 & 1) != 0)
        plan.capacity = 9;
    return plan;
}
