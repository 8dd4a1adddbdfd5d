/* Analyses references: those that are nested too deep, cycles in which commands are dropped, missing
 * parameters. */
#include "bulletml.h"

#include <stdlib.h>

/* -- the graph of routines and the references between them -- */

/* A BML_C_CALL, a BML_C_JUMP, or a BML_C_FIRE of a bullet with actions. */
typedef struct bulletml_edge {
    bml_command name;
    uint32_t at; /* the command's first word */
    uint32_t from;
    uint32_t to;
    uint32_t count; /* number of parameters */
    uint32_t loops; /* number of repeats around it */
} bulletml_edge;

typedef struct bulletml_node {
    uint32_t first; /* its edges, in the order of commands */
    uint32_t end;
    uint32_t loops;  /* the most nested repeats */
    uint32_t params; /* the highest $n that the routine or its bullets use */
    uint32_t given;  /* the most parameters with which it is called */
    uint32_t depth;  /* the greatest depth of references and repeats from here on */
    uint32_t kept;   /* likewise the most stored parameters, including its own */
} bulletml_node;

typedef struct bulletml_graph {
    const bulletml_file *file;
    const bulletml_table *table;
    uint32_t count;
    bulletml_edge *edges;
    bulletml_node *nodes;
    uint32_t *seen;  /* memory of is_in_cycle(): for which edge a node was seen */
    uint32_t *ahead; /* nodes that are still to be followed */
} bulletml_graph;

static bool graph_make(bulletml_graph *graph)
{
    size_t routines = graph->table->routines + (size_t)1;
    graph->edges = calloc(graph->table->length + (size_t)1, sizeof *graph->edges);
    graph->nodes = calloc(routines, sizeof *graph->nodes);
    graph->seen = calloc(routines, sizeof *graph->seen);
    graph->ahead = calloc(routines, sizeof *graph->ahead);
    return graph->edges && graph->nodes && graph->seen && graph->ahead;
}

static void graph_free(bulletml_graph *graph)
{
    free(graph->edges);
    free(graph->nodes);
    free(graph->seen);
    free(graph->ahead);
}

static uint32_t routine_at(const bulletml_table *table, uint32_t at)
{
    uint32_t low = 0;
    uint32_t high = table->routines;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        bool before = bml_offset(bml_entry(table->words, middle)) <= at;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    return low;
}

/* Adds an edge, with the data of its command, to the routine in progress. Shots without actions
 * have no edge. */
static void graph_add(bulletml_graph *graph, bulletml_edge edge)
{
    uint32_t word = graph->table->words[edge.at];
    edge.name = (bml_command)bml_low_byte(word);
    edge.from = routine_at(graph->table, edge.at);
    edge.to = bml_high_half(word);
    if (edge.name != BML_C_FIRE) {
        edge.count = bml_second_byte(word);
        graph->edges[graph->count++] = edge;
    } else if (edge.to > 0) {
        edge.to--;
        graph->edges[graph->count++] = edge;
    }
}

/* Makes *number at least `least`, but no more than `most`. True if it grew. */
static bool grow(uint32_t *number, uint32_t least, uint32_t most)
{
    uint32_t wanted = least < most ? least : most;
    bool grows = wanted > *number;
    *number = grows ? wanted : *number;
    return grows;
}

static bool spread_edge(bulletml_graph *graph, const bulletml_edge *edge)
{
    bulletml_node *from = &graph->nodes[edge->from];
    bulletml_node *to = &graph->nodes[edge->to];
    bool grew;
    if (edge->name == BML_C_FIRE) {
        grew = grow(&from->params, to->params, BML_PARAMS);
        grew |= grow(&to->given, from->given, BML_PARAMS);
        return grew;
    }
    bool calls = edge->name == BML_C_CALL;
    grew = grow(&to->given, edge->count, BML_PARAMS);
    grew |= grow(&from->depth, to->depth + (calls ? edge->loops + 1 : 0), BML_STACK + 1);
    grew |= grow(&from->kept, to->kept + (calls ? from->given : 0), BML_PARAM_STACK + 1);
    return grew;
}

/* Computes the values that depend on other nodes: params, given, depth, kept. */
static void graph_spread(bulletml_graph *graph)
{
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t n = graph->table->routines; n-- > 0;) {
            bulletml_node *node = &graph->nodes[n];
            grew |= grow(&node->depth, node->loops, BML_STACK + 1);
            grew |= grow(&node->kept, node->given, BML_PARAM_STACK + 1);
        }
        for (uint32_t i = graph->count; i-- > 0;)
            grew |= spread_edge(graph, &graph->edges[i]);
    }
}

