import { hour, second } from "#lib/time";

import { priceTable, type PriceTable, type PriceSettings } from "../credit/prices.ts";
import type { StoredCredit } from "../credit/credit-store.ts";
import { capFor } from "../frequency-cap/frequency-cap.ts";
import { frequencyCapSection } from "../frequency-cap/frequency-cap-settings.ts";
import { sampleLinks } from "../forms/person-link.ts";
import { outlookOf, type OutlookDeps } from "../gateways/outlook.ts";
import { paceOf } from "../gateways/pace.ts";
import { callingPrefixes } from "../recipients/calling-prefixes.ts";
import { assumedGateway, rulePrefixes } from "../routing/assumed-gateway.ts";
import type { RefusedPeople } from "../texts/personal-text.ts";
import { requireRoute, requireSendable } from "./abilities.ts";
import type { AudiencePeople, AudienceReader } from "./audience-people.ts";
import { needsFields } from "./audience-texts.ts";
import type { MayName } from "./person-label.ts";
import { longestContent, personalizeOrRefuse, type Personalized } from "./personalize.ts";
import { defaultValidFor } from "./message.ts";
import { costOf, countriesOf, isEnough, sum, type CostOfPrefix, type PreviewedCost } from "./preview-cost.ts";
import {
  consentless,
  entriesOf,
  lookAtPeople,
  type PeopleDeps,
  type PeopleQuery,
  type PreviewedPeople,
} from "./preview-people.ts";
import { quietSpan, withNumbers, type QuietSpanDeps, type Reached } from "./preview-span.ts";
import { marketingWarnings } from "./preview-marketing.ts";
import { textOf, unfilledText } from "./preview-text.ts";
import { samplesOf, type Samples } from "./preview-samples.ts";
import { previewedTexts, rangeOf, segmentsByPrefix, textWarnings, type PreviewedTexts } from "./preview-texts.ts";
import { sentBefore, type SameTextReader, type SentBefore } from "./preview-sent-before.ts";
import { requireSomebody, unite, type SendCommand, type SendDeps } from "./send.ts";

export type PreviewDeps = OutlookDeps &
  PeopleDeps &
  QuietSpanDeps &
  Pick<SendDeps, "country" | "lookAtMedia"> & {
    readonly audienceReader: AudienceReader;
    readonly sameTexts: SameTextReader;
    readonly prices: () => Promise<PriceSettings>;
    readonly publicUrl: string | null;
  };

export type Preview = {
  readonly people: {
    readonly matched: number;
    readonly bySource: Readonly<Record<"numbers" | "users" | "roles" | "customers" | "subscribers", number>>;
    readonly duplicates: number;
    readonly invalid: number;
    readonly suppressed: number;
    readonly unconfirmed: number;
    /** They get nothing, or wait, as the cap says. */
    readonly overCap: number;
    /** Of a marketing message; null: not all of its people can be looked up. */
    readonly withoutConsent: number | null;
    readonly final: number;
    readonly exact: boolean;
  };
  /** Who has no text, so that nobody gets one; null: everybody who was looked at has one. */
  readonly refused: RefusedPeople | null;
  readonly text: ReturnType<typeof textOf> & {
    readonly leastSegments: number;
    /** What the settings add at its end; null: nothing. */
    readonly footer: string | null;
    /** null: everyone gets the same text. */
    readonly personal: (ReturnType<typeof rangeOf>["personal"] & { readonly samples: Samples | null }) | null;
  };
  readonly cost: PreviewedCost;
  readonly countries: readonly CostOfPrefix[];
  readonly credit: StoredCredit | null;
  /** Whether the credit covers the cost; null: one of the two is unknown, or they are in different currencies. */
  readonly enough: boolean | null;
  readonly firstAt: number;
  /** At the rate of the call or the gateway, within quiet hours and the cap; null: nothing limits it. */
  readonly lastAt: number | null;
  /** People whom quiet hours keep waiting: an estimate, as are the instants then. null: nobody. */
  readonly heldByQuietHours: number | null;
  /** People whom the frequency cap keeps waiting. null: nobody. */
  readonly heldByCap: number | null;
  /** The newest message of the last day that this one repeats. */
  readonly sentBefore: SentBefore["id"] | null;
  readonly warnings: readonly string[];
};

