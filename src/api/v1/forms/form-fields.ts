import type { z } from "zod";

import type { formChanges, formData } from "#contract/forms";
import { refusedUrl } from "#domain/access/outbound";
import type { Detail } from "#domain/error";
import {
  isEmbeddingOrigin,
  isOpen,
  publicUrlOf,
  type Form,
  type FormContent,
  type FormField,
} from "#domain/forms/form";
import { unknownGroups } from "#domain/newsletter/require-groups";
import type { GroupLookup } from "#domain/newsletter/group-store";
import { isoTime } from "#lib/iso-time";

import { embedSnippets } from "../../pages/forms/snippets.ts";
import { textsIn } from "../../pages/forms/texts.ts";

/** The given parameters as fields of a form, each issue reported; the others are absent. */
export async function readForm(
  fields: Partial<z.output<typeof formChanges>>,
  groups: GroupLookup,
  issues: Detail[],
): Promise<Partial<FormContent>> {
  const ids = fields.group_ids && [...new Set(fields.group_ids)];
  if (ids) issues.push(...unknownGroups("group_ids", ids, await groups.existing(ids)));
  const { origins } = fields;
  for (const [index, origin] of (origins ?? []).entries()) {
    if (isEmbeddingOrigin(origin)) continue;
    issues.push({
      field: `origins[${index}]`,
      code: "invalid_url",
      message: "must be an https origin such as https://www.example.com, without a path",
      value: origin,
    });
  }
  const content: { -readonly [Name in keyof FormContent]?: FormContent[Name] | undefined } = {
    title: fields.title?.trim(),
    intro: fields.intro?.trim(),
    groupIds: ids,
    groupChoice: fields.group_choice,
    nameField: fields.name_field,
    fields: fields.fields && readFields(fields.fields, issues),
    consent: fields.consent?.trim(),
    confirm: fields.confirm,
    accent: fields.accent,
    logoUrl: readUrl("logo_url", fields.logo_url, issues),
    locale: fields.locale,
    successUrl: readUrl("success_url", fields.success_url, issues),
    origins: origins && [...new Set(origins)],
    enabled: fields.enabled,
  };
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
}

function readFields(
  given: NonNullable<z.output<typeof formChanges>["fields"]>,
  issues: Detail[],
): readonly FormField[] {
  return given.map(({ key, label, type = "text", required = false, choices = [] }, index) => {
    if (given.findIndex((one) => one.key === key) < index) {
      issues.push({ field: `fields[${index}].key`, code: "taken", message: "is the key of another field", value: key });
    }
    if (type === "choice" && choices.length === 0) {
      issues.push({ field: `fields[${index}].choices`, code: "required", message: "must list at least one choice" });
    }
    if (type !== "choice" && choices.length > 0) {
      issues.push({ field: `fields[${index}].choices`, code: "not_together", message: "is only for type choice" });
    }
    return { key, label: label.trim(), type, required, choices: choices.map((choice) => choice.trim()) };
  });
}

function readUrl(field: string, text: string | undefined, issues: Detail[]): string | null | undefined {
  if (text === undefined || text === "") return text === "" ? null : undefined;
  const url = publicUrlOf(text);
  if (url === null) issues.push(refusedUrl(field, "invalid_url"));
  return url;
}

export async function shownForm(form: Form, publicUrl: string | null): Promise<z.output<typeof formData>> {
  const url = publicUrl === null ? null : `${publicUrl}/p/${form.slug}`;
  return {
    slug: form.slug,
    title: form.title,
    intro: form.intro,
    group_ids: [...form.groupIds],
    group_choice: form.groupChoice,
    name_field: form.nameField,
    fields: form.fields.map((field) => ({ ...field, choices: [...field.choices] })),
    consent: form.consent,
    consent_version: form.consentVersion,
    confirm: form.confirm,
    accent: form.accent,
    logo_url: form.logoUrl,
    locale: form.locale,
    success_url: form.successUrl,
    origins: [...form.origins],
    enabled: form.enabled,
    open: isOpen(form),
    url,
    embed: url === null ? null : embedSnippets(url, await textsIn(form.locale)),
    created_at: isoTime(form.createdAt),
    updated_at: isoTime(form.updatedAt),
  };
}
