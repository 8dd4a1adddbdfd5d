/**
 * @file script_inside.h What the files of the script language share.
 */
#ifndef TROUPE_TESTS_SCRIPT_INSIDE_H
#define TROUPE_TESTS_SCRIPT_INSIDE_H

#include "stage.h"

/** The actor of all pools. */
typedef struct figure {
    trp_actor actor;
    uint32_t id;
    uint32_t data; /**< ~id */
    trp_box box;
    trp_time until;
} figure;

enum { SCRIPT_IDS = 192, SCRIPT_POOLS = 18, SCRIPT_WORD = 16, SCRIPT_GUESTS = 24 };

extern trp_world *script_world;
extern trp_pool *script_pools[SCRIPT_POOLS];
extern uint32_t script_pool_count;
/** Where the last life with an id was, and its handle. */
extern figure *script_figures[SCRIPT_IDS];
extern trp_handle script_handles[SCRIPT_IDS];
extern figure script_guests[SCRIPT_GUESTS]; /**< actors of external pools, by id */
extern const trp_fields script_fields;      /**< of figures */

_Noreturn void script_fail(const char *why);
void script_need(bool is_so, const char *why);

/* Text: `at` is advanced. */
void script_skip(const char **at);
/** The next word of a statement; empty at its end. */
const char *script_word(const char **at);
/** Whether the next word is this one, which is taken then. */
bool script_takes(const char **at, const char *expected);
uint32_t script_number(const char **at);
/** Also `nan`, `inf`, `-inf` and `1e-30`. */
float script_decimal(const char **at);
bool script_at_end(const char *at);
/** The rest of the statement, or what is in its braces. */
const char *script_text(const char *at);
/** A number, a range, `me` or `me+10`. */
void script_range(const char **at, uint32_t me, uint32_t *from, uint32_t *last);
/** The actor with an id; 0: NULL. */
trp_actor *script_actor_at(const char **at, uint32_t me);
trp_pool *script_pool_at(const char **at);
bool script_is_one_of(const char *name, const char *const *names);
/** [softly] [own] [by ID]: how a life ends. */
trp_ending script_ending(const char **at);
/** The next word, which lives as long as the script. */
const char *script_name(const char **at);

/** A call of the statement at `at` has answered: compares, also with what was reported. */
void script_answered(const char *at, trp_result got);
/** Whether a number is that of the statement. */
void script_equal(uint64_t is, const char *at);

/*
 * A word of scripts, in a function with its `name` that reads what follows from `at`: it returns
 * true from there if the name is this one. Its call answers a result, which the statement at `start`
 * expects; it does something else; or it is a number that must be right.
 */
#define SCRIPT_CALL(word, call)                                                                    \
    if (situation_text_equal(name, word))                                                          \
    return script_answered(start, (call)), true
#define SCRIPT_DO(word, action)                                                                    \
    if (situation_text_equal(name, word))                                                          \
    return (action), true
#define SCRIPT_FACT(word, number) SCRIPT_DO(word, script_equal((number), at))
/** The result of a call that returns none: what it has reported, or TRP_OK. */
trp_result script_told(void);
/** Whether the call was refused for want of memory (`faults`). Then it has given back what it took,
 * unless some of its work is done, and the world is valid; there is memory again, for the same call. */
bool script_lacks_memory(trp_result got, bool is_partly_done);
/** Runs the reactions of this kind and key. */
void script_react(char to, uint32_t key, uint32_t me);
/** Logs the id and reacts, for walks and queries. */
void script_visit(trp_actor *self, const trp_context *in);
/** The same, where the context has the pool of the actor. */
void script_visit_here(trp_actor *self, const trp_context *in);
/** Creates an actor like this one in a pool. */
trp_result script_create(trp_pool *pool, const figure *init, bool is_optional);

/** Whether a reaction has said that the walk is left, once. */
bool script_leaves(void);

#define SCRIPT_ADDED(id) (86000u + (id))
#define SCRIPT_PRUNED(id) (87000u + (id))
#define SCRIPT_DUE(id) (85000u + (id))
#define SCRIPT_PLAYED(number) (8002000u + (number))
#define SCRIPT_UNDONE(number) (8003000u + (number))
#define SCRIPT_SHOWN(id) (8000000u + (id))
#define SCRIPT_VANISHED(id) (8001000u + (id))
#define SCRIPT_PAIR(a, b) (4000000u + 1000u * (a) + (b))
/** Phase 0: begin, 1: stay, 2: end. */
#define SCRIPT_CONTACT(phase, a, b) (5000000u + 1000000u * (phase) + 1000u * (a) + (b))

/* Words about groups (script_group.c), spaces (script_space.c), time (script_time.c), state
 * (script_state.c), black boxes (script_inspect.c), parts (script_parts.c). False: it is none. */
void script_group_reset(void);
bool script_group_call(const char *name, const char *at, uint32_t me);
bool script_group_check(const char *name, const char *at);
void script_space_reset(bool is_brute, bool is_cramped);
void script_space_property(const char **at, trp_pool_desc *pool, trp_actor_fn *update);
bool script_space_call(const char *name, const char *at, uint32_t me);
bool script_space_check(const char *name, const char *at);
void script_time_reset(void);
bool script_time_call(const char *name, const char *at, uint32_t me);
bool script_time_check(const char *name, const char *at, uint32_t me);
/** Whether another world begins, into which the save can be loaded. */
void script_state_reset(bool is_another);
void script_state_end(void);
bool script_state_call(const char *name, const char *at, uint32_t me);
bool script_state_check(const char *name, const char *at);
void script_inspect_reset(void);
bool script_inspect_call(const char *name, const char *at, uint32_t me);
bool script_inspect_check(const char *name, const char *at, uint32_t me);
/** A layer and the world are the sums of their pools; the world has at least and at most so many
 * bytes. */
void script_check_measures(size_t least, size_t most);
void script_parts_reset(bool is_backwards);
void script_parts_property(const char **at, trp_pool_desc *pool);
bool script_parts_call(const char *name, const char *at, uint32_t me);
bool script_parts_check(const char *name, const char *at);
/** What was printed is the text in braces. A library without messages prints as many lines. */
void script_check_page(const char *at);
/** Seconds, ticks or world. */
trp_clock script_clock(const char **at);

#endif
