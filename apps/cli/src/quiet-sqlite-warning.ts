/** Node 22 calls node:sqlite experimental on stderr; what the runtime uses of it is stable since. */
export function quietSqliteWarning(): void {
  const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]) => {
    if (!String(args[0]).includes("SQLite is an experimental feature")) emit(...args);
  };
}
