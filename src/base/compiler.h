/*
 * The only place that depends on compilers, besides the hints of include/troupe/hints.h: features
 * that C11 lacks, each with a plain fallback.
 */
#ifndef TROUPE_SRC_COMPILER_H
#define TROUPE_SRC_COMPILER_H

#include "../../include/troupe/hints.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* All external functions. Freestanding C has no string.h to declare them. */
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
#if defined(__GNUC__)
/* With -ffreestanding compilers do not recognise these functions, and call them even for a single
 * word. */
#define memcpy __builtin_memcpy
#define memset __builtin_memset
#endif

/* A word of a bitmap, as wide as the machine's registers. */
typedef uintptr_t trp__word;

#define TRP__WORD_BITS ((uint32_t)(sizeof(trp__word) * CHAR_BIT))

#if defined(__GNUC__)
/* Rarely called: kept away from the hot code. */
#define TRP__COLD __attribute__((cold, noinline))
/* Not rare, but kept out of its callers, which would become long. */
#define TRP__APART __attribute__((noinline))
/* Part of create and recycle: worth inlining, except when optimizing for size. */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && !defined(__m68k__)
#define TRP__INLINE static inline __attribute__((always_inline))
#else
#define TRP__INLINE static __attribute__((unused))
#endif
/* Drops arguments at no cost. */
#define TRP__DROPS static inline __attribute__((always_inline))
/* A function with a format as printf has it, where the types of trp__say() are those of printf. */
#if defined(__LP64__)
#define TRP__SAYS(text, values) __attribute__((format(printf, text, values)))
#else
#define TRP__SAYS(text, values)
#endif
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
#define TRP__DROPS static inline
#define TRP__SAYS(text, values)
#endif

/* Notes a text where other threads may do the same at the same time; one of the texts remains. It is
 * a relaxed atomic access where the compiler has one, otherwise a volatile one. */
static inline void trp__note_shared(const char *volatile *place, const char *text)
{
#if defined(__GCC_ATOMIC_POINTER_LOCK_FREE) && __GCC_ATOMIC_POINTER_LOCK_FREE == 2
    __atomic_store_n(place, text, __ATOMIC_RELAXED);
#else
    *place = text;
#endif
}

#if TRP__SYSTEM
/* If `*place` is NULL, sets it to `value`, atomically if the compiler supports it. Returns the
 * former value. Without that support two threads may both find NULL. */
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

/* Reads and writes values that other threads use. */
static inline void *trp__look(void *volatile *place)
{
#if defined(__GNUC__)
    return __atomic_load_n(place, __ATOMIC_ACQUIRE);
#else
    return *place;
#endif
}

/* Adds 1, atomically if the compiler supports it. Returns the sum. */
static inline uint32_t trp__count(uint32_t volatile *number)
{
#if defined(__GNUC__)
    return __atomic_add_fetch(number, 1, __ATOMIC_RELAXED);
#elif defined(_MSC_VER)
    return (uint32_t)_InterlockedIncrement((long volatile *)number);
#else
    return ++*number;
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
#endif

/* 1 in debug builds */
#if defined(TRP_DEBUG) && TRP_DEBUG
#define TRP__DEBUGS 1
#else
#define TRP__DEBUGS 0
#endif

#define TRP__THREAD_LOCAL _Thread_local
/* The threads of the system, for trp_threads_start(); 0: none. TRP_C11_THREADS asks for those of C. */
#define TRP__THREADS_OF_WINDOWS 1
#define TRP__THREADS_OF_POSIX 2
#define TRP__THREADS_OF_C 3
#if defined(TRP_NO_THREADS) || !TRP__SYSTEM || defined(TRP_NO_MALLOC) || defined(__wasi__) ||      \
    (defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__))
#define TRP__THREADS 0
#elif defined(_WIN32)
#define TRP__THREADS TRP__THREADS_OF_WINDOWS
#elif (defined(__unix__) || defined(__APPLE__)) && !defined(TRP_C11_THREADS)
#define TRP__THREADS TRP__THREADS_OF_POSIX
#elif !defined(__STDC_NO_THREADS__)
#define TRP__THREADS TRP__THREADS_OF_C
#else
#define TRP__THREADS 0
#endif

/*
 * Whether the machine counts zeros in one or two instructions. Otherwise compilers would call their
 * run-time library, and the library would need an external symbol.
 */
#if defined(__GNUC__) &&                                                                           \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__wasm__) ||      \
     defined(__powerpc__) || defined(__s390x__) || defined(__riscv_zbb) ||                         \
     (defined(__ARM_ARCH) && (__ARM_ARCH >= 7 || defined(__ARM_FEATURE_CLZ))))
#define TRP__COUNTS_ZEROS 1
#else
#define TRP__COUNTS_ZEROS 0
#endif

/* Whether the machine has a division; otherwise, as above, compilers would call a function. */
#if (defined(__arm__) && !defined(__ARM_FEATURE_IDIV)) ||                                          \
    (defined(__riscv) && !defined(__riscv_div)) || defined(__AVR__)
#define TRP__DIVIDES 0
#else
#define TRP__DIVIDES 1
#endif

/* Whether slots are marked for AddressSanitizer, and its calls. */
#if defined(TRP__NODE_IS_ALIGNED)
#define TRP__ASAN 1
void __asan_poison_memory_region(const volatile void *address, size_t bytes);
void __asan_unpoison_memory_region(const volatile void *address, size_t bytes);
void *__asan_region_is_poisoned(void *address, size_t bytes);
#define TRP__ASAN_CLOSE(memory, bytes) __asan_poison_memory_region((memory), (bytes))
#define TRP__ASAN_OPEN(memory, bytes) __asan_unpoison_memory_region((memory), (bytes))
#define TRP__ASAN_CLOSED(memory, bytes)                                                            \
    (__asan_region_is_poisoned((void *)(uintptr_t)(memory), (bytes)) != NULL)
#else
#define TRP__ASAN 0
#endif

/* A function that may access marked bytes. */
#if !TRP__ASAN
#define TRP__UNWATCHED
#elif defined(_MSC_VER) && !defined(__clang__)
#define TRP__UNWATCHED __declspec(no_sanitize_address)
#else
#define TRP__UNWATCHED __attribute__((no_sanitize_address))
#endif

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
        if ((word >> step) != 0) {
            bit += step;
            word >>= step;
        }
    return bit;
#endif
}

/* The number of the lowest set bit; `word` is not 0. */
static inline uint32_t trp__lowest_bit(trp__word word)
{
#if TRP__COUNTS_ZEROS
    return (uint32_t)(sizeof word == sizeof(unsigned long long)
                          ? __builtin_ctzll((unsigned long long)word)
                          : __builtin_ctz((unsigned)word));
#else
    return trp__highest_bit(word & (0 - word));
#endif
}

/* The number of set bits: sums over pairs, nibbles, bytes (Hacker's Delight, 5-1). */
static inline uint32_t trp__count_bits(trp__word word)
{
    const trp__word ones = ~(trp__word)0;
    word -= (word >> 1) & (ones / 3);
    word = (word & (ones / 15 * 3)) + ((word >> 2) & (ones / 15 * 3));
    word = (word + (word >> 4)) & (ones / 255 * 15);
    return (uint32_t)((trp__word)(word * (ones / 255)) >> (TRP__WORD_BITS - 8));
}

#endif
