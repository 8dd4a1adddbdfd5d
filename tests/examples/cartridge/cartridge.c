/* A bullet hell for a console, the Game Boy Advance: 500 bullets and more at 60 frames per second,
 * without malloc, floats or an operating system. The same source is a program for the PC, and comes
 * to the same world and the same picture there. `make cartridge` builds it. */
#include "troupe/hash.h"
#include "troupe/troupe.h"

enum
{
    WIDTH = 240, /* of the screen, in pixels */
    HEIGHT = 160,
    ROW = WIDTH / 4, /* words of a row: a pixel is a byte, the number of a colour */
    BULLETS = 560,
    SHOTS = 24,
    SPARKS = 64,
    FLOWERS = 4 /* what fires */
};

enum /* keys, as the console has them */
{
    KEY_A = 1, /* fires */
    KEY_B = 2, /* moves slowly */
    KEY_RIGHT = 16,
    KEY_LEFT = 32,
    KEY_UP = 64,
    KEY_DOWN = 128
};

/* Fixed point: pixels times 256. No struct has a pointer, so hashes are equal on 32 and 64 bits. */
typedef int32_t fixed;
#define PIXELS(n) ((fixed)((n)*256))

typedef struct bullet /* the flowers' bullets; the ship's shots are the same */
{
    trp_actor actor;
    fixed x, y, vx, vy;
} bullet;

typedef struct spark
{
    trp_actor actor;
    fixed x, y, vx, vy;
    trp_time until; /* the library ends it */
} spark;

typedef struct flower
{
    trp_actor actor;
    fixed x, y, vx;
    uint32_t turn; /* where it aims, 256 to the circle */
    int32_t health;
} flower;

/* There is one ship: it needs no pool. A region makes it part of the world's state and hash. */
static struct
{
    fixed x, y;
    uint32_t flash; /* frames for which the ship is drawn as hit */
    uint32_t hits;
    uint32_t score;
    uint32_t noise;
} ship;
static trp_region ship_region = {.name = "ship", .start = &ship, .bytes = sizeof ship};

/* The world and its pools: one static block, whose size the compiler knows. */
static _Alignas(TRP_ALIGNMENT) unsigned char memory
    [TRP_WORLD_BYTES_FOR(1, 4) + TRP_POOL_BYTES(bullet, BULLETS) + TRP_POOL_BYTES(bullet, SHOTS) +
     TRP_POOL_BYTES(spark, SPARKS) + TRP_POOL_BYTES(flower, FLOWERS) + TRP_TIMERS_BYTES(FLOWERS)];
static trp_world *world;
static trp_pool *flowers, *bullets, *shots, *sparks;
static trp_timers *guns;

static uint32_t noise(void)
{
    ship.noise = ship.noise * 1664525 + 1013904223;
    return ship.noise >> 16;
}

/* 256 times the sine, 256 to the circle. */
static int32_t sine(uint32_t turn)
{
    static const int16_t quarter[17] = {0,   25,  50,  74,  98,  121, 142, 162, 181,
                                        198, 213, 226, 237, 245, 251, 255, 256};
    const uint32_t at = turn / 4 % 32;
    const int32_t up = quarter[at <= 16 ? at : 32 - at];
    return turn / 128 % 2 ? -up : up;
}

static bool is_outside(fixed x, fixed y)
{
    return x < 0 || y < 0 || x > PIXELS(WIDTH - 4) || y > PIXELS(HEIGHT - 4);
}

static bool is_near(fixed dx, fixed dy, fixed reach)
{
    return dx < reach && dx > -reach && dy < reach && dy > -reach;
}

static void burst(fixed x, fixed y, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) /* a full pool takes the place of older sparks */
    {
        const uint32_t turn = noise();
        trp_create(sparks, &(spark){.x = x,
                                    .y = y,
                                    .vx = sine(turn + 64),
                                    .vy = sine(turn),
                                    .until = trp_time_in(sparks, trp_ticks(8 + turn / 256 % 16))});
    }
}

static void bullet_update(bullet *self, const trp_context *in)
{
    self->x += self->vx;
    self->y += self->vy;
    if (is_outside(self->x, self->y))
        trp_recycle(in->world, &self->actor);
    else if (is_near(self->x - ship.x, self->y - ship.y, PIXELS(3)))
    {
        ship.hits++;
        ship.flash = 30;
        burst(self->x, self->y, 4);
        trp_recycle(in->world, &self->actor);
    }
}
TRP_UPDATE_EACH(bullet_update_all, bullet, actor, bullet_update);

