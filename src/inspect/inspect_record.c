/*
 * Events of a world for its black box, with the life in question.
 */
#include "inspect_internal.h"

static void inspect_record_tell(const trp_world *world, const trp__news *news)
{
    trp__box_hear(trp__box_of(world), news);
}

static void inspect_record_note_life(trp__news *news)
{
    news->generation = trp__life_of(news->pool, news->slot);
}

void trp__record(const trp_world *world, trp_pool *pool, trp_actor *actor, uint32_t slot,
                 unsigned event, unsigned what)
{
    trp__news news = {0};

    news.event = event;
    news.pool = pool;
    news.actor = actor;
    news.slot = slot;
    if (event == TRP_EVENT_REFUSED)
        news.result = (trp_result)what;
    else
        news.reason = (trp_reason)what;
    if (actor != NULL)
        inspect_record_note_life(&news);
    inspect_record_tell(world, &news);
}

void trp__record_wrong_call(const trp_world *world, const trp_misuse *misuse)
{
    trp__news news = {0};

    news.event = TRP__EVENT_MISUSE;
    news.pool = misuse->pool;
    news.slot = TRP__NONE;
    news.result = misuse->result;
    news.call = misuse->call;
    if (misuse->pool != NULL && misuse->actor != NULL)
        news.slot = trp__slot_of(misuse->pool, misuse->actor);
    if (news.slot != TRP__NONE)
    {
        news.actor = trp__node_at(misuse->pool, news.slot);
        news.generation = trp__life_of(misuse->pool, news.slot);
    }
    inspect_record_tell(world, &news);
}