/** What is known besides the call itself. */
export type PreviewContext = {
  /** When it is sent, in milliseconds since 1970. */
  readonly at: number;
  /** People without a consent among the numbers of the call; null: they were not counted. */
  readonly withoutConsent: number | null;
  /** Whether the caller may read texts to people of the audience. */
  readonly mayReadTexts: boolean;
  /** Whether the caller may know the names of people of this kind. */
  readonly mayName: MayName;
};

/**
 * What a call to send would do. Nothing is stored, no gateway is contacted, and everything that would refuse the call
 * refuses its preview too.
 *
 * @throws DomainError gateway_cannot, no_recipients, no_gateway
 */
export async function previewMessage(
  ports: PreviewDeps,
  call: Omit<SendCommand, "route"> & { readonly route: SendCommand["route"] | null },
  { at, withoutConsent, mayReadTexts, mayName }: PreviewContext,
): Promise<Preview> {
  const command = { ...call, route: requireRoute(call.route) };
  const { audience, category, route } = command;
  const direct = unite(command, ports.country);
  const own: Personalized = command.content.personal
    ? personalizeOrRefuse(command.content, direct.people(), audience !== null)
    : { content: command.content };
  const content = longestContent(own);
  await requireSendable({ ...command, content }, audience ? null : direct.phones, ports.lookAtMedia);
  requireSomebody(command, direct);
  const prices = priceTable(await ports.prices());
  const cap = capFor(await ports.readSettings(frequencyCapSection), category);
  const priced = prices.prefixesAt(route.gateways);
  const prefixes = new Set([...callingPrefixes(), ...priced, ...rulePrefixes(ports.board.route)]);
  const query = { command, direct, cap, at, prefixes };
  const people = await lookAtPeople(ports, query);
  const phones = audience ? null : people.phones;
  const outlook = await outlookOf(ports, route, category, phones);
  const texts = own.content.personal ? await textsOf(ports, own, people) : null;
  const range = texts && rangeOf(texts, own.content);
  const isHidden = range !== null && !mayReadTexts && range.longest.text !== content.text;

  const repeated = { ...command, content: own.content, phones: direct.phones };
  const before = await sentBefore(ports.sameTexts, repeated, { at, mayReadTexts });

  const refused = texts?.refused ?? null;
  const final = refused ? 0 : people.final;
  const reached = refused ? NOBODY : people.reached;
  const segments = texts ? segmentsByPrefix(texts, prefixes, content.segments) : () => content.segments;
  const countries = countriesOf(withNumbers(reached, prefixes), prices, assumedBy(ports, command, prices), segments);
  const cost = costOf(countries, prices);
  const average = final === 0 ? 1 : sum(countries.map((country) => country.segments)) / final;
  const pace = paceOf(ports.board, route, category, phones, average);
  const perMinute = command.ratePerMinute === null ? pace : Math.min(command.ratePerMinute, pace ?? Infinity);
  const departures = await departuresOf(ports, query, people, { final, reached, perMinute });
  const validUntil = at + (command.validFor ?? defaultValidFor[category]) * second;
  return {
    people: {
      ...entriesOf(query, people),
      suppressed: people.suppressed,
      overCap: people.overCap,
      withoutConsent: await consentless(ports, query, people, withoutConsent),
      final,
      exact: people.exact,
    },
    refused,
    text: {
      ...(isHidden
        ? unfilledText(own.content.text, range.longest.text)
        : textOf((range?.longest ?? content).text, own.content.text)),
      leastSegments: range?.leastSegments ?? content.segments,
      footer: footerOf(command),
      personal: range && {
        ...range.personal,
        ...(isHidden && { forcedBy: null }),
        samples:
          texts && mayReadTexts ? samplesOf(texts, own.content, [...direct.people(), ...texts.people], mayName) : null,
      },
    },
    cost,
    countries,
    credit: outlook.credit,
    enough: isEnough(outlook.credit, cost),
    ...departures,
    sentBefore: before?.id ?? null,
    warnings: [
      ...(before ? [before.warning] : []),
      ...outlook.warnings,
      ...(await marketingWarnings(ports.readSettings, category, own.content)),
      ...(texts ? textWarnings(texts) : []),
      ...(people.exact ? [] : [ESTIMATED]),
      ...(final === 0 && !refused ? [NOBODY_LEFT] : []),
      ...(departures.lastAt !== null && departures.lastAt > validUntil ? [EXPIRES] : []),
    ],
  };
}

