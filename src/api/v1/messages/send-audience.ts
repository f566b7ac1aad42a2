import { limits } from "#contract/limits";
import type { Caller } from "#domain/access/capability";
import type { Host } from "#domain/access/host";
import type { Detail } from "#domain/error";
import type { Audience } from "#domain/messages/message";
import type { SendCommand } from "#domain/messages/send";
import type { GroupLookup } from "#domain/newsletter/group-store";
import type { Filled, Selector } from "#domain/recipients/selection";
import type { SegmentLookup } from "#domain/subscribers/segment";

export type AudienceDeps = {
  readonly host: Host;
  readonly groups: GroupLookup;
  readonly segments: SegmentLookup;
};

/**
 * The audience that is resolved after the reply: groups, segments, roles, customers and long lists of users; null:
 * there is none.
 */
export async function readAudience(
  services: AudienceDeps,
  { filled, chosen }: { readonly filled: Filled; readonly chosen: ReadonlySet<Selector> },
  caller: Caller,
  issues: Detail[],
): Promise<Audience | null> {
  const groups = chosen.has("subscribers") ? filled.groups : null;
  const segments = chosen.has("subscribers") ? filled.segments : [];
  const named = chosen.has("roles") ? filled.roles : [];
  const customers = chosen.has("customers");
  const hostBlocked = caller.hostBlocked === true;
  const later = hostBlocked || filled.users.length > limits.usersCheckedAtOnce;
  const users = chosen.has("users") && later ? filled.users : [];
  const ids: readonly number[] = groups === null || groups === "all" ? [] : groups;
  const [knownGroups, roles, knownSegments] = await Promise.all([
    ids.length > 0 ? services.groups.existing(ids) : [],
    named.length > 0 ? services.host.roles([...new Set(named)], { hostBlocked }) : [],
    segments.length > 0 ? services.segments.existing(segments) : [],
  ]);
  const spelled = new Set(roles.map((role) => role.toLowerCase()));
  const isRole = (role: string): boolean => spelled.has(role.toLowerCase());
  issues.push(
    ...unknownIn(ids, isIn(knownGroups), {
      field: "group_ids",
      code: "unknown_group",
      message: "is not the id of a group",
    }),
    ...unknownIn(segments, isIn(knownSegments), {
      field: "segment_ids",
      code: "unknown_segment",
      message: "is not the id of a segment",
    }),
    ...unknownIn(named, isRole, { field: "role_ids", code: "unknown_role", message: "is not the name of a role" }),
  );
  if (!groups && segments.length === 0 && roles.length === 0 && users.length === 0 && !customers) return null;
  return { groups, roles, users, customers, ...(segments.length > 0 && { segments }) };
}

/** Up to 100 users are looked up immediately, so that a wrong id is reported; more are resolved afterwards. */
export async function readUsers(
  host: Host,
  ids: readonly number[],
  issues: Detail[],
): Promise<SendCommand["contacts"]> {
  if (ids.length === 0 || ids.length > limits.usersCheckedAtOnce) return [];
  const contacts = await host.users([...new Set(ids)]);
  const isUser = isIn(contacts.map(({ id }) => id));
  issues.push(...unknownIn(ids, isUser, { field: "users", code: "unknown_user", message: "is not the id of a user" }));
  return contacts;
}

function isIn(known: readonly number[]): (id: number) => boolean {
  const all = new Set(known);
  return (id) => all.has(id);
}

/** The issue of each value that is not known, with its index in the list. */
function unknownIn<Value extends number | string>(
  values: readonly Value[],
  isKnown: (value: Value) => boolean,
  issue: Detail,
): Detail[] {
  return values.flatMap((value, index) =>
    isKnown(value) ? [] : [{ ...issue, field: `${issue.field}[${index}]`, value }],
  );
}
