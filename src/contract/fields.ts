import { z } from "zod";

import { jsonOf } from "#lib/json";
import { isStorable } from "#lib/storable";

import { limits } from "./limits.ts";

/**
 * Field types of the wire. Values may come from JSON, forms or query strings, so a number may be written "5", a list
 * "1,2,3" and a boolean "true".
 */

/** Marks a list that also accepts a single value: `schemas.input` describes it that way in openapi.json. */
export const ONE_OR_MANY = { oneOrMany: true } as const;

const nullRefused = new WeakSet<z.ZodType>();

/**
 * A parameter whose absence makes a call do more, or act sooner: null is ambiguous there and is refused. Call it last,
 * because every method of a schema returns a new schema.
 */
export function notNull<Field extends z.ZodType>(field: Field): Field {
  nullRefused.add(field);
  return field;
}

/** Whether null is refused instead of being treated as absent. */
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

/**
 * Values by name. They are counted before they are validated: 100,000 invalid ones took seconds. A value under
 * `__proto__` would be lost silently: no zod record keeps it.
 */
export function map<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(key: Key, value: Value, max: number) {
  return z.preprocess(
    (given, context) => {
      if (typeof given === "object" && given !== null && Object.keys(given).length > max) {
        context.addIssue({ code: "too_big", origin: "array", maximum: max, input: given });
      }
      if (typeof given === "object" && given !== null && Object.hasOwn(given, "__proto__")) {
        context.addIssue({
          code: "custom",
          path: ["__proto__"],
          message: "is not a possible name",
          input: "__proto__",
        });
      }
      return given;
    },
    z.record(key, value),
  );
}

/** An object that a query or a form has as JSON text; anything else as it is. */
export const objectIn = (value: unknown): unknown =>
  typeof value === "string" && value.trim().startsWith("{") ? (jsonOf(value) ?? value) : value;

/** Fractions and overlong values become numbers, too, so that the refusal says what is wrong with them. */
const DIGITS = /^-?\d+(?:\.\d{0,8}[1-9])?$/;

const numberOf = (value: unknown): unknown =>
  typeof value === "string" && DIGITS.test(value.trim()) ? Number(value) : value;

/** An integer, or its digits as a string. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(numberOf, z.int().min(min).max(max));
}

/** Like `integer` from 1, but null has a meaning of its own; forms and query strings write it as `none`. */
export function integerOrNone(max: number) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "none" ? null : numberOf(value)),
    z.int().min(1).max(max).nullable(),
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

/** Text that is not blank. */
export function text(max: number) {
  return z.string().max(max).regex(/\S/u, "must not be empty");
}

/** Text in a parameter that may be JSON text: a JSON escape would hide characters that are refused otherwise. */
export function cleanText(max: number) {
  return z.string().max(max).refine(isStorable, "contains a NUL character or half a surrogate pair");
}

/** A phone number as a person may write it; JSON numbers are accepted too. */
export function phoneText() {
  return z.preprocess(
    (value) => (typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value),
    z.string().min(1).max(limits.phoneText),
  );
}

/** An IPv4 or IPv6 address, without a port. */
export function ipAddress() {
  return z.union([z.ipv4(), z.ipv6()], "must be an IPv4 or IPv6 address");
}

/** `page` and `per_page`: a `per_page` above the limit is lowered to it; an invalid value is an error. */
export const paging = {
  page: integer(1).optional().meta({ description: "Page number, from 1." }),
  per_page: integer(1)
    .transform((value) => Math.min(value, limits.perPage))
    .optional()
    .meta({ description: `Items per page; values above ${limits.perPage} are lowered to ${limits.perPage}.` }),
};

/** Paging of every list except the log: filters must be repeated with each cursor. */
export const listPage = {
  per_page: paging.per_page,
  cursor: z
    .string()
    .max(600)
    .optional()
    .meta({ description: "`pagination.next_cursor` of the previous page; repeat the filters." }),
};

/** What the deletion of something with a number returns. */
export const deletedById = z.object({ deleted: z.literal(true), id: z.int() });

export const pagination = z
  .object({ per_page: z.int(), next_cursor: z.string().nullable() })
  .meta({ id: "Pagination" });

const date = z.string().max(40).optional();

/** `date_from` and `date_to`: a range of days or instants. */
export const dates = {
  date_from: date.meta({
    description: "First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time).",
    example: "2027-06-01",
  }),
  date_to: date.meta({ description: "Last day or instant, inclusive.", example: "2027-06-30" }),
};

/** For routes whose body is a file. */
export const formFile = z.unknown().optional().meta({ description: "Only in a multipart form: the file." });
