import { expect, test } from "vitest";
import { apis, type Api } from "../models/model-parent.ts";
import { outcomes, rowsOfReadme } from "./outcome-table.ts";
import { command, modelOf } from "./subjects.ts";

test(
  "whatever a model or a command was at when its run was cut off: the README's table says what came back",
  { timeout: 500_000 },
  async () => {
    const subjects = [...(Object.keys(apis) as Api[]).map(modelOf), command];
    const rows = await outcomes({ subjects, atOnce: 4 });
    expect(rows).toEqual(rowsOfReadme(Object.keys(rows)));
  },
);
