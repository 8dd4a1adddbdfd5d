/* Mistakes that the library reports. None of them ends the storm. */
#include "storm_state.h"

/* A pointer that an optimizer cannot follow, so that accesses through it have their real effect. */
static trp_actor *keep(trp_actor *actor)
{
    trp_actor *volatile kept = actor;
    return kept;
}

void storm_note_misuse(trp_world *world, const trp_misuse *misuse)
{
    storm *s = (storm *)trp_world_user(world);
    size_t length = 0;
    if (!s->verdict || s->verdict->message[0] != 0)
        return; /* only the first report counts */
    s->verdict->result = trp_result_name(misuse->result);
    for (; misuse->message[length] && length + 1 < sizeof s->verdict->message; ++length)
        s->verdict->message[length] = misuse->message[length];
    s->verdict->message[length] = 0;
}

/* The newest mote: it is near the end of an arm, where it is visible. */
static mote *find_victim(const storm *s)
{
    mote *victim = NULL;
    trp_each (mote, it, s->motes)
        if (!victim || it->born > victim->born)
            victim = it;
    return victim;
}

static void overwrite(trp_actor *actor)
{
    volatile unsigned char *bytes = (volatile unsigned char *)actor;
    for (size_t i = 0; i < sizeof *actor; ++i)
        bytes[i] = 0xa5;
}

static uint32_t walk_as_motes(const trp_pool *pool)
{
    uint32_t count = 0;
    trp_each (mote, it, pool)
        count += it->born > 0;
    return count;
}

static void make_mistake(storm *s, storm_mistake mistake, trp_actor *actor)
{
    switch (mistake)
    {
    case STORM_RECYCLE_TWICE:
        s->verdict->what = "trp_recycle() is called twice for the same pointer.";
        trp_recycle(s->world, actor);
        trp_recycle(s->world, keep(actor));
        break;
    case STORM_STALE_POINTER:
        s->verdict->what = "A pointer is used after its actor has died.";
        trp_recycle(s->world, actor);
        trp_deactivate(s->world, keep(actor));
        break;
    case STORM_OVERWRITE:
        s->verdict->what = "A whole struct is assigned over a live actor, node and all.";
        overwrite(actor);
        trp_recycle(s->world, keep(actor));
        break;
    default:
        s->verdict->what = "trp_each() walks the bystanders' pool as if they were motes.";
        walk_as_motes(s->bystanders);
        break;
    }
}

bool storm_err(storm *s, storm_mistake mistake, storm_verdict *verdict)
{
    mote *victim = find_victim(s);
    if (!victim)
        return false;
    *verdict = (storm_verdict){
        .result = "TRP_OK", .x = victim->x, .y = victim->y, .before = trp_pool_count(s->motes)};
    s->verdict = verdict;
    make_mistake(s, mistake, &victim->actor);
    s->verdict = NULL;
    verdict->after = trp_pool_count(s->motes);
    verdict->is_sound = trp_world_validate(s->world) == TRP_OK;
    return true;
}
