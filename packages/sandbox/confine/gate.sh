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
sb_path=${PATH-} sb_path_set=${PATH+set}
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

sb_paths() {
	while IFS= read -r sb_line; do
		[ -z "$sb_line" ] || { [ ! -e "$sb_line" ] && [ ! -L "$sb_line" ]; } || sb_refuse "it sees $sb_line"
	done <<EOF
$sb_absent
EOF
	while IFS= read -r sb_line; do
		[ -z "$sb_line" ] || [ ! -w "$sb_line" ] || sb_refuse "it may write to $sb_line"
	done <<EOF
$sb_read_only
EOF
	while IFS= read -r sb_line; do
		[ -z "$sb_line" ] || [ -w "$sb_line" ] || sb_refuse "it may not write to $sb_line"
	done <<EOF
$sb_writable
EOF
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
		[ "${#sb_line}" -gt 15 ] || continue
		sb_value=$(readlink "/proc/$$/fd/${sb_line##*/}") || continue
		case $sb_value in
		"$0" | /run/retinue-gate.sh | /dev/null | pipe:*) ;;
		*) sb_refuse "it has ${sb_value} open" ;;
		esac
	done
	set -f
}

sb_listens() {
	grep -qi ":$(printf '%04x' "$1") 00000000:0000 0A" /proc/self/net/tcp
}

sb_bridge() {
	command -v socat >/dev/null || sb_refuse "there is no socat"
	# Nobody's child: the program is not to find it among its own.
	(socat "TCP-LISTEN:$1,bind=127.0.0.1,fork,reuseaddr" "UNIX-CONNECT:/run/retinue/$2" \
		</dev/null >/dev/null 2>&1 &)
	sb_try=0
	until sb_listens "$1"; do
		sb_try=$((sb_try + 1))
		[ "$sb_try" -lt 200 ] || sb_refuse "nothing listens on its port $1"
		sleep 0.05
	done
	[ "$2" = proxy.sock ] || return 0
	sb_value=$(printf 'CONNECT retinue.invalid:1 HTTP/1.1\r\nHost: retinue.invalid\r\n\r\n' |
		socat -t10 - "TCP:127.0.0.1:$1" 2>&1)
	case $sb_value in *' 403 '*) ;; *) sb_refuse "its proxy lets a host through that is not listed" ;; esac
}

sb_namespaces
sb_status
sb_interfaces
sb_paths
sb_descriptors
for sb_line in $sb_bridges; do sb_bridge "${sb_line%%:*}" "${sb_line#*:}"; done
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
[ -z "${BASH_VERSION-}" ] || set -- /usr/bin/env -u _ "$@"
exec "$@"
