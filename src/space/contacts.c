/*
 * Contacts: the pairs of the last run are merged with the present ones, both in order.
 *
 * All of this is done before the first callback. So contacts are as they were when the run began,
 * ends come first, and the pairs need no room any more. Contacts of actors that leave during the
 * callbacks end in the same run.
 */
#include "contacts.h"

#include "space_pairs.h"

/* What becomes of a contact. */
enum {
    CONTACT_STAYS,
    CONTACT_BEGINS,
    CONTACT_ENDED,
    CONTACT_RESTS /* one of the two is in a disabled layer: nothing is told */
};

typedef struct contacts_merging {
    trp__pairing pairing; /* first: for trp__pairs_find() */
    trp__pass pass;
    trp_contacts *contacts;
    uint32_t old;   /* the next one of the last run */
    uint32_t count; /* of what has become of contacts */
    uint32_t begun;
    uint32_t room; /* for those that begin: the others need no more */
    uint32_t told;
} contacts_merging;

static uint32_t contacts_number(trp_handle handle)
{
    return handle.index & (TRP_MAX_SLOTS - 1);
}

/* The data that determines the order: a pair, without its lowest bit. */
static uint64_t contacts_key(const trp__contact *contact)
{
    const uint32_t a = contacts_number(contact->a);
    const uint32_t b = contacts_number(contact->b);

    return a < b ? (uint64_t)a << 32 | b << 1 : (uint64_t)b << 32 | a << 1;
}

static trp__contact contacts_of(const trp_space *space, uint64_t pair)
{
    uint32_t slot;
    uint32_t other_slot;
    const trp__space_pool *entry = trp__entry_at(space, trp__first_of(pair), &slot);
    const trp__space_pool *other = trp__entry_at(space, trp__second_of(pair), &other_slot);
    const trp__contact out = {trp__handle_in(entry, slot), trp__handle_in(other, other_slot),
                              entry->members[slot].category, other->members[other_slot].category,
                              CONTACT_STAYS};

    return out;
}

/* Whether these are the same two lives, in the same order. */
static bool contacts_are_same(const trp__contact *a, const trp__contact *b)
{
    return trp_handle_equal(a->a, b->a) && trp_handle_equal(a->b, b->b);
}

/* Whether both lives of a contact go on, in the space. */
static bool contacts_is_there(const trp_space *space, const trp__contact *contact)
{
    return trp_get(space->world, contact->a) != NULL && trp_get(space->world, contact->b) != NULL &&
           trp__number_is_found(space, contacts_number(contact->a)) &&
           trp__number_is_found(space, contacts_number(contact->b));
}

/* Whether an actor that is there lives in a layer that is disabled. */
static bool contacts_rests(const trp_space *space, trp_handle handle)
{
    uint32_t slot;
    const trp_pool *pool = trp__entry_at(space, contacts_number(handle), &slot)->pool;

    return !space->world->layers[pool->segment->state.layer].state.enabled;
}

static bool contacts_is_at_rest(const trp_space *space, const trp__contact *contact)
{
    return contacts_is_there(space, contact) &&
           (contacts_rests(space, contact->a) || contacts_rests(space, contact->b));
}

/* Notes what becomes of a contact. At rest none ends, stays or begins. */
static void contacts_add(contacts_merging *at, const trp__contact *contact, uint32_t state)
{
    trp_contacts *contacts = at->contacts;
    const bool begins = state == CONTACT_BEGINS;

    if (contacts_is_at_rest(contacts->space, contact)) {
        if (begins)
            return;
        state = CONTACT_RESTS;
    }
    if (begins && at->begun == contacts->desc.capacity) {
        contacts->missed++;
        return;
    }
    at->begun += begins;
    at->room -= state == CONTACT_STAYS || state == CONTACT_RESTS;
    contacts->fresh[at->count] = *contact;
    contacts->fresh[at->count++].state = state;
}

/* The next present pair. Contacts of the last run before it are no pairs now. */
static void contacts_meet(void *to, uint64_t pair)
{
    contacts_merging *at = (contacts_merging *)to;
    const trp_contacts *contacts = at->contacts;
    trp__contact now;
    trp_pair_context in;

    trp__fill_context(&in, contacts->space->world, NULL, NULL, NULL);
    in.space = contacts->space;
    if (!trp__pair_is_accepted(&at->pairing, &at->pass, pair, &in))
        return;
    now = contacts_of(contacts->space, pair);
    pair &= ~(uint64_t)1;
    while (at->old < contacts->count && contacts_key(&contacts->items[at->old]) < pair)
        contacts_add(at, &contacts->items[at->old++], CONTACT_ENDED);
    if (at->old < contacts->count && contacts_key(&contacts->items[at->old]) == pair) {
        const trp__contact *last = &contacts->items[at->old++];
        const trp__contact turned = {now.b, now.a, now.b_category, now.a_category, 0};
        if (contacts_are_same(&now, last) || contacts_are_same(&turned, last)) {
            /* it keeps the order in which it began */
            contacts_add(at, contacts_are_same(&now, last) ? &now : &turned, CONTACT_STAYS);
            return;
        }
        contacts_add(at, last, CONTACT_ENDED); /* its slots have other actors now */
    }
    contacts_add(at, &now, CONTACT_BEGINS);
}

