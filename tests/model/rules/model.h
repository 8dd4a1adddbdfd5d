/**
 * @file model.h The reference model: it states the effect of each call once. Drivers
 * (tests/model/random, tests/model/exhaustive) choose the calls, and compare the library with it.
 */
#ifndef TROUPE_TESTS_MODEL_MODEL_H
#define TROUPE_TESTS_MODEL_MODEL_H

#include "state.h"

/* What a driver provides. */
/** Records the beginning or the end of a callback, or a misuse. The model fills in the record. */
record *driver_record(record_kind kind);
/** A callback has begun, and was recorded: makes its calls. */
void driver_nested(void);

/* model_world.c */
/** Makes an empty world. */
void model_reset(model_world *w, uint8_t number);
/** A misuse; `pool` may be POOLS: none. */
trp_result model_misuse(model_world *w, uint32_t pool, trp_result result);
void model_end(model_world *w);
bool model_is_time(float value);
/** A callback: it makes further calls according to the bytes. */
void model_call(record at);
record model_hook(const model_world *w, hook_kind hook, uint32_t actor);
target model_target(const model_world *w, uint32_t actor);
trp_handle model_handle(const model_world *w, uint32_t actor);
uint32_t model_get(const model_world *w, trp_handle handle);

/* model_pool.c */
/** Makes a pool from a valid plan. */
void model_add_pool(model_world *w, const pool_plan *plan, uint8_t order);
model_pool *model_pool_of(model_world *w, uint32_t actor);
bool model_grow(model_world *w, uint32_t pool, trp_result *why);
/** An actor's place in the list. */
uint32_t model_place(const model_world *w, uint32_t segment, uint32_t actor);
void model_enlist(model_world *w, uint32_t actor);
void model_unlist(model_world *w, uint32_t actor);
bool model_is_listed(const model_world *w, uint32_t actor);
/** Empty chunks may have been returned: the harness forgets their addresses. */
void model_forget_chunks(model_world *w);
/** Whether the harness knows the address of a slot. */
bool model_is_known(const model_world *w, uint32_t actor);
/** Takes a free slot, or returns NO_INDEX. */
uint32_t model_take_free(model_world *w, uint32_t pool);
void model_give_free(model_world *w, uint32_t actor);

/* model_life.c */
typedef struct model_place_found {
    trp_result result;
    uint32_t actor; /* NO_INDEX: none */
    uint32_t pool;  /* POOLS: none */
} model_place_found;
model_place_found model_locate(const model_world *w, target to);
/** The checks at the start of every call that changes an actor. */
trp_result model_enter(model_world *w, target to, uint32_t *actor);
bool model_is_alive(const model_world *w, uint32_t actor);
void model_depart(model_world *w, uint32_t actor, trp_reason reason);
void model_leave(model_world *w, uint32_t actor, trp_reason reason);
trp_result model_recycle(model_world *w, target to);
trp_result model_expire(model_world *w, target to);
trp_result model_expire_actor(model_world *w, uint32_t actor, trp_reason reason);
void model_clear(model_world *w, uint32_t pool, trp_reason reason);

/* model_create.c */
typedef struct model_source {
    enum {
        FROM_POOL,  /* the prototype, or zeros */
        FROM_GIVEN, /* a struct of the harness */
        FROM_ACTOR
    } from;
    uint32_t actor;
} model_source;
/** `init`: calls back between linking and notification. `born`: whether a life began. */
uint32_t model_create(model_world *w, uint32_t pool, model_source source, bool is_optional,
                      bool init, bool *born);

/* model_full.c */
trp_result model_make_room(model_world *w, uint32_t pool);

/* model_shrink.c */
void model_after_tick(model_world *w, float dt);

/* model_watch.c */
void model_tell(model_world *w, uint32_t pool, uint32_t actor, trp_event event, trp_reason reason);
bool model_hears(const model_world *w, uint32_t pool, unsigned event);
void model_tell_end(model_world *w);
void model_listen(model_world *w, model_chain *chain, model_watcher watcher);
/** Removes all of these. */
void model_ignore(model_chain *chain, listener kind, uint32_t noun, uint32_t of);

/* model_walk.c */
void model_push(model_world *w, model_frame *frame);
void model_pop(model_world *w, model_frame *frame);
bool model_is_current(const model_frame *frame, uint32_t actor);
void model_arrive(model_world *w, model_frame *frame, uint32_t segment);
void model_walk_here(model_world *w, model_frame *frame);
void model_walk_segment(model_world *w, model_frame *frame, uint32_t segment);
void model_draw_segment(model_world *w, uint32_t segment, uint32_t layer);
/** Whether a trp_each is in that segment. */
bool model_is_in_each(const model_world *w, uint32_t segment);

/* model_family.c */
/** Whether no walk and no end of a parent is in progress in it. */
bool model_family_is_idle(const model_world *w, const model_family *family);
uint32_t model_parent(const model_family *family, uint32_t actor);
/** The child of that parent that was attached next after that serial, or NO_INDEX. */
const relation *model_next_child(const model_family *family, uint32_t parent, uint64_t serial);
void model_family_told(model_world *w, uint32_t family, uint32_t actor, trp_event event);
void model_family_end(model_world *w, uint32_t family);

/* model_group.c */
bool model_is_member(const model_world *w, const model_entry *entry);
uint32_t model_group_count(const model_world *w, const model_group *group);

/* model_time.c */
/** At the start of a tick: clocks move, timers fire. */
void model_fire_timers(model_world *w, float dt);
/** After a tick. */
void model_play_events(model_world *w);
/** Whether the timer of an actor runs, and the time left. */
const model_timer *model_timer_of(const model_world *w, uint32_t table, uint32_t actor);

/* model_space.c */
void model_space_told(model_world *w, uint32_t space, uint32_t actor, trp_event event);
uint32_t model_space_count(const model_space *space);

/* model_space_pairs.c */
/** A pass: its frames keep its current actors from being stolen. */
typedef struct model_pass {
    model_frame a;
    model_frame b;
    model_space *space;
} model_pass;
/* The reading of a tick. */
void model_read_spaces(model_world *w);
/* Whether a pass through a space is in progress. */
bool model_is_in_pass(const model_world *w);
void model_begin_pass(model_world *w, model_space *space, model_pass *now);
void model_end_pass(model_world *w, model_pass *now);
/** What came late in a pass. */
void model_settle(model_world *w, model_space *space);
/** The numbers of the members that are found, in the order of answers. Returns how many. */
uint32_t model_space_order(const model_space *space, uint32_t *numbers);
/** Whether an answer is still a member, without interruption. */
bool model_has_stayed(const model_pass *now, uint32_t number);

/* model_area.c: shapes, by plain arithmetic */
typedef struct model_edges {
    float left, top, right, bottom;
} model_edges;
bool model_edges_of(trp_box box, model_edges *edges);
bool model_touch(trp_box a, trp_box b);
/** Whether it is a valid area; `edges` around it. */
bool model_can_ask(trp_area area, model_edges *edges);
bool model_answers(trp_area area, const model_edges *around, trp_box box);
/** The square of the distance. */
double model_distance(float x, float y, trp_box box);
/** The place of the touch along a sweep; above 1: never. */
float model_sweep_at(trp_area sweep, trp_box box);

/* The calls of the model: they fill in the expected results. */
#define MODEL_CALL(name, weight, plan) void model_do_##name(model_world *w, operation *op);
CALLS(MODEL_CALL)
#undef MODEL_CALL

#endif
