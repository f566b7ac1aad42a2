import { z } from "zod";

import { integer, listPage, pagination, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { localizedCode, localizedWelcome } from "./settings/localized.ts";

const id = integer(1).meta({ description: "Id of the group." });

const doubleOptIn = z
  .union([toggle(), z.literal("site").transform(() => null)])
  .meta({ description: 'Whether new members must send back a code; "site": as the site says.' });

const codeTexts = localizedCode().meta({
  description:
    "Text of the message with the activation code, by language, in place of the site's (`newsletter.code_texts` in the settings). Replaced as a whole.",
  example: { default: "{{sender}}: {{code}} is your code for {{group}}." },
});
const welcomeTexts = localizedWelcome().meta({
  description:
    "The message to a new member, by language, in place of the site's (`newsletter.welcome_texts` in the settings). Replaced as a whole.",
  example: { default: "{{sender}}: Welcome to {{group}}, {{name | friend}}. Reply {{stop}} to end." },
});

export const groupsQuery = z.object({
  search: text(limits.name).optional().meta({ description: "Part of the name." }),
  ...listPage,
});

export const groupRequest = z.object({
  name: text(limits.name).meta({ example: "Customers" }),
  double_opt_in: doubleOptIn.optional(),
  code_texts: codeTexts.optional(),
  welcome_texts: welcomeTexts.optional(),
});

export const groupPath = z.object({ id });
export const groupChanges = groupRequest.partial().extend({ id });

export const groupRemoval = z.object({
  id,
  force: z
    .preprocess((value) => (value === "" ? true : value), toggle().optional())
    .meta({ description: "Delete the group even if it has members, and remove them from it." }),
});

export const groupData = z
  .object({
    id: z.int(),
    name: z.string(),
    double_opt_in: z.boolean().nullable(),
    code_texts: z.record(z.string(), z.string()),
    welcome_texts: z.record(z.string(), z.string()),
    subscriber_count: z.int().meta({ description: "Pending and active members." }),
    active_count: z.int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Group" });

export const groupsData = z.object({
  items: z.array(groupData),
  pagination: pagination.extend({ total: z.int() }),
});

export const deletedGroup = z.object({ deleted: z.literal(true), id: z.int(), members: z.int() });
