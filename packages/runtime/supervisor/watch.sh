#!/bin/sh
# shellcheck disable=SC2034,SC2154
# Holds the deadline and stops the run, at its end or on request. A request is the file `cancel`; SIGUSR1
# only says that it is there. SIGTERM: the run is over, go.
sv_sleeper='' sv_napping='' sv_poked='' sv_over=
sv_wake() {
	sv_poked=yes
	[ -z "$sv_sleeper" ] || kill -s KILL "$sv_sleeper" 2>/dev/null
}
# In a nap the sleep has to go first, also one whose number is not known yet.
sv_leave() {
	[ -n "$sv_napping" ] || exit 0
	sv_over=yes
	sv_wake
}
trap sv_wake USR1
trap sv_leave TERM

# sv_nap SECONDS: ends early when woken. The handlers end the sleep, so that no wake is missed; with SIGKILL,
# because a child that has not got rid of its shell's handlers yet loses anything else.
sv_nap() {
	sv_napping=yes
	# It notes itself, so that whoever outlives a watchdog that is killed can end it.
	{
		sv_self
		[ ! -e claim ] || printf '%s\n' "$sv_identity" >>sleeper
		exec sleep "$1"
	} &
	sv_sleeper=$!
	[ -z "$sv_poked" ] || kill -s KILL "$sv_sleeper" 2>/dev/null
	wait "$sv_sleeper" 2>/dev/null
	sv_sleeper='' sv_napping='' sv_poked=
	[ -z "$sv_over" ] || exit 0
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

sv_supervisor_alive() {
	{ read -r sv_main sv_main_start <claim; } 2>/dev/null && sv_alive "$sv_main" "$sv_main_start"
}

[ ! -e sleeper ] || sv_signal_listed KILL sleeper
sv_self
printf '%s\n' "$sv_identity" >>watchdog

sv_now
sv_until=$((sv_time + sv_timeout))
# Without its directory a run can be neither watched nor asked for a stop: that is one.
while [ -e claim ] && [ ! -e cancel ] && [ ! -e exit_code ]; do
	sv_now
	[ "$sv_time" -lt "$sv_until" ] || break
	sv_nap $((sv_until - sv_time))
done

# The engine may not be there yet.
until sv_read_process || [ -e exit_code ]; do
	if [ ! -e claim ]; then
		sv_late=yes
		sv_sweep
		sv_remove_cgroup
		exit 0
	fi
	sv_supervisor_alive || exit 0
	sv_pause
done
[ ! -e exit_code ] || exit 0
sv_find
if sv_alive "$sv_leader" "$sv_leader_start"; then
	if [ -e cancel ]; then sv_reason=cancelled; else sv_reason=timeout; fi
	set -C
	# The leader alone: an agent that is interrupted too dies before the engine has saved its work. Once
	# only: a second SIGINT makes an engine give up, so a watchdog that took over does not repeat it.
	if { printf '%s\n' "$sv_reason" >stopped; } 2>/dev/null; then
		sv_signal INT "$sv_leader" "$sv_leader_start"
	fi
	set +C
	sv_nap "$sv_interrupt"
	sv_find
fi
# A supervisor that lives ends this watchdog as soon as the leader has ended; the rest is for one that does not.
if sv_alive "$sv_leader" "$sv_leader_start"; then
	if sv_in_force session || [ -n "$sv_setsid" ]; then
		kill -s TERM -- "-$sv_leader" 2>/dev/null
	else
		sv_signal_found TERM
	fi
	sv_nap "$sv_terminate"
	while ! sv_kill && sv_alive "$sv_leader" "$sv_leader_start"; do sv_nap 5; done
elif ! sv_supervisor_alive; then
	sv_sweep
	sv_remove_cgroup
fi
