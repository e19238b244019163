#!/bin/sh
# shellcheck disable=SC2034,SC2154
# Who a process is: its number and its start time, compared before every signal.

# Whether a means of finding processes may be used.
sv_may() {
	case ,$sv_means, in *,"$1",*) return 0 ;; esac
	return 1
}

# sv_stat PID: its state, parent, group, session and start time. Fails when there is no such process.
sv_stat() {
	sv_line=
	if [ "$sv_table" = ps ]; then
		sv_line=$(LC_ALL=C ps -p "$1" -o stat= -o ppid= -o pgid= -o lstart= 2>/dev/null) || return 1
		sv_parse_ps "$sv_line"
		return
	fi
	# A program's name may hold anything, line ends and brackets too: what counts follows the last bracket.
	{ while IFS= read -r sv_part || [ -n "$sv_part" ]; do sv_line=$sv_line$sv_part; done; } \
		2>/dev/null <"/proc/$1/stat" || return 1
	# shellcheck disable=SC2086
	set -- ${sv_line##*) }
	[ $# -ge 20 ] || return 1
	sv_state=$1 sv_parent=$2 sv_group=$3 sv_session=$4 sv_start=${20}
}

# ps names no session everywhere; the group stands for it. The time of day is split too: entries use colons.
sv_parse_ps() {
	IFS=' :'
	# shellcheck disable=SC2086
	set -- $1
	unset IFS
	[ $# -ge 4 ] || return 1
	sv_state=$1 sv_parent=$2 sv_group=$3 sv_session=$3
	shift 3
	sv_start=$1
	shift
	for sv_part in "$@"; do sv_start=${sv_start}_$sv_part; done
}

# sv_alive PID START: whether that very process runs; one that only waits to be collected does not.
sv_alive() {
	[ -n "$2" ] && sv_stat "$1" && [ "$sv_start" = "$2" ] || return 1
	case $sv_state in Z* | X*) return 1 ;; esac
}

# sv_signal NAME PID START: signals that very process, or nothing.
sv_signal() {
	[ "$2" -gt 1 ] && sv_alive "$2" "$3" && kill -s "$1" "$2" 2>/dev/null
}

# The shell that runs this, in $sv_identity ("PID START") and $sv_own; $$ is the main shell's in a subshell.
sv_self() {
	if [ "$sv_table" = ps ]; then
		# shellcheck disable=SC2016
		sv_own=$(exec sh -c 'echo "$PPID"')
	else
		read -r sv_own sv_part </proc/self/stat
	fi
	sv_stat "$sv_own"
	sv_identity="$sv_own $sv_start"
}

# The engine's leader, as launch.sh wrote it. Fails while it has not.
sv_read_process() {
	sv_leader='' sv_leader_start='' sv_in_force=
	[ -e process ] || return 1
	{ read -r sv_leader sv_leader_start && read -r sv_in_force; } <process
}
