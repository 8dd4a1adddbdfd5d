/*
 * Pictures for the README, as plain text (SVG) on stdout; `make pictures` calls it.
 *
 *     space_picture frame FILE   shows objects of a real game, a space's cells, and the hits of a
 * query
 */
#include "troupe/troupe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELL 128
#define OBJECTS_MAX 2000
#define SIDE 720 /* side of the pictures, in pixels */

typedef struct object {
    trp_actor actor;
    trp_box box;
    bool found;
} object;

static const trp_box asked = {150, -450, 1000, 800};

/* Colours that are visible on a white page and on a black one. */
static void begin(int width, int height)
{
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
           "height=\"%d\">\n<style>\n"
           "path { fill: none; stroke-width: 1 }\n"
           ".line { stroke: #808080; stroke-opacity: 0.35 }\n"
           ".cell { fill: #808080; fill-opacity: 0.16; stroke: #808080; stroke-opacity: 0.35 }\n"
           ".object { stroke: #2f81d0 }\n"
           ".hit { stroke: #d9480f; fill: #f08c4a }\n"
           ".query { stroke: #d9480f; stroke-width: 2; stroke-dasharray: 6 4 }\n"
           "text { fill: #808080; font: 14px sans-serif }\n"
           "</style>\n",
           width, height, width, height);
}

/* Reads the first sample: a line "F TICK", then lines "ID X Y RADIUS". */
static bool read_frame(trp_pool *objects, const char *path)
{
    char line[128];
    int samples = 0;
    FILE *file = fopen(path, "r");
    while (file && samples < 2 && fgets(line, sizeof line, file)) {
        float x, y, r;
        samples += line[0] == 'F';
        if (samples == 1 && sscanf(line, "%*u %f %f %f", &x, &y, &r) == 3)
            trp_create(objects, &(object){.box = {x - r, y - r, 2 * r, 2 * r}});
    }
    if (file)
        fclose(file);
    return samples > 0;
}

/* Adds a box to the path of its class. In the game's world, y points up. */
static void draw_box(trp_box b)
{
    const float left = -2500, top = 4700, scale = (float)SIDE / 5750;
    printf("M%.1f %.1fh%.1fv%.1fh-%.1fz\n", (double)((b.x - left) * scale),
           (double)((top - b.y - b.height) * scale), (double)(b.width * scale),
           (double)(b.height * scale), (double)(b.width * scale));
}

static void find(trp_actor *self, const trp_context *in)
{
    (void)in;
    trp_as(object, self)->found = true;
}

/* Draws the cells that a box overlaps, except those already drawn. */
static void draw_cells_of(const trp_box *b, bool drawn[64][64])
{
    int right = (int)floorf((b->x + b->width) / CELL),
        bottom = (int)floorf((b->y + b->height) / CELL);
    for (int y = (int)floorf(b->y / CELL); y <= bottom; y++) {
        for (int x = (int)floorf(b->x / CELL); x <= right; x++) {
            if (!drawn[y & 63][x & 63])
                draw_box((trp_box){(float)x * CELL, (float)y * CELL, CELL, CELL});
            drawn[y & 63][x & 63] = true;
        }
    }
}

static void draw_cells(trp_pool *objects)
{
    bool drawn[64][64] = {{false}};
    printf("<path class=\"cell\" d=\"");
    trp_each (object, it, objects)
        draw_cells_of(&it->box, drawn);
    printf("\"/>\n");
}

static void draw_objects(trp_pool *objects, bool found)
{
    printf("<path class=\"%s\" d=\"", found ? "hit" : "object");
    trp_each (object, it, objects)
        if (it->found == found)
            draw_box(it->box);
    printf("\"/>\n");
}

static int draw_frame(const char *path)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool_desc desc = {.type = TRP_TYPE(object, actor), .capacity = OBJECTS_MAX};
    trp_pool *objects = trp_pool_create(world, &desc);
    trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = OBJECTS_MAX});
    trp_space_pool_desc where = {.box = TRP_BOX_AT(object, box)};
    if (!read_frame(objects, path) || trp_space_add_pool(space, objects, &where) != TRP_OK)
        return 1;
    uint32_t hits = trp_space_query(
        space, &(trp_query){.area = trp_rectangle(asked.x, asked.y, asked.width, asked.height)},
        find, NULL);
    uint32_t pairs = trp_space_pairs(space, NULL, NULL, NULL);

    begin(SIDE, SIDE + 24);
    draw_cells(objects);
    draw_objects(objects, false);
    draw_objects(objects, true);
    printf("<path class=\"query\" d=\"");
    draw_box(asked);
    printf("\"/>\n<text x=\"4\" y=\"%d\">%u objects of a real game, the cells that they are in, a "
           "query "
           "and its %u hits; %u pairs touch</text>\n</svg>\n",
           SIDE + 14, trp_space_info(space).count, hits, pairs);
    trp_world_destroy(world);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "frame") == 0)
        return draw_frame(argv[2]);
    fprintf(stderr, "usage: %s frame FILE\n", argv[0]);
    return 2;
}
