#!/bin/sh
# Outside: starts the proxy by which a sandbox reaches the hosts that it is given, then becomes bubblewrap.
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
sb_try=0
until [ -e "$sb_directory/ready" ]; do
	sb_try=$((sb_try + 1))
	if [ "$sb_try" -ge 600 ] || ! kill -s 0 "$!" 2>/dev/null; then
		echo "retinue: the proxy of the sandbox did not start" >&2
		exit 126
	fi
	sleep 0.05
done
exec "$sb_bwrap" --ro-bind "$sb_directory" /run/retinue "$@"
