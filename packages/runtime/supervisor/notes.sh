#!/bin/sh
# shellcheck disable=SC2034,SC2154
# What the parts of one supervisor tell each other. The engine can write into the run's directory, so what
# is acted upon goes through a file without a name: descriptor 5 writes, 6 (supervisor) and 7 (watchdog) read.

# Before the engine starts: from then on nothing leads to it.
sv_open_notes() {
	{ [ ! -e notes ] && [ ! -L notes ]; } || rm -rf notes
	# shellcheck disable=SC2094
	exec 5>>notes 6<notes 7<notes
	rm -f notes
	sv_notes=6
}

# sv_note TEXT: one line, for both. Nothing where there are no notes: a shell that a server started later.
sv_note() {
	[ -z "$sv_notes" ] || printf '%s\n' "$1" >&5
}

# Takes in what was noted since the last time. Fails while no leader is known.
sv_read_notes() {
	while read -r sv_kind sv_value sv_rest; do
		case $sv_kind in
		leader) sv_leader=$sv_value sv_leader_start=${sv_rest%% *} sv_in_force=${sv_rest#* } ;;
		stopped) sv_stopped=$sv_value ;;
		seen) sv_seen="$sv_seen $sv_value" ;;
		sleeper) sv_sleepers="$sv_sleepers $sv_value" ;;
		over) sv_over=yes ;;
		esac
	done <&"$sv_notes"
	[ -n "$sv_leader" ]
}

# A plain file: opening a FIFO that the engine put there would wait for ever.
sv_is_file() {
	[ -f "$1" ] && [ ! -L "$1" ]
}

sv_is_nothing() {
	[ ! -e "$1" ] && [ ! -L "$1" ]
}

# sv_read_file NAME: the beginning of a file in $sv_text; it may be endless.
sv_read_file() {
	sv_text=
	sv_is_file "$1" && sv_text=$(dd if="$1" bs=16384 count=1 2>/dev/null)
}

# sv_read_process: the engine's leader. Without notes from a file, believed when the process is the run's.
sv_read_process() {
	[ -z "$sv_notes" ] || { sv_read_notes && return; }
	[ -z "$sv_notes" ] && sv_read_file process || return 1
	sv_leader=${sv_text%% *} sv_leader_start=${sv_text#* }
	sv_leader_start=${sv_leader_start%%
*}
	sv_in_force=${sv_text#*
}
	sv_in_force=${sv_in_force%%
*}
	if sv_is_run "$sv_leader"; then return 0; fi
	sv_leader='' sv_leader_start='' sv_in_force=
	return 1
}
