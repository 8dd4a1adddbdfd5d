/* Words of scripts about snapshots, saves, hashes, histories, mirrors and regions. */
#include "script_inside.h"

#include "inspect_scene.h"
#include "ledger.h"
#include "troupe/diff.h"
#include "troupe/mirror.h"

enum {
    ROOMY = STAGE_BYTES >= 65536u, /* smaller machines leave these scripts out */
    ROOM = ROOMY ? 65536 : 16,
    KEPT_IDS = ROOMY ? SCRIPT_IDS : 1,
    IMAGES = ROOMY ? 4 : 1,
    TICKS = ROOMY ? 16 : 1,
    HASHES = 8,
    GUARD = ROOMY ? 512 : 0, /* bytes behind a snapshot that stay as they are */
    FORMERS = 6,
    NUMBERS = 4
};

/* What a script knows of a state that comes back. */
typedef struct kept {
    uint64_t hash;
    figure *figures[KEPT_IDS];
    trp_handle handles[KEPT_IDS];
} kept;

typedef struct memory {
    _Alignas(TRP_ALIGNMENT) unsigned char bytes[ROOM];
    size_t used;
} memory;

static memory images[IMAGES], scratch, file, past;
static kept of_images[IMAGES], of_file, of_ticks[TICKS];
static uint64_t hashes[HASHES];
static uint32_t numbers[NUMBERS];
static trp_region number_region, guest_region, ids_region;
static trp_ids ids;
static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(8)];
static trp_load_former formers[FORMERS];
static uint32_t former_count;
static bool is_elsewhere; /* the save is of another world */
static char problem[256], dropped[300];
static uint32_t loaded;
static trp_history history;
static trp_mirror mirror;
static trp_handle shown[KEPT_IDS];
static _Alignas(
    TRP_ALIGNMENT) unsigned char mirror_memory[ROOMY ? TRP_MIRROR_BYTES(SCRIPT_IDS) : 16];

static const trp_field figure_fields[] = {TRP_FIELD(figure, id), TRP_FIELD(figure, data),
                                          TRP_FIELD_STRUCT(figure, box, &stage_box_type),
                                          TRP_FIELD(figure, until), TRP_FIELDS_END};
const trp_fields script_fields = TRP_FIELDS(figure, 1, figure_fields);

void script_state_reset(bool is_another)
{
    is_elsewhere = is_another;
    if (!is_another)
        former_count = 0;
    history = (trp_history){0};
    mirror = (trp_mirror){0};
    for (uint32_t id = 0; id < KEPT_IDS; id++)
        shown[id] = (trp_handle){0};
    for (uint32_t i = 0; i < NUMBERS; i++)
        numbers[i] = 0;
}

void script_state_end(void)
{
    if (history.world != NULL)
        CHECK_OK(trp_history_close(&history));
}

static void keep(kept *to)
{
    to->hash = trp_hash_world(script_world);
    for (uint32_t id = 0; id < KEPT_IDS; id++) {
        to->figures[id] = script_figures[id];
        to->handles[id] = script_handles[id];
    }
}

/* The world is as it was then, but for its transient pools. */
static void check_back(const kept *from)
{
    script_need(trp_hash_world(script_world) == from->hash, "its state is another");
    for (uint32_t id = 0; id < KEPT_IDS; id++) {
        const trp_actor *const actor = trp_get(script_world, script_handles[id]);
        if (actor != NULL && trp_pool_info(trp_pool_of(script_world, actor)).transient)
            continue;
        script_need(actor == NULL ||
                        from->figures[trp_as(figure, actor)->id] == trp_as(figure, actor),
                    "a handle lives longer than its time");
        script_figures[id] = from->figures[id];
        script_handles[id] = from->handles[id];
    }
}

/* Snapshots */

static memory *image_at(const char **at)
{
    const uint32_t number = script_at_end(*at) ? 0 : script_number(at);

    script_need(number < IMAGES, "there are not so many snapshots");
    return &images[number];
}

static trp_result save_to(memory *to)
{
    const size_t bytes = trp_snapshot_bytes(script_world, NULL);
    const size_t end = bytes + GUARD < ROOM ? bytes + GUARD : ROOM;

    for (size_t i = bytes; i < end && bytes != 0; i++)
        to->bytes[i] = 0xA5;
    const trp_result result = trp_snapshot_save(script_world, to->bytes, ROOM, &to->used);
    for (size_t i = bytes; i < end && bytes != 0; i++)
        script_need(to->bytes[i] == 0xA5, "a snapshot writes too many bytes");
    return result;
}

