import type { GatewayTools, Inbound, Receipt } from "#domain/gateways/gateway";

type Events = { readonly receipt?: Receipt; readonly inbound?: Inbound };

const MOST_PER_CALL = 500;
const RETRY_MS = 1_000;

/**
 * Hands news over `delayMs` after they were added. All wait equally long, so one timer for the oldest is
 * enough; it never keeps the process alive. News that could not be stored are offered again.
 */
export function createEventQueue(delayMs: number, tools: Pick<GatewayTools, "clock" | "events" | "log">) {
  let waiting: { readonly due: number; readonly events: Events }[] = [];
  // Handed-over entries stay in front of `head` until they are half of the list: a cut per call would be quadratic.
  let head = 0;
  let timer: NodeJS.Timeout | undefined;
  let handing: Promise<void> | undefined;
  let closed = false;

  const arm = (ms: number): void => {
    if (closed || timer || handing || head === waiting.length) return;
    timer = setTimeout(() => {
      timer = undefined;
      handing = hand().then((pause) => {
        handing = undefined;
        arm(pause);
      });
    }, ms);
    timer.unref();
  };

  /** Hands over what is due; resolves with the milliseconds until it should look again. */
  const hand = async (): Promise<number> => {
    const now = tools.clock.now();
    const due: Events[] = [];
    for (let at = head; at < waiting.length && due.length < MOST_PER_CALL; at++) {
      const entry = waiting[at]!;
      if (entry.due > now) break;
      due.push(entry.events);
    }
    if (due.length > 0) {
      try {
        await tools.events({
          receipts: due.flatMap(({ receipt }) => receipt ?? []),
          inbound: due.flatMap(({ inbound }) => inbound ?? []),
        });
        head = Math.min(head + due.length, waiting.length);
        if (head * 2 >= waiting.length) [waiting, head] = [waiting.slice(head), 0];
      } catch {
        tools.log("warn", "the sandbox could not hand over its receipts and tries again");
        return RETRY_MS;
      }
    }
    return Math.max(0, (waiting[head]?.due ?? 0) - tools.clock.now());
  };

  return {
    add(events: Events): void {
      if (closed) return;
      waiting.push({ due: tools.clock.now() + delayMs, events });
      arm(delayMs);
    },
    /** Drops what is waiting; resolves when nothing is being handed over any more. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      [waiting, head] = [[], 0];
      await handing;
    },
  };
}
