/*
 * Fields of a file that become members: which one becomes which, whether each value fits, and
 * copying. If there are more moves than a plan has room for, another plan is made for the remaining
 * ones.
 */
#include "load.h"

/* Values */

/* A number of a file: an integer as bits, signed if `is_negative`, or a real number. */
typedef struct load_fields_number {
    uint64_t bits;
    double real;
    bool is_negative;
    bool is_real;
} load_fields_number;

static bool load_fields_is_number(uint32_t kind)
{
    return kind <= TRP_KIND_F64;
}

static bool load_fields_is_integer(uint32_t kind)
{
    return kind <= TRP_KIND_U64;
}

static bool load_fields_is_handle(uint32_t kind)
{
    return kind == TRP_KIND_HANDLE || kind == TRP_KIND_ACTOR || kind == TRP_KIND_PACKED;
}

static bool load_fields_can_become(uint32_t kind, const trp_field *field)
{
    const uint32_t now = (uint32_t)field->kind;

    return kind == now || (load_fields_is_number(kind) && load_fields_is_number(now)) ||
           (now == TRP_KIND_ENUM && (kind == TRP_KIND_CHOICE || load_fields_is_integer(kind))) ||
           (load_fields_is_handle(kind) && load_fields_is_handle(now));
}

static load_fields_number load_fields_integer_of(uint64_t bits, bool is_signed)
{
    load_fields_number value = {0, 0, false, false};

    value.bits = bits;
    value.is_negative = is_signed && (int64_t)bits < 0;
    return value;
}

static load_fields_number load_fields_real_of(double real)
{
    load_fields_number value = {0, 0, false, true};

    value.real = real;
    return value;
}

