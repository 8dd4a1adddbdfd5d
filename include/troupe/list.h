/**
 * @file list.h
 * An intrusive, doubly linked list, usable alone. The library's own lists are made of the same
 * links.
 *
 * Put a trp_link into your struct; get back from the link to the struct with TRP_ITEM. Every call
 * is O(1), allocates nothing and calls no callback; lists belong to no world, so calls may be made
 * anywhere. Calls that change something return TRP_ERR_NULL for NULL; queries need a list and a
 * link.
 *
 * A link is either in a list (`prev` is not NULL) or not (`prev` is NULL). All zero is "in no
 * list", and an all-zero trp_list is an empty list. Linking a linked link and removing an unlinked
 * one are refused, in every build, and change nothing. A link that is in *another* list than the
 * one given cannot be detected in O(1).
 *
 * Removing leaves `next` as it was, so that a walk can step off a link that it has just removed:
 *
 *     for (trp_link *at = trp_list_first(&list); at; at = trp_list_next(&list, at))
 *         if (done(at))
 *             trp_list_remove(&list, at);
 *
 * That holds until the link, or the one after it, is linked elsewhere.
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

/** A place in a list, embedded in the user's struct. All fields private. Zero: in no list. */
typedef struct trp_link
{
    struct trp_link *next; /**< private: the next one; after a removal still the old one */
    struct trp_link *prev; /**< private: the previous one; NULL: in no list */
} trp_link;

/** A list. All fields private. Zero: empty. Links point back into it, so it must not be moved
 * while it has any. */
typedef struct trp_list
{
    trp_link head; /**< private: sentinel, closes the ring */
    size_t count;  /**< private */
} trp_list;

/** The struct of `type` whose `member` is `link`, which must not be NULL. */
#define TRP_ITEM(type, member, link)                                                               \
    ((type *)(void *)((unsigned char *)(link)-offsetof(type, member)))

/** Links `link` as the first. Afterwards it is in the list. TRP_ERR_LINKED if it was in one;
 * TRP_ERR_NULL. */
trp_result trp_list_push_front(trp_list *list, trp_link *link);

/** Links `link` as the last. Afterwards it is in the list. TRP_ERR_LINKED if it was in one;
 * TRP_ERR_NULL. */
trp_result trp_list_push_back(trp_list *list, trp_link *link);

/**
 * Links `link` directly after `at`, which is in `list`. Afterwards both are in the list.
 * TRP_ERR_LINKED if `link` was in a list, TRP_ERR_UNLINKED if `at` is in none; TRP_ERR_NULL.
 */
trp_result trp_list_insert_after(trp_list *list, trp_link *at, trp_link *link);

/** Links `link` directly before `at`; otherwise like trp_list_insert_after(). */
trp_result trp_list_insert_before(trp_list *list, trp_link *at, trp_link *link);

/**
 * Takes `link` out of `list`, where it must be. Afterwards it is in no list and may be linked
 * again; its `next` still names its old successor (see above). TRP_ERR_UNLINKED if it is in no
 * list; TRP_ERR_NULL.
 */
trp_result trp_list_remove(trp_list *list, trp_link *link);

/**
 * Moves all links of `from`, in their order, to the front of `list`. Afterwards `from` is empty
 * and usable, and the links are in `list`. Both may be empty. TRP_ERR_LINKED if the two are one
 * list; TRP_ERR_NULL.
 */
trp_result trp_list_splice_front(trp_list *list, trp_list *from);

/** Moves all links of `from`, in their order, to the back of `list`; otherwise like
 * trp_list_splice_front(). */
trp_result trp_list_splice_back(trp_list *list, trp_list *from);

/** The first link, or NULL if the list is empty. Changes nothing, as do the calls below. */
trp_link *trp_list_first(const trp_list *list);

/** The last link, or NULL if the list is empty. */
trp_link *trp_list_last(const trp_list *list);

/** The link after `link`, or NULL if it was the last. `link` is in the list, or has just been
 * removed (see above). */
trp_link *trp_list_next(const trp_list *list, const trp_link *link);

/** The link before `link`, or NULL if it is the first or in no list. */
trp_link *trp_list_prev(const trp_list *list, const trp_link *link);

/** Whether the list has no links. */
bool trp_list_empty(const trp_list *list);

/** How many links the list has. */
size_t trp_list_count(const trp_list *list);

/** Whether the link is in a list. */
bool trp_link_is_linked(const trp_link *link);

#ifdef __cplusplus
}
#endif

#endif
