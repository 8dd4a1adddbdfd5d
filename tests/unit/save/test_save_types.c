/*
 * Descriptions of structs in a save that cannot be: a kind and its size, the number of elements,
 * the depth of nested structs. The pool is empty, so no record is too short instead.
 */
#include "../row.h"
#include "../save_edited.h"

#include <string.h>

SITUATIONS(save_types);

static trp_pool *pool;

/* Something of each kind, in their order, under their names. */
#define OF_EACH_KIND                                                                               \
    "truth bool = 0 | 1, i8 i8 = 0 | -128, u8 u8 = 0 | 255, i16 i16 = 0 | -1, u16 u16 = 0 | "      \
    "65535, i32 i32 = 0 | -2^31, u32 u32 = 0 | 2^32-1, i64 i64 = 0 | -2^63, u64 u64 = 0 | "        \
    "2^64-1, f32 f32 = 0 | 0.1, f64 f64 = 0 | 0.3333333333333333, handle handle = 0 | 1, "         \
    "pointer actor = 0 | 1, text text 5 = | @~\x1F\x7F"                                            \
    "e, bytes bytes 5, place struct (row u8) "                                                     \
    "= 0 | 200, choice choice (sword bow) = - | bow"

/* The save of the world of the pool. */
static void begin_with(trp_pool *made)
{
    pool = made;
    save_world(trp_pool_info(pool).world, &edited_from);
    memcpy(&edited, &edited_from, sizeof edited_from);
}

static void begin(const char *fields)
{
    begin_with(row_begin(fields));
}

/* Loads what was changed; then it is as it was. */
static trp_result load(void)
{
    const trp_result result =
        (save_mend_sum(&edited),
         trp_load(trp_pool_info(pool).world, edited.bytes, edited.size, &save_load));

    memcpy(&edited, &edited_from, sizeof edited_from);
    return result;
}

static void cannot_be_read(void)
{
    CHECK_RESULT(load(), TRP_ERR_DAMAGED);
    CHECK(situation_text_has(save_problem, "pool rows: it cannot be read"));
}

/* The offset of the kind of a field. */
static size_t kind_at(const char *name)
{
    const size_t length = strlen(name);
    size_t at = 0;

    while (edited_from.bytes[at] != length ||
           memcmp(edited_from.bytes + at + 1, name, length + 1) != 0)
        at++;
    return at + 1 + length + 1;
}

static void set(size_t at, uint32_t value)
{
    trp__set32(edited.bytes + at, value);
}

SITUATION("a kind has its size in a save")
{
    begin(OF_EACH_KIND);
    const trp_field *const fields = trp_pool_info(pool).fields->fields;
    for (uint32_t kind = TRP_KIND_BOOL; kind <= TRP_KIND_CHOICE; kind++) {
        const size_t at = kind_at(fields[kind - 1].name);
        const uint32_t bytes = trp__get32(edited_from.bytes + at + 5);
        CHECK_EQ(edited_from.bytes[at], kind);
        CHECK_OK(load());
        set(at + 5, 0);
        cannot_be_read();
        if (kind == TRP_KIND_TEXT || kind == TRP_KIND_BYTES)
            continue;
        set(at + 5, bytes + 1);
        cannot_be_read();
        set(at + 5, bytes - 1);
        cannot_be_read();
    }
}

SITUATION("there is no such kind in a save")
{
    static const unsigned char kinds[] = {TRP_KIND_END, TRP_KIND_IGNORED, TRP_KIND_IGNORED + 1,
                                          255};
    const size_t at = (begin(OF_EACH_KIND), kind_at("text"));

    for (unsigned i = 0; i < sizeof kinds; i++) {
        edited.bytes[at] = kinds[i];
        cannot_be_read();
    }
    set(at + 1, 0); /* elements */
    cannot_be_read();
    edited.bytes[at - 1] = 'x'; /* the end of its name */
    cannot_be_read();
    set(kind_at("choice") + 9, UINT32_MAX); /* names of choices */
    cannot_be_read();
    edited.bytes[kind_at("u8") - 3] = 'i';
    CHECK_RESULT(load(), TRP_ERR_VALUE);
    CHECK(situation_text_has(save_problem, "field i8: two fields have this name"));
}

