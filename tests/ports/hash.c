/* The sum, the random numbers, and the whole run. */
#include "hash.h"
#include "hash_scene.h"

#define STEPS_A_WORLD 1200u

static uint64_t sum;
static uint32_t seed, operations_done;
static const char *what_went_wrong;

void hash_number(uint64_t number)
{
    sum = (sum ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    sum ^= sum >> 29;
}

void hash_float(float number)
{
    uint32_t bits = 0;
    unsigned char *to = (unsigned char *)&bits;
    const unsigned char *from = (const unsigned char *)&number;
    for (unsigned i = 0; i < sizeof bits; i++)
        to[i] = from[i];
    hash_number(number == 0 ? 0 : bits); /* zeros of either sign are equal */
}

void hash_text(const char *text)
{
    for (; text != NULL && *text != '\0'; text++)
        hash_number((unsigned char)*text);
    hash_number(text == NULL ? 1000 : 1001);
}

void hash_wrong(const char *trouble)
{
    if (what_went_wrong == NULL)
        what_went_wrong = trouble;
}

const char *hash_trouble(void)
{
    return what_went_wrong;
}

uint32_t hash_any(uint32_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % limit;
}

void hash_count(void)
{
    operations_done++;
}

uint64_t hash_run(uint32_t operations)
{
    sum = UINT64_C(0xCBF29CE484222325);
    seed = 2463534242u;
    operations_done = 0;
    what_went_wrong = NULL;
    for (uint32_t number = 0; operations_done < operations && what_went_wrong == NULL; number++) {
        hash_alone();
        hash_scene_begin(number);
        for (uint32_t step = 0; step < STEPS_A_WORLD; step++)
            hash_step(step);
        hash_scene_end();
    }
    if (operations >= HASH_OPERATIONS)
        hash_rounds();
    hash_number(operations_done);
    return what_went_wrong == NULL ? sum : 0;
}

void hash_digits(uint64_t number, char digits[17])
{
    digits[16] = '\0';
    for (unsigned i = 16; i-- > 0; number >>= 4)
        digits[i] = "0123456789abcdef"[number & 15];
}
