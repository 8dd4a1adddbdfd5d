/*
 * Plays a recorded game's object list on a board, as tests/examples/replay.c does elsewhere, and
 * prints the same result at the end. The trace is read from flash; its head explains the format.
 * TRACE_IDS and TRACE_MOST are its greatest id, and the peak of its objects.
 */
#include "board.h"
#include "troupe/troupe.h"

typedef struct thing {
    trp_actor actor;
    uint32_t id;
} thing;

/* The number of objects, and the hash of their ids in order. */
typedef struct sum {
    uint32_t count;
    uint32_t hash;
} sum;

/* One line of the trace; the letter is '\0' after the last one. */
typedef struct event {
    char letter;
    uint32_t id;
    sum visited;
    sum pruned;
} event;

extern const char trace_text[], trace_text_end[];

static _Alignas(TRP_ALIGNMENT) unsigned char block[TRP_WORLD_BYTES_FOR(1, 1) +
                                                   TRP_AGE_POOL_BYTES(thing, TRACE_MOST)];
static trp_handle handles[TRACE_IDS + 1];
static trp_world *world;
static trp_pool *things;
static const char *text;
static event at;
static sum visited, pruned;
static uint32_t ticks, agreeing;
static bool impossible;

/* The number after the next space of the line. */
static uint32_t read_number(uint32_t base)
{
    uint32_t number = 0;

    while (*text == ' ')
        text++;
    for (; *text > ' '; text++)
        number = number * base + (uint32_t)(*text <= '9' ? *text - '0' : *text - 'a' + 10);
    return number;
}

static void next_event(void)
{
    at.letter = '\0';
    while (text < trace_text_end && at.letter == '\0') {
        if (*text != '#') {
            at.letter = *text++;
            if (at.letter == '+' || at.letter == 'x' || at.letter == '@')
                at.id = read_number(10);
            if (at.letter == 'T') {
                at.visited.count = read_number(10);
                at.visited.hash = read_number(16);
                at.pruned.count = read_number(10);
                at.pruned.hash = read_number(16);
            }
        }
        while (text < trace_text_end && *text++ != '\n') {
        }
    }
}

static void add_to(sum *to, uint32_t id)
{
    for (unsigned shift = 0; shift < 32; shift += 8)
        to->hash = (to->hash ^ (id >> shift & 0xff)) * 16777619u;
    to->count++;
}

static void add(uint32_t id)
{
    thing *newborn = NULL;

    if (trp_get(world, handles[id]) == NULL)
        newborn = trp_as(thing, trp_create(things, &(thing){.id = id}));
    if (newborn == NULL)
        impossible = true;
    else
        handles[id] = trp_handle_of(world, &newborn->actor);
}

/* Executes the lines up to the next T, @, E or the end. */
static void play_changes(void)
{
    for (;; next_event()) {
        if (at.letter == '+')
            add(at.id);
        else if (at.letter == 'x')
            impossible |= trp_expire(world, trp_get(world, handles[at.id])) != TRP_OK;
        else if (at.letter == 'I')
            trp_pool_clear(things, NULL);
        else
            return;
    }
}

static void thing_update(trp_actor *self, const trp_context *in)
{
    const uint32_t id = trp_as(thing, self)->id;

    (void)in;
    add_to(&visited, id);
    if (at.letter == '@' && at.id == id) {
        next_event();
        play_changes();
    }
}

static void thing_gone(trp_actor *actor, const trp_end_context *in)
{
    if (in->reason == TRP_REASON_EXPIRED)
        add_to(&pruned, trp_as(thing, actor)->id);
}

static void begin_walk(void)
{
    visited = (sum){0, 2166136261u};
    pruned = visited;
    impossible = false;
}

static void play_walk(void)
{
    const event walk = at;

    next_event();
    trp_update_all(world, 1.0f / 35);
    impossible |= at.letter != 'E';
    while (at.letter != 'E' && at.letter != '\0')
        next_event();
    next_event();
    ticks++;
    agreeing += visited.count == walk.visited.count && visited.hash == walk.visited.hash &&
                pruned.count == walk.pruned.count && pruned.hash == walk.pruned.hash && !impossible;
    begin_walk();
}

static void say(const char *before, uint64_t number, const char *behind)
{
    board_say(before);
    board_say_number(number);
    board_say(behind);
}

int main(void)
{
    trp_pool_facts stats;

    world = trp_world_init(block, sizeof block, &(trp_world_desc){.max_pools = 1});
    things = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                     .capacity = TRACE_MOST,
                                                     .order = TRP_ORDER_OLDEST,
                                                     .newborns = TRP_NEWBORNS_SAME_WALK,
                                                     .update = thing_update,
                                                     .on_end = thing_gone});
    if (things == NULL)
        return 2;
    text = trace_text;
    begin_walk();
    next_event();
    for (play_changes(); at.letter != '\0'; play_changes())
        play_walk();
    stats = trp_pool_info(things);
    say("", ticks, " ticks ");
    say("", stats.created, " created peak ");
    say("", stats.peak, " ");
    say("", agreeing, agreeing == ticks ? " ticks agree (all)" : " ticks agree");
    say("; RAM ", board_ram(), ", stack ");
    say("", board_stack_used(), "\n");
    return agreeing == ticks && ticks > 0 ? 0 : 1;
}
