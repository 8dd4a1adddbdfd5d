/**
 * @file saves.c Saves and loads of 100,000 actors with 24 described bytes each, beside a hash of
 * those bytes at the speed of memory, a save by hand of this one struct, SQLite in memory (one
 * transaction, prepared statements) and, if available, cereal's binary archive. Medians of CPU
 * time; the hash runs between them and is the reference of the ratios.
 */
#include "troupe/save.h"
#include "troupe/troupe.h"

#include "saves.h"

#if HAS_SQLITE
#include <sqlite3.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct thing {
    trp_actor actor;
    float x, y, vx, vy;
    uint32_t health;
    int32_t kind;
} thing;

static const trp_field thing_fields[] = {
    TRP_FIELD(thing, x),      TRP_FIELD(thing, y),    TRP_FIELD(thing, vx), TRP_FIELD(thing, vy),
    TRP_FIELD(thing, health), TRP_FIELD(thing, kind), TRP_FIELDS_END};
static const trp_fields thing_type = TRP_FIELDS(thing, 1, thing_fields);

enum { THINGS = 100000, ROUNDS = 41, RIVAL_ROUNDS = 5 };

static unsigned char *file;
static size_t file_size;
static saves_row *rows;
static volatile uint64_t sink;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count / 2];
}

static uint64_t step(uint64_t lane, const unsigned char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
    return (lane ^ word) * 0x9E3779B97F4A7C15u;
}

/* Four lanes of 64 bits: limited by memory speed. */
static uint64_t hash_of(const void *bytes, size_t size)
{
    const unsigned char *at = (const unsigned char *)bytes;
    const unsigned char *end = at + size / 32 * 32;
    uint64_t a = 1, b = 2, c = 3, d = 4;

    for (; at != end; at += 32) {
        a = step(a, at);
        b = step(b, at + 8);
        c = step(c, at + 16);
        d = step(d, at + 24);
    }
    return a ^ b ^ c ^ d;
}

static bool write_to(const void *bytes, size_t size, void *arg)
{
    (void)arg;
    memcpy(file + file_size, bytes, size);
    file_size += size;
    return true;
}

static void fill(trp_pool *pool)
{
    for (uint32_t i = 0; i < THINGS; i++) {
        thing *it = trp_as(thing, trp_create(pool, NULL));
        it->x = (float)i;
        it->y = (float)i * 0.5f;
        it->vx = 1;
        it->vy = -1;
        it->health = i * 7;
        it->kind = (int32_t)(i % 5) - 2;
        rows[i] = (saves_row){it->x, it->y, it->vx, it->vy, it->health, it->kind};
    }
}

/* By hand, for this one struct, this machine and this version of it: the same bytes in the file,
 * with a checksum that a load tests first. Nothing else is checked. */

static struct {
    thing things[THINGS];
    uint32_t generations[THINGS];
    unsigned char states[THINGS];
} mine;

static void hand_save(void)
{
    static unsigned char piece[4096 / sizeof(saves_row) * sizeof(saves_row)];
    uint64_t sum = hash_of(mine.generations, sizeof mine.generations) ^
                   hash_of(mine.states, sizeof mine.states);
    size_t used = 0;

    write_to(mine.generations, sizeof mine.generations, NULL);
    write_to(mine.states, sizeof mine.states, NULL);
    for (uint32_t i = 0; i < THINGS; i++) {
        if (mine.states[i] == 0)
            continue;
        memcpy(piece + used, &mine.things[i].x, sizeof(saves_row));
        used += sizeof(saves_row);
        if (used < sizeof piece && i + 1 < THINGS)
            continue;
        sum = sum * 31 + hash_of(piece, used);
        write_to(piece, used, NULL);
        used = 0;
    }
    write_to(&sum, sizeof sum, NULL);
}

static void hand_load(void)
{
    const unsigned char *at = file;

    sink = hash_of(file, file_size);
    memcpy(mine.generations, at, sizeof mine.generations);
    at += sizeof mine.generations;
    memcpy(mine.states, at, sizeof mine.states);
    at += sizeof mine.states;
    for (uint32_t i = 0; i < THINGS; i++) {
        if (mine.states[i] == 0)
            continue;
        mine.things[i].actor = (trp_actor){i + 1, i - 1, i, 0};
        memcpy(&mine.things[i].x, at, sizeof(saves_row));
        at += sizeof(saves_row);
    }
}

static void hand_fill(void)
{
    for (uint32_t i = 0; i < THINGS; i++) {
        memcpy(&mine.things[i].x, &rows[i], sizeof rows[i]);
        mine.generations[i] = 1;
        mine.states[i] = 1;
    }
}

#if HAS_SQLITE
static sqlite3 *database;

static void run(const char *text)
{
    if (sqlite3_exec(database, text, NULL, NULL, NULL) != SQLITE_OK)
        exit(2);
}

