import { z } from "zod";

import { messageText } from "./content.ts";
import { integer, listPage, map, pagination, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { messageCategory } from "./value-lists.ts";

const id = integer(1).meta({ description: "Id of the template." });
const name = text(limits.name).meta({ example: "Appointment" });
const body = messageText.regex(/\S/u, "must not be empty").meta({
  description: "The text, with variables such as {{name}}.",
  example: "Hello {{name | there}}, see you on {{day}}",
});
export const localeName = z
  .string()
  .max(limits.locale)
  .regex(/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/, "must be a language tag, such as de or pt-BR");
const variants = map(localeName, body, limits.templateVariants).meta({
  description: "Texts in other languages, by language tag.",
  example: { de: "Hallo {{name | du}}" },
});
const category = messageCategory.nullable();

/** How a call to send names a template in place of a text. */
export const templateFields = {
  template_id: integer(1)
    .optional()
    .meta({ description: "A template in place of `message`. Its text is fixed when the call is accepted." }),
  locale: localeName.optional().meta({
    description:
      "The language in which the template is sent to everyone, if it has a text for it: de, or pt-BR. Default: for subscribers their own.",
  }),
};

export const templatesQuery = z.object({
  search: text(limits.name).optional().meta({ description: "Part of the name." }),
  ...listPage,
});

export const templateRequest = z.object({
  name,
  text: body,
  category: category.optional().meta({ description: "For messages that set none themselves." }),
  variants: variants.optional(),
});
export const templatePath = z.object({ id });
export const templateChanges = z.object({
  id,
  version: integer(1).optional().meta({
    description:
      "The `version` that was read. If it has changed since, the response is 409 `conflict` and nothing is changed.",
  }),
  name: name.optional(),
  text: body.optional(),
  category: category.optional().meta({ description: "null: none." }),
  variants: variants.optional().meta({ description: "Replaces all of them." }),
});

export const templateData = z
  .object({
    id: z.int(),
    name: z.string(),
    text: z.string(),
    category,
    variants: z.record(z.string(), z.string()),
    variables: z.array(z.string()).meta({ description: "The variables of all its texts." }),
    version: z.int().meta({ description: "Higher after each change." }),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Template" });

export const templatesData = z.object({ items: z.array(templateData), pagination });
