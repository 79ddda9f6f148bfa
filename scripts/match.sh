# Shared by the benches that play matches; sourced, not run.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
mkdir -p target/bench

# record_match PROGRAM NAME: sets ${record[@]} to the options that record a match below target/bench under
# this name and continue it: the same program never plays a game twice, unless FRESH is set.
record_match() {
  local file
  file=target/bench/$2-$(cksum < "$1" | cut -d' ' -f1).jsonl
  if [ -n "${FRESH:-}" ]; then rm -f "$file"; fi
  record=(--record "$file" --resume)
}

# need PROGRAM PACKAGE: installs Debian's package where the program is missing.
need() {
  case :$PATH: in *:/usr/games:*) ;; *) PATH=$PATH:/usr/games ;; esac
  if command -v "$1" > /dev/null; then return; fi
  if ! command -v apt-get > /dev/null || [ "$(id -u)" -ne 0 ]; then
    echo "$1 was not found: install Debian's package $2, then run this again" >&2
    exit 2
  fi
  apt-get install --yes --no-install-recommends "$2" >&2
}
