/* Walks as branches of an `if`: no compiler warns, in C and C++. Without braces and without an
 * `else` clang does not warn either (BARE); gcc asks for braces, see trp_each(). */
#include "troupe/group.h"
#include "troupe/parallel.h"
#include "troupe/troupe.h"

typedef struct shot {
    trp_actor actor;
    int n;
} shot;

static int sum_parts(trp_part *part, bool first)
{
    int sum = 0;
    if (first)
        trp_part_each(shot, it, part) sum += it->n;
    else
        sum--;
    return sum;
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool_desc desc = TRP__ZERO;
    trp_group group = TRP__ZERO;
    int sum = sum_parts(NULL, false);

    const trp_type type = TRP_TYPE(shot, actor);
    desc.type = type;
    desc.order = TRP_ORDER_OLDEST;
    desc.capacity = 4;
    trp_pool *pool = trp_pool_create(world, &desc);
    trp_group_init(&group, world, NULL);
    trp_group_add(&group, trp_create(pool, NULL));
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            trp_each (shot, it, pool)
                it->n += 2;
        else
            sum += 100;
        if (i == 0)
            trp_group_each(shot, it, &group) sum += it->n;
        else
            sum += 1000;
        if (i == 0)
            trp_each_joined(it, pool) sum += it != NULL;
        else
            trp_each (shot, it, pool)
                if (it->n != 0)
                    sum += 10;
                else
                    sum = 0;
#if defined(BARE)
        if (i == 0)
            trp_each (shot, it, pool)
                it->n++;
        if (i == 0)
            trp_group_each_actor(it, &group) sum += it == NULL;
#endif
        if (i == 0) {
            trp_each (shot, it, pool)
                break;
        }
    }
    trp_world_destroy(world);
    return sum == -1 + 2 + 1 + 100 + 1000 + 10 ? 0 : 1;
}
