import type { Socket } from "node:net";

/** At a time. */
interface Most {
  /** Of one run itself. */
  readonly known: number;
  /** Of whoever has not shown yet that it is the run. */
  readonly strangers: number;
}

/**
 * The connections of a listener. Who has shown nothing yet takes no place of the run's: of too many strangers the one goes
 * that has been silent for longest, since whoever is the run says so at once.
 */
export class Connections {
  readonly #most: Most;
  readonly #turnAway: (socket: Socket) => void;
  /** In the order in which they came. */
  readonly #strangers = new Set<Socket>();
  readonly #known = new Map<string, Set<Socket>>();

  /** @param turnAway Ends a connection for which there is no place. */
  constructor(most: Most, turnAway: (socket: Socket) => void) {
    this.#most = most;
    this.#turnAway = turnAway;
  }

  arrive(socket: Socket): void {
    socket.on("close", () => {
      this.#strangers.delete(socket);
      for (const [guest, sockets] of this.#known) {
        sockets.delete(socket);
        if (sockets.size === 0) this.#known.delete(guest);
      }
    });
    this.#strangers.add(socket);
    const [first] = this.#strangers;
    if (first === undefined || this.#strangers.size <= this.#most.strangers) return;
    this.#strangers.delete(first);
    this.#turnAway(first);
  }

  /** It is this guest's. False where that has too many already; it stays a stranger then. */
  recognise(socket: Socket, guest: string): boolean {
    const sockets = this.#known.get(guest) ?? new Set();
    if (sockets.size >= this.#most.known) return false;
    this.#strangers.delete(socket);
    this.#known.set(guest, sockets.add(socket));
    return true;
  }
}
