// An engine whose first instruction is to say what time it is. It gives no answer.
const at = performance.timeOrigin + performance.now();
process.stdout.write(`${at}\n`);