/* All fields but one. */
static uint32_t other_bytes(size_t at)
{
    trp__saved_chunk chunk;

    CHECK(trp__chunk_after(edited_from.bytes, edited_from.size, TRP__SAVE_HEAD, TRP__SAVE_POOL,
                           &chunk));
    trp__reader reader = trp__read_from(edited_from.bytes, chunk.from, chunk.end);
    (void)trp__read_name(&reader);
    (void)trp__read_8(&reader);
    (void)trp__read_32(&reader);
    return (uint32_t)trp__read_type(&reader, 1) - trp__get32(edited_from.bytes + at + 5);
}

SITUATION("a record of a save is too long")
{
    const uint32_t most = 1u << 30;

    begin("text text 5");
    set(kind_at("text") + 5, most);
    CHECK_OK(load());
    begin(OF_EACH_KIND);
    size_t at = kind_at("text");
    set(at + 5, most - other_bytes(at));
    CHECK_OK(load());
    set(at + 5, most - other_bytes(at) + 1);
    cannot_be_read();
    set(at + 5, most + 1);
    cannot_be_read();
    set(at + 5, UINT32_MAX);
    cannot_be_read();
    at = kind_at("bytes");
    set(at + 1, UINT32_MAX);
    set(at + 5, most);
    cannot_be_read();
    set(at + 1, 2); /* it could be read, but has too many elements */
    CHECK_RESULT(load(), TRP_ERR_VALUE);
    CHECK(situation_text_has(save_problem, "field bytes: it is an array, or bytes, with fewer"));
    set(at + 5, trp__get32(edited_from.bytes + at + 5) + 1);
    CHECK_RESULT(load(), TRP_ERR_VALUE);
    CHECK(situation_text_has(save_problem, "field bytes: it is an array, or bytes, with fewer"));
}

/* Whatever the field is today. */
SITUATION("a truth of a save is 0 or 1")
{
    static const char *const today[] = {"truth bool", "truth u8"};

    row_save("truth bool = 1");
    edited_from = row_file;
    for (unsigned i = 0; i < 2; i++) {
        size_t at = kind_at("truth");
        pool = row_begin(today[i]);
        edited = edited_from;
        CHECK_OK(load());
        while (trp__get32(edited_from.bytes + at) != TRP__SAVE_END)
            at++;
        CHECK_EQ(edited_from.bytes[at - 1], 1); /* the last value of the last pool */
        edited.bytes[at - 1] = 2;
        CHECK_RESULT(load(), TRP_ERR_VALUE);
        CHECK(situation_text_has(save_problem, "field truth: its value does not fit"));
    }
}

/* Numbers become other numbers, and handles other handles. */
SITUATION("a kind of a save becomes a similar one")
{
    const unsigned count = 17;

    begin(OF_EACH_KIND);
    const trp_fields all = *trp_pool_info(pool).fields;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < count; k++) {
            const trp_kind from = all.fields[i].kind;
            trp_field fields[] = {TRP_FIELDS_END, TRP_FIELDS_END};
            const trp_fields type = {all.name, all.size, 1, fields, &trp__option_fields, 0};
            const trp_kind to = all.fields[k].kind;
            const bool is_similar = from == to || (from <= TRP_KIND_F64 && to <= TRP_KIND_F64) ||
                                    ((from == TRP_KIND_HANDLE || from == TRP_KIND_ACTOR) &&
                                     (to == TRP_KIND_HANDLE || to == TRP_KIND_ACTOR));
            fields[0] = all.fields[k];
            fields[0].name = all.fields[i].name;
            stage_describe(pool, &type);
            CHECK_RESULT(load(), is_similar ? TRP_OK : TRP_ERR_VALUE);
            CHECK(is_similar || situation_text_has(save_problem, "its kind has changed"));
        }
}

/* Handles */

typedef struct follower {
    trp_actor actor;
    trp_handle leader;
    uint64_t packed;
} follower;

