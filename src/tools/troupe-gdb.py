"""troupe in gdb: what its structs mean, and commands that walk a world, in a stopped game or a core dump.

    (gdb) source /usr/local/share/troupe/troupe-gdb.py      or put this line into ~/.gdbinit
    (gdb) help troupe

The library must have been compiled with -g; it may be optimized. Nothing here calls into the program or changes it. What is
shown is what the library's own memory says, the ledger. A node that does not agree with it is marked by !!, and so is
whatever is overwritten or out of reach. No chain is followed for ever.

Its parts are in the folder troupe_gdb beside this file.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def load():
    """Registers printers and commands, again if this file was sourced before. Writes nothing beside the sources."""
    kept = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    sys.path.insert(0, HERE)
    for name in [name for name in sys.modules if name.split('.')[0] == 'troupe_gdb']:
        del sys.modules[name]
    try:
        from troupe_gdb import commands
    finally:
        sys.path.remove(HERE)
        sys.dont_write_bytecode = kept
    commands.register()


load()
