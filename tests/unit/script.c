#include "script.h"

#include "heap.h"
#include "ledger.h"
#include "script_inside.h"

#include <math.h>

enum {
    IDS = SCRIPT_IDS,
    POOLS = SCRIPT_POOLS,

    SYSTEMS = 6,
    WATCHERS = 4,
    REACTIONS = 24,
    NAMES = 32,
    WORD = SCRIPT_WORD,
    TEXT = STAGE_BYTES >= 65536u ? 4096 : 1 /* smaller machines try nothing */
};

/* In which way a script is played. */
typedef enum manner {
    LOUD, /* pools have on_create and on_end */
    SILENT,
    ASKED,   /* ... and is_expired */
    WATCHED, /* a watcher is notified of everything */
    ON_HEAP,
    MANNERS
} manner;

typedef struct reaction {
    char to; /* 'u' update, 'v' visit, 'w' both, '+', '-', 'd' */
    uint32_t from, last;
    const char *calls;
} reaction;

#define EVERYTHING ((unsigned)TRP_EVENT_RESTORED * 2 - 1)
/* Events by the number of their bit. */
#define EVENT(watcher, event, id) (2000000u + 100000u * (watcher) + 1000u * (event) + (id))

static const char *now; /* the statement */
static int order;
static manner in_manner;
static trp_world_desc world_desc;
trp_world *script_world;
trp_pool *script_pools[POOLS];
uint32_t script_pool_count;
figure *script_figures[IDS]; /* where the last life with an id was */
trp_handle script_handles[IDS];
static bool is_external[POOLS], frees[POOLS];
static char given_names[NAMES][WORD];
static uint32_t name_count;
figure script_guests[SCRIPT_GUESTS];
static reaction reactions[REACTIONS];
static uint32_t reaction_count;
static uint64_t misuses; /* as many must have been reported */
static bool leaving, destroyed;
static float last_dt, last_unscaled; /* of the last update, birth or tick of a system */
static trp_handle causes[IDS];       /* of the last ends with an id */
static bool is_old[IDS];             /* a mortal with this id is over */
static uint32_t rate;                /* of ticks in a second */
/* The call of the allocator that fails, of 1, 2 and so on; 0: none. */
static unsigned fault;
static bool is_lasting;       /* and those after it, until one was noticed */
static size_t heap_before;    /* what the call that may fail has found */
static unsigned long lacking; /* calls that have failed */
static trp_watcher silent_watcher, watchers[WATCHERS], pool_watchers[POOLS];
static bool is_watching[WATCHERS];
static trp_family families[2], *family; /* the one of all calls */
static trp_system systems[SYSTEMS];
/* Nodes were overwritten, of which the world need not know yet; in the way that `any` is now. */
static bool is_harmed, is_harm_seen;
static ledger_overwrite_kind any_harm;

static void run(const char *calls, char end, uint32_t me);

/* Text */

_Noreturn void script_fail(const char *why)
{
    static const char *const manners[] = {"", ", silent", ", asked", ", watched", ", on a heap"};
    static const char *const orders[] = {" (memory", " (newest", " (oldest"};
    static char text[400];
    char statement[160];
    unsigned length = 0;

    for (; now[length] != '\0' && now[length] != ';' && length + 1 < sizeof statement; length++)
        statement[length] = now[length];
    statement[length] = '\0';
    situation_text_copy(text, sizeof text, statement);
    situation_text_add(text, sizeof text, orders[order]);
    situation_text_add(text, sizeof text, manners[in_manner]);
    situation_text_add(text, sizeof text, "): ");
    situation_text_add(text, sizeof text, why);
    situation_failed(__FILE__, __LINE__, text);
}

void script_need(bool is_so, const char *why)
{
    if (!is_so)
        script_fail(why);
}

void script_skip(const char **at)
{
    while (**at == ' ')
        ++*at;
}

/* The next word of a statement; empty at its end. */
const char *script_word(const char **at)
{
    static char text[WORD];
    unsigned length = 0;

    script_skip(at);
    while (**at != ' ' && **at != ';' && **at != ',' && **at != ':' && **at != '\0') {
        script_need(length + 1 < WORD, "a word is too long");
        text[length++] = *(*at)++;
    }
    text[length] = '\0';
    script_skip(at);
    return text;
}

bool script_takes(const char **at, const char *expected)
{
    const char *after = *at;

    if (!situation_text_equal(script_word(&after), expected))
        return false;
    *at = after;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

uint32_t script_number(const char **at)
{
    uint32_t value = 0;

    script_skip(at);
    if (**at == '#') {
        for (++*at; is_digit(**at) || (**at >= 'A' && **at <= 'F'); ++*at)
            value = 16 * value + (uint32_t)(is_digit(**at) ? **at - '0' : **at - 'A' + 10);
        return value;
    }
    script_need(is_digit(**at), "a number is missing");
    while (is_digit(**at))
        value = 10 * value + (uint32_t)(*(*at)++ - '0');
    return value;
}

float script_decimal(const char **at)
{
    double digits = 0, unit = 1;

    script_skip(at);
    if (**at == '-')
        return ++*at, -script_decimal(at);
    if (**at == 'n' && script_takes(at, "nan"))
        return NAN;
    if (**at == 'i' && script_takes(at, "inf"))
        return INFINITY;
    digits = script_number(at);
    if (**at == '.')
        for (++*at; is_digit(**at); ++*at, unit *= 10)
            digits = 10 * digits + (**at - '0');
    if (**at == 'e') {
        const bool is_small = *++*at == '-';
        *at += is_small;
        for (uint32_t power = script_number(at); power > 0; power--)
            *(is_small ? &unit : &digits) *= 10;
    }
    return (float)(digits / unit);
}

bool script_at_end(const char *at)
{
    script_skip(&at);
    return *at == ';' || *at == ',' || *at == ':' || *at == '\0' || *at == '!' || *at == '?' ||
           *at == '~';
}

const char *script_text(const char *at)
{
    static char text[120];
    unsigned length = 0;

    script_skip(&at);
    const bool has_commas = *at == '{';
    at += has_commas;
    for (; *at != '\0' && *at != ';' && *at != (has_commas ? '}' : ','); at++) {
        script_need(length + 1 < sizeof text, "so many words");
        text[length++] = *at;
    }
    text[length] = '\0';
    return text;
}

/* A number, a range, `me` or `me+10`. */
void script_range(const char **at, uint32_t me, uint32_t *from, uint32_t *last)
{
    script_skip(at);
    if (**at == 'm') {
        *at += 2;
        *from = **at == '+' ? (++*at, me + script_number(at)) : me;
        *last = *from;
        return;
    }
    *from = script_number(at);
    *last = **at == '-' ? (++*at, script_number(at)) : *from;
    script_need(*last < IDS, "an id is too large");
}

trp_pool *script_pool_at(const char **at)
{
    script_skip(at);
    if (**at < 'a' || **at > 'r' || (*at)[1] == 'e')
        return script_pools[0];
    script_need((uint32_t)(**at - 'a') < script_pool_count, "there is no such pool");
    return script_pools[*(*at)++ - 'a'];
}

/* A name of as many letters as have room. */
static const char *filled(char *text, size_t size)
{
    for (size_t i = 0; i + 1 < size; i++)
        text[i] = 'n';
    return text;
}

const char *script_name(const char **at)
{
    static char longest[256], too_long[257];

    if (script_takes(at, "LONGEST"))
        return filled(longest, sizeof longest);
    if (script_takes(at, "TOOLONG"))
        return filled(too_long, sizeof too_long);
    script_need(name_count < NAMES, "there are too many names");
    char *const name = given_names[name_count++];
    situation_text_copy(name, WORD, script_word(at));
    return name;
}

/* The names of all results, which a library without messages lacks. */
#define RESULT_NAME(name, text) {#name, name},
static const struct {
    const char *name;
    trp_result result;
} results[] = {TRP_RESULTS(RESULT_NAME)};

static trp_result result_of(const char *name)
{
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++) {
        const char *other = results[i].name;
        if (situation_text_has(other, "TRP_ERR_") && situation_text_equal(other + 8, name))
            return results[i].result;
        if (situation_text_equal(other + 4, name))
            return results[i].result;
    }
    script_fail("there is no such result");
}

