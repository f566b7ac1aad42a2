import { z } from "zod";

import { MAX_COLUMNS } from "#domain/imports/columns";
import { importStates, rulesForKnown } from "#domain/imports/import";
import { membershipStates } from "#domain/newsletter/newsletter-store";
import { encodings } from "#lib/csv/decode";
import { delimiters } from "#lib/csv/records";

import { cleanText, formFile, map, objectIn, text, toggle } from "./fields.ts";
import { jobView } from "./jobs.ts";
import { limits } from "./limits.ts";
import { groupIds } from "./newsletter.ts";

const TARGETS =
  "`phone`, `name`, `first_name`, `last_name`, `locale`, `time_zone`, `state`, `groups` (names or ids of groups, separated by commas), `pending_groups` (the same, where they still have to confirm), `left_groups` (the same, of groups they left), `consent_at`, `consent_ip`, `confirmed_at`, `confirmed_ip`, `consent_source`, `consent_wording`, `attributes` (a JSON object), `field:KEY` (a custom field) or `skip`";

const mapping = z.preprocess(objectIn, map(cleanText(limits.name), cleanText(120), MAX_COLUMNS)).meta({
  description: `What the columns contain, by heading: ${TARGETS}. Columns that are not named are skipped. Default: what was given for the last file with the same headings, or what the headings say. A mapping that passes over a column of states or opt-outs is not remembered.`,
  example: { Mobile: "phone", City: "field:city" },
});

export const importRequest = z.object({
  file: formFile,
  mapping: mapping.optional(),
  header: toggle().optional().meta({
    description: "Whether the first row has the headings. Default: true. Without them the columns are named 1, 2, 3.",
  }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be two letters")
    .optional()
    .meta({ description: "Country of numbers without a plus sign. Default: the site's country.", example: "DE" }),
  group_id: groupIds.meta({
    description:
      "The groups that everyone joins, besides those of the row. Default: the first group, for rows that name no group.",
  }),

  group_ids: groupIds.meta({ description: "The same as group_id." }),
  state: z.enum(importStates).optional().meta({
    description:
      "For rows without a state of their own. active (default): you have their consent; pending: they get nothing until they confirm; left: they stay out of the groups, or leave them; unsubscribed: their numbers are suppressed. Required if a heading speaks of opt-outs (UNSUB_TIME) and no column has states, unless a mapping is given.",
  }),
  on_existing: z.enum(rulesForKnown).optional().meta({
    description:
      "skip (default): known people stay as they are. update: they get the names and fields of the file and join the groups, except groups they have left. add: the same, but what they have stays as it is: they get only a name, fields, a language and a time zone that they lack.",
  }),
  on_unknown_group: z
    .enum(["error", "create"])
    .optional()
    .meta({
      description: `What happens if a column of groups has a name that no group has. error (default): the row is left out. create: the group is created once the whole file is read; at most ${limits.importGroups} groups.`,
    }),
  dry_run: toggle().optional().meta({ description: "Counts what the import would do, and changes nothing." }),
  consent_source: text(limits.name).optional().meta({
    description: "Where the people gave their consent, for rows without a source of their own. Default: import.",
  }),
  consent_wording: text(limits.customFieldValue).optional().meta({ description: "What they consented to." }),
  encoding: z.enum(encodings).optional().meta({ description: "Default: as the file shows." }),
  delimiter: z.enum(delimiters).optional().meta({ description: "Default: as the file shows." }),
});

const sample = z.object({
  row: z.int(),
  mobile: z.string().nullable(),
  name: z.string().nullable(),
  custom_fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  state: z.enum(importStates).nullable(),
  groups: z
    .array(z.object({ name: z.string(), state: z.enum(membershipStates) }))
    .nullable()
    .meta({ description: "As the row names them." }),
  error: z.string().nullable().meta({ description: "Why the row is left out; the other fields are then null." }),
});

export const importData = z
  .object({
    job: jobView,
    encoding: z.enum(encodings),
    delimiter: z.string(),
    columns: z
      .array(z.object({ heading: z.string(), target: z.string() }))
      .meta({ description: `The content that each column is taken for: ${TARGETS}.` }),
    samples: z.array(sample).meta({ description: "The first ten rows, as they are read." }),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "Import" });

export const importErrorsPath = z.object({
  id: z.string().max(60).meta({ description: "Id of the import's job, job_…" }),
});
