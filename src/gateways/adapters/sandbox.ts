import { setTimeout as wait } from "node:timers/promises";

import { LRUCache } from "lru-cache";
import { z } from "zod";

import type { Gateway, GatewayDeps, Inbound, Outcome, OutgoingSms, Receipt } from "#domain/gateways/gateway";
import type { SandboxMessage, SandboxPhone } from "#domain/gateways/sandbox-phone";
import { atMost } from "#lib/at-most";

import { defineGateway, flag, numeric } from "../define.ts";

const settings = z.object({
  credit: numeric({ min: 0, max: 1_000_000_000 })
    .default(1_000_000)
    .meta({ label: "Initial credit", help: "One is used per segment. Kept in memory: a restart resets it." }),
  receiptMs: numeric({ min: 0, max: 60_000 }).default(500).meta({
    label: "Milliseconds until a receipt",
    help: "The late receipt of +15005550003 comes after 120 times this: 60 s.",
  }),
  latencyMs: numeric({ min: 0, max: 60_000 }).default(0).meta({ label: "Duration of a call in milliseconds" }),
  dedup: flag().default(false).meta({ label: "Merges a second message with the same reference" }),
  dedupFor: numeric({ min: 1, max: 2_592_000 })
    .optional()
    .meta({ label: "Seconds for which it does so", help: "A message that is in doubt for longer is not repeated." }),
  keep: numeric({ min: 0, max: 100_000 }).default(1_000).meta({ label: "Messages that the phones keep" }),
  batch: numeric({ min: 1, max: 10_000 }).default(100).meta({ label: "Messages per call" }),
  window: numeric({ min: 1, max: 1_000 }).default(10).meta({ label: "Concurrent calls" }),
  from: z.string().max(20).default("Sandbox").meta({ label: "Sender" }),
});

type Settings = z.infer<typeof settings>;

/** The test numbers with the outcome of a message to them; every other number is delivered. */
const table = [
  ["+15005550000", "delivered", "delivered"],
  ["+15005550001", "rejected", "rejected at once"],
  ["+15005550002", "undelivered", "accepted, then a receipt: undelivered"],
  ["+15005550003", "late", "delivered, the receipt comes after 60 s"],
  ["+15005550004", "opts_out", "delivered, and replies STOP"],
  ["+15005550005", "throttled_twice", "throttled twice, then delivered"],
  ["+15005550006", "silent", "accepted, never a receipt"],
  ["+15005550007", "unknown", "no answer after the request was written: unknown"],
  ["+15005550008", "account_stop", "account trouble: the gateway stops"],
] as const;

type FixedOutcome = (typeof table)[number][1];

const fixedOutcomes: Readonly<Record<string, FixedOutcome>> = Object.fromEntries(
  table.map(([number, fixed]) => [number, fixed]),
);

/** The same for the docs page. */
const outcomeNotes = [
  "| number | outcome of a message |",
  "|---|---|",
  ...table.map(([number, , words]) => `| ${number} | ${words} |`),
].join("\n");

