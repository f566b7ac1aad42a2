import type { Outcome } from "#domain/gateways/gateway";
import type { HealthStatus, Health } from "#domain/routing/serving";
import { second, type Clock } from "#lib/time";

import { coolDowns } from "./cool-down.ts";
import { unansweredCalls } from "./unanswered-calls.ts";

/** Consecutive failed attempts after which other gateways take the deliveries: this many, or fewer over some time. */
const DEGRADED_AFTER = 5;
const FEW = 2;
const FEW_MS = second / 2;
/** Consecutive answers with an unknown outcome after which the gateway is paused. */
const OPEN_AFTER = 20;
/** A recovering gateway has its load doubled at this interval, and is healthy again after enough of them. */
const GROWTH_MS = second;
const WELL_AFTER_MS = 10 * second;
/** After a cool-down, how long a probe waits for a delivery that is not a one-time password. */
const SPARE_MS = 5 * second;

/** One node's judgment of one gateway, based on its answers. Pauses, which all nodes share, are kept elsewhere. */
export type Circuit = {
  /**
   * Records that a call starts. The returned function receives its outcomes, or none if nothing was sent after all; it
   * returns why the gateway must be paused, or null.
   */
  began(): (outcomes: readonly Outcome[]) => CoolDown | null;
  /** The gateway is paused until then: it restarts with a probe if others can take its deliveries. */
  paused(until: number, reason: string): void;
  /** A user or another authority reports that the gateway is healthy. */
  reset(): void;
  health(): Health & Judgment;
  /** Deliveries that may be on the wire at once. */
  allowance(): number;
  /** Whether another healthy gateway can send in place of this one. */
  replaceable(): boolean;
  /** Other gateways can take what this one does not send at once, so it claims nothing ahead. */
  shares(): boolean;
  /**
   * The next delivery is a probe, and other gateways are available: a one-time password that they could take is too
   * urgent for a probe.
   */
  isProbing(): boolean;
};

/** Why a gateway is not trusted, and since when (milliseconds since 1970, database time); null if it is trusted. */
export type Judgment = { readonly reason: string | null; readonly since: number | null };

/** How long nothing is sent through a gateway, and why. */
export type CoolDown = { readonly reason: string; readonly ms: number };

/**
 * Three levels. `closed`: the gateway is healthy. `degraded`: other gateways take the deliveries; without any, it
 * continues as before. `open`: twenty deliveries in a row ended in doubt, and each further one may stay there forever:
 * one delivery at a time probes whether the gateway has recovered, whether or not there are other gateways.
 *
 * @param options.full deliveries of a full load, marked or on the wire
 * @param options.replaceable whether another gateway can send what this one would
 * @param options.coolDownMs the first cool-down; each failed probe doubles it
 */
export function circuit(options: {
  readonly clock: Clock;
  readonly full: number;
  readonly replaceable: () => boolean;
  readonly coolDownMs?: number;
}): Circuit {
  const { clock, full, replaceable } = options;
  let level: "closed" | "degraded" | "open" = "closed";
  let goodSince: number | null = null;
  let reason: string | null = null;
  let since: number | null = null;
  let bad = 0;
  let firstBadAt = 0;
  let unknowns = 0;
  const calls = unansweredCalls(clock);
  const cooling = coolDowns(options.coolDownMs);

  function close(): void {
    level = "closed";
    [bad, unknowns] = [0, 0];
    [goodSince, reason, since] = [null, null, null];
    cooling.reset();
    calls.forgetSilence();
  }

  function coolDown(to: "degraded" | "open", why: string, now: number): CoolDown {
    if (to !== level) cooling.reset();
    level = to;
    goodSince = null;
    reason = why;
    since ??= now;
    return { reason: why, ms: cooling.start(now) };
  }

  function allowance(): number {
    return level === "closed" || (level === "degraded" && !replaceable()) ? Infinity : trialAllowance();
  }

  /**
   * How many deliveries it may get while it recovers. Considers this gateway alone: whether others can replace it
   * depends on their health.
   */
  function trialAllowance(): number {
    if (goodSince === null) return 1;
    return 2 ** (1 + Math.floor(Math.max(0, clock.now() - goodSince) / GROWTH_MS));
  }

  function noteGood(now: number): void {
    bad = 0;
    // It did not hang: it was slow.
    if (level === "closed") calls.forgetSilence();
    if (level === "closed" || cooling.isActive(now)) return;
    goodSince = Math.min(goodSince ?? now, now);
    if (allowance() >= full || now - goodSince >= WELL_AFTER_MS) close();
  }

  function noteBad(outcome: Outcome & { readonly reason: string }, now: number): CoolDown | null {
    if (bad === 0) firstBadAt = now;
    bad += 1;
    const tried = level !== "closed" && !cooling.isActive(now);
    if (unknowns >= OPEN_AFTER && (level !== "open" || tried)) {
      return coolDown(
        "open",
        `${unknowns} answers in a row left the outcome unknown. The last: ${outcome.reason}`,
        now,
      );
    }
    if (tried) {
      const again = coolDown(level === "open" ? "open" : "degraded", `A probe failed: ${outcome.reason}`, now);
      return level === "open" ? again : null;
    }
    const enough = bad >= DEGRADED_AFTER || (bad >= FEW && now - firstBadAt >= FEW_MS) || calls.wasSilent();
    if (level === "closed" && enough)
      coolDown("degraded", `${bad} attempts in a row failed. The last: ${outcome.reason}`, now);
    return null;
  }

  return {
    began() {
      const call = calls.begin();
      return (outcomes) => {
        if (outcomes.length === 0) {
          call.unsent();
          return null;
        }
        const now = clock.now();
        call.answered(now);
        let pause: CoolDown | null = null;
        for (const outcome of outcomes) {
          if (outcome.kind === "stop") continue;
          unknowns = outcome.kind === "unknown" ? unknowns + 1 : 0;
          if (outcome.kind === "accepted" || outcome.kind === "rejected") {
            call.decided(now);
            noteGood(now);
          } else if (outcome.kind === "unknown" || !outcome.throttled) pause = noteBad(outcome, now) ?? pause;
        }
        return pause;
      };
    },
    paused(end, why) {
      if (level === "closed") level = "degraded";
      const now = clock.now();
      cooling.extend(end, now);
      goodSince = null;
      reason = why;
      since ??= now;
    },
    reset: close,
    health() {
      const now = clock.now();
      const silent = calls.isSilent(now);
      const status: HealthStatus =
        silent || (level !== "closed" && cooling.isActive(now)) ? "degraded" : level === "closed" ? "up" : "recovering";
      return {
        status,
        part: status === "up" ? 1 : status === "recovering" ? Math.min(1, trialAllowance() / full) : 0,
        since: silent ? (since ?? calls.quietSince()) : since,
        reason: silent ? "Calls are under way and none is answered." : reason,
      };
    },
    allowance,
    replaceable,
    shares: () => level !== "closed" && replaceable(),
    isProbing() {
      return level !== "closed" && goodSince === null && cooling.isActive(clock.now(), SPARE_MS) && replaceable();
    },
  };
}