static const trp_field follower_fields[] = {TRP_FIELD(follower, leader),
                                            TRP_FIELD_PACKED(follower, packed), TRP_FIELDS_END};
static const trp_fields follower_type = TRP_FIELDS(follower, 1, follower_fields);

static trp_world *begin_followers(uint32_t strangers, uint32_t capacity, trp_pool **followers)
{
    trp_world *world = stage_world_as((trp_world_desc){.max_pools = 2});
    trp_pool_desc desc = {.name = "strangers",
                          .type = TRP_TYPE(follower, actor),
                          .capacity = strangers,
                          .fields = &follower_type};

    (void)stage_pool_as(world, desc);
    desc.name = "followers";
    desc.capacity = capacity;
    *followers = stage_pool_as(world, desc);
    return world;
}

/* Six actors, of which the last two live in slots that there are no more. Each of them names all
 * in turn, of the last slot a former life. Other pools before it have more slots now, or fewer. */
SITUATION_FOR("handles and packed handles of a save follow actors to other slots", uint32_t, named,
              0, 5)
{
    trp_world *world = begin_followers(9, 6, &pool);
    follower *one[2];
    trp_handle leader;
    for (unsigned i = 0; i < 6; i++)
        one[i % 2] = trp_as(follower, (trp_create)(pool, NULL));
    leader = trp_handle_of(world, trp_pool_at(pool, named));
    if (named == 5) {
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, 5)));
        one[1] = trp_as(follower, (trp_create)(pool, NULL));
    }
    for (unsigned i = 0; i < 2; i++) {
        one[i]->leader = leader;
        one[i]->packed = trp_handle_pack(leader);
    }
    for (uint32_t slot = 1; slot < 4; slot++)
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    CHECK((trp_create)(pool, NULL) == trp_pool_at(pool, 1));
    save_world(world, &edited_from);
    world = begin_followers(1 + named * 3, 4, &pool);
    CHECK_OK(trp_load(world, edited_from.bytes, edited_from.size, &save_load));
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_info(pool).live, 4);
    for (unsigned i = 0; i < 2; i++) {
        const follower *now = trp_as(follower, trp_pool_at(pool, 2 + i));
        const trp_actor *expected = named == 0 || named == 4 ? trp_pool_at(pool, named / 2) : NULL;
        leader = trp_handle_unpack(world, now->packed);
        CHECK(trp_get(world, now->leader) == expected);
        CHECK(trp_get(world, leader) == expected);
        CHECK(trp_handle_equal(now->leader, leader));
    }
}

/* Structs in structs */

typedef struct deep {
    trp_actor actor;
    uint32_t number;
} deep;

static const trp_field number_fields[] = {
    {"n", NULL, TRP_KIND_U32, 1, 0, 0, sizeof(uint32_t), NULL, NULL}, TRP_FIELDS_END};

/* The struct of a field of the deepest struct, which is inserted: name, version, fields. */
static const unsigned char one_more[] = {1, 's',          0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 'n',
                                         0, TRP_KIND_U32, 1, 0, 0, 0, 4, 0, 0, 0};

SITUATION("structs of a save are nested too deep")
{
    trp_field fields[TRP_SAVE_DEPTH][2];
    trp_fields types[TRP_SAVE_DEPTH];

    types[0] = (trp_fields){"s", sizeof(uint32_t), 1, number_fields, &trp__option_fields, 0};
    for (unsigned i = 1; i < TRP_SAVE_DEPTH; i++) {
        fields[i][0] =
            (trp_field){"o", NULL, TRP_KIND_STRUCT, 1, 0, 0, sizeof(uint32_t), &types[i - 1], NULL};
        fields[i][1] = (trp_field)TRP_FIELDS_END;
        types[i] = (trp_fields){"s", sizeof(uint32_t), 1, fields[i], &trp__option_fields, 0};
    }
    fields[TRP_SAVE_DEPTH - 1][0].offset = offsetof(deep, number);
    types[TRP_SAVE_DEPTH - 1].size = sizeof(deep);
    begin_with(save_rows(&types[TRP_SAVE_DEPTH - 1], NULL));
    CHECK_OK(load());
    size_t at = kind_at("n");
    size_t end = at + 9;
    memmove(edited.bytes + end + sizeof one_more, edited.bytes + end, edited.size - end);
    memcpy(edited.bytes + end, one_more, sizeof one_more);
    edited.bytes[at] = TRP_KIND_STRUCT;
    edited.size += sizeof one_more;
    at = 0;
    while (trp__get32(edited.bytes + at) != TRP__SAVE_POOL)
        at++;
    trp__set64(edited.bytes + at + 4, trp__get64(edited.bytes + at + 4) + sizeof one_more);
    cannot_be_read();
}