/* A call that may lack memory begins. */
static void begin_call(void)
{
    heap_mend();
    heap_before = heap_out;
}

/* What the call of this statement must answer: `!FULL`, `?FULL`, `~FULL` (reported, though it
 * succeeds), or nothing. The mark is returned, or 0. */
static char expected(const char *at, trp_result *result)
{
    while (*at != ';' && *at != ',' && *at != '\0' && *at != '!' && *at != '?' && *at != '~')
        at++;
    char mark = *at == '!' || *at == '?' || *at == '~' ? *at++ : '\0';
    *result =
        mark == '\0' || (mark == '~' && script_at_end(at)) ? TRP_OK : result_of(script_word(&at));
    return mark;
}

/* Whatever was reported is about overwritten nodes. */
static void notice(void)
{
    script_need(told.count == misuses || told.result == TRP_ERR_CORRUPT, "other misuse");
    misuses = told.count;
}

void script_answered(const char *at, trp_result got)
{
    trp_result right;
    char mark = expected(at, &right);
    if (mark == '~' && right == TRP_ERR_CORRUPT && !is_harm_seen)
        mark = '\0', right = TRP_OK;
    if (mark == '~' && right == TRP_OK) {
        notice();
        mark = '\0';
    }
    const bool is_told = mark == '!' || mark == '~';

    if (got != (mark == '~' ? TRP_OK : right))
        script_fail(trp_result_name(got));
    misuses += is_told;
    script_need(!is_told || told.result == right, "another result was reported");
    script_need(destroyed || trp_world_info(script_world).misuse == misuses,
                "misuse is not counted as expected");
    script_need(told.count == misuses, "misuse is not reported as expected");
    begin_call();
}

trp_result script_told(void)
{
    return told.count > misuses ? told.result : TRP_OK;
}

void script_equal(uint64_t is, const char *at)
{
    situation_check_equal(__FILE__, __LINE__, now, is, script_number(&at));
}

/* Want of memory */

bool script_lacks_memory(trp_result got, bool is_partly_done)
{
    const bool lacks = fault != 0 && got == TRP_ERR_MEMORY && heap_failures > 0;

    if (fault != 0 && heap_failures > 0)
        misuses = told.count; /* also of a newborn that its space has no room for */
    if (lacks) {
        lacking++;
        script_need(heap_out == heap_before || is_partly_done, "memory is missing");
        script_need(script_world == NULL || trp_world_validate(script_world) == TRP_OK,
                    "the world is invalid");
    }
    begin_call();
    return lacks;
}

/* Callbacks */

void script_react(char to, uint32_t key, uint32_t me)
{
    const uint32_t id = key;

    for (uint32_t i = 0; i < reaction_count; i++)
        if ((reactions[i].to == to || (reactions[i].to == 'w' && (to == 'u' || to == 'v'))) &&
            id >= reactions[i].from && id <= reactions[i].last)
            run(reactions[i].calls, ';', me);
}

static void react(char to, uint32_t id)
{
    script_react(to, id, id);
}

static void note(figure *it)
{
    script_figures[it->id] = it;
    script_handles[it->id] = trp_handle_of(script_world, &it->actor);
    it->data = ~it->id;
}

static void note_time(const trp_context *in)
{
    last_dt = in->dt;
    last_unscaled = in->unscaled_dt;
    script_need(in->tick == trp_world_ticks(script_world), "the context is of another tick");
}

static void update(trp_actor *self, const trp_context *in)
{
    const uint32_t id = trp_as(figure, self)->id;

    note_time(in);
    script_need(in->pool == trp_pool_of(script_world, self), "the context has another pool");
    stage_log(id);
    react('u', id);
}

void script_visit(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(figure, self)->id);
    react('v', trp_as(figure, self)->id);
}

void script_visit_here(trp_actor *self, const trp_context *in)
{
    script_need(in->pool == trp_pool_of(script_world, self), "the context has another pool");
    script_visit(self, in);
}

static void update_pool(trp_pool *self, const trp_context *in)
{
    stage_log(500);
    trp_each (figure, it, self)
        update(&it->actor, in);
}

static void update_one(figure *self, const trp_context *in)
{
    update(&self->actor, in);
}

TRP_UPDATE_EACH(update_bulk, figure, actor, update_one);

static void draw(const trp_actor *self, const trp_view *view)
{
    const trp_pool *const pool = trp_pool_of(script_world, self);

    script_need(view->world == script_world && view->pool == pool, "a view of something else");
    script_need(view->layer == trp_pool_info(pool).layer, "a view of another layer");
    script_need(view->target == &script_world && view->alpha == 0.25f,
                "a view with another target");
    script_need(view->user == trp_pool_user(pool) && view->user != NULL, "a view for another user");
    stage_log(80000 + trp_as(figure, self)->id);
    react('d', trp_as(figure, self)->id);
}

static void on_create(trp_actor *self, const trp_context *in)
{
    note_time(in);
    stage_log(BORN(trp_as(figure, self)->id));
    note(trp_as(figure, self));
    react('+', trp_as(figure, self)->id);
}

static void on_end(trp_actor *self, const trp_end_context *in)
{
    const figure *it = trp_as(figure, self);

    script_need(it->data == ~it->id, "a struct has changed at its end");
    script_need(trp_get(script_world, script_handles[it->id]) == NULL,
                "a handle lives longer than its actor");
    for (unsigned i = 0; i < 2; i++)
        script_need(trp_family_parent(&families[i], self) == NULL &&
                        trp_family_first(&families[i], self) == NULL,
                    "its relations live longer");
    causes[it->id] = in->cause;
    stage_log(GONE(in->reason, it->id));
    react('-', it->id);
    for (uint32_t i = 0; i < script_pool_count; i++)
        if (script_pools[i] == in->pool && frees[i])
            for (size_t k = 0; k < sizeof *it; k++)
                ((unsigned char *)trp_as(figure, self))[k] = 0xDD;
}

static bool is_over(const trp_actor *self, const trp_context *in)
{
    return is_old[trp_as(figure, self)->id];
}

static void watch(trp_actor *self, const trp_event_context *in)
{
    const uint32_t id = self != NULL ? trp_as(figure, self)->id : 0;
    uint32_t entry, event = 0, number = 0;

    while (number < WATCHERS && in->user != &watchers[number])
        number++; /* others only react */
    while (1u << event != (unsigned)in->event)
        event++;
    entry = EVENT(number < WATCHERS ? number : 0, event, id);
    script_need(in->reason == TRP_REASON_NONE ||
                    (in->event & (TRP_EVENT_RECYCLED | TRP_EVENT_EXPIRED)) != 0,
                "only an end has a reason");
    if (in->event == TRP_EVENT_CREATED)
        note(trp_as(figure, self));
    if (number < WATCHERS)
        stage_log(entry);
    script_react('e', entry, id);
}

/* Systems */

#define SYSTEM(script_number, role, id)                                                            \
    (3000000u + 100000u * (script_number) + 10000u * (role) + (id))
#define ROLES "idba+-^*"

static void has_role(const trp_system *self, char role, uint32_t id, uint32_t reason)
{
    const uint32_t number_of = (uint32_t)(self - systems);
    uint32_t at = 0;

    while (ROLES[at] != role)
        at++;
    stage_log(SYSTEM(number_of, at, id + 1000 * reason));
    script_react('s', SYSTEM(number_of, at, id), id);
}

/* The game may have freed it. */
static void system_overwrite(trp_system *self, const trp_context *in)
{
    script_need(self->world == NULL, "a system has a world at its end");
    for (size_t i = 0; i < sizeof *self; i++)
        ((unsigned char *)self)[i] = 0x5A;
}

static void system_dispose(trp_system *self, const trp_context *in)
{
    script_need(self->world == NULL, "a system has a world at its end");
    has_role(self, 'd', 0, 0);
}

