/**
 * @file fields.h
 * Fields: descriptions of a struct's members. One table serves hashes (which are then equal on all
 * machines), differences and reports as text, and files. Optional: snapshots and histories do not
 * need fields.
 *
 *     static const trp_field enemy_fields[] = {
 *         TRP_FIELD(enemy, x),
 *         TRP_FIELD(enemy, target),                 // a trp_handle
 *         TRP_FIELD_ARRAY(enemy, ammo),             // uint16_t ammo[4]
 *         TRP_FIELD_SINCE(enemy, shield, 3, NULL),  // files below version 3: as in the prototype
 *         TRP_FIELD_WAS(enemy, health, "hp"),       // its name in older files
 *         TRP_FIELD_ENUM(enemy, mood, moods),       // saved by name: see trp_choice
 *         TRP_FIELD_CHOICE(enemy, weapon, weapons), // a pointer, saved by name likewise
 *         TRP_FIELD_IGNORED(enemy, sprite),         // no part of the state
 *         TRP_FIELDS_END};
 *     static const trp_fields enemy_type = TRP_FIELDS(enemy, 3, enemy_fields);
 *     ... .type = TRP_TYPE(enemy, actor), .fields = &enemy_type ...        // of a pool's desc
 *
 * Members of a base struct (actor.h) are named with their path. The base struct itself cannot be a
 * field, because it contains the node:
 *
 *     struct body    { trp_actor actor; float x, y; };
 *     struct missile { struct body body; float fuel; };
 *     static const trp_field missile_fields[] = {TRP_FIELD(missile, body.x),
 *         TRP_FIELD(missile, body.y), TRP_FIELD(missile, fuel), TRP_FIELDS_END};
 *
 * The name in a file is then "body.x". tests/examples/bases.c describes such a struct.
 *
 * The kind of a field follows from the type of the member. A pointer or a struct does not compile
 * without a kind: name the kind. Relations of families are not in structs, so they are not fields.
 * Hashes and reports follow the order of the table; members of the struct may be reordered freely.
 */
#ifndef TROUPE_FIELDS_H
#define TROUPE_FIELDS_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of a field. Numbers are compared by value, so an int may be a long on another
 * machine. */
typedef enum trp_kind {
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
    TRP_KIND_HANDLE, /**< a trp_handle; a handle of this world counts without the world's id */
    /** a `trp_actor *` of this world, or NULL: counts as the actor's handle. A dead actor counts as
     * NULL */
    TRP_KIND_ACTOR,
    TRP_KIND_TEXT,   /**< char[n]: bytes after the first zero do not count */
    TRP_KIND_BYTES,  /**< bytes that have no meaning to the library; they must contain no padding */
    TRP_KIND_STRUCT, /**< a struct with its own fields, in `more` */
    /** a pointer to an entry of a table of the game, in `more`; counts as its index there */
    TRP_KIND_CHOICE,
    TRP_KIND_ENUM, /**< an enum whose enumerators have names, in `more`; counts as its number */
    /** a uint64_t of trp_handle_pack(); in a save it is a handle, which a load packs again */
    TRP_KIND_PACKED,
    TRP_KIND_IGNORED /**< not hashed, not compared, not saved; a snapshot contains it */
} trp_kind;

/** A field, or an array of `count` elements. The macros below initialise it. All fields public. */
typedef struct trp_field {
    const char *name; /**< for differences and files */
    const char *was;  /**< its name in older files; NULL: the same */
    trp_kind kind;    /**< what it contains */
    uint32_t count;   /**< number of elements; 1: not an array */
    uint32_t since;   /**< the version that added it; 0: it was always there */
    size_t offset;    /**< offset in the struct */
    size_t size;      /**< size of one element */
    /** STRUCT: its trp_fields; CHOICE, ENUM: a trp_choice array, ended by a NULL name */
    const void *more;
    const void *value; /**< the value for older files; NULL: the prototype's value, or zero */
} trp_field;

/** A described struct. All fields public. */
typedef struct trp_fields {
    const char *name;        /**< of the struct */
    size_t size;             /**< of the struct, in bytes */
    uint32_t version;        /**< present version, initially 0 */
    const trp_field *fields; /**< ended by a field of kind TRP_KIND_END */
    const trp__option *use;  /**< private: for desc.fields of a pool */
    uint32_t count;          /**< private: entries of the table, the end too; 0: not known */
} trp_fields;

/** private: fields of a pool; linked by programs that have TRP_FIELDS */
extern const trp__option trp__option_fields;

