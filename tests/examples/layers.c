/* One type of actor in two layers: two pools with the same callbacks. A pause stops only one layer.
 * */
#include "troupe/troupe.h"

#include <stdio.h>

enum layer { GAME, MENU, LAYERS };

typedef struct sprite {
    trp_actor actor;
    float x, speed;
} sprite;

static void sprite_update(trp_actor *self, const trp_context *in)
{
    sprite *it = trp_as(sprite, self);
    it->x += it->speed * in->dt; /* scaled; unscaled_dt is real time */
}

static void sprite_draw(const trp_actor *self, const trp_view *view)
{
    const sprite *it = trp_as(sprite, self);
    printf("  %s: x = %.1f\n", trp_layer_info(view->world, view->layer).name, it->x);
}

static trp_pool *make_sprites(trp_world *world, enum layer layer)
{
    return trp_pool_create(world, &(trp_pool_desc){.name = "sprite",
                                                   .type = TRP_TYPE(sprite, actor),
                                                   .capacity = 100,
                                                   .layer = layer,
                                                   .update = sprite_update,
                                                   .draw = sprite_draw});
}

static void run(trp_world *world, const char *what)
{
    printf("%s\n", what);
    trp_update_all(world, 1);
    trp_draw_all(world, NULL, 0);
}

int main(void)
{
    static const char *const names[LAYERS] = {[GAME] = "game", [MENU] = "menu"};
    trp_world *world = trp_world_create(&(trp_world_desc){.layers = LAYERS, .layer_names = names});
    trp_pool *game = make_sprites(world, GAME);
    trp_pool *menu = make_sprites(world, MENU);
    if (!game || !menu)
        return 1;
    trp_create(game, &(sprite){.speed = 8});
    trp_create(menu, &(sprite){.speed = 1});

    run(world, "both run");
    trp_layer_set_time_scale(world, GAME, 0.25f);
    run(world, "the game in slow motion");
    trp_layer_set_enabled(world, GAME, false);
    run(world, "the game paused, and still drawn");
    trp_layer_set_visible(world, GAME, false);
    run(world, "and hidden");
    trp_layer_set_enabled(world, GAME, true);
    trp_layer_set_visible(world, GAME, true);
    trp_layer_set_place(world, MENU, 0);
    run(world, "the menu behind the game");
    trp_layer_clear(world, GAME, NULL);
    run(world, "the game over");
    trp_world_destroy(world);
    return 0;
}
