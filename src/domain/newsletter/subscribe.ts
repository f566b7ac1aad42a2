import type { Guard } from "../guard/guard.ts";
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
import { checkFields } from "../subscribers/check-fields.ts";
import type { FieldStore } from "../subscribers/field.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Phone } from "../recipients/phone.ts";
import { CODE_SECONDS } from "./activation-code.ts";
import { knownPerson, knownProfile } from "./known-person.ts";
import { membershipEvent, type MembershipEvent } from "./membership-event.ts";
import { requireGroups } from "./require-groups.ts";
import { requireMaySwitchOff, type NewsletterSettings } from "./settings.ts";
import { enroll } from "./enroll.ts";
import { codeTextFor, sendCode, stopped, type CodeDeps } from "./send-activation-code.ts";
import { welcome, type WelcomeDeps } from "./welcome.ts";
import { withMemberships } from "./with-memberships.ts";

export type NewsletterDeps = {
  readonly newsletter: NewsletterStore;
  readonly unitOfWork: UnitOfWork;
  readonly newsletterSettings: () => Promise<NewsletterSettings>;
  readonly fields: Pick<FieldStore, "all" | "lockForValues">;
  readonly consentRepository: Pick<ConsentRepository, "past">;
} & CodeDeps &
  Pick<WelcomeDeps, "readSettings" | "sender" | "readLinks">;

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
    const changes = groups.flatMap((group) => moveOf(person, group, command, settings));
    const after = withMemberships(person, changes);
    const kept = groups.map(({ id }) => id).filter((id) => changes.every(({ groupId }) => groupId !== id));
    if (kept.length > 0) await ports.newsletter.keepMember(person.id, kept);
    const named = new Set(groups.map((group) => group.id));
    const waits = after.memberships.some((one) => named.has(one.groupId) && one.state === "pending");
    const moved = changes.filter((change) => change.moved);
    const locale = command.locale ?? person.locale ?? command.wording?.language ?? null;
    const codeText = waits
      ? await codeTextFor(ports, settings, groupsIn(groups, changes, "pending"), locale)
      : settings.codeText;
    const code = waits ? await sendCode(ports, person, codeText, command) : null;
    if (command.welcome ?? command.evidence.source !== "import") {
      await welcomeTo(ports, settings, command, { person, groups, moved, locale, isCodeSent: Boolean(code?.hash) });
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

/**
 * Welcomes a person to the groups in which they are active now: on a public page, only to those that are new to them.
 */
async function welcomeTo(
  ports: NewsletterDeps,
  settings: NewsletterSettings,
  { evidence, visitorIp }: Pick<SubscribeCommand, "evidence" | "visitorIp">,
  joining: {
    readonly person: LockedSubscriber;
    readonly groups: readonly NewsletterGroup[];
    readonly moved: readonly Move[];
    readonly locale: string | null;
    readonly isCodeSent: boolean;
  },
): Promise<void> {
  const { person, groups, moved, locale, isCodeSent } = joining;
  const byVisitor = evidence.source === "page" || visitorIp !== undefined;
  const joined = moved.filter(({ isFirst }) => isFirst || !byVisitor);
  await welcome(ports, settings, {
    person,
    groups: groupsIn(groups, joined, "active"),
    locale,
    mayName: evidence.source !== "page",
    permitted: byVisitor && !isCodeSent ? () => isWithinLimits(ports.guard, person.phone, visitorIp) : undefined,
    evidence,
  });
}

/** The groups that some of these changes bring into a state. */
function groupsIn(groups: readonly NewsletterGroup[], moves: readonly Move[], state: Move["state"]): NewsletterGroup[] {
  return groups.filter(({ id }) => moves.some((move) => move.groupId === id && move.state === state));
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
  command: Pick<SubscribeCommand, "doubleOptIn">,
  site: Pick<NewsletterSettings, "doubleOptIn">,
): readonly Move[] {
  const before = person.memberships.find((one) => one.groupId === group.id)?.state;
  if (before === "active") return [];
  const optIn = command.doubleOptIn ?? group.doubleOptIn ?? site.doubleOptIn;
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

const pendingOf = (moves: readonly Move[]): readonly number[] =>
  moves.filter(({ state }) => state === "pending").map(({ groupId }) => groupId);

const newState = (moved: readonly Move[]): Move["state"] =>
  moved.some((one) => one.state === "pending") ? "pending" : "active";
