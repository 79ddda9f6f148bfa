# Shared by the benches that play matches of xiangqi; sourced, not run. Builds the program (unless XIANGQI
# names one), and gives its name in $xiangqi and where the games begin in ${begin[@]}: balanced openings
# of eight plies, or OPENINGS (a file with moves from the usual position).
source "$(dirname "${BASH_SOURCE[0]}")/match.sh"

xiangqi=$(program xiangqi "${XIANGQI:-}")
openings=${OPENINGS:-$data/xiangqi/openings_8ply.txt}
if [ -f "$openings" ]; then
  begin=(--openings "$openings")
else
  echo "$openings not found: games begin with random moves" >&2
  begin=(--random-plies 6)
fi
