#!/usr/bin/env bash
# Builds a child image from this machine's own files: nothing is pulled, nothing is installed.
#   docker/child-image-from-local.sh [--agents DIRECTORY] NAME [PROGRAM...]     (DOCKER_HOST names another engine)
# The image holds Node, a shell, what the gate needs (stat, timeout), and the built retinue-child.
# Each further PROGRAM is an executable of this machine that comes along with its libraries. With --agents
# come Claude Code, Codex and Gemini CLI, from where scripts/clients/install-agents.sh has put them, to where
# docker/agents.Dockerfile does.
set -euo pipefail
agents=
if [ "${1-}" = --agents ]; then
  agents=${2:?"--agents: name the directory"}
  shift 2
fi
if [ "$#" -lt 1 ]; then
  echo "usage: $0 [--agents DIRECTORY] NAME [PROGRAM...]" >&2
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
bring_libraries() {
  local library
  for library in $(ldd "$1" 2>/dev/null | grep -o '/[^ )]*' || true); do
    [ -e "$root$library" ] || install -D -m 755 "$(readlink -f "$library")" "$root$library"
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
if [ -n "$agents" ]; then
  mkdir -p "$root/usr/local/bin"
  for program in claude codex gemini; do
    bring_libraries "$(readlink -f "$agents/node_modules/.bin/$program")"
    ln -s "/opt/agents/node_modules/.bin/$program" "$root/usr/local/bin/$program"
  done
  # Node's programs are started by it.
  bring "$(command -v env)" /usr/bin/env
  also=(-C "$agents" --transform "s,^node_modules,./opt/agents/node_modules," node_modules)
fi

tar -C "$root" --owner=0 --group=0 --numeric-owner -c . "${also[@]}" |
  docker import --change 'ENV PATH=/bin' --change 'CMD ["/bin/sh"]' - "$name"
