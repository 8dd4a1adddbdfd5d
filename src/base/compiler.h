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

#if TRP__SYSTEM
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
#endif

/* Whether a debug build notices two threads in one world. It takes a variable whose end calls a function. */
#if defined(TRP_DEBUG) && TRP_DEBUG && TRP__SYSTEM && defined(__GNUC__)
#define TRP__WATCHES_THREADS 1
#define TRP__THREAD_LOCAL _Thread_local
#define TRP__WITH_END(function) __attribute__((cleanup(function)))
#else
#define TRP__WATCHES_THREADS 0
#endif

/* Whether a debug build finds watchers whose memory went away: see lost.c. */
#if defined(TRP_DEBUG) && TRP_DEBUG && TRP__SYSTEM
#define TRP__NAMES_WATCHERS 1
#else
#define TRP__NAMES_WATCHERS 0
#endif

/* Whether plain pools take the fast paths of fast_path.h. A build may say: `make coverage` wants them without optimization. */
#if !defined(TRP__FAST_PATHS)
#define TRP__FAST_PATHS TRP__ONE_PIECE
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

/* Whether the machine divides by an instruction; otherwise, as above, compilers would call for it. */
#if (defined(__arm__) && !defined(__ARM_FEATURE_IDIV)) ||                                          \
    (defined(__riscv) && !defined(__riscv_div)) || defined(__AVR__)
#define TRP__DIVIDES 0
#else
#define TRP__DIVIDES 1
#endif

/* Whether the machine multiplies floats itself. See times.h. */
#if (defined(__arm__) && !defined(__ARM_FP)) || (defined(__riscv) && !defined(__riscv_flen)) ||    \
    defined(__AVR__)
#define TRP__HAS_FLOATS 0
#else
#define TRP__HAS_FLOATS 1
#endif

/* Whether AddressSanitizer watches, and the marks of bytes for it: that they must not be touched, or that they may be. */
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

/* A function that may touch bytes which must not be touched. */
#if !TRP__ASAN
#define TRP__UNWATCHED
#elif defined(_MSC_VER) && !defined(__clang__)
#define TRP__UNWATCHED __declspec(no_sanitize_address)
#else
#define TRP__UNWATCHED __attribute__((no_sanitize_address))
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
 * Floats four at a time, and the one question that spaces ask of them: which are at most their limits. Plain compares, so
 * the answer is the same everywhere. The vector types come without a header, which might not be freestanding.
 */
#if defined(__GNUC__) && defined(__SSE2__)
typedef float trp__four __attribute__((vector_size(16)));
#define TRP__FOUR(a, b, c, d) ((trp__four){(a), (b), (c), (d)})
#define TRP__HAS_FOURS 1

typedef struct trp__fours
{
    trp__four a, b, c, d;
} trp__fours;

TRP__INLINE trp__four trp__load_four(const void *from)
{
    trp__four four;
    memcpy(&four, from, sizeof four);
    return four;
}

/* The signs of four floats, which compares make all ones or zero: the first is bit 0. */
TRP__INLINE uint32_t trp__signs(trp__four four)
{
    typedef float single __attribute__((vector_size(16)));
    return (uint32_t)__builtin_ia32_movmskps((single)four);
}

TRP__INLINE uint32_t trp__at_most(const void *candidate, trp__four limits)
{
    return trp__signs((trp__four)(trp__load_four(candidate) <= limits)) == 15;
}

/* One float, four times. */
#define TRP__SAME_FOUR(a) TRP__FOUR(a, a, a, a)

/* Bit k: whether a[k], b[k], c[k] and d[k] are at most their limits. */
TRP__INLINE uint32_t trp__four_at_most(const float *a, const float *b, const float *c,
                                       const float *d, const trp__fours *limits)
{
    typedef int32_t ints __attribute__((vector_size(16)));
    const ints ab = (trp__load_four(a) <= limits->a) & (trp__load_four(b) <= limits->b);
    const ints cd = (trp__load_four(c) <= limits->c) & (trp__load_four(d) <= limits->d);

    return trp__signs((trp__four)(ab & cd));
}

/* The edges of a box: its corner, and the other one negated. Whether that one is finite, and the size not negative. */
TRP__INLINE uint32_t trp__edges_of_four(const void *box, void *edges)
{
    typedef int32_t ints __attribute__((vector_size(16)));
    const ints high = {0, 0, -1, -1};
    const ints minus = {INT32_MIN, INT32_MIN, 0, 0}; /* adding -0 changes nothing, not even -0 */
    const ints signs = {0, 0, INT32_MIN, INT32_MIN};
    const trp__four four = trp__load_four(box);
    const ints size = ((ints)four & high) | minus;
#if defined(__clang__)
    const trp__four corners = __builtin_shufflevector(four, four, 0, 1, 0, 1) + (trp__four)size;
#else
    const trp__four corners = __builtin_shuffle(four, (ints){0, 1, 0, 1}) + (trp__four)size;
#endif
    const trp__four zero = {0, 0, 0, 0};
    const ints out = (ints)corners ^ signs;
    const ints good = ((trp__four)size >= zero) & (corners - corners == zero);

    memcpy(edges, &out, sizeof out);
    return trp__signs((trp__four)good) == 15;
}

/* Whether four floats are equal to four others. */
TRP__INLINE uint32_t trp__four_equal(const void *a, const void *b)
{
    return trp__signs((trp__four)(trp__load_four(a) == trp__load_four(b))) == 15;
}

/* A square root, rounded to the nearest, without a function of math.h that might want errno. */
TRP__INLINE float trp__root_of_one(float square)
{
    const trp__four root = __builtin_ia32_sqrtss(TRP__FOUR(square, 0, 0, 0));

    return root[0];
}

#define TRP__ROOT trp__root_of_one

