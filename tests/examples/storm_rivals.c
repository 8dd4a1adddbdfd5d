#include "storm_subjects.h"

#include <stdlib.h>

/* The dense array: the bodies of a kind are adjacent, and the last one replaces a removed one.
 * Pointers to bodies do not stay valid. */
typedef struct dense_array {
    mote *motes;
    uint32_t count, full, born;
} dense_array;

static void array_bullets(dense_array *array, float dt)
{
    mote *motes = array->motes;
    uint32_t count = array->count;
    for (uint32_t i = 0; i < count;)
        if (bullet_move(&motes[i].body, dt))
            ++i;
        else
            motes[i] = motes[--count];
    array->count = count;
}

static void array_sparks(dense_array *array, float dt)
{
    mote *motes = array->motes;
    uint32_t count = array->count;
    for (uint32_t i = 0; i < count;)
        if (spark_move(&motes[i].body, dt))
            ++i;
        else
            motes[i] = motes[--count];
    array->count = count;
}

static void array_smokes(dense_array *array, float dt)
{
    mote *motes = array->motes;
    uint32_t count = array->count;
    for (uint32_t i = 0; i < count;)
        if (smoke_move(&motes[i].body, dt))
            ++i;
        else
            motes[i] = motes[--count];
    array->count = count;
}

static void array_missiles(dense_array *array, float dt)
{
    mote *motes = array->motes;
    uint32_t count = array->count;
    for (uint32_t i = 0; i < count;)
        if (missile_move(&motes[i].body, dt))
            ++i;
        else
            motes[i] = motes[--count];
    array->count = count;
}

static void array_fill(dense_array *array, storm_kind kind, bool settled)
{
    while (array->count < array->full)
        array->motes[array->count++].body = body_newborn(kind, array->born++, settled);
}

static void array_frame(void *storm)
{
    dense_array *arrays = storm;
    array_bullets(&arrays[KIND_BULLET], STORM_DT);
    array_sparks(&arrays[KIND_SPARK], STORM_DT);
    array_smokes(&arrays[KIND_SMOKE], STORM_DT);
    array_missiles(&arrays[KIND_MISSILE], STORM_DT);
    for (storm_kind kind = 0; kind < KINDS; ++kind)
        array_fill(&arrays[kind], kind, false);
}

static void array_tear_down(void *storm)
{
    dense_array *arrays = storm;
    for (storm_kind kind = 0; kind < KINDS; ++kind)
        free(arrays[kind].motes);
    free(arrays);
}

static void *array_set_up(uint32_t bodies)
{
    dense_array *arrays = calloc(KINDS, sizeof *arrays);
    for (storm_kind kind = 0; arrays && kind < KINDS; ++kind) {
        arrays[kind].full = kind_share(kind, bodies);
        arrays[kind].motes = calloc(arrays[kind].full, sizeof(mote));
        if (!arrays[kind].motes) {
            array_tear_down(arrays);
            return NULL;
        }
        array_fill(&arrays[kind], kind, true);
    }
    return arrays;
}

static storm_work array_work(const void *storm)
{
    const dense_array *arrays = storm;
    storm_work work = {0};
    for (storm_kind kind = 0; kind < KINDS; ++kind) {
        work.died += arrays[kind].born - arrays[kind].count;
        for (uint32_t i = 0; i < arrays[kind].count; ++i)
            work.hash += body_hash(&arrays[kind].motes[i].body);
    }
    return work;
}

const storm_subject storm_array = {"dense array of the same struct, swap-remove", array_set_up,
                                   array_frame, array_work, array_tear_down};

/* The textbook list: nodes from a pool with a last-in-first-out freelist, pushed at the head. */
typedef struct text_node {
    struct text_node *next, *prev;
    storm_body body;
} text_node;

typedef struct text_list {
    text_node *nodes; /* the pool */
    text_node *free;  /* the freelist, through `next` */
    text_node head;   /* sentinel of the ring */
    uint32_t count, full, born;
} text_list;

static void list_remove(text_list *list, text_node *node)
{
    node->prev->next = node->next;
    node->next->prev = node->prev;
    node->next = list->free;
    list->free = node;
    --list->count;
}

static void list_push(text_list *list, storm_body body)
{
    text_node *node = list->free;
    list->free = node->next;
    node->body = body;
    node->next = list->head.next;
    node->prev = &list->head;
    node->next->prev = node;
    list->head.next = node;
    ++list->count;
}

static void list_bullets(text_list *list, float dt)
{
    for (text_node *node = list->head.next, *next; node != &list->head; node = next) {
        next = node->next;
        if (!bullet_move(&node->body, dt))
            list_remove(list, node);
    }
}

static void list_sparks(text_list *list, float dt)
{
    for (text_node *node = list->head.next, *next; node != &list->head; node = next) {
        next = node->next;
        if (!spark_move(&node->body, dt))
            list_remove(list, node);
    }
}

static void list_smokes(text_list *list, float dt)
{
    for (text_node *node = list->head.next, *next; node != &list->head; node = next) {
        next = node->next;
        if (!smoke_move(&node->body, dt))
            list_remove(list, node);
    }
}

static void list_missiles(text_list *list, float dt)
{
    for (text_node *node = list->head.next, *next; node != &list->head; node = next) {
        next = node->next;
        if (!missile_move(&node->body, dt))
            list_remove(list, node);
    }
}

static void list_fill(text_list *list, storm_kind kind, bool settled)
{
    while (list->count < list->full)
        list_push(list, body_newborn(kind, list->born++, settled));
}

static void list_frame(void *storm)
{
    text_list *lists = storm;
    list_bullets(&lists[KIND_BULLET], STORM_DT);
    list_sparks(&lists[KIND_SPARK], STORM_DT);
    list_smokes(&lists[KIND_SMOKE], STORM_DT);
    list_missiles(&lists[KIND_MISSILE], STORM_DT);
    for (storm_kind kind = 0; kind < KINDS; ++kind)
        list_fill(&lists[kind], kind, false);
}

static void list_tear_down(void *storm)
{
    text_list *lists = storm;
    for (storm_kind kind = 0; kind < KINDS; ++kind)
        free(lists[kind].nodes);
    free(lists);
}

static bool list_begin(text_list *list, storm_kind kind, uint32_t bodies)
{
    list->full = kind_share(kind, bodies);
    list->nodes = calloc(list->full, sizeof(text_node));
    list->head.next = list->head.prev = &list->head;
    if (!list->nodes)
        return false;
    for (uint32_t i = list->full; i-- > 0; list->free = &list->nodes[i])
        list->nodes[i].next = list->free;
    list_fill(list, kind, true);
    return true;
}

static void *list_set_up(uint32_t bodies)
{
    text_list *lists = calloc(KINDS, sizeof *lists);
    for (storm_kind kind = 0; lists && kind < KINDS; ++kind)
        if (!list_begin(&lists[kind], kind, bodies)) {
            list_tear_down(lists);
            return NULL;
        }
    return lists;
}

static storm_work list_work(const void *storm)
{
    const text_list *lists = storm;
    storm_work work = {0};
    for (storm_kind kind = 0; kind < KINDS; ++kind) {
        work.died += lists[kind].born - lists[kind].count;
        for (const text_node *node = lists[kind].head.next; node != &lists[kind].head;
             node = node->next)
            work.hash += body_hash(&node->body);
    }
    return work;
}

const storm_subject storm_textbook = {"textbook list, freelist, pushed at the head", list_set_up,
                                      list_frame, list_work, list_tear_down};
