/**
 * @file stage.h The stage of situations: static memory for worlds, an actor type or two, callbacks
 * that log their arguments, and a record of misuse reports.
 */
#ifndef TROUPE_TESTS_STAGE_H
#define TROUPE_TESTS_STAGE_H

#include "situation.h"
#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/hash.h"
#include "troupe/interval.h"
#include "troupe/list.h"
#include "troupe/parallel.h"
#include "troupe/quarantine.h"
#include "troupe/queue.h"
#include "troupe/save.h"
#include "troupe/shrink.h"
#include "troupe/synctest.h"
#include "troupe/system.h"
#include "troupe/troupe.h"

#ifndef STAGE_BYTES
#define STAGE_BYTES (96u * 1024u)
#endif

/** The most that malloc is asked for. A smaller number on a small machine leaves out the situations
 * of large pools. */
#ifndef STAGE_HEAP_BYTES
#define STAGE_HEAP_BYTES (64u * 1024u * 1024u)
#endif

/** The usual actor. */
typedef struct thing {
    trp_actor actor;
    uint32_t id;
    uint32_t data;
} thing;

extern const trp_fields thing_type;
/** Of boxes; of a single number of 32 bits. */
extern const trp_fields stage_box_type, stage_number_type;

/** An actor with its node somewhere inside, in a struct of an awkward size. */
typedef struct crate {
    double weight;
    uint32_t id;
    unsigned char bytes[7];
    trp_actor node;
    uint16_t tail;
} crate;

/** The last misuse that on_misuse got, and the number of misuses since stage_forget(). */
typedef struct stage_report {
    unsigned count;
    trp_result result;
    trp_world *world;
    trp_pool *pool;
    const trp_actor *actor;
    char call[40];
    char message[300];
} stage_report;

extern stage_report told;

/** Further actions of the callbacks below besides logging; NULL: nothing. A new stage_world()
 * resets them. */
extern void (*stage_when_updated)(thing *self, const trp_context *in);
extern void (*stage_when_created)(trp_world *world, thing *self);
extern void (*stage_when_recycled)(trp_world *world, thing *self, trp_reason reason);
extern void (*stage_when_visited)(thing *self);

/** Pool callbacks for things: they log the id, BORN(id), GONE(reason, id). */
void stage_update(trp_actor *self, const trp_context *in);
void stage_on_create(trp_actor *self, const trp_context *in);
void stage_on_end(trp_actor *self, const trp_end_context *in);
/** For trp_for_each(): logs the id. */
void stage_visit(trp_actor *self, const trp_context *in);
/** Callbacks without an effect. */
void stage_do_nothing(trp_actor *self, const trp_context *in);
void stage_update_nothing(trp_pool *pool, const trp_context *in);
void stage_hear_nothing(trp_actor *self, const trp_event_context *in);
void stage_play_nothing(const void *event, const trp_context *in);
/** For is_expired, and as conditions. */
bool stage_is_never(const trp_actor *self, const trp_context *in);
bool stage_is_always(const trp_actor *self, const trp_context *in);
/** For on_misuse: fills `told`. */
void stage_on_misuse(trp_world *world, const trp_misuse *misuse);

#define BORN(id) (90000u + (id))
#define GONE(reason, id) (10000u * (uint32_t)(reason) + (id))

/** Leaves the situation if it needs a heap of more bytes than there are; or a block for its world. */
void stage_needs(size_t heap_bytes);
void stage_needs_block(size_t bytes);

/** What a scene has begun ends by this call: with the situation, or before another scene begins. */
void stage_ends_with(void (*end)(void));
/** All of it ends, the last first. */
void stage_end(void);

/** Makes these bytes accessible: those of worlds that were never ended, and those of a free slot
 * that a stale pointer writes to, without reports of AddressSanitizer and Valgrind. */
void stage_open(void *memory, size_t bytes);

#if defined(TRP_DEBUG) && TRP_DEBUG
/** A library compiled for debugging puts slots in quarantine, so that other ones are taken than
 * situations expect. Therefore pools of situations begin without quarantine. (trp_pool_create)()
 * creates one as the library does. */
trp_pool *stage_pool_create(trp_world *world, const trp_pool_desc *desc);
#define trp_pool_create(...) stage_pool_create(__VA_ARGS__)
#endif

/** A new world in the stage's memory, with stage_on_misuse; all records are reset. */
trp_world *stage_world(void);
trp_world *stage_world_as(trp_world_desc desc);
/** A world on a heap of so many bytes, if there are. It ends with the situation, or before another. */
trp_world *stage_large_world(size_t heap_bytes);
/** Another world, in separate memory (8 KB). */
trp_world *stage_second_world(uint32_t id);
/** The number of registered systems. */
uint32_t stage_system_count(trp_world *world);
/** Removes all systems, the last one first. */
void stage_clear_systems(trp_world *world);
unsigned char *stage_memory(void);
/** A sum of the bytes of stage_memory(), but for the word with which a world there remembers a call
 * that a part was refused. 0 where a tool watches memory: it finds such writes itself, and reports
 * reads of free slots. */
uint64_t stage_sum(const trp_world *world);

/** The orders, for situations that hold in several. */
enum { IN_MEMORY_ORDER, NEWEST_FIRST, OLDEST_FIRST };
extern const trp_order stage_orders[3];

