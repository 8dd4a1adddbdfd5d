/**
 * @file fields.h
 * Fields: what a struct's bytes mean. One table serves hashes (equal on all machines then),
 * differences and reports in words, and files. Optional: snapshots and histories need none.
 *
 *     static const trp_field enemy_fields[] = {
 *         TRP_FIELD(enemy, x),
 *         TRP_FIELD(enemy, target),                 // a trp_handle
 *         TRP_FIELD_ARRAY(enemy, ammo),             // uint16_t ammo[4]
 *         TRP_FIELD_SINCE(enemy, shield, 3, NULL),  // files below version 3: as in the prototype
 *         TRP_FIELD_WAS(enemy, health, "hp"),       // its name in older files
 *         TRP_FIELD_CHOICE(enemy, weapon, weapons), // a pointer to an entry of a table
 *         TRP_FIELD_IGNORED(enemy, sprite),         // no part of the state
 *         TRP_FIELDS_END};
 *     static const trp_fields enemy_type = TRP_FIELDS(enemy, 3, enemy_fields);
 *     trp_pool_describe(enemies, &enemy_type);
 *
 * The kind of a member follows from its type; a pointer, or a struct, does not compile: say what it
 * is. Relations of families are not in structs, and so no fields. The order of the table is that of
 * hashes and reports; members may be moved in the struct at will.
 */
#ifndef TROUPE_FIELDS_H
#define TROUPE_FIELDS_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a field is. Numbers count by their value, so an int may be a long on another machine. */
typedef enum trp_kind
{
    TRP_KIND_END, /**< ends a table */
    TRP_KIND_BOOL,
    TRP_KIND_I8,
    TRP_KIND_U8,
    TRP_KIND_I16,
    TRP_KIND_U16,
    TRP_KIND_I32,
    TRP_KIND_U32,
    TRP_KIND_I64,
    TRP_KIND_U64,
    TRP_KIND_F32,
    TRP_KIND_F64,
    TRP_KIND_HANDLE, /**< a trp_handle; of this world without its id */
    TRP_KIND_ACTOR,  /**< a `trp_actor *` of this world, or NULL: counts as its handle. One that is
                         dead counts as NULL */
    TRP_KIND_TEXT,   /**< char[n]: what comes after the first zero does not count */
    TRP_KIND_BYTES,  /**< bytes that mean nothing to the library, no padding among them */
    TRP_KIND_STRUCT, /**< a struct with fields of its own, `more` */
    TRP_KIND_CHOICE, /**< a pointer that is in a table of the game's, `more`; counts as its place
                          there */
    TRP_KIND_IGNORED /**< not hashed, not compared, not saved; a snapshot contains it */
} trp_kind;

/** A field, or an array of `count`. Made by the macros below. All fields public. */
typedef struct trp_field
{
    const char *name; /**< for differences and files */
    const char *was;  /**< its name in older files; NULL: the same */
    trp_kind kind;    /**< what it contains */
    uint32_t count;   /**< 1, or elements of an array */
    uint32_t since;   /**< the version that added it; 0: it was always there */
    size_t offset;    /**< in the struct */
    size_t size;      /**< of one element */
    const void
        *more; /**< STRUCT: its trp_fields; CHOICE: an array of trp_choice, ended by a NULL name */
    const void
        *value; /**< what older files are taken to have; NULL: what the prototype, or zero, says */
} trp_field;

/** A struct. All fields public. */
typedef struct trp_fields
{
    const char *name;        /**< of the struct */
    size_t size;             /**< of the struct, in bytes */
    uint32_t version;        /**< the present one, 0 at first */
    const trp_field *fields; /**< ended by a field of kind TRP_KIND_END */
} trp_fields;

/** An entry of a table that pointers choose from. Functions: a pointer to an entry of the game's
 * own. */
typedef struct trp_choice
{
    const char *name;    /**< NULL ends the table */
    const void *pointer; /**< public: the value of the field */
} trp_choice;

#ifdef __cplusplus
}

