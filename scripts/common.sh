# Shared by the scripts; sourced, not run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n==> %s\n' "$*" >&2; }

if ! command -v cargo >/dev/null; then
  echo "cargo was not found: install a Rust toolchain (https://rustup.rs), then run this again" >&2
  exit 2
fi