static trp_result save(const char *at)
{
    memory *const to = image_at(&at);
    const size_t used = to->used;
    const trp_result result = save_to(to);
    size_t most;

    if (result == TRP_OK) {
        script_need(trp_snapshot_bytes(script_world, &most) == to->used && to->used <= most,
                    "a snapshot has other bytes than it should");
        keep(&of_images[to - images]);
    } else
        script_need(result != TRP_BUSY ||
                        (to->used == used && trp_snapshot_bytes(script_world, &most) == 0),
                    "a snapshot that is refused has bytes");
    return result;
}

static uint32_t differences(const memory *a, const memory *b)
{
    return trp_snapshot_diff(script_world, a->bytes, a->used, b->bytes, b->used, 0, NULL, NULL);
}

/* Prints its kind and its text, which name what it is about. */
static void print_difference(const trp_difference *it, void *user)
{
    static const char *const kinds[] = {"time",  "layer", "pool",  "life", "generation", "state",
                                        "field", "bytes", "order", "free", "part",       "region"};
    char words[80] = " slot ";

    situation_text_number(words + 6, sizeof words - 6, it->slot);
    if (it->text[0] != '\0') { /* otherwise it is a library without messages */
        script_need(it->pool == NULL || situation_text_has(it->text, trp_pool_info(it->pool).name),
                    "a difference has another pool");
        script_need(it->slot == TRP_NO_SLOT || situation_text_has(it->text, words),
                    "a difference has another slot");
    }
    script_need(it->kind == TRP_DIFFERS_LIFE ||
                    (it->kind == TRP_DIFFERS_GENERATION) == (it->generation_a != it->generation_b),
                "a difference has other generations");
    inspect_scene_print(kinds[it->kind], NULL);
    inspect_scene_print(": ", NULL);
    inspect_scene_print(it->text, NULL);
    inspect_scene_print("\n", NULL);
}

static void check_differences(const memory *a, const memory *b, const char *at)
{
    const uint32_t all = differences(a, b);

    script_need(trp_snapshot_diff(script_world, a->bytes, a->used, b->bytes, b->used, UINT32_MAX,
                                  print_difference, NULL) == all,
                "reported differences are more or fewer");
    script_check_page(at);
}

static trp_result restore(const char *at)
{
    const memory *const from = image_at(&at);
    const uint64_t before = trp_hash_world(script_world);
    const trp_result result = trp_snapshot_restore(script_world, from->bytes, from->used);

    script_need(result == TRP_OK || trp_hash_world(script_world) == before,
                "a restore that was refused has changed the world");
    if (result == TRP_OK) {
        check_back(&of_images[from - images]);
        CHECK_OK(save_to(&scratch));
        script_need(differences(from, &scratch) == 0, "its snapshot is another");
    }
    return result;
}

/* Saves */

static bool append(const void *bytes, size_t size, void *arg)
{
    if (size > ROOM - file.used)
        return false;
    for (size_t i = 0; i < size; i++)
        file.bytes[file.used++] = ((const unsigned char *)bytes)[i];
    return true;
}

static trp_result write_file(void)
{
    file.used = 0;
    const trp_result result =
        trp_save(script_world, &(trp_save_desc){.game = "script", .version = 1}, append, NULL);
    if (result == TRP_OK)
        keep(&of_file);
    is_elsewhere = false;
    return result;
}

/* A problem that ends the load, or what the world has no place for. */
static void note_problem(const trp_load_problem *it, void *user)
{
    if (it->result != TRP_OK) {
        situation_text_copy(problem, sizeof problem, it->text);
        return;
    }
    situation_text_add(dropped, sizeof dropped, it->kind);
    situation_text_add(dropped, sizeof dropped, " ");
    situation_text_add(dropped, sizeof dropped, it->name);
    situation_text_add(dropped, sizeof dropped, ":");
    situation_text_number(dropped, sizeof dropped, it->count);
    situation_text_add(dropped, sizeof dropped, "\n");
}

static void note_loaded(trp_actor *actor, const trp_context *in)
{
    figure *const it = trp_as(figure, actor);

    loaded++;
    script_need(in->pool == trp_pool_of(script_world, actor), "it was loaded into another pool");
    script_figures[it->id] = it;
    script_handles[it->id] = trp_handle_of(script_world, actor);
}

