/** What of a connection is borne. Times in milliseconds. */
export interface Bounds {
  /** Connections of one run at a time; further ones are refused. */
  readonly connections: number;
  /** The same of those that have not shown the token of a run that has one; the oldest makes room. */
  readonly strangers: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** From a connection to the end of its request's head. */
  readonly headMs: number;
  /** The same where the head has to show a token: longest that a stranger is waited for. */
  readonly strangerMs: number;
  /** Between two pieces of a request's body. */
  readonly bodyStallMs: number;
  /** From the head to the end of the body. */
  readonly bodyMs: number;
  /** For which a client may leave a part of the answer unread. */
  readonly unreadMs: number;
  /** Until a call may begin, behind others of its account or a pause of its route. */
  readonly waitMs: number;
  /** From the request to the head of the upstream's answer; to its last byte where it is no stream. */
  readonly firstByteMs: number;
  /** Between two pieces of the upstream's answer, two whole events of a stream. */
  readonly stallMs: number;
  /** Of an answer that is no stream, and of one event of a stream. */
  readonly answerBytes: number;
}

export const usualBounds: Bounds = {
  connections: 64,
  strangers: 256,
  headerBytes: 16_384,
  bodyBytes: 16 * 1024 * 1024,
  headMs: 10_000,
  strangerMs: 5000,
  bodyStallMs: 10_000,
  bodyMs: 120_000,
  unreadMs: 120_000,
  waitMs: 600_000,
  firstByteMs: 900_000,
  stallMs: 300_000,
  answerBytes: 32 * 1024 * 1024,
};
