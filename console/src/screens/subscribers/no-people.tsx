import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { EmptyState } from "../../components/empty-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import { isFiltered, type ListFilter, onlyGroupOf } from "./query.ts";
import { useGroups } from "./use-groups.ts";

export type NoPeopleProps = {
  readonly filter: ListFilter;
  readonly onAdd: () => void;
  readonly onClear: () => void;
};

/** Nobody subscribed, nobody is in the group, or nobody matches what is asked for. */
export function NoPeople({ filter, onAdd, onClear }: NoPeopleProps) {
  const groups = useGroups();
  const id = onlyGroupOf(filter);
  const group = groups.data?.find((one) => one.id === id);
  if (group) {
    return (
      <EmptyState
        icon="people"
        title={t`Nobody is in ${group.name} yet`}
        action={
          <Button
            component={Link}
            to="/import"
            search={{ group_id: group.id } as never}
            variant="default"
            leftSection={<Icon name="upload" size={14} />}
          >{t`Import people into it`}</Button>
        }
      >{t`Add single people above, or many from a file. They are listed here, with what they agreed to.`}</EmptyState>
    );
  }
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon="filter"
        title={t`Nobody matches these filters`}
        action={<Button variant="default" onClick={onClear}>{t`Clear the filters`}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon="person"
      title={t`Nobody has subscribed yet`}
      action={<Button onClick={onAdd}>{t`Add a person`}</Button>}
    >{t`People who join one of your groups are listed here, with what they agreed to.`}</EmptyState>
  );
}
