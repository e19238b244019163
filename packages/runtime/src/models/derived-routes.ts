import type { ApiName } from "@retinue/model-broker";

/** What one agent asks. */
interface Asked {
  readonly api: ApiName;
  readonly upstream: string;
  /** Variable that holds its key. */
  readonly key: string | undefined;
  readonly model: string;
  /** By the vendor's own tool. */
  readonly searches: boolean;
}

const families = { chat: "openai", responses: "openai", messages: "claude", gemini: "gemini" } as const;

/** Routes by what agents ask: one for each server, key and vendor. */
export class DerivedRoutes {
  readonly #routes = new Map<string, Asked & { readonly models: Set<string>; readonly apis: Set<ApiName> }>();

  /** Returns the name of the route. */
  add(asked: Asked): string {
    const family = families[asked.api];
    for (let copy = 1; ; copy++) {
      const name = copy === 1 ? family : `${family}_${copy}`;
      const present = this.#routes.get(name);
      if (present === undefined) {
        this.#routes.set(name, { ...asked, models: new Set([asked.model]), apis: new Set([asked.api]) });
        return name;
      }
      const { upstream, key, searches } = present;
      if (upstream !== asked.upstream || key !== asked.key || searches !== asked.searches) continue;
      present.models.add(asked.model);
      present.apis.add(asked.api);
      return name;
    }
  }

  /** As a configuration would have them. */
  get routes(): Readonly<Record<string, object>> {
    return Object.fromEntries(
      [...this.#routes].map(([name, { upstream, key, models, apis, searches }]) => [
        name,
        {
          upstream,
          ...(key !== undefined && { key_env: key }),
          models: [...models],
          apis: [...apis],
          ...(searches && { grants: { vendor_tools: true } }),
        },
      ]),
    );
  }
}
