/**
 * `asked`: before the engine hears of the call. `done`: the engine has done it, and nobody has heard of that.
 * `answering`: the first piece of its answer has come, and no other.
 */
export type Moment = "asked" | "done" | "answering";

/** Calls to an engine that a test holds, or whose connections it cuts. */
export interface HeldCalls {
  /** Holds the first such call until it is let go on. */
  hold(call: RegExp, moment: Moment): { readonly reached: Promise<void>; goOn(): void };
  /** Cuts the connection of the first such call. */
  cut(call: RegExp, moment: Moment): { readonly reached: Promise<void> };
  /** Answers the first such call with a failure of the engine's. */
  fail(call: RegExp): void;
}

interface Rule<Client> {
  readonly call: RegExp;
  readonly moment: Moment;
  /** What happens then to who asked; resolves when the call goes on, if it does. */
  readonly meet: (client: Client) => Promise<void>;
}

/** Of a call that never goes on. */
export const never = new Promise<void>(() => {});

/** Each is met once, by the first call that fits. */
export class CallRules<Client extends { destroy(): unknown }> {
  readonly #rules: Rule<Client>[] = [];

  add(call: RegExp, moment: Moment, meet: Rule<Client>["meet"]): Promise<void> {
    const reached = Promise.withResolvers<void>();
    this.#rules.push({ call, moment, meet: (client) => (reached.resolve(), meet(client)) });
    return reached.promise;
  }

  take(line: string, moment: Moment): Rule<Client> | undefined {
    const at = this.#rules.findIndex((rule) => rule.moment === moment && rule.call.test(line));
    return at === -1 ? undefined : this.#rules.splice(at, 1)[0];
  }

  readonly hold: HeldCalls["hold"] = (call, moment) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { reached: this.add(call, moment, () => promise), goOn: resolve };
  };

  readonly cut: HeldCalls["cut"] = (call, moment) => ({
    reached: this.add(call, moment, (client) => (client.destroy(), never)),
  });
}
