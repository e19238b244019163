#!/usr/bin/env bash
# Builds a child image from this machine's own files: nothing is pulled, nothing is installed.
#   docker/child-image-from-local.sh [--agents DIRECTORY] [--python DIRECTORY] NAME [PROGRAM...]
# DOCKER_HOST names another engine.
# The image holds Node, a shell, what the gate needs (stat, timeout), and the built retinue-child.
# Each further PROGRAM is an executable of this machine that comes along with its libraries. With --agents
# come Claude Code, Codex and Gemini CLI, from where scripts/clients/install-agents.sh has put them, to where
# docker/agents.Dockerfile does, or those of scripts/clients/install-acp-agents.sh that work in a
# container. With --python comes a virtual environment, MassGen's from install-massgen.sh for one,
# to the same path, with the Python that it was made of; what it calls massgen is on the PATH.
set -euo pipefail
agents=
python=
while [[ ${1-} = --* ]]; do
  case $1 in
  --agents) agents=${2:?"--agents: name the directory"} ;;
  --python) python=${2:?"--python: name the directory"} ;;
  *) set -- ;;
  esac
  shift 2 || break
done
if [ "$#" -lt 1 ]; then
  echo "usage: $0 [--agents DIRECTORY] [--python DIRECTORY] NAME [PROGRAM...]" >&2
  exit 2
fi
here=$(cd "$(dirname "$0")/.." && pwd)
name=$1
shift
child=$here/apps/child/dist
[ -e "$child/main.js" ] || {
  echo "$child/main.js is missing: build apps/child first" >&2
  exit 1
}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{bin,etc,tmp,proc,sys,dev,workspace,opt/retinue}
chmod 755 "$root"

# bring FILE AS: a program with the libraries that it is linked with.
bring() {
  install -D -m 755 "$(readlink -f "$1")" "$root$2"
  bring_libraries "$1"
}
# bring_libraries FILE...: those that they are linked with.
bring_libraries() {
  local library
  for library in $(ldd "$@" 2>/dev/null | grep -o '[[:space:]]/[^ )]*' | sort -u || true); do
    # What packages of Python bring along comes with them.
    [ -e "$root$library" ] || [[ $library = "${python:-none}"/* ]] ||
      install -D -m 755 "$(readlink -f "$library")" "$root$library"
  done
}
node=$here/node_modules/.bin/node
bring "$(readlink -f "$node")" /bin/node
for program in sh stat timeout chown cat sleep "$@"; do
  bring "$(command -v "$program")" "/bin/$(basename "$program")"
done
cp -r "$child/main.js" "$child/bundle" "$root/opt/retinue/"
printf '{"type":"module"}\n' >"$root/opt/retinue/package.json"
printf 'root:x:0:0:root:/tmp:/bin/sh\nchild:x:65532:65532:child:/tmp:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\nchild:x:65532:\n' >"$root/etc/group"

also=()
change=()
mkdir -p "$root/usr/local/bin"
if [ -n "$agents" ]; then
  for program in claude codex gemini claude-agent-acp codex-acp opencode qwen; do
    [ -e "$agents/node_modules/.bin/$program" ] || continue
    bring_libraries "$(readlink -f "$agents/node_modules/.bin/$program")"
    ln -s "/opt/agents/node_modules/.bin/$program" "$root/usr/local/bin/$program"
  done
  # Some start another program, which lies in a package of this machine's kind.
  mapfile -t started < <(find "$agents/node_modules" -path '*-linux-*' -type f -perm -u+x -size +10M)
  [ "${#started[@]}" -eq 0 ] || bring_libraries "${started[@]}"
  # Node's programs are started by it.
  bring "$(command -v env)" /usr/bin/env
  also+=(-C "$agents" --exclude='node_modules/@github/copilot*' --transform "s,^node_modules,./opt/agents/node_modules," node_modules)
fi
if [ -n "$python" ]; then
  program=$(readlink -f "$python/bin/python")
  # By the name that the environment has for it as well: python3, of /usr/bin for one.
  for entry in "$program" "$(readlink "$python/bin/python")" "$(readlink "$python/bin/python3")"; do
    [[ $entry != /* ]] || bring "$program" "$entry"
  done
  library=$("$python/bin/python" -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
  mapfile -t modules < <(find "$python/lib" "$library/lib-dynload" -name '*.so*' -type f)
  bring_libraries "${modules[@]}"
  for entry in massgen uv mcp-server-filesystem; do
    [ ! -e "$python/bin/$entry" ] || ln -s "$python/bin/$entry" "$root/usr/local/bin/$entry"
  done
  bring "$(command -v env)" /usr/bin/env
  also+=(-C / --exclude="${library#/}/test" "${python#/}" "${library#/}")
  change=(--change "ENV VIRTUAL_ENV=$python")
fi

tar -C "$root" --owner=0 --group=0 --numeric-owner -c . "${also[@]}" |
  docker import "${change[@]}" --change 'ENV PATH=/bin' --change 'CMD ["/bin/sh"]' - "$name"
