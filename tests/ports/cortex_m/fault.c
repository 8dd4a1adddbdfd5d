/*
 * Ends in the way that its options define, to test that exit codes and faults are reported.
 */
#include "board.h"

#if ENDS == 2
static uint32_t deep(const volatile uint32_t *above)
{
    volatile uint32_t here[64];

    for (unsigned i = 0; i < 64; i++)
        here[i] = *above + 1;
    return here[0] == 0 ? 0 : deep(here) + here[0];
}
#endif

int main(void)
{
    const volatile uint32_t start = 0;

#if ENDS == 1
    __builtin_trap();
#elif ENDS == 2
    if (deep(&start) == 1)
        return 0;
#endif
    (void)start;
    board_say("this program has ended\n");
    return 5;
}
