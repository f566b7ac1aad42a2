import { fitText } from "#lib/fit-text";

import type { Inbound, Receipt } from "../gateways/gateway.ts";
import type { InboxStore } from "./inbox-store.ts";
import { joinParts, partOf } from "./join-parts.ts";
import type { PartStore } from "./part-store.ts";
import { honorReply, honorProviderOptOut, type HonorDeps } from "../opt-out/honor-reply.ts";
import { optOutSection } from "../opt-out/opt-out-settings.ts";
import type { ReceiptStore } from "../deliveries/receipt-store.ts";
import type { Country } from "../recipients/phone.ts";
import { identityOf } from "./inbound-identity.ts";
import { readKeywordTo } from "./keyword.ts";
import { senderPhone } from "./sender-phone.ts";
import { sentTime } from "./sent-time.ts";

export type ReceivedEvents = {
  readonly receipts: readonly Receipt[];
  readonly inbound: readonly Inbound[];
  readonly optOuts?: readonly string[];
};

export type ProviderEventDeps = HonorDeps & {
  readonly receipts: ReceiptStore;
  readonly inbox: InboxStore;
  readonly parts: PartStore;
  readonly country: Country | null;
  /**
   * Whether a gateway's vendor gives one id to all recipients of a call: then only the number identifies a receipt's
   * delivery.
   */
  readonly sharesIds?: (gateway: string) => boolean;
};

/** Longest text that is kept: a little more than ten segments. */
const LONGEST_TEXT = 4_000;

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
    for (const number of events.optOuts ?? []) {
      const message = events.inbound.find(({ from }) => from === number);
      await optOut(ports, gateway, fitText(number, 40), message && cleanInbound(message));
    }
    // After the opt-outs: a START received together with an opt-out is the more recent.
    for (const inbound of events.inbound) await receiveText(ports, gateway, cleanInbound(inbound));
  };
}

type TextDeps = Omit<ProviderEventDeps, "receipts" | "sharesIds">;

/**
 * Stores one message and does what its keyword requests, in one transaction; a part of a message waits for the others.
 */
async function receiveText(ports: TextDeps, gateway: string, inbound: Inbound): Promise<void> {
  const part = partOf(inbound);
  if (!part) return storedAndAnswered(ports, (answers) => storeText(ports, gateway, inbound, answers));
  const sender = senderPhone(inbound.from, ports.country) ?? inbound.from;
  const { id: identity } = identityOf(sender, inbound);
  await storedAndAnswered(ports, async (answers) => {
    for (const joined of await ports.parts.add({ gateway, sender, identity, inbound, part }))
      await storeText(ports, gateway, cleanInbound(joinParts(joined)), answers);
  });
}

/** Passes on one message whose missing parts did not come in time. @returns false: there was none */
export async function passOnOverdue(ports: TextDeps): Promise<boolean> {
  if (!(await ports.parts.hasOverdue())) return false;
  await storedAndAnswered(ports, async (answers) => {
    const joined = await ports.parts.takeOverdue();
    if (joined) await storeText(ports, joined.gateway, cleanInbound(joinParts(joined)), answers);
  });
  return true;
}

/** In one transaction. If it fails, an answer may be lost, a STOP may not: then the same without an answer. */
async function storedAndAnswered(
  { unitOfWork }: Pick<TextDeps, "unitOfWork">,
  store: (answers: boolean) => Promise<void>,
): Promise<void> {
  const stored = (answers: boolean): Promise<void> => unitOfWork.ownTransaction(() => store(answers));
  await stored(true).catch(() => stored(false));
}

async function storeText(ports: TextDeps, gateway: string, inbound: Inbound, answers: boolean): Promise<void> {
  const phone = senderPhone(inbound.from, ports.country);
  const { senderName } = await ports.readSettings(optOutSection);
  const reading = readKeywordTo(senderName ?? "", inbound.text);
  const sender = phone ?? inbound.from;
  const identity = identityOf(sender, inbound);
  const id = await ports.inbox.add({ gateway, inbound, sender, identity, keyword: reading?.keyword ?? null });
  // STOP, START, STOP: the second STOP may merely look like a repeat, unless its time shows that it is one. It must not
  // be lost.
  const isSure = identity.id === identity.digest && !identity.guessed;
  const counts = id !== null || (reading?.keyword === "stop" && !isSure);
  if (!counts || phone === null || !reading) return;
  const { to: recipient, text, simulated = null } = inbound;
  const reply = { phone, gateway, recipient, text, sentAt: sentTime(inbound.at), simulated };
  await honorReply(ports, reply, { ...reading, answers });
}

/** @param message what the person wrote, if the provider reports that, too */
async function optOut(
  ports: ProviderEventDeps,
  gateway: string,
  number: string,
  message: Inbound | undefined,
): Promise<void> {
  const phone = senderPhone(number, ports.country);
  if (phone === null) return;
  const written = { recipient: message?.to ?? null, text: message?.text ?? null, sentAt: sentTime(message?.at) };
  const reply = { phone, gateway, ...written, simulated: null };
  const honored = (): Promise<void> => ports.unitOfWork.ownTransaction(() => honorProviderOptOut(ports, reply));
  // Few providers repeat a report that was refused because of a deadlock, so it is retried here.
  await honored().catch(honored);
}

/**
 * A number that matches no recipient: such a receipt is kept for a while and matches none of the deliveries that share
 * its id.
 */
const NOBODY = "?";

/**
 * Receipts are written in batches: one that the database refuses would be refused together with its neighbors, forever.
 */
function cleanReceipt(receipt: Receipt, shared: boolean): Receipt {
  const { providerId, ref, phone, state, channel, code, detail } = receipt;
  const number = phone === undefined ? null : senderPhone(fitText(phone, 40), null);
  return {
    state,
    ...(channel !== undefined && { channel }),
    ...(providerId !== undefined && { providerId: fitText(providerId, 200) }),
    ...(ref !== undefined && { ref: fitText(ref, 100) }),
    ...(number === null ? shared && { phone: NOBODY } : { phone: number }),
    ...(code !== undefined && { code: fitText(code, 50) }),
    ...(detail !== undefined && { detail: fitText(detail, 200) }),
  };
}

function cleanInbound(inbound: Inbound): Inbound {
  return {
    ...(inbound.providerId !== undefined && { providerId: fitText(inbound.providerId, 200) }),
    from: fitText(inbound.from, 40),
    to: fitText(inbound.to, 40),
    text: fitText(inbound.text, LONGEST_TEXT),
    media: inbound.media.slice(0, 10).map((url) => fitText(url, 2_048)),
    ...(inbound.at !== undefined && { at: fitText(inbound.at, 60) }),
    ...(inbound.part !== undefined && { part: inbound.part }),
    ...(inbound.simulated !== undefined && { simulated: inbound.simulated }),
  };
}
