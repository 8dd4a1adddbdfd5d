/*
 * Contacts: the pairs of the last call are merged with the present ones, both in order.
 *
 * All of this is done before the first callback. So contacts are as they were when the pass began,
 * ends come first, and the pairs need no room any more. Contacts of actors that leave during the
 * callbacks end in the same pass.
 */
#include "space_pairing.h"

#define CONTACTS_MARK ((uint64_t)1 << 63) /* last call: it has ended; now: it is new */

typedef struct contacts_merging
{
    trp__pass pass;
    trp__wanted wanted;
    trp_contact_fn *function;
    void *arg;
    uint32_t old;  /* the next one of the last call */
    uint32_t kept; /* contacts of now */
    uint32_t told;
} contacts_merging;

/* The data that determines the order. */
static uint64_t contacts_key(uint64_t pair)
{
    return (pair & ~CONTACTS_MARK) >> 1;
}

static bool contacts_is_there(const contacts_merging *at, uint64_t pair)
{
    pair &= ~CONTACTS_MARK;
    return trp__pass_has(&at->pass, trp__low_of(pair)) &&
           trp__pass_has(&at->pass, trp__high_of(pair));
}

static trp__contact contacts_of(const trp_space *space, uint64_t pair)
{
    const uint32_t first = trp__first_of(pair);
    const uint32_t second = trp__second_of(pair);
    trp__contact out;

    out.pair = pair;
    out.a = trp_handle_of(space->world, space->actor[first]);
    out.b = trp_handle_of(space->world, space->actor[second]);
    out.a_category = space->category[first];
    out.b_category = space->category[second];
    return out;
}

/* Whether these are the same two lives, in the same order. */
static bool contacts_are_same(const trp__contact *a, const trp__contact *b)
{
    return trp_handle_equal(a->a, b->a) && trp_handle_equal(a->b, b->b);
}

static bool contacts_accepts(contacts_merging *at, uint64_t pair)
{
    const trp_space *space = at->pass.space;
    const trp_pairing *which = &at->wanted.which;
    trp_pair_context in;

    trp__fill_context(&in, space->world, NULL, which->user, at->arg);
    in.space = at->pass.space;
    in.a_category = space->category[trp__first_of(pair)];
    in.b_category = space->category[trp__second_of(pair)];
    at->pass.a.current = space->actor[trp__first_of(pair)];
    at->pass.b.current = space->actor[trp__second_of(pair)];
    return which->accept(at->pass.a.current, at->pass.b.current, &in) &&
           contacts_is_there(at, pair);
}

/* A pair that was not in contact in the last call. */
static void contacts_add_new(contacts_merging *at, const trp__contact *now)
{
    trp_space *space = at->pass.space;

    if (at->kept + (space->contact_count - at->old) >= space->desc.contacts)
    {
        space->missed++;
        return;
    }
    space->fresh[at->kept] = *now;
    space->fresh[at->kept++].pair |= CONTACTS_MARK;
}

/* A pair that was in contact in the last call, unless its numbers have other members now. */
static void contacts_add_old(contacts_merging *at, const trp__contact *now)
{
    trp_space *space = at->pass.space;
    trp__contact *last = &space->contacts[at->old++];
    const trp__contact turned = {now->pair ^ 1, now->b, now->a, now->b_category, now->a_category};

    if (contacts_are_same(now, last))
        space->fresh[at->kept++] = *now;
    else if (contacts_are_same(&turned, last)) /* it keeps the order in which it began */
        space->fresh[at->kept++] = turned;
    else
    {
        last->pair |= CONTACTS_MARK;
        contacts_add_new(at, now);
    }
}

/* Contacts of the last call that come before a pair have ended. */
static void contacts_end_before(contacts_merging *at, uint64_t key)
{
    trp_space *space = at->pass.space;

    for (; at->old < space->contact_count && contacts_key(space->contacts[at->old].pair) < key;
         at->old++)
        space->contacts[at->old].pair |= CONTACTS_MARK;
}

/* The next present pair. */
static void contacts_meet(contacts_merging *at, uint64_t pair)
{
    const trp_space *space = at->pass.space;
    trp__contact now;

    if (!contacts_is_there(at, pair) ||
        (at->wanted.which.accept != NULL && !contacts_accepts(at, pair)))
        return;
    now = contacts_of(space, pair);
    contacts_end_before(at, contacts_key(pair));
    if (at->old < space->contact_count &&
        contacts_key(space->contacts[at->old].pair) == contacts_key(pair))
        contacts_add_old(at, &now);
    else
        contacts_add_new(at, &now);
}

static void contacts_tell(contacts_merging *at, trp_phase phase, const trp__contact *contact)
{
    trp_world *world = at->pass.space->world;
    trp_contact_context in;

    trp__fill_context(&in, world, NULL, NULL, at->arg);
    in.phase = phase;
    in.a_handle = contact->a;
    in.b_handle = contact->b;
    in.a_category = contact->a_category;
    in.b_category = contact->b_category;
    in.space = at->pass.space;
    at->pass.a.current = trp_get(world, contact->a);
    at->pass.b.current = trp_get(world, contact->b);
    at->told++;
    at->function(at->pass.a.current, at->pass.b.current, &in);
}

static void contacts_tell_ends(contacts_merging *at)
{
    const trp_space *space = at->pass.space;

    for (uint32_t i = 0; i < space->contact_count; i++)
    {
        const trp__contact contact = space->contacts[i]; /* the space may grow */
        if ((contact.pair & CONTACTS_MARK) != 0)
            contacts_tell(at, TRP_CONTACT_END, &contact);
    }
}