/* Text */

static const char printed[] =
    "chunk GAME, offset 28, bytes: 18, name \"gr?n\", version 7, ticks: 0\nchunk USER, offset 58, "
    "bytes: 12, name \"pic?ure\"\nchunk WRLD, offset 82, bytes: 93\n  scale: 1\n  dt: 0\n  layers: "
    "1\n  pools: 2\nchunk LAYR, offset 187, bytes: 104, name \"\"\n  number: 0\n  scale: 1\n  "
    "enabled: 1\n  visible: 1\nchunk POOL, offset 303, bytes: 961, name \"rows\"\n  room: 4\n  "
    "used: 2\n  first_count: 4\n  grown: 0\n  state: \n        peak: 2\n        created: 2\n       "
    " woken: 0\n        refused: 0\n        stolen: 0\n        scale: 1\n        low_for: 0\n      "
    "  clock: 0\n        ticked: 0\n        every: 0\n        wanted: 0\n        turn: 0\n        "
    "staggered: 0\n        wants_staggered: 0\n        hand: 0\n     \n  type \"row\" version 0\n  "
    "  field \"truth\" bool, bytes: 1\n    field \"i8\" i8, bytes: 1\n    field \"u8\" u8, bytes: "
    "1\n    field \"i16\" i16, bytes: 2\n    field \"u16\" u16, bytes: 2\n    field \"i32\" i32, "
    "bytes: 4\n    field \"u32\" u32, bytes: 4\n    field \"i64\" i64, bytes: 8\n    field \"u64\" "
    "u64, bytes: 8\n    field \"f32\" f32, bytes: 4\n    field \"f64\" f64, bytes: 8\n    field "
    "\"handle\" handle, bytes: 8\n    field \"pointer\" actor, bytes: 8\n    field \"text\" text, "
    "bytes: 5\n    field \"bytes\" bytes, bytes: 5\n    field \"place\" struct, bytes: 1\n    type "
    "\"row\" version 0\n      field \"row\" u8, bytes: 1\n    field \"choice\" choice, bytes: 4\n  "
    "    choice \"sword\"\n      choice \"bow\"\n  slot 0 generation 2 expired\n    truth: 0\n    "
    "i8: 0\n    u8: 0\n    i16: 0\n    u16: 0\n    i32: 0\n    u32: 0\n    i64: 0\n    u64: 0\n    "
    "f32: 0\n    f64: 0\n    handle: index 0 generation 0\n    pointer: index 0 generation 0\n    "
    "text: \"\"\n    bytes: bytes: 5\n    place: \n        row: 0\n     \n    choice: choice 0\n  "
    "slot 1 generation 1 asleep\n    truth: 1\n    i8: -128\n    u8: 255\n    i16: -1\n    u16: "
    "65535\n    i32: -2147483648\n    u32: 4294967295\n    i64: -9223372036854775808\n    u64: "
    "18446744073709551615\n    f32: 0.100000001\n    f64: 0.3333333333333333\n    handle: index 0 "
    "generation 1\n    pointer: index 0 generation 0\n    text: \" ~??e\"\n    bytes: bytes: 5\n   "
    " place: \n        row: 200\n     \n    choice: choice 2\nchunk POOL, offset 1276, bytes: 13, "
    "name \"sparks\"\n  transient\nchunk REGN, offset 1301, bytes: 636, name \"state\", numbers 0 "
    "0, count: 2\n  type \"numbers\" version 3\n    field \"few\" u32 times 3, bytes: 4\n    field "
    "\"place\" struct, bytes: 1\n    type \"save_place\" version 1\n      field \"row\" u8, bytes: "
    "1\n    field \"many\" u64 times 30, bytes: 8\n  row 0\n    few: 1 2 3\n    place: \n        "
    "row: 4\n     \n    many: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n  row "
    "1\n    few: 0 0 0\n    place: \n        row: 0\n     \n    many: 18446744073709551615 "
    "18446744073709551614 18446744073709551613 18446744073709551612 18446744073709551611 "
    "18446744073709551610 18446744073709551609 18446744073709551608 18446744073709551607 "
    "18446744073709551606 18446744073709551605 18446744073709551604 18446744073709551603 "
    "18446744073709551602 18446744073709551601 18446744073709551600 18446744073709551599 "
    "18446744073709551598 18446744073709551597 18446744073709551596 18446744073709551595 "
    "18446744073709551594 18446744073709551593 18446744073709551\nchunk QUEU, offset 1949, bytes: "
    "69, name \"notes\", numbers 1 0, count: 1\n  type \"save_place\" version 1\n    field \"row\" "
    "u8, bytes: 1\n  row 0\n    row: 5\nchunk END , offset 2030, bytes: 8\n";

