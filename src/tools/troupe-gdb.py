"""troupe in gdb: printers for its structs, and commands that walk a world, in a stopped game or a core dump.

    (gdb) source /usr/local/share/troupe/troupe-gdb.py      or put this line into ~/.gdbinit
    (gdb) help troupe

The library must be compiled with -g; it may be optimized. The commands neither call functions of the program nor change it.
They show the ledger: the library's own memory. A node that disagrees with the ledger is marked by !!, and so is memory that
is overwritten or unreadable. Damaged chains do not cause endless loops.

The parts of the script are in the folder troupe_gdb beside this file.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def load():
    """Registers printers and commands, also if this file was sourced before. Writes no files beside the sources."""
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
