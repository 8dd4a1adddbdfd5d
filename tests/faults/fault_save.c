#include "faults.h"

const fault save_faults[] = {
    FAULT_END,
};
