/*
 * The only place that knows compilers, but for the hints of include/troupe/hints.h: what C11 lacks, each
 * with a plain fallback.
 */
#ifndef TROUPE_SRC_COMPILER_H
#define TROUPE_SRC_COMPILER_H

#include "../../include/troupe/hints.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* All that is needed from outside. Freestanding C has no string.h to declare them. */
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
#if defined(__GNUC__)
/* With -ffreestanding compilers no longer know what these do, and call them even for a word. */
#define memcpy __builtin_memcpy
#define memset __builtin_memset
#endif

/* A word of a bitmap, as wide as the machine's registers. */
typedef uintptr_t trp__word;

#define TRP__WORD_BITS ((uint32_t)(sizeof(trp__word) * CHAR_BIT))

#if defined(__GNUC__)
/* Rarely called: kept away from the hot code. */
#define TRP__COLD __attribute__((cold, noinline))
/* Not rare, but it would make a short function long: kept out of its callers. */
#define TRP__APART __attribute__((noinline))
/* What create and recycle are made of is worth being one piece, except where size is asked for. */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && !defined(__m68k__)
#define TRP__INLINE static inline __attribute__((always_inline))
#define TRP__ONE_PIECE 1
#else
#define TRP__INLINE static __attribute__((unused))
#define TRP__ONE_PIECE 0
#endif
/* Drops arguments, which must not cost anything for that. */
#define TRP__DROPS static inline __attribute__((always_inline))
/* Hides a value's origin: a short loop of stores then does not become a call of memset or memcpy. */
#define TRP__OPAQUE(value) __asm__("" : "+r"(value))
#else
#if defined(_MSC_VER)
#include <intrin.h>
#define TRP__COLD __declspec(noinline)
#define TRP__APART __declspec(noinline)
#else
#define TRP__COLD
#define TRP__APART
#endif
#define TRP__INLINE static inline
#define TRP__ONE_PIECE 1
#define TRP__DROPS static inline
#define TRP__OPAQUE(value) ((void)0)
#endif

/* Puts `value` where `*place` is NULL, in one step whatever other threads do; what was there before. Where that is not known,
 * two threads may both find NULL. */
static inline void *trp__put_once(void *volatile *place, void *value)
{
#if defined(__GNUC__)
    void *before = NULL;
    __atomic_compare_exchange_n(place, &before, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return before;
#elif defined(_MSC_VER)
    return _InterlockedCompareExchangePointer(place, value, NULL);
#else
    void *before = *place;
    if (before == NULL)
        *place = value;
    return before;
#endif
}

/* Reads and writes what other threads put there. */
static inline void *trp__look(void *volatile *place)
{
#if defined(__GNUC__)
    return __atomic_load_n(place, __ATOMIC_ACQUIRE);
#else
    return *place;
#endif
}

static inline void trp__set(void *volatile *place, void *value)
{
#if defined(__GNUC__)
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
#else
    *place = value;
#endif
}

/* Whether a debug build notices two threads in one world. It takes a variable whose end calls a function. */
#if defined(TRP_DEBUG) && TRP_DEBUG && TRP__SYSTEM && defined(__GNUC__)
#define TRP__WATCHES_THREADS 1
#define TRP__THREAD_LOCAL _Thread_local
#define TRP__WITH_END(function) __attribute__((cleanup(function)))
#else
#define TRP__WATCHES_THREADS 0
#endif

/* Whether plain pools take the short ways of plain.h. A build may say: `make coverage` wants them without optimization. */
#if !defined(TRP__FAST_PATHS)
#define TRP__FAST_PATHS TRP__ONE_PIECE
#endif

/*
 * Functions in headers that are too long to be repeated where size is asked for: inline in fast code, otherwise there
 * once, in the one file that defines TRP__DEFINES_SHARED.
 */
#if TRP__FAST_PATHS
#define TRP__SHARED TRP__INLINE
#undef TRP__DEFINES_SHARED
#define TRP__DEFINES_SHARED 1
#else
#define TRP__SHARED
#if !defined(TRP__DEFINES_SHARED)
#define TRP__DEFINES_SHARED 0
#endif
#endif

/*
 * Whether the machine counts zeros in an instruction or two. Where it does not, compilers would
 * call into their run-time library, and the library would need a symbol from outside.
 */
#if defined(__GNUC__) &&                                                                           \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__wasm__) ||      \
     defined(__powerpc__) || defined(__s390x__) || defined(__riscv_zbb) ||                         \
     (defined(__ARM_ARCH) && (__ARM_ARCH >= 7 || defined(__ARM_FEATURE_CLZ))))
#define TRP__COUNTS_ZEROS 1
#else
#define TRP__COUNTS_ZEROS 0
#endif

/* Whether the machine multiplies floats itself. See times.h. */
#if (defined(__arm__) && !defined(__ARM_FP)) || (defined(__riscv) && !defined(__riscv_flen)) ||    \
    defined(__AVR__)
#define TRP__HAS_FLOATS 0
#else
#define TRP__HAS_FLOATS 1
#endif

/* Whether AddressSanitizer watches, and what it is told of bytes: that nobody may touch them, or that anybody may. */
#if defined(__SANITIZE_ADDRESS__)
#define TRP__ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRP__ASAN 1
#endif
#endif
#if !defined(TRP__ASAN)
#define TRP__ASAN 0
#endif

