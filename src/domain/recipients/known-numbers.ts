import { Metadata, type CountryCode } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/metadata.max";

/**
 * The part of the library's metadata of a country that decides whether a number exists; not all of it is in the
 * library's types.
 */
type NumberingPlan = {
  selectNumberingPlan(country: string): void;
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  IDDPrefix(): string | undefined;
  leadingDigits(): string | undefined;
  type(name: string): { pattern(): string; possibleLengths(): readonly number[] | undefined } | undefined;
};

type Plan = {
  /** A number that begins with it is of this country. */
  readonly leading: RegExp | null;
  readonly general: RegExp;
  readonly types: readonly { readonly pattern: RegExp; readonly lengths: readonly number[] | undefined }[];
};

type CallingCode = {
  /** What the library may strip from the beginning of a national number. */
  readonly prefix: RegExp | null;
  /** In the order in which the library tries the types. */
  readonly plans: readonly Plan[];
};

const TYPES = [
  "FIXED_LINE",
  "MOBILE",
  "PREMIUM_RATE",
  "TOLL_FREE",
  "SHARED_COST",
  "VOIP",
  "PERSONAL_NUMBER",
  "PAGER",
  "UAN",
  "VOICEMAIL",
];

const countries = metadata.country_calling_codes as Readonly<Record<string, readonly string[]>>;
const known = new Map<string, CallingCode | null>();

/** How people of a country write its numbers. */
type Spelling = {
  readonly code: string;
  readonly plan: Plan;
  /** What precedes a number of another country: the library reads it first. */
  readonly abroad: RegExp | null;
  /** What the library may strip; null: numbers are written without it, as in North America. */
  readonly prefix: RegExp | null;
};
const spellings = new Map<string, Spelling | null>();
/** As people of the United States and Canada write their numbers: area code and number, without the 1. */
export const NORTH_AMERICAN = /^[2-9]\d{9}$/;
const AFTER_ZERO = /^0[1-9]\d{3,13}$/;

/**
 * The E.164 number of a number as people of its country write it, if a numbering plan has it and the library would read
 * the same: `0151…` in Germany, `202…` in the United States. null: the parser decides.
 *
 * @param digits without decoration
 */
export function knownNational(digits: string, country: CountryCode): string | null {
  let spelling = spellings.get(country);
  if (spelling === undefined) {
    spelling = readSpelling(country);
    spellings.set(country, spelling);
  }
  const national = spelling === null ? null : nationalOf(digits, spelling);
  if (national === null || !hasNumber(spelling!.plan, national)) return null;
  const number = `+${spelling!.code}${national}`;
  return isKnownNumber(number) ? number : null;
}

function nationalOf(digits: string, { abroad, prefix }: Spelling): string | null {
  if (prefix === null) return NORTH_AMERICAN.test(digits) ? digits : null;
  if (!AFTER_ZERO.test(digits) || abroad?.test(digits)) return null;
  const stripped = prefix.exec(digits);
  // A group of the expression would be a carrier, or a part of the number.
  return stripped?.[0] === "0" && stripped.slice(1).every((group) => !group) ? digits.slice(1) : null;
}

function readSpelling(country: CountryCode): Spelling | null {
  const names = metadata.countries as unknown as Readonly<Record<string, readonly [string]>>;
  const code = names[country]?.[0];
  if (code === undefined) return null;
  const numbering = new Metadata(metadata) as unknown as NumberingPlan;
  const plan = readPlan(numbering, country);
  const prefix = numbering.nationalPrefixForParsing();
  const isNorthAmerican = code === "1" && prefix === "1";
  if (!prefix || (code === "1" && !isNorthAmerican)) return null;
  const abroad = numbering.IDDPrefix();
  return { code, plan, abroad: abroad ? atStart(abroad) : null, prefix: isNorthAmerican ? null : atStart(prefix) };
}

/**
 * Whether a numbering plan has this E.164 number, and the library would leave it as it is: a few regular expressions,
 * made once from the library's metadata, in place of its parser. Of what an accepted call costs our process, the parser
 * was a sixth. false: the parser decides.
 *
 * @param number digits with a plus sign
 */
export function isKnownNumber(number: string): boolean {
  // No calling code is the beginning of another one.
  for (let length = 1; length <= 3; length += 1) {
    const found = callingCode(number.slice(1, 1 + length));
    if (found) return exists(number.slice(1 + length), found);
  }
  return false;
}

/** As the library finds the country: the first whose leading digits or whose types match, which then has to have it. */
function exists(national: string, { prefix, plans }: CallingCode): boolean {
  if (prefix?.test(national)) return false;
  for (const plan of plans) {
    if (plan.leading?.test(national)) return hasNumber(plan, national);
    if (!plan.leading && hasNumber(plan, national)) return true;
  }
  return false;
}

function hasNumber({ general, types }: Plan, national: string): boolean {
  return (
    general.test(national) &&
    types.some(({ pattern, lengths }) => (!lengths || lengths.includes(national.length)) && pattern.test(national))
  );
}

function callingCode(digits: string): CallingCode | null {
  let found = known.get(digits);
  if (found === undefined) {
    const names = countries[digits];
    found = names ? readPlans(names) : null;
    known.set(digits, found);
  }
  return found;
}

function readPlans(names: readonly string[]): CallingCode {
  const plan = new Metadata(metadata) as unknown as NumberingPlan;
  const plans = names.map((country) => readPlan(plan, country));
  plan.selectNumberingPlan(names[0]!);
  const prefix = plan.nationalPrefixForParsing();
  return { prefix: prefix ? atStart(prefix) : null, plans };
}

/** Selects the country's plan. */
function readPlan(plan: NumberingPlan, country: string): Plan {
  plan.selectNumberingPlan(country);
  const leading = plan.leadingDigits();
  const types = TYPES.flatMap((name) => {
    const type = plan.type(name);
    const pattern = type?.pattern();
    return pattern ? [{ pattern: entirely(pattern), lengths: type!.possibleLengths() }] : [];
  });
  return { leading: leading ? atStart(leading) : null, general: entirely(plan.nationalNumberPattern()), types };
}

const entirely = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const atStart = (pattern: string): RegExp => new RegExp(`^(?:${pattern})`);
