/*
 * Contacts: the pairs of the last time beside those of now, both in order, merged.
 */
#include "space_internal.h"

typedef struct merging
{
    trp__pass pass;
    trp_contact_fn *function;
    void *user;
    uint32_t from;  /* of the pairs of now, in the stack */
    uint32_t count; /* of these */
    uint32_t kept;  /* contacts for the next time */
    uint32_t told;
} merging;

static void tell(merging *at, trp_phase phase, trp__contact contact)
{
    const trp_world *world = at->pass.space->world;
    trp_contact out;

    out.phase = phase;
    out.a = trp_get(world, contact.a);
    out.b = trp_get(world, contact.b);
    out.a_handle = contact.a;
    out.b_handle = contact.b;
    at->pass.a.current = out.a;
    at->pass.b.current = out.b;
    at->told++;
    at->function(&out, at->user);
}

static bool is_there(const merging *at, uint64_t pair)
{
    return trp__pass_has(&at->pass, trp__low_of(pair)) &&
           trp__pass_has(&at->pass, trp__high_of(pair));
}

/* A contact of these two, in the order in which they are handed out. */
static trp__contact contact_of(const trp_space *space, uint64_t pair)
{
    const uint32_t first = trp__first_of(pair);
    const uint32_t second = trp__second_of(pair);
    trp__contact out;

    out.pair = pair;
    out.a = trp_handle_of(space->world, space->actor[first]);
    out.b = trp_handle_of(space->world, space->actor[second]);
    return out;
}

/* Whether it is the same two lives, be they in another order. */
static bool is_same(const trp__contact *a, const trp__contact *b)
{
    return (trp_handle_equal(a->a, b->a) && trp_handle_equal(a->b, b->b)) ||
           (trp_handle_equal(a->a, b->b) && trp_handle_equal(a->b, b->a));
}

static void begin(merging *at, uint64_t pair, uint32_t old_left)
{
    trp_space *space = at->pass.space;
    trp__contact contact;

    if (!is_there(at, pair))
        return;
    if (at->kept + old_left >= space->desc.contacts)
    {
        space->missed++;
        return;
    }
    contact = contact_of(space, pair);
    space->fresh[at->kept++] = contact;
    tell(at, TRP_CONTACT_BEGIN, contact);
}

/* They touched the last time, and do: unless the numbers have changed hands. */
static void meet_again(merging *at, uint64_t pair, const trp__contact *old, uint32_t old_left)
{
    trp_space *space = at->pass.space;
    trp__contact now;

    if (!is_there(at, pair))
    {
        tell(at, TRP_CONTACT_END, *old);
        return;
    }
    now = contact_of(space, pair);
    if (is_same(&now, old))
    {
        space->fresh[at->kept++] = *old;
        tell(at, TRP_CONTACT_STAY, *old);
        return;
    }
    tell(at, TRP_CONTACT_END, *old);
    begin(at, pair, old_left);
}

static uint64_t pair_at(const merging *at, uint32_t i)
{
    uint64_t pair = UINT64_MAX;

    if (i < at->count)
        memcpy(&pair, at->pass.space->stack + at->from + 2 * (size_t)i, sizeof pair);
    return pair;
}

static void merge(merging *at)
{
    trp_space *space = at->pass.space;
    uint32_t old = 0;
    uint32_t i = 0;

    while (old < space->contact_count || i < at->count)
    {
        const uint64_t pair = pair_at(at, i);
        trp__contact last = {UINT64_MAX, {0, 0}, {0, 0}};
        if (old < space->contact_count)
            last = space->contacts[old];
        old += last.pair >> 1 <= pair >> 1;
        i += pair >> 1 <= last.pair >> 1;
        if (last.pair >> 1 < pair >> 1)
            tell(at, TRP_CONTACT_END, last);
        else if (last.pair >> 1 == pair >> 1)
            meet_again(at, pair, &last, space->contact_count - old);
        else
            begin(at, pair, space->contact_count - old);
    }
}

static trp_result check(trp_space *space, trp_contact_fn *contact, const char **detail)
{
    *detail = TRP__TEXT("the function is NULL");
    if (contact == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the space was made without desc.contacts");
    if (space->desc.contacts == 0)
        return TRP_ERR_DESC;
    *detail =
        space->contacting ? TRP__TEXT("it is in progress") : TRP__TEXT("the world is being drawn");
    return space->contacting || space->world->drawing ? TRP_BUSY : TRP_OK;
}

uint32_t trp_space_contacts(trp_space *space, trp_contact_fn *contact, void *user)
{
    const char *detail;
    trp__contact *kept;
    merging at = {0};
    trp_result result;

    if (space == NULL)
        return 0;
    result = check(space, contact, &detail);
    if (result == TRP_OK && !trp__space_collect(space, false, &at.from, &at.count))
    {
        detail =
            TRP__TEXT("desc.hits has no room for the pairs, beside what passes in progress hold");
        result = TRP_ERR_FULL;
    }
    if (result != TRP_OK)
    {
        trp__space_misuse(space, NULL, NULL, TRP__TEXT("trp_space_contacts"), result, detail);
        return 0;
    }
    at.function = contact;
    at.user = user;
    trp__pass_begin(&at.pass, space);
    space->stack_top = at.from + 2 * at.count;
    space->contacting = true;
    merge(&at);
    space->contacting = false;
    trp__pass_end(&at.pass);
    kept = space->fresh;
    space->fresh = space->contacts;
    space->contacts = kept;
    space->contact_count = at.kept;
    return at.told;
}
