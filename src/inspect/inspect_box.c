/*
 * The black box: a ring of records, and the births of living actors.
 */
#include "inspect_internal.h"

/* The actor in whose update or visit this happens. */
static void inspect_box_note_turn(trp_record *record, const trp_world *world)
{
    const trp__frame *frame = world->frames;
    const trp_pool *pool;
    trp__place place;

    while (frame != NULL && !trp__calls_back(frame))
        frame = frame->up;
    if (frame == NULL)
        return;
    pool = frame->tick != NULL ? frame->tick->pool : frame->only;
    if (frame->current != NULL) {
        (void)trp__locate(world, frame->current, &place); /* found: it has not left */
        pool = place.pool;
        record->in_slot = place.slot;
    }
    if (pool == NULL)
        return;
    record->in_pool = pool->number;
    record->in_visit = frame->tick == NULL;
    record->in_pool_name = pool->desc.name;
}

static void inspect_box_note_subject(trp_record *record, const trp__news *news)
{
    if (news->pool == NULL)
        return;
    record->pool = news->pool->number;
    record->pool_name = news->pool->desc.name;
    if (news->slot == TRP__NONE)
        return;
    record->slot = news->slot;
    record->handle.index = trp__handle_index(news->pool, news->slot);
    record->handle.generation = trp__life_of(news->pool, news->slot);
}

static void inspect_box_note_end(trp_record *record, const trp_world *world)
{
    const trp_black_box *box = trp__box_of(world);
    const uint32_t number = (uint32_t)record->reason - TRP_REASON_USER;
    trp__place place;

    if (record->reason == TRP_REASON_NONE)
        return;
    if (number < box->reason_count)
        record->reason_name = box->reasons[number];
    if (world->culprit.generation == 0 ||
        !trp__find_index(world, world->culprit.index & (TRP_MAX_SLOTS - 1), &place))
        return;
    record->by = world->culprit;
    record->by_pool_name = place.pool->desc.name;
    record->by_slot = place.slot;
}

static void inspect_box_fill_in(trp_record *record, const trp_world *world, const trp__news *news,
                                trp_record_kind kind, uint64_t age)
{
    memset(record, 0, sizeof *record);
    record->kind = kind;
    record->times = 1;
    record->reason = news->reason;
    record->result = news->result;
    record->call = news->call;
    record->tick = world->state.ticks;
    record->age = age;
    record->tag = world->tag;
    record->file = world->place.file;
    record->line = world->place.line;
    record->is_within = record->file != NULL && world->place.depth != trp__depth(world) + 1;
    record->pool = TRP_NO_POOL;
    record->slot = TRP_NO_SLOT;
    record->in_pool = TRP_NO_POOL;
    record->in_slot = TRP_NO_SLOT;
    record->by_slot = TRP_NO_SLOT;
    inspect_box_note_end(record, world);
    inspect_box_note_subject(record, news);
    inspect_box_note_turn(record, world);
}

static void inspect_box_append(trp_black_box *box, const trp_record *record)
{
    trp_record *last;

    if (box->room == 0)
        return;
    last = &box->records[box->next];
    memcpy(last, record, sizeof *record);
    last->number = box->written++;
    box->next = box->next + 1 < box->room ? box->next + 1 : 0;
}

static void inspect_box_write_down(trp_black_box *box, const trp__news *news, trp_record_kind kind,
                                   uint64_t age)
{
    trp_record record;

    inspect_box_fill_in(&record, box->world, news, kind, age);
    inspect_box_append(box, &record);
}

/* A full pool is asked again and again; its refusals must not displace the other records. */
static void inspect_box_note_refusal(trp_black_box *box, const trp__news *news)
{
    trp_record *last;
    trp_record record;

    inspect_box_fill_in(&record, box->world, news, TRP_RECORD_REFUSED, TRP_NO_AGE);
    if (trp__record_count(box) != 0) {
        last = &box->records[(box->next != 0 ? box->next : box->room) - 1];
        record.times = last->times;
        record.number = last->number;
        if (trp__same_bytes(last, &record, sizeof record)) { /* fill_in() has cleared all padding */
            last->times++;
            return;
        }
        record.times = 1;
    }
    inspect_box_append(box, &record);
}

