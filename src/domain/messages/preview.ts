import { second } from "#lib/time";

import { decimal, millionths, priceOf, type PriceSettings } from "../credit/prices.ts";
import type { StoredCredit } from "../credit/credit-store.ts";
import { outlookOf, type OutlookDeps } from "../gateways/outlook.ts";
import { callingPrefixes, countryOfPrefix } from "../recipients/calling-prefixes.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { requireRoute, requireSendable } from "./abilities.ts";
import type { AudienceCounter } from "./audience-count.ts";
import { sampleLinks } from "../forms/person-link.ts";
import { hasLinks, partlyRendered } from "../texts/template.ts";
import { contentOf, type MessageContent } from "./content.ts";
import { longestContent, personalizeOrRefuse } from "./personalize.ts";
import { encodingOf } from "./encoding.ts";
import { gsmReplacement } from "./gsm-replacement.ts";
import { defaultValidFor, type Audience } from "./message.ts";
import { peopleByPrefix, quietSpan, type QuietSpanDeps } from "./preview-span.ts";
import { segmentsOf } from "./segments.ts";
import { requireSomebody, unite, type SendCommand, type SendDeps } from "./send.ts";

/** People of the host platform and the shop, as far as a preview reads them. */
export type PreviewedContacts = {
  readonly users: number;
  readonly roles: number;
  readonly customers: number;
  /** Each once. */
  readonly phones: readonly Phone[];
  readonly invalid: number;
  /** False if there are more people than were read. */
  readonly complete: boolean;
};

export type PreviewDeps = OutlookDeps &
  Pick<SendDeps, "country" | "lookAtMedia"> & {
    readonly audienceCounter: AudienceCounter;
    readonly readContacts: (audience: Audience) => Promise<PreviewedContacts>;
    readonly prices: () => Promise<PriceSettings>;
    readonly publicUrl: string | null;
  } & QuietSpanDeps;

export type CostOfPrefix = {
  readonly prefix: string;
  readonly country: Country | null;
  readonly people: number;
  readonly segments: number;
  /** Decimals; null: no price is set for these numbers. */
  readonly price: string | null;
  readonly cost: string | null;
};

export type Preview = {
  readonly people: {
    readonly matched: number;
    readonly bySource: Readonly<Record<"numbers" | "users" | "roles" | "customers" | "subscribers", number>>;
    readonly duplicates: number;
    readonly invalid: number;
    readonly suppressed: number;
    readonly unconfirmed: number;
    readonly final: number;
    readonly exact: boolean;
  };
  readonly text: ReturnType<typeof textOf>;
  readonly cost: {
    readonly currency: string;
    readonly total: string;
    /** People whose numbers have no price: they are not in the total. */
    readonly unpriced: number;
    readonly countries: readonly CostOfPrefix[];
  } | null;
  readonly countries: readonly CostOfPrefix[];
  readonly credit: StoredCredit | null;
  /** Whether the credit covers the cost; null: one of the two is unknown, or they are in different currencies. */
  readonly enough: boolean | null;
  readonly firstAt: number;
  /** At the rate of the call, and within quiet hours; null: as fast as the gateway takes them. */
  readonly lastAt: number | null;
  /** People whom quiet hours keep waiting: an estimate, as are the instants then. null: nobody. */
  readonly heldByQuietHours: number | null;
  readonly warnings: readonly string[];
};

/**
 * What a call to send would do. Nothing is stored, no gateway is contacted, and everything that would refuse the call
 * refuses its preview too.
 *
 * @param at when it is sent, in milliseconds since 1970
 * @throws DomainError gateway_cannot, no_recipients, no_gateway
 */
