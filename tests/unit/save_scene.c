#include "save_scene.h"

#include <string.h>

#define TITLE "save scene"

const trp_choice save_weapons[] = {TRP_CHOICE("sword", "sword"), TRP_CHOICE("bow", "bow"),
                                   TRP_CHOICES_END(NULL)};

static const trp_field place_fields[] = {TRP_FIELD(save_place, column), TRP_FIELD(save_place, row),
                                         TRP_FIELD(save_place, is_set), TRP_FIELDS_END};
static const trp_fields place_type = TRP_FIELDS(save_place, 1, place_fields);
static const trp_field actor_fields[] = {TRP_FIELD_STRUCT(save_actor, box, &stage_box_type),
                                         TRP_FIELD(save_actor, id),
                                         TRP_FIELD(save_actor, turns),
                                         TRP_FIELD(save_actor, friend_of),
                                         TRP_FIELD_ACTOR(save_actor, rival),
                                         TRP_FIELD_CHOICE(save_actor, weapon, save_weapons),
                                         TRP_FIELD_TEXT(save_actor, title),
                                         TRP_FIELD_BYTES(save_actor, bytes),
                                         TRP_FIELD_STRUCTS(save_actor, places, &place_type),
                                         TRP_FIELD(save_actor, weight),
                                         TRP_FIELD(save_actor, end),
                                         TRP_FIELD_IGNORED(save_actor, picture),
                                         TRP_FIELDS_END};
const trp_fields save_actor_type = TRP_FIELDS(save_actor, 1, actor_fields);

trp_result save_problem_result;
char save_problem[256];
char save_problem_name[64];
size_t save_problem_at;
unsigned save_problems;
char save_dropped[300];

static void on_problem(const trp_load_problem *problem, void *user)
{
    save_problems++;
    save_problem_result = problem->result;
    save_problem_at = problem->offset;
    situation_text_copy(save_problem_name, sizeof save_problem_name, problem->name);
    situation_text_copy(save_problem, sizeof save_problem, problem->text);
}

const trp_load_desc save_load = {.game = TITLE, .version = 1, .on_problem = on_problem};

static void note_dropped(const trp_load_problem *problem, void *user)
{
    CHECK(user == save_dropped && problem->result == TRP_OK);
    situation_text_add(save_dropped, sizeof save_dropped, problem->kind);
    situation_text_add(save_dropped, sizeof save_dropped, " ");
    situation_text_add(save_dropped, sizeof save_dropped, problem->name);
    situation_text_add(save_dropped, sizeof save_dropped, ":");
    situation_text_number(save_dropped, sizeof save_dropped, problem->count);
    situation_text_add(save_dropped, sizeof save_dropped, "\n");
}

void save_load_dropping(trp_world *world, const save_file *file, trp_load_desc desc,
                        const char *expected)
{
    desc.user = save_dropped;
    desc.on_problem = note_dropped;
    for (int loads = 0; loads < 2; loads++) {
        save_dropped[0] = '\0';
        CHECK_OK(loads ? trp_load(world, file->bytes, file->size, &desc)
                       : trp_load_check(world, file->bytes, file->size, &desc));
        if (trp_result_name(TRP_OK)[0] != '\0')
            CHECK(situation_text_equal(save_dropped, expected));
        else
            CHECK_EQ(save_dropped[0] == '\0', expected[0] == '\0');
    }
}

bool save_to_file(const void *bytes, size_t size, void *file)
{
    save_file *to = (save_file *)file;

    if (size > sizeof to->bytes - to->size)
        return false;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

void save_world(const trp_world *world, save_file *file)
{
    const trp_save_desc desc = {.game = TITLE, .version = 1};

    file->size = 0;
    CHECK_OK(trp_save(world, &desc, save_to_file, file));
    CHECK_EQ(file->size, trp_save_bytes(world, &desc));
}

trp_pool *save_rows(const trp_fields *fields, const void *prototype)
{
    save_problem[0] = '\0';
    save_problems = 0;
    stage_world();
    return stage_pool_as(
        stage_world_as((trp_world_desc){.max_pools = 4}),
        (trp_pool_desc){
            .name = "rows",
            .type = {fields->size, fields->size % 8 == 0 ? 8 : _Alignof(trp_actor), 0, "it"},
            .capacity = 4,
            .prototype = prototype,
            .fields = fields});
}

/* The checksum as FORMAT.md describes it. */
void save_mend_sum(save_file *file)
{
    uint64_t lanes[4] = {1, 2, 3, 4};
    const size_t bytes = file->size - 8;

    for (size_t at = 0; at < bytes; at += 32)
        for (size_t lane = 0; lane < 4; lane++) {
            uint64_t word = 0;
            for (size_t i = 0; i < 8 && at + lane * 8 + i < bytes; i++)
                word |= (uint64_t)file->bytes[at + lane * 8 + i] << 8 * i;
            lanes[lane] = ((lanes[lane] << 23 | lanes[lane] >> 41) ^ word) * 0x9E3779B97F4A7C15u;
        }
    uint64_t sum = bytes * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 32;
    for (size_t lane = 0; lane < 4; lane++) {
        sum = (sum ^ lanes[lane]) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 32;
    }
    for (size_t i = 0; i < 8; i++)
        file->bytes[bytes + i] = (unsigned char)(sum >> 8 * i);
}
