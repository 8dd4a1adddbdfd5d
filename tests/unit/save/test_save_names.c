/*
 * Worlds that cannot be saved: names that are too long or empty, structs that are nested too deep
 * or too large, external pools, transient pools in modules. And how a save is handed out.
 */
#include "../heap.h"
#include "../save_small.h"

#include <stddef.h>
#include <string.h>

SITUATIONS(save_names);

static small_world one;
static save_file file;
static char long_name[300];

static void end(void)
{
    small_end(&one);
}

static void begin_as(const small_shape *shape)
{
    stage_needs(16u * 1024u * 1024u);
    stage_world();
    heap_reset();
    small_begin(&one, shape);
    stage_ends_with(end);
    memset(long_name, 'n', sizeof long_name - 1);
}

static void begin(void)
{
    const small_shape shape = small_usual();

    begin_as(&shape);
}

static trp_result save(void)
{
    const trp_save_desc desc = {.game = save_load.game, .version = 1};

    file.size = 0;
    return trp_save(one.world, &desc, save_to_file, &file);
}

/* Those of the first pool and the last, of a layer, of modules and regions. */
SCRIPT("names in a save are short",
       "layers 2; pool transient called LONGEST; pool described called LONGEST; title 0 LONGEST; "
       "title 1 LONGEST; timers 0 b ticks called LONGEST; group called LONGEST; space empty called "
       "LONGEST; queue 4 described called LONGEST; region described called LONGEST; ids called "
       "LONGEST; file");
#define LONGER "file !DESC; says longer than 255"
SCRIPT("names of the first pool of a save are short",
       "pool transient called TOOLONG; pool described; " LONGER);
SCRIPT("names of the last pool of a save are short",
       "pool transient; pool described called TOOLONG; " LONGER);
SCRIPT("names of timers of a save are short",
       "pool described; timers 0 ticks called TOOLONG; " LONGER);
SCRIPT("names of all layers of a save are short",
       "layers 2; pool described; title 0 TOOLONG; " LONGER
       "; title 0 LONGEST; file; title 0; title "
       "1 TOOLONG; " LONGER "; title 1 LONGEST; file");

/* Chunks need a name, all of them; a game and a pool need none. */
SITUATION("only chunks of a save need a name")
{
    trp_save_chunk chunks[] = {{"picture", "p", 1}, {NULL, "s", 1}};
    const trp_save_desc desc = {.game = "", .version = 1, .chunks = chunks, .chunk_count = 2};
    const char *const names[] = {NULL, "", long_name};
    trp_load_desc load = save_load;
    small_shape shape = small_usual();

    shape.pools[SMALL_YOUNG].name = "";
    begin_as(&shape);
    file.size = 0;
    for (unsigned i = 0; i < 3; i++) {
        chunks[1].name = names[i];
        CHECK_MISUSE_SAYS(one.world, trp_save(one.world, &desc, save_to_file, &file), TRP_ERR_DESC,
                          "or a chunk has none");
    }
    CHECK_EQ(file.size, 0);
    chunks[1].name = "sound";
    CHECK_OK(trp_save(one.world, &desc, save_to_file, &file));
    load.game = "";
    CHECK_OK(trp_load(one.world, file.bytes, file.size, &load));
}

SCRIPT("every pool of a save is described",
       "pool described; pool called other; file !DESC; says the pool is not described");

/* What the world lacks comes before what the call lacks. */
SITUATION("a save is described before it is written")
{
    const trp_save_desc desc = {.game = save_load.game, .version = 1};

    begin();
    for (unsigned i = SMALL_GUARDS; i < SMALL_POOLS; i++) {
        const trp_fields *const fields = trp_pool_info(one.pools[i]).fields;
        stage_describe(one.pools[i], NULL);
        CHECK_MISUSE(one.world, trp_save(one.world, &desc, NULL, NULL), TRP_ERR_DESC);
        CHECK(told.pool == one.pools[i]);
        CHECK_EQ(trp_save_bytes(one.world, &desc), 0);
        stage_describe(one.pools[i], fields);
    }
    CHECK_MISUSE(one.world, trp_save(one.world, &desc, NULL, NULL), TRP_ERR_NULL);
}

SITUATION("fields in a save are named")
{
    static trp_choice choices[] = {TRP_CHOICE("one", "one"), TRP_CHOICE("", "two"),
                                   TRP_CHOICES_END(NULL)};
    trp_field fields[2] = {{long_name, NULL, TRP_KIND_U32, 1, 0, 0, 4, NULL, NULL}, TRP_FIELDS_END};
    trp_fields type = {"state", sizeof(small_state), 1, fields, &trp__option_fields, 0};

    begin();
    one.regions[0].fields = &type;
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    long_name[256] = '\0';
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    long_name[255] = '\0';
    CHECK_OK(save());
    fields[0].name = "";
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    fields[0].name = "seed";
    CHECK_OK(save());
    type.name = "";
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    type.name = "state";
    fields[0].kind = TRP_KIND_CHOICE;
    fields[0].more = choices;
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
}

