#define _POSIX_C_SOURCE 200809L /* mkdir */

#include "window.h"

#include "bulletml/bulletml.h"
#include "headless/arguments.h"
#include "stage/share.h"
#include "storm/storm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static unsigned char recording[SESSION_RECORD_BYTES];
static uint32_t words[BML_WORDS];

bool options_read(options *o, int count, char **arguments)
{
    static const char *const levels[GAME_LEVELS] = {"normal", "easy", "hard"};
    const char *level = levels[0];
    const argument all[] = {{"--attract", .is_given = &o->attract},
                            {"--mute", .is_given = &o->mute},
                            {"--calm", .is_given = &o->calm},
                            {"--report", .is_given = &o->report},
                            {"--seed", .number = &o->seed, .most = UINT32_MAX},
                            {"--wave", .number = &o->wave, .most = 999},
                            {"--lives", .number = &o->lives, .most = 99},
                            {"--motes", .number = &o->motes, .most = STORM_MAX},
                            {"--churn", .number = &o->churn, .most = STORM_MAX_CHURN},
                            {"--threads", .number = &o->threads, .most = 64},
                            {"--level", .text = &level},
                            {"--pattern", .text = &o->pattern},
                            {"--replay", .text = &o->replay},
                            {"--record", .text = &o->record},
                            {"--screenshot", .text = &o->screenshot},
                            {"--keep", .text = &o->keep},
                            {"--save", .text = &o->save},
                            {"--host", .text = &o->host},
                            {"--join", .text = &o->join},
                            {"--seconds", .seconds = &o->seconds},
                            {"--skip", .seconds = &o->skip}};
    if (!arguments_read(all, sizeof all / sizeof all[0], count - 1, arguments + 1))
        return false;
    while (o->level < GAME_LEVELS && strcmp(level, levels[o->level]) != 0)
        o->level++;
    return o->level < GAME_LEVELS;
}

void options_usage(FILE *to, const char *program)
{
    fprintf(to,
            "usage: %s [options]\n"
            "  --pattern FILE   a boss plays this BulletML file\n"
            "  --replay FILE    plays a recording, a link, or its part after \"r=\"\n"
            "  --record FILE    writes the recording of the last game at the end\n"
            "  --keep FILE      file of the high score      --save FILE   file of the saved game\n"
            "  --seed N --wave N --lives N --level easy|normal|hard   options of the game\n"
            "  --attract        the autopilot plays      --seconds N   ends after N seconds\n"
            "  --skip N         first plays N seconds without showing them\n"
            "  --calm           nothing shakes or flashes\n"
            "  --motes N --churn PER-MILLE --threads N   a storm behind the field (storm/storm.h)\n"
            "  --mute, --screenshot FILE.bmp\n"
            "  --report         prints the state of the game four times per second\n"
            "Two players: --host PORT waits for the other, --join NAME:PORT goes there\n",
            program);
}

/* -- files -- */

static void say(void *arg, const char *message)
{
    (void)arg;
    fprintf(stderr, "%s\n", message);
}

/* Creates the missing folders of a path. */
static void make_folders(char *path)
{
    for (char *at = path + 1; *at; ++at)
        if (*at == '/') {
            *at = 0;
            mkdir(path, 0777);
            *at = '/';
        }
}

bool options_path(const char *given, const char *name, bool makes, char path[OPTIONS_PATH])
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length = OPTIONS_PATH;
    if (given)
        length = snprintf(path, OPTIONS_PATH, "%s", given);
    else if (data && *data)
        length = snprintf(path, OPTIONS_PATH, "%s/bullet-troupe/%s", data, name);
    else if (home && *home)
        length = snprintf(path, OPTIONS_PATH, "%s/.local/share/bullet-troupe/%s", home, name);
    if (length < 0 || length >= OPTIONS_PATH)
        return false;
    if (makes)
        make_folders(path);
    return true;
}

static bool path_of_score(const options *o, bool makes, char path[OPTIONS_PATH])
{
    return options_path(o->keep, "high-score", makes, path);
}

