@ The first code of the cartridge: the header that the console expects, then fast code and data are
@ copied, and the rest is cleared. A console starts a cartridge only with its maker's logo in the
@ header: tools such as gbafix write it.
    .section .start, "ax"
    .arm
    .global _start, memcpy, memset
    .type memcpy, %function             @ so calls from Thumb code change to ARM code
    .type memset, %function
_start:
    b 1f
    .space 156                          @ the logo
    .ascii "TROUPE\0\0\0\0\0\0TRPE00"   @ title, code, maker
    .byte 0x96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xD7, 0, 0 @ ... checksum
1:  ldr sp, =stack_top
    ldr r0, =0x04000204                 @ the cartridge's memory: its usual speed, with prefetch
    ldr r1, =0x4317
    strh r1, [r0]
    ldr r0, =fast_start
    ldr r1, =fast_load
    ldr r2, =fast_size
    bl memcpy
    ldr r0, =bss_start
    mov r1, #0
    ldr r2, =bss_size
    bl memset
    ldr r0, =main
    bx r0

memcpy:                                 @ words if all is aligned, otherwise bytes
    mov r12, r0
    orr r3, r0, r1
    orr r3, r3, r2
    tst r3, #3
    bne 3f
2:  subs r2, r2, #4
    ldrcs r3, [r1], #4
    strcs r3, [r12], #4
    bcs 2b
    bx lr
3:  subs r2, r2, #1
    ldrcsb r3, [r1], #1
    strcsb r3, [r12], #1
    bcs 3b
    bx lr

memset:
    mov r12, r0
4:  subs r2, r2, #1
    strcsb r1, [r12], #1
    bcs 4b
    bx lr
