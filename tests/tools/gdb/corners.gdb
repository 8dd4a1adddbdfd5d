# Shows handles, actors and mistakes that are rare in games.
set pagination off
set width 0
set confirm off
set style enabled off
source src/tools/troupe-gdb.py
break -source corners.c -function look
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
echo == numbers\n
python
from troupe_gdb.memory import NUMBERS
numbers = gdb.parse_and_eval('numbers')
copies = dict(NUMBERS)
for i in range(numbers.type.range()[1] + 1):
    name, number = numbers[i]['name'].string(), int(numbers[i]['value'])
    if copies.pop(name, None) != number:
        print('TRP__%s is 0x%x' % (name, number))
print('not compared: %s' % ', '.join(copies) if copies else 'as in the library')
end
echo == an actor of a world that was not shown yet\n
python troupe('actor (char *)at->hero - (long)&((hero *)0)->node')
print *at->hero
python troupe('actor at->hero in at->other')
python troupe('actor at->hero in at->first')
print *at->hero
python troupe('actor (char *)at->hero - (long)&((hero *)0)->node')
echo == an actor at each address that was shown\n
python
for pool in ('heroes', 'guests'):
    for line in lines_of('pool at->%s limit 9' % pool):
        if ', at 0x' in line:
            troupe('actor ' + line.split()[-1])
end
echo == structs of the game\n
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
echo == handles of dead actors and of none\n
python troupe('handle at->gone in at->second')
python troupe('handle at->next in at->second')
python troupe('handle at->too_new in at->second')
python troupe('handle at->trimmed in at->second')
python troupe('handle at->never_grown in at->second')
python troupe('handle at->beyond in at->second')
echo == a sleeper beyond a million slots\n
python troupe('pool at->big')
python print('\n'.join(lines_of('world at->other')[-4:]))
echo == mistyped\n
python
for line in ('world at->first limit -1', 'world at->first limit abc', 'pool at->menu limit 1.5', 'world nothing',
             'pool nothing', 'actor nothing', 'handle nothing', 'handle at->shot in nothing', 'world at->missing',
             'actor at->hero in nothing', 'pool at->menu as nothing', 'handle 5', 'handle at->number', 'handle &at->number', 'handle *at',
             'world at->number limit 2', 'actor *at->big', 'actor -1', 'world -1'):
    troupe(line)
end
python
class damage:
    """Writes into the library's memory, and restores it."""
    def __init__(self, *changes):
        self.changes = changes
    def __enter__(self):
        self.old = []
        for place, value in self.changes:
            self.old.append((place, int(gdb.parse_and_eval('(unsigned long)(%s)' % place))))
            gdb.execute('set var %s = %s' % (place, value))
    def __exit__(self, *why):
        for place, value in reversed(self.old):
            gdb.execute('set var %s = %d' % (place, value))

def damaged(line, *changes):
    print('-- ' + ', '.join('%s = %s' % change for change in changes))
    with damage(*changes):
        try:
            lines = lines_of(line)
            print('\n'.join(one.strip() for one in lines if '!!' in one) or 'nothing is wrong')
        except gdb.error as why:
            print(why)
