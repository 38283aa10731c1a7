# Prints lines of fields between '|' as a table: work, floor, pg_sketch, postgresql-hll, limit, and whether the limit is
# missed. The first line is the heading.

NR > 1 && number($5) && number($3) > number($5) { $6 = "over" }

{
    for (i = 1; i <= NF; i++) {
        cell[NR, i] = $i
        if (letters($i) > width[i]) width[i] = letters($i)
    }
    if (NF > columns) columns = NF
}

END {
    for (n = 1; n <= NR; n++) {
        line = pad(cell[n, 1], width[1], 0)
        for (i = 2; i <= columns; i++) line = line "  " pad(cell[n, i], width[i], 1)
        print line
        if (n == 1) {
            gsub(/./, "-", line)
            print line
        }
    }
}

function pad(text, to, right,   blanks) {
    blanks = sprintf("%*s", to - letters(text), "")
    return right ? blanks text : text blanks
}

function number(text) {
    gsub(/,/, "", text)
    return text + 0
}

# An awk that counts bytes takes a dash for three.
function letters(text) {
    gsub(/–/, "-", text)
    return length(text)
}
