/**
 * @file board.h Services for programs on the emulated boards: output, exit, recovery from a
 * failure, and measure their stack. See start.c and jump.S.
 */
#ifndef CORTEX_M_BOARD_H
#define CORTEX_M_BOARD_H

#include <stddef.h>
#include <stdint.h>

/** Exit codes of the emulator besides the program's own: a fault of the processor, and a stack
 * overflow. */
#define BOARD_FAULT 77
#define BOARD_STACK 78

void board_say(const char *text);
void board_say_number(uint64_t number);
_Noreturn void board_exit(int code);

/** Bytes of stack that were ever used, and its size. */
size_t board_stack_used(void);
size_t board_stack_size(void);
/** Bytes of RAM in all: data, bss and stack. */
size_t board_ram(void);

/** As setjmp() and longjmp(..., 1), with a buffer of 10 words. */
int board_mark(uint32_t mark[10]);
_Noreturn void board_return(const uint32_t mark[10]);

#endif
