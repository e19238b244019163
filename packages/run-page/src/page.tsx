import type { Server } from "./connect/server.ts";
import { ServerProvider } from "./connect/use-server.ts";
import { RunList } from "./list/run-list.tsx";
import { useRoute } from "./route/route.ts";
import { RunPage } from "./run/run-page.tsx";

/** The list, or a run. */
export function Page({ server }: { readonly server: Server | undefined }) {
  const route = useRoute();
  if (server === undefined)
    return (
      <main>
        <h1>Retinue</h1>
        <p role="alert">This address has no token. Open the address that `retinue ui` printed.</p>
      </main>
    );
  return (
    <ServerProvider value={server}>
      {route.key === undefined ? (
        <RunList />
      ) : (
        <RunPage key={route.key} runKey={route.key} view={route.view} />
      )}
    </ServerProvider>
  );
}
