#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* SIGWINCH and TIOCGWINSZ */

#include "screen.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

typedef struct cell
{
    uint32_t above; /* colour 0xRRGGBB of the upper half, or of the character */
    uint32_t below; /* colour of the lower half, or of the character's background */
    uint32_t text;  /* a character, or 0: a half block */
} cell;

/* The alternate screen without cursor and wrapping, and reports of key releases if the terminal has
 * kitty's protocol. */
static const char enter[] = "\033[?1049h\033[?25l\033[?7l\033[2J\033[>11u\033[?u";
static const char leave[] = "\033[<u\033[0m\033[?7h\033[?25h\033[?1049l";

static struct termios before;
static volatile sig_atomic_t is_ours, ending, resized = 1;
static screen_colors how;
static int columns, rows;
static cell shown[SCREEN_ROWS][SCREEN_COLUMNS];
static cell wanted[SCREEN_ROWS][SCREEN_COLUMNS];
static char out[1 << 16];
static size_t used;

static void flush(void)
{
    for (size_t at = 0; at < used;)
    {
        const ssize_t wrote = write(STDOUT_FILENO, out + at, used - at);
        if (wrote > 0)
            at += (size_t)wrote;
        else if (errno != EINTR && errno != EAGAIN)
            break;
    }
    used = 0;
}

static void put(const char *text, size_t length)
{
    if (used + length > sizeof out)
        flush();
    memcpy(out + used, text, length);
    used += length;
}

screen_colors screen_detect(void)
{
    const char *none = getenv("NO_COLOR");
    const char *color = getenv("COLORTERM");
    const char *term = getenv("TERM");

    if (none != NULL && *none != 0)
        return SCREEN_SHADES;
    if (color != NULL && (strcmp(color, "truecolor") == 0 || strcmp(color, "24bit") == 0))
        return SCREEN_TRUE;
    if (term != NULL && (strstr(term, "direct") != NULL || strstr(term, "kitty") != NULL))
        return SCREEN_TRUE;
    return term == NULL || strcmp(term, "dumb") == 0 ? SCREEN_SHADES : SCREEN_256;
}

void screen_end(void)
{
    if (!is_ours)
        return;
    is_ours = 0;
    if (write(STDOUT_FILENO, leave, sizeof leave - 1) < 0)
        return;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

static void take(void)
{
    struct termios raw = before;

    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    is_ours = 1;
    resized = 1;
    if (write(STDOUT_FILENO, enter, sizeof enter - 1) < 0)
        ending = 1;
}

static void on_end(int number)
{
    (void)number;
    ending = 1;
}

static void on_resize(int number)
{
    (void)number;
    resized = 1;
}

/* On a crash or a stop by the user: restores the terminal, then raises the signal again with its
 * default effect. */
static void on_crash(int number)
{
    screen_end();
    signal(number, SIG_DFL);
    raise(number);
}

static void on_stop(int number)
{
    sigset_t set;

    screen_end();
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number); /* sleeps here until the shell wakes it */
    signal(number, on_stop);
    take();
}

bool screen_begin(screen_colors colors)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGQUIT};

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    how = colors;
    atexit(screen_end);
    signal(SIGINT, on_end);
    signal(SIGTERM, on_end);
    signal(SIGHUP, on_end);
    signal(SIGWINCH, on_resize);
    signal(SIGTSTP, on_stop);
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        signal(crashes[i], on_crash);
    take();
    return true;
}

bool screen_is_ending(void)
{
    return ending != 0;
}

void screen_size(int *c, int *r)
{
    struct winsize size;

    if (resized)
    {
        resized = 0;
        columns = 80;
        rows = 24;
        if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        {
            columns = size.ws_col < SCREEN_COLUMNS ? size.ws_col : SCREEN_COLUMNS;
            rows = size.ws_row < SCREEN_ROWS ? size.ws_row : SCREEN_ROWS;
        }
        memset(shown, 0xFF, sizeof shown);
        put("\033[0m\033[2J", 8);
    }
    *c = columns;
    *r = rows;
}

void screen_text(int column, int row, const char *text, uint32_t color)
{
    for (; *text != 0; text++, column++)
        if (column >= 0 && column < columns && row >= 0 && row < rows)
        {
            wanted[row][column].text = (unsigned char)*text;
            wanted[row][column].above = color;
        }
}

