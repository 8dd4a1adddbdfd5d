/* Checks the answers of the black box about the last lives. The box is on half of the time, since
 * the library uses its fast paths only without it. */
#include "soak.h"

#include "troupe/inspect.h"

enum {
    KEPT = 20000, /* records: some seconds of play */
    BIRTHS = 4096 /* the slots of all pools */
};

static trp_black_box box;
static trp_record ring[KEPT];
static _Alignas(TRP_ALIGNMENT) unsigned char births[TRP_BIRTHS_BYTES(BIRTHS)];
static uint64_t since; /* the tick at which the box started */
static uint32_t lines;

static void print(const char *text, void *arg)
{
    (void)arg;
    soak_need(text[0] != '\0', "reports have text");
    lines++;
}

static void start(void)
{
    const trp_black_box_desc desc = {.records = ring,
                                     .records_bytes = sizeof ring,
                                     .births = births,
                                     .births_bytes = sizeof births};
    soak_need(trp_black_box_start(&box, soak.world, &desc) == TRP_OK, "the black box starts");
    since = trp_world_ticks(soak.world);
}

void soak_box_switch(void)
{
    if (box.world == NULL)
        start();
    else
        soak_need(trp_black_box_stop(&box) == TRP_OK, "the black box stops");
}

static void check_end(const soak_life *life, const trp_why *why)
{
    soak_need(why->ended != NULL && trp_handle_equal(why->ended->handle, life->handle),
              "an end belongs to its life");
    /* an actor that was pruned has expired before, and that record may be overwritten */
    if (why->ended->kind != TRP_RECORD_PRUNED)
        soak_need(why->ended->reason == life->reason && why->ended->tick == life->ended,
                  "the tick and reason of an end are known");
    soak.explained++;
}

void soak_box_ask(const soak_life *life)
{
    const trp_why why = trp_why_gone(soak.world, life->handle);
    const uint64_t now = trp_world_ticks(soak.world);

    soak_need(why.age == TRP_NO_AGE || !life->is_alive || why.age == now - life->begun,
              "ages are right");
    soak_need(!life->is_alive || box.world == NULL || life->begun <= since || why.age != TRP_NO_AGE,
              "births are kept");
    soak_need((why.fate == TRP_FATE_ALIVE) == life->is_alive, "live actors are reported as alive");
    if (life->is_alive)
        return;
    if (why.fate == TRP_FATE_ENDED)
        check_end(life, &why);
    else if (box.world == NULL)
        soak_need(why.fate == TRP_FATE_UNKNOWN, "without a black box nothing is known");
    else
        soak_need(why.fate == TRP_FATE_FORGOTTEN &&
                      (life->ended <= since || trp_black_box_at(&box, 0)->number != 0),
                  "only overwritten records are forgotten");
}

void soak_box_check(void)
{
    const trp_usage usage = trp_world_measure(soak.world);
    const trp_handle odd = {7u << 24 | 5, 4000000000u};

    soak_need(usage.live == trp_world_info(soak.world).live, "usage counts live actors");
    soak_need(usage.bytes == soak_bytes_out(), "usage counts all bytes");
    soak_need(trp_print_leaks(soak.world, NULL, NULL) == usage.active + usage.asleep,
              "leaks are all live actors");
    soak_need(trp_why_gone(soak.world, odd).fate == TRP_FATE_MADE_UP,
              "made-up handles are recognised");
    lines = 0;
    soak_need(trp_print_world(soak.world, TRP_DETAIL_POOLS, print, NULL) == TRP_OK &&
                  lines >= SOAK_POOLS,
              "each pool has a line");
    for (uint32_t i = 0; box.world != NULL && trp_black_box_at(&box, i + 1) != NULL; i++)
        soak_need(trp_black_box_at(&box, i)->tick <= trp_black_box_at(&box, i + 1)->tick,
                  "records are in order");
}
