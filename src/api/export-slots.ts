import { DomainError } from "#domain/error";
import { minute, type Clock } from "#lib/time";

/** A reader that takes nothing for so long gives way to another export. */
const IDLE_MS = minute;

/** One export that is being read. */
export type ExportSlot = {
  /** Called for each page: whoever reads keeps the slot. */
  read(): void;
  /** Once the export has ended, however it ended. */
  close(): void;
  /** @param end ends the export because another one needs its slot */
  onRevoked(end: () => void): void;
};

export type ExportSlots = {
  /** @throws DomainError too_many_requests */
  open(): ExportSlot;
};

/** A bound on the exports that run at once. */
export function exportSlots({ most, clock }: { readonly most: number; readonly clock: Clock }): ExportSlots {
  const open = new Set<{ readAt: number; end: () => void }>();
  return {
    open() {
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
        read: () => void (own.readAt = clock.now()),
        close: () => void open.delete(own),
        onRevoked: (end) => void (own.end = end),
      };
    },
  };
}
