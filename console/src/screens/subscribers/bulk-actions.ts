import type { Operations } from "tidings-client";

import { plural, t } from "../../lib/translate.ts";
import type { PeopleFilter } from "./query.ts";

export type Action = Operations["bulkSubscribers"]["input"]["action"];

/** Whom a bulk action is for. */
export type Target = {
  readonly selection: { readonly ids: number[] } | { readonly filter: PeopleFilter };
  /** null: more than the API counts. */
  readonly people: number | null;
  /** What the API counted, if there are more; null if it is no size: it only read the beginning of the list. */
  readonly moreThan: number | null;
};

/** What can be done with many people, and what follows from it. */
export const actions: readonly { readonly value: Action; readonly label: string; readonly effect: string }[] = [
  {
    value: "add_to_group",
    label: t`Add to a group`,
    effect: t`People who left this group, who opted out, or who have not confirmed stay as they are: only they can bring themselves back.`,
  },
  {
    value: "remove_from_group",
    label: t`Remove from a group`,
    effect: t`They stay in their other groups; people who are in no other group get no newsletter any more.`,
  },
  {
    value: "set_field",
    label: t`Set a field`,
    effect: t`The value replaces what each of them has.`,
  },
  {
    value: "reactivate",
    label: t`Try unreachable numbers again`,
    effect: t`Numbers that counted as unreachable get the newsletter again.`,
  },
  {
    value: "unsubscribe",
    label: t`End all subscriptions`,
    effect: t`They leave all groups and get no newsletter any more. What they agreed to stays on record.`,
  },
  {
    value: "delete",
    label: t`Delete`,
    effect: t`They leave all groups and are gone from this list. What they agreed to, a STOP and the log stay.`,
  },
];

/** What only the people themselves can take back, or nobody. */
export const isDanger = (action: Action): boolean =>
  action === "delete" || action === "unsubscribe" || action === "remove_from_group";

export function peopleOf({ people, moreThan }: Target): string {
  if (people !== null) return plural(people, "# person", "# people");
  return moreThan === null ? t`these people` : t`more than ${moreThan} people`;
}

export function titleOf({ people, moreThan }: Target): string {
  if (people !== null) return plural(people, "Change # person", "Change # people");
  return moreThan === null ? t`Change these people` : t`Change more than ${moreThan} people`;
}

/** Verb, object and count, as far as they are chosen. */
export function labelOf(action: Action, target: Target, group?: string, field?: string): string {
  const number = peopleOf(target);
  switch (action) {
    case "add_to_group":
      return group === undefined ? t`Add ${number} to a group` : t`Add ${number} to ${group}`;
    case "remove_from_group":
      return group === undefined ? t`Remove ${number} from a group` : t`Remove ${number} from ${group}`;
    case "set_field":
      return field === undefined ? t`Set a field of ${number}` : t`Set ${field} of ${number}`;
    case "reactivate":
      return t`Try ${number} again`;
    case "unsubscribe":
      return t`Unsubscribe ${number}`;
    case "delete":
      return t`Delete ${number}`;
  }
}
