import type { Capability } from "./capability.ts";

/** A user of the platform, with their present rights. */
export type PlatformUser = {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly capabilities: ReadonlySet<Capability>;
  /** Differs once their password on the platform has changed: sessions opened before it have ended. */
  readonly stamp: string;
};

/** One attempt to sign in, as begun by a browser. */
export type SignInAttempt = {
  /** 22 characters of base64url, random: the browser has it in a cookie, and the platform returns it. */
  readonly state: string;
  /** Absolute URL to which the platform sends the browser back. */
  readonly returnTo: string;
};

/**
 * Signing in to the console with the platform's own accounts: the platform names the browser's user in a signed
 * statement.
 */
export type PlatformSignIn = {
  /** Where people sign in, as they know it: "site.example". */
  readonly place: string;
  /** Why signing in there is not possible at the moment, as a sentence; null: it is possible. */
  obstacle(): Promise<string | null>;
  /** The page of the platform that signs the browser's user in and sends them back. */
  addressFor(attempt: SignInAttempt): string;
  /**
   * The user named by the platform in the query with which the browser returns. "forged": the platform did not sign it
   * for this attempt. "stale": it did, too long ago, or the clocks differ.
   */
  read(answer: URLSearchParams, attempt: SignInAttempt): PlatformUser | "forged" | "stale";
  /**
   * Queries the platform for a user's present rights. null: they are no longer a user.
   *
   * @throws DomainError `host_unavailable`
   */
  userNow(id: number): Promise<PlatformUser | null>;
};
