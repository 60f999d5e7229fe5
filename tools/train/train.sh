#!/bin/sh
# Trains the eye state model: tools/train/train.sh --mrl DIR [--rendered DIR] --out models
# Makes its own Python environment in tools/train/.venv (not committed) the first time; VENV=DIR puts it elsewhere, PYTHON=... picks the interpreter.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
venv=${VENV:-$here/.venv}
python=${PYTHON:-python3.11}

command -v "$python" >/dev/null 2>&1 || { echo "train: needs Python 3.11 ($python not found; set PYTHON)" >&2; exit 1; }

# The stamp is the requirements that were installed: a changed file installs again, an unchanged one costs nothing.
if ! cmp -s "$here/requirements.txt" "$venv/installed-requirements.txt"; then
  "$python" -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$venv/installed-requirements.txt"
fi

export PYTHONDONTWRITEBYTECODE=1
exec "$venv/bin/python" "$here/train.py" "$@"
