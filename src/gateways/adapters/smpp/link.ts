import type { GatewayDeps, Outcome } from "#domain/gateways/gateway";
import { backoff } from "#lib/backoff";

import type { Session } from "./session.ts";
import { bindRefusal } from "./status.ts";

const FIRST_RETRY = 500;
const LAST_RETRY = 30_000;
/** A wrong password is not retried every half second: carriers lock accounts for that. */
const REFUSED_RETRY = 60_000;
/** A bind that lasted less does not count as recovered. */
const STEADY = 10_000;

/** Keeps one bind up: a new session after each end, with growing pauses while it fails. */
export type Link = {
  /** The session while it is bound. */
  readonly session: Session | null;
  /** Settles with the bind attempt in progress, if there is one. */
  readonly attempt: Promise<unknown> | null;
  /** Set while the SMSC refuses this bind because of the account. */
  readonly stopped: Outcome | null;
  /** The outcome of messages while nothing is bound: nothing was written, so never `unknown`. */
  why(): Outcome;
  close(): Promise<void>;
};

/** Starts to connect at once. */
export function openLink(connect: () => Session, tools: Pick<GatewayDeps, "clock" | "random" | "log">): Link {
  const { clock, random, log } = tools;
  let current: Session | null = null;
  let live: Session | null = null;
  let attempt: Promise<unknown> | null = null;
  let stopped: Outcome | null = null;
  let retryAt = 0;
  let closing = false;
  let wake = (): void => {};

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    for (let failures = 1; !closing; failures += 1) {
      current = connect();
      attempt = current.bound;
      const result = await current.bound;
      attempt = null;
      stopped = null;
      let pause = backoff(failures, FIRST_RETRY, LAST_RETRY, random());
      if (result.kind === "bound") {
        live = current;
        log("info", "SMPP link bound");
        const since = clock.now();
        const reason = await current.ended;
        live = null;
        if (closing) break;
        if (clock.now() - since >= STEADY) failures = 0;
        pause = backoff(failures + 1, FIRST_RETRY, LAST_RETRY, random());
        log("warn", "SMPP link lost", { reason, retryMs: pause });
      } else if (result.kind === "refused") {
        const refused = bindRefusal(result.status, current.kind);
        if (refused.kind === "stop") [stopped, pause] = [refused, REFUSED_RETRY];
        log("error", "SMPP bind refused", { code: refused.code, reason: refused.reason, retryMs: pause });
      } else if (!closing) {
        log("warn", "SMPP link cannot be opened", { reason: result.reason, retryMs: pause });
      }
      if (closing) break;
      retryAt = clock.now() + pause;
      await rest(pause);
    }
  };
  const running = run();

  return {
    get session() {
      return live;
    },
    get attempt() {
      return attempt;
    },
    get stopped() {
      return stopped;
    },
    why() {
      if (stopped !== null) return stopped;
      const afterMs = Math.max(100, retryAt - clock.now());
      // Marked as throttled: an outage of the link must not use up the attempts of every message that waits for it.
      return { kind: "later", code: "link_down", reason: "no SMPP link is bound", afterMs, throttled: true };
    },
    async close() {
      closing = true;
      wake();
      await current?.close();
      await running;
    },
  };
}
