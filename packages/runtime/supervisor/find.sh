#!/bin/sh
# shellcheck disable=SC2034,SC2154
# Finds the processes of a run: by cgroup, session, environment marker, and as descendants of any of them.

sv_seen='' # PID:START of what earlier looks found; parent links are gone once a parent is
sv_late='' # set when nobody watched the leader end: its number may be another's session by now

# sv_find: everything of the run that is alive, in $sv_found as PID:START.
sv_find() {
	sv_found='' sv_rows='' sv_members=' '
	if [ "$sv_table" = ps ]; then sv_list_ps; else sv_list_proc; fi
	[ -z "$sv_cgroup" ] || sv_add_cgroup "$sv_cgroup"
	if sv_may marker; then sv_add_marked; fi
	for sv_row in $sv_rows; do
		sv_pid=${sv_row%%:*} sv_session=${sv_row%:*}
		case " $sv_seen $sv_leader:$sv_leader_start " in
		*" $sv_pid:${sv_row##*:} "*) sv_add "$sv_pid" ;;
		*) if sv_is_session "${sv_session##*:}"; then sv_add "$sv_pid"; fi ;;
		esac
	done
	if sv_may parents; then sv_add_descendants; fi
	for sv_row in $sv_rows; do
		sv_pid=${sv_row%%:*}
		case "$sv_members" in
		*" $sv_pid "*) sv_found="$sv_found $sv_pid:${sv_row##*:}" ;;
		esac
	done
	sv_found=${sv_found# }
	sv_remember
}

# Whether a session is the run's. Not trusted late, when its number may be another's.
sv_is_session() {
	[ "$1" = "$sv_leader" ] && [ -z "$sv_late" ] && sv_in_force session
}

sv_in_force() {
	case ,$sv_in_force, in *,"$1",*) return 0 ;; esac
	return 1
}

sv_add() {
	case "$sv_members" in
	*" $1 "*) return 1 ;;
	*) sv_members="$sv_members$1 " ;;
	esac
}

# sv_find_inner: the engine in its sandbox, of what was found last. It is number 2 in there; number 1, a child of what
# leads the run, waits for it, as the leader does.
sv_find_inner() {
	sv_inner=''
	[ -n "$sv_sandbox" ] || return 1
	for sv_row in $sv_rows; do
		sv_parent=${sv_row#*:}
		[ "${sv_parent%%:*}" = "$sv_leader" ] || continue
		sv_is_numbered "${sv_row%%:*}" 1 || continue
		for sv_entry in $sv_rows; do
			sv_parent=${sv_entry#*:}
			[ "${sv_parent%%:*}" = "${sv_row%%:*}" ] || continue
			sv_is_numbered "${sv_entry%%:*}" 2 || continue
			sv_inner=${sv_entry%%:*} sv_inner_start=${sv_entry##*:}
			return 0
		done
	done
	return 1
}

# sv_is_numbered PID NUMBER: whether that is its number in the innermost namespace, one of its own.
sv_is_numbered() {
	while read -r sv_kind sv_value; do
		[ "$sv_kind" != NSpid: ] || break
	done 2>/dev/null <"/proc/$1/status" || return 1
	[ "$sv_value" != "${sv_value%[!0-9]*}" ] && [ "${sv_value##*[!0-9]}" = "$2" ]
}

# sv_add_row PID PARENT SESSION START. Never among them: process 1 and what supervises.
sv_add_row() {
	case " 1 $$ $sv_own " in *" $1 "*) return ;; esac
	sv_rows="$sv_rows $1:$2:$3:$4"
}

# All at once, a look at each by itself takes ten times as long. Who is older than the leader is not the run's; only
# what was noted says how old that is.
sv_list_proc() {
	sv_since=0
	[ -z "$sv_notes" ] || sv_since=${sv_leader_start:-0}
	set +f
	sv_text=$(cat /proc/[0-9]*/stat 2>/dev/null | awk -f "$sv_here/stats.awk" -v since="$sv_since" 2>/dev/null)
	sv_part=$?
	set -f
	# What looks is younger than the leader too: an empty list is none.
	if [ "$sv_part" != 0 ] || [ -z "$sv_text" ]; then
		sv_list_each_proc
		return
	fi
	IFS="$IFS:"
	while read -r sv_pid sv_parent sv_session sv_start; do
		sv_add_row "$sv_pid" "$sv_parent" "$sv_session" "$sv_start"
	done <<EOF
$sv_text
EOF
	unset IFS
}

sv_list_each_proc() {
	sv_rows=
	set +f
	set -- /proc/[0-9]*
	set -f
	for sv_entry in "$@"; do
		sv_stat "${sv_entry##*/}" && sv_add_living "${sv_entry##*/}"
	done
}

# sv_add_living PID: as it was looked at last.
sv_add_living() {
	case $sv_state in Z* | X*) return ;; esac
	sv_add_row "$1" "$sv_parent" "$sv_session" "$sv_start"
}

sv_list_ps() {
	sv_text=$(LC_ALL=C ps -A -o pid= -o stat= -o ppid= -o pgid= -o lstart=)
	while read -r sv_pid sv_line; do
		sv_parse_ps "$sv_line" && sv_add_living "$sv_pid"
	done <<EOF
$sv_text
EOF
}

# sv_add_cgroup DIRECTORY: its processes and those of the groups within.
sv_add_cgroup() {
	[ ! -r "$1/cgroup.procs" ] ||
		while read -r sv_pid; do sv_add "$sv_pid"; done 2>/dev/null <"$1/cgroup.procs"
	set +f
	set -- "$1"/*/
	set -f
	for sv_entry in "$@"; do
		[ ! -d "$sv_entry" ] || sv_add_cgroup "${sv_entry%/}"
	done
}

sv_add_marked() {
	for sv_pid in $(sv_having environ "RETINUE_RUN=$sv_marker"); do sv_add "$sv_pid"; done
}

# sv_having FILE TEXT: the processes with a text as one whole entry of their environment or arguments.
sv_having() {
	if [ "$sv_table" = ps ]; then
		LC_ALL=C ps axeww -o pid= -o command= | while read -r sv_pid sv_line; do
			case " $sv_line " in *" $2 "*) echo "$sv_pid" ;; esac
		done
		return
	fi
	set +f
	grep -lszxF -e "$2" /proc/[0-9]*/"$1" | while IFS=/ read -r sv_part sv_part sv_pid sv_part; do
		echo "$sv_pid"
	done
}

sv_add_descendants() {
	sv_more=yes
	while [ -n "$sv_more" ]; do
		sv_more=
		for sv_row in $sv_rows; do
			sv_parent=${sv_row#*:}
			case "$sv_members" in
			*" ${sv_parent%%:*} "*) if sv_add "${sv_row%%:*}"; then sv_more=yes; fi ;;
			esac
		done
	done
}

# Noted as well, for the shell that ends the run after the watchdog.
sv_remember() {
	sv_may parents || return 0
	for sv_entry in $sv_found; do
		case " $sv_seen " in
		*" $sv_entry "*) ;;
		*)
			sv_seen="$sv_seen $sv_entry"
			sv_note "seen $sv_entry"
			;;
		esac
	done
}
