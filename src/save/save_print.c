/*
 * Prints a save of any game as text. Each line is printed separately, so no text is longer than the
 * buffer.
 */
#include "../state/diff_text.h"
#include "load.h"

typedef struct save_print_printing {
    trp__loading loading; /* without a world */
    trp_print_fn *print;
    void *arg;
    char buffer[512];
    trp__text line;
} save_print_printing;

static void save_print_begin_line(save_print_printing *out, const char *text)
{
    out->line = trp__text_in(out->buffer, sizeof out->buffer - 1);
    trp__put(&out->line, text);
}

static void save_print_end_line(save_print_printing *out)
{
    out->buffer[out->line.length] = '\n';
    out->buffer[out->line.length + 1] = '\0';
    out->print(out->buffer, out->arg);
}

static void save_print_put_number(save_print_printing *out, const char *before, uint64_t number)
{
    trp__put(&out->line, before);
    trp__put_number(&out->line, number);
}

/* Arbitrary texts: unprintable bytes become question marks. */
static void save_print_put_clean(save_print_printing *out, const char *text, size_t most)
{
    char one[2] = {0, 0};

    for (; most > 0 && *text != '\0'; text++, most--) {
        one[0] = *text >= 32 && *text < 127 ? *text : '?';
        trp__put(&out->line, one);
    }
}

static void save_print_put_name(save_print_printing *out, const char *before, const char *name)
{
    trp__put(&out->line, before);
    trp__put(&out->line, "\"");
    save_print_put_clean(out, name, TRP__SAVE_NAME);
    trp__put(&out->line, "\"");
}

/* Types */

static const char *save_print_kind_name(uint32_t kind)
{
    static const char names[][7] = {"",       "bool",  "i8",   "u8",    "i16",    "u16",
                                    "i32",    "u32",   "i64",  "u64",   "f32",    "f64",
                                    "handle", "actor", "text", "bytes", "struct", "choice"};

    return names[kind];
}

/* The fields of a checked description, one per line. */
static void print_type(save_print_printing *out, trp__reader *type, const char *indent)
{
    uint32_t left;

    save_print_begin_line(out, indent);
    save_print_put_name(out, "type ", trp__read_name(type));
    save_print_put_number(out, " version ", trp__read_32(type));
    save_print_end_line(out);
    for (left = trp__read_32(type); left > 0; left--) {
        uint32_t kind;
        uint32_t count;
        save_print_begin_line(out, indent);
        save_print_put_name(out, "  field ", trp__read_name(type));
        kind = trp__read_8(type);
        trp__put(&out->line, " ");
        trp__put(&out->line, save_print_kind_name(kind));
        count = trp__read_32(type);
        if (count != 1)
            save_print_put_number(out, " times ", count);
        save_print_put_number(out, ", bytes: ", trp__read_32(type));
        save_print_end_line(out);
        if (kind == TRP_KIND_STRUCT)
            print_type(out, type, "    ");
        if (kind == TRP_KIND_CHOICE)
            for (uint32_t names = trp__read_32(type); names > 0; names--) {
                save_print_begin_line(out, indent);
                save_print_put_name(out, "    choice ", trp__read_name(type));
                save_print_end_line(out);
            }
    }
}

/* Values */