static void contacts_tell(contacts_merging *at, trp_phase phase, const trp__contact *contact)
{
    trp_contacts *contacts = at->contacts;
    trp_world *world = contacts->space->world;
    trp_contact_context in;

    if ((contacts->desc.phases & (uint32_t)phase) == 0)
        return;
    trp__fill_context(&in, world, NULL, contacts->desc.user, NULL);
    in.phase = phase;
    in.a_handle = contact->a;
    in.b_handle = contact->b;
    in.a_category = contact->a_category;
    in.b_category = contact->b_category;
    in.space = contacts->space;
    in.contacts = contacts;
    at->pass.a.current = trp_get(world, contact->a);
    at->pass.b.current = trp_get(world, contact->b);
    at->told++;
    contacts->desc.on_contact(at->pass.a.current, at->pass.b.current, &in);
}

/* Contacts of actors that left meanwhile do not begin, or end. Those that begin take the room that the
 * others leave, in their order. Returns how many go on. */
static uint32_t contacts_tell_all(contacts_merging *at)
{
    trp_contacts *contacts = at->contacts;
    uint32_t kept = 0;
    uint32_t begun = 0;

    if (at->begun > at->room)
        contacts->missed += at->begun - at->room;
    for (uint32_t i = 0; i < at->count; i++)
        if (contacts->fresh[i].state == CONTACT_ENDED)
            contacts_tell(at, TRP_CONTACT_END, &contacts->fresh[i]);
    for (uint32_t i = 0; i < at->count; i++) {
        trp__contact contact = contacts->fresh[i];
        const uint32_t state = contact.state;
        contact.state = CONTACT_STAYS;
        if (state == CONTACT_ENDED)
            continue;
        if (state == CONTACT_BEGINS && begun++ >= at->room)
            continue;
        if (contacts_is_there(contacts->space, &contact)) {
            contacts->fresh[kept++] = contact;
            if (state != CONTACT_RESTS)
                contacts_tell(at, state == CONTACT_BEGINS ? TRP_CONTACT_BEGIN : TRP_CONTACT_STAY,
                              &contact);
        } else if (state != CONTACT_BEGINS)
            contacts_tell(at, TRP_CONTACT_END, &contact);
    }
    return kept;
}

static uint32_t contacts_run(trp_contacts *contacts, const char *name)
{
    trp_space *space = contacts->space;
    trp__call call = trp__space_call(space, name);
    contacts_merging at;
    uint32_t kept;

    if (!trp__pairs_begin(&at.pairing, &at.pass, space, &contacts->desc.pairing, &call))
        return 0;
    at.contacts = contacts;
    at.old = at.count = at.begun = at.told = 0;
    at.room = contacts->desc.capacity;
    contacts->is_running = true;
    at.pass.can_stop = false;
    trp__pass_run(&at.pass, trp__pairs_find, contacts_meet, &at);
    while (at.old < contacts->count)
        contacts_add(&at, &contacts->items[at.old++], CONTACT_ENDED);
    kept = contacts_tell_all(&at);
    trp__pass_end(&at.pass);
    contacts->is_running = false;
    memcpy(contacts->items, contacts->fresh, kept * sizeof *contacts->items);
    contacts->count = kept;
    return at.told;
}

/* A call, which is refused in a run, and while the world is drawn. */
static trp__call contacts_call(const trp_contacts *contacts, const char *name)
{
    trp__call call =
        trp__call_on(contacts->space->world, TRP__TEXT("contacts"), contacts->desc.name, name);

    if (!trp__refuses(&call, contacts->is_running, TRP_BUSY, TRP__TEXT("it is in progress")))
        trp__is_shut(&call);
    return call;
}

uint32_t trp_contacts_run(trp_contacts *contacts)
{
    const char *name = TRP__TEXT("trp_contacts_run");

    if (contacts == NULL)
        trp__null(name, "contacts");
    else if (contacts_call(contacts, name).result == TRP_OK)
        return contacts_run(contacts, name);
    return 0;
}

/* In each tick, after all spaces have read their boxes. */
static void contacts_tick(trp__hook *hook, trp_context *in)
{
    (void)in;
    contacts_run((trp_contacts *)((uintptr_t)hook - offsetof(trp_contacts, hook)),
                 TRP__TEXT("trp_update_all"));
}

