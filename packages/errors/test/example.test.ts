import { expect, test } from "vitest";
import { z } from "zod";
import { isRetinueError, parseOrThrow, RetinueError } from "../src/index.ts";

// #region example
class OrderError extends RetinueError<"INVALID_ORDER"> {
  override readonly name = "OrderError";
}

const orderSchema = z.object({ lines: z.array(z.object({ amount: z.number().positive() })) });

function placeOrder(order: unknown) {
  const { lines } = parseOrThrow(orderSchema, order, (problems, cause) => {
    const remedy = "Correct the named values; nothing was ordered.";
    return new OrderError("INVALID_ORDER", `No order: ${problems.join("; ")}`, { remedy, cause });
  });
  return lines.length;
}
// #endregion example

test("an argument that is not valid becomes an error of one's own", () => {
  expect(placeOrder({ lines: [{ amount: 2 }] })).toBe(1);
  let thrown: unknown;
  try {
    placeOrder({ lines: [{ amount: 2 }, { amount: -1 }] });
  } catch (error) {
    thrown = error;
  }
  expect(isRetinueError(thrown)).toBe(true);
  expect(thrown).toMatchObject({
    name: "OrderError",
    code: "INVALID_ORDER",
    message: expect.stringMatching(/^No order: lines\[1\]\.amount: /),
    remedy: "Correct the named values; nothing was ordered.",
    details: {},
    cause: expect.any(z.ZodError),
  });
});
