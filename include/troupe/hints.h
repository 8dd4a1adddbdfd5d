/**
 * @file hints.h
 * private: hints for compilers. Only this file and src/base/compiler.h depend on compilers. It is a
 * public header because trp_each() and trp_roster_each() are inline.
 */
#ifndef TROUPE_HINTS_H
#define TROUPE_HINTS_H

#include <stddef.h>

/** private: the compiler's own tests, so that no header of the C++ library is needed */
#define TRP__IS_STANDARD_LAYOUT(type) __is_standard_layout(type)
#define TRP__IS_TRIVIALLY_COPYABLE(type) __is_trivially_copyable(type)

/** private: initialises any struct with zeros */
#ifdef __cplusplus
#define TRP__ZERO                                                                                  \
    {                                                                                              \
    }
#else
#define TRP__ZERO                                                                                  \
    {                                                                                              \
        0                                                                                          \
    }
#endif

/** private: whether the program is hosted, by a system that the compiler names */
#if (!defined(__STDC_HOSTED__) || __STDC_HOSTED__) &&                                              \
    (defined(__unix__) || defined(__APPLE__) || defined(_WIN32) || defined(__EMSCRIPTEN__) ||      \
     defined(__HAIKU__) || defined(__wasi__))
#define TRP__SYSTEM 1
#else
#define TRP__SYSTEM 0
#endif

/** private: begins the macros of walks, which contain an `if` with an `else`, so that clang does
 * not warn of a dangling else. (gcc would need another loop, and more instructions per visit.) */
#if defined(__clang__)
#define TRP__WALK                                                                                  \
    switch (0)                                                                                     \
    case 0:                                                                                        \
    default:
#else
#define TRP__WALK
#endif

/** private: a variable for which this function is called when its scope is left in any way; nothing
 * where compilers cannot do this */
#if defined(__GNUC__)
#define TRP__LEAVES(function) __attribute__((cleanup(function)))
#else
#define TRP__LEAVES(function)
#endif

#if defined(__GNUC__)
/** private: a condition that is nearly always true */
#define TRP__LIKELY(condition) __builtin_expect(!!(condition), 1)
/** private: a condition that is nearly always false */
#define TRP__RARELY(condition) __builtin_expect(!!(condition), 0)
/** private: fetches memory that will soon be read, or written */
#define TRP__PREFETCH_READ(address) __builtin_prefetch(address)
#define TRP__PREFETCH_WRITE(address) __builtin_prefetch((address), 1)
/** private: see TRP_INFINITY */
#define TRP__INFINITY __builtin_inff()
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
/** private: a function whose arguments must stay in registers, whatever the caller's size */
#define TRP__ALWAYS_INLINE static inline __attribute__((always_inline))
#endif
#else
#define TRP__LIKELY(condition) (condition)
#define TRP__RARELY(condition) (condition)
#define TRP__PREFETCH_READ(address) ((void)(address))
#define TRP__PREFETCH_WRITE(address) ((void)(address))
#if defined(__TINYC__)
/** private: as in check.h. tcc takes no assertion within a struct, so it shows no words */
#define TRP__REQUIRE(condition, words) (0 * sizeof(char[(condition) ? 1 : -1]))
#define TRP__INFINITY 1e10000f /* a product of it is no constant */
#else
#define TRP__INFINITY ((float)(1e300 * 1e300)) /* as MSVC's own math.h has it */
#endif
#endif
#if !defined(TRP__ALWAYS_INLINE)
#define TRP__ALWAYS_INLINE static inline
#endif

/* AddressSanitizer marks memory in units of 8 bytes. In programs compiled for it, slots and nodes
 * are aligned to 8 bytes, so that all bytes of a free slot can be marked. */
#if defined(__SANITIZE_ADDRESS__)
#define TRP__NODE_IS_ALIGNED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRP__NODE_IS_ALIGNED 1
#endif
#endif
#if !defined(TRP__NODE_IS_ALIGNED)
#define TRP__NODE_ALIGNED
#elif defined(__cplusplus)
#define TRP__NODE_ALIGNED alignas(8)
#else
#define TRP__NODE_ALIGNED _Alignas(8)
#endif

#endif
