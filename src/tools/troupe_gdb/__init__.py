"""The parts of troupe-gdb.py."""