static float load_fields_float_of(const unsigned char *from)
{
    const uint32_t bits = trp__get32(from);
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static double load_fields_double_of(const unsigned char *from)
{
    const uint64_t bits = trp__get64(from);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static load_fields_number load_fields_number_of(uint32_t kind, const unsigned char *from)
{
    switch (kind) {
    case TRP_KIND_I8:
        return load_fields_integer_of((uint64_t)(int64_t)(int8_t)*from, true);
    case TRP_KIND_I16:
        return load_fields_integer_of(
            (uint64_t)(int64_t)(int16_t)(uint16_t)(from[0] | from[1] << 8), true);
    case TRP_KIND_U16:
        return load_fields_integer_of((uint64_t)(from[0] | from[1] << 8), false);
    case TRP_KIND_I32:
        return load_fields_integer_of((uint64_t)(int64_t)(int32_t)trp__get32(from), true);
    case TRP_KIND_U32:
        return load_fields_integer_of(trp__get32(from), false);
    case TRP_KIND_I64:
        return load_fields_integer_of(trp__get64(from), true);
    case TRP_KIND_U64:
        return load_fields_integer_of(trp__get64(from), false);
    case TRP_KIND_F32:
        return load_fields_real_of((double)load_fields_float_of(from));
    case TRP_KIND_F64:
        return load_fields_real_of(load_fields_double_of(from));
    default: /* bool, U8 */
        return load_fields_integer_of(*from, false);
    }
}

/* The integer that equals a real number, if there is one. */
static bool load_fields_make_integer(load_fields_number *value)
{
    const double size = value->real < 0 ? -value->real : value->real;

    if (!value->is_real)
        return true;
    if (!(size < 18446744073709551616.0) || (value->real < 0 && size > 9223372036854775808.0) ||
        (double)(uint64_t)size != size)
        return false;
    value->is_negative = value->real < 0;
    value->bits = value->is_negative ? 0 - (uint64_t)size : (uint64_t)size;
    return true;
}

/* The double of an integer or a real number, which may be rounded. */
static double real_value(load_fields_number value)
{
    if (value.is_real)
        return value.real;
    return value.is_negative ? -(double)(0 - value.bits) : (double)value.bits;
}

static bool load_fields_are_equal(load_fields_number a, load_fields_number b)
{
    if (a.is_real && b.is_real)
        return a.real == b.real || a.real != a.real;
    return load_fields_make_integer(&a) && load_fields_make_integer(&b) && a.bits == b.bits &&
           a.is_negative == b.is_negative;
}

/* The name of a choice in the file, or NULL. */
static const char *load_fields_choice_name(const trp__loading *loading, const trp__move *move,
                                           uint32_t place)
{
    trp__reader reader = trp__read_from(loading->bytes, move->names, loading->size);
    const char *name = NULL;

    if (place > trp__read_32(&reader))
        return NULL;
    for (; place > 0; place--)
        name = trp__read_name(&reader);
    return name;
}

/* The world's entry of this name; if there is none, the one that had it; otherwise the table's end,
 * which is the fallback. */
static const trp_choice *load_fields_find_choice(const trp_field *field, const char *name)
{
    const trp_choice *choice = (const trp_choice *)field->more;

    for (; choice->name != NULL; choice++)
        if (trp__same_text(choice->name, name))
            return choice;
    for (choice = (const trp_choice *)field->more; choice->name != NULL; choice++)
        if (choice->was != NULL && trp__same_text(choice->was, name))
            return choice;
    return choice;
}

/* What a place in the names of the file means. 0 is no name: NULL for a pointer. */
static trp_choice load_fields_choice_at(const trp__loading *loading, const trp__move *move,
                                        uint32_t place)
{
    static const trp_choice none = TRP_CHOICES_END(NULL);

    if (place == 0 && move->field->kind == TRP_KIND_CHOICE)
        return none;
    return *load_fields_find_choice(
        move->field, place != 0 ? load_fields_choice_name(loading, move, place) : "");
}

static const char *load_fields_lost_choice(const trp__loading *loading, const trp__move *move,
                                           uint32_t place)
{
    const char *name = place != 0 ? load_fields_choice_name(loading, move, place) : NULL;

    return name != NULL && load_fields_find_choice(move->field, name)->name == NULL ? name : NULL;
}

static bool load_fields_text_fits(const trp__move *move, const unsigned char *from)
{
    for (size_t i = move->field->size; i < move->bytes; i++)
        if (from[i] != 0)
            return false;
    return true;
}

static bool load_fields_always_fits(const trp__move *move)
{
    switch (move->kind) {
    case TRP_KIND_BOOL:
    case TRP_KIND_CHOICE:
        return false;
    case TRP_KIND_TEXT:
        return move->bytes <= move->field->size;
    default:
        return !load_fields_is_number(move->kind) || move->kind == (uint32_t)move->field->kind;
    }
}

static void load_fields_put_integer(unsigned char *to, uint64_t bits, size_t size)
{
    const uint8_t one = (uint8_t)bits;
    const uint16_t two = (uint16_t)bits;
    const uint32_t four = (uint32_t)bits;

    switch (size) {
    case 1:
        memcpy(to, &one, sizeof one);
        break;
    case 2:
        memcpy(to, &two, sizeof two);
        break;
    case 4:
        memcpy(to, &four, sizeof four);
        break;
    default:
        memcpy(to, &bits, sizeof bits);
    }
}

static void load_fields_put_number(unsigned char *to, const trp_field *field,
                                   load_fields_number value)
{
    const double real = real_value(value);

    if (field->kind == TRP_KIND_F64)
        memcpy(to, &real, sizeof real);
    else if (field->kind == TRP_KIND_F32) {
        const float single = (float)real;
        memcpy(to, &single, sizeof single);
    } else {
        (void)load_fields_make_integer(&value);
        load_fields_put_integer(to, value.bits, field->size);
    }
}

/* A number fits if it is still the same in the member. */
static bool load_fields_number_fits(const trp_field *field, load_fields_number value)
{
    uint32_t kind = (uint32_t)field->kind;
    unsigned char member[8];
    unsigned char back[8];

    load_fields_put_number(member, field, value);
    trp__set64(back, trp__field_value(NULL, field, member));
    if (field->kind != TRP_KIND_ENUM)
        return load_fields_are_equal(value, load_fields_number_of(kind, back));
    kind = TRP_KIND_I8; /* an int or an unsigned, as the compiler likes */
    for (size_t size = field->size; size > 1; size /= 2)
        kind += 2;
    return load_fields_are_equal(value, load_fields_number_of(kind, back)) ||
           load_fields_are_equal(value, load_fields_number_of(kind + 1, back));
}

static bool load_fields_value_fits(trp__loading *loading, const trp__move *move,
                                   const unsigned char *from)
{
    if (move->kind == TRP_KIND_CHOICE)
        return trp__get32(from) == 0 ||
               load_fields_choice_name(loading, move, trp__get32(from)) != NULL;
    if (move->kind == TRP_KIND_TEXT)
        return load_fields_text_fits(move, from);
    return (move->kind != TRP_KIND_BOOL || *from <= 1) &&
           load_fields_number_fits(move->field, load_fields_number_of(move->kind, from));
}

bool trp__number_at(uint32_t kind, const unsigned char *from, double *value)
{
    if (!load_fields_is_number(kind))
        return false;
    *value = real_value(load_fields_number_of(kind, from));
    return true;
}

bool trp__integer_at(uint32_t kind, const unsigned char *from, int64_t *value)
{
    load_fields_number found;

    if (kind >= TRP_KIND_F32)
        return false;
    found = load_fields_number_of(kind, from);
    *value = (int64_t)found.bits;
    return true;
}

/* Copying */

/* Values of the same kind. */
static void load_fields_put_same(unsigned char *to, const unsigned char *from, size_t size)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)from[i] << 8 * i;
    load_fields_put_integer(to, bits, size);
}

