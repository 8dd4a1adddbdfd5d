#include "row.h"

#include "diff_scene.h"

#include <string.h>

enum { TYPES = 4, FIELDS = 20, ROWS = 4, CHOICES = 6, WORDS = 256, LENGTH = 16, DEFAULT = 64 };

save_file row_file;

static trp_fields types[TYPES]; /* the first one is that of the rows */
static trp_field fields[TYPES][FIELDS];
static trp_choice tables[TYPES * FIELDS][CHOICES];
static uint64_t defaults[FIELDS][DEFAULT / 8];
static unsigned type_count, table_count;
static const char *values[FIELDS], *prototypes[FIELDS]; /* in the text; NULL: none */
static uint32_t row_count;
static row_actor prototype, expected;
static trp_pool *pool;
static const char *text; /* for failures */

static void need_at(bool is_so, int line)
{
    char words[600];

    if (is_so)
        return;
    situation_text_copy(words, sizeof words, text);
    situation_text_add(words, sizeof words, " (last problem: ");
    situation_text_add(words, sizeof words, save_problem);
    situation_text_add(words, sizeof words, ")");
    situation_failed(__FILE__, line, words);
}
#define need(is_so) need_at((is_so), __LINE__)

/* Words */

static void skip(const char **at)
{
    while (**at == ' ')
        ++*at;
}

static bool is_end(char letter)
{
    return letter == '\0' || strchr(" ,()|=<:/", letter) != NULL;
}

/* The next word, which stays where it is: the same words are the same pointer. */
static const char *read_word(const char **at)
{
    static char words[WORDS][LENGTH];
    size_t length = 0;
    unsigned i = 0;

    skip(at);
    while (!is_end((*at)[length]))
        length++;
    need(length > 0 && length < LENGTH);
    while (words[i][0] != '\0' && (memcmp(words[i], *at, length) != 0 || words[i][length] != '\0'))
        need(++i < WORDS);
    memcpy(words[i], *at, length);
    *at += length;
    return words[i];
}

static bool takes(const char **at, const char *word)
{
    const size_t length = strlen(word);

    skip(at);
    if (strncmp(*at, word, length) != 0 || (length > 1 && !is_end((*at)[length])))
        return false;
    *at += length;
    skip(at);
    return true;
}

/* Numbers */

typedef struct quantity {
    uint64_t integer;
    double real;
    bool is_bits;
} quantity;

static uint64_t read_digits(const char **at, uint64_t base)
{
    static const char digits[] = "0123456789ABCDEF";
    uint64_t sum = 0;

    for (const char *digit;
         **at != '\0' && (digit = strchr(digits, **at)) != NULL && digit < digits + base; ++*at)
        sum = sum * base + (uint64_t)(digit - digits);
    return sum;
}

static quantity read_term(const char **at)
{
    quantity it = {0, 0, false};

    if (takes(at, "inf"))
        return (quantity){0, (double)TRP_INFINITY, false};
    it.integer = read_digits(at, 10);
    it.real = (double)it.integer;
    if (**at == '^') {
        ++*at;
        const uint64_t exponent = read_digits(at, 10);
        it.integer = exponent < 64 ? UINT64_C(1) << exponent : 0;
        it.real = 1;
        for (uint64_t i = 0; i < exponent; i++)
            it.real *= 2;
    } else if (**at == '.' && (*at)[1] != '.') {
        const char *const point = ++*at;
        const uint64_t fraction = read_digits(at, 10);
        double unit = 1;
        for (const char *digit = point; digit < *at; digit++)
            unit *= 10;
        it.real = (it.real * unit + (double)fraction) / unit;
    }
    return it;
}

