#!/bin/sh
# shellcheck disable=SC2034,SC2154
# Ends whatever of a run is alive, and knows that it has.

# Rounds of SIGKILL, some 10 s: what is alive after them is in an uninterruptible wait, and is recorded. Each is a
# look at all processes: after the first twenty they come less often.
sv_kill_rounds=40
sv_kill_often=20

# A fraction of a second, where sleep knows fractions.
sv_pause() {
	sleep 0.1 2>/dev/null || sleep 1
}

# sv_sweep: SIGTERM to everything, its grace, SIGKILL. What could not be ended stays in $sv_found.
sv_sweep() {
	sv_nothing_left && return 0
	# The ladder came to SIGKILL already: its grace is over.
	if [ -z "$sv_stopped" ] || [ "$sv_code" != 137 ]; then
		sv_signal_found TERM
		sv_round=$((sv_terminate * 10))
		while [ "$sv_round" -gt 0 ]; do
			sv_pause
			sv_nothing_left && return 0
			sv_round=$((sv_round - 1))
		done
	fi
	sv_kill
}

# sv_nothing_left: a quiet look, and the cgroup's word for it. Where none is known to hold the run: a second
# quiet look after a pause, and a group of the leader's that nobody saw alive has got SIGKILL before it.
sv_nothing_left() {
	if [ -n "$sv_notes" ] && { sv_in_force cgroup-v2 || sv_in_force cgroup-v1; }; then
		sv_left_nothing && return
		sv_find
		[ -z "$sv_found" ] && sv_cgroup_empty
		return
	fi
	sv_find
	[ -z "$sv_found" ] && sv_cgroup_empty || return 1
	sv_kill_group
	sleep 0.05 2>/dev/null || sleep 1
	sv_find
	[ -z "$sv_found" ]
}

# sv_left_nothing: at the end of most runs the cgroup is empty, nobody is in the leader's group or bears the run's
# marker, and no earlier look saw anything that could have left: then there is none to find among all processes.
sv_left_nothing() {
	sv_found=
	[ -z "$sv_seen" ] && sv_cgroup_empty && ! kill -s 0 -- "-$sv_leader" 2>/dev/null || return 1
	! sv_may marker || [ -z "$(sv_having environ "RETINUE_RUN=$sv_marker")" ]
}

# A group gets SIGKILL as one, no fork escapes: what forks all the time is faster than any list. Once its
# number is free it is never used again.
sv_kill_group() {
	sv_is_session "$sv_leader" && [ -z "$sv_group_gone" ] || return 0
	kill -s KILL -- "-$sv_leader" 2>/dev/null || sv_group_gone=yes
}

# sv_signal_found NAME: each of $sv_found, if it still is who it was. One that is stopped has to go on for it.
sv_signal_found() {
	for sv_entry in $sv_found; do
		sv_signal "$1" "${sv_entry%%:*}" "${sv_entry#*:}" || continue
		case $sv_state in T*) kill -s CONT "${sv_entry%%:*}" 2>/dev/null ;; esac
	done
}

# sv_kill: SIGKILL until nothing is left, with proof; gives up on what SIGKILL does not end.
sv_kill() {
	sv_round=0
	while [ "$sv_round" -lt "$sv_kill_rounds" ]; do
		sv_round=$((sv_round + 1))
		sv_kill_cgroup
		sv_nothing_left && return 0
		sv_kill_found
		[ "$sv_round" -lt 3 ] || sv_pause
		[ "$sv_round" -lt "$sv_kill_often" ] || { sv_pause && sv_pause && sv_pause; }
	done
	return 1
}

# A whole group at once, where it is the run's.
sv_kill_found() {
	for sv_entry in $sv_found; do
		sv_alive "${sv_entry%%:*}" "${sv_entry#*:}" || continue
		if sv_is_session "$sv_session"; then kill -s KILL -- "-$sv_group" 2>/dev/null; fi
		kill -s KILL "${sv_entry%%:*}" 2>/dev/null
	done
}

# The run is over: its watchdogs go, without waiting for them. Its own is enough to look for while it lives: a
# server starts another one where it does not. Those are found by what they are: the engine can write into every
# file that would name them.
sv_end_watchdog() {
	if [ -z "$sv_watchdog" ] || ! sv_signal TERM "$sv_watchdog" "$sv_watchdog_start"; then
		for sv_pid in $(sv_having cmdline "$sv_marker"); do
			if [ "$sv_pid" != "$$" ] && sv_stat "$sv_pid"; then
				sv_since=$sv_start
				if sv_is_watch "$sv_pid"; then sv_signal TERM "$sv_pid" "$sv_since"; fi
			fi
		done
	fi
	for sv_entry in $sv_sleepers; do sv_signal KILL "${sv_entry%%:*}" "${sv_entry#*:}"; done
	[ -z "$sv_notes" ] || return 0
	for sv_pid in $(sv_having environ "RETINUE_WATCH=$sv_marker"); do
		if sv_stat "$sv_pid"; then sv_signal KILL "$sv_pid" "$sv_start"; fi
	done
}

# sv_reserve_record: room for the record, which a disk that is full by then has no more: empty lines, which
# mean nothing behind it. Before the engine starts.
sv_reserve_record() {
	sv_is_nothing ended.json.tmp || return 0
	sv_line='
'
	sv_line=$sv_line$sv_line$sv_line$sv_line$sv_line$sv_line$sv_line$sv_line
	sv_line=$sv_line$sv_line$sv_line$sv_line$sv_line$sv_line$sv_line$sv_line
	sv_reserved=$sv_line$sv_line$sv_line$sv_line
	printf %s "$sv_reserved" 2>/dev/null >ended.json.tmp
}

# Whether what was reserved lies there as it was.
sv_is_reserved() {
	sv_is_file ended.json.tmp || return 1
	# Something behind it keeps the lines' ends.
	sv_text=$(dd if=ended.json.tmp bs=257 count=1 2>/dev/null && printf x)
	[ "$sv_text" = "${sv_reserved-}x" ]
}

# sv_record: how the run ended, for whoever asks. What lies there already is the engine's work.
sv_record() {
	sv_members=' '
	[ -n "$sv_found" ] || sv_cgroup_empty || { sv_members=' ' && sv_add_cgroup "$sv_cgroup"; }
	for sv_entry in $sv_found; do sv_add "${sv_entry%%:*}"; done
	sv_left=
	for sv_pid in $sv_members; do sv_left="$sv_left${sv_left:+,}$sv_pid"; done
	sv_json="{\"version\":1,\"exit_code\":$sv_code,\"stopped\":\"$sv_stopped\",\"ended_at\":$sv_ended_at"
	sv_json="$sv_json,\"left_behind\":[$sv_left]}"
	sv_is_nothing ended.json || rm -rf ended.json
	if sv_is_reserved; then
		printf '%s\n' "$sv_json" 1<>ended.json.tmp || return 1
	else
		sv_is_nothing ended.json.tmp || rm -rf ended.json.tmp
		set -C
		printf '%s\n' "$sv_json" >ended.json.tmp || sv_left=failed
		set +C
		[ "$sv_left" != failed ] || return 1
	fi
	sync ended.json.tmp 2>/dev/null
	mv -f ended.json.tmp ended.json
	sync . 2>/dev/null
}