trp_handle trp__load_handle(trp__loading *loading, const unsigned char *from)
{
    trp_handle handle = {0, 0};
    const uint32_t generation = trp__get32(from + 4);
    trp__saved_slot found;

    if (generation == 0 || !trp__find_slot(loading, trp__get32(from), &found) ||
        (found.has_moved && generation != found.life))
        return handle;
    handle.index = trp__handle_index(found.pool, found.slot);
    handle.generation = found.has_moved ? found.life_now : generation;
    return handle;
}

static void load_fields_put_handle(trp__loading *loading, unsigned char *to, const trp_field *field,
                                   const unsigned char *from)
{
    const trp_handle handle = trp__load_handle(loading, from);
    const uint64_t packed = trp_handle_pack(handle);
    trp_actor *actor;

    if (field->kind == TRP_KIND_HANDLE)
        memcpy(to, &handle, sizeof handle);
    else if (field->kind == TRP_KIND_PACKED)
        memcpy(to, &packed, sizeof packed);
    else {
        actor = trp_get(loading->world, handle);
        memcpy(to, &actor, sizeof actor);
    }
}

static void load_fields_put_element(trp__loading *loading, const trp__move *move, unsigned char *to,
                                    const unsigned char *from)
{
    const size_t size = move->field->size;
    trp_choice choice;

    switch (move->field->kind) {
    case TRP_KIND_HANDLE:
    case TRP_KIND_ACTOR:
    case TRP_KIND_PACKED:
        load_fields_put_handle(loading, to, move->field, from);
        break;
    case TRP_KIND_CHOICE:
        choice = load_fields_choice_at(loading, move, trp__get32(from));
        memcpy(to, &choice.pointer, sizeof choice.pointer);
        break;
    case TRP_KIND_TEXT:
    case TRP_KIND_BYTES:
        if (move->field->kind == TRP_KIND_TEXT)
            memset(to, 0, size);
        memcpy(to, from, move->bytes < size ? move->bytes : size);
        break;
    default:
        if (move->kind == TRP_KIND_CHOICE) {
            choice = load_fields_choice_at(loading, move, trp__get32(from));
            load_fields_put_integer(to, (uint64_t)choice.number, size);
        } else if (move->kind == (uint32_t)move->field->kind)
            load_fields_put_same(to, from, size);
        else
            load_fields_put_number(to, move->field, load_fields_number_of(move->kind, from));
    }
}

/* Whether it copies numbers of 4 bytes. */
static bool load_fields_moves_words(const trp__move *move)
{
    return (move->kind == TRP_KIND_F32 || move->kind == TRP_KIND_U32 ||
            move->kind == TRP_KIND_I32) &&
           move->kind == (uint32_t)move->field->kind;
}

static void load_fields_move_rows(trp__loading *loading, const trp__move *move,
                                  const unsigned char *records, size_t record,
                                  unsigned char *const *structs, uint32_t count)
{
    const trp_field *field = move->field;

    if (move->kind == TRP_KIND_END) {
        for (uint32_t i = 0; i < count; i++)
            memcpy(structs[i] + move->to, field->value, field->size * field->count);
        return;
    }
    for (uint32_t i = 0; i < move->count; i++) {
        const unsigned char *from = records + move->from + (size_t)i * move->bytes;
        const size_t to = move->to + i * field->size;
        if (load_fields_moves_words(move))
            for (uint32_t row = 0; row < count; row++, from += record) {
                const uint32_t word = trp__get32(from);
                memcpy(structs[row] + to, &word, sizeof word);
            }
        else
            for (uint32_t row = 0; row < count; row++, from += record)
                load_fields_put_element(loading, move, structs[row] + to, from);
    }
}

