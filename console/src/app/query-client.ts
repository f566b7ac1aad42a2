import { hashKey, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { refetchSession, isSignedOut, type Session, sessionQuery } from "../api/session.ts";
import { closeOverlays } from "../components/overlay-host.tsx";
import { endHeadStart } from "../lib/head-start.ts";
import { tellOtherTabs, whenOtherTabTells } from "../lib/own-storage.ts";

/** The session ended while a screen was open: the gate asks for a sign-in and returns to the screen. */
const onError = (error: unknown): void => {
  if (isSignedOut(error)) refetchSession(queryClient);
};

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // Offline a call fails at once: TanStack would keep it and make it later, when nobody expects it any more. The client
  // repeats a call itself when that cannot do a thing twice.
  defaultOptions: {
    queries: {
      networkMode: "always",
      retry: false,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

const sessionHash = hashKey(sessionQuery.queryKey);
/** undefined: not known yet. */
let person: number | null | undefined;

/** What one person was shown is gone before the next one sees a screen. */
function follow(session: Session | null): void {
  const next = session?.user.id ?? null;
  if (next === person) return;
  if (typeof person === "number") {
    endHeadStart();
    queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== sessionHash });
    queryClient.getMutationCache().clear();
    closeOverlays();
  }
  person = next;
  tellOtherTabs(next);
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== "updated" || query.queryHash !== sessionHash) return;
  const session: unknown = query.state.data;
  if (session !== undefined) follow(session as Session | null);
});
whenOtherTabTells((id) => {
  if (id !== person) refetchSession(queryClient);
});