static void system_before(trp_system *self, const trp_context *in)
{
    note_time(in);
    script_need(in->pool == NULL && in->world == script_world, "a tick of systems is no pool's");
    has_role(self, 'b', 0, 0);
}

static void system_after(trp_system *self, const trp_context *in)
{
    note_time(in);
    has_role(self, 'a', 0, 0);
}

static void system_event(trp_actor *actor, const trp_event_context *in)
{
    const char role = in->event == TRP_EVENT_CREATED   ? '+'
                      : in->event == TRP_EVENT_CHANGED ? '^'
                                                       : '*';

    script_need(trp_get(script_world, trp_handle_of(script_world, actor)) == actor,
                "a system hears of a dead actor");
    if (role == '+')
        note(trp_as(figure, actor));
    has_role(in->system, role, trp_as(figure, actor)->id, 0);
}

static void system_removed(trp_actor *actor, const trp_event_context *in)
{
    script_need(trp_handle_is_null(trp_handle_of(script_world, actor)),
                "a handle lives longer than its actor");
    has_role(in->system, '-', trp_as(figure, actor)->id, (uint32_t)in->reason);
}

/* Setting up */

static void make_world(void)
{
    static trp_result result;

    if (script_world != NULL)
        return;
    if (in_manner == ON_HEAP) {
        stage_world();
        heap_reset();
        heap_fail(fault, is_lasting);
        world_desc.allocator = (trp_allocator){heap_take, heap_give, NULL};
        world_desc.on_misuse = stage_on_misuse;
        world_desc.result = &result;
        result = TRP_ERR_FULL;
        heap_before = heap_out;
        script_world = trp_world_create(&world_desc);
        if (script_world == NULL && script_lacks_memory(result, false)) {
            script_need(told.count == 1 && told.result == TRP_ERR_MEMORY, "it is not reported");
            script_need(told.message[0] == '\0' || !situation_text_has(told.message, "left"),
                        "it says what a heap has left");
            stage_forget();
            misuses = 0;
            script_world = trp_world_create(&world_desc);
        }
        script_need(script_world != NULL && result == TRP_OK, "there is no world");
        script_need(trp_world_info(script_world).free_bytes == 0, "it has bytes of a block");
        begin_call();
    } else
        script_world = stage_world_as(world_desc);
    silent_watcher = (trp_watcher){.function = stage_hear_nothing, .events = EVERYTHING};
    if (in_manner == WATCHED)
        CHECK_OK(trp_watch(script_world, &silent_watcher));
}

static void property(const char **at, trp_pool_desc *desc)
{
    static const char *const orders[] = {"memory", "newest", "oldest"};

    script_skip(at);
    if (is_digit(**at)) {
        desc->capacity = script_number(at);
        return;
    }
    for (int i = 0; i < 3; i++)
        if (script_takes(at, orders[i])) {
            desc->order = stage_orders[i];
            return;
        }
    if (script_takes(at, "steal"))
        desc->when_full = desc->order == NULL ? TRP_FULL_STEAL_NEXT : TRP_FULL_STEAL_OLDEST;
    else if (script_takes(at, "grow")) {
        desc->when_full = TRP_FULL_GROW;
        desc->max_capacity = script_number(at);
    } else if (script_takes(at, "same"))
        desc->newborns = TRP_NEWBORNS_SAME_WALK;
    else if (script_takes(at, "this"))
        desc->newborns = TRP_NEWBORNS_THIS_TICK;
    else if (script_takes(at, "next"))
        desc->newborns = TRP_NEWBORNS_NEXT_WALK;
    else if (script_takes(at, "later"))
        desc->prunes = TRP_PRUNE_NEXT_TICK;
    else if (script_takes(at, "joins"))
        desc->joins = script_pool_at(at);
    else if (script_takes(at, "layer"))
        desc->layer = script_number(at);
    else if (script_takes(at, "quarantine"))
        desc->quarantine = (trp_quarantine)TRP_QUARANTINE(script_number(at));
    else if (script_takes(at, "reserve"))
        desc->reserve = script_number(at);
    else if (script_takes(at, "ends"))
        desc->ends = true;
    else if (script_takes(at, "external"))
        desc->external = TRP_EXTERNAL;
    else if (script_takes(at, "frees"))
        frees[script_pool_count] = true;
    else if (script_takes(at, "still"))
        desc->update = NULL;
    else if (script_takes(at, "lifetime")) {
        desc->lifetime = (trp_lifetime)TRP_LIFETIME(figure, until);
        desc->lifetime.clock = script_clock(at);
    } else if (script_takes(at, "stops"))
        desc->sleep_stops_time = true;
    else if (script_takes(at, "transient"))
        desc->transient = true;
    else if (script_takes(at, "described"))
        desc->fields = &script_fields;
    else if (script_takes(at, "unseen"))
        desc->draw = NULL;
    else if (script_takes(at, "mortal"))
        desc->is_expired = is_over;
    else if (script_takes(at, "parts"))
        script_parts_property(at, desc);
    else if (script_takes(at, "mute")) {
        desc->update = stage_do_nothing;
        desc->on_create = NULL;
        desc->on_end = NULL;
    } else if (script_takes(at, "bulk"))
        desc->update_pool = update_bulk;
    else if (script_takes(at, "like"))
        desc->prototype = script_guests;
    else if (script_takes(at, "called"))
        desc->name = script_name(at);
    else if (script_takes(at, "whole"))
        desc->update_pool = update_pool;
    else if (script_takes(at, "around"))
        script_space_property(at, desc, update);
    else
        script_fail("there is no such property of pools");
}

/* The bytes that were taken from the allocator or the block. */
static size_t taken(void)
{
    return in_manner == ON_HEAP ? heap_asked
                                : STAGE_BYTES - trp_world_info(script_world).free_bytes;
}

static void make_pool(const char *at)
{
    trp_pool_desc desc = {.name = "things",
                          .type = TRP_TYPE(figure, actor),
                          .capacity = 8,
                          .order = stage_orders[order],
                          .update = update,
                          .draw = draw,
                          .user = &frees[script_pool_count],
                          .is_expired = in_manner == ASKED ? stage_is_never : NULL,
                          .on_create = in_manner == SILENT ? NULL : on_create,
                          .on_end = in_manner == SILENT ? NULL : on_end};

    make_world();
    script_need(script_pool_count < POOLS, "there are too many pools");
    frees[script_pool_count] = false;
    while (!script_at_end(at)) {
        property(&at, &desc);
        script_skip(&at);
    }
    if (desc.update_pool != NULL)
        desc.update = NULL;
    if (desc.external != NULL && desc.order == NULL)
        desc.order = TRP_ORDER_OLDEST;
    if (in_manner != ON_HEAP)
        desc.joined_capacity = 3 * desc.capacity + 12; /* in a block others may join it */
    const size_t bytes = taken();
    trp_pool *pool = trp_pool_create(script_world, &desc);
    if (pool == NULL && script_lacks_memory(trp_last_result(script_world), false)) {
        script_need(trp_world_info(script_world).pools == script_pool_count, "there is a pool");
        pool = trp_pool_create(script_world, &desc);
    }
    script_need(desc.joins != NULL || trp_pool_measure(pool).bytes == taken() - bytes,
                "a pool has taken other bytes");
    script_answered(at, pool != NULL ? TRP_OK : trp_last_result(script_world));
    is_external[script_pool_count] = desc.external != NULL;
    script_pools[script_pool_count] = pool;
    script_pool_count += pool != NULL;
}

static void make_first_pool(void)
{
    if (script_pool_count == 0)
        make_pool("");
}

/* Calls */

