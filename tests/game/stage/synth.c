#include "synth.h"

#include "core/angle.h"

typedef enum wave { SINE, TRIANGLE, SQUARE, SAW, NOISE } wave;

/* A tone or noise. Its pitch slides and its loudness decays. */
typedef struct tone {
    uint8_t wave;
    uint8_t decay;  /* loudness: the remaining part of the length, to this power */
    float start;    /* seconds */
    float length;   /* seconds */
    float from, to; /* Hz */
    float loud;
    float attack; /* seconds */
    float low;    /* Hz: cutoff of a low-pass filter; 0: no filter */
} tone;

typedef struct sound {
    float seconds;
    float gain;
    uint8_t rest; /* ticks */
} sound;

static const sound sounds[SYNTH_MUSIC] = {
    [GAME_EVENT_SHOT] = {0.09f, 0.16f, 5},         [GAME_EVENT_MISSILE] = {0.4f, 0.3f, 8},
    [GAME_EVENT_HIT] = {0.05f, 0.16f, 3},          [GAME_EVENT_EXPLOSION] = {0.5f, 0.5f, 2},
    [GAME_EVENT_BIG_EXPLOSION] = {1.3f, 0.75f, 3}, [GAME_EVENT_GRAZE] = {0.14f, 0.22f, 3},
    [GAME_EVENT_PICKUP] = {0.2f, 0.22f, 3},        [GAME_EVENT_BOMB] = {1.8f, 0.8f, 10},
    [GAME_EVENT_DEATH] = {2.1f, 0.95f, 20},        [GAME_EVENT_WAVE] = {0.7f, 0.3f, 30},
    [GAME_EVENT_BOSS] = {2.4f, 0.55f, 60},         [GAME_EVENT_TURN] = {1.2f, 0.6f, 20},
    [GAME_EVENT_STAGE] = {1.2f, 0.6f, 20},         [GAME_EVENT_BOSS_END] = {3.2f, 0.9f, 60},
    [GAME_EVENT_LIFE] = {0.9f, 0.4f, 10},          [GAME_EVENT_RETURN] = {0.5f, 0.3f, 10},
    [GAME_EVENT_START] = {1.1f, 0.45f, 10},        [GAME_EVENT_OVER] = {2, 0.5f, 30},
};