static uint32_t read_score(const options *o)
{
    char path[OPTIONS_PATH];
    char text[32] = "";
    uint32_t score = 0;
    FILE *file = path_of_score(o, false, path) ? fopen(path, "r") : NULL;
    if (!file)
        return 0;
    if (!fgets(text, sizeof text, file))
        text[0] = 0;
    fclose(file);
    text[strcspn(text, "\r\n")] = 0;
    return arguments_number(text, UINT32_MAX, &score) ? score : 0;
}

void options_keep_score(const options *o, uint32_t score)
{
    char path[OPTIONS_PATH];
    if (o->attract && !o->keep) /* the autopilot's score is not saved */
        return;
    if (score == 0 || score <= read_score(o) || !path_of_score(o, true, path))
        return;
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    fprintf(file, "%u\n", (unsigned)score);
    fclose(file);
}

bool options_session(const options *o, session_desc *desc)
{
    *desc = (session_desc){.seed = o->seed,
                           .first_wave = o->wave,
                           .lives = o->lives,
                           .level = o->level,
                           .high_score = read_score(o),
                           .plays_itself = o->attract};
    if (!o->pattern)
        return true;
    desc->pattern = words;
    return bulletml_from_file(o->pattern, words, &desc->pattern_words, say, NULL);
}

/* The letters after "#r=" in a link; without it, the whole text. */
static const char *letters_of(const char *link)
{
    const char *at = strstr(link, "#r=");
    return at ? at + 3 : link;
}

const unsigned char *options_replay(const options *o, size_t *size)
{
    FILE *file = fopen(o->replay, "rb");
    if (!file) {
        const int why = errno;
        if (share_decode(recording, sizeof recording, letters_of(o->replay), size) && *size > 0 &&
            memcmp(recording, "TROUPE", 6) == 0)
            return recording;
        fprintf(stderr, "%.200s: %s, and it is not a link with a recording\n", o->replay,
                strerror(why));
        return NULL;
    }
    *size = fread(recording, 1, sizeof recording, file);
    fclose(file);
    return recording;
}

bool options_write(const char *name, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    const bool is_written = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) == 0 && is_written)
        return true;
    fprintf(stderr, "%s: %s\n", name, errno ? strerror(errno) : "the file could not be written");
    return false;
}

const char *options_link(const unsigned char *bytes, size_t size)
{
    static char link[SHARE_LETTERS(SESSION_RECORD_BYTES) + 200];
    const char *page = getenv("BULLET_TROUPE_PAGE");
    const int length =
        snprintf(link, 180, "%s#r=", page && *page ? page : "http://localhost:8000/");
    if (length < 0 || length >= 180)
        return "";
    share_encode(link + length, bytes, size);
    return link;
}

/* -- the saved game -- */

static unsigned char bytes[SESSION_SAVE_BYTES];
static char path[OPTIONS_PATH];

/* Writes to a temporary file first, so that an interrupted write does not destroy the last save. */
static bool write_all(const char *name, size_t size)
{
    char other[OPTIONS_PATH + 8];
    snprintf(other, sizeof other, "%s.new", name);
    errno = 0;
    FILE *file = fopen(other, "wb");
    const bool is_written = file && fwrite(bytes, 1, size, file) == size;
    return file && fclose(file) == 0 && is_written && rename(other, name) == 0;
}

const char *slots_save(const options *o, session *s)
{
    const size_t size = session_save(s, bytes, sizeof bytes);
    if (size == 0)
        return "there is no game to save yet";
    if (!options_path(o->save, "save", true, path))
        return "there is no folder for the save";
    return write_all(path, size) ? "saved: F9 loads it"
           : errno               ? strerror(errno)
                                 : "the save could not be written";
}

const char *slots_load(const options *o, session *s)
{
    errno = 0;
    FILE *file = options_path(o->save, "save", false, path) ? fopen(path, "rb") : NULL;
    if (!file)
        return errno == 0 || errno == ENOENT ? "there is no saved game yet" : strerror(errno);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const char *wrong = session_load(s, bytes, size);
    return wrong ? wrong : "loaded";
}
