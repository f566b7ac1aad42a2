import type { Audience, Named } from "./message.ts";

/** Whom a message or a schedule is addressed to, as the caller named them. */
export type Addressees = {
  /** Direct numbers; null: not known. */
  readonly numbers: number | null;
  readonly groups: readonly number[] | "all" | null;
  readonly segments: readonly number[];
  readonly roles: readonly string[];
  readonly users: readonly number[];
  readonly customers: boolean;
};

/** Names of groups and segments as they are now, by id. Those that were deleted are absent. */
export type AddresseeNames = {
  readonly groups: ReadonlyMap<number, string>;
  readonly segments: ReadonlyMap<number, string>;
};

export type AddresseeNameReader = (ids: {
  readonly groups: readonly number[];
  readonly segments: readonly number[];
}) => Promise<AddresseeNames>;

/** null: nothing about it was stored. */
export function addresseesOf(audience: Audience | null, named: Named | null): Addressees | null {
  const found = {
    numbers: named?.numbers ?? null,
    groups: audience?.groups ?? null,
    segments: audience?.segments ?? [],
    roles: [...(audience?.roles ?? []), ...(named?.roles ?? [])],
    users: [...(audience?.users ?? []), ...(named?.users ?? [])],
    customers: audience?.customers === true || named?.customers === true,
  };
  const { numbers, groups, segments, roles, users, customers } = found;
  const isKnown = numbers !== null || groups !== null || customers || [...segments, ...roles, ...users].length > 0;
  return isKnown ? found : null;
}