/* A description of this many structs, one within the other. */
static const trp_fields *nested(unsigned depth)
{
    static trp_field levels[TRP_SAVE_DEPTH + 1][2];
    static trp_fields types[TRP_SAVE_DEPTH + 1];

    for (unsigned i = 0; i < depth; i++) {
        types[i] = (trp_fields){"level", sizeof(small_state), 1, levels[i], &trp__option_fields, 0};
        levels[i][0] =
            (trp_field){"inner", NULL, TRP_KIND_STRUCT, 1, 0, 0, sizeof(small_state), NULL, NULL};
        levels[i][0].more = i + 1 < depth ? &types[i + 1] : NULL;
        levels[i][1] = (trp_field)TRP_FIELDS_END;
    }
    levels[depth - 1][0] = (trp_field)TRP_FIELD(small_state, seed);
    return &types[0];
}

static unsigned lines;
static bool ends_with_o; /* the name of the field */

static void note_line(const char *text, void *arg)
{
    lines++;
    ends_with_o |= situation_text_has(text, "no: ");
}

static trp_result print(void)
{
    lines = 0;
    ends_with_o = false;
    return trp_print_save(file.bytes, file.size, note_line, NULL);
}

SITUATION("structs in a save are not nested too deep")
{
    trp_field outer[2] = {{"outer", NULL, TRP_KIND_STRUCT, 1, 0, offsetof(small_actor, box),
                           sizeof(small_state), NULL, NULL},
                          TRP_FIELDS_END};
    const trp_fields type = {"small_actor", sizeof(small_actor), 1, outer, &trp__option_fields, 0};

    begin();
    one.regions[0].fields = nested(TRP_SAVE_DEPTH + 1);
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    one.regions[0].fields = nested(TRP_SAVE_DEPTH);
    CHECK_OK(save());
    CHECK_OK(print());
    outer[0].more = one.regions[0].fields;
    stage_describe(one.pools[SMALL_YOUNG], &type);
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    one.regions[0].fields = nested(TRP_SAVE_DEPTH - 1);
    CHECK_OK(save());
}

/* The region is too small for a single struct. */
SITUATION("structs in a save are not too large")
{
    trp_field fields[2] = {{"all", NULL, TRP_KIND_BYTES, 1, 0, 0, 0, NULL, NULL}, TRP_FIELDS_END};
    const trp_fields type = {"state", (size_t)3 << 29, 1, fields, &trp__option_fields, 0};

    begin();
    one.regions[0].fields = &type;
    fields[0].size = (size_t)1 << 30;
    CHECK_OK(save());
    fields[0].size++;
    CHECK_MISUSE(one.world, save(), TRP_ERR_DESC);
    fields[0].size = (size_t)1 << 29;
    fields[0].count = 2;
    CHECK_OK(save());
}

/* A name of 255 bytes is printed whole; of structs without fields one stands for all. */
SITUATION("fields of a region of a save are printed")
{
    static const trp_field none[] = {{"left out", NULL, TRP_KIND_IGNORED, 1, 0, 0, 4, NULL, NULL},
                                     TRP_FIELDS_END};
    static const trp_fields empty = {"empty", 4, 1, none, &trp__option_fields, 0};
    trp_field fields[] = {{long_name, NULL, TRP_KIND_U32, 1, 0, 0, 4, NULL, NULL},
                          {"empty", NULL, TRP_KIND_STRUCT, 2, 0, 4, 4, &empty, NULL},
                          TRP_FIELDS_END};
    const trp_fields type = {"state", sizeof(small_state), 1, fields, &trp__option_fields, 0};

    begin();
    long_name[254] = 'o';
    long_name[255] = '\0';
    one.regions[0].fields = &type;
    fields[1].kind = TRP_KIND_IGNORED;
    CHECK_OK(save());
    CHECK_OK(print());
    CHECK(ends_with_o);
    unsigned before = lines;
    fields[1].kind = TRP_KIND_STRUCT;
    CHECK_OK(save());
    CHECK_OK(print());
    CHECK_EQ(lines, before + 2 + 2 * 2); /* its field and type; in two structs its begin and end */
}

SCRIPT("transient pools of a save are in no family",
       "pool transient; pool described; family; file !DESC; says a transient pool is in a family");

SCRIPT("external pools of a save are transient",
       "in newest oldest; pool described called guests; file; another; pool external described "
       "called guests; load ?DESC; problem external; another; pool external transient called "
       "guests; load; file; load; another; pool external described called guests; file !DESC; says "
       "external");

static bool write_some(const void *bytes, size_t size, void *to)
{
    CHECK(size != 0);
    return save_to_file(bytes, size, to);
}

/* The checksum begins with an empty buffer, or almost: everything before it has just been
 * written. */
SITUATION("a save ends with a whole buffer")
{
    static unsigned char bytes[4096];
    trp_save_chunk chunk = {"fill", bytes, 0};
    const trp_save_desc desc = {
        .game = save_load.game, .version = 1, .chunks = &chunk, .chunk_count = 1};

    begin();
    size_t size = trp_save_bytes(one.world, &desc);
    for (size_t more = 0; more < 3; more++) {
        chunk.size = 2048 - (size - 8) % 2048 + more;
        file.size = 0;
        CHECK_OK(trp_save(one.world, &desc, write_some, &file));
        CHECK_EQ(file.size % 2048, 8 + more);
        CHECK_OK(trp_load(one.world, file.bytes, file.size, &save_load));
    }
}
