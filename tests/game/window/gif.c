#include "gif.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COLORS = 255, /* and a transparent one */
    CLEAR = 255,
    BITS = 5, /* per channel of the histogram */
    SIDE = 1 << BITS,
    CODES = 4096,
    UNSEEN = 9 /* of 255: pixels whose channels change by less are not written */
};

void gif_begin(gif *g, int width, int height)
{
    *g = (gif){.width = width, .height = height};
}

static size_t bytes_of(const gif *g)
{
    return (size_t)g->width * (size_t)g->height * 3;
}

bool gif_add(gif *g, const unsigned char *pixels)
{
    if (g->count == g->room)
    {
        const int room = g->room * 2 + 16;
        unsigned char **more = realloc(g->pictures, (size_t)room * sizeof *more);
        if (!more)
            return false;
        g->pictures = more;
        g->room = room;
    }
    unsigned char *copy = malloc(bytes_of(g));
    if (!copy)
        return false;
    memcpy(copy, pixels, bytes_of(g));
    g->pictures[g->count++] = copy;
    return true;
}

/* -- the palette, by median cut: splits boxes of the histogram until there is one per colour -- */

typedef struct box
{
    int low[3], high[3]; /* inclusive */
    uint64_t count;
} box;

typedef struct palette
{
    uint32_t histogram[SIDE][SIDE][SIDE];
    uint8_t nearest[SIDE][SIDE][SIDE];
    box boxes[COLORS];
    int count;
    unsigned char colors[256][3];
} palette;

static void count_colors(const gif *g, palette *p)
{
    for (int i = 0; i < g->count; i++)
        for (const unsigned char *at = g->pictures[i]; at < g->pictures[i] + bytes_of(g); at += 3)
            p->histogram[at[0] >> (8 - BITS)][at[1] >> (8 - BITS)][at[2] >> (8 - BITS)]++;
    /* the square root gives rare colours more weight, such as those of bright bullets */
    for (uint32_t *at = &p->histogram[0][0][0]; at < &p->histogram[0][0][0] + SIDE * SIDE * SIDE;
         at++)
    {
        uint32_t root = 0;
        while ((uint64_t)(root + 1) * (root + 1) <= *at)
            root++;
        *at = root;
    }
}

/* Makes the box the smallest one with the same colours. */
static void shrink(const palette *p, box *b)
{
    box small = {.low = {SIDE, SIDE, SIDE}, .high = {-1, -1, -1}};
    for (int r = b->low[0]; r <= b->high[0]; r++)
        for (int gr = b->low[1]; gr <= b->high[1]; gr++)
            for (int bl = b->low[2]; bl <= b->high[2]; bl++)
            {
                const int at[3] = {r, gr, bl};
                if (p->histogram[r][gr][bl] == 0)
                    continue;
                small.count += p->histogram[r][gr][bl];
                for (int i = 0; i < 3; i++)
                {
                    small.low[i] = at[i] < small.low[i] ? at[i] : small.low[i];
                    small.high[i] = at[i] > small.high[i] ? at[i] : small.high[i];
                }
            }
    *b = small;
}

static int longest_side(const box *b)
{
    int side = 0;
    for (int i = 1; i < 3; i++)
        if (b->high[i] - b->low[i] > b->high[side] - b->low[side])
            side = i;
    return side;
}

/* Splits the box with the highest product of pixels and longest side. False: each box is one
 * colour. */
static bool cut_one(palette *p)
{
    int best = -1;
    uint64_t most = 0;
    for (int i = 0; i < p->count; i++)
    {
        const box *b = &p->boxes[i];
        const int side = longest_side(b);
        const uint64_t weight = b->count * (uint64_t)(b->high[side] - b->low[side]);
        if (weight > most)
        {
            most = weight;
            best = i;
        }
    }
    if (best < 0)
        return false;
    box *left = &p->boxes[best];
    box *right = &p->boxes[p->count++];
    const int side = longest_side(left);
    const int middle = (left->low[side] + left->high[side]) / 2;
    *right = *left;
    left->high[side] = middle;
    right->low[side] = middle + 1;
    shrink(p, left);
    shrink(p, right);
    return true;
}

/* The colour of a box is the mean of its colours. */
static void mean_of(palette *p, int number)
{
    const box *b = &p->boxes[number];
    uint64_t sum[3] = {0};
    for (int r = b->low[0]; r <= b->high[0]; r++)
        for (int g = b->low[1]; g <= b->high[1]; g++)
            for (int bl = b->low[2]; bl <= b->high[2]; bl++)
            {
                const int at[3] = {r, g, bl};
                for (int i = 0; i < 3; i++)
                    sum[i] +=
                        (uint64_t)p->histogram[r][g][bl] * (uint64_t)(at[i] * 255 / (SIDE - 1));
            }
    for (int i = 0; i < 3; i++)
        p->colors[number][i] = (unsigned char)(b->count > 0 ? sum[i] / b->count : 0);
}

static uint8_t find_nearest(const palette *p, int r, int g, int b)
{
    int best = 0;
    int least = 1 << 30;
    for (int i = 0; i < p->count; i++)
    {
        const int dr = r - p->colors[i][0];
        const int dg = g - p->colors[i][1];
        const int db = b - p->colors[i][2];
        const int far = 3 * dr * dr + 4 * dg * dg + 2 * db * db;
        if (far < least)
        {
            least = far;
            best = i;
        }
    }
    return (uint8_t)best;
}