static trp_result load_file(const char *at)
{
    const trp_load_desc desc = {.game = script_takes(&at, "as") ? script_name(&at) : "script",
                                .version = 1,
                                .formers = formers,
                                .former_count = former_count,
                                .on_problem = note_problem,
                                .on_loaded = note_loaded};

    char checked[sizeof dropped];

    dropped[0] = '\0';
    const trp_result verdict = trp_load_check(script_world, file.bytes, file.used, &desc);
    situation_text_copy(checked, sizeof checked, dropped);
    problem[0] = dropped[0] = '\0';
    loaded = 0;
    const trp_result result = trp_load(script_world, file.bytes, file.used, &desc);
    script_need(result == TRP_BUSY || (verdict == result && situation_text_equal(checked, dropped)),
                "a check of the save says otherwise");
    if (result == TRP_OK && !is_elsewhere)
        check_back(&of_file);
    for (uint32_t id = 0; id < KEPT_IDS; id++) { /* other lives have handles of then */
        const trp_actor *const actor = trp_get(script_world, script_handles[id]);
        if (actor == NULL || trp_as(figure, actor)->id != id)
            script_handles[id] = (trp_handle){0};
    }
    return result;
}

static void note_formers(const char *at)
{
    for (former_count = 0; !script_at_end(at); former_count++) {
        script_need(former_count < FORMERS, "there are too many former names");
        formers[former_count].former = script_name(&at);
        formers[former_count].name = script_name(&at);
    }
}

/* Histories */

static trp_result open_history(const char *at)
{
    static const char *const kinds[] = {"whole", "keyframes", "back"};
    trp_history_desc desc = {.memory = past.bytes, .bytes = ROOM, .keyframe_every = 4};

    for (unsigned i = 0; i < 3; i++)
        if (script_takes(&at, kinds[i]))
            desc.kind = (trp_history_kind)i;
    if (desc.kind != TRP_HISTORY_WHOLE)
        desc.room = 8192;
    return trp_history_open(&history, script_world, &desc);
}

static trp_result keep_tick(void)
{
    const trp_result result = trp_history_save(&history);

    if (result == TRP_OK)
        keep(&of_ticks[trp_world_ticks(script_world) % TICKS]);
    return result;
}

static trp_result rewind_to(uint32_t tick)
{
    const trp_result result = trp_history_restore(&history, tick);

    if (result == TRP_OK)
        check_back(&of_ticks[tick % TICKS]);
    return result;
}

/* Mirrors */

static void appear(trp_actor *actor, const trp_context *in)
{
    const uint32_t id = trp_as(figure, actor)->id;

    shown[id % KEPT_IDS] = trp_handle_of(script_world, actor);
    stage_log(SCRIPT_SHOWN(id));
}

static void vanish(trp_handle life, const trp_context *in)
{
    uint32_t id = 0;

    while (id < KEPT_IDS && !trp_handle_equal(shown[id], life))
        id++;
    script_need(id < KEPT_IDS, "what vanishes was not shown");
    shown[id] = (trp_handle){0};
    stage_log(SCRIPT_VANISHED(id));
}

/* Regions */

static trp_result add_region(const char *at)
{
    if (script_takes(&at, "guests")) {
        guest_region =
            (trp_region){.name = "guests", .start = script_guests, .bytes = sizeof script_guests};
        return trp_region_add(script_world, &guest_region);
    }
    number_region = (trp_region){.name = "numbers", .start = numbers, .bytes = sizeof numbers};
    if (script_takes(&at, "described"))
        number_region.fields = &stage_number_type;
    if (script_takes(&at, "called"))
        number_region.name = script_name(&at);
    return trp_region_add(script_world, &number_region);
}

static trp_result add_ids(const char *at)
{
    ids_region = (trp_region){.name = "ids", .ids = &ids};
    if (script_takes(&at, "called"))
        ids_region.name = script_name(&at);
    CHECK_OK(trp_ids_init(&ids, ids_memory, sizeof ids_memory, 0, 8));
    return trp_region_add(script_world, &ids_region);
}

/* The hash of the pool that is named, or of the world. */
static uint64_t hash_at(const char **at)
{
    return script_at_end(*at) ? trp_hash_world(script_world) : trp_hash_pool(script_pool_at(at));
}

