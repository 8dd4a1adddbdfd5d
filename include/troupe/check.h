/**
 * @file check.h
 * private: checks that find type errors in a program.
 *
 * When the program is compiled: TRP_TYPE, trp_as() and trp_each() must name a member that is a
 * trp_actor, not a pointer to one. trp_create() must get a pointer to a struct, not a pointer
 * to a pointer. TRP_BOX must name four adjacent floats. In C++ an actor's type must be
 * standard-layout, so a struct that inherits its node is rejected, and trivially copyable, so that
 * a std::string in it is rejected (except in external pools). A message says so.
 *
 * When a program runs, in any build: trp_each() must name a type of the size of the pool's, or
 * nothing is visited (TRP_ERR_TYPE).
 *
 * When a program runs that was compiled with TRP_DEBUG=1, TRP_ERR_TYPE is reported for:
 *
 * - trp_as() with a larger type than the pool's, with one of the same size and another name, or
 *   with a node at another offset. A smaller type counts as a base struct (actor.h): it is not
 *   reported, even if it is none. The cast is made all the same.
 * - trp_each() with a type of the same size and another name. The actors are visited all the same.
 * - trp_group_each() over a group with a type (desc.type) with one of the same size and another
 *   name. The members are visited all the same.
 * - trp_create() with a struct of another size: nothing is created. With a compound literal of the
 *   same size and another name, such as `&(rock){...}`: the actor is created all the same. The type
 *   of a variable has no name here.
 * - trp_create() with a life that is over already, as by `.until = 2.0f` instead of trp_time_in():
 *   TRP_ERR_VALUE; it is created all the same.
 *
 * The message contains both names, as far as they are known, and file and line. A typedef of the
 * pool's type counts as another name. The check costs a few tens of instructions per trp_as(), and
 * O(slots of the pool) per trp_each(). It needs a hosted program. troupe.hpp makes the same checks.
 */
#ifndef TROUPE_CHECK_H
#define TROUPE_CHECK_H

#include "hints.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trp_actor;
struct trp_pool;
struct trp_group;
struct trp_box;

#if defined(TRP_DEBUG) && TRP_DEBUG
/** private: whether types are checked when the program runs */
#define TRP__CHECKS_TYPES 1
#else
#define TRP__CHECKS_TYPES 0
#endif

/** private: the compiler's message for a member that is not a node */
#define TRP__NO_NODE                                                                               \
    "this member is no trp_actor: the node is embedded in the struct, not pointed to. Declare it " \
    "as `trp_actor actor;`, without a star"
/** private: the message for a pointer that does not point to a struct with a node */
#define TRP__NO_INIT                                                                               \
    "trp_create takes a pointer to a struct of the pool's type, node included: pass &init, "       \
    "not a pointer to a pointer"

/** private: the message for members that are not a box */
#define TRP__NO_BOX                                                                                \
    "a box is four floats x, y, width, height side by side: name all four with TRP_BOX. For a "    \
    "trp_box use TRP_BOX_AT; for anything else give a function (desc.bounds)"

