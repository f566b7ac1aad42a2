import type { KeyObject } from "node:crypto";

import { DomainError } from "../error.ts";
import type { Guard } from "../guard/guard.ts";
import { refusedCode } from "../guard/refuse-code.ts";
import { requireRoute } from "../messages/abilities.ts";
import { contentOf } from "../messages/content.ts";
import type { MessageStore } from "../messages/message-store.ts";
import type { ConsentRepository } from "../consent/consent-ledger.ts";
import type { Evidence, Wording } from "../consent/consent-record.ts";
import type {
  CustomFields,
  LockedSubscriber,
  NewsletterChange,
  NewsletterGroup,
  NewsletterStore,
  Subscriber,
  SubscribedState,
} from "./newsletter-store.ts";
import { filled, textIn, textOrBuiltIn } from "../opt-out/localized-text.ts";
import { senderNameOf } from "../opt-out/sender-name.ts";
import type { Routes } from "../routing/routes.ts";
import { siteSection } from "../settings/site-settings.ts";
import { requireFunds, type FundsDeps } from "../spending/spend-rules.ts";
import { checkFields } from "../subscribers/check-fields.ts";
import type { FieldStore } from "../subscribers/field.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Phone } from "../recipients/phone.ts";
import { CODE_SECONDS, codeWait, hashCode, newCode, RESEND_SECONDS, type Random } from "./activation-code.ts";
import { codeMessage } from "./code-message.ts";
import { codeTexts as builtIn } from "./code-texts.ts";
import { knownPerson, knownProfile } from "./known-person.ts";
import { membershipEvent, type MembershipEvent } from "./membership-event.ts";
import type { GroupTexts } from "./group-texts.ts";
import { requireGroups } from "./require-groups.ts";
import { requireMaySwitchOff, type NewsletterSettings } from "./settings.ts";
import { enroll } from "./enroll.ts";
import { welcome, type WelcomeDeps } from "./welcome.ts";
import { withMemberships } from "./with-memberships.ts";

export type NewsletterDeps = {
  readonly newsletter: NewsletterStore;
  readonly unitOfWork: UnitOfWork;
  readonly messages: MessageStore;
  readonly routes: Routes;
  readonly newsletterSettings: () => Promise<NewsletterSettings>;
  readonly fields: Pick<FieldStore, "all" | "lockForValues">;
  readonly consentRepository: Pick<ConsentRepository, "past">;
  readonly randomBytes: Random;
  /** Key of the installation under which codes are hashed. */
  readonly codeKey: KeyObject;
  readonly guard: Guard;
} & Pick<WelcomeDeps, "readSettings" | "sender" | "readLinks"> &
  FundsDeps;

export type SubscribeCommand = {
  readonly phone: Phone;
  readonly name: string;
  /** null: the default group. */
  readonly groups: readonly number[] | null;
  /** null: unchanged. */
  readonly customFields: CustomFields | null;
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  /**
   * For forms in which anyone can enter anyone's number. Name, fields, language and time zone are taken only of people
   * whom nobody knows yet, and people who left need a code unless the call says otherwise: see {@link knownPerson}.
   */
  readonly keepsKnown?: boolean | undefined;
  /** As in {@link enroll}. */
  readonly fieldsWereChecked?: boolean | undefined;
  /** As set by the call; null: as set for the group or the site. */
  readonly doubleOptIn: boolean | null;
  /**
   * Whether new members are welcomed. Default: unless they are imported. What needs a code is welcomed once it is
   * confirmed.
   */
  readonly welcome?: boolean | undefined;
  /** What the person saw, if the caller says so. */
  readonly wording?: Wording | undefined;
  readonly evidence: Evidence;
  /** The requester's address; absent if a trusted caller states none. Public pages always state one. */
  readonly visitorIp?: string | undefined;
};

export type Subscribed = {
  readonly subscriber: Subscriber;
  /** pending if any of the given groups is waiting for the code. */
  readonly state: SubscribedState;
  /** Nothing was left to do: already active everywhere. */
  readonly already: boolean;
  /** null: no code is needed. */
  readonly code: { readonly sent: boolean; readonly resendAfter: number; readonly sandbox: boolean } | null;
};

