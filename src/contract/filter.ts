import { z } from "zod";

import { filterSubjects, operators } from "#domain/subscribers/filter";

import { cleanText, objectIn } from "./fields.ts";
import { limits } from "./limits.ts";

const conditionNames: readonly string[] = ["field", "op", "value"];

const condition = z
  .object({
    field: cleanText(limits.customFieldKey + 20).meta({
      description: `One of ${filterSubjects.join(", ")}, or \`custom_fields.\` and a key.`,
      example: "custom_fields.city",
    }),
    op: z.enum(operators).meta({
      description:
        "`contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value.",
    }),
    value: z
      .union([cleanText(limits.customFieldValue), z.number(), z.boolean()])
      .optional()
      .meta({ example: "Berlin" }),
  })
  .meta({ id: "FilterCondition" });

/**
 * A filter without its misspelled names would match more people than were meant, so unknown names are always refused.
 */
const STRAY = "has a name that filters do not know; names are all, any, and field, op, value within";

/** A filter of subscribers; in a query string or a form it is JSON text. */
export const filter = z
  .preprocess(
    (value, context) => {
      const given = objectIn(value);
      if (isStray(given)) context.addIssue({ code: "custom", message: STRAY, input: undefined });
      return given;
    },
    z.object({
      all: z.array(condition).max(limits.filterConditions).optional(),
      any: z.array(condition).max(limits.filterConditions).optional(),
    }),
  )
  .meta({
    description: `The people who meet every condition in \`all\` and, if there are any, at least one in \`any\`; at most ${limits.filterConditions} conditions.`,
    example: { all: [{ field: "custom_fields.city", op: "is", value: "Berlin" }] },
  });

function isStray(given: unknown): boolean {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return false;
  return Object.entries(given).some(
    ([name, conditions]) =>
      (name !== "all" && name !== "any") ||
      (Array.isArray(conditions) &&
        conditions.some(
          (one: unknown) =>
            typeof one === "object" && one !== null && Object.keys(one).some((key) => !conditionNames.includes(key)),
        )),
  );
}

export const filterData = z
  .object({ all: z.array(condition), any: z.array(condition) })
  .meta({ id: "SubscriberFilter" });
