/*
 * An object of contacts.
 */
#ifndef TROUPE_SRC_CONTACTS_H
#define TROUPE_SRC_CONTACTS_H

#include "space.h"

typedef struct trp__contact {
    trp_handle a; /* in the order of `a` and `b` */
    trp_handle b;
    uint32_t a_category;
    uint32_t b_category;
    uint32_t state; /* 0, but during a run */
} trp__contact;

struct trp_contacts {
    trp_space *space;
    trp_contacts_desc desc;
    trp__hook hook;      /* unless it is run by calls alone */
    trp__part part;      /* its entry for snapshots */
    trp__contact *items; /* those of the last run, in order; and room for the next ones */
    trp__contact *fresh;
    uint32_t count;
    bool is_running;
    uint64_t missed;
};

/* The first contacts of a space. NULL: there are none. */
TRP__INLINE trp_contacts *trp__contacts_of(const trp_space *space)
{
    for (trp__part *part = space->world->parts; part != NULL; part = part->next) {
        trp_contacts *contacts = (trp_contacts *)((uintptr_t)part - offsetof(trp_contacts, part));
        if (part->kind == TRP__PART_CONTACTS && contacts->space == space)
            return contacts;
    }
    return NULL;
}

/* contacts.c: puts them in order after a load, each pair once. */
void trp__contacts_order(trp_contacts *contacts);

_Static_assert(3 * sizeof(trp__contact) == TRP__CONTACT_BYTES, "as TRP_CONTACTS_BYTES says");
_Static_assert(sizeof(trp_contacts) <= TRP__CONTACTS_BASE, "raise TRP__CONTACTS_BASE");

#endif
