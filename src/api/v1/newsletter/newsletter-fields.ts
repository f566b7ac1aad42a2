import type { z } from "zod";

import type { subscriberData } from "#contract/newsletter";
import type { Detail } from "#domain/error";
import { unknownGroups } from "#domain/newsletter/require-groups";
import type { GroupLookup } from "#domain/newsletter/group-store";
import type { Subscriber } from "#domain/newsletter/newsletter-store";
import { doubtAbout, readPhone } from "#domain/recipients/numbers";
import type { Country, Phone } from "#domain/recipients/phone";
import { isoTime } from "#lib/iso-time";

type GroupFields = { readonly group_id?: number[] | undefined; readonly group_ids?: number[] | undefined };

/**
 * The groups of a call, each known and listed once; null if none is named. Adds an issue for each one that does not
 * exist.
 */
export async function readGroups(
  lookup: GroupLookup,
  fields: GroupFields,
  issues: Detail[],
): Promise<readonly number[] | null> {
  const field = fields.group_id ? "group_id" : "group_ids";
  const ids = fields.group_id ?? fields.group_ids;
  if (fields.group_id && fields.group_ids) {
    issues.push({ field: "group_ids", code: "not_together", message: "must not be used together with group_id" });
  }
  if (!ids) return null;
  issues.push(...unknownGroups(field, ids, await lookup.existing([...new Set(ids)])));
  return [...new Set(ids)];
}

/** The number of a call. Errors are added to the issues, doubts to the warnings. */
export function readMobile(
  text: string | undefined,
  country: Country | null,
  issues: Detail[],
  warnings: string[] = [],
): Phone {
  const read = text === undefined ? null : readPhone("mobile", text, country);
  if (read !== null && typeof read !== "string") issues.push(read);
  const doubt = typeof read === "string" ? doubtAbout("mobile", read) : null;
  if (doubt !== null) warnings.push(doubt);
  return read as Phone;
}

export function shownSubscriber(subscriber: Subscriber): z.output<typeof subscriberData> {
  return {
    id: subscriber.id,
    name: subscriber.name,
    mobile: subscriber.phone,
    groups: subscriber.memberships.map(({ groupId, groupName, state }) => ({ id: groupId, name: groupName, state })),
    locale: subscriber.locale,
    time_zone: subscriber.timeZone,
    custom_fields: { ...subscriber.customFields },
    created_at: isoTime(subscriber.createdAt),
    updated_at: isoTime(subscriber.updatedAt),
  };
}