/* Four flowers for each of a few shots: a loop that begins no walk. */
static void shot_update(bullet *self, const trp_context *in)
{
    self->y += self->vy;
    if (is_outside(self->x, self->y))
    {
        trp_recycle(in->world, &self->actor);
        return;
    }
    for (trp_actor *other = trp_pool_first(flowers); other; other = trp_pool_next(flowers, other))
    {
        flower *f = trp_as(flower, other);
        if (is_near(self->x - f->x, self->y - f->y, PIXELS(8)))
        {
            burst(self->x, self->y, 2);
            if (--f->health == 0)
                trp_recycle(in->world, other);
            trp_recycle(in->world, &self->actor);
            return;
        }
    }
}
TRP_UPDATE_EACH(shot_update_all, bullet, actor, shot_update);

static void spark_update(spark *self, const trp_context *in)
{
    self->x += self->vx;
    self->y += self->vy;
    if (is_outside(self->x, self->y))
        trp_recycle(in->world, &self->actor);
}
TRP_UPDATE_EACH(spark_update_all, spark, actor, spark_update);

static void flower_update(trp_actor *self, const trp_context *in)
{
    flower *f = trp_as(flower, self);
    (void)in;
    f->x += f->vx;
    if (f->x < PIXELS(8) || f->x > PIXELS(WIDTH - 16))
        f->vx = -f->vx;
}

/* A timer is due: a ring of nine bullets, turned a little further than the last one. */
static void flower_fire(trp_actor *self, const trp_context *in)
{
    flower *f = trp_as(flower, self);
    (void)in;
    f->turn += 7;
    for (uint32_t turn = f->turn; turn < f->turn + 256; turn += 29)
        trp_create(bullets, &(bullet){.x = f->x,
                                      .y = f->y,
                                      .vx = sine(turn + 64) * 5 / 8,
                                      .vy = sine(turn) * 5 / 8});
}

static void flower_end(trp_actor *self, const trp_end_context *in)
{
    const flower *f = trp_as(flower, self);
    (void)in;
    ship.score++;
    burst(f->x, f->y, 8);
}

/* Drawing. A shape is four pixels wide, a word a row. Colours are combined by `or`, so bullets glow
 * where they overlap. */
static const uint32_t bullet_shape[4] = {0x00010100, 0x01030301, 0x01030301, 0x00010100};
static const uint32_t shot_shape[4] = {0x00040400, 0x00040400, 0x00040400, 0x00040400};
static const uint32_t spark_shape[2] = {0x00000808, 0x00000808};
static const uint32_t flower_shape[2][8] = {
    {0x10100000, 0x10301000, 0x30301010, 0x32303010, 0x32303010, 0x30301010, 0x10301000,
     0x10100000},
    {0x00001010, 0x00103010, 0x10103030, 0x10303032, 0x10303032, 0x10103030, 0x00103010,
     0x00001010},
};
static const uint32_t ship_shape[2][8] = {
    {0x40000000, 0x40000000, 0x60400000, 0x64400000, 0x64404000, 0x60604040, 0x40606040,
     0x00404000},
    {0x00000040, 0x00000040, 0x00004060, 0x00004064, 0x00404064, 0x40406060, 0x40606040,
     0x00404000},
};

static void stamp(uint32_t *screen, const uint32_t *shape, int rows, fixed x, fixed y)
{
    const uint32_t column = (uint32_t)x >> 8, shift = column % 4 * 8;
    uint32_t *to = screen + ((uint32_t)y >> 8) * ROW + column / 4;
    for (; rows > 0; rows--, shape++, to += ROW)
    {
        to[0] |= *shape << shift;
        if (shift)
            to[1] |= *shape >> (32 - shift);
    }
}

static void shot_draw(const trp_actor *self, const trp_view *view)
{
    const bullet *b = trp_as(bullet, self);
    stamp(view->target, shot_shape, 4, b->x, b->y);
}

static void spark_draw(const trp_actor *self, const trp_view *view)
{
    const spark *s = trp_as(spark, self);
    stamp(view->target, spark_shape, 2, s->x, s->y);
}

static void flower_draw(const trp_actor *self, const trp_view *view)
{
    const flower *f = trp_as(flower, self);
    for (int side = 0; side < 2; side++)
        stamp(view->target, flower_shape[side], 8, f->x + PIXELS(4 * side - 2), f->y - PIXELS(2));
}

/* A new flower takes the lowest free slot. It is born when it is that slot's turn, so that flowers
 * fire one after the other, and no frame has all the births. */
