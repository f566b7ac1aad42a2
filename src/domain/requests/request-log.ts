import type { Uuid } from "#lib/ids";

/** Messages of one call that are kept; a batch may have made a thousand. */
export const MESSAGES_KEPT = 10;

/** The stored facts about a call of the API: nothing of its body, its query, or a person. */
export type LoggedRequest = {
  /** A UUIDv7 of the instant at which the call began. */
  readonly id: Uuid;
  /** As in the header X-Request-Id; null: the caller chose one that may contain anything. */
  readonly requestId: string | null;
  readonly method: string;
  /** The pattern, below the base path: "/messages/{id}". */
  readonly route: string;
  /** The pattern with the ids of this call, as far as they are ids. */
  readonly path: string;
  readonly status: number;
  /** The error code; null: it succeeded. */
  readonly code: string | null;
  /** Names of the parameters that the error concerns, of those that the route knows. */
  readonly parameters: readonly string[];
  readonly durationMs: number;
  /** The caller; null: not identified, or deleted since. */
  readonly principal: string | null;
  /** The application password; null: a web session, or a host that does not name it. */
  readonly passwordId: string | null;
  /** It got the response to an earlier call with the same Idempotency-Key. */
  readonly replayed: boolean;
  /** When that call's work was stored, in milliseconds since 1970; null: not replayed, or not known. */
  readonly originalAt: number | null;
  /** The messages that the response names: those that the call made, or acted on. */
  readonly messageIds: readonly Uuid[];
};

/** Calls that were not recorded, because there were too many at that moment. */
export type SkippedRequests = { readonly succeeded: number; readonly failed: number };

export type RequestFilter = {
  /** Only this caller's; null: everyone's. */
  readonly principal: string | null;
  readonly statuses: readonly { readonly from: number; readonly to: number }[] | null;
  readonly method: string | null;
  readonly route: string | null;
  readonly code: string | null;
  readonly passwordId: string | null;
  readonly requestId: string | null;
  readonly replayed: boolean | null;
  /** Milliseconds since 1970, from (inclusive) to (exclusive). */
  readonly from: number | null;
  readonly to: number | null;
};

export type RequestLogStore = {
  /**
   * Stores what one node has recorded. The same entries once more change nothing. Callers that were deleted are left
   * out.
   *
   * @returns the entries that the database refuses because of their contents, now and every other time
   */
  append(entries: readonly LoggedRequest[]): Promise<readonly LoggedRequest[]>;
  /** Adds to the counts of the present minute. */
  addSkipped(skipped: SkippedRequests): Promise<void>;
  /** Newest first, those before the cursor. */
  list(
    page: RequestFilter & { readonly before: Uuid | null; readonly limit: number },
  ): Promise<readonly LoggedRequest[]>;
  /** How many were not recorded in that time. */
  skipped(range: Pick<RequestFilter, "from" | "to">): Promise<SkippedRequests>;
  /** @param principal only a call of this caller; null: anyone's */
  find(id: Uuid, principal: string | null): Promise<LoggedRequest | null>;
  /** The call that a replayed one repeated, if it was recorded. */
  original(replay: LoggedRequest): Promise<LoggedRequest | null>;
  /** Deletes entries that are older than `days` or exceed `rows`, at most `limit` entries. Returns how many. */
  prune(bounds: { readonly days: number; readonly rows: number }, limit: number): Promise<number>;
  /** Takes deleted users out of at most `limit` entries, which are shown without them already. Returns how many. */
  forgetCallers(limit: number): Promise<number>;
};
