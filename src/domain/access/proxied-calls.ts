import type { Caller } from "./capability.ts";

/** A call that the platform passed on to us with its own word for who makes it, as it came over the wire. */
export type ProxiedCall = {
  readonly method: string;
  /** Path and query, byte for byte. */
  readonly target: string;
  readonly header: (name: string) => string | null;
  /** The whole body; read only where the platform's word covers it. */
  readonly body: () => Promise<Uint8Array>;
};

/** What the platform's word is worth, and what it says. */
export type ProxiedCalls =
  | {
      readonly kind: "known";
      /** null: the platform knows nobody by the credentials that came, or none came. */
      readonly caller: Caller | null;
      /** Where the person calls from, as the platform saw it; null: it does not say. */
      readonly ip: string | null;
      /** Path and query without what the platform added. */
      readonly target: string;
      /** Different for every call that was passed on; null: the same call may come again within its time. */
      readonly nonce: string | null;
    }
  /** Not by the platform, or changed on its way. */
  | { readonly kind: "forged" }
  /** By the platform, in an older way that leaves open what may be changed on the way. */
  | { readonly kind: "outdated" }
  /** Right, but too old or from the future: the clocks differ, or somebody repeats what he has seen. */
  | { readonly kind: "stale" }
  | { readonly kind: "replayed" };

/**
 * The way back is closed: a platform with N workers whose N calls each asked it something would answer none of them.
 * So what it says about a caller is signed, and nothing is asked.
 */
export type ProxiedCallReader = {
  /** Whether a call claims to be one. Such a call is never looked at in another way. */
  claims(header: (name: string) => string | null, target: string): boolean;
  judge(call: ProxiedCall): Promise<ProxiedCalls>;
  /**
   * The users whose rights or passwords have changed, as the platform tells it. What is remembered of them is dropped.
   * The other kinds: it was not the platform.
   */
  revoke(
    call: ProxiedCall,
  ): Promise<{ readonly kind: "done"; readonly users: number } | Exclude<ProxiedCalls, { kind: "known" }>>;
  /**
   * A change of an order, as the platform's shop tells it. The other kinds: it was not the platform.
   *
   * @returns `body`: byte for byte, what the platform signed
   */
  order(
    call: ProxiedCall,
  ): Promise<{ readonly kind: "told"; readonly body: Uint8Array } | Exclude<ProxiedCalls, { kind: "known" }>>;
};