static void bloom(uint64_t tick)
{
    uint32_t slot = 0;
    while (slot < FLOWERS && trp_pool_at(flowers, slot) != NULL)
        slot++;
    if (slot == FLOWERS || tick % 8 != slot * 2)
        return;
    trp_actor *self = trp_create(flowers, &(flower){.x = PIXELS(24 + noise() % (WIDTH - 48)),
                                                    .y = PIXELS(16 + noise() % 56),
                                                    .vx = noise() % 2 ? 128 : -128,
                                                    .health = 8});
    trp_timer_repeat(guns, self, trp_ticks(8));
}

/* The game: three calls, for any machine. */

static void game_start(void)
{
    world = trp_world_init(memory, sizeof memory, &(trp_world_desc){.max_pools = 4});
    flowers = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(flower, actor),
                                                      .capacity = FLOWERS,
                                                      .update = flower_update,
                                                      .draw = flower_draw,
                                                      .on_end = flower_end});
    bullets = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(bullet, actor),
                                                      .capacity = BULLETS,
                                                      .update_pool = bullet_update_all});
    shots = trp_pool_create(world, &(trp_pool_desc){.name = "shot",
                                                    .type = TRP_TYPE(bullet, actor),
                                                    .capacity = SHOTS,
                                                    .update_pool = shot_update_all,
                                                    .draw = shot_draw});
    sparks = trp_pool_create(
        world, &(trp_pool_desc){.type = TRP_TYPE(spark, actor),
                                .capacity = SPARKS,
                                .when_full = TRP_FULL_STEAL_NEXT,
                                .lifetime = TRP_LIFETIME_BY(spark, until, TRP_CLOCK_TICKS),
                                .update_pool = spark_update_all,
                                .draw = spark_draw});
    guns = trp_timers_create(flowers,
                             &(trp_timers_desc){.clock = TRP_CLOCK_TICKS, .on_due = flower_fire});
    trp_region_add(world, &ship_region);
    ship.x = PIXELS(WIDTH / 2);
    ship.y = PIXELS(HEIGHT - 24);
}

static void game_frame(uint32_t keys)
{
    const uint64_t tick = trp_world_ticks(world);
    const fixed step = keys & KEY_B ? PIXELS(1) / 2 : PIXELS(3) / 2;

    if (keys & KEY_RIGHT && ship.x < PIXELS(WIDTH - 8))
        ship.x += step;
    if (keys & KEY_LEFT && ship.x > PIXELS(8))
        ship.x -= step;
    if (keys & KEY_DOWN && ship.y < PIXELS(HEIGHT - 12))
        ship.y += step;
    if (keys & KEY_UP && ship.y > PIXELS(8))
        ship.y -= step;
    ship.flash -= ship.flash > 0;
    if (keys & KEY_A && tick % 4 == 0)
        trp_create(shots, &(bullet){.x = ship.x, .y = ship.y - PIXELS(8), .vy = PIXELS(-4)});
    bloom(tick);
    trp_update_all(world, 1); /* the game's unit of time is the frame */
}

static void game_draw(uint32_t *screen) /* which is black */
{
    trp_draw_all(world, screen, 1);
    trp_each (bullet, it, bullets) /* the many are drawn inline: no call for each */
        stamp(screen, bullet_shape, 4, it->x, it->y);
    for (int side = 0; side < 2; side++)
        stamp(screen, ship_shape[side], 8, ship.x + PIXELS(4 * side - 2), ship.y - PIXELS(2));
    for (uint32_t i = 0; i < ROW; i++) /* a bar: how full it is */
        screen[i] |= i * BULLETS < trp_pool_count(bullets) * ROW ? 0x01010101u : 0;
}

/* The colours: 5 bits each of red, green and blue, red lowest. The higher bits of a number win. */
static uint16_t colour(uint32_t number)
{
    if (number & 64)
        return ship.flash / 4 % 2 ? 0x7FFF : number & 32 ? 0x7F10 : 0x5E00;
    return number & 4    ? 0x7FEE
           : number & 2  ? 0x7FFF
           : number & 1  ? 0x295F
           : number & 32 ? 0x03FF
           : number & 16 ? 0x0251
           : number & 8  ? 0x1A9F
                         : 0;
}

#if !__STDC_HOSTED__

/* The console. What runs it on a PC reads the report. */

