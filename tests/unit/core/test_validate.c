#include "../script.h"

SITUATIONS(validate);

SCRIPT("a world is valid within a tick", "pool 10; new 0-5; recycle 2; sleep 4; at *: valid; at "
                                         "u3: expire 3, valid; at u5: recycle 5, valid; tick");
SCRIPT("and within on_create",
       "pool 10; new 0-5; recycle 2; sleep 4; at +6: valid; at +7: valid; at +8: valid; new 6 7 8");
SCRIPT("and after mistakes",
       "pool 10; new 0-5; recycle 2; sleep 4; wake 0 !ACTIVE; recycle 2 !FREE; wake 2 !FREE; "
       "sleep 4 !ASLEEP; wake 0 !ACTIVE; recycle 2 !FREE");
