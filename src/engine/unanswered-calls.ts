import { second, type Clock } from "#lib/time";

/**
 * If calls are under way and none is answered for this long, the gateway hangs. A slow gateway gets three times its
 * usual duration.
 */
const SILENT_MS = 3 * second;
const SLOW_TIMES = 3;

/** The calls of one gateway that are under way, and whether it still answers any of them. */
export type UnansweredCalls = {
  /** Records that a call starts. Returns what ends it. */
  begin(): UnansweredCall;
  /** Since when (milliseconds since 1970) calls are under way without any answer; null if there is no such call. */
  quietSince(): number | null;
  /** Whether calls are under way and none has been answered for too long. */
  isSilent(now: number): boolean;
  /** Whether it was found silent since the last `forgetSilence`. */
  wasSilent(): boolean;
  forgetSilence(): void;
};

export type UnansweredCall = {
  /** Nothing was sent after all. */
  unsent(): void;
  /** The gateway answered. */
  answered(now: number): void;
  /** The provider decided about a message: the time since the start is a usual duration. */
  decided(now: number): void;
};

export function unansweredCalls(clock: Clock): UnansweredCalls {
  /** When each call started, oldest first. */
  const startedAt = new Map<number, number>();
  let lastCall = 0;
  let answeredAt = 0;
  let usualMs = 0;
  let wasSilent = false;

  function quietSince(): number | null {
    const [oldest] = startedAt.values();
    return oldest === undefined ? null : Math.max(oldest, answeredAt);
  }

  return {
    begin() {
      lastCall += 1;
      const call = lastCall;
      const started = clock.now();
      startedAt.set(call, started);
      return {
        unsent: () => void startedAt.delete(call),
        answered(now) {
          startedAt.delete(call);
          answeredAt = now;
        },
        decided(now) {
          const took = now - started;
          usualMs = usualMs === 0 ? took : usualMs + (took - usualMs) / 8;
        },
      };
    },
    quietSince,
    isSilent(now) {
      const quiet = quietSince();
      if (quiet === null) return false;
      const silent = now - quiet >= Math.max(SILENT_MS, SLOW_TIMES * usualMs);
      wasSilent ||= silent;
      return silent;
    },
    wasSilent: () => wasSilent,
    forgetSilence() {
      wasSilent = false;
    },
  };
}
