/* Is compiled with headers that differ from those of the library: see test_mismatch.sh. Prints the
 * results of creating a world. */
#include "troupe/troupe.h"

#include <stdio.h>
#include <string.h>

static void tell(trp_world *world, const trp_misuse *misuse)
{
    printf("%s%s\n", world ? "a world! " : "", misuse->message);
}

static const char *name(trp_result result)
{
    return result == TRP_ERR_VERSION ? "TRP_ERR_VERSION" : result == TRP_OK ? "TRP_OK" : "another";
}

int main(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[4 * TRP_WORLD_BYTES];
    struct {
        unsigned char before[8];
        trp_result result;
        unsigned char behind[8];
    } got;
    trp_world_desc desc = {.on_misuse = tell};

    memset(&got, 0x55, sizeof got);
    desc.result = &got.result;
    got.result = TRP_OK;
    trp_world *world = trp_world_init(memory, sizeof memory, &desc);
    printf("init: %s, %s\n", world ? "a world" : "no world", name(got.result));
    if (world)
        trp_world_destroy(world);
    got.result = TRP_OK;
    world = trp_world_create(&desc);
    printf("create: %s, %s\n", world ? "a world" : "no world", name(got.result));
    if (world)
        trp_world_destroy(world);
    world = trp_world_create(NULL);
    printf("without a desc: %s\n", world ? "a world" : "no world");
    for (int i = 0; i < 8; i++)
        if (got.before[i] != 0x55 || got.behind[i] != 0x55)
            printf("overwritten!\n");
    return 0;
}
