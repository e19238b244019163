import { expect, it, onTestFinished, vi } from "vitest";
import { openModels, withSpending } from "../../src/request/request-models.ts";

const lost = new Error("another watcher has the Lease");

/** A host that has lost its turn, and what its broker was told all the same. */
function frozen() {
  const told: string[] = [];
  const tell = (what: string) => async () => void told.push(what);
  const runs = { open: tell("open"), close: tell("close"), forget: tell("forget") };
  const models = { runs, network: async () => ({}), input: () => ({}) };
  const confirm = () => {
    throw lost;
  };
  return { told, host: { models, confirm, log: () => {} } as never };
}

it.each([
  [
    "open",
    (host: never) => openModels(host, { name: "a" } as never, { outbox: {}, admitted: asking } as never),
  ],
  ["close", (host: never) => withSpending(host, gone as never, {} as never)],
])(
  "a watcher that has lost its turn does not %s a run at the broker: the next one goes on with it",
  async (_what, act) => {
    const { host, told } = frozen();
    await expect(act(host)).rejects.toBe(lost);
    expect(told).toEqual([]);
  },
);

it("a run's calls over the network may be made for its whole time, however long its pod has waited", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const deadlines: number[] = [];
  const runs = { open: async (deadline: Date) => void deadlines.push(deadline.getTime()) };
  const input = (_name: string, _outbox: object, { deadline }: { deadline: Date }) => deadline;
  const models = { runs, network: async () => ({}), input };
  const host = { models, confirm: () => {} } as never;
  using opened = await openModels(host, { name: "a" } as never, { outbox: {}, admitted: asking } as never);
  const [asked = 0] = deadlines;
  vi.setSystemTime(3_600_000);
  await opened?.begin();
  expect(deadlines).toEqual([asked, asked + 3_600_000]);
});

const asking = { models: { routes: {} }, timeoutSeconds: 1 };
const gone = { hasGone: true, asksModels: true, name: "a" };
