import type { ApiName, Grants } from "../configure/route.ts";
import type { TokenCount } from "./token-count.ts";

export type Json = Record<string, unknown>;

/** Where a request's path leads, as the API says it. */
export interface Located {
  /** Where the path names it. */
  readonly model?: string;
  readonly stream?: boolean;
}

/** What of a request the host has to grant, and where in the body it stands. */
export interface Need {
  readonly grant: Exclude<keyof Grants, "fields" | "betas">;
  readonly where: string;
}

/** What a request asks for. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** Most tokens of all its answers; undefined when it names no bound. */
  readonly mostOutput: number | undefined;
  /** What is sent, made of what the schema knows. */
  readonly body: Json;
  /** Whether the count of the tokens was not asked for, and is not passed on. */
  readonly hidesCount?: boolean;
}

/** One vendor's way of talking to a model. */
export interface ModelApi {
  readonly name: ApiName;
  /** By the path behind the route's name; undefined when it is none of this API's. */
  locate(path: string): Located | undefined;
  /** Parts of a query that are passed on, `name=value`. */
  readonly query: readonly string[];
  readonly schema: { safeParse(body: unknown): SchemaResult };
  /** Of a body that the schema has let through. */
  needs(body: Json): Iterable<Need>;
  read(body: Json, located: Located): Asked;
  /** The header that carries the key. */
  key(key: string): readonly [name: string, value: string];
  /** What an event of a stream, or a whole answer, says that the call has cost by now. */
  count(answer: unknown): TokenCount | undefined;
  /** Whether nothing of an answer is to be expected after this event. */
  ends(event: unknown, data: string): boolean;
  /** The body of an error, as the vendor's clients read it. */
  failure(status: number, code: string, message: string): unknown;
}

export type SchemaResult =
  | { readonly success: true; readonly data: Json }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