/**
 * An entry of a table of names: of the pointers that a field can have, or of the enumerators of an
 * enum. A save contains the names, so entries and enumerators may be reordered. For functions: a
 * pointer to an entry of the game's own that holds the function.
 *
 *     static const trp_choice weapons[] = {TRP_CHOICE("bow", &bow),
 *         TRP_CHOICE_WAS("sword", &sword, "blade"),   // its name in older files
 *         TRP_CHOICES_END(&fist)};                    // for names that are gone
 *     static const trp_choice moods[] = {TRP_ENUMERATOR(CALM), TRP_ENUMERATOR(ANGRY),
 *         TRP_ENUMERATORS_END(CALM)};
 *
 * The macros initialise it. All fields public.
 */
typedef struct trp_choice {
    const char *name;    /**< NULL ends the table; its value is that of names that are gone */
    const char *was;     /**< its name in older files; NULL: the same */
    const void *pointer; /**< TRP_FIELD_CHOICE: the value of the field */
    int64_t number;      /**< TRP_FIELD_ENUM: the value of the field */
} trp_choice;

/** private: the initialiser of an entry */
#define TRP__CHOICE(name, was, pointer, number)                                                    \
    {                                                                                              \
        (name), (was), (pointer), (number)                                                         \
    }
/** A pointer and its name. */
#define TRP_CHOICE(name, pointer) TRP__CHOICE(name, 0, pointer, 0)
/** A pointer that has another name in older files. */
#define TRP_CHOICE_WAS(name, pointer, older) TRP__CHOICE(name, older, pointer, 0)
/** Ends a table of pointers. A name in a file that the table lacks becomes `fallback`. */
#define TRP_CHOICES_END(fallback) TRP__CHOICE(0, 0, fallback, 0)
/** An enumerator; its name is as in the source. */
#define TRP_ENUMERATOR(enumerator) TRP__CHOICE(#enumerator, 0, 0, enumerator)
/** An enumerator that has another name in older files. */
#define TRP_ENUMERATOR_WAS(enumerator, older) TRP__CHOICE(#enumerator, older, 0, enumerator)
/** Ends a table of enumerators. A name in a file that the table lacks becomes `fallback`. */
#define TRP_ENUMERATORS_END(fallback) TRP__CHOICE(0, 0, 0, fallback)

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
constexpr trp_kind trp__kind(const trp_time *)
{
    return TRP_KIND_U32;
}
constexpr trp_kind trp__kind(const trp_handle *)
{
    return TRP_KIND_HANDLE;
}
/** private: the kind of a member, and of an element of an array */
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
             : TRP_KIND_F64, trp_time                                                              \
             : TRP_KIND_U32, trp_handle                                                            \
             : TRP_KIND_HANDLE)
#define TRP__KIND(type, member) TRP__KIND_OF(((type *)0)->member)
#define TRP__KIND_OF_ARRAY(type, member) TRP__KIND_OF(((type *)0)->member[0])
#endif

/** private: sizes of a member and of an element of an array */
#define TRP__MEMBER_SIZE(type, member) sizeof(((type *)0)->member)
#define TRP__ELEMENT_SIZE(type, member) sizeof(((type *)0)->member[0])
#define TRP__ELEMENTS(type, member)                                                                \
    ((uint32_t)(TRP__MEMBER_SIZE(type, member) / TRP__ELEMENT_SIZE(type, member)))

/** A member of this kind: for kinds that do not follow from the type, and for compilers without
 * _Generic. */
#define TRP_FIELD_AS(type, member, kind)                                                           \
    {                                                                                              \
#member, 0, (kind), 1, 0, offsetof(type, member), TRP__MEMBER_SIZE(type, member), 0, 0     \
    }
/** A member whose kind follows from its type: numbers, bool, enums, trp_time, trp_handle. */
#define TRP_FIELD(type, member) TRP_FIELD_AS(type, member, TRP__KIND(type, member))
/** An array of such members. */
#define TRP_FIELD_ARRAY(type, member)                                                              \
    {                                                                                              \
#member, 0, TRP__KIND_OF_ARRAY(type, member), TRP__ELEMENTS(type, member), 0,              \
            offsetof(type, member), TRP__ELEMENT_SIZE(type, member), 0, 0                          \
    }
/** A member that version `version` of the struct added. For older files it gets the value at
 * `initial`; NULL: the prototype's value. */
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
/** An array that version `version` of the struct added; at `initial` are as many elements, or
 * NULL. */
#define TRP_FIELD_ARRAY_SINCE(type, member, version, initial)                                      \
    {                                                                                              \
#member, 0, TRP__KIND_OF_ARRAY(type, member), TRP__ELEMENTS(type, member), (version),      \
            offsetof(type, member), TRP__ELEMENT_SIZE(type, member), 0, (initial)                  \
    }
