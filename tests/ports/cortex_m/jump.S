@ Marks a place to come back to, and comes back. For all Cortex-Ms: of registers 8 up M0 knows no more than to move them.

    .syntax unified
    .thumb
    .section .text.jump, "ax"

    .globl board_mark
    .type board_mark, %function
    .thumb_func
board_mark:
    stmia r0!, {r4-r7}
    mov r1, r8
    mov r2, r9
    mov r3, r10
    stmia r0!, {r1-r3}
    mov r1, r11
    mov r2, sp
    mov r3, lr
    stmia r0!, {r1-r3}
    movs r0, #0
    bx lr

    .globl board_return
    .type board_return, %function
    .thumb_func
board_return:
    adds r0, #16
    ldmia r0!, {r1-r3}
    mov r8, r1
    mov r9, r2
    mov r10, r3
    ldmia r0!, {r1-r3}
    mov r11, r1
    mov sp, r2
    mov lr, r3
    subs r0, #40
    ldmia r0!, {r4-r7}
    movs r0, #1
    bx lr