static quantity read_number(const char **at)
{
    quantity sum = {0, 0, false};

    skip(at);
    if (takes(at, "nan"))
        return (quantity){0x7FC00000, 0, true};
    if (strncmp(*at, "0x", 2) == 0) {
        *at += 2;
        return (quantity){read_digits(at, 16), 0, true};
    }
    do {
        const bool is_less = **at == '-';
        if (is_less || **at == '+')
            ++*at;
        const quantity term = read_term(at);
        sum.integer += is_less ? 0 - term.integer : term.integer;
        sum.real += is_less ? -term.real : term.real;
    } while (**at == '+' || **at == '-');
    return sum;
}

static void store(const trp_field *field, unsigned char *to, quantity it)
{
    const float real = (float)it.real;
    const uint8_t one = (uint8_t)it.integer;
    const uint16_t two = (uint16_t)it.integer;
    const uint32_t four = (uint32_t)it.integer;

    if (field->kind == TRP_KIND_F64 && it.is_bits && it.integer <= UINT32_MAX)
        it.integer = UINT64_C(0x7FF8000000000000);
    if (field->kind == TRP_KIND_F64 && !it.is_bits)
        memcpy(to, &it.real, sizeof it.real);
    else if (field->kind == TRP_KIND_F32 && !it.is_bits)
        memcpy(to, &real, sizeof real);
    else
        memcpy(to,
               field->size == 1   ? (const void *)&one
               : field->size == 2 ? (const void *)&two
               : field->size == 4 ? (const void *)&four
                                  : (const void *)&it.integer,
               field->size);
}

/* Values: they are taken from the text, as long as there are any. */

typedef struct source {
    const char *at;
    quantity last;
    char goes_on; /* '.': it counts, '~': it is repeated */
} source;

static bool has_more(source *from)
{
    skip(&from->at);
    if (takes(&from->at, ".."))
        from->goes_on = '.';
    if (takes(&from->at, "~"))
        from->goes_on = '~';
    return from->goes_on != 0 || !is_end(*from->at);
}

static quantity next_number(source *from)
{
    if (from->goes_on == 0)
        return from->last = read_number(&from->at);
    from->last.integer += from->goes_on == '.';
    from->last.real += from->goes_on == '.';
    return from->last;
}

static void store_text(const trp_field *field, unsigned char *to, const char **at)
{
    for (size_t length = 0; !is_end(**at) && length < field->size;) {
        const char letter = *(*at)++;
        uint64_t times = 1;
        if (**at == '*') {
            ++*at;
            times = read_digits(at, 10);
        }
        for (; times > 0; times--)
            to[length++] = letter == '_' ? 0 : letter == '@' ? ' ' : (unsigned char)letter;
    }
}

static void store_actor(const trp_field *field, unsigned char *to, source *from)
{
    const uint32_t number = (uint32_t)next_number(from).integer;
    trp_actor *const actor = number != 0 ? trp_pool_at(pool, number - 1) : NULL;
    trp_handle handle = trp_handle_of(trp_pool_info(pool).world, actor);

    if (takes(&from->at, ":"))
        handle = (trp_handle){number, (uint32_t)read_number(&from->at).integer};
    if (field->kind == TRP_KIND_ACTOR)
        memcpy(to, (const void *)&actor, sizeof(trp_actor *));
    else
        memcpy(to, &handle, sizeof handle);
}

static void store_values(const trp_field *field, unsigned char *to, source *from)
{
    for (uint32_t i = 0; i < field->count; i++, to += field->size) {
        const trp_field *inner = (const trp_field *)field->more;
        if (field->kind == TRP_KIND_STRUCT) {
            inner = ((const trp_fields *)field->more)->fields;
            for (; inner->kind != TRP_KIND_END; inner++)
                store_values(inner, to + inner->offset, from);
        } else if (field->kind == TRP_KIND_BYTES || field->kind == TRP_KIND_IGNORED)
            for (size_t k = 0; k < field->size && has_more(from); k++)
                to[k] = (unsigned char)next_number(from).integer;
        else if (!has_more(from))
            return;
        else if (field->kind == TRP_KIND_TEXT)
            store_text(field, to, &from->at);
        else if (field->kind == TRP_KIND_CHOICE) {
            const char *const word = takes(&from->at, "-") ? NULL : read_word(&from->at);
            memcpy(to, (const void *)&word, sizeof word);
        } else if (field->kind == TRP_KIND_HANDLE || field->kind == TRP_KIND_ACTOR)
            store_actor(field, to, from);
        else
            store(field, to, next_number(from));
    }
}