#define REGISTER(type, address) (*(volatile type *)(address))
#define DISPCNT REGISTER(uint16_t, 0x04000000)
#define VCOUNT REGISTER(uint16_t, 0x04000006)
#define DMA3_FROM REGISTER(uint32_t, 0x040000D4)
#define DMA3_TO REGISTER(uint32_t, 0x040000D8)
#define DMA3_CONTROL REGISTER(uint32_t, 0x040000DC)
#define KEYINPUT REGISTER(uint16_t, 0x04000130)

volatile struct
{
    uint32_t frame;   /* the one that is seen */
    uint32_t bullets; /* in it */
    uint32_t hits;
    uint32_t score;
    uint64_t hash;  /* of the world, each 300th frame */
    uint32_t lines; /* lines of the screen that passed while the frame was made, of 228 */
} report __attribute__((section(".report")));

int main(void)
{
    static const uint32_t black = 0;
    uint32_t line = 0;

    game_start();
    for (uint32_t frame = 1;; frame++)
    {
        const uint32_t page = frame % 2 ? 0x0600A000 : 0x06000000; /* the one that is not seen */
        game_frame(~KEYINPUT & 0x3FFu);
        DMA3_FROM = (uint32_t)(uintptr_t)&black;
        DMA3_TO = page;
        DMA3_CONTROL = 0x85000000u | ROW * HEIGHT; /* on, words, from one address */
        game_draw((uint32_t *)(uintptr_t)page);
        report.lines = (VCOUNT + 228u - line) % 228;
        const uint64_t hash = frame % 300 ? 0 : trp_hash_world(world);
        while (VCOUNT >= HEIGHT)
            ;
        while (VCOUNT < HEIGHT)
            ;
        line = VCOUNT;
        DISPCNT = (uint16_t)(frame % 2 ? 0x0414 : 0x0404); /* mode 4, this page */
        for (uint32_t i = 0; i < 128; i++)
            REGISTER(uint16_t, 0x05000000 + 2 * i) = colour(i);
        report.bullets = trp_pool_count(bullets);
        report.hits = ship.hits;
        report.score = ship.score;
        report.hash = hash;
        report.frame = frame;
    }
}

#else

/* The PC: `cartridge` plays 600 frames and prints the same report. `cartridge keys` prints the keys,
 * for the console. `cartridge picture` writes frame 300 to stdout, as a PPM file, and `cartridge film`
 * every fourth frame from there to frame 540. */

#include <inttypes.h>
#include <stdio.h>

static uint32_t screen[ROW * HEIGHT];

static uint32_t hands(uint32_t frame)
{
    return frame < 3
               ? 0
               : (frame / 70 % 2 ? KEY_LEFT : KEY_RIGHT) | (frame / 32 % 3 == 0 ? KEY_UP : 0) |
                     (frame / 32 % 3 == 1 ? KEY_DOWN : 0) | (frame % 128 < 100 ? KEY_A : 0) |
                     (frame / 40 % 3 == 0 ? KEY_B : 0);
}

static uint16_t pixel(uint32_t i)
{
    return colour(screen[i / 4] >> i % 4 * 8 & 255);
}

static void write_picture(void)
{
    printf("P6 %d %d 31\n", WIDTH, HEIGHT);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        for (int part = 0; part < 15; part += 5)
            putchar(pixel(i) >> part & 31);
}

int main(int argc, char **argv)
{
    const char what = argc > 1 ? *argv[1] : ' ';
    uint32_t picture = 2166136261u;

    if (what == 'k')
    {
        for (uint32_t frame = 1; frame <= 600; frame++)
            printf("%u\n", (unsigned)hands(frame));
        return 0;
    }
    game_start();
    for (uint32_t frame = 1; frame <= 600; frame++)
    {
        game_frame(hands(frame));
        if (frame != 300 && frame != 600 &&
            (what != 'f' || frame < 300 || frame > 540 || frame % 4 != 0))
            continue;
        for (uint32_t i = 0; i < ROW * HEIGHT; i++)
            screen[i] = 0;
        game_draw(screen);
        if (what == 'p' || (what == 'f' && frame < 600))
            write_picture();
        if (what == 'p')
            return 0;
        if (what == 'f')
            continue;
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
            picture = (picture ^ pixel(i)) * 16777619u;
        printf("frame %u: %u bullets, %u hits, score %u; world %016" PRIx64 ", picture %08x\n",
               (unsigned)frame, (unsigned)trp_pool_count(bullets), (unsigned)ship.hits,
               (unsigned)ship.score, trp_hash_world(world), (unsigned)picture);
    }
    return trp_world_destroy(world) != TRP_OK;
}

#endif
