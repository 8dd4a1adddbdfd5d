/*
 * Where size is asked for: the functions that are inline in fast code.
 */
#define TRP__DEFINES_SHARED 1
#include "listing.h"
#include "plain.h"
#include "slots.h"
