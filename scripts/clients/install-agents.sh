#!/bin/sh
# Installs Claude Code, Codex and Gemini CLI for the tests that run them, once, into a directory of its own.
# Prints the directory of its programs.
set -eu
packages="@anthropic-ai/claude-code@2.1.197 @openai/codex@0.169.0 @google/gemini-cli@0.61.0"
cache="${RETINUE_TEST_CACHE:-$HOME/.cache/retinue-test}"
directory="$cache/agents"
done="$directory/installed-$(echo "$packages" | tr ' @/' '___')"
mkdir -p "$cache"
# One at a time: a second one waits, and finds everything there.
exec 9>"$cache/agents.lock"
if command -v flock >/dev/null; then flock 9; fi
if [ ! -f "$done" ]; then
  rm -rf "$directory"
  mkdir -p "$directory"
  # shellcheck disable=SC2086 # a list of words
  npm install --prefix "$directory" --no-audit --no-fund --no-save --loglevel=error $packages >&2
  for program in claude codex gemini; do
    "$directory/node_modules/.bin/$program" --version >&2
  done
  : > "$done"
fi
echo "$directory/node_modules/.bin"
