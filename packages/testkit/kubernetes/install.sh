#!/usr/bin/env bash
# Brings what a Kubernetes for tests needs into a cache by version, once; prints its directory. Nothing is installed on
# the machine: Debian's etcd, containerd and runc are unpacked, Kubernetes is built from its Go modules
# (5 to 11 minutes). `--look` only says whether that is done. Needs apt-get and dpkg-deb, Go 1.24 or later, and gcc.
set -euo pipefail
version=1.34.4
here=$(cd "$(dirname "$0")" && pwd)
sum=$(cat "$here"/hyper/* "$here/pause.c" "$here/install.sh" | sha256sum | cut -c 1-12)
cache=${RETINUE_TEST_CACHE:-$HOME/.cache/retinue-test}/kubernetes
directory=$cache/$version-$(go env GOVERSION)-$sum
mkdir -p "$cache"
[ "${1:-}" != --look ] || { test -f "$directory/installed"; exit; }
# One at a time: a second one waits, and finds everything there.
exec 9>"$cache/lock"
flock 9
if [ ! -f "$directory/installed" ]; then
  rm -rf "$directory"
  mkdir -p "$directory"/{bin,root,packages}
  (
    cd "$directory/packages"
    packages=(etcd-server containerd runc containernetworking-plugins)
    apt-get -qq download "${packages[@]}" 2>/dev/null ||
      { apt-get -qq update && apt-get -qq download "${packages[@]}"; }
    for package in *.deb; do dpkg-deb -x "$package" "$directory/root"; done
  ) >&2
  rm -r "$directory/packages"
  gcc -static -Os -s -o "$directory/bin/pause" "$here/pause.c"
  build=$(mktemp -d)
  trap 'rm -rf "$build"' EXIT
  cp "$here"/hyper/* "$build"
  at=k8s.io/component-base/version
  stamp="-X $at.gitVersion=v$version -X $at.gitMajor=1 -X $at.gitMinor=34 -X $at.gitTreeState=clean"
  stamp+=" -X k8s.io/client-go/pkg/version.gitVersion=v$version"
  # Its 3 GiB of build cache are of no use to anything else.
  (cd "$build" && GOCACHE=$build/cache CGO_ENABLED=0 GOFLAGS=-mod=mod nice \
    go build -buildvcs=false -trimpath -ldflags "-s -w $stamp" -o "$directory/bin/hyper" .) >&2
  touch "$directory/installed"
fi
echo "$directory"
