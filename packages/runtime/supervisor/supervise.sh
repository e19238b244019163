#!/bin/sh
# shellcheck disable=SC1091,SC2034,SC2154
# Owns one run: starts the engine, holds its deadline, leaves no process of it behind and records how it
# ended. Outlives the server that started it. Working directory: the run's own; every file is in there.
#
#   sh supervise.sh MODE CWD TIMEOUT INTERRUPT_GRACE TERMINATE_GRACE MARKER CGROUP MEANS TABLE SETSID SANDBOX COMMAND...
#
# MODE       run: the whole run; watch: a watchdog for a run that lost its own; sweep: end what is left
# TIMEOUT, *_GRACE  whole seconds        MARKER  value of RETINUE_RUN in the engine's environment
# CGROUP     directory to join, or empty  MEANS  which of cgroup,session,parents,marker may be used
# TABLE      proc or ps: where the list of processes comes from
# SETSID     path of the setsid program, or empty
# SANDBOX    yes when the command makes a sandbox and the engine runs in there, or empty
sv_mode=$1 sv_cwd=$2 sv_timeout=$3 sv_interrupt=$4 sv_terminate=$5 sv_marker=$6
sv_cgroup=$7 sv_means=$8 sv_table=$9
shift 9
sv_setsid=$1 sv_sandbox=$2
shift 2
sv_here=${0%/*}
# The engine gets the PATH it was given; the supervisor needs its own tools whatever that holds.
sv_path=${PATH-} sv_path_set=${PATH+set}
PATH=/usr/bin:/bin:/usr/sbin:/sbin:$PATH
set -f
# Caught, not ignored: what is ignored would stay ignored in the engine.
trap : HUP INT QUIT TERM PIPE USR1 USR2

# What is known of the run, filled in by the parts below.
sv_notes='' sv_leader='' sv_leader_start='' sv_in_force='' sv_stopped='' sv_code='' sv_over=''
sv_sleepers='' sv_group_gone='' sv_watchdog='' sv_watchdog_start=

# shellcheck source=notes.sh
. "$sv_here/notes.sh"
# shellcheck source=identity.sh
. "$sv_here/identity.sh"
# shellcheck source=find.sh
. "$sv_here/find.sh"
# shellcheck source=cgroup.sh
. "$sv_here/cgroup.sh"
# shellcheck source=sweep.sh
. "$sv_here/sweep.sh"

if [ "$sv_mode" = watch ]; then
	# shellcheck source=watch.sh
	. "$sv_here/watch.sh"
	exit 0
fi
sv_self
if [ "$sv_mode" = sweep ]; then
	sv_late=yes
	sv_end_watchdog
	sv_sweep
	sv_remove_cgroup
	exit 0
fi

# Whoever creates the claim decides: this supervisor, or a server that found the run not started.
sv_is_nothing claim || exit 0
set -C
{ printf '%s\n' "$sv_identity" >claim; } 2>/dev/null || exit 0
set +C
sv_main=$sv_own sv_main_start=${sv_identity#* }

sv_log=supervisor.log
sv_is_nothing "$sv_log" || sv_is_file "$sv_log" || sv_log=/dev/null
exec 3>&1 4>&2 >>"$sv_log" 2>&1
sv_open_notes
sv_reserve_record
# shellcheck source=watch.sh
(exec 3>&- 4>&- 6<&- && sv_notes=7 && . "$sv_here/watch.sh") </dev/null &
# Noted before the engine starts: it cannot have put anything in its place.
sv_watchdog=$!
if sv_stat "$sv_watchdog"; then
	sv_watchdog_start=$sv_start
	printf '%s\n' "$sv_watchdog $sv_start" >watchdog
fi

# In the foreground: a background child would have SIGINT ignored for good.
# shellcheck source=launch.sh
(. "$sv_here/launch.sh") >&3 2>&4 3>&- 4>&-
sv_code=$?
exec 3>&- 4>&-

sv_ended_at=$(date +%s)
sv_note over
# Opened for reading too: that waits for nobody, whatever the engine put there since the look.
! sv_is_nothing exit_code || printf '%s\n%s\n' "$sv_code" "$sv_ended_at" 1<>exit_code
sv_read_notes
# A watchdog that a server started has no notes.
# shellcheck disable=SC2031
if [ -z "$sv_stopped" ] && sv_read_file stopped; then
	case $sv_text in timeout | cancelled) sv_stopped=$sv_text ;; esac
fi
sv_end_watchdog
sv_sweep
sv_record
sv_remove_cgroup
exit 0
