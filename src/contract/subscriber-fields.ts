import { z } from "zod";

import { list, listPage, pagination, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { fieldType } from "./value-lists.ts";

const label = text(limits.name).meta({ description: "What a form shows.", example: "City" });
const choices = list(text(limits.fieldChoice), limits.fieldChoices).meta({
  description: "The values of a `choice`, in the order in which a form shows them.",
});
const required = toggle().meta({
  description: "Whether every new subscriber, and every call that sends `custom_fields`, must have a value.",
});

/** Any text is accepted in the path; a key without a field is 404. */
const fieldKey = z.string().meta({ description: "Key of the field." });

export const fieldRequest = z.object({
  key: z
    .string()
    .max(limits.customFieldKey)
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, "must begin with a letter and contain only letters, digits, - and _")
    .meta({ description: "Its name in `custom_fields`; it cannot be changed.", example: "city" }),
  label: label.optional().meta({ description: "What a form shows. Default: the key.", example: "City" }),
  type: fieldType.meta({ description: "The type of its values; it cannot be changed." }),
  choices: choices.optional(),
  required: required.optional(),
});

export const fieldPath = z.object({ key: fieldKey });
export const fieldChanges = z.object({
  key: fieldKey,
  label: label.optional(),
  choices: choices.optional(),
  required: required.optional(),
  archived: toggle().optional().meta({
    description: "An archived field keeps its values, is hidden from forms, and accepts no new value.",
  }),
});

export const fieldData = z
  .object({
    key: z.string(),
    label: z.string(),
    type: fieldType,
    choices: z.array(z.string()),
    required: z.boolean(),
    archived: z.boolean(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Field" });

export const fieldsQuery = z.object({
  archived: toggle().optional().meta({ description: "Only archived fields, or only those in use. Default: both." }),
  ...listPage,
});
export const fieldsData = z.object({ items: z.array(fieldData), pagination });
export const deletedField = z.object({ deleted: z.literal(true), key: z.string() });
