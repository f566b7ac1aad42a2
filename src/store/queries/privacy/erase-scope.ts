import type { HeldKind } from "#domain/privacy/privacy-store";
import type { Phone } from "#domain/recipients/phone";
import { uuidFloor, type Uuid } from "#lib/ids";
import { second } from "#lib/time";

/** What a step needs to know of its erasure. */
export type ErasureScope = {
  readonly phone: Phone;
  readonly requestedAt: Date;
  /** Id of the last entry of the log that there was by then. */
  readonly lastEntry: number;
};

/** What one step did. */
export type ErasureStep = {
  readonly erased?: Readonly<Partial<Record<HeldKind, number>>>;
  /** Where the next step begins; null: this phase is through. */
  readonly cursor: string | null;
  /** Texts that are not over yet. */
  readonly waits?: number;
};

/** Until the erasure of a subscription is committed, others read it. */
const COMMIT_MS = second;

/** Audiences of messages below this may hold the number. */
export function audiencesBefore(requestedAt: Date): Uuid {
  return uuidFloor(requestedAt.getTime() + COMMIT_MS);
}
