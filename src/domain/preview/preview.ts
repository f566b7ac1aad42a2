import { second } from "#lib/time";

import { priceTable, type PriceTable, type PriceSettings } from "../credit/prices.ts";
import type { StoredCredit } from "../credit/credit-store.ts";
import { capFor } from "../frequency-cap/frequency-cap.ts";
import { frequencyCapSection } from "../frequency-cap/frequency-cap-settings.ts";
import { sampleLinks } from "../forms/person-link.ts";
import { routeWarningsOf, type RouteWarningsDeps } from "../gateways/route-warnings.ts";
import { paceOf } from "../gateways/pace.ts";
import { callingPrefixes } from "../recipients/country.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Selector } from "../recipients/selection.ts";
import { assumedGateway, rulePrefixes } from "../routing/assumed-gateway.ts";
import { ownWords } from "../opt-out/footer.ts";
import type { RefusedPeople } from "../texts/personal-text.ts";
import { requireRoute } from "../messages/abilities.ts";
import type { AudiencePeople } from "./audience-people.ts";
import { needsFields } from "../messages/audience-texts.ts";
import type { MessageContent } from "../messages/content.ts";
import type { MayName } from "./person-label.ts";
import type { Personalized } from "../messages/personalize.ts";
import { defaultValidFor } from "../messages/message.ts";
import { costOf, countriesOf, isEnough, sum, type CostOfPrefix, type PreviewedCost } from "./cost.ts";
import { expectedDepartures, type ExpectedDepartures } from "./expected-departures.ts";
import { consentless, entriesOf, lookAtPeople, type PeopleDeps, type PreviewedPeople } from "./people.ts";
import { quietRules, withNumbers, type QuietSpanDeps, type Reached } from "./quiet-span.ts";
import { marketingWarnings } from "./marketing-warnings.ts";
import { textOf, unfilledText } from "./measured-text.ts";
import { samplesOf, type Samples } from "./samples.ts";
import { previewedTexts, rangeOf, segmentsByPrefix, textWarnings, type PreviewedTexts } from "./texts.ts";
import { sentBefore, type SameTextReader, type SentBefore } from "./sent-before.ts";
import { requireComposable, type Composable, type SendCommand, type SendDeps } from "../messages/send.ts";

export type PreviewDeps = RouteWarningsDeps &
  PeopleDeps &
  QuietSpanDeps &
  Pick<SendDeps, "country" | "inspectMedia"> & {
    readonly sameTexts: SameTextReader;
    readonly prices: () => Promise<PriceSettings>;
    readonly publicUrl: string | null;
  };

export type Preview = ExpectedDepartures & {
  readonly people: {
    readonly matched: number;
    readonly bySource: Readonly<Record<Selector, number>>;
    readonly duplicates: number;
    readonly invalid: number;
    readonly suppressed: number;
    readonly unconfirmed: number;
    /** They get nothing, or wait, depending on the cap's settings. */
    readonly overCap: number;
    /** For a marketing message; null: not all of its people can be looked up. */
    readonly withoutConsent: number | null;
    readonly final: number;
    readonly exact: boolean;
  };
  /** People without a text, because of whom the message is not sent; null: everyone who was checked has one. */
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
  /** The newest message of the last day that this one repeats. */
  readonly sentBefore: SentBefore["id"] | null;
  readonly warnings: readonly string[];
};

