/*
 * Floats four at a time, for spaces. Besides compiler.h the only file in src that depends on
 * compilers. Only plain compares are used, so results are the same everywhere. The vector types of
 * SSE2 need no header, which freestanding C might lack.
 */
#ifndef TROUPE_SRC_FOUR_H
#define TROUPE_SRC_FOUR_H

#include "compiler.h"

#if defined(__GNUC__) && (defined(__SSE2__) || (defined(__aarch64__) && defined(__ARM_NEON)))
typedef float trp__four __attribute__((vector_size(16)));
typedef int32_t trp__four_ints __attribute__((vector_size(16)));

typedef struct trp__fours {
    trp__four a, b, c, d;
} trp__fours;

/* Bit k: whether the k-th number is all ones, not zero, as compares set it; the square root, rounded
 * to nearest, without a function of math.h that might set errno; and the lower and the higher
 * numbers, where `a` may be NaN, which is neither. */
#if defined(__SSE2__)
#define TRP__SIGNS(four) ((uint32_t)__builtin_ia32_movmskps((trp__four)(four)))
#define TRP__ROOT(square) (__builtin_ia32_sqrtss((trp__four){(square), 0, 0, 0})[0])
#define TRP__LOWER(a, b) __builtin_ia32_minps((a), (b))
#define TRP__HIGHER(a, b) __builtin_ia32_maxps((a), (b))
#else
#include <arm_neon.h>
#define TRP__SIGNS(four) vaddvq_u32((uint32x4_t)((four) & (trp__four_ints){1, 2, 4, 8}))
#define TRP__ROOT(square) vget_lane_f32(vsqrt_f32(vdup_n_f32(square)), 0)
#define TRP__LOWER(a, b) ((trp__four)vminnmq_f32((float32x4_t)(a), (float32x4_t)(b)))
#define TRP__HIGHER(a, b) ((trp__four)vmaxnmq_f32((float32x4_t)(a), (float32x4_t)(b)))
#endif

TRP__INLINE trp__four trp__load_four(const void *from)
{
    trp__four four;
    memcpy(&four, from, sizeof four);
    return four;
}

/* The elements with these numbers. */
#if defined(__clang__)
#define TRP__PICK(four, a, b, c, d) __builtin_shufflevector(four, four, a, b, c, d)
#else
#define TRP__PICK(four, a, b, c, d) __builtin_shuffle(four, (trp__four_ints){a, b, c, d})
#endif

/* One float, four times. */
#define TRP__SAME_FOUR(a) ((trp__four){(a), (a), (a), (a)})

/* Bit k: whether a[k], b[k], c[k] and d[k] are at most their limits. */
TRP__INLINE uint32_t trp__four_at_most(const float *a, const float *b, const float *c,
                                       const float *d, const trp__fours *limits)
{
    const trp__four_ints ab = (trp__load_four(a) <= limits->a) & (trp__load_four(b) <= limits->b);
    const trp__four_ints cd = (trp__load_four(c) <= limits->c) & (trp__load_four(d) <= limits->d);

    return TRP__SIGNS(ab & cd);
}

/* The edges of a box: its corner, and the other corner negated. Returns whether that one is finite
 * and the size is not negative. */
TRP__INLINE uint32_t trp__edges_of_four(const void *box, void *edges)
{
    const trp__four_ints high = {0, 0, -1, -1};
    const trp__four_ints minus = {INT32_MIN, INT32_MIN, 0,
                                  0}; /* adding -0 changes nothing, not even -0 */
    const trp__four_ints signs = {0, 0, INT32_MIN, INT32_MIN};
    const trp__four four = trp__load_four(box);
    const trp__four_ints size = ((trp__four_ints)four & high) | minus;
    const trp__four corners = TRP__PICK(four, 0, 1, 0, 1) + (trp__four)size;
    const trp__four zero = {0, 0, 0, 0};
    const trp__four_ints out = (trp__four_ints)corners ^ signs;
    const trp__four_ints good = ((trp__four)size >= zero) & (corners - corners == zero);

    memcpy(edges, &out, sizeof out);
    return TRP__SIGNS(good) == 15;
}

/* Whether four floats equal four others. */
TRP__INLINE uint32_t trp__four_equal(const void *a, const void *b)
{
    return TRP__SIGNS(trp__load_four(a) == trp__load_four(b)) == 15;
}

