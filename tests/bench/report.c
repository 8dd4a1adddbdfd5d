/* The tables, and build/bench.json. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

static bool takes_part(unsigned int workload, subject_set chosen, int id)
{
    return has_subject(chosen, id) && (subjects[id].workloads & workload);
}

/* The width of a column: wide enough for its name. */
static int width(int id)
{
    size_t length = strlen(subjects[id].name);
    return length > 9 ? 13 : length > 6 ? 10 : 7;
}

void print_head(unsigned int workload, subject_set chosen)
{
    const char *unit = workload == PAIR    ? "ns per pair (recycle a random one, create one)"
                       : workload == BURST ? "ns per recycle and create (a random tenth at once)"
                       : workload == SPANS ? "ns per create, only of a frame's creating part"
                                           : "ns per actor and frame";
    if (workload & SPATIAL)
        unit = workload == QUERIES
                   ? "ns per query: all moved once, then 1,000 queries of 1% of the area"
                   : "ns per box and frame: moved, and all pairs reported";
    if (workload & OF_TIME)
        unit = workload == TIMERS ? "ns per tick in which due timers fire and are started again"
               : workload == TIMERS_START ? "ns per start, of a tenth of all timers"
               : workload == TIMERS_STOP  ? "ns per stop, of a tenth of all timers"
               : workload == TIMERS_FIRE  ? "ns per firing, of the ticks alone"
               : workload == TIMERS_IDLE  ? "ns per tick in which nothing is due"
                                          : "ns per actor and tick, of which an eighth is updated";
    const char *base = workload == INTERVALS  ? "full"
                       : workload & OF_TIMERS ? "timers"
                       : workload & SPATIAL   ? "space_levels"
                                              : "array";
    printf("\n%s: %s; below it the ratio to %s\n%10s %5s %4s ", workload_name(workload), unit, base,
           "n", "churn", "load");
    for (int id = 0; id < SUBJECTS; id++)
        if (takes_part(workload, chosen, id))
            printf(" %*s", width(id), subjects[id].name);
    printf("\n");
    fflush(stdout);
}

static void print_values(const cell *c, subject_set chosen, double divisor, const char *format)
{
    for (int id = 0; id < SUBJECTS; id++) {
        char text[32] = "-";
        if (!takes_part(c->workload, chosen, id))
            continue;
        if (c->ns[id] > 0 && divisor > 0)
            snprintf(text, sizeof text, format, c->ns[id] / divisor);
        printf(" %*s", width(id), text);
    }
    printf("\n");
}

/* The walk's part is the same for all: the difference is the saving. */
static void print_saved(const cell *c)
{
}

double base_of(const cell *c)
{
    if (c->workload & SPATIAL)
        return c->ns[SPACE_LEVELS];
    if (c->workload & OF_TIME)
        return c->ns[c->workload == INTERVALS ? FULL_UPDATE : TIMER_TABLE];
    return c->ns[ARRAY];
}

void print_row(const cell *c, subject_set chosen)
{
    printf("%10u %4u%% %4u ", c->n, c->churn, c->payload);
    print_values(c, chosen, 1, "%.2f");
    if (base_of(c) > 0) {
        printf("%21s ", "");
        print_values(c, chosen, base_of(c), "x%.2f");
    }
    print_saved(c);
    fflush(stdout);
}

static void write_object(FILE *file, const cell *c, int id, bool first)
{
    fprintf(file,
            "%s\n  {\"workload\": \"%s\", \"n\": %u, \"churn\": %g, \"payload\": %u, "
            "\"subject\": \"%s\", \"ns\": %.4f, \"ratio_to_array\": ",
            first ? "" : ",", workload_name(c->workload), c->n, c->churn / 100.0, c->payload,
            subjects[id].name, c->ns[id]);
    if (c->ns[ARRAY] > 0)
        fprintf(file, "%.4f}", c->ns[id] / c->ns[ARRAY]);
    else
        fprintf(file, "null}");
}

bool write_json(const char *path, const cell *cells, size_t count)
{
    FILE *file = fopen(path, "w");
    bool first = true;
    if (!file)
        return false;
    fprintf(file, "[");
    for (size_t i = 0; i < count; i++) {
        for (int id = 0; id < SUBJECTS; id++) {
            if (cells[i].ns[id] <= 0)
                continue;
            write_object(file, &cells[i], id, first);
            first = false;
        }
    }
    fprintf(file, "\n]\n");
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}
