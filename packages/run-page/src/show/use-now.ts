import { useEffect, useState } from "preact/hooks";

/** The time, in milliseconds: a new one each second while something goes on. */
export function useNow(goesOn: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!goesOn) return undefined;
    setNow(Date.now());
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, [goesOn]);
  return now;
}
