import type { PeopleSource } from "#domain/messages/fan-out-store";
import { FIELD_PREFIX } from "#domain/texts/template";
import { isLinkVariable } from "#domain/texts/values";
import { second } from "#lib/time";

import { binder, type Bind } from "../../bind.ts";
import { within } from "../../bounded.ts";
import type { Db } from "../../database.ts";
import { matches } from "../subscribers/filter-fragment.ts";
import { isInState, isMember } from "../subscribers/person-fragment.ts";
import { segmentFilter } from "./phone-readers.ts";

/** A million people take a third of a second, unless almost all of them are without a value and in no source. */
const LIMIT_MS = 4 * second;

/**
 * Whether somebody in the sources may be without a value for a variable. People without one are found first, and then
 * looked for in the sources: there are few, or the first of them ends the search.
 */
export async function mayLackValues(
  db: Db,
  sources: readonly PeopleSource[],
  variables: readonly string[],
): Promise<boolean> {
  const { values, bind } = binder();
  const lacked: string[] = [];
  for (const variable of variables) {
    const lack = lacks(variable, bind);
    if (lack === null) return true;
    lacked.push(lack);
  }
  const each: string[] = [];
  for (const source of sources) each.push(await someone(db, source, lacked.join(" or "), bind));
  const text = `select ${each.join(" or ")} as found`;
  // The conditions of a segment are part of it; and only for known groups does the planner know how large they are.
  const rows = await within(db, LIMIT_MS, () => db.unnamed<{ found: boolean }>(text, values));
  return rows === null || rows[0]!.found;
}

async function someone(db: Db, source: PeopleSource, lacked: string, bind: Bind): Promise<string> {
  const people = `exists (select from subscribers s where (${lacked})`;
  if ("segment" in source) {
    return `${people} and ${isInState("active")} and ${matches(await segmentFilter(db, source.segment), bind)})`;
  }
  if ("frozen" in source) {
    return `exists (select from schedule_recipients r left join subscribers s on s.phone = r.phone
      where r.set_id = ${bind(source.frozen)} and (s.id is null or ${lacked}))`;
  }
  const { groups } = source;
  const isOf = groups === "all" ? "" : ` and m.group_id = any(${bind(groups, "bigint[]")})`;
  return `${people} and s.bounced_at is null and ${isMember(`m.state = 'active'${isOf}`)})`;
}

/** SQL for whether subscriber `s` may be without a value; null: no subscriber has one. */
function lacks(variable: string, bind: Bind): string | null {
  if (variable === "name" || variable === "first_name") return `not ${isShown("s.name")}`;
  // Made for every subscriber.
  if (isLinkVariable(variable)) return "false";
  if (!variable.startsWith(FIELD_PREFIX)) return null;
  const key = bind(variable.slice(FIELD_PREFIX.length), "text");
  return `not coalesce(jsonb_typeof(s.custom_fields -> ${key}) in ('string', 'number') and ${isShown(`s.custom_fields ->> ${key}`)}, false)`;
}

/**
 * Whether something is left of a value by `cleanValue`: its beginning has a character that is neither a space nor of a
 * kind that is removed.
 */
const isShown = (value: string): string =>
  String.raw`(left(${value}, 100) ~ '[^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]')`;
