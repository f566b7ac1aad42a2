import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import type { IconName } from "../../components/icon.tsx";
import { badges } from "../../components/state-badges.ts";
import { shownText } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { useNavigation } from "./use-navigation.ts";

export type SearchGroup = {
  readonly label: string;
  readonly icon: IconName;
  readonly items: readonly {
    readonly key: string;
    readonly label: string;
    readonly detail: string | null;
    readonly open: () => void;
  }[];
};

/** People, messages and more for what was typed, grouped by the screen that shows them; two characters at least. */
export function useSearchResults(typed: string): {
  readonly pending: boolean;
  readonly groups: readonly SearchGroup[];
} {
  const [q] = useDebouncedValue(typed.trim(), 120);
  const { history } = useRouter();
  const entries = useNavigation();
  const { data, isFetching } = useQuery({
    queryKey: ["search", q],
    queryFn: ({ signal }) => tidings.search({ q }, { signal }),
    enabled: q.length >= 2,
    placeholderData: keepPreviousData,
  });
  if (q.length < 2 || !data) return { pending: isFetching, groups: [] };
  const groups = data.results.flatMap(({ type, items, more }): SearchGroup[] => {
    const entry = entries.find(({ finds }) => finds?.[type]);
    const address = entry?.finds?.[type];
    if (!entry || !address || items.length === 0) return [];
    const found = items.map(({ id, title, detail }) => ({
      key: `${type} ${id}`,
      label: shownText(title),
      detail: stateOf(type, detail) ?? detail,
      open: () => history.push(address(id)),
    }));
    return [
      { label: more ? t`${entry.label}: the first ${items.length}` : entry.label, icon: entry.icon, items: found },
    ];
  });
  return { pending: isFetching, groups };
}

const states: Readonly<Record<string, Readonly<Record<string, { readonly word: string }>>>> = {
  message: badges.message,
  outbox_entry: badges.delivery,
  schedule: badges.schedule,
};

/** What has a state is told apart by it, in the words of its screen. */
function stateOf(type: string, detail: string | null): string | undefined {
  return detail === null ? undefined : states[type]?.[detail]?.word;
}
