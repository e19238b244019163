#!/bin/sh
# Installs agents that speak the Agent Client Protocol for the tests that run them, once, into a directory of its own:
# some 1.7 GB. Prints the directory of their programs. Mistral Vibe needs a Python of 3.12 or later: without one it is
# left out, and its tests say so.
set -eu
packages="@agentclientprotocol/claude-agent-acp@0.101.0 @agentclientprotocol/codex-acp@2.6.0 opencode-ai@1.18.33 @qwen-code/qwen-code@0.24.4 @github/copilot@1.0.102"
vibe=mistral-vibe==3.0.2
cache="${RETINUE_TEST_CACHE:-$HOME/.cache/retinue-test}"
directory="$cache/acp"
bin="$directory/node_modules/.bin"
done="$directory/installed-$(echo "$packages $vibe" | tr ' @/=' '____')"
mkdir -p "$cache"
# One at a time: a second one waits, and finds everything there.
exec 9>"$cache/acp.lock"
if command -v flock >/dev/null; then flock 9; fi

python() {
  for candidate in python3.14 python3.13 python3.12 python3 "$HOME"/.pyenv/versions/3.1[2-9]*/bin/python3; do
    if "$candidate" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
}

if [ ! -f "$done" ]; then
  rm -rf "$directory"
  mkdir -p "$directory"
  # shellcheck disable=SC2086 # a list of words
  npm install --prefix "$directory" --no-audit --no-fund --no-save --loglevel=error $packages >&2
  found=$(python)
  if [ -n "$found" ]; then
    "$found" -m venv "$directory/vibe"
    "$directory/vibe/bin/pip" install --quiet "$vibe" >&2
    ln -s ../../vibe/bin/vibe-acp "$bin/vibe-acp"
  else
    echo "no Python of 3.12 or later: Mistral Vibe is left out" >&2
  fi
  : > "$done"
fi
echo "$bin"
