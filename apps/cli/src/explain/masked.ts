const secretKey = /(^|[_-])(api[_-]?key|secret|token|password|authorization)$/i;

/** The same with the values of keys that hold secrets replaced: what is printed gets passed on. */
export function masked<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) =>
      typeof each === "string" && secretKey.test(key) ? "***" : each,
    ),
  ) as T;
}
