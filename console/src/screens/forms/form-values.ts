import type { Operations } from "tidings-client";

import { serviceLanguages } from "../../lib/languages.ts";
import { locale as pageLocale } from "../../lib/locale.ts";
import { t } from "../../lib/translate.ts";

export type Form = Operations["getForm"]["data"];
export type FormField = Form["fields"][number];

/** A form while it is written, under the API's names; groups by their ids as text, as a choice among them has them. */
export type FormValues = {
  readonly slug: string;
  readonly title: string;
  readonly intro: string;
  readonly group_ids: readonly string[];
  readonly group_choice: Form["group_choice"];
  readonly name_field: Form["name_field"];
  readonly fields: readonly FormField[];
  readonly consent: string;
  readonly confirm: boolean;
  readonly accent: string;
  readonly logo_url: string;
  readonly locale: Form["locale"];
  readonly success_url: string;
  readonly origins: readonly string[];
  readonly enabled: boolean;
};

export const newForm: FormValues = {
  slug: "",
  title: "",
  intro: "",
  group_ids: [],
  group_choice: "all",
  name_field: "optional",
  fields: [],
  consent: t`I agree to get texts from us. I can leave at any time by replying STOP.`,
  confirm: true,
  accent: "#0f5f6b",
  logo_url: "",
  locale: serviceLanguages.find((language) => language === pageLocale()) ?? "en",
  success_url: "",
  origins: [],
  enabled: true,
};

export function valuesOf({ group_ids: groups, logo_url: logo, success_url: success, ...form }: Form): FormValues {
  const { slug, title, intro, group_choice, name_field, fields, consent, confirm, accent, locale, origins, enabled } =
    form;
  return {
    slug,
    title,
    intro,
    group_ids: groups.map(String),
    group_choice,
    name_field,
    fields,
    consent,
    confirm,
    accent,
    logo_url: logo ?? "",
    locale,
    success_url: success ?? "",
    origins,
    enabled,
  };
}

/** The values as the API takes them. */
export function inputOf({
  group_ids: groups,
  fields,
  origins,
  ...values
}: FormValues): Operations["createForm"]["input"] {
  return {
    ...values,
    group_ids: groups.map(Number),
    origins: [...origins],
    fields: fields.map(({ key, label, type, required, choices }) => ({
      key,
      label,
      type,
      required,
      ...(type === "choice" && { choices: [...choices] }),
    })),
  };
}

/** "Our news by SMS" as `our-news-by-sms`. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
}

/** Black or white, whichever can be read better on the color. */
export function inkOn(accent: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return "#fff";
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(accent.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? "#000" : "#fff";
}
