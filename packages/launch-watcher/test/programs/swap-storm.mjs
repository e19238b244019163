// Gives the name argv[2] by turns to a directory and to a link to argv[3], as fast as it can.
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [, , name, outside] = process.argv;
process.stdout.write("swapping\n");
for (;;) {
  renameSync(name, `${name}.real`);
  symlinkSync(outside, name);
  unlinkSync(name);
  renameSync(`${name}.real`, name);
}
