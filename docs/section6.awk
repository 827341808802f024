# The two tables of docs/selection-monad.md, from summary.csv of the preset.
NR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    next
}
{
    of = ($column["game"] == "" ? $column["leaves"] " " $column["ordering"] : $column["game"]) " " $column["depth"]
    key = $column["measure"] " " $column["algorithm"] " " of
    mean[key] = $column["mean"]
    stopped[key] = $column["stopped"] > 0
}
function grouped(number, digits, rest) {
    digits = sprintf("%.0f", number)
    while (length(digits) > 3) {
        rest = "," substr(digits, length(digits) - 2) rest
        digits = substr(digits, 1, length(digits) - 3)
    }
    return digits rest
}
function rounded(number) {
    return number >= 99.5 ? sprintf("%.0f", number) : number >= 9.95 ? sprintf("%.1f", number) : sprintf("%.2f", number)
}
function time(seconds) {
    return seconds < 1e-3 ? rounded(seconds * 1e6) " µs" : rounded(seconds * 1e3) " ms"
}
function bytes(number) {
    return number < 1024 ? sprintf("%.0f B", number) : sprintf("%.1f KiB", number / 1024)
}
function evaluations(algorithm, of, key) {
    key = "evaluations " algorithm " " of
    return (stopped[key] ? "more than " : "") grouped(mean[key])
}
function seconds(algorithm, of, key) {
    key = "seconds " algorithm " " of
    return (stopped[key] ? "more than " : "") time(mean[key])
}
END {
    count = split("selection-j selection-j-alpha-beta selection-gk selection-gk-alpha-beta minimax lattice-pruning lazy-alpha-beta", algorithms, " ")
    print "| algorithm | evaluations, random order | best first | three values | time | peak heap | peak stack |"
    print "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    of = "continuous random 7"
    for (i = 1; i <= count; i++) {
        a = algorithms[i]
        printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", a, evaluations(a, of), evaluations(a, "continuous best-first 7"),
            evaluations(a, "integers:3 random 7"), seconds(a, of), bytes(mean["peak_heap_bytes " a " " of]),
            bytes(mean["peak_stack_bytes " a " " of])
    }
    print "\n| algorithm | tic-tac-toe: evaluations | time | Connect Four: evaluations | time |"
    print "| --- | ---: | ---: | ---: | ---: |"
    for (i = 1; i <= count; i++) {
        a = algorithms[i]
        printf "| `%s` | %s | %s | %s | %s |\n", a, evaluations(a, "tictactoe 9"), seconds(a, "tictactoe 9"),
            evaluations(a, "connect4 7"), seconds(a, "connect4 7")
    }
}
