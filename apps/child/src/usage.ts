/** What `retinue-child --help` says. */
export const usage = `retinue-child --config FILE --automation --output-file FILE [--session-id ID] -- PROMPT

Runs a team of agents from a MassGen configuration; a launcher starts it, and a person may.

  --config FILE            the team (YAML or JSON): agents, orchestrator
  --output-file FILE       gets the final answer
  --prompt-file FILE       the task, instead of PROMPT: an argument is seen by all who list processes
  --session-id ID          continue a session of this directory
  --automation             no terminal (always so; MassGen's launchers say it)
  --no-parse-at-references @path in the task is literal (always so)
  --version, --help

Works in the current directory. Logs go to MASSGEN_LOG_BASE_DIR, else .massgen/massgen_logs.
Exit codes: 0 answered, 1 no answer, 2 bad input, 79 its budget was spent before, 130 interrupted.

Examples:
  retinue-child --config team.yaml --automation --output-file answer.txt -- "Which licences are copyleft?"
  retinue-child --config team.yaml --automation --output-file answer.txt --prompt-file task.md
`;
