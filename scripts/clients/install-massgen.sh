#!/bin/sh
# Installs MassGen for the tests that run against it, once, into a directory of its own: about 3.5 minutes.
# Prints the directory of its programs.
set -eu
version=0.1.97
# It imports what mcp 2 no longer has, and does not say so.
mcp=1
directory="${RETINUE_TEST_CACHE:-$HOME/.cache/retinue-test}/massgen"
if [ ! -f "$directory/installed-$version-mcp-$mcp" ]; then
  rm -rf "$directory"
  python3 -m venv "$directory"
  "$directory/bin/pip" install --quiet "massgen==$version" "mcp<$((mcp + 1))" uv >&2
  : > "$directory/installed-$version-mcp-$mcp"
fi
# Each of its agents starts this file server: with npx, which would download it into every new home, unless it is on PATH.
server=@modelcontextprotocol/server-filesystem@2026.8.31
if [ ! -e "$directory/bin/mcp-server-filesystem" ]; then
  npm install --prefix "$directory" --no-audit --no-fund --no-save --loglevel=error "$server" >&2
  ln -s ../node_modules/.bin/mcp-server-filesystem "$directory/bin/mcp-server-filesystem"
fi
echo "$directory/bin"