/** The head of a situation that is so in each order; in both age orders. */
#define SITUATION_IN_EACH_ORDER(sentence)                                                          \
    SITUATION_FOR(sentence, int, order, IN_MEMORY_ORDER, OLDEST_FIRST)
#define SITUATION_IN_AGE_ORDERS(sentence)                                                          \
    SITUATION_FOR(sentence, int, order, NEWEST_FIRST, OLDEST_FIRST)

/** The desc of a pool of things with the callbacks above (see situation_begin). */
trp_pool_desc stage_desc(uint32_t capacity, trp_order order);
/** ... without callbacks of births and ends; without update, too. */
trp_pool_desc stage_silent_desc(uint32_t capacity, trp_order order);
trp_pool_desc stage_still_desc(uint32_t capacity, trp_order order);
/** Lets it grow to so many slots. */
void stage_grow(trp_pool_desc *desc, uint32_t max_capacity);
/** Makes a pool, which must succeed. */
trp_pool *stage_pool(trp_world *world, uint32_t capacity, trp_order order);
trp_pool *stage_pool_as(trp_world *world, trp_pool_desc desc);
/** As if the desc of the pool had this setting: for scenes whose pools are there before, and for two
 * versions of a game that play in one world. */
void stage_describe(trp_pool *pool, const trp_fields *fields);
void stage_set_transient(trp_pool *pool, bool transient);
void stage_set_quarantine(trp_pool *pool, uint32_t slots);
void stage_set_shrinking(trp_pool *pool, const trp_shrinking *rule);
/** ... or the desc of the world. */
void stage_name_layer(trp_world *world, uint32_t layer, const char *name);
/** The layer at this place of the order. */
uint32_t stage_layer_at(const trp_world *world, uint32_t place);
/** Whether the node says that the actor is active; for memory that is perhaps no slot any more. */
bool stage_node_is_active(const trp_actor *actor);
/** Creates a thing with that id, which must succeed. */
thing *stage_thing(trp_pool *pool, uint32_t id);
/** Creates things with the ids first, first + 1 .. last. */
void stage_things(trp_pool *pool, uint32_t first, uint32_t last);
/** The living thing with that id, or NULL. */
thing *stage_find(trp_pool *pool, uint32_t id);

void stage_log(uint32_t number);
void stage_log_clear(void);
void stage_check_log(const char *file, int line, const char *text, const uint32_t *expected,
                     unsigned count);

/** The log holds exactly these numbers; then empties it. */
#define CHECK_LOG(...)                                                                             \
    stage_check_log(__FILE__, __LINE__, "log: " #__VA_ARGS__, (const uint32_t[]){0, __VA_ARGS__},  \
                    (unsigned)(sizeof((const uint32_t[]){0, __VA_ARGS__}) / sizeof(uint32_t)) - 1)

void stage_forget(void);
void stage_before(const trp_world *world);
void stage_check_misuse(const char *file, int line, const char *text, const trp_world *world,
                        trp_result got, trp_result expected);
void stage_check_quiet(const char *file, int line, const char *text, const trp_world *world,
                       trp_result got, trp_result expected);
void stage_check_says(const char *file, int line, const char *part);
void stage_check_told(const char *file, int line, unsigned count, trp_result result);
trp_result stage_reason(const trp_world *world, const void *got);

/** The call returns `expected`, is counted once and reported once. */
#define CHECK_MISUSE(world, call, expected)                                                        \
    (stage_before(world),                                                                          \
     stage_check_misuse(__FILE__, __LINE__, #call, (world), (call), (expected)))

/** The call returns `expected` and is not counted or reported. */
#define CHECK_QUIET(world, call, expected)                                                         \
    (stage_before(world), stage_check_quiet(__FILE__, __LINE__, #call, (world), (call), (expected)))

/** The same two for a call that must return NULL, for this reason. */
#define CHECK_NULL_MISUSE(world, call, expected)                                                   \
    CHECK_MISUSE(world, stage_reason((world), (call)), expected)
#define CHECK_NULL_QUIET(world, call, expected)                                                    \
    CHECK_QUIET(world, stage_reason((world), (call)), expected)

/** The last report contains this text. */
#define CHECK_SAYS(part) stage_check_says(__FILE__, __LINE__, (part))
/** CHECK_MISUSE and CHECK_NULL_MISUSE, then CHECK_SAYS. */
#define CHECK_MISUSE_SAYS(world, call, expected, part)                                             \
    (stage_before(world),                                                                          \
     stage_check_misuse(__FILE__, __LINE__, #call, (world), (call), (expected)), CHECK_SAYS(part))
#define CHECK_NULL_MISUSE_SAYS(world, call, expected, part)                                        \
    CHECK_MISUSE_SAYS(world, stage_reason((world), (call)), expected, part)

/** So many reports since stage_forget(), the last one of this result. */
#define CHECK_TOLD(count, result) stage_check_told(__FILE__, __LINE__, (count), (result))

/** The world is valid. */
#define CHECK_VALID(world) CHECK_OK(trp_world_validate(world))

/** A number below `limit`, from a seed, which it advances. */
uint32_t stage_random(uint32_t *seed, uint32_t limit);

#endif