/* Contacts of actors that left meanwhile do not begin, or end. */
static void contacts_tell_others(contacts_merging *at)
{
    trp_space *space = at->pass.space;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < at->kept; i++)
    {
        trp__contact contact = space->fresh[i];
        const bool is_new = (contact.pair & CONTACTS_MARK) != 0;
        contact.pair &= ~CONTACTS_MARK;
        if (contacts_is_there(at, contact.pair))
        {
            space->fresh[kept++] = contact;
            contacts_tell(at, is_new ? TRP_CONTACT_BEGIN : TRP_CONTACT_STAY, &contact);
        }
        else if (!is_new)
            contacts_tell(at, TRP_CONTACT_END, &contact);
    }
    at->kept = kept;
}

/* Merges pairs that are on top of the stack. */
static void contacts_merge_collected(contacts_merging *at, uint32_t from, uint32_t count)
{
    trp_space *space = at->pass.space;

    space->stack_top = from + 2 * count;
    for (uint32_t i = 0; i < count; i++)
        contacts_meet(at, trp__pair_at(space, from, i));
    space->stack_top = at->pass.stack_top;
}

/* Merges the pairs of one member with higher numbers, a few at a time. */
static void contacts_merge_of(contacts_merging *at, trp__held *held, uint32_t member)
{
    trp_space *space = at->pass.space;
    const uint32_t base = space->stack_top;
    const trp__edges box = trp__copy_at(&space->copies, trp__held_place(held, member));
    trp__question question;

    trp__ask_edges(&box, &question);
    held->asker = member;
    held->after = TRP__NONE;
    do
    {
        const uint32_t count = trp__held_find(held, &question);
        space->stack_top = base + count;
        for (uint32_t i = 0; i < count; i++)
            contacts_meet(at, (uint64_t)member << 32 | space->stack[base + i]);
        space->stack_top = base;
    } while (!held->is_last);
}

static void contacts_merge_slowly(contacts_merging *at, trp__held *held)
{
    held->wanted = &at->wanted;
    for (uint32_t member = 0; member < held->top; member++)
        if (trp__held_place(held, member) != TRP__NONE)
            contacts_merge_of(at, held, member);
    trp__held_end(held);
}

/* Finds the present pairs, and merges them. False: no room. */
static bool contacts_merge(contacts_merging *at, trp_space *space)
{
    const bool is_swept = at->wanted.which.swept;
    trp__held held = {0};
    uint32_t from = 0;
    uint32_t count = 0;
    bool fits;

    if (is_swept && space->held != 0)
        return false;
    if (is_swept)
        trp__swept_begin(space);
    fits = trp__space_collect(space, &at->wanted, false, &from, &count);
    if (!fits && !trp__held_begin(&held, space))
    {
        if (is_swept)
            trp__swept_end(space);
        return false;
    }
    if (is_swept)
        trp__swept_end(space);
    trp__pass_begin(&at->pass, space);
    at->pass.can_stop = false;
    if (fits)
        contacts_merge_collected(at, from, count);
    else
        contacts_merge_slowly(at, &held);
    contacts_end_before(at, UINT64_MAX);
    return true;
}

static trp_result contacts_check(const trp_space *space, trp_contact_fn *contact,
                                 const char **detail)
{
    *detail = TRP__TEXT("the function is NULL");
    if (contact == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the space remembers no contacts. Set desc.contacts when it is created");
    if (space->desc.contacts == 0)
        return TRP_ERR_DESC;
    *detail =
        space->contacting ? TRP__TEXT("it is in progress") : TRP__TEXT("the world is being drawn");
    return space->contacting || space->world->drawing ? TRP_BUSY : TRP_OK;
}

static void contacts_tell_all(contacts_merging *at)
{
    trp_space *space = at->pass.space;
    trp__contact *kept;

    contacts_tell_ends(at);
    contacts_tell_others(at);
    trp__pass_end(&at->pass);
    kept = space->fresh;
    space->fresh = space->contacts;
    space->contacts = kept;
    space->contact_count = at->kept;
}

static uint32_t contacts_all(trp_space *space, const trp_pairing *which, trp_contact_fn *contact,
                             void *arg, const char *call)
{
    const char *detail;
    contacts_merging at = {0};
    trp_result result;
    bool fits;

    if (!trp__has_space(space, call))
        return 0;
    result = contacts_check(space, contact, &detail);
    if (result != TRP_OK)
    {
        trp__space_misuse(space, NULL, NULL, call, result, detail);
        return 0;
    }
    if (!trp__pairing_check(space, which, call, &at.wanted))
        return 0;
    at.wanted.which.order = TRP_SPACE_BY_NUMBER;
    at.function = contact;
    at.arg = arg;
    space->contacting = true;
    fits = contacts_merge(&at, space);
    if (fits)
        contacts_tell_all(&at);
    space->contacting = false;
    if (at.wanted.which.swept)
        space->is_sweeping = false;
    return fits ? at.told : trp__pairing_full(space, call);
}

uint32_t trp_space_contacts(trp_space *space, trp_contact_fn *contact, void *arg)
{
    return contacts_all(space, NULL, contact, arg, TRP__TEXT("trp_space_contacts"));
}

uint32_t trp_space_contacts_where(trp_space *space, const trp_pairing *which,
                                  trp_contact_fn *contact, void *arg)
{
    return contacts_all(space, which, contact, arg, TRP__TEXT("trp_space_contacts_where"));
}
