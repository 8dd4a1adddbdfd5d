#include "faults.h"

const fault time_faults[] = {
    FAULT_END,
};