#ifdef __cplusplus
extern "C++" {
/** private: whether a type is a node */
template <class Member> struct trp__is_node {
    static constexpr bool value = false;
};
template <> struct trp__is_node<struct trp_actor> {
    static constexpr bool value = true;
};

/** private: fails to compile if the struct is not an actor's */
template <class Type, class Member> struct trp__checked_node {
    static_assert(
        TRP__IS_STANDARD_LAYOUT(Type),
        "an actor's type must be standard-layout: no virtual functions, and all members in "
        "one class. Do not inherit from a struct with a node: make it the first member "
        "(see base structs in actor.h)");
    static_assert(trp__is_node<Member>::value, TRP__NO_NODE);
    static constexpr size_t zero = 0;
};

/** private: fails to compile if a pool cannot copy the type's bytes */
template <class Type> struct trp__checked_copy {
    static_assert(TRP__IS_TRIVIALLY_COPYABLE(Type),
                  "an actor's type must be trivially copyable, without members such as "
                  "std::string: pools copy and zero bytes, and call neither constructors nor "
                  "destructors. Objects that the program makes itself can be adopted by an "
                  "external pool: name their type with TRP_TYPE_EXTERNAL");
    static constexpr size_t zero = 0;
};

/** private: whether a member is a float, and whether it is four floats */
template <class Member> struct trp__is_float {
    static constexpr bool value = false;
    static constexpr bool four = false;
};
template <> struct trp__is_float<float> {
    static constexpr bool value = true;
    static constexpr bool four = false;
};
template <> struct trp__is_float<float[4]> {
    static constexpr bool value = false;
    static constexpr bool four = true;
};
template <> struct trp__is_float<struct trp_box> {
    static constexpr bool value = false;
    static constexpr bool four = true;
};

/** private: fails to compile without four floats */
template <bool Condition> struct trp__checked_box {
    static_assert(Condition, TRP__NO_BOX);
    static constexpr size_t zero = 0;
};

/** private: the argument of trp_create() */
template <class Type> inline const void *trp__checked_init(const Type *init)
{
    static_assert(sizeof(Type) >= 16, TRP__NO_INIT);
    return init;
}
inline const void *trp__checked_init(const void *init) /* of NULL and nullptr, too */
{
    return init;
}
template <class Type> constexpr size_t trp__init_size(const Type *)
{
    return sizeof(Type);
}
constexpr size_t trp__init_size(const void *)
{
    return 1;
}
}
/** private: offset of a node, checked */
#define TRP__NODE_OFFSET(type, member)                                                             \
    (offsetof(type, member) + trp__checked_node<type, decltype(type::member)>::zero)
/** private: whether a member is a float, and whether four floats begin there */
#define TRP__IS_FLOAT(type, member) (trp__is_float<decltype(type::member)>::value)
#define TRP__IS_FOUR(type, member) (trp__is_float<decltype(type::member)>::four)
#define TRP__REQUIRE_BOX(condition) trp__checked_box<(condition)>::zero
/** private: 0 if a pool can copy the type's bytes */
#define TRP__REQUIRE_COPY(type) trp__checked_copy<type>::zero
/** private: the struct to copy, checked, and its size; 1: unknown */
#define TRP__INIT(...) trp__checked_init(__VA_ARGS__)
#define TRP__INIT_SIZE(...) trp__init_size(__VA_ARGS__)
#else
#if !defined(TRP__REQUIRE)
/** private: 0 if the condition holds; otherwise the compiler prints the message `words` */
#define TRP__REQUIRE(condition, words)                                                             \
    (0 * sizeof(struct {                                                                           \
         _Static_assert(condition, words);                                                         \
         char checked;                                                                             \
     }))
#endif
#define TRP__NODE_OFFSET(type, member)                                                             \
    (offsetof(type, member) +                                                                      \
     TRP__REQUIRE(_Generic(((type *)0)->member, struct trp_actor : 1, default : 0), TRP__NO_NODE))
#define TRP__IS_FLOAT(type, member) _Generic(((type *)0)->member, float : 1, default : 0)
#define TRP__IS_FOUR(type, member)                                                                 \
    _Generic(((type *)0)->member,                                                                  \
        struct trp_box: 1,                                                                         \
        float *: sizeof(((type *)0)->member) == 4 * sizeof(float),                                 \
        default: 0)
#define TRP__REQUIRE_BOX(condition) TRP__REQUIRE(condition, TRP__NO_BOX)
#define TRP__REQUIRE_COPY(type) 0u
#define TRP__INIT_SIZE(...)                                                                        \
    sizeof(*_Generic((__VA_ARGS__),                                                                \
           const void *: (const char *)0,                                                          \
           void *: (const char *)0,                                                                \
           default: (__VA_ARGS__)))
/* No TRP__REQUIRE here: outside of functions clang takes a compound literal in a struct for a
 * struct. The message stands in a comment, in the line that compilers show. */
/* clang-format off */
#define TRP__INIT(...)                                                                             \
    ((void)sizeof(char[TRP__IS_STRUCT(TRP__INIT_SIZE(__VA_ARGS__)) /* trp_create takes a pointer to a struct of the pool's type: pass &init, not a pointer to a pointer */ ? 1 : -1]), \
     (__VA_ARGS__))
