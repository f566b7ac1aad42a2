import type { ConsentLedger } from "../consent/consent-ledger.ts";
import type { Evidence } from "../consent/consent-record.ts";
import type { Reading } from "../inbox/keyword.ts";
import type { MessageStore } from "../messages/message-store.ts";
import { lockPhone, lockPlace } from "../newsletter/lock-phone.ts";
import type { NewsletterStore } from "../newsletter/newsletter-store.ts";
import { everySpelling, otherSpelling } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Routes } from "../routing/routes.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { siteSection } from "../settings/site-settings.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { confirmationOf, helpOf, type AnsweredReply } from "./confirmation.ts";
import type { HelpReplies } from "./help-replies.ts";
import { leaveGroups } from "./leave-groups.ts";
import { optOutSection, type OptOutSettings } from "./opt-out-settings.ts";
import { recordChanges } from "./record-changes.ts";
import { senderKey } from "./sender-key.ts";
import { ALL_SENDERS, SIMULATED, type Suppression, type SuppressionStore } from "./suppression-store.ts";
import { writtenReasons } from "./written-reasons.ts";

export type HonorDeps = {
  readonly suppressions: SuppressionStore;
  readonly helpReplies: HelpReplies;
  readonly newsletter: NewsletterStore;
  readonly consentLedger: ConsentLedger;
  readonly messages: MessageStore;
  readonly routes: Pick<Routes, "byName">;
  readonly readSettings: ReadSettings;
  readonly unitOfWork: UnitOfWork;
};

/** A reply as the rules see it. */
export type Reply = {
  readonly phone: Phone;
  readonly gateway: string;
  /** The number that the person wrote to, as the provider writes it; null: the provider reports none. */
  readonly recipient: string | null;
  /** What they wrote; null: the provider does not say. */
  readonly text: string | null;
  /** When they sent it, in milliseconds since 1970; null: the provider does not say. */
  readonly sentAt: number | null;
  /** Not null: the person at the phone of a sandbox, played by a caller (`by`) or by the sandbox itself. */
  readonly simulated: { readonly by: string | null } | null;
};

/** `answers`: whether a message may be sent back. */
type Request = Reading & { readonly answers: boolean };

const sourceOf = ({ gateway, simulated }: Reply): string => (simulated ? `${SIMULATED}${gateway}` : gateway);
const isSimulated = ({ source }: Suppression): boolean => source.startsWith(SIMULATED);
const evidenceOf = ({ simulated }: Reply): Evidence =>
  simulated ? { source: "sandbox", actor: simulated.by, ip: null } : { source: "sms", actor: null, ip: null };

/**
 * Does what a reply requests, in the transaction that stores it. STOP suppresses the number, which holds deliveries
 * back from the next mark on, and ends its memberships; START lifts what the person asked for and joins no group again.
 * A phone with two numbers is answered under the one that it used.
 */
export async function honorReply(ports: HonorDeps, reply: Reply, reading: Request): Promise<void> {
  await (reading.keyword === "stop" ? lockPlace : lockPhone)(ports.newsletter, reply.phone);
  await honorFor(ports, reply, reading);
  const phone = otherSpelling(reply.phone);
  if (phone !== null) await honorFor(ports, { ...reply, phone }, { ...reading, answers: false });
}

async function honorFor(ports: HonorDeps, reply: Reply, reading: Request): Promise<void> {
  const { keyword } = reading;
  if (keyword === "stop") await stop(ports, reply, reading, writtenReasons.byText);
  else if (keyword === "start") await start(ports, reply);
  else if (keyword === "yes") await answerYes(ports, reply);
  else if (keyword === "help") await help(ports, reply, reading);
  else await hold(ports, reply);
}

/** Does what STOP does, for a person who replied STOP to the provider, which has answered them. */
export async function honorProviderOptOut(ports: HonorDeps, reply: Reply): Promise<void> {
  await lockPlace(ports.newsletter, reply.phone);
  for (const phone of everySpelling([reply.phone]))
    await stop(ports, { ...reply, phone }, { language: null, all: false, answers: false }, writtenReasons.atProvider);
}

async function stop(
  ports: HonorDeps,
  reply: Reply,
  { language, all, answers }: Omit<Request, "keyword">,
  reason: string,
): Promise<void> {
  const { phone, simulated } = reply;
  const [source, evidence] = [sourceOf(reply), evidenceOf(reply)];
  const settings = await ports.readSettings(optOutSection);
  const sender = all ? ALL_SENDERS : await senderOf(ports, reply, settings);
  // The subscriber's row is locked before the suppression is written, as everywhere in the newsletter.
  if (sender === ALL_SENDERS) await leaveGroups(ports, phone, evidence);
  const because = { reason, liftedBy: null, source, consent: null };
  // All entries in one order: a doubtful reply and START lock them like this.
  if (!simulated) await ports.suppressions.lock(phone);
  const added = await ports.suppressions.add([{ phone, sender, kind: "opt_out", reason, source, addedBy: null }]);
  // If the provider only refused a message, it is not known when the person asked for it.
  if (reply.text !== null) await ports.suppressions.noteRequest({ phone, sender, kind: "opt_out" }, reply.sentAt);
  // A STOP decides what an earlier, doubtful reply meant.
  if (!simulated) await ports.suppressions.settleDoubts([phone], sender, because);
  if (added.length > 0 && settings.confirm && answers) await confirm(ports, reply, language, settings);
  await recordChanges(ports.consentLedger, "blocked", added, { evidence, text: reply.text });
}