void screen_copy(const char *text)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t length = strlen(text);

    put("\033]52;c;", 7);
    for (size_t i = 0; i < length; i += 3)
    {
        uint32_t bits = 0;
        char four[4] = {'=', '=', '=', '='};
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < length ? (unsigned char)text[i + k] : 0);
        for (size_t k = 0; k < 4 && i + k <= length; k++)
            four[k] = letters[bits >> (18 - 6 * k) & 63];
        put(four, 4);
    }
    put("\a", 1);
}

/* The nearest colour of the 6 by 6 by 6 cube or of the greys. */
static unsigned of_256(uint32_t color)
{
    const int red = (int)(color >> 16 & 255), green = (int)(color >> 8 & 255),
              blue = (int)(color & 255);

    if (abs(red - green) < 10 && abs(green - blue) < 10)
        return red < 4 ? 16 : red > 246 ? 231 : 232 + (unsigned)(red - 3) / 10;
    return 16 + 36 * (unsigned)((red + 25) / 51) + 6 * (unsigned)((green + 25) / 51) +
           (unsigned)((blue + 25) / 51);
}

static void put_color(unsigned ground, uint32_t color)
{
    char text[24];
    int length;

    if (how == SCREEN_TRUE)
        length = snprintf(text, sizeof text, "\033[%u8;2;%u;%u;%um", ground,
                          (unsigned)(color >> 16 & 255), (unsigned)(color >> 8 & 255),
                          (unsigned)(color & 255));
    else
        length = snprintf(text, sizeof text, "\033[%u8;5;%um", ground, of_256(color));
    put(text, (size_t)length);
}

static char shade(uint32_t color)
{
    static const char shades[] = " .:-=+*#%@";
    const unsigned light = (color >> 16 & 255) * 3 + (color >> 8 & 255) * 6 + (color & 255);

    return shades[light * (sizeof shades - 2) / 2550];
}

static void put_cell(const cell *it)
{
    const char text = (char)it->text;

    if (text != 0)
        put(&text, 1);
    else if (how == SCREEN_SHADES)
    {
        const char above = shade(it->above), below = shade(it->below);
        put(below != ' ' ? &below : &above, 1);
    }
    else if (it->above == it->below)
        put(" ", 1);
    else
        put("\xE2\x96\x80", 3); /* the upper half block */
}

static uint32_t pixel(const canvas *c, int x, int y)
{
    const uint8_t *p = c->pixels[y][x];

    return x < c->width && y < c->height ? (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2] : 0;
}

static void compose(const canvas *c)
{
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
        {
            cell *it = &wanted[row][column];
            const uint32_t above = pixel(c, column, 2 * row), below = pixel(c, column, 2 * row + 1);
            it->below = below;
            if (it->text == 0)
                it->above = above;
        }
}

/* Writes one row: only cells that have changed, and colours only where they differ from the
 * previous cell. */
static void show_row(int row, uint32_t *above, uint32_t *below)
{
    char move[24];
    int at = -1;

    for (int column = 0; column < columns; column++)
    {
        cell *it = &wanted[row][column];
        cell *old = &shown[row][column];
        if (memcmp(it, old, sizeof *it) == 0)
            continue;
        if (at != column)
            put(move, (size_t)snprintf(move, sizeof move, "\033[%d;%dH", row + 1, column + 1));
        if (how != SCREEN_SHADES)
        {
            if (*above != it->above)
                put_color(3, *above = it->above);
            if (*below != it->below)
                put_color(4, *below = it->below);
        }
        put_cell(it);
        *old = *it;
        at = column + 1;
    }
}

void screen_show(const canvas *c)
{
    uint32_t above = UINT32_MAX, below = UINT32_MAX;

    compose(c);
    put("\033[0m", 4);
    for (int row = 0; row < rows; row++)
        show_row(row, &above, &below);
    flush();
    memset(wanted, 0, sizeof wanted);
}

void screen_print(const canvas *c)
{
    for (int y = 0; y + 1 < c->height; y += 2)
    {
        char line[CANVAS_WIDTH + 1];
        int end = 0;
        for (int x = 0; x < c->width; x++)
        {
            const char above = shade(pixel(c, x, y)), below = shade(pixel(c, x, y + 1));
            line[x] = below != ' ' ? below : above;
            if (line[x] != ' ')
                end = x + 1;
        }
        line[end] = 0;
        puts(line);
    }
}
