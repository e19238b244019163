#!/bin/sh
# Installs MassGen for the tests that run against it, once, into a directory of its own: about 3.5 minutes.
# Prints the directory of its programs.
set -eu
version=0.1.97
directory="${RETINUE_TEST_CACHE:-$HOME/.cache/retinue-test}/massgen"
if [ ! -f "$directory/installed-$version" ]; then
  rm -rf "$directory"
  python3 -m venv "$directory"
  "$directory/bin/pip" install --quiet "massgen==$version" uv >&2
  : > "$directory/installed-$version"
fi
echo "$directory/bin"
