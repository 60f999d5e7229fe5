#!/bin/sh
# Says what of the board's tools is missing: the Moddable SDK and ESP-IDF are large, and where they belong is not for a build to decide.
set -eu
missing=0
say() {
  echo "$1 (docs/board.md says how to install it)" >&2
  missing=1
}
[ -n "${MODDABLE:-}" ] || say "MODDABLE is not set: the Moddable SDK is missing"
command -v mcconfig >/dev/null || say "mcconfig is not in PATH: the Moddable SDK's tools are missing"
[ -n "${IDF_PATH:-}" ] || say "IDF_PATH is not set: ESP-IDF is missing"
command -v idf.py >/dev/null || say "idf.py is not in PATH: run . \$IDF_PATH/export.sh first"
exit $missing
