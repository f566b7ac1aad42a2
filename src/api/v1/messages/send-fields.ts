import { limits } from "#contract/limits";
import type { SendRequest } from "#contract/send";
import type { Caller } from "#domain/access/capability";
import { refusedUrl, type UrlIssue } from "#domain/access/outbound";
import { DomainError, type Detail } from "#domain/error";
import { inputOf } from "#domain/messages/content";
import { defaultCategory, type Audience } from "#domain/messages/message";
import { variableNames, type NumberVariables } from "#domain/messages/personalize";
import { placeholderDoubt } from "#domain/messages/placeholders";
import { MAX_OTP_RECIPIENTS, type SendCommand, type SendDeps } from "#domain/messages/send";
import { mayHaveFooter } from "#domain/opt-out/footer";
import type { CreditStore } from "#domain/credit/credit-store";
import { routeFor, type RouteInfo, type Routes } from "#domain/routing/routes";
import { doubtAbout, readNumbers, readPhone, type NumbersReading } from "#domain/recipients/numbers";
import { parsePhone, type Country, type Phone } from "#domain/recipients/phone";
import { chooseSelectors, selectors, type Filled, type Selector } from "#domain/recipients/selection";
import type { Timetable } from "#domain/schedules/create";
import type { ReadSettings } from "#domain/settings/settings-store";
import type { Plan } from "#domain/schedules/read-plan";
import { DEFAULT_IF_LATE, DEFAULT_LATE_AFTER } from "#domain/schedules/schedule";
import type { TemplateStore } from "#domain/texts/template-store";
import { counted } from "#lib/counted";
import { nearest } from "#lib/edit-distance";

import type { CallContext } from "../../endpoint.ts";
import { readContent, readFooter } from "../content-fields.ts";
import { readAudience, readUsers, type AudienceDeps } from "./send-audience.ts";
import { hasTemplate, withTemplate } from "./template-fields.ts";

export type SendFieldsDeps = SendDeps &
  AudienceDeps & {
    readonly templates: Pick<TemplateStore, "find">;
    readonly routes: Routes;
    readonly credit: CreditStore;
    /** The site's sender id, for messages that set none. */
    readonly sender: string | null;
    readonly hasCommerce: boolean;
    /** TIDINGS_PUBLIC_URL, which the links of people lead to. */
    readonly publicUrl: string | null;
    readonly readSettings: ReadSettings;
    readonly country: Country | null;
    /** Why a media URL is refused; null if it is accepted. */
    readonly checkMediaUrl: (url: string) => Promise<UrlIssue | null>;
    /** Adds the issues of schedule and repeat. */
    readonly readSchedule: (fields: Partial<SendRequest>, issues: Detail[]) => Plan | null;
  };

/** A parsed call to send. */
export type SendCall = Omit<SendCommand, "route"> & {
  /** null: no gateway is configured. */
  readonly route: RouteInfo | null;
  /** On which basis people without a consent get marketing; null: none is stated. */
  readonly consentBasis: string | null;
  /** When to send; null: now. */
  readonly timetable: Timetable | null;
};

