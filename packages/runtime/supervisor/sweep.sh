#!/bin/sh
# shellcheck disable=SC2034,SC2154
# Ends whatever of a run is alive.

# A fraction of a second, where sleep knows fractions.
sv_pause() {
	sleep 0.1 2>/dev/null || sleep 1
}

# sv_sweep: SIGTERM to everything, its grace, SIGKILL. What could not be ended stays in $sv_found.
sv_sweep() {
	if [ -e seen ]; then
		while read -r sv_entry; do sv_seen="$sv_seen $sv_entry"; done <seen
	fi
	sv_find
	[ -n "$sv_found" ] || return 0
	# The ladder came to SIGKILL already: its grace is over.
	if [ -z "$sv_stopped" ] || [ "$sv_code" != 137 ]; then
		sv_signal_found TERM
		sv_round=$((sv_terminate * 10))
		while [ "$sv_round" -gt 0 ]; do
			sv_pause
			sv_find
			[ -n "$sv_found" ] || return 0
			sv_round=$((sv_round - 1))
		done
	fi
	sv_kill
}

# sv_signal_found NAME: each of $sv_found, if it still is who it was.
sv_signal_found() {
	for sv_entry in $sv_found; do
		sv_signal "$1" "${sv_entry%%:*}" "${sv_entry#*:}"
	done
}

# sv_kill: SIGKILL until two looks in a row find nothing; gives up on what SIGKILL does not end.
sv_kill() {
	sv_round=0 sv_quiet=0
	while [ "$sv_round" -lt 200 ]; do
		sv_round=$((sv_round + 1))
		sv_kill_cgroup
		sv_find
		if [ -z "$sv_found" ]; then
			sv_quiet=$((sv_quiet + 1))
			[ "$sv_quiet" -lt 2 ] || return 0
		else
			sv_quiet=0
			sv_kill_found
		fi
		[ "$sv_round" -lt 3 ] || sv_pause
	done
	return 1
}

# A whole group at once, where it is the run's: what forks all the time is faster than any list.
sv_kill_found() {
	for sv_entry in $sv_found; do
		sv_alive "${sv_entry%%:*}" "${sv_entry#*:}" || continue
		if sv_is_session "$sv_session"; then kill -s KILL -- "-$sv_group" 2>/dev/null; fi
		kill -s KILL "${sv_entry%%:*}" 2>/dev/null
	done
}

# At once where the kernel can; otherwise no more forks, frozen, each of them, thawed.
sv_kill_cgroup() {
	[ -n "$sv_cgroup" ] && [ -d "$sv_cgroup" ] || return 0
	if [ -w "$sv_cgroup/cgroup.kill" ]; then
		{ printf 1 >"$sv_cgroup/cgroup.kill"; } 2>/dev/null
		return 0
	fi
	{
		[ ! -w "$sv_cgroup/pids.max" ] || printf 0 >"$sv_cgroup/pids.max"
		[ ! -w "$sv_cgroup/freezer.state" ] || printf FROZEN >"$sv_cgroup/freezer.state"
		[ ! -w "$sv_cgroup/cgroup.freeze" ] || printf 1 >"$sv_cgroup/cgroup.freeze"
		sv_members=' '
		sv_add_cgroup "$sv_cgroup"
		for sv_pid in $sv_members; do kill -s KILL "$sv_pid"; done
		[ ! -w "$sv_cgroup/freezer.state" ] || printf THAWED >"$sv_cgroup/freezer.state"
		[ ! -w "$sv_cgroup/cgroup.freeze" ] || printf 0 >"$sv_cgroup/cgroup.freeze"
	} 2>/dev/null
	return 0
}

sv_remove_cgroup() {
	[ -n "$sv_cgroup" ] && [ -d "$sv_cgroup" ] || return 0
	rmdir "$sv_cgroup" 2>/dev/null || find "$sv_cgroup" -depth -type d -exec rmdir {} + 2>/dev/null
}

# The run is over: its watchdogs go, without waiting for them.
sv_end_watchdog() {
	sv_signal_listed TERM watchdog
	sv_signal_listed KILL sleeper
}

# sv_signal_listed NAME FILE: signals each PID START in it.
sv_signal_listed() {
	[ -e "$2" ] || return 0
	while read -r sv_pid sv_since; do sv_signal "$1" "$sv_pid" "$sv_since"; done <"$2"
}
