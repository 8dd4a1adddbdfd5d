/*
 * Commands: how parts record them, and their execution.
 */
#include "parallel.h"

#define PARALLEL_COMMANDS_MOST_DATA 65536u

typedef struct command {
    uint32_t what; /* the kind, and the number below it */
    uint32_t more;
} command;

#define PARALLEL_COMMANDS_KIND_SHIFT 24

_Static_assert(sizeof(command) == 8, "a command begins with 8 bytes");

/* Recording */

/* Records a command; the caller writes the data that follows it. NULL: there is no room. */
static unsigned char *parallel_commands_record(trp_part *part, const char *call, unsigned kind,
                                               uint32_t number, uint32_t more, size_t bytes)
{
    unsigned char *at = part->room + part->used_bytes;
    command head;

    if (sizeof head + bytes > part->room_bytes - part->used_bytes) {
        part->refused++;
        trp__part_misuse(part, NULL, call, TRP_ERR_FULL,
                         TRP__TEXT("the part has no room for more commands. Raise command_bytes"));
        return NULL;
    }
    head.what = (uint32_t)kind << PARALLEL_COMMANDS_KIND_SHIFT | number;
    head.more = more;
    memcpy(at, &head, sizeof head);
    part->used_bytes += (uint32_t)(sizeof head + bytes);
    part->commands++;
    return at + sizeof head;
}

trp_result trp_part_end(trp_part *part, trp_handle handle, const trp_ending *ending)
{
    const char *call = TRP__TEXT("trp_part_end");
    const trp_result result = trp__part_check(part, call);
    const bool is_own =
        ending != NULL && (ending->reason != TRP_REASON_NONE || !trp_handle_is_null(ending->cause));
    const size_t bytes = is_own ? trp__later_bytes(sizeof *ending) : 0;
    unsigned kind = TRP__LATER_RECYCLE;
    unsigned char *to;

    if (result != TRP_OK)
        return result;
    if (trp_get(part->pool->world, handle) == NULL)
        return TRP_GONE;
    if (is_own)
        kind = TRP__LATER_END;
    else if (ending != NULL && ending->later)
        kind = TRP__LATER_EXPIRE;
    to = parallel_commands_record(part, call, kind, handle.index & (TRP_MAX_SLOTS - 1),
                                  handle.generation, bytes);
    if (to == NULL)
        return TRP_ERR_FULL;
    if (is_own)
        memcpy(to, ending, sizeof *ending);
    return TRP_OK;
}

trp_result trp_part_create(trp_part *part, trp_pool *pool, const void *init)
{
    const char *call = TRP__TEXT("trp_part_create");
    const trp_result result = trp__part_check(part, call);
    unsigned char *bytes;
    size_t size;

    if (result != TRP_OK)
        return result;
    if (pool == NULL)
        return trp__part_misuse(part, NULL, call, TRP_ERR_NULL, TRP__TEXT("the pool is NULL"));
    if (pool->world != part->pool->world)
        return trp__part_misuse(
            part, NULL, call, TRP_ERR_FOREIGN,
            TRP__TEXT("the pool belongs to another world. Name one of the part's world"));
    if (pool->desc.external != NULL)
        return trp__part_misuse(part, NULL, call, TRP_ERR_TYPE,
                                TRP__TEXT("the pool is external: trp_adopt fills it"));
    size = init != NULL ? pool->desc.type.size : 0;
    bytes = parallel_commands_record(part, call, TRP__LATER_CREATE, pool->number, (uint32_t)size,
                                     trp__later_bytes(size));
    if (bytes == NULL)
        return TRP_ERR_FULL;
    if (init != NULL)
        memcpy(bytes, init, size);
    return TRP_OK;
}

trp_result trp_part_call(trp_part *part, trp_play_fn *play, const void *data, size_t bytes)
{
    const char *call = TRP__TEXT("trp_part_call");
    const trp_result result = trp__part_check(part, call);
    unsigned char *to;

    if (result != TRP_OK)
        return result;
    if (play == NULL || (data == NULL && bytes != 0))
        return trp__part_misuse(part, NULL, call, TRP_ERR_NULL,
                                TRP__TEXT("the function or its data is NULL"));
    if (bytes > PARALLEL_COMMANDS_MOST_DATA)
        return trp__part_misuse(part, NULL, call, TRP_ERR_VALUE,
                                TRP__TEXT("data must be at most 65,536 bytes"));
    to = parallel_commands_record(part, call, TRP__LATER_CALL, 0, (uint32_t)bytes,
                                  trp__later_bytes(sizeof play) + trp__later_bytes(bytes));
    if (to == NULL)
        return TRP_ERR_FULL;
    memcpy(to, &play, sizeof play);
    if (bytes != 0)
        memcpy(to + trp__later_bytes(sizeof play), data, bytes);
    return TRP_OK;
}

/* Execution */

/* Ends a life if it still continues; if it has only expired since, prunes it. No chunk is returned
 * within a tick. */
static size_t parallel_commands_play_end(trp_world *world, const command *head,
                                         const unsigned char *bytes)
{
    const unsigned kind = head->what >> PARALLEL_COMMANDS_KIND_SHIFT;
    trp_ending ending = {TRP_REASON_NONE, {0, 0}, kind == TRP__LATER_EXPIRE};
    trp__place place = {NULL, TRP__NONE};
    const trp__cell *cell;

    if (kind == TRP__LATER_END)
        memcpy(&ending, bytes, sizeof ending);
    (void)trp__find_index(world, head->what & (TRP_MAX_SLOTS - 1), &place);
    cell = trp__cell_of(place.pool, place.slot);
    if (cell->generation - head->more <= trp__is_expired(cell->stamp))
        trp_recycle_with(world, trp__node_at(place.pool, place.slot), &ending);
    return kind == TRP__LATER_END ? trp__later_bytes(sizeof ending) : 0;
}

static size_t parallel_commands_play_create(const trp_world *world, const command *head,
                                            const unsigned char *bytes)
{
    (void)(trp_create)(world->pools[head->what & (TRP_MAX_SLOTS - 1)],
                       head->more != 0 ? bytes : NULL);
    return trp__later_bytes(head->more);
}

static size_t parallel_commands_play_call(trp_pool *pool, const command *head,
                                          const unsigned char *bytes)
{
    const trp_context in = trp__context(pool->world, pool, NULL, NULL);
    const size_t ahead = trp__later_bytes(sizeof(trp_play_fn *));
    trp_play_fn *play;

    memcpy(&play, bytes, sizeof play);
    play(head->more != 0 ? bytes + ahead : NULL, &in);
    return ahead + trp__later_bytes(head->more);
}

void trp__play_commands(const trp_part *part)
{
    trp_world *world = part->pool->world;
    size_t at = 0;

    while (at < part->used_bytes) {
        const unsigned char *bytes = part->room + at + sizeof(command);
        command head;
        memcpy(&head, part->room + at, sizeof head);
        at += sizeof head;
        if (head.what >> PARALLEL_COMMANDS_KIND_SHIFT == TRP__LATER_CREATE)
            at += parallel_commands_play_create(world, &head, bytes);
        else if (head.what >> PARALLEL_COMMANDS_KIND_SHIFT == TRP__LATER_CALL)
            at += parallel_commands_play_call(part->pool, &head, bytes);
        else
            at += parallel_commands_play_end(world, &head, bytes);
    }
}
