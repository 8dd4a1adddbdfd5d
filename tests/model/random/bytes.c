#include "bytes.h"

static const uint8_t *at;
static size_t left;

void bytes_begin(const uint8_t *bytes, size_t count)
{
    at = bytes;
    left = count;
}

uint8_t bytes_take(void)
{
    if (left == 0)
        return 0;
    left--;
    return *at++;
}

uint32_t bytes_take_2(void)
{
    const uint32_t high = bytes_take();

    return high << 8 | bytes_take();
}

uint32_t bytes_take_4(void)
{
    const uint32_t high = bytes_take_2();

    return high << 16 | bytes_take_2();
}

bool bytes_left(void)
{
    return left != 0;
}
