import type { Pdu } from "smpp";

import type { GatewayDeps, Inbound, Receipt } from "#domain/gateways/gateway";

import { MAX_UNFINISHED, openReassembly } from "./inbound.ts";
import { isReceipt, readReceipt } from "./receipts.ts";
import type { SmppSettings } from "./settings.ts";

/** How often incomplete messages are checked, in milliseconds. */
const LOOK = 1_000;

/** Receives what the SMSC delivers, from all links of a gateway. */
export type Receiver = {
  /** Resolves when it is stored; rejects if the SMSC has to send it again. */
  readonly receive: (pdu: Pdu) => Promise<void>;
  /** Stores the parts of incomplete messages. */
  close(): Promise<void>;
};

/**
 * Opens the receiving side.
 *
 * A part of a long message is acknowledged when it arrives, not when it is stored: an SMSC with a window of one would
 * never send the next part. Parts that are not stored yet are therefore lost if the process is killed.
 */
export function openReceiver(
  settings: Pick<SmppSettings, "messageId" | "alphabet">,
  tools: Pick<GatewayDeps, "clock" | "log">,
  events: (item: { receipt: Receipt } | { inbound: Inbound }) => Promise<void>,
): Receiver {
  const reassembly = openReassembly(tools.clock, settings.alphabet);
  let owed: readonly Inbound[] = [];
  let storing = Promise.resolve();

  // Sequentially: a failed batch must be queued again before the next, or the last, one begins.
  const storeNext = (texts: readonly Inbound[]): Promise<void> => (storing = storing.then(() => attempt(texts)));
  const storeAlso = (texts: readonly Inbound[]): Promise<void> =>
    (storing = storing.then(() => {
      const all = [...owed, ...texts];
      owed = [];
      return attempt(all);
    }));

  const attempt = async (all: readonly Inbound[]): Promise<void> => {
    const stored = await Promise.all(
      all.map((inbound) =>
        events({ inbound }).then(
          () => true,
          () => false,
        ),
      ),
    );
    const left = all.filter((_, index) => !stored[index]);
    if (left.length > 0)
      tools.log("warn", "parts of incomplete inbound messages are not stored yet", { parts: left.length });
    owed = [...owed, ...left];
  };
  const isFull = (): boolean => owed.length >= MAX_UNFINISHED;
  const timer = setInterval(() => void storeAlso(isFull() ? [] : reassembly.overdue()), LOOK);
  timer.unref();

  return {
    async receive(pdu) {
      if (isReceipt(pdu)) {
        const receipt = readReceipt(pdu, settings.messageId);
        // Acknowledged all the same: a repetition would be no clearer.
        if (receipt === null) return tools.log("warn", "an SMPP receipt names no message or no known state");
        return events({ receipt });
      }
      // What is acknowledged has to be kept.
      if (isFull()) throw new Error("too many inbound messages are not stored yet");
      const assembled = reassembly.add(pdu);
      if (assembled === null) {
        const pushedOut = reassembly.overdue();
        // Awaited, so that an SMSC that sends faster than we store fills its window and not our memory.
        if (pushedOut.length > 0) await storeNext(pushedOut);
        return;
      }
      try {
        await events({ inbound: assembled.inbound });
      } catch (error) {
        assembled.undo();
        throw error;
      }
    },
    async close() {
      clearInterval(timer);
      await storeAlso(reassembly.drain());
    },
  };
}
