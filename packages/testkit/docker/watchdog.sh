#!/usr/bin/env bash
# Starts one dockerd in DIRECTORY, builds the test image, and stops and removes all of it when the process
# OWNER is gone.   watchdog.sh DIRECTORY OWNER IMAGE_SCRIPT IMAGE
set -u
directory=$1
owner=$2
script=$3
image=$4
export DOCKER_HOST=unix://$directory/docker.sock
cd / || exit 1

start() { # start [OPTION...]
  dockerd --host "$DOCKER_HOST" --data-root "$directory/data" --exec-root "$directory/exec" \
    --pidfile "$directory/pid" --iptables=false --ip6tables=false --bridge=none "$@" >>"$directory/log" 2>&1 &
  engine=$!
  for _ in $(seq 600); do
    docker version >/dev/null 2>&1 && return 0
    kill -0 "$engine" 2>/dev/null || return 1
    sleep 0.1
  done
  return 1
}

engine=
# Where overlay does not work, whole copies do.
if { start || start --storage-driver vfs; } && "$script" "$image" git >>"$directory/log" 2>&1; then
  touch "$directory/ready"
else
  touch "$directory/failed"
fi
while kill -0 "$owner" 2>/dev/null; do sleep 0.5; done
docker ps -aq 2>/dev/null | xargs -r docker rm -f >/dev/null 2>&1
[ -n "$engine" ] && kill "$engine" 2>/dev/null && wait "$engine"
rm -rf --one-file-system "$directory"
