/*
 * Plans which field of a file is copied to which member. If there are more moves than a plan has
 * room for, another plan is made for the remaining ones.
 */
#include "load.h"

/* A struct in a plan: its offset in the record and in memory. */
typedef struct load_plan_place {
    size_t from;
    size_t to;
} load_plan_place;

static void plan_struct(trp__load_plan *plan, trp__reader *type, const trp_fields *fields,
                        load_plan_place at);

/* Numbers of 4 bytes that follow those of the last move, in the file and in memory, are added to
 * that move. */
static bool load_plan_is_joined(trp__load_plan *plan, const trp__move *move)
{
    trp__move *last = &plan->last;

    if (plan->total == 0 || !trp__moves_words(move) || !trp__moves_words(last) ||
        move->from != last->from + last->count * (size_t)4 ||
        move->to != last->to + last->count * (size_t)4)
        return false;
    last->count += move->count;
    if (plan->count > 0 && plan->total == plan->passed + plan->count)
        plan->moves[plan->count - 1] = *last;
    return true;
}

static void load_plan_add_move(trp__load_plan *plan, const trp__move *move)
{
    plan->filled +=
        (uint64_t)move->count * (move->kind == TRP_KIND_BYTES ? move->bytes : move->field->size);
    if (load_plan_is_joined(plan, move))
        return;
    plan->last = *move;
    if (plan->total >= plan->passed && plan->count < TRP__MOVES)
        plan->moves[plan->count++] = *move;
    plan->total++;
}

static void load_plan_refuse_field(trp__load_plan *plan, const trp__reader *at, const char *name,
                                   const char *text)
{
    if (plan->result == TRP_OK)
        plan->result = trp__load_refuse(plan->loading, TRP_ERR_VALUE, at->at, name, text);
}

/* A field of a description. Its name has been read; `type` is after its numbers. */
static void load_plan_read_field(trp__reader *type, trp__move *move)
{
    move->kind = trp__read_8(type);
    move->count = trp__read_32(type);
    move->bytes = trp__read_32(type);
    move->names = type->at;
}

static void load_plan_pass_more(trp__reader *type, const trp__move *move)
{
    if (move->kind == TRP_KIND_STRUCT)
        (void)trp__read_type(type, 1);
    else if (move->kind == TRP_KIND_CHOICE)
        for (uint32_t left = trp__read_32(type); left > 0; left--)
            (void)trp__read_name(type);
}

/* The fields of a description; `name` is that of the struct, which is skipped. */
static uint32_t load_plan_enter_type(trp__reader *type, uint32_t *version)
{
    (void)trp__read_name(type);
    *version = trp__read_32(type);
    return trp__read_32(type);
}

bool trp__find_saved_field(const trp__loading *loading, size_t type, const char *name,
                           trp__move *found)
{
    trp__reader reader = trp__read_from(loading->bytes, type, loading->size);
    uint32_t version;
    uint32_t left = load_plan_enter_type(&reader, &version);
    size_t from = 0;

    for (; left > 0; left--) {
        const char *here = trp__read_name(&reader);
        load_plan_read_field(&reader, found);
        found->from = from;
        if (trp__same_text(here, name))
            return true;
        load_plan_pass_more(&reader, found);
        from += (size_t)found->count * found->bytes;
    }
    return false;
}

/* The member for a field: the one with its name, or the one with this former name if the file has
 * no field for its present name. */
static const trp_field *load_plan_member_for(const trp__loading *loading, const trp_fields *fields,
                                             size_t type, const char *name)
{
    trp__move other;

    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (field->kind != TRP_KIND_IGNORED && trp__same_text(field->name, name))
            return field;
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (field->kind != TRP_KIND_IGNORED && field->was != NULL &&
            trp__same_text(field->was, name) &&
            !trp__find_saved_field(loading, type, field->name, &other))
            return field;
    return NULL;
}

static bool load_plan_is_in_file(const trp__loading *loading, size_t type, const trp_field *field)
{
    trp__move other;

    return trp__find_saved_field(loading, type, field->name, &other) ||
           (field->was != NULL && trp__find_saved_field(loading, type, field->was, &other));
}

