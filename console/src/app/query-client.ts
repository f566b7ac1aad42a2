import { QueryCache, QueryClient } from "@tanstack/react-query";
import { TidingsConnectionError, TidingsError } from "tidings-client";

import { sessionQuery } from "../api/session.ts";

/** A refusal stays one however often it is asked for; what may pass is tried twice more. */
function mayPass(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return error instanceof TidingsConnectionError || (error instanceof TidingsError && error.status >= 500);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // The session ended while a screen was open: the gate asks for a sign-in and returns to the screen.
      if (error instanceof TidingsError && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null);
    },
  }),
  defaultOptions: {
    queries: { retry: mayPass, staleTime: 10_000, refetchOnWindowFocus: true },
    // The client repeats a call itself when that cannot do a thing twice.
    mutations: { retry: false },
  },
});
