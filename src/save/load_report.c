/*
 * Reports of refused saves, as text.
 */
#include "load.h"

trp_result trp__load_refuse(const trp__loading *loading, trp_result result, size_t where,
                            const char *field, const char *why)
{
    trp_load_problem problem;
    char buffer[256];
    trp__text text = trp__text_in(buffer, sizeof buffer);

    if (loading->desc->on_problem == NULL)
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
    loading->desc->on_problem(&problem, loading->desc->user);
    return result;
}
