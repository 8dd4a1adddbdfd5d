/*
 * Records of a file that become structs.
 */
#include "load.h"

/* A value does not fit. */
static trp_result load_records_refuse_value(const trp__loading *loading, const trp__move *move,
                                            const unsigned char *at)
{
    const char *text = TRP__TEXT("its value does not fit into the present field");

    if (move->kind == TRP_KIND_CHOICE)
        text = TRP__TEXT("its choice is not in the file's table");
    return trp__load_refuse(loading, TRP_ERR_VALUE, (size_t)(at - loading->bytes),
                            move->field->name, text);
}

/* A name that is gone: told once per field, as far as there are 64 names. */
static void load_records_tell_lost(const trp__loading *loading, const trp__move *move,
                                   const unsigned char *at, uint64_t *told)
{
    const uint32_t place = trp__get32(at);
    const char *name = trp__lost_choice(loading, move, place);
    char text[TRP__BYTES_TEXT];

    if (name == NULL || (*told >> place % 64 & 1) != 0)
        return;
    *told |= (uint64_t)1 << place % 64;
    (void)trp__load_refuse(loading, TRP_OK, (size_t)(at - loading->bytes), move->field->name,
                           trp__named_text(text, TRP__TEXT("the choice"), name,
                                           TRP__TEXT("is gone: its fallback is loaded")));
}

static trp_result load_records_check_move(trp__loading *loading, const trp__move *move,
                                          const unsigned char *records, uint64_t record,
                                          uint64_t count)
{
    uint64_t told = 0;

    if (move->kind == TRP_KIND_END || trp__always_fits(move))
        return TRP_OK;
    for (; count > 0; count--, records += record)
        for (uint32_t i = 0; i < move->count; i++) {
            const unsigned char *at = records + move->from + (size_t)i * move->bytes;
            if (!trp__value_fits(loading, move, at))
                return load_records_refuse_value(loading, move, at);
            if (move->kind == TRP_KIND_CHOICE)
                load_records_tell_lost(loading, move, at, &told);
        }
    return TRP_OK;
}

trp_result trp__check_records(trp__loading *loading, size_t type, const trp_fields *fields,
                              const unsigned char *records, uint64_t record, uint64_t count)
{
    trp__load_plan plan;
    trp_result result;
    uint32_t passed = 0;

    do {
        trp__plan_moves(&plan, loading, type, fields, passed);
        result = plan.result;
        for (uint32_t i = 0; i < plan.count && result == TRP_OK; i++)
            result = load_records_check_move(loading, &plan.moves[i], records, record, count);
        passed += plan.count;
    } while (passed < plan.total && result == TRP_OK);
    return result;
}

static void load_records_upgrade(trp__loading *loading, size_t type, const trp_fields *fields,
                                 const unsigned char *records, size_t record,
                                 unsigned char *const *structs, uint32_t count)
{
    trp__reader reader = trp__read_from(loading->bytes, type, loading->size);
    trp_old old;

    (void)trp__read_name(&reader);
    old.loading = loading;
    old.type = type;
    old.version = trp__read_32(&reader);
    for (uint32_t i = 0; i < count; i++) {
        old.record = records + i * record;
        loading->desc->upgrade(structs[i], fields, &old, loading->desc->user);
    }
}

void trp__fill_records(trp__load_plan *plan, size_t type, const trp_fields *fields,
                       const trp_pool *pool, const unsigned char *records, size_t record,
                       unsigned char *const *structs, uint32_t count)
{
    trp__loading *loading = plan->loading;
    uint32_t passed = 0;

    if (pool != NULL && plan->filled + sizeof(trp_actor) < pool->stride)
        for (uint32_t i = 0; i < count; i++)
            trp__fill_payload(pool, (trp_actor *)(void *)(structs[i] + pool->node), NULL);
    do {
        if (plan->passed != passed)
            trp__plan_moves(plan, loading, type, fields, passed);
        for (uint32_t i = 0; i < plan->count; i++)
            trp__move_rows(loading, &plan->moves[i], records, record, structs, count);
        passed += plan->count;
    } while (passed < plan->total);
    if (plan->has_more && loading->desc->upgrade != NULL)
        load_records_upgrade(loading, type, fields, records, record, structs, count);
}

/* The query of `upgrade` */

bool trp_old_value(const trp_old *old, const char *field, trp_value *value)
{
    trp__move move;
    const unsigned char *at;

    if (old == NULL || field == NULL || value == NULL ||
        !trp__find_saved_field(old->loading, old->type, field, &move))
        return false;
    at = old->record + move.from;
    memset(value, 0, sizeof *value);
    value->is_number = trp__number_at(move.kind, at, &value->number);
    value->is_integer = trp__integer_at(move.kind, at, &value->integer);
    if (move.kind == TRP_KIND_HANDLE || move.kind == TRP_KIND_ACTOR)
        value->handle = trp__load_handle(old->loading, at);
    value->bytes = at;
    value->size = (size_t)move.count * move.bytes;
    return true;
}