/** Facts besides the call itself. */
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
  context: PreviewContext,
): Promise<Preview> {
  const { at, mayReadTexts } = context;
  const command = { ...call, route: requireRoute(call.route) };
  const { audience, category, route } = command;
  const composed = await requireComposable(ports, command);
  const { recipients: direct, own, longest } = composed;

  const prices = priceTable(await ports.prices());
  const cap = capFor(await ports.readSettings(frequencyCapSection), category);
  const priced = prices.prefixesAt(route.gateways);
  const prefixes = new Set([...callingPrefixes(), ...priced, ...rulePrefixes(ports.board.route)]);
  const query = { command, direct, cap, at, prefixes };
  const people = await lookAtPeople(ports, query);
  const phones = audience ? null : people.phones;
  const known = await routeWarningsOf(ports, route, category, phones);
  const rules = await quietRules(ports, category);
  const stored = own.content.personal || rules ? await readMembers(ports, own.content, people) : NOBODY_READ;
  const texts = own.content.personal ? textsOf(ports, own, people, stored) : null;
  const repeated = { ...command, content: own.content, phones: direct.phones };
  const before = await sentBefore(ports.sameTexts, repeated, { at, mayReadTexts });

  const refused = texts?.refused ?? null;
  const final = refused ? 0 : people.final;
  const reached = refused ? NOBODY : people.reached;
  const segments = texts ? segmentsByPrefix(texts, prefixes, longest.segments) : () => longest.segments;
  const countries = countriesOf(withNumbers(reached, prefixes), prices, assumedBy(ports, command, prices), segments);
  const cost = costOf(countries, prices);
  const average = final === 0 ? 1 : sum(countries.map((country) => country.segments)) / final;
  const pace = paceOf(ports.board, route, category, phones, average);
  const perMinute = command.ratePerMinute === null ? pace : Math.min(command.ratePerMinute, pace ?? Infinity);
  const read = {
    people: stored.people.filter(({ phone }) => !getsNothing(people, stored, phone)),
    complete: people.exact && stored.weight === 1,
  };
  const departures = await expectedDepartures(ports, query, people, { rules, final, reached, read, perMinute });
  const isLate = departures.lastAt !== null && departures.lastAt > expiryOf(command, at);

  return {
    people: {
      ...entriesOf(query, people),
      suppressed: people.suppressed,
      overCap: people.overCap,
      withoutConsent: await consentless(ports, query, people, context.withoutConsent),
      final,
      exact: people.exact,
    },
    refused,
    text: { ...shownText(composed, texts, context), footer: footerOf(command) },
    cost,
    countries,
    credit: known.credit,
    enough: isEnough(known.credit, cost),
    ...departures,
    sentBefore: before?.id ?? null,
    warnings: [
      ...(before ? [before.warning] : []),
      ...known.warnings,
      ...(await marketingWarnings(ports.readSettings, category, own.content)),
      ...(texts ? textWarnings(texts) : []),
      ...(people.exact ? [] : [ESTIMATED]),
      ...(final === 0 && !refused ? [NOBODY_LEFT] : []),
      ...(isLate ? [EXPIRES] : []),
    ],
  };
}

const expiryOf = ({ validFor, category }: SendCommand, at: number): number =>
  at + (validFor ?? defaultValidFor[category]) * second;

/** The longest text, with its variables in place of values that the caller may not read. */
function shownText(
  { recipients, own: { content }, longest }: Composable,
  texts: PreviewedTexts | null,
  { mayReadTexts, mayName }: PreviewContext,
): Omit<Preview["text"], "footer"> {
  if (texts === null) return { ...textOf(longest.text, content.text), leastSegments: longest.segments, personal: null };
  const range = rangeOf(texts, content);
  const isHidden = !mayReadTexts && range.longest.text !== longest.text;
  return {
    ...(isHidden ? unfilledText(content.text, range.longest.text) : textOf(range.longest.text, content.text)),
    leastSegments: range.leastSegments,
    personal: {
      ...range.personal,
      ...(isHidden && { forcedBy: null }),
      samples: mayReadTexts ? samplesOf(texts, content, [...recipients.people(), ...texts.people], mayName) : null,
    },
  };
}

/** People of groups and segments: all of them, or a sample. */
const readMembers = async (
  { audienceReader }: Pick<PreviewDeps, "audienceReader">,
  content: MessageContent,
  { query, members }: PreviewedPeople,
): Promise<AudiencePeople> =>
  members === 0
    ? NOBODY_READ
    : audienceReader.read({ ...query, expected: members, fields: content.personal && needsFields(content) });

const getsNothing = (people: PreviewedPeople, stored: AudiencePeople, phone: Phone): boolean =>
  people.getsNothing(phone) || stored.suppressed.has(phone) || (people.skips && stored.overCap.has(phone));

/** The texts of a personal message, to numbers and to the people of its audience. */
const textsOf = (
  { publicUrl }: Pick<PreviewDeps, "publicUrl">,
  { content, texts = new Map() }: Personalized,
  people: PreviewedPeople,
  stored: AudiencePeople,
): PreviewedTexts =>
  previewedTexts(content, texts, {
    stored,
    links: publicUrl === null ? null : sampleLinks(publicUrl),
    others: people.others.people,
    complete: people.others.complete,
    getsNothing: (phone) => getsNothing(people, stored, phone),
  });

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

/** The call's own text comes before the footer. */
function footerOf({ content, written }: Pick<SendCommand, "content" | "written">): string | null {
  if (!written) return null;
  const own = ownWords(written, written.text).trimEnd();
  const footer = content.text.startsWith(own) ? content.text.slice(own.length) : "";
  return footer.trim() === "" ? null : footer;
}

const ESTIMATED =
  "The audience is too large to be counted exactly while you wait: people who are in several of its parts are estimated.";
const EXPIRES = "The last ones would be sent only after the message has expired: those people would not receive it.";
const NOBODY_LEFT = "Nobody would receive this message.";
const NOBODY: Reached = { members: new Map(), numbers: [] };
const NOBODY_READ: AudiencePeople = { people: [], suppressed: new Set(), overCap: new Set(), weight: 1 };
