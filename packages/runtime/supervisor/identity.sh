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
	# A leader whose first thread has ended looks dead while the others go on.
	case $sv_state in Z*) [ "${18}" -le 1 ] || sv_state=S ;; esac
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

# sv_is_number TEXT: nothing else may reach kill, where 0 and -1 mean many.
sv_is_number() {
	case $1 in '' | 0* | *[!0-9]*) return 1 ;; esac
	[ "${#1}" -le 10 ] && [ "$1" -gt 1 ]
}

# sv_has PID FILE TEXT: whether a process has a text as one whole entry of its environment or arguments.
sv_has() {
	if [ "$sv_table" = ps ]; then
		case " $(LC_ALL=C ps eww -p "$1" -o command=) " in *" $3 "*) return 0 ;; esac
		return 1
	fi
	grep -qszxF -e "$3" "/proc/$1/$2"
}

# sv_is_run PID: whether it is the run's, whoever says so: by its environment or its cgroup.
sv_is_run() {
	sv_is_number "$1" || return 1
	if sv_has "$1" environ "RETINUE_RUN=$sv_marker"; then return 0; fi
	[ -n "$sv_cgroup" ] && grep -qsF -e "/retinue-$sv_marker" "/proc/$1/cgroup"
}

# sv_is_watch PID: whether it supervises this run: the marker is among its arguments.
sv_is_watch() {
	sv_is_number "$1" && sv_has "$1" cmdline "$sv_marker"
}
