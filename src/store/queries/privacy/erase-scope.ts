import type { HeldKind } from "#domain/privacy/privacy-store";
import type { Phone } from "#domain/recipients/phone";
import { uuidFloor, type Uuid } from "#lib/ids";
import { second } from "#lib/time";

/** What a step needs to know about its erasure. */
export type ErasureScope = {
  readonly phone: Phone;
  readonly requestedAt: Date;
  /** Id of the last entry that the log had by then. */
  readonly lastEntry: number;
};

/** The result of one step. */
export type ErasureStep = {
  readonly erased?: Readonly<Partial<Record<HeldKind, number>>>;
  /** Where the next step begins; null: this phase is complete. */
  readonly cursor: string | null;
  /** Deliveries that are not over yet. */
  readonly waits?: number;
  /** The phase cannot end yet and is repeated from its beginning. */
  readonly again?: boolean;
};

/** Until the erasure of a subscription is committed, other transactions still read it. */
const COMMIT_MS = second;

/** Audiences of messages below this may contain the number. */
export function audiencesBefore(requestedAt: Date): Uuid {
  return uuidFloor(requestedAt.getTime() + COMMIT_MS);
}
