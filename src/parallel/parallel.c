/*
 * Parallel pools: what a part's update does, which is a walk and commands; the tick, which divides,
 * updates all parts, reports and executes the commands; and the set-up.
 */
#include "parallel.h"

#define PARALLEL_MOST_SLOTS 65536u /* per part */
#define PARALLEL_MOST_BYTES 4096u  /* of commands per slot */

_Static_assert(sizeof(trp__parallel) + TRP_ALIGNMENT <= TRP__PARALLEL_BASE,
               "raise TRP__PARALLEL_BASE");
_Static_assert(sizeof(trp_part) <= TRP__PARALLEL_PART, "raise TRP__PARALLEL_PART");

#define COMMAND_MOST_DATA 65536u
#define COMMAND_KIND_SHIFT 24

typedef enum command_kind {
    COMMAND_RECYCLE, /* an index, and the generation */
    COMMAND_EXPIRE,  /* the same */
    COMMAND_END,     /* the same; a trp_ending follows */
    COMMAND_CREATE,  /* a pool's number, and the bytes of the struct that follows; 0: none */
    COMMAND_CALL     /* unused, and the bytes of the data that follow the function */
} command_kind;

/* The head of a command. All that follows it is rounded up to 8 bytes. */
typedef struct command {
    uint32_t what; /* the kind, and a number of 24 bits */
    uint32_t more;
} command;

_Static_assert(sizeof(command) == 8, "a command begins with 8 bytes");

