#define _DEFAULT_SOURCE /* TIOCGWINSZ */

#include "storm_picture.h"

#include "canvas.h"
#include "stopwatch.h"
#include "storm_troupe.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Frames between two pictures, and before the first one. */
enum { FRAMES_A_PICTURE = 2, FRAMES_BEFORE = 60 };

static volatile sig_atomic_t caught;

static void catch_signal(int number)
{
    caught = number;
}

bool picture_wanted(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && terminal &&
           strcmp(terminal, "dumb") != 0;
}

/* Chooses the size: as wide as the terminal, at most twice as wide as high, with lines left for the
 * report. */
static void choose_size(int *columns, int *lines)
{
    struct winsize size = {.ws_col = 80, .ws_row = 24};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        size = (struct winsize){.ws_col = 80, .ws_row = 24};
    *lines = size.ws_row > 10 ? size.ws_row - 8 : 2;
    *columns = size.ws_col < CANVAS_COLUMNS ? size.ws_col : CANVAS_COLUMNS;
    if (*lines > *columns / 4)
        *lines = *columns / 4 ? *columns / 4 : 1;
    if (*columns > 6 * *lines)
        *columns = 6 * *lines;
}

static void draw_mote(const trp_actor *self, const trp_view *view)
{
    static const canvas_light lights[KINDS] = {
        [KIND_BULLET] = {36, 24, 4},
        [KIND_SPARK] = {40, 12, 2},
        [KIND_SMOKE] = {8, 10, 16},
        [KIND_MISSILE] = {6, 40, 48},
    };
    const storm_body *body = &trp_as(mote, self)->body;
    const troupe_kind *of = view->user;
    canvas_add(view->target, body->x, body->y, lights[of->kind]);
}

static void wait_until(double moment)
{
    double left = moment - stopwatch_seconds();
    if (left > 0)
        nanosleep(&(struct timespec){.tv_nsec = left < 0.9 ? (long)(left * 1e9) : 900000000L},
                  NULL);
}

static void show_frames(troupe_storm *storm, canvas_picture *canvas, double seconds)
{
    double start = stopwatch_seconds();
    for (int i = 0; i < FRAMES_BEFORE; ++i)
        troupe_storm_frame(storm);
    for (int shown = 0; !caught && stopwatch_seconds() - start < seconds; ++shown) {
        if (shown > 0)
            printf("\033[%dA", canvas->lines);
        for (int i = 0; i < FRAMES_A_PICTURE; ++i)
            troupe_storm_frame(storm);
        canvas_clear(canvas);
        trp_draw_all(storm->world, canvas, 0);
        canvas_print(canvas, stdout);
        fflush(stdout);
        wait_until(start + (shown + 1) * (double)(FRAMES_A_PICTURE * STORM_DT));
    }
}

void picture_show(uint32_t bodies, double seconds)
{
    static canvas_picture canvas;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction before[3];
    struct sigaction action = {.sa_handler = catch_signal};
    troupe_storm *storm = troupe_storm_create(bodies, draw_mote);
    if (!storm)
        return;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < 3; ++i)
        sigaction(signals[i], &action, &before[i]);
    choose_size(&canvas.columns, &canvas.lines);
    fputs("\033[?25l", stdout);
    show_frames(storm, &canvas, seconds);
    fputs("\033[0m\033[?25h", stdout);
    fflush(stdout);
    for (int i = 0; i < 3; ++i)
        sigaction(signals[i], &before[i], NULL);
    troupe_storm_destroy(storm);
    if (caught)
        raise(caught);
}

void picture_progress(double done, const char *what)
{
    static const char full[] = "####################";
    int width = (int)(done * (double)(sizeof full - 1));
    printf("\r\033[K[%-*.*s] %s", (int)(sizeof full - 1), width, full, what);
    fflush(stdout);
}

void picture_progress_end(void)
{
    fputs("\r\033[K", stdout);
    fflush(stdout);
}