trp_result script_create(trp_pool *pool, const figure *init, bool is_optional)
{

    trp_actor *actor;
    uint32_t number_of = 0;

    while (script_pools[number_of] != pool)
        number_of++;
    if (is_external[number_of]) {
        script_need(init->id < SCRIPT_GUESTS, "the id of an external one is too large");
        script_guests[init->id] = *init;
        script_guests[init->id].data = ~init->id;
        actor = trp_adopt(pool, &script_guests[init->id].actor);
    } else
        actor = is_optional ? trp_create_with(pool, &(trp_birth){.from = init, .optional = true})
                            : trp_create(pool, init);
    if (actor != NULL)
        note(trp_as(figure, actor));
    return actor != NULL ? TRP_OK : trp_last_result(script_world);
}

/* The same, once more if there was no memory: then only a refusal was counted. */
static trp_result create(trp_pool *pool, const figure *init, bool is_optional)
{
    const trp_pool_facts before = trp_pool_info(pool);
    const trp_result got = script_create(pool, init, is_optional);

    if (!script_lacks_memory(got, false))
        return got;
    const trp_pool_facts after = trp_pool_info(pool);
    script_need(after.refused == before.refused + 1 && after.live == before.live &&
                    after.slots == before.slots,
                "a birth without memory has changed its pool");
    return script_create(pool, init, is_optional);
}

static trp_result call_on(const char *name, uint32_t id)
{
    trp_actor *const actor = script_figures[id] != NULL ? &script_figures[id]->actor : NULL;

    if (situation_text_equal(name, "recycle"))
        return trp_recycle(script_world, actor);
    if (situation_text_equal(name, "expire"))
        return trp_expire(script_world, actor);
    if (situation_text_equal(name, "sleep"))
        return trp_deactivate(script_world, actor);
    if (situation_text_equal(name, "wake"))
        return trp_activate(script_world, actor);
    if (situation_text_equal(name, "detach"))
        return trp_family_detach(family, actor);
    if (situation_text_equal(name, "kin"))
        return trp_family_for_each(family, actor, script_visit_here, NULL);
    if (situation_text_equal(name, "mark"))
        return trp_mark_changed(script_world, actor);
    return trp_recycle_with(
        script_world, actor,
        &(trp_ending){.reason = TRP_REASON_OWN(1), .later = situation_text_equal(name, "later")});
}

trp_ending script_ending(const char **at)
{
    trp_ending ending = {.later = script_takes(at, "softly")};

    if (script_takes(at, "own"))
        ending.reason = TRP_REASON_OWN(1);
    if (script_takes(at, "by"))
        ending.cause = script_handles[script_number(at)];
    return ending;
}

static trp_result end_as(const char *at, uint32_t me)
{
    trp_actor *const actor = script_actor_at(&at, me);
    const trp_ending ending = script_ending(&at);

    return trp_recycle_with(script_world, actor, &ending);
}

/* Numbers of walks and births that are left until they are given again. */
static void set_stamps(const char *at)
{
    const uint32_t base = script_takes(&at, "first")  ? TRP__STAMP_FIRST
                          : script_takes(&at, "half") ? TRP__STAMP_FLOOR + (1u << 29)
                          : script_takes(&at, "quarter")
                              ? TRP__STAMP_FLOOR + (1u << 28)
                              : (script_takes(&at, "floor"), TRP__STAMP_FLOOR);

    trp__set_newest(script_world,
                    *at == '-' ? base - (++at, script_number(&at)) : base + script_number(&at));
}

static void make_old(const char *at, uint32_t me)
{
    uint32_t id, last;

    while (!script_at_end(at))
        for (script_range(&at, me, &id, &last); id <= last; id++)
            is_old[id] = true;
}

bool script_is_one_of(const char *name, const char *const *names)
{
    while (*names != NULL && !situation_text_equal(name, *names))
        names++;
    return *names != NULL;
}

/* A birth from the struct of another one. */
static trp_result copy(const char *at)
{
    trp_pool *const pool = script_pool_at(&at);
    figure init = *script_figures[script_number(&at)];

    init.id = script_number(&at);
    return script_create(pool, &init, false);
}

/* Births at once, or the end of those that match. */

static bool matches[IDS];
static uint32_t culled;

static void begin_one(trp_actor *actor, const trp_context *in)
{
    trp_as(figure, actor)->id = (*(uint32_t *)in->arg)++;
    note(trp_as(figure, actor));
}

static bool is_matched(const trp_actor *actor, const trp_context *in)
{
    const uint32_t id = trp_as(figure, actor)->id;

    react('f', id);
    return matches[id];
}

static trp_result begin_many(const char *at)
{
    trp_pool *const pool = script_pool_at(&at);
    uint32_t id, last;

    script_range(&at, 0, &id, &last);
    do {
        const uint32_t count = last + 1 - id;
        if (trp_create_many(pool, count, begin_one, &id) == count)
            return TRP_OK;
    } while (script_lacks_memory(trp_last_result(script_world), true));
    return trp_last_result(script_world);
}

static trp_result cull(const char *at)
{
    trp_pool *const pool = script_pool_at(&at);
    const trp_ending ending = {.later = script_takes(&at, "softly")};

    for (uint32_t id = 0; id < IDS; id++)
        matches[id] = false;
    while (!script_at_end(at)) {
        uint32_t id, last;
        for (script_range(&at, 0, &id, &last); id <= last; id++)
            matches[id] = true;
    }
    culled = trp_pool_recycle_if(pool, &ending, is_matched, NULL);
    return script_told();
}

/* Calls with a list of ids. False: it is none. */
static bool call_on_ids(const char *name, const char *at, uint32_t me)
{
    static const char *const calls[] = {"recycle", "expire", "sleep",  "wake", "mark",
                                        "end",     "later",  "detach", "kin",  NULL};
    static const char *const births[] = {"new", "optional", "churn", "deal", NULL};
    const bool is_birth = script_is_one_of(name, births);
    char own[WORD];

    if (!is_birth && !script_is_one_of(name, calls))
        return false;
    situation_text_copy(own, sizeof own, name);
    script_skip(&at);
    trp_pool *pool = is_birth && *at != 'm' ? script_pool_at(&at) : script_pools[0];
    while (!script_at_end(at)) {
        uint32_t id, last;
        script_range(&at, me, &id, &last);
        for (const uint32_t from = id; id <= last; id++) {
            if (own[0] == 'd' && is_birth)
                pool = script_pools[id % script_pool_count];
            figure init = {.id = id, .box = {0, 0, 4, 4}};
            if (id < SCRIPT_GUESTS) /* an external one has the node of its former life */
                init.actor = script_guests[id].actor;
            script_answered(at, is_birth ? create(pool, &init, own[0] == 'o') : call_on(own, id));
            if (own[0] == 'c' && id > from)
                CHECK_OK(call_on("recycle", id - 1));
        }
    }
    return true;
}

/* The actor with the id at `at`; 0: none. */
trp_actor *script_actor_at(const char **at, uint32_t me)
{
    uint32_t id, last;

    script_range(at, me, &id, &last);
    return id != 0 ? &script_figures[id]->actor : NULL;
}

static trp_result join_family(trp_pool *pool)
{
    const trp_result got = trp_family_add(family, pool);

    return script_lacks_memory(got, false) ? trp_family_add(family, pool) : got;
}

static trp_result attach(trp_actor *parent, trp_actor *child)
{
    const trp_result got = trp_family_attach(family, parent, child);

    return script_lacks_memory(got, false) ? trp_family_attach(family, parent, child) : got;
}

static trp_result make_family(const char *at)
{
    const bool orphans = script_takes(&at, "orphans");
    trp_result result =
        trp_family_init(family, script_world, &(trp_family_desc){.orphans = orphans});

    for (uint32_t i = 0; i < script_pool_count && result == TRP_OK; i++)
        result = join_family(script_pools[i]);
    return result;
}

/* A family of three pools, and a tree in it: see script.h. */
static void plant(const char *at)
{
    make_pool("still 20;");
    make_pool("still oldest 20;");
    make_pool("still external oldest 20;");
    script_answered(at, make_family(at));
    for (uint32_t i = 0; i < 3; i++) {
        pool_watchers[i] =
            (trp_watcher){.function = watch, .pool = script_pools[i], .events = EVERYTHING};
        CHECK_OK(trp_watch(script_world, &pool_watchers[i]));
    }
    run("new a 1 3 6 9, new b 4 7 10, new c 2 5 8, attach 1 2 3 4, attach 2 5 6, attach 4 7,"
        "attach 6 8, attach 7 9 10",
        ';', 0);
    stage_log_clear();
}

