import type { Detail } from "../error.ts";
import { personStates } from "../newsletter/with-memberships.ts";
import { BOUND_ISSUE, readBound } from "../outbox/site-time.ts";
import { callingCode } from "../recipients/country.ts";
import type { Field, FieldStore, FieldType } from "./field.ts";
import { readFieldValue } from "./field-value.ts";
import {
  FIELD_PREFIX,
  filterSubjects,
  MAX_CONDITIONS,
  type Condition,
  type Filter,
  type FilterSubject,
  type Operator,
} from "./filter.ts";
import { LOCALE_ISSUE, localeOf, ZONE_ISSUE, zoneOf } from "./locale-and-zone.ts";

type FilterReading = {
  readonly fields: readonly Field[];
  /** The site's zone, for days. */
  readonly zone: string;
};

type Given = { readonly all?: readonly Condition[] | undefined; readonly any?: readonly Condition[] | undefined };
type Value = NonNullable<Condition["value"]>;
type Refusal = Pick<Detail, "code" | "message">;

/**
 * A filter of a call, with its values in the form in which they are compared. Anything wrong is added to the issues;
 * the result is usable only if there are none.
 *
 * @param name of the parameter
 */
function readFilter(name: string, given: Given, reading: FilterReading, issues: Detail[]): Filter {
  const { all = [], any = [] } = given;
  const size = all.length + any.length;
  // A filter without conditions would match everyone, which is too much to be meant by an omission.
  if (size === 0) issues.push({ field: name, code: "required", message: "must have a condition in all or any" });
  if (size > MAX_CONDITIONS) {
    issues.push({ field: name, code: "too_many", message: `must have at most ${MAX_CONDITIONS} conditions` });
    return { all: [], any: [] };
  }
  const read = (list: "all" | "any", conditions: readonly Condition[]): readonly Condition[] =>
    conditions.map((one, nth) => readCondition(`${name}.${list}[${nth}]`, one, reading, issues));
  return { all: read("all", all), any: read("any", any) };
}

function readCondition(path: string, given: Condition, reading: FilterReading, issues: Detail[]): Condition {
  const { field, op, value } = given;
  const refuse = (part: string, { code, message }: Refusal, shown: unknown): Condition => {
    issues.push({ field: `${path}.${part}`, code, message, value: shown });
    return given;
  };
  const rule = ruleOf(field, reading);
  if (!rule) {
    const message = `must be one of ${filterSubjects.join(", ")}, or ${FIELD_PREFIX} and a key`;
    return refuse("field", { code: "not_in_list", message }, field);
  }
  if (!rule.ops.includes(op)) {
    return refuse("op", { code: "not_in_list", message: `must be one of ${rule.ops.join(", ")} for ${field}` }, op);
  }
  const bare = op === "set" || op === "not_set";
  if (bare && value !== undefined) {
    return refuse("value", { code: "not_together", message: `must not be set with ${op}` }, value);
  }
  if (bare) return { field, op };
  if (value === undefined) return refuse("value", { code: "required", message: "is required" }, value);
  if (value === "") return refuse("value", { code: "required", message: "must not be empty" }, value);
  const read = op === "contains" ? { value: String(value) } : rule.read(value, op);
  return "code" in read ? refuse("value", read, value) : { field, op, value: read.value };
}

type Rule = {
  readonly ops: readonly Operator[];
  readonly read: (value: Value, op: Operator) => { readonly value: Value } | Refusal;
};

/** PostgreSQL has no year 0, and no other year than one of four digits is written like one. */
const STORABLE = /^(?!0000)\d{4}-/;

const EQUAL = ["is", "is_not"] as const;
const TEXT = [...EQUAL, "contains", "set", "not_set"] as const;
const refusal = (code: Detail["code"], message: string): Refusal => ({ code, message });
const textOr =
  (read: (text: string) => string | null, { code, message }: Refusal): Rule["read"] =>
  (value) => {
    const found = read(String(value));
    return found === null ? { code, message } : { value: found };
  };

function ruleOf(field: string, { fields, zone }: FilterReading): Rule | null {
  if (field.startsWith(FIELD_PREFIX)) {
    const key = field.slice(FIELD_PREFIX.length);
    return key === "" || key.length > 100 ? null : fieldRule(fields.find((one) => one.key === key));
  }
  switch (field as FilterSubject) {
    case "group_id":
      return { ops: EQUAL, read: groupId };
    case "state":
      return {
        ops: EQUAL,
        read: textOr(
          (text) => personStates.find((state) => state === text) ?? null,
          refusal("not_in_list", `must be one of ${personStates.join(", ")}`),
        ),
      };
    case "created_at":
      return {
        ops: ["before", "after"],
        read: (value, op) => {
          const at = readBound(String(value).trim(), zone, op === "before" ? "from" : "to");
          const text = at === null ? "" : new Date(at).toISOString();
          return STORABLE.test(text) ? { value: text } : refusal("invalid_date", BOUND_ISSUE);
        },
      };
    case "country":
      return {
        ops: EQUAL,
        read: textOr(
          (text) => (callingCode(text.toUpperCase()) === null ? null : text.toUpperCase()),
          refusal("not_in_list", "is not a country, as two letters"),
        ),
      };
    case "name":
      return { ops: TEXT.slice(0, 3), read: textOr((text) => text.trim(), refusal("required", "is required")) };
    case "locale":
      return {
        ops: TEXT,
        read: textOr(localeOf, refusal("invalid_format", LOCALE_ISSUE)),
      };
    case "time_zone":
      return { ops: TEXT, read: textOr(zoneOf, refusal("invalid_format", ZONE_ISSUE)) };
    default:
      return null;
  }
}

function groupId(value: Value): { readonly value: Value } | Refusal {
  const id = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0
    ? { value: id }
    : refusal("wrong_type", "must be the id of a group");
}

const opsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: TEXT,
  choice: [...EQUAL, "set", "not_set"],
  yes_no: [...EQUAL, "set", "not_set"],
  number: [...EQUAL, "greater", "less", "set", "not_set"],
  date: [...EQUAL, "before", "after", "set", "not_set"],
};

/** A key without a field has values of any type: they are compared as they are written. */
function fieldRule(field: Field | undefined): Rule {
  if (!field) return { ops: TEXT, read: (value) => ({ value }) };
  return {
    ops: opsOf[field.type],
    read(value) {
      const read = readFieldValue(field, value);
      if (!read.ok) return { code: read.code, message: read.message };
      return read.value === null ? refusal("required", "is required") : { value: read.value };
    },
  };
}

/** {@link readFilter} with the fields and the zone of this site. */
export type FilterReader = (name: string, given: Given, issues: Detail[]) => Promise<Filter>;

export function filterReader(ports: { readonly fields: Pick<FieldStore, "all">; readonly zone: string }): FilterReader {
  return async (name, given, issues) => {
    const reading = { fields: await ports.fields.all(), zone: ports.zone };
    return readFilter(name, given, reading, issues);
  };
}
