/*
 * Reports of refused saves and of losses, as text.
 */
#include "load.h"

/* Without a function for problems a refused load is printed, and so are objects that the game has no
 * more. */
static void load_print(const trp_load_problem *problem, void *user)
{
    char line[288];
    trp__text text = trp__text_in(line, sizeof line);

    (void)user;
    trp__put(&text, TRP__NAME("trp_load: "));
    if (problem->result != TRP_OK)
        trp__put(&text, TRP__NAME("not loaded, the world is as it was: "));
    trp__put(&text, problem->text);
    trp__print_line(line);
}

/* Tells of a refusal, or with TRP_OK of a loss. `noun` NULL: of no object, `field` NULL: of no
 * field. */
static void load_report(const trp__loading *loading, trp_result result, size_t where,
                        const char *noun, const char *object, const char *field, const char *why,
                        uint32_t lost)
{
    trp_on_problem_fn *report = loading->desc != NULL ? loading->desc->on_problem : NULL;
    trp_load_problem problem;
    char buffer[256];
    trp__text text = trp__text_in(buffer, sizeof buffer);
    bool has_begun;

    if (report == NULL && loading->prints && (result != TRP_OK || field == NULL))
        report = load_print;
    if (report == NULL)
        return;
#if !defined(TRP_NO_MESSAGES)
    trp__say(&text, "offset %lu", (uint64_t)where);
    if (noun != NULL)
        trp__say(&text, ": %s%s%s", noun, object[0] != '\0' ? " " : "", object);
    if (field != NULL)
        trp__say(&text, ": field %s", field);
    trp__say(&text, ": %s", why);
#else
    (void)why;
#endif
    problem.result = result;
    problem.offset = where;
    problem.kind = noun != NULL ? noun : "";
    problem.count = lost;
    problem.name = field != NULL ? field : noun != NULL ? object : "";
    problem.text = text.at;
    has_begun = trp__begin_reading(loading->world);
    report(&problem, loading->desc->user);
    trp__end_reading(loading->world, has_begun);
}

trp_result trp__load_refuse(const trp__loading *loading, trp_result result, size_t where,
                            const char *field, const char *why)
{
    load_report(loading, result, where, loading->noun, loading->object, field, why, 0);
    return result;
}

trp_result trp__load_refuse_memory(const trp__loading *loading)
{
    return trp__load_refuse(
        loading, TRP_ERR_MEMORY, 0, NULL,
        TRP__TEXT("there is no memory to read it: TRP_LOAD_BYTES() tells how much"));
}

void trp__load_report_dropped(const trp__loading *loading, const char *kind, const char *name,
                              uint32_t count)
{
    load_report(loading, TRP_OK, 0, kind, name, NULL,
                TRP__TEXT("the game has none of this name: it is dropped. If it has another name "
                          "now, name it in formers"),
                count);
}

void trp__load_report_rows(const trp__loading *loading, const char *kind, const char *name,
                           uint32_t count)
{
    load_report(loading, TRP_OK, 0, kind, name, NULL,
                TRP__TEXT("some of it names nothing here: it is dropped"), count);
}
