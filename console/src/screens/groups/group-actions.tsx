import { ActionIcon } from "@mantine/core";

import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { WriteToIcon } from "../../components/write-to.tsx";
import { t } from "../../lib/translate.ts";
import type { Group } from "./columns.tsx";
import { useRemoval } from "./removal.ts";

/** At the end of a group's row. */
export function GroupActions({ group }: { readonly group: Group }) {
  const [, change] = useFilterState();
  const removal = useRemoval();
  return (
    <>
      <WriteToIcon to={{ group: group.id }} name={group.name} />
      <ActionIcon
        variant="subtle"
        aria-label={t`Rename ${group.name}`}
        aria-keyshortcuts="e"
        onClick={() => change({ rename: group.id })}
      >
        <Icon name="edit" size={14} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t`Delete ${group.name}`}
        aria-keyshortcuts="d"
        loading={removal.pending === group.id}
        onClick={() => void removal.confirm(group)}
      >
        <Icon name="trash" size={14} />
      </ActionIcon>
    </>
  );
}
