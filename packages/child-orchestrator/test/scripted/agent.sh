#!/bin/sh
# A member of a team that does what a test wrote down for it: see scripted-team.ts.
step="$SCRIPT/$(basename "$RETINUE_REPLY_FILE" .json)"
cat >"$step.prompt"
# Renamed, so that whoever sees it finds the number in it.
echo "$$" >"$step.starting"
mv "$step.starting" "$step.started"
while [ -e "$SCRIPT/$RETINUE_AGENT_ID.$RETINUE_STAGE.closed" ]; do sleep 0.01; done
if [ -e "$step.reply" ]; then cp "$step.reply" "$RETINUE_REPLY_FILE"; fi
if [ -e "$step.file" ]; then cp "$step.file" result.txt; fi
if [ -e "$step.err" ]; then cat "$step.err" >&2; fi
if [ -e "$step.out" ]; then cat "$step.out"; fi
if [ -e "$step.exit" ]; then exit "$(cat "$step.exit")"; fi
if [ ! -e "$step.out" ] && [ ! -e "$step.reply" ]; then
  echo "nothing is written down for $step" >&2
  exit 99
fi
