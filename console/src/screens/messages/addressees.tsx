import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { plural, t } from "../../lib/translate.ts";

type Shown = NonNullable<Operations["getMessage"]["data"]["addressed_to"]>;

/** So many of a kind are named; the others are counted. */
const mostNames = 10;

/** Whom a message or a schedule is addressed to. Groups and segments have no names for those who may not read them. */
export function Addressees({ to }: { readonly to: Shown }) {
  const { numbers, group_ids: groupIds, segment_ids: segmentIds, role_ids: roles, users, customers } = to;
  const groups = sorted(to.groups);
  const segments = sorted(to.segments);
  const count = groupIds === "all" ? 0 : (groupIds?.length ?? 0);
  const otherRoles = roles.length - mostNames;
  const parts = [
    { key: "all", shown: groupIds === "all" && t`all groups` },
    ...groups.named.map(({ id, name }) => ({
      key: `group ${id}`,
      shown: (
        <Link to="/subscribers" search={{ group_id: id }}>
          <bdi>{name}</bdi>
        </Link>
      ),
    })),
    {
      key: "groups",
      shown: remaining(count - groups.named.length - groups.deleted, groups.named.length > 0, {
        all: (rest) => plural(rest, "# group", "# groups"),
        others: (rest) => plural(rest, "# other group", "# other groups"),
      }),
    },
    {
      key: "deleted groups",
      shown: groups.deleted > 0 && plural(groups.deleted, "# deleted group", "# deleted groups"),
    },
    ...segments.named.map(({ id, name }) => ({
      key: `segment ${id}`,
      shown: (
        <Link to="/segments/$id" params={{ id: `${id}` }}>
          <bdi>{name}</bdi>
        </Link>
      ),
    })),
    {
      key: "segments",
      shown: remaining(segmentIds.length - segments.named.length - segments.deleted, segments.named.length > 0, {
        all: (rest) => plural(rest, "# segment", "# segments"),
        others: (rest) => plural(rest, "# other segment", "# other segments"),
      }),
    },
    {
      key: "deleted segments",
      shown: segments.deleted > 0 && plural(segments.deleted, "# deleted segment", "# deleted segments"),
    },
    ...roles.slice(0, mostNames).map((role) => ({ key: `role ${role}`, shown: <bdi>{role}</bdi> })),
    { key: "roles", shown: otherRoles > 0 && plural(otherRoles, "# other role", "# other roles") },
    { key: "users", shown: users.length > 0 && plural(users.length, "# user", "# users") },
    { key: "customers", shown: customers && t`all customers` },
    { key: "numbers", shown: numbers !== null && numbers > 0 && plural(numbers, "# number", "# numbers") },
  ].filter(({ shown }) => shown !== false);
  return parts.map(({ key, shown }, index) => (
    <span key={key}>
      {index > 0 && ", "}
      {shown}
    </span>
  ));
}

function sorted(all: Shown["groups"]) {
  const named = all.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  return { named: named.slice(0, mostNames), deleted: all.length - named.length };
}

type Words = { readonly all: (rest: number) => string; readonly others: (rest: number) => string };

const remaining = (rest: number, isNamed: boolean, words: Words): string | false =>
  rest > 0 && (isNamed ? words.others(rest) : words.all(rest));
