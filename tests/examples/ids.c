/* Seats in a match, numbered 1 to 4: a player that joins gets the lowest free seat. No world is
 * needed. */
#include "troupe/ids.h"

#include <stdio.h>

enum { SEATS = 4 };

static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(SEATS)];
static trp_ids seats;
static const char *names[SEATS + 1];

static void join(const char *name)
{
    uint32_t seat = trp_ids_take(&seats);
    if (seat == TRP_NO_ID) {
        printf("%s must wait: all seats are taken\n", name);
        return;
    }
    names[seat] = name;
    printf("%s gets seat %u\n", name, (unsigned)seat);
}

static void leave(uint32_t seat)
{
    trp_result result = trp_ids_give_back(&seats, seat);
    printf("seat %u: %s\n", (unsigned)seat, result == TRP_OK ? "free" : trp_result_name(result));
}

int main(void)
{
    if (trp_ids_init(&seats, memory, sizeof memory, 1, SEATS) != TRP_OK)
        return 1;
    join("Ann");
    join("Bob");
    join("Cleo");
    join("Dan");
    join("Eve");
    leave(2);
    leave(2); /* a mistake, refused */
    leave(4);
    printf("the lowest seat in use: %u\n", (unsigned)trp_ids_next(&seats, 0));
    join("Eve");

    /* All players but Eve leave. The loop may give back the present id. */
    for (uint32_t seat = trp_ids_next(&seats, 0); seat != TRP_NO_ID;
         seat = trp_ids_next(&seats, seat + 1))
        if (names[seat][0] != 'E')
            leave(seat);
    printf("still seated: %u\n", (unsigned)seats.count);
    return 0;
}
