import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Nearer than this to the end is at the end, in pixels. */
const nearPx = 40;

/** Shows the end of what grows, as long as nobody has scrolled away from it. */
export function useStickToEnd<E extends HTMLElement>(text: string): RefObject<E | null> {
  const frame = useRef<E>(null);
  const lastHeight = useRef(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const { scrollTop, clientHeight, scrollHeight } = current;
    const wasAtEnd = scrollTop + clientHeight >= lastHeight.current - nearPx;
    lastHeight.current = scrollHeight;
    if (wasAtEnd) current.scrollTop = scrollHeight;
  }, [text]);
  return frame;
}
