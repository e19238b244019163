// Gives the name argv[2] by turns to a directory with a file in it and to a link to argv[3], as fast as it can.
import { mkdirSync, rmdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";

const [, , name, outside] = process.argv;
process.stdout.write("swapping\n");
for (;;) {
  try {
    mkdirSync(name);
    writeFileSync(`${name}/own`, "");
    unlinkSync(`${name}/own`);
    rmdirSync(name);
    symlinkSync(outside, name);
    unlinkSync(name);
  } catch {
    // Somebody else took it away in between: on with it.
  }
}
