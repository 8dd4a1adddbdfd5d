/* The graph of routines and the references between them, for bulletml_rounds.c. */
#ifndef GAME_BULLETML_GRAPH_H
#define GAME_BULLETML_GRAPH_H

#include "bulletml.h"

/* A BML_C_CALL, a BML_C_JUMP, or a BML_C_FIRE of a bullet with actions. */
typedef struct bulletml_edge
{
    bml_command name;
    uint32_t at; /* the command's first word */
    uint32_t from;
    uint32_t to;
    uint32_t count; /* number of parameters */
    uint32_t loops; /* number of repeats around it */
    bool unsure;    /* a repeat around it may run 0 times */
    bool waits;     /* a <wait> comes before it */
    bool followed;  /* bulletml_graph_rounds() follows it */
} bulletml_edge;

typedef struct bulletml_node
{
    uint32_t first; /* its edges, in the order of commands */
    uint32_t end;
    uint32_t loops;  /* the most nested repeats */
    uint32_t params; /* the highest $n that the routine or its bullets use */
    uint32_t given;  /* the most parameters with which it is called */
    uint32_t depth;  /* the greatest depth of references and repeats from here on */
    uint32_t kept;   /* likewise the most stored parameters, including its own */
    uint32_t round;  /* number of the cycle: equal for routines that reach each other */
    bool waits;      /* it contains a <wait>, or refers to a routine that does */
} bulletml_node;

typedef struct bulletml_graph
{
    const bulletml_file *file;
    const bulletml_table *table;
    uint32_t count;
    bulletml_edge *edges;
    bulletml_node *nodes;
    uint32_t *order; /* memory for bulletml_graph_rounds() */
} bulletml_graph;

bool bulletml_graph_make(bulletml_graph *graph);
void bulletml_graph_free(bulletml_graph *graph);

/* Adds an edge, with the data of its command, to the routine in progress. Shots without actions
 * have no edge. */
void bulletml_graph_add(bulletml_graph *graph, bulletml_edge edge);

/* Computes the values that depend on other nodes: params, given, depth, kept, waits. */
void bulletml_graph_spread(bulletml_graph *graph);

/* Computes `round` from the edges that are `followed`. */
void bulletml_graph_rounds(bulletml_graph *graph);

#endif
