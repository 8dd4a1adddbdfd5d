# What is said of handles, actors and mistakes that are not in most games.
set pagination off
set width 0
set confirm off
set style enabled off
source src/tools/troupe-gdb.py
break look
run
echo ==== corners\n
python
def troupe(line):
    try:
        gdb.execute('troupe ' + line)
    except gdb.error as why:
        print('%s: %s' % (line, why))

def lines_of(line):
    return gdb.execute('troupe ' + line, to_string=True).splitlines()
end
echo == an actor of no world that is known yet\n
python troupe('actor (char *)at->hero - (long)&((hero *)0)->node')
python troupe('actor at->hero')
python troupe('actor (char *)at->hero - (long)&((hero *)0)->node')
echo == an actor at each address that was shown\n
python
for pool in ('heroes', 'guests'):
    for line in lines_of('pool at->%s limit 9' % pool):
        if ', at 0x' in line:
            troupe('actor ' + line.split()[-1])
end
echo == structs of the game, as the game has them\n
python troupe('actor &at->guest_body')
python troupe('actor at->guest_body')
python troupe('actor &at->guest_body.node')
python troupe('actor &at->blank_body[0]')
python troupe('actor &at->blank_body[1]')
python troupe('actor &at->blank_body[1].health')
echo == handles of worlds with one id\n
python troupe('handle at->shot in at->first')
python troupe('handle at->shot in at->second')
python troupe('handle &at->item in at->first')
python troupe('handle at->item')
print at->item
python troupe('handle at->shot in at->other')
python troupe('handle at->guest in at->second')
python troupe('handle at->guest in at->other')
python troupe('handle at->guest')
python troupe('handle at->beyond_guest')
echo == handles of the dead, and of nobody\n
python troupe('handle at->gone in at->second')
python troupe('handle at->next in at->second')
python troupe('handle at->too_new in at->second')
python troupe('handle at->trimmed in at->second')
python troupe('handle at->never_grown in at->second')
python troupe('handle at->beyond in at->second')
echo == a sleeper beyond a million slots\n
python troupe('pool at->big')
python print('\n'.join(lines_of('world at->other')[-4:]))
python gdb.execute('set var at->big->sleepers = 2')
python troupe('pool at->big limit 0')
echo == mistyped\n
python
for line in ('world at->first limit -1', 'world at->first limit abc', 'pool at->menu limit 1.5', 'world nothing',
             'pool nothing', 'actor nothing', 'handle nothing', 'handle at->shot in nothing', 'world at->nobody',
             'pool at->menu as nothing', 'handle 5', 'handle at->number', 'handle &at->number', 'handle *at',
             'world at->number limit 2', 'actor *at->big', 'actor -1', 'world -1'):
    troupe(line)
end
kill
