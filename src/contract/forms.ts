import { z } from "zod";

import { ACCENT, FIELD_KEY, FORM_LIMITS, formDefaults, groupChoices, nameFields, SLUG } from "#domain/forms/form";

import { integer, list, listPage, pagination, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { fieldType, pageLocale } from "./value-lists.ts";

const slug = z
  .string()
  .min(2)
  .max(FORM_LIMITS.slug)
  .regex(SLUG, "must consist of lower-case letters and digits, with single hyphens between them")
  .meta({ description: "The form's name in its address, /p/{slug}. Cannot be changed.", example: "news" });

const field = z.object({
  key: z
    .string()
    .max(FORM_LIMITS.fieldKey)
    .regex(FIELD_KEY, "must begin with a letter and consist of letters, digits, _ and -")
    .meta({ description: "Name of the custom field.", example: "city" }),
  label: text(FORM_LIMITS.label),
  type: fieldType.optional().meta({ description: "Default: text." }),
  required: toggle().optional(),
  choices: list(text(FORM_LIMITS.choice), FORM_LIMITS.choices).optional().meta({ description: "For type choice." }),
});

const address = z.string().max(limits.url);

const content = {
  title: text(FORM_LIMITS.title).meta({ example: "Our news by SMS" }),
  intro: z
    .string()
    .max(FORM_LIMITS.intro)
    .optional()
    .meta({ description: "Text below the title; line breaks are kept." }),
  group_ids: list(integer(1), FORM_LIMITS.groups)
    .refine((ids) => ids.length > 0, { message: "must name at least one group" })
    .meta({ description: "The groups that the form offers, in this order.", example: [1] }),
  group_choice: z
    .enum(groupChoices)
    .optional()
    .meta({
      description: `all: a person joins all of them; otherwise they choose, from checked (preselected) or empty (open) boxes. Default: ${formDefaults.groupChoice}.`,
    }),
  name_field: z
    .enum(nameFields)
    .optional()
    .meta({ description: `Whether the form asks for a name. Default: ${formDefaults.nameField}.` }),
  fields: z.array(field).max(FORM_LIMITS.fields).optional().meta({ description: "Custom fields that it asks for." }),
  consent: text(FORM_LIMITS.consent).meta({
    description: "What a person agrees to. Each change makes a new version, and a consent refers to the one shown.",
    example: "I agree to receive news by SMS from Example Ltd. I can leave at any time.",
  }),
  confirm: toggle().optional().meta({
    description:
      "Whether a code is always required. false: as set for each group or the site, and always from people who left before. Default: true.",
  }),
  accent: z
    .string()
    .toLowerCase()
    .regex(ACCENT, "must be a color such as #0f5f6b")
    .optional()
    .meta({ description: `Color of the buttons. Default: ${formDefaults.accent}.` }),
  logo_url: address.optional().meta({ description: "An https image above the title; empty: none." }),
  locale: pageLocale.optional().meta({ description: "Language of the page. Default: that of the site." }),
  success_url: address.optional().meta({
    description: "An https address where a person continues after confirming; empty: a page of the form.",
  }),
  origins: list(z.string().max(limits.url), FORM_LIMITS.origins)
    .optional()
    .meta({
      description: "Origins of the sites whose pages may embed the form.",
      example: ["https://www.example.com"],
    }),
  enabled: toggle().optional().meta({ description: "Default: true." }),
};

export const formsQuery = z.object({ ...listPage });
export const formRequest = z.object({ slug, ...content });
export const formPath = z.object({ slug: z.string().max(FORM_LIMITS.slug) });
export const formChanges = z.object({
  ...formPath.shape,
  ...content,
  title: content.title.optional(),
  group_ids: content.group_ids.optional(),
  consent: content.consent.optional(),
});

export const formData = z
  .object({
    slug: z.string(),
    title: z.string(),
    intro: z.string(),
    group_ids: z.array(z.int()),
    group_choice: z.enum(groupChoices),
    name_field: z.enum(nameFields),
    fields: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        type: fieldType,
        required: z.boolean(),
        choices: z.array(z.string()),
      }),
    ),
    consent: z.string(),
    consent_version: z.int(),
    confirm: z.boolean(),
    accent: z.string(),
    logo_url: z.string().nullable(),
    locale: pageLocale,
    success_url: z.string().nullable(),
    origins: z.array(z.string()),
    enabled: z.boolean(),
    open: z.boolean().meta({ description: "Enabled, and at least one of its groups exists." }),
    url: z.string().nullable().meta({ description: "Its page; null if TIDINGS_PUBLIC_URL is not set." }),
    embed: z
      .object({ script: z.string(), html: z.string() })
      .nullable()
      .meta({ description: "HTML for another site's page: a script that inserts the form, or a plain form." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Form" });

export const formsData = z.object({ items: z.array(formData), pagination });
export const deletedForm = z.object({ deleted: z.literal(true), slug: z.string() });

export const linksRequest = z.object({
  id: integer(1).meta({ description: "Id of the subscriber." }),
  replace: toggle()
    .optional()
    .meta({ description: "Invalidate all links given out for this person so far. Default: false." }),
});

export const linksData = z.object({
  preferences_url: z.string().meta({ description: "The person's page: their groups, and a button to leave all." }),
  leave_url: z.string().meta({ description: "The same page at the button to leave: opening it changes nothing." }),
});
