#!/bin/sh
# shellcheck disable=SC2034,SC2154
# The run's cgroup: whether it is empty, with proof, and its end. No list is proof against what forks and
# exits all the time: version 2 counts for itself, in version 1 everything stands still for the look.

# sv_cgroup_empty: the kernel's word for it, for the groups within as well. One that is gone was empty.
sv_cgroup_empty() {
	[ -n "$sv_cgroup" ] && [ -d "$sv_cgroup" ] || return 0
	if [ -e "$sv_cgroup/cgroup.events" ]; then
		sv_event populated 0
	else
		sv_look_frozen && sv_look_frozen
	fi
}

# sv_event NAME VALUE: whether cgroup.events says so.
sv_event() {
	while read -r sv_kind sv_value; do
		[ "$sv_kind" != "$1" ] || [ "$sv_value" != "$2" ] || return 0
	done 2>/dev/null <"$sv_cgroup/cgroup.events"
	return 1
}

# sv_look_frozen [kill]: whether there is nothing, while nothing can fork.
sv_look_frozen() {
	sv_freeze
	sv_members=' '
	sv_add_cgroup "$sv_cgroup"
	if [ -n "${1-}" ]; then
		for sv_pid in $sv_members; do kill -s KILL "$sv_pid" 2>/dev/null; done
	fi
	sv_thaw "$sv_cgroup"
	[ "$sv_members" = ' ' ]
}

# Waits until all of it stands still, 3 s at most: what is in an uninterruptible wait does not.
sv_freeze() {
	[ -z "${sv_killing-}" ] || sv_set 0 "$sv_cgroup/pids.max"
	sv_set FROZEN "$sv_cgroup/freezer.state"
	sv_set 1 "$sv_cgroup/cgroup.freeze"
	sv_try=0
	until sv_is_frozen || [ "$sv_try" -ge 50 ]; do
		sv_try=$((sv_try + 1))
		[ "$sv_try" -le 20 ] || sv_pause
	done
}

sv_is_frozen() {
	if [ -e "$sv_cgroup/freezer.state" ]; then
		read -r sv_value <"$sv_cgroup/freezer.state" && [ "$sv_value" = FROZEN ]
	elif [ -e "$sv_cgroup/cgroup.events" ]; then
		sv_event frozen 1
	fi
}

# The groups within too: one that froze itself would never die of its SIGKILL.
sv_thaw() {
	sv_set THAWED "$1/freezer.state"
	sv_set 0 "$1/cgroup.freeze"
	set +f
	set -- "$1"/*/
	set -f
	for sv_entry in "$@"; do
		[ ! -d "$sv_entry" ] || sv_thaw "${sv_entry%/}"
	done
}

# sv_set VALUE FILE: where there is such a file.
sv_set() {
	[ ! -w "$2" ] || printf '%s' "$1" 2>/dev/null >"$2"
}

# At once where the kernel can, with all groups within; otherwise frozen, each of them, thawed.
sv_kill_cgroup() {
	[ -n "$sv_cgroup" ] && [ -d "$sv_cgroup" ] || return 0
	if [ -w "$sv_cgroup/cgroup.kill" ]; then
		sv_set 1 "$sv_cgroup/cgroup.kill"
	else
		sv_killing=yes
		sv_look_frozen kill
	fi
	return 0
}

sv_remove_cgroup() {
	[ -n "$sv_cgroup" ] && [ -d "$sv_cgroup" ] || return 0
	rmdir "$sv_cgroup" 2>/dev/null || find "$sv_cgroup" -depth -type d -exec rmdir {} + 2>/dev/null
}
