import { useEffect, useState } from "preact/hooks";

/** The views of a run, in their order. */
export const views = ["team", "answers", "cost", "changes", "recovery", "log"] as const;
export type View = (typeof views)[number];

export type Route = { readonly key?: undefined } | { readonly key: string; readonly view: View };

/** `#/` is the list, `#/runs/<key>/<view>` a run. */
export function routeOf(hash: string): Route {
  const [, key, view] = /^#\/runs\/([\w.-]+)(?:\/(\w+))?$/.exec(hash) ?? [];
  if (key === undefined) return {};
  return { key, view: views.find((each) => each === view) ?? "team" };
}

export function addressOf(key: string, view: View): string {
  return `#/runs/${key}/${view}`;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const look = () => setRoute(routeOf(location.hash));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return route;
}
