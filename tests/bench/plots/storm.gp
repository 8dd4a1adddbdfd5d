# ns per actor and frame against the number of actors, one plot per churn. work: the folder of points; names: the
# subjects
load 'tests/bench/plots/look.gp'
set terminal svg size 1120,380 font 'sans-serif,13'
set multiplot layout 1,3 margins 0.07,0.86,0.14,0.9 spacing 0.05
set xlabel 'actors'
do for [churn in "0 0.01 0.1"] {
    set title sprintf('%g%% replaced per frame', churn * 100)
    if (churn eq '0') { set ylabel 'ns per actor and frame' } else { unset ylabel }
    if (churn eq '0.01') { set key at screen 0.995, 0.9 right top vertical reverse Left } else { set key off }
    plot [900:1.1e6] [0.4:250] for [i = 1:words(names)] work.'/storm.'.word(names, i).'.'.churn \
        using 1:2 with linespoints pt mark(i) ps 0.55 lw width(i) \
        lc rgb color(i) title label(i)
}
unset multiplot
