import { looks } from "../../components/state-looks.ts";
import { regionName } from "../../lib/countries.ts";
import { t } from "../../lib/translate.ts";
import { type Draft, needsValue, operatorName, type Row, type Subject } from "./filter.ts";

export type Names = {
  readonly subjects: readonly Subject[];
  readonly groups: ReadonlyMap<string, string>;
};

/** A filter as a sentence: "City is Berlin, and one of: Group is VIP; Group is Press". */
export function describe({ all, any }: Draft, names: Names): string {
  const each = all.map((row) => condition(row, names));
  const some = any.map((row) => condition(row, names));
  if (some.length === 0) return each.join(", and ");
  const last = some.length === 1 ? some[0]! : t`one of: ${some.join("; ")}`;
  return [...each, last].join(", and ");
}

function condition({ field, op, value }: Row, { subjects, groups }: Names): string {
  const subject = subjects.find((one) => one.field === field);
  const kind = subject?.kind ?? "text";
  const start = `${subject?.label ?? field} ${operatorName(op)}`;
  return needsValue(op) ? `${start} ${valueName(value, kind, groups)}` : start;
}

function valueName(value: string, kind: Subject["kind"], groups: Names["groups"]): string {
  switch (kind) {
    case "group":
      return groups.get(value) ?? "a group that is gone";
    case "state":
      return looks.subscriber[value as keyof typeof looks.subscriber]?.word ?? value;
    case "country":
      return regionName(value);
    case "yes_no":
      return value === "true" ? "yes" : "no";
    default:
      return value;
  }
}