/* The tones of all sounds. Time that is turned back sounds as the end of a wing. */
static const struct {
    game_event_kind of;
    tone tone;
} tones[] = {
    {GAME_EVENT_SHOT, {SQUARE, 3, 0, 0.08f, 1250, 430, 0.4f, 0.001f, 4200}},
    {GAME_EVENT_SHOT, {NOISE, 4, 0, 0.03f, 0, 0, 0.25f, 0.001f, 6000}},
    {GAME_EVENT_MISSILE, {NOISE, 2, 0, 0.38f, 0, 0, 0.5f, 0.05f, 1800}},
    {GAME_EVENT_MISSILE, {SAW, 2, 0, 0.3f, 160, 420, 0.25f, 0.02f, 1500}},
    {GAME_EVENT_HIT, {SQUARE, 3, 0, 0.045f, 520, 260, 0.4f, 0.001f, 3000}},
    {GAME_EVENT_HIT, {NOISE, 4, 0, 0.02f, 0, 0, 0.4f, 0.001f, 5000}},
    {GAME_EVENT_EXPLOSION, {NOISE, 3, 0, 0.45f, 0, 0, 0.75f, 0.002f, 1500}},
    {GAME_EVENT_EXPLOSION, {SINE, 2, 0, 0.3f, 190, 48, 0.7f, 0.002f, 0}},
    {GAME_EVENT_EXPLOSION, {NOISE, 6, 0, 0.06f, 0, 0, 0.5f, 0.001f, 6500}},
    {GAME_EVENT_BIG_EXPLOSION, {NOISE, 3, 0, 1.2f, 0, 0, 0.7f, 0.002f, 900}},
    {GAME_EVENT_BIG_EXPLOSION, {SINE, 2, 0, 0.9f, 120, 30, 0.85f, 0.002f, 0}},
    {GAME_EVENT_BIG_EXPLOSION, {NOISE, 5, 0, 0.14f, 0, 0, 0.5f, 0.001f, 5000}},
    {GAME_EVENT_BIG_EXPLOSION, {NOISE, 3, 0.12f, 0.5f, 0, 0, 0.35f, 0.01f, 2200}},
    {GAME_EVENT_GRAZE, {SINE, 3, 0, 0.12f, 2100, 2900, 0.4f, 0.002f, 0}},
    {GAME_EVENT_GRAZE, {TRIANGLE, 4, 0, 0.1f, 4200, 5200, 0.16f, 0.002f, 0}},
    {GAME_EVENT_PICKUP, {TRIANGLE, 3, 0, 0.09f, 988, 988, 0.5f, 0.002f, 0}},
    {GAME_EVENT_PICKUP, {TRIANGLE, 3, 0.06f, 0.13f, 1319, 1319, 0.5f, 0.002f, 0}},
    {GAME_EVENT_BOMB, {SINE, 2, 0, 1.4f, 90, 24, 0.9f, 0.002f, 0}},
    {GAME_EVENT_BOMB, {NOISE, 2, 0, 1.7f, 0, 0, 0.55f, 0.02f, 1300}},
    {GAME_EVENT_BOMB, {SAW, 3, 0, 0.9f, 880, 55, 0.3f, 0.002f, 1800}},
    {GAME_EVENT_BOMB, {NOISE, 6, 0, 0.1f, 0, 0, 0.5f, 0.001f, 7000}},
    {GAME_EVENT_DEATH, {SINE, 2, 0, 1.6f, 240, 22, 0.9f, 0.001f, 0}},
    {GAME_EVENT_DEATH, {NOISE, 3, 0, 0.5f, 0, 0, 0.8f, 0.001f, 4200}},
    {GAME_EVENT_DEATH, {NOISE, 2, 0.2f, 1.8f, 0, 0, 0.5f, 0.05f, 500}},
    {GAME_EVENT_DEATH, {SAW, 2, 0, 1.2f, 660, 40, 0.35f, 0.001f, 1400}},
    {GAME_EVENT_DEATH, {SQUARE, 3, 0, 0.22f, 1600, 90, 0.3f, 0.001f, 5000}},
    {GAME_EVENT_WAVE, {TRIANGLE, 2, 0, 0.3f, 440, 440, 0.4f, 0.01f, 0}},
    {GAME_EVENT_WAVE, {TRIANGLE, 2, 0.12f, 0.5f, 659, 659, 0.4f, 0.01f, 0}},
    {GAME_EVENT_BOSS, {SAW, 1, 0, 0.7f, 233, 220, 0.35f, 0.05f, 1200}},
    {GAME_EVENT_BOSS, {SAW, 1, 0.8f, 0.7f, 233, 220, 0.35f, 0.05f, 1200}},
    {GAME_EVENT_BOSS, {SAW, 1, 1.6f, 0.75f, 233, 110, 0.35f, 0.05f, 1200}},
    {GAME_EVENT_BOSS, {SINE, 1, 0, 2.3f, 55, 50, 0.5f, 0.1f, 0}},
    {GAME_EVENT_STAGE, {NOISE, 3, 0, 1, 0, 0, 0.6f, 0.002f, 1600}},
    {GAME_EVENT_STAGE, {SAW, 2, 0, 1.1f, 110, 440, 0.35f, 0.02f, 1500}},
    {GAME_EVENT_STAGE, {SINE, 2, 0, 0.6f, 150, 40, 0.7f, 0.002f, 0}},
    {GAME_EVENT_BOSS_END, {SINE, 2, 0, 3, 110, 22, 0.9f, 0.002f, 0}},
    {GAME_EVENT_BOSS_END, {NOISE, 2, 0, 3.1f, 0, 0, 0.55f, 0.002f, 900}},
    {GAME_EVENT_BOSS_END, {NOISE, 4, 0, 0.3f, 0, 0, 0.6f, 0.001f, 6000}},
    {GAME_EVENT_BOSS_END, {NOISE, 3, 0.5f, 0.9f, 0, 0, 0.45f, 0.01f, 2000}},
    {GAME_EVENT_BOSS_END, {NOISE, 3, 1.1f, 1, 0, 0, 0.4f, 0.01f, 1500}},
    {GAME_EVENT_BOSS_END, {SAW, 3, 0, 1.8f, 440, 27, 0.3f, 0.002f, 1500}},
    {GAME_EVENT_LIFE, {TRIANGLE, 2, 0, 0.25f, 659, 659, 0.35f, 0.004f, 0}},
    {GAME_EVENT_LIFE, {TRIANGLE, 2, 0.1f, 0.25f, 831, 831, 0.35f, 0.004f, 0}},
    {GAME_EVENT_LIFE, {TRIANGLE, 2, 0.2f, 0.25f, 988, 988, 0.35f, 0.004f, 0}},
    {GAME_EVENT_LIFE, {TRIANGLE, 2, 0.3f, 0.55f, 1319, 1319, 0.4f, 0.004f, 0}},
    {GAME_EVENT_RETURN, {SINE, 2, 0, 0.45f, 330, 880, 0.4f, 0.02f, 0}},
    {GAME_EVENT_RETURN, {TRIANGLE, 2, 0.05f, 0.4f, 660, 1760, 0.15f, 0.02f, 0}},
    {GAME_EVENT_START, {SAW, 2, 0, 0.5f, 110, 440, 0.3f, 0.01f, 1600}},
    {GAME_EVENT_START, {TRIANGLE, 2, 0.1f, 0.4f, 440, 440, 0.35f, 0.004f, 0}},
    {GAME_EVENT_START, {TRIANGLE, 2, 0.22f, 0.4f, 659, 659, 0.35f, 0.004f, 0}},
    {GAME_EVENT_START, {TRIANGLE, 2, 0.34f, 0.7f, 880, 880, 0.4f, 0.004f, 0}},
    {GAME_EVENT_OVER, {TRIANGLE, 2, 0, 0.6f, 440, 440, 0.35f, 0.01f, 0}},
    {GAME_EVENT_OVER, {TRIANGLE, 2, 0.35f, 0.6f, 349, 349, 0.35f, 0.01f, 0}},
    {GAME_EVENT_OVER, {TRIANGLE, 2, 0.7f, 0.6f, 294, 294, 0.35f, 0.01f, 0}},
    {GAME_EVENT_OVER, {TRIANGLE, 2, 1.05f, 0.9f, 220, 220, 0.4f, 0.01f, 0}},
    {GAME_EVENT_OVER, {SINE, 1, 1.05f, 0.9f, 55, 55, 0.4f, 0.01f, 0}},
};

