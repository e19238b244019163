import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { RefusedError, type Server, type ServerEvent } from "./server.ts";

const ServerContext = createContext<Server | undefined>(undefined);
export const ServerProvider = ServerContext.Provider;

export function useServer(): Server {
  const server = useContext(ServerContext);
  if (server === undefined) throw new Error("There is no server around this");
  return server;
}

/** A document that is asked for, anew when `path` or `version` changes. */
export interface Asked<T> {
  readonly value?: T | undefined;
  readonly problem?: RefusedError | undefined;
}

export function useDocument<T>(path: string, version: string | number = 0): Asked<T> {
  const server = useServer();
  const [asked, setAsked] = useState<Asked<T>>({});
  useEffect(() => {
    const ending = new AbortController();
    server.get<T>(path, ending.signal).then(
      (value) => setAsked({ value }),
      (error: unknown) => {
        if (!ending.signal.aborted) setAsked({ problem: asRefused(error) });
      },
    );
    return () => ending.abort();
  }, [server, path, version]);
  return asked;
}

const againMs = 2_000;

/**
 * Listens to a stream of the server for as long as it is on the screen and the page is looked at: a hidden page costs
 * nothing. A stream that breaks off is asked for again.
 *
 * @param hear Told each event; and `undefined` where all begins anew.
 */
export function useEvents(
  path: string,
  hear: (event: ServerEvent | undefined) => void,
): RefusedError | undefined {
  const server = useServer();
  const [problem, setProblem] = useState<RefusedError>();
  const isSeen = useIsSeen();
  useEffect(() => {
    if (!isSeen) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const listen = async () => {
      while (!signal.aborted) {
        try {
          hear(undefined);
          for await (const event of server.events(path, signal)) {
            setProblem(event.event === "problem" ? asRefused(event.data) : undefined);
            hear(event);
          }
        } catch (error) {
          if (signal.aborted) return;
          const refused = asRefused(error);
          setProblem(refused);
          // What was refused once is refused again.
          if (refused.status >= 400) return;
        }
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    };
    void listen();
    return () => ending.abort();
  }, [server, path, isSeen]);
  return problem;
}

function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isSeen;
}

function asRefused(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  return new RefusedError((error as Error).message, 0);
}