/* Widens bounds, so that four floats lie between them. Those that are not finite have no part in it. */
TRP__INLINE void trp__widen_four(const void *four, void *least, void *most)
{
    const trp__four read = trp__load_four(four);
    const trp__four finite = read + (read - read); /* or NaN */
    const trp__four low = TRP__LOWER(finite, trp__load_four(least));
    const trp__four high = TRP__HIGHER(finite, trp__load_four(most));

    memcpy(least, &low, sizeof low);
    memcpy(most, &high, sizeof high);
}

/* Of these numbers, all below 2^31, how many are lower than each. Both arrays have a multiple of
 * eight elements; those of `numbers` from `count` on are large. */
TRP__INLINE void trp__rank_all(const uint32_t *numbers, uint32_t count, uint32_t *ranks)
{
    for (uint32_t i = 0; i < count; i += 8) {
        const trp__four_ints a = (trp__four_ints)trp__load_four(numbers + i);
        const trp__four_ints b = (trp__four_ints)trp__load_four(numbers + i + 4);
        trp__four_ints below_a = {0, 0, 0, 0};
        trp__four_ints below_b = {0, 0, 0, 0};
        for (uint32_t k = 0; k < count; k += 4) {
            const trp__four_ints four = (trp__four_ints)trp__load_four(numbers + k);
            const trp__four_ints first = TRP__PICK(four, 0, 0, 0, 0);
            const trp__four_ints second = TRP__PICK(four, 1, 1, 1, 1);
            const trp__four_ints third = TRP__PICK(four, 2, 2, 2, 2);
            const trp__four_ints fourth = TRP__PICK(four, 3, 3, 3, 3);
            below_a -= (first < a) + (second < a) + (third < a) + (fourth < a); /* true is -1 */
            below_b -= (first < b) + (second < b) + (third < b) + (fourth < b);
        }
        memcpy(ranks + i, &below_a, sizeof below_a);
        memcpy(ranks + i + 4, &below_b, sizeof below_b);
    }
}

#if defined(__SSE2__)
#define TRP__FLOORS_FOUR 1

/* The products of four floats, limited to `most` in magnitude, rounded down. */
TRP__INLINE void trp__floor_four(const void *from, const void *factors, float most, void *out)
{
    trp__four product = trp__load_four(from) * trp__load_four(factors);
    trp__four_ints floors;

    product = TRP__LOWER(product, TRP__SAME_FOUR(most));
    product = TRP__HIGHER(product, TRP__SAME_FOUR(-most));
    floors = __builtin_convertvector(product, trp__four_ints);
    floors += product < __builtin_convertvector(floors, trp__four); /* true is -1 */
    memcpy(out, &floors, sizeof floors);
}
#endif
#else
#define TRP__SAME_FOUR(a) (a)

typedef struct trp__fours {
    float a, b, c, d;
} trp__fours;

/* One by one, and no further than needed: where floats are functions, each compare is a call. */
TRP__INLINE uint32_t trp__four_at_most(const float *a, const float *b, const float *c,
                                       const float *d, const trp__fours *limits)
{
    uint32_t bits = 0;

    for (uint32_t k = 0; k < 4; k++)
        if (a[k] <= limits->a && b[k] <= limits->b && c[k] <= limits->c && d[k] <= limits->d)
            bits |= 1u << k;
    return bits;
}

TRP__INLINE void trp__rank_all(const uint32_t *numbers, uint32_t count, uint32_t *ranks)
{
    for (uint32_t i = 0; i < count; i++) {
        ranks[i] = 0;
        for (uint32_t k = 0; k < count; k++)
            ranks[i] += numbers[k] < numbers[i];
    }
}

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

TRP__INLINE void trp__widen_four(const void *four, void *least, void *most)
{
    const float *read = (const float *)four;
    float *low = (float *)least;
    float *high = (float *)most;

    for (uint32_t k = 0; k < 4; k++) {
        const float rest = read[k] - read[k]; /* infinity becomes NaN, neither lower nor higher */
        if (read[k] + rest < low[k])
            low[k] = read[k];
        if (read[k] + rest > high[k])
            high[k] = read[k];
    }
}
#endif

#endif