static uint32_t *number_at(const char **at)
{
    const uint32_t which = script_number(at);

    script_need(which < NUMBERS, "there are not so many numbers");
    return &numbers[which];
}

static trp_result check_image(const memory *from)
{
    return trp_snapshot_check(script_world, from->bytes, from->used, NULL);
}

static trp_result set_number(const char *at)
{
    uint32_t *const number = number_at(&at);

    *number = script_number(&at);
    return TRP_OK;
}

/* A call that machines with too little memory leave out. */
#define CALL(word, call) SCRIPT_CALL(word, (stage_needs(ROOMY ? 0 : SIZE_MAX), (call)))

bool script_state_call(const char *name, const char *at, uint32_t me)
{
    const char *const start = at;

    if (situation_text_equal(name, "last")) {
        const trp_actor *const actor = script_actor_at(&at, me);
        ledger_last_life(trp_pool_of(script_world, actor), actor);
        script_handles[trp_as(figure, actor)->id] = trp_handle_of(script_world, actor);
        return true;
    }
    if (situation_text_equal(name, "hash")) {
        const uint32_t which = script_number(&at);
        script_need(which < HASHES, "there are not so many hashes");
        return hashes[which] = hash_at(&at), true;
    }
    CALL("save", save(at));
    CALL("restore", restore(at));
    CALL("check", check_image(image_at(&at)));
    CALL("file", write_file());
    CALL("load", load_file(at));
    SCRIPT_DO("formers", note_formers(at));
    CALL("history", open_history(at));
    CALL("keep", keep_tick());
    CALL("rewind", rewind_to(script_number(&at)));
    CALL("closehistory", trp_history_close(&history));
    CALL("mirror",
         trp_mirror_init(&mirror, script_pool_at(&at), mirror_memory, sizeof mirror_memory));
    CALL("sync", trp_mirror_sync(&mirror, appear, vanish, NULL));
    CALL("syncquietly", trp_mirror_sync(&mirror, NULL, NULL, NULL));
    CALL("forgetmirror", trp_mirror_forget(&mirror));
    CALL("freemirror", trp_mirror_free(&mirror));
    CALL("region", add_region(at));
    CALL("unregion", trp_region_remove(script_world, &number_region));
    CALL("set", set_number(at));
    CALL("ids", add_ids(at));
    CALL("takeid", trp_ids_take(&ids) != TRP_NO_ID ? TRP_OK : TRP_ERR_FULL);
    CALL("giveid", trp_ids_give_back(&ids, script_number(&at)));
    return false;
}

static void check_hash(const char *at, bool is_same)
{
    const uint64_t noted = hashes[script_number(&at) % HASHES];

    script_need((hash_at(&at) == noted) == is_same, "the hash is the same, or another");
}

/* The world as it is now. */
static const memory *present(void)
{
    CHECK_OK(save_to(&scratch));
    return &scratch;
}

bool script_state_check(const char *name, const char *at)
{
    const memory *from, *to;

    SCRIPT_DO("same", check_hash(at, true));
    SCRIPT_DO("differs", check_hash(at, false));
    SCRIPT_DO("drops", (inspect_scene_print(dropped, NULL), script_check_page(at)));
    SCRIPT_DO("problem", script_need(situation_text_has(problem, script_text(at)), problem));
    SCRIPT_DO("taken", script_need(trp_ids_is_taken(&ids, script_number(&at)), "the id is free"));
    SCRIPT_FACT("loaded", loaded);
    SCRIPT_FACT("kept", trp_history_info(&history).count);
    SCRIPT_FACT("timeline", trp_world_info(script_world).timeline);
    if (situation_text_equal(name, "number")) {
        const uint32_t number = *number_at(&at);
        return script_need(number == script_number(&at), "the number is another"), true;
    }
    /* between two snapshots, or since one: how many differences there are, or which */
    const bool has_two =
        situation_text_equal(name, "diff") || situation_text_equal(name, "between");
    if (!has_two && !situation_text_equal(name, "changes") && !situation_text_equal(name, "since"))
        return false;
    from = image_at(&at);
    to = has_two ? image_at(&at) : present();
    if (situation_text_equal(name, "diff") || situation_text_equal(name, "changes"))
        script_equal(differences(from, to), at);
    else
        check_differences(from, to, at);
    return true;
}