/* clang-format on */
#define TRP__IS_STRUCT(size) ((size) == 1 || (size) >= 16)
#endif

/** private: offset of four floats: a trp_box or an array */
#define TRP__FLOATS(type, member)                                                                  \
    (offsetof(type, member) +                                                                      \
     TRP__REQUIRE_BOX(TRP__IS_FOUR(type, member) &&                                                \
                      offsetof(type, member) + 4 * sizeof(float) <= sizeof(type)))
#define TRP__FOUR_FLOATS(type, a, b, c, d)                                                         \
    (offsetof(type, a) +                                                                           \
     TRP__REQUIRE_BOX(TRP__IS_FLOAT(type, a) && TRP__IS_FLOAT(type, b) &&                          \
                      TRP__IS_FLOAT(type, c) && TRP__IS_FLOAT(type, d) &&                          \
                      offsetof(type, b) == offsetof(type, a) + sizeof(float) &&                    \
                      offsetof(type, c) == offsetof(type, b) + sizeof(float) &&                    \
                      offsetof(type, d) == offsetof(type, c) + sizeof(float)))
#define TRP__THREE_FLOATS(type, a, b, c)                                                           \
    (offsetof(type, a) +                                                                           \
     TRP__REQUIRE_BOX(TRP__IS_FLOAT(type, a) && TRP__IS_FLOAT(type, b) &&                          \
                      TRP__IS_FLOAT(type, c) &&                                                    \
                      offsetof(type, b) == offsetof(type, a) + sizeof(float) &&                    \
                      offsetof(type, c) == offsetof(type, b) + sizeof(float)))

#ifdef __cplusplus
extern "C" {
#endif

/** private: a type as it is named in the program, and where */
typedef struct trp__named_type {
    size_t size;
    size_t offset;    /**< of the node */
    const char *name; /**< NULL: unknown */
    const char *file; /**< NULL: unknown */
    uint32_t line;
} trp__named_type;

/** private: reports an actor that is not of this type */
void trp__check_as(const struct trp_actor *actor, const trp__named_type *type);
/** private: reports a walk with another type; returns the pool */
const struct trp_pool *trp__check_walk(const struct trp_pool *pool, const trp__named_type *type);
/** private: reports a walk over a group with another type; returns the group */
const struct trp_group *trp__check_group(const struct trp_group *group,
                                         const trp__named_type *type);
/** private: whether a struct of this size may be copied into the pool's slots; reports if not, if
 * `text`, the argument as it is written, is a compound literal of another type, and if the life
 * would be over already */
bool trp__check_init(struct trp_pool *pool, const void *init, size_t size, const char *text);

#ifdef __cplusplus
}
#endif

/** private: names a type */
static inline trp__named_type trp__name_type(size_t size, size_t offset, const char *name,
                                             const char *file, uint32_t line)
{
    trp__named_type type;
    type.size = size;
    type.offset = offset;
    type.name = name;
    type.file = file;
    type.line = line;
    return type;
}

/** private: the pool or group of a walk, checked */
#if TRP__CHECKS_TYPES
static inline const struct trp_pool *trp__walked(const struct trp_pool *pool, trp__named_type type)
{
    return trp__check_walk(pool, &type);
}
static inline const struct trp_group *trp__group_walked(const struct trp_group *group,
                                                        trp__named_type type)
{
    return type.size != 0 ? trp__check_group(group, &type) : group;
}
#define TRP__NAMED(type, size, offset)                                                             \
    trp__name_type((size), (offset), #type, __FILE__, (uint32_t)__LINE__)
#define TRP__WALKED(type, offset, pool)                                                            \
    trp__walked((pool), TRP__NAMED(type, sizeof(type), (offset)))
#define TRP__GROUP_WALKED(type, size, offset, group)                                               \
    trp__group_walked((group), TRP__NAMED(type, (size), (offset)))
#else
#define TRP__WALKED(type, offset, pool) (pool)
#define TRP__GROUP_WALKED(type, size, offset, group) (group)
#endif

#endif