static const trp_field place_fields[] = {TRP_FIELD(save_place, row), TRP_FIELDS_END};
static const trp_fields place_type = TRP_FIELDS(save_place, 1, place_fields);

static const char *rest; /* of the text above, not printed yet */

static void check_line(const char *text, void *arg)
{
    if (situation_text_has("", "a")) /* a library without words */
        return;
    for (; *text != '\0'; text++, rest++)
        CHECK(*text == *rest);
}

/* A line of text has at most 511 bytes. */
typedef struct numbers {
    uint32_t few[3];
    save_place place;
    uint64_t many[30];
} numbers;

static const trp_field numbers_fields[] = {TRP_FIELD_ARRAY(numbers, few),
                                           TRP_FIELD_STRUCT(numbers, place, &place_type),
                                           TRP_FIELD_ARRAY(numbers, many), TRP_FIELDS_END};
static const trp_fields numbers_type = TRP_FIELDS(numbers, 3, numbers_fields);

SITUATION("a save is printed line by line")
{
    static numbers state[2];
    trp_region region = {
        .name = "state", .start = state, .bytes = sizeof state, .fields = &numbers_type};
    const trp_save_chunk chunk = {"pic\ture", "abc", 3};
    const trp_save_desc desc = {
        .game = "gr\xFCn", .version = 7, .chunks = &chunk, .chunk_count = 1};
    trp_world *world;

    pool = row_begin(OF_EACH_KIND);
    world = trp_pool_info(pool).world;
    stage_set_transient(stage_pool_as(world, (trp_pool_desc){.name = "sparks",
                                                             .type = TRP_TYPE(thing, actor),
                                                             .capacity = 2}),
                        true);
    row_create(pool, 2);
    CHECK_OK(trp_expire(world, trp_pool_at(pool, 0)));
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 1)));
    state[0] = (numbers){.few = {1, 2, 3}, .place = {.row = 4}};
    for (unsigned i = 0; i < 30; i++)
        state[1].many[i] = UINT64_MAX - i;
    CHECK_OK(trp_region_add(world, &region));
    trp_queue *queue = trp_queue_create(world, &(trp_queue_desc){.name = "notes",
                                                                 .size = sizeof(save_place),
                                                                 .capacity = 1,
                                                                 .play = stage_play_nothing,
                                                                 .fields = &place_type});
    CHECK(queue != NULL);
    CHECK_OK(trp_queue_post(queue, &(save_place){.row = 5}));
    CHECK_RESULT(trp_queue_post(queue, &(save_place){.row = 6}), TRP_ERR_FULL);
    edited.size = 0;
    CHECK_OK(trp_save(world, &desc, save_to_file, &edited));
    rest = printed;
    CHECK_OK(trp_print_save(edited.bytes, edited.size, check_line, NULL));
    CHECK(*rest == '\0' || situation_text_has("", "a"));
    CHECK_OK(trp_region_remove(world, &region));
}
