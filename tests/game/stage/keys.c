#include "keys.h"

static void apply(keys *k, const keys_event *event)
{
    for (uint32_t i = 0; i < KEYS_BITS; ++i)
        if ((event->bits >> i & 1) != 0 && event->is_down)
            k->down[i] = (uint8_t)(k->down[i] + (k->down[i] < UINT8_MAX));
        else if ((event->bits >> i & 1) != 0)
            k->down[i] = (uint8_t)(k->down[i] - (k->down[i] > 0));
}

static uint32_t held(const keys *k)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < KEYS_BITS; ++i)
        bits |= k->down[i] > 0 ? 1u << i : 0;
    return bits;
}

/* Applies the oldest event early, when the queue is full. */
static void drop_first(keys *k)
{
    apply(k, &k->events[0]);
    k->count--;
    for (uint32_t i = 0; i < k->count; ++i)
        k->events[i] = k->events[i + 1];
}

void keys_note(keys *k, uint32_t bits, bool is_down, double time)
{
    if (k->count == KEYS_EVENTS)
        drop_first(k);
    k->events[k->count++] = (keys_event){.time = time, .bits = (uint16_t)bits, .is_down = is_down};
}

uint32_t keys_tick(keys *k, double end)
{
    uint32_t bits = held(k);
    while (k->count > 0 && k->events[0].time <= end) {
        drop_first(k);
        bits |= held(k);
    }
    return bits;
}

void keys_forget(keys *k)
{
    *k = (keys){0};
}
