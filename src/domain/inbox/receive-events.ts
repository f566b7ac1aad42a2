import type { ConsentLedger } from "../consent/consent-ledger.ts";
import type { ConsentKind, Evidence } from "../consent/consent-record.ts";
import { DomainError } from "../error.ts";
import { unsubscribe } from "../newsletter/unsubscribe.ts";
import type { Inbound, Receipt } from "../gateways/gateway.ts";
import type { InboxStore } from "./inbox-store.ts";
import type { NewsletterStore } from "../newsletter/newsletter-store.ts";
import type { ReceiptStore } from "../deliveries/receipt-store.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { identityOf } from "./identity.ts";
import { readKeyword, type Keyword } from "./keyword.ts";
import { senderPhone } from "./sender-phone.ts";

export type ReceivedEvents = {
  readonly receipts: readonly Receipt[];
  readonly inbound: readonly Inbound[];
  readonly optOuts?: readonly string[];
};

export type ProviderEventDeps = {
  readonly receipts: ReceiptStore;
  readonly inbox: InboxStore;
  readonly newsletter: NewsletterStore;
  readonly consentLedger: ConsentLedger;
  readonly unitOfWork: UnitOfWork;
  readonly country: Country | null;
  /** Whether a gateway's vendor gives one id to all recipients of a call: then only the number identifies a receipt's delivery. */
  readonly sharesIds?: (gateway: string) => boolean;
};

/** Longest text that is kept: ten segments and then some. */
const LONGEST_TEXT = 4_000;
/** `allow` lifts suppressions whose reason begins with "opted out"; settling a delivery writes such a reason too. */
const OPTED_OUT = "opted out by text";
const OPTED_OUT_THERE = "opted out at the provider";

/**
 * Stores what a gateway reports: receipts and inbound messages. Resolves when all of it is committed, so that it can be
 * acknowledged to the provider; until then the provider must retry.
 */
export function providerEventReceiver(
  ports: ProviderEventDeps,
): (gateway: string, events: ReceivedEvents) => Promise<void> {
  return async (gateway, events) => {
    const shared = ports.sharesIds?.(gateway) ?? false;
    await ports.receipts.store(
      gateway,
      events.receipts.map((receipt) => cleanReceipt(receipt, shared)),
    );
    for (const number of events.optOuts ?? []) await optOut(ports, gateway, clean(number, 40));
    // After the opt-outs: a START received together with an opt-out is the more recent.
    for (const inbound of events.inbound) await receiveText(ports, gateway, cleanInbound(inbound));
  };
}

/**
 * Stores one message and does what its keyword requests, in one transaction. STOP suppresses the number, which holds
 * deliveries back from the next mark on, and ends its memberships; START lifts that suppression and joins no group again.
 */
async function receiveText(ports: ProviderEventDeps, gateway: string, inbound: Inbound): Promise<void> {
  const phone = senderPhone(inbound.from, ports.country);
  const keyword = readKeyword(inbound.text);
  const sender = phone ?? inbound.from;
  const identity = identityOf(sender, inbound);
  await ports.unitOfWork.ownTransaction(async () => {
    const id = await ports.inbox.add({ gateway, inbound, sender, identity, keyword });
    // STOP, START, STOP within minutes: the second STOP only looks like a repeat, and must not be lost.
    const counts = id !== null || (identity.guessed && keyword === "stop");
    if (counts && phone !== null && keyword !== null)
      await obey(ports, keyword, phone, { gateway, text: inbound.text });
  });
}

/** Where a keyword came from; `text` is what the person wrote, if it is known. */
type Sent = { readonly gateway: string; readonly text: string | null };

async function obey(ports: ProviderEventDeps, keyword: Keyword, phone: Phone, sent: Sent): Promise<void> {
  if (keyword === "start" && (await ports.inbox.allow(phone, sent.gateway))) await record(ports, phone, "lifted", sent);
  if (keyword === "stop") await stop(ports, phone, OPTED_OUT, sent);
}

/** Does what STOP does, for a person who replied STOP to the provider. */
async function optOut(ports: ProviderEventDeps, gateway: string, number: string): Promise<void> {
  const phone = senderPhone(number, ports.country);
  if (phone === null) return;
  await ports.unitOfWork.ownTransaction(() => stop(ports, phone, OPTED_OUT_THERE, { gateway, text: null }));
}

async function stop(ports: ProviderEventDeps, phone: Phone, reason: string, sent: Sent): Promise<void> {
  // The subscriber's row is locked before the suppression is written, as everywhere in the newsletter.
  try {
    await unsubscribe(ports, { phone, groups: null, evidence: BY_SMS });
  } catch (error) {
    // A person who never subscribed may reply STOP all the same.
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
  }
  if (await ports.inbox.suppress(phone, reason, sent.gateway)) await record(ports, phone, "blocked", sent);
}

const BY_SMS: Evidence = { source: "sms", actor: null, ip: null };
/** Whoever writes more than this with their STOP is understood all the same. */
const LONGEST_WORDING = 500;

async function record(ports: ProviderEventDeps, phone: Phone, kind: ConsentKind, { text }: Sent): Promise<void> {
  const wording = text === null ? undefined : { text: text.slice(0, LONGEST_WORDING).toWellFormed() };
  await ports.consentLedger.append([{ phone, groupId: null, kind, wording, evidence: BY_SMS }]);
}

// PostgreSQL accepts neither NUL nor half a surrogate pair, and receipts are written in batches: one with such a
// character would be refused together with its neighbors, forever.
function clean(text: string, longest: number): string {
  return text.replaceAll("\0", "").slice(0, longest).toWellFormed();
}

/** A number that matches no one: such a receipt is kept for a while and matches none of those who share its id. */
const NOBODY = "?";

function cleanReceipt(receipt: Receipt, shared: boolean): Receipt {
  const { providerId, ref, phone, state, channel, code, detail } = receipt;
  const number = phone === undefined ? null : senderPhone(clean(phone, 40), null);
  return {
    state,
    ...(channel !== undefined && { channel }),
    ...(providerId !== undefined && { providerId: clean(providerId, 200) }),
    ...(ref !== undefined && { ref: clean(ref, 100) }),
    ...(number === null ? shared && { phone: NOBODY } : { phone: number }),
    ...(code !== undefined && { code: clean(code, 50) }),
    ...(detail !== undefined && { detail: clean(detail, 200) }),
  };
}

function cleanInbound(inbound: Inbound): Inbound {
  return {
    ...(inbound.providerId !== undefined && { providerId: clean(inbound.providerId, 200) }),
    from: clean(inbound.from, 40),
    to: clean(inbound.to, 40),
    text: clean(inbound.text, LONGEST_TEXT),
    media: inbound.media.slice(0, 10).map((url) => clean(url, 2_048)),
    ...(inbound.at !== undefined && { at: clean(inbound.at, 60) }),
  };
}
