import { queryOptions, useQuery } from "@tanstack/react-query";
import { TidingsError } from "tidings-client";

import type { Capability } from "../lib/capability.ts";
import { tidings } from "./client.ts";

export type Session = {
  readonly user: {
    readonly id: number;
    readonly username: string;
    readonly name: string;
    readonly email: string;
    readonly roles: readonly string[];
  };
  readonly capabilities: readonly string[];
  readonly site: {
    readonly name: string;
    /** IANA name: every time that concerns the site is shown in it. */
    readonly time_zone: string;
    /** ISO 3166: numbers without a country are read as this country's. */
    readonly country: string | null;
    readonly version: string;
    /** No gateway reaches a provider: messages stay on this machine. */
    readonly sandbox: boolean;
    /** Set where a host platform owns the users. */
    readonly managed_by: { readonly name?: string; readonly url?: string | null } | null;
  };
};

/** The session, or null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return (await tidings.getSession({}, { signal })) as Session;
    } catch (error) {
      if (error instanceof TidingsError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** The session of the person who is signed in. Screens are shown to no one else. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error("A screen was rendered without a session.");
  return data;
}

/** Tells whether the person may do something. Hide what they may not do; the API refuses it in any case. */
export function useCan(): (capability: Capability) => boolean {
  const { capabilities } = useSession();
  return (capability) => capabilities.includes(capability);
}
