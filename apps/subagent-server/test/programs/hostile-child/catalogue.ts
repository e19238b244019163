import type { Trick } from "./trick.ts";
import { deletions } from "./tricks/deletions.ts";
import { forks } from "./tricks/forks.ts";
import { gates } from "./tricks/gates.ts";
import { links } from "./tricks/links.ts";
import { manyFiles } from "./tricks/many-files.ts";
import { names } from "./tricks/names.ts";
import { outputFloods } from "./tricks/output-floods.ts";
import { signals } from "./tricks/signals.ts";
import { sizes } from "./tricks/sizes.ts";
import { specialFiles } from "./tricks/special-files.ts";
import { statusFloods } from "./tricks/status-floods.ts";
import { statusShapes } from "./tricks/status-shapes.ts";
import { swaps } from "./tricks/swaps.ts";

/** Every trick, in a fixed order: the first seeds do one each. */
export const catalogue: readonly Trick[] = [
  ...gates,
  ...specialFiles,
  ...links,
  ...swaps,
  ...sizes,
  ...manyFiles,
  ...statusFloods,
  ...statusShapes,
  ...outputFloods,
  ...names,
  ...forks,
  ...signals,
  ...deletions,
];
