import type { Capability } from "../access/capability.ts";
import { callingCode } from "../recipients/country.ts";
import { parsePhone, type Country, type Phone } from "../recipients/phone.ts";
import { typedNumber } from "../recipients/typed-number.ts";
import {
  searchTypes,
  type KnownNumber,
  type SearchFinds,
  type SearchHit,
  type SearchStore,
  type SearchTerms,
  type SearchType,
} from "./search-store.ts";

/** Results of each type in a reply. */
export const MAX_RESULTS = 5;

/** The capability that opens a result. */
const needs: Readonly<Record<SearchType, Capability>> = {
  subscriber: "svc_subscribers",
  message: "svc_sendsms",
  outbox_entry: "svc_outbox",
  thread: "svc_inbox",
  group: "svc_subscribers",
  segment: "svc_subscribers",
  template: "svc_sendsms",
  schedule: "svc_sendsms",
  form: "svc_subscribers",
  user: "svc_users",
  gateway: "svc_setting",
  webhook: "svc_setting",
};

export type SearchResult = SearchFinds & {
  readonly type: SearchType;
  /** There are more than these. */
  readonly more: boolean;
};

export type SearchReply = {
  /** The text as a whole number, with what the caller may know about it; null: it is not one. */
  readonly number: { readonly phone: Phone; readonly known: Partial<KnownNumber> } | null;
  /** Types without a result are absent, unless they were not searched to the end. */
  readonly results: readonly SearchResult[];
};

export type SearchDeps = {
  readonly searches: SearchStore;
  readonly country: Country | null;
  /** Gateways are configured, not stored. */
  readonly gateways: () => readonly SearchHit[];
  /** Whether users are managed here, and not by a host platform. */
  readonly hasUsers: boolean;
};

/**
 * Searches everything that the caller may see. Types that the caller may not open are not searched: even the existence
 * of a result is not revealed.
 */
export async function search(
  services: SearchDeps,
  text: string,
  caller: { readonly principal: string; readonly capabilities: ReadonlySet<Capability> },
): Promise<SearchReply> {
  const terms = termsOf(text, services.country);
  const { capabilities, principal } = caller;
  const by = { principal, readsLog: capabilities.has("svc_outbox") };
  const wanted = searchTypes.filter((type) => capabilities.has(needs[type]) && (type !== "user" || services.hasUsers));
  const findOne = async (type: SearchType): Promise<SearchResult> => {
    const { hits, incomplete } =
      type === "gateway"
        ? { hits: gatewaysIn(services.gateways(), text), incomplete: false }
        : await services.searches.find(type, terms, by, MAX_RESULTS + 1);
    const more = hits.length > MAX_RESULTS;
    return { type, hits: hits.slice(0, MAX_RESULTS), more, incomplete: incomplete && !more };
  };
  // Two sessions at most: a search must not take all of them from the calls that send.
  const [first = [], second = []] = [0, 1].map((half) => wanted.filter((_, nth) => nth % 2 === half));
  const inTurn = async (types: readonly SearchType[]): Promise<SearchResult[]> => {
    const found: SearchResult[] = [];
    for (const type of types) found.push(await findOne(type));
    return found;
  };
  const halves = await Promise.all([inTurn(first), inTurn(second)]);
  const results = halves.flat().toSorted((a, b) => searchTypes.indexOf(a.type) - searchTypes.indexOf(b.type));
  return {
    number: terms.phone && {
      phone: terms.phone,
      known: allowed(await services.searches.known(terms.phone), capabilities),
    },
    results: results.filter(({ hits, incomplete }) => hits.length > 0 || incomplete),
  };
}

function allowed(known: KnownNumber, capabilities: ReadonlySet<Capability>): Partial<KnownNumber> {
  const { subscriber, suppressed, hasThread, hasEntries } = known;
  return {
    ...(capabilities.has("svc_subscribers") && { subscriber, suppressed }),
    ...(capabilities.has("svc_inbox") && { hasThread }),
    ...(capabilities.has("svc_outbox") && { hasEntries }),
  };
}

function gatewaysIn(gateways: readonly SearchHit[], text: string): readonly SearchHit[] {
  const part = text.toLowerCase();
  return gateways.filter(({ id, title }) => id.toLowerCase().includes(part) || title.toLowerCase().includes(part));
}

/** Fewer digits than this begin too many numbers. */
const LEAST_DIGITS = 4;

function termsOf(text: string, country: Country | null): SearchTerms {
  const parsed = parsePhone(text, country);
  const isId = /^[1-9]\d{0,14}$/.test(text);
  return {
    text,
    phone: parsed.ok ? parsed.value : null,
    prefixes: prefixesOf(text, parsed.ok ? parsed.value : null, country),
    number: isId ? Number(text) : null,
  };
}

function prefixesOf(text: string, phone: Phone | null, country: Country | null): readonly string[] {
  const digits = typedNumber(text);
  if (!/^\+?\d+$/.test(digits) || digits.replace("+", "").length < LEAST_DIGITS) return [];
  const found = new Set<string>(phone === null ? [] : [phone]);
  const code = country && callingCode(country);
  if (digits.startsWith("+")) found.add(digits);
  else if (digits.startsWith("00")) found.add(`+${digits.slice(2)}`);
  else {
    found.add(`+${digits}`);
    if (code) found.add(code + digits.replace(/^0/, ""));
  }
  return [...found].filter((prefix) => prefix.length > LEAST_DIGITS);
}