/* Fields */

static const struct {
    const char *name;
    trp_kind kind;
    unsigned char size; /* 0: it is said */
} kinds[] = {{"bool", TRP_KIND_BOOL, 1},
             {"i8", TRP_KIND_I8, 1},
             {"u8", TRP_KIND_U8, 1},
             {"i16", TRP_KIND_I16, 2},
             {"u16", TRP_KIND_U16, 2},
             {"i32", TRP_KIND_I32, 4},
             {"u32", TRP_KIND_U32, 4},
             {"i64", TRP_KIND_I64, 8},
             {"u64", TRP_KIND_U64, 8},
             {"f32", TRP_KIND_F32, 4},
             {"f64", TRP_KIND_F64, 8},
             {"handle", TRP_KIND_HANDLE, sizeof(trp_handle)},
             {"actor", TRP_KIND_ACTOR, sizeof(trp_actor *)},
             {"packed", TRP_KIND_PACKED, 8},
             {"choice", TRP_KIND_CHOICE, sizeof(char *)},
             {"struct", TRP_KIND_STRUCT, 1},
             {"text", TRP_KIND_TEXT, 0},
             {"bytes", TRP_KIND_BYTES, 0},
             {"enum", TRP_KIND_ENUM, 0},
             {"ignored", TRP_KIND_IGNORED, 0}};

static trp_fields *read_fields(const char **at);

static const trp_choice *read_table(const char **at, trp_kind kind)
{
    trp_choice *const table = tables[table_count++];
    bool is_last = false;

    need(takes(at, "("));
    for (unsigned i = 0; !is_last; i++) {
        trp_choice *const entry = &table[i];
        need(i < CHOICES);
        *entry = (trp_choice){0};
        is_last = takes(at, "/") || **at == ')';
        if (!is_last || (kind == TRP_KIND_CHOICE && **at != ')'))
            entry->name = read_word(at);
        if (takes(at, "<"))
            entry->was = read_word(at);
        if (kind == TRP_KIND_CHOICE)
            entry->pointer = entry->name;
        else if (is_last || takes(at, ":"))
            entry->number = **at != ')' ? (int64_t)read_number(at).integer : 0;
        if (is_last)
            entry->name = NULL;
    }
    need(takes(at, ")"));
    return table;
}

static size_t alignment_of(const trp_field *field)
{
    size_t alignment = 1;

    if (field->kind == TRP_KIND_TEXT || field->kind == TRP_KIND_BYTES ||
        field->kind == TRP_KIND_IGNORED)
        return 1;
    if (field->kind == TRP_KIND_HANDLE)
        return sizeof(uint32_t);
    if (field->kind != TRP_KIND_STRUCT)
        return field->size;
    for (const trp_field *inner = ((const trp_fields *)field->more)->fields;
         inner->kind != TRP_KIND_END; inner++)
        alignment = alignment_of(inner) > alignment ? alignment_of(inner) : alignment;
    return alignment;
}

