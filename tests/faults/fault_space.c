#include "faults.h"

const fault space_faults[] = {
    FAULT_END,
};
