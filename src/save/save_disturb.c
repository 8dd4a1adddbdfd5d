/*
 * A disturbance for synctests: no state that a save contains may depend on not having been saved.
 */
#include "../../include/troupe/save.h"
#include "save_format.h"

/* The memory for the save. */
typedef struct save_disturb_target
{
    unsigned char *bytes;
    size_t size;
    size_t used;
} save_disturb_target;

static bool save_disturb_write_to(const void *bytes, size_t size, void *context)
{
    save_disturb_target *to = (save_disturb_target *)context;

    if (size > to->size - to->used)
        return false;
    memcpy(to->bytes + to->used, bytes, size);
    to->used += size;
    return true;
}

trp_result trp_save_and_load(trp_world *world, void *context)
{
    trp_save_memory *memory = (trp_save_memory *)context;
    save_disturb_target to = {NULL, 0, 0};
    trp_save_desc desc = {NULL, 0, NULL, 0};

    if (!trp__has_world(world, TRP__TEXT("trp_save_and_load")))
        return TRP_ERR_NULL;
    if (memory == NULL || memory->bytes == NULL || memory->load == NULL)
        return trp__misuse(world, NULL, NULL, TRP__TEXT("trp_save_and_load"), TRP_ERR_NULL,
                           TRP__TEXT("the memory, its bytes or its load is NULL"));
    to.bytes = (unsigned char *)memory->bytes;
    to.size = memory->size;
    desc.game = memory->load->game;
    desc.version = memory->load->version;
    memory->result = trp_save(world, &desc, save_disturb_write_to, &to);
    if (memory->result == TRP_OK)
        memory->result = trp_load(world, to.bytes, to.used, memory->load);
    return memory->result;
}
