# Shared by the scripts; sourced, not run. Prints the script's header for --help, goes to the root of the
# repository, and knows how to build a program and where results and data are. PLYWOOD_PROFILE=dev builds
# faster, for programs that are slower.
set -euo pipefail

case ${1:-} in
  -h | --help)
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
    exit 0
    ;;
esac
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n==> %s\n' "$*" >&2; }
# fail MESSAGE: ends the script; skip MESSAGE: the same where nothing is wrong but nothing can be done.
fail() { echo "$*" >&2; exit 2; }
skip() { echo "skipped: $*"; exit 0; }
# figure WHAT VALUE: a result that scripts/bench records.
figure() { echo "figure: $1 | $2"; }

# require COMMAND...: these must be installed.
require() {
  local command
  for command; do
    command -v "$command" > /dev/null || fail "$command was not found: install it, then run this again"
  done
}
command -v cargo > /dev/null \
  || fail "cargo was not found: install a Rust toolchain (https://rustup.rs), then run this again"

profile=${PLYWOOD_PROFILE:-release}
target=${CARGO_TARGET_DIR:-target}
programs=$target/${profile/#dev/debug}

# program NAME [PATH]: prints the path of a program, after building it unless a path is given (or
# PLYWOOD_BUILT says that all programs are up to date).
program() {
  if [ -n "${2:-}" ]; then echo "$2"; return; fi
  [ -n "${PLYWOOD_BUILT:-}" ] || cargo build --profile "$profile" --bin "$1" >&2
  echo "$programs/$1"
}

# use_results [FOLDER]: sets $results to an existing folder, by default RESULTS or results/ in the repository.
use_results() {
  case ${1:-${RESULTS:-}} in
    '') results=results ;;
    /*) results=${1:-$RESULTS} ;;
    *) results=$caller/${1:-$RESULTS} ;;
  esac
  mkdir -p "$results"
}

# The folder of published files that are not part of the repository.
data=../shared/data
# need_data NAME...: ends the script as skipped if a file is missing, or as failed with PLYWOOD_REQUIRE_DATA=1.
need_data() {
  local name
  for name; do
    [ ! -e "$data/$name" ] || continue
    [ "${PLYWOOD_REQUIRE_DATA:-}" != 1 ] || fail "$data/$name not found, and PLYWOOD_REQUIRE_DATA=1 requires it"
    skip "$data/$name not found"
  done
}
