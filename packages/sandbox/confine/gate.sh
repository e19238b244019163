#!/bin/sh
# The first that runs in a sandbox: looks from inside whether it is one, and becomes the program only then.
#
#   sh gate.sh OUTER ABSENT READ_ONLY WRITABLE BRIDGES WORD COMMAND...
#
# OUTER      the host's namespaces, one a line: pid:[4026531836]
# ABSENT     paths that are there outside and must not be here, one a line
# READ_ONLY, WRITABLE  paths that must not, and that must be writable, one a line
# BRIDGES    PORT:SOCKET, one a line: ports of this loopback that lead to a socket of the host's proxy
# WORD       printed in place of the command, for who only asks; empty: the command runs
sb_outer=$1 sb_absent=$2 sb_read_only=$3 sb_writable=$4 sb_bridges=$5 sb_word=$6
shift 6
set -f
# What is inherited beside the three standard ones would lead outside.
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
sb_path=${PATH-} sb_path_set=${PATH+set} sb_again=${RETINUE_GATE_AGAIN-}
unset RETINUE_GATE_AGAIN
PATH=/usr/bin:/bin:/run/current-system/sw/bin

sb_refuse() {
	printf 'retinue: the sandbox is not in force: %s\n' "$1" >&2
	exit 126
}

# All by one program: each that is started takes as long as all the rest.
sb_namespaces() {
	sb_inner=$(cd /proc/self/ns && readlink user pid net mnt ipc uts) || sb_refuse "a namespace of its own is missing"
	for sb_value in $sb_inner; do
		case "
$sb_outer
" in
		*"
$sb_value
"*) sb_refuse "its ${sb_value%%:*} namespace is the host's" ;;
		esac
	done
}

# Seen by a /proc of its own, a process has one number.
sb_status() {
	while read -r sb_key sb_value sb_more; do
		case $sb_key in
		NSpid:) [ -z "$sb_more" ] || sb_refuse "it sees the host's processes" ;;
		CapEff: | CapPrm: | CapBnd:) case $sb_value in *[!0]*) sb_refuse "it has capabilities ($sb_key $sb_value)" ;; esac ;;
		NoNewPrivs:) [ "$sb_value" = 1 ] || sb_refuse "programs may raise their rights" ;;
		esac
	done </proc/self/status
}

# By splitting: a here-document is read byte by byte, which is most of what all this took.
sb_paths() {
	IFS='
'
	for sb_line in $sb_absent; do
		{ [ ! -e "$sb_line" ] && [ ! -L "$sb_line" ]; } || sb_refuse "it sees $sb_line"
	done
	for sb_line in $sb_read_only; do [ ! -w "$sb_line" ] || sb_refuse "it may write to $sb_line"; done
	for sb_line in $sb_writable; do [ -w "$sb_line" ] || sb_refuse "it may not write to $sb_line"; done
	unset IFS
}

sb_interfaces() {
	while read -r sb_key sb_more; do
		case $sb_key in
		Inter-* | face | lo:*) ;;
		*) sb_refuse "it has a network ($sb_key)" ;;
		esac
	done </proc/self/net/dev
}

# The shell has its script open, and nothing else that is left leads to a file.
sb_descriptors() {
	set +f
	for sb_line in /proc/self/fd/*; do
		case $sb_line in */0 | */1 | */2) continue ;; esac
		# That by which they were listed is closed by now.
		[ -L "$sb_line" ] || continue
		# Spares a program; a shell that has no -ef asks it below.
		# shellcheck disable=SC3013
		if [ "$sb_line" -ef /run/retinue-gate.sh ] 2>/dev/null; then continue; fi
		sb_value=$(readlink "/proc/$$/fd/${sb_line##*/}") || continue
		case $sb_value in
		"$0" | /run/retinue-gate.sh | /dev/null | pipe:*) ;;
		*)
			[ -n "$sb_again" ] || sb_close "$@"
			sb_refuse "it has ${sb_value} open"
			;;
		esac
	done
	set -f
}

# A number of two digits only bash closes: a Node that reads its certificates while it starts us leaves one open. The gate
# begins anew then. Without bash that is refused.
sb_close() {
	sb_bash=$(command -v bash) || return 0
	if [ -n "$sb_path_set" ]; then PATH=$sb_path; else unset PATH; fi
	export RETINUE_GATE_AGAIN=1
	# shellcheck disable=SC2016
	exec "$sb_bash" --norc --noprofile -c \
		'for fd in /proc/self/fd/*; do fd=${fd##*/}; [ "$fd" -le 2 ] || eval "exec $fd>&-"; done; exec /bin/sh "$0" "$@"' \
		"$0" "$sb_outer" "$sb_absent" "$sb_read_only" "$sb_writable" "$sb_bridges" "$sb_word" "$@"
}

sb_bridges() {
	command -v socat >/dev/null || sb_refuse "there is no socat"
	for sb_line in $sb_bridges; do
		# Nobody's child: the program is not to find it among its own.
		(socat "TCP-LISTEN:${sb_line%%:*},bind=127.0.0.1,fork,reuseaddr" "UNIX-CONNECT:/run/retinue/${sb_line#*:}" \
			</dev/null >/dev/null 2>&1 &)
	done
	sb_until "the proxy of the sandbox did not start" [ -e /run/retinue/ready ]
	for sb_line in $sb_bridges; do
		sb_until "nothing listens on its port ${sb_line%%:*}" sb_listens "${sb_line%%:*}"
		[ "${sb_line#*:}" = proxy.sock ] || continue
		sb_value=$(printf 'CONNECT retinue.invalid:1 HTTP/1.1\r\nHost: retinue.invalid\r\n\r\n' |
			socat -t10 - "TCP:127.0.0.1:${sb_line%%:*}" 2>&1)
		case $sb_value in *' 403 '*) ;; *) sb_refuse "its proxy lets a host through that is not listed" ;; esac
	done
}

# Some thirty seconds at the most.
sb_until() {
	sb_try=0 sb_why=$1
	shift
	until "$@"; do
		sb_try=$((sb_try + 1))
		[ "$sb_try" -lt 2500 ] || sb_refuse "$sb_why"
		sleep 0.01
	done
}

sb_listens() {
	sb_port=$(printf '%04X' "$1")
	while read -r sb_key sb_value sb_more; do
		case "$sb_value $sb_more" in *":$sb_port 00000000:0000 0A "*) return 0 ;; esac
	done </proc/self/net/tcp
	return 1
}

sb_namespaces
sb_status
sb_interfaces
sb_paths
sb_descriptors "$@"
[ -z "$sb_bridges" ] || sb_bridges
if [ -n "$sb_word" ]; then
	printf '%s\n' "$sb_word"
	exit 0
fi
if [ -n "$sb_path_set" ]; then PATH=$sb_path; else unset PATH; fi
command -v "$1" >/dev/null 2>&1 || {
	printf 'retinue: cannot start %s: not found in its sandbox\n' "$1" >&2
	exit 127
}
unset PWD OLDPWD SHLVL
[ -z "$sb_again" ] || unset _
[ -z "${BASH_VERSION-}" ] || set -- /usr/bin/env -u _ "$@"
exec "$@"
