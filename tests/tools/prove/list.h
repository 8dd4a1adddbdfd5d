/*
 * The contracts of src/base/list.c, in ACSL. `make prove` proves with Frama-C that the code fulfils
 * them for any list.
 */
#include "../../../include/troupe/list.h"

/*@
  // The pointers of both neighbours agree with its own.
  predicate wired(trp_link *link) =
    \valid(link) && \valid(link->next) && \valid(link->prev) &&
    link->next->prev == link && link->prev->next == link;

  // Structs of one type are the same one, or have no byte in common.
  predicate same_or_apart(trp_link *a, trp_link *b) = a == b || \separated(a, b);
*/

/*@
  // A list is all zero, or its head is wired to its first and last links. These may be the same
  // link, or the head itself.
  predicate zeroed(trp_list *list) =
    \valid(list) && list->head.next == \null && list->head.prev == \null && list->count == 0;

  predicate ring(trp_list *list) =
    \valid(list) && wired(&list->head) &&
    same_or_apart(&list->head, list->head.next) && same_or_apart(&list->head, list->head.prev) &&
    same_or_apart(list->head.next, list->head.prev) &&
    (list->head.next != &list->head ==> \separated(list, list->head.next)) &&
    (list->head.prev != &list->head ==> \separated(list, list->head.prev)) &&
    (list->count == 0 <==> list->head.next == &list->head) &&
    (list->count == 0 <==> list->head.prev == &list->head);

  predicate sound(trp_list *list) = zeroed(list) || ring(list);

  // A link and the structs of the list: each two are the same, or apart.
  predicate known(trp_link *link, trp_list *list) =
    (link == &list->head || \separated(link, list)) &&
    same_or_apart(link, list->head.next) && same_or_apart(link, list->head.prev);

  // In the list, as far as the O(1) operations need it: wired, and known as are its neighbours.
  predicate member(trp_link *link, trp_list *list) =
    wired(link) && \separated(link, list) && known(link, list) &&
    known(link->next, list) && known(link->prev, list) && same_or_apart(link->next, link->prev) &&
    \separated(link, link->next) && \separated(link, link->prev) && list->count > 0;

  // Not a link to which the list's head points.
  predicate stranger(trp_link *link, trp_list *list) =
    \separated(link, list) &&
    (list->head.next != \null ==> \separated(link, list->head.next)) &&
    (list->head.prev != \null ==> \separated(link, list->head.prev));
*/

/*@
  requires sound(list);
  assigns list->head.next, list->head.prev;
  ensures ring(list) && list->count == \old(list->count);
  ensures \old(list->head.next) != \null ==>
    list->head.next == \old(list->head.next) && list->head.prev == \old(list->head.prev);
  ensures \old(list->head.next) == \null ==>
    list->head.next == &list->head && list->head.prev == &list->head;
*/
static void list_close_ring(trp_list *list);

/*@
  requires \valid(list) && \valid(at) && \valid(link) && \valid(at->next);
  requires same_or_apart(at, at->next) && \separated(link, at) && \separated(link, at->next);
  requires list->count < SIZE_MAX;
  assigns link->prev, link->next, at->next->prev, at->next, list->count;
  ensures link->prev == at && link->next == \old(at->next);
  ensures list->count == \old(list->count) + 1;
  ensures \old(at->next)->prev == link && at->next == link;
*/
static void list_put(trp_list *list, trp_link *at, trp_link *link);

/*@
  requires list == \null || sound(list);
  requires link == \null || \valid(link);
  requires list != \null && link != \null && link->prev == \null ==>
    stranger(link, list) && list->count < SIZE_MAX;
  behavior null:
    assumes list == \null || link == \null;
    assigns \nothing;
    ensures \result == TRP_ERR_NULL;
  behavior linked:
    assumes list != \null && link != \null && link->prev != \null;
    assigns \nothing;
    ensures \result == TRP_ERR_LINKED;
  behavior links:
    assumes list != \null && link != \null && link->prev == \null;
    assigns list->head.next, list->head.prev, list->count, link->next, link->prev, list->head.next->prev;
    ensures \result == TRP_OK;
    ensures ring(list);
    ensures list->count == \old(list->count) + 1;
    ensures list->head.next == link && wired(link) && link->prev == &list->head;
    ensures \old(list->head.next) != \null ==> link->next == \old(list->head.next);
    ensures \old(list->count) == 0 ==> link->next == &list->head && list->head.prev == link;
    ensures \old(list->count) != 0 ==> list->head.prev == \old(list->head.prev);
  complete behaviors;
  disjoint behaviors;
*/
trp_result trp_list_push_front(trp_list *list, trp_link *link);

