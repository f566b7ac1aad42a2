import { z } from "zod";

import { limits } from "./limits.ts";

/**
 * Field types of the wire. Values come from JSON, forms and query strings alike, so a number may be written "5",
 * a list "1,2,3" and a switch "true".
 */

/** Marks a list that is described as "one, or a list": `schemas.input` writes it so into openapi.json. */
export const ONE_OR_MANY = { oneOrMany: true } as const;

const nullRefused = new WeakSet<z.ZodType>();

/**
 * A parameter whose absence makes a call do more, or sooner: null could mean that, or nothing, and is refused. To be
 * called last, because every method of a schema returns another one.
 */
export function notNull<Field extends z.ZodType>(field: Field): Field {
  nullRefused.add(field);
  return field;
}

/** Whether null is refused where it would elsewhere count as absent. */
export function refusesNull(field: z.ZodType): boolean {
  return nullRefused.has(field);
}

/** A list: a JSON array, repeated `name[]=`, or one comma-separated string. */
export function list<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .preprocess((value) => {
      if (typeof value === "string") return value.trim() === "" ? [] : value.split(",").map((part) => part.trim());
      if (typeof value === "number") return [value];
      return value;
    }, z.array(item).max(max))
    .meta(ONE_OR_MANY);
}

/** A whole number, or its digits as a string. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

/** As `integer`, where null has a meaning of its own; forms and query strings write it `none`. */
export function integerOrNone(min: number, max: number) {
  return z.preprocess(
    (value) =>
      typeof value !== "string"
        ? value
        : value.trim() === "none"
          ? null
          : /^-?\d{1,16}$/.test(value.trim())
            ? Number(value)
            : value,
    z.int().min(min).max(max).nullable(),
  );
}

/** true, false, 1, 0 and the same as strings. */
export function toggle() {
  return z.preprocess((value) => {
    if (value === 1 || value === "1" || value === "true") return true;
    if (value === 0 || value === "0" || value === "false") return false;
    return value;
  }, z.boolean());
}

/** Text that holds more than blanks. */
export function text(max: number) {
  return z.string().max(max).regex(/\S/u, "must not be empty");
}

/** A phone number as a person may write it; numbers without quotes are taken too. */
export function phoneText() {
  return z.preprocess(
    (value) => (typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value),
    z.string().min(1).max(limits.phoneText),
  );
}

/** `page` and `per_page`: too large a page is cut to the limit, nonsense is an error. */
export const paging = {
  page: integer(1).optional().meta({ description: "Page number, from 1." }),
  per_page: integer(1)
    .transform((value) => Math.min(value, limits.perPage))
    .optional()
    .meta({ description: `Items on a page; more than ${limits.perPage} is cut to ${limits.perPage}.` }),
};

/** How every list but the log is paged: its own filters, said again with each cursor. */
export const listPage = {
  per_page: paging.per_page,
  cursor: z
    .string()
    .max(600)
    .optional()
    .meta({ description: "`pagination.next_cursor` of the page before; the filters are said again." }),
};

export const pagination = z.object({ per_page: z.int(), next_cursor: z.string().nullable() });

const date = z.string().max(40).optional();

/** `date_from` and `date_to`: a range of days or instants. */
export const dates = {
  date_from: date.meta({
    description: "First day (YYYY-MM-DD, site time) or instant (RFC 3339; without offset: site time).",
    example: "2027-06-01",
  }),
  date_to: date.meta({ description: "Last day or instant, inclusive.", example: "2027-06-30" }),
};