static trp_field read_field(const char **at, size_t place)
{
    trp_field field = {.name = read_word(at), .count = 1};
    const char *const kind = read_word(at);
    unsigned i = 0;

    for (; strcmp(kinds[i].name, kind) != 0; i++)
        need(i + 1 < sizeof kinds / sizeof *kinds);
    field.kind = kinds[i].kind;
    field.size = kinds[i].size != 0 ? kinds[i].size : (size_t)read_number(at).integer;
    if (field.kind == TRP_KIND_CHOICE || field.kind == TRP_KIND_ENUM)
        field.more = read_table(at, field.kind);
    if (field.kind == TRP_KIND_STRUCT) {
        need(takes(at, "("));
        const trp_fields *const inner = read_fields(at);
        need(takes(at, ")"));
        field.more = inner;
        field.size = inner->size;
    }
    if (takes(at, "*"))
        field.count = (uint32_t)read_number(at).integer;
    const size_t alignment = alignment_of(&field);
    field.offset = (place + alignment - 1) / alignment * alignment;
    if (takes(at, "place"))
        field.offset = (size_t)read_number(at).integer;
    if (takes(at, "was"))
        field.was = read_word(at);
    return field;
}

/* Up to the end, or to the `)` of an inner struct. */
static trp_fields *read_fields(const char **at)
{
    const unsigned number = type_count++;
    trp_fields *const type = &types[number];
    trp_field *const table = fields[number];
    unsigned count = 0;
    size_t alignment = 1;

    need(number < TYPES);
    *type = (trp_fields){"row", 0, 0, table, &trp__option_fields, 0};
    if (takes(at, "version")) {
        type->version = (uint32_t)read_number(at).integer;
        need(takes(at, ","));
    }
    do {
        need(count + 1 < FIELDS);
        trp_field *const field = &table[count];
        *field =
            read_field(at, count > 0 ? field[-1].offset + field[-1].size * field[-1].count : 0);
        const size_t end = field->offset + field->size * field->count;
        type->size = end > type->size ? end : type->size;
        alignment = alignment_of(field) > alignment ? alignment_of(field) : alignment;
        if (takes(at, "since")) {
            field->since = (uint32_t)read_number(at).integer;
            skip(at);
            if (!is_end(**at) && strncmp(*at, "else ", 5) != 0) {
                source from = {*at, {0, 0, false}, 0};
                store_values(field, (unsigned char *)defaults[count], &from);
                *at = from.at;
                field->value = defaults[count];
            }
        }
        if (takes(at, "else")) {
            prototypes[count] = *at;
            *at += strcspn(*at, ",)=");
        }
        if (takes(at, "=")) {
            uint32_t rows = 1;
            values[count] = *at;
            for (; **at != '\0' && **at != ',' && **at != ')'; ++*at)
                rows += **at == '|';
            row_count = rows > row_count ? rows : row_count;
        }
        count++;
    } while (takes(at, ","));
    table[count] = (trp_field)TRP_FIELDS_END;
    type->size = (type->size + alignment - 1) / alignment * alignment;
    return type;
}

static void fill(row_actor *to, const char *const *from, uint32_t number)
{
    const trp_field *const table = types[0].fields;

    memset(to, 0, sizeof *to);
    for (unsigned i = 0; table[i].kind != TRP_KIND_END; i++)
        if (from[i] != NULL) {
            source values_of = {from[i], {0, 0, false}, 0};
            for (uint32_t rows = 0; rows < number; rows++) {
                const char *const next = values_of.at + strcspn(values_of.at, "|,");
                if (*next == '|')
                    values_of.at = next + 1;
            }
            store_values(&table[i], (unsigned char *)to + table[i].offset, &values_of);
        }
}

/* Rows */

trp_pool *row_begin(const char *described)
{
    const char *at = text = described;
    bool has_prototype = false;

    type_count = table_count = row_count = 0;
    memset(defaults, 0, sizeof defaults);
    for (unsigned i = 0; i < FIELDS; i++)
        values[i] = prototypes[i] = NULL;
    trp_fields *const type = read_fields(&at);
    need(*at == '\0');
    row_count = row_count == 0 ? 1 : row_count;
    for (unsigned i = 0; fields[0][i].kind != TRP_KIND_END; i++) {
        fields[0][i].offset += offsetof(row_actor, bytes);
        has_prototype |= prototypes[i] != NULL;
    }
    type->size += offsetof(row_actor, bytes);
    type->size += (0 - type->size) % _Alignof(trp_actor);
    need(type->size <= sizeof(row_actor));
    fill(&prototype, prototypes, 0);
    return pool = save_rows(type, has_prototype ? &prototype : NULL);
}

