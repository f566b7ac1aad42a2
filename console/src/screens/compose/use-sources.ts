import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { plural, t } from "../../lib/translate.ts";

export type Source = {
  readonly kind: "groups" | "segments" | "roles";
  readonly id: number | string;
  readonly name: string;
  readonly note: string;
};

const noSources: readonly Source[] = [];

/** Groups, segments and roles whose name contains what was typed. */
export function useSources(search: string): readonly Source[] {
  const can = useCan();
  const people = can("svc_subscribers");
  const groups = useQuery({
    queryKey: ["groups", "compose", search],
    queryFn: async ({ signal }) => {
      const { items } = await tidings.listGroups({ per_page: 20, ...(search && { search }) }, { signal });
      return items.map(({ id, name, active_count }): Source => ({
        kind: "groups",
        id,
        name,
        note: plural(active_count, "# person", "# people"),
      }));
    },
    enabled: people,
    placeholderData: (before) => before,
  });
  const segments = useQuery({
    queryKey: ["segments", "compose"],
    queryFn: async ({ signal }) => {
      const { items } = await tidings.listSegments({ per_page: 100 }, { signal });
      return items.map(({ id, name }): Source => ({ kind: "segments", id, name, note: t`Segment` }));
    },
    enabled: people,
  });
  const roles = useQuery({
    queryKey: ["roles", "compose"],
    queryFn: async ({ signal }) => {
      const { items } = await tidings.listRoles({ per_page: 100 }, { signal });
      return items.map(({ name, label }): Source => ({ kind: "roles", id: name, name: label, note: t`Role` }));
    },
    enabled: can("svc_users"),
  });
  const matches = ({ name }: Source) => name.toLowerCase().includes(search.toLowerCase());
  return [
    ...(groups.data ?? noSources).filter(matches),
    ...(segments.data ?? noSources).filter(matches),
    ...(roles.data ?? noSources).filter(matches),
  ];
}
