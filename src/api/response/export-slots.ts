import type { Caller } from "#domain/access/capability";
import { isInStanding, type ReadStanding } from "#domain/access/standing";
import { DomainError } from "#domain/error";
import { minute, type Clock } from "#lib/time";

/** A reader that has read nothing for this long loses its slot to another export. */
const IDLE_MS = minute;

/** One export that is being read. */
export type ExportSlot = {
  /** Must be called for each page: keeps the slot. @throws if the caller may no longer read the export */
  read(): Promise<void>;
  /** Must be called when the export has ended, whether it succeeded or not. */
  close(): void;
  /** @param end ends the export because another one needs its slot */
  onRevoked(end: () => void): void;
};

export type ExportSlots = {
  /** @throws DomainError too_many_requests */
  open(caller: Caller): ExportSlot;
};

/**
 * Limits the exports that run at once. The reader decides how long an export takes, so each page checks again whether
 * the session, application password and capabilities are still those that opened it.
 */
export function exportSlots({
  most,
  clock,
  readStanding,
}: {
  readonly most: number;
  readonly clock: Clock;
  readonly readStanding: ReadStanding;
}): ExportSlots {
  const open = new Set<{ readAt: number; end: () => void }>();
  return {
    open(caller) {
      if (open.size >= most) {
        const idle = [...open].find(({ readAt }) => clock.now() - readAt > IDLE_MS);
        if (!idle) {
          throw new DomainError(
            "too_many_requests",
            `${most} exports are running: repeat this one when one has ended.`,
          );
        }
        open.delete(idle);
        idle.end();
      }
      const own = { readAt: clock.now(), end: (): void => undefined };
      open.add(own);
      return {
        async read() {
          own.readAt = clock.now();
          const [standing = null] = await readStanding([caller]);
          if (!isInStanding(caller, standing)) throw new Error("the reader of the export may no longer read it");
        },
        close: () => void open.delete(own),
        onRevoked: (end) => void (own.end = end),
      };
    },
  };
}
