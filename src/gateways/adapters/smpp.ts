import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";
import { lastCheck } from "#lib/last-check";

import { defineGateway } from "../define.ts";
import { deliver } from "./smpp/deliver.ts";
import { openProviderEvents } from "./smpp/provider-events.ts";
import { notes } from "./smpp/notes.ts";
import { openPool } from "./smpp/pool.ts";
import { openReceiver } from "./smpp/receiver.ts";
import { messageId } from "./smpp/receipts.ts";
import { openSession, type Session } from "./smpp/session.ts";
import { smppSettings } from "./smpp/settings.ts";
import type { BindKind } from "./smpp/status.ts";
import { submitFields } from "./smpp/submit.ts";

/**
 * SMPP 3.4 to a carrier or aggregator, over npm `smpp` with our own deadlines, window,
 * link checks and reconnection around it.
 *
 * A long message has one message id for each segment, but one state. To combine their receipts would need a memory that
 * a restart, or another node that gets the receipt, does not have. So only the last segment requests a receipt and only
 * its id is reported: delivered means that the last segment arrived. With `part_receipts=failures` the other segments
 * request a receipt for failures, and all ids are reported: a failure of any segment that arrives before the success of
 * the last then makes the message undelivered.
 */
export const smpp = defineGateway({
  id: "smpp",
  label: "SMPP 3.4",
  about: "A direct link to a carrier or aggregator: one or more binds, with receipts and inbound messages.",
  notes,
  settings: smppSettings,
  dsn: { username: "systemId", password: "password" },
  example: "smpp://SYSTEM_ID:PASSWORD@smsc.example:2775?system_type=&window=10&tls=on&from=ACME",
  can: (settings) => ({
    flash: true,
    media: false,
    credit: false,
    receipts: settings.receipts !== "none",
    deduplicates: false,
  }),
  traits: {
    recipientsPerCall: 1,
    ids: "part",
    reference: "none",
    numbers: "digits",
    unicode: "flagged",
    validity: [1, 2_591_999],
    credit: null,
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
  },
  open(settings, tools) {
    const events = openProviderEvents(tools.events);
    const receiver = openReceiver(settings, tools, events);
    const binds = (kind: BindKind): readonly (() => Session)[] =>
      Array.from(
        { length: tools.sends === false ? 0 : settings.binds },
        () => () => openSession(settings, tools, { kind, receive: receiver.receive }),
      );
    const pool = openPool(
      binds(settings.bind === "transceiver" ? "transceiver" : "transmitter"),
      settings.bind === "separate" ? binds("receiver") : [],
      tools,
    );
    let reference = Math.floor(tools.random() * 256);

    const sendOne = async (sms: OutgoingSms): Promise<Outcome> => {
      reference = (reference + 1) & 0xff;
      const parts = submitFields(sms, settings, reference, tools.clock.now());
      return deliver({
        parts,
        segments: Math.max(parts.length, sms.segments),
        pick: pool.pick,
        idOf: (id) => messageId(id, "response", settings.messageId),
        lastDecides: settings.partReceipts === "last",
        timeoutMs: settings.timeout * 1_000,
        clock: tools.clock,
        closing: () => pool.closing,
        mayLeave: lastCheck(),
        onLate: (outcome) =>
          void reportLate(sms.ref, outcome).catch(() => tools.log("warn", "a late SMPP response was not stored")),
      });
    };

    /** A response after its timeout is the best evidence there can be about an `unknown` delivery. */
    const reportLate = async (ref: string, outcome: Outcome): Promise<void> => {
      if (outcome.kind === "rejected") await events({ receipt: { ref, state: "failed", code: outcome.code } });
      if (outcome.kind !== "accepted") return;
      // The last segment's, whose receipt says that the message arrived: a late answer brings one id.
      const providerId = outcome.providerIds.at(-1);
      await events({ receipt: { ref, state: "sent", ...(providerId === undefined ? {} : { providerId }) } });
    };

    return {
      window: settings.window * settings.binds,
      send: (batch) => Promise.all(batch.map(sendOne)),
      async close() {
        await pool.close();
        await receiver.close();
      },
    };
  },
});
