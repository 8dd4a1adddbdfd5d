# Wrong calls.
echo == wrong calls\n
python
for line in ('world', 'world 0', 'world at', 'world 16', 'pool at->world', 'pool 3 as bullet', 'actor &at->seen', 'pool at->bullets as game limit 0'):
    try:
        gdb.execute('troupe ' + line)
    except gdb.error as why:
        print('%s: %s' % (line, why))
end
echo == numbers\n
python
for name in STATES:
    number = int(gdb.parse_and_eval('TRP__' + name))
    if number != SERIAL_OF[name]:
        print('TRP__%s is 0x%x, not 0x%x' % (name, number, SERIAL_OF[name]))
end
