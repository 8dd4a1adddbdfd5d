/* A debug build notices members that the table of fields forgets, once per pool. */
#include "troupe/save.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct guard {
    trp_actor actor;
    float x;
    int hp, mana;       /* forgotten */
    const char *sprite; /* ignored */
} guard;

static const trp_field guard_fields[] = {TRP_FIELD(guard, x), TRP_FIELD_IGNORED(guard, sprite),
                                         TRP_FIELDS_END};
static const trp_fields guard_type = TRP_FIELDS(guard, 1, guard_fields);

static bool write_nothing(const void *bytes, size_t size, void *arg)
{
    (void)bytes;
    (void)size;
    (void)arg;
    return true;
}

static trp_pool *guards_of(trp_world *world, const char *name, bool transient, guard two)
{
    trp_pool *pool = trp_pool_create(world, &(trp_pool_desc){.name = name,
                                                             .type = TRP_TYPE(guard, actor),
                                                             .capacity = 8,
                                                             .fields = &guard_type,
                                                             .transient = transient});
    trp_create(pool, &(guard){.x = 1, .sprite = "guard.png"});
    trp_create(pool, &two);
    return pool;
}

int main(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 14];
    const trp_save_desc desc = {.game = "Castle", .version = 1};
    trp_world *world = trp_world_create(NULL);

    guards_of(world, "forgotten", false, (guard){.x = 2, .hp = 10, .mana = 1});

    guards_of(world, "complete", false, (guard){.x = 2});
    guards_of(world, "transient", true, (guard){.hp = 10});
    printf("%s\n", trp_result_name(trp_save(world, &desc, write_nothing, NULL)));
    printf("%s\n", trp_result_name(trp_snapshot_save(world, memory, sizeof memory, NULL)));
    printf("misuses: %u\n", (unsigned)trp_world_info(world).misuse);
    trp_world_destroy(world);
    return 0;
}
