/**
 * @file list.h
 * Lists: an intrusive, doubly linked list, usable alone, without a world.
 *
 * Put a trp_link into your struct; TRP_ITEM leads from the link back to the struct. Every call is
 * O(1), allocates nothing and calls no callback. Lists belong to no world, so calls may be made
 * anywhere. Calls that change something return TRP_ERR_NULL for NULL; queries require a list and a
 * link.
 *
 * A link is either in a list (`prev` is not NULL) or not (`prev` is NULL). An all-zero link is in
 * no list, and an all-zero trp_list is an empty list. Inserting a link that is in a list, and
 * removing a link that is in none, is refused in every build and changes nothing. A link that is in
 * *another* list than the given one cannot be detected in O(1).
 *
 * Removing leaves `next` unchanged, so that a walk can continue from a link that it has just
 * removed:
 *
 *     for (trp_link *at = trp_list_first(&list); at; at = trp_list_next(&list, at))
 *         if (done(at))
 *             trp_list_remove(&list, at);
 *
 * Links that the body has removed are not visited, whichever they are and in whatever order it
 * removed them. Their memory must stay until the walk has moved on, and they must not be inserted
 * elsewhere before.
 */
#ifndef TROUPE_LIST_H
#define TROUPE_LIST_H

#include "result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A link: a place in a list, embedded in the user's struct. All fields private. Zero: in no
 * list. */
typedef struct trp_link {
    struct trp_link *next; /**< private: the next link; after a removal still the former one */
    struct trp_link *prev; /**< private: the previous link; NULL: in no list */
} trp_link;

/** A list. All fields private. Zero: empty. Links point back to it, so it must not be moved while
 * it contains any. */
typedef struct trp_list {
    trp_link head; /**< private: sentinel that closes the ring */
    size_t count;  /**< private */
} trp_list;

/** The struct of `type` whose `member` is `link`, which must not be NULL. */
#define TRP_ITEM(type, member, link)                                                               \
    ((type *)(void *)((unsigned char *)(link)-offsetof(type, member)))

/** Inserts `link` at the front. TRP_ERR_LINKED: it is in a list already. TRP_ERR_NULL. */
trp_result trp_list_push_front(trp_list *list, trp_link *link);

/** Inserts `link` at the back. TRP_ERR_LINKED: it is in a list already. TRP_ERR_NULL. */
trp_result trp_list_push_back(trp_list *list, trp_link *link);

/** Inserts `link` directly before `at`, which is in `list`. TRP_ERR_LINKED: `link` is in a list
 * already. TRP_ERR_UNLINKED: `at` is in no list. TRP_ERR_NULL. */
trp_result trp_list_insert_before(trp_list *list, trp_link *at, trp_link *link);

/**
 * Removes `link` from `list`, where it must be. Afterwards it is in no list and may be inserted
 * again; its `next` is unchanged (see above). TRP_ERR_UNLINKED: it is in no list. TRP_ERR_NULL.
 */
trp_result trp_list_remove(trp_list *list, trp_link *link);

/** The first link, or NULL if the list is empty. Changes nothing, like the calls below. */
trp_link *trp_list_first(const trp_list *list);

/** The link after `link` that is in the list, or NULL if there is none. `link` is in the list, or
 * has just been removed (see above). O(1), plus the removed links in between. */
trp_link *trp_list_next(const trp_list *list, const trp_link *link);

/** Whether the link is in a list. */
bool trp_link_is_linked(const trp_link *link);

#ifdef __cplusplus
}
#endif

#endif
