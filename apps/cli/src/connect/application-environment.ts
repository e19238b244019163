import { delimiter, dirname } from "node:path";

/**
 * What a server needs that is started from a desktop and not from a shell: the PATH on which programs are found now,
 * and before all the Node that runs this.
 */
export function applicationEnvironment({ PATH = "" }: Readonly<Record<string, string | undefined>>): {
  readonly PATH: string;
} {
  const own = dirname(process.execPath);
  return {
    PATH: [own, ...PATH.split(delimiter).filter((each) => each !== own && each !== "")].join(delimiter),
  };
}
