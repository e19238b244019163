import { z } from "zod";
import { upstreamProblem } from "./upstream-problem.ts";

/** The ways of talking to a model that the broker knows. */
export const apiNames = ["chat", "responses", "messages", "gemini"] as const;
export type ApiName = (typeof apiNames)[number];

const dollars = z.number().min(0).describe("US dollars for a million tokens");
const priceSchema = z
  .strictObject({
    input: dollars,
    output: dollars,
    cacheRead: dollars.optional(),
    cacheWrite: dollars.optional(),
  })
  .describe("What a model costs that is not in the list of prices, or costs something else here");

export const grantsSchema = z
  .strictObject({
    vendor_tools: z
      .boolean()
      .default(false)
      .describe("Tools that the vendor runs: searches, code, MCP servers"),
    urls: z.boolean().default(false).describe("Addresses that the vendor fetches: pictures, documents"),
    files: z
      .boolean()
      .default(false)
      .describe("Files and caches that are kept at the vendor's, by their ids"),
    store: z.boolean().default(false).describe("Conversations that the vendor keeps"),
    background: z.boolean().default(false).describe("Answers that are made after the call has ended"),
    service_tiers: z.boolean().default(false).describe("Tiers that cost more than the list says"),
    fields: z.array(z.string().min(1)).default([]).describe("Further fields of a request's body, by name"),
    betas: z
      .array(z.string().regex(/^[a-z0-9-]+$/))
      .default([])
      .describe("Anthropic's betas, by name"),
  })
  .describe("What a request may hold beside text, pictures in it and tools of the client's own");
export type Grants = z.output<typeof grantsSchema>;

/** Most tokens that a model writes where the request names no bound: what is set aside for the answer. */
const usualOutput = 32_768;

export const routeSchema = z
  .strictObject({
    upstream: z
      .string()
      .superRefine((value, context) => {
        const message = upstreamProblem(value);
        if (message !== undefined) context.addIssue({ code: "custom", message });
      })
      .describe("Server of the models, without the API's own path: https://api.openai.com"),
    key_env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
      .optional()
      .describe("Variable of the host that holds the key; left out: the server is asked without one"),
    models: z
      .array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/, "is no name of a model"))
      .min(1)
      .max(100)
      .describe("Models that may be asked, letter by letter"),
    apis: z
      .array(z.enum(apiNames))
      .min(1)
      .optional()
      .describe("Default by the route's name: openai, claude, gemini; chat for any other"),
    prices: z.record(z.string(), priceSchema).default({}),
    grants: grantsSchema.prefault({}),
    max_output_tokens: z
      .number()
      .int()
      .min(1)
      .max(10_000_000)
      .default(usualOutput)
      .describe("Set aside for an answer whose request names no bound"),
  })
  .refine(({ upstream, key_env: key }) => key === undefined || !isPlain(upstream), {
    message: "a key is sent over https, or to this machine: take an https address",
    path: ["upstream"],
  });
export type Route = z.output<typeof routeSchema>;

export const routesSchema = z
  .record(z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/, "is no name of a route"), routeSchema)
  .refine((routes) => Object.keys(routes).length > 0, "names no route")
  .describe("What a run may reach: /NAME/… of its socket goes to the upstream of that name");
export type Routes = z.output<typeof routesSchema>;

function isPlain(upstream: string): boolean {
  return upstream.startsWith("http:") && !/^http:\/\/(127\.|localhost[:/]|localhost$|\[::1\])/.test(upstream);
}