void trp__contacts_order(trp_contacts *contacts)
{
    trp__contact *items = contacts->items;
    uint32_t kept = 0;

    for (uint32_t gap = contacts->count / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < contacts->count; i++) {
            const trp__contact one = items[i];
            const uint64_t key = contacts_key(&one);
            uint32_t at = i;
            for (; at >= gap && contacts_key(&items[at - gap]) > key; at -= gap)
                items[at] = items[at - gap];
            items[at] = one;
        }
    for (uint32_t i = 0; i < contacts->count; i++)
        if (contacts_number(items[i].a) != contacts_number(items[i].b) &&
            (kept == 0 || contacts_key(&items[i]) != contacts_key(&items[kept - 1])))
            items[kept++] = items[i];
    contacts->count = kept;
}

/* Creating and ending */

static size_t contacts_bytes(uint32_t capacity)
{
    return sizeof(trp_contacts) + 3 * (size_t)capacity * sizeof(trp__contact);
}

static trp_contacts *contacts_make(trp_space *space, const trp_contacts_desc *desc)
{
    static const trp__calls calls = {.tick[TRP__TICK_READS] = contacts_tick};
    const uint32_t capacity = desc->capacity != 0 ? desc->capacity : space->capacity;
    trp_contacts *contacts = trp__take(space->world, contacts_bytes(capacity));

    if (contacts == NULL)
        return NULL;
    memset(contacts, 0, contacts_bytes(capacity));
    contacts->space = space;
    contacts->desc = *desc;
    contacts->desc.capacity = capacity;
    if (desc->phases == 0)
        contacts->desc.phases = TRP_CONTACT_BEGIN;
    contacts->items = (trp__contact *)(void *)(contacts + 1);
    contacts->fresh = contacts->items + capacity;
    if (!desc->manual_run)
        trp__hook_add(space->world, &contacts->hook, &calls, TRP__HOOK_CONTACTS);
    trp__part_add(space->world, &contacts->part, TRP__PART_CONTACTS);
    return contacts;
}

trp_contacts *trp_contacts_create(trp_space *space, const trp_contacts_desc *desc)
{
    const char *name = TRP__TEXT("trp_contacts_create");
    trp_contacts *contacts;
    trp__call call;

    if (!trp__has_space(space, name))
        return NULL;
    call = trp__call_for(space->world, TRP__TEXT("space"), space->desc.name, name);
    if (trp__refuses(&call, desc == NULL || desc->on_contact == NULL, TRP_ERR_NULL,
                     TRP__TEXT("the desc or its on_contact is NULL")) ||
        trp__is_closed(&call) ||
        trp__refuses(&call,
                     desc->phases > (TRP_CONTACT_BEGIN | TRP_CONTACT_STAY | TRP_CONTACT_END) ||
                         (unsigned)desc->pairing.care > TRP_CARE_EITHER ||
                         desc->capacity > TRP_MAX_CONTACTS,
                     TRP_ERR_VALUE,
                     TRP__TEXT("phases or care are no sum of their enumerators, or the capacity is "
                               "above TRP_MAX_CONTACTS")) ||
        trp__refuses(&call, desc->pairing.swept && !space->desc.sweeps, TRP_ERR_DESC,
                     TRP__TEXT("swept pairs need desc.sweeps of the space")))
        return NULL;
    contacts = contacts_make(space, desc);
    trp__end_creation(&call, contacts, NULL);
    return contacts;
}

static void contacts_free(trp_contacts *contacts)
{
    trp_world *world = contacts->space->world;

    trp__hook_remove(world, &contacts->hook);
    trp__part_remove(world, &contacts->part);
    trp__release(world, contacts, contacts_bytes(contacts->desc.capacity));
}

trp_result trp_contacts_destroy(trp_contacts *contacts)
{
    trp_result result;

    if (contacts == NULL)
        return TRP_GONE;
    result = contacts_call(contacts, TRP__TEXT("trp_contacts_destroy")).result;
    if (result == TRP_OK)
        contacts_free(contacts);
    return result;
}

void trp__space_forget_contacts(trp_space *space)
{
    trp_contacts *contacts;

    while ((contacts = trp__contacts_of(space)) != NULL)
        contacts_free(contacts);
}

trp_contacts_facts trp_contacts_info(const trp_contacts *contacts)
{
    trp_contacts_facts facts = {"", 0, 0, 0};

    if (contacts == NULL)
        return facts;
    if (contacts->desc.name != NULL)
        facts.name = contacts->desc.name;
    facts.count = contacts->count;
    facts.capacity = contacts->desc.capacity;
    facts.missed = contacts->missed;
    return facts;
}