/* Plans */

/* A struct in a plan: its offset in the record and in memory. */
typedef struct load_fields_place {
    size_t from;
    size_t to;
} load_fields_place;

static void plan_struct(trp__load_plan *plan, trp__reader *type, const trp_fields *fields,
                        load_fields_place at);

static void load_fields_add_move(trp__load_plan *plan, const trp__move *move)
{
    plan->filled +=
        (uint64_t)move->count * (move->kind == TRP_KIND_BYTES ? move->bytes : move->field->size);
    if (plan->total >= plan->passed && plan->count < TRP__MOVES)
        plan->moves[plan->count++] = *move;
    plan->total++;
}

static void load_fields_refuse_field(trp__load_plan *plan, const trp__reader *at, const char *name,
                                     const char *text)
{
    if (plan->result == TRP_OK)
        plan->result = trp__load_refuse(plan->loading, TRP_ERR_VALUE, at->at, name, text);
}

/* A field of a description. Its name has been read; `type` is after its numbers. */
static void load_fields_read_field(trp__reader *type, trp__move *move)
{
    move->kind = trp__read_8(type);
    move->count = trp__read_32(type);
    move->bytes = trp__read_32(type);
    move->names = type->at;
}

/* The fields of a description; `name` is that of the struct, which is skipped. */
static uint32_t load_fields_enter_type(trp__reader *type, uint32_t *version)
{
    (void)trp__read_name(type);
    *version = trp__read_32(type);
    return trp__read_32(type);
}

static bool load_fields_find(const trp__loading *loading, size_t type, const char *name,
                             trp__move *found)
{
    trp__reader reader = trp__read_from(loading->bytes, type, loading->size);
    uint32_t version;
    uint32_t left = load_fields_enter_type(&reader, &version);
    size_t from = 0;

    for (; left > 0; left--) {
        const char *here = trp__read_name(&reader);
        load_fields_read_field(&reader, found);
        found->from = from;
        if (trp__same_text(here, name))
            return true;
        (void)trp__read_more(&reader, found->kind, found->bytes, 1);
        from += (size_t)found->count * found->bytes;
    }
    return false;
}

/* The member for a field: the one with its name, or the one with this former name if the file has
 * no field for its present name. */
static const trp_field *load_fields_member_for(const trp__loading *loading,
                                               const trp_fields *fields, size_t type,
                                               const char *name)
{
    trp__move other;

    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (field->kind != TRP_KIND_IGNORED && trp__same_text(field->name, name))
            return field;
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (field->kind != TRP_KIND_IGNORED && field->was != NULL &&
            trp__same_text(field->was, name) &&
            !load_fields_find(loading, type, field->name, &other))
            return field;
    return NULL;
}

static bool load_fields_is_in_file(const trp__loading *loading, size_t type, const trp_field *field)
{
    trp__move other;

    return load_fields_find(loading, type, field->name, &other) ||
           (field->was != NULL && load_fields_find(loading, type, field->was, &other));
}

/* Members that the file lacks get their given value. */
static void plan_defaults(trp__load_plan *plan, size_t type, const trp_fields *fields,
                          load_fields_place at)
{
    trp__move move;

    memset(&move, 0, sizeof move);
    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        if (field->value != NULL && field->kind != TRP_KIND_IGNORED &&
            !load_fields_is_in_file(plan->loading, type, field)) {
            move.field = field;
            move.to = at.to + field->offset;
            move.count = field->count;
            load_fields_add_move(plan, &move);
        }
}

static void plan_structs(trp__load_plan *plan, const trp__reader *type, const trp__move *move)
{
    for (uint32_t i = 0; i < move->count; i++) {
        trp__reader again = *type;
        load_fields_place at = {0, 0};
        at.from = move->from + (size_t)i * move->bytes;
        at.to = move->to + i * move->field->size;
        plan_struct(plan, &again, (const trp_fields *)move->field->more, at);
    }
}

static void plan_field(trp__load_plan *plan, const trp__reader *type, const trp__move *move,
                       const char *name)
{
    const trp_field *field = move->field;

    if (!load_fields_can_become(move->kind, field))
        load_fields_refuse_field(plan, type, name, TRP__TEXT("its kind has changed"));
    else if (move->count > field->count ||
             (move->kind == TRP_KIND_BYTES && move->bytes > field->size))
        load_fields_refuse_field(plan, type, name,
                                 TRP__TEXT("it is an array, or bytes, with fewer elements now"));
    else if (move->kind == TRP_KIND_STRUCT)
        plan_structs(plan, type, move);
    else
        load_fields_add_move(plan, move);
}

