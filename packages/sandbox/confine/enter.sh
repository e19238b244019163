#!/bin/sh
# Outside: starts the proxy by which a sandbox reaches the hosts that it is given, then becomes bubblewrap. The gate
# waits for it, once it has looked at all the rest.
#
#   sh enter.sh NODE PROXY ALLOWED BWRAP ARGUMENTS...
#
# ALLOWED  HOST:PORT, separated by spaces
sb_node=$1 sb_proxy=$2 sb_allowed=$3 sb_bwrap=$4
shift 4
sb_directory=$(mktemp -d "${TMPDIR:-/tmp}/retinue-net-XXXXXX") || {
	echo 'retinue: no directory for the sockets of the sandbox could be made' >&2
	exit 126
}
# It needs none of the run's keys.
env -i "$sb_node" "$sb_proxy" "$sb_directory" "$$" "$sb_allowed" </dev/null >/dev/null 2>&1 &
exec "$sb_bwrap" --ro-bind "$sb_directory" /run/retinue "$@"
