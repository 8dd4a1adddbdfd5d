/* The node is in the middle of the struct: the bytes before it are marked as well. */
#include "mistake.h"

typedef struct crate {
    double weight;
    trp_actor actor;
    short count;
} crate;

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *crates =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(crate, actor), .capacity = 10});
    crate *c = trp_as(crate, trp_create(crates, NULL)); /* it began here */

    c->weight = 2;
    c->count = 3;
    trp_recycle(world, &c->actor); /* it ended here */
    if (MISTAKE)
        c->weight = 5; /* the mistake */
    /* misuse of a dead actor is reported: the library does not read its node */
    printf("%s, then %s\n", trp_result_name(trp_recycle(world, &c->actor)),
           trp_state_of(world, &c->actor) == TRP_STATE_FREE ? "free" : "not free");
    return trp_world_destroy(world) != TRP_OK;
}
