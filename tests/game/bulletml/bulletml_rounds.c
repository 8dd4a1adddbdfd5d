/* Analyses cycles of references and warns about surprising effects: cycles without a wait, commands
 * that are dropped, missing parameters. */
#include "bulletml.h"

#include <stdlib.h>

/* -- the graph of routines and the references between them -- */

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
    bool followed;  /* is_in_cycle() follows it */
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
    bool waits;      /* it contains a <wait>, or refers to a routine that does */
} bulletml_node;

typedef struct bulletml_graph
{
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
    while (high - low > 1)
    {
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
    if (edge.name != BML_C_FIRE)
    {
        edge.count = bml_second_byte(word);
        graph->edges[graph->count++] = edge;
    }
    else if (edge.to > 0)
    {
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
    if (edge->name == BML_C_FIRE)
    {
        grew = grow(&from->params, to->params, BML_PARAMS);
        grew |= grow(&to->given, from->given, BML_PARAMS);
        return grew;
    }
    bool calls = edge->name == BML_C_CALL;
    grew = grow(&to->given, edge->count, BML_PARAMS);
    grew |= to->waits && !from->waits;
    from->waits |= to->waits;
    grew |= grow(&from->depth, to->depth + (calls ? edge->loops + 1 : 0), BML_STACK + 1);
    grew |= grow(&from->kept, to->kept + (calls ? from->given : 0), BML_PARAM_STACK + 1);
    return grew;
}

/* Computes the values that depend on other nodes: params, given, depth, kept, waits. */
static void graph_spread(bulletml_graph *graph)
{
    for (bool grew = true; grew;)
    {
        grew = false;
        for (uint32_t n = graph->table->routines; n-- > 0;)
        {
            bulletml_node *node = &graph->nodes[n];
            grew |= grow(&node->depth, node->loops, BML_STACK + 1);
            grew |= grow(&node->kept, node->given, BML_PARAM_STACK + 1);
        }
        for (uint32_t i = graph->count; i-- > 0;)
            grew |= spread_edge(graph, &graph->edges[i]);
    }
}

/* Whether the edges that are followed lead from the end of an edge back to its beginning. */
static bool is_in_cycle(bulletml_graph *graph, uint32_t number)
{
    const bulletml_edge *edge = &graph->edges[number];
    uint32_t count = 0;
    if (!edge->followed)
        return false;
    graph->seen[edge->to] = number + 1;
    graph->ahead[count++] = edge->to;
    while (count > 0)
    {
        const bulletml_node *node = &graph->nodes[graph->ahead[--count]];
        if (node == &graph->nodes[edge->from])
            return true;
        for (uint32_t i = node->first; i < node->end; i++)
        {
            const uint32_t to = graph->edges[i].to;
            if (!graph->edges[i].followed || graph->seen[to] == number + 1)
                continue;
            graph->seen[to] = number + 1;
            graph->ahead[count++] = to;
        }
    }
    return false;
}

/* Ready for other edges that are followed. */
static void forget_cycles(bulletml_graph *graph)
{
    for (uint32_t n = 0; n < graph->table->routines; n++)
        graph->seen[n] = 0;
}

/* -- the walk through the table -- */

/* True if the number at `at` is a constant of at least 1. */
static bool surely_once(const uint32_t *words, uint32_t at)
{
    bml_bits value;
    if ((words[at] & 0xFFu) == (BML_E_SMALL | BML_E_LAST))
        return words[at] >> 8 >= 1 && words[at] >> 8 < 0x800000;
    if ((words[at] & 0xFFu) != (BML_E_NUMBER | BML_E_LAST))
        return false;
    value.bits = (uint64_t)words[at + 1] | (uint64_t)words[at + 2] << 32;
    return value.number >= 1;
}

static bool surely_none(const uint32_t *words, uint32_t at)
{
    uint32_t word = words[at] & 0xFFu;
    bool is_number = word == (BML_E_SMALL | BML_E_LAST) || word == (BML_E_NUMBER | BML_E_LAST);
    return is_number && !surely_once(words, at);
}

/* The state of the walk through a routine. */
typedef struct place
{
    uint32_t loops;
    uint32_t
        unsure; /* the number of open repeats that may run 0 times; the outermost is at `since` */
    uint32_t since;
    bool waits;
} place;

static void open_repeat(place *here, const uint32_t *words, uint32_t times)
{
    here->loops++;
    if (here->unsure == 0 && !surely_once(words, times))
    {
        here->unsure = 1;
        here->since = here->loops;
    }
}

static void close_repeat(place *here)
{
    if (here->unsure != 0 && here->since == here->loops)
        here->unsure = 0;
    here->loops--;
}

static uint32_t greatest_param(const uint32_t *words, uint32_t at, uint32_t most)
{
    uint32_t end = bml_skip(words, at);
    while (at < end)
    {
        uint32_t word = words[at++];
        at += (word & 0x7Fu) == BML_E_NUMBER ? 2 : 0;
        if ((word & 0x7Fu) == BML_E_PARAM && word >> 8 > most)
            most = word >> 8;
    }
    return most;
}

static void collect_command(bulletml_graph *graph, bulletml_node *node, place *here, uint32_t at)
{
    const uint32_t *words = graph->table->words;
    uint32_t word = words[at];
    switch (bml_low_byte(word))
    {
    case BML_C_CALL:
    case BML_C_JUMP:
    case BML_C_FIRE:
        graph_add(graph, (bulletml_edge){.at = at,
                                         .loops = here->loops,
                                         .unsure = here->unsure != 0,
                                         .waits = here->waits});
        break;
    case BML_C_REPEAT:
        open_repeat(here, words, at + 1);
        node->loops = here->loops > node->loops ? here->loops : node->loops;
        break;
    case BML_C_LOOP:
        close_repeat(here);
        break;
    case BML_C_WAIT:
        here->waits |= !surely_none(words, at + 1);
        node->waits |= here->waits;
        break;
    default:
        break;
    }
}

static void collect_routine(bulletml_graph *graph, uint32_t number)
{
    const bulletml_table *table = graph->table;
    bulletml_node *node = &graph->nodes[number];
    place here = {0};
    uint32_t at = bml_offset(bml_entry(table->words, number));
    uint32_t end = number + 1 < table->routines ? bml_offset(bml_entry(table->words, number + 1))
                                                : table->length;
    node->first = graph->count;
    while (at < end)
    {
        uint32_t operands = bml_operands(table->words[at]);
        collect_command(graph, node, &here, at);
        at++;
        for (; operands > 0; operands--)
        {
            node->params = greatest_param(table->words, at, node->params);
            at = bml_skip(table->words, at);
        }
    }
    node->end = graph->count;
}

/* Cycles without a wait. */

static void mark_quick(bulletml_graph *graph)
{
    for (uint32_t n = 0; n < graph->table->routines; n++)
    {
        bool waited = false;
        for (uint32_t i = graph->nodes[n].first; i < graph->nodes[n].end; i++)
        {
            bulletml_edge *edge = &graph->edges[i];
            edge->followed = edge->name != BML_C_FIRE && !edge->unsure && !edge->waits && !waited;
            waited |= edge->name == BML_C_CALL && graph->nodes[edge->to].waits;
        }
    }
}

static void warn_endless(bulletml_graph *graph, bulletml_report *report)
{
    mark_quick(graph);
    forget_cycles(graph);
    for (uint32_t i = 0; i < graph->count; i++)
    {
        const bulletml_edge *edge = &graph->edges[i];
        if (is_in_cycle(graph, i))
        {
            bulletml_warn(report, graph->table->lines[edge->at],
                          "this reference is in a cycle without a <wait>: the action "
                          "ends after %d commands in one tick",
                          BML_STEPS);
            return;
        }
    }
}

/* Depth. */

static bool warn_forgotten(bulletml_graph *graph, bulletml_report *report)
{
    bool warned = false;
    for (uint32_t i = 0; i < graph->count; i++)
        graph->edges[i].followed = graph->edges[i].name != BML_C_FIRE;
    forget_cycles(graph);
    for (uint32_t i = 0; i < graph->count; i++)
    {
        const bulletml_edge *edge = &graph->edges[i];
        if (edge->name == BML_C_CALL && is_in_cycle(graph, i))
        {
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
    for (uint32_t n = 0; n < graph->table->routines; n++)
    {
        const bulletml_node *node = &graph->nodes[n];
        uint32_t line = graph->file->elements[graph->table->elements[n]].line;
        if (node->depth > BML_STACK)
        {
            bulletml_error(report, line,
                           "references and repeats are nested more than %d deep from here on",
                           BML_STACK);
            return;
        }
        if (node->kept > BML_PARAM_STACK)
        {
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
    for (uint32_t i = 0; i < graph->count; i++)
    {
        const bulletml_edge *edge = &graph->edges[i];
        if (edge->name != BML_C_FIRE && edge->count < graph->nodes[edge->to].params)
        {
            bulletml_warn(report, graph->table->lines[edge->at],
                          "there is no <param> for $%u, which is used there: its value is 1",
                          (unsigned)graph->nodes[edge->to].params);
        }
    }
    for (uint32_t n = 0; n < graph->table->tops; n++)
    {
        if (graph->nodes[n].params > 0)
        {
            bulletml_warn(report, graph->file->elements[graph->table->elements[n]].line,
                          "$%u is used, but a top action has no parameters: its value is 1",
                          (unsigned)graph->nodes[n].params);
        }
    }
}

void bulletml_rounds(const bulletml_file *file, const bulletml_table *table)
{
    bulletml_graph graph = {.file = file, .table = table};
    if (!graph_make(&graph))
    {
        bulletml_error(file->report, 1, "there is not enough memory");
        graph_free(&graph);
        return;
    }
    for (uint32_t n = 0; n < table->routines; n++)
        collect_routine(&graph, n);
    graph_spread(&graph);
    warn_params(&graph, file->report);
    warn_endless(&graph, file->report);
    if (!warn_forgotten(&graph, file->report))
        check_depth(&graph, file->report);
    graph_free(&graph);
}