static void save_print_put_signed(save_print_printing *out, int64_t value)
{
    if (value < 0)
        trp__put(&out->line, "-");
    trp__put_number(&out->line, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static void save_print_put_value(save_print_printing *out, uint32_t kind, uint32_t bytes,
                                 const unsigned char *at)
{
    int64_t integer = 0;
    double real = 0;

    if (kind == TRP_KIND_TEXT) {
        trp__put(&out->line, "\"");
        save_print_put_clean(out, (const char *)at, bytes);
        trp__put(&out->line, "\"");
    } else if (kind == TRP_KIND_BYTES)
        save_print_put_number(out, "bytes: ", bytes);
    else if (kind == TRP_KIND_CHOICE)
        save_print_put_number(out, "choice ", trp__get32(at));
    else if (kind == TRP_KIND_HANDLE || kind == TRP_KIND_ACTOR) {
        save_print_put_number(out, "index ", trp__get32(at));
        save_print_put_number(out, " generation ", trp__get32(at + 4));
    } else if (kind == TRP_KIND_U64)
        trp__put_number(&out->line, trp__get64(at));
    else if (trp__integer_at(kind, at, &integer))
        save_print_put_signed(out, integer);
    else {
        (void)trp__number_at(kind, at, &real);
        trp__put_float(&out->line, real, kind == TRP_KIND_F32 ? 9 : 16);
    }
}

static const unsigned char *print_struct(save_print_printing *out, trp__reader *type,
                                         const unsigned char *at, const char *indent);

/* The elements of a field; structs by the description that follows, which is skipped. */
static const unsigned char *print_elements(save_print_printing *out, trp__reader *type,
                                           uint32_t kind, uint32_t count, uint32_t bytes,
                                           const unsigned char *at)
{
    const trp__reader begin = *type;

    if (bytes == 0) /* structs without saved fields: one stands for all */
        count = 1;
    for (; count > 0; count--, at += kind != TRP_KIND_STRUCT ? bytes : 0) {
        trp__put(&out->line, " ");
        if (kind != TRP_KIND_STRUCT)
            save_print_put_value(out, kind, bytes, at);
        else {
            save_print_end_line(out);
            *type = begin;
            at = print_struct(out, type, at, "        ");
            save_print_begin_line(out, "     ");
        }
    }
    if (kind == TRP_KIND_CHOICE)
        (void)trp__read_more(type, kind, bytes, 1);
    return at;
}

static const unsigned char *print_struct(save_print_printing *out, trp__reader *type,
                                         const unsigned char *at, const char *indent)
{
    uint32_t left;

    (void)trp__read_name(type);
    (void)trp__read_32(type);
    for (left = trp__read_32(type); left > 0; left--) {
        const char *name = trp__read_name(type);
        const uint32_t kind = trp__read_8(type);
        const uint32_t count = trp__read_32(type);
        const uint32_t bytes = trp__read_32(type);
        save_print_begin_line(out, indent);
        save_print_put_clean(out, name, TRP__SAVE_NAME);
        trp__put(&out->line, ":");
        at = print_elements(out, type, kind, count, bytes, at);
        save_print_end_line(out);
    }
    return at;
}

/* A struct of the library's own, behind its description. */
static void print_own(save_print_printing *out, trp__reader reader)
{
    trp__reader type = reader;
    const uint64_t record = trp__read_type(&reader, 1);
    const unsigned char *at = trp__read_bytes(&reader, record);

    if (at != NULL && !reader.is_short)
        (void)print_struct(out, &type, at, "  ");
}

/* Chunks */

static const char *save_print_state_name(uint32_t state)
{
    static const char names[][12] = {"free",   "quarantined", "retired", "absent",
                                     "asleep", "active",      "expired"};

    return names[state];
}

static void save_print_pool(save_print_printing *out, const trp__saved_pool *pool)
{
    const unsigned char *record = pool->records;
    trp__reader type = trp__read_from(out->loading.bytes, pool->type, out->loading.size);

    if ((pool->flags & TRP__SAVED_TRANSIENT) != 0) {
        save_print_begin_line(out, "  transient");
        save_print_end_line(out);
        return;
    }
    print_own(out, trp__read_from(type.bytes, pool->numbers, type.end));
    print_type(out, &type, "  ");
    for (uint32_t slot = 0; slot < pool->used; slot++) {
        save_print_begin_line(out, "  slot ");
        save_print_put_number(out, "", slot);
        save_print_put_number(out, " generation ",
                              trp__get32(pool->generations + (size_t)slot * 4));
        trp__put(&out->line, " ");
        trp__put(&out->line, save_print_state_name(pool->states[slot]));
        save_print_end_line(out);
        if (pool->states[slot] < TRP__SAVED_ASLEEP)
            continue;
        type.at = pool->type;
        record = print_struct(out, &type, record, "    ");
    }
}

static bool print_rows(save_print_printing *out, const trp__file_part *part)
{
    const unsigned char *at = out->loading.bytes + part->rows.at;
    trp__reader type = trp__read_from(out->loading.bytes, part->type, out->loading.size);

    if (part->rows.is_short || part->record == 0 ||
        part->count != (part->rows.end - part->rows.at) / part->record)
        return part->record == 0 && !part->rows.is_short;
    print_type(out, &type, "  ");
    for (uint64_t i = 0; i < part->count; i++) {
        save_print_begin_line(out, "  row ");
        save_print_put_number(out, "", i);
        save_print_end_line(out);
        type.at = part->type;
        at = print_struct(out, &type, at, "    ");
    }
    return true;
}

static bool print_chunk(save_print_printing *out, const trp__saved_chunk *chunk)
{
    trp__reader reader = trp__read_from(out->loading.bytes, chunk->from, chunk->end);
    char tag[5] = {0, 0, 0, 0, 0};
    const bool is_part = trp__chunk_kind_of(chunk->tag) != NULL;
    trp__saved_pool pool;
    trp__file_part part;

    for (unsigned i = 0; i < 4; i++)
        tag[i] = (char)(chunk->tag >> 8 * i);
    save_print_begin_line(out, "chunk ");
    save_print_put_clean(out, tag, 4);
    save_print_put_number(out, ", offset ", chunk->from);
    save_print_put_number(out, ", bytes: ", chunk->end - chunk->from);
    if (chunk->tag == TRP__SAVE_GAME || chunk->tag == TRP__SAVE_LAYER ||
        chunk->tag == TRP__SAVE_POOL || chunk->tag == TRP__SAVE_USER || is_part)
        save_print_put_name(out, ", name ", trp__read_name(&reader));
    if (chunk->tag == TRP__SAVE_GAME) {
        save_print_put_number(out, ", version ", trp__read_32(&reader));
        save_print_put_number(out, ", ticks: ", trp__read_64(&reader));
    }
    if (is_part) {
        trp__read_part(&out->loading, chunk, &part);
        save_print_put_number(out, ", numbers ", part.numbers[0]);
        save_print_put_number(out, " ", part.numbers[1]);
        save_print_put_number(out, ", count: ", part.count);
    }
    save_print_end_line(out);
    if (chunk->tag == TRP__SAVE_WORLD || chunk->tag == TRP__SAVE_LAYER)
        print_own(out, reader);
    if (chunk->tag == TRP__SAVE_POOL) {
        if (trp__read_pool(&out->loading, chunk, &pool) != TRP_OK)
            return false;
        save_print_pool(out, &pool);
    }
    if (is_part)
        return print_rows(out, &part);
    return !reader.is_short;
}

trp_result trp_print_save(const void *bytes, size_t size, trp_print_fn *print, void *arg)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    const char *why;
    size_t where;
    save_print_printing out;
    trp_result result;

    if (bytes == NULL || print == NULL)
        return TRP_ERR_NULL;
    result = trp__save_is_whole((const unsigned char *)bytes, size, &why, &where);
    if (result == TRP_ERR_VERSION || (result != TRP_OK && where == 0))
        return result;
    memset(&out, 0, sizeof out);
    out.loading.bytes = (const unsigned char *)bytes;
    out.loading.size = size;
    out.print = print;
    out.arg = arg;
    while (trp__chunk_at(out.loading.bytes, size, chunk.end, &chunk))
        if (!print_chunk(&out, &chunk))
            result = TRP_ERR_DAMAGED;
    return result;
}