/** The texts of a personal message, to numbers and to the people of its audience. */
async function textsOf(
  { audienceReader, publicUrl }: PreviewDeps,
  { content, texts = new Map() }: Personalized,
  { query, members, others, skips, getsNothing }: PreviewedPeople,
): Promise<PreviewedTexts> {
  const stored =
    members === 0
      ? NOBODY_READ
      : await audienceReader.read({ ...query, expected: members, fields: needsFields(content) });
  return previewedTexts(content, texts, {
    stored,
    links: publicUrl === null ? null : sampleLinks(publicUrl),
    others: others.people,
    complete: others.complete,
    getsNothing: (phone) => getsNothing(phone) || stored.suppressed.has(phone) || (skips && stored.overCap.has(phone)),
  });
}

/** The gateway whose price is assumed, by the beginning of the number: see `assumedGateway`. */
function assumedBy(
  { board: { gateways, route: tree } }: Pick<PreviewDeps, "board">,
  { category, route }: Pick<SendCommand, "category" | "route">,
  prices: PriceTable,
): (prefix: string) => string {
  const names = new Set(gateways.map(({ name }) => name));
  if (names.has(route.route)) return () => route.route;
  return (prefix) =>
    assumedGateway(tree, {
      category,
      prefix,
      isUsable: (gateway) => names.has(gateway),
      priceAt: (gateway) => prices.millionthsOf(gateway, prefix) ?? 0,
    }) ?? route.gateway;
}

/** The caller's words come first in the text. */
function footerOf({ content, written }: Pick<SendCommand, "content" | "written">): string | null {
  if (!written || !content.text.startsWith(written.text ?? "")) return null;
  return content.text.slice(written.text?.length ?? 0) || null;
}

type Span = Pick<Preview, "firstAt" | "lastAt">;

/** When the first and the last leave, and whom quiet hours and the cap keep waiting until then. */
async function departuresOf(
  ports: PreviewDeps,
  { command, cap, at }: PeopleQuery,
  { skips, overCap, counted }: PreviewedPeople,
  {
    final,
    reached,
    perMinute,
  }: { readonly final: number; readonly reached: Reached; readonly perMinute: number | null },
): Promise<Span & Pick<Preview, "heldByQuietHours" | "heldByCap">> {
  const quiet = await quietSpan(ports, command.category, { ...reached, at, perMinute });
  const atRate = perMinute === null ? null : at + Math.max(0, Math.ceil(((final - 1) * 60) / perMinute)) * second;
  const heldByCap = !skips && overCap > 0 && final > 0 ? overCap : null;
  const span = withCap(
    { firstAt: quiet?.firstAt ?? at, lastAt: quiet?.lastAt ?? atRate },
    heldByCap !== null && cap
      ? { ...counted.overCap, windowMs: cap.windowHours * hour, everyone: heldByCap >= final }
      : null,
  );
  return { ...span, heldByQuietHours: quiet?.held ?? null, heldByCap };
}

/** Whoever is over the cap leaves when the first of the messages counted is out of the window. */
function withCap(
  { firstAt, lastAt }: Span,
  over: {
    readonly earliest: number | null;
    readonly latest: number | null;
    readonly windowMs: number;
    readonly everyone: boolean;
  } | null,
): Span {
  if (over === null || over.earliest === null || over.latest === null) return { firstAt, lastAt };
  return {
    firstAt: over.everyone ? Math.max(firstAt, over.earliest + over.windowMs) : firstAt,
    lastAt: Math.max(lastAt ?? firstAt, over.latest + over.windowMs),
  };
}

const ESTIMATED =
  "The audience is too large to be counted exactly while you wait: people who are in several of its parts are estimated.";
const EXPIRES = "The last ones would leave only after the message has expired: those people would not receive it.";
const NOBODY_LEFT = "Nobody would receive this message.";
const NOBODY: Reached = { members: new Map(), numbers: [] };
const NOBODY_READ: AudiencePeople = { people: [], suppressed: new Set(), overCap: new Set(), weight: 1 };