end
echo == an actor that leaves\n
continue
python troupe('pool at->old')
python troupe('actor at->leaving in at->first')
continue
echo == age orders, a quarantine\n
python troupe('world at->first')
echo == overwritten: cells\n
python
damaged('pool at->big', ('at->big->state.sleepers', '2'))
damaged('pool at->menu', ('at->menu->state.live', '2'), ('at->menu->state.expired', '1'))
damaged('pool at->menu', ('at->menu->cells[1].stamp', '0'))
damaged('pool at->menu', ('at->menu->cells[1].stamp', '0x40000007'))
damaged('pool at->menu', ('at->menu->cells[1].stamp', '0xc0000007'), ('at->menu->cells[1].generation', '0'))
damaged('pool at->menu', ('at->menu->cells[5].stamp', '0x3fffffff'))
damaged('pool at->menu', ('at->menu->cells', '16'))
damaged('pool at->menu', ('at->menu->nodes', '16'))
damaged('pool at->big', ('at->big->nodes', 'at->big->nodes + 4'))
damaged('handle at->item in at->first', ('at->menu->cells[2].stamp', '1'))
damaged('handle at->item in at->first', ('at->menu->cells', '16'))
damaged('actor at->leaving in at->first', ('at->old->cells', '16'))
end
echo == overwritten: bitmaps\n
python
damaged('pool at->menu', ('at->menu->map.levels[0][1]', '0'))
damaged('pool at->menu', ('at->menu->map.levels[0][0]', '0x7f'))
damaged('pool at->menu', ('at->menu->map.levels[1][1]', '4'))
damaged('pool at->menu', ('at->menu->map.levels[0]', '16'))
damaged('pool at->menu', ('at->menu->map.levels[1]', '16'))
damaged('pool at->menu', ('at->menu->map.depth', '4000000000'))
end
echo == overwritten: orders and chains\n
python
damaged('pool at->old', ('at->old->own_ages.entries[at->old->ages->begin].index', 'at->old->own_ages.entries[at->old->ages->begin].index ^ 1'))
damaged('pool at->old', ('at->old->own_ages.entries[at->old->ages->begin].stamp', '0xc0000009'))
damaged('pool at->old', ('at->old->own_ages.end', '2000000000'))
damaged('pool at->old', ('at->old->own_ages.entries', '16'))
damaged('pool at->old', ('at->old->state.spare', '900'))
damaged('pool at->old', ('at->old->state.spare', '0'))
damaged('pool at->old', ('at->old->state.spare', '1 << 24'))
damaged('pool at->old', ('at->old->cells[2].stamp', '0x10000002'))
damaged('pool at->young', ('at->young->cells[2].stamp', '0x20000001'))
damaged('pool at->young', ('at->young->state.freed_first', '2'))
damaged('pool at->young', ('at->young->state.freed_last', '1'), ('at->young->state.quarantined', '0'))
end
echo == overwritten: pools and worlds\n
python
damaged('pool at->menu', ('at->menu->state.capacity', '1 << 30'))
damaged('pool at->menu', ('at->menu->state.capacity', '11'))
damaged('pool at->menu', ('at->menu->stride', '4'))
damaged('pool at->menu', ('at->menu->number', '2'))
damaged('pool at->menu', ('at->menu->segment', '16'))
damaged('pool at->menu', ('at->menu->desc.name', '16'), ('at->menu->order', '9'))
damaged('pool at->growing', ('at->growing->state.grown', '4000000000'))
damaged('pool at->growing', ('at->growing->chunks', '16'))
damaged('pool at->guests', ('at->guests->actors[0]', '16'))
damaged('pool at->guests', ('at->guests->actors', '16'))
damaged('world at->first', ('at->first->directory[0]', '3'))
damaged('world at->first', ('at->first->directory', '16'))
damaged('world at->first', ('at->first->pools', '16'))
damaged('world at->first', ('at->first->pools[1]', '16'))
damaged('world at->first', ('at->first->pool_count', '4000000000'))
damaged('world at->first', ('at->first->id', '300'))
damaged('world at->first', ('at->first->layers', '16'))
damaged('world at->first', ('at->first->layers[0].state.at', '9'))
damaged('world at->first', ('at->first->layers[0].state.first', '77'))
damaged('world at->first', ('at->few->state.next', '0'))
damaged('world at->first', ('at->old->joined', 'at->old'))
damaged('world at->first', ('at->old->joined', '16'))
damaged('world at->first')
end
echo == overwritten at random\n
python
import random
chance = random.Random(1)
address_of = lambda expression: int(gdb.parse_and_eval('(unsigned long)(%s)' % expression))
pools = ['at->menu', 'at->few', 'at->old', 'at->young']
def part(expression):
    return address_of('&' + expression), int(gdb.parse_and_eval('sizeof(%s)' % expression))
regions = [part('*at->first'), part('at->first->state'), part('at->first->layers[0]'), part('at->old->own_ages.entries[5]'),
           part('at->old->own_ages.entries[6]'), part('at->menu->map.levels[0][0]'), part('at->menu->map.levels[1][0]')]
for pool in pools:
    regions += [part(pool + '->' + name) for name in ('state', 'state', 'state', 'map', 'desc', 'order', 'cells[1]',
                                                     'cells[2]')]
    regions += [part('*' + pool), (address_of(pool + '->nodes'), 60)]
commands = ['troupe world at->first', 'troupe pool at->menu as shot', 'troupe pool at->old', 'troupe pool at->young',
            'troupe actor at->leaving in at->first', 'troupe handle at->item in at->first', 'print *at->first',
            'print *at->old', 'print *at->leaving', 'print at->item']
memory = gdb.selected_inferior()
raised = said = 0
for _ in range(300):
    changes = []
    for _ in range(chance.randint(1, 3)):
        begin, size = chance.choice(regions)
        place = begin + 4 * chance.randrange(size // 4)
        value = chance.choice([0, 1, 5, 16, 0x1000003, 0x20000002, 0x55555555, 0xffffffff, chance.getrandbits(32)])
        changes.append((place, memory.read_memory(place, 4).tobytes()))
        memory.write_memory(place, value.to_bytes(4, 'little'))
    for command in commands:
        try:
            said += '!!' in gdb.execute(command, to_string=True)
        except gdb.error as why:
            said += 1
            if not str(why).startswith('troupe: '):
                raised += 1
                print('%s: %s' % (command, why))
    for place, old in reversed(changes):
        memory.write_memory(place, old)
print('%d raised, %s marked' % (raised, 'hundreds' if said > 200 else said))
damaged('world at->first')
end
kill
