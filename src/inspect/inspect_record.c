/*
 * The ring of records in a black box, from the oldest to the newest.
 */
#include "inspect_internal.h"

uint32_t trp__record_count(const trp_black_box *box)
{
    if (box == NULL)
        return 0;
    return box->written < box->room ? (uint32_t)box->written : box->room;
}

const trp_record *trp_black_box_at(const trp_black_box *box, uint32_t number)
{
    uint32_t to_end;

    if (number >= trp__record_count(box))
        return NULL;
    if (box->written < box->room)
        return &box->records[number];
    to_end = box->room - box->next;
    return &box->records[number < to_end ? box->next + number : number - to_end];
}
