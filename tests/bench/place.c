/* Linked first: shifts the code of all that follows (see placement.c). */
#ifndef BENCH_SHIFT
#define BENCH_SHIFT 0 /* bytes */
#endif

#define TEXT2(number) #number
#define TEXT(number) TEXT2(number)

__asm__(".text\n.skip " TEXT(BENCH_SHIFT) " + 16\n");
