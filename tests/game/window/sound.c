#include "window.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 44100, VOICES = 24 };

typedef struct voice {
    const float *samples;
    uint32_t length, at;
    float left, right;
} voice;

/* Used by SDL's audio thread. This thread uses it between SDL_LockAudioDevice() and
 * SDL_UnlockAudioDevice(). */
static struct mixer {
    SDL_AudioDeviceID device;
    float *samples[SYNTH_SOUNDS];
    voice voices[VOICES];
    uint32_t next; /* the next voice to use */
    uint32_t music_at;
    float muffle, muffled; /* the target, and the filter's state */
    float volume;          /* approaches 0 or 1 gradually, so that switching makes no click */
    bool is_on;
} mixer;

static void mix_voice(voice *v, float *out, int frames)
{
    for (int i = 0; i < frames && v->at < v->length; ++i, ++v->at) {
        out[2 * i] += v->samples[v->at] * v->left;
        out[2 * i + 1] += v->samples[v->at] * v->right;
    }
}

static void mix_music(float *out, int frames)
{
    const float *music = mixer.samples[SYNTH_MUSIC];
    const uint32_t length = synth_length(SYNTH_MUSIC, RATE);
    const float gain = synth_gain(SYNTH_MUSIC);
    const float follow = 1 - 0.96f * mixer.muffle;
    for (int i = 0; i < frames; ++i) {
        mixer.muffled += (music[mixer.music_at] - mixer.muffled) * follow;
        out[2 * i] += mixer.muffled * gain;
        out[2 * i + 1] += mixer.muffled * gain;
        mixer.music_at = mixer.music_at + 1 == length ? 0 : mixer.music_at + 1;
    }
}

static float soft(float x)
{
    return x / (1 + (x < 0 ? -x : x) * 0.4f);
}

static void SDLCALL mix(void *user, uint8_t *stream, int bytes)
{
    float *out = (float *)(void *)stream;
    const int frames = bytes / (int)(2 * sizeof(float));
    (void)user;
    memset(stream, 0, (size_t)bytes);
    if (mixer.is_on || mixer.volume > 0)
        mix_music(out, frames);
    for (int i = 0; i < VOICES; ++i)
        mix_voice(&mixer.voices[i], out, frames);
    for (int i = 0; i < frames; ++i) {
        mixer.volume += mixer.is_on ? 0.0005f : -0.0005f;
        mixer.volume = mixer.volume < 0 ? 0 : mixer.volume > 1 ? 1 : mixer.volume;
        out[2 * i] = soft(out[2 * i]) * mixer.volume;
        out[2 * i + 1] = soft(out[2 * i + 1]) * mixer.volume;
    }
}

bool sound_open(void)
{
    const SDL_AudioSpec wanted = {
        .freq = RATE, .format = AUDIO_F32SYS, .channels = 2, .samples = 1024, .callback = mix};
    for (uint32_t i = 0; i < SYNTH_SOUNDS; ++i) {
        mixer.samples[i] = malloc(synth_length(i, RATE) * sizeof *mixer.samples[i]);
        if (!mixer.samples[i])
            return false;
        synth_render(i, RATE, mixer.samples[i]);
    }
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0)
        return false;
    mixer.device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (mixer.device == 0)
        return false;
    SDL_PauseAudioDevice(mixer.device, 0);
    return true;
}

void sound_close(void)
{
    if (mixer.device != 0)
        SDL_CloseAudioDevice(mixer.device);
    for (uint32_t i = 0; i < SYNTH_SOUNDS; ++i)
        free(mixer.samples[i]);
    memset(&mixer, 0, sizeof mixer);
}

void sound_set_on(bool is_on)
{
    if (mixer.device == 0)
        return;
    SDL_LockAudioDevice(mixer.device);
    mixer.is_on = is_on;
    SDL_UnlockAudioDevice(mixer.device);
}

bool sound_is_on(void)
{
    return mixer.is_on;
}

void sound_muffle(float much)
{
    if (mixer.device == 0)
        return;
    SDL_LockAudioDevice(mixer.device);
    mixer.muffle = much;
    SDL_UnlockAudioDevice(mixer.device);
}

void sound_play(const show_sound *sound)
{
    if (mixer.device == 0 || !mixer.is_on)
        return;
    SDL_LockAudioDevice(mixer.device);
    mixer.voices[mixer.next++ % VOICES] = (voice){.samples = mixer.samples[sound->sound],
                                                  .length = synth_length(sound->sound, RATE),
                                                  .left = sound->gain * (1 - sound->pan) * 0.7f,
                                                  .right = sound->gain * (1 + sound->pan) * 0.7f};
    SDL_UnlockAudioDevice(mixer.device);
}
