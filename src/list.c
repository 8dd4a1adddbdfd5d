#include "link.h"

/* A zeroed list has no ring yet; whoever links first closes it. */
static void close_ring(trp_list *list)
{
    if (list->head.next == NULL)
    {
        list->head.next = &list->head;
        list->head.prev = &list->head;
    }
}

static trp_result link_after(trp_list *list, trp_link *at, trp_link *link)
{
    if (link->prev != NULL)
        return TRP_ERR_LINKED;
    trp__link_after(at, link);
    list->count++;
    return TRP_OK;
}

trp_result trp_list_push_front(trp_list *list, trp_link *link)
{
    if (list == NULL || link == NULL)
        return TRP_ERR_NULL;
    close_ring(list);
    return link_after(list, &list->head, link);
}

trp_result trp_list_push_back(trp_list *list, trp_link *link)
{
    if (list == NULL || link == NULL)
        return TRP_ERR_NULL;
    close_ring(list);
    return link_after(list, list->head.prev, link);
}

trp_result trp_list_insert_after(trp_list *list, trp_link *at, trp_link *link)
{
    if (list == NULL || at == NULL || link == NULL)
        return TRP_ERR_NULL;
    if (at->prev == NULL)
        return TRP_ERR_UNLINKED;
    return link_after(list, at, link);
}

trp_result trp_list_insert_before(trp_list *list, trp_link *at, trp_link *link)
{
    if (list == NULL || at == NULL || link == NULL)
        return TRP_ERR_NULL;
    if (at->prev == NULL)
        return TRP_ERR_UNLINKED;
    return link_after(list, at->prev, link);
}

trp_result trp_list_remove(trp_list *list, trp_link *link)
{
    if (list == NULL || link == NULL)
        return TRP_ERR_NULL;
    if (link->prev == NULL)
        return TRP_ERR_UNLINKED;
    trp__unlink(link);
    list->count--;
    return TRP_OK;
}

/* Moves all of `from` behind `at`, which is in `list` or its head. */
static void splice_after(trp_list *list, trp_link *at, trp_list *from)
{
    if (from->count == 0)
        return;
    trp__link_span_after(at, from->head.next, from->head.prev);
    list->count += from->count;
    from->head.next = &from->head;
    from->head.prev = &from->head;
    from->count = 0;
}

trp_result trp_list_splice_front(trp_list *list, trp_list *from)
{
    if (list == NULL || from == NULL)
        return TRP_ERR_NULL;
    if (list == from)
        return TRP_ERR_LINKED;
    close_ring(list);
    splice_after(list, &list->head, from);
    return TRP_OK;
}

trp_result trp_list_splice_back(trp_list *list, trp_list *from)
{
    if (list == NULL || from == NULL)
        return TRP_ERR_NULL;
    if (list == from)
        return TRP_ERR_LINKED;
    close_ring(list);
    splice_after(list, list->head.prev, from);
    return TRP_OK;
}

trp_link *trp_list_first(const trp_list *list)
{
    return list->count == 0 ? NULL : list->head.next;
}

trp_link *trp_list_last(const trp_list *list)
{
    return list->count == 0 ? NULL : list->head.prev;
}

trp_link *trp_list_next(const trp_list *list, const trp_link *link)
{
    return link->next == &list->head ? NULL : link->next;
}

trp_link *trp_list_prev(const trp_list *list, const trp_link *link)
{
    return link->prev == &list->head ? NULL : link->prev;
}

bool trp_list_empty(const trp_list *list)
{
    return list->count == 0;
}

size_t trp_list_count(const trp_list *list)
{
    return list->count;
}

bool trp_link_is_linked(const trp_link *link)
{
    return link->prev != NULL;
}
