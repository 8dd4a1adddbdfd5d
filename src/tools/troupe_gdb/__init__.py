"""What troupe-gdb.py is made of."""
