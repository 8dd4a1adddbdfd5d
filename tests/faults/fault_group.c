#include "faults.h"

const fault group_faults[] = {
    FAULT_END,
};
