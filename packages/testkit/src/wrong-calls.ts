/** Arguments that no function of ours takes, or takes by chance. */
const wrong: readonly (readonly unknown[])[] = [
  [],
  [null],
  [42],
  [{}],
  ["", null],
  [{}, {}],
  ["x", {}],
  ["x", null, null],
  [[null], null],
];

/** What a call threw, or rejected with. */
export interface WrongCall {
  readonly call: string;
  readonly thrown: unknown;
}

/** Calls every function of a module with wrong arguments; what they threw. Classes and `except` are left alone. */
export async function wrongCalls(
  module: Readonly<Record<string, unknown>>,
  except: readonly string[] = [],
): Promise<WrongCall[]> {
  const calls: WrongCall[] = [];
  for (const [name, value] of Object.entries(module)) {
    if (typeof value !== "function" || /^class\b/.test(String(value)) || except.includes(name)) continue;
    for (const given of wrong) {
      try {
        await (value as (...args: readonly unknown[]) => unknown)(...given);
      } catch (thrown) {
        calls.push({ call: `${name}(${given.map((each) => JSON.stringify(each)).join(", ")})`, thrown });
      }
    }
  }
  return calls;
}
