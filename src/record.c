/*
 * What a world's recorder is told: before anybody who may do something about it, so that records stand in the order in
 * which things began to happen.
 */
#include "internal.h"

static void tell(const trp_world *world, const trp__news *news)
{
    world->record(world->recorder, news);
}

void trp__record_life(trp_pool *pool, trp_actor *actor, uint32_t slot, trp_event event,
                      trp_reason reason)
{
    trp__news news = {0};

    /* in age order nobody has asked yet for a newborn's */
    if (event == TRP_EVENT_CREATED && pool->entries == NULL)
        slot = trp__slot_of(pool, actor);
    news.event = (unsigned)event;
    news.pool = pool;
    news.actor = actor;
    news.slot = slot;
    /* when it expired its generation was raised */
    news.generation = *trp__generation(pool, actor, slot) - trp__is_expired(actor);
    news.reason = reason;
    tell(pool->world, &news);
}

void trp__record_refusal(trp_pool *pool, trp_result result)
{
    trp__news news = {0};

    news.event = TRP_EVENT_REFUSED;
    news.pool = pool;
    news.slot = TRP__NONE;
    news.result = result;
    tell(pool->world, &news);
}

void trp__record_misuse(const trp_world *world, const trp_misuse *misuse)
{
    trp__news news = {0};

    if (world->record == NULL)
        return;
    news.event = TRP__EVENT_MISUSE;
    news.pool = misuse->pool;
    news.slot = TRP__NONE;
    news.result = misuse->result;
    news.call = misuse->call;
    if (misuse->pool != NULL && misuse->actor != NULL)
        news.slot = trp__slot_of(misuse->pool, misuse->actor);
    if (news.slot != TRP__NONE)
    {
        trp_actor *actor = trp__actor_at(misuse->pool, news.slot);
        news.actor = actor;
        news.generation = *trp__generation(misuse->pool, actor, news.slot) - !trp__is_alive(actor);
    }
    tell(world, &news);
}

void trp__record_end(const trp_world *world, unsigned event)
{
    trp__news news = {0};

    if (world->record == NULL)
        return;
    news.event = event;
    news.slot = TRP__NONE;
    tell(world, &news);
}
