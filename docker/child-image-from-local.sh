#!/usr/bin/env bash
# Builds a child image from this machine's own files: nothing is pulled, nothing is installed.
#   docker/child-image-from-local.sh NAME [PROGRAM...]     (DOCKER_HOST names another engine)
# The image holds Node, a shell, what the gate needs (stat, timeout), and the built retinue-child.
# Each further PROGRAM is an executable of this machine that comes along with its libraries.
set -euo pipefail
if [ "$#" -lt 1 ]; then
  echo "usage: $0 NAME [PROGRAM...]" >&2
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

tar -C "$root" --owner=0 --group=0 --numeric-owner -c . |
  docker import --change 'ENV PATH=/bin' --change 'CMD ["/bin/sh"]' - "$name"
