import type { Operations } from "tidings-client";

import { t } from "../../lib/translate.ts";
import type { Field } from "../../api/use-fields.ts";

export type StoredFilter = Operations["getSegment"]["data"]["filter"];
export type Operator = StoredFilter["all"][number]["op"];

/** A condition while it is written: every value as text. */
export type Row = { readonly field: string; readonly op: Operator; readonly value: string };
export type Draft = { readonly all: readonly Row[]; readonly any: readonly Row[] };

/** What kind of value a condition compares: decides its operators and its input. */
export type Kind =
  | "group"
  | "state"
  | "created"
  | "country"
  | "name"
  | "locale"
  | "zone"
  | Exclude<Field["type"], "text">
  | "text";

export type Subject = {
  readonly field: string;
  readonly label: string;
  readonly kind: Kind;
  readonly choices: readonly string[];
};

const prefix = "custom_fields.";

const fixed: readonly Subject[] = [
  { field: "group_id", label: t`Group`, kind: "group", choices: [] },
  { field: "state", label: t`State`, kind: "state", choices: [] },
  { field: "country", label: t`Country of the number`, kind: "country", choices: [] },
  { field: "name", label: t`Name`, kind: "name", choices: [] },
  { field: "created_at", label: t`Known since`, kind: "created", choices: [] },
  { field: "locale", label: t`Language`, kind: "locale", choices: [] },
  { field: "time_zone", label: t`Time zone`, kind: "zone", choices: [] },
];

/** What can be asked about a person: the API's subjects, the site's fields, and keys that `draft` uses already. */
export function subjectsOf(fields: readonly Field[], draft: Draft): readonly Subject[] {
  const defined = fields.map(({ key, label, type, choices }): Subject => ({
    field: prefix + key,
    label,
    kind: type,
    choices,
  }));
  const known = new Set([...fixed, ...defined].map(({ field }) => field));
  const others = [...draft.all, ...draft.any].map(({ field }) => field).filter((field) => field && !known.has(field));
  return [
    ...fixed,
    ...defined,
    ...[...new Set(others)].map((field): Subject => ({
      field,
      label: field.slice(prefix.length),
      kind: "text",
      choices: [],
    })),
  ];
}

const equal = ["is", "is_not"] as const;
const presence = ["set", "not_set"] as const;

const operatorsOf: Readonly<Record<Kind, readonly Operator[]>> = {
  group: equal,
  state: equal,
  country: equal,
  created: ["after", "before"],
  name: [...equal, "contains"],
  locale: [...equal, "contains", ...presence],
  zone: [...equal, "contains", ...presence],
  text: [...equal, "contains", ...presence],
  choice: [...equal, ...presence],
  yes_no: [...equal, ...presence],
  number: [...equal, "greater", "less", ...presence],
  date: [...equal, "before", "after", ...presence],
};

const words: Readonly<Record<Operator, string>> = {
  is: t`is`,
  is_not: t`is not`,
  contains: t`contains`,
  before: t`is before`,
  after: t`is after`,
  greater: t`is more than`,
  less: t`is less than`,
  set: t`is known`,
  not_set: t`is not known`,
};

const operatorName = (op: Operator): string => words[op] ?? op;

export function operatorChoices(kind: Kind): { value: string; label: string }[] {
  return operatorsOf[kind].map((value) => ({ value, label: operatorName(value) }));
}

export const needsValue = (op: Operator): boolean => op !== "set" && op !== "not_set";

/** A condition that nobody has filled in yet. */
export function rowFor({ field, kind }: Subject): Row {
  return { field, op: operatorsOf[kind][0] ?? "is", value: kind === "yes_no" ? "true" : "" };
}

const isComplete = ({ field, op, value }: Row): boolean => field !== "" && (!needsValue(op) || value.trim() !== "");

/** The API's filter; undefined while no condition is complete. Conditions that are not are left out. */
export function filterOf({ all, any }: Draft): { readonly all: object[]; readonly any: object[] } | undefined {
  const written = (rows: readonly Row[]) =>
    rows
      .filter(isComplete)
      .map(({ field, op, value }) => (needsValue(op) ? { field, op, value: value.trim() } : { field, op }));
  const filter = { all: written(all), any: written(any) };
  return filter.all.length + filter.any.length === 0 ? undefined : filter;
}

/** Whether a condition was begun and not finished: it would be lost. */
export const hasGaps = ({ all, any }: Draft): boolean => [...all, ...any].some((row) => !isComplete(row));

/** A stored filter as it is edited. `zone` is the site's: days were stored as the instants at which they begin. */
export function draftOf({ all, any }: StoredFilter, zone: string): Draft {
  const rows = (conditions: StoredFilter["all"]) =>
    conditions.map(({ field, op, value }): Row => {
      const text = value === undefined ? "" : `${value}`;
      return { field, op, value: field === "created_at" ? dayOf(text, op, zone) : text };
    });
  return { all: rows(all), any: rows(any) };
}

/** The day whose beginning (or end, of `after`) this is in the site's zone; another instant stays as it is. */
function dayOf(instant: string, op: Operator, zone: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const [, time] = format.format(at).split(" ");
  if (time !== "00:00:00") return instant;
  return format.format(op === "after" ? at - 1 : at).split(" ")[0] ?? instant;
}
