@ A recorded game's trace, as it is in its file, in flash.
    .section .rodata.trace, "a"
    .globl trace_text
    .globl trace_text_end
trace_text:
    .incbin TRACE
trace_text_end:
    .byte 0
