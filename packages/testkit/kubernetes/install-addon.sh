#!/usr/bin/env bash
# Brings one program that tests of a Kubernetes need beside it into a cache by version, once, and prints its directory:
#   install-addon.sh kwok|kueue [--look]
# Built from its Go module, whose checksum the Go database has; `manifests` in the directory is what the module says is
# to be applied. `--look` only says whether that is done. Needs Go 1.26 or later.
set -euo pipefail
name=$1
case $name in
kwok) version=0.8.0 manifests=kustomize/crd/bases ;;
kueue) version=0.17.0 manifests=config/components ;;
*)
  echo "there is no $name: kwok or kueue" >&2
  exit 1
  ;;
esac
sum=$(sha256sum <"${BASH_SOURCE[0]}" | cut -c 1-12)
cache=${RETINUE_TEST_CACHE:-$HOME/.cache/retinue-test}/kubernetes
directory=$cache/$name-$version-$(go env GOVERSION)-$sum
mkdir -p "$cache"
[ "${2:-}" != --look ] || { test -f "$directory/installed"; exit; }
# One at a time: a second one waits, and finds everything there.
exec 9>"$cache/$name.lock"
flock 9
if [ ! -f "$directory/installed" ]; then
  rm -rf "$directory"
  mkdir -p "$directory"
  build=$(mktemp -d)
  trap 'rm -rf "$build"' EXIT
  # Of the module itself, so that what it replaces and what it has checked count.
  source=$(cd "$build" && go mod download -json "sigs.k8s.io/$name@v$version" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  cp -r "$source" "$build/module"
  chmod -R u+w "$build/module"
  (cd "$build/module" && GOCACHE=$build/cache CGO_ENABLED=0 nice \
    go build -buildvcs=false -trimpath -ldflags "-s -w" -o "$directory/$name" "./cmd/$name") >&2
  cp -r "$build/module/$manifests" "$directory/manifests"
  touch "$directory/installed"
fi
echo "$directory"
