/*
 * The rows of groups, families, spaces, contacts, timers and ids, as the tables of their modules
 * describe them. A row that names nothing here, or is impossible, is left out.
 */
#include "load.h"

/* Rows that are read one after the other. */
typedef struct load_rows {
    trp__loading *loading;
    const trp__file_part *saved;
    trp__part_table table;
    trp__load_plan plan;
    bool lacks_handle;
    uint64_t row[TRP__ROW_BYTES / sizeof(uint64_t)];
} load_rows;

/* Whether the file has no column for one of the handles. */
static bool load_rows_lacks_handle(const trp__load_plan *plan, const trp_fields *fields)
{
    uint32_t missing = 0;

    for (const trp_field *field = fields->fields; field->kind != TRP_KIND_END; field++)
        missing += field->kind == TRP_KIND_HANDLE;
    for (uint32_t i = 0; i < plan->count; i++)
        missing -= plan->moves[i].field->kind == TRP_KIND_HANDLE;
    return missing != 0;
}

static void load_rows_begin(load_rows *rows, trp__loading *loading, const trp__file_part *saved)
{
    rows->loading = loading;
    rows->saved = saved;
    rows->table = trp__table_of(saved->part);
    rows->plan.tells = false;
    trp__plan_moves(&rows->plan, loading, saved->type, rows->table.row, 0);
    rows->lacks_handle = load_rows_lacks_handle(&rows->plan, rows->table.row);
}

/* Whether a slot has had this life, which is over: one that is still to come is forged. */
static bool load_rows_was(const trp__saved_slot *found, uint32_t generation)
{
    const trp_pool *pool = found->pool;
    trp__extent extent;

    if (generation == 0 || found->state == TRP__SAVED_RETIRED)
        return true;
    if (found->slot >= pool->state.capacity) /* in a chunk that was given back? */
        return generation < trp__chunk_of(pool, found->slot)->generation;
    extent = trp__extent_at(pool, found->slot);
    return generation < (extent.cells != NULL ? extent.cells[found->slot - extent.first].generation
                                              : extent.generation);
}

/* Whether a handle of a row names what the module needs. */
static bool load_rows_names(const load_rows *rows, const unsigned char *handle, bool *is_asleep)
{
    const uint32_t generation = trp__get32(handle + 4);
    const trp__lives lives = rows->saved->only_alive ? TRP__LIVES_ALIVE : rows->table.lives;
    trp__saved_slot found;

    if (!trp__find_slot(rows->loading, trp__get32(handle), &found))
        return lives == TRP__LIVES_ANY && generation == 0;
    *is_asleep = found.state == TRP__SAVED_ASLEEP;
    if (found.state >= TRP__SAVED_ASLEEP && found.life == generation)
        return lives == TRP__LIVES_TAKEN || trp__is_saved_alive(found.state);
    return lives == TRP__LIVES_ANY && (rows->loading->checks || load_rows_was(&found, generation));
}

/* Reads a row. False: it is left out. */
static bool load_rows_read(load_rows *rows, uint64_t i)
{
    const trp__file_part *saved = rows->saved;
    const trp__load_plan *plan = &rows->plan;
    const unsigned char *record = saved->rows.bytes + saved->rows.at + (size_t)(i * saved->record);
    unsigned char *row = (unsigned char *)rows->row;
    bool is_asleep = false;

    memset(row, 0, sizeof rows->row);
    trp__fill_records(&rows->plan, saved->type, rows->table.row, NULL, record,
                      (size_t)saved->record, &row, 1);
    for (uint32_t move = plan->count; move-- > 0;)
        if (plan->moves[move].field->kind == TRP_KIND_HANDLE &&
            !load_rows_names(rows, record + plan->moves[move].from, &is_asleep))
            return false;
    if (rows->lacks_handle)
        return false;
    return rows->table.accepts(trp__module_of(saved->part), row, is_asleep);
}

/* The number of rows that are entered. */
static uint64_t load_rows_count(trp__loading *loading, const trp__file_part *saved)
{
    uint64_t count = 0;
    load_rows rows;

    load_rows_begin(&rows, loading, saved);
    for (uint64_t i = 0; i < saved->count; i++)
        count += load_rows_read(&rows, i);
    return count;
}

/* The most rows that a module may have. */
static uint64_t load_rows_limit(const trp__part *part, const trp__part_table *table)
{
    const void *module = trp__module_of(part);

    return table->limit != NULL ? table->limit(module) : table->most(module) / table->row->size;
}

/* If there is no room for all, those of lives that are over are left out. What is of no actor is not
 * left out. */
bool trp__rows_fit(trp__loading *loading, trp__file_part *saved)
{
    const trp__part_table table = trp__table_of(saved->part);
    const uint64_t limit = load_rows_limit(saved->part, &table);
    uint64_t count;

    saved->only_alive = saved->count > limit;
    count = load_rows_count(loading, saved);
    saved->left_out = (uint32_t)(saved->count - count);
    return table.row->fields[0].kind == TRP_KIND_HANDLE ? count <= limit : count == saved->count;
}

bool trp__make_row_room(trp__loading *loading, const trp__file_part *saved)
{
    const trp__part_table table = trp__table_of(saved->part);
    const uint64_t count = load_rows_count(loading, saved);
    load_rows rows;

    load_rows_begin(&rows, loading, saved);
    for (uint64_t i = saved->count; i-- > 0 && table.room != NULL;)
        if (load_rows_read(&rows, i) &&
            !table.room(trp__module_of(saved->part), rows.row, (size_t)count, true))
            return false;
    return true;
}

/* A clock goes on where the file has no module of the name, and ids stay. */
void trp__fill_rows(trp__loading *loading, trp__part *part, const trp__file_part *saved)
{
    const trp__part_table table = trp__table_of(part);
    void *module = trp__module_of(part);
    load_rows rows;

    if (table.row == NULL || (saved == NULL && part->kind == TRP__PART_IDS))
        return;
    table.begin(module);
    if (saved != NULL) {
        trp__part_set_numbers(part, saved->numbers);
        load_rows_begin(&rows, loading, saved);
        for (uint64_t i = 0; i < saved->count; i++)
            if (load_rows_read(&rows, i))
                table.enter(module, rows.row);
    }
    if (table.shake != NULL)
        table.shake(module);
    if (table.settle != NULL)
        table.settle(module);
}