/* ... of which it has only one. */
static trp_system system_with(char role)
{
    return (trp_system){.name = "a system",
                        .dispose = system_overwrite,
                        .before = role == 'b' ? system_before : NULL,
                        .after = role == 'a' ? system_after : NULL,
                        .added = role == '+' ? system_event : NULL,
                        .removed = role == '-' ? system_removed : NULL,
                        .changed = role == '^' ? system_event : NULL,
                        .updated = role == '*' ? system_event : NULL};
}

static trp_result add_system(const char *at)
{
    const uint32_t number_of = script_number(&at);
    trp_system *const it = &systems[number_of];

    script_need(number_of < SYSTEMS, "there are too many systems");
    *it = (trp_system){.name = "a system",
                       .dispose = system_dispose,
                       .before = system_before,
                       .after = system_after,
                       .added = system_event,
                       .removed = system_removed,
                       .changed = system_event};
    while (!script_at_end(at)) {
        if (script_takes(&at, "only"))
            *it = system_with(*at++);
        else if (script_takes(&at, "updated"))
            it->updated = system_event;
        else if (script_takes(&at, "existing"))
            it->existing = true;
        else if (script_takes(&at, "silent"))
            it->before = it->after = NULL;
        else if (script_takes(&at, "deaf"))
            it->added = NULL;
        else if (script_takes(&at, "of"))
            it->pool = script_pool_at(&at);
        else if (script_takes(&at, "order"))
            it->order = *at == '-' ? -1 - (int32_t)(++at, script_number(&at) - 1)
                                   : (int32_t)script_number(&at);
        else {
            script_need(script_takes(&at, "layer"), "there is no such property of systems");
            it->in_layer = true;
            it->layer = script_number(&at);
        }
        script_skip(&at);
    }
    return trp_system_add(script_world, it);
}

/* It has no functions any more, but the one that tells its end. */
static void hush(trp_system *it)
{
    it->before = it->after = NULL;
    it->added = it->removed = it->changed = it->updated = NULL;
}

/* Overwrites nodes: IDS, a kind, another actor for copies. */
static void harm(const char *at, uint32_t me)
{
    static const char *const kinds[] = {"zeros", "ones",  "copy",  "nolinks", "wild",
                                        "loop",  "index", "stamp", "active",  NULL};
    uint32_t id, last, kind = 0;

    script_range(&at, me, &id, &last);
    const char *const name = script_word(&at);
    while (kinds[kind] != NULL && !situation_text_equal(name, kinds[kind]))
        kind++;
    if (kinds[kind] == NULL)
        kind = any_harm;
    const trp_actor *const other = script_at_end(at) ? NULL : script_actor_at(&at, me);
    for (; id <= last; id++) {
        trp_actor *const actor = &script_figures[id]->actor;
        stage_open(actor, sizeof *actor);
        is_harm_seen = ledger_overwrite(actor, (ledger_overwrite_kind)kind, other) &&
                       ledger_is_seen((ledger_overwrite_kind)kind);
    }
    is_harmed = true;
}

/* Reads each node, so that all are repaired. */
static void repair(void)
{
    const trp_actor *last = NULL;

    for (const trp_actor *it = trp_first(script_world); it != NULL; it = trp_next(script_world, it))
        last = it;
    for (; last != NULL; last = trp_prev(script_world, last))
        continue;
    for (uint32_t i = 0; i < script_pool_count; i++)
        for (uint32_t slot = 0; slot < trp_pool_info(script_pools[i]).slots; slot++) {
            trp_actor *const actor = trp_pool_at(script_pools[i], slot);
            if (actor != NULL && trp_state_of(script_world, actor) != TRP_STATE_EXPIRED)
                (void)trp_mark_changed(script_world, actor);
        }
    notice();
    is_harmed = false;
}

static void attach_all(const char *at, uint32_t me)
{
    const char *const start = at;
    trp_actor *const parent = script_actor_at(&at, me);
    uint32_t id, last;

    while (!script_at_end(at))
        for (script_range(&at, me, &id, &last); id <= last; id++)
            script_answered(start, attach(parent, &script_figures[id]->actor));
}

bool script_leaves(void)
{
    const bool leaves = leaving;

    leaving = false;
    return leaves;
}

static void walk(trp_pool *pool)
{
    trp_each (figure, it, pool) {
        script_visit(&it->actor, NULL);
        if (script_leaves())
            break;
    }
}

static void walk_joined(trp_pool *pool)
{
    trp_each_joined(it, pool)
    {
        script_visit(it, NULL);
        if (script_leaves())
            break;
    }
}

static trp_result listen(trp_pool *pool)
{
    trp_watcher *const it = &pool_watchers[script_pool_count];

    *it = (trp_watcher){.function = watch, .pool = pool};
    it->events = EVERYTHING;
    return trp_watch(script_world, it);
}

static void set_rule(trp_pool *pool, const char *at)
{
    trp_shrinking rule = {script_number(&at), 0, 0};

    rule.shrink_after = script_decimal(&at);
    rule.keep_free = script_number(&at);
    stage_set_shrinking(pool, rule.shrink_below + rule.keep_free != 0 ? &rule : NULL);
}

/* The bit of the event that a letter of the log, or a word, means. */
static uint32_t event_of(char c)
{
    static const char letters[] = "+><!-?^*_#=";
    uint32_t event = 0;

    while (letters[event] != c && letters[event] != '\0')
        event++;
    return event;
}

static unsigned events_at(const char **at)
{
    static const char *const words[] = {"born",    "awake",    "asleep",  "expired",
                                        "ended",   "refused",  "changed", "updated",
                                        "trimmed", "shutdown", "restored"};
    unsigned events = 0;

    for (; !script_at_end(*at); script_skip(at))
        for (unsigned i = 0; i < 11; i++)
            if (script_takes(at, words[i]))
                events |= 1u << i;
    return events;
}

static trp_result add_watcher(const char *at)
{
    const uint32_t number = script_at_end(at) ? 0 : script_number(&at);
    trp_watcher *const it = &watchers[number];

    script_need(number < WATCHERS, "there are too many watchers");
    if (!is_watching[number]) {
        *it = (trp_watcher){.function = watch, .user = it, .events = EVERYTHING};
        if (script_takes(&at, "of"))
            it->pool = script_pool_at(&at);
        it->existing = script_takes(&at, "existing");
        if (script_takes(&at, "only"))
            it->events = events_at(&at);
    }
    trp_result result = trp_watch(script_world, it);
    is_watching[number] = is_watching[number] || result == TRP_OK;
    return result;
}

static trp_result pass(uint32_t ticks, float dt)
{
    for (; ticks > 0; ticks--)
        CHECK_OK(trp_update_all(script_world, dt));
    return TRP_OK;
}

static trp_result take_out_watcher(const char *at)
{
    const uint32_t which = script_at_end(at) ? 0 : script_number(&at);

    is_watching[which] = false;
    return trp_unwatch(script_world, &watchers[which]);
}

static trp_result destroy(void)
{
    const trp_result result = trp_world_destroy(script_world);

    destroyed = result == TRP_OK;
    return result;
}

static void name_layer(const char *at)
{
    const uint32_t layer = script_number(&at);

    stage_name_layer(script_world, layer, script_at_end(at) ? NULL : script_name(&at));
}

/* Words that begin with a pool, or with the number of a layer. */
#define POOL_CALL(word, call) SCRIPT_CALL(word, (pool = script_pool_at(&at), (call)))
#define LAYER_CALL(word, call) SCRIPT_CALL(word, (layer = script_number(&at), (call)))

