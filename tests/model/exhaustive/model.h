/**
 * @file model.h Declarations shared by the parts of the model: model.c has the list, walks and
 * operations; model_life.c the beginning and end of lives.
 */
#ifndef TROUPE_TESTS_EXHAUST_MODEL_H
#define TROUPE_TESTS_EXHAUST_MODEL_H

#include "exhaust.h"

typedef struct walk
{
    struct walk *up;
    uint32_t limit;
    int32_t segment; /* its present segment; -1: none */
    int32_t pos;     /* the key of the last actor that it reached */
    int32_t current; /* the actor whose callback runs, or -1 */
} walk;

#define LOWEST (-1000000)

/** Those in progress, the innermost first. */
extern walk *walks;

/* model.c */
const trp_pool_desc *model_desc(uint32_t pool);
int32_t model_segment_of(uint32_t pool);
/** The possible actors. */
uint32_t model_total(void);
/** The actor of a slot of a pool with slots of its own. */
uint32_t model_in_slot(uint32_t pool, uint32_t slot);
bool model_is_listed(const model_actor *a);
bool model_is_taken(const model_actor *a);
uint32_t model_count(uint32_t pool, bool (*counts)(const model_actor *));
/** The listed actor of a segment with the lowest key above `pos`, or -1. */
int32_t model_next_listed(int32_t segment, int32_t pos);
void model_enlist(model_actor *a);
/** A walk by age that is at this actor steps back to the one before. */
void model_unlist(model_actor *a, place to);
bool model_is_current(const walk *w, uint32_t actor);
/** A callback: logs it, and executes the nested operation. */
void model_called_back(uint32_t what, uint32_t actor, uint32_t more);

/* model_life.c */
trp_result model_enter(const model_actor *a);
void model_leave(uint32_t actor, trp_reason reason);
trp_result model_expire(uint32_t actor);
trp_result model_sleep_or_wake(model_actor *a, place to);
void model_clear(uint32_t pool);
void model_add_slots(uint32_t pool, uint32_t slots);
void model_create(uint32_t pool, bool is_optional);
void model_adopt(uint32_t actor);
void model_renew(uint32_t actor);

#endif
