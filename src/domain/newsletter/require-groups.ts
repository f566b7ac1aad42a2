import { DomainError, type Detail } from "../error.ts";
import type { NewsletterGroup, NewsletterStore } from "./newsletter-store.ts";

/** Reports each of `ids` that is not a group, with its index in the caller's list. */
export function unknownGroups(field: string, ids: readonly number[], known: readonly number[]): readonly Detail[] {
  return ids.flatMap((id, index): Detail[] =>
    known.includes(id)
      ? []
      : [
          {
            field: ids.length === 1 ? field : `${field}[${index}]`,
            code: "unknown_group",
            message: "is not the id of a group",
            value: id,
          },
        ],
  );
}

/** The groups of a call, locked against deletion; null means the default one. */
export async function requireGroups(
  store: Pick<NewsletterStore, "groups">,
  ids: readonly number[] | null,
): Promise<readonly NewsletterGroup[]> {
  const groups = await store.groups(ids && [...new Set(ids)]);
  const details = unknownGroups(
    "group_id",
    ids ?? [],
    groups.map((group) => group.id),
  );
  if (details.length === 0) return groups;
  throw new DomainError("invalid_parameter", `${details[0]!.field} is not the id of a group.`, details);
}