float synth_gain(uint32_t which)
{
    return which < SYNTH_MUSIC ? sounds[which].gain : 0.34f;
}

uint32_t synth_rest(uint32_t which)
{
    return which < SYNTH_MUSIC ? sounds[which].rest : 0;
}

/* -- tones -- */

/* The samples to which tones are added. A tone that passes the end continues at the beginning. */
typedef struct track {
    float *samples;
    uint32_t length;
    uint32_t rate;
} track;

static float wave_at(wave kind, uint32_t phase, uint32_t *noise)
{
    const float turn = (float)(phase >> 8) / 16777216.0f;
    switch (kind) {
    case SINE:
        return angle_sine((angle)(phase >> 16));
    case TRIANGLE:
        return turn < 0.5f ? 4 * turn - 1 : 3 - 4 * turn;
    case SQUARE:
        return turn < 0.25f ? 1 : -0.33f;
    case SAW:
        return 2 * turn - 1;
    default:
        *noise = *noise * 1664525u + 1013904223u;
        return (float)(*noise >> 8) / 8388608.0f - 1;
    }
}

static float to_power(float value, uint32_t power)
{
    float product = 1;
    for (; power > 0; --power)
        product *= value;
    return product;
}

static void add_tone(const track *to, const tone *t)
{
    const float rate = (float)to->rate;
    const uint32_t count = (uint32_t)(t->length * rate);
    const uint32_t attack = (uint32_t)(t->attack * rate) + 1;
    const float softness = t->low * 6.2831853f / rate;
    const float follow = t->low > 0 ? softness / (1 + softness) : 1;
    uint32_t at = (uint32_t)(t->start * rate);
    uint32_t phase = 0;
    uint32_t noise = 77;
    float soft = 0;
    for (uint32_t i = 0; i < count; ++i, ++at) {
        const float left = 1 - (float)i / (float)count;
        const float pitch = t->to + (t->from - t->to) * left * left;
        const float rise = i < attack ? (float)i / (float)attack : 1;
        soft += (wave_at((wave)t->wave, phase, &noise) - soft) * follow;
        to->samples[at % to->length] += soft * t->loud * rise * to_power(left, t->decay);
        phase += (uint32_t)(pitch / rate * 4294967296.0f);
    }
}

/* Compresses loud samples instead of clipping them. */
static void bend(const track *to)
{
    for (uint32_t i = 0; i < to->length; ++i) {
        const float x = to->samples[i];
        const float size = x < 0 ? -x : x;
        to->samples[i] = x / (1 + 0.35f * size * size);
        if (to->samples[i] > 0.98f)
            to->samples[i] = 0.98f;
        if (to->samples[i] < -0.98f)
            to->samples[i] = -0.98f;
    }
}