#if TRP__ASAN
void __asan_poison_memory_region(const volatile void *address, size_t bytes);
void __asan_unpoison_memory_region(const volatile void *address, size_t bytes);
void *__asan_region_is_poisoned(void *address, size_t bytes);

TRP__INLINE void trp__asan_close(const void *address, size_t bytes)
{
    __asan_poison_memory_region(address, bytes);
}

TRP__INLINE void trp__asan_open(const void *address, size_t bytes)
{
    __asan_unpoison_memory_region(address, bytes);
}

/* Whether some of them must not be touched. */
TRP__INLINE int trp__asan_closed(const void *address, size_t bytes)
{
    return __asan_region_is_poisoned((void *)(uintptr_t)address, bytes) != NULL;
}
#endif

/* The number of the lowest set bit; `word` is not 0. */
static inline uint32_t trp__lowest_bit(trp__word word)
{
#if TRP__COUNTS_ZEROS
    return (uint32_t)(sizeof word == sizeof(unsigned long long)
                          ? __builtin_ctzll((unsigned long long)word)
                          : __builtin_ctz((unsigned)word));
#elif defined(_MSC_VER) && defined(_WIN64)
    unsigned long bit;
    _BitScanForward64(&bit, word);
    return bit;
#else
    uint32_t bit = 0;
    for (uint32_t step = TRP__WORD_BITS / 2; step != 0; step /= 2)
        if ((word & (((trp__word)1 << step) - 1)) == 0)
        {
            bit += step;
            word >>= step;
        }
    return bit;
#endif
}

/* The number of the highest set bit; `word` is not 0. */
static inline uint32_t trp__highest_bit(trp__word word)
{
#if TRP__COUNTS_ZEROS
    return (uint32_t)(sizeof word == sizeof(unsigned long long)
                          ? 63 - __builtin_clzll((unsigned long long)word)
                          : 31 - __builtin_clz((unsigned)word));
#elif defined(_MSC_VER) && defined(_WIN64)
    unsigned long bit;
    _BitScanReverse64(&bit, word);
    return bit;
#else
    uint32_t bit = 0;
    for (uint32_t step = TRP__WORD_BITS / 2; step != 0; step /= 2)
        if ((word >> step) != 0)
        {
            bit += step;
            word >>= step;
        }
    return bit;
#endif
}

/* How many bits are set: sums of pairs, of nibbles, of bytes (Hacker's Delight, 5-1). */
static inline uint32_t trp__count_bits(trp__word word)
{
    const trp__word ones = ~(trp__word)0;
    word -= (word >> 1) & (ones / 3);
    word = (word & (ones / 15 * 3)) + ((word >> 2) & (ones / 15 * 3));
    word = (word + (word >> 4)) & (ones / 255 * 15);
    return (uint32_t)((trp__word)(word * (ones / 255)) >> (TRP__WORD_BITS - 8));
}

/*
 * Four floats at once, and the one question that spaces ask of them: whether each is at most the other's. Plain compares,
 * so the answer is the same everywhere. The vector types come without a header, which might not be freestanding.
 */
#if defined(__GNUC__) && defined(__SSE2__)
typedef float trp__four __attribute__((vector_size(16)));
#define TRP__FOUR(a, b, c, d) ((trp__four){(a), (b), (c), (d)})

TRP__INLINE trp__four trp__load_four(const void *from)
{
    trp__four four;
    memcpy(&four, from, sizeof four);
    return four;
}

TRP__INLINE uint32_t trp__at_most(const void *candidate, trp__four limits)
{
    typedef float single __attribute__((vector_size(16)));
    return __builtin_ia32_movmskps((single)(trp__load_four(candidate) <= limits)) == 15;
}

#define TRP__FLOORS_FOUR 1

/* The products of four floats, no further from zero than `most`, rounded down. */
TRP__INLINE void trp__floor_four(const void *from, const void *factors, float most, void *out)
{
    typedef int32_t ints __attribute__((vector_size(16)));
    trp__four product = trp__load_four(from) * trp__load_four(factors);
    ints floors;

    product = __builtin_ia32_minps(product, TRP__FOUR(most, most, most, most));
    product = __builtin_ia32_maxps(product, TRP__FOUR(-most, -most, -most, -most));
    floors = __builtin_convertvector(product, ints);
    floors += product < __builtin_convertvector(floors, trp__four); /* true is -1 */
    memcpy(out, &floors, sizeof floors);
}
#elif defined(__GNUC__) && defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
typedef float32x4_t trp__four;
#define TRP__FOUR(a, b, c, d) ((trp__four){(a), (b), (c), (d)})

TRP__INLINE uint32_t trp__at_most(const void *candidate, trp__four limits)
{
    return vminvq_u32(vcleq_f32(vld1q_f32((const float *)candidate), limits)) & 1;
}
#else
typedef struct trp__four
{
    float a, b, c, d;
} trp__four;
#define TRP__FOUR(a, b, c, d) ((trp__four){(a), (b), (c), (d)})

TRP__INLINE uint32_t trp__at_most(const void *candidate, trp__four limits)
{
    const float *four = (const float *)candidate;

    return (uint32_t)(four[0] <= limits.a) & (uint32_t)(four[1] <= limits.b) &
           (uint32_t)(four[2] <= limits.c) & (uint32_t)(four[3] <= limits.d);
}
#endif

#endif
