/* Queries of lists. They change nothing. */
#include "../../include/troupe/list.h"

/*@
  requires \valid_read(list);
  assigns \nothing;
  ensures list->count == 0 ==> \result == \null;
  ensures list->count != 0 ==> \result == list->head.next;
*/
trp_link *trp_list_first(const trp_list *list)
{
    return list->count == 0 ? NULL : list->head.next;
}

/*@
  requires \valid_read(list) && \valid_read(link) && \valid_read(link->next);
  requires link->next == &list->head || link->next->prev != \null;
  assigns \nothing;
  ensures link->next == &list->head ==> \result == \null;
  ensures link->next != &list->head ==> \result == link->next;
*/
/* Removed links are passed over: they lead on to the one that came after them. The contract is that
 * of a link whose next one is in the list. */
trp_link *trp_list_next(const trp_list *list, const trp_link *link)
{
    trp_link *next = link->next;

    /*@ loop invariant next == \at(link->next, Pre); loop assigns next; */
    while (next != &list->head && next->prev == NULL)
        next = next->next;
    return next == &list->head ? NULL : next;
}

/*@
  requires \valid_read(link);
  assigns \nothing;
  ensures \result <==> link->prev != \null;
*/
bool trp_link_is_linked(const trp_link *link)
{
    return link->prev != NULL;
}