/**
 * The sender that a reply concerns. A sender that the number got nothing from is a guess, and a STOP must never be lost
 * to a guess.
 */
async function senderOf(ports: HonorDeps, { phone, recipient }: Reply, settings: OptOutSettings): Promise<string> {
  if (settings.scope === "global" || recipient === null) return ALL_SENDERS;
  const sender = senderKey(recipient);
  return (await ports.suppressions.wasSentBy(phone, sender)) ? sender : ALL_SENDERS;
}

async function confirm(
  ports: HonorDeps,
  { phone, gateway, recipient }: Reply,
  language: string | null,
  settings: OptOutSettings,
): Promise<void> {
  const route = ports.routes.byName(gateway);
  if (!route) return;
  const message = confirmationOf(await answered(ports, { phone, route, recipient, language }), settings);
  if (message) await ports.messages.accept(message);
}

/** STOP and HELP themselves are words of no language: they are answered in that of the site. */
async function answered(
  { readSettings }: Pick<HonorDeps, "readSettings">,
  { recipient, language, ...reply }: Pick<AnsweredReply, "phone" | "route" | "language"> & Pick<Reply, "recipient">,
): Promise<AnsweredReply> {
  return { ...reply, recipient: recipient ?? "", language: language ?? (await readSettings(siteSection)).locale };
}

/**
 * Lifts only what the person's own replies set: what an operator added stays, and a simulated START lifts no real STOP.
 * Nor does a START that was sent before the STOP and only arrived after it; without its time, the order of arrival
 * counts.
 */
async function start(ports: HonorDeps, reply: Reply): Promise<void> {
  const { phone, recipient, text, sentAt, simulated } = reply;
  const { scope } = await ports.readSettings(optOutSection);
  // Before the suppression, as everywhere: a person who texts START can be reached.
  if (!simulated) await ports.newsletter.noteReachable(phone);
  const sender = senderKey(recipient ?? "");
  const concerns = (one: Suppression): boolean =>
    scope === "global" || one.sender === ALL_SENDERS || one.sender === sender;
  const own = (await ports.suppressions.lock(phone)).filter(
    (one) =>
      one.addedBy === null &&
      one.kind !== "block" &&
      concerns(one) &&
      (sentAt === null || sentAt >= one.requestedAt) &&
      (!simulated || isSimulated(one)),
  );
  const how = { reason: "START by text", liftedBy: simulated?.by ?? null, source: sourceOf(reply), consent: null };
  await ports.suppressions.lift(own, how);
  await recordChanges(ports.consentLedger, "lifted", own, { evidence: evidenceOf(reply), text });
}

/** YES is an answer: it means START only if the person was asked to confirm a subscription. */
async function answerYes(ports: HonorDeps, reply: Reply): Promise<void> {
  const person = await ports.newsletter.lock(reply.phone);
  if (person?.memberships.some(({ state }) => state === "pending")) await start(ports, reply);
}

async function help(
  ports: HonorDeps,
  { phone, gateway, recipient }: Reply,
  { language, answers }: Request,
): Promise<void> {
  const route = ports.routes.byName(gateway);
  if (!route || !answers) return;
  const settings = await ports.readSettings(optOutSection);
  const message = helpOf(await answered(ports, { phone, route, recipient, language }), settings);
  // Otherwise, a program that answers every message would be answered endlessly.
  if (message && (await ports.helpReplies.take(phone))) await ports.messages.accept(message);
}

async function hold(ports: HonorDeps, reply: Reply): Promise<void> {
  const { phone } = reply;
  const sender = await senderOf(ports, reply, await ports.readSettings(optOutSection));
  const all = await ports.suppressions.lock(phone);
  const known = reply.simulated ? all : all.filter((one) => !isSimulated(one));
  // There is no doubt about a person who already gets nothing: a provider may report an opt-out and its text
  // separately.
  if (known.some((one) => one.kind !== "maybe_opt_out" && [ALL_SENDERS, sender].includes(one.sender))) return;
  await ports.suppressions.add([
    { phone, sender, kind: "maybe_opt_out", reason: writtenReasons.inDoubt, source: sourceOf(reply), addedBy: null },
  ]);
  await ports.suppressions.noteRequest({ phone, sender, kind: "maybe_opt_out" }, reply.sentAt);
}
