/*
 * C++17: the node is a private member of a class.
 *
 * An actor in a pool's slot starts as zeros or as a copy, without a constructor, and ends without a
 * destructor. So its class must be trivially copyable. An actor with constructors lies in its own
 * memory and enters an external pool. Both need offsetof of the node, so the class must have
 * standard layout: no virtual functions, and all members in one class with one access level.
 */
#include "troupe/troupe.h"

#include <cstdio>
#include <type_traits>

class spark {
  public:
    static trp_pool *make_pool(trp_world *world, uint32_t capacity)
    {
        trp_pool_desc desc = {}; // C++20 has {.capacity = capacity}, too
        desc.type = TRP_TYPE(spark, actor);
        desc.capacity = capacity;
        desc.update = [](trp_actor *who, const trp_context *in) { trp_as(spark, who)->cool(in); };
        return trp_pool_create(world, &desc);
    }
    static spark *create(trp_pool *pool, float heat)
    {
        spark *made = trp_as(spark, trp_create(pool, nullptr));
        if (made != nullptr)
            made->heat = heat;
        return made;
    }
    static float hottest(trp_pool *pool)
    {
        float most = 0;
        trp_each (spark, it, pool)
            most = it->heat > most ? it->heat : most;
        return most;
    }

  private:
    void cool(const trp_context *in)
    {
        heat -= in->dt;
        if (heat <= 0)
            trp_recycle(in->world, &actor);
    }

    float heat;
    trp_actor actor;
};

class player {
  public:
    player(trp_pool *pool, const char *its_name)
        : name(its_name), world(trp_pool_info(pool).world),
          self(trp_handle_of(world, trp_adopt(pool, &actor)))
    {
    }
    ~player()
    {
        trp_recycle(world, trp_get(world, self));
    }
    player(const player &) = delete; // a node must not be copied
    player &operator=(const player &) = delete;

    static trp_pool *make_pool(trp_world *in)
    {
        trp_pool_desc desc = {};
        desc.type = TRP_TYPE_EXTERNAL(player, actor);
        desc.capacity = 4;
        desc.external = TRP_EXTERNAL;
        desc.update = [](trp_actor *who, const trp_context *) {
            std::printf("%s plays\n", trp_as(player, who)->name);
        };
        return trp_pool_create(in, &desc);
    }

  private:
    trp_actor actor = {};
    const char *name;
    trp_world *world;
    trp_handle self;
};

static_assert(std::is_standard_layout<spark>::value && std::is_standard_layout<player>::value, "");
static_assert(std::is_trivially_copyable<spark>::value, "");

int main()
{
    trp_world *world = trp_world_create(nullptr);
    trp_pool *sparks = spark::make_pool(world, 100);
    trp_pool *players = player::make_pool(world);

    for (int i = 1; i <= 5; i++)
        spark::create(sparks, float(i));
    {
        player ada(players, "Ada"), grace(players, "Grace");
        trp_update_all(world, 2);
    }
    trp_update_all(world, 0.5f); // the player has left the pool
    std::printf("%u sparks, the hottest %.1f\n", unsigned(trp_pool_count(sparks)),
                double(spark::hottest(sparks)));
    trp_world_destroy(world);
}
