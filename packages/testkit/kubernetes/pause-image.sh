#!/usr/bin/env bash
# An image of one program, as `docker save` writes it.   pause-image.sh PROGRAM ARCHIVE
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
install -D "$1" "$work/root/pause"
mkdir "$work/image"
tar -C "$work/root" --owner=0 --group=0 -cf "$work/image/layer.tar" pause
sum=$(sha256sum <"$work/image/layer.tar" | cut -c 1-64)
printf '{"architecture":"amd64","os":"linux","config":{"Entrypoint":["/pause"]},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
  "$sum" >"$work/image/config.json"
printf '[{"Config":"config.json","RepoTags":["registry.invalid/pause:1"],"Layers":["layer.tar"]}]' \
  >"$work/image/manifest.json"
tar -C "$work/image" -cf "$2" config.json layer.tar manifest.json
