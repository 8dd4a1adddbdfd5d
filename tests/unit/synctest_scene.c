#include "synctest_scene.h"

trp_synctest synctest;
_Alignas(TRP_ALIGNMENT) unsigned char synctest_memory[SYNCTEST_BYTES];
unsigned synctest_tellings;
char synctest_line[240];

static void note(const trp_difference *difference, void *user)
{
    CHECK_EQ(trp_synctest_info(&synctest).different_tick, trp_world_ticks(synctest.past.world));
    if (synctest_tellings++ == 0)
        situation_text_copy(synctest_line, sizeof synctest_line, difference->text);
}

void synctest_begin(trp_world *world, trp_synctest_desc desc)
{
    synctest = (trp_synctest){0};
    synctest_tellings = 0;
    synctest_line[0] = '\0';
    if (desc.memory == NULL) {
        desc.memory = synctest_memory;
        desc.bytes = desc.bytes != 0 ? desc.bytes : sizeof synctest_memory;
    }
    desc.on_difference = note;
    CHECK_OK(trp_synctest_init(&synctest, world, &desc));
}

trp_result synctest_run(unsigned steps)
{
    trp_result result = TRP_OK;

    while (steps-- > 0 && result == TRP_OK)
        result = trp_synctest_step(&synctest);
    return result;
}

void synctest_pass(unsigned steps)
{
    CHECK_OK(synctest_run(steps));
    CHECK_OK(trp_synctest_info(&synctest).verdict);
    CHECK_OK(trp_synctest_free(&synctest));
}
