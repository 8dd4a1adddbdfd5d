/*
 * Reports of refused saves and of losses, as text.
 */
#include "load.h"

/* Without a function for problems a refused load is printed. */
static void load_print(const trp_load_problem *problem, void *user)
{
    char line[288];
    trp__text text = trp__text_in(line, sizeof line);

    (void)user;
    trp__put(&text, "trp_load: not loaded, the world is as it was: ");
    trp__put(&text, problem->text);
    trp__print_line(line);
}

trp_result trp__load_refuse(const trp__loading *loading, trp_result result, size_t where,
                            const char *field, const char *why)
{
    trp_on_problem_fn *tell = loading->desc->on_problem;
    trp_load_problem problem;
    char buffer[256];
    trp__text text = trp__text_in(buffer, sizeof buffer);

    if (tell == NULL && loading->prints && result != TRP_OK)
        tell = load_print;
    if (tell == NULL)
        return result;
#if !defined(TRP_NO_MESSAGES)
    trp__put(&text, "offset ");
    trp__put_number(&text, where);
    if (loading->noun != NULL)
    {
        trp__put(&text, ": ");
        trp__put(&text, loading->noun);
        trp__put(&text, " ");
        trp__put(&text, loading->object);
    }
    if (field != NULL)
    {
        trp__put(&text, ": field ");
        trp__put(&text, field);
    }
    trp__put(&text, ": ");
    trp__put(&text, why);
#else
    (void)why;
#endif
    problem.result = result;
    problem.offset = where;
    problem.name = field != NULL ? field : loading->noun != NULL ? loading->object : "";
    problem.text = text.at;
    tell(&problem, loading->desc->user);
    return result;
}

void trp__load_tell_dropped(const trp__loading *loading, const char *kind, const char *name,
                            uint32_t count)
{
    trp__loading about;

    if (loading->desc->on_dropped != NULL)
    {
        loading->desc->on_dropped(kind, name, count, loading->desc->user);
        return;
    }
    about = *loading;
    about.noun = kind;
    about.object = name;
    (void)trp__load_refuse(&about, TRP_OK, 0, NULL,
                           TRP__TEXT("the game has none of this name: it is dropped. If it has "
                                     "another name now, name it in formers"));
}
