# ns per box and frame to find all overlapping pairs, against the number of boxes
load 'tests/bench/plots/look.gp'
set terminal svg size 1120,380 font 'sans-serif,13'
set multiplot layout 1,2 margins 0.075,0.86,0.14,0.9 spacing 0.07
set xlabel 'boxes'
do for [workload in "pairs sizes"] {
    set title (workload eq 'pairs' ? 'boxes of one size' : 'sizes from 1 to 1,000')
    if (workload eq 'pairs') { set ylabel 'ns per box and frame'; set key at screen 0.995, 0.9 right top vertical reverse Left } \
        else { unset ylabel; set key off }
    plot [900:1.1e5] for [i = 1:words(names)] work.'/'.workload.'.'.word(names, i) \
        using 1:2 with linespoints pt mark(i) ps 0.55 lw width(i) \
        lc rgb color(i) title label(i)
}
unset multiplot
