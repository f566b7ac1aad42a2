import { errorWords } from "#lib/error-words";
import { signal } from "#lib/signal";

import type { DispatcherOptions } from "./options.ts";
import type { Ticket } from "../ticket.ts";
import { LANES, type Desk } from "./desk.ts";
import type { Settling } from "./settling.ts";

/** Texts that have to wait between mark and wire are asked about again. */
export type Recheck = {
  /** Runs until `end`. */
  keep(): Promise<void>;
  end(): void;
};

/** Looked at twice: what is ready for longer than this is asked about, so a pause or a STOP holds within a second. */
const LOOK_MS = 400;

/**
 * Behind a gateway that hangs or is limited, a marked text may wait for half a minute. What was paused, canceled or
 * opted out meanwhile, or is over its time, goes back to the queue, with all its gates; so does what another node has
 * claimed, of whose lease our clock knows nothing if it stood still with a virtual machine. For a quick gateway nothing
 * is ever asked.
 */
export function recheck(options: DispatcherOptions, desk: Desk, settling: Settling): Recheck {
  const bell = signal();
  let over = false;
  let before = new Set<Ticket>();

  async function look(): Promise<void> {
    const ready = LANES.flatMap((lane) => desk.ready[lane]);
    const waiting = ready.filter((ticket) => before.has(ticket));
    before = new Set(ready);
    if (waiting.length === 0 || desk.stopping) return;
    const unwanted = await options.queue.unwanted(
      waiting.map(({ job, marked }) => ({ ...marked, token: job.claim.chunk.token })),
    );
    if (unwanted.length === 0) return;
    const keys = new Set(unwanted.map(({ messageId, phone }) => `${messageId} ${phone}`));
    for (const lane of LANES) {
      const back = desk.ready[lane].filter(({ marked }) => keys.has(`${marked.messageId} ${marked.phone}`));
      if (back.length === 0) continue;
      const stay = desk.ready[lane].filter((ticket) => !back.includes(ticket));
      desk.ready[lane].splice(0, Infinity, ...stay);
      settling.giveBackTickets(back);
    }
  }

  return {
    async keep() {
      while (!over) {
        await look().catch((error: unknown) => {
          options.log("warn", "texts that wait for the wire could not be asked about", {
            gateway: options.via.name,
            error: errorWords(error),
          });
        });
        await bell.wait(LOOK_MS);
      }
    },
    end() {
      over = true;
      bell.ring();
    },
  };
}