/** Turns the parameters of `POST /send` into its command, adding all issues found. */
export async function readSend(
  services: SendFieldsDeps,
  given: Partial<SendRequest>,
  context: CallContext,
  issues: Detail[],
): Promise<SendCall> {
  // Only what waits is awaited, here and below: most calls need no lookup, and a batch is a thousand of them.
  const { fields, variants: translations } = hasTemplate(given)
    ? await withTemplate(services.templates, given, issues)
    : { fields: given, variants: null };
  const filled = filledOf(fields);
  const chosen = chooseSelectors(filled, issues);
  const numbers = readDirect(fields, chosen, services.country);
  if (!fields.skip_invalid) issues.push(...numbers.issues);
  context.warnings.push(...inPart(numbers.doubts, "number"));
  const variables = variablesByNumber(fields, services.country);
  // Only subscribers have a language.
  const translated = chosen.has("subscribers") && translations !== null && fields.personalize !== false;
  const content = readContent(fields, { sender: services.sender, variants: translated ? translations : null }, issues, {
    publicUrl: services.publicUrl,
    variables: variableNames(variables),
  });
  const plan = services.readSchedule(fields, issues);
  const route = readRoute(services.routes, fields.gateway, issues);
  const [audience, contacts] = onlyNumbers(fields, chosen)
    ? NOBODY_ELSE
    : await Promise.all([
        readAudience(services, { filled, chosen }, context.caller, issues),
        readUsers(services.host, chosen.has("users") && !context.caller.hostBlocked ? filled.users : [], issues),
        readMedia(services, fields.media_urls ?? [], issues),
      ]);
  const most = mostRecipients(numbers.phones.length + contacts.length, audience);
  if (fields.category === "otp" && most > MAX_OTP_RECIPIENTS) issues.push(TOO_MANY_FOR_OTP);
  const category = fields.category ?? defaultCategory(audience);
  const full = mayHaveFooter(category) ? await readFooter(services.readSettings, content, category, issues) : content;
  const doubt = most > 1 ? placeholderDoubt(content.text) : null;
  if (doubt !== null) context.warnings.push(doubt);
  if (chosen.has("customers") && !services.hasCommerce && issues.length === 0) throw noCommerce();
  return {
    content: full,
    ...(full !== content && { written: inputOf(content) }),
    category,
    validFor: fields.valid_for ?? null,
    ratePerMinute: fields.rate_per_minute ?? null,
    route: route && routeFor(route, category, audience ? null : numbers.phones),
    numbers: numbers.phones,
    ...(content.personal && { variables }),
    duplicates: numbers.duplicates,
    invalid: numbers.issues.length,
    contacts,
    audience,
    createdBy: context.caller.principal,
    skipped: numbers.issues,
    consentBasis: readBasis(fields, context.caller),
    timetable: plan && timetableOf(plan, fields),
  };
}

/** The maximum number of recipients. The size of groups, segments, roles and the shop is not known yet. */
function mostRecipients(known: number, audience: Audience | null): number {
  if (audience === null) return known;
  const { groups, segments, roles, customers, users } = audience;
  return groups || segments || roles.length > 0 || customers ? Infinity : known + users.length;
}

const TOO_MANY_FOR_OTP: Detail = {
  field: "category",
  code: "too_many",
  message: `is otp, which goes to at most ${MAX_OTP_RECIPIENTS} direct numbers or users`,
};

function noCommerce(): DomainError {
  return new DomainError(
    "no_commerce",
    "There is no shop to read customers from: no e-commerce extension is configured.",
  );
}

function timetableOf(plan: Plan, fields: Partial<SendRequest>): Timetable {
  return {
    plan,
    ifLate: fields.if_late ?? DEFAULT_IF_LATE,
    lateAfter: fields.late_after ?? DEFAULT_LATE_AFTER,
    frozen: fields.audience === "frozen",
  };
}

/** @throws DomainError forbidden */
export function readBasis(
  { consent_basis: basis }: Pick<Partial<SendRequest>, "consent_basis">,
  caller: Caller,
): string | null {
  if (basis === undefined) return null;
  if (caller.capabilities.has("svc_setting")) return basis;
  throw new DomainError("forbidden", "Only a user with svc_setting may state a consent_basis.");
}

/** Whether the call needs no lookup, which is the case for most calls. */
function onlyNumbers(fields: Partial<SendRequest>, chosen: ReadonlySet<Selector>): boolean {
  return fields.media_urls === undefined && chosen.size === 1 && chosen.has("numbers");
}

const NOBODY_ELSE: readonly [null, readonly []] = [null, []];

function filledOf(fields: Partial<SendRequest>): Filled {
  const { named, numbers } = splitRecipients(fields);
  const entries = named.length + numbers.length;
  return {
    named:
      entries === 0 ? null : [...new Set<Selector>([...named, ...(numbers.length > 0 ? ["numbers" as const] : [])])],
    groups: fields.group_ids ?? null,
    segments: fields.segment_ids === undefined ? [] : [...new Set(fields.segment_ids)],
    users: fields.users ?? [],
    roles: fields.role_ids ?? [],
    numbers: [...(fields.numbers ?? []).map(numberIn), ...numbers.map(({ text }) => text)],
  };
}

