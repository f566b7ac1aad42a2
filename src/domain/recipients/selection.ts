import { DomainError, type Detail } from "../error.ts";

export const selectors = ["subscribers", "users", "roles", "customers", "numbers"] as const;
export type Selector = (typeof selectors)[number];

/** The selectors of one call, as set by the caller. */
export type Filled = {
  /** What `recipients` names, null if it is absent. Phone numbers in it have been moved to `numbers`. */
  readonly named: readonly Selector[] | null;
  readonly groups: readonly number[] | "all" | null;
  readonly segments: readonly number[];
  readonly users: readonly number[];
  readonly roles: readonly string[];
  readonly numbers: readonly string[];
};

const SELECTOR_FIELD = /^(recipients|group_ids|segment_ids|users|role_ids|numbers)\b/;

/** The parameter with the people of each selector. */
export const fieldOf: Readonly<Record<Exclude<Selector, "customers">, string>> = {
  subscribers: "group_ids",
  users: "users",
  roles: "role_ids",
  numbers: "numbers",
};

/**
 * Which selectors count. Without `recipients`, all that are set; with it, exactly those named, and any other that is
 * set is a conflict: one of the two is a mistake, and guessing would send to the wrong people.
 *
 * @throws DomainError selector_conflict
 */
export function chooseSelectors(filled: Filled, issues: Detail[]): ReadonlySet<Selector> {
  const present = new Set<Selector>();
  const groups = filled.groups === "all" || (filled.groups?.length ?? 0) > 0;
  if (groups || filled.segments.length > 0) present.add("subscribers");
  if (filled.users.length > 0) present.add("users");
  if (filled.roles.length > 0) present.add("roles");
  if (filled.numbers.length > 0) present.add("numbers");

  if (filled.named === null) {
    // An invalid selector was meant to select someone: that error is reported, not this one.
    if (present.size === 0 && !issues.some(({ field }) => SELECTOR_FIELD.test(field))) {
      issues.push({
        field: "recipients",
        code: "required",
        message:
          "is required, or one of numbers, group_ids, segment_ids, users, role_ids: name the recipients of the message",
      });
    }
    return present;
  }
  const named = new Set(filled.named);
  for (const selector of named) {
    if (selector === "customers" || present.has(selector)) continue;
    const field = fieldOf[selector];
    const hint = selector === "subscribers" ? ', or segment_ids ("all" groups for everyone)' : "";
    issues.push({ field, code: "required", message: `is required if recipients names ${selector}${hint}` });
  }
  const surplus = [...present].filter((selector) => !named.has(selector));
  if (surplus.length > 0) {
    const fields = surplus.map((selector) =>
      selector === "subscribers" && !groups ? "segment_ids" : fieldOf[selector as Exclude<Selector, "customers">],
    );
    throw new DomainError(
      "selector_conflict",
      `${fields.join(", ")} ${fields.length === 1 ? "is" : "are"} set, but recipients does not name ${surplus.join(", ")}.`,
      fields.map((field) => ({ field, code: "not_selected", message: "is set, but recipients does not name it" })),
    );
  }
  return named;
}
