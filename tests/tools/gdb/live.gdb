# Shows a game at each of its three stops, and writes two core dumps.
set pagination off
set width 0
set confirm off
set style enabled off
source src/tools/troupe-gdb.py
break -source game.c -function look
run
echo ==== valid\n
source tests/tools/gdb/commands.gdb
source tests/tools/gdb/wrong.gdb
python gdb.execute('generate-core-file %s/valid.core' % SCRATCH)
continue
echo ==== overwritten\n
source tests/tools/gdb/commands.gdb
python gdb.execute('generate-core-file %s/overwritten.core' % SCRATCH)
continue
echo ==== no world\n
source tests/tools/gdb/lost.gdb
kill