/* Whether an earlier field of the description has the same name. */
static bool load_fields_is_there_twice(const trp__loading *loading, size_t type, const char *name,
                                       const trp__move *move)
{
    trp__move first;

    (void)load_fields_find(loading, type, name, &first); /* itself, if there is no other */
    return first.names != move->names;
}

/* A field of the file that the struct no longer has: if no `upgrade` takes it, it is told once. */
static void load_fields_note_lost(trp__load_plan *plan, const trp__reader *type, const char *name)
{
    const trp__loading *loading = plan->loading;

    plan->has_more = true;
    if (!loading->checks || !plan->tells || plan->passed != 0 || plan->result != TRP_OK)
        return;
    if (plan->is_own)
        (void)trp__load_refuse(loading, TRP_OK, type->at, name,
                               TRP__TEXT("it has none of this name now: it is dropped"));
    else if (loading->desc->upgrade == NULL)
        (void)trp__load_refuse(loading, TRP_OK, type->at, name,
                               TRP__TEXT("the struct has none of this name: it is dropped. If it "
                                         "has another name now, that field needs TRP_FIELD_WAS"));
}

static void plan_struct(trp__load_plan *plan, trp__reader *type, const trp_fields *fields,
                        load_fields_place at)
{
    const size_t begin = type->at;
    size_t from = at.from;
    uint32_t version;
    uint32_t left = load_fields_enter_type(type, &version);

    plan->has_more |= version < fields->version;
    for (; left > 0; left--) {
        const char *name = trp__read_name(type);
        trp__move move;
        load_fields_read_field(type, &move);
        move.field = load_fields_member_for(plan->loading, fields, begin, name);
        move.from = from;
        from += (size_t)move.count * move.bytes;
        if (load_fields_is_there_twice(plan->loading, begin, name, &move))
            load_fields_refuse_field(plan, type, name, TRP__TEXT("two fields have this name"));
        else if (move.field == NULL)
            load_fields_note_lost(plan, type, name);
        else {
            move.to = at.to + move.field->offset;
            plan_field(plan, type, &move, name);
        }
        (void)trp__read_more(type, move.kind, move.bytes, 1);
    }
    plan_defaults(plan, begin, fields, at);
}

void trp__plan_moves(trp__load_plan *plan, trp__loading *loading, size_t type,
                     const trp_fields *fields, uint32_t passed)
{
    trp__reader reader = trp__read_from(loading->bytes, type, loading->size);
    const load_fields_place at = {0, 0};

    plan->loading = loading;
    plan->count = 0;
    plan->passed = passed;
    plan->total = 0;
    plan->filled = 0;
    plan->has_more = false;
    plan->is_own = fields->use == NULL;
    plan->result = TRP_OK;
    plan_struct(plan, &reader, fields, at);
}

/* Records */

/* A value does not fit. */
static trp_result load_fields_refuse_value(const trp__loading *loading, const trp__move *move,
                                           const unsigned char *at)
{
    const char *text = TRP__TEXT("its value does not fit into the present field");

    if (move->kind == TRP_KIND_CHOICE)
        text = TRP__TEXT("its choice is not in the file's table");
    return trp__load_refuse(loading, TRP_ERR_VALUE, (size_t)(at - loading->bytes),
                            move->field->name, text);
}

/* A name that is gone: told once per field, as far as there are 64 names. */
static void load_fields_tell_lost(const trp__loading *loading, const trp__move *move,
                                  const unsigned char *at, uint64_t *told)
{
    const uint32_t place = trp__get32(at);
    const char *name = load_fields_lost_choice(loading, move, place);
    char text[TRP__BYTES_TEXT];

    if (name == NULL || (*told >> place % 64 & 1) != 0)
        return;
    *told |= (uint64_t)1 << place % 64;
    (void)trp__load_refuse(loading, TRP_OK, (size_t)(at - loading->bytes), move->field->name,
                           trp__named_text(text, TRP__TEXT("the choice"), name,
                                           TRP__TEXT("is gone: its fallback is loaded")));
}