static size_t command_padded(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

/* Parts */

/* A misuse in a part, which is reported after all parts have been updated. */
TRP__COLD static trp_result part_misuse(trp_part *part, const char *call, trp_result result,
                                        const char *detail)
{
    if (part->wrong == TRP_OK) {
        part->wrong = result;
        part->call = call;
        part->detail = detail;
    }
    return result;
}

/* TRP_OK: the part's update is in progress; otherwise the result of the call. */
static trp_result part_check(trp_part *part, const char *call)
{
    if (part == NULL)
        return TRP_ERR_NULL;
    if (part->is_open)
        return TRP_OK;
    return trp__misuse(part->pool->world, part->pool, NULL, call, TRP_BUSY,
                       TRP__TEXT("the update of the part has returned"));
}

bool trp__part_begin(trp_part *part, size_t size, size_t offset)
{
    const char *call = TRP__TEXT("trp_part_each");

    if (part_check(part, call) != TRP_OK)
        return false;
    if (size == part->pool->desc.type.size && offset == part->pool->desc.type.offset)
        return true;
    part_misuse(part, call, TRP_ERR_TYPE, NULL);
    return false;
}

trp__run trp__part_run(const trp_part *part, uint32_t next)
{
    const trp__slots run = trp__run_from(part->pool, next);
    const uint32_t slot = run.next - run.count;
    trp__run out = {NULL, 0};

    if (run.count == 0 || slot >= part->end)
        return out;
    out.first = run.first;
    if (run.next <= part->end)
        out.rest = (uint64_t)run.next << 32 | run.count;
    else
        out.rest = (uint64_t)part->end << 32 | (part->end - slot);
    return out;
}

/* Commands: recording */

/* Records a command with the data that follows it: after the function, if there is one. */
static trp_result command_record(trp_part *part, const char *call, command head, trp_play_fn *play,
                                 const void *data, size_t bytes)
{
    const size_t ahead = sizeof head + (play != NULL ? command_padded(sizeof play) : 0);
    unsigned char *to = part->room + part->used_bytes;

    if (ahead + command_padded(bytes) > part->room_bytes - part->used_bytes) {
        part->refused++;
        return part_misuse(part, call, TRP_ERR_FULL, NULL);
    }
    memcpy(to, &head, sizeof head);
    if (play != NULL)
        memcpy(to + sizeof head, &play, sizeof play);
    if (bytes != 0)
        memcpy(to + ahead, data, bytes);
    part->used_bytes += (uint32_t)(ahead + command_padded(bytes));
    part->commands++;
    return TRP_OK;
}

static command command_of(command_kind kind, uint32_t number, uint32_t more)
{
    const command head = {(uint32_t)kind << COMMAND_KIND_SHIFT | number, more};

    return head;
}

trp_result trp_part_end(trp_part *part, trp_handle handle, const trp_ending *ending)
{
    const char *call = TRP__TEXT("trp_part_end");
    const trp_result result = part_check(part, call);
    const bool is_own =
        ending != NULL && (ending->reason != TRP_REASON_NONE || !trp_handle_is_null(ending->cause));
    command_kind kind = COMMAND_RECYCLE;

    if (result != TRP_OK)
        return result;
    if (trp_get(part->pool->world, handle) == NULL)
        return TRP_GONE;
    if (is_own)
        kind = COMMAND_END;
    else if (ending != NULL && ending->later)
        kind = COMMAND_EXPIRE;
    return command_record(part, call,
                          command_of(kind, handle.index & (TRP_MAX_SLOTS - 1), handle.generation),
                          NULL, ending, is_own ? sizeof *ending : 0);
}

trp_result trp_part_create(trp_part *part, trp_pool *pool, const void *init)
{
    const char *call = TRP__TEXT("trp_part_create");
    const trp_result result = part_check(part, call);
    size_t size;

    if (result != TRP_OK)
        return result;
    if (pool == NULL)
        return part_misuse(part, call, TRP_ERR_NULL, TRP__TEXT("the pool is NULL"));
    if (pool->world != part->pool->world)
        return part_misuse(
            part, call, TRP_ERR_FOREIGN,
            TRP__TEXT("the pool belongs to another world. Name one of the part's world"));
    if (pool->desc.external != NULL)
        return part_misuse(part, call, TRP_ERR_TYPE,
                           TRP__TEXT("the pool is external: trp_adopt fills it"));
    size = init != NULL ? pool->desc.type.size : 0;
    return command_record(part, call, command_of(COMMAND_CREATE, pool->number, (uint32_t)size),
                          NULL, init, size);
}

trp_result trp_part_call(trp_part *part, trp_play_fn *play, const void *data, size_t bytes)
{
    const char *call = TRP__TEXT("trp_part_call");
    const trp_result result = part_check(part, call);

    if (result != TRP_OK)
        return result;
    if (play == NULL || (data == NULL && bytes != 0))
        return part_misuse(part, call, TRP_ERR_NULL, TRP__TEXT("the function or its data is NULL"));
    if (bytes > COMMAND_MOST_DATA)
        return part_misuse(part, call, TRP_ERR_VALUE,
                           TRP__TEXT("data must be at most 65,536 bytes"));
    return command_record(part, call, command_of(COMMAND_CALL, 0, (uint32_t)bytes), play, data,
                          bytes);
}

/* Commands: execution */

/* Ends a life if it still continues; if it has only expired since, prunes it. No chunk is returned
 * within a tick. */
static void command_end(trp_world *world, uint32_t index, uint32_t generation,
                        const trp_ending *ending)
{
    trp__place place = {NULL, TRP__NONE};
    const trp__cell *cell;

    (void)trp__find_index(world, index, &place);
    cell = trp__cell_of(place.pool, place.slot);
    if (cell->generation - generation <= trp__is_expired(cell->stamp))
        trp_recycle_with(world, trp__node_at(place.pool, place.slot), ending);
}

/* Executes a command. Returns the bytes that follow its head. */
static size_t command_play(trp_pool *pool, command head, const unsigned char *bytes)
{
    const uint32_t number = head.what & (TRP_MAX_SLOTS - 1);
    const command_kind kind = (command_kind)(head.what >> COMMAND_KIND_SHIFT);
    trp_ending ending = {TRP_REASON_NONE, {0, 0}, kind == COMMAND_EXPIRE};
    const size_t ahead = command_padded(sizeof(trp_play_fn *));
    trp_context in;
    trp_play_fn *play;

    switch (kind) {
    case COMMAND_CREATE:
        (void)(trp_create)(pool->world->pools[number], head.more != 0 ? bytes : NULL);
        return command_padded(head.more);
    case COMMAND_CALL:
        memcpy(&play, bytes, sizeof play);
        in = trp__context(pool->world, pool, NULL, NULL);
        play(head.more != 0 ? bytes + ahead : NULL, &in);
        return ahead + command_padded(head.more);
    case COMMAND_END:
        memcpy(&ending, bytes, sizeof ending);
        break;
    default:
        break;
    }
    command_end(pool->world, number, head.more, &ending);
    return kind == COMMAND_END ? command_padded(sizeof ending) : 0;
}

static void command_play_all(const trp_part *part)
{
    for (size_t at = 0; at < part->used_bytes;) {
        command head;
        memcpy(&head, part->room + at, sizeof head);
        at += sizeof head;
        at += command_play(part->pool, head, part->room + at);
    }
}

/* The update */

static trp_part *parallel_part(const trp__parallel *parallel, uint32_t number)
{
    return (trp_part *)(void *)(parallel->parts + (size_t)number * TRP__PARALLEL_PART);
}

/* Divides the pool for this tick: as many parts as have listed actors. */
static void parallel_divide(trp__parallel *parallel, const trp_context *in)
{
    const trp_pool *pool = parallel->pool;
    const uint32_t end = trp__list_end(pool);
    unsigned char *room = parallel->parts + (size_t)parallel->most * TRP__PARALLEL_PART;
    uint32_t number = 0;

    for (uint32_t first = 0; first < end; first += parallel->slots_per_part) {
        trp_part *part = parallel_part(parallel, number);
        memset(part, 0, sizeof *part);
        part->pool = parallel->pool;
        part->number = number;
        part->first = first;
        part->end = first + parallel->slots_per_part;
        part->limit = trp__limit_now(pool->world);
        part->room = room + (size_t)number * parallel->part_bytes;
        part->room_bytes = parallel->part_bytes;
        number++;
    }
    parallel->count = number;
    parallel->tick = in;
    parallel->facts.parts = number;
    parallel->facts.part_bytes = parallel->part_bytes;
}

static void parallel_run_part(const trp__parallel *parallel, trp_part *part)
{
    part->runs++;
    if (part->runs > 1)
        return; /* reported later */
    part->is_open = true;
    parallel->update(part, parallel->tick);
    part->is_open = false;
}

/* For a synctest parts run from the last to the first, starting anywhere. */
static void parallel_run_number(uint32_t number, void *task)
{
    const trp__parallel *parallel = (const trp__parallel *)task;
    const uint32_t shift = parallel->disorder & (TRP__IS_DISORDER - 1);

    if (number >= parallel->count)
        return;
    if (parallel->disorder != 0) {
        number = parallel->count - 1 - number + (shift < parallel->count ? shift : 0);
        number -= number < parallel->count ? 0 : parallel->count;
    }
    parallel_run_part(parallel, parallel_part(parallel, number));
}

/* Runs all parts. A parallel_for that left parts out has not done its work, so they are updated
 * here. False: it failed to do its work. */
static bool parallel_run_all(trp__parallel *parallel)
{
    bool is_right = true;

    if (parallel->parallel_for != NULL && parallel->count > 1)
        parallel->parallel_for(parallel->count, parallel_run_number, parallel, parallel->user);
    else
        for (uint32_t number = 0; number < parallel->count; number++)
            parallel_run_number(number, parallel);
    for (uint32_t number = 0; number < parallel->count; number++) {
        trp_part *part = parallel_part(parallel, number);
        is_right &= part->runs == 1;
        if (part->runs == 0)
            parallel_run_part(parallel, part);
    }
    return is_right;
}

static const char *parallel_full(char text[TRP__BYTES_TEXT], const trp_part *part)
{
    return TRP__WORDS(text, TRP__BYTES_TEXT,
                      "%u commands had no room in the part, which has %u bytes for them. Raise "
                      "command_bytes",
                      part->refused, part->room_bytes);
}

/* Reports what the parts did wrong. */
static void parallel_report(trp__parallel *parallel, bool is_right)
{
    trp_world *world = parallel->pool->world;
    trp_parallel_facts *facts = &parallel->facts;
    const char *call = world->refused;
    char text[TRP__BYTES_TEXT];

    world->refused = NULL;
    if (!is_right)
        trp__misuse(
            world, parallel->pool, NULL, TRP__TEXT("parallel_for"), TRP_ERR_VALUE,
            TRP__TEXT("the parallel_for of the desc has not called run once for each part"));
    if (call != NULL)
        trp__misuse(world, parallel->pool, NULL, call, TRP_BUSY,
                    TRP__TEXT("a part called it, where only reading calls work, and commands such "
                              "as trp_part_end"));
    for (uint32_t number = 0; number < parallel->count; number++) {
        const trp_part *part = parallel_part(parallel, number);
        facts->commands += part->commands;
        facts->refused += part->refused;
        if (part->used_bytes > facts->most_bytes)
            facts->most_bytes = part->used_bytes;
        if (part->wrong != TRP_OK)
            trp__misuse(world, parallel->pool, NULL, part->call, part->wrong,
                        part->wrong != TRP_ERR_FULL ? part->detail : parallel_full(text, part));
    }
}

/* The update_pool of parallel pools. */
static void parallel_update(trp_pool *pool, const trp_context *in)
{
    trp__parallel *parallel = pool->parallel;
    trp_world *world = pool->world;
    bool is_right;

    parallel_divide(parallel, in);
    world->drawing = true;
    world->in_parts = true;
    is_right = parallel_run_all(parallel);
    world->in_parts = false;
    world->drawing = false;
    parallel_report(parallel, is_right);
    for (uint32_t number = 0; number < parallel->count; number++)
        command_play_all(parallel_part(parallel, number));
}

/* The set-up */

static trp_result parallel_check(const trp_pool_desc *pool, char *text, const char **detail)
{
    const trp_parallel_desc *desc = pool->parallel.desc;

    (void)text;
    *detail = TRP__TEXT("parallel: the trp_parallel_desc or its update is NULL");
    if (desc == NULL || desc->update == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("only pools in memory order have parts");
    if (pool->order != TRP_ORDER_MEMORY) /* no external pool is */
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("parallel, update and update_pool exclude each other");
    if (pool->update != NULL || pool->update_pool != NULL)
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("slots_per_part must be at most 65,536, command_bytes at most 4,096");
    if (desc->slots_per_part > PARALLEL_MOST_SLOTS || desc->command_bytes > PARALLEL_MOST_BYTES)
        return TRP_ERR_VALUE;
    return TRP_OK;
}

/* Room for commands in a part, below 2^29. */
static size_t parallel_part_bytes(const trp_parallel_desc *desc)
{
    const size_t per_slot = desc->command_bytes != 0 ? (desc->command_bytes + 7u) / 8 * 8 : 8;

    return TRP__SLOTS_PER_PART(desc->slots_per_part) * per_slot;
}

static uint32_t parallel_parts(const trp_parallel_desc *desc, uint32_t max_capacity)
{
    return (uint32_t)((max_capacity - 1) / TRP__SLOTS_PER_PART(desc->slots_per_part) + 1);
}

static size_t parallel_bytes(const trp_pool_desc *pool, uint32_t max_capacity, size_t bytes)
{
    const trp_parallel_desc *desc = pool->parallel.desc;

    return trp__bytes(parallel_parts(desc, max_capacity),
                      TRP__PARALLEL_PART + parallel_part_bytes(desc),
                      bytes + trp__round_up(sizeof(trp__parallel)));
}

static void parallel_set_up(trp_pool *pool, void *memory)
{
    const trp_parallel_desc *desc = pool->desc.parallel.desc;
    trp__parallel *parallel = (trp__parallel *)memory;

    memset(parallel, 0, sizeof *parallel);
    parallel->pool = pool;
    parallel->update = desc->update;
    parallel->parallel_for = desc->parallel_for;
    parallel->user = desc->user;
    parallel->parts = (unsigned char *)memory + trp__round_up(sizeof *parallel);
    parallel->slots_per_part = (uint32_t)TRP__SLOTS_PER_PART(desc->slots_per_part);
    parallel->part_bytes = (uint32_t)parallel_part_bytes(desc);
    parallel->most = parallel_parts(desc, pool->max_capacity);
    pool->parallel = parallel;
    pool->parts = &parallel->facts;
    pool->desc.update_pool = parallel_update;
}

const trp__option trp__option_parallel = {parallel_check, parallel_bytes, parallel_set_up};

trp_result trp_pool_set_parallel_for(trp_pool *pool, trp_parallel_for_fn *parallel_for, void *user)
{
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_pool_set_parallel_for"));

    if (trp__is_shut(&call) ||
        trp__refuses(&call, pool->parallel == NULL, TRP_ERR_DESC,
                     TRP__TEXT("the pool is not parallel: see desc.parallel")))
        return call.result;
    pool->parallel->parallel_for = parallel_for;
    pool->parallel->user = user;
    return TRP_OK;
}
