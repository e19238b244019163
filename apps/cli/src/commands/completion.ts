import type { Command } from "commander";
import { bashScript } from "../complete/bash-script.ts";
import { completionTable } from "../complete/completion-table.ts";
import { fishScript } from "../complete/fish-script.ts";
import type { Shell } from "../complete/shells.ts";
import { zshScript } from "../complete/zsh-script.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** `retinue completion <shell>`: the script with which a shell completes the commands of `program`. */
export function completion(shell: Shell, program: Command): void {
  process.stdout.write(scripts[shell](completionTable(program)));
}
