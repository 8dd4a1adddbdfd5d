/**
 * @file contacts.h
 * Contacts: pairs of a space that begin, stay and end.
 *
 *     static void hurt(trp_actor *a, trp_actor *b, const trp_contact_context *in) { ... }
 *
 *     trp_contacts_create(space, &(trp_contacts_desc){.name = "hurt",
 *                                                     .pairing = {.a = LAVA, .b = HERO},
 *                                                     .on_contact = hurt});
 *
 * Each tick runs all contacts of its world, in the order in which they were created, after all
 * spaces have read their boxes and before queues play. One object asks one question, so several
 * never end each other's contacts.
 *
 * First come the contacts that have ended, then those that stay or begin. Each of the two lists is
 * ordered as pairs are. So the end of a contact comes before a new one of the same actors. Every
 * beginning is followed by exactly one end: in a later run, or in the same run if a callback ended
 * the contact. While one of two actors is in a disabled layer, their contact neither stays nor
 * ends, and none begins. The end of a life ends it even then, as do leaving the space, and falling
 * asleep where the space has no sleepers.
 *
 * A snapshot and a save have the contacts of the last run. Saves match objects by desc.name. A load
 * into a pool with fewer slots than in the save drops, without an end, contacts of actors that had
 * died since that run in a slot beyond them.
 */
#ifndef TROUPE_CONTACTS_H
#define TROUPE_CONTACTS_H

#include "space_pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most contacts that an object can remember. */
#define TRP_MAX_CONTACTS (1u << 24)

typedef struct trp_contacts trp_contacts; /**< an object of contacts */

/** The phase of a contact, a bit. */
typedef enum trp_phase {
    TRP_CONTACT_BEGIN = 1, /**< they were not a pair in the last run */
    TRP_CONTACT_STAY = 2,  /**< they were a pair in the last run, and are one now */
    /** they were a pair and are none now, or one of them has left the space or the world */
    TRP_CONTACT_END = 4
} trp_phase;

/** What the callbacks of contacts get besides the two actors. All fields read-only. */
typedef struct trp_contact_context {
    trp_world *world;  /**< as in trp_context, to `layer` */
    trp_pool *pool;    /**< NULL */
    void *user;        /**< the desc's, or else the world's */
    void *arg;         /**< NULL */
    uint64_t tick;     /**< as in trp_context */
    float dt;          /**< the world's */
    float unscaled_dt; /**< as in trp_context */
    uint32_t layer;    /**< 0 */

    trp_phase phase;     /**< begin, stay or end */
    trp_handle a_handle; /**< handle of that life, even if it is over */
    trp_handle b_handle; /**< likewise */
    /** category when the run began; at an end, that of the last run in which they were a pair */
    uint32_t a_category;
    uint32_t b_category;           /**< likewise */
    struct trp_space *space;       /**< the space of the contacts */
    struct trp_contacts *contacts; /**< the contacts */
} trp_contact_context;

/** Called with a contact: two actors that touch, or touched in the last run. `a` and `b` are as in
 * pairs, and keep the order in which the contact began; NULL at the end of a contact if that life
 * is over. It may do anything, except a tick. */
typedef void trp_contact_fn(trp_actor *a, trp_actor *b, const trp_contact_context *in);

/** The settings of an object of contacts. Zero means the default; on_contact is required. All
 * fields public. */
typedef struct trp_contacts_desc {
    const char *name;           /**< for messages and saves, which match by it; kept; may be NULL */
    trp_pairing pairing;        /**< which pairs */
    uint32_t phases;            /**< sum of phases that are told; 0: TRP_CONTACT_BEGIN */
    trp_contact_fn *on_contact; /**< called for each contact in these phases */
    /** the most contacts that it remembers; 0: the present capacity of the space. Further ones wait
     * until there is room, and are counted as `missed` in each run until then. A contact that ends
     * leaves its room to one that begins in the same run */
    uint32_t capacity;
    bool manual_run; /**< ticks do not run it: trp_contacts_run() alone does */
    void *user;      /**< passed to on_contact; NULL: the `user` of the world */
} trp_contacts_desc;

/** private: upper bounds of the library's own structs; the sources assert them */
#define TRP__CONTACT_BYTES 84
#define TRP__CONTACTS_BASE (18 * sizeof(void *) + 64)

/** Bytes that contacts with this capacity need in a world in a caller's block. Constant. */
#define TRP_CONTACTS_BYTES(capacity) (TRP__CONTACTS_BASE + (size_t)(capacity)*TRP__CONTACT_BYTES)

/**
 * Creates contacts in a space. They exist until trp_contacts_destroy() or the end of the space. All
 * memory is taken here. O(contacts of the world). On failure it returns NULL, changes nothing,
 * reports to on_misuse, and trp_last_result(world) is: TRP_ERR_NULL (no desc, no on_contact),
 * TRP_ERR_VALUE (a bad enumerator, a capacity above TRP_MAX_CONTACTS), TRP_ERR_DESC (swept without
 * desc.sweeps of the space), TRP_ERR_MEMORY, TRP_BUSY (while drawing or shutting down).
 */
trp_contacts *trp_contacts_create(trp_space *space, const trp_contacts_desc *desc);

/** Ends contacts; on_contact is not called. NULL: TRP_GONE, not a misuse. TRP_BUSY in its own run
 * and while drawing. O(contacts of the world). */
trp_result trp_contacts_destroy(trp_contacts *contacts);

/** Runs contacts now, for games that do so by themselves (desc.manual_run). Returns the number of
 * calls of on_contact. Costs and misuse as trp_space_pairs(), plus O(1) per contact; TRP_BUSY
 * within its own run and while drawing. */
uint32_t trp_contacts_run(trp_contacts *contacts);

/** What there is to know of contacts at once. All fields read-only. */
typedef struct trp_contacts_facts {
    const char *name;  /**< of the desc; "" without one */
    uint32_t count;    /**< contacts of the last run */
    uint32_t capacity; /**< the most contacts that it remembers */
    uint64_t missed;   /**< contacts for which there was no room, in each run */
} trp_contacts_facts;

/** The facts of contacts. 0 and "" for NULL. O(1). */
trp_contacts_facts trp_contacts_info(const trp_contacts *contacts);

#ifdef __cplusplus
}
#endif

#endif
