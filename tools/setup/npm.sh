#!/bin/sh
# Installs the npm packages once per lockfile.
# usage: tools/setup/npm.sh run|all     run: what the unit needs; all: and what tests and lint need
set -eu
# Not `npm ci`: it refuses a lockfile that lists the platform packages of some machines only, and those of all cannot be
# had from every registry. Versions are held by the lockfile and by exact pins all the same.
cd "$(dirname "$0")/../.."
want=${1:?usage: tools/setup/npm.sh run|all}
lock=$(cksum <package-lock.json)
have() { [ -f "node_modules/.installed-$1" ] && [ "$(cat "node_modules/.installed-$1")" = "$lock" ]; }

have all && exit 0
if [ "$want" = run ]; then
  have run && exit 0
  # Install scripts are left out: nothing that runs the unit needs one.
  npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
else
  npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
  # The one package that must compile: the XS engine, from the sources it carries.
  (cd node_modules/@agoric/xsnap && npm run --silent build:from-env >../../.xsnap-build.log 2>&1) || {
    tail -n 20 node_modules/.xsnap-build.log >&2
    echo "tools/setup/npm.sh: building the XS engine failed (a C compiler and make are needed)" >&2
    exit 1
  }
fi
echo "$lock" >"node_modules/.installed-$want"
