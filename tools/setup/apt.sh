#!/bin/sh
# Installs Debian packages that provide missing commands.
# usage: tools/setup/apt.sh COMMAND=PACKAGE ...     a COMMAND that is a whole path may be any file
set -eu
# Where daemons are, which is not on everyone's path.
PATH="$PATH:/usr/sbin"
missing=
for pair in "$@"; do
  [ -f "${pair%%=*}" ] || command -v "${pair%%=*}" >/dev/null 2>&1 || missing="$missing ${pair#*=}"
done
[ -n "$missing" ] || exit 0
as_root=
if [ "$(id -u)" != 0 ]; then as_root=sudo; fi
if ! command -v apt-get >/dev/null 2>&1 || { [ -n "$as_root" ] && ! command -v sudo >/dev/null 2>&1; }; then
  echo "please install:$missing" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
# A package's own service (a broker on its well-known port) must not start: tests run their own.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap '$as_root rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
  $as_root chmod 755 "$policy"
fi
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
