# Shared by the benches that play matches of gomoku; sourced, not run. Builds the program (unless GOMOKU
# names one), and gives its name in $gomoku and where the games begin in ${begin[@]}: the openings of the
# Gomocup, or OPENINGS (a file as the Gomocup publishes them).
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ -n "${GOMOKU:-}" ] || cargo build --quiet --release -p gomoku
gomoku=${GOMOKU:-target/release/gomoku}
mkdir -p target/bench
published=${OPENINGS:-../shared/data/gomoku/openings-15.txt}
if [ -f "$published" ]; then
  begin=(--openings target/bench/gomoku-openings.txt)
  "$gomoku" openings "$published" > "${begin[1]}"
else
  echo "$published is not there: games begin with random moves" >&2
  begin=(--random-plies 4)
fi

# Sets ${record[@]} to the options that record a match below target/bench under this name and go on with
# it: the same program never plays a game twice, unless FRESH is set.
recorded() {
  local file
  file=target/bench/gomoku-$1-$(cksum < "$gomoku" | cut -d' ' -f1).jsonl
  if [ -n "${FRESH:-}" ]; then rm -f "$file"; fi
  record=(--record "$file" --resume)
}
