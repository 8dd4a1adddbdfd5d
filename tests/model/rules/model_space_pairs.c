/* Passes through a space. */
#include "model.h"

void model_begin_pass(model_world *w, model_space *space, model_pass *now)
{
    const model_pass none = {0};

    *now = none;
    now->space = space;
    model_push(w, &now->a);
    model_push(w, &now->b);
    space->passes++;
}

void model_end_pass(model_world *w, model_pass *now)
{
    now->space->passes--;
    model_settle(w, now->space);
    model_pop(w, &now->b);
    model_pop(w, &now->a);
}

bool model_has_stayed(const model_pass *now, uint32_t number)
{
    const model_member *member = &now->space->members[number];

    return member->is_in && !member->is_hidden && !member->is_new;
}

/* Pairs */

typedef struct pair {
    uint32_t low, high;
    bool swapped; /* the higher one is `a` */
} pair;

typedef struct pairs {
    pair all[MEMBERS * MEMBERS / 2];
    uint32_t count;
} pairs;

static bool care(const model_member *a, const model_member *b)
{
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

static void find_pairs(const model_space *space, pairs *out)
{
    uint32_t numbers[MEMBERS];
    const uint32_t count = model_space_order(space, numbers);

    out->count = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            const model_member *a = &space->members[numbers[i]];
            const model_member *b = &space->members[numbers[k]];
            const pair both = {numbers[i], numbers[k], b->category < a->category};
            if (model_touch(a->box, b->box) && care(a, b))
                out->all[out->count++] = both;
        }
}

static uint32_t hand_out(model_world *w, model_pass *now, const pairs *found)
{
    const model_space *space = now->space;
    uint32_t told = 0;

    for (uint32_t i = 0; i < found->count; i++) {
        const pair *both = &found->all[i];
        if (!model_has_stayed(now, both->low) || !model_has_stayed(now, both->high))
            continue;
        now->a.current = space->members[both->swapped ? both->high : both->low].actor;
        now->b.current = space->members[both->swapped ? both->low : both->high].actor;
        record at = model_hook(w, HOOK_PAIR, now->a.current);
        at.other = model_target(w, now->b.current);
        told++;
        model_call(at);
    }
    return told;
}

void model_do_space_pairs(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    pairs found;
    model_pass now;

    op->result = 0;
    if (!space->is_made)
        return;
    find_pairs(space, &found);
    if (op->flag) {
        op->result = found.count;
        return;
    }
    model_begin_pass(w, space, &now);
    op->result = hand_out(w, &now, &found);
    model_end_pass(w, &now);
}

/* Contacts: the pairs of the last run compared with the present ones. First it is determined which
 * have ended and begun. */

typedef struct merging {
    model_pass now;
    model_contact ended[CONTACTS];
    uint32_t ended_count;
    model_contact kept[2 * CONTACTS];
    enum { STAYS, BEGINS, RESTS } state[2 * CONTACTS];
    uint32_t which; /* space */
    uint32_t kept_count;
    uint32_t begun;
    uint32_t told;
} merging;

static void tell(model_world *w, merging *at, trp_phase phase, const model_contact *contact)
{
    record told = model_hook(w, HOOK_CONTACT, model_get(w, contact->a));

    at->now.a.current = model_get(w, contact->a);
    at->now.b.current = model_get(w, contact->b);
    told.other = model_target(w, at->now.b.current);
    told.extra = phase;
    told.a = contact->a;
    told.b = contact->b;
    at->told++;
    model_call(told);
}

static model_contact contact_of(const model_world *w, const model_space *space, const pair *both)
{
    const bool in_order = !both->swapped;
    model_contact out = {
        space->members[both->low].actor, space->members[both->high].actor, {0, 0}, {0, 0}};

    out.a = model_handle(w, space->members[in_order ? both->low : both->high].actor);
    out.b = model_handle(w, space->members[in_order ? both->high : both->low].actor);
    return out;
}

static bool are_same(const model_contact *a, const model_contact *b)
{
    return (trp_handle_equal(a->a, b->a) && trp_handle_equal(a->b, b->b)) ||
           (trp_handle_equal(a->a, b->b) && trp_handle_equal(a->b, b->a));
}

/* Whether both lives go on, and are found. */
static bool is_there(const model_world *w, const merging *at, const model_contact *contact)
{
    const uint32_t low = w->actors[contact->low].numbers[at->which];
    const uint32_t high = w->actors[contact->high].numbers[at->which];

    return model_get(w, contact->a) != NO_INDEX && model_get(w, contact->b) != NO_INDEX &&
           low != NO_INDEX && high != NO_INDEX && model_has_stayed(&at->now, low) &&
           model_has_stayed(&at->now, high);
}

