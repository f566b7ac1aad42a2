import type { Operations } from "tidings-client";

import { t } from "../../lib/translate.ts";

type Input = Operations["importSubscribers"]["input"];
export type ImportState = NonNullable<Input["state"]>;
export type RuleForKnown = NonNullable<Input["on_existing"]>;

/** What is asked about a file besides the file. */
export type Plan = {
  readonly header: boolean;
  /** By heading. null: as the service recognizes the columns. */
  readonly mapping: Readonly<Record<string, string>> | null;
  readonly groups: readonly string[];
  /** Groups that rows name and that do not exist are created; otherwise these rows are left out. */
  readonly createGroups: boolean;
  /** Of numbers without a plus sign; null: as the site. */
  readonly country: string | null;
  /** null: not chosen. */
  readonly state: ImportState | null;
  readonly onExisting: RuleForKnown;
  readonly source: string;
  readonly wording: string;
};

export const emptyPlan: Plan = {
  header: true,
  mapping: null,
  groups: [],
  createGroups: false,
  country: null,
  state: null,
  onExisting: "skip",
  source: "",
  wording: "",
};

/** A file that was chosen. `id` tells it from others with the same name. */
export type ChosenFile = {
  readonly id: number;
  readonly file: File;
  /** How many of its cells were repaired here. */
  readonly repaired: number;
};

/** The parameters of the call, but for the file. */
export function inputOf({
  header,
  mapping,
  groups,
  createGroups,
  country,
  state,
  onExisting,
  source,
  wording,
}: Plan): Omit<Input, "file"> {
  return {
    ...(!header && { header }),
    ...(mapping && { mapping: { ...mapping } }),
    ...(groups.length > 0 && { group_ids: groups.map(Number) }),
    ...(createGroups && { on_unknown_group: "create" as const }),
    ...(country && { country }),
    ...(state && { state }),
    ...(onExisting !== "skip" && { on_existing: onExisting }),
    ...(source.trim() && { consent_source: source.trim() }),
    ...(wording.trim() && { consent_wording: wording.trim() }),
  };
}

/**
 * What each column of the file is taken for: as the service recognized it, until something else is chosen.
 *
 * @param rows the first ones, with the headings if there are any
 * @param recognized undefined while the service refuses the file
 */
export function columnsOf(
  rows: readonly (readonly string[])[],
  { header, mapping }: Pick<Plan, "header" | "mapping">,
  recognized: readonly { readonly target: string }[] | undefined,
): readonly { readonly heading: string; readonly name: string; readonly target: string }[] {
  const [first = []] = rows;
  return first.map((cell, nth) => {
    const heading = header ? cell : `${nth + 1}`;
    const name = header && cell ? cell : t`Column ${nth + 1}`;
    return { heading, name, target: mapping?.[heading] ?? recognized?.[nth]?.target ?? "skip" };
  });
}

/** What a column can contain, in words. */
export const targets: readonly { readonly value: string; readonly label: string }[] = [
  { value: "skip", label: t`Leave this column out` },
  { value: "phone", label: t`Mobile number` },
  { value: "name", label: t`Name` },
  { value: "first_name", label: t`First name` },
  { value: "last_name", label: t`Last name` },
  { value: "state", label: t`Subscribed or opted out` },
  { value: "groups", label: t`Groups, separated by commas` },
  { value: "pending_groups", label: t`Groups that they still have to confirm` },
  { value: "left_groups", label: t`Groups that they left` },
  { value: "consent_at", label: t`When they agreed` },
  { value: "consent_ip", label: t`IP address from which they agreed` },
  { value: "confirmed_at", label: t`When they confirmed` },
  { value: "confirmed_ip", label: t`IP address from which they confirmed` },
  { value: "consent_source", label: t`Where they agreed` },
  { value: "consent_wording", label: t`What they agreed to` },
  { value: "locale", label: t`Language` },
  { value: "time_zone", label: t`Time zone` },
  { value: "attributes", label: t`Several values as JSON` },
];

/** `field:city` as "City", with the name that the site gave the field. */
export function targetName(target: string, fields: ReadonlyMap<string, string>): string {
  const key = target.startsWith("field:") ? target.slice("field:".length) : undefined;
  if (key !== undefined) return fields.get(key) ?? key;
  return targets.find(({ value }) => value === target)?.label ?? target;
}
