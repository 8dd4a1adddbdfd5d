/*
 * Lists. The contracts of these functions are in tests/tools/prove/list.h.
 */
#include "../../include/troupe/list.h"

/* A zeroed list has no ring yet; the first link closes it. */
static void list_close_ring(trp_list *list)
{
    if (list->head.next == NULL) {
        list->head.next = &list->head;
        list->head.prev = &list->head;
    }
}

/* Puts a link, which is in no list, after one which is, or after the head. */
static void list_put(trp_list *list, trp_link *at, trp_link *link)
{
    link->prev = at;
    link->next = at->next;
    at->next->prev = link;
    at->next = link;
    list->count++;
}

trp_result trp_list_push_front(trp_list *list, trp_link *link)
{
    if (list == NULL || link == NULL)
        return TRP_ERR_NULL;
    if (link->prev != NULL)
        return TRP_ERR_LINKED;
    list_close_ring(list);
    list_put(list, &list->head, link);
    return TRP_OK;
}

trp_result trp_list_push_back(trp_list *list, trp_link *link)
{
    if (list == NULL || link == NULL)
        return TRP_ERR_NULL;
    if (link->prev != NULL)
        return TRP_ERR_LINKED;
    list_close_ring(list);
    list_put(list, list->head.prev, link);
    return TRP_OK;
}

trp_result trp_list_insert_before(trp_list *list, trp_link *at, trp_link *link)
{
    if (list == NULL || at == NULL || link == NULL)
        return TRP_ERR_NULL;
    if (at->prev == NULL)
        return TRP_ERR_UNLINKED;
    if (link->prev != NULL)
        return TRP_ERR_LINKED;
    list_put(list, at->prev, link);
    return TRP_OK;
}

trp_result trp_list_remove(trp_list *list, trp_link *link)
{
    if (list == NULL || link == NULL)
        return TRP_ERR_NULL;
    if (link->prev == NULL)
        return TRP_ERR_UNLINKED;
    link->prev->next = link->next;
    link->next->prev = link->prev;
    link->prev = NULL; /* its `next` stays, so that a walk can continue from it */
    list->count--;
    return TRP_OK;
}

trp_link *trp_list_first(const trp_list *list)
{
    return list->count == 0 ? NULL : list->head.next;
}

/* Removed links are passed over: they lead on to the one that came after them. (The prover compares
 * only pointers of one type.) */
trp_link *trp_list_next(const trp_list *list, const trp_link *link)
{
    const trp_link *const head = &list->head;
    trp_link *next = link->next;

    /*@ loop invariant next == \at(link->next, Pre); loop assigns next; */
    while ((const trp_link *)next != head && next->prev == NULL)
        next = next->next;
    return (const trp_link *)next == head ? NULL : next;
}

bool trp_link_is_linked(const trp_link *link)
{
    return link->prev != NULL;
}