static void sqlite_save(void)
{
    sqlite3_stmt *insert;

    run("DROP TABLE IF EXISTS things; CREATE TABLE things(x REAL, y REAL, vx REAL, vy REAL, health "
        "INTEGER, kind INTEGER); BEGIN");
    sqlite3_prepare_v2(database, "INSERT INTO things VALUES(?,?,?,?,?,?)", -1, &insert, NULL);
    for (uint32_t i = 0; i < THINGS; i++) {
        sqlite3_bind_double(insert, 1, (double)rows[i].x);
        sqlite3_bind_double(insert, 2, (double)rows[i].y);
        sqlite3_bind_double(insert, 3, (double)rows[i].vx);
        sqlite3_bind_double(insert, 4, (double)rows[i].vy);
        sqlite3_bind_int64(insert, 5, rows[i].health);
        sqlite3_bind_int(insert, 6, rows[i].kind);
        if (sqlite3_step(insert) != SQLITE_DONE)
            exit(2);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    run("COMMIT");
}

static void sqlite_load(void)
{
    sqlite3_stmt *select;
    uint32_t i = 0;

    sqlite3_prepare_v2(database, "SELECT * FROM things ORDER BY rowid", -1, &select, NULL);
    for (; sqlite3_step(select) == SQLITE_ROW; i++) {
        rows[i].x = (float)sqlite3_column_double(select, 0);
        rows[i].y = (float)sqlite3_column_double(select, 1);
        rows[i].vx = (float)sqlite3_column_double(select, 2);
        rows[i].vy = (float)sqlite3_column_double(select, 3);
        rows[i].health = (uint32_t)sqlite3_column_int64(select, 4);
        rows[i].kind = sqlite3_column_int(select, 5);
    }
    sqlite3_finalize(select);
    if (i != THINGS)
        exit(2);
}
#endif

static void report(const char *name, double *save, double *load, int rounds, double hash)
{
    const double s = median(save, rounds);
    const double l = median(load, rounds);

    printf("%-10s save %9.3f ms %8.2f times the hash, load %9.3f ms %8.2f times the hash\n", name,
           1e3 * s, s / hash, 1e3 * l, l / hash);
}

int main(void)
{
    static double hashes[ROUNDS], saves[ROUNDS], loads[ROUNDS], checks[ROUNDS];
    static double hand_saves[ROUNDS], hand_loads[ROUNDS], copies[ROUNDS];
    static thing copied[THINGS];
    const trp_save_desc desc = {.game = "bench"};
    const trp_load_desc load = {.game = "bench"};
    trp_world *world = trp_world_create(&(trp_world_desc){0});
    trp_pool *pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                             .capacity = THINGS,
                                                             .fields = &thing_type});
    double hash;

    rows = malloc(THINGS * sizeof *rows);
    fill(pool);
    hand_fill();
    file = malloc(trp_save_bytes(world, &desc));
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        file_size = 0;
        hand_save();
        hand_saves[i] = now() - start;
        start = now();
        hand_load();
        hand_loads[i] = now() - start;
        start = now();
        sink = hash_of(rows, THINGS * sizeof *rows);
        hashes[i] = now() - start;
        start = now();
        memcpy(copied, mine.things, sizeof copied);
        copies[i] = now() - start;
        sink += (uint64_t)copied[i].health;
        file_size = 0;
        start = now();
        if (trp_save(world, &desc, write_to, NULL) != TRP_OK)
            return 1;
        saves[i] = now() - start;
        start = now();
        if (trp_load(world, file, file_size, &load) != TRP_OK)
            return 1;
        loads[i] = now() - start;
        start = now();
        if (trp_load_check(world, file, file_size, &load) != TRP_OK)
            return 1;
        checks[i] = now() - start;
    }
    hash = median(hashes, ROUNDS);
    printf("%d actors, %zu bytes in the save; the hash of their %zu bytes: %.3f ms\n", THINGS,
           file_size, THINGS * sizeof *rows, 1e3 * hash);
    report("troupe", saves, loads, ROUNDS, hash);
    report("by hand", hand_saves, hand_loads, ROUNDS, hash);
    printf("           (of troupe's load, the first pass: %.3f ms; a copy of the structs' %zu "
           "bytes: %.3f ms)\n",
           1e3 * median(checks, ROUNDS), sizeof copied, 1e3 * median(copies, ROUNDS));
#if HAS_SQLITE
    sqlite3_open(":memory:", &database);
    for (int i = 0; i < RIVAL_ROUNDS; i++) {
        double start = now();
        sqlite_save();
        saves[i] = now() - start;
        start = now();
        sqlite_load();
        loads[i] = now() - start;
    }
    report("SQLite", saves, loads, RIVAL_ROUNDS, hash);
#else
    puts("skipped: SQLite, which is not installed (Debian: libsqlite3-dev)");
#endif
#if HAS_CEREAL
    for (int i = 0; i < RIVAL_ROUNDS; i++) {
        double start = now();
        cereal_save(rows, THINGS);
        saves[i] = now() - start;
        start = now();
        cereal_load(rows, THINGS);
        loads[i] = now() - start;
    }
    report("cereal", saves, loads, RIVAL_ROUNDS, hash);
#else
    puts("skipped: cereal, which is not installed (Debian: libcereal-dev)");
#endif
    trp_world_destroy(world);
    return 0;
}
