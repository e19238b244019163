import { Mailbox } from "../../../src/hear/mailbox.ts";

/** A mailbox that tells what became of its letters. */
export function mailbox() {
  const receipts: (string | undefined)[] = [];
  const box = new Mailbox({
    onDelivered: (_, how) => receipts.push(how),
    onUnsupported: (_, why) => receipts.push(why),
  });
  const send = (content: string) => box.add({ messageId: "m", source: "parent", content });
  return { box, receipts, send };
}