static void choose_palette(const gif *g, palette *p)
{
    count_colors(g, p);
    p->boxes[0] = (box){.high = {SIDE - 1, SIDE - 1, SIDE - 1}};
    p->count = 1;
    shrink(p, &p->boxes[0]);
    while (p->count < COLORS && cut_one(p))
    {
    }
    for (int i = 0; i < p->count; i++)
        mean_of(p, i);
    for (int r = 0; r < SIDE; r++)
        for (int gr = 0; gr < SIDE; gr++)
            for (int b = 0; b < SIDE; b++)
                p->nearest[r][gr][b] = find_nearest(p, r * 255 / (SIDE - 1), gr * 255 / (SIDE - 1),
                                                    b * 255 / (SIDE - 1));
}

/* -- LZW, as GIF has it -- */

typedef struct writer
{
    FILE *file;
    uint32_t bits;
    int bit_count;
    unsigned char block[255];
    int block_count;
    uint16_t next[CODES][256]; /* the code of a code followed by a pixel; 0: none */
} writer;

static void flush_block(writer *w)
{
    if (w->block_count == 0)
        return;
    fputc(w->block_count, w->file);
    fwrite(w->block, 1, (size_t)w->block_count, w->file);
    w->block_count = 0;
}

static void put_code(writer *w, uint32_t code, int size)
{
    w->bits |= code << w->bit_count;
    for (w->bit_count += size; w->bit_count >= 8; w->bit_count -= 8, w->bits >>= 8)
    {
        w->block[w->block_count++] = (unsigned char)(w->bits & 255);
        if (w->block_count == 255)
            flush_block(w);
    }
}

static void compress(writer *w, const uint8_t *pixels, size_t count)
{
    uint32_t known = 258; /* codes: 256 pixels, "clear", "end" */
    int size = 9;
    uint32_t code = pixels[0];
    fputc(8, w->file);
    memset(w->next, 0, sizeof w->next);
    put_code(w, 256, size);
    for (size_t i = 1; i < count; i++)
    {
        const uint8_t pixel = pixels[i];
        if (w->next[code][pixel] != 0)
        {
            code = w->next[code][pixel];
            continue;
        }
        put_code(w, code, size);
        w->next[code][pixel] = (uint16_t)known;
        size += known == 1u << size && size < 12;
        if (++known == CODES)
        {
            put_code(w, 256, size);
            memset(w->next, 0, sizeof w->next);
            known = 258;
            size = 9;
        }
        code = pixel;
    }
    put_code(w, code, size);
    put_code(w, 257, size);
    put_code(w, 0, 7);
    flush_block(w);
    w->bits = 0;
    w->bit_count = 0;
    fputc(0, w->file);
}

/* -- the file -- */

static void put_short(FILE *file, int number)
{
    fputc(number & 255, file);
    fputc(number >> 8 & 255, file);
}

static void write_head(const gif *g, const palette *p, FILE *file)
{
    fputs("GIF89a", file);
    put_short(file, g->width);
    put_short(file, g->height);
    fputc(0xf7, file); /* 256 colours */
    fputc(0, file);
    fputc(0, file);
    fwrite(p->colors, 3, 256, file);
    fwrite("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00", 1, 19, file); /* loops for ever */
}

static bool is_change(const unsigned char *a, const unsigned char *b)
{
    for (int i = 0; i < 3; i++)
        if (abs(a[i] - b[i]) > UNSEEN)
            return true;
    return false;
}

/* Pixels that change visibly get their colour, others the transparent one. `shown` is the picture
 * so far. */
static void index_picture(const gif *g, const palette *p, const unsigned char *picture,
                          unsigned char *shown, uint8_t *pixels, bool is_first)
{
    for (size_t i = 0; i < (size_t)g->width * (size_t)g->height; i++)
    {
        const unsigned char *at = picture + 3 * i;
        pixels[i] = CLEAR;
        if (!is_first && !is_change(at, shown + 3 * i))
            continue;
        pixels[i] = p->nearest[at[0] >> (8 - BITS)][at[1] >> (8 - BITS)][at[2] >> (8 - BITS)];
        memcpy(shown + 3 * i, at, 3);
    }
}

static void write_pictures(gif *g, const palette *p, writer *w, unsigned char *shown,
                           uint8_t *pixels, int delay)
{
    for (int i = 0; i < g->count; i++)
    {
        index_picture(g, p, g->pictures[i], shown, pixels, i == 0);
        fwrite("\x21\xf9\x04\x05", 1, 4,
               w->file); /* the picture stays, and one colour is transparent */
        put_short(w->file, delay);
        fputc(CLEAR, w->file);
        fputc(0, w->file);
        fputc(0x2c, w->file);
        put_short(w->file, 0);
        put_short(w->file, 0);
        put_short(w->file, g->width);
        put_short(w->file, g->height);
        fputc(0, w->file);
        compress(w, pixels, (size_t)g->width * (size_t)g->height);
    }
}

bool gif_write(gif *g, FILE *file, int delay)
{
    palette *p = calloc(1, sizeof *p);
    writer *w = calloc(1, sizeof *w);
    unsigned char *shown = malloc(bytes_of(g));
    uint8_t *pixels = malloc((size_t)g->width * (size_t)g->height);
    const bool can = p && w && shown && pixels && g->count > 0;
    if (can)
    {
        w->file = file;
        choose_palette(g, p);
        write_head(g, p, file);
        write_pictures(g, p, w, shown, pixels, delay);
        fputc(0x3b, file);
    }
    for (int i = 0; i < g->count; i++)
        free(g->pictures[i]);
    free(g->pictures);
    free(p);
    free(w);
    free(shown);
    free(pixels);
    *g = (gif){0};
    return can && !ferror(file);
}
