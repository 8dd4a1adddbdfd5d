# Turns members.txt into tables for oracle.c: the place and the class of each member.
/^#/ || NF == 0 { next }
!/^[[:space:]]/ { if (open) print "    {0, 0, 0}\n};"
                  open = $1 != "all" && $1 !~ /^trp_(history|watcher|actor|region|ids|queue$|synctest|system|black_box)|^trp__(birth|parallel|bitmap|sheet|level|part|hook|edges|entry|actor|end|cell|timer)$/
                  struct = $1
                  if (open) printf "static const member %s_members[] = {\n", struct
                  next }
open && $1 != "inner" { for (i = 2; i <= NF; i++)
    printf "    {offsetof(struct %s, %s), sizeof(((struct %s *)0)->%s), %s},\n", struct, $i, struct, $i, toupper($1) }
END { if (open) print "    {0, 0, 0}\n};" }