static bool is_at_rest(const model_world *w, const merging *at, const model_contact *contact)
{
    return is_there(w, at, contact) &&
           (!w->layers[w->pools[w->actors[contact->low].pool].layer].enabled ||
            !w->layers[w->pools[w->actors[contact->high].pool].layer].enabled);
}

static void end_contact(const model_world *w, merging *at, const model_contact *last)
{
    if (is_at_rest(w, at, last)) {
        at->state[at->kept_count] = RESTS;
        at->kept[at->kept_count++] = *last;
    } else
        at->ended[at->ended_count++] = *last;
}

static void begin_contact(const model_world *w, merging *at, const pair *both)
{
    model_space *space = at->now.space;
    const model_contact contact = contact_of(w, space, both);

    if (is_at_rest(w, at, &contact))
        return;
    if (at->begun == space->plan.contacts) {
        space->missed++;
        return;
    }
    at->begun++;
    at->state[at->kept_count] = BEGINS;
    at->kept[at->kept_count++] = contact;
}

/* The first of those that begin take the room that the others leave. */
static void fit(merging *at)
{
    model_space *space = at->now.space;
    uint32_t room = space->plan.contacts - (at->kept_count - at->begun);
    uint32_t kept = 0;

    for (uint32_t i = 0; i < at->kept_count; i++) {
        if (at->state[i] == BEGINS && room == 0) {
            space->missed++;
            continue;
        }
        room -= at->state[i] == BEGINS;
        at->state[kept] = at->state[i];
        at->kept[kept++] = at->kept[i];
    }
    at->kept_count = kept;
}

static void meet_again(const model_world *w, merging *at, const pair *both,
                       const model_contact *old)
{
    const model_contact contact = contact_of(w, at->now.space, both);

    if (are_same(&contact, old)) {
        at->state[at->kept_count] = is_at_rest(w, at, &contact) ? RESTS : STAYS;
        at->kept[at->kept_count++] = *old;
        return;
    }
    at->ended[at->ended_count++] = *old;
    begin_contact(w, at, both);
}

static bool comes_before(uint32_t low, uint32_t high, uint32_t other_low, uint32_t other_high)
{
    return low < other_low || (low == other_low && high < other_high);
}

static void merge(const model_world *w, merging *at, const pairs *found)
{
    const model_space *space = at->now.space;
    uint32_t old = 0;
    uint32_t i = 0;

    while (old < space->contact_count || i < found->count) {
        const model_contact *last = old < space->contact_count ? &space->contacts[old] : NULL;
        const pair *both = i < found->count ? &found->all[i] : NULL;
        const uint32_t low = both != NULL ? space->members[both->low].actor : 0;
        const uint32_t high = both != NULL ? space->members[both->high].actor : 0;
        if (both == NULL || (last != NULL && comes_before(last->low, last->high, low, high))) {
            old++;
            end_contact(w, at, last);
        } else if (last == NULL || comes_before(low, high, last->low, last->high)) {
            i++;
            begin_contact(w, at, both);
        } else {
            old++;
            i++;
            meet_again(w, at, both, last);
        }
    }
}

/* Contacts of actors that left meanwhile do not begin, or end. */
static void tell_all(model_world *w, merging *at)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < at->ended_count; i++)
        tell(w, at, TRP_CONTACT_END, &at->ended[i]);
    for (uint32_t i = 0; i < at->kept_count; i++) {
        const model_contact contact = at->kept[i];
        if (is_there(w, at, &contact)) {
            at->kept[kept++] = contact;
            if (at->state[i] != RESTS)
                tell(w, at, at->state[i] == BEGINS ? TRP_CONTACT_BEGIN : TRP_CONTACT_STAY,
                     &contact);
        } else if (at->state[i] != BEGINS)
            tell(w, at, TRP_CONTACT_END, &contact);
    }
    at->kept_count = kept;
}

void model_do_space_contacts(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    trp_result result = TRP_OK;
    merging at = {0};
    pairs found;

    op->result = 0;
    if (!space->is_made || space->plan.contacts == 0)
        return;
    find_pairs(space, &found);
    at.which = op->noun;
    if (space->contacting || w->drawing)
        result = TRP_BUSY;
    if (result != TRP_OK) {
        model_misuse(w, POOLS, result);
        return;
    }
    model_begin_pass(w, space, &at.now);
    space->contacting = true;
    merge(w, &at, &found);
    fit(&at);
    tell_all(w, &at);
    space->contacting = false;
    model_end_pass(w, &at.now);
    for (uint32_t i = 0; i < at.kept_count; i++)
        space->contacts[i] = at.kept[i];
    space->contact_count = at.kept_count;
    op->result = at.told;
}
