/* Analyses cycles of references and warns about surprising effects: cycles without a wait, commands
 * that are dropped, missing parameters. */
#include "bulletml.h"

#include "bulletml_graph.h"

#include <stdlib.h>

/* True if the number at `at` is a constant of at least 1. */
static bool surely_once(const uint32_t *words, uint32_t at)
{
    bml_bits value;
    if ((words[at] & 0xFFu) == (BML_E_SMALL | BML_E_LAST))
    {
        return words[at] >> 8 >= 1 && words[at] >> 8 < 0x800000;
    }
    if ((words[at] & 0xFFu) != (BML_E_NUMBER | BML_E_LAST))
    {
        return false;
    }
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
    {
        here->unsure = 0;
    }
    here->loops--;
}

static uint32_t greatest_param(const uint32_t *words, uint32_t at, uint32_t most)
{
    uint32_t end = bulletml_skip(words, at);
    while (at < end)
    {
        uint32_t word = words[at++];
        at += (word & 0x7Fu) == BML_E_NUMBER ? 2 : 0;
        if ((word & 0x7Fu) == BML_E_PARAM && word >> 8 > most)
        {
            most = word >> 8;
        }
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
        bulletml_graph_add(graph, (bulletml_edge){.at = at,
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
        uint32_t operands = bulletml_operands(table->words[at]);
        collect_command(graph, node, &here, at);
        at++;
        for (; operands > 0; operands--)
        {
            node->params = greatest_param(table->words, at, node->params);
            at = bulletml_skip(table->words, at);
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
    bulletml_graph_rounds(graph);
    for (uint32_t i = 0; i < graph->count; i++)
    {
        const bulletml_edge *edge = &graph->edges[i];
        if (edge->followed && graph->nodes[edge->from].round == graph->nodes[edge->to].round)
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
    {
        graph->edges[i].followed = graph->edges[i].name != BML_C_FIRE;
    }
    bulletml_graph_rounds(graph);
    for (uint32_t i = 0; i < graph->count; i++)
    {
        const bulletml_edge *edge = &graph->edges[i];
        if (edge->name == BML_C_CALL &&
            graph->nodes[edge->from].round == graph->nodes[edge->to].round)
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
    if (!bulletml_graph_make(&graph))
    {
        bulletml_error(file->report, 1, "there is not enough memory");
        return;
    }
    for (uint32_t n = 0; n < table->routines; n++)
    {
        collect_routine(&graph, n);
    }
    bulletml_graph_spread(&graph);
    warn_params(&graph, file->report);
    warn_endless(&graph, file->report);
    if (!warn_forgotten(&graph, file->report))
    {
        check_depth(&graph, file->report);
    }
    bulletml_graph_free(&graph);
}
