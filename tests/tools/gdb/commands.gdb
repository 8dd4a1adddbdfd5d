# Shows the game at each stop, live and from a core dump.
echo == the world\n
troupe world at->world limit 3
echo == pools\n
troupe pool at->bullets
troupe pool at->bullets as bullet limit 2
troupe pool *at->bosses
troupe pool at->players as enemy
echo == printers\n
print *at->world
print *at->bullets
print at->alive
print at->gone
print at->player
print at->player_body.target
print at->seen
print at->player_body
troupe handle at->alive in at->world
echo == one actor\n
troupe actor &at->player_body.actor
troupe actor at->dead in at->world
