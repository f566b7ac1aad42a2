import { hashKey, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { isSignedOut, keepSession, keptSession, refetchSession, type Session, sessionQuery } from "../api/session.ts";
import { closeOverlays } from "../components/overlays/overlay-host.tsx";
import { endHeadStart } from "../lib/head-start.ts";
import { notifyOtherTabs, onOtherTabNotification } from "../lib/own-storage.ts";

/** The session ended while a screen was open: the gate asks for a sign-in and returns to the screen. */
const onError = (error: unknown): void => {
  if (isSignedOut(error)) refetchSession(queryClient);
};

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      onError(error);
      // A screen that shows the failure in place of its data would lose what is typed in it.
      if (isSignedOut(error) && query.state.data !== undefined) {
        query.setState({ ...query.state, status: "success", error: null, isInvalidated: true });
      }
    },
  }),
  mutationCache: new MutationCache({ onError }),
  // Offline, a call fails at once: TanStack would keep it and make it later, when it is no longer expected. The client
  // itself repeats calls that can safely be repeated.
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

/** Everything that one person was shown is removed before the next one sees a screen. */
function follow(session: Session | null): void {
  const next = session?.user.id ?? null;
  const before = keptSession()?.user.id ?? next;
  if (session) keepSession(session);
  if (next === person) return;
  if (typeof person === "number") {
    endHeadStart();
    closeOverlays();
    keepShown();
  }
  if (next !== null && next !== before) forgetShown();
  person = next;
  notifyOtherTabs(next);
}

/** The data of the hidden screens are kept until the same person signs in again, however much later that is. */
function keepShown(): void {
  const shown = queryClient.getQueryCache().findAll({ type: "active" });
  for (const query of shown) query.setOptions({ ...query.options, gcTime: Infinity });
}

function forgetShown(): void {
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== sessionHash });
  queryClient.getMutationCache().clear();
}

/** Signing out in one tab leaves nothing behind in the others. */
function leave(): void {
  keepSession(null);
  forgetShown();
  // What is hidden already is not rendered by the change: there was no session before, either.
  if (person === null) location.replace("/");
  else queryClient.setQueryData(sessionQuery.queryKey, null);
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== "updated" || query.queryHash !== sessionHash) return;
  const session: unknown = query.state.data;
  if (session !== undefined) follow(session as Session | null);
});
onOtherTabNotification((id) => {
  if (id === "left") leave();
  else if (id !== person) refetchSession(queryClient);
});
