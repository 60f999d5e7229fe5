#!/bin/sh
# Trains the alert/drowsy model: dashboard/train/train.sh --data DIR [--config dashboard/train/variant.toml] --out models
# Uses the Python environment of tools/train (made the first time); VENV=DIR puts it elsewhere.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
tools=$here/../../tools/train
venv=${VENV:-$tools/.venv}
python=${PYTHON:-python3.11}
command -v "$python" >/dev/null 2>&1 || { echo "train: needs Python 3.11 ($python not found; set PYTHON)" >&2; exit 1; }
if ! cmp -s "$tools/requirements.txt" "$venv/installed-requirements.txt"; then
  "$python" -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$tools/requirements.txt"
  cp "$tools/requirements.txt" "$venv/installed-requirements.txt"
fi
export PYTHONDONTWRITEBYTECODE=1
exec "$venv/bin/python" "$here/train_face.py" "$@"
