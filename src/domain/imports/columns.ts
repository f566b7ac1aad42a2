import type { Field } from "../subscribers/field.ts";
import { columnTargets, type ColumnTarget } from "./import.ts";

/** Of one file. */
export const MAX_COLUMNS = 500;

/**
 * Names of columns in the files of listmonk, Mailchimp, Twilio and WP SMS, and in tables typed by people in a language
 * of the console, as {@link plainName} writes them.
 */
const NAMES: Readonly<Record<string, ColumnTarget>> = {
  phone: "phone",
  phonenumber: "phone",
  smsphonenumber: "phone",
  mobile: "phone",
  mobilenumber: "phone",
  mobilephone: "phone",
  number: "phone",
  msisdn: "phone",
  cell: "phone",
  tel: "phone",
  telephone: "phone",
  telefon: "phone",
  telefonnummer: "phone",
  telefonnr: "phone",
  rufnummer: "phone",
  mobil: "phone",
  mobiltelefon: "phone",
  mobilnr: "phone",
  handy: "phone",
  handynr: "phone",
  handynummer: "phone",
  mobilnummer: "phone",
  موبایل: "phone",
  شمارهموبایل: "phone",
  تلفن: "phone",
  شمارهتلفن: "phone",
  همراه: "phone",
  تلفنهمراه: "phone",
  شمارههمراه: "phone",
  شماره: "phone",
  contactid: "phone",
  name: "name",
  fullname: "name",
  نام: "name",
  firstname: "first_name",
  vorname: "first_name",
  نامکوچک: "first_name",
  lastname: "last_name",
  surname: "last_name",
  nachname: "last_name",
  familienname: "last_name",
  نامخانوادگی: "last_name",
  locale: "locale",
  timezone: "time_zone",
  groups: "groups",
  group: "groups",
  groupname: "groups",
  groupnames: "groups",
  gruppe: "groups",
  gruppen: "groups",
  گروه: "groups",
  گروهها: "groups",
  tags: "groups",
  list: "groups",
  lists: "groups",
  pendinggroups: "pending_groups",
  leftgroups: "left_groups",
  status: "state",
  state: "state",
  وضعیت: "state",
  optintime: "consent_at",
  optinip: "consent_ip",
  confirmtime: "confirmed_at",
  confirmip: "confirmed_ip",
  dateofconsent: "consent_at",
  consentat: "consent_at",
  consentip: "consent_ip",
  consentsource: "consent_source",
  source: "consent_source",
  consentwording: "consent_wording",
  attributes: "attributes",
};

/** Headings that mean a whole name, or the part of it that another column does not hold. */
const NAME_OR_PART: readonly string[] = ["name", "نام"];

/** A part of the name whose heading says that one of {@link NAME_OR_PART} beside it is only the other part. */
const OTHER_PART: Readonly<Record<string, ColumnTarget>> = {
  vorname: "last_name",
  surname: "first_name",
  نامخانوادگی: "first_name",
};

/** Ambiguous: they count only if no other heading has the same meaning. `شماره` may be the number of a row. */
const VAGUE: readonly string[] = ["source", "شماره"];

const isVague = (heading: string): boolean => VAGUE.includes(plainName(heading));

/**
 * Names that mean the same in any spelling: "SMS Phone Number", "sms_phone_number"; Persian also as Arabic keyboards
 * write it, and with a space or nothing in place of what divides a word.
 */
export const plainName = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ي", "ی")
    .replaceAll("ك", "ک")
    .replaceAll(/[\s_.\-()\u200C\u0654]/g, "");

/** A heading may be any word, `constructor` too. */
const known = (heading: string): ColumnTarget | undefined => {
  const name = plainName(heading);
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
};

type NamedField = Pick<Field, "key" | "label" | "archivedAt">;

/** The field of the site that the heading names: by its key, or by a label that no other field has. */
function fieldOf(heading: string, fields: readonly NamedField[]): ColumnTarget | undefined {
  const name = plainName(heading);
  const open = fields.filter(({ archivedAt }) => archivedAt === null);
  const labeled = open.filter(({ label }) => name !== "" && plainName(label) === name);
  const field = open.find(({ key }) => plainName(key) === name) ?? (labeled.length === 1 ? labeled[0] : undefined);
  return field && `field:${field.key}`;
}

/**
 * What each column contains, by its heading; `skip` if the heading is unknown and names none of the site's fields. Of
 * two with the same content, the first counts.
 */
export function recognized(headings: readonly string[], fields: readonly NamedField[] = []): readonly ColumnTarget[] {
  const used = new Set<ColumnTarget>();
  const clear = new Set(headings.filter((heading) => !isVague(heading)).map(known));
  const part = otherPart(headings, clear);
  return headings.map((heading) => {
    const own = NAME_OR_PART.includes(plainName(heading)) ? (part ?? "name") : known(heading);
    const target = own ?? fieldOf(heading, fields) ?? "skip";
    if (target === "skip" || used.has(target)) return "skip";
    if (isVague(heading) && clear.has(target)) return "skip";
    used.add(target);
    return target;
  });
}

/** What a column "Name" holds in a file that has one part of the name in another column, and not the other part. */
function otherPart(
  headings: readonly string[],
  clear: ReadonlySet<ColumnTarget | undefined>,
): ColumnTarget | undefined {
  const parts = headings.map(plainName).filter((name) => Object.hasOwn(OTHER_PART, name));
  const part = parts.length === 1 ? OTHER_PART[parts[0]!] : undefined;
  return part && !clear.has(part) ? part : undefined;
}

/** Whether the heading is known as that of a column of states. */
export const namesState = (heading: string): boolean => known(heading) === "state";

/** Whether the heading is about opt-outs: "UNSUB_TIME", "Opted out", "sms_opt_out", "Abgemeldet am". */
export const namesOptOut = (heading: string): boolean =>
  /unsub|opt(?:ed)?out/.test(plainName(heading)) || IS_ABOUT_LEAVING.test(heading);

/** With the spaces of the heading: "مبلغ واریزی" and "ab Bestellwert" would contain such words without them. */
const IS_ABOUT_LEAVING = /abgemeldet|abmeld|abbestell|ausgetragen|widerruf|(?<!\p{L})لغو|انصراف/iu;

/**
 * Whether the heading is about ids of groups, as in the file of WP SMS. Ids of another service mean other groups here.
 */
export const namesGroupIds = (heading: string): boolean => /^groupids?$/.test(plainName(heading));

/** Whether the text names the content of a column: `phone`, `field:city`. */
export function isTarget(text: string): text is ColumnTarget {
  return (columnTargets as readonly string[]).includes(text) || /^field:.{1,100}$/su.test(text);
}