static void inspect_box_begin_life(trp_black_box *box, const trp__news *news)
{
    trp_record born;

    inspect_box_fill_in(&born, box->world, news, TRP_RECORD_CREATED, TRP_NO_AGE);
    inspect_box_append(box, &born);
    (void)trp__birth_add(box, &born);
}

static void inspect_box_end_life(trp_black_box *box, const trp__news *news, trp_record_kind kind)
{
    const trp__birth *birth = trp__birth_of(news->pool, news->slot);

    if (news->reason != TRP_REASON_SHUTDOWN)
        inspect_box_write_down(box, news, kind,
                               birth != NULL ? box->world->state.ticks - birth->tick : TRP_NO_AGE);
}

static void inspect_box_print_leaks(const trp_black_box *box)
{
    trp_world *world = box->world;

    if (box->print_leaks == NULL || trp_print_leaks(world, NULL, NULL) == 0)
        return;
    world->calls++;
    trp_print_leaks(world, box->print_leaks, box->user);
    world->calls--;
}

/* What the world calls */

static void inspect_box_record(const trp_world *world, trp_pool *pool, uint32_t slot,
                               unsigned event, unsigned what)
{
    trp_black_box *box = trp__box_of(world);
    trp__news news = {pool, slot, (trp_reason)what, TRP_OK, NULL};

    switch (event) {
    case TRP_EVENT_CREATED:
        inspect_box_begin_life(box, &news);
        break;
    case TRP_EVENT_EXPIRED:
        inspect_box_end_life(box, &news, TRP_RECORD_EXPIRED);
        break;
    case TRP_EVENT_RECYCLED:
        inspect_box_end_life(box, &news,
                             trp__is_expired(trp__cell_of(pool, slot)->stamp)
                                 ? TRP_RECORD_PRUNED
                                 : TRP_RECORD_RECYCLED);
        break;
    case TRP_EVENT_REFUSED:
        news.reason = TRP_REASON_NONE;
        news.result = (trp_result)what;
        inspect_box_note_refusal(box, &news);
        break;
    case TRP__EVENT_ENDING:
        inspect_box_print_leaks(box);
        break;
    case TRP_EVENT_RESTORED:
        inspect_box_write_down(box, &news, TRP_RECORD_RESTORED, TRP_NO_AGE);
        trp__births_restore(box);
        break;
    default: /* TRP_EVENT_SHUTDOWN */
        box->world = NULL;
        break;
    }
}

static void inspect_box_record_misuse(const trp_world *world, const trp_misuse *misuse)
{
    const bool has_slot = misuse->pool != NULL && misuse->actor != NULL;
    const trp__news news = {misuse->pool,
                            has_slot ? trp__slot_of(misuse->pool, misuse->actor) : TRP__NONE,
                            TRP_REASON_NONE, misuse->result, misuse->call};

    inspect_box_write_down(trp__box_of(world), &news, TRP_RECORD_MISUSE, TRP_NO_AGE);
}

/* Start and stop */

/* The largest number of elements in a piece of memory. */
#define INSPECT_BOX_MOST (1u << 28)

_Static_assert(TRP__ALIGNOF(trp_record) <= TRP_ALIGNMENT, "blocks are aligned enough for records");
_Static_assert(TRP__ALIGNOF(trp__birth) <= TRP_ALIGNMENT, "blocks are aligned enough for births");

/* Whether a piece of the user's memory, if it gave one, is not for that many elements of some
 * size. */
