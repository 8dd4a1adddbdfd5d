/*
 * Floats four at a time, for spaces. Besides compiler.h the only file in src that depends on
 * compilers. Only plain compares are used, so results are the same everywhere. The vector types of
 * SSE2 need no header, which freestanding C might lack.
 */
#ifndef TROUPE_SRC_FOUR_H
#define TROUPE_SRC_FOUR_H

#include "compiler.h"

#if defined(__GNUC__) && defined(__SSE2__)
typedef float trp__four __attribute__((vector_size(16)));
#define TRP__FOUR(a, b, c, d) ((trp__four){(a), (b), (c), (d)})
#define TRP__HAS_FOURS 1

typedef struct trp__fours {
    trp__four a, b, c, d;
} trp__fours;

TRP__INLINE trp__four trp__load_four(const void *from)
{
    trp__four four;
    memcpy(&four, from, sizeof four);
    return four;
}

/* The signs of four floats; compares set them to all ones or zero. Bit 0 is the first. */
TRP__INLINE uint32_t trp__signs(trp__four four)
{
    typedef float single __attribute__((vector_size(16)));
    return (uint32_t)__builtin_ia32_movmskps((single)four);
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

/* The edges of a box: its corner, and the other corner negated. Returns whether that one is finite
 * and the size is not negative. */
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

/* Whether four floats equal four others. */
TRP__INLINE uint32_t trp__four_equal(const void *a, const void *b)
{
    return trp__signs((trp__four)(trp__load_four(a) == trp__load_four(b))) == 15;
}

/* How many of these numbers, all below 2^31, are lower than each of the four from this place on. */
TRP__INLINE void trp__rank_four(const uint32_t *numbers, uint32_t count, uint32_t at,
                                uint32_t ranks[4])
{
    typedef int32_t ints __attribute__((vector_size(16)));
    const ints four = (ints)trp__load_four(numbers + at);
    ints sum = {0, 0, 0, 0};

    for (uint32_t i = 0; i < count; i++) {
        const int32_t one = (int32_t)numbers[i];
        sum -= (ints){one, one, one, one} < four; /* true is -1 */
    }
    memcpy(ranks, &sum, sizeof sum);
}

/* The square root, rounded to nearest, without a function of math.h that might set errno. */
TRP__INLINE float trp__root_of_one(float square)
{
    const trp__four root = __builtin_ia32_sqrtss(TRP__FOUR(square, 0, 0, 0));

    return root[0];
}

#define TRP__ROOT trp__root_of_one

#define TRP__FLOORS_FOUR 1

/* The products of four floats, limited to `most` in magnitude, rounded down. */
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
#define TRP__SAME_FOUR(a) vdupq_n_f32(a)

typedef struct trp__fours {
    trp__four a, b, c, d;
} trp__fours;

#define TRP__ROOT(square) vget_lane_f32(vsqrt_f32(vdup_n_f32(square)), 0)

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
#endif

#if !defined(TRP__HAS_FOURS)
TRP__INLINE void trp__rank_four(const uint32_t *numbers, uint32_t count, uint32_t at,
                                uint32_t ranks[4])
{
    for (uint32_t k = 0; k < 4; k++)
        ranks[k] = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 4; k++)
            ranks[k] += numbers[i] < numbers[at + k];
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
#endif

#endif