/* private: kinds by type */
constexpr trp_kind trp__kind(const bool *)
{
    return TRP_KIND_BOOL;
}
constexpr trp_kind trp__kind(const char *)
{
    return char(-1) < 0 ? TRP_KIND_I8 : TRP_KIND_U8;
}
constexpr trp_kind trp__kind(const signed char *)
{
    return TRP_KIND_I8;
}
constexpr trp_kind trp__kind(const unsigned char *)
{
    return TRP_KIND_U8;
}
constexpr trp_kind trp__kind(const short *)
{
    return TRP_KIND_I16;
}
constexpr trp_kind trp__kind(const unsigned short *)
{
    return TRP_KIND_U16;
}
constexpr trp_kind trp__kind(const int *)
{
    return TRP_KIND_I32;
}
constexpr trp_kind trp__kind(const unsigned *)
{
    return TRP_KIND_U32;
}
constexpr trp_kind trp__kind(const long *)
{
    return sizeof(long) == 8 ? TRP_KIND_I64 : TRP_KIND_I32;
}
constexpr trp_kind trp__kind(const unsigned long *)
{
    return sizeof(long) == 8 ? TRP_KIND_U64 : TRP_KIND_U32;
}
constexpr trp_kind trp__kind(const long long *)
{
    return TRP_KIND_I64;
}
constexpr trp_kind trp__kind(const unsigned long long *)
{
    return TRP_KIND_U64;
}
constexpr trp_kind trp__kind(const float *)
{
    return TRP_KIND_F32;
}
constexpr trp_kind trp__kind(const double *)
{
    return TRP_KIND_F64;
}
constexpr trp_kind trp__kind(const trp_handle *)
{
    return TRP_KIND_HANDLE;
}
/** private: the kind of a member; of an element */
#define TRP__KIND(type, member) trp__kind(static_cast<const decltype(type::member) *>(nullptr))
#define TRP__KIND_OF_ARRAY(type, member)                                                           \
    trp__kind(static_cast<decltype(&static_cast<const type *>(nullptr)->member[0])>(nullptr))