static bool call_for_many(const char *name, const char *at)
{
    static const trp_ending later = {.later = true};
    const char *const start = at;
    uint32_t layer;
    trp_pool *pool;

    POOL_CALL("clear", trp_pool_clear(pool, NULL));
    POOL_CALL("fade", trp_pool_clear(pool, &later));
    POOL_CALL("listen", listen(pool));
    POOL_CALL("stagger", trp_pool_set_interval(pool, script_number(&at), TRP_INTERVAL_STAGGERED));
    POOL_CALL("together", trp_pool_set_interval(pool, script_number(&at), TRP_INTERVAL_TOGETHER));
    POOL_CALL("rule", (set_rule(pool, at), TRP_OK));
    POOL_CALL("isolate", (stage_set_quarantine(pool, script_number(&at)), TRP_OK));
    POOL_CALL("trim", trp_pool_trim(pool));
    POOL_CALL("forget", trp_pool_forget_all(pool));
    POOL_CALL("for", trp_for_each(pool, script_visit_here, NULL));
    POOL_CALL("move", trp_pool_set_layer(pool, script_number(&at)));
    POOL_CALL("scale", trp_pool_set_time_scale(pool, script_decimal(&at)));
    POOL_CALL("abandon", ((void)trp__walk(pool, sizeof(figure), offsetof(figure, actor)), TRP_OK));
    POOL_CALL("joined", (walk_joined(pool), TRP_OK));
    POOL_CALL("each", (walk(pool), TRP_OK));
    LAYER_CALL("clearlayer", trp_layer_clear(script_world, layer, NULL));
    LAYER_CALL("fadelayer", trp_layer_clear(script_world, layer, &later));
    LAYER_CALL("enable", trp_layer_set_enabled(script_world, layer, true));
    LAYER_CALL("disable", trp_layer_set_enabled(script_world, layer, false));
    LAYER_CALL("show", trp_layer_set_visible(script_world, layer, true));
    LAYER_CALL("hide", trp_layer_set_visible(script_world, layer, false));
    LAYER_CALL("place", trp_layer_set_place(script_world, layer, script_number(&at)));
    LAYER_CALL("scalelayer", trp_layer_set_time_scale(script_world, layer, script_decimal(&at)));
    LAYER_CALL("layer", trp_layer_for_each(script_world, layer, script_visit_here, NULL));
    SCRIPT_CALL("title", (name_layer(at), TRP_OK));
    return false;
}

static bool call(const char *name, const char *at, uint32_t me)
{
    const char *const start = at;
    const float dt = 1 / (float)rate;

    if (call_on_ids(name, at, me) || call_for_many(name, at) || script_group_call(name, at, me) ||
        script_space_call(name, at, me) || script_time_call(name, at, me) ||
        script_state_call(name, at, me) || script_inspect_call(name, at, me) ||
        script_parts_call(name, at, me))
        return true;
    SCRIPT_CALL("tick", trp_update_all(script_world, script_at_end(at) ? dt : script_decimal(&at)));
    SCRIPT_CALL("wait", pass(script_number(&at), 0.25f));
    SCRIPT_CALL("pass", pass(script_number(&at), dt));
    SCRIPT_CALL("almost", pass(script_number(&at) * rate - 1, dt));
    SCRIPT_CALL("draw", trp_draw_all(script_world, &script_world, 0.25f));
    SCRIPT_CALL("scaleworld", trp_world_set_time_scale(script_world, script_decimal(&at)));
    SCRIPT_CALL("watch", add_watcher(at));
    SCRIPT_CALL("unwatch", take_out_watcher(at));
    SCRIPT_CALL("destroy", destroy());
    SCRIPT_CALL("copy", copy(at));
    SCRIPT_DO("harm", harm(at, me));
    SCRIPT_CALL("ending", end_as(at, me));
    SCRIPT_DO("stamps", set_stamps(at));
    SCRIPT_DO("old", make_old(at, me));
    SCRIPT_DO("repair", repair());
    SCRIPT_CALL("crowd", begin_many(at));
    SCRIPT_CALL("cull", cull(at));
    SCRIPT_DO("attach", attach_all(at, me));
    SCRIPT_DO("house", family = &families[script_number(&at)]);
    SCRIPT_CALL("family", make_family(at));
    SCRIPT_CALL("joinkin", join_family(script_pool_at(&at)));
    SCRIPT_CALL("leavekin", trp_family_remove(family, script_pool_at(&at)));
    SCRIPT_CALL("freekin", trp_family_free(family));
    SCRIPT_CALL("system", add_system(at));
    SCRIPT_DO("hush", hush(&systems[script_number(&at)]));
    SCRIPT_CALL("unsystem", trp_system_remove(script_world, &systems[script_number(&at)]));
    return false;
}

/* What must be true */

static trp_reason reason_of(const char **at)
{
    static const char letters[] = "escpx";
    static const trp_reason reasons[] = {TRP_REASON_EXPIRED, TRP_REASON_STOLEN, TRP_REASON_CLEARED,
                                         TRP_REASON_PARENT, TRP_REASON_SHUTDOWN};

    for (unsigned i = 0; i < 5; i++)
        if (**at == letters[i])
            return ++*at, reasons[i];
    if (**at == 'o')
        return ++*at, TRP_REASON_OWN(1);
    return TRP_REASON_RECYCLED;
}

/* Of a system, after the s: `0b`, `0+3`, `0-3e`. */
static uint32_t role_entry(const char **at, bool has_reason)
{
    const uint32_t system_number = script_number(at);
    uint32_t role = 0;

    while (ROLES[role] != **at && ROLES[role] != '\0')
        role++;
    script_need(ROLES[role] != '\0', "there is no such role");
    ++*at;
    const uint32_t id = is_digit(**at) ? script_number(at) : 0;
    return SYSTEM(system_number, role,
                  id + 1000 * (role == 5 && has_reason ? (uint32_t)reason_of(at) : 0));
}

static uint32_t entry(const char **at)
{
    const char kind = **at;
    uint32_t id;

    if (kind == 'w') {
        const uint32_t number = is_digit(*++*at) ? script_number(at) : 0;
        const uint32_t event = event_of(*(*at)++);
        id = script_number(at);
        return EVENT(number, event, id);
    }
    if (is_digit(kind)) {
        id = script_number(at);
        return **at == '&' ? SCRIPT_PAIR(id, (++*at, script_number(at))) : id;
    }
    ++*at;
    if (kind == 'k' || kind == 'y' || kind == 'e') {
        id = script_number(at);
        script_need(*(*at)++ == '&', "a contact is of two");
        return SCRIPT_CONTACT(kind == 'k' ? 0 : kind == 'y' ? 1u : 2u, id, script_number(at));
    }
    if (kind == 'g') {
        const bool is_added = *(*at)++ == '+';
        id = script_number(at);
        return is_added ? SCRIPT_ADDED(id) : SCRIPT_PRUNED(id);
    }
    if (kind == 't')
        return SCRIPT_DUE(script_number(at));
    if (kind == 'q')
        return SCRIPT_PLAYED(script_number(at));
    if (kind == 'u')
        return SCRIPT_UNDONE(script_number(at));
    if (kind == 'm' || kind == 'v') {
        id = script_number(at);
        return kind == 'm' ? SCRIPT_SHOWN(id) : SCRIPT_VANISHED(id);
    }
    if (kind == 's')
        return role_entry(at, true);
    id = script_number(at);
    return kind == '+' ? BORN(id) : kind == 'd' ? 80000 + id : GONE(reason_of(at), id);
}

static bool is_of_a_callback(uint32_t entry_)
{
    return entry_ >= 10000 && entry_ < 2000000 && entry_ / 10000 != 8;
}

static void check_log(const char *at)
{
    static uint32_t entries[200];
    unsigned count = 0;
    char text[120] = "log: ";

    for (script_skip(&at); !script_at_end(at); script_skip(&at)) {
        const char *const start = at;
        uint32_t next = entry(&at);
        uint32_t more = 0;
        if (*at == '-') { /* `t3-7` */
            ++at;
            const char *of = start;
            while (!is_digit(*of))
                of++;
            more = script_number(&at) - script_number(&of);
        }
        for (const uint32_t last = next + more; next <= last; next++) {
            script_need(count < 199, "so many entries");
            if (in_manner != SILENT || !is_of_a_callback(next))
                entries[++count] = next;
        }
    }
    for (unsigned i = 0; now[i] != '\0' && now[i] != ';' && i < 100; i++)
        situation_text_add(text, sizeof text, (const char[]){now[i], '\0'});
    stage_check_log(__FILE__, __LINE__, text, entries, count);
}