static bool inspect_box_is_bad_memory(trp__call *call, const void *memory, size_t alignment,
                                      size_t count, size_t least, const char *detail)
{
    return memory != NULL &&
           (trp__refuses(call, (uintptr_t)memory % alignment != 0, TRP_ERR_ALIGN, detail) ||
            trp__refuses(call, count > INSPECT_BOX_MOST, TRP_ERR_LIMIT,
                         TRP__TEXT("memory for more than 2^28 records or births. Give less")) ||
            trp__refuses(call, count < least, TRP_ERR_MEMORY, detail));
}

trp_result trp_black_box_start(trp_black_box *box, trp_world *world, const trp_black_box_desc *desc)
{
    trp__call call =
        trp__call_on(world, TRP__TEXT("black box"), NULL, TRP__TEXT("trp_black_box_start"));

    if (trp__is_closed(&call) ||
        trp__refuses(&call, box == NULL || desc == NULL, TRP_ERR_NULL,
                     TRP__TEXT("the box or its desc is NULL")) ||
        trp__refuses(&call, box->world != NULL, TRP_ERR_LINKED,
                     TRP__TEXT("the box is started already, or was never zeroed. Stop it or zero "
                               "it first")) ||
        trp__refuses(&call, world->record != NULL, TRP_ERR_LINKED,
                     TRP__TEXT("the world has a black box")) ||
        trp__refuses(&call,
                     desc->records == NULL && desc->births == NULL && desc->print_leaks == NULL,
                     TRP_ERR_DESC,
                     TRP__TEXT("it would record nothing: give records, births or print_leaks")) ||
        inspect_box_is_bad_memory(&call, desc->records, TRP__ALIGNOF(trp_record),
                                  desc->records_bytes / sizeof(trp_record), 1,
                                  TRP__TEXT("records (TRP_BLACK_BOX_BYTES)")) ||
        inspect_box_is_bad_memory(&call, desc->births, TRP__ALIGNOF(trp__birth),
                                  desc->births_bytes / sizeof(trp__birth), 2,
                                  TRP__TEXT("births (TRP_BIRTHS_BYTES)")))
        return call.result;
    memset(box, 0, sizeof *box);
    box->world = world;
    box->records = (trp_record *)desc->records;
    if (desc->records != NULL)
        box->room = (uint32_t)(desc->records_bytes / sizeof(trp_record));
    box->reasons = desc->reasons;
    box->reason_count = desc->reasons != NULL ? desc->reason_count : 0;
    trp__births_init(box, desc->births, desc->births != NULL ? desc->births_bytes : 0);
    box->print_leaks = desc->print_leaks;
    box->user = desc->user;
    trp__set_recorder(world, inspect_box_record, inspect_box_record_misuse, box);
    return TRP_OK;
}

trp_result trp_black_box_stop(trp_black_box *box)
{
    trp__call call;

    if (box == NULL)
        return TRP_ERR_NULL;
    if (box->world == NULL)
        return TRP_ERR_UNLINKED;
    call = trp__call_on(box->world, TRP__TEXT("black box"), NULL, TRP__TEXT("trp_black_box_stop"));
    if (trp__refuses(&call, box->world->recorder != box, TRP_ERR_UNLINKED,
                     TRP__TEXT("the box was copied or moved. Pass a pointer to the original")) ||
        trp__is_shut(&call))
        return call.result;
    trp__births_init(box, NULL, 0);
    trp__set_recorder(box->world, NULL, NULL, NULL);
    box->world = NULL;
    return TRP_OK;
}

/* Tags and places, which the records have */

const char *trp_set_tag(trp_world *world, const char *tag)
{
    const char *before;

    if (world == NULL)
        return NULL;
    before = world->tag;
    if (!world->in_parts)
        world->tag = tag;
    return before;
}

trp_place trp__set_place(trp_world *world, trp_place place)
{
    trp_place before = {NULL, 0, 0};

    if (world == NULL)
        return before;
    before = world->place;
    if (place.depth == 0)
        place.depth = trp__depth(world) + 1;
    if (!world->in_parts)
        world->place = place;
    return before;
}
