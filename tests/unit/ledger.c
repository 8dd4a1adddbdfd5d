#include "ledger.h"

trp__cell *ledger_cell(const trp_pool *pool, const trp_actor *actor)
{
    return trp__cell_of(pool, trp__slot_of(pool, actor));
}

void ledger_last_life(trp_pool *pool, const trp_actor *actor)
{
    ledger_cell(pool, actor)->generation = UINT32_MAX;
}

bool ledger_overwrite(trp_actor *actor, ledger_overwrite_kind how, const trp_actor *other)
{
    const trp_actor before = *actor;

    if (how == LEDGER_ZEROS)
        *actor = (trp_actor){0};
    else if (how == LEDGER_ONES)
        memset(actor, 0xFF, sizeof *actor);
    else if (how == LEDGER_COPY)
        *actor = *other;
    else if (how == LEDGER_NO_LINKS)
        actor->next = actor->prev = 0;
    else if (how == LEDGER_WILD_LINKS)
        actor->next = actor->prev = 0xABCDEF;
    else if (how == LEDGER_LOOP)
        actor->next = actor->prev = actor->index & (TRP_MAX_SLOTS - 1);
    else if (how == LEDGER_NO_INDEX)
        actor->index = 0x99999999;
    else if (how == LEDGER_NO_STAMP)
        actor->stamp = 0;
    else
        actor->stamp = other->stamp - 1;
    return before.next != actor->next || before.prev != actor->prev ||
           before.index != actor->index || before.stamp != actor->stamp;
}

TRP__UNWATCHED void ledger_overwrite_free(trp_actor *actor)
{
    actor->next = 0;
    actor->prev = 0;
    actor->index = 0;
    actor->stamp = 0;
}

bool ledger_is_seen(ledger_overwrite_kind how)
{
    return how != LEDGER_NO_LINKS && how != LEDGER_WILD_LINKS && how != LEDGER_LOOP;
}