/**
 * Subscribes a number to groups. If double opt-in applies, the membership waits for a code, which is sent as a message
 * in the same transaction; a number gets one code a minute and ten a day, and no message beyond that.
 *
 * @throws DomainError invalid_parameter (unknown_group, destination_blocked), forbidden, not_in_this_state (STOP),
 *   no_gateway, too_many_requests; spend_cap_reached and insufficient_credit where the settings hold codes
 */
export async function subscribe(ports: NewsletterDeps, given: SubscribeCommand): Promise<Subscribed> {
  const settings = await ports.newsletterSettings();
  if (given.doubleOptIn === false) requireMaySwitchOff(settings);
  return ports.unitOfWork.transaction(async () => {
    const groups = await requireGroups(ports.newsletter, given.groups);
    const command = given.keepsKnown ? await withKnownProfile(ports, given) : given;
    const person = await enroll(ports, command);
    if (person.suppressed) throw stopped();
    const changes = groups.flatMap((group) =>
      moveOf(person, group, command.doubleOptIn ?? settings.doubleOptIn, command),
    );
    const after = withMemberships(person, changes);
    const kept = groups.map(({ id }) => id).filter((id) => changes.every(({ groupId }) => groupId !== id));
    if (kept.length > 0) await ports.newsletter.keepMember(person.id, kept);
    const named = new Set(groups.map((group) => group.id));
    const waits = after.memberships.some((one) => named.has(one.groupId) && one.state === "pending");
    const moved = changes.filter((change) => change.moved);
    const locale = command.locale ?? person.locale ?? command.wording?.language ?? null;
    const inState = (moves: readonly Move[], wanted: Move["state"]): NewsletterGroup[] =>
      groups.filter(({ id }) => moves.some(({ groupId, state }) => groupId === id && state === wanted));
    const codeText = waits
      ? await codeTextFor(ports, settings, inState(changes, "pending"), locale)
      : settings.codeText;
    const code = waits ? await sendCode(ports, person, codeText, command) : null;
    if (command.welcome ?? command.evidence.source !== "import") {
      const { evidence, visitorIp: ip } = command;
      const byVisitor = evidence.source === "page" || ip !== undefined;
      const joined = moved.filter(({ isFirst }) => isFirst || !byVisitor);
      await welcome(ports, settings, {
        person,
        groups: inState(joined, "active"),
        locale,
        mayName: evidence.source !== "page",
        permitted: byVisitor && !code?.hash ? () => isWithinLimits(ports.guard, person.phone, ip) : undefined,
        evidence,
      });
    }
    await ports.newsletter.save({
      subscriber: person,
      memberships: moved,
      code: code?.hash ? { hash: code.hash, validSeconds: CODE_SECONDS, groups: pendingOf(changes) } : undefined,
      consents: changes
        .filter((change) => change.moved || code?.hash)
        .map((change) => consentTo(change, command, codeText)),
      evidence: command.evidence,
      events: moved.length > 0 ? [newSubscriber(after, moved)] : [],
    });
    return {
      subscriber: after,
      state: waits ? "pending" : "active",
      already: changes.length === 0,
      code: code && { sent: code.hash !== null, resendAfter: code.resendAfter, sandbox: code.sandbox },
    };
  });
}

async function withKnownProfile(ports: NewsletterDeps, command: SubscribeCommand): Promise<SubscribeCommand> {
  const { phone, customFields: given, evidence } = command;
  // Before a person's row, as in editSubscriber.
  await ports.fields.lockForValues();
  // Like a stranger's, whoever has the number: otherwise a refusal would show a visitor who is subscribed.
  const check = { given, stored: null, incomplete: evidence.source === "sms", omitRefused: false };
  checkFields(await ports.fields.all(), check);
  const { established, hasLeft } = await knownPerson(ports, phone);
  // People who left join again only with a code, which only they receive, unless the caller has their consent.
  const doubleOptIn = command.doubleOptIn ?? (hasLeft ? true : null);
  if (!established) return { ...command, doubleOptIn };
  return { ...command, ...knownProfile(established, phone), doubleOptIn, fieldsWereChecked: true };
}

function newSubscriber(person: Subscriber, moved: readonly Move[]): MembershipEvent {
  const event = membershipEvent("new_subscriber", person, moved, newState(moved));
  return { ...event, data: { ...event.data, custom_fields: person.customFields } };
}

type Move = {
  readonly groupId: number;
  readonly groupName: string;
  readonly state: SubscribedState;
  /** false: it is already pending, and the code is only requested again. */
  readonly moved: boolean;
  /** The person has never been in this group. */
  readonly isFirst: boolean;
};

