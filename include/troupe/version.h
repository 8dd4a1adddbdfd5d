/**
 * @file version.h
 * Which troupe this is, and what its numbers promise.
 *
 * Versions are semantic (semver.org), MAJOR.MINOR.PATCH, and speak of the *API*: a program that
 * compiles with a version, and keeps to the headers, compiles and does the same with every later
 * one of the same major. While the major is 0 that is promised for equal minors only. The API is
 * what the public headers name, but for what begins with trp__ or TRP__ or is labelled private. Not
 * part of it: texts of messages, sizes of structs, numbers of enumerators, and how fast anything
 * is.
 *
 * No *ABI* is promised, not even between patches: the size of each public struct, the order of its
 * fields and the code of inline walks belong to one version. So a program must be compiled with the
 * headers of the very library that it is linked with. trp_world_init() and trp_world_create()
 * compare the two, and the sizes of the structs, which compiler options can change, and refuse
 * (TRP_ERR_VERSION) where they differ. The report uses the program's own structs, whatever their
 * layout. Whatever the versions, these stay as they are: trp_version(), trp_version_string(), and
 * the numbers' meaning.
 *
 * All calls here are O(1), need no world, and may be made anywhere.
 */
#ifndef TROUPE_VERSION_H
#define TROUPE_VERSION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRP_VERSION_MAJOR 0  /**< rises when programs may have to be changed */
#define TRP_VERSION_MINOR 10 /**< rises when something was added (while major is 0: or changed) */
#define TRP_VERSION_PATCH 0  /**< rises when something was repaired */

/** A version as one number: the later one is the higher. Minor and patch are below 1000. */
#define TRP_VERSION_OF(major, minor, patch) ((major)*1000000u + (minor)*1000u + (patch))

/** The headers' version, to be compared, by the preprocessor too: `TRP_VERSION >= TRP_VERSION_OF(1,
 * 0, 0)`. */
#define TRP_VERSION TRP_VERSION_OF(TRP_VERSION_MAJOR, TRP_VERSION_MINOR, TRP_VERSION_PATCH)

/** private: a macro's value as text */
#define TRP__TEXT_OF(value) #value
/** private: MAJOR.MINOR.PATCH as text */
#define TRP__VERSION_TEXT(major, minor, patch)                                                     \
    TRP__TEXT_OF(major) "." TRP__TEXT_OF(minor) "." TRP__TEXT_OF(patch)

/** The headers' version as text, such as "1.2.3". */
#define TRP_VERSION_STRING                                                                         \
    TRP__VERSION_TEXT(TRP_VERSION_MAJOR, TRP_VERSION_MINOR, TRP_VERSION_PATCH)

/** The library's version: TRP_VERSION as it was when the library was compiled. */
uint32_t trp_version(void);

/** The library's version as text. Never NULL. */
const char *trp_version_string(void);

#ifdef __cplusplus
}
#endif

#endif