/*@
  requires list == \null || sound(list);
  requires link == \null || \valid(link);
  requires list != \null && link != \null && link->prev == \null ==>
    stranger(link, list) && list->count < SIZE_MAX;
  behavior null:
    assumes list == \null || link == \null;
    assigns \nothing;
    ensures \result == TRP_ERR_NULL;
  behavior linked:
    assumes list != \null && link != \null && link->prev != \null;
    assigns \nothing;
    ensures \result == TRP_ERR_LINKED;
  behavior links:
    assumes list != \null && link != \null && link->prev == \null;
    assigns list->head.next, list->head.prev, list->count, link->next, link->prev, list->head.prev->next;
    ensures \result == TRP_OK;
    ensures ring(list);
    ensures list->count == \old(list->count) + 1;
    ensures list->head.prev == link && wired(link) && link->next == &list->head;
    ensures \old(list->head.prev) != \null ==> link->prev == \old(list->head.prev);
    ensures \old(list->count) == 0 ==> link->prev == &list->head && list->head.next == link;
    ensures \old(list->count) != 0 ==> list->head.next == \old(list->head.next);
  complete behaviors;
  disjoint behaviors;
*/
trp_result trp_list_push_back(trp_list *list, trp_link *link);

/*@
  requires list == \null || sound(list);
  requires at == \null || \valid(at);
  requires link == \null || \valid(link);
  requires list != \null && at != \null && link != \null && at->prev != \null && link->prev == \null ==>
    ring(list) && member(at, list) && stranger(link, list) &&
    \separated(link, \union(at, at->next, at->prev)) && list->count < SIZE_MAX;
  behavior null:
    assumes list == \null || at == \null || link == \null;
    assigns \nothing;
    ensures \result == TRP_ERR_NULL;
  behavior unlinked:
    assumes list != \null && at != \null && link != \null && at->prev == \null;
    assigns \nothing;
    ensures \result == TRP_ERR_UNLINKED;
  behavior linked:
    assumes list != \null && at != \null && link != \null && at->prev != \null && link->prev != \null;
    assigns \nothing;
    ensures \result == TRP_ERR_LINKED;
  behavior links:
    assumes list != \null && at != \null && link != \null && at->prev != \null && link->prev == \null;
    assigns at->prev, at->prev->next, link->next, link->prev, list->count;
    ensures \result == TRP_OK;
    ensures ring(list);
    ensures list->count == \old(list->count) + 1;
    ensures at->prev == link && link->next == at;
    ensures wired(link) && wired(at);
    ensures link->prev == \old(at->prev) && at->next == \old(at->next);
  complete behaviors;
  disjoint behaviors;
*/
trp_result trp_list_insert_before(trp_list *list, trp_link *at, trp_link *link);

/*@
  requires list == \null || sound(list);
  requires link == \null || \valid(link);
  requires list != \null && link != \null && link->prev != \null ==> ring(list) && member(link, list);
  requires list != \null && link != \null && link->prev != \null ==>
    (list->count == 1 <==> link->next == &list->head && link->prev == &list->head);
  behavior null:
    assumes list == \null || link == \null;
    assigns \nothing;
    ensures \result == TRP_ERR_NULL;
  behavior unlinked:
    assumes list != \null && link != \null && link->prev == \null;
    assigns \nothing;
    ensures \result == TRP_ERR_UNLINKED;
  behavior unlinks:
    assumes list != \null && link != \null && link->prev != \null;
    assigns link->prev->next, link->next->prev, link->prev, list->count;
    ensures \result == TRP_OK;
    ensures ring(list);
    ensures list->count == \old(list->count) - 1;
    ensures link->prev == \null && link->next == \old(link->next);
    ensures \old(link->prev)->next == link->next && link->next->prev == \old(link->prev);
  complete behaviors;
  disjoint behaviors;
*/
trp_result trp_list_remove(trp_list *list, trp_link *link);

/*@
  requires \valid_read(list);
  assigns \nothing;
  ensures list->count == 0 ==> \result == \null;
  ensures list->count != 0 ==> \result == list->head.next;
*/
trp_link *trp_list_first(const trp_list *list);

/*@
  requires \valid_read(list) && \valid_read(link) && \valid_read(link->next);
  requires link->next == &list->head || link->next->prev != \null;
  assigns \nothing;
  ensures link->next == &list->head ==> \result == \null;
  ensures link->next != &list->head ==> \result == link->next;
*/
/* (Of a link whose next one is in the list.) */
trp_link *trp_list_next(const trp_list *list, const trp_link *link);

/*@
  requires \valid_read(link);
  assigns \nothing;
  ensures \result <==> link->prev != \null;
*/
bool trp_link_is_linked(const trp_link *link);
