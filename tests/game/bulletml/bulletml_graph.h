/* Routines and the references between them, as bulletml_rounds.c looks at them. */
#ifndef GAME_BULLETML_GRAPH_H
#define GAME_BULLETML_GRAPH_H

#include "bulletml.h"

/* BML_C_CALL, BML_C_JUMP, or BML_C_FIRE of a bullet that does something. */
typedef struct bulletml_edge
{
    bml_command name;
    uint32_t at; /* the command's first word */
    uint32_t from;
    uint32_t to;
    uint32_t count; /* of parameters */
    uint32_t loops; /* open around it */
    bool unsure;    /* it is in a repeat that may run 0 times */
    bool waits;     /* a <wait> comes before it */
    bool followed;  /* by bulletml_graph_rounds() */
} bulletml_edge;

typedef struct bulletml_node
{
    uint32_t first; /* its edges, in the order of commands */
    uint32_t end;
    uint32_t loops;  /* the most open repeats */
    uint32_t params; /* the greatest $n that it or what it fires uses */
    uint32_t given;  /* the most parameters that it is called with */
    uint32_t depth;  /* the most that is remembered from its begin on, of references and repeats */
    uint32_t kept;   /* the same of parameters, its own among them */
    uint32_t round;  /* routines that can come back to each other have the same */
    bool waits;      /* a <wait> is in it or in what it refers to */
} bulletml_node;

typedef struct bulletml_graph
{
    const bulletml_file *file;
    const bulletml_table *table;
    uint32_t count;
    bulletml_edge *edges;
    bulletml_node *nodes;
    uint32_t *order; /* room for bulletml_graph_rounds() */
} bulletml_graph;

bool bulletml_graph_make(bulletml_graph *graph);
void bulletml_graph_free(bulletml_graph *graph);

/* Adds an edge to the routine whose edges are being collected, with the data of its command. Shots
 * without actions are no edges. */
void bulletml_graph_add(bulletml_graph *graph, bulletml_edge edge);

/* Computes the data that nodes inherit from others: params, given, depth, kept, waits. */
void bulletml_graph_spread(bulletml_graph *graph);

/* Works out `round`, going along the edges that are `followed`. */
void bulletml_graph_rounds(bulletml_graph *graph);

#endif
