import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type Operations, TidingsError } from "tidings-client";

import type { Capability } from "../lib/capability.ts";
import { onceMore } from "../lib/once-more.ts";
import { tidings } from "./client.ts";

/** Who is signed in, what they may do, and what the site is. */
export type Session = Operations["getSession"]["data"];

/** Whether a call was refused because nobody is signed in. A wrong password is refused in the same way. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof TidingsError && error.status === 401;
}

/** The session, or null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await tidings.getSession({}, { signal });
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  // It is requested before the first rendering: a failure is shown then, and the request is not repeated behind a blank
  // page.
  retryOnMount: false,
});

const reread = onceMore();

/** Queries again who is signed in. A read under way is canceled: its answer may be from before the session ended. */
export function refetchSession(queries: QueryClient): void {
  reread(() => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }));
}

let kept: Session | null = null;

/** The last session: after its end, its screens stay in the page, hidden, until the same person signs in again. */
export const keptSession = (): Session | null => kept;

/** Together with the data of `sessionQuery` alone, whose change renders what depends on it. */
export function keepSession(session: Session | null): void {
  kept = session;
}

/** The session of the person who is signed in. Screens are shown to no one else. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  const session = data ?? keptSession();
  if (!session) throw new Error("A screen was rendered without a session.");
  return session;
}

/** Returns whether the person may do something. Hide what they may not do; the API refuses it in any case. */
export function useCan(): (capability: Capability) => boolean {
  const { capabilities } = useSession();
  return (capability) => capabilities.includes(capability);
}
