/*
 * A save that survives a power cut: it is written to a new file, which then takes the place of the
 * old one. Whenever the power goes, the old save is there or the new one, and it is whole.
 */
#define _POSIX_C_SOURCE 200809L
#include "troupe/save.h"
#include "troupe/troupe.h"

#include <stdio.h>
#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

/* A power cut for the test: so many more bytes and steps, then nothing works any more. */
static unsigned power = ~0u;

static bool has_power(void)
{
    return power > 0 && power-- > 0;
}

/* The file system. All bytes are on the disk before the name changes; then it changes at once. */

static bool flush(FILE *file)
{
#if defined(_WIN32)
    return fflush(file) == 0 && _commit(_fileno(file)) == 0;
#else
    return fflush(file) == 0 && fsync(fileno(file)) == 0;
#endif
}

static bool replace(const char *path, const char *by)
{
#if defined(_WIN32)
    return MoveFileExA(by, path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
#else
    return rename(by, path) == 0;
#endif
}

/* Saving */

static bool write_to(const void *bytes, size_t size, void *arg)
{
    for (size_t i = 0; i < size; i++)
        if (!has_power() || fputc(((const unsigned char *)bytes)[i], (FILE *)arg) == EOF)
            return false;
    return true;
}

static bool save(const trp_world *world, const char *path)
{
    const trp_save_desc desc = {.game = "Village", .version = 1};
    char fresh[256];
    FILE *file;
    bool is_whole;

    snprintf(fresh, sizeof fresh, "%s.new", path);
    file = fopen(fresh, "wb");
    if (file == NULL)
        return false;
    is_whole = trp_save(world, &desc, write_to, file) == TRP_OK && has_power() && flush(file);
    is_whole = fclose(file) == 0 && is_whole;
    return is_whole && has_power() && replace(path, fresh);
}

/* Loading */

static bool load(trp_world *world, const char *path)
{
    static unsigned char bytes[4096];
    FILE *file = fopen(path, "rb");
    size_t size;

    if (file == NULL)
        return false;
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return trp_load(world, bytes, size, &(trp_load_desc){.game = "Village", .version = 1}) ==
           TRP_OK;
}

/* The game */

typedef struct farmer {
    trp_actor actor;
    int32_t age;
} farmer;

static const trp_field fields[] = {TRP_FIELD(farmer, age), TRP_FIELDS_END};
static const trp_fields farmer_type = TRP_FIELDS(farmer, 1, fields);

static trp_world *start(trp_pool **farmers)
{
    trp_world *world = trp_world_create(NULL);

    *farmers = trp_pool_create(world, &(trp_pool_desc){.name = "farmers",
                                                       .type = TRP_TYPE(farmer, actor),
                                                       .capacity = 8,
                                                       .fields = &farmer_type});
    return world;
}

/* How many farmers the saved village has; -1: the save is damaged. */
static int saved_farmers(const char *path)
{
    trp_pool *farmers;
    trp_world *world = start(&farmers);
    const int count = load(world, path) ? (int)trp_pool_count(farmers) : -1;

    trp_world_destroy(world);
    return count;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "village.save";
    trp_pool *farmers;
    trp_world *world = start(&farmers);
    bool is_saved = false;

    trp_create(farmers, &(farmer){.age = 40});
    printf("first save: %s\n", save(world, path) ? "written" : "failed");
    trp_create(farmers, &(farmer){.age = 20});
    for (unsigned cut = 0; !is_saved; cut++) {
        power = cut;
        is_saved = save(world, path);
        if (saved_farmers(path) != (is_saved ? 2 : 1))
            printf("cut after %u: %d farmers\n", cut, saved_farmers(path));
    }
    printf("cut at each byte: the first save is there, until the second one is whole\n");
    trp_world_destroy(world);
    return remove(path);
}
