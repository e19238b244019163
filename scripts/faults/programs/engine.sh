#!/bin/sh
# The quick engine of a world, started as the server's launch prefix: engine.sh WORLD COMMAND... It counts
# its start beside the world, answers, and notes that its answer is complete. By the subagent's name:
# held-* waits for the file `go` before it ends, real-* runs the command, which is retinue-child itself.
world=$1
shift
id=${MASSGEN_LOG_BASE_DIR%/live_logs}
id=${id##*/}
printf '%s %s\n' "$id" "$RETINUE_RUN" >>"$world/starts"
# Which groups are the run's own has its marker in the name.
grep -sF "$RETINUE_RUN" /proc/self/cgroup >>"$world/cgroups"
case $id in
real-*) exec "$@" ;;
esac

output=
while [ $# -gt 0 ]; do
	[ "$1" != --output-file ] || output=$2
	shift
done
trap 'exit 130' INT TERM

answer="answer of $RETINUE_RUN"
logs=$MASSGEN_LOG_BASE_DIR/log_20260101_000000_000000/turn_1/attempt_1
mkdir -p "$logs/solo/20260101_000000_000000" || exit 1
printf '%s\n' "$answer" >"$logs/solo/20260101_000000_000000/answer.txt" || exit 1
printf '%s' '{"meta":{"elapsed_seconds":1},"costs":{"total_input_tokens":10,"total_output_tokens":5,"total_estimated_cost":0.25},"coordination":{"phase":"presentation","completion_percentage":90,"is_final_presentation":true},"agents":{"solo":{"status":"answered","answer_count":1,"latest_answer_label":"agent1.1"}},"historical_workspaces":[],"results":{"votes":{"agent1.1":1},"winner":"solo"}}' \
	>"$logs/status.tmp" && mv "$logs/status.tmp" "$logs/status.json" || exit 1
case $id in
held-*) while [ ! -e "$world/go" ]; do sleep 0.1; done ;;
esac
mkdir -p "$logs/final/solo" || exit 1
printf '%s\n' "$answer" >"$logs/final/solo/answer.txt" || exit 1
printf '%s\n' "$answer" >"$output" || exit 1
printf '%s %s\n' "$id" "$RETINUE_RUN" >>"$world/wrote"
exit 0