/* Members that the file lacks get their given value. */
static void plan_defaults(trp__load_plan *plan, size_t type, const trp_fields *fields,
                          load_plan_place at)
{
    trp__move move;

    memset(&move, 0, sizeof move);
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (field->value != NULL && field->kind != TRP_KIND_IGNORED &&
            !load_plan_is_in_file(plan->loading, type, field)) {
            move.field = field;
            move.to = at.to + field->offset;
            move.count = field->count;
            load_plan_add_move(plan, &move);
        }
}

static void plan_structs(trp__load_plan *plan, const trp__reader *type, const trp__move *move)
{
    for (uint32_t i = 0; i < move->count; i++) {
        trp__reader again = *type;
        load_plan_place at = {0, 0};
        at.from = move->from + (size_t)i * move->bytes;
        at.to = move->to + i * move->field->size;
        plan_struct(plan, &again, (const trp_fields *)move->field->more, at);
    }
}

static void plan_field(trp__load_plan *plan, const trp__reader *type, const trp__move *move,
                       const char *name)
{
    const trp_field *field = move->field;

    if (!trp__can_become(move->kind, field))
        load_plan_refuse_field(plan, type, name, TRP__TEXT("its kind has changed"));
    else if (move->count > field->count ||
             (move->kind == TRP_KIND_BYTES && move->bytes > field->size))
        load_plan_refuse_field(plan, type, name,
                               TRP__TEXT("it is an array, or bytes, with fewer elements now"));
    else if (move->kind == TRP_KIND_STRUCT)
        plan_structs(plan, type, move);
    else
        load_plan_add_move(plan, move);
}

/* Whether an earlier field of the description has the same name. */
static bool load_plan_is_there_twice(const trp__loading *loading, size_t type, const char *name,
                                     const trp__move *move)
{
    trp__move first;

    (void)trp__find_saved_field(loading, type, name, &first); /* itself, if there is no other */
    return first.names != move->names;
}

/* A field of the file that the struct no longer has: if no `upgrade` takes it, it is told once. */
static void load_plan_note_lost(trp__load_plan *plan, const trp__reader *type, const char *name)
{
    const trp__loading *loading = plan->loading;

    plan->has_more = true;
    if (loading->checks && plan->result == TRP_OK && plan->passed == 0 &&
        loading->desc->upgrade == NULL)
        (void)trp__load_refuse(loading, TRP_OK, type->at, name,
                               TRP__TEXT("the struct has none of this name: it is dropped. If it "
                                         "has another name now, that field needs TRP_FIELD_WAS"));
}

static void plan_struct(trp__load_plan *plan, trp__reader *type, const trp_fields *fields,
                        load_plan_place at)
{
    const size_t begin = type->at;
    size_t from = at.from;
    uint32_t version;
    uint32_t left = load_plan_enter_type(type, &version);

    plan->has_more |= version < fields->version;
    for (; left > 0; left--) {
        const char *name = trp__read_name(type);
        trp__move move;
        load_plan_read_field(type, &move);
        move.field = load_plan_member_for(plan->loading, fields, begin, name);
        move.from = from;
        from += (size_t)move.count * move.bytes;
        if (load_plan_is_there_twice(plan->loading, begin, name, &move))
            load_plan_refuse_field(plan, type, name, TRP__TEXT("two fields have this name"));
        else if (move.field == NULL)
            load_plan_note_lost(plan, type, name);
        else {
            move.to = at.to + move.field->offset;
            plan_field(plan, type, &move, name);
        }
        load_plan_pass_more(type, &move);
    }
    plan_defaults(plan, begin, fields, at);
}

void trp__plan_moves(trp__load_plan *plan, trp__loading *loading, size_t type,
                     const trp_fields *fields, uint32_t passed)
{
    trp__reader reader = trp__read_from(loading->bytes, type, loading->size);
    const load_plan_place at = {0, 0};

    plan->loading = loading;
    plan->count = 0;
    plan->passed = passed;
    plan->total = 0;
    plan->filled = 0;
    plan->has_more = false;
    plan->result = TRP_OK;
    plan_struct(plan, &reader, fields, at);
}
