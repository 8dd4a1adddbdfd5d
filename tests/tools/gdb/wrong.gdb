# Misuse of the commands.
echo == misuse\n
python
for line in ('world', 'world 0', 'world at', 'world 16', 'pool at->world', 'pool 3 as bullet', 'actor &at->seen', 'actor &at->seen in at->world', 'pool at->bullets as game limit 0'):
    try:
        gdb.execute('troupe ' + line)
    except gdb.error as why:
        print('%s: %s' % (line, why))
end
