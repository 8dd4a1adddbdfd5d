/*
 * Version 1 of a game saves a village. Version 2, whose farmers have more fields, loads it.
 */
#include "troupe/save.h"
#include "troupe/troupe.h"

#include <stdio.h>
#include <string.h>

/* Version 1 */

typedef struct farmer {
    trp_actor actor;
    float x;
    uint8_t hp;
    trp_handle neighbour;
} farmer;

static const trp_field farmer_fields[] = {TRP_FIELD(farmer, x), TRP_FIELD(farmer, hp),
                                          TRP_FIELD(farmer, neighbour), TRP_FIELDS_END};
static const trp_fields farmer_type = TRP_FIELDS(farmer, 1, farmer_fields);

/* Version 2: `hp` has another name and a larger type, `hunger` is new. */

typedef struct next_farmer {
    trp_actor actor;
    uint32_t health;
    int32_t hunger;
    trp_handle neighbour;
    float x;
} next_farmer;

static const int32_t full = 100;
static const trp_field next_fields[] = {TRP_FIELD(next_farmer, x),
                                        TRP_FIELD_WAS(next_farmer, health, "hp"),
                                        TRP_FIELD_SINCE(next_farmer, hunger, 2, &full),
                                        TRP_FIELD(next_farmer, neighbour), TRP_FIELDS_END};
static const trp_fields next_type = TRP_FIELDS(next_farmer, 2, next_fields);

/* A file in memory. */
typedef struct file {
    unsigned char bytes[4096];
    size_t size;
} file;

static bool write_to(const void *bytes, size_t size, void *arg)
{
    file *to = (file *)arg;

    if (size > sizeof to->bytes - to->size)
        return false;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static void print_problem(const trp_load_problem *problem, void *user)
{
    (void)user;
    printf("%s: %s\n", trp_result_name(problem->result), problem->text);
}

static void play_this_year(file *to)
{
    const trp_save_chunk title = {"title", "The village in spring", 22};
    const trp_save_desc desc = {
        .game = "Village", .version = 1, .chunks = &title, .chunk_count = 1};
    trp_world *world = trp_world_create(&(trp_world_desc){0});
    trp_pool *farmers = trp_pool_create(world, &(trp_pool_desc){.name = "farmers",
                                                                .type = TRP_TYPE(farmer, actor),
                                                                .capacity = 8,
                                                                .fields = &farmer_type});
    farmer *ann;
    farmer *bob;

    ann = trp_as(farmer, trp_create(farmers, NULL));
    bob = trp_as(farmer, trp_create(farmers, NULL));
    ann->x = 1.5f;
    ann->hp = 40;
    bob->x = 8;
    bob->hp = 90;
    bob->neighbour = trp_handle_of(world, &ann->actor);
    printf("saved: %s\n", trp_result_name(trp_save(world, &desc, write_to, to)));
    trp_world_destroy(world);
}

static void play_next_year(const file *from)
{
    const trp_load_desc desc = {
        .game = "Village", .version = 2, .oldest = 1, .on_problem = print_problem};
    trp_world *world = trp_world_create(&(trp_world_desc){0});
    trp_pool *farmers =
        trp_pool_create(world, &(trp_pool_desc){.name = "farmers",
                                                .type = TRP_TYPE(next_farmer, actor),
                                                .capacity = 100,
                                                .fields = &next_type});
    file cut = *from;

    trp_load(world, cut.bytes, cut.size - 1, &desc);
    cut.bytes[100] ^= 1;
    trp_load(world, cut.bytes, cut.size, &desc);
    printf("farmers: %u\n", (unsigned)trp_pool_count(farmers));
    printf("loaded: %s\n", trp_result_name(trp_load(world, from->bytes, from->size, &desc)));
    trp_each (next_farmer, self, farmers) {
        const trp_actor *neighbour = trp_get_in(farmers, self->neighbour);
        printf("at %g: health %u, hunger %d, %s\n", (double)self->x, (unsigned)self->health,
               (int)self->hunger, neighbour != NULL ? "has a neighbour" : "lives alone");
    }
    trp_world_destroy(world);
}

int main(void)
{
    static file save;
    size_t size;

    play_this_year(&save);
    printf("title: %s\n", (const char *)trp_save_find_chunk(save.bytes, save.size, "title", &size));
    play_next_year(&save);
    return 0;
}