/** The change of one membership; none if it is active. Other groups are never changed. */
function moveOf(
  person: Subscriber,
  group: NewsletterGroup,
  siteOptIn: boolean,
  command: Pick<SubscribeCommand, "doubleOptIn">,
): readonly Move[] {
  const before = person.memberships.find((one) => one.groupId === group.id)?.state;
  if (before === "active") return [];
  const optIn = command.doubleOptIn ?? group.doubleOptIn ?? siteOptIn;
  const state = optIn ? "pending" : "active";
  return [{ groupId: group.id, groupName: group.name, state, moved: before !== state, isFirst: before === undefined }];
}

/** The record of it. If the caller does not state what the person saw, it is the text of the code message. */
function consentTo(
  { groupId, state }: Move,
  { wording, evidence }: SubscribeCommand,
  codeText: string,
): NonNullable<NewsletterChange["consents"]>[number] {
  if (state === "pending") return { groupId, kind: "requested", wording: wording ?? { text: codeText } };
  return { groupId, kind: evidence.source === "import" ? "imported" : "subscribed", wording };
}

/**
 * Anyone can enter any number on a page: the message to it is limited like a code. A person who joins again gets none,
 * because a page lets people leave and join any number of times.
 */
async function isWithinLimits(guard: Guard, phone: Phone, ip: string | undefined): Promise<boolean> {
  return (await guard.take({ phone, ip: ip ?? null, purpose: "welcome" })).kind === "granted";
}

/** One code confirms all groups; the first of their texts is used. */
async function codeTextFor(
  { readSettings, sender }: Pick<NewsletterDeps, "readSettings" | "sender">,
  settings: NewsletterSettings,
  groups: readonly GroupTexts[],
  locale: string | null,
): Promise<string> {
  const [own] = groups.flatMap(({ codeTexts }) => textIn(codeTexts, locale) ?? []);
  const site = { default: settings.codeText, ...settings.codeTexts };
  const text = own ?? textOrBuiltIn(site, builtIn, locale ?? (await readSettings(siteSection)).locale) ?? site.default;
  if (!text.includes("{{")) return text;
  const words = { sender: await senderNameOf(readSettings, sender), group: groups.map(({ name }) => name).join(", ") };
  return filled(text, words);
}

async function sendCode(
  ports: NewsletterDeps,
  person: LockedSubscriber,
  text: string,
  { evidence, visitorIp }: SubscribeCommand,
): Promise<{ hash: Buffer | null; resendAfter: number; sandbox: boolean }> {
  const route = ports.routes.byDefault();
  const sandbox = route?.sandbox ?? false;
  const wait = codeWait(person.codeAge, person.requestAges);
  if (wait > 0) return { hash: null, resendAfter: wait, sandbox };
  const chosen = requireRoute(route, "no code");
  await requireFunds(ports, { category: "otp", route: chosen, phones: [person.phone], content: contentOf({ text }) });
  const taken = await ports.guard.take({ phone: person.phone, ip: visitorIp ?? null, purpose: "opt_in" });
  if (taken.kind === "refused") {
    // Treated like this number's own limits: the membership stays pending until a code may be sent again.
    if (taken.why === "number") return { hash: null, resendAfter: taken.retryAfter, sandbox };
    throw refusedCode(taken, "mobile");
  }
  const code = newCode(ports.randomBytes);
  const sent = await ports.messages.accept(codeMessage(chosen, person.phone, code, text, evidence));
  // A STOP arrived after we checked the number and before the message was accepted.
  if (sent.kind === "no_recipients") throw stopped();
  return { hash: hashCode(ports.codeKey, person.phone, code), resendAfter: RESEND_SECONDS, sandbox };
}

/** Why refused and not stored as pending: docs/decisions/0009-newsletter.md. */
function stopped(): DomainError {
  return new DomainError(
    "not_in_this_state",
    "This number has opted out of all messages, or was blocked. Only a START from that phone changes that, or DELETE /suppressions/{number} with a reason and, after an opt-out, the new consent.",
    [],
    { suppressed: true },
  );
}

const pendingOf = (moves: readonly Move[]): readonly number[] =>
  moves.filter(({ state }) => state === "pending").map(({ groupId }) => groupId);

const newState = (moved: readonly Move[]): Move["state"] =>
  moved.some((one) => one.state === "pending") ? "pending" : "active";
