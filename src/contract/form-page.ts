import { z } from "zod";

import { CUSTOM_VALUE_LENGTH } from "#domain/newsletter/field-limits";
import { FORM_LIMITS } from "#domain/forms/form";
import { fieldTypes } from "#domain/subscribers/field";

import { integer, ipAddress, list, map, text, toggle } from "./fields.ts";
import { formPath } from "./forms.ts";
import { limits } from "./limits.ts";
import { pageLocale } from "./value-lists.ts";

const origin = text(limits.url).meta({
  description: "Origin of the site whose page shows the form. It must be one of the form's origins.",
  example: "https://www.example.com",
});

const clientIp = ipAddress().optional().meta({
  description:
    "Address of the person: kept with the consent, and limited instead of the caller's. Calls of the WordPress plugin already include it.",
  example: "192.0.2.7",
});

const entered = (most: number) => z.string().max(most).optional();

export const formPageQuery = z.object({ ...formPath.shape, origin });

export const formSubmission = z.object({
  ...formPath.shape,
  origin,
  version: entered(20).meta({ description: "Version of the consent text that was shown.", example: "1" }),
  number: entered(100).meta({ description: "As it was entered.", example: "+15005550006" }),
  name: entered(limits.name * 2),
  group: list(integer(1), FORM_LIMITS.groups)
    .optional()
    .meta({ description: "Groups that were chosen.", example: [1] }),
  consent: toggle().optional().meta({ description: "Whether the box next to the consent text was checked." }),
  fields: map(z.string().max(FORM_LIMITS.fieldKey), z.string().max(CUSTOM_VALUE_LENGTH * 2), limits.customFields)
    .optional()
    .meta({ description: "Text of the custom fields by their keys." }),
  trap: entered(limits.url).meta({
    description:
      "The value of a field that people do not see. If it is not empty, the call gets the same response, and no subscription is made.",
  }),
  client_ip: clientIp,
});

export const formConfirmation = z.object({
  ...formPath.shape,
  origin,
  sealed: text(400).meta({ description: "From `hidden` of the view that asked for the code." }),
  code: entered(40).meta({ description: "The code from the SMS.", example: "123456" }),
  client_ip: clientIp,
});

const input = z.object({
  name: z.string().meta({ description: "number, name, or field_ and the key of a custom field." }),
  label: z.string(),
  note: z.string().nullable(),
  hint: z.string().optional(),
  type: z.enum(["tel", ...fieldTypes]),
  required: z.boolean(),
  autocomplete: z.string().optional(),
  choices: z.array(z.string()).optional(),
});

/** One schema for every kind, because a program that displays it iterates over what is there. */
export const formPageData = z
  .object({
    kind: z.enum(["form", "code", "confirmed", "closed", "limited", "refused"]).meta({
      description:
        "What to show: the form, the field for the code, or one sentence. refused: the form does not list the origin.",
    }),
    locale: pageLocale,
    dir: z.enum(["ltr", "rtl"]),
    accent: z.string(),
    ink: z.string().meta({ description: "Color of text on the accent color." }),
    title: z.string(),
    intro: z.string().optional(),
    text: z.string().optional(),
    notice: z.string().nullable().optional().meta({ description: "Why the form is shown again." }),
    help: z.string().nullable().optional(),
    hidden: z.record(z.string(), z.string()).optional().meta({ description: "To be sent back unchanged." }),
    trap: z.object({ name: z.string(), label: z.string() }).optional(),
    inputs: z.array(input).optional(),
    groups: z
      .object({
        label: z.string(),
        checked: z.boolean(),
        items: z.array(z.object({ id: z.int(), name: z.string() })),
      })
      .nullable()
      .optional(),
    consent: z.string().optional(),
    button: z.string().optional(),
    label: z.string().optional(),
    issues: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "What is wrong, by the name of the input." }),
    issue: z.string().nullable().optional().meta({ description: "What is wrong with the code." }),
    again: z.string().optional(),
    url: z.string().nullable().optional().meta({ description: "Where the person continues." }),
  })
  .meta({ id: "FormPage" });
