/*
 * Where the rows of a part of the state go.
 */
#include "part.h"

void trp__put_bytes_to(trp__sink *sink, const void *bytes, size_t count)
{
    if (sink->take != NULL) {
        if (sink->row != 0 && bytes != NULL)
            sink->take(sink, bytes, count);
        return;
    }
    sink->at += count;
    if (count == 0 || sink->at > sink->room)
        return;
    if (bytes != NULL)
        memcpy(sink->memory + sink->at - count, bytes, count);
    else
        memset(sink->memory + sink->at - count, 0, count);
}
