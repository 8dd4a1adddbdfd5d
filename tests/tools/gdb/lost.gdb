# Shows a game whose world itself is overwritten.
python
for line in ('world at->world', 'pool at->bullets', 'actor &at->player_body.actor', 'handle at->alive'):
    try:
        gdb.execute('troupe ' + line)
    except gdb.error as why:
        print('%s: %s' % (line, why))
end
print *at->world
print *at->bullets
print at->player_body