export async function previewMessage(
  ports: PreviewDeps,
  call: Omit<SendCommand, "route"> & { readonly route: SendCommand["route"] | null },
  at: number,
): Promise<Preview> {
  const command = { ...call, route: requireRoute(call.route) };
  const direct = unite(command, ports.country);
  const own = command.content.personal
    ? personalizeOrRefuse(command.content, direct.people(), command.audience !== null)
    : command;
  const content = longestContent(own, linked(command, ports.publicUrl));
  await requireSendable({ ...command, content }, command.audience ? null : direct.phones, ports.lookAtMedia);
  requireSomebody(command, direct);
  const prices = await ports.prices();
  const others = command.audience ? await ports.readContacts(command.audience) : NO_CONTACTS;
  const phones = [...new Set([...direct.phones, ...others.phones])];
  const prefixes = [...new Set([...callingPrefixes(), ...prices.segments.map(({ prefix }) => prefix)])];
  const counted = await ports.audienceCounter.count({
    groups: command.audience?.groups ?? null,
    segments: command.audience?.segments ?? [],
    message: { category: command.category, sender: command.content.sender },
    phones,
    prefixes,
  });
  const outlook = await outlookOf(ports, command.route, command.category, command.audience ? null : phones);

  const members = sum(counted.members.values());
  const suppressedMembers = sum(counted.suppressedMembers.values());
  const joining = phones.filter((phone) => !counted.alsoMembers.has(phone));
  const suppressed = suppressedMembers + joining.filter((phone) => counted.suppressed.has(phone)).length;
  const invalid = command.invalid + others.invalid + (direct.invalid - command.invalid);
  const bySource = {
    numbers: command.numbers.length + command.duplicates + command.invalid,
    users: command.contacts.length + others.users,
    roles: others.roles,
    customers: others.customers,
    subscribers: counted.memberships + counted.ofSegments,
  };
  const matched = sum(Object.values(bySource));
  const unique = members + joining.length;
  const final = unique - suppressed;
  const { ratePerMinute: perMinute } = command;
  const countries = countriesOf(peopleByPrefix(counted, joining, prefixes), prices, content.segments);
  const cost = costOf(countries, prices);
  const exact = counted.exact && others.complete;
  const quiet = await quietSpan(ports, command.category, { counted, joining, prefixes, at, perMinute });
  const lastAtRate = perMinute === null ? null : at + Math.max(0, Math.ceil(((final - 1) * 60) / perMinute)) * second;
  const lastAt = quiet?.lastAt ?? lastAtRate;
  const validUntil = at + (command.validFor ?? defaultValidFor[command.category]) * second;
  return {
    people: {
      matched,
      bySource,
      duplicates: matched - invalid - unique,
      invalid,
      suppressed,
      unconfirmed: counted.unconfirmed,
      final,
      exact,
    },
    text: textOf(content.text),
    cost,
    countries,
    credit: outlook.credit,
    enough: isEnough(outlook.credit, cost),
    firstAt: quiet?.firstAt ?? at,
    lastAt,
    heldByQuietHours: quiet?.held ?? null,
    warnings: [
      ...outlook.warnings,
      ...(own.content.personal ? [PERSONAL] : []),
      ...(exact ? [] : [ESTIMATED]),
      ...(final === 0 ? [NOBODY_LEFT] : []),
      ...(lastAt !== null && lastAt > validUntil ? [EXPIRES] : []),
    ],
  };
}

/** The text as subscribers will read it as far as their links: as long as it is for them. null: it has none. */
function linked({ content, audience }: Omit<SendCommand, "route">, publicUrl: string | null): MessageContent | null {
  const hasSubscribers = audience && (audience.groups || (audience.segments?.length ?? 0) > 0);
  if (!content.personal || !hasSubscribers || publicUrl === null || !hasLinks([content.text])) return null;
  return contentOf({ ...content, text: partlyRendered(content.text, new Map(Object.entries(sampleLinks(publicUrl)))) });
}

const PERSONAL =
  "Each recipient has a text of their own: segments and cost are those of the longest text that is known now.";
const ESTIMATED =
  "The audience is too large to be counted exactly while you wait: people who are in several of its parts are estimated.";
const EXPIRES = "The last ones would leave only after the message has expired: those people would not receive it.";
const NOBODY_LEFT = "Nobody would receive this message.";
const NO_CONTACTS: PreviewedContacts = {
  users: 0,
  roles: 0,
  customers: 0,
  phones: [],
  invalid: 0,
  complete: true,
};

/** Encoding and length of a text, and what a replacement of its most expensive character would save. */
function textOf(text: string) {
  const { encoding, segments, units, perSegment } = segmentsOf(text);
  const { forcedBy } = encodingOf(text);
  const length = { content: text, encoding, segments, units, perSegment };
  if (!forcedBy) return { ...length, forcedBy: null };
  const replacement = gsmReplacement(forcedBy.character);
  return {
    ...length,
    forcedBy: { ...forcedBy, replacement, segmentsReplaced: segmentsOf(inGsm(text)).segments },
  };
}

/** The text with every replacement that there is. */
const inGsm = (text: string): string =>
  [...text].map((one) => (encodingOf(one).forcedBy ? (gsmReplacement(one) ?? one) : one)).join("");

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
};

function countriesOf(
  people: ReadonlyMap<string, number>,
  prices: PriceSettings,
  segments: number,
): readonly CostOfPrefix[] {
  return [...people]
    .map(([prefix, count]) => {
      const price = priceOf(prices, prefix);
      const parts = count * segments;
      return {
        prefix,
        country: countryOfPrefix(prefix),
        people: count,
        segments: parts,
        price,
        cost: price === null ? null : decimal(millionths(price) * parts),
      };
    })
    .toSorted((a, b) => b.people - a.people || (a.prefix < b.prefix ? -1 : 1));
}

function costOf(countries: readonly CostOfPrefix[], { currency }: PriceSettings): Preview["cost"] {
  if (currency === null) return null;
  const total = sum(countries.map(({ price, segments }) => (price === null ? 0 : millionths(price) * segments)));
  return {
    currency,
    total: decimal(total),
    unpriced: sum(countries.map(({ price, people }) => (price === null ? people : 0))),
    countries,
  };
}

/** Some providers report messages left instead of money: those are compared with nothing. */
function isEnough(credit: StoredCredit | null, cost: Preview["cost"]): boolean | null {
  const balance = credit === null || credit.amount.trim() === "" ? NaN : Number(credit.amount);
  if (!Number.isFinite(balance)) return null;
  if (balance <= 0) return false;
  if (cost === null || cost.unpriced > 0 || credit!.currency !== cost.currency) return null;
  return balance >= Number(cost.total);
}