/* The values with this number, in this slot. */
static void set(trp_pool *of, uint32_t slot, uint32_t number)
{
    fill(&expected, values, number);
    memcpy((unsigned char *)trp_pool_at(of, slot) + offsetof(row_actor, bytes), expected.bytes,
           types[0].size - offsetof(row_actor, bytes));
}

void row_create(trp_pool *of, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        CHECK(trp_create(of, NULL) != NULL);
    for (uint32_t i = 0; i < count; i++)
        set(of, i, i);
}

void row_check(const trp_pool *of)
{
    CHECK_VALID(trp_pool_info(of).world);
    for (uint32_t i = 0; i < trp_pool_count(of); i++) {
        fill(&expected, values, i);
        need(memcmp((const unsigned char *)trp_pool_at(of, i) + offsetof(row_actor, bytes),
                    expected.bytes, types[0].size - offsetof(row_actor, bytes)) == 0);
    }
}

void row_save(const char *then)
{
    trp_pool *const of = row_begin(then);

    row_create(of, row_count);
    save_world(trp_pool_info(of).world, &row_file);
}

static trp_result load(const char *now, uint32_t rows)
{
    static row_actor junk;
    trp_pool *const into = row_begin(now);

    memset(&junk, 0xAB, sizeof junk);
    for (uint32_t i = 0; i < rows; i++)
        CHECK((trp_create)(into, &junk) != NULL);
    return trp_load(trp_pool_info(into).world, row_file.bytes, row_file.size, &save_load);
}

void row_load(const char *now)
{
    const uint32_t rows = row_count;
    const trp_result result = load(now, rows);

    need(result == TRP_OK && trp_pool_count(pool) == rows);
    row_count = rows;
    row_check(pool);
}

void row_refuse(const char *now, trp_result result, const char *words)
{
    const uint32_t rows = row_count;

    need(load(now, 0) == result && situation_text_has(save_problem, words));
    CHECK_EQ(trp_pool_count(pool), 0);
    row_count = rows;
}

void row_keep(const char *both)
{
    row_save(both);
    row_load(both);
}

void row_carry(const row_case *cases)
{
    for (; cases->now != NULL; cases++) {
        if (cases->then != NULL)
            row_save(cases->then);
        if (cases->result != TRP_OK)
            row_refuse(cases->now, cases->result, cases->words);
        else {
            row_load(cases->now);
            need(cases->words == NULL || situation_text_has(save_problem, cases->words));
        }
    }
}

static void tell(const row_change *change)
{
    char line[300] = "tick 0: rows slot 0 (generation 1): ";
    trp_pool *const of = row_begin(change->text);
    trp_world *const world = trp_pool_info(of).world;

    row_create(of, 1);
    const uint64_t hash = trp_hash_world(world);
    diff_save(world, 0);
    set(of, 0, 1);
    need(diff_since(world) == (change->difference != NULL));
    need((trp_hash_world(world) != hash) == (change->difference != NULL));
    if (change->difference != NULL) {
        situation_text_add(line, sizeof line, change->difference);
        CHECK_HEARD({TRP_DIFFERS_FIELD, line});
    }
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], snapshot_save_to(world, 2)));
    CHECK_EQ(trp_hash_world(world), hash);
    row_check(of);
}

void row_tell(const row_change *changes)
{
    for (; changes->text != NULL; changes++)
        tell(changes);
}

uint32_t row_word(unsigned words, unsigned place)
{
    const unsigned char *at = row_file.bytes + row_file.size - 8 - 12 - 4 * (size_t)(words - place);

    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
