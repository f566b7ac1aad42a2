import type { z } from "zod";

import type { messageAddressees } from "#contract/addressees";
import { limits } from "#contract/limits";
import type { Caller } from "#domain/access/capability";
import type { Addressees, AddresseeNameReader, AddresseeNames } from "#domain/messages/addressees";

/** Names of the groups and segments, for a caller who may read them; null: the caller may not. */
export async function namesFor(
  readNames: AddresseeNameReader,
  caller: Caller,
  all: readonly (Addressees | null)[],
): Promise<AddresseeNames | null> {
  if (!caller.capabilities.has("svc_subscribers")) return null;
  const idsOf = (pick: (one: Addressees) => readonly number[]): readonly number[] => [
    ...new Set(all.flatMap((one) => (one ? pick(one) : []))),
  ];
  return readNames({ groups: idsOf(namedGroups), segments: idsOf(({ segments }) => segments) });
}

const namedGroups = ({ groups }: Addressees): readonly number[] =>
  groups === null || groups === "all" ? [] : groups.slice(0, limits.groupsNamed);

/** In API form. @param names null: the caller may not read them */
export function shownAddressees(
  addressees: Addressees,
  names: AddresseeNames | null,
): z.output<typeof messageAddressees> {
  const { numbers, groups, segments, roles, users, customers } = addressees;
  const named = (ids: readonly number[], by: ReadonlyMap<number, string> | undefined) =>
    by ? ids.map((id) => ({ id, name: by.get(id) ?? null })) : [];
  return {
    numbers,
    group_ids: groups === null || groups === "all" ? groups : [...groups],
    groups: named(namedGroups(addressees), names?.groups),
    segment_ids: [...segments],
    segments: named(segments, names?.segments),
    role_ids: [...roles],
    users: [...users],
    customers,
  };
}
