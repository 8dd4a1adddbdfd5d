#include "bulletml_graph.h"

#include <stdlib.h>

bool bulletml_graph_make(bulletml_graph *graph)
{
    size_t routines = graph->table->routines + (size_t)1;
    graph->edges = calloc(graph->table->length + (size_t)1, sizeof *graph->edges);
    graph->nodes = calloc(routines, sizeof *graph->nodes);
    graph->order = calloc(routines * 5, sizeof *graph->order);
    if (graph->edges && graph->nodes && graph->order)
    {
        return true;
    }
    bulletml_graph_free(graph);
    return false;
}

void bulletml_graph_free(bulletml_graph *graph)
{
    free(graph->edges);
    free(graph->nodes);
    free(graph->order);
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

void bulletml_graph_add(bulletml_graph *graph, bulletml_edge edge)
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

void bulletml_graph_spread(bulletml_graph *graph)
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
        {
            grew |= spread_edge(graph, &graph->edges[i]);
        }
    }
}

/* Tarjan's strongly connected components, without recursion. */
typedef struct rounds
{
    bulletml_graph *graph;
    uint32_t *index; /* order in which nodes were visited, from 1; 0: not visited */
    uint32_t *low;   /* the earliest open node that the node reaches */
    uint32_t *open;  /* stack of nodes whose component is not known */
    uint32_t *path;  /* stack of the nodes in progress */
    uint32_t opened;
    uint32_t length;
    uint32_t met;
    uint32_t found;
} rounds;

static void enter(rounds *r, uint32_t node)
{
    r->index[node] = r->low[node] = ++r->met;
    r->open[r->opened++] = node;
    r->path[r->length++] = node;
    r->graph->nodes[node].round = 0;
}

static void close_round(rounds *r, uint32_t node)
{
    uint32_t last;
    r->found++;
    do
    {
        last = r->open[--r->opened];
        r->graph->nodes[last].round = r->found;
    } while (last != node);
}

/* The next node to enter from the end of the path, or UINT32_MAX. `next` holds each node's next
 * unvisited edge. */
static uint32_t step(rounds *r, uint32_t *next)
{
    uint32_t node = r->path[r->length - 1];
    while (next[node] < r->graph->nodes[node].end)
    {
        const bulletml_edge *edge = &r->graph->edges[next[node]++];
        if (!edge->followed)
        {
            continue;
        }
        if (r->index[edge->to] == 0)
        {
            return edge->to;
        }
        bool is_open = r->graph->nodes[edge->to].round == 0;
        if (is_open && r->index[edge->to] < r->low[node])
        {
            r->low[node] = r->index[edge->to];
        }
    }
    return UINT32_MAX;
}

static void go_back(rounds *r)
{
    uint32_t node = r->path[--r->length];
    if (r->low[node] == r->index[node])
    {
        close_round(r, node);
    }
    if (r->length > 0)
    {
        uint32_t parent = r->path[r->length - 1];
        r->low[parent] = r->low[node] < r->low[parent] ? r->low[node] : r->low[parent];
    }
}

/* Visits all nodes that one node reaches. */
static void follow_from(rounds *r, uint32_t node, uint32_t *next)
{
    enter(r, node);
    while (r->length > 0)
    {
        uint32_t to = step(r, next);
        if (to != UINT32_MAX)
        {
            enter(r, to);
        }
        else
        {
            go_back(r);
        }
    }
}

void bulletml_graph_rounds(bulletml_graph *graph)
{
    uint32_t routines = graph->table->routines;
    rounds r = {.graph = graph, .index = graph->order, .low = graph->order + routines};
    uint32_t *next = graph->order + (size_t)4 * routines;
    r.open = r.low + routines;
    r.path = r.open + routines;
    for (uint32_t n = 0; n < routines; n++)
    {
        r.index[n] = 0;
        next[n] = graph->nodes[n].first;
    }
    for (uint32_t n = 0; n < routines; n++)
    {
        if (r.index[n] == 0)
        {
            follow_from(&r, n, next);
        }
    }
}