/* Whether references lead from the end of an edge back to its beginning. Shots are none. */
static bool is_in_cycle(bulletml_graph *graph, uint32_t number)
{
    const bulletml_edge *edge = &graph->edges[number];
    uint32_t count = 0;
    graph->seen[edge->to] = number + 1;
    graph->ahead[count++] = edge->to;
    while (count > 0) {
        const bulletml_node *node = &graph->nodes[graph->ahead[--count]];
        if (node == &graph->nodes[edge->from])
            return true;
        for (uint32_t i = node->first; i < node->end; i++) {
            const uint32_t to = graph->edges[i].to;
            if (graph->edges[i].name == BML_C_FIRE || graph->seen[to] == number + 1)
                continue;
            graph->seen[to] = number + 1;
            graph->ahead[count++] = to;
        }
    }
    return false;
}

/* -- the walk through the table -- */

static uint32_t greatest_param(const uint32_t *words, uint32_t at, uint32_t most)
{
    uint32_t end = bml_skip(words, at);
    while (at < end) {
        uint32_t word = words[at++];
        at += (word & 0x7Fu) == BML_E_NUMBER ? 2 : 0;
        if ((word & 0x7Fu) == BML_E_PARAM && word >> 8 > most)
            most = word >> 8;
    }
    return most;
}

/* `*loops` is the number of open repeats. */
static void collect_command(bulletml_graph *graph, bulletml_node *node, uint32_t *loops,
                            uint32_t at)
{
    switch (bml_low_byte(graph->table->words[at])) {
    case BML_C_CALL:
    case BML_C_JUMP:
    case BML_C_FIRE:
        graph_add(graph, (bulletml_edge){.at = at, .loops = *loops});
        break;
    case BML_C_REPEAT:
        ++*loops;
        node->loops = *loops > node->loops ? *loops : node->loops;
        break;
    case BML_C_LOOP:
        --*loops;
        break;
    default:
        break;
    }
}

static void collect_routine(bulletml_graph *graph, uint32_t number)
{
    const bulletml_table *table = graph->table;
    bulletml_node *node = &graph->nodes[number];
    uint32_t loops = 0;
    uint32_t at = bml_offset(bml_entry(table->words, number));
    uint32_t end = number + 1 < table->routines ? bml_offset(bml_entry(table->words, number + 1))
                                                : table->length;
    node->first = graph->count;
    while (at < end) {
        uint32_t operands = bml_operands(table->words[at]);
        collect_command(graph, node, &loops, at);
        at++;
        for (; operands > 0; operands--) {
            node->params = greatest_param(table->words, at, node->params);
            at = bml_skip(table->words, at);
        }
    }
    node->end = graph->count;
}

/* Depth. */

static bool warn_forgotten(bulletml_graph *graph, bulletml_report *report)
{
    bool warned = false;
    for (uint32_t i = 0; i < graph->count; i++) {
        const bulletml_edge *edge = &graph->edges[i];
        if (edge->name == BML_C_CALL && is_in_cycle(graph, i)) {
            bulletml_warn(report, graph->table->lines[edge->at],
                          "this reference is in a cycle, and commands follow it: "
                          "after about %d rounds the remaining commands are dropped",
                          BML_STACK);
            warned = true;
        }
    }
    return warned;
}

static void check_depth(bulletml_graph *graph, bulletml_report *report)
{
    for (uint32_t n = 0; n < graph->table->routines; n++) {
        const bulletml_node *node = &graph->nodes[n];
        uint32_t line = graph->file->elements[graph->table->elements[n]].line;
        if (node->depth > BML_STACK) {
            bulletml_error(report, line,
                           "references and repeats are nested more than %d deep from here on",
                           BML_STACK);
            return;
        }
        if (node->kept > BML_PARAM_STACK) {
            bulletml_error(report, line,
                           "references store more than %d parameters at once from here on",
                           BML_PARAM_STACK);
            return;
        }
    }
}

/* Parameters. */

static void warn_params(bulletml_graph *graph, bulletml_report *report)
{
    for (uint32_t i = 0; i < graph->count; i++) {
        const bulletml_edge *edge = &graph->edges[i];
        if (edge->name != BML_C_FIRE && edge->count < graph->nodes[edge->to].params) {
            bulletml_warn(report, graph->table->lines[edge->at],
                          "there is no <param> for $%u, which is used there: its value is 1",
                          (unsigned)graph->nodes[edge->to].params);
        }
    }
    for (uint32_t n = 0; n < graph->table->tops; n++) {
        if (graph->nodes[n].params > 0) {
            bulletml_warn(report, graph->file->elements[graph->table->elements[n]].line,
                          "$%u is used, but a top action has no parameters: its value is 1",
                          (unsigned)graph->nodes[n].params);
        }
    }
}

void bulletml_rounds(const bulletml_file *file, const bulletml_table *table)
{
    bulletml_graph graph = {.file = file, .table = table};
    if (!graph_make(&graph)) {
        bulletml_error(file->report, 1, "there is not enough memory");
        graph_free(&graph);
        return;
    }
    for (uint32_t n = 0; n < table->routines; n++)
        collect_routine(&graph, n);
    graph_spread(&graph);
    warn_params(&graph, file->report);
    if (!warn_forgotten(&graph, file->report))
        check_depth(&graph, file->report);
    graph_free(&graph);
}