static trp_result load_fields_check_move(trp__loading *loading, const trp__move *move,
                                         const unsigned char *records, uint64_t record,
                                         uint64_t count)
{
    uint64_t told = 0;

    if (move->kind == TRP_KIND_END || load_fields_always_fits(move))
        return TRP_OK;
    for (; count > 0; count--, records += record)
        for (uint32_t i = 0; i < move->count; i++) {
            const unsigned char *at = records + move->from + (size_t)i * move->bytes;
            if (!load_fields_value_fits(loading, move, at))
                return load_fields_refuse_value(loading, move, at);
            if (move->kind == TRP_KIND_CHOICE)
                load_fields_tell_lost(loading, move, at, &told);
        }
    return TRP_OK;
}

trp_result trp__check_records(trp__loading *loading, size_t type, const trp_fields *fields,
                              const unsigned char *records, uint64_t record, uint64_t count)
{
    trp__load_plan plan;
    trp_result result;
    uint32_t passed = 0;

    plan.tells = true;
    do {
        trp__plan_moves(&plan, loading, type, fields, passed);
        result = plan.result;
        for (uint32_t i = 0; i < plan.count && result == TRP_OK; i++)
            result = load_fields_check_move(loading, &plan.moves[i], records, record, count);
        passed += plan.count;
    } while (passed < plan.total && result == TRP_OK);
    return result;
}

static void load_fields_upgrade(trp__loading *loading, size_t type, const trp_fields *fields,
                                const unsigned char *records, size_t record,
                                unsigned char *const *structs, uint32_t count)
{
    trp__reader reader = trp__read_from(loading->bytes, type, loading->size);
    const bool has_begun = trp__begin_reading(loading->world);
    trp_old old;

    (void)trp__read_name(&reader);
    old.loading = loading;
    old.type = type;
    old.version = trp__read_32(&reader);
    for (uint32_t i = 0; i < count; i++) {
        old.record = records + i * record;
        loading->desc->upgrade(structs[i], fields, &old, loading->desc->user);
    }
    trp__end_reading(loading->world, has_begun);
}

void trp__fill_records(trp__load_plan *plan, size_t type, const trp_fields *fields,
                       const trp_pool *pool, const unsigned char *records, size_t record,
                       unsigned char *const *structs, uint32_t count)
{
    trp__loading *loading = plan->loading;
    uint32_t passed = 0;

    if (pool != NULL && plan->filled + sizeof(trp_actor) < pool->stride)
        for (uint32_t i = 0; i < count; i++)
            trp__clear_payload(pool, (trp_actor *)(void *)(structs[i] + pool->node));
    do {
        if (plan->passed != passed)
            trp__plan_moves(plan, loading, type, fields, passed);
        for (uint32_t i = 0; i < plan->count; i++)
            load_fields_move_rows(loading, &plan->moves[i], records, record, structs, count);
        passed += plan->count;
    } while (passed < plan->total);
    if (plan->has_more && !plan->is_own && loading->desc->upgrade != NULL)
        load_fields_upgrade(loading, type, fields, records, record, structs, count);
}

trp_result trp__read_own(trp__loading *loading, trp__reader *reader, const trp_fields *fields,
                         void *to)
{
    const size_t type = reader->at;
    const size_t record = (size_t)trp__read_type(reader, 1);
    const unsigned char *from = trp__read_bytes(reader, record);
    unsigned char *at = (unsigned char *)to;
    trp__load_plan plan;
    trp_result result;

    if (reader->is_short)
        return TRP_ERR_DAMAGED;
    result = trp__check_records(loading, type, fields, from, record, 1);
    if (result != TRP_OK)
        return result;
    plan.tells = false;
    trp__plan_moves(&plan, loading, type, fields, 0);
    trp__fill_records(&plan, type, fields, NULL, from, record, &at, 1);
    return TRP_OK;
}

/* The query of `upgrade` */

bool trp_old_value(const trp_old *old, const char *field, trp_value *value)
{
    trp__move move;
    const unsigned char *at;

    if (old == NULL || field == NULL || value == NULL ||
        !load_fields_find(old->loading, old->type, field, &move))
        return false;
    at = old->record + move.from;
    memset(value, 0, sizeof *value);
    value->is_number = trp__number_at(move.kind, at, &value->number);
    value->is_integer = trp__integer_at(move.kind, at, &value->integer);
    if (load_fields_is_handle(move.kind))
        value->handle = trp__load_handle(old->loading, at);
    value->bytes = at;
    value->size = (size_t)move.count * move.bytes;
    return true;
}
