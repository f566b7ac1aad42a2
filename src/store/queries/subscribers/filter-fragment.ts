import type { PersonState } from "#domain/newsletter/with-memberships";
import { callingCode } from "#domain/recipients/country";
import { FIELD_PREFIX, type Condition, type Filter, type FilterSubject } from "#domain/subscribers/filter";

import type { Bind } from "../../bind.ts";
import { containing } from "../like-pattern.ts";
import { hasPart } from "./part-fragment.ts";
import { FROM_START, isInState, isMember, type Behind } from "./person-fragment.ts";

/** Whether subscriber `s` matches. Every value and every key is a bound parameter. */
export function matches({ all, any }: Filter, bind: Bind, behind: Behind = FROM_START): string {
  const each = all.map((one) => meets(one, bind, behind));
  const some = any.map((one) => meets(one, bind, behind));
  return [...each, ...(some.length > 0 ? [`(${some.join(" or ")})`] : [])].join(" and ") || "false";
}

function meets(condition: Condition, bind: Bind, behind: Behind): string {
  const { op } = condition;
  if (op !== "is_not") return holds(condition, bind, behind);
  // A missing value counts as different from any value; without the coalesce, a null would make the whole condition
  // null.
  return `not coalesce(${holds({ ...condition, op: "is" }, bind, FROM_START)}, false)`;
}

const COLUMNS = { name: "s.name", locale: "s.locale", time_zone: "s.time_zone" } as const;

function holds(condition: Condition, bind: Bind, behind: Behind): string {
  const { field, op, value } = condition;
  if (field.startsWith(FIELD_PREFIX)) return fieldHolds(field.slice(FIELD_PREFIX.length), condition, bind);
  const subject = field as FilterSubject;
  switch (subject) {
    case "group_id":
      return isMember(`m.group_id = ${bind(value, "bigint")} and m.state <> 'left'`, behind);
    case "state":
      return isInState(value as PersonState, behind);
    case "created_at":
      return `s.created_at ${op === "before" ? "<" : ">="} ${bind(value, "timestamptz")}`;
    case "country":
      return `starts_with(s.phone, ${bind(callingCode(String(value)) ?? "none", "text")})`;
    case "name":
      if (op === "contains") return hasPart("s.name", "ilike", String(value), bind);
      return textHolds(COLUMNS.name, condition, bind);
    case "locale":
    case "time_zone":
      return textHolds(COLUMNS[subject], condition, bind);
  }
}

function textHolds(column: string, { op, value }: Condition, bind: Bind): string {
  if (op === "set") return `${column} is not null`;
  if (op === "not_set") return `${column} is null`;
  if (op === "contains") return `${column} ilike ${bind(containing(String(value)), "text")}`;
  return `${column} = ${bind(value, "text")}`;
}

function fieldHolds(key: string, { op, value }: Condition, bind: Bind): string {
  const raw = (): string => `s.custom_fields -> ${bind(key, "text")}`;
  const text = (): string => `s.custom_fields ->> ${bind(key, "text")}`;
  switch (op) {
    case "set":
      return `s.custom_fields ? ${bind(key, "text")}`;
    case "not_set":
      return `not s.custom_fields ? ${bind(key, "text")}`;
    case "contains":
      return `${text()} ilike ${bind(containing(String(value)), "text")}`;
    case "before":
    case "after": {
      // A value from before the field was defined may be anything.
      const isDay = `${text()} ~ '^\\d{4}-\\d\\d-\\d\\d$'`;
      return `case when ${isDay} then (${text()}) collate "C" ${op === "before" ? "<" : ">"} ${bind(value, "text")} else false end`;
    }
    case "greater":
    case "less":
      return `case when jsonb_typeof(${raw()}) = 'number' then (${text()})::numeric ${op === "greater" ? ">" : "<"} ${bind(value, "numeric")} else false end`;
    default:
      return `(${spellings(value!)
        .map((one) => `s.custom_fields @> ${bind(JSON.stringify({ [key]: one }), "jsonb")}`)
        .join(" or ")})`;
  }
}

/** A call or an import may have stored a number or an answer as text, before the field was defined. */
function spellings(value: NonNullable<Condition["value"]>): readonly NonNullable<Condition["value"]>[] {
  if (typeof value !== "string") return [value, String(value)];
  if (value === "true" || value === "false") return [value, value === "true"];
  return value.trim() !== "" && String(Number(value)) === value ? [value, Number(value)] : [value];
}
