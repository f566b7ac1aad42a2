import { setTimeout as wait } from "node:timers/promises";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { createEventQueue } from "./sandbox/news-queue.ts";
import { makePhone, type SandboxPhone } from "./sandbox/phone.ts";
import { outcomeNotes, fates, remember, type Fate } from "./sandbox/fates.ts";
import { sandboxSettings, type SandboxSettings } from "./sandbox/settings.ts";

export const sandbox = defineGateway({
  id: "sandbox",
  label: "Sandbox",
  about: "Sends nothing. Every number is delivered, except the test numbers, whose outcomes are fixed. All in memory.",
  notes: outcomeNotes,
  settings: sandboxSettings,
  dsn: {},
  example: "sandbox://default",
  can: ({ dedup, dedupFor }) => ({
    flash: true,
    media: true,
    maxMedia: 10,
    credit: true,
    receipts: true,
    deduplicates: dedup,
    ...(dedup && dedupFor !== undefined && { deduplicatesFor: dedupFor }),
  }),
  traits: {
    recipientsPerCall: 100,
    ids: "recipient",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: null,
    credit: "texts",
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
  },
  open,
});

/** A sandbox, with the phones that received its texts. */
export type SandboxGateway = Gateway & { readonly phone: SandboxPhone };

/** The phones behind an opened gateway, or null where it is no sandbox. */
export function phoneOf(gateway: Gateway): SandboxPhone | null {
  return "phone" in gateway ? (gateway as SandboxGateway).phone : null;
}

function open(given: SandboxSettings, tools: GatewayTools): SandboxGateway {
  const phone = makePhone(given.keep);
  const soon = createEventQueue(given.receiptMs, tools);
  const late = createEventQueue(given.receiptMs * 120, tools);
  const throttled = remember<number>(10_000);
  const taken = remember<Outcome>(100_000);
  let credit = given.credit;
  let count = 0;
  // Ids of another run of this process must differ: a receipt is matched by them.
  const run = Math.floor(tools.random() * 36 ** 6)
    .toString(36)
    .padStart(6, "0");

  const accept = (sms: OutgoingSms, fate: Fate): Outcome => {
    if (credit < sms.segments) return { kind: "stop", code: "no_credit", reason: "the sandbox has no credit left" };
    credit -= sms.segments;
    const id = `sb-${run}-${(++count).toString(36)}`;
    const from = sms.from ?? given.from;
    phone.receive({ id, at: tools.clock.now(), to: sms.to, from, body: sms.text, media: sms.media, flash: sms.flash });
    const receipt = { providerId: id, ref: sms.ref, phone: sms.to };
    if (fate === "undelivered") soon.add({ receipt: { ...receipt, state: "undelivered", code: "absent_subscriber" } });
    else if (fate === "late") late.add({ receipt: { ...receipt, state: "delivered" } });
    else if (fate !== "silent") soon.add({ receipt: { ...receipt, state: "delivered" } });
    if (fate === "opts_out") {
      soon.add({ inbound: { providerId: `${id}-reply`, from: sms.to, to: from, text: "STOP", media: [] } });
    }
    return { kind: "accepted", providerIds: [id], segments: sms.segments };
  };

  const decide = (sms: OutgoingSms): Outcome => {
    const fate = fates[sms.to] ?? "delivered";
    if (fate === "rejected")
      return { kind: "rejected", code: "invalid_number", reason: "the sandbox rejects this number" };
    if (fate === "unknown") return { kind: "unknown", reason: "the sandbox answers nothing for this number" };
    if (fate === "account_stop")
      return { kind: "stop", code: "account_suspended", reason: "the sandbox plays a suspended account" };
    if (fate === "throttled_twice") {
      const tries = throttled.get(sms.ref) ?? 0;
      throttled.set(sms.ref, tries + 1);
      if (tries < 2)
        return { kind: "later", code: "throttled", reason: "the sandbox throttles it", afterMs: 100, throttled: true };
    }
    return accept(sms, fate);
  };

  const sendOne = (sms: OutgoingSms): Outcome => {
    const before = given.dedup ? taken.get(sms.ref) : undefined;
    if (before) return before;
    const outcome = decide(sms);
    if (given.dedup && outcome.kind === "accepted") taken.set(sms.ref, outcome);
    return outcome;
  };

  return {
    batchSize: given.batch,
    window: given.window,
    phone,
    send: async (batch) => {
      if (given.latencyMs > 0) await wait(given.latencyMs);
      return batch.map(sendOne);
    },
    credit: async () => ({ amount: String(credit), unit: "messages", currency: null }),
    close: async () => {
      await Promise.all([soon.close(), late.close()]);
    },
  };
}
