# awk -v least=BYTES -f functions.awk MAP: the bytes of a linked program, by file and function, in Markdown.
# MAP is written by lld: one line per section of each object file, as "address address size align file.o:(.text.function)", with
# numbers in base 16.

function number_of(hexadecimal, i, value)
{
    value = 0
    for (i = 1; i <= length(hexadecimal); i++)
        value = value * 16 + index("0123456789abcdef", substr(hexadecimal, i, 1)) - 1
    return value
}

function with_comma(number)
{
    return number < 1000 ? number : int(number / 1000) sprintf(",%03d", number % 1000)
}

# Sorts names[1..n] by size[], largest first; equal sizes by name.
function sort(names, size, n, i, j, name)
{
    for (i = 2; i <= n; i++)
    {
        name = names[i]
        for (j = i - 1; j >= 1 && (size[names[j]] < size[name] || (size[names[j]] == size[name] && names[j] > name)); j--)
            names[j + 1] = names[j]
        names[j + 1] = name
    }
}

$5 ~ /\.o:\(\.(text|rodata)/ {
    file = $5
    sub(/\.o:.*/, "", file)
    sub(/.*\//, "", file)
    what = $5
    sub(/.*:\(\.(text|rodata)\.?/, "", what)
    sub(/\)$/, "", what)
    sub(/^(unlikely|cold|hot)\./, "", what)
    if (what == "")
        what = "constants"
    bytes = number_of($3)
    if (bytes == 0)
        next
    if (!(file in file_bytes))
        files[++file_count] = file
    file_bytes[file] += bytes
    if (bytes >= least)
    {
        functions[++count] = file "." what
        function_bytes[file "." what] = bytes
    }
    else
    {
        others[file]++
        other_bytes[file] += bytes
    }
    total += bytes
}

END {
    sort(files, file_bytes, file_count)
    sort(functions, function_bytes, count)
    print "| file | bytes | functions from " least " bytes up |"
    print "|---|---:|---|"
    for (i = 1; i <= file_count; i++)
    {
        file = files[i]
        line = ""
        for (j = 1; j <= count; j++)
            if (index(functions[j], file ".") == 1)
                line = line (line == "" ? "" : ", ") "`" substr(functions[j], length(file) + 2) "` " with_comma(function_bytes[functions[j]])
        if (other_bytes[file])
            line = line (line == "" ? "" : ", and ") others[file] " of " other_bytes[file] " together"
        print "| " file ".c | " with_comma(file_bytes[file]) " | " line " |"
    }
    print "| all | " with_comma(total) " | |"
}
