import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";

import { optional } from "../../api/optional.ts";
import type { IconName } from "../../components/icon.tsx";

export type SearchGroup = {
  readonly label: string;
  readonly icon: IconName;
  readonly items: readonly {
    readonly key: string;
    readonly label: string;
    readonly detail?: string;
    readonly open: () => void;
  }[];
};

/** What the API's search may return: at most five of each type. */
type Found = {
  readonly results: readonly {
    readonly type: string;
    readonly id: string | number;
    readonly label: string;
    readonly detail?: string;
  }[];
};

const types: Readonly<Record<string, { label: string; icon: IconName; path: (id: string | number) => string }>> = {
  subscriber: { label: "People", icon: "person", path: (id) => `/subscribers/${id}` },
  message: { label: "Messages", icon: "megaphone", path: (id) => `/messages/${id}` },
  delivery: { label: "Outbox", icon: "outbox", path: (id) => `/outbox/${id}` },
  group: { label: "Groups", icon: "folder", path: (id) => `/groups/${id}` },
  segment: { label: "Segments", icon: "filter", path: (id) => `/segments/${id}` },
  template: { label: "Templates", icon: "template", path: (id) => `/templates/${id}` },
  schedule: { label: "Schedules", icon: "schedule", path: (id) => `/schedules/${id}` },
  form: { label: "Forms", icon: "form", path: (id) => `/forms/${id}` },
  user: { label: "Users", icon: "key", path: (id) => `/people/${id}` },
  gateway: { label: "Gateways", icon: "gateway", path: (id) => `/gateways/${id}` },
  webhook: { label: "Webhooks", icon: "link", path: (id) => `/webhooks/${id}` },
};

/** People and messages for what was typed, grouped by type; two characters at least. */
export function useSearchResults(typed: string): {
  readonly pending: boolean;
  readonly groups: readonly SearchGroup[];
} {
  const [q] = useDebouncedValue(typed.trim(), 120);
  const navigate = useNavigate();
  const search = optional<{ q: string }, Found>("search");
  const { data, isFetching } = useQuery({
    queryKey: ["search", q],
    queryFn: ({ signal }) => search!({ q }, { signal }),
    enabled: search !== undefined && q.length >= 2,
    placeholderData: keepPreviousData,
  });
  if (q.length < 2 || !data) return { pending: isFetching, groups: [] };
  const groups = Object.entries(types).map(([type, { label, icon, path }]) => ({
    label,
    icon,
    items: data.results
      .filter((result) => result.type === type)
      .map((result) => ({
        key: `${type} ${result.id}`,
        label: result.label,
        ...(result.detail ? { detail: result.detail } : {}),
        open: () => void navigate({ to: path(result.id) }),
      })),
  }));
  return { pending: isFetching, groups: groups.filter((group) => group.items.length > 0) };
}
