/*
 * Prints the save of any game as text: print_save FILE. Without a file it makes a save and prints
 * it.
 */
#include "troupe/save.h"
#include "troupe/troupe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_line(const char *text, void *arg)
{
    fputs(text, (FILE *)arg);
}

static int print_bytes(const void *bytes, size_t size)
{
    const trp_result result = trp_print_save(bytes, size, print_line, stdout);

    if (result != TRP_OK)
        fprintf(stderr, "%s\n",
                result == TRP_ERR_VERSION ? "a newer library wrote this save"
                                          : "this is not a save, or it was changed or cut off");
    return result == TRP_OK ? 0 : 1;
}

static int print_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    size_t size = 0;
    int status = 2;

    while (file != NULL) {
        unsigned char *more = (unsigned char *)realloc(bytes, size + 65536);
        size_t count;
        if (more == NULL)
            break;
        bytes = more;
        count = fread(bytes + size, 1, 65536, file);
        size += count;
        if (count == 0)
            break;
    }
    if (file != NULL && !ferror(file) && feof(file))
        status = print_bytes(bytes, size);
    else
        fprintf(stderr, "%s cannot be read\n", path);
    if (file != NULL)
        fclose(file);
    free(bytes);
    return status;
}

/* A save for the case without a file */

typedef struct farmer {
    trp_actor actor;
    float x;
    uint8_t hp;
    char name[8];
    trp_handle neighbour;
} farmer;

static const trp_field farmer_fields[] = {TRP_FIELD(farmer, x), TRP_FIELD(farmer, hp),
                                          TRP_FIELD_TEXT(farmer, name),
                                          TRP_FIELD(farmer, neighbour), TRP_FIELDS_END};
static const trp_fields farmer_type = TRP_FIELDS(farmer, 1, farmer_fields);

typedef struct buffer {
    unsigned char bytes[2048];
    size_t size;
} buffer;

static bool write_to(const void *bytes, size_t size, void *arg)
{
    buffer *to = (buffer *)arg;

    if (size > sizeof to->bytes - to->size)
        return false;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static int print_own(void)
{
    static buffer save;
    const trp_save_desc desc = {.game = "Village", .version = 1};
    trp_world *world = trp_world_create(&(trp_world_desc){0});
    trp_pool *farmers = trp_pool_create(world, &(trp_pool_desc){.name = "farmers",
                                                                .type = TRP_TYPE(farmer, actor),
                                                                .capacity = 8,
                                                                .fields = &farmer_type});
    farmer *ann;
    farmer *bob;

    ann = trp_as(farmer, trp_create(farmers, NULL));
    bob = trp_as(farmer, trp_create(farmers, NULL));
    *bob->name = 'B';
    *ann->name = 'A';
    ann->x = 1.5f;
    ann->hp = 40;
    bob->neighbour = trp_handle_of(world, &ann->actor);
    trp_save(world, &desc, write_to, &save);
    trp_world_destroy(world);
    return print_bytes(save.bytes, save.size);
}

int main(int count, char **arguments)
{
    if (count > 2) {
        fprintf(stderr, "usage: %s FILE\n", arguments[0]);
        return 2;
    }
    return count == 2 ? print_file(arguments[1]) : print_own();
}
