#!/usr/bin/env bash
# Makes a BASE for agents.Dockerfile and massgen.Dockerfile of this machine's own Debian, where no registry of images can
# be reached; packages still come from theirs.
#   docker/base-from-local.sh NAME [PATTERN...]
#   docker build --network host -f docker/massgen.Dockerfile --build-arg BASE=NAME -t retinue-massgen:local .
# DOCKER_HOST names another engine. PATTERN is what tar leaves out, of what a child does not need: usr/lib/jvm for one.
# The image gets the Node of this repository, and the certificates that this shell's programs are told to trust.
set -euo pipefail
if [ "$#" -lt 1 ]; then
  echo "usage: $0 NAME [PATTERN...]" >&2
  exit 2
fi
name=$1
shift
here=$(cd "$(dirname "$0")/.." && pwd)
node=$(readlink -f "$here/node_modules/.bin/node")

# Nor what only this machine is to know.
left_out=(--exclude=usr/share/doc --exclude=usr/local/bin/docker --exclude='etc/*shadow*' --exclude=etc/ssl/private --exclude='etc/ssh')
for pattern in "$@"; do left_out+=("--exclude=$pattern"); done
change=(--change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin')
for variable in NODE_EXTRA_CA_CERTS SSL_CERT_FILE PIP_CERT; do
  [ -z "${!variable-}" ] || change+=(--change "ENV $variable=${!variable}")
done

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
chmod 755 "$made"
mkdir -p "$made"/{proc,sys,dev,run,root} "$made"/var/{log/apt,cache/apt/archives/partial}
mkdir -m 1777 "$made/tmp" "$made/var/tmp"

# 1 is of a file that was touched meanwhile, on a machine that is at work.
{
  tar -C / --owner=0 --group=0 --numeric-owner "${left_out[@]}" --exclude=usr/local/bin/node \
    --transform 's,^node$,usr/local/bin/node,SH' \
    -c bin sbin lib lib64 etc usr var/lib/dpkg var/lib/apt -C "$made" . -C "$(dirname "$node")" node ||
    [ $? -eq 1 ]
} |
  docker import "${change[@]}" - "$name"
