#!/bin/sh
# shellcheck disable=SC2034,SC2154
# Becomes the engine: tells who it is, joins the cgroup, leaves the supervisor's session.
sv_self
sv_in_force=
if [ -n "$sv_cgroup" ] && { printf 0 >"$sv_cgroup/cgroup.procs"; } 2>/dev/null; then
	if [ -e "$sv_cgroup/cgroup.type" ]; then sv_in_force=cgroup-v2, ; else sv_in_force=cgroup-v1, ; fi
fi
for sv_name in session parents marker; do
	[ "$sv_name" != session ] || [ -n "$sv_setsid" ] || continue
	if sv_may "$sv_name"; then sv_in_force=$sv_in_force$sv_name, ; fi
done
# One write: whoever reads two whole lines reads all of it.
printf '%s\n%s\n' "$sv_identity" "${sv_in_force%,}" >process
sv_note "leader $sv_identity ,${sv_in_force%,}"
exec 5>&- 6<&- 7<&-

cd "$sv_cwd" || exit 127
RETINUE_RUN=$sv_marker
export RETINUE_RUN
if [ -n "$sv_path_set" ]; then PATH=$sv_path; else unset PATH; fi
case $1 in
*/*)
	if [ ! -e "$1" ]; then
		printf 'retinue: cannot start %s: not found\n' "$1" >&2
		exit 127
	fi
	if [ -d "$1" ] || [ ! -x "$1" ]; then
		printf 'retinue: cannot start %s: not executable\n' "$1" >&2
		exit 126
	fi
	;;
*)
	if ! command -v "$1" >/dev/null 2>&1; then
		printf 'retinue: cannot start %s: not found in PATH\n' "$1" >&2
		exit 127
	fi
	;;
esac
# The shell's own bookkeeping is no part of the environment that was given.
unset PWD OLDPWD SHLVL
# bash cannot be kept from exporting "_".
[ -z "${BASH_VERSION-}" ] || set -- /usr/bin/env -u _ "$@"
# Without setsid there is no session to find the run by; it is not named as in force then.
[ -z "$sv_setsid" ] || set -- "$sv_setsid" "$@"
exec "$@"
