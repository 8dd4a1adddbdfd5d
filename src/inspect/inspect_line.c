/*
 * Lines of text, and a record as one line.
 */
#include "inspect_internal.h"

trp_result trp__no_print(const trp_world *world, const char *call)
{
    if (world == NULL)
        return TRP_ERR_NULL;
    return trp__misuse(world, NULL, NULL, call, TRP_ERR_NULL, TRP__TEXT("print is NULL"));
}

void trp__line_begin(trp__line *line, trp_print_fn *print, void *arg)
{
    line->print = print;
    line->arg = arg;
    line->text = trp__text_in(line->buffer, sizeof line->buffer - sizeof "...\n" + 1);
}

void trp__line_end(trp__line *line)
{
    line->text.size = sizeof line->buffer;
    trp__put(&line->text, line->text.is_cut ? "...\n" : "\n");
    line->print(line->buffer, line->arg);
    trp__line_begin(line, line->print, line->arg);
}

void trp__put_count(trp__text *text, uint64_t count, const char *noun)
{
    trp__say(text, "%lu %s%s", count, noun, count != 1 ? "s" : "");
}

void trp__put_life(trp__text *text, const char *pool, uint32_t slot, uint32_t generation)
{
    trp__say(text, "%s slot %u (generation %u)", pool, slot, generation);
}

void trp__put_who(trp__text *text, const char *tag, const char *file, uint32_t line, bool is_within)
{
    if (tag != NULL)
        trp__say(text, " by %s", tag);
    if (file != NULL)
        trp__say(text, " %s %s:%u", is_within ? "within" : "at", trp__file_name(file), line);
}

static const char *inspect_line_ending(trp_reason reason)
{
    switch (reason) {
    case TRP_REASON_EXPIRED:
        return "expired";
    case TRP_REASON_STOLEN:
        return "stolen";
    case TRP_REASON_CLEARED:
        return "cleared";
    case TRP_REASON_PARENT:
        return "recycled with its parent";
    default:
        return "recycled";
    }
}

static const char *inspect_line_verb(const trp_record *record)
{
    if (record->reason_name != NULL && record->kind != TRP_RECORD_PRUNED)
        return record->reason_name;
    switch (record->kind) {
    case TRP_RECORD_CREATED:
        return "created";
    case TRP_RECORD_EXPIRED:
        return "expired";
    case TRP_RECORD_RECYCLED:
        return inspect_line_ending(record->reason);
    case TRP_RECORD_PRUNED:
        return "pruned";
    default:
        return "refused";
    }
}

/* The update or visit in which it happened. For pruning it is the walk that reached the actor. */
static void inspect_line_put_turn(trp__text *text, const trp_record *record)
{
    const char *what = record->in_visit ? "visit" : "update";

    if (record->in_pool_name == NULL || record->kind == TRP_RECORD_PRUNED)
        return;
    if (record->in_pool == record->pool && record->in_slot == record->slot &&
        record->slot != TRP_NO_SLOT) {
        trp__say(text, ", in its own %s", what);
        return;
    }
    trp__say(text, ", in the %s of %s", what, record->in_pool_name);
    if (record->in_slot != TRP_NO_SLOT)
        trp__say(text, " slot %u", record->in_slot);
}

void trp__put_deed(trp__text *text, const trp_record *record)
{
    trp__put(text, inspect_line_verb(record));
    if ((unsigned)record->reason >= TRP_REASON_USER && record->reason_name == NULL)
        trp__say(text, " for reason %u", (uint32_t)record->reason);
    if (record->by_pool_name != NULL && record->kind != TRP_RECORD_PRUNED)
        trp__say(text, " by %s slot %u", record->by_pool_name, record->by_slot);
    trp__put_who(text, record->tag, record->file, record->line, record->is_within);
    inspect_line_put_turn(text, record);
}

static void inspect_line_put_result(trp__text *text, trp_result result)
{
#if !defined(TRP_NO_MESSAGES)
    trp__put(text, trp_result_name(result));
#else
    trp__say(text, "result %u", (uint32_t)result);
#endif
}

/* "misuse: trp_recycle on enemy slot 3 (generation 2): TRP_ERR_FREE"; without messages
 * "misuse on enemy slot 3 (generation 2): result 7" */
static void inspect_line_put_misuse(trp__text *text, const trp_record *record)
{
    trp__say(text, "misuse%s%s", *record->call != '\0' ? ": " : "", record->call);
    if (record->pool_name != NULL)
        trp__put(text, " on ");
    if (record->slot != TRP_NO_SLOT)
        trp__put_life(text, record->pool_name, record->slot, record->handle.generation);
    else if (record->pool_name != NULL)
        trp__put(text, record->pool_name);
    trp__put(text, ": ");
    inspect_line_put_result(text, record->result);
    trp__put_who(text, record->tag, record->file, record->line, record->is_within);
    inspect_line_put_turn(text, record);
}

/* "enemy is full: one more was", "enemy had no memory to grow: 3 more were" */
static void inspect_line_put_refusal(trp__text *text, const trp_record *record)
{
    trp__say(text, "%s %s: ", record->pool_name,
             record->result == TRP_ERR_MEMORY ? "had no memory to grow" : "is full");
    if (record->times < 2)
        trp__put(text, "one more was ");
    else
        trp__say(text, "%u more were ", record->times);
}

void trp__put_record(trp__text *text, const trp_record *record)
{
    trp__say(text, "tick %lu: ", record->tick);
    if (record->kind == TRP_RECORD_MISUSE) {
        inspect_line_put_misuse(text, record);
        return;
    }
    if (record->kind == TRP_RECORD_RESTORED) {
        trp__put(text, "the world was restored to this tick");
        trp__put_who(text, record->tag, record->file, record->line, record->is_within);
        return;
    }
    if (record->kind == TRP_RECORD_REFUSED)
        inspect_line_put_refusal(text, record);
    else {
        trp__put_life(text, record->pool_name, record->slot, record->handle.generation);
        trp__put(text, " ");
    }
    trp__put_deed(text, record);
}

const char *trp_record_text(char *text, size_t size, const trp_record *record)
{
    trp__text out;

    if (text == NULL || size == 0)
        return "";
    out = trp__text_in(text, size);
    if (record != NULL && record->kind != TRP_RECORD_NONE)
        trp__put_record(&out, record);
    return text;
}

trp_result trp_print_records(const trp_black_box *box, uint32_t n, trp_print_fn *print, void *arg)
{
    const uint32_t count = trp__record_count(box);
    trp__line line;

    if (box == NULL)
        return TRP_ERR_NULL;
    if (print == NULL)
        return trp__no_print(box->world, TRP__TEXT("trp_print_records"));
    trp__line_begin(&line, print, arg);
    for (uint32_t i = n < count ? count - n : 0; i < count; i++) {
        trp__put_record(&line.text, trp_black_box_at(box, i));
        trp__line_end(&line);
    }
    return TRP_OK;
}
