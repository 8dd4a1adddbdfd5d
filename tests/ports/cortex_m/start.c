/*
 * The start and the exit of a program on an emulated Cortex-M: semihosting, as in the debugger of a
 * real board.
 *
 * The stack is below all other data in RAM: if it overflows, nothing is overwritten. Not every
 * board faults there (writes are lost), so its lowest words are checked at the end.
 */
#include "board.h"

extern uint32_t link_stack_end[], link_stack_start[], link_data_start[], link_data_end[],
    link_data_load[], link_bss_start[], link_bss_end[];

#define UNUSED 0xA5A5A5A5u
#define SPARE 16 /* words of the stack that must stay unused */

int main(void);
void reset(void);
void fault(void);

/* The first 16 vectors are the same on all Cortex-Ms. */
__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    (void *)link_stack_end, (void *)reset, (void *)fault, (void *)fault,
    (void *)fault,          (void *)fault, (void *)fault, (void *)fault,
    (void *)fault,          (void *)fault, (void *)fault, (void *)fault,
    (void *)fault,          (void *)fault, (void *)fault, (void *)fault,
};

static void semihost(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void board_say(const char *text)
{
    semihost(0x04, text); /* SYS_WRITE0 */
}

void board_say_number(uint64_t number)
{
    char digits[21];
    unsigned at = sizeof digits - 1;

    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number != 0);
    board_say(digits + at);
}

/* Not on the stack, which may be invalid. */
static uint32_t exit_block[2];

static _Noreturn void leave(uint32_t code)
{
    exit_block[0] = 0x20026; /* ADP_Stopped_ApplicationExit */
    exit_block[1] = code;
    semihost(0x20, exit_block); /* SYS_EXIT_EXTENDED */
    for (;;) {
    }
}

_Noreturn void board_exit(int code)
{
    for (unsigned i = 0; i < SPARE && code != BOARD_STACK; i++)
        if (link_stack_start[i] != UNUSED) {
            board_say("the stack is used up\n");
            code = BOARD_STACK;
        }
    leave((uint32_t)code);
}

size_t board_stack_used(void)
{
    const uint32_t *at = link_stack_start;

    while (*at == UNUSED)
        at++;
    return (size_t)((const unsigned char *)link_stack_end - (const unsigned char *)at);
}

size_t board_stack_size(void)
{
    return (size_t)((const unsigned char *)link_stack_end -
                    (const unsigned char *)link_stack_start);
}

size_t board_ram(void)
{
    return (size_t)((const unsigned char *)link_bss_end - (const unsigned char *)link_stack_start);
}

/* Runs on a new stack, since the old one may have overflowed. */
__attribute__((naked)) void fault(void)
{
    __asm__ volatile("ldr r0, =link_stack_end\n mov sp, r0\n bl fault_on_new_stack");
}

__attribute__((used)) static void fault_on_new_stack(void)
{
    board_say("a fault of the processor\n");
    leave(BOARD_FAULT);
}

void reset(void)
{
    const uint32_t *from = link_data_load;
    uint32_t *here;

    for (uint32_t *to = link_data_start; to != link_data_end;)
        *to++ = *from++;
    for (uint32_t *to = link_bss_start; to != link_bss_end;)
        *to++ = 0;
    __asm__ volatile("mov %0, sp" : "=r"(here));
    for (uint32_t *to = link_stack_start; to < here - 8;)
        *to++ = UNUSED;
    board_exit(main());
}
