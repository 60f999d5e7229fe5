#!/bin/sh
# Makes the Python environment of the tests in build/python: numpy alone, of the version that training pins.
set -eu
cd "$(dirname "$0")/../.."
pin=$(grep '^numpy==' tools/train/requirements.txt)
stamp=build/python/.installed
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$pin" ] && exit 0
# Debian keeps what venv needs in a package of its own.
python3 -c 'import ensurepip' 2>/dev/null || tools/setup/apt.sh no-such-command=python3-venv
rm -rf build/python
python3 -m venv build/python
build/python/bin/pip install --quiet --disable-pip-version-check "$pin"
echo "$pin" >"$stamp"