static bool check_fact(const char *name, const char *at)
{
    static const char *const names[] = {"live",     "active",   "expired",  "peak",
                                        "capacity", "slots",    "retired",  "quarantined",
                                        "created",  "recycled", "refused",  "stolen",
                                        "interval", "inlayer",  "isolates", NULL};
    unsigned which = 0;

    while (names[which] != NULL && !situation_text_equal(name, names[which]))
        which++;
    if (names[which] == NULL)
        return false;
    const uint32_t right = script_number(&at);
    const trp_pool_facts is = trp_pool_info(script_pool_at(&at));
    const uint64_t facts[] = {is.live,    is.active,  is.expired,     is.peak,    is.capacity,
                              is.slots,   is.retired, is.quarantined, is.created, is.recycled,
                              is.refused, is.stolen,  is.interval,    is.layer,   is.quarantine};
    situation_check_equal(__FILE__, __LINE__, now, facts[which], right);
    return true;
}

static void check_state(const char *at, uint32_t me)
{
    static const char *const names[] = {"none", "free", "active", "asleep", "expired"};
    static const trp_state states[] = {TRP_STATE_NONE, TRP_STATE_FREE, TRP_STATE_ACTIVE,
                                       TRP_STATE_ASLEEP, TRP_STATE_EXPIRED};
    unsigned which = 0;

    while (which < 4 && !script_takes(&at, names[which]))
        which++;
    script_need(which < 4 || script_takes(&at, names[4]), "there is no such state");
    while (!script_at_end(at)) {
        uint32_t id, last;
        for (script_range(&at, me, &id, &last); id <= last; id++) {
            script_need(script_figures[id] != NULL, "it never lived");
            const trp_actor *const actor = &script_figures[id]->actor;
            const bool lives = which == 2 || which == 3;
            script_need(trp_state_of(script_world, actor) == states[which],
                        "it is in another state");
            script_need((trp_get(script_world, script_handles[id]) == actor) == lives,
                        "its handle says otherwise");
            script_need((trp_pool_of(script_world, actor) != NULL) == (which > 1),
                        "its pool says otherwise");
            script_need((trp_slot_of(script_world, actor) != TRP_NO_SLOT) == (which > 1),
                        "so does its slot");
        }
    }
}

static void check_list(const char *at)
{
    const trp_actor *it = trp_first(script_world), *before = NULL;

    for (script_skip(&at); !script_at_end(at); script_skip(&at)) {
        uint32_t id, last;
        for (script_range(&at, 0, &id, &last); id <= last; id++) {
            script_need(it == &script_figures[id]->actor, "another one follows");
            script_need(trp_prev(script_world, it) == before, "another one comes before");
            before = it;
            it = trp_next(script_world, it);
        }
    }
    script_need(it == NULL, "there are more in the list");
}

/* The children of the first one, in order. */
static void check_children(const char *at)
{
    const trp_actor *const parent = script_actor_at(&at, 0);
    const trp_actor *it = trp_family_first(family, parent);

    for (script_skip(&at); !script_at_end(at); script_skip(&at)) {
        const trp_actor *const child = script_actor_at(&at, 0);
        script_need(it == child, "another child follows");
        script_need(trp_family_parent(family, child) == parent, "it has another parent");
        it = trp_family_next(family, child);
    }
    script_need(it == NULL, "there are more children");
}

/* What was taken from the heap, beside what was noted. */
static void check_heap(const char *at)
{
    static size_t noted;

    if (script_takes(&at, "has"))
        heap_left = script_at_end(at) ? SIZE_MAX : script_number(&at);
    else if (script_takes(&at, "noted"))
        noted = heap_out;
    else if (script_takes(&at, "same"))
        script_need(heap_out == noted || in_manner != ON_HEAP, "memory was taken or given back");
    else
        script_need(script_takes(&at, "less") && heap_out < noted, "no memory was given back");
}

static void check_says(const char *words)
{
    if (!situation_text_has(told.message, words))
        script_fail(told.message);
}

static void check_dt(const char *at)
{
    script_need(last_dt == script_decimal(&at), "dt is another");
    script_need(script_at_end(at) || last_unscaled == script_decimal(&at),
                "it is scaled otherwise");
}

static void check_neighbours(const char *at, uint32_t me)
{
    const trp_actor *const actor = script_actor_at(&at, me);

    script_need(trp_prev(script_world, actor) == script_actor_at(&at, me), "another before it");
    script_need(trp_next(script_world, actor) == script_actor_at(&at, me), "another after it");
}

static void check_parent(const char *at, uint32_t me)
{
    const trp_actor *const child = script_actor_at(&at, me);

    script_need(trp_family_parent(family, child) == script_actor_at(&at, me),
                "it has another parent");
}

static void check_cause(const char *at)
{
    const trp_handle cause = causes[script_number(&at)];
    const uint32_t by = script_number(&at);

    script_need(by != 0 ? trp_handle_equal(cause, script_handles[by]) : trp_handle_is_null(cause),
                "its end has another cause");
}

static bool check(const char *name, const char *at, uint32_t me)
{
    if (situation_text_equal(name, "slot")) {
        const trp_actor *const actor = &script_figures[script_number(&at)]->actor;
        return script_equal(trp_slot_of(script_world, actor), at), true;
    }
    SCRIPT_DO("=", check_log(at));
    SCRIPT_DO("is", check_state(at, me));
    SCRIPT_DO("list", check_list(at));
    SCRIPT_DO("neighbours", check_neighbours(at, me));
    SCRIPT_DO("children", check_children(at));
    SCRIPT_DO("parent", check_parent(at, me));
    SCRIPT_DO("says", check_says(script_text(at)));
    SCRIPT_DO("dt", check_dt(at));
    SCRIPT_FACT("repeats", trp_world_info(script_world).again);
    SCRIPT_FACT("renumbered", script_world->state.newest > TRP__STAMP_FLOOR + (1u << 29));
    SCRIPT_DO("valid", CHECK_OK(trp_world_validate(script_world)));
    SCRIPT_DO("because", check_cause(at));
    SCRIPT_DO("heap", check_heap(at));
    SCRIPT_FACT("culled", culled);
    SCRIPT_FACT("ticks", trp_world_ticks(script_world));
    return check_fact(name, at) || script_group_check(name, at) || script_space_check(name, at) ||
           script_time_check(name, at, me) || script_state_check(name, at) ||
           script_inspect_check(name, at, me) || script_parts_check(name, at);
}

/* Statements */

static bool is_pair(const char *at)
{
    while (is_digit(*at))
        at++;
    return *at == '&';
}

static void add_reaction(const char *at)
{
    reaction *const it = &reactions[reaction_count++];

    script_need(reaction_count <= REACTIONS, "there are too many reactions");
    script_skip(&at);
    *it = (reaction){.to = 'w'};
    if (*at == '+' || *at == '-' || *at == 'd' || *at == 'u' || *at == 'v' || *at == 't' ||
        *at == 'p')
        it->to = *at++;
    if (*at == 'f') {
        at++;
        it->to = 'f';
        if (is_pair(at))
            it->from = it->last = entry(&at);
        else
            script_range(&at, 0, &it->from, &it->last);
    } else if (*at == 's') {
        at++;
        it->to = 's';
        it->from = it->last = role_entry(&at, false);
    } else if (*at == 'k' || *at == 'y' || *at == 'e' || *at == 'g' || *at == 'q' || is_pair(at)) {
        it->to = 'x';
        it->from = it->last = entry(&at);
    } else if (*at == 'w') {
        it->to = 'e';
        it->from = it->last = entry(&at);
    } else if (*at == '*') {
        it->last = IDS;
        at++;
    } else
        script_range(&at, 0, &it->from, &it->last);
    script_skip(&at);
    script_need(*at == ':', "a colon is missing");
    it->calls = at + 1;
}