/* -- the music: eight bars in A minor; a step is a sixteenth -- */

enum { BARS = 8, STEPS = 16 * BARS };

#define SECONDS_PER_STEP (60.0f / 132 / 4)

/* The pitch of a note, in semitones above A. */
static float pitch_of(int32_t semitone)
{
    static const float ratios[12] = {1,         1.059463f, 1.122462f, 1.189207f,
                                     1.259921f, 1.334840f, 1.414214f, 1.498307f,
                                     1.587401f, 1.681793f, 1.781797f, 1.887749f};
    const int32_t octave = (semitone + 120) / 12 - 10;
    float pitch = 110 * ratios[(semitone + 120) % 12];
    for (int32_t i = 0; i < octave; ++i)
        pitch *= 2;
    for (int32_t i = octave; i < 0; ++i)
        pitch /= 2;
    return pitch;
}

static const int8_t roots[BARS] = {0, 0, -4, -4, 3, 3, -2, -2};
static const int8_t chords[BARS][3] = {{0, 3, 7},  {0, 3, 7},  {-4, 0, 3}, {-4, 0, 5},
                                       {3, 7, 10}, {3, 7, 12}, {-2, 2, 5}, {-2, 2, 7}};

static void add_drums(const track *to, uint32_t step)
{
    const float at = (float)step * SECONDS_PER_STEP;
    const tone kick = {SINE, 3, at, 0.24f, 150, 42, 0.75f, 0.001f, 0};
    const tone snare = {NOISE, 4, at, 0.17f, 0, 0, 0.34f, 0.001f, 3600};
    const tone hat = {NOISE, 5, at, 0.05f, 0, 0, step % 4 == 2 ? 0.16f : 0.07f, 0.001f, 9000};
    if (step % 4 == 0)
        add_tone(to, &kick);
    if (step % 8 == 4)
        add_tone(to, &snare);
    if (step % 2 == 0)
        add_tone(to, &hat);
}

static void add_notes(const track *to, uint32_t step)
{
    static const uint8_t order[8] = {0, 1, 2, 1, 0, 2, 1, 2};
    const uint32_t bar = step / 16;
    const float at = (float)step * SECONDS_PER_STEP;
    const float bass = pitch_of(roots[bar] - 12 + (step % 16 == 14 ? 12 : 0));
    const float note = pitch_of(chords[bar][order[step % 8]] + (step % 16 < 8 ? 24 : 12));
    const tone low = {SAW, 2, at, SECONDS_PER_STEP * 1.7f, bass, bass, 0.34f, 0.004f, 420};
    const tone high = {SQUARE, 3, at, SECONDS_PER_STEP * 1.5f, note, note, 0.11f, 0.003f, 2600};
    if (step % 2 == 0 && step % 4 != 0)
        add_tone(to, &low);
    if (step % 3 != 2 || step % 16 > 11)
        add_tone(to, &high);
}

static void add_chord(const track *to, uint32_t bar)
{
    const float at = (float)bar * 16 * SECONDS_PER_STEP;
    for (uint32_t i = 0; i < 3; ++i) {
        const float pitch = pitch_of(chords[bar][i] + 12);
        const tone t = {TRIANGLE, 1, at, 16 * SECONDS_PER_STEP, pitch, pitch, 0.1f, 0.2f, 1400};
        add_tone(to, &t);
    }
}

/* -- queries -- */

uint32_t synth_length(uint32_t which, uint32_t rate)
{
    const float seconds = which < SYNTH_MUSIC ? sounds[which].seconds : STEPS * SECONDS_PER_STEP;
    return (uint32_t)(seconds * (float)rate);
}

void synth_render(uint32_t which, uint32_t rate, float *samples)
{
    const track to = {samples, synth_length(which, rate), rate};
    for (uint32_t i = 0; i < to.length; ++i)
        samples[i] = 0;
    for (size_t i = 0; i < sizeof tones / sizeof tones[0]; ++i)
        if (tones[i].of == (which == GAME_EVENT_TURN ? GAME_EVENT_STAGE : which))
            add_tone(&to, &tones[i].tone);
    for (uint32_t step = 0; which == SYNTH_MUSIC && step < STEPS; ++step) {
        add_drums(&to, step);
        add_notes(&to, step);
        if (step % 16 == 0)
            add_chord(&to, step / 16);
    }
    bend(&to);
}