/** `recipients` names selectors; any other value is treated as a phone number. */
function splitRecipients(fields: Partial<SendRequest>): {
  named: readonly Selector[];
  numbers: readonly { readonly text: string; readonly index: number }[];
} {
  const named: Selector[] = [];
  const numbers: { text: string; index: number }[] = [];
  fields.recipients?.forEach((entry, index) => {
    const selector = entry === "wc-customers" ? "customers" : selectors.find((name) => name === entry);
    if (selector) named.push(selector);
    else if (entry !== "") numbers.push({ text: entry, index });
  });
  return { named, numbers };
}

/** Direct numbers, from `numbers` and from `recipients`, as one set. */
function readDirect(
  fields: Partial<SendRequest>,
  chosen: ReadonlySet<Selector>,
  country: Country | null,
): NumbersReading {
  if (!chosen.has("numbers")) return { phones: [], duplicates: 0, issues: [], doubts: [] };
  const direct = readNumbers((fields.numbers ?? []).map(numberIn), country);
  const { numbers } = splitRecipients(fields);
  if (numbers.length === 0) return direct;
  const phones = new Set(direct.phones);
  const issues = [...direct.issues];
  const doubts = [...direct.doubts];
  for (const { text, index } of numbers) {
    const field = `recipients[${index}]`;
    const phone = readPhone(field, text, country);
    if (typeof phone !== "string") {
      issues.push(/\p{L}/u.test(text) ? noSelector(field, text) : phone);
      continue;
    }
    const doubt = phones.has(phone) ? null : doubtAbout(field, phone);
    if (doubt !== null) doubts.push(doubt);
    phones.add(phone);
  }
  const all = (fields.numbers?.length ?? 0) + numbers.length;
  return { phones: [...phones], duplicates: all - issues.length - phones.size, issues, doubts };
}

/** A value with letters was probably meant as the name of a selector. */
function noSelector(field: string, value: string): Detail {
  const suggestion = nearest(value.trim().toLowerCase(), selectors);
  return {
    field,
    code: "not_in_list",
    message: `is neither a phone number nor one of ${selectors.join(", ")}${suggestion === null ? "" : `; did you mean ${suggestion}?`}`,
    value,
    ...(suggestion !== null && { suggestion }),
  };
}

/** Limits the warnings to a number that someone may read. */
function inPart(warnings: readonly string[], thing: string): readonly string[] {
  const rest = warnings.length - limits.issuesListed;
  return rest <= 0
    ? warnings
    : [...warnings.slice(0, limits.issuesListed), `The same applies to another ${counted(rest, thing)}.`];
}

/** The route. A missing gateway is reported only once every parameter is valid. */
export function readRoute(routes: Routes, name: string | undefined, issues: Detail[]): RouteInfo | null {
  if (name !== undefined) {
    const route = routes.byName(name);
    if (!route) {
      const known = routes.names().join(", ") || "none is configured";
      issues.push({
        field: "gateway",
        code: "unknown_gateway",
        message: `is not the name of a gateway (${known})`,
        value: name,
      });
    }
    return route;
  }
  return routes.byDefault();
}

async function readMedia(services: SendFieldsDeps, urls: readonly string[], issues: Detail[]): Promise<void> {
  const refusals = await Promise.all(urls.map((url) => services.checkMediaUrl(url)));
  issues.push(...refusals.flatMap((code, index) => (code ? [refusedUrl(`media_urls[${index}]`, code)] : [])));
}

type DirectNumber = NonNullable<SendRequest["numbers"]>[number];

const numberIn = (entry: DirectNumber): string => (typeof entry === "string" ? entry : entry.number);

const NO_VARIABLES: NumberVariables = {};

/** What the call says about each number. Of a number that is named twice, the first entry counts. */
function variablesByNumber({ numbers = [] }: Partial<SendRequest>, country: Country | null): NumberVariables {
  if (!numbers.some((entry) => typeof entry === "object" && entry.variables)) return NO_VARIABLES;
  const found = new Map<Phone, Readonly<Record<string, string>>>();
  for (const entry of numbers) {
    if (typeof entry === "string" || !entry.variables) continue;
    const phone = parsePhone(entry.number, country);
    if (!phone.ok || found.has(phone.value)) continue;
    found.set(
      phone.value,
      Object.fromEntries(Object.entries(entry.variables).map(([name, value]) => [name, String(value)])),
    );
  }
  return Object.fromEntries(found) as NumberVariables;
}
