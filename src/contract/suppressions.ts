import { z } from "zod";

import { suppressionKinds } from "#domain/opt-out/suppression-store";

import { integer, list, listPage, pagination, phoneText, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";

const sender = z.string().min(1).max(limits.phoneText);

const filters = {
  search: text(limits.phoneText).optional().meta({ description: "Part of the number." }),
  kind: z.enum(suppressionKinds).optional().meta({
    description:
      "opt_out: the person wants nothing. block: an operator decided. maybe_opt_out: a reply that may ask to stop; marketing waits until a person decides.",
  }),
  reason: text(limits.reason).optional().meta({ description: "Part of the reason." }),
  source: text(limits.name)
    .optional()
    .meta({ description: "Where it came from: a gateway's name for a reply or an opt-out at the provider, or api." }),
  sender: sender.optional().meta({ description: "Only entries of this sender." }),
};

export const suppressionsExport = z.object(filters);

export const suppressionsQuery = z.object({ ...filters, ...listPage });

const entry = {
  kind: z
    .enum(suppressionKinds)
    .exclude(["maybe_opt_out"])
    .optional()
    .meta({ description: "opt_out: the person asked for it; their memberships end. Default: block." }),
  reason: text(limits.reason).meta({ description: "Why, for later reference.", example: "Asked by telephone" }),
  sender: sender.optional().meta({ description: "Only messages of this sender. Default: messages of every sender." }),
};

export const newSuppression = z.object({
  number: phoneText().meta({ description: "The number, in any format.", example: "+4915112345678" }),
  ...entry,
});

export const suppressionImport = z.object({
  numbers: list(phoneText(), limits.suppressionsAtOnce).meta({
    description: `The numbers, at most ${limits.suppressionsAtOnce.toLocaleString("en")}.`,
  }),
  ...entry,
  skip_invalid: toggle()
    .optional()
    .meta({ description: "Adds the others if some of the numbers are invalid. Default: false, nothing is added." }),
});

export const suppressionPath = z.object({ id: integer(1).meta({ description: "Id of the entry." }) });

export const suppressionLift = z.object({
  id: z.string().min(1).max(limits.phoneText).meta({
    description: "Id of the entry, or the number with its plus sign, which stands for all of its entries.",
  }),
  reason: text(limits.reason).meta({ description: "Why it is lifted.", example: "Subscribed again in the shop" }),
  consent_by: text(limits.name).optional().meta({
    description: "Who gave the new consent. Required, with the next two, if the person had opted out.",
    example: "Ada Lovelace",
  }),
  consent_at: z.string().max(40).optional().meta({
    description: "When: after the opt-out. RFC 3339; without an offset: site time.",
    example: "2027-06-01T12:00:00Z",
  }),
  consent_evidence: text(limits.reason).optional().meta({
    description: "How it can be proved: a form, a letter, a recording.",
    example: "Form 4711, signed",
  }),
});

export const suppressionView = z
  .object({
    id: z.int(),
    number: z.string(),
    kind: z.enum(suppressionKinds),
    sender: z.string().nullable().meta({ description: "null: every sender." }),
    reason: z.string(),
    source: z.string(),
    added_by: z.string().nullable().meta({ description: "null: the person, or the provider in their name." }),
    added_at: z.iso.datetime(),
  })
  .meta({ id: "Suppression" });

export const suppressionsData = z.object({ items: z.array(suppressionView), pagination });

export const suppressionImportData = z.object({
  added: z.int(),
  already: z.int().meta({ description: "Numbers that were on the list." }),
  duplicates: z.int(),
  invalid: z.int(),
});

export const suppressionLiftData = z.object({ lifted: z.array(suppressionView) });