TRP__INLINE trp__four trp__least_four(trp__four a, trp__four b)
{
    return __builtin_ia32_minps(a, b);
}

TRP__INLINE trp__four trp__most_four(trp__four a, trp__four b)
{
    return __builtin_ia32_maxps(a, b);
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
#define TRP__SAME_FOUR(a) vdupq_n_f32(a)

typedef struct trp__fours
{
    trp__four a, b, c, d;
} trp__fours;

TRP__INLINE trp__four trp__load_four(const void *from)
{
    return vld1q_f32((const float *)from);
}

#define TRP__ROOT(square) vget_lane_f32(vsqrt_f32(vdup_n_f32(square)), 0)

TRP__INLINE trp__four trp__least_four(trp__four a, trp__four b)
{
    return vminq_f32(a, b);
}

TRP__INLINE trp__four trp__most_four(trp__four a, trp__four b)
{
    return vmaxq_f32(a, b);
}

TRP__INLINE uint32_t trp__at_most(const void *candidate, trp__four limits)
{
    return vminvq_u32(vcleq_f32(vld1q_f32((const float *)candidate), limits)) & 1;
}

TRP__INLINE uint32_t trp__four_at_most(const float *a, const float *b, const float *c,
                                       const float *d, const trp__fours *limits)
{
    const uint32x4_t bits = {1, 2, 4, 8};
    const uint32x4_t ab =
        vandq_u32(vcleq_f32(vld1q_f32(a), limits->a), vcleq_f32(vld1q_f32(b), limits->b));
    const uint32x4_t cd =
        vandq_u32(vcleq_f32(vld1q_f32(c), limits->c), vcleq_f32(vld1q_f32(d), limits->d));

    return vaddvq_u32(vandq_u32(vandq_u32(ab, cd), bits));
}
#else
typedef struct trp__four
{
    float a, b, c, d;
} trp__four;
#define TRP__FOUR(a, b, c, d) ((trp__four){(a), (b), (c), (d)})
#define TRP__SAME_FOUR(a) (a)

typedef struct trp__fours
{
    float a, b, c, d;
} trp__fours;

TRP__INLINE trp__four trp__load_four(const void *from)
{
    trp__four four;
    memcpy(&four, from, sizeof four);
    return four;
}

TRP__INLINE trp__four trp__least_four(trp__four a, trp__four b)
{
    return TRP__FOUR(a.a < b.a ? a.a : b.a, a.b < b.b ? a.b : b.b, a.c < b.c ? a.c : b.c,
                     a.d < b.d ? a.d : b.d);
}

TRP__INLINE trp__four trp__most_four(trp__four a, trp__four b)
{
    return TRP__FOUR(a.a > b.a ? a.a : b.a, a.b > b.b ? a.b : b.b, a.c > b.c ? a.c : b.c,
                     a.d > b.d ? a.d : b.d);
}

TRP__INLINE uint32_t trp__at_most(const void *candidate, trp__four limits)
{
    const float *four = (const float *)candidate;

    return (uint32_t)(four[0] <= limits.a) & (uint32_t)(four[1] <= limits.b) &
           (uint32_t)(four[2] <= limits.c) & (uint32_t)(four[3] <= limits.d);
}

/* One after the other, and no further than needed: where floats are functions, each compare is a call. */
TRP__INLINE uint32_t trp__four_at_most(const float *a, const float *b, const float *c,
                                       const float *d, const trp__fours *limits)
{
    uint32_t bits = 0;

    for (uint32_t k = 0; k < 4; k++)
        if (a[k] <= limits->a && b[k] <= limits->b && c[k] <= limits->c && d[k] <= limits->d)
            bits |= 1u << k;
    return bits;
}
#endif

#define TRP__RANKED 12 /* at once */

/* How many of some numbers are lower than each of TRP__RANKED others, all of them below 2^31. */
TRP__INLINE void trp__count_lower(const uint32_t *numbers, uint32_t count, const uint32_t *others,
                                  uint32_t *lower)
{
#if defined(TRP__HAS_FOURS)
    typedef int32_t ints __attribute__((vector_size(16)));
    const ints a = (ints)trp__load_four(others);
    const ints b = (ints)trp__load_four(others + 4);
    const ints c = (ints)trp__load_four(others + 8);
    ints sums[3] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};

    for (uint32_t i = 0; i < count; i++)
    {
        const int32_t number = (int32_t)numbers[i];
        const ints four = {number, number, number, number};
        sums[0] -= four < a; /* true is -1 */
        sums[1] -= four < b;
        sums[2] -= four < c;
    }
    memcpy(lower, sums, sizeof sums);
#else
    for (uint32_t k = 0; k < TRP__RANKED; k++)
    {
        lower[k] = 0;
        for (uint32_t i = 0; i < count; i++)
            lower[k] += numbers[i] < others[k];
    }
#endif
}

#if !defined(TRP__HAS_FOURS)
TRP__INLINE uint32_t trp__edges_of_four(const void *box, void *edges)
{
    float in[4];
    float out[4];

    memcpy(in, box, sizeof in);
    out[0] = in[0];
    out[1] = in[1];
    out[2] = in[0] + in[2];
    out[3] = in[1] + in[3];
    if (!(in[2] >= 0 && in[3] >= 0 && out[2] - out[2] == 0 && out[3] - out[3] == 0))
        return 0;
    out[2] = -out[2];
    out[3] = -out[3];
    memcpy(edges, out, sizeof out);
    return 1;
}

TRP__INLINE uint32_t trp__four_equal(const void *a, const void *b)
{
    const float *one = (const float *)a;
    const float *other = (const float *)b;

    return one[0] == other[0] && one[1] == other[1] && one[2] == other[2] && one[3] == other[3];
}
#endif

#endif
