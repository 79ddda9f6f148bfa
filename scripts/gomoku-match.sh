# Shared by the benches that play matches of gomoku; sourced, not run. Builds the program (unless GOMOKU
# names one), and gives its name in $gomoku and where the games begin in ${begin[@]}: the openings of the
# Gomocup, or OPENINGS (a file as the Gomocup publishes them, of which those are taken that fit on a board of
# 15x15); with their mirror images if $images is set.
source "$(dirname "${BASH_SOURCE[0]}")/match.sh"

gomoku=$(program gomoku "${GOMOKU:-}")
published=${OPENINGS:-$data/gomoku/openings-15.txt}
if [ -f "$published" ]; then
  begin=(--openings "target/bench/gomoku-openings${images:+-images}.txt")
  fitting=target/bench/gomoku-openings-fitting.txt
  awk -F'[, ]+' '{ for (i = 1; i <= NF; i++) if ($i + 0 < -7 || $i + 0 > 7) next; print }' "$published" > "$fitting"
  "$gomoku" openings "$fitting" ${images:+--images} > "${begin[1]}"
else
  echo "$published not found: games begin with random moves" >&2
  begin=(--random-plies 4)
fi

# recorded NAME: see record_match.
recorded() { record_match "$gomoku" "gomoku-$1"; }
