/**
 * @file version.h
 * The version of troupe, and what version numbers promise.
 *
 *     printf("headers %s, library %u\n", TRP_VERSION_STRING, (unsigned)trp_version());
 *
 * Versions are semantic (semver.org), MAJOR.MINOR.PATCH, and refer to the *API*. A program that
 * compiles with one version, and follows the headers, compiles and behaves the same with every
 * later version of the same major. While the major is 0, this holds only for equal minors. The API
 * consists of the names in the public headers, except those that begin with trp__ or TRP__ or are
 * labelled private. The following are not part of it: texts of messages, sizes of structs, values
 * of enumerators, and speed.
 *
 * There is no stable *ABI*, not even between patches. The size of each public struct, the order of
 * its fields and the code of inline walks belong to one version. So compile a program with the
 * headers of the very library that it is linked with. trp_world_init() and trp_world_create()
 * compare the two versions, and the sizes of the structs, which compiler options can change. If
 * they differ, both calls refuse (TRP_ERR_VERSION). The report of the refusal fits the program's
 * own structs, even if their layout differs from the library's. Between all versions,
 * trp_version() and the meaning of the numbers stay the same.
 *
 * All calls here are O(1), need no world, and may be made anywhere.
 */
#ifndef TROUPE_VERSION_H
#define TROUPE_VERSION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRP_VERSION_MAJOR 0  /**< increases when programs may have to be changed */
#define TRP_VERSION_MINOR 11 /**< increases after additions (while major is 0: also changes) */
#define TRP_VERSION_PATCH 0  /**< increases after corrections */

/** A version as one number; later versions are higher. Minor and patch are below 1000. */
#define TRP_VERSION_OF(major, minor, patch) ((major)*1000000u + (minor)*1000u + (patch))

/** The headers' version, which the preprocessor can compare too: `TRP_VERSION >= TRP_VERSION_OF(1,
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

/** The library's version: the value of TRP_VERSION when the library was compiled. */
uint32_t trp_version(void);

#ifdef __cplusplus
}
#endif

#endif
