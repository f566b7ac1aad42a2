import type { Caller } from "./capability.ts";

/** A call that the platform proxied with its own statement of the caller, as received. */
export type ProxiedCall = {
  readonly method: string;
  /** Path and query, byte for byte. */
  readonly target: string;
  readonly header: (name: string) => string | null;
  /** The whole body; read only if the platform's signature covers it. */
  readonly body: () => Promise<Uint8Array>;
};

/** The result of checking the platform's statement. */
export type ProxiedCalls =
  | {
      readonly kind: "known";
      /** null: the credentials match no user of the platform, or there were none. */
      readonly caller: Caller | null;
      /** The person's address as the platform saw it; null: not stated. */
      readonly ip: string | null;
      /** Path and query without what the platform added. */
      readonly target: string;
      /** Different for every proxied call; null: the same call may be repeated within its lifetime. */
      readonly nonce: string | null;
    }
  /** Not from the platform, or changed in transit. */
  | { readonly kind: "forged" }
  /** From the platform, in an older format that does not protect everything against changes in transit. */
  | { readonly kind: "outdated" }
  /** Valid, but too old or from the future: the clocks differ, or someone is replaying a call. */
  | { readonly kind: "stale" }
  | { readonly kind: "replayed" };

/**
 * The platform cannot be queried during a proxied call: if each of the calls of its N workers queried it, none would be
 * answered. So its statement about a caller is signed, and no query is made.
 */
export type ProxiedCallReader = {
  /** Whether a call claims to be proxied. Such a call is never authenticated in any other way. */
  claims(header: (name: string) => string | null, target: string): boolean;
  judge(call: ProxiedCall): Promise<ProxiedCalls>;
  /**
   * Handles the platform's report of users whose rights or passwords have changed: what is cached about them is
   * dropped. The other kinds: it was not the platform.
   */
  revoke(
    call: ProxiedCall,
  ): Promise<{ readonly kind: "done"; readonly users: number } | Exclude<ProxiedCalls, { kind: "known" }>>;
  /**
   * Reads the report of a changed order from the platform's shop. The other kinds: it was not the platform.
   *
   * @returns `body`: the exact bytes that the platform signed
   */
  order(
    call: ProxiedCall,
  ): Promise<{ readonly kind: "reported"; readonly body: Uint8Array } | Exclude<ProxiedCalls, { kind: "known" }>>;
};
