#include "faults.h"

const fault core_faults[] = {
    FAULT_END,
};