extern "C" {
#else
/** private: the kind of an expression's type */
#define TRP__KIND_OF(what)                                                                         \
    _Generic((what), _Bool                                                                         \
             : TRP_KIND_BOOL, char                                                                 \
             : (char)-1 < 0 ? TRP_KIND_I8 : TRP_KIND_U8, signed char                               \
             : TRP_KIND_I8, unsigned char                                                          \
             : TRP_KIND_U8, short                                                                  \
             : TRP_KIND_I16, unsigned short                                                        \
             : TRP_KIND_U16, int                                                                   \
             : TRP_KIND_I32, unsigned                                                              \
             : TRP_KIND_U32, long                                                                  \
             : sizeof(long) == 8 ? TRP_KIND_I64 : TRP_KIND_I32, unsigned long                      \
             : sizeof(long) == 8 ? TRP_KIND_U64 : TRP_KIND_U32, long long                          \
             : TRP_KIND_I64, unsigned long long                                                    \
             : TRP_KIND_U64, float                                                                 \
             : TRP_KIND_F32, double                                                                \
             : TRP_KIND_F64, trp_handle                                                            \
             : TRP_KIND_HANDLE)
#define TRP__KIND(type, member) TRP__KIND_OF(((type *)0)->member)
#define TRP__KIND_OF_ARRAY(type, member) TRP__KIND_OF(((type *)0)->member[0])
#endif

/** private: sizes of a member, and of an element of an array */
#define TRP__MEMBER_SIZE(type, member) sizeof(((type *)0)->member)
#define TRP__ELEMENT_SIZE(type, member) sizeof(((type *)0)->member[0])
#define TRP__ELEMENTS(type, member)                                                                \
    ((uint32_t)(TRP__MEMBER_SIZE(type, member) / TRP__ELEMENT_SIZE(type, member)))

/** A member of that kind: for kinds that do not follow from the type, and for compilers without
 * _Generic. */
#define TRP_FIELD_AS(type, member, kind)                                                           \
    {                                                                                              \
#member, 0, (kind), 1, 0, offsetof(type, member), TRP__MEMBER_SIZE(type, member), 0, 0     \
    }
/** A member whose kind follows from its type: numbers, bool, enums, trp_handle. */
#define TRP_FIELD(type, member) TRP_FIELD_AS(type, member, TRP__KIND(type, member))
/** An array of such. */
#define TRP_FIELD_ARRAY(type, member)                                                              \
    {                                                                                              \
#member, 0, TRP__KIND_OF_ARRAY(type, member), TRP__ELEMENTS(type, member), 0,              \
            offsetof(type, member), TRP__ELEMENT_SIZE(type, member), 0, 0                          \
    }
/** A member that version `version` of the struct added; in older files it has the value at
 * `initial`, or NULL: the prototype's. */
#define TRP_FIELD_SINCE(type, member, version, initial)                                            \
    {                                                                                              \
#member, 0, TRP__KIND(type, member), 1, (version), offsetof(type, member),                 \
            TRP__MEMBER_SIZE(type, member), 0, (initial)                                           \
    }
/** A member that has another name in older files. */
#define TRP_FIELD_WAS(type, member, older)                                                         \
    {                                                                                              \
#member, (older), TRP__KIND(type, member), 1, 0, offsetof(type, member),                   \
            TRP__MEMBER_SIZE(type, member), 0, 0                                                   \
    }
/** `trp_actor *member` */
#define TRP_FIELD_ACTOR(type, member) TRP_FIELD_AS(type, member, TRP_KIND_ACTOR)
/** `char member[n]` */
#define TRP_FIELD_TEXT(type, member) TRP_FIELD_AS(type, member, TRP_KIND_TEXT)
/** Bytes that mean nothing to the library. */
#define TRP_FIELD_BYTES(type, member) TRP_FIELD_AS(type, member, TRP_KIND_BYTES)
/** A struct, with the trp_fields at `described`. */
#define TRP_FIELD_STRUCT(type, member, described)                                                  \
    {                                                                                              \
#member, 0, TRP_KIND_STRUCT, 1, 0, offsetof(type, member), TRP__MEMBER_SIZE(type, member), \
            (described), 0                                                                         \
    }
/** An array of structs. */
#define TRP_FIELD_STRUCTS(type, member, described)                                                 \
    {                                                                                              \
#member, 0, TRP_KIND_STRUCT, TRP__ELEMENTS(type, member), 0, offsetof(type, member),       \
            TRP__ELEMENT_SIZE(type, member), (described), 0                                        \
    }
/** A pointer to data that is in the array of trp_choice `choices`. */
#define TRP_FIELD_CHOICE(type, member, choices)                                                    \
    {                                                                                              \
#member, 0, TRP_KIND_CHOICE, 1, 0, offsetof(type, member), TRP__MEMBER_SIZE(type, member), \
            (choices), 0                                                                           \
    }
/** No part of the state. */
#define TRP_FIELD_IGNORED(type, member) TRP_FIELD_AS(type, member, TRP_KIND_IGNORED)
/** Ends a table. */
#define TRP_FIELDS_END                                                                             \
    {                                                                                              \
        0, 0, TRP_KIND_END, 0, 0, 0, 0, 0, 0                                                       \
    }
/** A struct's trp_fields, of a table of them. */
#define TRP_FIELDS(type, version, table)                                                           \
    {                                                                                              \
#type, sizeof(type), (version), (table)                                                    \
    }

/** The node in a struct that is no actor's: there is none. */
#define TRP_NO_NODE ((size_t)-1)

/** Notified of the bytes first .. first + count - 1 of a struct, which are in no field. */
typedef void trp_on_gap_fn(const trp_fields *fields, size_t first, size_t count, void *user);

/**
 * Whether the table can be right: no field outside the struct, over the node (at the offset `node`,
 * or TRP_NO_NODE), over another field; sizes that fit their kinds; nested structs likewise.
 * TRP_ERR_VALUE if not. TRP_ERR_NULL. O(fields squared).
 */
trp_result trp_fields_check(const trp_fields *fields, size_t node);

/** Calls `on_gap`, if it is not NULL, for each gap: bytes that are in no field and not the node,
 * which are padding or a member that was forgotten. Returns how many bytes. Bytes in structs within
 * count as well. O(size times fields). */
size_t trp_fields_gaps(const trp_fields *fields, size_t node, trp_on_gap_fn *on_gap, void *user);

/**
 * Attaches a table to a pool, or NULL: none. It is kept as a pointer, and must be of the pool's
 * struct. TRP_ERR_TYPE: its size is another; TRP_ERR_VALUE: see trp_fields_check(); TRP_BUSY while
 * drawing; TRP_ERR_NULL. Snapshots from before are then TRP_ERR_CHANGED.
 */
trp_result trp_pool_describe(trp_pool *pool, const trp_fields *fields);

/** See trp_pool_describe(); NULL: none. */
const trp_fields *trp_pool_fields(const trp_pool *pool);

/**
 * Looks for live actors of a described pool that have bytes in gaps which are not zero. Returns the
 * slot of the first, and in `first` (which may be NULL) the offset of its first such byte;
 * TRP_NO_SLOT: there is none. With TRP_DEBUG every snapshot does so, and reports it once per pool
 * as a misuse, TRP_ERR_VALUE. O(slots times size).
 */
uint32_t trp_pool_stray(const trp_pool *pool, size_t *first);

#ifdef __cplusplus
}
#endif

#endif