/** An array that has another name in older files. */
#define TRP_FIELD_ARRAY_WAS(type, member, older)                                                   \
    {                                                                                              \
#member, (older), TRP__KIND_OF_ARRAY(type, member), TRP__ELEMENTS(type, member), 0,        \
            offsetof(type, member), TRP__ELEMENT_SIZE(type, member), 0, 0                          \
    }
/** `trp_actor *member` */
#define TRP_FIELD_ACTOR(type, member) TRP_FIELD_AS(type, member, TRP_KIND_ACTOR)
/** `uint64_t member`, a number of trp_handle_pack() */
#define TRP_FIELD_PACKED(type, member) TRP_FIELD_AS(type, member, TRP_KIND_PACKED)
/** `char member[n]` */
#define TRP_FIELD_TEXT(type, member) TRP_FIELD_AS(type, member, TRP_KIND_TEXT)
/** Bytes that have no meaning to the library. */
#define TRP_FIELD_BYTES(type, member) TRP_FIELD_AS(type, member, TRP_KIND_BYTES)
/** A struct that the trp_fields at `described` describe. */
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
/** An enum whose enumerators are named by the array of trp_choice `choices`. From a file in
 * which it is a number it gets that number. */
#define TRP_FIELD_ENUM(type, member, choices)                                                      \
    {                                                                                              \
#member, 0, TRP_KIND_ENUM, 1, 0, offsetof(type, member), TRP__MEMBER_SIZE(type, member),   \
            (choices), 0                                                                           \
    }
/** A pointer to data that is in the array of trp_choice `choices`. */
#define TRP_FIELD_CHOICE(type, member, choices)                                                    \
    {                                                                                              \
#member, 0, TRP_KIND_CHOICE, 1, 0, offsetof(type, member), TRP__MEMBER_SIZE(type, member), \
            (choices), 0                                                                           \
    }
/** A member that does not belong to the state. */
#define TRP_FIELD_IGNORED(type, member) TRP_FIELD_AS(type, member, TRP_KIND_IGNORED)
/** Ends a table. */
#define TRP_FIELDS_END                                                                             \
    {                                                                                              \
        0, 0, TRP_KIND_END, 0, 0, 0, 0, 0, 0                                                       \
    }
/** The trp_fields of a struct, from a table of its fields: an array that TRP_FIELDS_END ends. */
#define TRP_FIELDS(type, version, table)                                                           \
    {                                                                                              \
#type, sizeof(type), (version), (table), &trp__option_fields,                              \
            (uint32_t)(sizeof(table) / (0 + sizeof(trp_field)))                                    \
    }

/** For the argument `node`: the struct contains no node, as it is not an actor's. */
#define TRP_NO_NODE ((size_t)-1)

/** The bytes first .. first + count - 1 of a struct belong to no field and not to the node. They are
 * padding or a forgotten member. All fields read-only. */
typedef struct trp_gap {
    size_t first; /**< offset of the first byte */
    size_t count; /**< number of bytes; 0: no gap */
} trp_gap;

/**
 * Checks a table, as trp_pool_create() does. No field may lie outside the struct, over the node (at
 * the offset `node`, or TRP_NO_NODE) or over another field. Sizes must fit their kinds. Nested
 * structs are checked likewise. Then moves `gap`, if it is not NULL, to the next gap, those in
 * nested structs as well; from zeros, to the first one:
 *
 *     trp_gap gap = {0, 0};
 *     while (trp_fields_check(&enemy_type, offsetof(enemy, actor), &gap) == TRP_OK && gap.count != 0)
 *         printf("%zu bytes at %zu\n", gap.count, gap.first);
 *
 * TRP_ERR_VALUE: the table is not valid. TRP_ERR_NULL. O(fields squared), with `gap` also O(bytes
 * passed times fields).
 *
 * In a library with TRP_DEBUG (`make debug`) trp_save() and trp_snapshot_save() search the live
 * actors of every pool that has fields and is not transient for nonzero bytes in gaps. They report
 * the first find of a pool, once per pool, as a misuse, TRP_ERR_VALUE, with slot, offset and size
 * of the gap. The save is written all the same. A gap at the end that is shorter than the node's
 * alignment (8 bytes there) is taken for padding, whose bytes are any. Regions are not searched.
 */
trp_result trp_fields_check(const trp_fields *fields, size_t node, trp_gap *gap);

#ifdef __cplusplus
}
#endif

#endif