/* Before the first call, or before those to another world. */
static void begin_world(bool is_another)
{
    script_world = NULL;
    script_pool_count = 0;
    misuses = 0;
    rate = 1;
    leaving = destroyed = is_harmed = false;
    is_harm_seen = true;
    for (uint32_t i = 0; i < WATCHERS; i++)
        is_watching[i] = false;
    world_desc = (trp_world_desc){0};
    script_space_reset(in_manner == SILENT || in_manner == WATCHED,
                       in_manner == ASKED || in_manner == WATCHED);
    script_time_reset();
    script_state_reset(is_another);
    script_inspect_reset();
    script_parts_reset(in_manner == SILENT || in_manner == ASKED);
    families[0] = families[1] = (trp_family){0};
    family = families;
    script_group_reset();
    for (uint32_t id = 0; id < SCRIPT_GUESTS; id++)
        script_guests[id] = (figure){.id = 0};
    for (uint32_t id = 0; id < IDS; id++) {
        script_figures[id] = NULL;
        is_old[id] = false;
        script_handles[id] = (trp_handle){0};
    }
}

static void end_world(void)
{
    if (!destroyed) {
        script_state_end();
        CHECK_OK(trp_world_destroy(script_world));
    }
    script_need(in_manner != ON_HEAP || heap_out == 0, "memory is missing");
}

/* A world ends, and another one begins. */
static void change_world(void)
{
    end_world();
    begin_world(true);
}

static bool set_up(const char *name, const char *at)
{
    static const char *const said[] = {"in", "plain", "grows", "faults", NULL};

    SCRIPT_DO("pool", make_pool(at));
    SCRIPT_DO("plant", plant(at));
    SCRIPT_DO("another", change_world());
    SCRIPT_DO("layers", world_desc.layers = script_number(&at));
    SCRIPT_DO("rate", rate = script_number(&at));
    SCRIPT_DO("newborns", world_desc.newborns = script_takes(&at, "same") ? TRP_NEWBORNS_SAME_WALK
                                                                          : TRP_NEWBORNS_THIS_TICK);
    return script_is_one_of(name, said);
}

/* Whether the orders and manners before a statement are those of now. */
static bool applies(const char **at)
{
    static const char *const orders[] = {"memory", "newest", "oldest"};
    bool is_named = false, is_right = false;

    for (int i = 0; i < 3; i++)
        if (script_takes(at, orders[i])) {
            is_named = true;
            is_right = is_right || i == order;
            i = -1;
        }
    if (script_takes(at, "loud") && in_manner == SILENT)
        return false;
    return is_right || !is_named;
}

static void statement(const char *at, uint32_t me)
{
    if (!applies(&at))
        return;
    const char *name = script_word(&at);
    if (situation_text_equal(name, "at"))
        add_reaction(at);
    else if (situation_text_equal(name, "still"))
        reaction_count = 0;
    else if (situation_text_equal(name, "leave"))
        leaving = true;
    else if (name[0] != '\0' && !set_up(name, at)) {
        char own[WORD];
        situation_text_copy(own, sizeof own, name);
        make_first_pool();
        if (situation_text_equal(own, "go"))
            stage_log_clear();
        else if (situation_text_equal(own, "log"))
            stage_log(script_number(&at));
        else if (!call(own, at, me) && !check(own, at, me))
            script_fail("there is no such word");
    }
}

/* The next one of these, outside of a text in braces. */
static const char *find_end(const char *at, char end, char other)
{
    for (bool in_text = false; *at != '\0' && (in_text || (*at != end && *at != other)); at++)
        in_text = *at == '{' || (in_text && *at != '}');
    return at;
}

/* The calls of a reaction, up to a semicolon. */
static void run(const char *calls, char end, uint32_t me)
{
    while (*calls != end && *calls != '\0') {
        statement(calls, me);
        calls = find_end(calls, ',', end);
        calls += *calls == ',';
    }
}

static void check_handles(void)
{
    for (uint32_t id = 0; id < IDS; id++) {
        const trp_actor *const actor = trp_get(script_world, script_handles[id]);
        script_need(actor == NULL || actor == &script_figures[id]->actor,
                    "a handle leads elsewhere");
        script_need(actor == NULL ||
                        (script_figures[id]->id == id && script_figures[id]->data == ~id),
                    "a struct changed");
    }
}

static void play(const char *script)
{
    reaction_count = name_count = 0;
    begin_world(false);
    for (now = script; *now != '\0';) {
        statement(now, 0);
        if (script_world != NULL && !destroyed) {
            script_need(is_harmed || trp_world_validate(script_world) == TRP_OK,
                        "the world is invalid");
            /* what was given back in the middle of a block is not free */
            script_check_measures(in_manner == ON_HEAP ? taken() : 0, taken());
            check_handles();
        }
        now = find_end(now, ';', ';');
        now += *now == ';';
        script_skip(&now);
    }
    end_world();
}

/* Whether the script is played in this order and manner. */
static bool is_played(const char *script)
{
    static const char *const orders[] = {"memory", "newest", "oldest"};
    const char *at = script;

    script_skip(&at);
    if (script_takes(&at, "in")) {
        bool is_named = false;
        while (!script_at_end(at))
            is_named = situation_text_equal(script_word(&at), orders[order]) || is_named;
        if (!is_named)
            return false;
    }
    if ((situation_text_has(script, "grows;") || situation_text_has(script, "faults;")) &&
        in_manner != ON_HEAP)
        return false;
    if (situation_text_has(script, "plain;") && in_manner != LOUD)
        return false;
    return in_manner != SILENT ||
           !(situation_text_has(script, "at +") || situation_text_has(script, "at -"));
}

/* Once for each call of the allocator that may fail, and once more where it lasts. */
static void play_without_memory(const char *script)
{
    lacking = 0;
    for (int lasts = 0; lasts < 2; lasts++) {
        is_lasting = lasts != 0;
        fault = 0;
        do {
            fault++;
            play(script);
            script_need(fault < 200, "it needs memory again and again");
        } while (heap_calls >= fault);
    }
    script_need(lacking > 4, "nothing has failed");
    fault = 0;
    situation_cases("calls that failed for want of memory", lacking);
}

static void play_all(const char *script)
{
    const unsigned harms = situation_text_has(script, " any") ? LEDGER_OVERWRITES : 1;

    for (order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
        for (int i = LOUD; i < MANNERS; i++) {
            in_manner = (manner)i;
            if (!is_played(script))
                continue;
            if (situation_text_has(script, "faults;")) {
                play_without_memory(script);
                continue;
            }
            for (unsigned kind = 0; kind < harms; kind++) {
                any_harm = (ledger_overwrite_kind)kind;
                play(script);
            }
        }
}

/* The script with this one of the words after `try` in place of each $; NULL: there are fewer. */
static const char *variant(const char *script, unsigned number)
{
    static char text[TEXT];
    char word[WORD] = "";

    now = script;
    if (!script_takes(&script, "try"))
        return number == 0 ? script : NULL;
    stage_needs(TEXT > 1 ? 0 : SIZE_MAX);
    for (unsigned i = 0; i <= number; i++) {
        if (*script == ';')
            return NULL;
        situation_text_copy(word, sizeof word, script_word(&script));
    }
    script = find_end(script, ';', ';') + 1;
    text[0] = '\0';
    for (; *script != '\0'; script++)
        situation_text_add(text, sizeof text,
                           *script == '$' ? word : (const char[]){*script, '\0'});
    return text;
}

void script_play(const char *script)
{
    for (unsigned i = 0; variant(script, i) != NULL; i++)
        play_all(variant(script, i));
}

void situation_play(const situation *it)
{
    if (it->script != NULL)
        script_play(it->script);
    else
        it->run();
    stage_end();
}
