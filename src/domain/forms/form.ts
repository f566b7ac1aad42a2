import type { NewsletterGroup } from "../newsletter/newsletter-store.ts";
import type { FieldType } from "../subscribers/field.ts";
import type { PageLocale } from "../texts/locales.ts";

/** `all`: a person joins all groups of the form. Otherwise they choose, from checked or from empty boxes. */
export const groupChoices = ["all", "preselected", "open"] as const;
export const nameFields = ["hidden", "optional", "required"] as const;

export const FORM_LIMITS = {
  slug: 60,
  title: 120,
  intro: 2_000,
  consent: 4_000,
  groups: 50,
  fields: 20,
  fieldKey: 60,
  label: 200,
  choices: 100,
  choice: 200,
  origins: 20,
  /** Of one network. An office shares one address, and a code is limited more strictly. */
  requestsPerHour: 30,
} as const;

/** Two characters at least: `/p/l/…` belongs to the links of persons. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const FIELD_KEY = /^[A-Za-z][\w-]*$/;
export const ACCENT = /^#[0-9a-f]{6}$/;

/** A custom field that the form asks for. `choices` is empty unless the type is `choice`. */
export type FormField = {
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly choices: readonly string[];
};

/** What the operator writes. */
export type FormContent = {
  readonly title: string;
  readonly intro: string;
  readonly groupIds: readonly number[];
  readonly groupChoice: (typeof groupChoices)[number];
  readonly nameField: (typeof nameFields)[number];
  readonly fields: readonly FormField[];
  /** What a person agrees to. */
  readonly consent: string;
  /** Whether a code is always required; otherwise as set for each group or the site. */
  readonly confirm: boolean;
  readonly accent: string;
  readonly logoUrl: string | null;
  readonly locale: PageLocale;
  /** Where a person continues after confirming. */
  readonly successUrl: string | null;
  /** Origins of the sites whose pages may embed the form. */
  readonly origins: readonly string[];
  readonly enabled: boolean;
};

export type Form = FormContent & {
  readonly slug: string;
  readonly consentVersion: number;
  /** Those of `groupIds` that exist, in the order of the form. */
  readonly groups: readonly NewsletterGroup[];
  readonly createdAt: number;
  readonly updatedAt: number;
};

export const formDefaults = {
  intro: "",
  groupChoice: "all",
  nameField: "optional",
  fields: [],
  confirm: true,
  accent: "#0f5f6b",
  logoUrl: null,
  locale: "en",
  successUrl: null,
  origins: [],
  enabled: true,
} as const satisfies Partial<FormContent>;

/** A form whose groups were all deleted accepts no requests. */
export function isOpen(form: Form): boolean {
  return form.enabled && form.groups.length > 0;
}

/** Whether joining these groups requires a code. Depends on the form alone, never on the number. */
export function needsCode(
  form: Pick<Form, "groups" | "confirm">,
  chosen: readonly number[],
  siteOptIn: boolean,
): boolean {
  const groups = form.groups.filter(({ id }) => chosen.includes(id));
  return form.confirm || groups.some(({ doubleOptIn }) => doubleOptIn ?? siteOptIn);
}

/** https, or an address of the machine itself while a site is being developed. */
export function isEmbeddingOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.origin !== text || !hasPlainHost(url)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && /^(localhost|127\.0\.0\.1)$/.test(url.hostname));
}

/** The canonical form of an https URL without credentials; null: not such a URL. */
export function publicUrlOf(text: string): string | null {
  const url = URL.parse(text);
  if (!url || url.protocol !== "https:" || url.username !== "" || url.password !== "" || !hasPlainHost(url)) {
    return null;
  }
  return url.href;
}

/**
 * The URL parser allows `*`, `;` and `,` in a host. In a page's content security policy, which contains these origins,
 * they would mean every host, or the end of a directive.
 */
function hasPlainHost({ hostname }: URL): boolean {
  return /^([a-z\d._-]+|\[[a-f\d:]+\])$/.test(hostname);
}
