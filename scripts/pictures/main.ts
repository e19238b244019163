/** Makes the pictures that the READMEs show anew, from real runs: `pnpm pictures`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pictureOfARun } from "./picture-of-a-run.ts";

const directory = join(import.meta.dirname, "../../pictures");
const { svg, frames } = await pictureOfARun();
mkdirSync(directory, { recursive: true });
writeFileSync(join(directory, "run.svg"), svg);
console.log(`pictures/run.svg: ${frames.length} frames, ${Math.round(svg.length / 1024)} KB`);
