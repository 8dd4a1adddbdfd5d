/* The three orders of a pool: the same calls, and the order of visits. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct letter {
    trp_actor actor;
    char name;
} letter;

static trp_actor *add(trp_pool *pool, char name)
{
    return trp_create(pool, &(letter){.name = name});
}

static void show(trp_pool *pool)
{
    printf("%s:", trp_pool_info(pool).name);
    trp_each (letter, it, pool)
        printf(" %c", it->name);
    printf("\n");
}

/* Creates A, B and C, ends B, creates D and E. */
static void play(trp_world *world, const char *name, trp_order order)
{
    trp_pool *pool = trp_pool_create(
        world, &(trp_pool_desc){
                   .name = name, .type = TRP_TYPE(letter, actor), .capacity = 8, .order = order});
    add(pool, 'A');
    trp_actor *b = add(pool, 'B');
    add(pool, 'C');
    trp_recycle(world, b);
    add(pool, 'D');
    add(pool, 'E');
    show(pool);
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    if (!world)
        return 1;
    play(world, "memory (D fills the hole that B left)", TRP_ORDER_MEMORY);
    play(world, "newest first", TRP_ORDER_NEWEST);
    play(world, "oldest first", TRP_ORDER_OLDEST);

    /* The three pools are segments of one list. A tick updates in exactly this order. */
    printf("the world's list:");
    for (trp_actor *at = trp_first(world); at; at = trp_next(world, at))
        printf(" %c", trp_as(letter, at)->name);
    printf("\n");
    trp_world_destroy(world);
    return 0;
}
