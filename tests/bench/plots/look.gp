# Shared by both plots: axes, and one line per subject. Lines of troupe are thick and green, those of rivals thin.
set logscale xy
set format x "10^{%T}"
set border 3
set tics nomirror
set grid ytics lc rgb '#88888888' lw 0.5
set key noautotitle font ',12'

ours(name) = (strstrt(' each pool update space_levels ', ' '.name.' ') > 0)
greens = '#1b9e4b #8fce3f #0e8c8c'
others = '#d95f02 #7570b3 #e7298a #b8860b #a0522d #8c8c8c #cc3311 #4477aa'
place(name) = name eq 'each' || name eq 'space_levels' ? 1 : name eq 'pool' ? 2 : 3
rival(i) = sum [k = 1:i] (ours(word(names, k)) ? 0 : 1)
color(i) = ours(word(names, i)) ? word(greens, place(word(names, i))) : word(others, (rival(i) - 1) % 8 + 1)
width(i) = ours(word(names, i)) ? 3 : 1.4
mark(i) = ours(word(names, i)) ? 7 : (rival(i) - 1) % 5 + 8
name(i) = system("echo ".word(names, i)." | tr _ ' ' | tr -d '\n'")
label(i) = (ours(word(names, i)) ? 'troupe: ' : '').name(i)
