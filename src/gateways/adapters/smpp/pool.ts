import type { GatewayDeps, Outcome } from "#domain/gateways/gateway";
import { deadline } from "#lib/deadline";

import { openLink } from "./link.ts";
import type { Session } from "./session.ts";

/** Longest that a message waits for a bind in progress, in milliseconds; then it returns to the queue. */
const BIND_TIMEOUT = 5_000;

/** A bound session, or the outcome because there is none. */
export type Picked = { readonly session: Session } | { readonly none: Outcome };

/** The binds of one gateway. */
export type Pool = {
  /** The bound session with the least work; waits only while a bind attempt is in progress. */
  pick(): Promise<Picked>;
  readonly closing: boolean;
  close(): Promise<void>;
};

/**
 * Opens the links, each of which keeps itself up.
 *
 * @param senders creates a session of each link for outgoing messages
 * @param receivers the same for binds that only receive
 */
export function openPool(
  senders: readonly (() => Session)[],
  receivers: readonly (() => Session)[],
  tools: Pick<GatewayDeps, "clock" | "random" | "log">,
): Pool {
  const links = senders.map((connect) => openLink(connect, tools));
  const receiverLinks = receivers.map((connect) => openLink(connect, tools));
  let closing = false;
  let turn = 0;

  const leastBusy = (): Session | null => {
    let best: Session | null = null;
    // Starts with a different link each time: all messages of one turn are placed before the first of them is counted.
    turn += 1;
    for (let i = 0; i < links.length; i += 1) {
      const { session } = links[(turn + i) % links.length]!;
      if (session !== null && (best === null || session.load < best.load)) best = session;
    }
    return best;
  };

  const why = (): Outcome => {
    const reasons = links.map((link) => link.why());
    const none: Outcome = { kind: "later", code: "no_bind", reason: "this node opens no bind", throttled: true };
    return reasons.find(({ kind }) => kind === "stop") ?? reasons[0] ?? none;
  };

  return {
    get closing() {
      return closing;
    },
    async pick() {
      const until = tools.clock.now() + BIND_TIMEOUT;
      for (;;) {
        if (closing) return { none: { kind: "later", code: "closing", reason: "the gateway closes", throttled: true } };
        // If the receiver is refused, no STOP could arrive; if it is merely down, the SMSC keeps incoming messages.
        const stoppedReceiver = receiverLinks.find(({ stopped }) => stopped !== null);
        if (stoppedReceiver !== undefined) return { none: stoppedReceiver.why() };
        const session = leastBusy();
        if (session !== null) return { session };
        const attempts = links.flatMap(({ attempt }) => attempt ?? []);
        const left = until - tools.clock.now();
        if (attempts.length === 0 || left <= 0) return { none: why() };
        await within(left, attempts);
      }
    },
    async close() {
      closing = true;
      await Promise.all([...links, ...receiverLinks].map((link) => link.close()));
    },
  };
}

/** Resolves with the first of the promises, or after `ms`. */
async function within(ms: number, promises: readonly Promise<unknown>[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = deadline(ms, resolve);
  await Promise.race([...promises, promise]);
  limit.end();
}
