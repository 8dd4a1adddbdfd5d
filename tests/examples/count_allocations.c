#include "count_allocations.h"

#include <sys/types.h>

/* The linker replaces malloc by __wrap_malloc in all calls, and __real_malloc by malloc. The other
 * three functions are replaced likewise. */
void *__wrap_malloc(size_t size);
void *__real_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
void *__real_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);

static size_t calls;

size_t count_allocations(void)
{
    return calls;
}

void *__wrap_malloc(size_t size)
{
    ++calls;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    ++calls;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    ++calls;
    return __real_realloc(memory, size);
}

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    ++calls;
    return __real_mmap(at, size, protection, flags, file, offset);
}
