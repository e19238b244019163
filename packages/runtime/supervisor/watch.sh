#!/bin/sh
# shellcheck disable=SC2034,SC2154
# Holds the deadline and stops the run, at its end or on request. A request is the file `cancel`; SIGUSR1
# only says that it is there. SIGTERM: the run is over, go.
sv_sleeper='' sv_napping='' sv_poked='' sv_leaving=
sv_wake() {
	sv_poked=yes
	[ -z "$sv_sleeper" ] || kill -s KILL "$sv_sleeper" 2>/dev/null
}
# In a nap the sleep has to go first, also one whose number is not known yet.
sv_leave() {
	[ -n "$sv_napping" ] || exit 0
	sv_leaving=yes
	sv_wake
}
trap sv_wake USR1
trap sv_leave TERM

# sv_nap SECONDS: ends early when woken. The handlers end the sleep, so that no wake is missed; with SIGKILL,
# because a child that has not got rid of its shell's handlers yet loses anything else.
sv_nap() {
	sv_napping=yes
	# It notes and marks itself, so that whoever outlives a watchdog that is killed can end it.
	{
		sv_self
		if [ -n "$sv_notes" ]; then
			sv_note "sleeper ${sv_identity% *}:${sv_identity#* }"
			exec 5>&- 7<&-
		fi
		RETINUE_WATCH=$sv_marker
		export RETINUE_WATCH
		exec sleep "$1"
	} &
	sv_sleeper=$!
	[ -z "$sv_poked" ] || kill -s KILL "$sv_sleeper" 2>/dev/null
	wait "$sv_sleeper" 2>/dev/null
	sv_sleeper='' sv_napping='' sv_poked=
	[ -z "$sv_leaving" ] || exit 0
}

# Seconds that no change of the clock moves, where there are any.
sv_now() {
	if [ -r /proc/uptime ]; then
		read -r sv_time sv_part </proc/uptime
		sv_time=${sv_time%%.*}
	else
		sv_time=$(date +%s)
	fi
}

# Known without notes from a file only: believed when it supervises this run.
sv_supervisor_alive() {
	if [ -z "$sv_notes" ]; then
		sv_read_file claim || return 1
		sv_main=${sv_text%% *} sv_main_start=${sv_text#* }
		sv_is_watch "$sv_main" || return 1
	fi
	sv_alive "$sv_main" "$sv_main_start"
}

# Whether the engine has ended and its supervisor said so. Without notes the engine might have said it itself.
sv_is_over() {
	sv_read_process
	if [ -n "$sv_notes" ]; then [ -n "$sv_over" ] && return; fi
	[ -z "$sv_notes" ] && [ -e exit_code ] && ! sv_leader_alive || return 1
	sv_find
	[ -z "$sv_found" ]
}

# SIGTERM to what runs in the sandbox; not to what holds it, which would take all with it at once.
sv_signal_inside() {
	sv_outside=" $sv_leader:$sv_leader_start "
	for sv_row in $sv_rows; do
		sv_parent=${sv_row#*:}
		[ "${sv_parent%%:*}" != "$sv_leader" ] || sv_outside="$sv_outside${sv_row%%:*}:${sv_row##*:} "
	done
	for sv_entry in $sv_found; do
		case $sv_outside in
		*" $sv_entry "*) ;;
		*) sv_signal TERM "${sv_entry%%:*}" "${sv_entry#*:}" ;;
		esac
	done
}

sv_leader_alive() {
	sv_alive "$sv_leader" "$sv_leader_start"
}

sv_self
if [ -z "$sv_notes" ]; then
	if sv_is_nothing watchdog || sv_is_file watchdog; then printf '%s\n' "$sv_identity" >>watchdog; fi
fi

sv_now
sv_until=$((sv_time + sv_timeout))
# Without its directory a run can be neither watched nor asked for a stop: that is one.
while [ -e claim ] && [ ! -e cancel ] && ! sv_is_over; do
	sv_now
	[ "$sv_time" -lt "$sv_until" ] || break
	sv_nap $((sv_until - sv_time))
done

# The engine may not be there yet.
until sv_read_process || sv_is_over; do
	if [ ! -e claim ] || [ -z "$sv_notes" ]; then
		sv_late=yes
		sv_sweep
		sv_remove_cgroup
		exit 0
	fi
	sv_supervisor_alive || exit 0
	sv_pause
done
! sv_is_over || exit 0
# A server says again and again that a stop is wanted: that ends no grace.
trap '' USR1
sv_poked=
# An engine may have stopped its supervisor, which then sees no end.
! sv_supervisor_alive || sv_signal CONT "$sv_main" "$sv_main_start"
sv_find
if sv_leader_alive; then
	if [ -e cancel ]; then sv_stopped=cancelled; else sv_stopped=timeout; fi
	# The leader alone: an agent that is interrupted too dies before the engine has saved its work. Once
	# only: a second SIGINT makes an engine give up, so a watchdog that took over does not repeat it.
	if sv_is_nothing stopped; then
		printf '%s\n' "$sv_stopped" 1<>stopped
		sv_note "stopped $sv_stopped"
		# What leads a sandbox hands on no signal: it would end, and the engine with it.
		if sv_find_inner; then sv_signal INT "$sv_inner" "$sv_inner_start"; else sv_signal INT "$sv_leader" "$sv_leader_start"; fi
	else
		sv_note "stopped $sv_stopped"
	fi
	sv_nap "$sv_interrupt"
	sv_find
else
	sv_late=yes
fi
# A supervisor that lives ends this watchdog as soon as the leader has ended; the rest is for one that does not.
if sv_leader_alive; then
	if [ -n "$sv_sandbox" ]; then
		sv_signal_inside
	elif sv_in_force session || [ -n "$sv_setsid" ]; then
		kill -s TERM -- "-$sv_leader" 2>/dev/null
	else
		sv_signal_found TERM
	fi
	sv_nap "$sv_terminate"
	if ! sv_kill && sv_leader_alive; then
		# Nothing ends it, and its supervisor waits for that: the run is over all the same.
		sv_code=137 sv_ended_at=$(date +%s)
		sv_record
		! sv_supervisor_alive || sv_signal KILL "$sv_main" "$sv_main_start"
	fi
elif ! sv_supervisor_alive; then
	sv_sweep
	sv_remove_cgroup
fi
