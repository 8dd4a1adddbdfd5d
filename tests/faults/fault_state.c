#include "faults.h"

const fault state_faults[] = {
    FAULT_END,
};