export const sandbox = defineGateway({
  id: "sandbox",
  label: "Sandbox",
  about:
    "Sends nothing. Every number is delivered, except the test numbers, whose outcomes are fixed. Everything is kept in memory.",
  notes: outcomeNotes,
  settings,
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

/** A sandbox, with the phones that received its messages. */
export type SandboxGateway = Gateway & { readonly phone: SandboxPhone };

/** The phones behind an opened gateway, or null if it is not a sandbox. */
export function phoneOf(gateway: Gateway): SandboxPhone | null {
  return "phone" in gateway ? (gateway as SandboxGateway).phone : null;
}

function open(given: Settings, tools: GatewayDeps): SandboxGateway {
  const phone = makePhone(given.keep);
  const soon = createEventQueue(given.receiptMs, tools);
  const late = createEventQueue(given.receiptMs * 120, tools);
  const throttled = new LRUCache<string, number>(atMost(10_000));
  const taken = given.dedup ? new LRUCache<string, Outcome>(atMost(100_000)) : undefined;
  let credit = given.credit;
  let count = 0;
  // Ids of another run of this process must differ: receipts are matched by them.
  const run = Math.floor(tools.random() * 36 ** 6)
    .toString(36)
    .padStart(6, "0");

  const accept = (sms: OutgoingSms, fixed: FixedOutcome): Outcome => {
    if (credit < sms.segments) return { kind: "stop", code: "no_credit", reason: "the sandbox has no credit left" };
    credit -= sms.segments;
    const id = `sb-${run}-${(++count).toString(36)}`;
    const from = sms.from ?? given.from;
    phone.receive({ id, at: tools.clock.now(), to: sms.to, from, body: sms.text, media: sms.media, flash: sms.flash });
    const receipt = { providerId: id, ref: sms.ref, phone: sms.to };
    if (fixed === "undelivered") soon.add({ receipt: { ...receipt, state: "undelivered", code: "absent_subscriber" } });
    else if (fixed === "late") late.add({ receipt: { ...receipt, state: "delivered" } });
    else if (fixed !== "silent") soon.add({ receipt: { ...receipt, state: "delivered" } });
    if (fixed === "opts_out") {
      soon.add({ inbound: replyOf({ id: `${id}-reply`, from: sms.to, to: from, text: "STOP", by: null }) });
    }
    return { kind: "accepted", providerIds: [id], segments: sms.segments };
  };

  const decide = (sms: OutgoingSms): Outcome => {
    const fixed = fixedOutcomes[sms.to] ?? "delivered";
    if (fixed === "rejected")
      return { kind: "rejected", code: "invalid_number", reason: "the sandbox rejects this number" };
    if (fixed === "unknown") return { kind: "unknown", reason: "the sandbox sends no response for this number" };
    if (fixed === "account_stop")
      return { kind: "stop", code: "account_suspended", reason: "the sandbox simulates a suspended account" };
    if (fixed === "throttled_twice") {
      const tries = throttled.get(sms.ref) ?? 0;
      throttled.set(sms.ref, tries + 1);
      if (tries < 2)
        return { kind: "later", code: "throttled", reason: "the sandbox throttles it", afterMs: 100, throttled: true };
    }
    return accept(sms, fixed);
  };

  const sendOne = (sms: OutgoingSms): Outcome => {
    const before = taken?.get(sms.ref);
    if (before) return before;
    const outcome = decide(sms);
    if (outcome.kind === "accepted") taken?.set(sms.ref, outcome);
    return outcome;
  };

  return {
    batchSize: given.batch,
    window: given.window,
    phone: {
      ...phone,
      async reply({ from, text, by, key }) {
        const id = key === undefined ? `sb-${run}-reply-${(++count).toString(36)}` : `sb-reply-${key}`;
        const to = phone.messages({ to: from, limit: 1 })[0]?.from ?? given.from;
        await tools.events({ receipts: [], inbound: [replyOf({ id, from, to, text, by })] });
        return id;
      },
    },
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

function replyOf(message: {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly by: string | null;
}): Inbound {
  const { id, by, ...rest } = message;
  return { providerId: id, ...rest, media: [], simulated: { by } };
}

/** Keeps the newest `keep` messages of all phones together. */
function makePhone(keep: number): Pick<SandboxPhone, "messages"> & { receive(message: SandboxMessage): void } {
  let kept: SandboxMessage[] = [];
  return {
    receive(message) {
      kept.push(message);
      // Trimmed at twice the size: one trim per `keep` messages instead of a shift for each.
      if (kept.length >= keep * 2) kept = keep === 0 ? [] : kept.slice(-keep);
    },
    messages({ to, limit = keep } = {}) {
      const newest = keep === 0 ? [] : kept.slice(-keep).reverse();
      return (to === undefined ? newest : newest.filter((message) => message.to === to)).slice(0, limit);
    },
  };
}

type Events = { readonly receipt?: Receipt; readonly inbound?: Inbound };

const MAX_PER_CALL = 500;
const RETRY_MS = 1_000;

/**
 * Reports provider events `delayMs` after they were added. The delay is the same for all, so one timer for the oldest
 * is enough; it never keeps the process alive. Events that could not be stored are reported again.
 */
function createEventQueue(delayMs: number, tools: Pick<GatewayDeps, "clock" | "events" | "log">) {
  let waiting: { readonly due: number; readonly events: Events }[] = [];
  // Reported entries stay in front of `head` until they are half of the list: a trim per call would be quadratic.
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

  /** Reports events that are due; resolves with the milliseconds until the next check. */
  const hand = async (): Promise<number> => {
    const now = tools.clock.now();
    const due: Events[] = [];
    for (let at = head; at < waiting.length && due.length < MAX_PER_CALL; at++) {
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
        tools.log("warn", "the sandbox could not store its receipts and will retry");
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
    /** Drops waiting events; resolves when no report is in progress. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      [waiting, head] = [[], 0];
      await handing;
    },
  };
}
